"""Streams of dice between people: who has to commit to a nonce or to reveal one, and what stands for those who do not.

Steps and formulas are in docs/protocol.md. All functions are pure; `SessionState` applies them to its last stream.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from drumhead.core.dice import Dice, nonce_commitment, substitute_nonce
from drumhead.core.played import Stretch
from drumhead.server.lobby.seats import Seat

COMMIT: Final = "commit"
REVEAL: Final = "reveal"
OPEN: Final = "open"
"""What a stream waits for: commitments, nonces that were committed to, or nonces in a stream without commitments."""
SUBSTITUTE_SECONDS: Final = 600.0
"""After how long dice that are held up by a seat fall with a substitute for its nonce."""
GRACE_SECONDS: Final = 10.0
"""The least time that a seat has after a session was restored: its player may be the one who has come back."""


def new_stream(first: int, seats: Sequence[Seat]) -> Stretch:
    """A stream from a throw on: people have to commit to their nonces, computers have committed to drawn ones."""
    dice = Dice.fresh(len(seats))
    bound = Stretch(first, replace(dice, nonces=("",) * len(seats)), commitments=("",) * len(seats))
    for seat, sits in enumerate(seats):
        if not sits.is_person:
            bound = with_nonce(bound, seat, dice.nonces[seat])
    return bound


def awaited(stretch: Stretch) -> tuple[str, list[int]]:
    """What a stream waits for, and of which seats; an empty word and nobody once it is complete."""
    for what, values in ((COMMIT, stretch.commitments), (REVEAL if stretch.commitments else OPEN, stretch.dice.nonces)):
        missing = [seat for seat, value in enumerate(values) if not value]
        if missing:
            return what, missing
    return "", []


def with_commitment(stretch: Stretch, seat: int, commitment: str) -> Stretch:
    """The stream with the commitment of a seat."""
    return replace(stretch, commitments=_put(stretch.commitments, seat, commitment))


def with_nonce(stretch: Stretch, seat: int, nonce: str) -> Stretch:
    """The stream with the nonce of a seat, and with its commitment if it made none."""
    if stretch.commitments and not stretch.commitments[seat]:
        stretch = with_commitment(stretch, seat, nonce_commitment(stretch.seal, seat, nonce))
    return replace(stretch, dice=replace(stretch.dice, nonces=_put(stretch.dice.nonces, seat, nonce)))


def with_drawn(stretch: Stretch, seat: int, nonce: str) -> Stretch:
    """The stream with a nonce that the server drew for a seat whose client brings none."""
    return replace(with_nonce(stretch, seat, nonce), drawn=(*stretch.drawn, seat))


def with_substitute(stretch: Stretch, seat: int, nonce: str) -> Stretch:
    """The stream with what stands for the nonce of a seat that did not give it in time."""
    return replace(with_nonce(stretch, seat, nonce), substituted=(*stretch.substituted, seat))


def substitute(stretch: Stretch, seat: int) -> str:
    """What stands for a missing nonce: random before the seat has committed; later a hash that nobody can choose."""
    return substitute_nonce(stretch.joint, seat) if stretch.joint else secrets.token_hex(16)


def shown_nonces(stretch: Stretch, seat: int, seats: Sequence[Seat]) -> list[str]:
    """The nonces that a seat is shown: its own and those of computers, and all of them once they are complete."""
    if not stretch.commitments or not awaited(stretch)[0]:
        return list(stretch.dice.nonces)
    nonces = enumerate(stretch.dice.nonces)
    return [nonce if other == seat or not seats[other].is_person else "" for other, nonce in nonces]


def _put(values: tuple[str, ...], seat: int, value: str) -> tuple[str, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


CHANGES: Final[dict[str, Callable[[Stretch, int, str], Stretch]]] = {
    "commit": with_commitment,
    "nonce": with_nonce,
    "drawn": with_drawn,
    "substitute": with_substitute,
}
"""What a meta event changes in the running stream of dice, by its first word."""
