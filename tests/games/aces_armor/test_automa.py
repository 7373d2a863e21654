"""automa.turn, automa.purchases, automa.interception: armies, fixed hits, rockets, purchases, co-operative play."""

from collections import Counter

import pytest

from drumhead import CHANCE, Match
from drumhead.games.aces_armor.automa.hexes import CRITERIA as HEX_CRITERIA
from drumhead.games.aces_armor.automa.lists import ATTACK, MOVE, ORDERS
from drumhead.games.aces_armor.automa.orders import FOLLOWERS
from drumhead.games.aces_armor.automa.targets import CRITERIA as TARGET_CRITERIA
from drumhead.games.aces_armor.engine.encoding import NONE, WAITING
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.game import AcesArmor
from drumhead.games.aces_armor.rules.combat_math import fixed_hits
from drumhead.games.aces_armor.text.names import key_of, unit_of
from tests.games.aces_armor.automa_turns import automas_turn, state, told
from tests.games.aces_armor.draw import battle, log, part, play, where
from tests.kit.clauses import clause
from tests.kit.play import notations

HOME = """
       a      b      c      d      e      f      g      h      i      j
    1  .      .      .      .      .      .      .      .      .      .
    2  .      F      .      .      .      .      .      .      F      .
    3  .      .      .      .      .      .      .      .      .      .
    4  .      .      .      .      .      .      .      .      .      .
"""


@clause("AA-13.4", "AA-13.5", "AA-13.6")
def test_the_lists_are_those_of_the_rulebook_and_every_line_is_played() -> None:
    assert [order.number for order in ORDERS["infantry"]] == [1, 2, 3, 4, 5, 6]
    assert [order.number for order in ORDERS["others"]] == [1, 2]
    assert "".join(priority.letter for priority in MOVE) == "abcdefg"
    assert "".join(priority.letter for priority in ATTACK) == "abcdefghijk"
    assert {priority.picks for priority in MOVE} == set(HEX_CRITERIA)
    assert {priority.picks for priority in ATTACK} == set(TARGET_CRITERIA)
    assert {order.does for orders in ORDERS.values() for order in orders} == set(FOLLOWERS)


def begun(**options: object) -> Match:
    """A solo battle of the United States against Germany 1, from its beginning."""
    given = {"mode": "solo", "factions": ("us",), "automa": "germany-1", **options}
    return Match(AcesArmor.set_up(**given), seed=3)


def types_of_the_automa(match: Match) -> Counter[str]:
    """The letters of the places on the mat of the units that the Automa begins with."""
    force = state(match).force
    return Counter(key_of(force, unit)[3] for unit in force.at_start[force.automa])


@clause("AA-13.1")
@pytest.mark.parametrize(("difficulty", "more"), [("easy", ""), ("standard", "A"), ("hard", "AI"), ("overkill", "TM")])
def test_the_difficulty_adds_units(difficulty: str, more: str) -> None:
    assert types_of_the_automa(begun(difficulty=difficulty)) == Counter("IMTAFB" + more)


def to_placing(match: Match) -> Match:
    """Plays any actions until the Automa draws from the cup."""
    while match.to_act != CHANCE or "by lot" not in str(match.prompt):
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(match.legal_actions[0])
    return match


@clause("AA-13.2")
@pytest.mark.parametrize(("sets", "number"), [("1", 2), ("2", 4), ("1+4", 2)])
def test_units_are_drawn_from_a_cup_two_two_and_the_rest(sets: str, number: int) -> None:
    match = begun(sets=sets)
    armies: Counter[int] = Counter()
    while len(armies) < 3 or any(hex_ == WAITING for hex_ in state(match).place):
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(match.legal_actions[0])
        f = state(match)
        armies = Counter(f.army[unit] for unit in f.roster[f.force.automa])
    whole = sum(armies.values())
    assert [armies[token] for token in range(3)] == [number, number, whole - 2 * number]


@clause("AA-13.2")
def test_the_first_drawn_stands_on_the_number_and_the_others_clockwise_from_the_top() -> None:
    """Every unit in the cup is as likely as another; the second face is the second unit that is left."""
    match = to_placing(begun())
    f = state(match)
    cup = [unit for unit in f.force.at_start[1] if f.place[unit] == WAITING]
    assert f.throw() == (len(cup),) == (7,)
    start = f.stack[-1] >> 22 & 511
    match.roll((2,))
    assert state(match).place[cup[1]] == start
    assert state(match).throw() == (6,)
    match.roll((6,))
    ground = state(match).force.ground
    free = [hex_ for hex_ in ground.ring(start, 1) if not (ground.water | ground.factories) >> hex_ & 1]
    assert state(match).place[cup[6]] == free[0]


@clause("AA-13.7")
@pytest.mark.parametrize(
    ("marks", "hits"),
    [("", 2), (":d2", 2), (":x3", 4), (":x5", 6), (":d3", 1), (":d4:x3", 2), (":d5:x5", 3)],
)
def test_fixed_hits_of_infantry_are_those_of_the_example(marks: str, hits: int) -> None:
    f = state(battle(f"{HOME}; turn US 9; units G1-I1@b3{marks} US-T1@j9", mode="solo", automa="germany-1"))
    assert fixed_hits(f, unit_of(f.force, "G1-I1")) == hits


@clause("AA-13.7")
def test_a_hurt_howitzer_deals_three_hits_and_nobody_adds_red_dice() -> None:
    match = automas_turn(
        """
           a      b         c      d      e
        1  .      .         .      .      .
        2  .      US-A1:d3  .      .      G1-T1
        3  .      .         .      .      US-T1
        ; turn G1 9; first G1
        """,
        factions=("germany-1",),
        automa="us",
    )
    assert told(match, "fixed_hits")[0] == ("US-A1", "G1-T1", 3, NONE)
    assert all(red == 0 for _, _, _, red, *_ in told(match, "battle"))


@clause("AA-13.7", "AA-8.1")
def test_people_answer_the_automa_with_dice() -> None:
    match = automas_turn(
        """
           a      b      c      d
        1  .      .      .      .
        2  .      G1-T1  US-T1  .
        3  .      .      .      .
        ; turn US 9
        """,
        "throw" + " 5" * 4 + " 6" * 8,
    )
    assert told(match, "hits") == [("G1-T1", "US-T1", 6, 4)]
    assert where(match, "G1-T1").split(":")[1:] == ["d2", "x1"]


@clause("AA-13.8")
def test_the_katyusha_shells_where_it_damages_most_enemies_then_fewest_of_its_own() -> None:
    """The infantry would be destroyed: of the hexes that hit it, d3 hits two more; so does d4, but a T-34 besides."""
    match = automas_turn(
        """
           a      b      c      d         e      f
        1  SU-A1  .      .      .         .      .
        2  .      .      .      .         .      .
        3  .      .      .      G1-I1:d5  .      .
        4  .      .      G1-T1  .         G1-A1  .
        5  .      .      .      SU-T1     .      .
        ; turn G1 9; moved SU-T1
        """,
        factions=("germany-1",),
        automa="ussr",
    )
    assert told(match, "automa_target")[0][:3] == ("SU-A1", "G1-I1", "a")
    ((_, hex_, hurt, _),) = told(match, "automa_blast")
    assert (hex_, hurt) == ("d3", 3)
    assert where(match, "SU-T1").split(":")[0] != "gone"
    assert where(match, "G1-I1") == "gone"
    assert "SU-A1 (Katyusha) aims at d3, which damages 3 enemies [AA-13.8]" in log(match, since=0)


def bought(more: str, coins: int, **options: object) -> list[tuple[object, ...]]:
    """What the Automa buys with two factories, b2 and i2, so many coins before its income of two, and other units."""
    picture = f"{HOME}; turn US 9; flags b2:G1 i2:G1; coins G1:{coins}; units {more}"
    return [fields[:2] for fields in told(automas_turn(picture, **options), "bought")]


@clause("AA-13.9")
def test_it_buys_special_infantry_while_it_has_fewer_than_two_then_tanks() -> None:
    far = "US-T1@j12"
    assert bought(f"G1-I1@a1 {far}", 1) == [("G1-M1", "i2")]
    assert bought(f"G1-I1@a1 G1-I2@a3 {far}", 5) == [("G1-T1", "i2")]


@clause("AA-13.9")
def test_it_goes_on_while_it_can_and_saves_for_what_its_rule_names() -> None:
    """Three coins for the motorcycles, three more for others; a Tiger is too dear for the four that are left."""
    units = "G1-B1@a1 US-T1@j12"
    match = automas_turn(f"{HOME}; turn US 9; flags b2:G1 i2:G1; coins G1:8; units {units}")
    assert [fields[0] for fields in told(match, "bought")] == ["G1-M1", "G1-M2"]
    poor = automas_turn(f"{HOME}; turn US 9; flags b2:G1 i2:G1; coins G1:3; units G1-I1@a1 G1-I2@a3 US-T1@j12")
    assert not told(poor, "bought")
    assert part(poor, "coins") == "G1:5"
    assert "Germany 1 saves for a Tiger; coins: 5 [AA-13.9]" in log(poor, since=0)


TANKS = "G1-T1@a1 G1-T2@a3 G1-T3@c1 G1-T4@c3 G1-I1@d1 G1-I2@d3 US-B1@j12"
GUNS = "G1-A1@e1 G1-A2@e3 G1-A3@f1 G1-A4@f3"


@clause("AA-13.9")
def test_with_four_tanks_it_buys_artillery_and_then_anything_by_lot() -> None:
    assert [unit for unit, _ in bought(TANKS, 2)] == ["G1-A1"]
    picture = f"{HOME}; turn US 9; flags b2:G1 i2:G1; coins G1:5; units {TANKS} {GUNS}"
    kinds = set()
    for lot in range(1, 5):
        match = automas_turn(picture, *["throw 1"] * lots_before_buying(picture), f"throw {lot}")
        kinds.add(told(match, "bought")[0][0])
    assert kinds == {"G1-I3", "G1-M1", "G1-F1", "G1-B1"}, "neither tanks nor guns"


def lots_before_buying(picture: str) -> int:
    """How many throws the Automa's moves take."""
    match = automas_turn(picture)
    thrown = 0
    for step in match.steps:
        if any(event[0] == "income" for event in step.events):
            return thrown + (step.faces is not None)
        thrown += step.faces is not None
    return thrown


@clause("AA-13.9")
def test_it_never_repairs() -> None:
    picture = f"{HOME}; turn US 9; flags b2:G1 i2:G1; coins G1:2; units G1-I1@a1 G1-I2@a3 G1-T1@b2:d4 US-B1@j12"
    match = automas_turn(picture)
    assert part(match, "mending") == ""
    assert part(match, "coins") == "G1:4"


@clause("AA-13.9")
def test_a_new_unit_goes_where_enemy_infantry_can_reach_else_to_the_nearest_enemy() -> None:
    """A tank is next to b2, but infantry can come to i2; without infantry the nearest enemy counts, then the second."""
    own = "G1-I1@a8 G1-I2@b8"
    by_infantry = bought(f"{own} US-T1@b4 US-I1@i5", 5)
    assert by_infantry == [("G1-T1", "i2")]
    nearest = bought(f"{own} US-T1@b4 US-B1@i6", 5)
    assert nearest == [("G1-T1", "b2")]
    more = bought(f"{own} US-T1@b4 US-T2@i4 US-T3@j4", 5)
    assert more == [("G1-T1", "i2")]
    second = bought(f"{own} US-T1@b4 US-T2@i4 US-T3@i8", 5)
    assert second == [("G1-T1", "i2")]


WATCH = """
       a      b      c      d      e      f
    1  .      .      .      .      .      .
    2  US-T1  s      G1-{}  s      .      .
    3  .      .      .      .      .      .
    4  .      .      .      .      .      .
    ; round 5; turn US 9
"""


def walked(picture: str, **options: object) -> Match:
    """The tank goes from a2 to d3; c3 is on its way, next to c2."""
    given = {"mode": "solo", "factions": ("us",), "automa": "germany-1", **options}
    match = play(battle(picture, **given), "move US-T1 a3-b3-c3")
    return play(match, "move US-T1 d3") if "move US-T1 d3" in notations(match) else match


@clause("AA-13.10")
def test_it_intercepts_at_the_first_chance_with_what_can_damage_the_mover() -> None:
    match = walked(WATCH.format("T1"))
    assert part(match, "arrows") == "G1-T1>US-T1"
    assert where(match, "US-T1") == "c3"
    hurt = walked(WATCH.format("I1:d3"))
    assert part(hurt, "arrows") == "", "one hit does a tank no damage"


@clause("AA-13.10")
def test_it_intercepts_with_one_unit_the_one_that_does_most_damage_and_of_these_the_cheapest() -> None:
    crowd = WATCH.format("I1").replace("3  .      .      .      .  ", "3  .      .      .      G1-T1")
    assert part(walked(crowd), "arrows") == "G1-T1>US-T1"
    even = crowd.replace("G1-T1", "G1-I3")
    assert part(walked(even), "arrows").count(">") == 1
    every = part(walked(crowd, interceptors="all"), "arrows")
    assert {"G1-I1>US-T1", "G1-T1>US-T1"} <= set(every.split())


@clause("AA-13.10")
def test_it_lets_alone_who_could_not_go_on() -> None:
    """The infantry has three points and pays all of them for two hexes of forest."""
    options = {"mode": "solo", "factions": ("us",), "automa": "germany-1"}
    cheap = battle("a b c d\n1 s s G1-T1 s\n2 US-I1 f f .\n3 . s s s\n; round 5; turn US 9", **options)
    assert part(play(cheap, "move US-I1 c2"), "arrows") == "", "its move ends there"
    eager = battle(
        "a b c d\n1 s s G1-T1 s\n2 US-I1 f f .\n3 . s s s\n; round 5; turn US 9", **options, interceptors="all"
    )
    assert part(play(eager, "move US-I1 c2"), "arrows") == "G1-T1>US-I1"


@clause("AA-13.10")
def test_by_an_option_it_lets_everybody_pass() -> None:
    match = walked(WATCH.format("T1"), automa_intercepts=False)
    assert (part(match, "arrows"), where(match, "US-T1")) == ("", "d3")


@clause("AA-13.10")
def test_infantry_that_is_about_to_take_a_factory_does_not_intercept() -> None:
    beside = WATCH.format("I1").replace("1  .      .      .   ", "1  .      .      F   ")
    assert part(walked(beside), "arrows") == ""
    barred = beside.replace("1  .      .      F      .", "1  .      .      F      US-I1")
    assert part(walked(barred), "arrows") == "G1-I1>US-T1", "enemy infantry is beside the factory: it cannot take it"


@clause("AA-13.11")
def test_in_co_operative_play_the_automa_has_two_sets_and_what_the_difficulty_adds() -> None:
    match = Match(AcesArmor.set_up(mode="coop", automa="germany-2", difficulty="hard"), seed=1)
    assert types_of_the_automa(match) == Counter("IMTAFB" * 2 + "AI")
    force = state(match).force
    assert [len(force.at_start[faction]) for faction in (0, 2)] == [6, 6]


@clause("AA-13.11")
def test_two_people_fight_the_automa_side_by_side() -> None:
    """It looks at the units of both as enemies, and takes its turn after their shared one."""
    match = automas_turn(
        """
           a      b      c         d
        1  .      .      .         .
        2  .      G1-T1  SU-T1:d4  .
        3  US-T1  .      .         .
        ; turn US 9
        """,
        mode="coop",
        factions=("us", "ussr"),
        half="left",
    )
    assert told(match, "automa_target")[0][:3] == ("G1-T1", "SU-T1", "a")


def test_a_position_in_the_midst_of_its_turn_is_written_read_and_packed() -> None:
    match = begun()
    seen = 0
    while seen < 12:
        f = state(match)
        if match.to_act == CHANCE and "by lot" in str(match.prompt):
            seen += 1
            again = match.game.read_position(match.game.write_position(f))
            assert isinstance(again, Battle)
            again.resume()
            assert (again, again.throw()) == (f, f.throw())
            assert f.unpack(f.pack()).throw() == f.throw()
            assert f.observe(-1).throw() == f.throw(), "whoever looks on may know what is drawn"
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(match.legal_actions[0])


def test_opponents_do_not_look_into_the_lots_of_the_automa() -> None:
    """A position is judged as it stands while the Automa draws; where it attacks, the dice that answer are weighed."""
    match = to_placing(begun())
    assert state(match).is_quiet()
    picture = "a b c\n1 s G1-I1 s\n2 . US-T1 .\n; round 5; turn US 9; path c2; pending walk:US-T1 intercept:G1:US-T1:0"
    assert not state(battle(picture)).is_quiet(), "a unit is on its way"
