"""Chapter 9, traits of tokens and points: Auxiliary, Disband, Leader, Prestige, Reactive, Regenerate and Sacrifice."""

from functools import partial

import pytest

from drumhead.core.errors import SetupError
from drumhead.games.pocket_battles.army import read_army
from tests.pocket_battles.table import assert_choices, assert_position, assert_refused, battle, between, offers, play
from tests.support import clause

celts_against_romans = partial(between, "celts", "romans")
celts_against_macedonians = partial(between, "celts", "macedonians")
elves_against_orcs = partial(between, "elves", "orcs")
macedonians_against_orcs = partial(between, "macedonians", "orcs")
persians_against_orcs = partial(between, "persians", "orcs")
romans_against_orcs = partial(between, "romans", "orcs")

# Auxiliary


@clause("PB-9.9")
@pytest.mark.parametrize("unit", ["ORC05 ORC29", "ORC17 ORC18 ORC19 ORC20 ORC29"])
def test_an_auxiliary_joins_a_unit_whose_formation_is_full(unit: str) -> None:
    assert [tile.id for tile in read_army(unit).units[0]] == unit.split()


@clause("PB-9.9")
@pytest.mark.parametrize(
    "unit", ["ORC29", "ORC29 ORC30", "ORC17 ORC29 ORC30", "ORC05 ORC17", "ORC17 ORC18 ORC19 ORC20 ORC21 ORC29"]
)
def test_an_auxiliary_joins_others_alone_and_makes_no_room_for_more(unit: str) -> None:
    with pytest.raises(SetupError) as refused:
        read_army(unit)
    assert refused.value.clause == "PB-1.5"


@clause("PB-9.9")
def test_an_auxiliary_may_be_the_last_of_its_unit_and_take_orders() -> None:
    match = battle("""
        . | . | . /
        . | E1(ELV17) | . /
        . | . | . /
        . | O1(ORC05 ORC29) | . /
        . | . | . ;
        turn E
    """)
    play(match, "shoot E1 O1", "throw 6", "eliminate ORC05", "move O1 left-front")
    after = """
        . | . | . /
        . | E1(ELV17 o1) | . /
        . | . | . /
        O1(-ORC05 ORC29 o1) | . | . /
        . | . | . ;
        turn E
    """
    assert_position(match, after)


# Disband


@clause("PB-9.11")
def test_a_hit_that_does_not_destroy_makes_the_enemy_set_one_unused_token_aside() -> None:
    match = celts_against_romans("""
        . | . | . /
        . | R1(ROM28 ROM29) | . /
        . | . | . /
        . | C1(CEL25 CEL11) | . /
        . | . | .
    """)
    play(match, "charge C1", "wait", "throw 2 1", "eliminate ROM28", "wound ROM29")
    assert_choices(match, "R", "strike R1", "hold") if match.to_act == 1 else None
