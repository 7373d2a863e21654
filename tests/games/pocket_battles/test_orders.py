"""rules/order_options.py (chapter 6): who may charge, carry on, leave, shoot, use a special trait or pass."""

import pytest

from drumhead import IllegalAction
from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_position, assert_refused, notations, offers, play


@clause("PB-6.2")
def test_a_unit_charges_from_a_front_and_fights_at_once() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV09) | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | .         | .
    """)
    play(match, "charge O1", "wait")
    assert_position(
        match,
        """
          . | .                        | .
        / . | .                        | .
        / . | O1(ORC17 o1) x E1(ELV09) | .
        / . | .                        | .
        / . | .                        | .
        ; O 50 4/0/0; E 50 5/0/0; pending turn-end strike-back:E1:O1 chase:O1:E1:0 roll:O1:E1:0:2
        """,
    )


@clause("PB-6.2")
def test_no_unit_charges_from_a_rear_or_from_an_engagement() -> None:
    match = battle("""
          . | .                     | .
        / . | E2(ELV27)             | .
        / . | O1(ORC17) x E1(ELV26) | .
        / . | .                     | .
        / . | O2(ORC18)             | .
    """)
    assert_refused(match, "charge O1", "PB-6.2")
    assert_refused(match, "charge O2", "PB-6.2")
    assert not offers(match, "charge")


@clause("PB-6.2")
def test_a_unit_without_an_engagement_die_on_a_living_troop_does_not_charge() -> None:
    match = battle("""
          . | .                                                | .
        / . | E1(ELV17 ELV24) E2(-ELV26 ELV25) E3(ELV27 ELV23) | .
        / . | .                                                | .
        / . | O1(ORC17)                                        | .
        / . | .                                                | .
        ; turn E
    """)
    assert_refused(match, "charge E1", "PB-6.2")
    assert_refused(match, "charge E2", "PB-6.2")
    assert set(offers(match, "charge")) == {"charge E3"}


@clause("PB-6.3")
def test_carrying_on_is_fought_without_the_die_for_charging() -> None:
    match = battle("""
          . | .                           | .
        / . | .                           | .
        / . | O1(ORC17) x E1(ELV26 ELV27) | .
        / . | .                           | .
        / . | .                           | .
    """)
    play(match, "carry-on O1 E1")
    assert_dice(match, 1)
    with pytest.raises(IllegalAction):
        play(match, "throw 3 4")
    play(match, "throw 3", "eliminate ELV26", "strike E1", "throw 4")
    assert_position(
        match,
        """
          . | .                | .
        / . | E1(-ELV26 ELV27) | .
        / . | .                | .
        / . | .                | .
        / . | .                | .
        ; lost O1(-ORC17); O 50 4/0/1; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.3")
def test_the_active_player_picks_which_enemy_in_contact_to_fight() -> None:
    match = battle("""
          . | .                                                      | .
        / . | E3(ELV29)                                              | .
        / . | O1(ORC17) x E1(ELV13) E2(ELV27), O2(ORC18) x E4(ELV28) | .
        / . | .                                                      | .
        / . | .                                                      | .
    """)
    assert set(offers(match, "carry-on")) == {"carry-on O1 E1", "carry-on O1 E2", "carry-on O2 E4"}
    assert_refused(match, "carry-on O1 E3", "PB-6.3")
    assert_refused(match, "carry-on O1 E4", "PB-6.3")
    play(match, "carry-on O1 E2", "throw 4")
    assert_position(
        match,
        """
          . | .                                               | .
        / . | E3(ELV29)                                       | .
        / . | O1(ORC17 o1) x E1(ELV13), O2(ORC18) x E4(ELV28) | .
        / . | .                                               | .
        / . | .                                               | .
        ; lost E2(-ELV27); O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.3")
def test_only_a_unit_engaged_since_the_turn_began_carries_on() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV26) | .
        / . | O2(ORC18)             | .
        / . | .                     | .
    """)
    assert_refused(match, "carry-on O2 E1", "PB-6.3")
    assert "carry-on O1 E1" in notations(match)
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV26) | .
        / . | O2(ORC18)             | .
        / . | .                     | .
        ; met; pending turn:O
    """)
    assert_refused(match, "carry-on O1 E1", "PB-6.3")
    assert_refused(match, "leave O1", "PB-6.12")


@clause("PB-6.3")
def test_the_side_that_was_charged_may_carry_on_in_its_own_turn() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV09) | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | .         | .
    """)
    play(match, "charge O1", "wait", "throw 1 1", "hold", "carry-on E1 O1")
    assert_dice(match, 4)


@clause("PB-6.3")
def test_a_unit_without_dice_carries_on_rolls_nothing_and_is_struck_back_at() -> None:
    match = battle("""
          . | .                           | .
        / . | .                           | .
        / . | E1(ELV17 ELV24) x O1(ORC17) | .
        / . | .                           | .
        / . | .                           | .
        ; turn E
    """)
    play(match, "carry-on E1 O1")
    assert_choices(match, "O", "strike O1", "hold")
    play(match, "strike O1", "throw 4", "eliminate ELV24")
    assert_position(
        match,
        """
          . | .                               | .
        / . | .                               | .
        / . | E1(ELV17 -ELV24 o1) x O1(ORC17) | .
        / . | .                               | .
        / . | .                               | .
        ; O 50 5/0/0; E 50 4/0/0; turn O
        """,
    )


@clause("PB-6.4")
def test_an_engaged_unit_leaves_for_its_own_front_by_order() -> None:
    match = battle("""
          . | .                        | .
        / . | .                        | .
        / . | O1(ORC17 o1) x E1(ELV26) | .
        / . | .                        | .
        / . | .                        | .
    """)
    play(match, "leave O1", "hold")
    assert_position(
        match,
        """
          . | .            | .
        / . | E1(ELV26)    | .
        / . | .            | .
        / . | O1(ORC17 o3) | .
        / . | .            | .
        ; O 50 2/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.4")
def test_a_unit_that_is_not_engaged_has_nothing_to_leave() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV26) | .
        / . | O2(ORC18)             | .
        / . | .                     | .
    """)
    assert_refused(match, "leave O2", "PB-6.12")
    assert set(offers(match, "leave")) == {"leave O1"}


@clause("PB-6.5")
def test_a_unit_shoots_from_a_front_with_one_die() -> None:
    match = battle("""
          . | .               | .
        / . | E1(ELV26 ELV27) | .
        / . | .               | .
        / . | O1(ORC21)       | .
        / . | .               | .
    """)
    play(match, "shoot O1 E1")
    assert_position(
        match,
        """
          . | .               | .
        / . | E1(ELV26 ELV27) | .
        / . | .               | .
        / . | O1(ORC21 o1)    | .
        / . | .               | .
        ; O 50 4/0/0; E 50 5/0/0; pending turn-end roll:O1:E1:1:1
        """,
    )
    play(match, "throw 4", "eliminate ELV27")
    assert_position(
        match,
        """
          . | .                | .
        / . | E1(ELV26 -ELV27) | .
        / . | .                | .
        / . | O1(ORC21 o1)     | .
        / . | .                | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.5")
def test_no_unit_shoots_from_a_rear_or_from_an_engagement() -> None:
    match = battle("""
          . | .                     | .
        / . | E2(ELV27)             | .
        / . | O1(ORC21) x E1(ELV26) | .
        / . | .                     | .
        / . | O2(ORC22)             | .
    """)
    assert_refused(match, "shoot O1 E2", "PB-6.5")
    assert_refused(match, "shoot O1 E1", "PB-6.5")
    assert_refused(match, "shoot O2 E2", "PB-6.5")
    assert not offers(match, "shoot")


@clause("PB-6.5")
def test_a_unit_without_a_shooting_die_on_a_living_troop_does_not_shoot() -> None:
    match = battle("""
          . | .                                          | .
        / . | E1(ELV26)                                  | .
        / . | .                                          | .
        / . | O1(ORC17) O2(-ORC21 ORC18) O3(ORC22 ORC19) | .
        / . | .                                          | .
    """)
    assert_refused(match, "shoot O1 E1", "PB-6.5")
    assert_refused(match, "shoot O2 E1", "PB-6.5")
    assert set(offers(match, "shoot")) == {"shoot O3 E1"}


@clause("PB-6.6")
def test_no_special_trait_is_used_in_the_very_first_turn_of_the_battle() -> None:
    match = battle("""
          . | E1(ELV01) E2(ELV02)   | .
        / . | E3(ELV13*1) E4(ELV27) | .
        / . | .                     | .
        / . | O1(ORC17)             | .
        / . | O2(ORC02)             | .
        ; first E; opening
    """)
    assert_refused(match, "control E1", "PB-6.6")
    assert_refused(match, "heal E2 ELV13", "PB-6.6")
    play(match, "redeploy E4 left-front")
    assert_refused(match, "control E1", "PB-6.6")
    play(match, "pass")
    assert {"charge O1 excite O2", "charge O1 galvanize O2"} <= set(notations(match))
    play(match, "pass")
    assert {"control E1", "heal E2 ELV13"} <= set(notations(match))
    play(match, "heal E2 ELV13")
    assert_position(
        match,
        """
          . | E1(ELV01) E2(ELV02 o1) | .
        / . | E3(ELV13)              | E4(ELV27)
        / . | .                      | .
        / . | O1(ORC17)              | .
        / . | O2(ORC02)              | .
        ; O 50 4/1/0; E 50 3/1/0; first E; turn O
        """,
    )


@clause("PB-6.6")
def test_neither_excite_nor_galvanize_rides_on_the_very_first_charge() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV26) | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | O2(ORC02) | .
        ; opening
    """)
    assert_refused(match, "charge O1 excite O2", "PB-6.6")
    assert_refused(match, "charge O1 galvanize O2", "PB-6.6")
    assert "charge O1" in notations(match)


@clause("PB-6.6")
def test_double_order_waits_for_the_second_turn_too() -> None:
    picture = """
          . | .                   | .
        / . | C1(CEL18)           | .
        / . | .                   | .
        / . | R1(ROM15) R2(ROM16) | .
        / . | R3(ROM10)           | .
    """
    assert_refused(battle(f"{picture}; opening", armies=("romans-50", "celts-50")), "double-order R3", "PB-6.6")
    assert "double-order R3" in notations(battle(picture, armies=("romans-50", "celts-50")))


@clause("PB-6.6")
def test_a_special_trait_that_would_change_nothing_is_refused() -> None:
    match = battle("""
          . | E1(ELV01) E2(ELV02) | .
        / . | .                   | .
        / . | .                   | .
        / . | .                   | .
        / . | O1(ORC17)           | .
        ; turn E
    """)
    assert not offers(match, "heal")
    play(match, "redeploy E2 left-rear")
    assert_refused(match, "control E1", "PB-6.6")


@clause("PB-6.6")
def test_no_special_trait_is_used_by_a_unit_redeployed_in_the_same_turn_but_it_may_be_healed() -> None:
    match = battle("""
          . | E1(ELV02)   | .
        / . | E2(ELV13*1) | .
        / . | .           | .
        / . | O1(ORC17)   | .
        / . | O2(ORC02)   | .
        ; turn E
    """)
    assert "heal E1 ELV13" in notations(match)
    play(match, "redeploy E2 left-front")
    assert "heal E1 ELV13" in notations(match)
    match.pop()
    play(match, "redeploy E1 left-rear")
    assert_refused(match, "heal E1 ELV13", "PB-5.2")
    play(match, "pass", "redeploy O2 left-rear")
    assert_refused(match, "charge O1 excite O2", "PB-6.6")
    assert_refused(match, "charge O1 galvanize O2", "PB-6.6")


@clause("PB-6.6")
@pytest.mark.parametrize(("troops", "dice"), [("ORC17 ORC01", 3), ("ORC17 -ORC01", 1)])
def test_a_trait_holds_for_the_unit_while_its_troop_lives(troops: str, dice: int) -> None:
    match = battle(f"""
          . | .                        | .
        / . | .                        | .
        / . | O1({troops}) x E1(ELV09) | .
        / . | .                        | .
        / . | .                        | .
    """)
    play(match, "carry-on O1 E1")
    assert_dice(match, dice)


@clause("PB-6.6")
def test_the_same_trait_twice_is_the_same_trait() -> None:
    match = battle("""
          . | .               | .
        / . | E1(ELV09)       | .
        / . | .               | .
        / . | O1(ORC09 ORC10) | .
        / . | .               | .
    """)
    play(match, "charge O1", "wait")
    assert_dice(match, 3)


@clause("PB-6.7")
def test_passing_puts_one_unused_token_aside_as_spent() -> None:
    match = battle("""
          . | .            | .
        / . | E1(ELV26)    | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        / . | .            | .
        ; O 50 3/1/0; E 50 5/0/0
    """)
    play(match, "pass")
    assert_position(
        match,
        """
          . | .            | .
        / . | E1(ELV26)    | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        / . | .            | .
        ; O 50 2/2/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.7")
def test_a_passed_token_pays_for_nothing_until_the_next_round() -> None:
    match = battle("""
          . | E1(ELV26)              | .
        / . | .                      | .
        / . | .                      | .
        / . | .                      | .
        / . | O1(ORC17 o1) O2(ORC18) | .
        ; O 30 1/1/0; E 50 5/0/0
    """)
    assert_refused(match, "move O1 centre-front", "PB-4.4")
    play(match, "move O2 centre-front")
    assert match.view()["sides"][0]["tokens"] == {"unused": 0, "passed": 1, "aside": 0, "owed": 0}
    play(match, "pass")
    assert match.game.letters[match.to_act] == "E"
