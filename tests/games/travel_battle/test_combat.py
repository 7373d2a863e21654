"""rules.combat, rules.combat_dice, refusals.combat: contact, forming combats, dice, re-rolls, results."""

from random import Random

import pytest

from drumhead import CHANCE, OVER, Match, load
from drumhead.games.travel_battle.engine.encoding import AT_JOIN, ENDING_FIRE, ENDING_MOVEMENT
from drumhead.games.travel_battle.game import TravelBattle
from drumhead.games.travel_battle.rules.boards import bits
from drumhead.games.travel_battle.rules.combat import assaults
from drumhead.games.travel_battle.text.names import KEYS
from drumhead.games.travel_battle.value.midgames import random_scene
from tests.games.travel_battle.draw import assert_position, battle, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_refused, notations, play

# TB-6.1 Contact


@clause("TB-6.1")
@pytest.mark.parametrize("square", ["e6", "f6", "g6", "e5", "g5", "e4", "f4"])
def test_units_whose_squares_touch_at_a_side_or_a_corner_fight(square: str) -> None:
    match = battle(f"open; R1@g4 leads R6@f5; B1@s9 leads B6@{square} B14@s8; pending combat")
    assert_dice(match, 2)
    assert f"attack {square}; by R6; pending combat result" in match.position


@clause("TB-6.1")
@pytest.mark.parametrize("square", ["f7", "h5", "h7", "d3"])
def test_units_that_do_not_touch_do_not_fight(square: str) -> None:
    match = battle(f"open; R1@g4 leads R6@f5; B1@s9 leads B6@{square} B14@s8; pending combat")
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-6.1")
def test_brigadiers_are_not_fought_and_do_not_fight() -> None:
    match = battle("""
        6  B1  .
        5  R6  R1
           f   g
        ; R1 leads R6; B1 leads B6@s8; pending combat
    """)
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-6.1")
def test_nobody_attacks_twice_in_a_turn() -> None:
    match = battle("""
        6  B6  .   B7
        5  .   R6  R1
           e   f   g
        ; R1 leads R6; B1@s9 leads B6 B7; pending combat
    """)
    assert_choices(match, "R", "attack e6", "attack g6")
    play(match, "attack e6", "throw 4 4")
    assert_position(
        match,
        """
        6  B6  .   B7
        5  .   R6  R1
           e   f   g
        ; R1 leads R6; B1@s9 leads B6 B7; turn B 2
        """,
    )


@clause("TB-6.1")
def test_nobody_is_attacked_twice_in_a_turn() -> None:
    match = battle("""
        6  .   B6  .   B8  B7
        5  R6  R1  R7  R8  .
           e   f   g   h   i
        ; R1 leads R6 R7 R8; B1@s9 leads B6 B7 B8; pending combat
    """)
    play(match, "attack f6", "throw 4 4")
    assert_choices(match, "R", "attack h6", "attack i6")
    assert_refused(match, "attack f6", "TB-6.1")


# TB-6.2 Forming the combats


@clause("TB-6.2")
def test_the_attacker_forms_the_combats_in_an_order_of_their_choice() -> None:
    match = battle("""
        6  B6  .   .   B7
        5  R6  R1  R7  .
           e   f   g   h
        ; R1 leads R6 R7; B1@s9 leads B6 B7; pending combat
    """)
    assert_choices(match, "R", "attack e6", "attack h6")
    play(match, "attack h6")
    assert_dice(match, 2)
    play(match, "throw 3 3")
    assert_dice(match, 2)
    assert "attack e6; by R6" in match.position


@clause("TB-6.2")
def test_blue_throws_two_dice_against_the_left_red_unit_and_one_against_the_right() -> None:
    match = battle("""
        7  .   B1  .   .   .
        6  B6  .   B7  B9  B8
        5  .   R6  .   .   R7
           d   e   f   g   h
        ; R1@a1 leads R6 R7; B1 leads B6 B7 B8 B9:turned; turn B 2; pending combat
    """)
    assert_choices(match, "B", "attack e5", "attack h5")
    play(match, "attack e5", "join B6", "join B7")
    assert_dice(match, 3)
    play(match, "throw 1 5 2")
    assert where(match, "R6") == "removed"
    assert "attack h5; by B8" in match.position
    assert_dice(match, 2)
    play(match, "throw 3 4")
    assert_position(match, "open; R1@a1 leads R6@removed R7@h5; B1@e7 leads B6@d6 B7@f6 B8@h7:turned B9@g6; turn R 3")


@clause("TB-6.2")
def test_it_is_a_duty_to_attack_every_enemy_square_in_contact() -> None:
    match = battle("""
        6  B6  .   B7
        5  R6  R1  R7
           e   f   g
        ; R1 leads R6 R7; B1@s9 leads B6 B7; pending combat
    """)
    assert_refused(match, "end-combat", "TB-6.2")
    play(match, "attack e6", "throw 2 2")
    assert_dice(match, 2)
    assert "attack g6; by R7" in match.position


@clause("TB-6.2")
def test_a_unit_needed_elsewhere_may_not_join_as_an_extra() -> None:
    match = battle("""
        6  .   B6  .   B7
        5  R6  R1  R7  .
           e   f   g   h
        ; R1 leads R6 R7; B1@s9 leads B6 B7; pending combat
    """)
    play(match, "attack f6")
    assert_dice(match, 2)
    assert "attack f6; by R6" in match.position
    match = battle("""
        6  .   B6  .   B7
        5  R6  R8  R7  .
        4  .   R1  .   .
           e   f   g   h
        ; R1 leads R6 R7 R8; B1@s9 leads B6 B7; pending combat
    """)
    play(match, "attack f6")
    assert_choices(match, "R", "join R6", "join R8")
    assert_refused(match, "join R7", "TB-6.2")


@clause("TB-6.2")
def test_whoever_comes_first_either_of_two_may_go_if_the_other_still_serves() -> None:
    match = battle("""
        6  .   B6  B7  .
        5  .   R6  R7  R1
           e   f   g   h
        ; R1 leads R6 R7; B1@s9 leads B6 B7; pending combat
    """)
    play(match, "attack f6")
    assert_choices(match, "R", "join R6", "join R7")
    play(match, "join R7")
    assert_dice(match, 2)
    play(match, "throw 5 5")
    assert "attack g6; by R6" in match.position


@clause("TB-6.2")
def test_units_to_spare_may_join_or_stay_out() -> None:
    match = battle("""
        6  .   B6  .
        5  R6  R7  R8
        4  .   R1  .
           e   f   g
        ; R1 leads R6 R7 R8; B1@s9 leads B6 B14@s8; pending combat
    """)
    assert_choices(match, "R", "join R6", "join R7", "join R8")
    assert_refused(match, "fight", "TB-6.2")
    play(match, "join R7")
    assert_choices(match, "R", "join R6", "join R8", "fight")
    play(match, "fight")
    assert_dice(match, 2)
    play(match, "throw 2 2")
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-6.2")
def test_two_units_that_share_a_square_may_attack_different_squares() -> None:
    match = battle("""
        6  B6  .      B7
        5  .   R6+R7  R1
           e   f      g
        ; R1 leads R6 R7; B1@s9 leads B6 B7; pending combat
    """)
    play(match, "attack e6")
    assert_choices(match, "R", "join R6", "join R7")
    play(match, "join R7", "throw 4 4")
    assert "attack g6; by R6" in match.position
    assert_dice(match, 2)


@clause("TB-6.2")
def test_an_attacker_must_touch_the_square_be_in_command_and_not_turned() -> None:
    match = battle("""
        6  .   B6  .
        5  R6  R7  R8
        4  R9  R1  .
        3  .   .   .
           e   f   g
        ; R1 leads R6:turned R7 R8 R9; R2@t1 leads R10@g7; B1@s9 leads B6 B14@s8; pending combat
    """)
    assert_choices(match, "R", "join R7", "join R8")
    assert_refused(match, "join R9", "TB-6.2")
    assert_refused(match, "join R6", "TB-7.1")
    assert_refused(match, "join R10", "TB-3.4")
    assert_refused(match, "join R1", "TB-3.7")


@clause("TB-6.2")
def test_an_enemy_whom_only_cut_off_or_turned_units_touch_is_not_attacked() -> None:
    match = battle("""
        6  B6  .   B7
        5  R6  .   R7
           e   f   h
        ; R1@d4 leads R6:turned; R2@t1 leads R7; B1@s9 leads B6 B7; pending combat
    """)
    assert_position(
        match,
        """
        6  B6  .   B7
        5  R6  .   R7
           e   f   h
        ; R1@d4 leads R6; R2@t1 leads R7; B1@s9 leads B6 B7; turn B 2
        """,
    )


@clause("TB-6.2")
def test_a_unit_pushed_in_this_step_neither_attacks_nor_is_attacked() -> None:
    match = battle("""
        6  B6  .   B7
        5  R6  R8  .
        4  R7  R1  .
           e   f   g
        ; R1 leads R6 R7 R8; B1@s9 leads B6 B7; pending combat
    """)
    assert_choices(match, "R", "attack e6", "attack g6")
    play(match, "attack e6", "throw 3 4")
    assert "attack g6; by R8" in match.position
    play(match, "throw 1 1")
    assert_position(
        match,
        """
        6  B6  .   B7
        5  .   R8  .
        4  R6  R1  .
        3  R7  .   .
           e   f   g
        ; R1 leads R6:turned R7:turned R8; B1@s9 leads B6 B7; turn B 2
        """,
    )


@clause("TB-6.2")
def test_a_contact_that_a_result_has_broken_is_dropped() -> None:
    match = battle("""
        7  .   .   B7  .
        6  .   R8  B6  .
        5  R2  .   R6  R7
        4  .   .   R1  .
           d   e   f   g
        ; R1 leads R6 R7; R2 leads R8; B1@s9 leads B6 B7; pending combat
    """)
    assert_choices(match, "R", "attack f6", "attack f7")
    play(match, "attack f6", "join R6", "join R7", "throw 4 4 3")
    assert where(match, "B6") == "f7:turned"
    assert where(match, "B7") == "f8:turned"
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-6.2")
def test_an_enemy_whom_fire_drove_next_to_a_unit_is_in_contact_when_the_step_begins() -> None:
    match = battle("""
        10  .   .   .    B2
        9   .   .   R7   .
        8   .   .   R2   .
        5   B6  .   .    .
        1   R16 R1  .    .
            e   f   g    h
        ; R1 leads R16; R2 leads R7; B1@f10 leads B6; B2 leads B7@s8; pending fire
    """)
    play(match, "fire R16 e5", "throw 6", "throw 5")
    assert_choices(match, "B", "retreat B6 e10", "retreat B6 g10")
    play(match, "retreat B6 g10", "throw 4")
    assert_dice(match, 2)
    assert "attack g10; by R7" in match.position


def most(teams: list[set[int]]) -> int:
    """How many squares can each have an attacker of their own, by trying everything."""
    if not teams:
        return 0
    first, rest = teams[0], teams[1:]
    return max([most(rest), *[1 + most([team - {unit} for team in rest]) for unit in first]])


@clause("TB-6.2")
@pytest.mark.parametrize("seed", range(12))
def test_who_may_join_is_who_leaves_as_many_squares_to_be_attacked_by_trying_everything(seed: int) -> None:
    rng = Random(seed)
    game = load("travel-battle")
    assert isinstance(game, TravelBattle)
    joins = 0
    while joins < 6:
        state = random_scene(game.force, rng)
        for _ in range(60):
            if state.player == OVER:
                break
            if state.player == CHANCE:
                state.apply(state.sample(rng))
                continue
            if state.step_kind() == AT_JOIN:
                joins += 1
                teams = {target: set(bits(team)) for target, team in assaults(state).items()}
                chosen = set(bits(state.attackers))
                others = [team - chosen for target, team in teams.items() if target != state.target]
                owed = most(others) if chosen else most(list(teams.values())) - 1
                wanted = [
                    f"join {KEYS[unit]}"
                    for unit in sorted(teams[state.target] - chosen)
                    if most([team - {unit} for team in others]) >= owed
                ]
                offered = [game.action(state, action).notation for action in state.legal()]
                assert offered == wanted + (["fight"] if chosen else [])
            ending = [action for action in state.legal() if action in (ENDING_MOVEMENT, ENDING_FIRE)]
            state.apply(ending[0] if ending and rng.random() < 0.3 else rng.choice(state.legal()))
    assert joins >= 6


# TB-6.3 The dice


@clause("TB-6.3")
def test_attackers_with_1_and_5_against_a_2_remove_the_defender() -> None:
    match = battle("""
        6  .   B6  .
        5  R6  R7  .
        4  .   R1  .
           e   f   g
        ; R1 leads R6 R7; B1@s9 leads B6 B14@s8; pending combat
    """)
    play(match, "join R6", "join R7")
    assert_dice(match, 3)
    play(match, "throw 1 5 2")
    assert_position(
        match,
        """
        5  R6  R7  .
        4  .   R1  .
           e   f   g
        ; R1 leads R6 R7; B1@s9 leads B6@removed B14@s8; turn B 2
        """,
    )


@clause("TB-6.3")
def test_the_best_die_counts_and_dice_are_never_added() -> None:
    match = battle("""
        6  .   B6  .
        5  R6  R7  R8
        4  .   R1  .
           e   f   g
        ; R1 leads R6 R7 R8; B1@s9 leads B6 B14@s8; pending combat
    """)
    play(match, "join R6", "join R7", "join R8", "throw 3 3 3 3")
    assert_position(
        match,
        """
        6  .   B6  .
        5  R6  R7  R8
        4  .   R1  .
           e   f   g
        ; R1 leads R6 R7 R8; B1@s9 leads B6 B14@s8; turn B 2
        """,
    )


@clause("TB-6.3")
def test_two_defenders_in_one_square_both_roll_and_the_better_counts() -> None:
    match = battle("""
        6  B6+B7  .
        5  R6     R1
           e      f
        ; R1 leads R6 R7@e4; B1@s9 leads B6 B7; pending combat
    """)
    assert_dice(match, 3)
    play(match, "throw 3 1 4")
    assert_position(
        match,
        """
        6  B6+B7  .
        5  .      R1
        4  R6     .
        3  R7     .
           e      f
        ; R1 leads R6:turned R7:turned; B1@s9 leads B6 B7; turn B 2
        """,
    )


@clause("TB-6.3")
def test_two_infantry_in_one_square_attack_with_a_die_each() -> None:
    match = battle("""
        6  B6     .
        5  R6+R7  R1
           e      f
        ; R1 leads R6 R7; B1@s9 leads B6 B14@s8; pending combat
    """)
    play(match, "join R6", "join R7")
    assert_dice(match, 3)
    play(match, "throw 2 5 4")
    assert where(match, "B6") == "e7:turned"


# TB-6.4 Re-rolls


@clause("TB-6.4")
@pytest.mark.parametrize("face", [1, 6])
@pytest.mark.parametrize("unit", ["R4", "R12"])
def test_guards_and_heavy_cavalry_re_roll_a_die_and_the_second_result_stands(unit: str, face: int) -> None:
    match = battle(f"""
        6  B14     .
        5  {unit}  R1
           e       f
        ; R1 leads {unit} R6@a1; B1@s9 leads B14 B6@s8; pending combat
    """)
    play(match, "throw 3 3")
    assert_choices(match, "R", f"reroll {unit} 3", "stand")
    play(match, f"reroll {unit} 3")
    assert_dice(match, 1)
    play(match, f"throw {face}")
    if face == 6:
        assert where(match, "B14") == "removed"
    else:
        assert where(match, unit) == "f1"
        assert_dice(match, 1)


@clause("TB-6.4")
@pytest.mark.parametrize("unit", ["R6", "R14", "R16"])
def test_other_units_do_not_re_roll(unit: str) -> None:
    match = battle(f"""
        6  B14     .
        5  {unit}  R1
           e       f
        ; R1 leads {unit} R7@a1; B1@s9 leads B14 B6@s8; pending combat
    """)
    play(match, "throw 3 3")
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-6.4")
def test_letting_the_dice_stand_is_allowed() -> None:
    match = battle("""
        6  B14  .
        5  R4   R1
           e    f
        ; R1 leads R4; B1@s9 leads B14 B6@s8; pending combat
    """)
    play(match, "throw 2 2", "stand")
    assert_position(
        match,
        """
        6  B14  .
        5  R4   R1
           e    f
        ; R1 leads R4; B1@s9 leads B14 B6@s8; turn B 2
        """,
    )


@clause("TB-6.4")
def test_the_defender_decides_first_about_all_re_rolls_then_the_attacker() -> None:
    match = battle("""
        6  B4+B5  .
        5  R12    R1
           e      f
        ; R1 leads R12; B1@s9 leads B4 B5 B6@s8; pending combat
    """)
    assert_dice(match, 4)
    play(match, "throw 5 2 1 3")
    assert_choices(match, "B", "reroll B4 1", "reroll B5 3", "stand")
    assert_refused(match, "reroll R12 2", "TB-6.4")
    play(match, "reroll B5 3", "throw 2")
    assert_choices(match, "B", "reroll B4 1", "stand")
    assert_refused(match, "reroll B5 2", "TB-6.4")
    play(match, "reroll B4 1", "throw 6")
    assert_choices(match, "R", "reroll R12 2", "reroll R12 5", "stand")
    assert_refused(match, "reroll R12 4", "TB-6.4")
    play(match, "reroll R12 2", "throw 6")
    assert_position(
        match,
        """
        6  B4+B5  .
        5  R12    R1
           e      f
        ; R1 leads R12; B1@s9 leads B4 B5 B6@s8; turn B 2
        """,
    )


@clause("TB-6.4")
def test_each_unit_re_rolls_one_die_once_in_every_combat() -> None:
    match = battle("""
        6  B6   .
        5  R12  R1
           e    f
        ; R1 leads R6@a1 R12; B1@s9 leads B6 B7@s8; pending combat
    """)
    play(match, "throw 1 1 5", "reroll R12 1", "throw 2")
    assert_position(
        match,
        """
        6  B6  .
        5  .   R1
           e   f
        ; R1 leads R6@a1 R12@removed; B1@s9 leads B6 B7@s8; turn B 2
        """,
    )


@clause("TB-6.4")
def test_a_re_rolled_6_may_be_lost_for_a_1() -> None:
    match = battle("""
        6  B14  .
        5  R4   R1
           e    f
        ; R1 leads R4 R6@f4; B1@s9 leads B14 B6@s8; pending combat
    """)
    play(match, "throw 6 6", "reroll R4 6", "throw 1")
    assert where(match, "R4") == "removed"


# TB-6.5 Extra dice


def dice(attacker: str, defender: str, ground: str = ".", attacking: str = "", defending: str = "") -> int:
    """How many dice are thrown when one unit attacks another, with their marks and the defender's ground."""
    match = battle(f"""
        6  {ground}:{defender}  .
        5  {attacker}           R1
           e                    f
        ; R1 leads {attacker}{attacking}; B1@s9 leads {defender}{defending}; pending combat
    """)
    return len(match.state.throw())


@clause("TB-6.5")
@pytest.mark.parametrize("defender", ["B4", "B6", "B16"])
def test_infantry_and_guns_that_defend_a_building_throw_two_dice(defender: str) -> None:
    assert dice("R6", defender, "B") == 1 + 2
    assert dice("R6", defender, "W" if defender != "B16" else ".") == 1 + 1


@clause("TB-6.5")
def test_a_building_gives_nothing_to_cavalry_nor_to_those_who_attack_out_of_it() -> None:
    assert dice("R6", "B14", "B") == 1 + 1
    match = battle("""
        6  B6    .
        5  B:R6  R1
           e     f
        ; R1 leads R6; B1@s9 leads B6; pending combat
    """)
    assert_dice(match, 2)


@clause("TB-6.5")
@pytest.mark.parametrize("attacker", ["R12", "R14"])
def test_cavalry_that_attacks_infantry_out_of_square_throws_two_dice(attacker: str) -> None:
    assert dice(attacker, "B6") == 2 + 1
    assert dice(attacker, "B4") == 2 + 1
    assert dice(attacker, "B16") == 2 + 1
    assert dice(attacker, "B14") == 1 + 1
    assert dice(attacker, "B6", defending=":square") == 1 + 2


@clause("TB-6.5")
def test_cavalry_has_no_extra_die_in_defence() -> None:
    assert dice("R6", "B12") == 1 + 1
    assert dice("R6", "B14") == 1 + 1


@clause("TB-6.5")
def test_a_square_that_only_cavalry_attacks_throws_two_dice_and_one_against_a_mixed_force() -> None:
    alone = battle("""
        6  .    B6   .
        5  R12  .    R14
        4  .    R1   .
           e    f    g
        ; R1 leads R12 R14; B1@s9 leads B6:square B7@s8; pending combat
    """)
    play(alone, "join R12", "join R14")
    assert_dice(alone, 1 + 1 + 2)
    mixed = battle("""
        6  .    B6   .
        5  R12  .    R6
        4  .    R1   .
           e    f    g
        ; R1 leads R6 R12; B1@s9 leads B6:square B7@s8; pending combat
    """)
    play(mixed, "join R12", "join R6")
    assert_dice(mixed, 1 + 2 + 1)


@clause("TB-6.5")
def test_a_square_has_its_second_die_in_attack_too() -> None:
    assert dice("R6", "B14", attacking=":square") == 2 + 1
    assert dice("R6", "B12", attacking=":square") == 2 + 1
    assert dice("R6", "B6", attacking=":square") == 1 + 1


@clause("TB-6.5")
def test_infantry_out_of_square_that_attacks_a_square_throws_two_dice() -> None:
    assert dice("R6", "B6", defending=":square") == 2 + 1
    assert dice("R4", "B4", defending=":square") == 2 + 1
    assert dice("R16", "B6", defending=":square") == 2 + 1
    assert dice("R6", "B6", attacking=":square", defending=":square") == 1 + 1
    assert dice("R6", "B6") == 1 + 1


@clause("TB-6.5")
def test_two_infantry_in_one_square_are_ridden_down_with_two_dice() -> None:
    match = battle("""
        6  B4+B6  .
        5  R14    R1
           e      f
        ; R1 leads R14; B1@s9 leads B4 B6; pending combat
    """)
    assert_dice(match, 2 + 1 + 1)


@clause("TB-6.5")
def test_cavalry_against_infantry_in_a_building_is_two_dice_to_two() -> None:
    assert dice("R14", "B6", "B") == 2 + 2


@clause("TB-6.5")
def test_extra_dice_are_not_added_either_and_cavalry_may_re_roll_one() -> None:
    match = battle("""
        6  B6   .
        5  R12  R1
           e    f
        ; R1 leads R12; B1@s9 leads B6 B7@s8; pending combat
    """)
    play(match, "throw 2 3 3")
    assert_choices(match, "R", "reroll R12 2", "reroll R12 3", "stand")
    play(match, "stand")
    assert match.position.endswith("turn B 2; pending move")


# TB-6.6 Who suffers


@clause("TB-6.6")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_equal_dice_change_nothing(face: int) -> None:
    match = battle("""
        6  B6  .
        5  R6  R1
           e   f
        ; R1 leads R6; B1@s9 leads B6; pending combat
    """)
    play(match, f"throw {face} {face}")
    assert_position(
        match,
        """
        6  B6  .
        5  R6  R1
           e   f
        ; R1 leads R6; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.6")
def test_the_owner_of_the_losing_side_picks_the_unit_that_suffers() -> None:
    picture = """
        6  .   B6  .
        5  R6  R7  R8
        4  .   R1  .
           e   f   g
        ; R1 leads R6 R7 R8; B1@s9 leads B6; pending combat
    """
    match = play(battle(picture), "join R6", "join R8", "fight", "throw 2 1 6")
    assert_choices(match, "R", "suffer R6", "suffer R8")
    assert_refused(match, "suffer R7", "TB-6.6")
    assert_refused(match, "suffer B6", "TB-6.6")
    play(match, "suffer R6")
    assert_position(
        match,
        """
        6  .   B6  .
        5  .   R7  R8
        4  .   R1  .
           e   f   g
        ; R1 leads R6@removed R7 R8; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.6")
def test_the_defender_picks_between_two_that_share_the_attacked_square() -> None:
    match = battle("""
        6  B4+B6  .
        5  R6     R1
           e      f
        ; R1 leads R6; B1@s9 leads B4 B6 B7@s8; pending combat
    """)
    play(match, "throw 6 2 3", "stand")
    assert_choices(match, "B", "suffer B4", "suffer B6")
    play(match, "suffer B6")
    assert_position(
        match,
        """
        7  B4  .
        5  R6  R1
           e   f
        ; R1 leads R6; B1@s9 leads B4:turned B6@removed B7@s8; turn B 2
        """,
    )


@clause("TB-6.2", "TB-6.12")
def test_a_bystander_who_was_pushed_and_is_still_touched_must_be_attacked() -> None:
    match = battle("open; R1@d4 leads R6@d5 R7@c7 R8@c6; B1@e9 leads B6@d6 B7@d7 B8@d9; turn R 3; pending combat")
    play(match, "attack d6", "join R6", "fight", "throw 4 3")
    assert where(match, "B7") == "d8:turned"
    assert "came-from B7:d7" in match.position
    assert "R7" in match.position.split("by ")[1]
    assert "attack d8" in match.position
    assert_dice(match, 2)
    again = Match.from_position(match.game, match.position)
    assert again.position == match.position


@clause("TB-6.2", "TB-6.12")
def test_only_who_touched_a_bystander_before_attacks_it_where_it_was_pushed() -> None:
    match = battle(
        "open; R1@d4 leads R6@d5 R7@c7 R9@c6; R2@f9 leads R8@e9;B1@t9 leads B6@d6 B7@d7; turn R 3; pending combat"
    )
    play(match, "attack d6", "join R6", "fight", "throw 4 3")
    assert where(match, "B7") == "d8:turned"
    assert "by R7" in match.position
    assert "R8" not in match.position.split("by ")[1].split(";")[0]


@clause("TB-6.2", "TB-6.12")
def test_a_pushed_bystander_whom_nobody_touched_before_is_left_alone() -> None:
    match = battle("open; R1@d4 leads R6@d5 R8@e9; B1@t9 leads B6@d6 B7@d7; turn R 3; pending combat")
    play(match, "throw 4 3")
    assert where(match, "B7") == "d8:turned"
    assert "turn B 4" in match.position


@clause("TB-6.2", "TB-7.1")
def test_a_unit_that_rallied_on_the_edge_in_this_step_does_not_attack() -> None:
    match = battle("open; R1@g1 leads R6@d2 R7@d1 R8@f1 R9@e2; B1@g4 leads B6@d3 B7@c1 B8@e1; turn R 3; pending combat")
    play(match, "attack d3", "join R6", "fight", "throw 2 3", "throw 5")
    assert where(match, "R7") == "d1:turned-now"
    assert "attack c1" not in notations(match)
