"""The review of a battle that is over: computed once, away from the loop, and sent to everybody who asked."""

import asyncio
from typing import Final

from drumhead.ai.study.review import Review, reviewed, side_names, steps, verdict
from drumhead.ai.study.review_graph import draw_review
from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.match import Match
from drumhead.core.state import State
from drumhead.server.api.serialize import split_style
from drumhead.server.session.ports import Message, Opponents, Subscriber

STEPS_PER_BATCH: Final = 12
"""How many steps are judged at a time; between two batches opponents may move and progress is sent."""


class ReviewRunner:
    """Reviews one battle."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._waiting: list[Subscriber] = []
        self._task: asyncio.Task[None] | None = None
        self._review: Review | None = None

    @property
    def is_busy(self) -> bool:
        """Returns whether a review is being computed."""
        return self._task is not None

    def request(self, match: Match, subscriber: Subscriber) -> None:
        """Sends a subscriber the review as soon as there is one."""
        must_be_over(match)
        if self._review is not None:
            subscriber.send(_to_message(match, self._review, subscriber.language))
            return
        self._waiting.append(subscriber)
        if self._task is None:
            self._task = asyncio.create_task(self._run(match))

    async def _run(self, match: Match) -> None:
        try:
            played, side = steps(match), match.game.side_of(0)
            verdicts: list[float] = []
            for first in range(0, len(played), STEPS_PER_BATCH):
                self._send_progress(len(verdicts), len(played))
                verdicts += await self._opponents.run(_verdicts, played[first : first + STEPS_PER_BATCH], side)
            self._review = reviewed(match, verdicts)
            for subscriber in self._waiting:
                subscriber.send(_to_message(match, self._review, subscriber.language))
        finally:
            self._waiting = []
            self._task = None

    def _send_progress(self, done: int, of: int) -> None:
        for subscriber in self._waiting:
            subscriber.send({"type": "review", "done": done, "of": of})

    def close(self) -> None:
        """Gives up a review that is being computed."""
        if self._task is not None:
            self._task.cancel()


def must_be_over(match: Match) -> None:
    """Refuses what is open only after the end of a battle."""
    if match.outcome is None:
        raise IllegalAction(Text("this is shown once the battle is over"))


def _verdicts(played: list[tuple[State, State | None]], side: frozenset[int]) -> list[float]:
    return [verdict(before, then, side) for before, then in played]


def _to_message(match: Match, review: Review, language: str) -> Message:
    """A review as clients are sent it: the graph, the turning points, the luck."""
    game = match.game
    with use_language(translator(language, game.package)):
        one, other = side_names(game)
        sides = (str(one), str(other))
        heading = Text("{title}: {one} against {other}", title=game.title, one=sides[0], other=sides[1])
        style, picture = split_style(draw_review(review, sides, heading))
    return {
        "type": "review",
        "picture": picture,
        "rules": style,
        "sides": list(sides),
        "luck": round(review.luck, 4),
        "turns": [
            {"step": moment.number, "chance": round(moment.chance, 4), "change": round(moment.change, 4)}
            for moment in review.turning_points
        ],
    }
