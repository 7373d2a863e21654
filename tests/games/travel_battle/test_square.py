"""rules.movement, engine.position: forming and leaving square, and what a unit in square may do."""

import pytest

from tests.games.travel_battle.draw import assert_position, battle, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_refused, notations, offers, play

AWAY = "B1@t10 leads B4@t9"


# Forming and leaving


@clause("TB-4.1")
@pytest.mark.parametrize("key", ["R4", "R6"])
def test_infantry_and_guards_form_square_instead_of_moving(key: str) -> None:
    match = battle(f"open; R1@c1 leads {key}@c2; {AWAY}")
    play(match, f"square {key}")
    assert_position(match, f"open; R1@c1 leads {key}@c2:square; {AWAY}; moved {key}")
    assert_refused(match, f"move {key} c3", "TB-3.1")
    assert_refused(match, f"square {key}", "TB-4.1")
    assert_refused(match, f"unsquare {key}", "TB-4.1")


@clause("TB-4.1")
def test_a_unit_that_moved_does_not_form_square() -> None:
    match = battle(f"open; R1@c1 leads R6@c2; {AWAY}")
    play(match, "move R6 c3")
    assert_refused(match, "square R6", "TB-4.1")


@clause("TB-4.1")
@pytest.mark.parametrize("key", ["R1", "R12", "R14", "R16"])
def test_only_infantry_forms_square(key: str) -> None:
    match = battle(f"open; R1@c1 leads R12@c2 R14@d2 R16@d1; {AWAY}")
    assert_refused(match, f"square {key}", "TB-4.1")


@clause("TB-4.1")
def test_squares_are_formed_in_the_movement_step_only() -> None:
    match = battle(f"open; R1@c1 leads R6@c2 R16@h2; {AWAY} B6@h6")
    play(match, "end-movement")
    assert_refused(match, "square R6", "TB-2.1")
    assert_refused(match, "square B6", "TB-2.1")


@clause("TB-4.1", "TB-6.5")
def test_the_formation_counts_at_once() -> None:
    picture = """
        3  B14
        2  R6
        1  R1
           c
        ; R1 leads R6; B1@t10 leads B14
    """
    in_square = play(battle(picture), "square R6", "end-movement")
    assert_dice(in_square, 3)  # two for the square against cavalry alone, one for the cavalry
    assert_dice(play(battle(picture), "end-movement"), 2)


@clause("TB-4.1")
def test_leaving_square_takes_the_movement_of_a_later_turn() -> None:
    match = battle(f"open; R1@c1 leads R6@c2; {AWAY}")
    play(match, "square R6", "end-movement", "end-movement")
    assert_position(match, f"open; R1@c1 leads R6@c2:square; {AWAY}; turn R 3")
    play(match, "unsquare R6")
    assert_position(match, f"open; R1@c1 leads R6@c2:square; {AWAY}; turn R 3; moved R6; reforming R6")
    assert_refused(match, "move R6 c3", "TB-3.1")
    assert_refused(match, "square R6", "TB-4.1")
    assert_refused(match, "unsquare R6", "TB-4.1")
    assert "leaving square" in match.text(0)
    play(match, "end-movement")
    assert_position(match, f"open; R1@c1 leads R6@c2; {AWAY}; turn B 4")
    play(match, "end-movement", "move R6 c3")
    assert where(match, "R6") == "c3"


@clause("TB-4.1")
def test_a_square_is_left_at_once_where_it_was_agreed() -> None:
    match = battle(f"open; R1@c1 leads R6@c2:square; {AWAY}; turn R 3", leaving_square="at-once")
    play(match, "unsquare R6")
    assert_position(match, f"open; R1@c1 leads R6@c2; {AWAY}; turn R 3; moved R6")


@clause("TB-4.1", "TB-1.6")
def test_nobody_joins_a_unit_that_is_leaving_square() -> None:
    match = battle(f"open; R1@c1 leads R6@c2:square R7@d2; {AWAY}; turn R 3")
    play(match, "unsquare R6")
    assert_refused(match, "move R7 c2", "TB-1.6")
    old = battle(f"open; R1@c1 leads R6@c2:square R7@d2; {AWAY}; turn R 3", leaving_square="at-once")
    play(old, "unsquare R6", "move R7 c2")


@clause("TB-4.1", "TB-4.4")
def test_a_unit_that_is_leaving_square_fights_as_a_square_until_its_turn_ends() -> None:
    match = battle("open; R1@c1 leads R6@c2:square; B1@t10 leads B12@c3 B14@t9; turn R 3")
    play(match, "unsquare R6", "end-movement")
    assert_dice(match, 3)
    play(match, "throw 5 3 5", "stand")
    assert where(match, "R6") == "c2"


@clause("TB-4.1")
def test_a_square_is_kept_as_long_as_its_owner_likes() -> None:
    match = battle(f"open; R1@c1 leads R6@c2:square; {AWAY}")
    play(match, *["end-movement"] * 6)
    assert_position(match, f"open; R1@c1 leads R6@c2:square; {AWAY}; turn R 7")


@clause("TB-4.1")
def test_leaving_square_needs_no_command() -> None:
    match = battle(f"open; R1@c1 leads R6@h5:square; {AWAY}")
    play(match, "unsquare R6")
    assert_position(match, f"open; R1@c1 leads R6@h5:square; {AWAY}; moved R6; reforming R6")


@clause("TB-4.1")
def test_a_unit_that_left_square_may_attack_in_the_same_turn() -> None:
    match = battle("""
        3  B6
        2  R6
        1  R1
           c
        ; R1 leads R6:square; B1@t10 leads B6
    """)
    play(match, "unsquare R6", "end-movement")
    assert "; attack c3; by R6; " in match.position
    assert_dice(match, 2)


@clause("TB-4.1")
def test_a_unit_out_of_command_that_left_square_still_starts_no_combat() -> None:
    match = battle("""
        5  B6
        4  R6
        3  .
        2  .
        1  R1
           c
        ; R1 leads R6:square; B1@t10 leads B6
    """)
    play(match, "unsquare R6", "end-movement")
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-4.1")
def test_a_unit_that_is_not_in_square_has_none_to_leave() -> None:
    match = battle(f"open; R1@c1 leads R6@c2 R12@d2; {AWAY}")
    assert_refused(match, "unsquare R6", "TB-4.1")
    assert_refused(match, "unsquare R12", "TB-4.1")


# Where no square is formed


@clause("TB-4.2")
@pytest.mark.parametrize("soil", ["W", "B"])
def test_no_square_in_a_wood_or_a_building(soil: str) -> None:
    match = battle(f"""
        2  {soil}:R6  {soil}:R4
        1  R1         .
           c          d
        ; R1 leads R4 R6; B1@t10 leads B4@t9
    """)
    assert_refused(match, "square R6", "TB-4.2")
    assert_refused(match, "square R4", "TB-4.2")


@clause("TB-4.2")
@pytest.mark.parametrize("soil", [".", "r", "H", "f"])
def test_a_square_forms_on_all_other_ground(soil: str) -> None:
    match = battle(f"""
        2  {soil}:R6
        1  R1
           c
        ; R1 leads R6; B1@t10 leads B4@t9
    """)
    play(match, "square R6")
    assert where(match, "R6") == "c2:square"


@clause("TB-4.2")
def test_no_square_while_another_unit_shares_the_square_but_when_it_has_left() -> None:
    match = battle(f"open; R1@c1 leads R4@c2 R6@c2; {AWAY}")
    assert_refused(match, "square R4", "TB-4.2")
    assert_refused(match, "square R6", "TB-4.2")
    play(match, "move R4 c3", "square R6")
    assert (where(match, "R4"), where(match, "R6")) == ("c3", "c2:square")


# What a square may do


@clause("TB-4.3")
def test_a_square_cannot_move_even_along_a_road() -> None:
    match = battle("""
        3  r
        2  r:R6
        1  R1
           c
        ; R1 leads R6:square; B1@t10 leads B4@t9
    """)
    assert offers(match, "move R6") == []
    assert_refused(match, "move R6 c3", "TB-4.3")


@clause("TB-4.3")
def test_a_square_attacks_an_enemy_that_touched_it_when_the_turn_began() -> None:
    match = battle("""
        3  B14
        2  R6
        1  R1
           c
        ; R1 leads R6:square; B1@t10 leads B14
    """)
    play(match, "end-movement")
    assert "; attack c3; by R6; " in match.position
    assert_dice(match, 3)


@clause("TB-4.3")
def test_cavalry_that_came_up_in_its_own_turn_is_attacked_by_the_square_in_the_next() -> None:
    match = battle("""
        5  B14
        4  B1
        3  .
        2  R6
        1  R1
           d
        ; R1 leads R6:square; B1 leads B14; turn B 2
    """)
    play(match, "move B14 e3", "end-movement", "throw 3 3 1")
    assert match.position.endswith("turn R 3; pending move")
    play(match, "end-movement")
    assert "; attack e3; by R6; " in match.position


@clause("TB-4.3")
def test_an_enemy_whom_fire_made_flee_to_the_square_is_not_attacked_by_it() -> None:
    match = battle("""
        10  .    .     .
        9   R6   .     .
        8   .    .     .
        7   .    .     .
        6   .    .     B6
        5   .    .     .
        4   .    .     .
        3   .    .     R16
            c    d     e
        ; R1@b9 leads R6:square R16; B1@c8 leads B6 B7@t9
    """)
    play(match, "end-movement", "fire R16 e6", "throw 3", "throw 5", "throw 6")
    assert where(match, "B6") == "c10:turned"
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-4.3")
def test_a_unit_out_of_square_does_attack_an_enemy_whom_fire_made_flee_to_it() -> None:
    match = battle("""
        10  .    .     .
        9   R6   .     .
        8   .    .     .
        7   .    .     .
        6   .    .     B6
        5   .    .     .
        4   .    .     .
        3   .    .     R16
            c    d     e
        ; R1@b9 leads R6 R16; B1@c8 leads B6 B7@t9
    """)
    play(match, "end-movement", "fire R16 e6", "throw 3", "throw 5", "throw 6")
    assert "; attack c10; by R6; " in match.position


@clause("TB-4.3")
def test_a_square_that_is_attacked_fights_like_any_other() -> None:
    match = battle("""
        3  B6
        2  R6
        1  R1
           c
        ; R1 leads R6:square R7@h1; B1@c4 leads B6 B7@h9; turn B 2
    """)
    play(match, "end-movement")
    assert_dice(match, 3)  # infantry against a square has one more
    play(match, "throw 1 2 6")
    assert (where(match, "B6"), where(match, "R6")) == ("removed", "c2:square")


@clause("TB-4.3", "TB-6.5")
@pytest.mark.parametrize(
    ("blue", "joining", "thrown"),
    [
        ("B14@c3", [], "R4:3,3 B14:3"),
        ("B6@c3", [], "R4:3 B6:3,3"),
        ("B6@d3 B14@c3", ["join B6", "join B14"], "R4:3 B6:3,3 B14:3"),
    ],
)
def test_an_attacked_square_has_two_dice_against_cavalry_alone_and_one_otherwise(
    blue: str, joining: list[str], thrown: str
) -> None:
    match = battle(f"open; R1@c1 leads R4@c2:square; B1@d4 leads {blue}; turn B 2")
    play(match, "end-movement", *joining)
    play(match, "throw " + " ".join("3" * (thrown.count(":3") + thrown.count(",3"))))
    assert f"; dice {thrown}; " in match.position


@clause("TB-4.3", "TB-6.5")
def test_a_square_that_attacks_cavalry_alone_has_two_dice_as_in_defence() -> None:
    match = battle("open; R1@c1 leads R4@c2:square; B1@d4 leads B14@c3")
    play(match, "end-movement", "throw 3 3 3")
    assert "; dice R4:3,3 B14:3; " in match.position


# Losing it


@clause("TB-4.4")
def test_a_square_that_is_pushed_back_loses_the_formation() -> None:
    match = battle("""
        4  B1
        3  B6
        2  R6
        1  .
           c
        ; R1@h1 leads R6:square; B1 leads B6; turn B 2
    """)
    play(match, "end-movement", "throw 4 1 3")
    assert_position(
        match,
        """
        4  B1
        3  B6
        2  .
        1  R6
           c
        ; R1@h1 leads R6:turned; B1 leads B6; turn R 3
        """,
    )


@clause("TB-4.4")
def test_a_square_pushed_by_a_comrade_loses_the_formation() -> None:
    match = battle("""
        5  B1
        4  B6
        3  R7
        2  R6
        1  .
           c
        ; R1@h1 leads R6:square R7; B1 leads B6; turn B 2
    """)
    play(match, "end-movement", "throw 4 3")
    assert_position(
        match,
        """
        5  B1
        4  B6
        3  .
        2  R7
        1  R6
           c
        ; R1@h1 leads R6:turned R7:turned; B1 leads B6; turn R 3
        """,
    )


@clause("TB-4.4")
def test_a_square_that_retreats_loses_the_formation() -> None:
    match = battle("""
        6  B1
        5  B6
        4  R6
        3  .
        2  .
        1  .
           c
        ; R1@h1 leads R6:square R7@a1; B1 leads B6; turn B 2
    """)
    play(match, "end-movement", "throw 5 1 3")
    assert_choices(match, "R", "retreat R6 g1", "retreat R6 i1")
    play(match, "retreat R6 i1")
    assert where(match, "R6") == "i1"
    play(match, "throw 4")
    assert_position(match, "open; R1@h1 leads R6@i1:turned R7@a1; B1@c6 leads B6@c5; turn R 3")


@clause("TB-4.4")
def test_a_square_that_is_pushed_over_the_edge_and_rallies_loses_the_formation() -> None:
    match = battle("""
        3  B1
        2  B6
        1  R6
           c
        ; R1@h1 leads R6:square R7@j1; B1 leads B6; turn B 2
    """)
    play(match, "end-movement", "throw 4 1 3", "throw 4")
    assert where(match, "R6") == "c1:turned"


@clause("TB-4.4")
def test_a_square_that_cannot_give_way_to_a_comrade_loses_the_formation() -> None:
    match = battle("""
        4  .  B1  .
        3  .  B6  .
        2  .  R7  .
        1  .  R6  .
           b  c   d
        ; R1@h1 leads R6:square R7; B1 leads B6; turn B 2
    """)
    play(match, "end-movement", "throw 4 3", "throw 4")
    assert where(match, "R6") == "c1:turned"
    assert_choices(match, "R", "push R7 b1", "push R7 d1")


@clause("TB-4.4")
def test_a_square_with_enemies_behind_it_stays_and_loses_the_formation() -> None:
    match = battle("""
        5  .   B1  .   .
        4  .   B6  .   .
        3  .   R7  .   .
        2  .   R6  .   .
        1  B7  B8  B9  B2
           b   c   d   e
        ; R1@h1 leads R6:square R7; B1 leads B6; B2 leads B7 B8 B9; turn B 2
    """)
    play(match, "end-movement", "attack c3", "throw 4 3")
    assert where(match, "R6") == "c2:turned"
    assert_choices(match, "R", "push R7 b2", "push R7 d2")


@clause("TB-4.4")
def test_forming_square_needs_no_command() -> None:
    match = battle(f"open; R1@c1 leads R6@h5; {AWAY}")
    play(match, "square R6")
    assert_position(match, f"open; R1@c1 leads R6@h5:square; {AWAY}; moved R6")


@clause("TB-4.4", "TB-7.1")
def test_a_turned_unit_cannot_form_square() -> None:
    match = battle(f"open; R1@c1 leads R6@c2:turned R7@d2; {AWAY}")
    assert_refused(match, "square R6", "TB-4.4")
    assert "square R7" in notations(match)


@clause("TB-4.4")
def test_a_square_that_only_draws_a_combat_stays_in_formation() -> None:
    match = battle("""
        3  B14
        2  R6
        1  R1
           c
        ; R1 leads R6:square; B1@c5 leads B14 B15@c4; turn B 2
    """)
    play(match, "end-movement", "throw 4 1 4")
    assert_position(match, "open; R1@c1 leads R6@c2:square; B1@c5 leads B14@c3 B15@c4; turn R 3")
