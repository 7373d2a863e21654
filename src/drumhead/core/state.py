"""The contract of every game: a position that can say whose decision it is and what may be decided."""

from random import Random
from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text

CHANCE: Final = -1
OVER: Final = -2
SPECTATOR: Final = -1
"""The seat of whoever only watches: knows what is open to all and decides nothing."""
FIRST_SIGHT: Final = 1e9
"""What `State.trust` answers where first sight is to decide."""


@native(allow_interpreted_subclasses=True, serializable=True)
class State:
    """A position. Decisions are ints; `apply` trusts them, changes the position in place and stops at the next one.

    `player` is the seat that decides, `CHANCE` when something is thrown, `OVER` at the end. While `events`
    is a list, `apply` appends what happened to it; search leaves it None.
    """

    __slots__ = ("events", "player")

    player: int
    events: list[tuple[Any, ...]] | None

    def legal(self) -> list[int]:
        """Every legal action of the deciding seat, in a fixed order, without duplicates; one that ends moving first."""
        raise NotImplementedError

    def accepts(self, action: int) -> bool:
        """Says whether an action that `legal` does not list may be played all the same; games with such actions do."""
        return False

    def further(self) -> list[int]:
        """Those of the accepted actions that a person may like to be offered: the same things in another order."""
        return []

    def apply(self, action: int) -> None:
        """Carries out a legal action, or a chance outcome, and goes on to the next decision."""
        raise NotImplementedError

    def throw(self) -> tuple[int, ...]:
        """The dice to be thrown at a chance position, each by its number of sides."""
        raise NotImplementedError

    def outcome(self, faces: tuple[int, ...]) -> int:
        """The chance outcome that these faces, in the order of `throw`, amount to."""
        raise NotImplementedError

    def sample(self, rng: Random) -> int:
        """A random chance outcome; games override it where a shorter way exists."""
        return self.outcome(tuple([int(rng.random() * sides) + 1 for sides in self.throw()]))

    def weights(self) -> list[tuple[int, int]]:
        """All chance outcomes, merged by effect, with whole-number weights: exact odds over their sum."""
        raise NotImplementedError

    def chances(self) -> list[tuple[int, float]]:
        """All chance outcomes, merged by effect, with their probabilities."""
        weighted = self.weights()
        whole = 0
        for _, weight in weighted:
            whole += weight
        return [(outcome, weight / whole) for outcome, weight in weighted]

    def effect(self, outcome: int) -> int:
        """The merged outcome of `weights` that has the same effect as this one."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An independent copy, without an event list."""
        raise NotImplementedError

    def pack(self) -> bytes:
        """The position as compact bytes; equal positions of one set-up pack equally."""
        raise NotImplementedError

    def unpack(self, data: bytes) -> "State":
        """The position that was packed, with this position's set-up."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """At the end: +1, 0 or -1 for every seat."""
        raise NotImplementedError

    def observe(self, seat: int) -> "State":
        """A copy in which all that the seat may not know is blank; the seat may be `SPECTATOR`."""
        raise NotImplementedError

    def guess(self, seat: int, rng: Random) -> "State":
        """A full position drawn from those that the seat holds possible; works on an observed position too."""
        raise NotImplementedError

    def advise(self, adviser: str, rng: Random) -> int:
        """What an opponent that the game's own rules describe decides for the deciding seat; most games have none."""
        raise SetupError(Text("this game has no opponent {name} of its own", name=repr(adviser)))

    def evaluate(self, seat: int) -> float:
        """How good the position looks for the seat, -1 to 1."""
        raise NotImplementedError

    def features(self, seat: int) -> list[float]:
        """What `evaluate` weighs, in the order of the game's `features`: what the seat has more than the other side."""
        raise NotImplementedError

    def manner(self, seat: int) -> float:
        """What draws the seat's pieces, beyond what `features` count, as log-odds; in most games nothing.

        What is worth as much to either side, such as to be near each other, is no feature. Who plans turns may heed it
        more or less.
        """
        return 0.0

    def aims(self, seat: int) -> list[int]:
        """What the seat's turn could be about, the most promising first, in numbers of the game's own; or nothing."""
        return []

    def aimed(self, seat: int, aim: int) -> float:
        """How much the position serves an aim, beyond what it is worth, as log-odds."""
        raise NotImplementedError

    def turns_begun(self) -> int:
        """How many turns of many decisions have begun; 0 before the first, and in games whose turns are short."""
        return 0

    def is_quiet(self) -> bool:
        """Says whether the position can be judged as it stands, since nothing is half done; False where in doubt."""
        return False

    def search(self) -> str:
        """The way to look ahead that suits the game, by its name among the opponents."""
        return "tree"

    def overlooks(self, level: str) -> float:
        """How much of what it could do an opponent of a level overlooks, as a share, so that levels differ clearly."""
        return 0.0

    def overlook_group(self, action: int) -> int:
        """The group of actions that an opponent overlooks together, or 0 for an action that it never overlooks.

        Games group what may be overlooked: the moves of a turn. What is free is 0: a re-roll, a shot that costs
        nothing, which unit to hit.
        """
        return 0

    def trust(self) -> float:
        """How many turns played out the first sight of a move is worth to an opponent that plans by turns.

        FIRST_SIGHT, where what is seen at first tells more than any turn played out.
        """
        return 1.0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash(self.pack())


def pack_ints(numbers: list[int]) -> bytes:
    """Writes whole numbers, of any sign and size, as bytes."""
    known = _KNOWN
    return b"".join([known[number] if -3 < number < 256 else _packed(number) for number in numbers])


def _packed(number: int) -> bytes:
    out = []
    rest = number * 2 if number >= 0 else -number * 2 - 1
    while rest > 127:
        out.append(_BYTES[rest & 127 | 128])
        rest >>= 7
    out.append(_BYTES[rest])
    return b"".join(out)


_BYTES: Final = [bytes([byte]) for byte in range(256)]
_KNOWN: Final = [_packed(number) for number in (*range(256), -2, -1)]
"""Small numbers as they are packed; the last two are those below zero, found from the end."""


def unpack_ints(data: bytes) -> list[int]:
    """Reads what `pack_ints` wrote."""
    numbers: list[int] = []
    rest = 0
    shift = 0
    for byte in data:
        rest |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(rest // 2 if rest % 2 == 0 else -(rest + 1) // 2)
            rest = 0
            shift = 0
    return numbers
