"""rules.retreats, rules.combat_dice, refusals.retreats: pushing back, retreating, rallying."""

import pytest

from tests.games.travel_battle.draw import assert_position, battle, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_refused, play

ONE_TO_ONE = """
    6  B6  .
    5  R6  R1
       e   f
    ; R1 leads R6 R7@a1; B1@s9 leads B6 B7@s8; pending combat
"""

# TB-6.7 The result


@clause("TB-6.7")
def test_an_attacker_with_3_against_4_is_pushed_back_and_turned() -> None:
    match = play(battle(ONE_TO_ONE), "throw 3 4")
    assert_position(
        match,
        """
        6  B6  .
        5  .   R1
        4  R6  .
           e   f
        ; R1 leads R6:turned R7@a1; B1@s9 leads B6 B7@s8; turn B 2
        """,
    )


@clause("TB-6.7")
def test_a_defender_beaten_by_1_is_pushed_towards_its_own_edge() -> None:
    match = play(battle(ONE_TO_ONE), "throw 4 3")
    assert_position(
        match,
        """
        7  B6  .
        5  R6  R1
           e   f
        ; R1 leads R6 R7@a1; B1@s9 leads B6:turned B7@s8; turn B 2
        """,
    )


@clause("TB-6.7")
@pytest.mark.parametrize(("attack", "defence"), [(1, 3), (2, 4), (3, 5), (4, 6)])
def test_by_2_the_loser_retreats_to_its_own_edge_and_has_to_rally(attack: int, defence: int) -> None:
    lost = play(battle(ONE_TO_ONE), f"throw {attack} {defence}")
    assert_dice(lost, 1)
    play(lost, "throw 4")
    assert_position(
        lost,
        """
        6  B6  .
        5  .   R1
        1  .   R6
           e   f
        ; R1 leads R6:turned R7@a1; B1@s9 leads B6 B7@s8; turn B 2
        """,
    )
    won = play(battle(ONE_TO_ONE), f"throw {defence} {attack}", "throw 3")
    assert_position(
        won,
        """
        5  R6  R1
           e   f
        ; R1 leads R6 R7@a1; B1@s9 leads B6@removed B7@s8; turn B 2
        """,
    )


@clause("TB-6.7")
@pytest.mark.parametrize(("attack", "defence"), [(4, 1), (5, 1), (6, 1), (5, 2), (6, 2), (6, 3)])
def test_by_3_or_more_the_loser_is_removed(attack: int, defence: int) -> None:
    won = play(battle(ONE_TO_ONE), f"throw {attack} {defence}")
    assert_position(won, "open; R1@f5 leads R6@e5 R7@a1; B1@s9 leads B6@removed B7@s8; turn B 2")
    lost = play(battle(ONE_TO_ONE), f"throw {defence} {attack}")
    assert_position(lost, "open; R1@f5 leads R6@removed R7@a1; B1@s9 leads B6@e6 B7@s8; turn B 2")


# TB-6.8 The unit beside it


@clause("TB-6.8")
def test_of_two_pairs_with_1_2_2_3_against_a_6_one_unit_is_removed_and_its_mate_pushed() -> None:
    match = battle("""
        6  .      B6     .
        5  R6+R7  R8+R9  R1
           e      f      g
        ; R1 leads R6 R7 R8 R9; B1@s9 leads B6; pending combat
    """)
    play(match, "join R6", "join R7", "join R8", "join R9", "throw 1 2 2 3 6")
    assert_choices(match, "R", "suffer R6", "suffer R7", "suffer R8", "suffer R9")
    play(match, "suffer R7")
    assert_position(
        match,
        """
        6  .      B6     .
        5  .      R8+R9  R1
        4  R6     .      .
           e      f      g
        ; R1 leads R6:turned R7@removed R8 R9; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.8")
def test_with_2_4_5_against_a_6_one_is_pushed_and_so_is_its_square_mate() -> None:
    picture = """
        6  .      B6     .
        5  R6+R7  R8     R1
           e      f      g
        ; R1 leads R6 R7 R8; B1@s9 leads B6; pending combat
    """
    steps = ("join R6", "join R7", "join R8", "throw 2 4 5 6")
    alone = play(battle(picture), *steps, "suffer R8")
    assert_position(
        alone,
        """
        6  .      B6     .
        5  R6+R7  .      R1
        4  .      R8     .
           e      f      g
        ; R1 leads R6 R7 R8:turned; B1@s9 leads B6; turn B 2
        """,
    )
    mates = play(battle(picture), *steps, "suffer R6")
    assert_position(
        mates,
        """
        6  .      B6     .
        5  .      R8     R1
        4  R6+R7  .      .
           e      f      g
        ; R1 leads R6:turned R7:turned R8; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.8")
def test_the_mate_is_pushed_even_if_it_took_no_part_in_the_combat() -> None:
    match = battle("""
        6  B6     .
        5  R6+R7  R1
           e      f
        ; R1 leads R6 R7; B1@s9 leads B6; pending combat
    """)
    play(match, "join R6", "fight", "throw 5 6")
    assert_position(
        match,
        """
        6  B6     .
        5  .      R1
        4  R6+R7  .
           e      f
        ; R1 leads R6:turned R7:turned; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.8")
def test_after_a_difference_of_2_one_retreats_and_its_mate_is_pushed() -> None:
    match = battle("""
        6  B6+B7  .
        5  R6     R1
           e      f
        ; R1 leads R6; B1@s9 leads B6 B7; pending combat
    """)
    play(match, "throw 5 3 2", "suffer B6")
    assert_dice(match, 1)
    play(match, "throw 6")
    assert_position(
        match,
        """
        7  B7  .
        5  R6  R1
           e   f
        ; R1 leads R6; B1@s9 leads B6@s10:turned B7:turned; turn B 2
        """,
    )


# TB-6.9 Pushing back


@clause("TB-6.9")
@pytest.mark.parametrize(("unit", "behind"), [("R6", "B7"), ("R14", "W")])
def test_where_straight_back_is_closed_the_owner_chooses_a_rear_diagonal(unit: str, behind: str) -> None:
    seven = "B7" if behind == "B7" else "B7@s8"
    match = battle(f"""
        6  .   B14       .
        5  .   {unit}    R1
        4  .   {behind}  .
           d   e         f
        ; R1 leads {unit} R7@a1; B1@s9 leads B14 {seven}; pending combat
    """)
    if behind == "B7":
        play(match, "attack e6")
    play(match, "throw 2 3")
    assert_choices(match, "R", f"push {unit} d4", f"push {unit} f4")
    assert_refused(match, f"push {unit} e4", "TB-6.9")
    assert_refused(match, "push R7 d4", "TB-6.9")
    play(match, f"push {unit} d4")
    assert where(match, unit) == "d4:turned"


@clause("TB-6.9")
def test_infantry_is_pushed_straight_into_a_wood_that_would_stop_cavalry() -> None:
    match = battle("""
        6  B14  .
        5  R6   R1
        4  W    .
           e    f
        ; R1 leads R6; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 2 3")
    assert where(match, "R6") == "e4:turned"


@clause("TB-6.9")
def test_the_only_open_diagonal_is_taken_without_asking() -> None:
    match = battle("""
        6  .   B14  .
        5  .   R14  R1
        4  W   W    .
           d   e    f
        ; R1 leads R14; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 2 3")
    assert_position(
        match,
        """
        6  .   B14  .
        5  .   .    R1
        4  W   W    R14
           d   e    f
        ; R1 leads R14:turned; B1@s9 leads B14; turn B 2
        """,
    )


@clause("TB-6.9")
def test_a_unit_with_no_open_square_behind_is_removed() -> None:
    match = battle("""
        6  .   B14  .
        5  .   R14  R1
        4  W   W    W
           d   e    f
        ; R1 leads R6@a1 R14; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 2 3")
    assert_position(
        match,
        """
        6  .   B14  .
        5  .   .    R1
        4  W   W    W
           d   e    f
        ; R1 leads R6@a1 R14@removed; B1@s9 leads B14; turn B 2
        """,
    )


@clause("TB-6.9")
def test_the_side_of_the_field_is_no_way_back() -> None:
    match = battle("""
        6  B14  .
        5  R14  R1
        4  W    W
           a    b
        ; R1 leads R6@t1 R14; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 2 3")
    assert where(match, "R14") == "removed"


@clause("TB-6.9")
def test_own_units_in_the_way_are_pushed_on_and_turned_and_never_joined() -> None:
    match = battle("""
        6  B6   .
        5  R6   R1
        4  R7   .
        3  R14  .
           e    f
        ; R1 leads R6 R7 R14; B1@s9 leads B6; pending combat
    """)
    play(match, "throw 2 3")
    assert_position(
        match,
        """
        6  B6   .
        5  .    R1
        4  R6   .
        3  R7   .
        2  R14  .
           e    f
        ; R1 leads R6:turned R7:turned R14:turned; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.9")
def test_a_pair_in_the_way_is_pushed_on_together() -> None:
    match = battle("""
        6  B6     .
        5  R6     R1
        4  R7+R8  .
           e      f
        ; R1 leads R6 R7 R8; B1@s9 leads B6; pending combat
    """)
    play(match, "throw 2 3")
    assert_position(
        match,
        """
        6  B6     .
        5  .      R1
        4  R6     .
        3  R7+R8  .
           e      f
        ; R1 leads R6:turned R7:turned R8:turned; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.9")
def test_a_unit_pushed_on_may_itself_have_to_choose_a_diagonal() -> None:
    match = battle("""
        6  .   B6   .
        5  .   R6   R1
        4  .   R14  .
        3  .   W    .
           d   e    f
        ; R1 leads R6 R14; B1@s9 leads B6; pending combat
    """)
    play(match, "throw 2 3")
    assert_choices(match, "R", "push R14 d3", "push R14 f3")
    play(match, "push R14 f3")
    assert_position(
        match,
        """
        6  .   B6   .
        5  .   .    R1
        4  .   R6   .
        3  .   W    R14
           d   e    f
        ; R1 leads R6:turned R14:turned; B1@s9 leads B6; turn B 2
        """,
    )


OVER_EDGE = """
    2  {enemy}  .
    1  {unit}   R1
       e        f
    ; R1 leads {unit} R7@a1; B1@s9 leads {enemy} B15@s8; pending combat
"""


@clause("TB-6.9")
@pytest.mark.parametrize(("unit", "need"), [("R4", 3), ("R6", 4), ("R12", 4), ("R14", 4), ("R16", 5)])
def test_a_unit_pushed_over_its_own_edge_stays_there_turned_if_it_rallies(unit: str, need: int) -> None:
    for face in range(1, 7):
        match = play(battle(OVER_EDGE.format(unit=unit, enemy="B14")), "throw 2 3")
        if unit in ("R4", "R12"):
            play(match, "stand")
        assert_dice(match, 1)
        play(match, f"throw {face}")
        ending = f"{unit}@e1:turned" if face >= need else f"{unit}@removed"
        assert_position(match, f"open; R1@f1 leads {ending} R7@a1; B1@s9 leads B14@e2 B15@s8; turn B 2")


@clause("TB-6.9")
def test_two_pushed_over_the_edge_rally_each_for_itself() -> None:
    match = battle("""
        2  B14    .
        1  R4+R6  R1
           e      f
        ; R1 leads R4 R6; B1@s9 leads B14; pending combat
    """)
    play(match, "join R6", "fight", "throw 2 3", "throw 3", "throw 3")
    assert_position(
        match,
        """
        2  B14  .
        1  R4   R1
           e    f
        ; R1 leads R4:turned R6@removed; B1@s9 leads B14; turn B 2
        """,
    )


ROW_AT_EDGE = """
    3  .  B14  .
    2  .  R6   R1
    1  .  R7   .
       d  e    f
    ; R1 leads R6 R7; R2@t1 leads R8@s1; B1@s9 leads B14 B6@s8; pending combat
"""


@clause("TB-6.9")
def test_a_row_at_the_edge_is_resolved_from_the_rear_and_room_is_made_by_who_does_not_rally() -> None:
    match = battle(ROW_AT_EDGE)
    play(match, "throw 2 3")
    assert "rally:R7:edge" in match.position
    play(match, "throw 3")
    assert_position(
        match,
        """
        3  .  B14  .
        2  .  .    R1
        1  .  R6   .
           d  e    f
        ; R1 leads R6:turned R7@removed; R2@t1 leads R8@s1; B1@s9 leads B14 B6@s8; turn B 2
        """,
    )


@clause("TB-6.9")
def test_who_rallies_on_the_edge_stays_and_the_one_in_front_takes_a_diagonal() -> None:
    match = battle(ROW_AT_EDGE)
    play(match, "throw 2 3", "throw 4")
    assert_choices(match, "R", "push R6 d1", "push R6 f1")
    play(match, "push R6 d1")
    assert_position(
        match,
        """
        3  .   B14  .
        2  .   .    R1
        1  R6  R7   .
           d   e    f
        ; R1 leads R6:turned R7:turned; R2@t1 leads R8@s1; B1@s9 leads B14 B6@s8; turn B 2
        """,
    )


@clause("TB-6.9")
def test_a_row_held_up_by_a_rally_on_the_edge_stays_turned() -> None:
    match = battle("""
        3  .   B14  .
        2  .   R6   R1
        1  B6  R7   B7
           d   e    f
        ; R1 leads R6 R7:turned; B1@s9 leads B6 B7 B14; pending combat
    """)
    play(match, "attack e3", "throw 2 3", "throw 4")
    assert_position(
        match,
        """
        3  .   B14  .
        2  .   R6   R1
        1  B6  R7   B7
           d   e    f
        ; R1 leads R6:turned R7:turned; B1@s9 leads B6 B7 B14; turn B 2
        """,
    )


@clause("TB-6.9")
def test_a_longer_row_held_up_by_a_rally_on_the_edge_stays_turned_as_a_whole() -> None:
    match = battle("""
        4  .   B14  .
        3  .   R14  R1
        2  W   R15  W
        1  B6  R7   B7
           d   e    f
        ; R1 leads R7:turned R14 R15:turned; B1@s9 leads B6 B7 B14; pending combat
    """)
    play(match, "throw 2 3", "throw 5")
    assert_position(
        match,
        """
        4  .   B14  .
        3  .   R14  R1
        2  W   R15  W
        1  B6  R7   B7
           d   e    f
        ; R1 leads R7:turned R14:turned R15:turned; B1@s9 leads B6 B7 B14; turn B 2
        """,
    )


@clause("TB-6.9")
def test_a_pair_on_the_edge_of_whom_one_rallies_still_closes_its_square() -> None:
    match = battle("""
        3  .   B14    .
        2  .   R6     R1
        1  .   R7+R8  .
           d   e      f
        ; R1 leads R6 R7 R8; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 2 3", "throw 1", "throw 6")
    assert_choices(match, "R", "push R6 d1", "push R6 f1")
    play(match, "push R6 f1")
    assert_position(
        match,
        """
        3  .   B14    .
        2  .   .      R1
        1  .   R8     R6
           d   e      f
        ; R1 leads R6:turned R7@removed R8:turned; B1@s9 leads B14; turn B 2
        """,
    )


@clause("TB-6.9")
def test_blue_is_pushed_up_the_board_with_diagonals_of_its_own() -> None:
    match = battle("""
        8  .   W    .
        7  .   B14  .
        6  .   R6   R1
           d   e    f
        ; R1 leads R6; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 4 3")
    assert_choices(match, "B", "push B14 d8", "push B14 f8")
    assert_refused(match, "push B14 d6", "TB-6.9")
    play(match, "push B14 f8")
    assert_position(
        match,
        """
        8  .   W    B14
        6  .   R6   R1
           d   e    f
        ; R1 leads R6; B1@s9 leads B14:turned; turn B 2
        """,
    )


@clause("TB-6.9")
def test_a_push_to_a_diagonal_pushes_own_units_there_too() -> None:
    match = battle("""
        6  .   B14  .
        5  .   R6   R1
        4  R7  B6   B7
           d   e    f
        ; R1 leads R6 R7:turned; B1@s9 leads B6 B7 B14; pending combat
    """)
    play(match, "attack e6", "throw 2 3")
    assert_position(
        match,
        """
        6  .   B14  .
        5  .   .    R1
        4  R6  B6   B7
        3  R7  .    .
           d   e    f
        ; R1 leads R6:turned R7:turned; B1@s9 leads B6 B7 B14; turn B 2
        """,
    )


@clause("TB-6.9")
def test_who_is_blocked_behind_stays_turned_and_its_square_is_closed_to_the_one_in_front() -> None:
    match = battle("""
        6  .   B6   .
        5  .   R6   R1
        4  .   R14  .
        3  W   W    W
           d   e    f
        ; R1 leads R6 R14; B1@s9 leads B6; pending combat
    """)
    play(match, "throw 2 3")
    assert_choices(match, "R", "push R6 d4", "push R6 f4")
    play(match, "push R6 f4")
    assert_position(
        match,
        """
        6  .   B6   .
        5  .   .    R1
        4  .   R14  R6
        3  W   W    W
           d   e    f
        ; R1 leads R6:turned R14:turned; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.9")
def test_only_the_unit_that_lost_is_removed_for_want_of_room() -> None:
    match = battle("""
        6  .   B6   .
        5  .   R12  R1
        4  W   R14  W
        3  W   W    W
           d   e    f
        ; R1 leads R12 R14; B1@s9 leads B6; pending combat
    """)
    play(match, "throw 2 2 3", "stand")
    assert_position(
        match,
        """
        6  .   B6   .
        5  .   .    R1
        4  W   R14  W
        3  W   W    W
           d   e    f
        ; R1 leads R12@removed R14:turned; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.9")
def test_two_that_share_a_square_part_where_they_may_not_share() -> None:
    match = battle("""
        6  .   B6     .
        5  .   R4+R6  R1
        4  .   W      .
           d   e      f
        ; R1 leads R4 R6; B1@s9 leads B6; pending combat
    """)
    play(match, "join R6", "fight", "throw 2 3")
    assert_choices(match, "R", "push R4 e4", "push R6 e4")
    play(match, "push R4 e4")
    assert_choices(match, "R", "push R6 d4", "push R6 f4")
    play(match, "push R6 d4")
    assert_position(
        match,
        """
        6  .   B6    .
        5  .   .     R1
        4  R6  W:R4  .
           d   e     f
        ; R1 leads R4:turned R6:turned; B1@s9 leads B6; turn B 2
        """,
    )


@clause("TB-6.9")
def test_two_that_share_a_square_take_a_diagonal_together() -> None:
    match = battle("""
        6  .   B14    .
        5  .   R6+R7  R1
        4  .   B6     .
           d   e      f
        ; R1 leads R6 R7; B1@s9 leads B6 B14; able R6; pending combat
    """)
    play(match, "attack e6", "throw 2 3")
    assert_choices(match, "R", "push R6 d4", "push R6 f4")
    play(match, "push R6 d4")
    assert_position(
        match,
        """
        6  .      B14  .
        5  .      .    R1
        4  R6+R7  B6   .
           d      e    f
        ; R1 leads R6:turned R7:turned; B1@s9 leads B6 B14; turn B 2
        """,
    )


@clause("TB-6.9")
def test_the_mate_that_finds_no_square_of_its_own_is_removed() -> None:
    match = battle("""
        6  .   B6     .
        5  .   R4+R6  R1
        4  B7  W      B8
           d   e      f
        ; R1 leads R4 R6; B1@s9 leads B6 B7 B8; able R6; pending combat
    """)
    play(match, "attack e6", "throw 2 3", "push R4 e4")
    assert_position(
        match,
        """
        6  .   B6    .
        5  .   .     R1
        4  B7  W:R4  B8
           d   e     f
        ; R1 leads R4:turned R6@removed; B1@s9 leads B6 B7 B8; turn B 2
        """,
    )


@clause("TB-6.9")
@pytest.mark.parametrize(("side", "brigadier"), [("R", "R1"), ("B", "B1")])
def test_a_brigadier_of_either_side_in_the_way_is_moved_by_his_owner_and_not_turned(side: str, brigadier: str) -> None:
    brigades = {
        "R1": "R1 leads R6; B1@s9 leads B6",
        "B1": "R1@f5 leads R6; B1 leads B6",
    }[brigadier]
    match = battle(f"""
        6  B6           .
        5  R6           .
        4  {brigadier}  .
           e            f
        ; {brigades}; pending combat
    """)
    play(match, "throw 2 3")
    steps = [f"{file}{rank}" for rank in (2, 3, 4, 5, 6)[: 2 if side == "R" else 5] for file in "cdefg"]
    taken = {"e6", "e5", "e4", "f5", "f6", "g6"}
    assert_choices(match, side, *[f"displace {brigadier} {square}" for square in steps if square not in taken])
    assert_refused(match, f"displace {brigadier} e1", "TB-6.9" if side == "R" else "TB-3.7")
    play(match, f"displace {brigadier} d3")
    assert where(match, brigadier) == "d3"
    assert where(match, "R6") == "e4:turned"


@clause("TB-6.9")
def test_a_brigadier_pushed_by_his_own_goes_back_else_sideways_and_never_forward() -> None:
    picture = """
        3  .    B6   .    .
        2  .    R6   .    .
        1  {}   R1   .    .
           d    e    f    g
        ; R1 leads R6; R2@{} leads R7@t2; B1@s9 leads B6; pending combat
    """
    match = play(battle(picture.format(".", "t1")), "throw 2 3")
    assert_choices(match, "R", *(f"displace R1 {q}" for q in ["c1", "d1", "f1", "g1"]))
    assert_refused(match, "displace R1 f2", "TB-6.9")
    shut_in = picture.format("R2", "d1").replace("R2@d1", "R2").replace("1  R2   R1   .", "1  R2   R1   R8")
    closed = play(battle(shut_in.replace("R7@t2", "R7@t2 R8")), "throw 2 3")
    assert where(closed, "R1") == "e1"


@clause("TB-6.9")
def test_a_brigadier_who_cannot_move_closes_his_square() -> None:
    match = battle("""
        3  .    B6   .
        2  R7   R6   R8
        1  R2   R1   R3
           d    e    f
        ; R1 leads R6; R2 leads R7; R3 leads R8; B1@s9 leads B6; able R6; pending combat
    """)
    play(match, "throw 2 3")
    assert_choices(match, "R", "push R6 d1", "push R6 f1")
    assert_refused(match, "push R6 e1", "TB-6.9")
    play(match, "push R6 d1", "displace R2 c1")
    assert_position(
        match,
        """
        3  .   .    B6   .
        2  .   R7   .    R8
        1  R2  R6   R1   R3
           c   d    e    f
        ; R1 leads R6:turned; R2 leads R7; R3 leads R8; B1@s9 leads B6; turn B 2
        """,
    )


# TB-6.10 Retreating and rallying


@clause("TB-6.10")
@pytest.mark.parametrize(("unit", "need"), [("R4", 3), ("R6", 4), ("R12", 4), ("R14", 4), ("R16", 5)])
def test_who_retreats_rallies_on_4_guards_on_3_artillery_on_5(unit: str, need: int) -> None:
    for face in range(1, 7):
        match = battle(f"""
            6  B14     .
            5  {unit}  R1
               e       f
            ; R1 leads {unit} R7@a1; B1@s9 leads B14; pending combat
        """)
        play(match, "throw 2 4")
        if unit in ("R4", "R12"):
            play(match, "stand")
        assert where(match, unit) == "f1"
        play(match, f"throw {face}")
        ending = f"{unit}@f1:turned" if face >= need else f"{unit}@removed"
        assert_position(match, f"open; R1@f5 leads {ending} R7@a1; B1@s9 leads B14@e6; turn B 2")


@clause("TB-6.10")
def test_who_retreats_goes_to_the_free_edge_square_nearest_its_own_brigadiers_file() -> None:
    match = battle("""
        6  B14  .   .   .   .   .
        5  R6   R1  .   .   .   .
        1  R9   R8  R7  .   B6  R2
           e    f   g   h   i   j
        ; R1 leads R6 R7 R8; R2 leads R9; B1@s9 leads B14 B6; able R6; pending combat
    """)
    play(match, "throw 2 4")
    assert_choices(match, "R", "retreat R6 d1", "retreat R6 h1")
    assert_refused(match, "retreat R6 c1", "TB-6.10")
    assert_refused(match, "retreat R7 d1", "TB-6.10")
    play(match, "retreat R6 h1", "throw 5")
    assert where(match, "R6") == "h1:turned"


@clause("TB-6.10")
def test_the_square_it_has_just_left_counts_as_free() -> None:
    match = battle("""
        3  .   R1   .
        2  R7  B14  .
        1  .   R6   .
           d   e    f
        ; R1 leads R6 R7; B1@s9 leads B14; able R6; pending combat
    """)
    play(match, "throw 2 4")
    assert_dice(match, 1)
    play(match, "throw 4")
    assert where(match, "R6") == "e1:turned"


@clause("TB-6.10")
def test_a_square_still_held_by_its_mate_is_not_free() -> None:
    match = battle("""
        2  .   B14    .
        1  .   R6+R7  .
           d   e      f
        ; R1@e3 leads R6 R7; B1@s9 leads B14; able R6; pending combat
    """)
    play(match, "throw 2 4", "throw 4")
    assert_choices(match, "R", "retreat R6 d1", "retreat R6 f1")
    play(match, "retreat R6 f1", "throw 4")
    assert_position(
        match,
        """
        3  .   R1   .
        2  .   B14  .
        1  .   R7   R6
           d   e    f
        ; R1 leads R6:turned R7:turned; B1@s9 leads B14; turn B 2
        """,
    )


@clause("TB-6.10")
def test_an_edge_square_that_it_may_not_enter_is_passed_over() -> None:
    match = battle("""
        6  B14  .   .
        5  R14  R1  .
        1  .    W   W
           e    f   g
        ; R1 leads R14; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 2 4", "throw 4")
    assert where(match, "R14") == "e1:turned"


@clause("TB-6.10")
def test_a_retreat_without_a_free_edge_square_removes_the_unit_without_a_roll() -> None:
    rows = "/".join(["." * 20] * 9 + ["W" * 20])
    match = battle(f"{rows}; R1@f5 leads R6@a5 R14@e5; B1@s9 leads B14@e6; pending combat")
    play(match, "throw 2 4")
    assert_position(match, f"{rows}; R1@f5 leads R6@a5 R14@removed; B1@s9 leads B14@e6; turn B 2")


@clause("TB-6.10")
def test_a_surrounded_unit_that_has_to_retreat_is_removed_without_a_roll() -> None:
    match = battle("""
        6  .   B14  .
        5  .   R6   R1
        4  B6  B7   B8
           d   e    f
        ; R1 leads R6 R7@a1; B1@s9 leads B6 B7 B8 B14; pending combat
    """)
    play(match, "attack e6", "throw 2 4")
    assert_position(
        match,
        """
        6  .   B14  .
        5  .   .    R1
        4  B6  B7   B8
           d   e    f
        ; R1 leads R6@removed R7@a1; B1@s9 leads B6 B7 B8 B14; turn B 2
        """,
    )


@clause("TB-6.10")
def test_one_open_square_behind_is_enough_to_retreat_and_no_path_is_needed() -> None:
    match = battle("""
        6  .   B14  .
        5  .   R6   R1
        4  B6  B7   .
        3  .   B8   .
        2  B9  B10  B11
           d   e    f
        ; R1 leads R6 R7@a1; B1@s9 leads B6 B7 B8 B9 B10 B11 B14; pending combat
    """)
    play(match, "attack e6", "throw 2 4")
    assert_dice(match, 1)
    assert where(match, "R6") == "f1"


@clause("TB-6.10")
def test_closed_terrain_and_the_side_of_the_field_surround_as_enemies_do() -> None:
    match = battle("""
        6  B14  .
        5  R14  R1
        4  W    B6
           a    b
        ; R1 leads R6@t1 R14; B1@s9 leads B14 B6; pending combat
    """)
    play(match, "attack a6", "throw 2 4")
    assert where(match, "R14") == "removed"


@clause("TB-6.10")
def test_own_units_behind_do_not_surround() -> None:
    match = battle("""
        6  .   B14  .
        5  .   R6   R1
        4  R7  R8   R9
           d   e    f
        ; R1 leads R6 R7 R8 R9; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 2 4")
    assert_dice(match, 1)
    assert where(match, "R6") == "f1"


@clause("TB-6.10")
def test_on_its_own_edge_row_a_unit_is_never_surrounded() -> None:
    match = battle("""
        2  B14  .
        1  R6   R1
           a    b
        ; R1 leads R6; B1@s9 leads B14; pending combat
    """)
    play(match, "throw 2 4")
    assert_choices(match, "R", "retreat R6 a1", "retreat R6 c1")


@clause("TB-6.10", "TB-6.8")
def test_the_mate_of_a_surrounded_unit_finds_no_room_either() -> None:
    match = battle("""
        6  .   B14    .
        5  .   R6+R8  R1
        4  B6  B7     B8
           d   e      f
        ; R1 leads R6 R7@a1 R8; B1@s9 leads B6 B7 B8 B14; able R6; pending combat
    """)
    play(match, "attack e6", "throw 2 4")
    assert_position(
        match,
        """
        6  .   B14    .
        5  .   .      R1
        4  B6  B7     B8
           d   e      f
        ; R1 leads R6@removed R7@a1 R8@removed; B1@s9 leads B6 B7 B8 B14; turn B 2
        """,
    )


@clause("TB-6.10")
def test_who_retreats_under_fire_while_surrounded_is_removed_without_a_roll() -> None:
    match = battle("""
        6  W    W    W
        5  .    B14  .
        1  R1   R16  .
           d    e    f
        ; R1 leads R16; B1@s9 leads B14 B6@s8; pending fire
    """)
    play(match, "fire R16 e5", "throw 4", "throw 5")
    assert_position(
        match,
        """
        6  W    W    W
        1  R1   R16  .
           d    e    f
        ; R1 leads R16; B1@s9 leads B14@removed B6@s8; turn B 2
        """,
    )


# TB-6.11 No advance; guns in combat


@clause("TB-6.11")
@pytest.mark.parametrize("faces", ["4 3", "6 1"])
def test_the_winner_does_not_advance(faces: str) -> None:
    match = play(battle(ONE_TO_ONE), f"throw {faces}")
    assert where(match, "R6") == "e5"
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-6.11")
def test_artillery_in_contact_fights_like_infantry_out_of_square() -> None:
    for attacker, defender, ground, marks, number in (
        ("R16", "B6", ".", "", 1 + 1),
        ("R6", "B16", ".", "", 1 + 1),
        ("R16", "B14", ".", "", 1 + 1),
        ("R14", "B16", ".", "", 2 + 1),
        ("R14", "B16", "B", "", 2 + 2),
        ("R16", "B6", ".", ":square", 2 + 1),
        ("R16", "B16", "B", "", 1 + 2),
    ):
        match = battle(f"""
            6  {ground}:{defender}  .
            5  {attacker}           R1
               e                    f
            ; R1 leads {attacker}; B1@s9 leads {defender}{marks}; pending combat
        """)
        assert_dice(match, number)


@clause("TB-6.11")
def test_a_gun_beside_cavalry_takes_the_second_die_from_a_square() -> None:
    match = battle("""
        6  .    B6  .
        5  R14  .   R16
        4  .    R1  .
           e    f   g
        ; R1 leads R14 R16; B1@s9 leads B6:square; pending combat
    """)
    play(match, "join R14", "join R16")
    assert_dice(match, 1 + 2 + 1)


# TB-6.12 Pushed next to another enemy


@clause("TB-6.12")
def test_a_unit_pushed_next_to_another_enemy_is_not_attacked_again() -> None:
    match = battle("""
        8  .   R8  .
        7  .   .   .
        6  B6  .   B7
        5  R6  R1  R7
           e   f   g
        ; R1 leads R6 R7; R2@f9 leads R8; B1@s9 leads B6 B7; pending combat
    """)
    play(match, "attack e6", "throw 4 3")
    assert where(match, "B6") == "e7:turned"
    assert "attack g6; by R7" in match.position
    play(match, "throw 1 1")
    assert_position(
        match,
        """
        8  .   R8  .
        7  B6  .   .
        6  .   .   B7
        5  R6  R1  R7
           e   f   g
        ; R1 leads R6 R7; R2@f9 leads R8; B1@s9 leads B6:turned B7; turn B 2
        """,
    )


@clause("TB-6.12")
def test_an_attacker_pushed_next_to_another_enemy_does_not_fight_him() -> None:
    match = battle("""
        6  .   B6  .   .
        5  .   R6  R1  .
        4  .   .   .   R8
        3  B7  .   B8  .
           d   e   f   g
        ; R1 leads R6 R8; B1@s9 leads B6 B7 B8; pending combat
    """)
    assert_choices(match, "R", "attack f3", "attack e6")
    play(match, "attack e6", "throw 3 4")
    assert "attack f3; by R8" in match.position
    play(match, "throw 2 2")
    assert_position(
        match,
        """
        6  .   B6  .   .
        5  .   .   R1  .
        4  .   R6  .   R8
        3  B7  .   B8  .
           d   e   f   g
        ; R1 leads R6:turned R8; B1@s9 leads B6 B7 B8; turn B 2
        """,
    )


@clause("TB-6.12")
def test_a_unit_that_was_not_in_the_combat_but_was_pushed_on_is_no_target_of_those_it_comes_to() -> None:
    match = battle("""
        9  .   R2  .
        8  .   R8  .
        7  B7  .   .
        6  B6  .   B8
        5  R6  R1  R7
           e   f   g
        ; R1 leads R6 R7; R2 leads R8; B1@s9 leads B6 B7 B8; pending combat
    """)
    assert_choices(match, "R", "attack e6", "attack g6", "attack e7")
    play(match, "attack e6", "throw 4 3")
    assert where(match, "B7") == "e8:turned"
    assert_choices(match, "R", "attack g6", "attack e8")  # R8 touched it before
    away = battle(
        """
        9  .   R8  R2
        8  .   .   .
        7  B7  .   .
        6  B6  .   B8
        5  R6  R1  R7
           e   f   g
        ; R1 leads R6 R7; R2 leads R8; B1@s9 leads B6 B7 B8; pending combat
        """
    )
    play(away, "attack e6", "throw 4 3")
    assert where(away, "B7") == "e8:turned"
    assert "attack g6; by R7" in away.position


@clause("TB-6.8", "TB-6.10")
def test_a_unit_that_retreats_rallies_once_though_its_mate_is_pushed_to_the_edge() -> None:
    match = battle("open; R1@d4 leads R6@d2 R7@d2; B1@e4 leads B6@d3; turn B 4; pending combat")
    play(match, "throw 6 4 1", "suffer R6")
    assert where(match, "R7") == "d1:turned"
    assert_choices(match, "R", "retreat R6 c1", "retreat R6 e1")
    play(match, "retreat R6 c1", "throw 4")
    assert where(match, "R6") == "c1:turned"
    assert match.to_act == 0
    assert "pending move" in match.position
