"""rules/dice.py, rules/engagement.py (chapter 9): Blood Lust, Fury, Impetus and Tough."""

from functools import partial

from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, assert_refused, offers, play

celts_against_romans = partial(between, "celts", "romans")
persians_against_orcs = partial(between, "persians", "orcs")

# Blood Lust

ANY_NUMBER = [f"dice {number}" for number in range(1, 7)]


@clause("PB-9.10")
def test_a_blood_lust_unit_charges_with_one_to_six_dice_of_its_owners_choice() -> None:
    match = battle("""
        . | .               | . /
        . | E1(ELV09)       | . /
        . | .               | . /
        . | O1(ORC05 ORC03) | . /
        . | .               | .
    """)
    play(match, "charge O1", "wait")
    assert_choices(match, "O", *ANY_NUMBER)
    assert_refused(match, "dice 0", "PB-9.10")
    assert_refused(match, "dice 7", "PB-9.10")
    play(match, "dice 3", "throw 4 2 3", "wound ELV09", "hold")
    after = """
        . | .                                | . /
        . | .                                | . /
        . | O1(ORC05 ORC03 o1) x E1(ELV09*1) | . /
        . | .                                | . /
        . | .                                | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.10")
def test_each_1_is_a_hit_on_the_unit_itself_and_is_assigned_first() -> None:
    match = battle("""
        . | .               | . /
        . | E1(ELV13)       | . /
        . | .               | . /
        . | O1(ORC05 ORC29) | . /
        . | .               | .
    """)
    play(match, "charge O1", "wait", "dice 6", "throw 1 4 2 2 3 3")
    assert_choices(match, "O", "eliminate ORC05", "eliminate ORC29")
    play(match, "eliminate ORC29")
    assert_choices(match, "E", "eliminate ELV13", "wound ELV13")
    play(match, "wound ELV13", "hold")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | O1(ORC05 -ORC29 o1) x E1(ELV13*1) | . /
        . | .                                 | . /
        . | .                                 | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.10")
def test_a_blood_lust_unit_that_destroys_itself_scores_nothing() -> None:
    match = battle("""
        . | .                         | . /
        . | E1(ELV13)                 | . /
        . | .                         | . /
        . | O1(ORC05 ORC29) O2(ORC17) | . /
        . | .                         | .
    """)
    play(match, "charge O1", "wait", "dice 6", "throw 1 1 4 5 6 6")
    after = """
        . | .         | . /
        . | E1(ELV13) | . /
        . | .         | . /
        . | O2(ORC17) | . /
        . | .         | . ;
        lost O1(-ORC05 -ORC29); O 50 4/0/1; turn E
    """
    assert_position(match, after)


@clause("PB-9.10")
def test_a_blood_lust_unit_carries_on_and_strikes_back_with_as_many_dice_as_its_owner_likes() -> None:
    match = battle("""
        . | .                     | . /
        . | .                     | . /
        . | O1(ORC05) x E1(ELV09) | . /
        . | .                     | . /
        . | .                     | .
    """)
    play(match, "carry-on O1 E1")
    assert_choices(match, "O", *ANY_NUMBER)
    play(match, "dice 1", "throw 2", "hold", "carry-on E1 O1", "throw 1 1 1 1", "strike O1")
    assert_choices(match, "O", *ANY_NUMBER)
    play(match, "dice 2", "throw 4 5", "wound ELV09")
    after = """
        . | .                             | . /
        . | .                             | . /
        . | O1(ORC05 o1) x E1(ELV09*2 o1) | . /
        . | .                             | . /
        . | .                             | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.10")
def test_a_blood_lust_unit_strikes_a_leaver_with_as_many_dice_as_its_owner_likes() -> None:
    match = battle("""
        . | .                     | . /
        . | .                     | . /
        . | O1(ORC05) x E1(ELV09) | . /
        . | .                     | . /
        . | .                     | . ;
        turn E
    """)
    play(match, "leave E1", "strike O1")
    assert_choices(match, "O", *ANY_NUMBER)
    play(match, "dice 4", "throw 4 5 6 1")
    after = """
        . | .            | . /
        . | E1(ELV09 o1) | . /
        . | .            | . /
        . | .            | . /
        . | .            | . ;
        lost O1(-ORC05); turn E
    """
    assert_position(match, after)


@clause("PB-9.10")
def test_a_blood_lust_unit_shoots_with_as_many_dice_as_its_owner_likes() -> None:
    match = battle("""
        . | .         | . /
        . | E1(ELV09) | . /
        . | .         | . /
        . | O1(ORC07) | . /
        . | .         | .
    """)
    play(match, "shoot O1 E1")
    assert_choices(match, "O", *ANY_NUMBER)
    play(match, "dice 5", "throw 5 6 1 2 2", "wound ORC07", "wound ELV09")
    after = """
        . | .              | . /
        . | E1(ELV09*2)    | . /
        . | .              | . /
        . | O1(ORC07*1 o1) | . /
        . | .              | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.10")
def test_a_blood_lust_unit_shoots_in_reaction_with_as_many_dice_as_its_owner_likes() -> None:
    match = battle("""
        . | .         | . /
        . | E1(ELV09) | . /
        . | .         | . /
        . | O1(ORC07) | . /
        . | .         | . ;
        turn E
    """)
    play(match, "charge E1", "reaction-shot O1")
    assert_choices(match, "O", *ANY_NUMBER)
    play(match, "dice 2", "throw 1 5", "wound ORC07", "wound ELV09", "throw 1 1 1 1 1")
    after = """
        . | .                               | . /
        . | .                               | . /
        . | O1(ORC07*1 o1) x E1(ELV09*1 o1) | . /
        . | .                               | . /
        . | .                               | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.10")
def test_blood_lust_ends_with_its_troop() -> None:
    match = battle("""
        . | .                | . /
        . | E1(ELV13)        | . /
        . | .                | . /
        . | O1(-ORC05 PER17) | . /
        . | .                | .
    """)
    play(match, "charge O1", "wait", "throw 1 4", "wound ELV13", "hold")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | O1(-ORC05 PER17 o1) x E1(ELV13*1) | . /
        . | .                                 | . /
        . | .                                 | . ;
        turn E
    """
    assert_position(match, after)


# Fury


@clause("PB-9.15")
def test_fury_adds_a_die_for_each_order_token_with_those_just_paid() -> None:
    match = celts_against_romans("""
        . | .            | . /
        . | R1(ROM28)    | . /
        . | .            | . /
        . | C1(CEL05 o1) | . /
        . | .            | .
    """)
    play(match, "charge C1", "wait", "throw 5 1 1 1 1", "wound ROM28", "hold")
    after = """
        . | .                          | . /
        . | .                          | . /
        . | C1(CEL05 o3) x R1(ROM28*1) | . /
        . | .                          | . /
        . | .                          | . ;
        turn R
    """
    assert_position(match, after)


@clause("PB-9.15")
def test_fury_adds_to_carrying_on_and_to_striking_back() -> None:
    match = celts_against_romans("""
        . | .                           | . /
        . | .                           | . /
        . | C1(CEL05 CEL30) x R1(ROM28) | . /
        . | .                           | . /
        . | .                           | .
    """)
    play(match, "carry-on C1 R1", "throw 1 1 1 1", "hold", "carry-on R1 C1", "throw 1", "strike C1", "throw 1 1 1 1")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | C1(CEL05 CEL30 o1) x R1(ROM28 o1) | . /
        . | .                                 | . /
        . | .                                 | . ;
        turn C
    """
    assert_position(match, after)


@clause("PB-9.15")
def test_fury_adds_nothing_without_an_order_token_nor_for_wounds() -> None:
    match = celts_against_romans("""
        . | .                             | . /
        . | .                             | . /
        . | C1(CEL05 CEL12*1) x R1(ROM28) | . /
        . | .                             | . /
        . | .                             | . ;
        turn R
    """)
    play(match, "carry-on R1 C1", "throw 1", "strike C1", "throw 1")
    after = """
        . | .                                | . /
        . | .                                | . /
        . | C1(CEL05 CEL12*1) x R1(ROM28 o1) | . /
        . | .                                | . /
        . | .                                | . ;
        turn C
    """
    assert_position(match, after)


@clause("PB-9.15")
def test_fury_ends_with_its_troop() -> None:
    match = celts_against_romans("""
        . | .                   | . /
        . | R1(ROM28)           | . /
        . | .                   | . /
        . | C1(-CEL05 CEL12 o1) | . /
        . | .                   | .
    """)
    play(match, "charge C1", "wait", "throw 1 1", "hold")
    after = """
        . | .                               | . /
        . | .                               | . /
        . | C1(-CEL05 CEL12 o3) x R1(ROM28) | . /
        . | .                               | . /
        . | .                               | . ;
        turn R
    """
    assert_position(match, after)


@clause("PB-9.15", "PB-9.1")
def test_a_charge_through_control_brings_fury_no_token_and_no_die() -> None:
    match = celts_against_romans("""
        . | .         | . /
        . | R1(ROM28) | . /
        . | .         | . /
        . | C1(CEL05) | . /
        . | C2(ELV01) | .
    """)
    play(match, "control C2", "charge C1", "wait", "throw 1 1", "hold")
    after = """
        . | .                     | . /
        . | .                     | . /
        . | C1(CEL05) x R1(ROM28) | . /
        . | .                     | . /
        . | C2(ELV01 o1)          | . ;
        turn R
    """
    assert_position(match, after)


# Impetus


@clause("PB-9.16")
def test_impetus_gives_two_dice_for_charging_to_the_whole_unit_and_not_twice() -> None:
    match = battle("""
        . | .                     | . /
        . | E1(ELV13)             | . /
        . | .                     | . /
        . | O1(ORC09 ORC10 ORC17) | . /
        . | .                     | .
    """)
    play(match, "charge O1", "wait", "throw 1 1 1", "hold", "pass", "carry-on O1 E1", "throw 1", "hold")
    after = """
        . | .                                    | . /
        . | .                                    | . /
        . | O1(ORC09 ORC10 ORC17 o3) x E1(ELV13) | . /
        . | .                                    | . /
        . | .                                    | . ;
        E 50 4/1/0; turn E
    """
    assert_position(match, after)


@clause("PB-9.16")
def test_impetus_gives_nothing_to_an_interceptor_and_ends_with_its_troop() -> None:
    match = battle("""
        . | .                          | . /
        . | E1(ELV13)                  | . /
        . | .                          | . /
        . | O1(ORC09) O2(-ORC10 ORC17) | . /
        . | .                          | . ;
        turn E
    """)
    play(match, "charge E1", "intercept O1", "throw 1 1", "strike O1", "throw 1", "charge O2", "throw 1 1", "hold")
    after = """
        . | .                                               | . /
        . | .                                               | . /
        . | E1(ELV13 o1) x O1(ORC09 o1) O2(-ORC10 ORC17 o1) | . /
        . | .                                               | . /
        . | .                                               | . ;
        turn E
    """
    assert_position(match, after)


# Tough


@clause("PB-9.27")
def test_a_tough_unit_may_have_one_die_that_hit_rolled_again_by_the_enemy() -> None:
    match = persians_against_orcs("""
        . | .               | . /
        . | O1(ORC17 ORC18) | . /
        . | .               | . /
        . | P1(PER08 PER26) | . /
        . | .               | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "throw 4 5")
    assert_choices(match, "P", "stand", "reroll 4", "reroll 5")
    assert_refused(match, "reroll 3", "PB-9.27")
    play(match, "reroll 4", "throw 1", "wound PER26", "hold")
    after = """
        . | .                                      | . /
        . | .                                      | . /
        . | P1(PER08 PER26*1) x O1(ORC17 ORC18 o1) | . /
        . | .                                      | . /
        . | .                                      | . ;
        turn P
    """
    assert_position(match, after)


@clause("PB-9.27")
def test_only_a_die_that_hit_is_rolled_again_and_a_tough_unit_may_let_the_roll_stand() -> None:
    match = persians_against_orcs("""
        . | .               | . /
        . | O1(ORC17)       | . /
        . | .               | . /
        . | P1(PER08 PER26) | . /
        . | .               | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "throw 4 6")
    assert_choices(match, "P", "stand", "reroll 4")
    play(match, "stand", "eliminate PER08", "hold")
    after = """
        . | .                               | . /
        . | .                               | . /
        . | P1(-PER08 PER26) x O1(ORC17 o1) | . /
        . | .                               | . /
        . | .                               | . ;
        turn P
    """
    assert_position(match, after)


@clause("PB-9.27")
def test_a_die_is_rolled_again_once_for_a_roll_even_if_two_troops_are_tough_and_it_hits_again() -> None:
    match = persians_against_orcs("""
        . | .                     | . /
        . | O1(ORC17)             | . /
        . | .                     | . /
        . | P1(PER08 PER09 PER26) | . /
        . | .                     | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "throw 4 1", "reroll 4", "throw 3")
    assert_choices(match, "P", "eliminate PER08", "eliminate PER09", "eliminate PER26", "wound PER26")
    play(match, "eliminate PER09", "strike P1", "throw 1")
    after = """
        . | .                                     | . /
        . | .                                     | . /
        . | P1(PER08 -PER09 PER26) x O1(ORC17 o1) | . /
        . | .                                     | . /
        . | .                                     | . ;
        turn P
    """
    assert_position(match, after)


@clause("PB-9.27")
def test_a_tough_unit_is_not_asked_when_nothing_hit() -> None:
    match = persians_against_orcs("""
        . | .         | . /
        . | O1(ORC17) | . /
        . | .         | . /
        . | P1(PER08) | . /
        . | .         | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "throw 1 6")
    assert_choices(match, "P", "strike P1", "hold")


@clause("PB-9.27")
def test_tough_works_against_shots_reaction_shots_and_striking_back() -> None:
    match = persians_against_orcs("""
        . | .               | . /
        . | O1(ORC21)       | . /
        . | .               | . /
        . | P1(PER08 PER26) | . /
        . | .               | . ;
        turn O
    """)
    play(match, "shoot O1 P1", "throw 4", "reroll 4", "throw 1")
    play(match, "charge P1", "reaction-shot O1", "throw 3", "reroll 3", "throw 1", "throw 1 1")
    play(match, "strike O1", "throw 3", "reroll 3", "throw 2")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | P1(PER08 PER26 o1) x O1(ORC21 o3) | . /
        . | .                                 | . /
        . | .                                 | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.27")
def test_tough_ends_with_its_troop() -> None:
    match = persians_against_orcs("""
        . | .                | . /
        . | O1(ORC21)        | . /
        . | .                | . /
        . | P1(-PER08 PER26) | . /
        . | .                | . ;
        turn O
    """)
    play(match, "shoot O1 P1", "throw 4")
    assert_choices(match, "P", "eliminate PER26", "wound PER26")
    assert offers(match, "reroll", "stand") == []
