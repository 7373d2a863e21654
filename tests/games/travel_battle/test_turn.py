"""rules.turns, engine.position: the steps of a turn, turned units, and how a battle ends."""

import pytest

from drumhead import CHANCE, Match, load
from drumhead.core.errors import IllegalAction
from drumhead.core.files.record import read, write
from tests.games.travel_battle.draw import assert_position, battle, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_refused, notations, offers, play

AWAY = "B1@t10 leads B4@t9"


# The turn


@clause("TB-2.1")
def test_a_turn_is_movement_then_fire_then_combat_then_turning_back() -> None:
    match = battle("""
        8  .   .  .  .   B8
        7  .   .  .  .   .
        6  .   .  .  .   .
        5  .   .  .  .   .
        4  B6  .  .  .   R16
        3  .   .  .  .   .
        2  R6  R1  .  R7  .
           c   d   e  f   g
        ; R1 leads R6 R7:turned R16; B1@t10 leads B6 B8; turn R 5
    """)
    assert_refused(match, "fire R16 g8", "TB-2.1")
    assert_refused(match, "attack c4", "TB-2.1")
    play(match, "move R6 c3", "end-movement")
    assert_choices(match, "R", "fire R16 g8", "end-fire")
    assert_refused(match, "move R1 d3", "TB-2.1")
    assert_refused(match, "end-movement", "TB-2.1")
    play(match, "fire R16 g8", "throw 4", "throw 3")
    assert_dice(match, 2)
    assert "; attack c4; by R6; " in match.position
    assert where(match, "R7") == "f2:turned"
    play(match, "throw 2 2")
    assert_position(
        match,
        """
        8  .   .  .  .   B8
        7  .   .  .  .   .
        6  .   .  .  .   .
        5  .   .  .  .   .
        4  B6  .  .  .   R16
        3  R6  .  .  .   .
        2  .   R1  .  R7  .
           c   d   e  f   g
        ; R1 leads R6 R7 R16; B1@t10 leads B6 B8; turn B 6
        """,
    )


@clause("TB-2.1")
def test_a_player_may_move_none_fire_nothing_and_then_it_is_the_opponent_s_turn() -> None:
    match = battle(f"open; R1@h1 leads R16@h2; {AWAY} B6@h6")
    play(match, "end-movement", "end-fire")
    assert_position(match, f"open; R1@h1 leads R16@h2; {AWAY} B6@h6; turn B 2")
    assert match.to_act == 1


@clause("TB-2.1")
def test_any_or_all_units_move_and_only_the_own_ones() -> None:
    match = battle(f"open; R1@h1 leads R6@h2 R7@i2; R2@a1 leads R8@a2; {AWAY}")
    assert_refused(match, "move B4 t8", "TB-2.1")
    assert_refused(match, "move R9 c3", "TB-2.1")
    play(match, "move R6 h3", "move R8 a3", "move R7 i3", "move R1 h2", "move R2 b2")
    assert notations(match) == ["end-movement"]


@clause("TB-2.1", "TB-7.1")
def test_units_turned_in_their_owner_s_own_turn_stay_turned_at_its_end() -> None:
    match = battle("""
        4  .   B6
        3  .   R6
        2  R1  .
        1  R7  .
           c   d
        ; R1 leads R6 R7:turned; B1@t10 leads B6
    """)
    play(match, "end-movement", "throw 2 3")
    assert_position(
        match,
        """
        4  .   B6
        3  .   .
        2  R1  R6
        1  R7  .
           c   d
        ; R1 leads R6:turned R7; B1@t10 leads B6; turn B 2
        """,
    )


# Conceding and drawing


@clause("TB-2.2")
@pytest.mark.parametrize(("turn", "winner"), [("R 1", 1), ("B 2", 0)])
def test_a_player_who_concedes_loses(turn: str, winner: int) -> None:
    match = battle(f"open; R1@h1 leads R6@h2; {AWAY}; turn {turn}")
    match.concede()
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (winner, "TB-2.2")
    assert match.outcome.returns == ((1, -1) if winner == 0 else (-1, 1))


@clause("TB-2.2")
def test_a_player_may_concede_before_the_armies_are_placed() -> None:
    match = Match(load("travel-battle"), seed=1)
    match.concede()
    assert match.outcome is not None
    assert match.outcome.winner == 1


@clause("TB-2.2")
@pytest.mark.parametrize("loser", [0, 1])
def test_a_player_may_concede_while_the_other_decides(loser: int) -> None:
    match = battle(f"open; R1@h1 leads R6@h2; {AWAY}; turn {'BR'[loser]} 3")
    assert match.to_act == 1 - loser
    match.concede(loser)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1 - loser, "TB-2.2")
    again = read(write(match))
    assert again.outcome == match.outcome
    assert again.steps[-1].seat == loser


@clause("TB-2.2")
@pytest.mark.parametrize("loser", [0, 1])
def test_a_player_may_concede_while_dice_are_to_be_thrown(loser: int) -> None:
    match = battle("open; R1@d4 leads R4@e5; B1@t10 leads B4@e6")
    match.push("end-movement")
    assert match.to_act == CHANCE
    with pytest.raises(IllegalAction, match="a side may concede only on a decision of its own"):
        match.concede()
    match.concede(loser)
    assert match.outcome is not None
    assert match.outcome.winner == 1 - loser
    assert read(write(match)).outcome == match.outcome
    with pytest.raises(IllegalAction, match="the battle is over"):
        match.concede(1 - loser)


@clause("TB-2.2")
def test_the_players_may_agree_on_a_draw() -> None:
    match = battle(f"open; R1@h1 leads R6@h2; {AWAY}")
    match.agree_draw()
    assert match.outcome is not None
    assert match.outcome.is_draw
    assert (match.outcome.clause, match.outcome.returns) == ("TB-2.2", (0, 0))
    with pytest.raises(IllegalAction):
        match.push("end-movement")


# Turned units


@clause("TB-7.1")
def test_a_turned_unit_neither_moves_nor_fires_nor_forms_square() -> None:
    match = battle(f"open; R1@h1 leads R6@h2:turned R16@i2:turned R12@g2:turned R7@g1; {AWAY} B6@i6")
    assert_refused(match, "move R6 h3", "TB-7.1")
    assert_refused(match, "move R16 i3", "TB-7.1")
    assert_refused(match, "move R12 g4", "TB-7.1")
    assert_refused(match, "square R6", "TB-4.4")
    play(match, "end-movement")
    assert_position(match, f"open; R1@h1 leads R6@h2 R16@i2 R12@g2 R7@g1; {AWAY} B6@i6; turn B 2")


@clause("TB-7.1")
def test_a_turned_gun_does_not_fire_when_another_does() -> None:
    match = battle(f"open; R1@h1 leads R16@i2:turned R17@g2; {AWAY} B6@i6")
    play(match, "end-movement")
    assert_refused(match, "fire R16 i6", "TB-7.1")
    assert offers(match, "fire") == ["fire R17 i6"]


@clause("TB-7.1")
def test_a_turned_unit_starts_no_combat_alone_or_with_others() -> None:
    alone = battle(f"open; R1@h1 leads R6@h2:turned; {AWAY} B6@h3")
    play(alone, "end-movement")
    assert_position(alone, f"open; R1@h1 leads R6@h2; {AWAY} B6@h3; turn B 2")
    together = battle(f"open; R1@h1 leads R6@h2:turned R7@i2; {AWAY} B6@h3")
    play(together, "end-movement")
    assert "; attack h3; by R7; " in together.position


@clause("TB-7.1")
def test_a_turned_square_can_only_turn_back() -> None:
    match = battle(f"open; R1@h1 leads R6@h2:turned+square; {AWAY}")
    assert_refused(match, "unsquare R6", "TB-7.1")
    play(match, "end-movement", "end-movement", "unsquare R6", "end-movement")
    assert where(match, "R6") == "h2"


@clause("TB-7.1")
def test_a_turned_unit_defends_itself_as_usual() -> None:
    match = battle("open; R1@h1 leads R4@h2:turned R5@h2:turned; B1@h5 leads B6@h3 B7@h4; turn B 2")
    play(match, "end-movement")
    assert_dice(match, 3)
    play(match, "throw 5 3 5")
    assert "; dice R4:3 R5:5 B6:5; " in match.position


@clause("TB-7.1")
def test_a_unit_pushed_back_sits_out_its_next_turn_and_then_moves_again() -> None:
    match = battle("""
        4  B1
        3  B6
        2  R6
        1  .
           c
        ; R1@d1 leads R6; B1 leads B6; turn B 2
    """)
    play(match, "end-movement", "throw 4 3")
    assert_position(
        match,
        """
        4  B1
        3  B6
        2  .
        1  R6
           c
        ; R1@d1 leads R6:turned; B1 leads B6; turn R 3
        """,
    )
    assert_refused(match, "move R6 c2", "TB-7.1")
    play(match, "end-movement")
    assert where(match, "R6") == "c1"
    play(match, "end-movement", "move R6 c2")
    assert where(match, "R6") == "c2"


@clause("TB-7.1")
def test_a_unit_turned_by_fire_is_in_the_same_state_where_it_was_agreed() -> None:
    match = battle("open; R1@h1 leads R16@h2; B1@h7 leads B6@h6; turn R 1", fire_stops="everything")
    play(match, "end-movement", "fire R16 h6", "throw 4", "throw 4")
    assert_position(match, "open; R1@h1 leads R16@h2; B1@h7 leads B6@h6:turned; turn B 2")
    assert_refused(match, "move B6 h5", "TB-7.1")
    play(match, "end-movement")
    assert where(match, "B6") == "h6"


@clause("TB-5.6", "TB-7.1")
def test_a_unit_turned_by_fire_loses_its_movement_and_nothing_else() -> None:
    match = battle("open; R1@h1 leads R16@h2; B1@h7 leads B6@h6 B16@i7; B2@t9 leads B7@t8; turn R 1")
    play(match, "end-movement", "fire R16 h6", "throw 4", "throw 4")
    assert where(match, "B6") == "h6:halted"
    assert "B6 (infantry) is turned and does not move in its next turn [TB-5.6]" in map(str, match.log())
    assert_refused(match, "move B6 h5", "TB-7.1")
    assert "square B6" in notations(match)
    assert "turned, cannot move" in match.text(1)
    play(match, "square B6", "end-movement", "end-fire")
    assert where(match, "B6") == "h6:square"


@clause("TB-5.6", "TB-7.1")
def test_a_gun_turned_by_fire_fires_and_a_unit_attacks() -> None:
    gun = battle("open; R1@h1 leads R6@h2; B1@h7 leads B16@h6:halted; turn B 2; pending fire")
    assert "fire B16 h2" in notations(gun)
    unit = battle("open; R1@h1 leads R6@h2; B1@h4 leads B6@h3:halted; B2@t9 leads B7@t8; turn B 2")
    play(unit, "end-movement")
    assert_dice(unit, 2)
    play(unit, "throw 3 4")
    assert unit.to_act == 1  # B1 gives way
    play(unit, "displace B1 h6")
    assert where(unit, "B6") == "h4:turned"
    both = battle("open; R1@h1 leads R16@h2; B1@h7 leads B6@h6:turned; turn R 1")
    play(both, "end-movement", "fire R16 h6", "throw 4", "throw 4")
    assert where(both, "B6") == "h6:turned"


@clause("TB-7.1")
def test_a_unit_turned_again_sits_out_the_turn_after_that() -> None:
    """A unit already turned is pushed in the enemy's turn; and one that was to turn back is pushed in its own turn."""
    match = battle("open; R1@d1 leads R6@c3:turned; B1@c5 leads B6@c4; turn B 2")
    play(match, "end-movement", "throw 4 3")
    assert where(match, "R6") == "c2:turned"
    own = battle("""
        5  B6
        4  R7
        3  R6
        2  .
        1  .
           c
        ; R1@d4 leads R7 R6:turned; B1@t10 leads B6
    """)
    play(own, "end-movement", "throw 2 3")
    assert_position(own, "open; R1@d4 leads R7@c3:turned R6@c2:turned; B1@t10 leads B6@c5; turn B 2")
    play(own, "end-movement")
    assert_refused(own, "move R6 c1", "TB-7.1")
    play(own, "end-movement")
    assert (where(own, "R6"), where(own, "R7")) == ("c2", "c3")


# Victory


@clause("TB-8.1")
def test_a_brigade_without_units_is_eliminated_and_its_brigadier_leaves() -> None:
    match = battle("""
        3  B6
        2  R6
        1  R1
           c
        ; R1 leads R6; B1@c5 leads B6 B7@removed; B2@t10 leads B8@t9
    """)
    play(match, "end-movement", "throw 6 1")
    assert_position(
        match,
        "open; R1@c1 leads R6@c2; B1@removed leads B6@removed B7@removed; B2@t10 leads B8@t9; turn B 2",
    )
    assert match.outcome is None


@clause("TB-8.1")
def test_a_brigade_with_one_unit_left_is_not_eliminated() -> None:
    match = battle("""
        3  B6
        2  R6
        1  R1
           c
        ; R1 leads R6; B1@c5 leads B6 B7@t8; B2@removed leads B8@removed
    """)
    play(match, "end-movement", "throw 6 1")
    assert where(match, "B6") == "removed"
    assert where(match, "B1") == "c5"
    assert match.outcome is None


@clause("TB-8.1")
def test_who_eliminates_two_enemy_brigades_wins_at_once() -> None:
    match = battle("""
        3  B6  .  B9
        2  R6  .  R7
        1  R1  .  R8
           c   d  e
        ; R1 leads R6; R2@f1 leads R7 R8; B1@c5 leads B6; B2@removed leads B8@removed; B3@t10 leads B9
    """)
    play(match, "end-movement", "attack c3", "throw 6 1")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause, match.outcome.returns) == (0, "TB-8.1", (1, -1))
    assert notations(match) == []
    assert (where(match, "B1"), where(match, "B9")) == ("removed", "e3")


@clause("TB-8.1")
def test_the_active_player_may_lose_by_his_own_attack() -> None:
    match = battle("""
        3  B6
        2  R6
        1  R1
           c
        ; R1 leads R6; R2@removed leads R7@removed; R3@t1 leads R8@t2; B1@c5 leads B6
    """)
    play(match, "end-movement", "throw 1 6")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1, "TB-8.1")


@clause("TB-8.1")
def test_fire_and_a_failed_rally_eliminate_as_well() -> None:
    shot = battle("open; R1@h1 leads R16@h2; B1@h7 leads B6@h6; B2@removed leads B7@removed; B3@t10 leads B8@t9")
    play(shot, "end-movement", "fire R16 h6", "throw 4", "throw 6")
    assert shot.outcome is not None
    assert shot.outcome.winner == 0
    fled = battle("open; R1@h1 leads R16@h2; B1@h7 leads B6@h6; B2@removed leads B7@removed; B3@t10 leads B8@t9")
    play(fled, "end-movement", "fire R16 h6", "throw 4", "throw 5", "throw 3")
    assert fled.outcome is not None
    assert fled.outcome.winner == 0


# The last turn


@clause("TB-8.2")
@pytest.mark.parametrize(
    ("lost", "winner"),
    [
        ("R2@removed leads R7@removed; B2@t8 leads B7@t7 B8@removed B9@removed", 1),
        ("R2@a8 leads R7@a7 R8@removed R9@removed; B2@removed leads B7@removed", 0),
        ("R2@a8 leads R7@a7 R8@removed; B2@t8 leads B7@t7 B8@removed B9@removed", 0),
        ("R2@a8 leads R7@a7 R8@removed R9@removed; B2@t8 leads B7@t7 B8@removed", 1),
    ],
)
def test_after_the_last_turn_brigades_count_first_and_then_units(lost: str, winner: int) -> None:
    red, blue = lost.split("; ")
    match = battle(f"open; R1@h1 leads R6@h2; {red}; {AWAY}; {blue}; turn B 80")
    play(match, "end-movement")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (winner, "TB-8.2")


@clause("TB-8.2")
@pytest.mark.parametrize("loss", ["", " {side}7@removed"])
def test_equal_losses_after_the_last_turn_are_a_draw(loss: str) -> None:
    red, blue = loss.format(side="R"), loss.format(side="B")
    match = battle(f"open; R1@h1 leads R6@h2{red}; {AWAY}{blue}; turn B 80")
    play(match, "end-movement")
    assert match.outcome is not None
    assert match.outcome.is_draw
    assert (match.outcome.clause, match.outcome.returns) == ("TB-8.2", (0, 0))


@clause("TB-8.2")
def test_a_brigade_apiece_and_more_units_wins() -> None:
    match = battle(
        "open; R1@h1 leads R6@h2; R2@removed leads R7@removed; B1@t10 leads B4@t9 B6@removed; B2@removed leads "
        "B7@removed; turn B 80"
    )
    play(match, "end-movement")
    assert match.outcome is not None
    assert match.outcome.winner == 0


@clause("TB-8.2")
def test_the_number_of_turns_counts_those_of_both_players_and_is_an_option() -> None:
    match = battle(f"open; R1@h1 leads R6@h2; {AWAY}", max_turns=3)
    play(match, "end-movement", "end-movement")
    assert match.outcome is None
    play(match, "end-movement")
    assert match.outcome is not None
    assert match.outcome.clause == "TB-8.2"


@clause("TB-8.2")
def test_by_default_the_battle_goes_on_until_turn_eighty_is_over() -> None:
    match = battle(f"open; R1@h1 leads R6@h2; {AWAY}; turn R 79")
    play(match, "end-movement")
    assert match.outcome is None
    play(match, "end-movement")
    assert match.outcome is not None


@clause("TB-8.2")
def test_what_happens_in_the_last_turn_still_counts() -> None:
    match = battle("open; R1@h1 leads R6@h2 R7@a1; B1@h4 leads B6@h3; turn B 80")
    play(match, "end-movement", "throw 6 1")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1, "TB-8.2")


@clause("TB-8.2")
def test_without_a_last_turn_a_battle_is_judged_only_after_forty_turns_without_a_loss() -> None:
    apart = "open; R1@a1 leads R6@a2 R7@removed; B1@t10 leads B6@t9; turn R {}; loss {}"
    match = play(battle(apart.format(180, 141), max_turns=0), "end-movement")
    assert match.outcome is None
    assert "turn B 181; loss 141" in match.position
    assert "Turn 181 of" not in match.text(0)
    play(match, "end-movement")
    assert str(match.outcome) == "Blue wins: 40 turns without a loss, more enemy units are removed [TB-8.2]"
    level = battle("open; R1@a1 leads R6@a2; B1@t10 leads B6@t9; turn R 40", max_turns=0)
    assert str(play(level, "end-movement").outcome) == "a draw: 40 turns without a loss, the losses are level [TB-8.2]"


@clause("TB-8.2")
def test_a_loss_begins_the_forty_turns_anew() -> None:
    match = battle("open; R1@h1 leads R16@h2; B1@h7 leads B6@h6 B7@t9; turn R 39", max_turns=0)
    play(match, "end-movement", "fire R16 h6", "throw 6", "throw 6")
    assert "loss 39" in match.position
