"""rules.setup, rules.boards, army.brigades, game: the armies, the boards, placing the brigades, and the options."""

import re

import pytest

from drumhead import CHANCE, Match, load
from drumhead.core.errors import DrumheadError, IllegalAction, NotationError, SetupError
from drumhead.games.travel_battle.army.brigades import presets
from drumhead.games.travel_battle.rules.boards import boards
from tests.games.travel_battle.draw import assert_position, battle, squares, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_refused, notations, offers, play

RESERVE_R = "R1@reserve leads R4@reserve; R2@reserve leads R6@reserve"
RESERVE_B = "B1@reserve leads B4@reserve; B2@reserve leads B6@reserve"

# The boards as the pictures of the rulebook show them, side 1 towards the reader.
BOARD_A = [
    "......rr..",
    ".HHHH.rWHH",
    "rHH..rrWHH",
    "rrrrrr.HHH",
    "..r....HHH",
    "..r....HHH",
    ".BB.....HH",
    ".Brrrrrrrr",
    "..rffff...",
    "..r.......",
]
BOARD_B = [
    "..r.......",
    "HHr....f..",
    "HHrr...fBr",
    ".rBrr.....",
    ".rf.rr....",
    ".rfrrr....",
    ".rrrWrrrH.",
    "rr..WW.rHH",
    ".......rHH",
    ".......rHH",
]


def new_battle(**options: object) -> Match:
    """A battle before its first decision."""
    return Match(load("travel-battle", **options), seed=1)


def laid(match: Match) -> list[str]:
    """The rows of the battlefield, the far one first."""
    return match.position.split(";")[0].split("/")


def mirrored(rows: list[str]) -> list[str]:
    """A board seen from the far side of the table."""
    return [row[::-1] for row in reversed(rows)]


# The armies


@clause("TB-1.1")
def test_each_side_has_three_brigadiers_and_fourteen_units() -> None:
    kinds = [(unit["seat"], unit["kind"]) for unit in new_battle().view()["units"]]
    for seat in (0, 1):
        own = [kind for side, kind in kinds if side == seat]
        counts = {kind: own.count(kind) for kind in own}
        assert counts == {"brigadier": 3, "guard": 2, "infantry": 6, "heavy": 2, "light": 2, "artillery": 2}
    assert new_battle().game.seats == 2


@clause("TB-1.1")
@pytest.mark.parametrize(
    "split",
    [
        "2G 6I | 2H 2L | 1A",
        "2G 6I | 2H 2L | 3A",
        "3G 5I | 2H 2L | 2A",
        "2G 6I | 3H 1L | 2A",
        "2G 6I | 2H 2L | 2A 1G",
    ],
)
def test_an_army_of_other_units_is_refused(split: str) -> None:
    with pytest.raises(SetupError) as refused:
        load("travel-battle", brigades=(split, "all-round"))
    assert refused.value.clause == "TB-1.1"


@clause("TB-1.2")
def test_the_units_are_split_in_any_way_even_one_to_a_brigade() -> None:
    match = new_battle(brigades=("1L | 1A | 2G 6I 2H 1L 1A", "2G 6I 2H 2L | 1A | 1A"))
    sides = match.view()["sides"]
    assert [len(side["brigades"]) for side in sides] == [3, 3]
    assert "R1@reserve leads R14@reserve; R2@reserve leads R16@reserve; R3@reserve leads R4@reserve" in match.position
    assert "B2@reserve leads B16@reserve; B3@reserve leads B17@reserve" in match.position


@clause("TB-1.2")
@pytest.mark.parametrize("split", ["2G 6I 2H 2L | 2A", "2G 6I | 2H | 2L | 2A", "2G 6I 2H 2L | 2A | 0I"])
def test_there_are_three_brigades_and_none_is_empty(split: str) -> None:
    with pytest.raises(SetupError) as refused:
        load("travel-battle", brigades=("all-round", split))
    assert refused.value.clause == "TB-1.2"


# The boards


@clause("TB-1.3")
def test_both_boards_are_those_of_the_box() -> None:
    assert boards() == {"A": tuple(BOARD_A), "B": tuple(BOARD_B)}


@clause("TB-1.3")
def test_two_boards_side_by_side_make_a_field_twenty_wide_and_ten_deep() -> None:
    match = new_battle()
    assert_choices(match, "R", "board A", "board B")
    play(match, "board A")
    assert_choices(match, "B", "board A", "board B")
    play(match, "board B", "throw 1", "throw 1", "throw 1")
    assert [len(row) for row in laid(match)] == [20] * 10
    assert [row[:10] for row in laid(match)] == BOARD_A
    assert [row[10:] for row in laid(match)] == mirrored(BOARD_B)


@clause("TB-1.3")
@pytest.mark.parametrize(("die", "left"), [(3, BOARD_B), (4, mirrored(BOARD_A))])
def test_chance_decides_which_board_stands_left(die: int, left: list[str]) -> None:
    match = play(new_battle(), "board B", "board A")
    assert_dice(match, 1)
    play(match, f"throw {die}", "throw 1", "throw 1")
    assert [row[:10] for row in laid(match)] == left


@clause("TB-1.3")
@pytest.mark.parametrize(("die", "red"), [(1, BOARD_A), (3, BOARD_A), (4, BOARD_B), (6, BOARD_B)])
def test_a_die_decides_who_gets_a_board_that_both_want(die: int, red: list[str]) -> None:
    match = play(new_battle(), "board A", "board A")
    assert_dice(match, 1)
    play(match, f"throw {die}", "throw 1", "throw 1", "throw 1")
    assert [row[:10] for row in laid(match)] == red
    assert [row[10:] for row in laid(match)] == mirrored(BOARD_B if red is BOARD_A else BOARD_A)


@clause("TB-1.3")
@pytest.mark.parametrize(
    ("die", "nearest"),
    [(1, "..r......."), (2, "..rHHHHHH."), (3, "..rr......"), (4, "..rr......")],
)
def test_a_die_of_one_to_four_turns_that_side_of_the_board_towards_its_owner(die: int, nearest: str) -> None:
    match = play(new_battle(), "board A", "board B", "throw 1", f"throw {die}", "throw 1")
    assert laid(match)[-1][:10] == nearest == side_of(BOARD_A, die)


def side_of(rows: list[str], side: int) -> str:
    """A side of a board as it is read by somebody who sits at it; the sides follow to the right, round."""
    right = "".join(row[-1] for row in reversed(rows))
    left = "".join(row[0] for row in rows)
    return {1: rows[-1], 2: right, 3: rows[0][::-1], 4: left}[side]


@clause("TB-1.3")
@pytest.mark.parametrize("side", [1, 2, 3, 4])
def test_the_second_player_s_board_is_turned_as_he_sees_it(side: int) -> None:
    match = play(new_battle(), "board A", "board B", "throw 1", "throw 1", f"throw {side}")
    assert laid(match)[0][10:][::-1] == side_of(BOARD_B, side)


@clause("TB-1.3")
@pytest.mark.parametrize("die", [5, 6])
def test_on_five_and_six_the_owner_chooses_the_side(die: int) -> None:
    match = play(new_battle(), "board A", "board B", "throw 1", f"throw {die}")
    assert_choices(match, "R", "edge 1", "edge 2", "edge 3", "edge 4")
    assert_refused(match, "place R4 a1", "TB-2.1")
    play(match, "edge 3", f"throw {die}")
    assert_choices(match, "B", "edge 1", "edge 2", "edge 3", "edge 4")
    play(match, "edge 1")
    assert laid(match)[-1] == side_of(BOARD_A, 3) + mirrored(BOARD_B)[-1]


# Placing


@clause("TB-1.4")
@pytest.mark.parametrize(("dice", "side"), [("5 2", "R"), ("1 2", "B")])
def test_the_higher_die_places_first(dice: str, side: str) -> None:
    match = battle(f"open; {RESERVE_R}; {RESERVE_B}; turn R 0; pending place-die")
    assert_dice(match, 2)
    play(match, f"throw {dice}")
    assert match.to_act >= 0
    assert match.game.letters[match.to_act] == side
    assert {notation.split()[0] for notation in notations(match)} == {"place"}


@clause("TB-1.4")
def test_equal_dice_are_thrown_again_for_placing() -> None:
    match = battle(f"open; {RESERVE_R}; {RESERVE_B}; turn R 0; pending place-die")
    before = match.position
    play(match, "throw 4 4")
    assert match.position == before
    assert_dice(match, 2)


@clause("TB-1.4")
def test_whole_brigades_are_placed_in_turn() -> None:
    match = battle(f"open; {RESERVE_R}; {RESERVE_B}; turn R 0; pending place-die")
    play(match, "throw 6 1", "place R6 a1")
    assert {notation.split()[1] for notation in notations(match)} == {"R2"}
    assert_refused(match, "place R1 b1", "TB-1.4")
    assert_refused(match, "place R6 c1", "TB-1.4")
    play(match, "place R2 b1")
    assert_refused(match, "place R1 c1", "TB-2.1")
    play(match, "place B1 t10", "place B4 t9", "place R1 a2", "place R4 b2", "place B6 a10", "place B2 b9")
    assert_position(
        match,
        """open; R1@a2 leads R4@b2; R2@b1 leads R6@a1; B1@t10 leads B4@t9; B2@b9 leads B6@a10;
        turn R 0; pending first-die""",
    )


@clause("TB-1.4")
@pytest.mark.parametrize(("side", "key", "rows"), [("R", "R4", (1, 2)), ("B", "B4", (9, 10))])
def test_a_piece_goes_anywhere_into_the_first_two_rows_of_both_boards(
    side: str, key: str, rows: tuple[int, int]
) -> None:
    match = battle(f"open; {RESERVE_R}; {RESERVE_B}; turn R 0; pending place:{side}:any")
    wanted = {f"{file}{row}" for file in "abcdefghijklmnopqrst" for row in rows}
    assert set(squares(match, f"place {key}").split()) == wanted
    assert_refused(match, f"place {key} d3", "TB-1.4")
    assert_refused(match, f"place {key} d8", "TB-1.4")


@clause("TB-1.4", "TB-1.6", "TB-3.5")
def test_placing_obeys_terrain_and_stacking() -> None:
    match = battle("""
        2  .      W  W:R6  .
        1  R7+R8  B  B:R9  R10
           a      b  c     d
        ; R1@reserve leads R6 R7 R8 R9 R10 R11@reserve R12@reserve R16@reserve; B1@t10 leads B4@t9
        ; turn R 0; pending place:R:1
    """)
    assert_refused(match, "place R11 a1", "TB-1.6")
    assert_refused(match, "place R11 c2", "TB-3.5")
    assert_refused(match, "place R11 c1", "TB-3.5")
    assert_refused(match, "place R12 b2", "TB-3.5")
    assert_refused(match, "place R16 b2", "TB-3.5")
    assert_refused(match, "place R1 b2", "TB-3.5")
    assert_refused(match, "place R12 d1", "TB-1.6")
    assert_refused(match, "place R1 d1", "TB-1.6")
    assert {"place R11 d1", "place R11 b2", "place R11 b1", "place R12 b1", "place R16 b1", "place R1 b1"} <= set(
        notations(match)
    )


@clause("TB-1.4")
def test_a_scattered_brigade_is_legal_and_the_player_is_warned() -> None:
    picture = f"open; R1@a1 leads R4@a2 R6@reserve; {RESERVE_B}; turn R 0; pending place:R:1"
    match = play(battle(picture), "place R6 t1")
    _, warning = match.log()
    assert warning.clause == "TB-1.4"
    assert "cut off: R6 (infantry)" in str(warning.words)
    assert match.to_act == 1
    together = play(battle(picture), "place R6 b2")
    assert len(together.log()) == 1


@clause("TB-1.5")
@pytest.mark.parametrize(("dice", "side"), [("6 5", "R"), ("2 3", "B")])
def test_the_higher_die_takes_the_first_turn_and_then_they_alternate(dice: str, side: str) -> None:
    other = "B" if side == "R" else "R"
    start = "open; R1@a1 leads R4@a2; B1@t10 leads B4@t9; turn {turn}; pending {pending}"
    match = battle(start.format(turn="R 0", pending="first-die"))
    assert_dice(match, 2)
    play(match, f"throw {dice}")
    assert_position(match, start.format(turn=f"{side} 1", pending="move"))
    play(match, "end-movement")
    assert_position(match, start.format(turn=f"{other} 2", pending="move"))
    play(match, "end-movement")
    assert_position(match, start.format(turn=f"{side} 3", pending="move"))


@clause("TB-1.5")
def test_equal_dice_are_thrown_again_for_the_first_turn() -> None:
    match = battle("open; R1@a1 leads R4@a2; B1@t10 leads B4@t9; turn R 0; pending first-die")
    before = match.position
    play(match, "throw 1 1", "throw 6 6")
    assert match.position == before
    assert match.to_act == CHANCE


# Pieces in a square


@clause("TB-1.6")
def test_two_infantry_of_either_kind_and_any_brigades_share_a_square() -> None:
    match = battle("""
        2  R4  R6
        1  R1  R2
           c   d
        ; R1 leads R4; R2 leads R6; B1@t10 leads B4@t9
    """)
    play(match, "move R4 d2")
    assert_position(
        match,
        """
        2  .   R4+R6
        1  R1  R2
           c   d
        ; R1 leads R4; R2 leads R6; B1@t10 leads B4@t9; moved R4
        """,
    )


@clause("TB-1.6")
@pytest.mark.parametrize("soil", [".", "r", "H", "f"])
def test_roads_hills_and_fields_are_open_ground_for_sharing(soil: str) -> None:
    match = battle(f"""
        2  R6  {soil}:R7
        1  R1  .
           c   d
        ; R1 leads R6 R7; B1@t10 leads B4@t9
    """)
    play(match, "move R6 d2")
    assert where(match, "R6") == where(match, "R7") == "d2"


@clause("TB-1.6")
def test_no_third_unit_joins_two() -> None:
    match = battle("""
        2  R6  R7+R8
        1  R1  .
           c   d
        ; R1 leads R6 R7 R8; B1@t10 leads B4@t9
    """)
    assert_refused(match, "move R6 d2", "TB-1.6")


@clause("TB-1.6")
def test_nobody_joins_a_unit_in_square() -> None:
    match = battle("""
        2  R6  R7
        1  R1  .
           c   d
        ; R1 leads R6 R7:square; B1@t10 leads B4@t9
    """)
    assert_refused(match, "move R6 d2", "TB-1.6")


@clause("TB-1.6")
def test_other_pieces_share_with_nobody() -> None:
    match = battle("""
        3  R14  R16  .
        2  R6   R12  R1
        1  .    .    .
           c    d    e
        ; R1 leads R6 R12 R14 R16; B1@t10 leads B4@t9
    """)
    for action in ("R6 d2", "R6 c3", "R6 d3", "R12 c2", "R12 c3", "R12 d3", "R12 e2", "R14 d3", "R16 c2", "R1 d2"):
        assert_refused(match, f"move {action}", "TB-1.6")
    assert_refused(match, "move R1 d3", "TB-1.6")


@clause("TB-1.6")
def test_enemies_never_share_a_square() -> None:
    match = battle("""
        2  B6  .
        1  R6  R1
           c   d
        ; R1 leads R6; B1@t10 leads B6
    """)
    assert_refused(match, "move R6 c2", "TB-1.6")


@clause("TB-1.6")
@pytest.mark.parametrize(
    "picture",
    [
        "open; R1@a1 leads R6@a2 R7@a2 R8@a2; B1@t10 leads B6@t9",
        "open; R1@a1 leads R6@a2 R12@a2; B1@t10 leads B6@t9",
        "open; R1@a1 leads R6@a1; B1@t10 leads B6@t9",
        "open; R1@a1 leads R6@a2 R7@a2:square; B1@t10 leads B6@t9",
        "open; R1@a1 leads R6@a2; B1@t10 leads B6@a2",
    ],
)
def test_a_position_with_a_crowded_square_is_refused(picture: str) -> None:
    with pytest.raises(DrumheadError):
        battle(picture)


# No facing


@clause("TB-1.7")
def test_a_unit_moves_to_the_rear_as_freely_as_to_the_front() -> None:
    match = battle("""
        3  .  .    .
        2  .  R16  .
        1  .  .    .
           c  d    e
        ; R1@d6 leads R16 R6@d3 R7@d4 R8@d5; B1@t10 leads B4@t9
    """)
    assert squares(match, "move R16") == "c1 c2 c3 d1 e1 e2 e3"


@clause("TB-1.7")
@pytest.mark.parametrize("square", ["d9", "d1", "a5", "h5", "a8", "g2"])
def test_a_gun_fires_in_every_direction(square: str) -> None:
    match = battle(f"open; R1@t1 leads R16@d5; B1@t10 leads B6@{square}")
    play(match, "end-movement")
    assert offers(match, "fire") == [f"fire R16 {square}"]


@clause("TB-1.7")
@pytest.mark.parametrize("square", ["c6", "d6", "e6", "c5", "e5", "c4", "d4", "e4"])
@pytest.mark.parametrize("mark", ["", ":turned"])
def test_a_unit_fights_in_every_direction_whether_its_enemy_is_turned_or_not(square: str, mark: str) -> None:
    brigadier = "d4" if square != "d4" else "d6"
    match = battle(f"open; R1@{brigadier} leads R6@d5; B1@t10 leads B6@{square}{mark}")
    play(match, "end-movement")
    assert f"; attack {square}; by R6; " in match.position
    assert_dice(match, 2)


# Options


@clause("TB-9.1")
def test_horse_artillery_is_off_unless_chosen() -> None:
    with pytest.raises(SetupError) as refused:
        load("travel-battle", brigades=("flying-guns", "all-round"))
    assert refused.value.clause == "TB-9.1"
    game = load("travel-battle", brigades=("flying-guns", "horse-and-field"), horse_artillery=True)
    position = Match(game, seed=1).position
    assert re.findall(r"[RB]\d+@reserve:horse", position) == [
        "R16@reserve:horse",
        "R17@reserve:horse",
        "B16@reserve:horse",
    ]


@clause("TB-9.1")
@pytest.mark.parametrize(
    "split",
    ["2H 2L 1I 2R | 2G 2I | 3I", "2H 2L 1G 1R | 1G 2I 1A | 4I", "2H 2L 1R 1A | 2G 2I | 4I"],
)
def test_horse_artillery_rides_only_with_cavalry(split: str) -> None:
    with pytest.raises(SetupError) as refused:
        load("travel-battle", brigades=("all-round", split), horse_artillery=True)
    assert refused.value.clause == "TB-9.1"


@clause("TB-9.1")
@pytest.mark.parametrize("split", ["1H 1R | 1H 2L 1R | 2G 6I", "2H 2L 2R | 2G | 6I", "2H 2L 1R | 2G 1A | 6I"])
def test_one_or_both_guns_may_be_horse_artillery(split: str) -> None:
    match = new_battle(brigades=(split, "all-round"), horse_artillery=True)
    assert match.position.count(":horse") == split.count("1R") + 2 * split.count("2R")


@clause("TB-9.1")
def test_horse_artillery_moves_two_squares_and_then_fires() -> None:
    match = battle("open; R1@c1 leads R16@c2:horse R14@b1; B1@t10 leads B6@c8", horse_artillery=True)
    play(match, "move R16 c4", "end-movement")
    assert offers(match, "fire") == ["fire R16 c8"]
    play(match, "fire R16 c8", "throw 4", "throw 6")
    assert where(match, "B6") == "removed"


@clause("TB-9.1")
def test_horse_artillery_fires_at_two_to_four_squares() -> None:
    match = battle("open; R1@a1 leads R16@c2:horse R14@b1; B1@t10 leads B6@c7 B7@a6 B8@h2 B9@e4", horse_artillery=True)
    play(match, "end-movement")
    assert offers(match, "fire") == ["fire R16 a6", "fire R16 e4"]
    assert_refused(match, "fire R16 c7", "TB-9.1")
    assert_refused(match, "fire R16 h2", "TB-9.1")


@clause("TB-9.1")
@pytest.mark.parametrize(("die", "pending"), [(3, "move"), (4, "effect")])
def test_five_and_six_do_not_count_on_the_die_of_horse_artillery(die: int, pending: str) -> None:
    match = battle("open; R1@a1 leads R16@c2:horse R14@b1; B1@t10 leads B6@c6", horse_artillery=True)
    play(match, "end-movement", "fire R16 c6")
    assert match.state.throw() == (4,)
    assert [chance for _, chance in match.state.chances()] == [0.75, 0.25]
    for face in (5, 6):
        with pytest.raises(IllegalAction):
            play(match, f"throw {face}")
    play(match, f"throw {die}")
    assert pending in match.position.split("pending")[1]


@clause("TB-9.1")
def test_horse_artillery_is_artillery_in_everything_else() -> None:
    match = battle(
        """
        6  .  .     .
        5  r  .     .
        4  r  W     .
        3  r  .     .
        2  r:R16  R1  R14
           c  d     e
        ; R1 leads R16:horse R14; B1@t10 leads B6@t9
        """,
        horse_artillery=True,
    )
    assert_refused(match, "square R16", "TB-4.1")
    assert_refused(match, "move R16 d4", "TB-3.5")
    play(match, "move R16 c5")
    assert where(match, "R16") == "c5:horse"


@clause("TB-9.1")
@pytest.mark.parametrize(("die", "end"), [(4, "removed:horse"), (5, "d1:turned+horse")])
def test_horse_artillery_fights_as_infantry_and_rallies_as_artillery(die: int, end: str) -> None:
    match = battle("open; R1@d2 leads R16@d4:horse R14@c1; B1@d7 leads B14@d5 B15@d6; turn B 2", horse_artillery=True)
    play(match, "end-movement")
    assert_dice(match, 3)  # cavalry against what counts as infantry out of square
    play(match, "throw 5 1 3", f"throw {die}")
    assert where(match, "R16") == end


@clause("TB-9.1")
def test_horse_artillery_needs_one_less_against_a_square_but_reaches_no_further() -> None:
    match = battle(
        "open; R1@a1 leads R16@c2:horse R14@b1; B1@t10 leads B6@c6:square B7@d7:square", horse_artillery=True
    )
    play(match, "end-movement")
    assert offers(match, "fire") == ["fire R16 c6"]
    play(match, "fire R16 c6")
    assert [chance for _, chance in match.state.chances()] == [0.5, 0.5]


@clause("TB-9.2")
def test_with_the_option_only_infantry_enters_buildings() -> None:
    picture = """
        3  .   .    .    .   .
        2  B   B    B    B   B
        1  R6  R12  R14  R16 R1
           a   b    c    d   e
        ; R1 leads R6 R12 R14 R16; B1@t10 leads B4@t9
    """
    match = battle(picture, buildings="infantry")
    assert_refused(match, "move R12 b2", "TB-9.2")
    assert_refused(match, "move R14 c2", "TB-9.2")
    assert_refused(match, "move R16 d2", "TB-9.2")
    assert_refused(match, "move R1 e2", "TB-9.2")
    assert_refused(match, "move R12 b3", "TB-3.6")
    play(match, "move R6 a2")
    assert where(match, "R6") == "a2"
    free = battle(picture)
    assert {"move R12 b2", "move R14 c2", "move R16 d2", "move R1 e2", "move R12 b3"} <= set(notations(free))


@clause("TB-9.2")
def test_with_the_option_only_infantry_is_placed_in_a_building() -> None:
    picture = """
        2  .  B
        1  .  .
           a  b
        ; R1@reserve leads R6@reserve R12@reserve R16@reserve; B1@t10 leads B4@t9; turn R 0; pending place:R:any
    """
    match = battle(picture, buildings="infantry")
    for key in ("R1", "R12", "R16"):
        assert_refused(match, f"place {key} b2", "TB-9.2")
    assert "place R6 b2" in notations(match)
    assert {"place R1 b2", "place R12 b2", "place R16 b2"} <= set(notations(battle(picture)))


@clause("TB-9.2")
def test_with_the_option_others_are_not_pushed_into_a_building() -> None:
    picture = """
        4  .  .    B6  B1
        3  .  .    R12 .
        2  .  W    B   .
           b  c    d   e
        ; R1@c3 leads R12; B1 leads B6; turn B 2
    """
    closed = play(battle(picture, buildings="infantry"), "end-movement", "throw 4 3", "stand")
    assert where(closed, "R12") == "e2:turned"
    free = play(battle(picture), "end-movement", "throw 4 3", "stand")
    assert where(free, "R12") == "d2:turned"


@clause("TB-9.2")
def test_with_the_option_others_do_not_retreat_into_a_building() -> None:
    picture = """
        4  .  B6  B1
        3  .  R14 .
        2  .  .   R1
        1  .  B   B
           c  d   e
        ; R1 leads R14 R7@a1; B1 leads B6; turn B 2
    """
    closed = play(battle(picture, buildings="infantry"), "end-movement", "throw 5 3")
    assert where(closed, "R14") == "f1"
    free = play(battle(picture), "end-movement", "throw 5 3")
    assert where(free, "R14") == "e1"


@clause("TB-9.2")
def test_with_the_option_a_building_is_no_way_out_for_a_brigadier() -> None:
    picture = """
        2  R6  R1  .
        1  B1  B   .
           a   b   c
        ; R1 leads R6; B1 leads B6@t10
    """
    assert_refused(battle(picture, buildings="infantry"), "move R6 a1", "TB-3.7")
    assert where(play(battle(picture), "move R6 a1", "displace B1 b1"), "B1") == "b1"


@clause("TB-9.3")
def test_ready_made_brigades_are_legal_and_of_all_sorts() -> None:
    foot, horse = {1, 2}, {3, 4}
    sorts = set()
    for name, split in presets().items():
        game = load("travel-battle", brigades=(name, name), horse_artillery=split.has_horse_artillery)
        assert Match(game, seed=1).to_act == 0
        for brigade in range(3):
            kinds = set(split.kinds(brigade))
            sorts.add("infantry" if kinds <= foot else "cavalry" if kinds <= horse else "mixed")
    assert sorts == {"infantry", "cavalry", "mixed"}
    assert len(presets()) >= 3


@clause("TB-9.3")
def test_an_unknown_set_of_brigades_is_refused() -> None:
    with pytest.raises(SetupError) as refused:
        load("travel-battle", brigades=("all-rounder", "all-round"))
    assert refused.value.clause == "TB-9.3"
    assert "all-round" in str(refused.value)


@clause("TB-1.2")
def test_a_position_has_units_under_brigadiers_of_their_own_side() -> None:
    with pytest.raises(NotationError) as refused:
        battle("open; R1@a1 leads B6@a2; B1@t10 leads B7@t9")
    assert refused.value.clause == "TB-1.2"


@clause("TB-1.6", "TB-3.5", "TB-4.2")
@pytest.mark.parametrize(
    "cells",
    ["W:R12 R1", "R12 W:R1", "W:R16 R1", "W:R6+R7 R1", "B:R6+R7 R1", "W:R8 R1", "B:R8 R1", "R9 R1"],
)
def test_a_position_that_terrain_or_formation_rules_out_is_refused(cells: str) -> None:
    """R8 and R9 are said to be in square; R9 shares with another."""
    named = " ".join(
        {"R8": "R8:square", "R9": "R9:square R10@a1"}.get(key, key) for key in re.findall(r"R\d+", cells) if key != "R1"
    )
    with pytest.raises(SetupError):
        battle(f"1 {cells}\n a b\n; R1 leads {named}; B1@t10 leads B6@t9")


# Deploying for a person


@clause("TB-1.4", "TB-3.3")
@pytest.mark.parametrize(("place", "deployed"), [("t1", {"b1", "b2"}), ("d2", {"b1", "b2"}), ("b1", {"b1"})])
def test_a_piece_is_deployed_beside_its_brigade(place: str, deployed: set[str]) -> None:
    match = battle(f"open; R1@a1 leads R4@a2 R14@reserve; {RESERVE_B}; turn R 0; pending place:R:1")
    found = match.game.useful_placement(match.state, match.game.parse(match.state, f"place R14 {place}"))
    assert found in match.state.legal()
    assert match.game.action(match.state, found).notation.removeprefix("place R14 ") in deployed


@clause("TB-1.4")
def test_the_first_piece_of_a_brigade_is_deployed_anywhere() -> None:
    match = battle(f"open; R1@a1 leads R4@a2; R2@reserve leads R14@reserve; {RESERVE_B}; turn R 0; pending place:R:2")
    action = match.game.parse(match.state, "place R14 t1")
    assert match.game.useful_placement(match.state, action) == action
