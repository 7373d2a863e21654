"""rules.movement, reach.moves, refusals.movement: how far, along roads, under command, through terrain, past others."""

import pytest

from tests.games.travel_battle.draw import assert_position, battle, squares, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_refused, notations, offers, play

AWAY = "B1@t10 leads B4@t9"


def around(square: str, distance: int) -> str:
    """The names of all other squares within a distance, in alphabetical order."""
    file, rank = ord(square[0]), int(square[1:])
    names = [
        f"{chr(other)}{row}"
        for other in range(file - distance, file + distance + 1)
        for row in range(rank - distance, rank + distance + 1)
        if (other, row) != (file, rank)
    ]
    return " ".join(sorted(names))


# How far


@clause("TB-3.1")
@pytest.mark.parametrize("key", ["R4", "R6", "R16"])
def test_infantry_guards_and_guns_move_one_square_in_eight_directions(key: str) -> None:
    match = battle(f"open; R1@h2 leads {key}@h5 R7@h3 R8@i4; {AWAY}")
    if key == "R16":
        assert squares(match, "move R16") == "g4 g5 g6 h4 h6 i5 i6"  # i4 is taken; infantry would share it
    else:
        assert squares(match, f"move {key}") == around("h5", 1)
    assert_refused(match, f"move {key} h7", "TB-3.2")
    assert_refused(match, f"move {key} h8", "TB-3.1")


@clause("TB-3.1")
@pytest.mark.parametrize("key", ["R12", "R14", "R1"])
def test_cavalry_and_brigadiers_move_two_squares_in_eight_directions(key: str) -> None:
    others = "R1@h3 leads R15@h4" if key == "R1" else "R1@h7 leads R15@h6"
    picture = f"open; R1@h5 leads R15@k5; {AWAY}" if key == "R1" else f"open; {others} {key}@h5; {AWAY}"
    match = battle(picture)
    found = set(squares(match, f"move {key}").split())
    blocked = set() if key == "R1" else {"h6", "h7"}
    assert found == set(around("h5", 2).split()) - blocked
    assert_refused(match, f"move {key} h2", "TB-3.2")
    assert_refused(match, f"move {key} h1", "TB-3.1")


@clause("TB-3.1")
def test_each_piece_moves_once_and_in_the_owner_s_order() -> None:
    match = battle("""
        3  .   .    .
        2  R6  R12  R1
           c   d    e
        ; R1 leads R6 R12; B1@t10 leads B4@t9
    """)
    play(match, "move R1 g2", "move R12 d4", "move R6 c3")
    assert_refused(match, "move R12 d5", "TB-3.1")
    assert_refused(match, "move R6 c4", "TB-3.1")
    assert_refused(match, "move R1 g3", "TB-3.1")
    assert notations(match) == ["end-movement"]
    assert_position(
        match,
        """
        4  .   R12  .  .  .
        3  R6  .    .  .  .
        2  .   .    .  .  R1
           c   d    e  f  g
        ; R1 leads R6 R12; B1@t10 leads B4@t9; moved R1 R6 R12; cut-off none
        """,
    )


@clause("TB-3.1")
def test_nothing_moves_off_the_field_and_a_unit_may_stay() -> None:
    match = battle(f"open; R1@a1 leads R6@b1; {AWAY}")
    assert squares(match, "move R6") == "a2 b2 c1 c2"
    assert_refused(match, "move R6 b1", "TB-3.1")
    play(match, "end-movement")
    assert_position(match, f"open; R1@a1 leads R6@b1; {AWAY}; turn B 2")


# Roads


@clause("TB-3.2")
def test_from_road_to_road_infantry_goes_two_squares_and_the_square_between_need_not_be_road() -> None:
    match = battle("""
        5  .   r  .
        4  .   .  r
        3  r   .  .
        2  R1  r:R6  .
           c   d     e
        ; R1 leads R6; B1@t10 leads B4@t9
    """)
    assert squares(match, "move R6") == "c1 c3 d1 d3 e1 e2 e3 e4"
    assert_refused(match, "move R6 d4", "TB-3.2")
    assert_refused(match, "move R6 d5", "TB-3.1")
    play(match, "move R6 e4")
    assert where(match, "R6") == "e4"


@clause("TB-3.2")
@pytest.mark.parametrize(("key", "far"), [("R4", "d4"), ("R16", "d4"), ("R12", "d5"), ("R14", "d5")])
def test_every_kind_goes_one_square_further_on_a_road(key: str, far: str) -> None:
    road = """
        6  .   r
        5  .   r
        4  .   r
        3  .   r
        2  R1  r:{key}
           c   d
        ; R1 leads {key}; B1@t10 leads B4@t9
    """.replace("{key}", key)
    match = battle(road)
    assert f"move {key} {far}" in notations(match)
    assert_refused(match, f"move {key} d{int(far[1]) + 1}", "TB-3.1")


@clause("TB-3.2")
def test_a_brigadier_goes_three_squares_on_a_road() -> None:
    match = battle("""
        5  .   r
        4  .   .
        3  .   .
        2  R6  r:R1
           c   d
        ; R1 leads R6; B1@t10 leads B4@t9
    """)
    play(match, "move R1 d5")
    assert where(match, "R1") == "d5"


@clause("TB-3.2")
@pytest.mark.parametrize(("start", "end"), [("r", "."), (".", "r"), (".", ".")])
def test_without_road_at_both_ends_there_is_no_bonus(start: str, end: str) -> None:
    match = battle(f"""
        5  .   .
        4  .   {end}
        3  .   r
        2  R1  {start}:R6
           c   d
        ; R1 leads R6; B1@t10 leads B4@t9
    """)
    assert_refused(match, "move R6 d4", "TB-3.2")


@clause("TB-3.2")
@pytest.mark.parametrize("key", ["R12", "R1"])
@pytest.mark.parametrize(("start", "end"), [("r", "."), (".", "r")])
def test_without_road_at_both_ends_horsemen_get_no_bonus_either(key: str, start: str, end: str) -> None:
    other = "R1" if key == "R12" else "R12"
    match = battle(f"""
        5  .        {end}
        4  .        r
        3  .        r
        2  {other}  {start}:{key}
           c        d
        ; R1 leads R12; B1@t10 leads B4@t9
    """)
    assert f"move {key} d4" in notations(match)
    assert_refused(match, f"move {key} d5", "TB-3.2")


@clause("TB-3.2")
def test_every_step_of_a_road_move_obeys_terrain_and_pieces() -> None:
    match = battle("""
        5  W  .   r   W    .
        4  W  B6  .   W    B7
        3  W  W   W   B8   W
        2  .  R1  r:R12  .  .
           b  c   d      e  f
        ; R1 leads R12; B1@t10 leads B6 B7 B8
    """)
    assert_refused(match, "move R12 d5", "TB-3.6")
    assert_refused(match, "move R12 d4", "TB-3.6")


# Command


@clause("TB-3.3")
def test_a_chain_of_the_own_brigade_carries_command_over_corners_and_shared_squares() -> None:
    match = battle("""
        5  .   .      .   R7
        4  .   .      R6  .
        3  .   R4+R8  .   .
        2  R1  .      .   .
           c   d      e   f
        ; R1 leads R4 R6 R7 R8; B1@t10 leads B4@t9
    """)
    for key in ("R4", "R6", "R7", "R8"):
        assert offers(match, f"move {key}")
    play(match, "move R7 g6", "move R8 d4")
    assert where(match, "R7") == "g6"


@clause("TB-3.3", "TB-3.4")
def test_pieces_of_other_brigades_do_not_carry_the_chain() -> None:
    match = battle("""
        4  .   R7
        3  .   R6
        2  R1  .
        1  .   .
           c   d
        ; R1 leads R7; R2@h1 leads R6; B1@t10 leads B4@t9
    """)
    assert_refused(match, "move R7 d5", "TB-3.4")
    assert_refused(match, "move R6 d2", "TB-3.4")


@clause("TB-3.3", "TB-3.4")
def test_sharing_a_square_with_another_brigade_or_touching_its_brigadier_gives_no_command() -> None:
    match = battle("""
        3  .   .
        2  R6+R7  R2
        1  R1  .
           c   d
        ; R1 leads R6; R2 leads R8@e3; R3@h1 leads R7; B1@t10 leads B4@t9
    """)
    assert offers(match, "move R6")
    assert_refused(match, "move R7 c3", "TB-3.4")


@clause("TB-3.3")
def test_turned_units_carry_the_chain() -> None:
    match = battle("""
        4  R7
        3  R6
        2  R1
           c
        ; R1 leads R6:turned R7; B1@t10 leads B4@t9
    """)
    play(match, "move R7 c5")
    assert where(match, "R7") == "c5"


@clause("TB-3.3")
def test_command_is_determined_once_so_that_a_brigadier_who_rides_off_strands_nobody() -> None:
    match = battle("""
        4  R7
        3  R6
        2  R1
           c
        ; R1 leads R6 R7; B1@t10 leads B4@t9
    """)
    play(match, "move R1 e1", "move R6 b3", "move R7 d5")
    assert_position(
        match,
        """
        5  .   .  R7  .
        4  .   .  .   .
        3  R6  .  .   .
        2  .   .  .   .
        1  .   .  .   R1
           b   c  d   e
        ; R1 leads R6 R7; B1@t10 leads B4@t9; moved R1 R6 R7; cut-off none
        """,
    )


@clause("TB-3.3", "TB-3.4")
def test_a_brigadier_who_arrives_during_the_turn_gives_no_command_until_the_next() -> None:
    match = battle("""
        5  R6
        4  .
        3  .
        2  R1
           c
        ; R1 leads R6; B1@t10 leads B4@t9
    """)
    play(match, "move R1 c4")
    assert_refused(match, "move R6 c6", "TB-3.4")
    play(match, "end-movement", "end-movement", "move R6 c6")
    assert where(match, "R6") == "c6"


@clause("TB-3.3")
def test_a_gun_left_behind_moves_again_when_part_of_its_brigade_is_beside_it() -> None:
    match = battle("""
        3  .    .
        2  R1   R6
        1  R16  .
           c    d
        ; R1 leads R6 R16; B1@t10 leads B4@t9
    """)
    play(match, "move R1 c4", "move R6 d3", "end-movement", "end-movement")
    assert_refused(match, "move R16 c2", "TB-3.4")
    play(match, "move R6 d2", "move R1 d3", "end-movement", "end-movement", "move R16 c2")
    assert where(match, "R16") == "c2"


@clause("TB-3.4")
def test_a_cut_off_unit_neither_moves_nor_starts_a_combat() -> None:
    match = battle("""
        6  B6
        5  R6
        4  .
        3  .
        2  R1
           c
        ; R1 leads R6; B1@t10 leads B6
    """)
    assert_refused(match, "move R6 c4", "TB-3.4")
    play(match, "end-movement")
    assert_position(match, "open; R1@c2 leads R6@c5; B1@t10 leads B6@c6; turn B 2")


@clause("TB-3.4")
def test_a_cut_off_unit_does_not_join_a_combat_of_others() -> None:
    match = battle("""
        6  .   B6  .
        5  R6  R7  .
        4  .   R1  .
        3  R2  .   .
           b   c   d
        ; R1 leads R7; R2 leads R6 R8@b2; B1@c8 leads B6; turn R 1
    """)
    play(match, "end-movement")
    assert "; attack c6; by R7; " in match.position


@clause("TB-3.4")
def test_a_cut_off_unit_defends_itself_as_usual() -> None:
    match = battle("""
        6  B1
        5  B6
        4  R6
        3  .
        2  R1
           c
        ; R1 leads R6 R7@a1; B1 leads B6; turn B 2
    """)
    play(match, "end-movement", "throw 1 6")
    assert (where(match, "B6"), where(match, "R6")) == ("removed", "c4")


@clause("TB-3.4")
def test_cut_off_artillery_may_fire() -> None:
    match = battle(f"open; R1@a1 leads R16@h2; {AWAY} B6@h6")
    assert_refused(match, "move R16 h3", "TB-3.4")
    play(match, "end-movement")
    assert_choices(match, "R", "fire R16 h6", "end-fire")


@clause("TB-3.4")
def test_a_brigadier_far_from_his_units_is_never_cut_off() -> None:
    match = battle(f"open; R1@a1 leads R6@h2; {AWAY}")
    assert squares(match, "move R1") == "a2 a3 b1 b2 b3 c1 c2 c3"


# Terrain


@clause("TB-3.5")
def test_only_infantry_enters_a_wood() -> None:
    match = battle("""
        2  W   W   W    W    W    W
        1  R4  R6  R12  R14  R16  R1
           a   b   c    d    e    f
        ; R1 leads R4 R6 R12 R14 R16; B1@t10 leads B4@t9
    """)
    for move in ("R12 c2", "R14 d2", "R16 e2", "R1 f2"):
        assert_refused(match, f"move {move}", "TB-3.5")
    play(match, "move R4 a2", "move R6 b2")
    assert (where(match, "R4"), where(match, "R6")) == ("a2", "b2")


@clause("TB-3.5")
def test_a_wood_or_a_building_holds_one_unit() -> None:
    match = battle("""
        2  W:R6  B:R7
        1  R8    R1
           a     b
        ; R1 leads R6 R7 R8; B1@t10 leads B4@t9
    """)
    assert_refused(match, "move R8 a2", "TB-3.5")
    assert_refused(match, "move R8 b2", "TB-3.5")


@clause("TB-3.5")
@pytest.mark.parametrize("soil", ["B", "H", "f", "r", "."])
@pytest.mark.parametrize("key", ["R4", "R6", "R12", "R14", "R16", "R1"])
def test_every_piece_enters_buildings_hills_fields_and_roads(soil: str, key: str) -> None:
    other = "R7" if key == "R1" else key
    own = "b1" if key != "R1" else "a1"
    match = battle(f"""
        2  {soil}  {soil}
        1  R1      {other}
           a       b
        ; R1 leads {other}; B1@t10 leads B4@t9
    """)
    play(match, f"move {key} {own[0]}2")
    assert where(match, key) == f"{own[0]}2"


@clause("TB-3.5")
@pytest.mark.parametrize("soil", ["B", "H", "f", "r"])
def test_buildings_hills_fields_and_roads_do_not_slow_cavalry(soil: str) -> None:
    match = battle(f"""
        3  W  .       W
        2  W  {soil}  W
        1  W  R14     R1
           a  b       c
        ; R1 leads R14; B1@t10 leads B4@t9
    """)
    play(match, "move R14 b3")
    assert where(match, "R14") == "b3"


@clause("TB-3.5")
def test_cavalry_does_not_ride_through_a_wood() -> None:
    match = battle("""
        3  .  .    .
        2  W  W    W
        1  W  R14  R1
           a  b    c
        ; R1 leads R14; B1@t10 leads B4@t9
    """)
    assert_refused(match, "move R14 b3", "TB-3.6")


# Other pieces in the way


@clause("TB-3.6")
@pytest.mark.parametrize("wall", [("R6", "R7", "R8"), ("B6", "B7", "B8")])
def test_nobody_passes_through_friend_or_enemy(wall: tuple[str, str, str]) -> None:
    one, two, three = wall
    red = f"{one} {two} {three}" if one[0] == "R" else ""
    blue = f"{one} {two} {three}" if one[0] == "B" else ""
    match = battle(f"""
        3  .      .      .
        2  {one}  {two}  {three}
        1  R1     R14    W
           a      b      c
        ; R1 leads R14 {red}; B1@t10 leads B4@t9 {blue}
    """)
    for square in ("a3", "b3", "c3"):
        assert_refused(match, f"move R14 {square}", "TB-3.6")


@clause("TB-3.6")
def test_infantry_ends_in_a_shared_square_but_does_not_go_on_through_it() -> None:
    match = battle("""
        3  W     r     W
        2  R7    R8    R9
        1  R1    r:R6  R10
           a     b     c
        ; R1 leads R6 R7 R8 R9 R10; B1@t10 leads B4@t9
    """)
    assert squares(match, "move R6") == "a2 b2 c1 c2"
    assert_refused(match, "move R6 b3", "TB-3.6")


@clause("TB-3.6")
def test_there_is_no_zone_of_control_and_leaving_contact_is_free() -> None:
    match = battle("""
        4  .    .   .
        3  B6   .   B7
        2  R14  R1  .
           c    d   e
        ; R1 leads R14; B1@t10 leads B6 B7
    """)
    play(match, "move R14 d4", "end-movement")
    assert "by R14" not in match.position
    assert_choices(match, "R", "attack c3", "attack e3")


@clause("TB-3.6")
def test_a_unit_walks_out_of_contact_and_there_is_no_combat() -> None:
    match = battle("""
        3  B6  .
        2  R6  R1
        1  .   .
           c   d
        ; R1 leads R6; B1@t10 leads B6
    """)
    play(match, "move R6 c1", "end-movement")
    assert_position(
        match,
        """
        3  B6  .
        2  .   R1
        1  R6  .
           c   d
        ; R1 leads R6; B1@t10 leads B6; turn B 2
        """,
    )


# Brigadiers give way


@clause("TB-3.7")
def test_a_brigadier_gives_way_one_or_two_squares_at_his_owner_s_choice() -> None:
    match = battle("""
        5  .  .   .   .  .
        4  .  W   B   .  .
        3  .  B6  B1  .  .
        2  .  .   R6  .  .
        1  .  .   R1  .  .
           c  d   e   f  g
        ; R1 leads R6; B1 leads B6
    """)
    play(match, "move R6 e3")
    free = ["c1", "c2", "c3", "d1", "d2", "d5", "e4", "e5", "f1", "f2", "f3", "f4", "f5", "g1", "g2", "g3", "g4", "g5"]
    assert_choices(match, "B", *(f"displace B1 {square}" for square in free))
    assert_refused(match, "displace B1 d4", "TB-3.7")
    assert_refused(match, "displace B1 c4", "TB-3.7")  # only by way of B6 or the wood
    assert_refused(match, "displace B1 e2", "TB-3.7")
    assert_refused(match, "displace B1 e6", "TB-3.7")
    play(match, "displace B1 e5")
    assert_position(
        match,
        """
        5  .  .   B1  .  .
        4  .  W   B   .  .
        3  .  B6  R6  .  .
        2  .  .   .   .  .
        1  .  .   R1  .  .
           c  d   e   f  g
        ; R1 leads R6; B1 leads B6; moved R6; cut-off none
        """,
    )


@clause("TB-3.7")
def test_a_road_gives_a_brigadier_who_gives_way_nothing() -> None:
    match = battle("""
        6  .  r     .
        5  .  r     .
        4  .  r     .
        3  .  r:B1  .
        2  .  R6    R1
           d  e     f
        ; R1 leads R6; B1 leads B6@t10
    """)
    play(match, "move R6 e3")
    assert_refused(match, "displace B1 e6", "TB-3.7")
    assert "displace B1 e5" in notations(match)


@clause("TB-3.7")
def test_a_brigadier_with_a_single_way_out_takes_it() -> None:
    match = battle("""
        3  R9  R6  R7
        2  R4  R1  R8
        1  .   B1  R10
           a   b   c
        ; R1 leads R4 R6 R7 R8 R9 R10; B1 leads B6@t10
    """)
    play(match, "move R8 b1")
    assert (where(match, "B1"), where(match, "R8")) == ("a1", "b1")


@clause("TB-3.7")
def test_a_brigadier_with_no_way_out_bars_his_square() -> None:
    match = battle("""
        2  R6  R1
        1  B1  R7
           a   b
        ; R1 leads R6 R7; B1 leads B6@t10
    """)
    assert_refused(match, "move R6 a1", "TB-3.7")
    assert_refused(match, "move R7 a1", "TB-3.7")


@clause("TB-3.7")
def test_a_wood_is_no_way_out_for_a_brigadier() -> None:
    match = battle("""
        2  R6  R1  .
        1  B1  W   .
           a   b   c
        ; R1 leads R6; B1 leads B6@t10
    """)
    assert_refused(match, "move R6 a1", "TB-3.7")


@clause("TB-3.7")
def test_cavalry_that_drove_a_brigadier_away_goes_on_or_halts() -> None:
    picture = """
        4  .    .   .
        3  .    B1  .
        2  .    R14 R1
           b    c   d
        ; R1 leads R14 R6@e2; B1 leads B6@t10
    """
    match = play(battle(picture), "move R14 c3", "displace B1 c5")
    assert_choices(
        match, "R", "halt R14", *(f"move R14 {square}" for square in ["b2", "b3", "b4", "c2", "c4", "d3", "d4"])
    )
    assert_refused(match, "halt R6", "TB-3.7")
    assert_refused(match, "move R6 e3", "TB-3.7")
    assert_refused(match, "move R14 c6", "TB-3.7")
    play(match, "move R14 c4")
    assert (where(match, "R14"), where(match, "B1")) == ("c4", "c5")
    assert_refused(match, "move R14 c3", "TB-3.1")
    halted = play(battle(picture), "move R14 c3", "displace B1 c5", "halt R14")
    assert where(halted, "R14") == "c3"
    assert_refused(halted, "move R14 c4", "TB-3.1")


@clause("TB-3.7")
def test_a_unit_without_movement_left_stops_where_the_brigadier_stood() -> None:
    match = battle("""
        4  B1  .
        3  .   .
        2  R14 R1
           c   d
        ; R1 leads R14; B1 leads B6@t10
    """)
    play(match, "move R14 c4", "displace B1 c6")
    assert_refused(match, "halt R14", "TB-2.1")
    assert "end-movement" in notations(match)


@clause("TB-3.7", "TB-3.2")
def test_infantry_from_road_to_road_drives_a_brigadier_off_on_the_way() -> None:
    match = battle("""
        4  .  r     .
        3  .  r:B1  .
        2  .  r:R6  R1
           b  c     d
        ; R1 leads R6; B1 leads B6@t10
    """)
    play(match, "move R6 c3", "displace B1 b5")
    assert_choices(match, "R", "halt R6", "move R6 c4", "move R6 c2")
    play(match, "move R6 c4")
    assert where(match, "R6") == "c4"


@clause("TB-3.7", "TB-3.2")
@pytest.mark.parametrize("soil", ["r", "."])
def test_a_unit_goes_on_by_the_road_only_to_a_road_square(soil: str) -> None:
    match = battle(f"""
        5  .  {soil}  .
        4  .  B1      .
        3  .  .       .
        2  .  r:R14   R1
           b  c       d
        ; R1 leads R14; B1 leads B6@t10
    """)
    play(match, "move R14 c4", "displace B1 c6")
    if soil == "r":
        assert_choices(match, "R", "halt R14", "move R14 c5")
    else:
        assert_refused(match, "move R14 c5", "TB-3.1")


@clause("TB-3.7", "TB-1.6")
@pytest.mark.parametrize("mark", ["", ":square"])
def test_infantry_that_goes_on_joins_a_comrade_unless_he_is_in_square(mark: str) -> None:
    match = battle(f"""
        4  .  r:R7  .
        3  .  B1    .
        2  .  r:R6  R1
           b  c     d
        ; R1 leads R6 R7{mark}; B1 leads B6@t10
    """)
    play(match, "move R6 c3", "displace B1 b5")
    if mark:
        assert_choices(match, "R", "halt R6", "move R6 c2")
        assert_refused(match, "move R6 c4", "TB-1.6")
    else:
        assert_choices(match, "R", "halt R6", "move R6 c2", "move R6 c4")
        play(match, "move R6 c4")
        assert where(match, "R6") == where(match, "R7") == "c4"


@clause("TB-3.7")
def test_two_brigadiers_are_driven_off_one_after_the_other() -> None:
    match = battle("""
        4  .  B2   .
        3  .  B1   .
        2  .  R14  R1
           b  c    d
        ; R1 leads R14; B1 leads B6@t10; B2 leads B7@t9
    """)
    play(match, "move R14 c3", "displace B1 b3", "move R14 c4", "displace B2 c6")
    assert (where(match, "R14"), where(match, "B1"), where(match, "B2")) == ("c4", "b3", "c6")


@clause("TB-3.7")
def test_brigadiers_make_no_contact_and_are_no_targets() -> None:
    match = battle("""
        4  .    .   B1
        3  B2   .   .
        2  R6   R1  .
        1  .    .   R16
           c    d   e
        ; R1 leads R6 R16; B1 leads B6@t10; B2 leads B7@t9
    """)
    play(match, "end-movement")
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-3.7")
def test_a_brigadier_fills_his_square_and_blocks_the_way_of_his_own_side() -> None:
    match = battle("""
        3  .  .    .
        2  W  R1   W
        1  W  R14  W
           b  c    d
        ; R1 leads R14 R6@d3; B1@t10 leads B6@t9
    """)
    assert_refused(match, "move R14 c2", "TB-1.6")
    assert_refused(match, "move R14 c3", "TB-3.6")
    assert_refused(match, "move R6 c2", "TB-1.6")


@clause("TB-3.7")
@pytest.mark.parametrize("leader", ["R2", "B2"])
def test_a_brigadier_of_either_side_blocks_sight(leader: str) -> None:
    own = "R2 leads R7@a1; B2@t1" if leader == "R2" else "R2@a2 leads R7@a1; B2"
    picture = f"""
        6  B6
        5  .
        4  {leader}
        3  .
        2  R16
           c
        ; R1@e1 leads R16; {own} leads B7@t2; B1@t10 leads B6
    """
    match = battle(picture)
    play(match, "end-movement")
    assert offers(match, "fire") == []


# Guns move or fire


@clause("TB-3.8")
def test_artillery_that_moved_does_not_fire() -> None:
    match = battle(f"open; R1@h1 leads R16@h2 R17@g2; {AWAY} B6@h6 B7@g6")
    play(match, "move R16 i3", "end-movement")
    assert_refused(match, "fire R16 h6", "TB-3.8")
    assert set(offers(match, "fire R17")) == {"fire R17 g6", "fire R17 h6"}


@clause("TB-3.8")
def test_artillery_that_fired_has_not_moved_and_the_movement_step_is_over() -> None:
    match = battle(f"open; R1@h1 leads R16@h2 R17@g2; {AWAY} B6@h6 B7@g6")
    play(match, "end-movement", "fire R16 h6", "throw 1")
    assert_refused(match, "move R16 h3", "TB-2.1")
    assert_refused(match, "fire R16 h6", "TB-5.1")


@clause("TB-3.6", "TB-3.7")
def test_a_brigadier_does_not_give_way_onto_the_path_of_who_drives_him_off() -> None:
    match = battle("open; R1@d2 leads R12@d3 R6@c4 R7@e4; B1@d5 leads B6@t9; turn R 3")
    play(match, "move R12 d5")
    assert where(match, "R12") == "d4"
    assert_choices(match, "B", *(f"displace B1 {q}" for q in squares(match, "displace B1").split()))
    assert not {"c3", "d4", "e3", "d3"} & set(squares(match, "displace B1").split())
    play(match, "displace B1 d6")
    assert where(match, "R12") == "d5"
    assert [event.data["event"] for event in match.log(None, len(match.steps) - 2)][:2] == ["move", "displace"]


@clause("TB-3.7")
def test_who_comes_from_afar_leaves_the_brigadier_a_square() -> None:
    shut_in = """
        4  B7  B8  B9
        3  B6  B1  B10
        2  B4  .   B5
        1  .   R12 .
           d   e   f
        ; R1@d1 leads R12; B1 leads B4 B5 B6 B7 B8 B9 B10; turn R 3
    """
    match = battle(shut_in)
    assert_refused(match, "move R12 e3", "TB-3.7")
    play(battle(shut_in.replace("B10\n", ".\n").replace(" B10;", " B10@t9;")), "move R12 e3")
    near = battle(
        shut_in.replace("2  B4  .   B5", "2  B4  R12 .")
        .replace("1  .   R12 .", "1  .   .   .")
        .replace("B5 B6", "B5@t8 B6")
    )
    play(near, "move R12 e3")
    assert where(near, "B1") in ("f2", "e3")


@clause("TB-3.7")
def test_a_brigadier_makes_an_enemy_brigadier_give_way() -> None:
    match = battle("open; R1@d4 leads R12@d3; B1@d5 leads B6@t9; turn R 3")
    assert "d5" in squares(match, "move R1").split()
    play(match, "move R1 d5", "displace B1 d6")
    assert (where(match, "R1"), where(match, "B1")) == ("d5", "d6")
