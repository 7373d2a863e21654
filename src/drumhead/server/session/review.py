"""The review of a battle that is over: computed once, away from the loop, and sent to everybody who asked."""

import asyncio
import pickle
import time
from collections.abc import Mapping
from typing import Final

from drumhead.ai.study.review import Review, reviewed, side_names, steps, verdict
from drumhead.ai.study.review_dice import DiceCount, count_dice
from drumhead.ai.study.review_graph import draw_review
from drumhead.ai.study.review_moments import (
    Better,
    better_action,
    kind_of,
    luck_words,
    moment_words,
    notable,
    reveals,
    to_improve,
)
from drumhead.core.errors import DrumheadError, IllegalAction
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.match import Match
from drumhead.core.state import State
from drumhead.server.api.serialize import refusal, split_style
from drumhead.server.session.jobs import REVIEW, Jobs
from drumhead.server.session.ports import Job, Message, Opponents, Results, Subscriber

STEPS_PER_BATCH: Final = 12
BATCH_SECONDS: Final = 0.5
"""How many steps are judged at a time, and for how long; between two batches opponents move and progress is sent."""


class ReviewRunner:
    """Reviews one battle, as long as somebody waits for it."""

    def __init__(self, opponents: Opponents, results: Results, jobs: Jobs) -> None:
        self._opponents = opponents
        self._results = results
        self._jobs = jobs
        self._waiting: list[Subscriber] = []
        self._task: asyncio.Task[None] | None = None
        self._review: Review | None = None
        self._better: dict[int, Better] = {}
        """Better actions by the number of the step."""
        self._dice: dict[int, DiceCount] = {}

    @property
    def is_busy(self) -> bool:
        """Returns whether a review is being computed."""
        return self._task is not None

    def request(self, match: Match, subscriber: Subscriber, key: str) -> None:
        """Sends a subscriber the review as soon as there is one; `key` stands for the battle and its position."""
        if self._review is None and self._task is None and (kept := self._results.get(key)) is not None:
            self._review, self._better, self._dice = pickle.loads(kept)  # written below, by this process
        if self._review is not None:
            subscriber.send(self._message(match, self._review, subscriber.language))
            return
        self._waiting.append(subscriber)
        if self._task is None:
            self._task = asyncio.create_task(self._run(match, subscriber.visitor, key))

    def left(self, subscriber: Subscriber) -> None:
        """Gives the review up if nobody else waits for it."""
        if subscriber in self._waiting:
            self._waiting = [other for other in self._waiting if other is not subscriber]
            if not self._waiting:
                self.close()

    async def _run(self, match: Match, visitor: str, key: str) -> None:
        task = self._task
        try:
            found = await self._review_of(match, visitor)
            self._results.put(key, pickle.dumps((found, self._better, self._dice)))
            self._review = found
            for subscriber in self._waiting:
                subscriber.send(self._message(match, found, subscriber.language))
        except DrumheadError as error:
            for subscriber in self._waiting:
                with use_language(translator(subscriber.language, match.game.package)):
                    subscriber.send(refusal(error, REVIEW))
        finally:
            if self._task is task:  # else it was given up, and another may have begun
                self._waiting, self._task = [], None

    async def _review_of(self, match: Match, visitor: str) -> Review:
        def job() -> Job:
            return self._jobs.study(REVIEW, visitor, self._waiting)

        played, side = steps(match), match.game.side_of(0)
        verdicts: list[float] = []
        while len(verdicts) < len(played):
            self._send_progress(len(verdicts), len(played))
            batch = played[len(verdicts) : len(verdicts) + STEPS_PER_BATCH]
            verdicts += await self._opponents.run(job(), _verdicts, batch, side)
        found = reviewed(match, verdicts)
        self._dice = await self._opponents.run(job(), count_dice, match)
        for number, before, code in to_improve(match, found):
            better = await self._opponents.run(job(), better_action, match.game, before, code)
            if better is not None:
                self._better[number] = better
        return found

    def _message(self, match: Match, review: Review, language: str) -> Message:
        """The review as clients are sent it: the graph, the chances, the moments, the luck, the dice."""
        with use_language(translator(language, match.game.package)):
            return {
                **_to_message(match, review),
                "chances": [round(chance, 4) for chance in (review.first, *(one.chance for one in review.moments))],
                "seats": [step.seat for step in match.steps],
                "moments": _moments(match, review, self._better),
                "lucks": [
                    {"luck": round(luck, 4), "words": str(luck_words(side, luck))}
                    for side, luck in zip(side_names(match.game), (review.luck, -review.luck), strict=True)
                ],
                "dice": _dice(match, self._dice),
            }

    def _send_progress(self, done: int, of: int) -> None:
        for subscriber in self._waiting:
            subscriber.send({"type": "review", "done": done, "of": of})

    def close(self) -> None:
        """Gives up a review that is being computed."""
        if self._task is not None:
            self._task.cancel()
            self._task = None


def must_be_over(match: Match) -> None:
    """Refuses what is open only after the end of a battle."""
    if match.outcome is None:
        raise IllegalAction(Text("this is shown once the battle is over"))


def _verdicts(played: list[tuple[State, State | None]], side: frozenset[int]) -> list[float]:
    """The verdicts on the first steps, one at least and as many as there is time for."""
    until, found = time.monotonic() + BATCH_SECONDS, []
    for before, then in played:
        found.append(verdict(before, then, side))
        if time.monotonic() > until:
            break
    return found


def _moments(match: Match, review: Review, better: Mapping[int, Better]) -> list[Message]:
    """The moments that are worth a look, in the order of play, in words."""
    home = match.game.side_of(0)
    return [
        {
            "step": moment.number,
            "seat": moment.seat,
            "kind": kind_of(moment, home, reveals=reveals(match, moment.number)),
            "words": str(moment_words(match, moment.number)),
            "chance": round(moment.chance, 4),
            "change": round(moment.change, 4),
            "better": _better(better[moment.number]) if moment.number in better else None,
        }
        for moment in notable(review)
    ]


def _better(found: Better) -> Message:
    action = found.action
    return {
        "notation": action.notation,
        "words": str(action.words),
        "clause": action.clause,
        "gain": round(found.gain, 4),
        "keys": [step.key for step in action.steps],
    }


def _dice(match: Match, counts: Mapping[int, DiceCount]) -> list[Message]:
    """The dice of the first seat's side and of the other: as they fell, and as was to be expected."""
    home = match.game.side_of(0)
    told = []
    for is_home in (True, False):
        whole = DiceCount()
        for seat, count in counts.items():
            if (seat in home) == is_home:
                whole.add(count)
        told.append(
            {
                "dice": whole.dice,
                "mean": round(whole.faces / whole.dice, 2) if whole.dice else 0,
                "expected_mean": round(float(whole.expected_faces / whole.dice), 2) if whole.dice else 0,
                "aimed": whole.aimed,
                "hits": whole.hits,
                "expected_hits": round(float(whole.expected_hits), 2),
            }
        )
    return told


def _to_message(match: Match, review: Review) -> Message:
    """The graph of a review, the turning points and the luck of the first side."""
    one, other = side_names(match.game)
    sides = (str(one), str(other))
    heading = Text("{title}: {one} against {other}", title=match.game.title, one=sides[0], other=sides[1])
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
