"""automa.targets: attack priorities a to k of the Automa, each alone, and the rulebook's examples."""

import pytest

from drumhead.games.aces_armor.engine.encoding import FROM_AFAR, NONE
from tests.games.aces_armor.automa_turns import automas_turn, chosen, told
from tests.games.aces_armor.draw import log, where
from tests.kit.clauses import clause

DESTROYS = """
       a      b      c      d      e         f
    1  .      .      .      .      .         .
    2  .      G1-T1  .      .      .         .
    3  .      .      .      .      US-T1:d4  .
    4  .      .      .      US-I1  .         .
    ; turn US 9
"""
NEXT_TO_A_FACTORY = """
       a      b      c      d      e      f
    1  .      .      .      .      US-I1  F
    2  .      G1-T1  .      .      .      .
    3  .      .      .      .      .      .
    4  .      .      US-I2  .      .      .
    ; turn US 9
"""
NO_RETURN_FIRE = """
       a      b      c      d      e      f
    1  .      .      .      .      .      .
    2  .      G1-T1  .      .      US-A1  .
    3  .      .      .      .      .      .
    4  .      .      US-T1  .      .      .
    ; turn US 9
"""
BOMBER = """
       a      b      c      d      e      f
    1  .      .      .      .      .      .
    2  .      G1-F1  .      .      US-B1  .
    3  .      .      .      .      .      .
    4  .      .      US-F1  .      .      .
    ; turn US 9
"""
NEAR_A_FACTORY = """
       a      b      c      d      e      f      g      h      i      j
    1  .      .      .      .      .      .      .      .      .      .
    2  .      .      G1-T1  .      US-I1  .      .      .      F      .
    3  .      .      .      .      .      .      .      .      .      .
    4  US-I2  .      .      .      .      .      .      .      .      .
    ; turn US 9
"""
ON_A_FACTORY = """
       a      b      c      d      e        f      g      h      i      j
    1  .      .      .      .      .        .      .      .      .      .
    2  .      G1-T1  .      .      F:US-I1  .      .      .      .      .
    3  .      .      .      .      .        .      .      G1-I1  .      .
    4  .      US-I2  .      .      .        .      .      .      .      .
    ; turn US 9; flags e2:US a12:US c12:US
"""
ATTACKED = """
       a      b      c      d      e      f      g      h
    1  .      .      .      .      .      .      .      .
    2  .      .      G1-T1  .      US-T1  .      .      G1-A1
    3  .      .      .      .      .      .      .      .
    4  .      .      US-T2  .      .      .      .      .
    ; turn US 9
"""
EXPERIENCED = """
       a      b      c      d      e         f
    1  .      .      .      .      .         .
    2  .      G1-T1  .      .      US-A1:x1  .
    3  .      .      .      .      .         .
    4  .      .      US-A2  .      .         .
    ; turn US 9
"""
LOWEST_VALUE = """
       a      b      c      d      e      f
    1  .      .      .      .      .      .
    2  .      G1-T1  .      .      US-I1  .
    3  .      .      .      .      .      .
    4  .      .      US-T1  .      .      .
    ; turn US 9
"""
DEAREST = """
       a      b      c      d      e      f
    1  .      .      .      .      .      .
    2  .      SU-B1  .      .      G1-F1  .
    3  .      .      .      .      .      .
    4  .      .      G1-B1  .      .      .
    ; turn G1 9
"""
GREENEST = """
       a      b      c      d         e      f
    1  .      .      .      .         .      .
    2  .      G1-T1  .      .         US-T1  .
    3  .      .      .      .         .      .
    4  .      .      .      US-T2:x2  .      .
    ; turn US 9
"""


@clause("AA-13.6")
@pytest.mark.parametrize(
    ("picture", "target", "letters"),
    [
        (DESTROYS, "US-T1", "a"),
        (NEXT_TO_A_FACTORY, "US-I1", "b"),
        (NO_RETURN_FIRE, "US-A1", "c"),
        (BOMBER, "US-B1", "d"),
        (NEAR_A_FACTORY, "US-I1", "e"),
        (ON_A_FACTORY, "US-I1", "f"),
        (EXPERIENCED, "US-A1", "h"),
        (LOWEST_VALUE, "US-I1", "i"),
        (GREENEST, "US-T1", "k"),
    ],
)
def test_each_attack_priority_decides_where_those_above_do_not(picture: str, target: str, letters: str) -> None:
    match = automas_turn(picture)
    found = {target: letters for unit, target, letters, _ in told(match, "automa_target") if "I1" not in str(unit)}
    assert found == {target: letters}


@clause("AA-13.6")
def test_of_two_it_attacks_the_one_that_was_attacked_before() -> None:
    """g: the Pak 40 has fired at the one, so the Tiger goes for it too."""
    match = automas_turn(ATTACKED)
    assert [fields[:3] for fields in told(match, "automa_target")] == [("G1-A1", "US-T1", "c"), ("G1-T1", "US-T1", "g")]


@clause("AA-13.6")
def test_the_dearer_of_two_of_the_same_attack_value_is_attacked() -> None:
    """j: fighters alone look for bombers, so the Il-2 takes the Me 262 for 6 rather than the Ju 88 for 5."""
    match = automas_turn(DEAREST, factions=("germany-1",), automa="ussr")
    assert chosen(match) == ("G1-F1", "j")


@clause("AA-13.6")
def test_what_the_priorities_leave_open_is_drawn() -> None:
    twins = GREENEST.replace(":x2", "   ")
    targets = {}
    for lot in ("throw 1", "throw 2"):
        match = automas_turn(twins, lot)
        _, target, letters, lots = told(match, "automa_target")[0]
        targets[lot] = (target, letters, lots)
    assert targets == {"throw 1": ("US-T1", "", 1), "throw 2": ("US-T2", "", 1)}
    assert "G1-T1 (Tiger) chooses US-T2 (M4 Sherman); by lot [AA-13.6]" in log(match, since=0)


@clause("AA-13.6")
def test_only_what_it_can_damage_is_a_target() -> None:
    """A hurt Pak 40 deals two hits: one damage to a tank in the open, none to a tank in a forest."""
    pictures = """
       a      b      c         d      e
    1  .      .      .         .      .
    2  .      .      G1-A1:d3  .      {}
    3  .      .      .         .      .
    ; turn US 9
    """
    assert chosen(automas_turn(pictures.format(".:US-T1"))) == ("US-T1", "c")
    sheltered = automas_turn(pictures.format("f:US-T1"))
    assert not told(sheltered, "automa_target")
    assert "G1-A1 (Pak 40) can follow none of its orders and stays [AA-13.5]" in log(sheltered, since=0)


@clause("AA-13.5", "AA-13.6", "AA-13.7")
def test_the_rulebooks_german_tank() -> None:
    """A is out of reach, B would need seven hits; of the Howitzers C and D, which cannot answer, D knows more."""
    match = automas_turn(
        """
           a      b      c      d      e         f      g      h      i      j
        1  .      .      .      .      .         .      .      .      .      US-I1:d5
        2  .      .      G1-T1  .      US-A1     .      .      .      .      .
        3  .      .      .      .      .         .      .      .      .      .
        4  .      .      .      .      US-A2:x2  .      .      .      .      .
        5  .      .      US-I2:d2      .         .      .      .      .      .      .
        6  .      G1-I1  .      .      .         .      .      .      .      .
        ; turn US 9; moved G1-I1; flags a12:G1 c12:US
        """
    )
    tank = [fields[1:] for fields in told(match, "automa_target") if fields[0] == "G1-T1"]
    assert tank == [("US-A2", "ch", 0)]
    sentence = (
        "G1-T1 (Tiger) chooses US-A2 (M114 Howitzer); attack priority c: cannot return fire; "
        "attack priority h: the most experienced [AA-13.6]"
    )
    assert sentence in log(match, since=0)
    assert told(match, "fixed_hits")[-1] == ("G1-T1", "US-A2", 6, NONE)


@clause("AA-13.5", "AA-13.6", "AA-13.7")
def test_the_rulebooks_german_flak() -> None:
    """Four hits destroy A or B; A has more experience; of two hexes in range the Flak takes the one farther away."""
    match = automas_turn(
        """
           a      b      c      d      e      f            g            h
        1  .      s      s      s      s      .            .            .
        2  s      G2-A1  .      .      s      .            .            .
        3  .      s      s      s      s      US-A1:d3:x2  .            .
        4  .      .      .      .      US-T1  .            US-A2:d3:x1  .
        ; turn US 9
        """,
        automa="germany-2",
    )
    assert chosen(match) == ("US-A1", "ah")
    assert told(match, "destroyed") == [("US-A1", "f3", "G2-A1")]
    assert told(match, "automa_hex") == [("G2-A1", "c2", "d", 0)]
    assert where(match, "US-A1") == "gone"


@clause("AA-13.6")
def test_a_gun_that_can_fight_at_distance_1_fires_from_where_it_is_not_answered() -> None:
    match = automas_turn(
        """
           a      b      c      d
        1  .      .      .      .
        2  .      G1-A1  US-T1  .
        3  .      .      .      .
        ; turn US 9
        """
    )
    assert chosen(match) == ("US-T1", "c")
    ((_, _, *dice, quiet),) = told(match, "battle")
    assert dice == [0, 0, 0, 4, 0]
    assert quiet == FROM_AFAR
