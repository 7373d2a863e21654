"""text.actions, text.action_kinds: actions are written and read, paths that are not listed, what is no action."""

import pytest

from drumhead import Match, load
from drumhead.core.errors import IllegalAction, NotationError
from tests.games.aces_armor.draw import battle
from tests.kit.clauses import clause

MARCH = """
       a      b      c      d
    1  .      .      .      .
    2  .      US-T1  .      .
    3  .      .      .      .
    4  .      .      .      G1-T1
    ; turn US
"""


def notations(match: Match) -> list[str]:
    return [action.notation for action in match.legal_actions]


def test_a_move_is_written_with_its_unit_and_its_last_hex() -> None:
    match = battle(MARCH)
    action = match.push("move us-t1 B4")
    assert action is not None
    assert action.notation == "move US-T1 b4"
    assert str(action.words) == "move: US-T1 (M4 Sherman) to b4"
    assert match.view()["units"][0]["hex"] == "b4"


@clause("AA-6.1")
def test_any_legal_path_is_accepted_though_not_listed() -> None:
    match = battle(MARCH)
    roundabout = "move US-T1 b1-c2-c3-b3"
    assert roundabout not in notations(match)
    action = match.push(roundabout)
    assert action is not None
    assert action.notation == roundabout
    assert str(match.log()[0]) == "US-T1 (M4 Sherman) moves from b2 to b3 by way of b1-c2-c3-b3 [AA-4.1]"


def test_a_path_that_is_listed_reads_as_the_listed_move() -> None:
    match = battle(MARCH)
    assert match.game.parse(match.state, "move US-T1 b3-") == match.game.parse(match.state, "move US-T1 b3")
    assert match.push("move US-T1 b3-").notation == "move US-T1 b3"  # type: ignore[union-attr]


@clause("AA-4.1")
def test_a_path_too_long_or_torn_is_refused_with_its_clause() -> None:
    match = battle(MARCH)
    with pytest.raises(IllegalAction, match=r"costs US-T1 \(M4 Sherman\) 5 points, it has 4 \[AA-4.1\]"):
        match.push("move US-T1 b1-c2-c3-b3-b4")
    with pytest.raises(NotationError, match=r"d1 is no neighbour of b2 \[AA-4.1\]"):
        match.push("move US-T1 d1-d2")


@clause("AA-6.1")
def test_ways_past_different_enemies_have_different_notations() -> None:
    match = battle(
        """
           a      b      c      d      e
        1  .      .      .      .      .
        2  .      .      .      .      .
        3  G1-I1  .      s      .      G1-I2
        4  .      .      US-I1  .      .
        ; turn US
        """,
        movement="announced",
    )
    at_once = Match(match.game, state=match.state)
    at_once.push("move US-I1 d3-d2-c2")
    assert [str(action) for action in at_once.legal_actions] == ["let-pass", "intercept G1-I2"]
    match.push("move US-I1 c2")
    assert str(match.prompt) == "United States: US-I1 (Rifle Infantry) goes to c2: say past whom"
    assert notations(match) == ["move US-I1 b3-b2-c2", "move US-I1 d3-d2-c2"]
    assert str(match.legal_actions[1].words).endswith("by way of d3-d2-c2, past G1-I2 (Grenadiers)")
    assert str(match.why("move US-I1 b4")).endswith("goes to c2: say past whom [AA-6.1]")
    stopped = []
    for notation in notations(match):
        twin = Match(match.game, state=match.state)
        twin.push(notation)
        stopped.append(str(twin.legal_actions[1]))
    assert stopped == ["intercept G1-I1", "intercept G1-I2"]


def test_an_end_is_that_of_the_phase() -> None:
    match = battle(MARCH)
    assert match.push("end").notation == "end-movement"  # type: ignore[union-attr]
    match = battle(MARCH + "; pending money; coins US:9; flags a12:US")
    assert match.push("end").notation == "end-turn"  # type: ignore[union-attr]


@clause("AA-11.1")
def test_a_katyusha_shells_a_hex() -> None:
    match = battle(
        """
           a      b      c      d
        1  SU-A1  .      .      G1-I1
        ; turn SU; pending declare
        """,
        factions=("ussr", "germany-1"),
    )
    assert "shell SU-A1 c1" in notations(match)
    assert str(match.why("shell SU-A1 a2")).endswith("reaches from 2 to 4 [AA-7.2]")
    action = match.push("shell SU-A1 d2")
    assert action is not None
    assert (action.clause, str(action.words)) == ("AA-11.1", "SU-A1 (Katyusha) shells d2 and all around it")


def test_attacks_are_read_by_target_and_by_hex() -> None:
    picture = """
           a      b      c
        1  US-T1  G1-I1  .
        ; turn US; pending declare
    """
    match = battle(picture)
    assert match.game.parse(match.state, "attack US-T1 b1") == match.game.parse(match.state, "attack UST1 G1-I1")
    assert notations(match) == ["end-declaring", "attack US-T1 G1-I1"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "is not an action"),
        ("dance", "is not an action; an action begins with one of end-movement"),
        ("move US-T1", "is incomplete; write for example move US-T1 f7"),
        ("move US-T1 b3 c3", "has too many words"),
        ("move US-X1 b3", "there is no unit 'US-X1'; units are called as US-I1 is"),
        ("move G2-T1 b3", "Germany 2 takes no part in this battle [AA-1.2]"),
        ("move US-T9 b3", "units of a type are numbered 1 to 4 [AA-9.2]"),
        ("move US-T1 z9", "there is no hex 'z9'"),
        ("move US-T1 k3", "k3 is beyond the border of the half that is played [AA-1.4]"),
        ("move US-T2 a1-a2", "US-T2 is not on the map [AA-4.1]"),
        ("move US-T1 -", "a path is written as"),
        ("attack US-T1 US-T2", "US-T2 is not on the map [AA-7.1]"),
        ("buy submarine b3", "'submarine' is no type; they are infantry, special, tank"),
        ("give many", "'many' is not a number from 1 to 500"),
        ("shell US-T1 b3", "only a Katyusha shells a hex; US-T1 (M4 Sherman) attacks [AA-11.1]"),
        ("use 1+4", "'4' is not a number from 1 to 3"),
        ("turn 0", "'0' is not a number from 1 to 3"),
        ("assign XX b3", "there is no faction 'XX'; they are US, G1"),
    ],
)
def test_words_that_are_no_action_say_what_would_be_one(words: str, said: str) -> None:
    match = battle(MARCH)
    before = match.position
    with pytest.raises(NotationError) as refused:
        match.push(words)
    assert said in str(refused.value)
    assert match.position == before


def test_every_kind_of_action_of_a_whole_battle_reads_back() -> None:
    for options in ({"players": 4, "mission": "bulge"}, {"players": 4, "mission": "v2"}, {"sets": "1+4"}):
        match = Match(load("aces-armor", max_rounds=2, **options), seed=5)
        verbs = set()
        for _ in range(400):
            match.settle()
            if match.outcome is not None:
                break
            for action in match.legal_actions:
                assert match.game.parse(match.state, action.notation) == action.code
                verbs.add(action.notation.split()[0])
            match.push(match.legal_actions[len(match.steps) * 7 % len(match.legal_actions)])
        assert {"lay", "turn", "place", "use", "move"} <= verbs
        assert ("pick" in verbs) == ("sets" in options)
        assert ("assign" in verbs) == (options.get("mission") == "bulge")
        assert ("hide" in verbs) == (options.get("mission") == "v2")
