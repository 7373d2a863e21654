"""rules.artillery: lines of sight against a slow version that is taken word for word from the clause."""

from functools import cache
from random import Random

import pytest

from drumhead import load
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.game import TravelBattle
from drumhead.games.travel_battle.rules.artillery import sees, visible_points
from tests.kit.clauses import clause

Square = tuple[int, int]
"""File and rank, both from 0."""
WIDE, DEEP = 20, 10
EVERY = [(file, rank) for rank in range(DEEP) for file in range(WIDE)]


def crosses(x: int, y: int, square: Square) -> bool:
    """Returns whether the line from (0, 0) to (x, y), in eighths of a square, runs through the inside of a square.

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


class Spectator:
    """Sees what the clause says."""

    def __init__(self, battle: Battle) -> None:
        self.ground = {
            (file, DEEP - 1 - row): cell
            for row, cells in enumerate(battle.ground.rows)
            for file, cell in enumerate(cells)
        }
        self.held = {(square % WIDE, square // WIDE) for square in battle.square if square < WIDE * DEEP}

    def hill_of(self, square: Square) -> frozenset[Square]:
        """All hill squares that hang together with one by their sides."""
        found: set[Square] = set()
        edge = [square] if self.ground[square] == "H" else []
        while edge:
            file, rank = edge.pop()
            found.add((file, rank))
            beside = [(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)]
            edge += [other for other in beside if self.ground.get(other) == "H" and other not in found]
        return frozenset(found)

    def blocks(self, square: Square, *, high: bool) -> bool:
        """Returns whether a square blocks the lines that cross it; `high` if gun or target stands on a hill."""
        if self.ground[square] in "BWH":
            return True
        return square in self.held and not high

    @cache  # noqa: B019
    def in_the_way(self, own: frozenset[Square], *, high: bool) -> frozenset[Square]:
        """The squares that block; on the hills that gun and target stand on, only those that are held."""
        found = [square for square in EVERY if self.blocks(square, high=high)]
        return frozenset(square for square in found if square not in own or square in self.held)

    def points(self, gun: Square, target: Square) -> int:
        """How many of the sixteen points are in sight."""
        own = self.hill_of(gun) | self.hill_of(target)
        found = self.in_the_way(own, high=bool(own))
        barred = {(file - gun[0], rank - gun[1]) for file, rank in found}
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
    spectator = Spectator(battle)
    compared = 0
    for gun in guns:
        for target in EVERY:
            if gun != target and max(abs(gun[0] - target[0]), abs(gun[1] - target[1])) <= reach:
                wanted = spectator.points(gun, target)
                assert visible_points(battle, number(gun), number(target)) == wanted, (gun, target)
                assert sees(battle, number(gun), number(target)) == (wanted >= 8), (gun, target)
                compared += 1
    return compared


FOUGHT_OVER = (
    "boards A0 B0; R1@d2 leads R4@d3 R5@d3 R6@c4 R7@e4 R16@b2; R2@k3 leads R8@l4 R9@j2 R10@j6 R17@m1;"
    "R3@q1 leads R11@q3 R12@r4 R13@p5; B1@e8 leads B4@e7 B5@f7 B6@i5 B16@h10; B2@n8 leads B7@n7 B8@n7 B9@k8 B17@o9;"
    "B3@r9 leads B10@s7 B12@q7 B14@p8"
)


@pytest.mark.slow
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
    spectator = Spectator(battle)
    gun = (4, 4)
    targets = {unit: battle.square[unit] for unit in range(20, 34) if battle.square[unit] < 200}
    wanted = sorted(
        square
        for square in targets.values()
        if max(abs(square % WIDE - gun[0]), abs(square // WIDE - gun[1])) <= 6
        and spectator.points(gun, (square % WIDE, square // WIDE)) >= 8
    )
    assert sorted(action >> 13 & 255 for action in battle.legal()[:-1]) == wanted
    assert 0 < len(wanted) < len(targets)


# What stands in the way of a gun on d3 on its way to d7: a column of terrain from rank 1 on, and who stands in it.

HILLS = {
    "another hill": ("..H..H....", False),
    "a building": ("..H..B....", False),
    "a wood": ("..H..W....", False),
    "its own hill, all the way": ("..HHHH....", True),
    "its own hill, then a gap, then a house": ("..HH.B....", False),
    "up at a hill past a building right before it": ("...B..H...", False),
    "up at a hill past another hill": ("....H.H...", False),
    "up at a hill, whose slope begins before the target": ("....HHH...", True),
    "from hill to hill past a third": ("..H.H.H...", False),
    "from hill to hill past a wood": ("..H.W.H...", False),
    "from hill to hill over open ground": ("..H...H...", True),
    "down from a hill over open ground": ("..H.......", True),
}


def column(soil: str) -> str:
    """A battlefield that is open but for file d, given from rank 1 on."""
    return "/".join("..." + cell + "." * 16 for cell in reversed(soil))


@clause("TB-5.3")
@pytest.mark.parametrize(("soil", "legal"), HILLS.values(), ids=list(HILLS))
def test_hills_buildings_and_woods_cover_all_but_who_stands_on_that_hill(soil: str, legal: bool) -> None:  # noqa: FBT001
    text = f"{column(soil)}; R1@c2 leads R16@d3; B1@t10 leads B6@d7 B7@t9; turn R 3; pending {{}}"
    shot = load("travel-battle").read_position(text.format("fire"))
    assert ("fire R16 d7" in [load("travel-battle").action(shot, code).notation for code in shot.legal()]) == legal
    old = load("travel-battle", sight="heights")
    assert old.read_position(text.format("fire")).legal()


@clause("TB-5.3")
def test_a_unit_on_low_ground_covers_nobody_on_a_hill_and_one_on_a_hill_does() -> None:
    low = f"{column('..H.......')}; R1@c2 leads R16@d3; B1@t10 leads B6@d7 B7@d5; turn R 3; pending fire"
    assert [action >> 13 & 255 for action in read(low).legal()[:-1]] == [number((3, 4)), number((3, 6))]
    high = f"{column('..HHH.....')}; R1@c2 leads R16@d3; B1@t10 leads B6@d7 B7@d5; turn R 3; pending fire"
    assert [action >> 13 & 255 for action in read(high).legal()[:-1]] == [number((3, 4))]


@clause("TB-5.3")
def test_corners_do_not_make_two_hills_one() -> None:
    rows = ["." * 20 for _ in range(10)]
    rows[10 - 3] = "...H" + "." * 16
    rows[10 - 4] = "..H" + "." * 17
    ground = read("/".join(rows) + "; R1@a1 leads R6@a2").ground
    assert ground.hills[number((3, 2))].bit_count() == 1


@clause("TB-5.3")
def test_why_names_what_stands_in_the_way() -> None:
    game = load("travel-battle")
    text = f"{column('..H.BW....')}; R1@c2 leads R16@d3; B1@t10 leads B6@d7 B7@t9; turn R 3; pending fire"
    state = game.read_position(text.replace("B7@t9", "B7@g6"))
    assert isinstance(game, TravelBattle)
    told = str(game.why(state, game.parse(state, "fire R16 d7")))
    assert "the building on d5, the wood on d6" in told
    assert "[TB-5.3]" in told
    low = game.read_position("open; R1@c2 leads R16@d3; B1@t10 leads B6@d7 B7@d5 B8@t9; turn R 3; pending fire")
    assert "in the way: B7 (infantry) on d5" in str(game.why(low, game.parse(low, "fire R16 d7")))
    hill = game.read_position(
        f"{column('....H.....')}; R1@c2 leads R16@d3; B1@t10 leads B6@d7 B7@g6; turn R 3; pending fire"
    )
    assert "in the way: the hill on d5" in str(game.why(hill, game.parse(hill, "fire R16 d7")))
