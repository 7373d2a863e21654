"""rules/charge.py (chapter 6C): whom to charge, the reaction, charging into engagements, leaving, going back."""

import pytest

from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_position, assert_refused, offers, play


@clause("PB-6.8")
def test_every_enemy_in_front_and_engagement_zone_of_the_sector_can_be_charged_and_no_other() -> None:
    match = battle("""
          .         | E4(ELV29)             | .
        / E5(ELV30) | E1(ELV26) E2(ELV17)   | .
        / .         | O2(ORC18) x E3(ELV27) | .
        / .         | O1(ORC17)             | .
        / .         | .                     | .
    """)
    play(match, "charge O1", "wait")
    assert_choices(match, "O", "target E1", "target E2", "target E3")
    assert_refused(match, "target E4", "PB-6.8")
    assert_refused(match, "target E5", "PB-6.8")
    assert_refused(match, "target O2", "PB-6.8")


@clause("PB-6.8")
def test_an_enemy_in_the_engagement_zone_shields_the_rear_even_with_an_empty_front() -> None:
    match = battle("""
          . | E2(ELV29)             | .
        / . | .                     | .
        / . | O2(ORC18) x E1(ELV27) | .
        / . | O1(ORC17)             | .
        / . | .                     | .
    """)
    play(match, "charge O1", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | E2(ELV29)                          | .
        / . | .                                  | .
        / . | E1(ELV27) x O1(ORC17 o1) O2(ORC18) | .
        / . | .                                  | .
        / . | .                                  | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.8")
def test_the_rear_is_charged_when_no_enemy_stands_before_it_and_nobody_reacts() -> None:
    match = battle("""
          .         | E1(ELV13) E2(ELV27) | .
        / E3(ELV28) | .                   | .
        / .         | .                   | .
        / .         | O1(ORC17)           | .
        / .         | .                   | .
    """)
    play(match, "charge O1")
    assert_choices(match, "O", "target E1", "target E2")
    assert_refused(match, "target E3", "PB-6.8")
    play(match, "target E2", "throw 4 1")
    assert_position(
        match,
        """
          .         | E1(ELV13)    | .
        / E3(ELV28) | .            | .
        / .         | .            | .
        / .         | O1(ORC17 o1) | .
        / .         | .            | .
        ; lost E2(-ELV27); O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.8", "PB-6.9")
def test_a_unit_charged_in_its_rear_is_drawn_into_the_engagement_zone() -> None:
    match = battle("""
          . | E1(ELV13) | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | .         | .
    """)
    play(match, "charge O1", "throw 1 1", "hold")
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


@clause("PB-6.8")
def test_own_units_alone_in_the_sector_do_not_shield_anybody() -> None:
    match = battle("""
          . | E1(ELV13)           | .
        / . | .                   | .
        / . | .                   | .
        / . | O1(ORC17) O2(ORC18) | .
        / . | O3(ORC19)           | .
    """)
    play(match, "charge O1")
    assert_dice(match, 2)


@clause("PB-6.8")
def test_from_an_empty_sector_any_enemy_of_a_neighbour_is_charged_and_nobody_reacts() -> None:
    match = battle("""
          .         | E1(ELV13)             | E4(ELV28)
        / .         | E2(ELV11)             | E5(ELV29)
        / .         | O2(ORC18) x E3(ELV27) | .
        / O1(ORC17) | .                     | .
        / .         | .                     | .
    """)
    play(match, "charge O1")
    assert_choices(match, "O", "target E1", "target E2", "target E3")
    assert_refused(match, "target E5", "PB-6.8")
    play(match, "target E1", "throw 1 1", "strike E1", "throw 1")
    assert_position(
        match,
        """
          . | .                                               | E4(ELV28)
        / . | E2(ELV11)                                       | E5(ELV29)
        / . | O1(ORC17 o1) x E1(ELV13), O2(ORC18) x E3(ELV27) | .
        / . | .                                               | .
        / . | .                                               | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.8")
def test_from_an_empty_centre_both_flanks_are_neighbours() -> None:
    match = battle("""
          .         | .         | E3(ELV28)
        / E1(ELV26) | .         | E2(ELV27)
        / .         | .         | .
        / .         | O1(ORC17) | .
        / .         | .         | .
    """)
    play(match, "charge O1")
    assert_choices(match, "O", "target E1", "target E2", "target E3")


@clause("PB-6.8")
def test_an_enemy_in_the_rear_of_the_own_sector_keeps_a_charge_from_the_neighbours() -> None:
    match = battle("""
          E1(ELV09) | .         | .
        / .         | E2(ELV27) | .
        / .         | .         | .
        / O1(ORC17) | .         | .
        / .         | .         | .
    """)
    play(match, "charge O1", "throw 1 1", "hold")
    assert_position(
        match,
        """
          .                        | .         | .
        / .                        | E2(ELV27) | .
        / O1(ORC17 o1) x E1(ELV09) | .         | .
        / .                        | .         | .
        / .                        | .         | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.8")
def test_a_charge_without_a_possible_target_is_refused() -> None:
    match = battle("""
          .         | . | E2(ELV27)
        / .         | . | E1(ELV26)
        / .         | . | .
        / O1(ORC17) | . | O2(ORC18)
        / .         | . | .
    """)
    assert_refused(match, "charge O1", "PB-6.8")
    assert set(offers(match, "charge")) == {"charge O2"}


REACTIONS = """
      .         | E5(ELV13)                                  | .
    / E6(ELV14) | E1(ELV26) E2(ELV17) E3(ELV02) E4(ELV28 o4) | .
    / .         | .                                          | .
    / .         | O1(ORC17)                                  | .
    / .         | .                                          | .
    ; O 50; E 70
"""


@clause("PB-6.9")
def test_the_charger_moves_into_the_engagement_zone_and_the_opponent_reacts() -> None:
    match = battle(REACTIONS)
    play(match, "charge O1")
    assert_position(
        match,
        """
          .         | E5(ELV13)                                  | .
        / E6(ELV14) | E1(ELV26) E2(ELV17) E3(ELV02) E4(ELV28 o4) | .
        / .         | O1(ORC17 o1)                               | .
        / .         | .                                          | .
        / .         | .                                          | .
        ; O 50 4/0/0; E 70 3/0/0; pending turn-end target:O1:0:0 reaction:O1
        """,
    )


@clause("PB-6.9")
def test_only_units_in_the_front_of_that_sector_with_dice_and_tokens_react() -> None:
    match = battle(REACTIONS)
    play(match, "charge O1")
    assert_choices(match, "E", "wait", "intercept E1", "reaction-shot E2")
    assert_refused(match, "reaction-shot E1", "PB-6.9")
    assert_refused(match, "intercept E2", "PB-6.9")
    assert_refused(match, "intercept E3", "PB-6.9")
    assert_refused(match, "reaction-shot E3", "PB-6.9")
    assert_refused(match, "intercept E4", "PB-4.4")
    assert_refused(match, "intercept E5", "PB-6.9")
    assert_refused(match, "intercept E6", "PB-6.9")
    assert_refused(match, "intercept O1", "PB-6.9")


@clause("PB-6.9")
def test_dice_of_fallen_troops_do_not_react() -> None:
    match = battle("""
          . | .                                 | .
        / . | E1(-ELV26 ELV24) E2(ELV27 -ELV25) | .
        / . | .                                 | .
        / . | O1(ORC17)                         | .
        / . | .                                 | .
    """)
    play(match, "charge O1")
    assert_choices(match, "E", "wait", "reaction-shot E1", "intercept E2")


@clause("PB-6.9")
def test_an_interceptor_is_ordered_at_the_usual_cost_and_meets_the_charger() -> None:
    match = battle("""
          . | .                      | .
        / . | E1(ELV13 o1) E2(ELV27) | .
        / . | .                      | .
        / . | O1(ORC18)              | .
        / . | .                      | .
    """)
    play(match, "charge O1", "intercept E1")
    assert_dice(match, 2)
    play(match, "throw 5 1", "wound ELV13", "strike E1", "throw 1")
    assert_position(
        match,
        """
          . | .                             | .
        / . | E2(ELV27)                     | .
        / . | O1(ORC18 o1) x E1(ELV13*1 o3) | .
        / . | .                             | .
        / . | .                             | .
        ; O 50 4/0/0; E 50 1/0/0; turn E
        """,
    )


@clause("PB-6.9", "PB-6.10")
def test_a_reaction_shot_is_ordered_at_the_usual_cost_and_comes_before_the_target_is_named() -> None:
    match = battle("""
          . | .                      | .
        / . | E1(ELV13) E2(ELV17 o1) | .
        / . | .                      | .
        / . | O1(ORC17 ORC18)        | .
        / . | .                      | .
    """)
    play(match, "charge O1", "reaction-shot E2")
    assert_dice(match, 1)
    play(match, "throw 6", "eliminate ORC17")
    assert_position(
        match,
        """
          . | .                      | .
        / . | E1(ELV13) E2(ELV17 o3) | .
        / . | O1(-ORC17 ORC18 o1)    | .
        / . | .                      | .
        / . | .                      | .
        ; O 50 4/0/0; E 50 2/0/0; pending turn-end target:O1:0:0
        """,
    )
    assert_choices(match, "O", "target E1", "target E2")


@clause("PB-6.9")
def test_waiting_costs_nothing_and_leaves_the_choice_to_the_charger() -> None:
    match = battle("""
          . | .                   | .
        / . | E1(ELV13) E2(ELV17) | .
        / . | .                   | .
        / . | O1(ORC17)           | .
        / . | .                   | .
    """)
    play(match, "charge O1", "wait", "target E2", "throw 1 1")
    assert_position(
        match,
        """
          . | .                        | .
        / . | E1(ELV13)                | .
        / . | O1(ORC17 o1) x E2(ELV17) | .
        / . | .                        | .
        / . | .                        | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.9")
@pytest.mark.parametrize("reaction", ["intercept E1", "reaction-shot E2"])
def test_a_reaction_is_not_the_action_of_the_next_turn(reaction: str) -> None:
    match = battle("""
          . | E3(ELV27)           | .
        / . | E1(ELV13) E2(ELV17) | .
        / . | .                   | .
        / . | O1(ORC17)           | .
        / . | .                   | .
    """)
    play(match, "charge O1", reaction)
    if reaction == "reaction-shot E2":
        play(match, "throw 1", "target E1")
    play(match, "throw 1 1", "hold", "redeploy E3 left-rear", "carry-on E1 O1")
    assert_dice(match, 1)


@clause("PB-6.9")
def test_one_reaction_at_most_meets_a_charge() -> None:
    match = battle("""
          . | .                             | .
        / . | E1(ELV13) E2(ELV17) E3(ELV24) | .
        / . | .                             | .
        / . | O1(ORC13)                     | .
        / . | .                             | .
    """)
    play(match, "charge O1")
    assert_choices(match, "E", "wait", "intercept E1", "reaction-shot E2", "reaction-shot E3")
    play(match, "reaction-shot E2", "throw 1")
    assert_choices(match, "O", "target E1", "target E2", "target E3")


@clause("PB-6.9")
def test_an_opponent_without_a_token_cannot_react() -> None:
    match = battle("""
          . | .                         | .
        / . | E1(ELV13 o1) E2(ELV17 o1) | .
        / . | .                         | .
        / . | O1(ORC13)                 | .
        / . | .                         | .
        ; O 50; E 20 0/0/0
    """)
    play(match, "charge O1")
    assert_choices(match, "O", "target E1", "target E2")


@clause("PB-6.9")
def test_an_interceptor_fights_apart_from_the_engagement_beside_it() -> None:
    match = battle("""
          . | .                     | .
        / . | E2(ELV13)             | .
        / . | O2(ORC18) x E1(ELV27) | .
        / . | O1(ORC17)             | .
        / . | .                     | .
    """)
    play(match, "charge O1", "intercept E2", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                                                  | .
        / . | .                                                  | .
        / . | O1(ORC17 o1) x E2(ELV13 o1), O2(ORC18) x E1(ELV27) | .
        / . | .                                                  | .
        / . | .                                                  | .
        ; O 50 4/0/0; E 50 4/0/0; turn E
        """,
    )


@clause("PB-6.10")
def test_a_charger_destroyed_by_the_reaction_shot_reaches_nobody() -> None:
    match = battle("""
          . | .                   | .
        / . | E1(ELV13) E2(ELV17) | .
        / . | .                   | .
        / . | O1(ORC17 o1)        | .
        / . | O2(ORC18)           | .
    """)
    play(match, "charge O1", "reaction-shot E2", "throw 6")
    assert_position(
        match,
        """
          . | .                      | .
        / . | E1(ELV13) E2(ELV17 o1) | .
        / . | .                      | .
        / . | .                      | .
        / . | O2(ORC18)              | .
        ; lost O1(-ORC17); O 50 2/0/3; E 50 4/0/0; turn E
        """,
    )


@clause("PB-6.10")
def test_the_target_is_named_after_the_reaction_shot_and_may_be_the_shooter() -> None:
    match = battle("""
          . | .                     | .
        / . | E1(ELV17)             | .
        / . | O2(ORC18) x E2(ELV27) | .
        / . | O1(ORC17)             | .
        / . | .                     | .
    """)
    play(match, "charge O1", "reaction-shot E1", "throw 1", "target E1", "throw 3 1")
    assert_position(
        match,
        """
          . | .                     | .
        / . | .                     | .
        / . | O2(ORC18) x E2(ELV27) | .
        / . | O1(ORC17 o1)          | .
        / . | .                     | .
        ; lost E1(-ELV17); O 50 4/0/0; E 50 4/0/1; turn E
        """,
    )


@clause("PB-6.10")
def test_a_charger_without_engagement_dice_left_still_engages() -> None:
    match = battle("""
          . | .                   | .
        / . | E1(ELV13) E2(ELV17) | .
        / . | .                   | .
        / . | O1(ORC17 ORC29)     | .
        / . | .                   | .
    """)
    play(match, "charge O1", "reaction-shot E2", "throw 6", "eliminate ORC17", "target E1")
    assert_choices(match, "E", "strike E1", "hold")
    play(match, "hold")
    assert_position(
        match,
        """
          . | .                               | .
        / . | E2(ELV17 o1)                    | .
        / . | O1(-ORC17 ORC29 o1) x E1(ELV13) | .
        / . | .                               | .
        / . | .                               | .
        ; O 50 4/0/0; E 50 4/0/0; turn E
        """,
    )


@clause("PB-6.10")
def test_a_charger_whose_only_target_destroyed_itself_returns_and_the_order_stays_paid() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV13) | .
        / . | .         | .
        / . | O1(ORC07) | O3(ORC18)
        / . | O2(ORC17) | .
        ; turn E
    """)
    play(match, "charge E1", "reaction-shot O1", "dice 3", "throw 1 1 5")
    assert_position(
        match,
        """
          . | .            | .
        / . | E1(ELV13 o1) | .
        / . | .            | .
        / . | .            | O3(ORC18)
        / . | O2(ORC17)    | .
        ; lost O1(-ORC07); O 50 4/0/1; E 50 4/0/0; turn O
        """,
    )


@clause("PB-6.10")
def test_a_charger_whose_enemy_destroyed_itself_meets_another_of_the_same_zones() -> None:
    match = battle("""
          . | .                   | .
        / . | E1(ELV13)           | .
        / . | .                   | .
        / . | O1(ORC07) O2(ORC17) | .
        / . | O3(ORC18)           | .
        ; turn E
    """)
    play(match, "charge E1", "reaction-shot O1", "dice 2", "throw 1 1", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                        | .
        / . | .                        | .
        / . | O2(ORC17) x E1(ELV13 o1) | .
        / . | .                        | .
        / . | O3(ORC18)                | .
        ; lost O1(-ORC07); O 50 4/0/1; E 50 4/0/0; turn O
        """,
    )


@clause("PB-6.11")
def test_charging_one_of_two_that_outnumber_a_friend_makes_two_engagements() -> None:
    match = battle("""
          . | .                               | .
        / . | .                               | .
        / . | O1(ORC17) x E1(ELV13) E2(ELV27) | .
        / . | O2(ORC18)                       | .
        / . | .                               | .
    """)
    play(match, "charge O2", "target E1", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                                               | .
        / . | .                                               | .
        / . | O1(ORC17) x E2(ELV27), O2(ORC18 o1) x E1(ELV13) | .
        / . | .                                               | .
        / . | .                                               | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.11")
def test_charging_one_of_three_leaves_the_others_against_the_single_one() -> None:
    match = battle("""
          . | .                                         | .
        / . | .                                         | .
        / . | O1(ORC17) x E1(ELV13) E2(ELV27) E3(ELV28) | .
        / . | O2(ORC18)                                 | .
        / . | .                                         | .
    """)
    play(match, "charge O2", "target E2", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                                                         | .
        / . | .                                                         | .
        / . | O1(ORC17) x E1(ELV13) E3(ELV28), O2(ORC18 o1) x E2(ELV27) | .
        / . | .                                                         | .
        / . | .                                                         | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.11")
def test_charging_the_single_one_joins_the_many() -> None:
    match = battle("""
          . | .                               | .
        / . | .                               | .
        / . | E1(ELV13) x O1(ORC17) O2(ORC18) | .
        / . | O3(ORC19)                       | .
        / . | .                               | .
    """)
    play(match, "charge O3", "throw 1 1")
    assert_choices(match, "E", "strike E1", "hold")
    play(match, "strike E1", "throw 6")
    assert_position(
        match,
        """
          . | .                               | .
        / . | .                               | .
        / . | E1(ELV13) x O1(ORC17) O2(ORC18) | .
        / . | .                               | .
        / . | .                               | .
        ; lost O3(-ORC19); O 50 4/0/1; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.11")
def test_charging_a_unit_engaged_one_to_one_makes_it_the_single_one() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV13) | .
        / . | O2(ORC18)             | .
        / . | .                     | .
    """)
    play(match, "charge O2", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                                  | .
        / . | .                                  | .
        / . | E1(ELV13) x O1(ORC17) O2(ORC18 o1) | .
        / . | .                                  | .
        / . | .                                  | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )
    assert set(offers(match, "carry-on")) == {"carry-on E1 O1", "carry-on E1 O2"}


@clause("PB-6.11")
def test_a_fight_of_several_is_never_two_against_two() -> None:
    match = battle("""
          . | .                     | .
        / . | E2(ELV27) E3(ELV28)   | .
        / . | O1(ORC17) x E1(ELV13) | .
        / . | O2(ORC18) O3(ORC19)   | .
        / . | .                     | .
    """)
    play(match, "charge O2", "wait", "target E1", "throw 1 1", "hold")
    play(match, "charge E2", "wait", "target O2", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                                                  | .
        / . | E3(ELV28)                                          | .
        / . | O1(ORC17) x E1(ELV13), O2(ORC18 o1) x E2(ELV27 o1) | .
        / . | O3(ORC19)                                          | .
        / . | .                                                  | .
        ; O 50 4/0/0; E 50 4/0/0; turn O
        """,
    )


@clause("PB-6.11")
def test_the_side_that_is_single_may_split_its_enemies_too() -> None:
    match = battle("""
          . | .                               | .
        / . | E2(ELV27)                       | .
        / . | E1(ELV13) x O1(ORC17) O2(ORC18) | .
        / . | .                               | .
        / . | .                               | .
        ; turn E
    """)
    play(match, "charge E2", "target O2", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                                               | .
        / . | .                                               | .
        / . | O1(ORC17) x E1(ELV13), O2(ORC18) x E2(ELV27 o1) | .
        / . | .                                               | .
        / . | .                                               | .
        ; O 50 5/0/0; E 50 4/0/0; turn O
        """,
    )


@clause("PB-6.11", "PB-6.8")
def test_a_charge_from_a_neighbouring_sector_joins_or_splits_as_any_other() -> None:
    match = battle("""
          .         | .                               | .
        / .         | .                               | .
        / .         | O2(ORC18) x E1(ELV13) E2(ELV27) | .
        / O1(ORC17) | .                               | .
        / .         | .                               | .
    """)
    play(match, "charge O1", "target E2", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                                               | .
        / . | .                                               | .
        / . | O1(ORC17 o1) x E2(ELV27), O2(ORC18) x E1(ELV13) | .
        / . | .                                               | .
        / . | .                                               | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.12")
def test_every_enemy_in_contact_may_strike_the_leaver_once_in_the_order_their_owner_likes() -> None:
    match = battle("""
          . | .                                           | .
        / . | .                                           | .
        / . | O1(ORC17 ORC18 ORC19) x E1(ELV13) E2(ELV27) | .
        / . | .                                           | .
        / . | .                                           | .
    """)
    play(match, "leave O1")
    assert_choices(match, "E", "strike E1", "strike E2", "hold")
    assert_refused(match, "strike O1", "PB-6.12")
    play(match, "strike E2")
    assert_dice(match, 1)
    play(match, "throw 3", "eliminate ORC18")
    assert_choices(match, "E", "strike E1", "hold")
    play(match, "strike E1")
    assert_dice(match, 1)
    play(match, "throw 6", "eliminate ORC19")
    assert_position(
        match,
        """
          . | .                          | .
        / . | E1(ELV13) E2(ELV27)        | .
        / . | .                          | .
        / . | O1(ORC17 -ORC18 -ORC19 o1) | .
        / . | .                          | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.12")
def test_the_leaver_is_struck_until_it_is_destroyed() -> None:
    match = battle("""
          . | .                               | .
        / . | .                               | .
        / . | O1(ORC17) x E1(ELV13) E2(ELV27) | .
        / . | O2(ORC18)                       | .
        / . | .                               | .
    """)
    play(match, "leave O1", "strike E2", "throw 4")
    assert_position(
        match,
        """
          . | .                   | .
        / . | E1(ELV13) E2(ELV27) | .
        / . | .                   | .
        / . | O2(ORC18)           | .
        / . | .                   | .
        ; lost O1(-ORC17); O 50 4/0/1; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.12")
def test_strikes_at_a_leaver_need_no_tokens_and_have_no_dice_for_charging() -> None:
    match = battle("""
          . | .                        | .
        / . | .                        | .
        / . | O1(ORC13) x E1(ELV26 o1) | .
        / . | .                        | .
        / . | .                        | .
        ; O 50; E 20 0/1/0
    """)
    play(match, "leave O1")
    assert_choices(match, "E", "strike E1", "hold")
    play(match, "strike E1")
    assert_dice(match, 1)
    play(match, "throw 2", "wound ORC13")
    assert_position(
        match,
        """
          . | .              | .
        / . | E1(ELV26 o1)   | .
        / . | .              | .
        / . | O1(ORC13*1 o1) | .
        / . | .              | .
        ; O 50 3/0/0; E 20 0/1/0; turn O
        """,
    )


@clause("PB-6.12")
def test_an_enemy_that_has_another_foe_in_contact_stays_when_one_leaves() -> None:
    match = battle("""
          . | .                               | .
        / . | .                               | .
        / . | E1(ELV13) x O1(ORC17) O2(ORC18) | .
        / . | .                               | .
        / . | .                               | .
    """)
    play(match, "leave O1", "hold")
    assert_position(
        match,
        """
          . | .                     | .
        / . | .                     | .
        / . | O2(ORC18) x E1(ELV13) | .
        / . | O1(ORC17 o1)          | .
        / . | .                     | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.12")
def test_only_enemies_in_contact_strike_the_leaver() -> None:
    match = battle("""
          . | .                                            | .
        / . | E3(ELV28)                                    | .
        / . | O1(ORC17) x E1(ELV13), O2(ORC18) x E2(ELV27) | .
        / . | .                                            | .
        / . | .                                            | .
    """)
    play(match, "leave O1")
    assert_choices(match, "E", "strike E1", "hold")
    assert_refused(match, "strike E2", "PB-6.12")
    assert_refused(match, "strike E3", "PB-6.12")
    play(match, "hold")
    assert_position(
        match,
        """
          . | .                     | .
        / . | E1(ELV13) E3(ELV28)   | .
        / . | O2(ORC18) x E2(ELV27) | .
        / . | O1(ORC17 o1)          | .
        / . | .                     | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.12")
def test_enemies_without_engagement_dice_let_the_leaver_go() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV17) | .
        / . | .                     | .
        / . | .                     | .
    """)
    play(match, "leave O1")
    assert_position(
        match,
        """
          . | .            | .
        / . | E1(ELV17)    | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        / . | .            | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.12")
def test_a_striker_that_destroys_itself_lets_the_leaver_go() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC05) x E1(ELV13) | .
        / . | .                     | .
        / . | O2(ORC17)             | .
        ; turn E
    """)
    play(match, "leave E1", "strike O1", "dice 2", "throw 1 4")
    assert_position(
        match,
        """
          . | .            | .
        / . | E1(ELV13 o1) | .
        / . | .            | .
        / . | .            | .
        / . | O2(ORC17)    | .
        ; lost O1(-ORC05); O 50 5/0/0; E 50 4/0/0; turn O
        """,
    )


@clause("PB-6.13")
def test_who_destroyed_the_enemy_in_contact_goes_back_to_the_front() -> None:
    match = battle("""
          . | .                     | E2(ELV27)
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV26) | .
        / . | .                     | .
        / . | .                     | .
    """)
    play(match, "carry-on O1 E1", "throw 3")
    assert_position(
        match,
        """
          . | .            | E2(ELV27)
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        / . | .            | .
        ; lost E1(-ELV26); O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.13")
def test_who_is_in_contact_with_another_enemy_stays() -> None:
    match = battle("""
          . | .                               | .
        / . | .                               | .
        / . | E1(ELV26) x O1(ORC17) O2(ORC18) | .
        / . | .                               | .
        / . | O3(ORC19)                       | .
        ; turn E
    """)
    play(match, "carry-on E1 O1", "throw 3")
    assert_position(
        match,
        """
          . | .                        | .
        / . | .                        | .
        / . | O2(ORC18) x E1(ELV26 o1) | .
        / . | .                        | .
        / . | O3(ORC19)                | .
        ; lost O1(-ORC17); O 50 5/0/0; E 50 4/0/0; turn O
        """,
    )


@clause("PB-6.13")
def test_all_who_fought_the_single_one_go_back_when_it_falls() -> None:
    match = battle("""
          . | E2(ELV27)                       | .
        / . | .                               | .
        / . | E1(ELV26) x O1(ORC17) O2(ORC18) | .
        / . | .                               | .
        / . | .                               | .
    """)
    play(match, "carry-on O2 E1", "throw 4")
    assert_position(
        match,
        """
          . | E2(ELV27)              | .
        / . | .                      | .
        / . | .                      | .
        / . | O1(ORC17) O2(ORC18 o1) | .
        / . | .                      | .
        ; lost E1(-ELV26); O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.13")
def test_who_charged_into_a_neighbouring_sector_goes_back_to_the_front_there() -> None:
    match = battle("""
          .         | E1(ELV13) | .
        / .         | E2(ELV27) | .
        / .         | .         | .
        / O1(ORC17) | .         | .
        / .         | .         | .
    """)
    play(match, "charge O1", "target E2", "throw 4 1")
    assert_position(
        match,
        """
          . | E1(ELV13)    | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        / . | .            | .
        ; lost E2(-ELV27); O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.13")
def test_who_was_charged_in_the_rear_goes_back_to_the_front() -> None:
    match = battle("""
          . | E1(ELV13) | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | O2(ORC18) | .
    """)
    play(match, "charge O1", "throw 1 1", "strike E1", "throw 2")
    assert_position(
        match,
        """
          . | .         | .
        / . | E1(ELV13) | .
        / . | .         | .
        / . | .         | .
        / . | O2(ORC18) | .
        ; lost O1(-ORC17); O 50 4/0/1; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.13")
def test_a_shot_that_destroys_one_of_an_engagement_sends_the_other_back() -> None:
    match = battle("""
          . | .                     | .
        / . | E2(ELV24)             | .
        / . | O1(ORC17) x E1(ELV13) | .
        / . | .                     | .
        / . | O2(ORC18)             | .
        ; turn E
    """)
    play(match, "shoot E2 O1", "throw 4", "wound ELV13")
    assert_position(
        match,
        """
          . | .                        | .
        / . | E1(ELV13*1) E2(ELV24 o1) | .
        / . | .                        | .
        / . | .                        | .
        / . | O2(ORC18)                | .
        ; lost O1(-ORC17); O 50 5/0/0; E 50 3/0/0; turn O
        """,
    )


@clause("PB-6.13")
def test_the_enemy_of_a_unit_that_its_own_blood_lust_destroyed_goes_back() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC05) x E1(ELV13) | .
        / . | .                     | .
        / . | O2(ORC18)             | .
    """)
    play(match, "carry-on O1 E1", "dice 3", "throw 1 4 5")
    assert_position(
        match,
        """
          . | .         | .
        / . | E1(ELV13) | .
        / . | .         | .
        / . | .         | .
        / . | O2(ORC18) | .
        ; lost O1(-ORC05); O 50 4/0/1; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.13")
def test_the_enemy_of_a_unit_that_was_given_up_to_its_hits_goes_back() -> None:
    match = battle(
        """
          . | .                     | .
        / . | .                     | .
        / . | M1(MAC24) x P1(PER27) | .
        / . | .                     | .
        / . | M2(MAC05)             | .
        ; turn P
        """,
        armies=("macedonians-50", "persians-50"),
    )
    play(match, "carry-on P1 M1", "throw 6", "eliminate MAC24")
    assert_position(
        match,
        """
          . | .            | .
        / . | P1(PER27 o1) | .
        / . | .            | .
        / . | .            | .
        / . | M2(MAC05)    | .
        ; lost M1(-MAC24); M 50 5/0/0; P 50 4/0/0; turn M
        """,
    )
