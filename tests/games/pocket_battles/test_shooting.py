"""rules/shooting.py, rules/dice.py (chapter 7): whom a unit may shoot at, and what a shot does."""

from functools import partial

import pytest

from drumhead.core.errors import IllegalAction
from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, assert_refused, offers, play

elves_against_orcs = partial(between, "elves", "orcs")


@clause("PB-7.1")
def test_a_shot_is_aimed_at_an_enemy_in_the_front_or_the_engagement_zone_of_the_sector() -> None:
    match = elves_against_orcs("""
        . | O3(ORC17)             | .         /
        . | O1(ORC18)             | O4(ORC20) /
        . | E2(ELV26) x O2(ORC19) | .         /
        . | E1(ELV17)             | .         /
        . | .                     | .
    """)
    assert offers(match, "shoot") == ["shoot E1 O1", "shoot E1 O2"]
    assert_refused(match, "shoot E1 O3", "PB-7.6")
    assert_refused(match, "shoot E1 O4", "PB-7.7")
    assert_refused(match, "shoot E1 E2", "PB-7.1")
    play(match, "shoot E1 O1", "throw 6")
    after = """
        . | O3(ORC17)             | .         /
        . | .                     | O4(ORC20) /
        . | E2(ELV26) x O2(ORC19) | .         /
        . | E1(ELV17 o1)          | .         /
        . | .                     | .         ;
        lost O1(-ORC18); turn O
    """
    assert_position(match, after)


@clause("PB-7.1")
def test_nobody_shoots_at_a_unit_that_is_off_the_field() -> None:
    match = elves_against_orcs("""
        . | .         | . /
        . | O1(ORC18) | . /
        . | .         | . /
        . | E1(ELV17) | . /
        . | .         | . ;
        lost O2(-ORC17)
    """)
    assert offers(match, "shoot") == ["shoot E1 O1"]
    assert_refused(match, "shoot E1 O2", "PB-7.1")


@clause("PB-7.2")
def test_a_shot_rolls_one_die_that_scores_for_every_equal_shooting_die_and_nobody_strikes_back() -> None:
    match = elves_against_orcs("""
        . | .                     | . /
        . | O1(ORC13 ORC14 ORC17) | . /
        . | .                     | . /
        . | E1(ELV18 ELV19)       | . /
        . | .                     | .
    """)
    play(match, "shoot E1 O1")
    with pytest.raises(IllegalAction, match="not a throw of d6"):
        match.roll((4, 4))
    play(match, "throw 4", "wound ORC13", "eliminate ORC17")
    after = """
        . | .                        | . /
        . | O1(ORC13*1 ORC14 -ORC17) | . /
        . | .                        | . /
        . | E1(ELV18 ELV19 o1)       | . /
        . | .                        | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.2")
@pytest.mark.parametrize("face", [4, 5])
def test_neither_engagement_dice_nor_the_dice_of_the_fallen_score_in_a_shot(face: int) -> None:
    match = elves_against_orcs("""
        . | .                      | . /
        . | O1(ORC17)              | . /
        . | .                      | . /
        . | E1(ELV17 ELV28 -ELV24) | . /
        . | .                      | .
    """)
    play(match, "shoot E1 O1", f"throw {face}")
    after = """
        . | .                         | . /
        . | O1(ORC17)                 | . /
        . | .                         | . /
        . | E1(ELV17 ELV28 -ELV24 o1) | . /
        . | .                         | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.3")
def test_a_reaction_shot_falls_on_the_charger_alone_and_is_not_shared_with_an_engagement_beside_it() -> None:
    match = elves_against_orcs("""
        . | .                     | . /
        . | O1(ORC21 ORC22)       | . /
        . | E2(ELV14) x O2(ORC13) | . /
        . | E1(ELV13)             | . /
        . | .                     | .
    """)
    play(match, "charge E1")
    assert offers(match, "reaction-shot", "shoot") == ["reaction-shot O1"]
    play(match, "reaction-shot O1", "throw 4")
    after = """
        . | .                     | . /
        . | O1(ORC21 ORC22 o1)    | . /
        . | E2(ELV14) x O2(ORC13) | . /
        . | .                     | . /
        . | .                     | . ;
        lost E1(-ELV13); E 50 4/0/1; turn O
    """
    assert_position(match, after)


@clause("PB-7.3")
def test_a_charger_that_survives_a_reaction_shot_charges_home() -> None:
    match = elves_against_orcs("""
        . | .               | . /
        . | O1(ORC21 ORC22) | . /
        . | .               | . /
        . | E1(ELV13)       | . /
        . | .               | .
    """)
    play(match, "charge E1", "reaction-shot O1", "throw 3", "wound ELV13", "throw 2 1", "eliminate ORC21", "hold")
    after = """
        . | .                                    | . /
        . | .                                    | . /
        . | E1(ELV13*1 o1) x O1(-ORC21 ORC22 o1) | . /
        . | .                                    | . /
        . | .                                    | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.4")
def test_one_hit_on_an_engagement_of_two_units_is_one_for_each() -> None:
    match = elves_against_orcs("""
        . | .                     | . /
        . | .                     | . /
        . | E2(ELV13) x O1(ORC13) | . /
        . | E1(ELV17)             | . /
        . | .                     | .
    """)
    play(match, "shoot E1 O1", "throw 6", "wound ORC13", "wound ELV13")
    after = """
        . | .                         | . /
        . | .                         | . /
        . | E2(ELV13*1) x O1(ORC13*1) | . /
        . | E1(ELV17 o1)              | . /
        . | .                         | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.4")
def test_three_hits_on_an_engagement_of_two_units_are_two_for_each() -> None:
    match = elves_against_orcs("""
        . | .                     | . /
        . | .                     | . /
        . | E2(ELV09) x O1(ORC06) | . /
        . | E1(ELV17 ELV18 ELV19) | . /
        . | .                     | .
    """)
    play(match, "shoot E1 O1", "throw 6", "wound ORC06", "wound ELV09")
    after = """
        . | .                         | . /
        . | .                         | . /
        . | E2(ELV09*2) x O1(ORC06*2) | . /
        . | E1(ELV17 ELV18 ELV19 o1)  | . /
        . | .                         | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.4")
@pytest.mark.parametrize("aimed_at", ["O1", "O2"])
def test_three_hits_on_an_engagement_of_three_units_are_one_for_each_whichever_is_aimed_at(aimed_at: str) -> None:
    match = elves_against_orcs("""
        . | .                               | . /
        . | .                               | . /
        . | E2(ELV09) x O1(ORC13) O2(ORC14) | . /
        . | E1(ELV17 ELV18 ELV19)           | . /
        . | .                               | .
    """)
    play(match, f"shoot E1 {aimed_at}", "throw 6", "wound ORC14", "wound ORC13", "wound ELV09")
    after = """
        . | .                                     | . /
        . | .                                     | . /
        . | E2(ELV09*1) x O1(ORC13*1) O2(ORC14*1) | . /
        . | E1(ELV17 ELV18 ELV19 o1)              | . /
        . | .                                     | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.4")
def test_four_hits_on_three_units_are_two_for_each_the_friends_of_the_shooter_included() -> None:
    match = elves_against_orcs("""
        . | .                                           | . /
        . | .                                           | . /
        . | O1(ORC06) x E2(ELV13) E3(ELV26 ELV27 ELV29) | . /
        . | E1(ELV17 ELV18 ELV19 ELV20)                 | . /
        . | .                                           | .
    """)
    play(match, "shoot E1 O1", "throw 6", "wound ORC06", "eliminate ELV26", "eliminate ELV29")
    after = """
        . | .                                     | . /
        . | .                                     | . /
        . | O1(ORC06*2) x E3(-ELV26 ELV27 -ELV29) | . /
        . | E1(ELV17 ELV18 ELV19 ELV20 o1)        | . /
        . | .                                     | . ;
        lost E2(-ELV13); turn O
    """
    assert_position(match, after)


@clause("PB-7.4")
def test_another_engagement_in_the_same_zone_is_not_hit() -> None:
    match = elves_against_orcs("""
        . | .                                            | . /
        . | .                                            | . /
        . | E2(ELV13) x O1(ORC13), E3(ELV14) x O2(ORC14) | . /
        . | E1(ELV17)                                    | . /
        . | .                                            | .
    """)
    play(match, "shoot E1 O2", "throw 3", "wound ORC14", "wound ELV14")
    after = """
        . | .                                                | . /
        . | .                                                | . /
        . | E2(ELV13) x O1(ORC13), E3(ELV14*1) x O2(ORC14*1) | . /
        . | E1(ELV17 o1)                                     | . /
        . | .                                                | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.5")
def test_the_enemy_of_the_active_player_assigns_before_the_active_player() -> None:
    match = elves_against_orcs("""
        . | .                     | . /
        . | .                     | . /
        . | E2(ELV13) x O1(ORC13) | . /
        . | E1(ELV17)             | . /
        . | .                     | .
    """)
    play(match, "shoot E1 O1", "throw 6")
    assert_choices(match, "O", "eliminate ORC13", "wound ORC13")
    play(match, "eliminate ORC13")
    assert_choices(match, "E", "eliminate ELV13", "wound ELV13")
    play(match, "wound ELV13")
    after = """
        . | .                        | . /
        . | .                        | . /
        . | .                        | . /
        . | E1(ELV17 o1) E2(ELV13*1) | . /
        . | .                        | . ;
        lost O1(-ORC13); turn E
    """
    assert_position(match, after)


@clause("PB-7.5")
def test_the_second_seat_assigns_last_when_it_is_active() -> None:
    match = elves_against_orcs("""
        . | .                     | . /
        . | O1(ORC24)             | . /
        . | E2(ELV13) x O2(ORC13) | . /
        . | E1(ELV17)             | . /
        . | .                     | . ;
        turn O
    """)
    play(match, "shoot O1 E2", "throw 6")
    assert_choices(match, "E", "eliminate ELV13", "wound ELV13")
    play(match, "eliminate ELV13")
    assert_choices(match, "O", "eliminate ORC13", "wound ORC13")
    play(match, "wound ORC13")
    after = """
        . | .                        | . /
        . | O1(ORC24 o1) O2(ORC13*1) | . /
        . | .                        | . /
        . | E1(ELV17)                | . /
        . | .                        | . ;
        lost E2(-ELV13); turn E
    """
    assert_position(match, after)


@clause("PB-7.5")
def test_one_owner_takes_units_that_are_hit_together_in_any_order() -> None:
    match = elves_against_orcs("""
        . | .                               | . /
        . | .                               | . /
        . | E2(ELV09) x O1(ORC13) O2(ORC14) | . /
        . | E1(ELV17)                       | . /
        . | .                               | .
    """)
    play(match, "shoot E1 O1", "throw 6")
    assert_choices(match, "O", "eliminate ORC13", "wound ORC13", "eliminate ORC14", "wound ORC14")
    play(match, "eliminate ORC14")
    assert_choices(match, "O", "eliminate ORC13", "wound ORC13")
    play(match, "wound ORC13", "wound ELV09")
    after = """
        . | .                         | . /
        . | .                         | . /
        . | E2(ELV09*1) x O1(ORC13*1) | . /
        . | E1(ELV17 o1)              | . /
        . | .                         | . ;
        lost O2(-ORC14); turn O
    """
    assert_position(match, after)


@clause("PB-7.6")
def test_the_rear_is_shot_at_when_no_enemy_stands_before_it_whatever_friends_stand_there() -> None:
    match = elves_against_orcs("""
        . | O1(ORC13)           | . /
        . | .                   | . /
        . | .                   | . /
        . | E1(ELV17) E2(ELV26) | . /
        . | .                   | .
    """)
    play(match, "shoot E1 O1", "throw 2", "wound ORC13")
    after = """
        . | O1(ORC13*1)            | . /
        . | .                      | . /
        . | .                      | . /
        . | E1(ELV17 o1) E2(ELV26) | . /
        . | .                      | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.6")
def test_the_rear_is_out_of_reach_while_an_enemy_stands_in_the_front() -> None:
    match = elves_against_orcs("""
        . | O1(ORC13) | . /
        . | O2(ORC18) | . /
        . | .         | . /
        . | E1(ELV17) | . /
        . | .         | .
    """)
    assert offers(match, "shoot") == ["shoot E1 O2"]
    assert_refused(match, "shoot E1 O1", "PB-7.6")


@clause("PB-7.6")
def test_the_rear_is_out_of_reach_while_an_enemy_is_engaged_before_it() -> None:
    match = elves_against_orcs("""
        . | O1(ORC13)             | . /
        . | .                     | . /
        . | E2(ELV26) x O2(ORC18) | . /
        . | E1(ELV17)             | . /
        . | .                     | .
    """)
    assert offers(match, "shoot") == ["shoot E1 O2"]
    assert_refused(match, "shoot E1 O1", "PB-7.6")


@clause("PB-7.7")
def test_a_unit_without_an_enemy_in_its_sector_shoots_into_the_front_and_engagement_zone_of_its_neighbours() -> None:
    match = elves_against_orcs("""
        .         | .         | O4(ORC20)             /
        O1(ORC17) | .         | O2(ORC13)             /
        .         | .         | E2(ELV13) x O3(ORC14) /
        .         | E1(ELV17) | .                     /
        .         | .         | .
    """)
    assert offers(match, "shoot") == ["shoot E1 O1", "shoot E1 O2", "shoot E1 O3"]
    play(match, "shoot E1 O2", "throw 3", "wound ORC13")
    after = """
        .         | .            | O4(ORC20)             /
        O1(ORC17) | .            | O2(ORC13*1)           /
        .         | .            | E2(ELV13) x O3(ORC14) /
        .         | E1(ELV17 o1) | .                     /
        .         | .            | .                     ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.7")
@pytest.mark.parametrize("row", ["rear", "front"])
def test_an_enemy_in_the_rear_or_the_front_of_its_sector_keeps_a_unit_from_shooting_at_a_neighbour(row: str) -> None:
    rear, front = ("O2(ORC18)", ".") if row == "rear" else (".", "O2(ORC18)")
    match = elves_against_orcs(f"""
        . | {rear}    | .         /
        . | {front}   | O1(ORC17) /
        . | .         | .         /
        . | E1(ELV17) | .         /
        . | .         | .
    """)
    assert offers(match, "shoot") == ["shoot E1 O2"]
    assert_refused(match, "shoot E1 O1", "PB-7.7")


@clause("PB-7.7")
def test_an_enemy_engaged_in_its_sector_keeps_a_unit_from_shooting_at_a_neighbour() -> None:
    match = elves_against_orcs("""
        . | .                     | .         /
        . | .                     | O1(ORC17) /
        . | E2(ELV26) x O2(ORC18) | .         /
        . | E1(ELV17)             | .         /
        . | .                     | .
    """)
    assert offers(match, "shoot") == ["shoot E1 O2"]
    assert_refused(match, "shoot E1 O1", "PB-7.7")


@clause("PB-7.7")
def test_the_sector_beyond_the_neighbour_is_out_of_reach() -> None:
    match = elves_against_orcs("""
        .         | . | .         /
        .         | . | O1(ORC17) /
        .         | . | .         /
        E1(ELV17) | . | .         /
        .         | . | .
    """)
    assert offers(match, "shoot") == []
    assert_refused(match, "shoot E1 O1", "PB-7.7")


NEIGHBOURS_IN_THE_REAR = """
    O1(ORC13) | .         | O2(ORC17) /
    .         | .         | O3(ORC18) /
    .         | .         | .         /
    .         | E1(ELV17) | .         /
    .         | .         | .
"""


@clause("PB-7.8")
def test_in_the_2010_edition_the_rear_of_a_neighbour_is_shot_at_when_no_enemy_stands_before_it() -> None:
    match = elves_against_orcs(NEIGHBOURS_IN_THE_REAR, edition="2010")
    assert offers(match, "shoot") == ["shoot E1 O1", "shoot E1 O3"]
    assert_refused(match, "shoot E1 O2", "PB-7.8")
    play(match, "shoot E1 O1", "throw 3", "wound ORC13")
    after = """
        O1(ORC13*1) | .            | O2(ORC17) /
        .           | .            | O3(ORC18) /
        .           | .            | .         /
        .           | E1(ELV17 o1) | .         /
        .           | .            | .         ;
        turn O
    """
    assert_position(match, after)


@clause("PB-7.8")
def test_in_the_2009_edition_the_rear_of_a_neighbour_is_never_shot_at() -> None:
    match = elves_against_orcs(NEIGHBOURS_IN_THE_REAR, edition="2009")
    assert offers(match, "shoot") == ["shoot E1 O3"]
    assert_refused(match, "shoot E1 O1", "PB-7.8")
    assert_refused(match, "shoot E1 O2", "PB-7.8")


REAR_OF_ITS_OWN_SECTOR = """
    . | O1(ORC13) | .         /
    . | .         | O2(ORC18) /
    . | .         | .         /
    . | E1(ELV17) | .         /
    . | .         | .
    """


@clause("PB-7.8")
@pytest.mark.parametrize("edition", ["2009", "2010"])
def test_in_both_editions_the_rear_of_the_own_sector_is_shot_at(edition: str) -> None:
    match = elves_against_orcs(REAR_OF_ITS_OWN_SECTOR, edition=edition)
    assert offers(match, "shoot") == ["shoot E1 O1"]


@clause("PB-7.8")
def test_the_refusal_of_a_neighbours_rear_says_why_in_each_edition() -> None:
    picture = ". | E1(ELV13) | . / . | E2(ELV26) | . / . | . | . / O1(ORC21 ORC22) | . | . / . | . | .; turn O"
    for edition, words in (("2010", "E2 (Spearmen) stands before E1 (Mounted Guard)"), ("2009", "2009")):
        refusal = battle(picture, edition=edition).why("shoot O1 E1")
        assert refusal is not None
        assert refusal.clause == "PB-7.8"
        assert words in str(refusal.words)
