"""core.frames and core.fields: pending steps and position fields, declared once."""

from collections.abc import Callable
from typing import Any

import pytest

from drumhead.core.errors import NotationError
from drumhead.core.fields import PositionFields
from drumhead.core.frames import (
    GO_ON,
    ActionKind,
    ActionTable,
    FrameKind,
    FrameState,
    FrameTable,
    given,
    never,
    no_options,
)
from drumhead.core.i18n.text import Text
from drumhead.core.registry import games
from drumhead.core.state import OVER

WIDTHS = (3, 4, 0)


def ask(state: Any, frame: int) -> int:
    state.options = [1, 2]
    return 0


def answer(state: Any, action: int) -> None:
    state.stack.pop()
    state.total += action


def skip(state: Any, frame: int) -> int:
    state.stack.pop()
    return GO_ON


TABLE = FrameTable(
    WIDTHS,
    [
        FrameKind(0, "end", enter=lambda state, frame: OVER),
        FrameKind(1, "ask", "seat unit", enter=ask, options=given, choose=answer, is_quiet=True),
        FrameKind(2, "skip", "seat among:units", enter=skip),
    ],
)


class Sum(FrameState):
    """Adds up what is decided."""

    def __init__(self, *stack: int) -> None:
        self.stack = list(stack)
        self.options = []
        self.total = 0
        self.resume()

    def frames(self) -> FrameTable:
        return TABLE


ASK = TABLE.encode(TABLE.named["ask"], (5, 9))
SKIP = TABLE.encode(TABLE.named["skip"], (1, 0b1_0000_0000_0001))


def test_the_machine_works_off_frames_until_somebody_decides() -> None:
    state = Sum(0, ASK, SKIP, SKIP)
    assert (state.stack, state.player, state.legal(), state.is_quiet()) == ([0, ASK], 0, [1, 2], True)
    state.apply(2)
    assert (state.stack, state.player, state.total, state.legal()) == ([0], OVER, 2, [])


def test_a_frame_is_read_by_named_fields() -> None:
    state = Sum(0, ASK)
    frame = state.pending()
    assert (frame.number, frame.kind.name, frame["seat"], frame["unit"]) == (1, "ask", 5, 9)
    assert [(field.name, value) for field, value in frame.items()] == [("seat", 5), ("unit", 9)]
    assert [pending.kind.name for pending in state.all_pending()] == ["end", "ask"]


def test_a_field_of_units_takes_all_bits_that_are_left() -> None:
    assert TABLE.decode(SKIP)["among"] == 0b1_0000_0000_0001


def test_frames_are_written_and_read() -> None:
    words: dict[str, Callable[[int], str]] = {"seat": "abcdef".__getitem__, "unit": str, "units": bin}
    numbers: dict[str, Callable[[str], int]] = {"seat": "abcdef".index, "unit": int, "units": lambda word: int(word, 2)}
    for frame in (0, ASK, SKIP):
        assert TABLE.read(TABLE.write(frame, words), numbers) == frame
    assert TABLE.write(ASK, words) == "ask:f:9"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("wait", "'wait' is not a pending step; they are end, ask, skip"),
        ("ask:1", "'ask:1' is written as ask:SEAT:UNIT"),
    ],
)
def test_what_is_no_frame_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        TABLE.read(text, {"seat": int, "unit": int})


def test_frames_stand_in_the_order_of_their_numbers() -> None:
    with pytest.raises(AssertionError, match="late has number 1 and stands in place 0"):
        FrameTable(WIDTHS, [FrameKind(1, "late", enter=skip)])


def test_where_nothing_is_decided_a_decision_fails() -> None:
    assert no_options(None) == []
    with pytest.raises(AssertionError):
        never(None, 1)


def test_kinds_of_action_are_found_by_number_verb_and_fields() -> None:
    move = ActionKind(4, "move", Text("move"), "X-1", "unit to:zone", "move A1 left")
    done = ActionKind(0, "done", Text("done"), "X-2")
    table = ActionTable([move, done])
    assert (table.kinds[4], table.verbs["done"]) == (move, done)
    assert (table.taking("unit", "zone"), table.taking()) == ((4,), (0,))
    assert (done.example, move.example) == ("done", "move A1 left")
    with pytest.raises(AssertionError):
        ActionTable([done, ActionKind(0, "stop", Text("stop"), "X-2")])


class Record:
    """A position of four fields."""

    def __init__(self) -> None:
        self.turn = 0
        self.place = [99, 99, 99]
        self.damage = [0, 0, 0]
        self.coins = [0, 0]
        self.path: list[int] = []
        self.stack: list[int] = []


def test_stored_fields_are_packed_in_the_order_of_their_declaration() -> None:
    fields = PositionFields("turn coins:list place+damage:rows path:counted stack:rest", blank=99)
    record = Record()
    record.turn, record.coins, record.path, record.stack = 3, [7, 8], [5], [1, 2]
    record.place[1], record.damage[1] = 40, 2
    numbers = fields.numbers(record)
    assert numbers == [3, 7, 8, 1, 1, 40, 2, 1, 5, 1, 2]
    again = Record()
    fields.restore(again, numbers)
    assert vars(again) == vars(record)
    assert fields.names == ("turn", "coins", "place", "damage", "path", "stack")


@pytest.mark.parametrize("name", games())
def test_every_step_that_asks_a_seat_has_actions_and_a_clause(name: str) -> None:
    state = games()[name].set_up().start()
    assert isinstance(state, FrameState)
    for kind in state.frames().kinds:
        if kind.actions:
            assert kind.clause, f"{kind.name} names no clause"
            assert kind.choose is not never, f"{kind.name} takes no decision"
            assert kind.options is not no_options, f"{kind.name} lists nothing"
