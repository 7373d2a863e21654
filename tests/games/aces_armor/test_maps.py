"""box.maps, box.terrain: what is known of the printed maps, halves that stand alone, fairness, how they are read."""

from heapq import heappop, heappush
from itertools import combinations
from statistics import mean

import pytest

from drumhead.core.errors import SetupError
from drumhead.games.aces_armor.box.box import own_components
from drumhead.games.aces_armor.box.files import Source
from drumhead.games.aces_armor.box.maps import (
    BRIDGE,
    FACTORY,
    FOREST,
    LEFT,
    LETTERS,
    MOUNTAIN,
    RIGHT,
    RIVER,
    ROAD,
    SEA,
    STANDARD,
    WHOLE,
    HexMap,
    check_bulge,
    read_map,
)
from drumhead.games.aces_armor.box.unit_types import TANK
from tests.kit.clauses import clause

SUMMER, WINTER = own_components().summer, own_components().winter
MAPS = pytest.mark.parametrize("board", [SUMMER, WINTER], ids=["summer", "winter"])
HALVES = pytest.mark.parametrize(
    "half",
    [board.half(part) for board in (SUMMER, WINTER) for part in (LEFT, RIGHT)],
    ids=["summer left", "summer right", "winter left", "winter right"],
)
MOVE = 6  # what a whole move of infantry is worth, in half points
PRICES = {STANDARD: 2, FOREST: 3, ROAD: 1, BRIDGE: 1, MOUNTAIN: 2, RIVER: MOVE, SEA: MOVE, FACTORY: MOVE}


def top(board: HexMap) -> list[int]:
    return [number for number in board.numbers if (number - 1) % 6 < 3]


def bottom(board: HexMap) -> list[int]:
    return [number for number in board.numbers if (number - 1) % 6 >= 3]


def march(board: HexMap, start: int, closed: tuple[int, ...] = ()) -> dict[int, float]:
    """The points that infantry needs from a hex to all others; a factory takes a whole move and is no way through."""
    found, edge = {start: 0}, [(0, start)]
    while edge:
        spent, here = heappop(edge)
        if spent > found[here] or board.terrain[here] == FACTORY:
            continue
        for near in board.neighbours[here]:
            price = spent + PRICES[board.terrain[near]]
            if board.terrain[near] not in closed and price < found.get(near, 9999):
                found[near] = price
                heappush(edge, (price, near))
    return {hex_: spent / 2 for hex_, spent in found.items()}


def marches(board: HexMap) -> dict[int, list[float]]:
    """The points from every start to every factory."""
    ways = {number: march(board, board.starts[number]) for number in board.numbers}
    return {number: [way[factory] for factory in board.factories] for number, way in ways.items()}


@MAPS
def test_a_map_has_every_terrain(board: HexMap) -> None:
    wanted = {STANDARD, FOREST, ROAD, BRIDGE, RIVER, FACTORY, MOUNTAIN}
    assert set(board.terrain) - {SEA} == wanted
    assert board.grid.count == len(board.letters) == len(board.terrain) == 300


@MAPS
@clause("AA-1.2")
def test_each_half_has_five_factories_and_its_six_starts(board: HexMap) -> None:
    assert len(board.factories) == 10
    assert board.numbers == list(range(1, 13))
    left, right = board.half(LEFT), board.half(RIGHT)
    assert (len(left.factories), len(right.factories)) == (5, 5)
    assert sorted(left.factories + right.factories) == board.factories
    assert (left.numbers, right.numbers) == ([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12])
    assert [left.starts[number] for number in left.numbers] == board.starts[1:7]
    assert left.starts[7] == -1
    assert [left.factory_at[hex_] for hex_ in left.factories] == [0, 1, 2, 3, 4]
    assert left.factory_at[right.factories[0]] == -1


@MAPS
@clause("AA-1.4")
def test_a_half_ends_at_its_border(board: HexMap) -> None:
    middle = board.grid.width // 2
    for part in (LEFT, RIGHT):
        half = board.half(part)
        assert len(half.hexes) == board.grid.count // 2
        for hex_ in range(board.grid.count):
            here = (hex_ % board.grid.width < middle) == (part == LEFT)
            assert half.inside[hex_] == here
            wanted = [near for near in board.neighbours[hex_] if here and half.inside[near]]
            assert half.neighbours[hex_] == wanted
        assert all(half.inside[hex_] for far in range(6) for hex_ in half.ring(half.starts[half.numbers[0]], far))
    assert board.half(LEFT).half(WHOLE).numbers == board.numbers


@MAPS
def test_starts_are_at_the_top_and_at_the_bottom(board: HexMap) -> None:
    rows = [board.grid.place(hex_)[1] for hex_ in board.starts]
    assert max(rows[number] for number in top(board)) < 7
    assert min(rows[number] for number in bottom(board)) > 9


@MAPS
def test_starts_have_room_and_none_is_on_water_or_a_factory(board: HexMap) -> None:
    for one, other in combinations(board.starts[1:], 2):
        assert board.distance[one][other] >= 3
    for hex_ in board.starts[1:]:
        assert board.terrain[hex_] not in (RIVER, SEA, FACTORY)
        around = [near for near in board.neighbours[hex_] if board.terrain[near] not in (RIVER, SEA, FACTORY)]
        assert len(around) >= 4
        assert min(board.distance[hex_][factory] for factory in board.factories) >= 2


@MAPS
def test_every_factory_but_the_islands_is_on_a_road_and_all_roads_of_a_map_lead_to_factories(board: HexMap) -> None:
    ways = [hex_ for hex_ in board.hexes if board.terrain[hex_] in (ROAD, BRIDGE)]
    for factory in board.factories:
        assert (factory in board.island) != bool(set(board.neighbours[factory]).intersection(ways))
    left = set(ways)
    while left:
        edge = [left.pop()]
        ends: set[int] = set()
        for here in edge:
            ends.update(near for near in board.neighbours[here] if board.terrain[near] == FACTORY)
            onward = left.intersection(board.neighbours[here])
            left -= onward
            edge += onward
        assert ends


@MAPS
def test_a_bridge_spans_a_river_and_a_road_goes_over_it(board: HexMap) -> None:
    for hex_ in board.hexes:
        if board.terrain[hex_] == BRIDGE:
            kinds = [board.terrain[near] for near in board.neighbours[hex_]]
            assert kinds.count(RIVER) >= 2 or (RIVER in kinds and FACTORY in kinds)
            assert sum(kind in (ROAD, FACTORY) for kind in kinds) >= 2


@clause("AA-12.3")
def test_the_winter_map_has_the_factories_that_the_bulge_names() -> None:
    rows = {hex_: WINTER.grid.place(hex_)[1] for hex_ in WINTER.factories}
    assert (len(WINTER.coast), len(WINTER.island), len(WINTER.bottom)) == (4, 1, 3)
    assert all(WINTER.shore[hex_] for hex_ in WINTER.coast)
    assert sorted(rows.values())[-3:] == sorted(rows[hex_] for hex_ in WINTER.bottom)
    others = set(WINTER.factories) - set(WINTER.coast + WINTER.island + WINTER.bottom)
    assert len(others) == 2
    assert not any(WINTER.shore[hex_] for hex_ in others)
    # no land leads to the island, and the sea lies at the top
    land = march(WINTER, WINTER.starts[1], closed=(RIVER, SEA))
    assert not set(land).intersection(WINTER.neighbours[WINTER.island[0]])
    assert all(WINTER.grid.place(hex_)[1] < 4 for hex_ in WINTER.hexes if WINTER.terrain[hex_] == SEA)
    assert not any(SUMMER.shore)


@clause("AA-12.3")
def test_a_tank_can_come_to_the_sea_from_every_german_start_of_the_bulge() -> None:
    for number in (4, 5, 6, 10, 11, 12):
        ways = march(WINTER, WINTER.starts[number], closed=(RIVER, SEA, FACTORY))
        reached = [points for hex_, points in ways.items() if WINTER.shore[hex_]]
        assert min(reached) <= 9


@clause("AA-12.3")
def test_no_tank_comes_to_the_sea_in_its_first_move() -> None:
    mats = own_components().mats
    fastest = max(speed for speed, arm in zip(mats.speed, mats.arm, strict=True) if arm == TANK) / 2
    for number in (4, 5, 6, 10, 11, 12):
        for hex_ in (*WINTER.ring(WINTER.starts[number], 1), *WINTER.ring(WINTER.starts[number], 2)):
            if WINTER.terrain[hex_] not in (RIVER, SEA, FACTORY):
                ways = march(WINTER, hex_, closed=(RIVER, SEA, FACTORY))
                assert min(points for near, points in ways.items() if WINTER.shore[near]) > fastest


def test_the_shore_is_land_beside_the_sea() -> None:
    for hex_ in WINTER.hexes:
        beside = any(WINTER.terrain[near] == SEA for near in WINTER.neighbours[hex_])
        assert WINTER.shore[hex_] == (beside and WINTER.terrain[hex_] not in (SEA, RIVER))


@HALVES
def test_infantry_comes_from_top_and_bottom_to_the_factories_in_like_times(half: HexMap) -> None:
    ways = marches(half)
    above = mean(mean(ways[number]) for number in top(half))
    below = mean(mean(ways[number]) for number in bottom(half))
    assert abs(above - below) / mean((above, below)) < 0.1
    assert 6 < mean((above, below)) < 9


@HALVES
def test_no_start_is_far_better_than_another(half: HexMap) -> None:
    nearest = {number: sorted(points) for number, points in marches(half).items()}
    assert all(3.5 <= points[0] <= 5.5 for points in nearest.values())
    assert all(4.5 <= points[1] <= 7.5 for points in nearest.values())


@HALVES
def test_no_deal_of_the_start_tokens_decides_the_battle(half: HexMap) -> None:
    """However the tokens are dealt, both sides have about the same way to the factories from their nearest starts."""
    ways = marches(half)

    def nearest(numbers: tuple[int, ...]) -> float:
        return mean(min(ways[number][index] for number in numbers) for index in range(len(half.factories)))

    gaps = []
    for dealt in combinations(half.numbers, 3):
        others = tuple(number for number in half.numbers if number not in dealt)
        gaps.append(abs(nearest(dealt) - nearest(others)))
    assert max(gaps) < 1
    assert mean(gaps) < 0.5


@MAPS
def test_the_whole_map_is_as_fair_as_its_halves(board: HexMap) -> None:
    ways = marches(board)
    above = mean(mean(ways[number]) for number in top(board))
    below = mean(mean(ways[number]) for number in bottom(board))
    assert abs(above - below) / mean((above, below)) < 0.08


@HALVES
def test_a_half_has_cover_open_ground_and_few_crossings(half: HexMap) -> None:
    kinds = [half.terrain[hex_] for hex_ in half.hexes]
    land = sum(kind not in (RIVER, SEA) for kind in kinds)
    assert 0.15 < kinds.count(FOREST) / land < 0.35
    assert 0.4 < kinds.count(STANDARD) / land < 0.7
    assert 2 <= kinds.count(BRIDGE) <= 4


def text_map(rows: list[str], name: str = "Small") -> Source:
    return Source("maps/small.txt", ("# a map", f"name: {name}", "season: winter", *rows))


ROWS = [
    ".1 F  . .8",
    " F . .9 F",
    ".2 F  F .",
    " .3 . .  F",
    ".4 .5 ~ .10",
    " F . .11 F",
    ".6 F .7 F",
    " . . . .12",
    ". . . .",
    " . s . .",
    ". . . .",
    " . . . .",
]


def test_a_map_is_read_as_it_looks() -> None:
    board = read_map(text_map(ROWS))
    assert (board.name, board.season, board.grid.width, board.grid.height) == ("Small", "winter", 8, 6)
    found = {board.names[hex_]: board.letters[hex_] for hex_ in board.hexes}
    assert {found[name] for name in ("b1", "c1", "h1", "c2", "e2", "h2", "b3", "h3", "c4", "g4")} == {"F"}
    assert (found["e3"], found["d5"], found["a1"]) == ("~", "s", ".")
    assert " ".join(board.names[hex_] for hex_ in board.starts[1:]) == "a1 a2 b2 a3 c3 a4 e4 g1 f1 g3 f3 h4"
    assert " ".join(board.names[hex_] for hex_ in board.hexes if board.shore[hex_]) == "d4 c5 e5 c6 d6 e6"
    assert board.water[board.grid.read("e3")] == board.water[board.grid.read("d5")] == 1
    assert set(LETTERS) == set(".f=H~sF^")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows[:10], "maps/small.txt: a map has at least 6 rows of hexes, two lines each"),
        (lambda rows: [*rows, ". . . ."], "maps/small.txt line 16: the last row of hexes lacks its second line"),
        (lambda rows: [f"{row} . . . . . . . . . . ." for row in rows], "maps/small.txt line 4: a map has 8 to 26"),
        (lambda rows: [f"{row} . . . . . . . . ." for row in rows] * 5, "maps/small.txt: a map has at most 511 hexes"),
        (lambda rows: [row[:-2] for row in rows[:1]] + rows[1:], "maps/small.txt line 5: 4 hexes where"),
    ],
)  # fmt: skip
def test_a_map_of_another_shape_is_refused(change: object, words: str) -> None:
    assert callable(change)
    with pytest.raises(SetupError) as error:
        read_map(text_map(change(list(ROWS))))
    assert str(error.value).startswith(words)


def test_a_factory_that_no_infantry_reaches_is_refused() -> None:
    rows = ["F .1 .7 F", " F .2 .8 .", "F .3 .9 F", " . .4 .10 F", "F .5 .11 .", " F .6 .12 F", ". . . F"]
    rows += [". . . ."] * 5
    with pytest.raises(SetupError, match=r"^maps/small\.txt line 4: no way from start 1 to the factory a1$"):
        read_map(text_map(rows))


def test_a_winter_without_a_sea_is_refused() -> None:
    source = text_map(ROWS)
    with pytest.raises(SetupError, match="the letter C is wanted 4 times, not 0"):
        check_bulge(source, read_map(source))
    letters = "".join(source.lines[3:]).count("F")
    marked = iter("CCCCIBBBFF")
    rows = ["".join(next(marked) if letter == "F" else letter for letter in row).replace("s", "~") for row in ROWS]
    assert letters == 10
    source = text_map(rows)
    with pytest.raises(SetupError, match="the winter map has no sea"):
        check_bulge(source, read_map(source))
