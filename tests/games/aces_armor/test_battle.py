"""rules.declare, rules.combat, rules.combat_math: attacks, dice, support, damage, experience, Katyusha and B-17."""

import pytest

from drumhead import CHANCE
from tests.games.aces_armor.draw import battle, log, offers, part, play, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_refused, notations

CLOSE = """
       a      b      c      d
    1  .      .      .      .
    2  .      US-T1  G1-I1  .
    3  .      .      .      .
    4  .      .      .      .
    ; round 5; turn US 9; pending declare
"""


VOID = ["the attack of US-I1 (Rifle Infantry) on c2 falls away: there is nobody left to fight [AA-7.1]"]


def thrown(picture: str, *steps: str, **options: object) -> int:
    """How many dice are thrown after these steps."""
    match = play(battle(picture, **options), *steps)
    if match.to_act != CHANCE:
        match.push("end-declaring")
    assert match.to_act == CHANCE
    return len(match.state.throw())


@clause("AA-7.1")
def test_attacks_are_fought_in_the_order_in_which_they_were_declared() -> None:
    match = battle(CLOSE.replace("3  .      .      .  ", "3  .      .      US-I1"))
    play(match, "attack US-I1 G1-I1", "attack US-T1 G1-I1", "end-declaring")
    assert part(match, "orders") == "US-T1>c2", "the infantry fights first"
    assert "US-I1" in log(match)[-1]
    assert_refused(battle(CLOSE), "attack US-T1 b3", "AA-7.1")


@clause("AA-7.1")
def test_each_unit_attacks_once_and_none_has_to() -> None:
    match = battle(CLOSE.replace("3  .      .      .  ", "3  .      .      G1-T1"))
    assert notations(match) == ["end-declaring", "attack US-T1 G1-I1", "attack US-T1 G1-T1"]
    again = battle(CLOSE.replace("3  .      .      .  ", "3  .      .      US-I1"))
    play(again, "attack US-T1 G1-I1")
    assert_refused(again, "attack US-T1 G1-I1", "AA-7.1")


@clause("AA-7.1")
def test_who_has_declared_is_asked_before_dice_fall_and_who_cannot_is_not() -> None:
    match = battle(CLOSE)
    play(match, "attack US-T1 G1-I1")
    assert_choices(match, "US", "end-declaring")
    assert str(match.prompt) == "United States: all attacks are declared: fight the battles"
    assert match.can_undo(0), "the last attack may still be taken back"
    play(match, "end-declaring")
    assert match.to_act == CHANCE
    nothing = battle(CLOSE.replace("pending declare", "pending move").replace("G1-I1", "  .  ") + "; units G1-I1@a9")
    play(nothing, "end-movement")
    assert part(nothing, "turn").startswith("G1")


@clause("AA-7.1")
def test_an_attack_whose_target_is_gone_is_lost() -> None:
    match = battle(
        CLOSE.replace("3  .      .      .  ", "3  .      .      US-I1").replace("G1-I1", "G1-I1:d5")
        + "; units G1-A1@a9"
    )
    play(match, "attack US-T1 G1-I1", "attack US-I1 G1-I1", "hits 9 0")
    assert where(match, "G1-I1") == "gone"
    assert [line for line in log(match) if "AA-7.1" in line] == VOID
    assert part(match, "turn").startswith("G1"), "nothing more is fought"


@clause("AA-7.1")
def test_an_attack_whose_attacker_is_gone_is_lost() -> None:
    match = battle(
        """
           a      b      c      d      e
        1  SU-A1  .      .      .      .
        2  .      .      G1-I1  SU-I1:d5 .
        3  .      .      .      .      .
        ; units G1-A1@j9; round 5; turn SU 9; first SU; pending declare
        """,
        factions=("ussr", "germany-1"),
    )
    play(match, "shell SU-A1 c2", "attack SU-I1 G1-I1", "hits 3")
    assert where(match, "SU-I1") == "gone", "its own rockets"
    assert "SU-I1 (Strelki)" in [line for line in log(match) if "AA-7.1" in line][-1]
    assert where(match, "G1-I1") == "c2:d2"


@clause("AA-7.1", "AA-8.3")
def test_support_is_counted_when_the_battle_is_fought() -> None:
    match = battle(
        """
           a      b      c      d
        1  .      .      .      .
        2  .      US-I1:d5 G1-I1 .
        3  .      .      US-T2  .
        ; round 5; turn US 9; pending declare
        """
    )
    play(match, "attack US-I1 G1-I1", "attack US-T2 G1-I1", "end-declaring")
    assert len(match.state.throw()) == 6 + 2 + 12, "infantry and a tank"
    play(match, "hits 0 2")
    assert where(match, "US-I1") == "gone"
    assert len(match.state.throw()) == 12 + 12, "the tank is alone by now"


@clause("AA-7.1", "AA-7.2")
def test_range_is_counted_in_hexes_and_nothing_blocks_it() -> None:
    match = battle(
        """
           a      b      c      d      e      f      g
        1  US-A1  f      ^      G1-I1  f      G1-T1  G1-I2
        2  .      G1-A1  .      .      .      .      .
        ; round 5; turn US 9; pending declare
        """
    )
    # A howitzer reaches from 2 to 5 hexes.
    assert offers(match, "attack US-A1") == "G1-A1 G1-I1 G1-T1"
    assert_refused(match, "attack US-A1 G1-I2", "AA-7.2")
    near = battle(CLOSE.replace("US-T1", "US-A1").replace("pending declare", "pending declare; units G1-T1@e5"))
    assert_refused(near, "attack US-A1 G1-I1", "AA-7.2")


@clause("AA-7.2")
def test_only_anti_air_units_attack_aircraft() -> None:
    picture = CLOSE.replace("G1-I1", "G1-F1").replace("3  .      .      .  ", "3  .      .      US-I1")
    match = battle(picture)
    assert notations(match) == ["end-declaring", "attack US-I1 G1-F1"]
    assert_refused(match, "attack US-T1 G1-F1", "AA-7.2")


@clause("AA-8.1")
def test_the_defender_fires_back_only_at_distance_one_and_only_at_what_it_could_attack() -> None:
    assert thrown(CLOSE, "attack US-T1 G1-I1") == 24
    assert thrown(CLOSE.replace("G1-I1", "G1-F1").replace("US-T1", "US-I1"), "attack US-I1 G1-F1") == 24
    assert thrown(CLOSE.replace("US-T1", "US-F1").replace("G1-I1", "G1-T1"), "attack US-F1 G1-T1") == 12
    howitzer = CLOSE.replace("US-T1", "G1-T1").replace("G1-I1", "US-A1").replace("turn US 9", "turn G1 10")
    assert thrown(howitzer, "attack G1-T1 US-A1") == 12
    far = CLOSE.replace("US-T1", "US-A1").replace("2  .      US-A1  G1-I1", "2  US-A1  .      G1-I1")
    assert thrown(far, "attack US-A1 G1-I1") == 12


@clause("AA-8.1")
def test_the_defender_answers_every_attack() -> None:
    match = battle(CLOSE.replace("3  .      .      .  ", "3  .      .      US-T2"))
    play(match, "attack US-T1 G1-I1", "attack US-T2 G1-I1", "end-declaring")
    assert len(match.state.throw()) == 24
    play(match, "hits 0 0")
    assert len(match.state.throw()) == 24


@clause("AA-8.2")
def test_the_number_of_dice_falls_with_the_own_damage() -> None:
    assert thrown(CLOSE.replace("US-T1", "US-T1:d3"), "attack US-T1 G1-I1") == 8 + 12
    assert thrown(CLOSE.replace("G1-I1", "G1-I1:d5"), "attack US-T1 G1-I1") == 12 + 6


SUPPORT = """
       a      b      c      d      e
    1  .      .      US-I1  .      .
    2  .      G2-T1  US-M1  .      .
    3  .      .      .      .      .
    4  .      .      .      .      .
    ; round 5; turn G2 20; pending declare
"""


@clause("AA-8.3")
def test_a_tank_with_infantry_beside_the_target_and_artillery_in_range_has_three_red_dice() -> None:
    picture = SUPPORT.replace("US-I1", ".    ").replace("3  .      .      .  ", "3  .      .      G2-I1")
    both = picture.replace("4  .      .      .      .  ", "4  .      .      .      G2-A1")
    assert thrown(picture, "attack G2-T1 US-M1", players=4) == 12 + 2 + 12
    assert thrown(both, "attack G2-T1 US-M1", players=4) == 12 + 3 + 12


@clause("AA-8.3")
def test_an_aircraft_with_own_tanks_beside_the_target_has_two_and_the_allys_gun_does_not_count() -> None:
    picture = """
           a      b      c      d
        1  .      .      G2-T1  .
        2  .      G2-F1  US-M1  .
        3  .      .      G2-T2  .
        4  .      .      G1-A1  .
        ; round 5; turn G2 20; pending declare
    """
    assert thrown(picture, "attack G2-F1 US-M1", players=4) == 12 + 2 + 12


@clause("AA-8.3")
def test_red_dice_against_an_aircraft_are_for_other_own_aircraft_beside_it() -> None:
    picture = """
           a      b      c      d
        1  .      .      {one}  .
        2  .      G2-F1  US-F1  .
        3  .      .      {two}  .
        ; round 5; turn G2 20; pending declare
    """
    dice = [
        thrown(picture.format(one=one, two=two), "attack G2-F1 US-F1", players=4)
        for one, two in (("G2-F2", "G2-B1"), ("G2-F2", "."), ("G1-F1", "."), ("G2-I1", "G2-T1"))
    ]
    assert dice == [12 + 3 + 12, 12 + 2 + 12, 24, 24]
    ground = picture.format(one="G2-F2", two="G2-I1")
    assert thrown(ground, "attack G2-I1 US-F1", players=4) == 24, "a ground unit has none against aircraft"


@clause("AA-8.3")
def test_there_are_no_red_dice_at_a_distance() -> None:
    picture = """
           a      b      c      d
        1  .      .      US-M1  .
        2  .      G1-T1  G1-I1  .
        3  .      .      .      G1-A1
        ; round 5; turn G1 10; pending declare
    """
    assert thrown(picture, "attack G1-A1 US-M1") == 12


@pytest.mark.parametrize(("points", "hits_on"), [(0, 2), (2, 2), (3, 4), (4, 4), (5, 6), (9, 6)])
@clause("AA-8.4")
def test_infantry_hits_by_its_level(points: int, hits_on: int) -> None:
    match = battle(CLOSE.replace("US-T1", f"US-I1:x{points}"))
    play(match, "attack US-I1 G1-I1")
    play(match, "throw " + " ".join([str(hits_on)] * 3 + [str(hits_on + 1)] * 9 + ["12"] * 12))
    assert "3 hits" in " ".join(log(match)), log(match)


@clause("AA-8.4")
def test_a_recruit_infantry_hits_on_two_and_a_veteran_german_tank_on_eight() -> None:
    match = battle(CLOSE.replace("US-T1", "US-I1").replace("G1-I1", "G1-T1:x3"))
    play(match, "attack US-I1 G1-T1")
    play(match, "throw " + " ".join(["2"] * 2 + ["3"] * 10 + ["8"] * 5 + ["9"] * 7))
    # Two hits do a tank 1 damage; five do infantry in the open 3.
    assert (where(match, "G1-T1"), where(match, "US-I1")) == ("c2:d1:x4", "b2:d3:x1")


@clause("AA-8.5")
def test_five_hits_do_infantry_three_damage_in_the_open_and_two_in_a_forest() -> None:
    for cell, damage in (("G1-I1", "c2:d3"), ("f:G1-I1", "c2:d2")):
        match = battle(CLOSE.replace("G1-I1", cell))
        play(match, "attack US-T1 G1-I1", "hits 5 0")
        assert where(match, "G1-I1") == damage
    match = battle(CLOSE.replace("G1-I1", "f:G1-I1"))
    play(match, "attack US-T1 G1-I1", "hits 6 0")
    assert where(match, "G1-I1") == "c2:d3"


@clause("AA-8.5")
def test_attackers_and_aircraft_never_read_the_forest_row() -> None:
    match = battle(CLOSE.replace("US-T1", "f:US-I1"))
    play(match, "attack US-I1 G1-I1", "hits 0 5")
    assert where(match, "US-I1") == "b2:d3"
    match = battle(CLOSE.replace("US-T1", "US-I1").replace("G1-I1", "f:G1-F1"))
    force = match.game.start().force  # type: ignore[attr-defined]
    force.forest_damage = [[0] * len(row) for row in force.forest_damage]
    play(match, "attack US-I1 G1-F1", "hits 5 0")
    assert where(match, "G1-F1") == "c2:d3"


@clause("AA-8.5")
def test_surplus_hits_are_lost() -> None:
    match = battle(CLOSE.replace("G1-I1", "G1-T1"))
    play(match, "attack US-T1 G1-T1", "hits 3 0")
    assert where(match, "G1-T1") == "c2:d1"


@clause("AA-8.6")
def test_both_suffer_at_once_and_six_damage_destroys() -> None:
    match = battle(CLOSE.replace("US-T1", "US-I1:d5").replace("G1-I1", "G1-I1:d5") + "; units US-A1@a9 G1-A1@j9")
    play(match, "attack US-I1 G1-I1", "hits 2 2")
    assert (where(match, "US-I1"), where(match, "G1-I1")) == ("gone", "gone")


@clause("AA-8.7")
def test_a_tank_with_three_points_that_damages_has_four_and_infantry_with_two_becomes_a_veteran() -> None:
    match = battle(CLOSE.replace("US-T1", "US-T1:x3").replace("G1-I1", "G1-I1:x2"))
    play(match, "attack US-T1 G1-I1", "hits 5 2")
    assert (where(match, "US-T1"), where(match, "G1-I1")) == ("b2:d1:x4", "c2:d3:x3")
    assert match.view()["units"][-1]["level"] == 1


@clause("AA-8.7")
def test_destroying_gives_two_points_and_the_destroyed_gain_nothing() -> None:
    match = battle(CLOSE.replace("G1-I1", "G1-I1:d4") + "; units G1-A1@j9")
    play(match, "attack US-T1 G1-I1", "hits 5 2")
    assert (where(match, "US-T1"), where(match, "G1-I1")) == ("b2:d1:x2", "gone")
    learned = [line for line in log(match) if "AA-8.7" in line]
    assert len(learned) == 1
    assert learned[0].startswith("US-T1")
    none = battle(CLOSE)
    play(none, "attack US-T1 G1-I1", "hits 1 1")
    assert (where(none, "US-T1"), where(none, "G1-I1")) == ("b2", "c2")


ROCKETS = """
       a      b      c      d      e
    1  SU-A1  .      .      .      .
    2  .      .      .      f:G1-T1 .
    3  .      SU-I1  .      G1-I1:d4 .
    4  .      .      G1-F1  .      .
    ; units G1-A1@j9; round 5; turn SU 9; first SU; pending declare
"""


@clause("AA-11.1")
def test_a_katyusha_declares_any_hex_from_two_to_four_and_hits_all_around_it() -> None:
    match = battle(ROCKETS, factions=("ussr", "germany-1"))
    assert_refused(match, "shell SU-A1 b1", "AA-7.2")
    play(match, "shell SU-A1 c3", "end-declaring")
    assert len(match.state.throw()) == 12, "nobody returns fire"
    play(match, "hits 5")
    # Five hits: the tank in the forest takes 2, infantry in the open 3, friends included, aircraft none.
    assert [where(match, key) for key in ("G1-T1", "G1-I1", "SU-I1", "G1-F1")] == ["d2:d2", "gone", "b3:d3", "c4"]
    assert where(match, "SU-A1") == "a1:x2", "an enemy was destroyed"


@clause("AA-11.1")
def test_a_katyusha_learns_from_enemies_only() -> None:
    hurt = battle(ROCKETS.replace("G1-I1:d4", "G1-I1"), factions=("ussr", "germany-1"))
    play(hurt, "shell SU-A1 c3", "end-declaring", "hits 2")
    assert where(hurt, "SU-A1") == "a1:x1"
    friends = battle(ROCKETS.replace("SU-I1", "SU-I1:d5"), factions=("ussr", "germany-1"))
    play(friends, "shell SU-A1 a3", "end-declaring", "hits 5")
    assert (where(friends, "SU-I1"), where(friends, "SU-A1")) == ("gone", "a1")


@clause("AA-7.1", "AA-11.1")
def test_the_hex_of_a_katyusha_is_never_lost() -> None:
    match = battle(ROCKETS.replace("SU-I1", ".    "), factions=("ussr", "germany-1"))
    play(match, "shell SU-A1 a4", "end-declaring")
    assert match.to_act == CHANCE


@clause("AA-11.2")
def test_a_b_17_neither_attacks_nor_intercepts_nor_supports_against_aircraft_but_answers_them() -> None:
    attack = battle(CLOSE.replace("US-T1", "US-B1").replace("G1-I1", "G1-F1") + "; units US-I1@a9 G1-I1@a8")
    assert_refused(attack, "attack US-B1 G1-F1", "AA-11.2")
    support = (
        CLOSE.replace("US-T1", "US-F1")
        .replace("G1-I1", "G1-F1")
        .replace("3  .      .      .  ", "3  .      .      US-B1")
    )
    assert thrown(support, "attack US-F1 G1-F1") == 24
    answer = CLOSE.replace("US-T1", "G1-F1").replace("G1-I1", "US-B1").replace("turn US 9", "turn G1 10")
    assert thrown(answer, "attack G1-F1 US-B1") == 24
    mover = battle(
        """
           a      b      c
        1  US-B1  .      .
        2  .      .      .
        3  G1-F1  .      .
        ; round 5; turn G1 10
        """
    )
    play(mover, "move G1-F1 a2")
    assert mover.game.letters[mover.to_act] == "G1"
    ground = CLOSE.replace("US-T1", "US-B1").replace("3  .      .      .  ", "3  .      .      US-T1")
    assert thrown(ground, "attack US-T1 G1-I1") == 12 + 2 + 12, "against ground units it supports"


@clause("AA-11.3")
def test_without_dice_hits_are_fixed_and_nobody_has_red_dice() -> None:
    match = battle(CLOSE.replace("3  .      .      .  ", "3  .      .      US-I1"), diceless=True)
    play(match, "attack US-T1 G1-I1", "end-declaring")
    # The Sherman has an attack value of 5, the infantry of 2.
    assert (where(match, "US-T1"), where(match, "G1-I1")) == ("b2:d1:x1", "c2:d3:x1")
    hurt = battle(CLOSE.replace("US-T1", "US-T1:d3:x5"), diceless=True)
    play(hurt, "attack US-T1 G1-I1", "end-declaring")
    # Half of 5 rounded up, and 1 for each of two levels: again five hits.
    assert where(hurt, "G1-I1") == "c2:d3:x1"


@clause("AA-11.4")
def test_when_the_clock_runs_out_the_turn_goes_to_its_battles_and_bound_attacks_are_declared() -> None:
    picture = CLOSE.replace("pending declare", "pending move; arrows US-T1>G1-I1; moved US-T1; units US-I1@a9")
    match = battle(picture, clock=True)
    play(match, "time-out")
    assert match.to_act == CHANCE
    assert "US-T1" in log(match)[1]
    assert match.view()["phase"] == "battle"
    assert_refused(battle(picture), "time-out", "AA-11.4")
