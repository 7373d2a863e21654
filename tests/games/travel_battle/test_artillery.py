"""rules.artillery, refusals.artillery: range, the die to hit, sight, guns and fights, and the effect of a hit."""

import pytest

from drumhead import Match, load
from tests.games.travel_battle.draw import assert_position, battle, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_refused, offers, play

FILE_E = """
    8  .    .
    1  R16  R1
       e    f
    ; R1 leads R16; B1@s9 leads B6@e{rank}{mark} B14@s8; pending fire
"""


@clause("TB-5.1")
@pytest.mark.parametrize("distance", [2, 3, 4, 5, 6])
def test_artillery_fires_at_a_distance_of_two_to_six(distance: int) -> None:
    match = battle(FILE_E.format(rank=1 + distance, mark=""))
    assert_choices(match, "R", f"fire R16 e{1 + distance}", "end-fire")


@clause("TB-5.1")
def test_artillery_does_not_fire_at_seven_squares() -> None:
    match = battle("""
        8  B6   .   .    .
        7  .    .   .    B7
        1  R16  R1  .    .
           e    f   g    k
        ; R1 leads R16; B1@s9 leads B6 B7; pending fire
    """)
    assert_choices(match, "R", "fire R16 k7", "end-fire")
    assert_refused(match, "fire R16 e8", "TB-5.1")


@clause("TB-5.1")
@pytest.mark.parametrize(
    ("square", "distance"), [("g3", 2), ("f3", 2), ("h3", 3), ("i2", 4), ("f6", 5), ("k7", 6), ("a4", 4), ("k4", 6)]
)
def test_distance_is_the_larger_of_the_differences_of_files_and_ranks(square: str, distance: int) -> None:
    hits = []
    for face in range(1, 7):
        match = battle(f"open; R1@t1 leads R16@e1; B1@s9 leads B6@{square} B14@s8; pending fire")
        play(match, f"fire R16 {square}", f"throw {face}")
        hits.append("pending fire effect" in match.position)
    assert hits == [face >= distance for face in range(1, 7)]


@clause("TB-5.1")
def test_a_gun_fights_an_enemy_that_touches_it_instead_of_firing() -> None:
    match = battle("""
        5  .    .   .    .  .  .  B14
        2  .    B6  .    .  .  .  .
        1  R16  R1  .    .  .  .  R17
           e    f   g    h  i  j  k
        ; R1 leads R16; R2@l1 leads R17; B1@s9 leads B6 B14; pending fire
    """)
    assert_choices(match, "R", "fire R17 k5", "end-fire")
    assert_refused(match, "fire R16 f2", "TB-5.5")
    assert_refused(match, "fire R16 k5", "TB-5.5")
    play(match, "end-fire")
    assert_dice(match, 2)
    play(match, "throw 5 5")
    assert match.position.endswith("turn B 2; pending move")


@clause("TB-5.1")
def test_a_gun_fires_once_a_turn() -> None:
    match = battle("""
        5  B6   .   B14
        1  R16  R1  R17
           e    f   g
        ; R1 leads R16 R17; B1@s9 leads B6 B14; pending fire
    """)
    play(match, "fire R16 e5", "throw 1")
    assert_choices(match, "R", "fire R17 e5", "fire R17 g5", "end-fire")
    assert_refused(match, "fire R16 e5", "TB-5.1")


@clause("TB-5.2")
@pytest.mark.parametrize("distance", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("mark", "bonus"), [("", 0), (":square", 1), (" B7@e{rank}", 1)])
def test_a_die_of_the_distance_hits_and_one_less_against_a_square_or_a_pair(
    distance: int, mark: str, bonus: int
) -> None:
    rank = 1 + distance
    hits = []
    for face in range(1, 7):
        match = battle(FILE_E.format(rank=rank, mark=mark.format(rank=rank)))
        play(match, f"fire R16 e{rank}", f"throw {face}")
        hits.append(f"pending fire effect:R16:e{rank}" in match.position)
    assert hits == [face + bonus >= distance for face in range(1, 7)]


@clause("TB-5.2")
@pytest.mark.parametrize("mark", [":square", " B7@e8"])
def test_the_bonus_does_not_lengthen_the_range(mark: str) -> None:
    match = battle(FILE_E.format(rank=8, mark=f"{mark} B15@g4"))
    assert_choices(match, "R", "fire R16 g4", "end-fire")
    assert_refused(match, "fire R16 e8", "TB-5.1")


@clause("TB-5.2")
def test_cavalry_four_away_needs_a_4_and_infantry_three_away_a_3() -> None:
    picture = """
        5  B14  .   .
        4  .    .   B6
        1  R16  R1  .
           e    f   h
        ; R1 leads R16; B1@s9 leads B6 B14 B15@s8; pending fire
    """
    for shot, face, position in (
        ("e5", 3, "turn B 2; pending move"),
        ("e5", 4, "pending fire effect:R16:e5"),
        ("h4", 2, "turn B 2; pending move"),
        ("h4", 3, "pending fire effect:R16:h4"),
    ):
        assert play(battle(picture), f"fire R16 {shot}", f"throw {face}").position.endswith(position)


@clause("TB-5.2", "TB-5.6")
def test_a_six_hits_at_distance_5_and_an_effect_of_3_is_nothing() -> None:
    match = battle(FILE_E.format(rank=6, mark=""))
    play(match, "fire R16 e6", "throw 6")
    assert_dice(match, 1)
    play(match, "throw 3")
    assert_position(
        match,
        """
        6  B6   .
        1  R16  R1
           e    f
        ; R1 leads R16; B1@s9 leads B6 B14@s8; turn B 2
        """,
    )


@clause("TB-5.2")
def test_a_miss_leaves_everything_as_it_was() -> None:
    match = battle(FILE_E.format(rank=5, mark=":square"))
    play(match, "fire R16 e5", "throw 2")
    assert_position(
        match,
        """
        5  B6   .
        1  R16  R1
           e    f
        ; R1 leads R16; B1@s9 leads B6:square B14@s8; turn B 2
        """,
    )


@clause("TB-5.3")
@pytest.mark.parametrize("cover", ["W", "B", "H", "B7", "B2", "R6", "R2", "H:B7", "f:R6"])
def test_woods_buildings_hills_and_pieces_of_both_sides_block_on_low_ground(cover: str) -> None:
    named = {"R6": "R2@a1 leads R6;", "R2": "R2 leads R6@a1;", "B2": "B2 leads B8@t1;"}.get(cover[-2:], "")
    seven = "B7" if cover.endswith("B7") else "B7@s7"
    match = battle(f"""
        6  B6   .   .
        4  {cover}  .   .
        1  R16  .   B14
           e    f   h
        ; R1@d1 leads R16; {named} B1@s9 leads B6 {seven} B14; pending fire
    """)
    assert "fire R16 h1" in offers(match, "fire")
    assert_refused(match, "fire R16 e6", "TB-5.3")


@clause("TB-5.3")
@pytest.mark.parametrize("cover", [".", "r", "f"])
def test_open_ground_roads_and_fields_do_not_block(cover: str) -> None:
    match = battle(f"""
        6  B6       .
        4  {cover}  .
        1  R16      R1
           e        f
        ; R1 leads R16; B1@s9 leads B6 B14@s8; pending fire
    """)
    assert_choices(match, "R", "fire R16 e6", "end-fire")


@clause("TB-5.3")
@pytest.mark.parametrize("ground", ["W", "B", "H"])
def test_the_squares_of_gun_and_target_do_not_block_themselves(ground: str) -> None:
    match = battle(f"""
        6  {ground}:B6  .
        1  R16          R1
           e            f
        ; R1 leads R16; B1@s9 leads B6 B14@s8; pending fire
    """)
    assert_choices(match, "R", "fire R16 e6", "end-fire")


@clause("TB-5.3")
def test_a_target_on_a_hill_is_hit_over_units_below_it() -> None:
    match = battle("""
        6  H:B6  .   H:B8
        4  .     .   .
        3  B7    B9  .
        2  .     .   B4
        1  R16   .   .
           e     f   i
        ; R1@d1 leads R16; B1@s9 leads B4 B6 B7 B8 B9 B14@s8; pending fire
    """)
    assert_choices(match, "R", *(f"fire R16 {q}" for q in ["e3", "e6", "f3", "i2", "i6"]), "end-fire")


@clause("TB-5.3")
@pytest.mark.parametrize("sight", ["cover", "heights"])
def test_a_gun_on_a_hill_fires_over_units_below_it_but_not_over_woods_and_buildings(sight: str) -> None:
    picture = """
        6  B6     .  .  .  .   B9
        4  W      .  .  .  .   .
        3  B7     .  .  .  B4  .
        1  H:R16  .  B  .  B8  .
           e      f  g  h  i   j
        ; R1@d1 leads R16; B1@s9 leads B4 B6 B7 B8 B9 B14@s8; pending fire
    """
    match = battle(picture, sight=sight)
    if sight == "heights":
        assert_choices(match, "R", *(f"fire R16 {q}" for q in ["e3", "e6", "i1", "i3", "j6"]), "end-fire")
    else:
        assert_choices(match, "R", "fire R16 e3", "fire R16 i3", "fire R16 j6", "end-fire")
        assert_refused(match, "fire R16 e6", "TB-5.3")
        assert_refused(match, "fire R16 i1", "TB-5.3")


@clause("TB-5.3")
def test_a_unit_on_a_hill_between_blocks_even_those_who_stand_on_hills() -> None:
    match = battle("""
        7  H:B6   H:B9
        4  H:B7   .
        1  H:R16  .
           e      g
        ; R1@d1 leads R16; B1@s9 leads B6 B7 B9 B14@s8; pending fire
    """)
    assert_choices(match, "R", "fire R16 e4", "fire R16 g7", "end-fire")
    assert_refused(match, "fire R16 e7", "TB-5.3")


@clause("TB-5.3")
def test_an_empty_hill_between_blocks_wherever_gun_and_target_stand() -> None:
    low = battle("""
        5  B6   B14
        3  H    .
        1  R16  .
           e    h
        ; R1@d1 leads R16; B1@s9 leads B6 B14; pending fire
    """)
    assert_choices(low, "R", "fire R16 h5", "end-fire")
    assert_refused(low, "fire R16 e5", "TB-5.3")
    for target, gun in (("H:B6", "R16"), ("B6", "H:R16"), ("H:B6", "H:R16")):
        match = battle(f"""
            5  {target}  B14
            3  H         .
            1  {gun}     .
               e         h
            ; R1@d1 leads R16; B1@s9 leads B6 B14; pending fire
        """)
        assert_choices(match, "R", "fire R16 h5", "end-fire")
        assert_refused(match, "fire R16 e5", "TB-5.3")
        old = Match.from_position(load("travel-battle", sight="heights"), match.position)
        assert_choices(old, "R", "fire R16 e5", "fire R16 h5", "end-fire")


@clause("TB-5.3")
def test_half_of_the_target_in_sight_is_enough_and_less_is_not() -> None:
    eight_of_sixteen = battle("""
        6  .    B6
        4  W    .
        1  R16  .
           e    f
        ; R1@d1 leads R16; B1@s9 leads B6 B14@h1; pending fire
    """)
    assert_choices(eight_of_sixteen, "R", "fire R16 f6", "fire R16 h1", "end-fire")
    seven_of_sixteen = battle("""
        7  .    B6
        5  W    .
        3  .    W
        1  R16  .
           e    f
        ; R1@d1 leads R16; B1@s9 leads B6 B14@h1; pending fire
    """)
    assert_choices(seven_of_sixteen, "R", "fire R16 h1", "end-fire")
    assert_refused(seven_of_sixteen, "fire R16 f7", "TB-5.3")


@clause("TB-5.3")
def test_the_one_on_the_hill_is_a_target_and_the_one_behind_the_front_rank_is_not() -> None:
    match = battle("""
        6  .    B8  .   H:B9
        5  .    B6  .   B7
        1  R16  .   .   .
           e    f   g   h
        ; R1@d1 leads R16; B1@s9 leads B6 B7 B8 B9 B14@s8; pending fire
    """)
    assert_choices(match, "R", "fire R16 f5", "fire R16 h5", "fire R16 h6", "end-fire")
    assert_refused(match, "fire R16 f6", "TB-5.3")


@clause("TB-5.4")
def test_two_blue_units_in_a_fight_with_red_infantry_are_no_targets() -> None:
    match = battle("""
        5  B14  .   .   .   .
        4  .    .   .   B6  B7
        3  .    .   .   .   R6
        1  R16  .   .   .   .
           e    f   g   h   i
        ; R1@d1 leads R16; R2@t1 leads R6; B1@s9 leads B6 B7 B14; pending fire
    """)
    assert_choices(match, "R", "fire R16 e5", "end-fire")
    assert_refused(match, "fire R16 h4", "TB-5.4")
    assert_refused(match, "fire R16 i4", "TB-5.4")


@clause("TB-5.4")
def test_a_brigadier_makes_no_contact_so_the_unit_beside_him_is_a_target() -> None:
    match = battle("""
        5  B14  .   B6
        4  .    .   R2
        1  R16  .   .
           e    f   i
        ; R1@d1 leads R16; R2 leads R6@t1; B1@s9 leads B6 B14; pending fire
    """)
    assert_choices(match, "R", "fire R16 e5", "fire R16 i5", "end-fire")


@clause("TB-5.5")
def test_a_gun_beside_a_friend_in_contact_is_silent_and_adds_no_die() -> None:
    match = battle("""
        7  B14  .    .
        6  .    .    B15
        4  .    B6   .
        3  .    R6   .
        2  R16  R1   R17
           e    f    k
        ; R1 leads R6 R16; R2@l1 leads R17; B1@s9 leads B6 B14 B15; pending fire
    """)
    assert_choices(match, "R", "fire R17 e7", "fire R17 k6", "end-fire")
    assert_refused(match, "fire R16 e7", "TB-5.5")
    play(match, "end-fire")
    assert_dice(match, 2)
    play(match, "throw 6 3")
    assert_position(
        match,
        """
        7  B14  .    .
        6  .    .    B15
        3  .    R6   .
        2  R16  R1   R17
           e    f    k
        ; R1 leads R6 R16; R2@l1 leads R17; B1@s9 leads B6@removed B14 B15; turn B 2
        """,
    )


@clause("TB-5.5")
def test_the_option_lets_a_gun_fire_that_is_near_a_fight_but_not_in_contact() -> None:
    picture = """
        7  B14  .
        4  .    B6
        3  .    R6
        2  R16  R1
           e    f
        ; R1 leads R6 R16; B1@s9 leads B6 B14; pending fire
    """
    match = battle(picture, guns_near_combat=True)
    assert_choices(match, "R", "fire R16 e7", "end-fire")
    assert_refused(match, "fire R16 f4", "TB-5.4")


@clause("TB-5.5")
def test_a_gun_in_contact_never_fires_whatever_the_option() -> None:
    for option in (False, True):
        match = battle(
            """
            7  .    .   B14  .
            3  .    B6  .    .
            2  R16  R1  .    R17
               e    f   h    k
            ; R1 leads R16; R2@l2 leads R17; B1@s9 leads B6 B14; pending fire
            """,
            guns_near_combat=option,
        )
        assert_choices(match, "R", "fire R17 h7", "end-fire")
        assert_refused(match, "fire R16 h7", "TB-5.5")


@clause("TB-5.5")
def test_a_gun_beside_a_friend_who_touches_only_a_brigadier_may_fire() -> None:
    match = battle("""
        7  B14  .
        4  .    B1
        3  .    R6
        2  R16  R1
           e    f
        ; R1 leads R6 R16; B1 leads B14; pending fire
    """)
    assert_choices(match, "R", "fire R16 e7", "end-fire")


EFFECTS = ["", "", "", ":halted", "retreat", "removed"]


@clause("TB-5.6")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("ground", "less"), [(".", 0), ("r", 0), ("f", 0), ("H", 0), ("W", 1), ("B", 1)])
def test_the_second_die_tells_the_effect_and_woods_and_buildings_take_one_off(
    ground: str, less: int, face: int
) -> None:
    match = battle(f"""
        4  {ground}:B6  .
        1  R16          R1
           e            f
        ; R1 leads R16; B1@s9 leads B6 B14@s8; pending fire
    """)
    play(match, "fire R16 e4", "throw 6", f"throw {face}")
    effect = EFFECTS[max(face - less, 1) - 1]
    if effect == "retreat":
        assert_dice(match, 1)
        assert where(match, "B6") == "s10"
    elif effect == "removed":
        assert where(match, "B6") == "removed"
    else:
        assert where(match, "B6") == f"e4{effect}"


@clause("TB-5.6")
def test_a_retreat_under_fire_ends_with_a_rally_at_the_edge_near_the_brigadier() -> None:
    match = battle(FILE_E.format(rank=4, mark=""))
    play(match, "fire R16 e4", "throw 3", "throw 5", "throw 4")
    assert_position(match, "open; R1@f1 leads R16@e1; B1@s9 leads B6@s10:turned B14@s8; turn B 2")
    match = battle(FILE_E.format(rank=4, mark=""))
    play(match, "fire R16 e4", "throw 3", "throw 5", "throw 3")
    assert_position(match, "open; R1@f1 leads R16@e1; B1@s9 leads B6@removed B14@s8; turn B 2")


@clause("TB-5.6")
def test_two_infantry_share_the_effect_of_one_die() -> None:
    picture = FILE_E.format(rank=4, mark=" B7@e4")
    for face, ending in (
        (3, "B6@e4 B7@e4"),
        (4, "B6@e4:halted B7@e4:halted"),
        (6, "B6@removed B7@removed"),
    ):
        match = play(battle(picture), "fire R16 e4", "throw 2", f"throw {face}")
        assert_position(match, f"open; R1@f1 leads R16@e1; B1@s9 leads {ending} B14@s8; turn B 2")


@clause("TB-5.6")
def test_two_infantry_that_retreat_rally_each_for_itself_guards_more_easily() -> None:
    match = battle("""
        4  B4+B6  .
        1  R16    R1
           e      f
        ; R1 leads R16; B1@s9 leads B4 B6 B14@s8; pending fire
    """)
    play(match, "fire R16 e4", "throw 2", "throw 5", "throw 3")
    assert_choices(match, "B", "retreat B6 r10", "retreat B6 t10")
    play(match, "retreat B6 r10", "throw 3")
    assert_position(match, "open; R1@f1 leads R16@e1; B1@s9 leads B4@s10:turned B6@removed B14@s8; turn B 2")


@clause("TB-5.7")
def test_a_brigadier_is_no_target() -> None:
    match = battle("""
        5  B14  .   B1
        1  R16  R1  .
           e    f   h
        ; R1 leads R16; B1 leads B14; pending fire
    """)
    assert_choices(match, "R", "fire R16 e5", "end-fire")
    assert_refused(match, "fire R16 h5", "TB-5.7")


@clause("TB-5.7")
def test_fire_that_removes_the_unit_beside_a_brigadier_leaves_him_alone() -> None:
    match = battle("""
        5  B14  B1
        1  R16  R1
           e    f
        ; R1 leads R16; B1 leads B14 B15@f6; pending fire
    """)
    play(match, "fire R16 e5", "throw 6", "throw 6")
    assert_position(
        match,
        """
        6  .    B15
        5  .    B1
        1  R16  R1
           e    f
        ; R1 leads R16; B1 leads B14@removed B15; turn B 2
        """,
    )


BESIDE_A_FIGHT = (
    "open; R1@e4 leads R6@d5 R16@a3; R2@t1 leads R7@t2; B1@e8 leads B6@d6 B16@c7 B7@a8; turn {} 3; pending fire"
)


@clause("TB-5.5")
def test_a_gun_beside_a_fight_neither_fires_nor_is_fired_at() -> None:
    match = battle(BESIDE_A_FIGHT.format("R"))
    assert_choices(match, "R", "fire R16 a8", "end-fire")
    assert_refused(match, "fire R16 c7", "TB-5.5")
    back = BESIDE_A_FIGHT.format("B").replace("B7@a8", "B17@a8")
    assert_refused(battle(back), "fire B16 a3", "TB-5.5")


@clause("TB-5.5")
def test_guns_beside_a_fight_are_fired_at_where_it_was_agreed() -> None:
    free = battle(BESIDE_A_FIGHT.format("R"), guns_near_combat=True)
    assert_choices(free, "R", "fire R16 a8", "fire R16 c7", "end-fire")
    silent = battle(BESIDE_A_FIGHT.format("R"), safe_guns=False)
    assert_choices(silent, "R", "fire R16 a8", "fire R16 c7", "end-fire")
