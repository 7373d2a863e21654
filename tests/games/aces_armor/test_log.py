"""text.events, automa.words: what happened, in sentences with clauses, and to nobody who may not know it."""

import re
from random import Random

import pytest

from drumhead import Match, load
from drumhead.core.state import CHANCE, OVER
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.game import AUTOMA_ACTED, AcesArmor
from drumhead.games.aces_armor.text.events import ENDINGS, PLAIN, SPECIAL
from drumhead.games.aces_armor.text.events import EVENTS as EVENT_WORDS
from tests.games.aces_armor.draw import battle
from tests.games.aces_armor.draw import play as table_play

EVENTS = dict(re.findall(r"^    (\w+) +(AA-\d+\.\d+)", encoding.__doc__ or "", re.MULTILINE))


@pytest.fixture(scope="module")
def force() -> Force:
    game = load("aces-armor", players=4, mission="v2")
    assert isinstance(game, AcesArmor)
    return game.force


def test_every_event_of_the_engine_has_a_sentence() -> None:
    assert set(EVENTS) - {AUTOMA_ACTED} <= set(PLAIN) | set(SPECIAL), "all but what is told to nobody"
    reasons = [
        value for name, value in vars(encoding).items() if name in ("FACTORIES", "HELD_OUT", "NO_UNITS", "SHORE")
    ]
    assert set(reasons) <= set(ENDINGS)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (("turn", "AA-3.1", 2, 1), "round 2: Germany 1 [AA-3.1]"),
        (("income", "AA-9.1", 0, 1, 4), "United States receives 1 coin and has 4 [AA-9.1]"),
        (("income", "AA-9.1", 0, 2, 5), "United States receives 2 coins and has 5 [AA-9.1]"),
        (("gave", "AA-9.4", 0, 2, 4, 3), "the United States gives 4 coins, the Soviet Union receives 3 [AA-9.4]"),
        (("armies", "AA-2.4", 1, 5), "Germany 1 acts with armies 1+3 [AA-2.4]"),
        (("armies", "AA-2.4", 1, 2), "Germany 1 acts with army 2 [AA-2.4]"),
        (("weather", "AA-12.2", 5), "the weather: fog, nobody intercepts [AA-12.2]"),
        (("move", "AA-4.1", 0, 0, (1,)), "US-I1 (Rifle Infantry) moves from a1 to b1 [AA-4.1]"),
        (("move", "AA-4.1", 0, 0, (1, 2)), "US-I1 (Rifle Infantry) moves from a1 to c1 by way of b1-c1 [AA-4.1]"),
        (
            ("occupied", "AA-5.1", 0, 44, 1),
            "US-I1 (Rifle Infantry) occupies the factory e3, which was held by Germany 1 [AA-5.1]",
        ),
        (
            ("battle", "AA-8.2", 0, 8, 12, 3, 9, 0, 0, encoding.ANSWERS),
            "with 12 dice and 3 red ones; US-T1 (M4 Sherman) answers with 9 dice [AA-8.2]",
        ),
        (
            ("battle", "AA-8.2", 0, 8, 12, 0, 0, 0, 0, encoding.FROM_AFAR),
            "with 12 dice; US-T1 (M4 Sherman) does not return fire: it is attacked from afar [AA-8.2]",
        ),
        (
            ("battle", "AA-8.2", 0, 8, 12, 0, 0, 0, 0, encoding.NO_ANTI_AIR),
            "US-T1 (M4 Sherman) does not return fire: it has no anti-air [AA-8.2]",
        ),
        (
            ("battle", "AA-8.2", 0, 8, 0, 0, 0, 2, 1, encoding.ANSWERS),
            "with 2 fixed hits; US-T1 (M4 Sherman) answers with 1 fixed hit [AA-8.2]",
        ),
        (
            ("hits", "AA-8.4", 0, 8, 1, encoding.NONE),
            "US-I1 (Rifle Infantry) scores 1 hit on US-T1 (M4 Sherman) [AA-8.4]",
        ),
        (("hits", "AA-8.4", 0, 8, 3, 0), "scores 3 hits on US-T1 (M4 Sherman), which scores 0 [AA-8.4]"),
        (
            ("damaged", "AA-8.5", 0, 2, 3, 8, 1, 2),
            ", sheltered by forest, takes 2 damage from US-T1 (M4 Sherman), 3 in all [AA-8.5]",
        ),
        (
            ("automa_hex", "AA-13.6", 0, 44, "f", 0),
            "goes to e3; movement priority f: nearest in points to the next unit of its own [AA-13.6]",
        ),
        (
            ("end", "AA-10.2", 2, encoding.EMPTY_LEVEL),
            "a draw: nobody has a unit left, and factories are level [AA-10.2]",
        ),
        (("launched", "AA-12.1", 96, 44, 1), "the rocket destroys the factory e3 [AA-12.1]"),
        (("launched", "AA-12.1", 96, 44, 0), "the rocket misses the factory e3 [AA-12.1]"),
        (("token_turned", "AA-12.1", 44, 1), "the token on e3 is the V2: all others are taken away [AA-12.1]"),
        (("declared", "AA-7.1", 96, 44, 255), "the V2 will fire at the factory e3 [AA-7.1]"),
        (
            ("automa_order", "AA-13.5", 0, "others", 1),
            "US-I1 (Rifle Infantry), order 1: move into range and attack [AA-13.5]",
        ),
        (
            ("automa_target", "AA-13.6", 0, 8, "c", 0),
            "US-I1 (Rifle Infantry) chooses US-T1 (M4 Sherman); attack priority c: cannot return fire [AA-13.6]",
        ),
        (("automa_hex", "AA-13.6", 0, 44, "", 1), "US-I1 (Rifle Infantry) goes to e3; by lot [AA-13.6]"),
        (("automa_saves", "AA-13.9", 0, 2, 3), "United States saves for a M4 Sherman; coins: 3 [AA-13.9]"),
        (("end", "AA-10.1", 1, encoding.FACTORIES), "Germany wins: enough factories are held [AA-10.1]"),
        (
            ("end", "AA-10.2", 2, encoding.LEVEL),
            "a draw: the last round is over, factories and units are level [AA-10.2]",
        ),
    ],
)
def test_an_event_is_told(force: Force, raw: tuple[object, ...], said: str) -> None:
    assert str(EVENT_WORDS.tell(raw, force)).endswith(said)


def test_a_move_a_stop_and_a_battle_are_told_in_order() -> None:
    match = battle(
        """
           a      b      c      d
        1  .      .      .      .
        2  US-I1  .      G1-T1  .
        3  .      US-T1  .      .
        ; turn US 5; round 3
        """
    )
    match.push("move US-I1 b1")
    match.push("intercept G1-T1")
    told = [str(event) for event in match.log()]
    assert told == [
        "US-I1 (Rifle Infantry) moves from a2 to b1 [AA-4.1]",
        "G1-T1 (Tiger) intercepts US-I1 (Rifle Infantry) on b1 [AA-6.1]",
        "US-I1 (Rifle Infantry) has to end its move on b1 [AA-6.1]",
    ]


def play(match: Match, rng: Random, steps: int) -> None:
    for _ in range(steps):
        if match.to_act == CHANCE:
            match.roll()
        elif match.to_act != OVER:
            match.push(rng.choice(match.legal_actions))


def test_picks_and_splits_are_told_to_their_owner_and_later_to_all() -> None:
    match = Match(load("aces-armor", players=4, sets="1+4"), seed=2)
    play(match, Random(2), 14)
    own = [event.data["event"] for event in match.log(0)]
    assert own.count("pick") == 4
    assert [event.data["event"] for event in match.log(1)].count("pick") == 4
    assert "pick" not in [event.data["event"] for event in match.log(None)]
    assert {match.done(step, 1) for step in range(4)} == {"pick ?"}
    play(match, Random(3), 50)
    told = [event.data["event"] for event in match.log(None)]
    assert "unveiled" in told
    assert told.count("pick") == 16


def test_where_the_v2_is_hidden_is_told_to_nobody() -> None:
    game = load("aces-armor", players=4, mission="v2")
    position = (
        "units US-T1@a9 G1-T1@j2 SU-T1@a12 G2-T1@j9 V2@hidden; tokens c2 d2 e2; round 0; turn G1 0; pending hide:G1"
    )
    match = Match.from_position(game, position, seed=1)
    match.push("hide d2")
    assert str(match.log(0)[0]) == "Germany 1 has hidden the V2 among the grey tokens [AA-12.1]"
    assert [match.done(0, seat) for seat in (0, 1, 2, 3, None)] == ["hide ?", "hide d2", "hide ?", "hide d2", "hide ?"]
    assert (
        match.view(0)["hidden"] == match.view()["hidden"] == [{"hex": hex_, "v2": None} for hex_ in ("c2", "d2", "e2")]
    )
    assert [token["v2"] for token in match.view(3)["hidden"]] == [False, True, False]
    assert "V2@hidden" in game.write_position(match.state.observe(2))
    assert "V2@d2" in game.write_position(match.state.observe(1))


@pytest.mark.slow
def test_a_battle_is_told_in_the_order_of_its_causes() -> None:
    """Why nobody answers, the forest row, the loss, and only then what was learned from it."""
    match = battle(
        """
           a      b      c      d
        1  .      f:G1-I1:d4    .      .
        2  .      .      .      .
        3  US-A1  .      .      G1-T1
        ; turn US 5; round 3; pending declare
        """
    )
    table_play(match, "attack US-A1 G1-I1", "hits 6")
    gun, foe = "US-A1 (M114 Howitzer)", "G1-I1 (Grenadiers)"
    dice = match.steps[-1].faces
    assert dice is not None
    assert [str(event) for event in match.log()] == [
        f"{gun} will attack {foe} on b1 [AA-7.1]",
        f"{gun} attacks {foe} with {len(dice)} dice; {foe} does not return fire: it is attacked from afar [AA-8.2]",
        f"{gun} scores 6 hits on {foe} [AA-8.4]",
        f"{foe}, sheltered by forest, would suffer 3 damage from {gun}; 2 is all it can take [AA-8.5]",
        f"{foe} is destroyed on b1 by {gun} [AA-8.6]",
        f"{gun} gains 2 experience and has 2 [AA-8.7]",
        "the United States: the turn is over [AA-3.1]",
        "round 3: Germany 1 [AA-3.1]",
    ]


def test_damage_beyond_what_a_unit_can_take_is_said_to_be_more() -> None:
    match = battle("a b c\n1 US-A1 . G1-I1:d5\n; turn US 5; round 3; pending declare")
    table_play(match, "attack US-A1 G1-I1", "hits 6")
    wanted = "G1-I1 (Grenadiers) would suffer 3 damage from US-A1 (M114 Howitzer); 1 is all it can take [AA-8.5]"
    assert wanted in [str(event) for event in match.log()]


def test_a_katyusha_without_dice_is_not_said_to_throw_any() -> None:
    picture = "a b\n1 . G1-I1\n2 . .\n3 SU-A1 .\n; turn SU 5; round 3; pending declare"
    match = battle(picture, diceless=True, factions=("ussr", "germany-1"))
    table_play(match, "shell SU-A1 b1", "end-declaring")
    told = [str(event) for event in match.log()]
    assert told[1] == "SU-A1 (Katyusha) shells b1 and all around it, without dice [AA-11.1]"
    assert told[2] == "SU-A1 (Katyusha) scores 4 hits in and around b1 [AA-11.1]"


def test_who_occupied_or_only_moved_is_not_said_to_have_attacked() -> None:
    match = battle("a b c\n1 US-I1 F G1-A1\n2 US-T1 . .\n; turn US 5; round 3")
    table_play(match, "move US-I1 b1")
    infantry = next(unit for unit in match.view(0)["units"] if unit["key"] == "US-I1")
    assert infantry["attacked"], "it has no attack left"
    assert "no attack left" in match.text(0, width=200)
    assert "attacked" not in match.text(0, width=200)
    solo = {"mode": "solo", "factions": ("us",), "automa": "germany-1"}
    asked = battle(
        "a b c d e\n1 US-I1 . . . .\n2 . . . . .\n3 . . . . G1-T1\n; units G1-I1@j9; round 5; turn US", **solo
    )
    table_play(asked, "end-movement")
    assert asked.to_act == 0
    foot = next(unit for unit in asked.view(0)["units"] if unit["key"] == "G1-I1")
    assert (foot["moved"], foot["attacked"], foot["acted"]) == (False, False, True)


def test_a_single_coin_is_one_coin() -> None:
    picture = "a b\n1 F F\n2 . G1-A1\n; units US-T1@a5 SU-T1@c5; flags a1:US; coins US:{} SU:9; turn US 17; round 5; "
    for coins, words in ((1, "1 coin: buy"), (2, "2 coins: buy")):
        match = battle(picture.format(coins) + "pending money", players=4)
        assert str(match.prompt).startswith(f"United States: {words}")


def test_a_player_of_two_factions_does_not_ask_himself() -> None:
    picture = "a b\n1 F F\n2 . US-A1\n; units G1-T1@a5 SU-T1@e5; flags a1:G1; coins G1:1 G2:9; turn G1 18; round 5; "
    match = battle(picture + "pending money", players=3, alone="germany")
    table_play(match, "ask")
    assert str(match.prompt).endswith("give some of your 9 coins to your other faction, Germany 1, or keep them")


def test_fixed_hits_are_told_as_hits_and_so_is_the_answer() -> None:
    match = battle("a b\n1 US-T1 G1-T1\n; turn US 5; round 3; pending declare", diceless=True)
    table_play(match, "attack US-T1 G1-T1", "end-declaring")
    one, other = "US-T1 (M4 Sherman)", "G1-T1 (Tiger)"
    told = [str(event) for event in match.log()]
    assert told[1] == f"{one} attacks {other} with 5 fixed hits; {other} answers with 6 fixed hits [AA-8.2]"
    assert told[2] == f"{one} scores 5 hits on {other}, which scores 6 [AA-11.3]"
    plain = match.text(0, plain=True).replace("\n  ", " ")
    assert "G1-T1, Tiger (tank), on b1, 6 fixed hits" in plain
    assert "dice" not in plain


def test_when_the_last_units_of_both_teams_fall_the_last_round_is_not_said_to_be_over() -> None:
    match = battle("a b\n1 US-T1:d5 G1-T1:d5\n; flags a12:US; turn US 5; round 3; pending declare")
    table_play(match, "attack US-T1 G1-T1", "hits 6 6")
    assert str(match.outcome) == "the Allies win: nobody has a unit left, more factories are held [AA-10.2]"


def test_what_the_automa_did_before_the_first_decision_of_a_position_is_told() -> None:
    game = load("aces-armor", mode="solo", factions=("us",), automa="germany-1")
    position = "units US-T1@b2 G1-T1@b4; automa G1; round 5; turn G1 10; pending automa:1:0:0:0"
    match = Match.from_position(game, position, seed=1)
    assert [event.data["event"] for event in match.log()][:2] == ["automa_order", "move"]
    assert match.log(since=1) == []
