"""Hex grids: neighbours, distances, rings and names."""

import pytest

from drumhead.core.grid.hexes import Grid

SMALL = Grid(7, 6)


def named(hexes: list[int], grid: Grid = SMALL) -> str:
    return " ".join(grid.names[found] for found in hexes)


def test_hexes_are_numbered_by_rows_and_named_by_column_and_row() -> None:
    assert [SMALL.names[hex_] for hex_ in (0, 1, 6, 7, 41)] == ["a1", "b1", "g1", "a2", "g6"]
    assert SMALL.place(8) == (1, 1)
    assert [SMALL.read(name) for name in SMALL.names] == list(range(42))
    assert SMALL.read("B2") == 8
    assert [SMALL.read(name) for name in ("h1", "a7", "a0", "", "11")] == [-1] * 5


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("c3", "c2 d2 d3 c4 b3 b2"),  # a high column: its neighbours beside it stand a row higher
        ("d3", "d2 e3 e4 d4 c4 c3"),  # a low one: a row lower
        ("a1", "b1 a2"),
        ("b1", "c1 c2 b2 a2 a1"),
        ("g6", "g5 f6 f5"),
        ("f6", "f5 g6 e6"),
    ],
)
def test_neighbours_go_clockwise_from_the_top(name: str, around: str) -> None:
    hex_ = SMALL.read(name)
    assert named(SMALL.neighbours[hex_]) == around
    assert SMALL.around[hex_] == sum(SMALL.bit[near] for near in SMALL.neighbours[hex_])


def test_to_be_a_neighbour_is_mutual() -> None:
    for one in range(SMALL.count):
        for other in range(SMALL.count):
            assert (other in SMALL.neighbours[one]) == (one in SMALL.neighbours[other])


def test_distances_are_the_least_number_of_steps() -> None:
    for start in range(SMALL.count):
        steps, edge = {start: 0}, [start]
        for here in edge:
            for near in SMALL.neighbours[here]:
                if near not in steps:
                    steps[near] = steps[here] + 1
                    edge.append(near)
        assert SMALL.distance[start] == [steps[other] for other in range(SMALL.count)]


def test_rings_go_clockwise_from_the_top_and_are_cut_off_at_the_edge() -> None:
    wide = Grid(9, 9)
    middle = wide.read("e5")
    assert named(wide.ring(middle, 2), wide) == "e3 f3 g4 g5 g6 f6 e7 d6 c6 c5 c4 d3"
    assert named(SMALL.ring(SMALL.read("a1"), 2)) == "c1 c2 b2 a3"
    for grid in (wide, SMALL):
        for hex_ in range(grid.count):
            for far in range(5):
                ring = grid.ring(hex_, far)
                assert sorted(ring) == [other for other in range(grid.count) if grid.distance[hex_][other] == far]
            near = grid.within(hex_, 2)
            assert near == [hex_, *grid.ring(hex_, 1), *grid.ring(hex_, 2)]
