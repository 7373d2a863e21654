"""The contract of a position: who decides, what may be decided, and what a decision or a throw leads to."""

from random import Random
from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text

CHANCE: Final = -1
"""What `State.player` and `Match.to_act` are when dice have to be thrown."""
OVER: Final = -2
"""What `State.player` and `Match.to_act` are when the battle has ended; `Outcome.winner` of a draw."""
SPECTATOR: Final = -1
"""The seat of whoever only watches: knows what is open to all and decides nothing."""
PRIOR_ONLY: Final = 1e9
"""The `State.prior_weight` of a decision that rollouts must not overrule."""
SEARCH_TREE: Final = "tree"
SEARCH_TURNS: Final = "turn_search"
SEARCH_PLANS: Final = "turn_plans"
"""The values of `State.search`: a tree of single actions, rollouts of first moves, rollouts of whole planned turns."""


@native(allow_interpreted_subclasses=True, serializable=True)
class State:
    """A position: all that search, bots and matches know of a game.

    A position is always in one of three conditions, told by `player`:

    `player >= 0`: that seat decides. `legal` lists its actions; `apply` takes one of them.

    `player == CHANCE`: dice are thrown. `throw` names them, `outcome` turns faces into a chance outcome, `sample` draws
    one, `weights` and `chances` list all of them; `apply` takes one.

    `player == OVER`: the battle has ended. `returns` says who won; `legal`, `throw` and `apply` may not be called.

    Actions and outcomes are ints whose meaning is the game's. `apply` changes the position in place and trusts what it
    is given: whoever takes actions from outside checks them first, as `Match` does. While `events` is a list, `apply`
    appends what happened as tuples that `Game.event` puts into words; search leaves it None.

    A position never owns a random generator, and equal positions of one set-up must behave alike.
    """

    __slots__ = ("events", "player")

    player: int
    events: list[tuple[Any, ...]] | None

    def legal(self) -> list[int]:
        """Returns every legal action of the deciding seat, at least one, without duplicates.

        The order is fixed by the position; an action that ends moving comes first. The caller may change the list.
        """
        raise NotImplementedError

    def accepts(self, action: int) -> bool:
        """Returns whether an action that `legal` does not list may be played all the same; by default none may.

        They come to the same as listed ones, such as the same moves in another order, so search needs none of them.
        """
        return False

    def further(self) -> list[int]:
        """Returns the accepted actions that a person may like to be offered; each must pass `accepts`."""
        return []

    def apply(self, action: int) -> None:
        """Carries out a legal action or a chance outcome and stops at the next decision, throw or end.

        Changes the position in place. An action that is not legal leaves it in any condition.
        """
        raise NotImplementedError

    def throw(self) -> tuple[int, ...]:
        """Returns the dice to be thrown, each by its number of sides; only where `player` is CHANCE."""
        raise NotImplementedError

    def outcome(self, faces: tuple[int, ...]) -> int:
        """Returns the chance outcome of these faces, each from 1, in the order of `throw`."""
        raise NotImplementedError

    def sample(self, rng: Random) -> int:
        """Returns a random chance outcome with the right odds; games override it where a shorter way exists."""
        return self.outcome(tuple([int(rng.random() * sides) + 1 for sides in self.throw()]))

    def weights(self) -> list[tuple[int, int]]:
        """Returns all chance outcomes, merged by effect, with whole-number weights.

        A weight over the sum of all weights is the exact probability. Each outcome can be given to `apply`.
        """
        raise NotImplementedError

    def chances(self) -> list[tuple[int, float]]:
        """Returns the outcomes of `weights` with their probabilities, which add up to 1."""
        weighted = self.weights()
        whole = 0
        for _, weight in weighted:
            whole += weight
        return [(outcome, weight / whole) for outcome, weight in weighted]

    def effect(self, outcome: int) -> int:
        """Returns the outcome of `weights` that has the same effect as this one."""
        raise NotImplementedError

    def clone(self) -> "State":
        """Returns an independent copy whose `events` is None."""
        raise NotImplementedError

    def pack(self) -> bytes:
        """Returns the position as compact bytes; equal positions of one set-up pack equally."""
        raise NotImplementedError

    def unpack(self, data: bytes) -> "State":
        """Returns the position that was packed; it takes the set-up from this one, which must be of the same game."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """Returns +1, 0 or -1 for every seat; only where `player` is OVER."""
        raise NotImplementedError

    def observe(self, seat: int) -> "State":
        """A copy in which all that the seat may not know is blank; the seat may be `SPECTATOR`."""
        raise NotImplementedError

    def guess(self, seat: int, rng: Random) -> "State":
        """Returns a full position drawn from those that the seat holds possible; works on an observed position too.

        What the seat knows stays as it is. Where nothing is hidden it is a copy.
        """
        raise NotImplementedError

    def advise(self, adviser: str, rng: Random) -> int:
        """Returns the action that an opponent of `Game.advisers` picks for the deciding seat; most games have none."""
        raise SetupError(Text("this game has no opponent {name} of its own", name=repr(adviser)))

    def evaluate(self, seat: int) -> float:
        """Returns how good the position looks for the seat, from -1 (lost) to 1 (won), without looking ahead."""
        raise NotImplementedError

    def features(self, seat: int) -> list[float]:
        """Returns what `evaluate` weighs, in the order of `Game.features`, as the lead of the seat over the others."""
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
        """Returns how many turns have begun; 0 before the first, and always in games whose turns are short."""
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
    """Returns whole numbers, of any sign and size, as bytes: seven bits a byte, the sign in the lowest bit."""
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
    """Returns the numbers that `pack_ints` packed."""
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
