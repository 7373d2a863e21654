"""rules/shooting.py, rules/order_options.py (chapter 9): Fast, Slow, Long Range and Wide Arc."""

from functools import partial

import pytest

from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, assert_refused, offers, play

elves_against_orcs = partial(between, "elves", "orcs")
macedonians_against_orcs = partial(between, "macedonians", "orcs")
romans_against_orcs = partial(between, "romans", "orcs")

# Fast


@clause("PB-9.12")
def test_a_fast_unit_is_ordered_in_the_turn_in_which_it_was_redeployed() -> None:
    match = elves_against_orcs("""
        .         | .         | . /
        .         | O1(ORC13) | . /
        .         | .         | . /
        E1(ELV07) | E2(ELV14) | . /
        .         | .         | .
    """)
    play(match, "redeploy E1 centre-front")
    assert "charge E1" in offers(match, "charge")
    play(match, "charge E1", "wait", "throw 1 1", "hold")
    after = """
        . | .                        | . /
        . | .                        | . /
        . | E1(ELV07 o1) x O1(ORC13) | . /
        . | E2(ELV14)                | . /
        . | .                        | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.12")
def test_a_unit_that_is_not_fast_is_not_ordered_after_its_redeployment() -> None:
    match = elves_against_orcs("""
        .                | .         | . /
        .                | O1(ORC13) | . /
        .                | .         | . /
        E1(ELV13 -ELV10) | E2(ELV14) | . /
        .                | .         | .
    """)
    play(match, "redeploy E1 centre-front")
    assert offers(match, "charge") == ["charge E2"]
    assert_refused(match, "charge E1", "PB-5.2")
    assert_refused(match, "move E1 left-front", "PB-5.2")


@clause("PB-9.12")
def test_one_fast_troop_makes_the_whole_unit_fast() -> None:
    match = elves_against_orcs("""
        .               | .         | . /
        .               | O1(ORC13) | . /
        .               | .         | . /
        E1(ELV13 ELV10) | .         | . /
        .               | .         | .
    """)
    play(match, "redeploy E1 centre-front", "move E1 right-front")
    after = """
        . | .         | .                  /
        . | O1(ORC13) | .                  /
        . | .         | .                  /
        . | .         | E1(ELV13 ELV10 o1) /
        . | .         | .                  ;
        turn O
    """
    assert_position(match, after)


# Slow


@clause("PB-9.26")
def test_a_slow_unit_is_not_redeployed_and_moves_by_order_only() -> None:
    match = elves_against_orcs("""
        .         | .               | . /
        .         | O1(ORC13)       | . /
        .         | .               | . /
        E1(ELV09) | E2(ELV26 ELV08) | . /
        .         | E3(ELV13)       | .
    """)
    assert offers(match, "redeploy") == [
        "redeploy E3 centre-front",
        "redeploy E3 left-rear",
        "redeploy E3 right-rear",
    ]
    assert_refused(match, "redeploy E1 centre-front", "PB-9.26")
    assert_refused(match, "redeploy E2 left-front", "PB-9.26")
    play(match, "move E2 right-front")
    after = """
        .         | .         | .                  /
        .         | O1(ORC13) | .                  /
        .         | .         | .                  /
        E1(ELV09) | .         | E2(ELV26 ELV08 o1) /
        .         | E3(ELV13) | .                  ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.26")
def test_a_unit_both_slow_and_fast_is_not_redeployed() -> None:
    match = macedonians_against_orcs("""
        .               | .         | . /
        .               | O1(ORC13) | . /
        .               | .         | . /
        M1(MAC13 MAC03) | .         | . /
        .               | .         | .
    """)
    assert offers(match, "redeploy") == []
    assert_refused(match, "redeploy M1 centre-front", "PB-9.26")


@clause("PB-9.26")
def test_slowness_ends_with_its_troop() -> None:
    match = macedonians_against_orcs("""
        .                      | .         | . /
        .                      | O1(ORC13) | . /
        .                      | .         | . /
        M1(-MAC13 MAC05 MAC03) | .         | . /
        .                      | .         | .
    """)
    play(match, "redeploy M1 centre-front", "charge M1", "wait", "throw 1 1", "hold")
    after = """
        . | .                                     | . /
        . | .                                     | . /
        . | M1(-MAC13 MAC05 MAC03 o1) x O1(ORC13) | . /
        . | .                                     | . /
        . | .                                     | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.26")
def test_a_unit_that_loses_its_slow_troop_is_redeployed_at_once() -> None:
    match = macedonians_against_orcs("""
        .               | .               | . /
        .               | O1(ORC21)       | . /
        .               | .               | . /
        M1(MAC13 MAC05) | M2(MAC14 MAC06) | . /
        .               | .               | . ;
        turn O
    """)
    play(match, "shoot O1 M2", "throw 3", "eliminate MAC14")
    assert_refused(match, "redeploy M1 left-rear", "PB-9.26")
    play(match, "redeploy M2 right-front", "pass")
    after = """
        .               | .            | .                /
        .               | O1(ORC21 o1) | .                /
        .               | .            | .                /
        M1(MAC13 MAC05) | .            | M2(-MAC14 MAC06) /
        .               | .            | .                ;
        M 50 4/1/0; turn O
    """
    assert_position(match, after)


@clause("PB-9.26")
def test_a_slow_unit_without_a_token_for_it_is_not_redeployed_either() -> None:
    match = elves_against_orcs("""
        .            | .            | . /
        .            | O1(ORC13)    | . /
        .            | .            | . /
        E1(ELV09 o3) | E2(ELV26 o1) | . /
        .            | .            | .
    """)
    assert [notation for notation in offers(match, "redeploy") if "E1" in notation] == []
    assert "redeploy E2 left-front" in offers(match, "redeploy")


# Long Range


@clause("PB-9.18")
def test_a_long_range_unit_shoots_from_the_rear_as_if_from_the_front() -> None:
    match = romans_against_orcs("""
        . | O3(ORC19)             | .         /
        . | O1(ORC13)             | O4(ORC20) /
        . | R2(ROM28) x O2(ORC18) | .         /
        . | .                     | .         /
        . | R1(ROM03)             | .
    """)
    assert offers(match, "shoot") == ["shoot R1 O1", "shoot R1 O2"]
    assert_refused(match, "shoot R1 O3", "PB-7.6")
    assert_refused(match, "shoot R1 O4", "PB-7.7")
    play(match, "shoot R1 O1", "throw 5")
    after = """
        . | O3(ORC19)             | .         /
        . | .                     | O4(ORC20) /
        . | R2(ROM28) x O2(ORC18) | .         /
        . | .                     | .         /
        . | R1(ROM03 o1)          | .         ;
        lost O1(-ORC13); turn O
    """
    assert_position(match, after)


@clause("PB-9.18")
def test_from_the_rear_a_long_range_unit_reaches_the_rear_and_the_neighbours_as_from_the_front() -> None:
    match = romans_against_orcs("""
        O1(ORC13) | .         | .         /
        .         | .         | O2(ORC14) /
        .         | .         | .         /
        .         | .         | .         /
        .         | R1(ROM03) | .
    """)
    assert offers(match, "shoot") == ["shoot R1 O1", "shoot R1 O2"]


@clause("PB-9.18")
def test_a_long_range_unit_in_the_rear_does_not_react_to_a_charge() -> None:
    match = romans_against_orcs("""
        . | .         | . /
        . | O1(ORC13) | . /
        . | .         | . /
        . | R2(ROM11) | . /
        . | R1(ROM03) | . ;
        turn O
    """)
    play(match, "charge O1")
    assert_choices(match, "R", "wait", "intercept R2")
    assert_refused(match, "reaction-shot R1", "PB-6.9")


@clause("PB-9.18")
def test_in_the_front_a_long_range_unit_reacts_like_any_other() -> None:
    match = romans_against_orcs("""
        . | .         | . /
        . | O1(ORC13) | . /
        . | .         | . /
        . | R1(ROM03) | . /
        . | .         | . ;
        turn O
    """)
    play(match, "charge O1")
    assert_choices(match, "R", "wait", "reaction-shot R1")


@clause("PB-9.18")
@pytest.mark.parametrize(("troops", "shots"), [("ELV17 ELV04", ["shoot E1 O1"]), ("ELV17 -ELV04", []), ("ELV17", [])])
def test_long_range_is_for_the_whole_unit_and_ends_with_its_troop(troops: str, shots: list[str]) -> None:
    match = elves_against_orcs(f"""
        . | .            | . /
        . | O1(ORC13)    | . /
        . | .            | . /
        . | .            | . /
        . | E1({troops}) | .
    """)
    assert offers(match, "shoot") == shots
    if not shots:
        assert_refused(match, "shoot E1 O1", "PB-6.5")


@clause("PB-9.18")
def test_a_long_range_unit_does_not_charge_from_the_rear() -> None:
    match = elves_against_orcs("""
        . | .                     | . /
        . | O1(ORC13)             | . /
        . | .                     | . /
        . | .                     | . /
        . | E1(ELV17 ELV26 ELV04) | .
    """)
    assert offers(match, "charge") == []
    assert_refused(match, "charge E1", "PB-6.2")


# Wide Arc


@clause("PB-9.28")
def test_a_wide_arc_unit_shoots_at_the_front_and_engagement_zone_beside_whatever_stands_in_its_own_sector() -> None:
    match = battle("""
        E3(ELV28) | .         | E5(ELV29)             /
        E1(ELV26) | E2(ELV27) | .                     /
        .         | .         | O2(ORC13) x E4(ELV13) /
        .         | O1(ORC08) | .                     /
        .         | .         | .
    """)
    assert offers(match, "shoot") == ["shoot O1 E1", "shoot O1 E2", "shoot O1 E4"]
    assert_refused(match, "shoot O1 E3", "PB-7.7")
    assert_refused(match, "shoot O1 E5", "PB-7.7")
    play(match, "shoot O1 E4", "throw 4 1", "wound ELV13", "wound ORC13")
    after = """
        E3(ELV28) | .            | E5(ELV29)                 /
        E1(ELV26) | E2(ELV27)    | .                         /
        .         | .            | O2(ORC13*1) x E4(ELV13*1) /
        .         | O1(ORC08 o1) | .                         /
        .         | .            | .                         ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.28")
def test_a_wide_arc_does_not_reach_beyond_the_neighbouring_sector() -> None:
    match = battle("""
        .         | .         | .         /
        .         | E1(ELV27) | E2(ELV26) /
        .         | .         | .         /
        O1(ORC08) | .         | .         /
        .         | .         | .
    """)
    assert offers(match, "shoot") == ["shoot O1 E1"]
    assert_refused(match, "shoot O1 E2", "PB-7.7")


@clause("PB-9.28")
@pytest.mark.parametrize(("edition", "shots"), [("2010", ["shoot O1 E1", "shoot O1 E2"]), ("2009", ["shoot O1 E1"])])
def test_a_wide_arc_unit_alone_in_its_sector_reaches_what_any_other_unit_would(edition: str, shots: list[str]) -> None:
    picture = """
        .         | .         | E2(ELV26) /
        E1(ELV27) | .         | .         /
        .         | .         | .         /
        .         | O1(ORC08) | .         /
        .         | .         | .
    """
    match = battle(picture, edition=edition)
    assert offers(match, "shoot") == shots


@clause("PB-9.28", "PB-9.18")
def test_a_wide_arc_and_long_range_go_together() -> None:
    match = battle("""
        .         | .         | . /
        E1(ELV13) | E2(ELV27) | . /
        .         | .         | . /
        .         | .         | . /
        .         | O1(ORC08) | .
    """)
    play(match, "shoot O1 E1", "throw 4 1", "wound ELV13")
    after = """
        .           | .            | . /
        E1(ELV13*1) | E2(ELV27)    | . /
        .           | .            | . /
        .           | .            | . /
        .           | O1(ORC08 o1) | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.28")
def test_a_wide_arc_is_not_for_reacting_to_a_charge_in_a_neighbouring_sector() -> None:
    match = battle("""
        .         | .         | . /
        .         | E1(ELV13) | . /
        .         | .         | . /
        O1(ORC08) | O2(ORC17) | . /
        .         | .         | . ;
        turn E
    """)
    play(match, "charge E1")
    assert_choices(match, "O", "wait", "intercept O2")
    assert_refused(match, "reaction-shot O1", "PB-6.9")


@clause("PB-9.28")
def test_a_wide_arc_ends_with_its_troop() -> None:
    match = battle("""
        . | .                | .         /
        . | E1(ELV13)        | E2(ELV14) /
        . | .                | .         /
        . | O1(-ORC07 ORC21) | .         /
        . | .                | .
    """)
    assert offers(match, "shoot") == ["shoot O1 E1"]
    assert_refused(match, "shoot O1 E2", "PB-7.7")
