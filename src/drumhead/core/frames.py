"""Pending steps: a position waits for a stack of packed frames, and this machine works it off.

Each game declares every kind of frame once, as a `FrameKind`: its number and name, its fields, who decides, what may be
decided, what a decision does, and what the table says about it. Everything else is derived from that declaration:
dispatch, the legal kinds of action, written positions, prompts and phases.

A frame is an int: 5 bits for the kind, then fields whose widths the game chooses. Code outside `engine` and `rules`
reads frames as named fields (`FrameState.pending`).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.core.state import State

KIND: Final = 31
"""The bits of a frame or an action that hold its kind."""
KIND_BITS: Final = 5
GO_ON: Final = -3
"""What `FrameKind.enter` returns where nobody decides: the machine takes the next frame."""


def given(state: Any) -> list[int]:
    """Returns the options that were worked out when play reached the frame."""
    options: list[int] = state.options
    return options[:]


def no_options(state: Any) -> list[int]:
    """Returns no action: dice are thrown here, or nothing is decided."""
    return []


def never(state: Any, action: int) -> None:
    """Fails: no decision is made at such a frame."""
    raise AssertionError


class FrameField:
    """One field of a frame or an action: what it is called there, and what it holds, such as `enemy` and `unit`."""

    __slots__ = ("holds", "name")

    def __init__(self, declared: str) -> None:
        self.name, _, holds = declared.partition(":")
        self.holds = holds or self.name


def declared_fields(fields: str) -> tuple[FrameField, ...]:
    """Reads a declaration such as `unit enemy:unit dice:number`."""
    return tuple([FrameField(word) for word in fields.split()])


class FrameKind:
    """A kind of pending step.

    `enter(position, frame)` runs when play reaches the frame and returns the seat that decides, CHANCE, OVER or GO_ON;
    it may fill `position.options`. `options(position)` lists the legal actions. `choose(position, action)` carries out
    a decision or the outcome of a throw, and removes or replaces the frame.
    """

    __slots__ = (
        "actions",
        "choose",
        "clause",
        "enter",
        "fields",
        "is_quiet",
        "name",
        "number",
        "options",
        "phase",
        "prompt",
        "throw",
    )

    def __init__(
        self,
        number: int,
        name: str,
        fields: str = "",
        *,
        enter: Callable[[Any, int], int],
        options: Callable[[Any], list[int]] = no_options,
        choose: Callable[[Any, int], None] = never,
        actions: tuple[int, ...] = (),
        clause: str = "",
        prompt: Text | None = None,
        is_quiet: bool = False,
        phase: str = "",
        throw: str = "",
    ) -> None:
        self.number = number
        self.name = name
        """Its name in written positions."""
        self.fields = declared_fields(fields)
        self.enter = enter
        self.options = options
        self.choose = choose
        self.actions = actions
        """The kinds of action that answer it."""
        self.clause = clause
        """The clause by which it is asked."""
        self.prompt = prompt
        """The open question; the fields of the frame fill it in."""
        self.is_quiet = is_quiet
        """Whether a position can be evaluated here, since nothing is half done."""
        self.phase = phase
        """The phase of the turn that a view shows."""
        self.throw = throw
        """What is thrown for, as a view names it."""


class Frame:
    """A frame, decoded: its kind, and its fields by name."""

    __slots__ = ("_values", "kind")

    def __init__(self, kind: FrameKind, values: dict[str, int]) -> None:
        self.kind = kind
        self._values = values

    def __getitem__(self, field: str) -> int:
        return self._values[field]

    @property
    def number(self) -> int:
        """The number of its kind."""
        return self.kind.number

    def items(self) -> Iterable[tuple[FrameField, int]]:
        """Returns each field with its value, in the order of declaration."""
        return [(field, self._values[field.name]) for field in self.kind.fields]


class FrameTable:
    """All kinds of frame of a game, in the order of their numbers, and how their fields are packed.

    `widths` are the bits of each field; a width of 0 takes all bits that are left.
    """

    __slots__ = ("choose", "enter", "kinds", "masks", "named", "options", "quiet", "shifts")

    def __init__(self, widths: Sequence[int], kinds: Sequence[FrameKind]) -> None:
        for number, kind in enumerate(kinds):
            assert kind.number == number, f"{kind.name} has number {kind.number} and stands in place {number}"
            assert len(kind.fields) <= len(widths), f"{kind.name} has too many fields"
        self.kinds = tuple(kinds)
        self.named = {kind.name: kind for kind in kinds}
        self.enter = [kind.enter for kind in kinds]
        self.options = [kind.options for kind in kinds]
        self.choose = [kind.choose for kind in kinds]
        self.quiet = [kind.is_quiet for kind in kinds]
        self.shifts = [KIND_BITS + sum(widths[:place]) for place in range(len(widths))]
        self.masks = [(1 << width) - 1 if width else -1 for width in widths]

    def kind(self, frame: int) -> FrameKind:
        """Returns the kind of a packed frame."""
        return self.kinds[frame & KIND]

    def decode(self, frame: int) -> Frame:
        """Returns a packed frame by named fields. The last field, if it has no width, takes the bits that are left."""
        kind = self.kinds[frame & KIND]
        shifts, masks = self.shifts, self.masks
        values = {
            field.name: frame >> shifts[place] & (-1 if field.holds == UNITS else masks[place])
            for place, field in enumerate(kind.fields)
        }
        return Frame(kind, values)

    def encode(self, kind: FrameKind, values: Sequence[int]) -> int:
        """Packs a frame."""
        frame = kind.number
        for shift, value in zip(self.shifts, values, strict=False):
            frame |= value << shift
        return frame

    def write(self, frame: int, words: dict[str, Callable[[int], str]]) -> str:
        """Writes a frame as `name:field:field`; `words` writes a field by what it holds."""
        decoded = self.decode(frame)
        return ":".join([decoded.kind.name, *[words[field.holds](value) for field, value in decoded.items()]])

    def read(self, text: str, numbers: dict[str, Callable[[str], int]]) -> int:
        """Reads what `write` wrote; `numbers` reads a field by what it holds. Raises NotationError."""
        name, *values = text.split(":")
        kind = self.named.get(name)
        if kind is None:
            known = ", ".join(self.named)
            raise NotationError(Text("{words} is not a pending step; they are {known}", words=repr(text), known=known))
        if len(values) != len(kind.fields):
            form = ":".join([name, *[field.name.upper() for field in kind.fields]])
            raise NotationError(Text("{words} is written as {form}", words=repr(text), form=form))
        return self.encode(
            kind, [numbers[field.holds](value) for field, value in zip(kind.fields, values, strict=True)]
        )


UNITS: Final = "units"
"""What a field holds that is a bitset of units: it takes all bits that are left."""


@native(allow_interpreted_subclasses=True, serializable=True)
class FrameState(State):
    """A position that works off a stack of frames; the last one is being decided.

    Games override `frames`, and `apply` where some kinds are met so often that calling them by name pays.
    """

    __slots__ = ("options", "stack")

    stack: list[int]
    options: list[int]
    """What may be chosen now, where the frame has worked it out already."""

    def frames(self) -> FrameTable:
        """Returns the kinds of frame of the game."""
        raise NotImplementedError

    def pending(self) -> Frame:
        """Returns the frame that is being decided, by named fields."""
        return self.frames().decode(self.stack[-1])

    def all_pending(self) -> list[Frame]:
        """Returns the whole stack by named fields, the frame that is being decided last."""
        decode = self.frames().decode
        return [decode(frame) for frame in self.stack]

    def step_kind(self) -> int:
        """Returns the number of the kind of frame that is being decided."""
        return self.stack[-1] & KIND

    def legal(self) -> list[int]:
        """Returns every legal action of the deciding seat."""
        return self.frames().options[self.stack[-1] & KIND](self)

    def apply(self, action: int) -> None:
        """Carries out a decision or a throw and goes on to the next."""
        table = self.frames()
        stack = self.stack
        table.choose[stack[-1] & KIND](self, action)
        enter = table.enter
        player = GO_ON
        while player == GO_ON:
            frame = stack[-1]
            player = enter[frame & KIND](self, frame)
        self.player = player

    def resume(self) -> None:
        """Finds out who decides, after the stack was set from outside."""
        enter = self.frames().enter
        player = GO_ON
        while player == GO_ON:
            frame = self.stack[-1]
            player = enter[frame & KIND](self, frame)
        self.player = player

    def is_quiet(self) -> bool:
        """Returns whether the position can be evaluated as it stands."""
        return self.frames().quiet[self.stack[-1] & KIND]


class ActionKind:
    """A kind of action: its number, its verb in notation, its words in a menu, its clause, its fields, an example."""

    __slots__ = ("clause", "example", "fields", "number", "verb", "words")

    def __init__(self, number: int, verb: str, words: Text, clause: str, fields: str = "", example: str = "") -> None:
        self.number = number
        self.verb = verb
        self.words = words
        self.clause = clause
        self.fields = declared_fields(fields)
        self.example = example or verb

    @property
    def takes(self) -> tuple[str, ...]:
        """What its fields hold; nothing for an action that is a verb alone."""
        return tuple([field.holds for field in self.fields])


class ActionTable:
    """All kinds of action of a game, by number and by verb."""

    __slots__ = ("kinds", "verbs")

    def __init__(self, kinds: Sequence[ActionKind]) -> None:
        self.kinds = {kind.number: kind for kind in kinds}
        self.verbs = {kind.verb: kind for kind in kinds}
        assert len(self.kinds) == len(kinds) == len(self.verbs), "two kinds of action share a number or a verb"

    def taking(self, *holds: str) -> tuple[int, ...]:
        """Returns the numbers of the kinds whose fields hold exactly this."""
        return tuple([number for number, kind in self.kinds.items() if kind.takes == holds])
