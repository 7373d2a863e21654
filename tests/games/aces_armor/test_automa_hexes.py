"""automa.hexes, automa.distance: movement priorities a to g of the Automa, each alone."""

import pytest

from drumhead.games.aces_armor.automa.hexes import best_hexes
from drumhead.games.aces_armor.engine.encoding import bits
from drumhead.games.aces_armor.text.names import hex_of, unit_of
from tests.games.aces_armor.automa_turns import automas_turn, state, told
from tests.games.aces_armor.draw import battle, log, where
from tests.kit.clauses import clause

OPEN = """
       a      b      c      d      e      f      g      h
    1  .      .      .      .      .      .      .      .
    2  .      .      .      .      .      .      .      .
    3  .      .      .      .      .      .      .      .
    4  .      .      .      .      .      .      .      .
    5  .      .      .      .      .      .      .      US-T1
"""
WOODED = """
       a      b      c      d      e      f      g      h
    1  f      .      .      =      .      .      .      .
    2  .      .      .      .      .      .      .      .
    3  .      .      .      .      .      .      .      .
    4  .      .      .      .      .      .      .      .
    5  .      .      .      .      .      .      .      US-T1
"""
ROAD = """
       a      b      c      d      e      f      g      h
    1  .      .      .      .      .      .      .      .
    2  .      .      .      .      .      .      .      .
    3  .      .      =      .      .      .      .      .
    4  .      .      =      .      .      .      .      .
    5  .      .      .      .      .      .      .      US-T1
"""
RIVER = """
       a      b      c      d      e      f      g      h
    1  .      .      .      ~      .      .      .      .
    2  .      .      .      ~      .      .      .      .
    3  .      .      .      ~      .      .      .      .
    4  .      .      .      ~      .      .      .      .
    5  .      .      .      H      .      .      .      US-T1
"""


def best(picture: str, more: str, unit: str, hexes: str, **options: object) -> str:
    """Which of some hexes a unit would go to, and by which priorities: `d1 a`."""
    given = {"mode": "solo", "factions": ("us",), "automa": "germany-1", **options}
    f = state(battle(f"{picture}; turn US 9; round 5; units {more}", **given))
    mask = sum(1 << hex_of(f.force, name) for name in hexes.split())
    left, letters = best_hexes(f, unit_of(f.force, unit), mask)
    return " ".join([*[f.force.board.names[hex_] for hex_ in bits(left)], letters])


@clause("AA-13.6")
@pytest.mark.parametrize(
    ("picture", "more", "unit", "hexes", "said"),
    [
        # a, infantry alone: farthest in points from the nearest enemy.
        (OPEN, "G1-I1@c3", "G1-I1", "c1 e3", "c1 a"),
        (RIVER, "G1-I1@e1 US-I1@c3", "G1-I1", "c1 e2", "e2 a"),
        (OPEN, "G1-T1@c3", "G1-T1", "c1 e3", "c1 e3 "),
        # b, artillery alone: on or next to a road; then d.
        (WOODED, "G1-A1@b3", "G1-A1", "a2 d2 e3", "d2 b"),
        (WOODED, "G1-A1@b3", "G1-A1", "a2 d1 e2", "d1 bd"),
        # c, infantry and tanks: forest; aircraft and artillery do not care.
        (WOODED, "G1-T1@b2", "G1-T1", "a1 a3", "a1 c"),
        (WOODED, "G1-B1@b1", "G1-B1", "a1 a2", "a1 a2 "),
        # d, artillery alone: farthest in hexes from the nearest enemy.
        (OPEN, "G1-A1@d3", "G1-A1", "c3 e3", "c3 d"),
        # f: nearest in points to the next own unit.
        (OPEN, "G1-T1@d3 G1-I1@a1", "G1-T1", "b1 d1", "b1 f"),
        (RIVER, "G1-T1@e3 G1-I1@c1", "G1-T1", "e1 e4", "e4 f"),
        # g: nearest in points to where it came from, then in hexes.
        (WOODED, "G1-T1@d2", "G1-T1", "d1 e2", "d1 g"),
        (ROAD, "G1-T1@c2", "G1-T1", "c1 c4", "c1 g"),
    ],
)
def test_each_movement_priority_decides_where_those_above_do_not(
    picture: str, more: str, unit: str, hexes: str, said: str
) -> None:
    assert best(picture, more, unit, hexes) == said


@clause("AA-13.6")
def test_e_counts_hexes_and_f_points() -> None:
    """b1 and b3 are as far from the enemy; c2 is nearer to b3 in hexes; the river between makes no difference to e."""
    picture = """
           a      b      c      d      e      f      g
        1  .      .      .      .      .      .      .
        2  .      .      .      .      .      .      US-T1
        3  .      ~      ~      .      .      .      .
        4  .      G1-T1  .      .      .      .      .
    """
    assert best(picture, "G1-A1@a2", "G1-A1", "a1 a3") == "a3 e"


@pytest.mark.slow
@clause("AA-13.6")
def test_by_an_option_f_looks_for_the_next_enemy() -> None:
    own = best(OPEN, "G1-T1@d3 G1-I1@a1", "G1-T1", "b1 e4")
    enemy = best(OPEN, "G1-T1@d3 G1-I1@a1", "G1-T1", "b1 e4", nearest="enemy")
    assert (own, enemy) == ("b1 f", "e4 f")


@clause("AA-13.6")
def test_where_two_hexes_serve_equally_a_lot_is_drawn() -> None:
    picture = """
           a      b      c      d      e
        1  .      .      .      .      .
        2  .      G1-T1  .      .      .
        3  .      .      .      .      US-T1
        ; turn US 9
    """
    ends = set()
    for lot in ("throw 1", "throw 2"):
        match = automas_turn(picture, lot)
        assert told(match, "automa_hex")[0][2:] == ("g", 1)
        ends.add(where(match, "G1-T1").split(":")[0])
    assert ends == {"d2", "d3"}
    sentence = "G1-T1 (Tiger) goes to d3; movement priority g: nearest to where it came from; then by lot [AA-13.6]"
    assert sentence in log(match, since=0)
