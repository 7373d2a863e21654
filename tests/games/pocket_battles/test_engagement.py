"""rules/engagement.py, rules/dice.py (chapter 6E): the roll, the hits and striking back."""

import pytest

from drumhead import IllegalAction
from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_position, assert_refused, play


@clause("PB-6.14")
def test_faces_3_3_4_4_5_score_two_hits_with_a_4() -> None:
    match = battle("""
          . | .                                       | .
        / . | .                                       | .
        / . | O1(ORC17 ORC18 ORC25) x E1(ELV13 ELV14) | .
        / . | .                                       | .
        / . | .                                       | .
    """)
    play(match, "carry-on O1 E1")
    assert_dice(match, 1)
    play(match, "throw 4")
    assert_position(
        match,
        """
          . | .                                          | .
        / . | .                                          | .
        / . | O1(ORC17 ORC18 ORC25 o1) x E1(ELV13 ELV14) | .
        / . | .                                          | .
        / . | .                                          | .
        ; O 50 4/0/0; E 50 5/0/0; met O1; hits E1:2; pending turn-end strike-back:E1:O1 assignment:E
        """,
    )


@clause("PB-6.14")
def test_faces_3_3_4_4_5_score_three_hits_with_a_5_and_a_4_in_a_charge() -> None:
    match = battle("""
          . | .                     | .
        / . | E1(ELV13 ELV14)       | .
        / . | .                     | .
        / . | O1(ORC17 ORC18 ORC25) | .
        / . | .                     | .
    """)
    play(match, "charge O1", "wait")
    assert_dice(match, 2)
    play(match, "throw 5 4")
    assert_position(
        match,
        """
          . | .                                          | .
        / . | .                                          | .
        / . | O1(ORC17 ORC18 ORC25 o1) x E1(ELV13 ELV14) | .
        / . | .                                          | .
        / . | .                                          | .
        ; O 50 4/0/0; E 50 5/0/0; hits E1:3
        ; pending turn-end strike-back:E1:O1 chase:O1:E1:0 assignment:E
        """,
    )


@clause("PB-6.14")
def test_faces_3_3_4_4_5_score_three_hits_with_a_5_and_a_4_by_a_trait() -> None:
    match = battle("""
          . | .                                             | .
        / . | .                                             | .
        / . | O1(ORC17 ORC18 ORC25 ORC03) x E1(ELV13 ELV14) | .
        / . | .                                             | .
        / . | .                                             | .
    """)
    play(match, "carry-on O1 E1")
    assert_dice(match, 2)
    play(match, "throw 5 4")
    assert_position(
        match,
        """
          . | .                                                | .
        / . | .                                                | .
        / . | O1(ORC17 ORC18 ORC25 ORC03 o1) x E1(ELV13 ELV14) | .
        / . | .                                                | .
        / . | .                                                | .
        ; O 50 4/0/0; E 50 5/0/0; met O1; hits E1:3; pending turn-end strike-back:E1:O1 assignment:E
        """,
    )


@clause("PB-6.14")
@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 0), (3, 2), (4, 2), (5, 1), (6, 0)])
def test_a_die_scores_one_hit_for_every_equal_die_printed(face: int, hits: int) -> None:
    match = battle("""
          . | .                                       | .
        / . | .                                       | .
        / . | O1(ORC17 ORC18 ORC25) x E1(ELV13 ELV14) | .
        / . | .                                       | .
        / . | .                                       | .
    """)
    play(match, "carry-on O1 E1", f"throw {face}")
    assert match.view()["units"][1]["hits"] == hits


@clause("PB-6.14")
def test_two_equal_dice_score_twice() -> None:
    match = battle("""
          . | .               | .
        / . | E1(ELV13 ELV14) | .
        / . | .               | .
        / . | O1(ORC17)       | .
        / . | .               | .
    """)
    play(match, "charge O1", "wait", "throw 4 4")
    assert_position(
        match,
        """
          . | .                              | .
        / . | .                              | .
        / . | O1(ORC17 o1) x E1(ELV13 ELV14) | .
        / . | .                              | .
        / . | .                              | .
        ; O 50 4/0/0; E 50 5/0/0; hits E1:2
        ; pending turn-end strike-back:E1:O1 chase:O1:E1:0 assignment:E
        """,
    )


@clause("PB-6.14")
def test_only_dice_of_living_troops_count_and_shooting_dice_do_not() -> None:
    match = battle("""
          . | .                                              | .
        / . | .                                              | .
        / . | O1(ORC17 -ORC18 ORC21) x E1(ELV13 ELV14 ELV27) | .
        / . | .                                              | .
        / . | .                                              | .
    """)
    play(match, "carry-on O1 E1", "throw 4", "eliminate ELV27", "hold")
    assert_position(
        match,
        """
          . | .                                                  | .
        / . | .                                                  | .
        / . | O1(ORC17 -ORC18 ORC21 o1) x E1(ELV13 ELV14 -ELV27) | .
        / . | .                                                  | .
        / . | .                                                  | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.14")
def test_a_charger_rolls_two_dice_and_its_interceptor_one() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV13) | .
        / . | .         | .
        / . | O1(ORC13) | .
        / . | .         | .
    """)
    play(match, "charge O1", "intercept E1")
    assert_dice(match, 2)
    play(match, "throw 6 1", "strike E1")
    assert_dice(match, 1)
    with pytest.raises(IllegalAction):
        play(match, "throw 6 6")
    play(match, "throw 6", "wound ORC13")
    assert_position(
        match,
        """
          . | .                             | .
        / . | .                             | .
        / . | O1(ORC13*1 o1) x E1(ELV13 o1) | .
        / . | .                             | .
        / . | .                             | .
        ; O 50 3/0/0; E 50 4/0/0; turn E
        """,
    )


@clause("PB-6.14")
def test_who_charged_in_an_earlier_turn_carries_on_with_one_die() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV09) | .
        / . | .         | .
        / . | O1(ORC13) | .
        / . | .         | .
    """)
    play(match, "charge O1", "wait", "throw 1 1", "hold", "pass", "carry-on O1 E1")
    assert_dice(match, 1)


@clause("PB-6.14")
def test_hits_are_counted_with_the_troops_alive_when_the_dice_fell() -> None:
    match = battle("""
          . | .                                 | .
        / . | .                                 | .
        / . | O1(ORC05 ORC29) x E1(ELV13 ELV27) | .
        / . | .                                 | .
        / . | .                                 | .
    """)
    play(match, "carry-on O1 E1", "dice 2", "throw 1 4", "eliminate ORC05", "eliminate ELV27", "hold")
    assert_position(
        match,
        """
          . | .                                      | .
        / . | .                                      | .
        / . | O1(-ORC05 ORC29 o1) x E1(ELV13 -ELV27) | .
        / . | .                                      | .
        / . | .                                      | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.15")
def test_the_owner_assigns_the_hits_before_any_other_die_is_rolled() -> None:
    match = battle("""
          . | .                     | .
        / . | E1(ELV26 ELV28 ELV29) | .
        / . | .                     | .
        / . | O1(ORC17 ORC18)       | .
        / . | .                     | .
    """)
    play(match, "charge O1", "wait", "throw 3 5")
    assert_choices(match, "E", "eliminate ELV26", "eliminate ELV28", "eliminate ELV29")
    assert_refused(match, "strike E1", "PB-6.15")
    with pytest.raises(IllegalAction):
        play(match, "throw 4")
    play(match, "eliminate ELV28", "eliminate ELV29")
    assert_choices(match, "E", "strike E1", "hold")
    play(match, "strike E1", "throw 5")
    assert_position(
        match,
        """
          . | .                                            | .
        / . | .                                            | .
        / . | O1(ORC17 ORC18 o1) x E1(ELV26 -ELV28 -ELV29) | .
        / . | .                                            | .
        / . | .                                            | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.15")
def test_hits_fall_on_the_attacked_unit_alone_and_only_its_owner_assigns_them() -> None:
    match = battle("""
          . | .                                     | .
        / . | .                                     | .
        / . | O1(ORC17) x E1(ELV13) E2(ELV26 ELV27) | .
        / . | .                                     | .
        / . | .                                     | .
    """)
    play(match, "carry-on O1 E2", "throw 3")
    assert_choices(match, "E", "eliminate ELV26", "eliminate ELV27")
    assert_refused(match, "wound ELV13", "PB-6.15")
    assert_refused(match, "eliminate ELV13", "PB-6.15")


@clause("PB-6.16")
def test_the_attacked_unit_strikes_back_with_one_die_and_without_a_token() -> None:
    match = battle("""
          . | .                           | .
        / . | .                           | .
        / . | O1(ORC17 ORC18) x E1(ELV13) | .
        / . | .                           | .
        / . | .                           | .
        ; O 50; E 20 0/2/0
    """)
    play(match, "carry-on O1 E1", "throw 1")
    assert_choices(match, "E", "strike E1", "hold")
    play(match, "strike E1")
    assert_dice(match, 1)
    play(match, "throw 3", "eliminate ORC17")
    assert_position(
        match,
        """
          . | .                               | .
        / . | .                               | .
        / . | O1(-ORC17 ORC18 o1) x E1(ELV13) | .
        / . | .                               | .
        / . | .                               | .
        ; O 50 4/0/0; E 20 0/2/0; turn O
        """,
    )


@clause("PB-6.16")
def test_striking_back_is_a_choice() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV13) | .
        / . | .                     | .
        / . | .                     | .
    """)
    play(match, "carry-on O1 E1", "throw 1", "hold")
    assert_position(
        match,
        """
          . | .                        | .
        / . | .                        | .
        / . | O1(ORC17 o1) x E1(ELV13) | .
        / . | .                        | .
        / . | .                        | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.16")
def test_only_surviving_troops_strike_back() -> None:
    match = battle("""
          . | .                           | .
        / . | .                           | .
        / . | O1(ORC18) x E1(ELV26 ELV29) | .
        / . | .                           | .
        / . | .                           | .
    """)
    play(match, "carry-on O1 E1", "throw 4", "eliminate ELV29", "strike E1", "throw 6")
    assert_position(
        match,
        """
          . | .                               | .
        / . | .                               | .
        / . | O1(ORC18 o1) x E1(ELV26 -ELV29) | .
        / . | .                               | .
        / . | .                               | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.16")
def test_a_destroyed_unit_does_not_strike_back() -> None:
    match = battle("""
          . | E2(ELV27)             | .
        / . | .                     | .
        / . | O1(ORC18) x E1(ELV26) | .
        / . | .                     | .
        / . | .                     | .
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert_position(
        match,
        """
          . | E2(ELV27)    | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC18 o1) | .
        / . | .            | .
        ; lost E1(-ELV26); O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.16")
def test_only_the_attacked_unit_of_several_strikes_back() -> None:
    match = battle("""
          . | .                               | .
        / . | .                               | .
        / . | O1(ORC17) x E1(ELV13) E2(ELV27) | .
        / . | .                               | .
        / . | O2(ORC18)                       | .
    """)
    play(match, "carry-on O1 E2", "throw 1")
    assert_choices(match, "E", "strike E2", "hold")
    assert_refused(match, "strike E1", "PB-6.16")
    assert_refused(match, "strike O1", "PB-6.16")
    play(match, "strike E2", "throw 4")
    assert_position(
        match,
        """
          . | .                   | .
        / . | E1(ELV13) E2(ELV27) | .
        / . | .                   | .
        / . | .                   | .
        / . | O2(ORC18)           | .
        ; lost O1(-ORC17); O 50 4/0/1; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.16")
def test_the_attacked_unit_strikes_back_only_at_its_attacker() -> None:
    match = battle("""
          . | .                               | .
        / . | .                               | .
        / . | E1(ELV13) x O1(ORC17) O2(ORC18) | .
        / . | .                               | .
        / . | .                               | .
    """)
    play(match, "carry-on O2 E1", "throw 1", "strike E1", "throw 2")
    assert_position(
        match,
        """
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV13) | .
        / . | .                     | .
        / . | .                     | .
        ; lost O2(-ORC18); O 50 4/0/1; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.16")
def test_a_unit_without_engagement_dice_cannot_strike_back() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV17) | .
        / . | .                     | .
        / . | .                     | .
    """)
    play(match, "carry-on O1 E1", "throw 1")
    assert_position(
        match,
        """
          . | .                        | .
        / . | .                        | .
        / . | O1(ORC17 o1) x E1(ELV17) | .
        / . | .                        | .
        / . | .                        | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.16")
def test_both_survivors_stay_in_contact() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV13) | .
        / . | .         | .
        / . | O1(ORC14) | .
        / . | .         | .
    """)
    play(match, "charge O1", "wait", "throw 6 2", "wound ELV13", "strike E1", "throw 3", "wound ORC14")
    assert_position(
        match,
        """
          . | .                            | .
        / . | .                            | .
        / . | O1(ORC14*1 o1) x E1(ELV13*1) | .
        / . | .                            | .
        / . | .                            | .
        ; O 50 3/0/0; E 50 4/0/0; turn E
        """,
    )
