"""[TB-5.3] Lines of sight against a slow version that is taken word for word from the clause."""

from functools import cache
from random import Random

import pytest

from drumhead import load
from drumhead.games.travel_battle.artillery import sees, visible_points
from drumhead.games.travel_battle.game import TravelBattle
from drumhead.games.travel_battle.state import Battle
from tests.support import clause

Square = tuple[int, int]
"""File and rank, both from 0."""
WIDE, DEEP = 20, 10
EVERY = [(file, rank) for rank in range(DEEP) for file in range(WIDE)]


def crosses(x: int, y: int, square: Square) -> bool:
    """Says whether the line from (0, 0) to (x, y), in eighths of a square, runs through the inside of a square.

    The square at (0, 0) has its centre there. Two convex figures are apart if one of three directions separates
    them: along the files, along the ranks, or across the line, where all corners would lie on one side of it. To
    touch is to be apart.
    """
    left, low = 8 * square[0] - 4, 8 * square[1] - 4
    right, high = left + 8, low + 8
    if max(0, x) <= left or min(0, x) >= right or max(0, y) <= low or min(0, y) >= high:
        return False
    sides = [x * corner_y - y * corner_x for corner_x in (left, right) for corner_y in (low, high)]
    return min(sides) < 0 < max(sides)


@cache
def between(files: int, ranks: int) -> list[frozenset[Square]]:
    """For each of the sixteen points of a square so far away, the other squares that its line crosses."""
    found = []
    for across in (-3, -1, 1, 3):
        for up in (-3, -1, 1, 3):
            x, y = 8 * files + across, 8 * ranks + up
            near = [
                (file, rank)
                for file in range(min(0, files), max(0, files) + 1)
                for rank in range(min(0, ranks), max(0, ranks) + 1)
            ]
            found.append(frozenset(s for s in near if s not in ((0, 0), (files, ranks)) and crosses(x, y, s)))
    return found


class Onlooker:
    """Sees what the clause says."""

    def __init__(self, battle: Battle) -> None:
        self.ground = {
            (file, DEEP - 1 - row): cell
            for row, cells in enumerate(battle.ground.rows)
            for file, cell in enumerate(cells)
        }
        self.held = {(square % WIDE, square // WIDE) for square in battle.square if square < WIDE * DEEP}

    def level(self, square: Square) -> int:
        """A hill has level 1 and all other ground level 0."""
        return 1 if self.ground[square] == "H" else 0

    def blocks(self, square: Square, higher: int) -> bool:
        """Says whether a square blocks the lines that cross it, given the higher level of gun and target."""
        if (self.ground[square] in "BW" or square in self.held) and self.level(square) >= higher:
            return True
        return self.ground[square] == "H" and higher == 0

    @cache  # noqa: B019
    def in_the_way(self, gun: Square, higher: int) -> frozenset[Square]:
        """The squares that block, as seen from the gun."""
        found = [square for square in EVERY if self.blocks(square, higher)]
        return frozenset((file - gun[0], rank - gun[1]) for file, rank in found)

    def points(self, gun: Square, target: Square) -> int:
        """How many of the sixteen points are in sight."""
        barred = self.in_the_way(gun, max(self.level(gun), self.level(target)))
        return sum(line.isdisjoint(barred) for line in between(target[0] - gun[0], target[1] - gun[1]))


def read(text: str) -> Battle:
    """A position."""
    game = load("travel-battle")
    assert isinstance(game, TravelBattle)
    state = game.read_position(text)
    assert isinstance(state, Battle)
    return state


def number(square: Square) -> int:
    """A square as the engine counts them."""
    return square[1] * WIDE + square[0]


def compare(battle: Battle, guns: list[Square], reach: int = WIDE) -> int:
    """Compares all targets in reach of all guns, and says how many were compared."""
    onlooker = Onlooker(battle)
    compared = 0
    for gun in guns:
        for target in EVERY:
            if gun != target and max(abs(gun[0] - target[0]), abs(gun[1] - target[1])) <= reach:
                wanted = onlooker.points(gun, target)
                assert visible_points(battle, number(gun), number(target)) == wanted, (gun, target)
                assert sees(battle, number(gun), number(target)) == (wanted >= 8), (gun, target)
                compared += 1
    return compared


FOUGHT_OVER = (
    "boards A0 B0; R1@d2 leads R4@d3 R5@d3 R6@c4 R7@e4 R16@b2; R2@k3 leads R8@l4 R9@j2 R10@j6 R17@m1;"
    "R3@q1 leads R11@q3 R12@r4 R13@p5; B1@e8 leads B4@e7 B5@f7 B6@i5 B16@h10; B2@n8 leads B7@n7 B8@n7 B9@k8 B17@o9;"
    "B3@r9 leads B10@s7 B12@q7 B14@p8"
)


@clause("TB-5.3")
def test_all_pairs_of_squares_of_a_battlefield_see_each_other_as_the_clause_says() -> None:
    assert compare(read(FOUGHT_OVER), EVERY) == 200 * 199


@clause("TB-5.3")
@pytest.mark.parametrize("boards", ["A90 B0", "A180 B270", "B0 A270", "B90 A0", "B180 A180"])
def test_every_shot_in_range_on_other_battlefields_is_seen_as_the_clause_says(boards: str) -> None:
    rng = Random(boards)
    pieces = "R1@{} leads R4@{} R6@{} R16@{} R17@{}; B1@{} leads B4@{} B6@{} B16@{} B17@{}"
    ground = read(f"boards {boards}; R1@a5 leads R6@a6").ground
    no_woods = [(file, rank) for file, rank in EVERY if ground.rows[DEEP - 1 - rank][file] != "W"]
    chosen = [f"{'abcdefghijklmnopqrst'[file]}{rank + 1}" for file, rank in rng.sample(no_woods, 10)]
    battle = read(f"boards {boards}; {pieces.format(*chosen)}; turn R 1")
    guns = rng.sample(EVERY, 40)
    assert compare(battle, guns, reach=6) > 40 * 40


@clause("TB-5.3")
def test_a_line_that_only_touches_a_corner_does_not_cross_the_square() -> None:
    for point in (21, 23, 25, 27):
        assert crosses(point, point, (1, 1))
        assert not crosses(point, point, (1, 0))
        assert not crosses(point, point, (0, 1))
    battle = read("open; R1@a1 leads R16@e1; B1@t10 leads B6@h4 B7@f1 B8@e2")
    assert visible_points(battle, number((4, 0)), number((7, 3))) == 4


@clause("TB-5.3")
def test_the_hit_list_of_a_gun_is_what_it_sees_in_range() -> None:
    battle = read("boards A0 B0; R1@a1 leads R16@e5; B1@t10 leads B4@i7 B6@b9 B7@g2 B8@k5 B14@e8 B15@c3; pending fire")
    onlooker = Onlooker(battle)
    gun = (4, 4)
    targets = {unit: battle.square[unit] for unit in range(20, 34) if battle.square[unit] < 200}
    wanted = sorted(
        square
        for square in targets.values()
        if max(abs(square % WIDE - gun[0]), abs(square // WIDE - gun[1])) <= 6
        and onlooker.points(gun, (square % WIDE, square // WIDE)) >= 8
    )
    assert sorted(action >> 13 & 255 for action in battle.legal()[:-1]) == wanted
    assert 0 < len(wanted) < len(targets)
