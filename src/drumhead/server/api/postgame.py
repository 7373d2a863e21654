"""What is found out about a battle once it is over: the proof of its dice, how its chances ran, a film of it."""

import asyncio
from typing import TYPE_CHECKING, Final

from drumhead.ai.measure.duel import sides_of
from drumhead.ai.study.review import Review, reviewed, side_names, steps, verdict
from drumhead.ai.study.review_graph import draw_review
from drumhead.core.draw.film import film
from drumhead.core.errors import IllegalAction
from drumhead.core.files.record import read, verify, write
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, spoken
from drumhead.core.match import Match
from drumhead.core.state import State
from drumhead.server.api.connection import Connection
from drumhead.server.api.serialize import Message, split_style
from drumhead.server.cluster.workers import WorkerPool

if TYPE_CHECKING:
    from drumhead.server.service import Service

STEPS_PER_BATCH: Final = 12
"""How many steps are judged at a time; between two batches opponents may think and progress is told."""


class ReviewRunner:
    """How the chances of a battle ran: judged once, away from the table, and told to everybody who asked."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._asked: list[Connection] = []
        self._judging: asyncio.Task[None] | None = None
        self._found: Review | None = None

    @property
    def is_busy(self) -> bool:
        """Says whether a battle is being judged."""
        return self._judging is not None

    def ask(self, match: Match, connection: Connection) -> None:
        """Tells a connection how the chances ran, as soon as that is known."""
        must_be_over(match)
        if self._found is not None:
            connection.send(_told(match, self._found, connection))
            return
        self._asked.append(connection)
        if self._judging is None:
            self._judging = asyncio.create_task(self._judge(match))

    async def _judge(self, match: Match) -> None:
        try:
            taken, side = steps(match), sides_of(match.game, 0)
            verdicts: list[float] = []
            for first in range(0, len(taken), STEPS_PER_BATCH):
                self._tell_progress(len(verdicts), len(taken))
                verdicts += await self._workers.run(_verdicts, taken[first : first + STEPS_PER_BATCH], side)
            self._found = reviewed(match, verdicts)
            for connection in self._asked:
                connection.send(_told(match, self._found, connection))
        finally:
            self._asked = []
            self._judging = None

    def _tell_progress(self, done: int, of: int) -> None:
        for connection in self._asked:
            connection.send({"type": "review", "done": done, "of": of})

    def close(self) -> None:
        """Gives the judging up."""
        if self._judging is not None:
            self._judging.cancel()


def _verdicts(taken: list[tuple[State, State | None]], side: frozenset[int]) -> list[float]:
    return [verdict(before, then, side) for before, then in taken]


def _told(match: Match, found: Review, connection: Connection) -> Message:
    """A review as a connection is told of it: the picture, the turning points, the luck."""
    game = match.game
    with spoken(translator(connection.language, game.package)):
        one, other = side_names(game)
        sides = (str(one), str(other))
        heading = Text("{title}: {one} against {other}", title=game.title, one=sides[0], other=sides[1])
        style, picture = split_style(draw_review(found, sides, heading))
    return {
        "type": "review",
        "picture": picture,
        "rules": style,
        "sides": list(sides),
        "luck": round(found.luck, 4),
        "turns": [
            {"step": moment.number, "chance": round(moment.chance, 4), "change": round(moment.change, 4)}
            for moment in found.turning_points
        ],
    }


async def filmed(match: Match, service: "Service", language: str) -> str:
    """A battle that is over as one picture that moves, drawn away from the table."""
    must_be_over(match)
    return await service.workers.run(_film, await service.threads.run(write, match), language)


def _film(record: str, language: str) -> str:
    match = read(record)
    with spoken(translator(language, match.game.package)):
        return film(match)


def proof(match: Match) -> Message:
    """What the dice are bound to and, after the end, that they fell as they had to."""
    must_be_over(match)
    found = verify(match)
    return {
        "checked": found.checked,
        "by_hand": found.by_hand,
        "sealed": found.sealed,
        "streams": [
            {
                "first": stretch.first + 1,
                "seal": stretch.published or stretch.dice.commitment,
                "secret": stretch.dice.secret.hex(),
                "nonces": list(stretch.dice.nonces),
            }
            for stretch in match.stretches
            if stretch.first < match.throws
        ],
    }


def must_be_over(match: Match) -> None:
    """Refuses to tell what belongs to the time after a battle."""
    if match.outcome is None:
        raise IllegalAction(Text("that is told when the battle is over"))
