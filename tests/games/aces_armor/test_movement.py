"""rules.turns, rules.movement, rules.march: phases, what moving costs, water, aircraft, friends and enemies."""

import pytest

from tests.games.aces_armor.draw import battle, log, offers, part, play, where
from tests.kit.clauses import clause
from tests.kit.play import assert_refused, notations

OPEN = """
       a      b      c      d      e      f      g      h      i      j
    1  =      =      =      =      =      =      =      =      =      =
    2  .      .      .      .      .      .      .      .      .      .
    3  US-M1  .      .      .      .      .      .      .      .      .
    4  .      .      .      .      .      .      .      .      .      .
    5  .      .      .      .      .      .      .      .      .      .
    6  f      f      f      f      .      .      .      .      .      .
    7  US-I1  f      f      f      .      .      .      .      .      .
    8  f      f      f      f      .      .      .      .      .      .
    9  .      .      .      .      .      .      .      .      .      G1-A1
    ; round 5; turn US 9
"""
RIVER = """
       a      b      c      d      e
    1  .      ~      ~      .      .
    2  US-I1  ~      ~      .      .
    3  US-T1  ~      ~      .      .
    4  US-F1  ~      ~      .      G1-A1
    5  .      ~      ~      .      .
    ; round 5; turn US 9
"""


@clause("AA-3.1")
def test_a_turn_is_moving_declaring_fighting_and_money() -> None:
    match = battle(
        """
           a      b      c
        1  F      .      .
        2  .      US-T1  G1-I1
        ; flags a1:US a12:US; coins US:5; round 5; turn US 9
        """
    )
    phases = []
    for step in ("end-movement", "attack US-T1 G1-I1", "end-declaring", "hits 0 0", "end-turn"):
        phases.append(str(match.view(0)["phase"]))
        play(match, step)
    assert phases == ["move", "declare", "declare", "battle", "money"]
    assert part(match, "turn").startswith("G1")


@clause("AA-3.1", "AA-9.3")
def test_repairs_end_before_anything_moves() -> None:
    match = battle(
        """
           a      b      c
        1  F:US-T1:d4    .      G1-I1
        ; flags a1:US a12:G1; coins G1:3; mending US-T1; round 5; turn G1 10; pending money
        """
    )
    play(match, "end-turn")
    assert where(match, "US-T1") == "a1:d1"
    assert part(match, "mending") == ""
    assert str(match.view(0)["phase"]) == "move"


@clause("AA-4.1")
def test_mobile_infantry_goes_five_standard_hexes() -> None:
    match = battle(OPEN)
    assert "move US-M1 f5" in notations(match)
    assert_refused(match, "move US-M1 g6", "AA-4.1")


@clause("AA-4.1")
def test_mobile_infantry_goes_ten_road_hexes() -> None:
    match = battle(OPEN.replace("US-M1", ".    ").replace("1  =    ", "1  =:US-M1"), half="left")
    assert "move US-M1 j1" in notations(match)
    whole = battle(
        """
           a      b      c      d      e      f      g      h      i      j      k      l
        1  =:US-M1 =     =      =      =      =      =      =      =      =      =      =
        2  ~      ~      ~      ~      ~      ~      ~      ~      ~      ~      ~      ~
        3  .      .      .      .      .      .      .      .      .      .      .      G1-A1
        ; turn US
        """,
        players=4,
    )
    assert "move US-M1 k1" in notations(whole), "ten road hexes"
    assert_refused(whole, "move US-M1 l1", "AA-4.1")


@clause("AA-4.1")
def test_infantry_with_three_points_goes_through_two_forests() -> None:
    match = battle(OPEN)
    assert "move US-I1 c7" in notations(match)
    assert_refused(match, "move US-I1 d7", "AA-4.1")


@clause("AA-4.1")
def test_only_the_hex_that_is_entered_is_paid_for() -> None:
    match = battle(
        """
           a      b      c      d      e
        1  f:US-I1 =     =      .      .
        2  f      f      .      .      .
        3  .      .      .      .      G1-A1
        ; turn US
        """
    )
    # Out of the forest along the road: 0.5 + 0.5 + 1 + 1 points.
    assert play(match, "move US-I1 b1-c1-d1-e1")
    assert where(match, "US-I1") == "e1"


@clause("AA-4.1", "AA-5.2")
def test_an_allied_factory_costs_one_point_and_is_passed() -> None:
    match = battle(
        """
           a      b      c      d      e
        1  US-T1  .      .      .      .
        2  .      F      .      .      .
        3  .      .      .      .      G1-A1
        ; flags b2:SU; turn US
        """,
        players=4,
    )
    assert "move US-T1 b2" in notations(match)
    play(match, "move US-T1 b1-b2-c3-d3")
    assert where(match, "US-T1") == "d3"


@clause("AA-4.2")
def test_entering_water_takes_the_whole_move_of_infantry_beside_it() -> None:
    match = battle(RIVER)
    assert {"move US-I1 b1", "move US-I1 b2"} <= set(notations(match))
    assert_refused(match, "move US-I1 c2", "AA-4.2")
    assert_refused(match, "move US-T1 b3", "AA-4.2")
    assert "move US-F1 c2" in notations(match), "aircraft do not care"
    play(match, "move US-I1 b2")
    assert log(match) == ["US-I1 (Rifle Infantry) moves from a2 to b2 [AA-4.2]"]


@clause("AA-4.2")
def test_infantry_leaves_water_at_the_price_of_the_land_and_swims_on_one_hex_a_move() -> None:
    match = battle(RIVER.replace("2  US-I1  ~ ", "2  .      ~:US-I1"))
    # Three points from the water: a1, a2 and what lies two steps on; another water hex is again a whole move.
    assert offers(match, "move US-I1") == "a1 a2 a5 b1 b3 c2 c3"
    play(match, "move US-I1 a2-a1")
    assert log(match) == ["US-I1 (Rifle Infantry) moves from b2 to a1 by way of a2-a1 [AA-4.1]"]


@clause("AA-4.2", "AA-7.2")
def test_a_ground_unit_in_water_neither_attacks_nor_intercepts_nor_answers() -> None:
    match = battle(
        """
           a      b      c      d
        1  .      .      .      .
        2  G1-I1  ~:US-I1 G1-T1 .
        3  .      .      US-T1  .
        ; turn US; pending declare
        """
    )
    assert offers(match, "attack") == "G1-T1", "the tank on land alone"
    play(match, "attack US-T1 G1-T1", "end-declaring")
    assert len(match.state.throw()) == 24, "twelve dice each: the infantry in the water does not support"
    asked = battle(
        """
           a      b      c      d
        1  .      .      .      .
        2  .      ~:US-I1 .     .
        3  G1-T1  .      .      .
        ; turn G1
        """
    )
    play(asked, "move G1-T1 a2")
    assert asked.game.letters[asked.to_act] == "G1", "nobody is asked"
    shot = battle(
        """
           a      b      c      d
        1  .      .      .      .
        2  G1-T1  ~:US-I1 .     .
        ; turn G1; pending declare
        """
    )
    play(shot, "attack G1-T1 US-I1", "end-declaring")
    assert len(shot.state.throw()) == 12, "it is attacked and does not answer"


@clause("AA-4.3")
def test_aircraft_pay_one_point_for_every_hex() -> None:
    match = battle(
        """
           a      b      c      d      e      f      g      h      i      j
        1  US-F1  f      ~      f      ~      s      f      ^      f      .
        2  .      f      ~      f      ~      s      f      ^      f      .
        3  .      .      .      .      .      .      .      .      .      G1-A1
        ; turn US
        """
    )
    assert "move US-F1 i2" in notations(match), "eight hexes"
    assert_refused(match, "move US-F1 j3", "AA-4.5")
    assert_refused(match, "move US-F1 j2", "AA-4.3")


@clause("AA-4.4")
def test_each_unit_moves_once_and_the_rest_of_its_points_is_lost() -> None:
    match = battle(OPEN)
    play(match, "move US-M1 a4")
    assert_refused(match, "move US-M1 a5", "AA-4.4")
    assert all(notation.startswith(("move US-I1", "end")) for notation in notations(match))


@clause("AA-4.4")
def test_no_unit_has_to_move_and_the_phase_ends_when_all_have() -> None:
    match = battle(OPEN)
    play(match, "end-movement")
    assert part(match, "turn").startswith("G1"), "nothing to attack and nothing to buy"
    match = battle(OPEN)
    play(match, "move US-M1 a4", "move US-I1 a6")
    assert part(match, "turn").startswith("G1")


FRIENDS = """
       a      b      c      d
    1  s      s      s      s
    2  US-I1  =:US-T1 =     .
    3  s      s      s      G1-A1
    ; round 5; turn US 9
"""


@clause("AA-4.5")
def test_friends_are_passed_but_not_ended_on() -> None:
    match = battle(FRIENDS)
    assert "move US-I1 c2" in notations(match)
    assert_refused(match, "move US-I1 b2", "AA-4.5")


@clause("AA-4.5")
def test_enemies_are_never_passed_by_aircraft_neither() -> None:
    match = battle(
        """
           a      b      c      d
        1  US-F1  .      .      .
        2  G1-T1  G1-T2  .      .
        ; turn US
        """
    )
    assert_refused(match, "move US-F1 a2-a3", "AA-4.5")
    assert_refused(match, "move US-F1 a2", "AA-4.5")
    assert "move US-F1 a3" in notations(match), "round them"


@pytest.mark.parametrize("flags", ["", "flags b2:G1;"])
@clause("AA-4.5")
def test_neutral_and_enemy_factories_are_never_passed(flags: str) -> None:
    match = battle(
        f"""
           a      b      c      d
        1  US-F1  .      .      .
        2  US-T1  F      .      .
        3  .      .      .      G1-A1
        ; {flags} turn US
        """
    )
    assert_refused(match, "move US-F1 a2-b2-c3", "AA-4.5")
    assert_refused(match, "move US-T1 b2-c3", "AA-4.5")
