"""Covers drumhead.cli.table.menu: choices by unit, verb and target."""

import pytest

from drumhead.cli.table.menu import MAX_FLAT_ACTIONS, Menu
from drumhead.core.actions import Action, Step
from drumhead.core.i18n.text import Text


def action(notation: str, *steps: str) -> Action:
    return Action(hash(notation), notation, Text("{it}", it=notation), "X-1", tuple(Step(s, Text(s)) for s in steps))


ORDERS = [
    action("pass", "pass"),
    action("charge A1", "A1", "charge"),
    *[action(f"move A1 {zone}", "A1", "move", f"A.{zone}") for zone in ("left", "right")],
    action("move A2 left", "A2", "move", "A.left"),
    action("shoot A3 B1", "A3", "shoot", "B1"),
    action("shoot A3 B1 with A4", "A3", "shoot", "B1", "with-A4"),
    action("heal A4 T1", "A4", "heal", "A1/T1"),
    action("heal A4 T2", "A4", "heal", "A1/T2"),
    action("leave A5", "A5", "leave"),
]
FEW = ORDERS[:MAX_FLAT_ACTIONS]


def lines(menu: Menu) -> list[str]:
    return [str(entry.words) for entry in menu.entries]


def test_many_actions_are_divided_by_unit_and_what_needs_none_stands_last() -> None:
    assert len(ORDERS) > MAX_FLAT_ACTIONS
    menu = Menu(ORDERS)
    assert lines(menu) == ["A1", "A2: move A.left", "A3", "A4", "A5: leave", "pass"]
    assert [str(word) for word in menu.entries[0].ahead] == ["charge", "move"]


def test_few_actions_are_listed_at_once_and_what_needs_no_unit_stands_last() -> None:
    assert lines(Menu(FEW)) == [*[one.notation for one in FEW[1:]], "pass"]


def test_numbers_and_keys_lead_to_an_action() -> None:
    menu = Menu(ORDERS)
    assert menu.follow("1") is None
    assert [str(word) for word in menu.path] == ["A1"]
    assert menu.follow("move") is None
    assert [str(word) for word in menu.path] == ["A1", "move"]
    chosen = menu.follow("RIGHT")
    assert chosen is not None
    assert chosen.notation == "move A1 right"


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("a1 charge", "charge A1"),
        ("1 3", "move A1 right"),
        ("a1 right", "move A1 right"),
        ("1 move 2", "move A1 right"),
        ("pas", "pass"),
        ("A1 move A.left", "move A1 left"),
        ("2", "move A2 left"),
        ("a2", "move A2 left"),
        ("a4 t2", "heal A4 T2"),
        ("a4 heal t2", "heal A4 T2"),
        ("a3 only", "shoot A3 B1"),
        ("a3 1", "shoot A3 B1"),
        ("a3 with-a4", "shoot A3 B1 with A4"),
        ("6", "pass"),
        ("pass", "pass"),
    ],
)
def test_several_choices_may_be_typed_in_a_row(typed: str, notation: str) -> None:
    chosen = Menu(ORDERS).follow(typed)
    assert chosen is not None
    assert chosen.notation == notation


def test_a_choice_that_was_skipped_may_still_be_named() -> None:
    menu = Menu(ORDERS)
    assert menu.follow("a3 shoot b1") is None
    assert lines(menu) == ["only that", "with-A4"]


def test_the_beginning_of_an_action_in_full_leads_to_what_is_left_to_choose() -> None:
    menu = Menu(ORDERS)
    assert menu.follow("move A1") is None
    assert lines(menu) == ["A.left", "A.right"]
    assert menu.back()
    assert menu.follow("MOVE") is None
    assert lines(menu) == ["A1", "A2: move A.left"]


@pytest.mark.parametrize("orders", [ORDERS, FEW])
def test_an_action_in_full_is_taken_though_another_begins_with_it(orders: list[Action]) -> None:
    menu = Menu(orders)
    chosen = menu.follow("shoot A3 B1")
    assert chosen is not None
    assert chosen.notation == "shoot A3 B1"
    longer = menu.follow("shoot a3 b1 with a4")
    assert longer is not None
    assert longer.notation == "shoot A3 B1 with A4"


def test_a_lone_choice_needs_no_word() -> None:
    assert Menu(ORDERS[:1]).follow("") == ORDERS[0]
    assert Menu(ORDERS).follow("") is None


def test_in_a_flat_menu_keys_narrow_the_actions_down() -> None:
    menu = Menu(FEW)
    chosen = menu.follow("a1 charge")
    assert chosen is not None
    assert chosen.notation == "charge A1"
    assert menu.follow("a1") is None
    assert lines(menu) == ["charge", "move A.left", "move A.right"]


@pytest.mark.parametrize("typed", ["0", "7", "b9", "a1 fly", "a1 move 3", "1 1 1 1 9", "²"])
def test_an_unknown_word_leaves_the_menu_where_it_was(typed: str) -> None:
    menu = Menu(ORDERS)
    before = lines(menu)
    with pytest.raises(KeyError):
        menu.follow(typed)
    assert lines(menu) == before


def test_a_look_ahead_leaves_the_menu_where_it_was() -> None:
    menu = Menu(ORDERS)
    assert menu.peek("a1") is None
    assert lines(menu)[0] == "A1"
    assert menu.peek("pass") == ORDERS[0]


def test_one_goes_back_choice_by_choice() -> None:
    menu = Menu(ORDERS)
    menu.follow("a1 move")
    assert lines(menu) == ["A.left", "A.right"]
    assert menu.back()
    assert lines(menu) == ["charge", "move A.left", "move A.right"]
    assert menu.back()
    assert not menu.back()
    assert len(lines(menu)) == 6


def test_another_unit_may_be_named_at_any_point() -> None:
    menu = Menu(ORDERS)
    menu.follow("a1")
    chosen = menu.follow("a4 t2")
    assert chosen is not None
    assert chosen.notation == "heal A4 T2"
    assert menu.follow("a3") is None
    assert [str(word) for word in menu.path] == ["A3", "shoot", "B1"]
    with pytest.raises(KeyError):
        menu.follow("9")


def test_verbs_that_lead_to_many_targets_are_asked_for_first_where_there_are_several() -> None:
    busy = [action(f"{verb} A1 {zone}", "A1", verb, zone) for verb in ("move", "shoot") for zone in "xyz"]
    menu = Menu([*busy, *ORDERS[4:]])
    menu.follow("a1")
    assert lines(menu) == ["move", "shoot"]


def test_a_step_that_all_actions_share_may_be_named() -> None:
    menu = Menu([action(f"move A1 {number}", "A1", "move", f"z{number}") for number in range(MAX_FLAT_ACTIONS + 3)])
    chosen = menu.follow("a1 z3")
    assert chosen is not None
    assert chosen.notation == "move A1 3"


def test_what_all_actions_share_is_not_asked() -> None:
    menu = Menu([action(f"move A1 {number}", "A1", "move", f"z{number}") for number in range(MAX_FLAT_ACTIONS + 3)])
    assert [str(word) for word in menu.path] == ["A1", "move"]
    assert lines(menu)[:2] == ["z0", "z1"]
