"""rules.interception: enemies next to its way stop a unit, and have to attack it then."""

from drumhead import CHANCE, OVER, Match, load
from tests.games.aces_armor.draw import battle, log, offers, part, play, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_refused, notations

LANE = """
       a      b      c      d      e
    1  s      s      G1-I1  s      s
    2  US-T1  .      .      .      .
    3  s      s      s      s      .
    4  s      s      s      s      G1-T1
    ; round 5; turn US 9
"""


@clause("AA-6.1")
def test_a_unit_that_comes_next_to_an_enemy_may_be_stopped_there() -> None:
    match = battle(LANE)
    play(match, "move US-T1 c2")
    assert_choices(match, "G1", "let-pass", "intercept G1-I1")
    play(match, "intercept G1-I1")
    assert where(match, "US-T1") == "c2", "b2 is not beside c1, c2 is"
    assert part(match, "arrows") == "G1-I1>US-T1"


@clause("AA-6.1")
def test_from_contact_to_contact_it_is_asked_again() -> None:
    match = battle(LANE.replace("1  s      s      G1-I1  s  ", "1  s      s      s      G1-I1"), movement="announced")
    play(match, "move US-T1 e2")
    stops = []
    while match.game.letters[match.to_act] == "G1":
        stops.append(where(match, "US-T1"))
        play(match, "let-pass")
    assert stops == ["c2", "d2", "e2"]
    assert where(match, "US-T1") == "e2"


@clause("AA-6.1")
def test_nobody_is_stopped_over_a_friend() -> None:
    match = battle(LANE.replace("2  US-T1  .      .  ", "2  US-T1  .      US-I1"))
    play(match, "move US-T1 b2-c2-d2")
    assert where(match, "US-T1") == "d2", "c2 is beside the enemy, but a friend stands there"
    assert match.game.letters[match.to_act] == "US"


@clause("AA-6.1", "AA-7.2")
def test_only_a_unit_that_could_attack_the_mover_beside_it_intercepts() -> None:
    air = LANE.replace("US-T1", "US-F1")
    stopped = battle(air)
    play(stopped, "move US-F1 b2-c2")
    assert_choices(stopped, "G1", "let-pass", "intercept G1-I1")
    tank = battle(air.replace("G1-I1", "G1-T2"))
    play(tank, "move US-F1 b2-c2-d2")
    assert where(tank, "US-F1") == "d2", "a tank cannot attack aircraft"
    gun = battle(LANE.replace("G1-I1", "G2-A1").replace("G1", "G2"), factions=("us", "germany-2"))
    play(gun, "move US-T1 d2")
    assert where(gun, "US-T1") == "d2", "an 8.8 does not reach a neighbour"


@clause("AA-6.1")
def test_owners_are_asked_in_turn_order_after_the_mover_and_each_unit_may_join() -> None:
    match = battle(
        """
           a      b      c      d
        1  s      G2-T1  G1-T1  s
        2  US-I1  .      .      .
        3  SU-T1  G2-I1  G1-I1  s
        ; round 5; turn US 17
        """,
        players=4,
    )
    play(match, "move US-I1 b2")
    # There G1's infantry on c3 and both of G2's stand next to it; the ally on a3 is not asked.
    assert_choices(match, "G1", "let-pass", "intercept G1-I1")
    play(match, "let-pass")
    assert_choices(match, "G2", "let-pass", "intercept G2-I1", "intercept G2-T1")
    play(match, "intercept G2-I1")
    assert_choices(match, "G2", "let-pass", "intercept G2-T1")
    play(match, "intercept G2-T1")
    assert where(match, "US-I1") == "b2"
    assert part(match, "arrows") == "G2-I1>US-I1 G2-T1>US-I1"


@clause("AA-6.2")
def test_each_unit_intercepts_one_enemy_until_its_owners_next_turn() -> None:
    match = battle(LANE.replace("2  US-T1  .      .  ", "2  US-I1  .      US-T1") + "; arrows G1-I1>US-T1")
    play(match, "move US-I1 b2")
    assert where(match, "US-I1") == "b2"
    assert match.game.letters[match.to_act] == "US", "its one arrow is used"


@clause("AA-6.2")
def test_no_unit_intercepts_twice_in_a_turn_of_the_automa_even_if_the_first_enemy_fell() -> None:
    def questions(**options: object) -> int:
        game = load("aces-armor", mode="solo", factions=("us",), automa="germany-1", **options)
        match = Match.from_position(game, "units US-I1@e4 G1-F1@b6:d5 G1-T1@g6; round 5; turn US")
        play(match, "end-movement")
        asked = 0
        while match.to_act != OVER and part(match, "turn").startswith("G1"):
            if match.to_act == CHANCE:
                match.roll((1,) * len(match.state.throw()))
            else:
                asked += 1
                play(match, "intercept US-I1")
        assert where(match, "G1-F1") == "gone"
        return asked

    assert questions() == 1, "the Me 262 fell by return fire; the Tiger that comes next is not stopped"
    assert questions(rulings="1") == 2


@clause("AA-6.2")
def test_in_another_turn_a_unit_whose_arrow_is_gone_may_intercept_again() -> None:
    picture = """
           a      b      c      d      e
        1  .      .      .      .      .
        2  SU-T1  .      G2-I1  US-T1{} .
        3  .      .      .      G1-T1  .
        4  .      .      .      .      .
        ; arrows G2-I1>US-T1; round 5; {}
    """
    fell = battle(picture.format(":d5", "turn G1 18; moved G1-T1; pending declare"), players=4)
    play(fell, "attack G1-T1 US-T1", "hits 6")
    assert (where(fell, "US-T1"), part(fell, "arrows")) == ("gone", "")
    play(fell, "move SU-T1 b2")
    assert_choices(fell, "G2", "let-pass", "intercept G2-I1")
    lives = battle(picture.format("   ", "turn SU 19"), players=4)
    play(lives, "move SU-T1 b2")
    assert lives.game.letters[lives.to_act] == "SU", "its arrow points at US-T1"


@clause("AA-6.2")
def test_a_unit_that_has_intercepted_is_refused_in_the_same_turn() -> None:
    match = battle(LANE.replace("2  US-T1  .      .      .  ", "2  US-T1  .      .      G1-I2") + "; intercepted G1-I1")
    assert part(match, "intercepted") == "G1-I1"
    play(match, "move US-T1 c2")
    assert_choices(match, "G1", "let-pass", "intercept G1-I2")
    assert_refused(match, "intercept G1-I1", "AA-6.2")


@clause("AA-6.2")
def test_a_unit_that_was_stopped_may_still_attack() -> None:
    match = battle(LANE)
    play(match, "move US-T1 c2", "intercept G1-I1")
    assert "attack US-T1 G1-I1" in notations(match)


@clause("AA-6.3")
def test_an_interceptor_neither_moves_nor_attacks_another_and_has_to_attack() -> None:
    match = battle(LANE.replace("2  US-T1  .      .  ", "2  US-I1  .      US-T1") + "; arrows G1-I1>US-T1")
    play(match, "end-movement", "end-declaring")
    assert part(match, "turn").startswith("G1")
    assert_refused(match, "move G1-I1 b1", "AA-6.3")
    play(match, "end-movement")
    assert_choices(match, "G1", "attack G1-I1 US-T1")
    assert_refused(match, "end-declaring", "AA-6.3")
    play(match, "attack G1-I1 US-T1", "hits 0 0")
    assert part(match, "arrows") == "", "then the arrow is taken away"


@clause("AA-6.3")
def test_an_interceptor_whose_enemy_is_gone_or_out_of_reach_acts_freely() -> None:
    picture = LANE.replace("2  US-T1  .      .  ", "2  US-T1  .      US-I1:d5")
    match = battle(picture.replace("US 9", "US 9; pending declare") + "; arrows G1-I1>US-I1")
    play(match, "end-declaring")
    assert_refused(match, "move G1-I1 b1", "AA-6.3")
    thaw = battle("a b\n1 ~:G1-T1 US-T1\n; arrows G1-T1>US-T1; round 5; turn US 9; pending money", weather=True)
    play(thaw, "throw 1")
    assert part(thaw, "arrows") == "", "it intercepted on ice"
    assert log(thaw)[-1] == "G1-T1 (Tiger) no longer has to attack US-T1 (M4 Sherman) [AA-6.3]"
    assert offers(thaw, "move G1-T1")


@clause("AA-6.3")
def test_an_interceptor_whose_enemy_is_crushed_in_its_own_turn_stays_but_attacks_whom_it_likes() -> None:
    match = battle(
        """
           a      b      c      d
        1  .      .      US-I1  .
        2  G1-I2  F:US-T1 G1-I1 .
        ; flags b2:US; arrows G1-I1>US-T1; round 5; turn US 9; pending declare
        """
    )
    play(match, "end-declaring", "move G1-I2 b2")
    assert (where(match, "US-T1"), part(match, "arrows")) == ("gone", "")
    assert not offers(match, "move G1-I1")
    assert_choices(match, "G1", "end-declaring", "attack G1-I1 US-I1")


@clause("AA-6.4")
def test_a_factory_is_occupied_even_if_the_infantry_is_intercepted_on_it() -> None:
    match = battle(
        """
           a      b      c
        1  .      .      .
        2  US-I1  F      G1-I1
        ; round 5; turn US 9
        """
    )
    play(match, "move US-I1 b2", "intercept G1-I1")
    assert (part(match, "flags"), part(match, "arrows")) == ("b2:US", "G1-I1>US-I1")
