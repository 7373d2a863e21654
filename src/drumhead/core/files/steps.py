"""A step of a match as text: the same words in a game file and in the server's event log."""

from typing import Any, Final, Protocol

from drumhead.core.played import CONCEDE, DRAW, FORFEITS, Played
from drumhead.core.state import CHANCE

_THROW: Final = "throw"
_BY_HAND: Final = "by hand"


class PlayableMatch(Protocol):
    """What reading a step needs of a match."""

    def push(self, action: str) -> Any:
        """Plays an action."""

    def roll(self, faces: tuple[int, ...], *, recorded: bool) -> Any:
        """Plays a throw."""

    def concede(self, seat: int) -> None:
        """Ends the match against a seat that gives up."""

    def agree_draw(self) -> None:
        """Ends the match as a draw."""

    def forfeit(self, notation: str, seat: int | None) -> None:
        """Ends the match against a seat that was waited for."""


def write_throw(faces: tuple[int, ...], *, by_hand: bool = False) -> str:
    """A throw in words, such as `throw 4 2 by hand`."""
    words = f"{_THROW} {' '.join(map(str, faces))}"
    return f"{words} {_BY_HAND}" if by_hand else words


def write_step(step: Played) -> str:
    """A step in words, without the seat that decided."""
    return write_throw(step.faces, by_hand=step.by_hand) if step.faces is not None else step.notation


def is_throw(words: str) -> bool:
    """Returns whether the words of a step are those of a throw."""
    return words.split(maxsplit=1)[:1] == [_THROW]


def play_step(match: PlayableMatch, seat: int, words: str) -> None:
    """Plays a step that was written for a seat, `CHANCE` for a throw; ValueError where a throw is not one."""
    if seat == CHANCE:
        parts = words.split()
        by_hand = parts[-2:] == _BY_HAND.split()
        faces = tuple(int(part) for part in (parts[1:-2] if by_hand else parts[1:]))
        match.roll(faces, recorded=not by_hand)
    elif words == CONCEDE:
        match.concede(seat)
    elif words == DRAW:
        match.agree_draw()
    elif words in FORFEITS:
        match.forfeit(words, seat)
    else:
        match.push(words)
