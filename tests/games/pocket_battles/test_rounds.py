"""rules/turns.py (chapter 4): rounds and turns, what orders cost, and what happens when a round ends."""

import pytest

from drumhead import NotationError
from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_position, assert_refused, notations, play


@clause("PB-4.1")
def test_players_take_turns_and_open_the_rounds_by_turns() -> None:
    match = battle("""
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        ; O 20; E 20; opening
    """)
    turns = []
    for _ in range(12):
        turns.append(f"{match.view()['round']}{match.game.letters[match.to_act]}")
        play(match, "pass")
    assert turns == ["1O", "1E", "1O", "1E", "2E", "2O", "2E", "2O", "3O", "3E", "3O", "3E"]
    assert_position(
        match,
        """
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        ; O 20 2/0/0; E 20 2/0/0; round 4; turn E
        """,
    )


@clause("PB-4.1")
def test_player_1_is_whoever_threw_higher_whatever_the_seat() -> None:
    match = battle("""
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        ; O 20; E 20; first E
    """)
    turns = []
    for _ in range(8):
        turns.append(f"{match.view()['round']}{match.game.letters[match.to_act]}")
        play(match, "pass")
    assert turns == ["1E", "1O", "1E", "1O", "2O", "2E", "2O", "2E"]


@clause("PB-4.1")
def test_who_had_the_last_turn_does_not_change_who_opens_the_next_round() -> None:
    match = battle("""
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        ; O 20; E 30
    """)
    play(match, "pass", "pass", "pass", "pass", "pass")
    assert_position(
        match,
        """
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        ; O 20 2/0/0; E 30 3/0/0; round 2; turn E
        """,
    )


@clause("PB-4.2")
def test_a_turn_is_an_optional_redeployment_and_then_one_action() -> None:
    match = battle("""
          .         | E1(ELV26) | .
        / .         | .         | .
        / .         | .         | .
        / O1(ORC17) | .         | .
        / .         | O2(ORC18) | .
    """)
    play(match, "redeploy O1 centre-front")
    assert_position(
        match,
        """
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | O2(ORC18) | .
        ; O 50 5/0/0; E 50 5/0/0; turn O; redeployed O1; pending action:O
        """,
    )
    assert_choices(match, "O", "pass", "move O2 left-rear", "move O2 right-rear", "move O2 centre-front")
    play(match, "move O2 left-rear")
    assert_position(
        match,
        """
          .            | E1(ELV26) | .
        / .            | .         | .
        / .            | .         | .
        / .            | O1(ORC17) | .
        / O2(ORC18 o1) | .         | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-4.2")
def test_the_redeployment_may_be_left_out_and_the_action_ends_the_turn() -> None:
    match = battle("""
          .         | E1(ELV26) | .
        / .         | .         | .
        / .         | .         | .
        / O1(ORC17) | .         | .
        / .         | O2(ORC18) | .
    """)
    play(match, "move O1 left-rear")
    assert_refused(match, "move O2 left-rear", "PB-4.2")
    assert_refused(match, "redeploy O2 left-rear", "PB-5.1")
    assert_choices(
        match,
        "E",
        "pass",
        *(f"{verb} E1 {zone}" for verb in ("redeploy", "move") for zone in ("left-rear", "right-rear", "centre-front")),
    )


@clause("PB-4.2")
def test_the_action_comes_after_the_redeployment_and_not_before_it() -> None:
    match = battle("""
          . | E1(ELV09) | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | O2(ORC18) | .
    """)
    play(match, "charge O1", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                        | .
        / . | .                        | .
        / . | O1(ORC17 o1) x E1(ELV09) | .
        / . | .                        | .
        / . | O2(ORC18)                | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-4.2")
def test_what_is_not_asked_for_is_refused() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV26) | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | .         | .
    """)
    for answer in ("wait", "hold", "done", "target E1", "strike O1", "eliminate ORC17", "intercept O1"):
        assert_refused(match, answer, "PB-4.2")
    play(match, "charge O1")
    for answer in ("pass", "redeploy E1 centre-rear", "move E1 centre-rear", "charge E1"):
        assert_refused(match, answer, "PB-6.9")


@clause("PB-4.3")
def test_who_has_tokens_left_goes_on_alone_until_the_round_ends() -> None:
    match = battle("""
          . | E1(ELV26)    | .
        / . | .            | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        ; O 20 0/1/0; E 30 3/0/0; turn E
    """)
    play(match, "pass")
    assert_position(
        match,
        """
          . | E1(ELV26)    | .
        / . | .            | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        ; O 20 0/1/0; E 30 2/1/0; turn E
        """,
    )
    play(match, "redeploy E1 left-rear", "pass", "redeploy E1 centre-rear", "pass")
    assert_position(
        match,
        """
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        ; O 20 2/0/0; E 30 3/0/0; round 2; turn E
        """,
    )


@clause("PB-4.3")
def test_who_has_tokens_but_no_unit_takes_no_turn() -> None:
    match = battle("""
          . | E2(ELV27) | .
        / . | E1(ELV28) | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | .         | .
        ; turn E
    """)
    play(match, "charge E1", "wait", "throw 4 1")
    assert_position(
        match,
        """
          . | E2(ELV27)    | .
        / . | E1(ELV28 o1) | .
        / . | .            | .
        / . | .            | .
        / . | .            | .
        ; lost O1(-ORC17); O 50 5/0/0; E 50 4/0/0; turn E
        """,
    )


@clause("PB-4.3")
def test_who_opens_a_round_without_a_token_leaves_the_first_turn_to_the_other() -> None:
    match = battle("""
          . | E1(ELV13*1 ELV14*1) | .
        / . | .                   | .
        / . | .                   | .
        / . | .                   | .
        / . | O1(ORC17)           | .
        ; O 20 1/1/0; E 20 0/0/0; turn O
    """)
    play(match, "pass", "done")
    assert_position(
        match,
        """
          . | E1(ELV13*1 ELV14*1) | .
        / . | .                   | .
        / . | .                   | .
        / . | .                   | .
        / . | O1(ORC17)           | .
        ; O 20 2/0/0; E 20 0/0/0; round 2; turn O
        """,
    )


@clause("PB-4.4")
def test_orders_to_one_unit_cost_1_then_2_then_4_and_7_tokens_lie_there() -> None:
    match = battle("""
          .         | E1(ELV26) | .
        / .         | .         | .
        / .         | .         | .
        / O1(ORC17) | .         | .
        / O2(ORC18) | .         | .
        ; O 80; E 80
    """)
    play(match, "move O1 centre-front")
    assert_position(
        match,
        """
          .         | E1(ELV26)    | .
        / .         | .            | .
        / .         | .            | .
        / .         | O1(ORC17 o1) | .
        / O2(ORC18) | .            | .
        ; O 80 7/0/0; E 80 8/0/0; turn E
        """,
    )
    play(match, "pass", "move O1 right-front")
    assert_position(
        match,
        """
          .         | E1(ELV26) | .
        / .         | .         | .
        / .         | .         | .
        / .         | .         | O1(ORC17 o3)
        / O2(ORC18) | .         | .
        ; O 80 5/0/0; E 80 7/1/0; turn E
        """,
    )
    play(match, "pass", "move O1 right-rear")
    assert_position(
        match,
        """
          .         | E1(ELV26) | .
        / .         | .         | .
        / .         | .         | .
        / .         | .         | .
        / O2(ORC18) | .         | O1(ORC17 o7)
        ; O 80 1/0/0; E 80 6/2/0; turn E
        """,
    )
    play(match, "pass")
    assert_refused(match, "move O1 right-front", "PB-4.4")
    play(match, "move O2 centre-rear")
    assert_position(
        match,
        """
          . | E1(ELV26)    | .
        / . | .            | .
        / . | .            | .
        / . | .            | .
        / . | O2(ORC18 o1) | O1(ORC17 o7)
        ; O 80 0/0/0; E 80 5/3/0; turn E
        """,
    )


@clause("PB-4.4")
@pytest.mark.parametrize(
    ("order", "rest"),
    [
        ("move O1 left-front", ()),
        ("charge O1", ("wait", "target E1", "throw 1 1", "hold")),
        ("shoot O2 E1", ("throw 1",)),
        ("carry-on O4 E2", ("throw 1", "hold")),
        ("leave O4", ("hold",)),
    ],
)
def test_an_order_costs_one_token_more_than_the_unit_bears_whatever_the_order(order: str, rest: tuple[str]) -> None:
    match = battle("""
          . | .                                      | .
        / . | E1(ELV09)                              | .
        / . | O4(ORC19 o1) x E2(ELV27)               | .
        / . | O1(ORC17 o1) O2(ORC21 o1) O3(ORC18 o2) | .
        / . | .                                      | .
        ; O 70 2/0/0; E 50
    """)
    assert_refused(match, "charge O3", "PB-4.4")
    assert_refused(match, "move O3 left-front", "PB-4.4")
    play(match, order, *rest)
    lying = {"O1": 1, "O2": 1, "O3": 2, "O4": 1, "E1": 0, "E2": 0}
    ordered = order.split()[1]
    view = match.view()
    assert {unit["key"]: unit["orders"] for unit in view["units"]} == {**lying, ordered: 3}
    assert [side["tokens"]["unused"] for side in view["sides"]] == [0, 5]
    assert view["active"] == 1


@clause("PB-4.4")
def test_wound_tokens_do_not_make_orders_dearer() -> None:
    match = battle("""
          . | E1(ELV26)           | .
        / . | .                   | .
        / . | .                   | .
        / . | .                   | .
        / . | O1(ORC13*1 ORC14*1) | .
        ; O 30 1/0/0; E 50
    """)
    play(match, "move O1 centre-front")
    assert_position(
        match,
        """
          . | E1(ELV26)              | .
        / . | .                      | .
        / . | .                      | .
        / . | O1(ORC13*1 ORC14*1 o1) | .
        / . | .                      | .
        ; O 30 0/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-4.5")
def test_who_has_a_token_but_cannot_order_anything_passes() -> None:
    match = battle("""
          . | E1(ELV26)    | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        / . | .            | .
        ; O 20 1/0/0; E 50 5/0/0
    """)
    assert_choices(match, "O", "pass", "redeploy O1 left-front", "redeploy O1 right-front", "redeploy O1 centre-rear")
    assert_refused(match, "charge O1", "PB-4.4")
    play(match, "redeploy O1 left-front")
    assert_choices(match, "O", "pass")
    play(match, "pass")
    assert_position(
        match,
        """
          .            | E1(ELV26) | .
        / .            | .         | .
        / .            | .         | .
        / O1(ORC17 o1) | .         | .
        / .            | .         | .
        ; O 20 0/1/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-4.5")
def test_who_could_order_may_pass_all_the_same() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV26) | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | .         | .
    """)
    assert "charge O1" in notations(match)
    play(match, "pass")
    assert_position(
        match,
        """
          . | .         | .
        / . | E1(ELV26) | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | .         | .
        ; O 50 4/1/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-4.6")
def test_at_the_end_of_a_round_orders_passed_and_set_aside_tokens_return() -> None:
    match = battle("""
          . | E1(ELV26 o2) E2(ELV13 o1) | .
        / . | .                         | .
        / . | .                         | .
        / . | .                         | .
        / . | O1(ORC17 o3) O2(ORC18)    | .
        ; O 70 1/1/2; E 50 0/1/1
    """)
    play(match, "pass")
    assert_position(
        match,
        """
          . | E1(ELV26) E2(ELV13) | .
        / . | .                   | .
        / . | .                   | .
        / . | .                   | .
        / . | O1(ORC17) O2(ORC18) | .
        ; O 70 7/0/0; E 50 5/0/0; round 2; turn E
        """,
    )


@clause("PB-4.6", "PB-4.7")
def test_wounds_of_living_troops_stay_and_leave_fewer_orders() -> None:
    match = battle("""
          . | E1(ELV13*1 ELV14 o1) | .
        / . | .                    | .
        / . | .                    | .
        / . | .                    | .
        / . | O1(ORC17 o1)         | .
        ; O 20 1/0/0; E 30 0/1/0
    """)
    play(match, "pass", "done")
    assert_position(
        match,
        """
          . | E1(ELV13*1 ELV14) | .
        / . | .                 | .
        / . | .                 | .
        / . | .                 | .
        / . | O1(ORC17)         | .
        ; O 20 2/0/0; E 30 2/0/0; round 2; turn E
        """,
    )


@clause("PB-4.6")
def test_a_sacrificed_troop_gives_its_tokens_back_at_once_and_counts_for_the_enemy() -> None:
    match = battle("""
          . | E1(ELV09*3 ELV26) E2(ELV13*1 ELV14) E3(ELV16 ELV15) | .
        / . | .                                                   | .
        / . | .                                                   | .
        / . | .                                                   | .
        / . | O1(ORC17)                                           | .
        ; O 20 1/1/0; E 50 0/1/0
    """)
    play(match, "pass")
    assert_choices(match, "E", "done", "give-up ELV09", "give-up ELV13")
    assert_refused(match, "give-up ELV14", "PB-4.6")
    assert_refused(match, "give-up ELV26", "PB-4.6")
    play(match, "give-up ELV09")
    assert_position(
        match,
        """
          . | E1(-ELV09 ELV26) E2(ELV13*1 ELV14) E3(ELV16 ELV15) | .
        / . | .                                                  | .
        / . | .                                                  | .
        / . | .                                                  | .
        / . | O1(ORC17)                                          | .
        ; O 20 2/0/0; E 50 4/0/0; turn O; pending victory recovery:E
        """,
    )
    assert match.view()["sides"][0]["destroyed"] == 8
    play(match, "give-up ELV13")
    assert_position(
        match,
        """
          . | E1(-ELV09 ELV26) E2(-ELV13 ELV14) E3(ELV16 ELV15) | .
        / . | .                                                 | .
        / . | .                                                 | .
        / . | .                                                 | .
        / . | O1(ORC17)                                         | .
        ; O 20 2/0/0; E 50 5/0/0; round 2; turn E
        """,
    )
    assert match.view()["sides"][0]["destroyed"] == 12


@clause("PB-4.6")
def test_who_opened_the_round_decides_on_sacrifices_first() -> None:
    match = battle("""
          . | E1(ELV13*1) E2(ELV26 ELV27 ELV28) | .
        / . | .                                 | .
        / . | .                                 | .
        / . | .                                 | .
        / . | O1(ORC13*1) O2(ORC17)             | .
        ; O 20 1/0/0; E 20 0/1/0
    """)
    play(match, "pass")
    assert_choices(match, "O", "done", "give-up ORC13")
    play(match, "done")
    assert_choices(match, "E", "done", "give-up ELV13")
    play(match, "done")
    assert_position(
        match,
        """
          . | E1(ELV13*1) E2(ELV26 ELV27 ELV28) | .
        / . | .                                 | .
        / . | .                                 | .
        / . | .                                 | .
        / . | O1(ORC13*1) O2(ORC17)             | .
        ; O 20 1/0/0; E 20 1/0/0; round 2; turn E
        """,
    )
    play(match, "pass", "pass")
    assert_choices(match, "E", "done", "give-up ELV13")
    play(match, "give-up ELV13")
    assert_choices(match, "O", "done", "give-up ORC13")
    play(match, "give-up ORC13")
    assert_position(
        match,
        """
          . | E2(ELV26 ELV27 ELV28) | .
        / . | .                     | .
        / . | .                     | .
        / . | .                     | .
        / . | O2(ORC17)             | .
        ; lost E1(-ELV13) O1(-ORC13); O 20 2/0/0; E 20 2/0/0; round 3; turn O
        """,
    )


@clause("PB-4.6")
def test_regenerate_comes_before_the_sacrifices() -> None:
    match = battle("""
          . | E1(ELV26)               | .
        / . | .                       | .
        / . | .                       | .
        / . | .                       | .
        / . | O1(ORC06*2) O2(ORC13*1) | .
        ; O 50 1/1/0; E 50 0/5/0
    """)
    play(match, "pass")
    assert_position(
        match,
        """
          . | E1(ELV26)             | .
        / . | .                     | .
        / . | .                     | .
        / . | .                     | .
        / . | O1(ORC06) O2(ORC13*1) | .
        ; O 50 4/0/0; E 50 5/0/0; turn O; pending victory recovery:E recovery:O
        """,
    )
    assert_choices(match, "O", "done", "give-up ORC13")


@clause("PB-4.6")
def test_the_tokens_return_before_the_sacrifices_and_victory_is_judged_after_them() -> None:
    match = battle("""
          . | E1(ELV13*1 o1) E2(ELV26) | .
        / . | .                        | .
        / . | .                        | .
        / . | .                        | .
        / . | O1(ORC17)                | .
        ; O 20 1/1/0; E 20 0/0/0
    """)
    play(match, "pass")
    assert match.outcome is None
    assert match.view()["sides"][1]["tokens"]["unused"] == 1
    play(match, "give-up ELV13")
    assert_position(
        match,
        """
          . | E2(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        ; lost E1(-ELV13); O 20 2/0/0; E 20 2/0/0; turn O; pending end:O:0
        """,
    )
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (0, "PB-8.2")


@clause("PB-4.6", "PB-6.13")
def test_the_enemy_of_a_unit_that_sacrificed_itself_goes_back_to_its_front() -> None:
    match = battle("""
          . | .                       | E2(ELV26 ELV27 ELV28)
        / . | .                       | .
        / . | O1(ORC17) x E1(ELV13*1) | .
        / . | .                       | .
        / . | .                       | .
        ; O 20 1/1/0; E 20 0/1/0
    """)
    play(match, "pass", "give-up ELV13")
    assert_position(
        match,
        """
          . | .         | E2(ELV26 ELV27 ELV28)
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | .         | .
        ; lost E1(-ELV13); O 20 2/0/0; E 20 2/0/0; round 2; turn E
        """,
    )


@clause("PB-4.6")
def test_who_has_no_wounded_troop_is_not_asked() -> None:
    match = battle("""
          . | E1(ELV13) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC13) | .
        ; O 20 1/1/0; E 20 0/2/0
    """)
    play(match, "pass")
    assert "pass" in notations(match)
    assert match.view()["round"] == 2


@clause("PB-4.7")
def test_engagements_and_wounds_last_from_round_to_round() -> None:
    match = battle("""
          . | .                                   | .
        / . | .                                   | .
        / . | O1(ORC17 o1) x E1(ELV13*1 ELV27 o1) | .
        / . | .                                   | .
        / . | .                                   | .
        ; O 20 1/0/0; E 30 0/1/0
    """)
    play(match, "pass", "done")
    assert_position(
        match,
        """
          . | .                             | .
        / . | .                             | .
        / . | O1(ORC17) x E1(ELV13*1 ELV27) | .
        / . | .                             | .
        / . | .                             | .
        ; O 20 2/0/0; E 30 2/0/0; round 2; turn E
        """,
    )
    play(match, "carry-on E1 O1")
    assert_dice(match, 1)


@clause("PB-4.3")
def test_a_position_in_which_a_side_without_tokens_has_the_turn_is_refused() -> None:
    with pytest.raises(NotationError) as refused:
        battle(". | . | . / E1(ELV26) | . | . / . | . | . / O1(ORC17) | . | . / . | . | .; turn O; O 50 0/5/0")
    assert refused.value.clause == "PB-4.3"


@clause("PB-4.3")
def test_the_log_says_who_cannot_take_a_turn() -> None:
    match = battle(". | . | . / E1(ELV26) | . | . / . | . | . / O1(ORC17) | . | . / . | . | .; turn O; E 50 0/5/0")
    match.push("pass")
    assert match.to_act == 0
    assert any(event.clause == "PB-4.3" for event in match.log(since=-1))
