"""The contract of every game: a position that can say whose decision it is and what may be decided."""

from random import Random
from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text

CHANCE: Final = -1
OVER: Final = -2
PRIOR_ONLY: Final = 1e9
"""The `State.prior_weight` of a decision that rollouts must not overrule."""
SEARCH_TREE: Final = "tree"
SEARCH_TURNS: Final = "turn_search"
SEARCH_PLANS: Final = "turn_plans"
"""The values of `State.search`: a tree of single actions, rollouts of first moves, rollouts of whole planned turns."""


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
        """A copy in which all that the seat may not know is blank; seat -1 is a spectator."""
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

    def planning_bias(self, seat: int) -> float:
        """Log-odds that `evaluate` adds for the seat beyond `features`, to guide its moves; 0 in most games.

        For what gives neither side an advantage, such as being close to each other. It is no part of the chance to win:
        hints and reviews subtract it, and the search of whole turns scales it to make plans differ.
        """
        return 0.0

    def turn_goals(self, seat: int) -> list[int]:
        """Goals that a turn of the seat could pursue, most promising first, numbered by the game; may be empty."""
        return []

    def goal_value(self, seat: int, goal: int) -> float:
        """Log-odds to add to `evaluate` while the seat pursues a goal of `turn_goals`."""
        raise NotImplementedError

    def turns_begun(self) -> int:
        """How many turns of many decisions have begun; 0 before the first, and in games whose turns are short."""
        return 0

    def is_quiet(self) -> bool:
        """Returns whether `evaluate` is reliable here because nothing is half done; False where in doubt."""
        return False

    def search(self) -> str:
        """The search that suits the game: SEARCH_TREE, SEARCH_TURNS or SEARCH_PLANS."""
        return SEARCH_TREE

    def overlook_share(self, level: str) -> float:
        """The probability, 0 to 1, that an opponent of a level does not consider a group of actions."""
        return 0.0

    def overlook_group(self, action: int) -> int:
        """The group of actions that an opponent overlooks together; 0 for an action that it never overlooks.

        Games group the moves of a turn. Decisions that cost nothing are 0: a re-roll, a free shot, which unit to hit.
        """
        return 0

    def prior_weight(self) -> float:
        """How many rollouts the one-step value of a move is worth to a search that compares moves by rollouts.

        PRIOR_ONLY where that value is more reliable than any rollout.
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
