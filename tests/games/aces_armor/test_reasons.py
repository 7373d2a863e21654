"""refusals: every refusal has a reason and a clause."""

import pytest

from drumhead import Match, load
from tests.games.aces_armor.draw import battle
from tests.kit.clauses import clause

FRONT = """
       a      b      c      d      e      f
    1  US-A1  .      .      ~      .      .
    2  .      US-T1  .      ~      .      .
    3  .      US-I1  F      ^      .      .
    4  .      US-B1  G1-I1  .      .      .
    5  f      US-M1  .      .      G1-F1  .
"""


def reason(match: Match, notation: str) -> str:
    refusal = match.why(notation)
    assert refusal is not None, f"{notation} is legal"
    return str(refusal)


@pytest.mark.parametrize(
    ("more", "notation", "said"),
    [
        ("turn US", "move US-T1 b2", "US-T1 (M4 Sherman) already stands on b2 [AA-4.4]"),
        ("turn US", "move US-T1 f9", "US-T1 (M4 Sherman) does not reach f9, 9 hexes away: its speed is 4 [AA-4.1]"),
        ("turn US", "move US-B1 j11", "US-B1 (B-17) does not reach j11, 11 hexes away: its speed is 7 [AA-4.3]"),
        ("turn US", "move US-T1 d1", "d1 is water; only infantry and aircraft go there [AA-4.2]"),
        ("turn US", "move US-I1 d1", "entering d1 takes the whole move, from beside it [AA-4.2]"),
        ("turn US", "move US-T1 b3", "US-I1 (Rifle Infantry) stands on b3: one unit to a hex [AA-4.5]"),
        ("turn US", "move US-T1 c4", "G1-I1 (Grenadiers) stands on c4: one unit to a hex [AA-4.5]"),
        ("turn US", "move US-T1 c3", "the factory c3 is neutral; only infantry may enter it [AA-5.1]"),
        (
            "turn US",
            "move US-M1 c3",
            "the factory c3 is neutral; US-M1 (Jeep Infantry) must begin its move next to it [AA-5.1]",
        ),
        ("turn US", "move US-T1 c3-c4", "the factory c3 is neutral and cannot be passed [AA-4.5]"),
        ("turn US", "move US-B1 c4-d4", "G1-I1 (Grenadiers) stands on c4; nobody passes an enemy [AA-4.5]"),
        ("turn US", "move US-I1 c3-d3", "entering c3 takes the whole move, from beside it [AA-5.1]"),
        ("turn US; moved US-T1", "move US-T1 b1", "US-T1 (M4 Sherman) has moved already [AA-4.4]"),
        ("turn US", "move G1-I1 c5", "G1-I1 (Grenadiers) is not yours to command now [AA-1.1]"),
        ("turn US", "move US-T2 c5", "US-T2 (M4 Sherman) is not on the map [AA-4.1]"),
        (
            "turn US",
            "attack US-T1 G1-I1",
            "not now; United States: move your units, or end movement [AA-3.1]",
        ),
        (
            "turn US; moved US-I1; arrows US-I1>G1-I1",
            "move US-I1 a3",
            "US-I1 (Rifle Infantry) intercepted G1-I1 (Grenadiers): it cannot move and has to attack it [AA-6.3]",
        ),
        ("turn US; pending declare", "attack US-T1 G1-I1", "c4 is 2 hexes away; US-T1 (M4 Sherman) reaches 1 [AA-7.2]"),
        ("turn US; pending declare", "attack US-A1 b1", "there is nobody on b1 to attack [AA-7.1]"),
        ("turn US; pending declare", "attack US-I1 US-T1", "US-T1 (M4 Sherman) is a friend [AA-7.1]"),
        (
            "turn US; pending declare; spent US-I1",
            "attack US-I1 G1-I1",
            "has occupied a factory and cannot attack in this turn [AA-5.1]",
        ),
        (
            "turn US; pending declare; spent US-I1; orders US-I1>c4",
            "attack US-I1 G1-I1",
            "US-I1 (Rifle Infantry) has declared its attack already [AA-7.1]",
        ),
        (
            "turn US; pending declare; arrows US-I1>G1-I1; moved US-I1",
            "end-declaring",
            "US-I1 (Rifle Infantry) intercepted G1-I1 (Grenadiers) and has to attack it [AA-6.3]",
        ),
        ("turn US; pending money; coins US:9; flags a12:US", "buy tank b1", "there is no factory on b1 [AA-9.2]"),
        (
            "turn US; pending money; coins US:9; flags a12:US",
            "buy tank c12",
            "the factory c12 is neutral, not yours [AA-9.2]",
        ),
        (
            "turn US; pending money; coins US:3; flags a12:US",
            "buy tank a12",
            "M4 Sherman costs 5 coins, you have 3 [AA-9.2]",
        ),
        (
            "turn US; pending money; coins US:9; flags a12:US",
            "repair US-T1",
            "US-T1 (M4 Sherman) is not in a factory of yours [AA-9.3]",
        ),
        (
            "turn US; pending money; coins US:9; flags a12:US",
            "give 4",
            "you have no ally with coins of its own [AA-9.4]",
        ),
        ("turn US", "time-out", "no clock runs in this battle [AA-11.4]"),
    ],
)
def test_a_refusal_names_what_stands_in_the_way(more: str, notation: str, said: str) -> None:
    assert reason(battle(f"{FRONT}; {more}"), notation).endswith(said)


@clause("AA-7.2", "AA-11.2")
def test_without_anti_air_nobody_attacks_an_aircraft() -> None:
    match = battle(
        """
           a      b      c      d
        1  .      US-T1  .      .
        2  US-B1  G1-F1  US-I1  .
        ; turn US; pending declare
        """
    )
    assert (
        reason(match, "attack US-T1 G1-F1")
        == "US-T1 (M4 Sherman) has no anti-air and cannot attack G1-F1 (Me 262) [AA-7.2]"
    )
    assert (
        reason(match, "attack US-B1 G1-F1") == "US-B1 (B-17) has no anti-air and cannot attack G1-F1 (Me 262) [AA-11.2]"
    )
    assert [str(action) for action in match.legal_actions] == ["end-declaring", "attack US-I1 G1-F1"]


@clause("AA-6.1", "AA-6.2", "AA-7.2")
def test_a_unit_that_cannot_intercept_is_told_why() -> None:
    match = battle(
        """
           a      b      c      d      e      f
        1  .      G1-I1  .      .      .      .
        2  G1-I2  .      G1-T1  .      .      .
        3  US-I1  US-F1  .      .      G1-I3  .
        4  .      .      .      .      .      .
        ; turn US; arrows G1-I2>US-I1
        """,
    )
    match.push("move US-F1 b2")
    assert [str(action) for action in match.legal_actions] == ["let-pass", "intercept G1-I1"]
    assert reason(match, "intercept G1-I2").endswith("has intercepted US-I1 (Rifle Infantry) already [AA-6.2]")
    assert reason(match, "intercept G1-T1").endswith("has no anti-air and cannot stop an aircraft [AA-7.2]")
    assert reason(match, "intercept G1-I3").endswith("does not stand next to US-F1 (P-51 Mustang) [AA-6.1]")
    assert reason(match, "intercept US-I1").endswith("is not yours to command now [AA-6.1]")


@clause("AA-2.4")
def test_a_resting_army_is_named() -> None:
    match = battle(
        """
           a         b      c
        1  US-T1:a1  .      US-I1:a2
        2  .         .      .
        3  G1-I1     .      .
        ; turn US 1; pending brake
        """
    )
    assert reason(match, "use 1+2") == "you act with 1 army now [AA-2.4]"
    match.push("use 2")
    assert reason(match, "move US-T1 a2") == "US-T1 (M4 Sherman) is of army 1, which does not act in this turn [AA-2.4]"


@clause("AA-12.4")
def test_a_tank_does_not_climb_a_mountain() -> None:
    match = battle("a b c\n1 . ^ .\n2 US-T1 . .\n3 . . G1-I1\n; turn US", mountains=True)
    assert reason(match, "move US-T1 b1") == "b1 is a mountain; tanks do not climb it [AA-12.4]"


@clause("AA-2.2")
def test_placing_goes_ring_by_ring_on_ground_that_bears_the_unit() -> None:
    picture = """
           a      b      c      d
        1  .      .      .      .
        2  .      G1-I1  F      .
        3  .      ~      .      .
        ; units US-T1@hand:a1 US-I1@hand:a2 US-A1@hand:a1; round 0; turn US 0; first US; pending place:US:1:b2
    """
    match = battle(picture)
    assert reason(match, "place US-T1 b2") == "b2 is taken [AA-4.5]"
    assert reason(match, "place US-T1 c2") == "c2 is a factory, and nobody starts in one [AA-2.2]"
    assert reason(match, "place US-T1 b3") == "b3 is water; only infantry and aircraft start there [AA-2.2]"
    assert reason(match, "place US-T1 d1") == "d1 is too far from b2: nearer rings are filled first [AA-2.2]"
    assert reason(match, "place US-I1 b1").endswith("does not lie on start token 1 [AA-2.2]")


def test_a_refusal_does_not_tell_where_the_v2_is() -> None:
    """[AA-12.1] Whatever an Ally tries, the words are the same wherever the V2 stands."""
    game = load("aces-armor", players=4, mission="v2")
    tokens = "c2 d2 e2 c3 d3"
    answers = set()
    for there in tokens.split():
        position = f"units US-T1@a9 G1-T1@j2 SU-T1@a12 G2-T1@j9 V2@{there}; tokens {tokens}; turn US"
        match = Match.from_position(game, position, seed=1)
        answers.add(tuple(str(match.why(f"move US-T1 {hex_}")) for hex_ in tokens.split()))
        answers.add(("launch", *(str(match.why(f"launch {hex_}")) for hex_ in tokens.split())))
    assert len(answers) == 2


@clause("AA-12.1")
def test_on_a_grey_token_nobody_is_intercepted() -> None:
    match = battle(
        """
           a      b      c      d
        1  .      .      .      .
        2  G1-M1  .      .      .
        3  .      US-I1  s      .
        4  .      .      .      .
        ; units SU-I1@a9 G2-I1@s9 V2@t2; tokens b2 t2; turn G1 5; round 2
        """,
        players=4,
        mission="v2",
    )
    match.push("move G1-M1 b2-c2")
    assert match.view()["units"][1]["hex"] == "c2"
    assert [event.data["event"] for event in match.log()] == ["move"]


@clause("AA-12.2")
def test_what_a_storm_puts_out_of_range_is_refused_by_the_storm() -> None:
    picture = "a b c d e f\n1 US-A1 . G1-I1 . . G1-I3\n; round 5; turn US 9; weather storm; pending declare"
    match = battle(picture, weather=True)
    assert reason(match, "attack US-A1 G1-I3").endswith("in the storm US-A1 (M114 Howitzer) reaches 4 [AA-12.2]")


@clause("AA-1.3")
def test_a_pick_that_is_not_open_is_told_why() -> None:
    match = Match(load("aces-armor", sets="1+4"), seed=1)
    assert reason(match, "pick artillery").endswith("below M114 Howitzer too few would be left [AA-1.3]")
    match.push("pick special")
    assert reason(match, "pick special").startswith("you have picked")
    assert reason(match, "pick infantry") == "you have passed Rifle Infantry over: picks go down the mat [AA-1.3]"
