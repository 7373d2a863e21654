"""The legal actions of a position as a sequence that is built only as far as it is read."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, overload

from drumhead.core.actions import Action
from drumhead.core.errors import DrumheadError
from drumhead.core.game import Game
from drumhead.core.state import State

SHOWN_IN_REPR: Final = 12
"""How many notations `repr` lists."""


class LegalActions(Sequence[Any]):  # not Action: type checkers would flag `"pass" in legal`
    """Every legal action of the seat to act in one position, in the order of `State.legal`.

    `len`, `bool` and `in` need the codes of the actions only; indexing builds one action, iterating builds all, once.
    The sequence belongs to the position it was asked for: what is pushed later does not change it. It equals any list
    or tuple of the same actions.

    `action in legal` takes an `Action`, a code or a notation, and returns False for a notation that cannot be read. An
    action is looked up by its code, as `Match.push` does. A game may accept actions that it does not list, such as the
    same move by another way (`State.accepts`): those are not in the sequence, though `Match.why` returns None for them.

    >>> match = Match(load("pocket-battles"), seed=1815)
    >>> match.roll()
    Throw(faces=(4, 5))
    >>> len(match.legal_actions), "place E1 left-front" in match.legal_actions
    (48, True)
    """

    __slots__ = ("_actions", "_codes", "_game", "_state")

    def __init__(self, game: Game, state: State, codes: Sequence[int]) -> None:
        self._game = game
        self._state = state
        self._codes = tuple(codes)
        self._actions: list[Action] | None = None

    @property
    def codes(self) -> tuple[int, ...]:
        """The actions as the ints that `State.apply` takes, in the same order."""
        return self._codes

    @property
    def is_built(self) -> bool:
        """Whether all actions have been built already, so that reading them costs nothing."""
        return self._actions is not None

    def __len__(self) -> int:
        return len(self._codes)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._built())

    def __reversed__(self) -> Iterator[Action]:
        return reversed(self._built())

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if self._actions is not None:
            return self._actions[index]
        codes = self._codes[index]
        if isinstance(codes, tuple):
            return [self._game.action(self._state, code) for code in codes]
        return self._game.action(self._state, codes)

    def __contains__(self, action: object) -> bool:
        return self._code(action) in self._codes

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Returns where an action, a code or a notation stands; raises ValueError where it is not legal."""
        code = self._code(value)
        if code is None:
            raise ValueError(f"{value!r} is not a legal action")
        return self._codes.index(code, start, len(self._codes) if stop is None else stop)

    def count(self, value: object) -> int:
        """Returns 1 for a legal action, 0 for anything else: no action is listed twice."""
        return int(value in self)

    def __add__(self, other: Sequence[Action]) -> list[Action]:
        return [*self, *other]

    def __radd__(self, other: Sequence[Action]) -> list[Action]:
        return [*other, *self]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalActions | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as a list has none

    def __repr__(self) -> str:
        shown = [action.notation for action in islice(map(self.__getitem__, range(len(self))), SHOWN_IN_REPR)]
        more = [f"and {len(self) - SHOWN_IN_REPR} more"] if len(self) > SHOWN_IN_REPR else []
        return f"<LegalActions ({', '.join(shown + more)})>"

    def _built(self) -> list[Action]:
        if self._actions is None:
            self._actions = [self._game.action(self._state, code) for code in self._codes]
        return self._actions

    def _code(self, action: object) -> int | None:
        """Returns the code that an action, a code or a notation stands for; None where it stands for nothing here."""
        if isinstance(action, Action):
            return action.code
        if isinstance(action, str):
            if not self._codes:
                return None  # the position may belong to nobody, and cannot be asked then
            has_secrets = self._game.has_secrets(self._state)
            known = self._state.observe(self._state.player) if has_secrets else self._state
            try:
                return self._game.parse(known, action)
            except DrumheadError:
                return None
        return action if isinstance(action, int) else None
