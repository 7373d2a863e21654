"""rules/engagement.py, rules/shooting.py, rules/dice.py (chapter 9): +X Engagement, +X Shooting and +X Wounds."""

from functools import partial

import pytest

from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_position, play

elves_against_orcs = partial(between, "elves", "orcs")
persians_against_orcs = partial(between, "persians", "orcs")

# +X Engagement


@clause("PB-9.6")
def test_engagement_bonuses_add_dice_to_a_charge_and_to_striking_back() -> None:
    match = battle("""
        . | .               | . /
        . | E1(ELV09)       | . /
        . | .               | . /
        . | O1(ORC17 ORC01) | . /
        . | .               | .
    """)
    play(match, "charge O1", "wait", "throw 3 4 2 1", "wound ELV09", "strike E1", "throw 1 1 1 4", "eliminate ORC17")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | O1(-ORC17 ORC01 o1) x E1(ELV09*3) | . /
        . | .                                 | . /
        . | .                                 | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.6")
def test_engagement_bonuses_add_dice_to_carrying_on() -> None:
    match = battle("""
        . | .                           | . /
        . | .                           | . /
        . | O1(ORC17 ORC01) x E1(ELV13) | . /
        . | .                           | . /
        . | .                           | .
    """)
    play(match, "carry-on O1 E1", "throw 3 1 1", "wound ELV13", "hold")
    after = """
        . | .                                | . /
        . | .                                | . /
        . | O1(ORC17 ORC01 o1) x E1(ELV13*1) | . /
        . | .                                | . /
        . | .                                | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.6")
def test_engagement_bonuses_add_dice_to_a_strike_at_a_leaver() -> None:
    match = battle("""
        . | .                     | . /
        . | .                     | . /
        . | O1(ORC13) x E1(ELV09) | . /
        . | .                     | . /
        . | .                     | .
    """)
    play(match, "leave O1", "strike E1", "throw 1 1 1 5", "wound ORC13")
    after = """
        . | .              | . /
        . | E1(ELV09)      | . /
        . | .              | . /
        . | O1(ORC13*1 o1) | . /
        . | .              | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.6")
def test_an_interceptor_has_its_engagement_bonus_when_it_strikes_back() -> None:
    match = battle("""
        . | .                   | . /
        . | E1(ELV08) E2(ELV26) | . /
        . | .                   | . /
        . | O1(ORC13)           | . /
        . | .                   | .
    """)
    play(match, "charge O1", "intercept E1", "throw 1 1", "strike E1", "throw 6 1", "wound ORC13")
    after = """
        . | .                             | . /
        . | E2(ELV26)                     | . /
        . | O1(ORC13*1 o1) x E1(ELV08 o1) | . /
        . | .                             | . /
        . | .                             | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.6")
def test_an_engagement_bonus_does_not_help_a_shot_and_ends_with_its_troop() -> None:
    match = battle("""
        . | .               | . /
        . | E1(ELV24)       | . /
        . | .               | . /
        . | O1(ORC22 ORC03) | . /
        . | .               | .
    """)
    play(match, "shoot O1 E1", "throw 1", "pass", "charge O1", "reaction-shot E1", "throw 4", "eliminate ORC03")
    play(match, "throw 1 1")
    after = """
        . | .                                  | . /
        . | .                                  | . /
        . | O1(ORC22 -ORC03 o3) x E1(ELV24 o1) | . /
        . | .                                  | . /
        . | .                                  | . ;
        E 50 3/1/0; turn E
    """
    assert_position(match, after)


@clause("PB-9.6")
@pytest.mark.parametrize(("option", "throw"), [("best", "throw 1 1 1 1"), ("sum", "throw 1 1 1 1 1")])
def test_of_several_engagement_bonuses_the_best_counts_or_by_the_option_their_sum(option: str, throw: str) -> None:
    picture = """
        . | .               | . /
        . | E1(ELV13)       | . /
        . | .               | . /
        . | O1(ORC01 ORC03) | . /
        . | .               | .
    """
    match = play(battle(picture, bonus_dice=option), "charge O1", "wait", throw, "hold")
    after = """
        . | .                              | . /
        . | .                              | . /
        . | O1(ORC01 ORC03 o1) x E1(ELV13) | . /
        . | .                              | . /
        . | .                              | . ;
        turn E
    """
    assert_position(match, after)


# +X Shooting


@clause("PB-9.7")
def test_a_shooting_bonus_adds_dice_to_a_shot() -> None:
    match = elves_against_orcs("""
        . | .         | . /
        . | O1(ORC06) | . /
        . | .         | . /
        . | E1(ELV06) | . /
        . | .         | .
    """)
    play(match, "shoot E1 O1", "throw 4 5 1", "wound ORC06")
    after = """
        . | .            | . /
        . | O1(ORC06*2)  | . /
        . | .            | . /
        . | E1(ELV06 o1) | . /
        . | .            | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.7")
def test_a_shooting_bonus_adds_dice_to_a_reaction_shot_and_none_to_a_strike() -> None:
    match = battle("""
        . | .                     | . /
        . | E1(ELV17 ELV05 ELV26) | . /
        . | .                     | . /
        . | O1(ORC13)             | . /
        . | .                     | .
    """)
    play(match, "charge O1", "reaction-shot E1", "throw 6 1", "wound ORC13", "throw 1 1", "strike E1", "throw 1 1")
    after = """
        . | .                                         | . /
        . | .                                         | . /
        . | O1(ORC13*1 o1) x E1(ELV17 ELV05 ELV26 o1) | . /
        . | .                                         | . /
        . | .                                         | . ;
        turn E
    """
    assert_position(match, after)
    match = battle("""
        . | .                     | . /
        . | .                     | . /
        . | O1(ORC13) x E1(ELV11) | . /
        . | .                     | . /
        . | .                     | . ;
        turn E
    """)
    play(match, "carry-on E1 O1", "throw 1", "hold")
    after = """
        . | .                        | . /
        . | .                        | . /
        . | O1(ORC13) x E1(ELV11 o1) | . /
        . | .                        | . /
        . | .                        | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.7")
def test_a_shooting_bonus_ends_with_its_troop() -> None:
    match = elves_against_orcs("""
        . | .                | . /
        . | O1(ORC13)        | . /
        . | .                | . /
        . | E1(ELV17 -ELV05) | . /
        . | .                | .
    """)
    play(match, "shoot E1 O1", "throw 1")
    after = """
        . | .                   | . /
        . | O1(ORC13)           | . /
        . | .                   | . /
        . | E1(ELV17 -ELV05 o1) | . /
        . | .                   | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.7")
@pytest.mark.parametrize(("option", "throw"), [("best", "throw 1 1"), ("sum", "throw 1 1 1 1")])
def test_of_several_shooting_bonuses_the_best_counts_or_by_the_option_their_sum(option: str, throw: str) -> None:
    picture = """
        . | .                     | . /
        . | O1(ORC13)             | . /
        . | .                     | . /
        . | P1(PER20 PER21 PER22) | . /
        . | .                     | .
    """
    match = play(persians_against_orcs(picture, bonus_dice=option), "shoot P1 O1", throw)
    after = """
        . | .                        | . /
        . | O1(ORC13)                | . /
        . | .                        | . /
        . | P1(PER20 PER21 PER22 o1) | . /
        . | .                        | . ;
        turn O
    """
    assert_position(match, after)


# +X Wounds


@clause("PB-9.8")
def test_a_roll_that_hits_scores_the_bonus_once_whichever_troop_hit() -> None:
    match = battle("""
        . | .               | . /
        . | E1(ELV09)       | . /
        . | .               | . /
        . | O1(ORC15 ORC17) | . /
        . | .               | .
    """)
    play(match, "charge O1", "wait", "throw 3 4", "wound ELV09", "hold")
    after = """
        . | .                                | . /
        . | .                                | . /
        . | O1(ORC15 ORC17 o1) x E1(ELV09*3) | . /
        . | .                                | . /
        . | .                                | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.8")
def test_a_roll_that_misses_scores_no_bonus() -> None:
    match = battle("""
        . | .               | . /
        . | E1(ELV09)       | . /
        . | .               | . /
        . | O1(ORC15 ORC17) | . /
        . | .               | .
    """)
    play(match, "charge O1", "wait", "throw 2 6", "hold")
    after = """
        . | .                              | . /
        . | .                              | . /
        . | O1(ORC15 ORC17 o1) x E1(ELV09) | . /
        . | .                              | . /
        . | .                              | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.8")
def test_the_bonus_counts_for_shots_as_well() -> None:
    match = between(
        "romans",
        "elves",
        """
        . | .         | . /
        . | E1(ELV09) | . /
        . | .         | . /
        . | R1(ROM03) | . /
        . | .         | .
        """,
    )
    play(match, "shoot R1 E1", "throw 5", "wound ELV09")
    after = """
        . | .            | . /
        . | E1(ELV09*3)  | . /
        . | .            | . /
        . | R1(ROM03 o1) | . /
        . | .            | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.8")
def test_the_bonus_counts_for_striking_back_and_ends_with_its_troop() -> None:
    match = battle("""
        . | .                           | . /
        . | .                           | . /
        . | O1(ORC17 ORC16) x E1(ELV09) | . /
        . | .                           | . /
        . | .                           | . ;
        E 80; turn E
    """)
    play(match, "carry-on E1 O1", "throw 1 1 1 1", "strike O1", "throw 3", "wound ELV09", "pass")
    play(match, "carry-on E1 O1", "throw 4 1 1 1", "eliminate ORC16", "strike O1", "throw 3", "wound ELV09")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | O1(ORC17 -ORC16) x E1(ELV09*3 o3) | . /
        . | .                                 | . /
        . | .                                 | . ;
        O 50 4/1/0; E 80; turn O
    """
    assert_position(match, after)


@clause("PB-9.8")
@pytest.mark.parametrize(("option", "wounds"), [("best", 2), ("sum", 3)])
def test_of_several_wound_bonuses_the_best_counts_or_by_the_option_their_sum(option: str, wounds: int) -> None:
    picture = """
        . | .               | . /
        . | E1(ELV09)       | . /
        . | .               | . /
        . | O1(ORC15 ORC16) | . /
        . | .               | .
    """
    match = play(battle(picture, bonus_dice=option), "charge O1", "wait", "throw 5 1", "wound ELV09", "hold")
    after = f"""
        . | .                                       | . /
        . | .                                       | . /
        . | O1(ORC15 ORC16 o1) x E1(ELV09*{wounds}) | . /
        . | .                                       | . /
        . | .                                       | . ;
        turn E
    """
    assert_position(match, after)
