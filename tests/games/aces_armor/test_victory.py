"""rules.victory, rules.missions: how battles are won, and the missions."""

import pytest

from drumhead import CHANCE, OVER, Match, load
from drumhead.games.aces_armor.box.maps import STANDARD
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.game import AcesArmor
from tests.games.aces_armor.draw import battle, log, offers, part, play, where
from tests.kit.clauses import clause
from tests.kit.play import assert_refused, notations

TAKE = """
       a      b      c      d
    1  .      .      .      .
    2  US-I1  F      .      .
    3  .      .      .      .
    4  .      .      .      G1-A1
"""


def ended(match: Match) -> tuple[str, str]:
    """Why a match ended, and by which clause."""
    assert match.outcome is not None, "the battle goes on"
    return str(match.outcome.reason), match.outcome.clause


@pytest.mark.parametrize(
    ("held", "options"),
    [
        ("a12:US c12:US e12:US", {}),
        ("a12:US c12:US", {"short": True}),
        ("a12:US c12:SU e12:US k12:SU m12:US", {"players": 4}),
        ("a12:US c12:SU k12:SU m12:US", {"players": 4, "short": True}),
    ],
)
@clause("AA-10.1")
def test_a_team_with_enough_factories_wins_at_once(held: str, options: dict[str, object]) -> None:
    turn = "US 17" if options.get("players") else "US 9"
    match = battle(f"{TAKE}; flags {held}; round 5; turn {turn}", **options)
    play(match, "move US-I1 b2")
    assert match.to_act == OVER
    assert ended(match)[1] == "AA-10.1"
    assert match.outcome is not None
    assert match.outcome.returns == ((1.0, -1.0, 1.0, -1.0) if options.get("players") else (1.0, -1.0))
    less = battle(f"{TAKE}; flags {held.partition(' ')[2]}; round 5; turn {turn}", **options)
    play(less, "move US-I1 b2")
    assert less.outcome is None


LAST = """
       a      b      c      d
    1  .      .      .      .
    2  .      US-T1:d5 G1-I1:d5 .
    3  .      .      .      .
    ; round 5; turn US 9; pending declare
"""


@clause("AA-10.1")
def test_a_team_without_units_has_lost() -> None:
    match = battle(LAST)
    play(match, "attack US-T1 G1-I1", "hits 2 0")
    assert ended(match)[1] == "AA-10.1"
    crushed = battle(TAKE.replace("G1-A1", ".    ").replace("F  ", "F:G1-T1") + "; flags b2:G1; round 5; turn US 9")
    play(crushed, "move US-I1 b2")
    assert ended(crushed)[1] == "AA-10.1"


@clause("AA-10.1")
def test_one_of_four_without_units_keeps_flags_coins_and_turn_and_may_buy() -> None:
    picture = LAST.replace(
        "turn US 9; pending declare", "turn US 17; pending declare; units G2-I1@a9; flags a12:G1; coins G1:3"
    )
    match = battle(picture, players=4)
    play(match, "attack US-T1 G1-I1", "hits 2 0")
    assert match.outcome is None
    assert part(match, "turn").startswith("G1")
    assert offers(match, "buy") == "a12 a12 a12", "four coins by then: both kinds of infantry, and the gun"
    play(match, "buy infantry a12")
    assert (part(match, "flags"), where(match, "G1-I1")) == ("a12:G1", "a12")


@clause("AA-10.1", "AA-10.2")
def test_if_both_teams_lose_their_last_units_at_once_the_battle_is_judged() -> None:
    match = battle(LAST + "; flags a12:G1")
    play(match, "attack US-T1 G1-I1", "hits 2 2")
    assert ended(match)[1] == "AA-10.2"
    assert match.outcome is not None
    assert match.outcome.returns == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("more", "returns"),
    [
        ("flags a12:US", (1.0, -1.0)),
        ("flags a12:US; units G1-T2@a9", (1.0, -1.0)),
        ("flags a12:US c12:G1; units G1-T2@a9", (-1.0, 1.0)),
        ("units US-T2@a9 G1-I2@a8", (1.0, -1.0)),
        ("units US-I1@a9 US-I2@a8 US-I3@a7 G1-I2@a6 G1-A1@i9", (0.0, 0.0)),
    ],
)
@clause("AA-10.2")
def test_after_the_last_round_factories_count_then_the_cost_of_units(more: str, returns: tuple[float, float]) -> None:
    picture = (
        LAST.replace("US-T1:d5", "US-I4").replace("G1-I1:d5", ".").replace("round 5; turn US 9", "round 3; turn G1 6")
    )
    picture = picture.replace(
        "pending declare",
        f"pending turn-end; units G1-I1@j1; {more}".replace("units G1-I1@j1; units", "units G1-I1@j1"),
    )
    match = battle(picture, max_rounds=3)
    assert ended(match)[1] == "AA-10.2"
    assert match.outcome is not None
    assert match.outcome.returns == returns


@clause("AA-10.2")
def test_random_play_comes_to_its_end_by_the_limit() -> None:
    match = battle(LAST.replace("round 5; turn US 9", "round 2; turn G1 4"), max_rounds=3)
    play(match, "end-declaring")
    assert part(match, "round") == "3"


V2 = """
       a      b      c      d      e      f
    1  .      .      .      .      .      .
    2  US-I1  .      .      .      .      .
    3  .      .      .      .      .      .
    4  .      .      .      .      .      G1-I1
"""


def hunt(
    picture: str = V2, more: str = "tokens c2 e2 e4; units V2@e4", turn: str = "US 17", **options: object
) -> Match:
    """A battle of the V2 mission under way."""
    units = more.partition("units ")[2]
    tokens = more.partition(";")[0]
    return battle(f"{picture}; units {units}; {tokens}; round 5; turn {turn}", players=4, mission="v2", **options)


@clause("AA-12.1")
def test_an_ally_that_comes_next_to_a_token_turns_it_over_and_a_blank_is_removed() -> None:
    match = hunt()
    play(match, "move US-I1 b2")
    assert part(match, "tokens") == "e2 e4"
    assert [line for line in log(match) if "AA-12.1" in line] == ["the token on c2 is blank and taken away [AA-12.1]"]


@clause("AA-12.1")
def test_finding_the_v2_removes_the_other_tokens_and_it_can_be_attacked() -> None:
    match = hunt(V2.replace("2  US-I1  .      .      . ", "2  .      .      .      US-I1"))
    play(match, "move US-I1 d3")
    assert part(match, "tokens") == ""
    assert where(match, "V2") == "e4"
    play(match, "halt")
    assert "attack US-I1 V2" in notations(match)
    play(match, "attack US-I1 V2", "hits 12")
    assert ended(match) == ("the Allies win: the V2 is destroyed", "AA-12.1")


@clause("AA-12.1")
def test_the_v2_takes_damage_by_its_own_table() -> None:
    match = hunt(V2.replace("2  US-I1  .      .      . ", "2  .      .      .      US-I1"))
    play(match, "move US-I1 d3", "halt", "attack US-I1 V2", "hits 5")
    assert (where(match, "V2"), where(match, "US-I1")) == ("e4:d2", "d3:x1")


@clause("AA-12.1")
def test_nobody_ends_on_a_token_and_only_germans_cross_it() -> None:
    match = hunt(V2.replace("2  US-I1  .  ", "2  .      US-I1"))
    assert_refused(match, "move US-I1 c2", "AA-12.1")
    assert_refused(match, "move US-I1 c2-d1", "AA-12.1")
    german = hunt(V2.replace("2  US-I1  .  ", "2  US-I1  G1-T1"), turn="G1 18")
    assert_refused(german, "move G1-T1 c2", "AA-12.1")
    play(german, "move G1-T1 c2-d1")
    assert where(german, "G1-T1") == "d1"
    assert part(german, "tokens") == "c2 e2 e4", "Germans turn nothing over"


@clause("AA-12.1")
def test_once_a_turn_the_v2_fires_at_any_factory_and_destroys_it_above_three() -> None:
    picture = V2.replace("3  .    ", "3  F:US-T1") + "; flags a3:US; pending declare"
    match = hunt(picture, turn="G1 18")
    assert len(offers(match, "launch").split()) == 10
    play(match, "launch a3", "end-declaring")
    assert match.to_act == CHANCE
    miss = Match(match.game, state=match.state)
    play(miss, "throw 3")
    assert part(miss, "flags") == "a3:US"
    play(match, "throw 4")
    assert (part(match, "flags"), where(match, "US-T1")) == ("a3:ruin", "gone")


@clause("AA-12.1")
def test_the_shot_of_the_v2_is_declared_among_the_attacks_and_falls_in_their_order() -> None:
    picture = V2.replace("3  .    ", "3  F:US-T1").replace("2  US-I1  .  ", "2  US-I1  G1-T1")
    match = hunt(picture + "; flags a3:US; pending declare", turn="G1 18")
    play(match, "launch a3", "attack G1-T1 US-T1", "throw 12")
    assert where(match, "US-T1") == "gone"
    assert [line for line in log(match) if "AA-7.1" in line], "the tank comes too late"


@clause("AA-12.1")
def test_a_destroyed_factory_is_standard_ground_and_no_target() -> None:
    match = hunt(V2.replace("3  .    ", "3  F    ") + "; flags a3:ruin")
    assert {"move US-I1 a3", "move US-I1 a4"} <= set(notations(match)), "it is entered and passed"
    play(match, "move US-I1 a3")
    assert (where(match, "US-I1"), part(match, "flags")) == ("a3", "a3:ruin")
    first = hunt(V2.replace("3  .    ", "3  F    ") + "; flags a3:ruin", rulings="1")
    assert_refused(first, "move US-I1 a3", "AA-12.1")
    launch = hunt(V2.replace("3  .    ", "3  F    ") + "; flags a3:ruin; pending declare", turn="G1 18")
    assert len(offers(launch, "launch").split()) == 9
    assert_refused(launch, "launch a3", "AA-12.1")


@clause("AA-12.1")
def test_germany_wins_with_five_factories_destroyed() -> None:
    four = hunt(f"{V2}; flags a12:ruin c12:ruin e12:ruin; pending declare", turn="G1 18")
    play(four, "launch i12", "throw 12")
    assert (part(four, "flags").count("ruin"), four.outcome) == (4, None)
    ruins = "flags a12:ruin c12:ruin e12:ruin g12:ruin; pending declare"
    match = hunt(f"{V2}; {ruins}", turn="G1 18")
    play(match, "launch i12", "throw 12")
    assert ended(match)[1] == "AA-12.1"
    assert match.outcome is not None
    assert match.outcome.returns == (-1.0, 1.0, -1.0, 1.0)


@pytest.mark.parametrize("team", ["US", "G1"])
@clause("AA-12.1")
def test_five_factories_occupied_win_with_the_v2_about_and_no_units_do_not_lose(team: str) -> None:
    picture = TAKE.replace("US-I1", f"{team}-I1").replace("G1-A1", "G2-A1")
    turn = {"US": "US 17", "G1": "G1 18"}[team]
    flags = f"flags a12:{team} c12:{team} e12:{team} g12:{team}"
    match = hunt(f"{picture}; {flags}", "tokens h2; units V2@h2", turn)
    play(match, "move " + team + "-I1 b2")
    assert ended(match)[1] == "AA-12.1"


@pytest.mark.parametrize(
    ("face", "weather"),
    [(1, "normal"), (2, "normal"), (3, "frost"), (4, "frost"), (5, "mud"), (7, "dry"), (10, "storm"), (12, "fog")],
)
@clause("AA-12.2")
def test_a_die_gives_the_weather_after_every_third_turn(face: int, weather: str) -> None:
    match = battle(f"{TAKE}; round 5; turn US 9; pending money; flags a12:US; coins US:3", weather=True)
    play(match, "end-turn")
    assert match.to_act == CHANCE
    play(match, f"throw {face}")
    assert (part(match, "weather") or "normal") == weather
    assert part(match, "turn").startswith("G1")
    other = battle(f"{TAKE}; round 5; turn G1 10; pending money; flags a12:G1; coins G1:3", weather=True)
    play(other, "end-turn")
    assert other.to_act != CHANCE


GROUND = """
       a      b      c      d      e      f
    1  US-T1  ~      ~      ~      ~      .
    2  US-I1  =      =      =      .      .
    3  US-M1  f      f      .      .      .
    4  .      .      .      .      .      .
    5  .      .      .      .      .      .
    6  .      .      .      .      .      G1-A1
    ; round 5; turn US 9
"""


@clause("AA-12.2")
def test_in_frost_water_is_standard_ground_and_units_on_it_fight() -> None:
    match = battle(GROUND + "; weather frost", weather=True)
    assert {"move US-T1 d1", "move US-I1 c1"} <= set(notations(match))
    fight = battle(
        "a b c\n1 ~:US-T1 ~:G1-I1 .\n2 . . .\n; round 5; turn US 9; weather frost; pending declare", weather=True
    )
    play(fight, "attack US-T1 G1-I1", "end-declaring")
    assert len(fight.state.throw()) == 24


@clause("AA-12.2")
def test_at_a_thaw_units_stand_where_they_are_and_may_leave() -> None:
    match = battle("a b c\n1 ~ ~:US-T1 .\n2 . . .\n3 . . G1-A1\n; round 5; turn US 9", weather=True)
    assert "move US-T1 c1" in notations(match)
    assert_refused(match, "move US-T1 a1", "AA-4.2")


@clause("AA-12.2")
def test_mud_slows_and_dryness_speeds() -> None:
    mud = battle(GROUND + "; weather mud", weather=True)
    assert "move US-I1 d2" in notations(mud), "three road hexes at a point each"
    assert_refused(mud, "move US-I1 e2", "AA-4.1")
    assert_refused(mud, "move US-M1 b3-c3-d3", "AA-4.1")
    play(battle(GROUND, weather=True), "move US-M1 b3-c3-d3")
    dry = battle(GROUND + "; weather dry", weather=True)
    play(dry, "move US-I1 a3-a4-b4-c5-d5-e5")
    assert where(dry, "US-I1") == "e5", "six standard hexes at half a point, the friend on a3 passed"


@clause("AA-12.2", "AA-4.1")
def test_an_own_factory_costs_as_much_as_standard_ground_in_every_weather() -> None:
    """Infantry has three points: it crosses the factory b1 and two more hexes, one in mud, five when it is dry."""
    picture = (
        "a b c d e f g\n1 US-I1 F . . . . .\n2 s s s s s s s\n3 . . . . . . G1-A1\n; flags b1:US; round 5; turn US 9"
    )
    farthest = {}
    for weather in ("normal", "mud", "dry"):
        match = battle(f"{picture}; weather {weather}", weather=True)
        farthest[weather] = offers(match, "move US-I1").split()[-1]
    assert farthest == {"normal": "d1", "mud": "c1", "dry": "g1"}


@clause("AA-12.2")
def test_a_storm_shortens_the_range_of_artillery_but_not_below_its_least() -> None:
    picture = """
           a      b      c      d      e      f
        1  US-A1  .      G1-I1  .      G1-I2  G1-I3
        ; round 5; turn US 9; pending declare
    """
    assert offers(battle(picture, weather=True), "attack US-A1") == "G1-I1 G1-I2 G1-I3"
    assert offers(battle(picture + "; weather storm", weather=True), "attack US-A1") == "G1-I1 G1-I2"


@clause("AA-12.2")
def test_in_fog_nobody_intercepts() -> None:
    picture = "a b c d\n1 s G1-I1 s s\n2 US-T1 . . .\n; round 5; turn US 9"
    clear, fog = battle(picture, weather=True), battle(picture + "; weather fog", weather=True)
    for match in (clear, fog):
        play(match, "move US-T1 c2")
    assert clear.game.letters[clear.to_act] == "G1"
    assert where(fog, "US-T1") == "c2"
    assert fog.game.letters[fog.to_act] == "US"


def bulge(units: str, more: str = "", **options: object) -> Match:
    """The battle of the Bulge under way; `{shore}` and `{inland}` stand for a hex beside the sea and one next to it."""
    game = load("aces-armor", players=4, mission="bulge", map="winter", **options)
    assert isinstance(game, AcesArmor)
    board = game.force.board
    pairs = [
        (hex_, near)
        for hex_ in board.hexes
        for near in board.neighbours[hex_]
        if board.shore[hex_] and board.terrain[hex_] == STANDARD == board.terrain[near] and not board.shore[near]
    ]
    shore, inland = (board.names[hex_] for hex_ in pairs[0])
    far = board.names[board.bottom[0]]
    text = f"units {units}; {more or 'round 5; turn G1 18'}".format(shore=shore, inland=inland, bottom=far)
    return Match.from_position(game, text, seed=1)


@clause("AA-12.3")
def test_in_the_bulge_germany_wins_when_a_tank_reaches_the_sea() -> None:
    match = bulge("G1-T1@{inland} US-I1@{bottom}", "round 5; turn G1 18; flags {bottom}:US")
    play(match, next(notation for notation in notations(match) if is_shore(match, notation)))
    assert ended(match)[1] == "AA-12.3"
    assert match.outcome is not None
    assert match.outcome.returns == (-1.0, 1.0, -1.0, 1.0)
    foot = bulge("G1-I1@{inland} G1-T1@{bottom} US-I1@t15", "round 5; turn G1 18; flags {bottom}:G1")
    play(foot, next(notation for notation in notations(foot) if "G1-I1" in notation and is_shore(foot, notation)))
    assert foot.outcome is None, "infantry does not do"


@clause("AA-12.3")
def test_in_the_bulge_a_tank_bought_in_a_factory_by_the_sea_has_not_reached_it_before_it_moves() -> None:
    game = load("aces-armor", players=4, mission="bulge")
    assert isinstance(game, AcesArmor)
    board = game.force.board
    coast = next(board.names[hex_] for hex_ in board.coast if board.shore[hex_])
    more = f"round 5; turn G1 18; flags {coast}:G1; coins G1:20; pending money"
    infantry = play(bulge("US-I1@{inland} G1-A1@t14", more), f"buy infantry {coast}")
    assert infantry.outcome is None
    bought = play(bulge("US-I1@{inland} G1-A1@t14", more), f"buy tank {coast}")
    assert bought.outcome is None, "to reach is a journey"
    there = bulge("US-I1@{inland} G1-A1@t14 G1-T1@" + coast, f"round 6; turn G1 22; flags {coast}:G1")
    play(there, next(move for move in notations(there) if "G1-T1" in move and is_shore(there, move)))
    assert ended(there) == ("Germany wins: a German tank has reached the sea", "AA-12.3")
    match = play(bulge("US-I1@{inland} G1-A1@t14", more, rulings="1"), f"buy tank {coast}")
    assert ended(match) == ("Germany wins: a German tank has reached the sea", "AA-12.3")


def is_shore(match: Match, notation: str) -> bool:
    """Returns whether a move ends beside the sea."""
    state = match.state
    assert isinstance(state, Battle)
    hex_ = state.force.board.grid.read(notation.rsplit(maxsplit=1)[-1])
    return hex_ >= 0 and bool(state.force.board.shore[hex_])


@clause("AA-12.3")
def test_in_the_bulge_the_allies_win_when_germany_has_neither_tank_nor_factory() -> None:
    match = bulge("G1-T1@{inland}:d5 US-T1@{shore} G1-I1@a15", "round 5; turn US 17; pending declare")
    play(match, "attack US-T1 G1-T1", "hits 10 0")
    assert ended(match)[1] == "AA-12.3"
    holds = bulge(
        "G1-T1@{inland}:d5 US-T1@{shore} G1-I1@a15", "round 5; turn US 17; flags {bottom}:G2; pending declare"
    )
    play(holds, "attack US-T1 G1-T1", "hits 10 0")
    assert holds.outcome is None, "a factory can make another"


@clause("AA-12.3", "AA-10.2")
def test_in_the_bulge_the_allies_win_after_the_last_round_and_factories_do_not_count() -> None:
    match = bulge("G1-T1@{inland} US-T1@{shore}", "round 3; turn G2 12; pending turn-end", max_rounds=3)
    assert ended(match)[1] == "AA-12.3"
    assert match.outcome is not None
    assert match.outcome.returns == (1.0, -1.0, 1.0, -1.0)


@clause("AA-12.3", "AA-1.5")
def test_in_the_bulge_both_players_of_a_team_assign_its_factories_in_turn() -> None:
    def assigned(**options: object) -> list[str]:
        match = Match(load("aces-armor", players=4, mission="bulge", **options), seed=1)
        found: list[str] = []
        while not found or match.view()["phase"] == "share":
            if match.view()["phase"] == "share":
                found.append(match.game.letters[match.to_act])
            if match.to_act == CHANCE:
                match.roll()
            else:
                match.push(match.legal_actions[0])
        return found

    assert assigned() == ["US", "SU", "US", "SU", "G1", "G2", "G1"]
    assert assigned(rulings="1") == ["US"] * 4 + ["G1"] * 3


@clause("AA-10.2")
def test_without_a_limit_a_battle_is_never_judged() -> None:
    match = battle(LAST.replace("round 5; turn US 9", "round 200; turn US 399"), max_rounds=0)
    play(match, "end-declaring", "end-movement", "end-declaring")
    assert part(match, "round") == "201"
    assert match.outcome is None
    assert "Round 201" in match.text(0)
    assert "Round 201 of" not in match.text(0)


PEAKS = """
       a      b      c      d      e      f      g      h
    1  US-T1  ^      .      .      .      .      .      .
    2  US-I1  ^      ^      .      .      .      .      .
    3  ^:US-A1 .     .      .      .      .      .      .
    4  .      .      .      .      .      .      .      G1-I1
"""


@clause("AA-12.4")
def test_mountains_cost_a_point_and_a_half_and_no_tank_enters_them() -> None:
    match = battle(PEAKS + "; round 5; turn US 9", mountains=True)
    assert_refused(match, "move US-T1 b1", "AA-12.4")
    assert "move US-I1 c2" in notations(match), "two mountains take three points"
    assert_refused(match, "move US-I1 b2-c2-d2", "AA-4.1")
    plain = battle(PEAKS + "; round 5; turn US 9")
    assert "move US-T1 b1" in notations(plain)
    play(plain, "move US-I1 b2-c2-d2")


@clause("AA-12.4")
def test_artillery_on_a_mountain_reaches_two_hexes_farther() -> None:
    picture = PEAKS + "; round 5; turn US 9; pending declare"
    assert offers(battle(picture, mountains=True), "attack US-A1") == "G1-I1", "seven hexes away"
    assert part(battle(picture), "turn").startswith("G1"), "otherwise there is nothing to declare"
