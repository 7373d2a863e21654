"""notation, engine.audit: positions are read back; what cannot be is refused in one sentence."""

from pathlib import Path
from random import Random

import pytest

from drumhead import Match, load
from drumhead.core.errors import DrumheadError
from drumhead.core.state import CHANCE, OVER
from drumhead.games.aces_armor.game import AcesArmor
from drumhead.games.aces_armor.notation.position import WORDS
from tests.games.aces_armor.draw import battle

FULL = (
    "units US-I1@b2:d2:x3:a1 US-T2@c4 G1-I1@b3:a3 G1-T1@d4:d1; arrows G1-I1>US-I1; flags a12:US; coins US:4 G1:1; "
    "round 3; turn US 5; first US; moved US-I1; spent US-I1; mending US-T2; orders US-I1>b3; pending turn-end money "
    "income battles declare"
)
PICTURE = """
   a      b      c      d
1  .      .      .      .
2  .      US-I1  .      .
3  .      G1-I1  .      .
; turn US
"""

FOES = "units US-T1@b2 G1-T1@d4"
BESIDE = "units US-T1@b2 G1-T1@b3"


def test_a_short_position_has_usual_values() -> None:
    match = battle(PICTURE)
    assert match.position == (
        "units US-I1@b2 G1-I1@b3; round 1; turn US 1; first US; pending turn-end money income battles declare move"
    )
    assert match.to_act == 0


def test_what_stands_below_a_pending_step_need_not_be_written() -> None:
    match = battle(f"{PICTURE}; pending declare")
    assert match.position.endswith("pending turn-end money income battles declare")
    asked = battle(f"{PICTURE}; path c2; pending walk:US-I1 intercept:G1:US-I1:0")
    assert asked.to_act == 1
    assert asked.position.endswith("battles declare move walk:US-I1 intercept:G1:US-I1:0")


@pytest.mark.parametrize("seed", range(8))
def test_positions_of_random_battles_read_back(seed: int) -> None:
    rng = Random(seed)
    match = Match(AcesArmor.random(rng), seed=seed)
    while match.to_act != OVER and len(match.steps) < 150:
        read = match.game.read_position(match.position)
        assert read.pack() == match.state.pack()
        assert match.game.write_position(read) == match.position
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("nonsense", "begins no part of a position; they are automa, units"),
        ("units US-T1@b2; units G1-T1@b3", "units stands twice"),
        ("units US-T1", "is no unit; write one as US-T1@f7:d2:x3:a1"),
        ("units US-T1@b2 US-T1@b3", "US-T1 stands twice"),
        ("units US-T1@b2 G1-T1@b2", "G1-T1 and US-T1 both stand on b2 [AA-4.5]"),
        ("units US-T1@b2:d6", "damage is a number from 1 to 5, not '6'"),
        ("units US-T1@hidden", "only V2 is hidden, and units are in hand [AA-12.1]"),
        ("units US-T1@m2", "beyond the border of the half that is played [AA-1.4]"),
        ("units US-T1@b2; flags b2:US", "there is no factory on b2 [AA-5.3]"),
        ("units US-T1@b2; flags c5", "is not written as one:other"),
        ("units US-T1@c5", "is inside a factory that is not its team's [AA-4.5]"),
        ("units US-T1@a8", "is in water [AA-4.2]"),
        ("units US-T1@b2; arrows US-T1>G1-T1", "G1-T1 is not on the map [AA-6.2]"),
        ("units US-T1@b2 US-T2@b3; arrows US-T1>US-T2", "has intercepted a friend [AA-6.1]"),
        ("units US-T1@b2; weather hail", "'hail' is no weather; it is normal, frost"),
        ("units US-T1@b2; pending party", "is not a pending step; they are pick, lay"),
        ("units US-T1@b2; pending roll:US-T1", "'roll:US-T1' is written as roll:UNIT:HEX"),
        ("units US-T1@b2; pending automa", "'automa' is written as automa:PHASE:FIRST:SECOND:STAGE"),
        ("units US-T1@b2; round 31", "is past the last [AA-10.2]"),
        ("units US-T1@b2; coins US:many", "coins is a number from 0 to 500, not 'many'"),
        ("units US-T1@b2; tokens b4", "grey tokens without a V2 [AA-12.1]"),
        ("units US-T1@b2; mending US-T1", "repaired outside an own factory [AA-9.3]"),
        ("units US-T1@b2; automa G1", "the Automa cannot play 'G1' in this battle [AA-1.2]"),
        ("units US-T1@b2 G1-T1@d4; pending roll:US-T1:b3", "there is no enemy to fight [AA-8.1]"),
        ("units US-T1@b2 G1-T1@b3; pending rockets:US-T1:b3", "only rockets are aimed at a hex [AA-11.1]"),
        ("units US-T1@b2 G1-T1@b3; path d5; pending walk:US-T1", "a path is torn [AA-4.4]"),
        ("units US-T1@b2 G1-T1@d4; pending walk:US-T1 intercept:US:US-T1:0", "there is nobody to intercept [AA-6.1]"),
        (f"{FOES}; pending automa:1:0:0:0", "the Automa does not play in this battle [AA-1.2]"),
        ("units US-T1@b2; pending hide:G1", "hide is pending only with the steps below it [AA-3.1]"),
        ("units US-T1@z2", "there is no hex 'z2'; they run from a1 to j15"),
        ("units US-T1@b2; orders US-T1>b3 US-T1>b3; pending declare", "a unit attacks twice [AA-7.1]"),
        ("", "there is no position; one begins with units, such as units US-T1@f7 G1-T1@h7"),
        (" ; ", "there is no position"),
        ("round 3", "team Allies has no units left and plays on [AA-10.1]"),
        ("units US-T1@b2", "team Germany has no units left and plays on [AA-10.1]"),
        ("units G1-T1@b2", "team Allies has no units left and plays on [AA-10.1]"),
        (f"{FOES}; flags c5:US c5:G1", "c5 stands twice among the flags"),
        (f"{FOES}; coins US:1 us:2", "us stands twice among the coins"),
        (f"{FOES}; arrows G1-T1>US-T1 G1-T1>US-T1", "g1-t1 stands twice among the arrows"),
        (f"{FOES}; weather mud", "the weather does not change in this battle [AA-12.2]"),
        (f"{FOES}; round 0", "in round 0, before the first turn, nobody takes a turn [AA-3.1]"),
        (f"{FOES}; round 2; turn US 7", "turn 7 is in round 4, not in round 2 [AA-2.3]"),
        (f"{FOES}; round 1; turn G1 1; first US", "turn 1 is that of US if US began, not of G1 [AA-2.3]"),
        (f"{FOES}; round 1; pending first-roll:3", "a turn has begun and the set-up is pending [AA-2.3]"),
        (f"{FOES}; arrows G1-T1>US-T1", "the arrow of G1-T1 points at US-T1, which is not beside it [AA-6.1]"),
        ("units US-F1@b2 G1-T1@b3; arrows G1-T1>US-F1", "G1-T1 cannot have intercepted US-F1 [AA-6.1]"),
        (f"{BESIDE}; arrows US-T1>G1-T1", "US-T1 has intercepted and is not among the moved [AA-6.3]"),
        (f"{FOES}; spent US-T1; orders US-T1>d4; pending declare", "d4 is out of range of US-T1 [AA-7.2]"),
        (f"{BESIDE}; orders US-T1>b3; pending declare", "has declared its attack and is not among the spent [AA-7.1]"),
        (f"{BESIDE}; spent US-T1; orders US-T1>b3; pending money", "no battles are to come [AA-7.1]"),
        (f"{BESIDE} US-I1@b1; spent US-T1; orders US-T1>b1; pending declare", "US-T1 attacks a friend on b1 [AA-7.1]"),
        (
            "units US-T1@b2 G1-F1@b3; spent US-T1; orders US-T1>b3; pending declare",
            "US-T1 has no anti-air and attacks an aircraft on b3 [AA-7.2]",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(position: str, said: str) -> None:
    with pytest.raises(DrumheadError) as refused:
        load("aces-armor").read_position(position)
    assert said in str(refused.value)


def test_the_automa_of_a_battle_may_be_named_and_its_turn_read() -> None:
    for automa in ("germany-1", "random"):
        game = load("aces-armor", mode="solo", factions=("us",), automa=automa)
        match = Match.from_position(game, f"automa G1; {FOES}; round 5; turn G1 10", seed=1)
        assert "automa_order" in [event.data["event"] for event in match.log()]
        with pytest.raises(DrumheadError, match=r"the Automa's turn has no such phase \[AA-13.3\]"):
            game.read_position(f"automa G1; {FOES}; round 5; turn G1 10; pending declare")
        with pytest.raises(DrumheadError, match=r"it is not the Automa's turn \[AA-3.1\]"):
            game.read_position(f"automa G1; {FOES}; round 5; turn US 9; pending automa:1:0:0:0")
    with pytest.raises(DrumheadError, match="the Automa cannot play 'G2' in this battle"):
        load("aces-armor", mode="solo", automa="germany-1").read_position(f"automa G2; {FOES}")


def test_what_is_left_out_of_round_turn_and_first_follows_from_the_rest() -> None:
    def told(more: str) -> str:
        read = load("aces-armor").read_position(f"{FOES}; {more}")
        return load("aces-armor").write_position(read).partition("; ")[2].partition("; pending")[0]

    assert told("turn G1") == "round 1; turn G1 2; first US"
    assert told("round 4") == "round 4; turn US 7; first US"
    assert told("turn G1 7") == "round 4; turn G1 7; first G1"
    assert told("first G1") == "round 1; turn G1 1; first G1"
    assert told("round 3; turn US; first G1") == "round 3; turn US 6; first G1"


@pytest.mark.parametrize(
    ("mission", "position", "said"),
    [
        ("v2", "units US-T1@b2 G1-T1@b4", "there is no V2 [AA-12.1]"),
        ("v2", "units US-T1@b2 V2@d4; flags o4:US c5:US h5:SU s5:US o7:US", "a team has won and plays on [AA-12.1]"),
        ("bulge", "units US-T1@b5 G1-T1@{shore}", "a German tank is at the sea and plays on [AA-12.3]"),
        ("bulge", "units US-T1@b5 G1-I1@b6", "Germany has neither a tank nor a factory and plays on [AA-12.3]"),
    ],
)
def test_a_mission_that_is_won_is_not_played_on(mission: str, position: str, said: str) -> None:
    game = load("aces-armor", players=4, mission=mission)
    assert isinstance(game, AcesArmor)
    board = game.force.board
    shore = [board.names[hex_] for hex_ in board.hexes if board.shore[hex_] and board.factory_at[hex_] < 0]
    with pytest.raises(DrumheadError) as refused:
        game.read_position(position.format(shore=shore[0] if shore else ""))
    assert said in str(refused.value)


def test_the_formats_page_names_every_part_of_a_position() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
    section = page.partition("(Aces & Armor)")[2].partition("\n## ")[0]
    for word in WORDS:
        assert f"`{word}" in section, word


def test_every_part_of_a_position_is_kept() -> None:
    match = battle("a b\n1 . .\n; " + FULL.replace("mending US-T2; ", ""))
    assert match.position == FULL.replace("mending US-T2; ", "")
    assert match.view()["declared"] == [{"attacker": "US-I1", "hex": "b3", "target": "G1-I1", "state": "waiting"}]
