"""army/lists.py, engine/position.py, rules/dice.py (chapter 9): Auxiliary, Prestige and Sacrifice."""

from functools import partial

import pytest

from drumhead.core.errors import SetupError
from drumhead.games.pocket_battles.army.lists import read_army
from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, assert_refused, play

macedonians_against_orcs = partial(between, "macedonians", "orcs")
persians_against_orcs = partial(between, "persians", "orcs")

AROUND = ("left-front", "right-front", "centre-rear")

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
        . | .               | . /
        . | E1(ELV17)       | . /
        . | .               | . /
        . | O1(ORC05 ORC29) | . /
        . | .               | . ;
        turn E
    """)
    play(match, "shoot E1 O1", "throw 6", "eliminate ORC05")
    assert_choices(match, "O", "pass", *[f"{verb} O1 {zone}" for verb in ("move", "redeploy") for zone in AROUND])
    play(match, "move O1 left-front")
    after = """
        .                   | .            | . /
        .                   | E1(ELV17 o1) | . /
        .                   | .            | . /
        O1(-ORC05 ORC29 o1) | .            | . /
        .                   | .            | . ;
        turn E
    """
    assert_position(match, after)


# Prestige


PRESTIGE = """
    . | .              | . /
    . | O1({orcs})     | . /
    . | .              | . /
    . | P1({persians}) | . /
    . | .              | . ;
    {lost} P 50 1/4/0; O 50 0/5/0
"""


@clause("PB-9.20")
@pytest.mark.parametrize(
    ("orcs", "lost"),
    [
        ("ORC09 ORC10", ""),  # 5 of 10 points
        ("ORC09 ORC10 ORC17", "lost O2(-ORC18);"),  # 5 and 3 of 16
    ],
)
def test_a_living_prestige_troop_counts_towards_half_of_the_enemy(orcs: str, lost: str) -> None:
    match = persians_against_orcs(PRESTIGE.format(orcs=orcs, persians="PER01 PER02", lost=lost))
    play(match, "pass")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (0, "PB-8.2")


@clause("PB-9.20")
@pytest.mark.parametrize(
    ("orcs", "persians"),
    [
        ("ORC09 ORC10 ORC11 ORC29", "PER01 PER02"),  # 5 of 16: the points of its comrade do not count
        ("ORC09 ORC10", "-PER01 PER10"),  # dead
    ],
)
def test_neither_its_comrades_nor_a_dead_prestige_troop_count(orcs: str, persians: str) -> None:
    match = persians_against_orcs(PRESTIGE.format(orcs=orcs, persians=persians, lost=""))
    play(match, "pass")
    assert match.outcome is None
    after = f"""
        . | .              | . /
        . | O1({orcs})     | . /
        . | .              | . /
        . | P1({persians}) | . /
        . | .              | . ;
        round 2; turn O
    """
    assert_position(match, after)


@clause("PB-9.20")
def test_a_living_prestige_troop_counts_when_totals_are_compared() -> None:
    picture = PRESTIGE.format(orcs="ORC09 ORC10 ORC11", persians="PER01 PER02", lost="")
    match = persians_against_orcs(picture, max_rounds=1)
    play(match, "pass")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (0, "PB-8.4")


# Sacrifice


@clause("PB-9.23")
def test_a_sacrifice_cancels_all_hits_of_the_roll() -> None:
    match = macedonians_against_orcs("""
        . | .                       | . /
        . | O1(ORC21 ORC24 ORC25)   | . /
        . | .                       | . /
        . | M1(MAC24*1 MAC05 MAC27) | . /
        . | .                       | . ;
        turn O
    """)
    play(match, "shoot O1 M1", "throw 3")
    assert_choices(match, "M", "suffer", "sacrifice MAC24")
    assert_refused(match, "sacrifice MAC05", "PB-9.23")
    play(match, "sacrifice MAC24")
    after = """
        . | .                        | . /
        . | O1(ORC21 ORC24 ORC25 o1) | . /
        . | .                        | . /
        . | M1(-MAC24 MAC05 MAC27)   | . /
        . | .                        | . ;
        M 50 4/0/1; turn M
    """
    assert_position(match, after)


@clause("PB-9.23")
def test_who_does_not_sacrifice_assigns_the_hits_as_usual() -> None:
    match = macedonians_against_orcs("""
        . | .                     | . /
        . | O1(ORC21 ORC24 ORC25) | . /
        . | .                     | . /
        . | M1(MAC24 MAC05 MAC27) | . /
        . | .                     | . ;
        turn O
    """)
    play(match, "shoot O1 M1", "throw 3", "suffer", "eliminate MAC05", "eliminate MAC27")
    after = """
        . | .                        | . /
        . | O1(ORC21 ORC24 ORC25 o1) | . /
        . | .                        | . /
        . | M1(MAC24 -MAC05 -MAC27)  | . /
        . | .                        | . ;
        turn M
    """
    assert_position(match, after)


@clause("PB-9.23")
def test_a_sacrifice_is_asked_for_every_roll_that_hits_and_not_without_hits() -> None:
    match = macedonians_against_orcs("""
        . | .               | . /
        . | O1(ORC17)       | . /
        . | .               | . /
        . | M1(MAC24 MAC05) | . /
        . | .               | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "throw 1 1", "hold")
    play(match, "carry-on M1 O1", "throw 1", "strike O1", "throw 3")
    assert_choices(match, "M", "suffer", "sacrifice MAC24")
    play(match, "suffer", "wound MAC24", "carry-on O1 M1", "throw 4")
    assert_choices(match, "M", "suffer", "sacrifice MAC24")
    play(match, "sacrifice MAC24", "strike M1", "throw 3")
    after = """
        . | .                   | . /
        . | .                   | . /
        . | .                   | . /
        . | M1(-MAC24 MAC05 o1) | . /
        . | .                   | . ;
        lost O1(-ORC17); M 50 3/0/1; O 50 2/0/3; turn M
    """
    assert_position(match, after)


@clause("PB-9.23")
def test_a_dead_troop_is_not_sacrificed() -> None:
    match = macedonians_against_orcs("""
        . | .                      | . /
        . | O1(ORC21)              | . /
        . | .                      | . /
        . | M1(-MAC24 MAC05 MAC27) | . /
        . | .                      | . ;
        turn O
    """)
    play(match, "shoot O1 M1", "throw 3")
    assert_choices(match, "M", "eliminate MAC05", "eliminate MAC27", "wound MAC27")


@clause("PB-9.23")
def test_a_unit_does_not_sacrifice_its_last_troop() -> None:
    match = macedonians_against_orcs("""
        . | .                   | . /
        . | O1(ORC21)           | . /
        . | .                   | . /
        . | M1(MAC24) M2(MAC05) | . /
        . | .                   | . ;
        turn O
    """)
    play(match, "shoot O1 M1", "throw 3")
    assert_choices(match, "M", "eliminate MAC24", "wound MAC24")
    play(match, "eliminate MAC24")
    after = """
        . | .            | . /
        . | O1(ORC21 o1) | . /
        . | .            | . /
        . | M2(MAC05)    | . /
        . | .            | . ;
        lost M1(-MAC24); turn M
    """
    assert_position(match, after)
