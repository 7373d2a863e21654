"""text.odds, text.prior_attacks, engine.outcomes: odds are what the engine throws and what is counted by hand."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from drumhead import Match
from drumhead.core.actions import Odds
from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.text.odds import damage_odds
from tests.games.aces_armor.draw import battle
from tests.kit.clauses import clause

CLOSE = """
       a      b         c      d
    1  .      G1-I1:d4  .      .
    2  US-I1  US-T1:x3  .      .
    3  .      .         US-A1  .
"""


def chances(odds: Odds) -> dict[str, Fraction]:
    return {str(chance.words): chance.probability for chance in odds.chances}


def effects(match: Match) -> dict[tuple[int, int], Fraction]:
    """What the engine's own throw does to two units, by its exact weights: damage to the target and to the attacker."""
    assert match.to_act == CHANCE
    assert isinstance(match.state, Battle)
    frame = match.state.pending()
    attacker, target = frame["unit"], match.state.at[frame["hex"]]
    weights = match.state.weights()
    whole = sum(weight for _, weight in weights)
    found: dict[tuple[int, int], Fraction] = {}
    for outcome, weight in weights:
        after = match.state.clone()
        events: list[tuple[object, ...]] = []
        after.events = events
        after.apply(outcome)
        suffered = {event[2]: event[3] for event in events if event[0] == "damaged"}
        done = (int(str(suffered.get(target, 0))), int(str(suffered.get(attacker, 0))))
        found[done] = found.get(done, Fraction(0)) + Fraction(weight, whole)
    return found


@clause("AA-8.2", "AA-8.3", "AA-8.5", "AA-8.6")
@pytest.mark.parametrize(
    ("picture", "attack"),
    [
        (CLOSE, "attack US-T1 G1-I1"),
        (CLOSE.replace("US-T1:x3", "US-T1:d5"), "attack US-T1 G1-I1"),
        (CLOSE.replace("G1-I1:d4", "f:G1-I1:x5"), "attack US-T1 G1-I1"),
        (CLOSE.replace("G1-I1:d4", "G1-F1"), "attack US-I1 G1-F1"),
        (CLOSE.replace("G1-I1:d4", "G1-T1:d3"), "attack US-A1 G1-T1"),
    ],
)
def test_odds_are_those_of_the_engine_s_own_throw(picture: str, attack: str) -> None:
    match = battle(f"{picture}; turn US; pending declare")
    rows = match.odds(attack)
    match.push(attack)
    if match.to_act != CHANCE:
        match.push("end-declaring")
    assert isinstance(match.state, Battle)
    frame = match.state.pending()
    attacker, target = frame["unit"], match.state.at[frame["hex"]]
    assert all(sum(chances(row).values()) == 1 for row in rows)
    red = sum(part.amount for part in rows[0].tally[1:])
    to_target = damage_odds(match.state, attacker, target, red)
    answer = damage_odds(match.state, target, attacker, answers=True) if len(rows) == 2 else {0: Fraction(1)}
    joint = {(a, b): p * q for (a, p), (b, q) in product(to_target.items(), answer.items())}
    assert joint == effects(match)


@clause("AA-8.4")
def test_odds_can_be_counted_by_hand() -> None:
    match = battle("a b c\n1 . . G1-T1\n2 . US-A1:d5 .\n3 . . .\n; turn US; pending declare")
    assert isinstance(match.state, Battle)
    unit, target = match.state.at[21], match.state.at[2]
    dice, face = match.state.force.dice[5], match.state.force.hit[unit][0]
    needed = match.state.force.components.mats.open[match.state.force.type[target]]
    none = sum(
        (Fraction(comb(dice, hits) * face**hits * (12 - face) ** (dice - hits), 12**dice) for hits in range(needed[0])),
        Fraction(0),
    )
    assert damage_odds(match.state, unit, target)[0] == none


@clause("AA-8.3")
def test_a_tally_says_where_dice_come_from() -> None:
    match = battle(f"{CLOSE}; turn US; pending declare")
    attack, answer = match.odds("attack US-T1 G1-I1")
    assert [str(part) for part in attack.tally] == [
        "+12 dice of a unit with 0 damage [AA-8.2]",
        "+3 red dice for infantry, tank, artillery: US-T1, US-I1, US-A1 [AA-8.3]",
    ]
    assert str(attack.title) == "US-T1 (M4 Sherman) against G1-I1 (Grenadiers), 15 dice, each 7 or less is a hit"
    assert str(answer.title).startswith("G1-I1 (Grenadiers) answers US-T1 (M4 Sherman), ")
    assert list(chances(attack))[-1] == "destroyed"
    assert list(chances(answer))[-1] == "no damage", "the best for the side that asks is told last"


@clause("AA-11.3", "AA-13.7")
def test_without_dice_there_is_one_thing_that_can_happen() -> None:
    match = battle(f"{CLOSE}; turn US; pending declare", diceless=True)
    attack, answer = match.odds("attack US-T1 G1-I1")
    assert list(chances(attack).values()) == list(chances(answer).values()) == [1]
    assert str(attack.tally[0]) == "+7 hits, fixed by damage and experience [AA-11.3]"


@clause("AA-11.1")
def test_rockets_have_odds_for_all_they_hit_friend_or_foe() -> None:
    match = battle(
        """
           a      b      c      d      e
        1  SU-A1  .      .      G1-I1  .
        2  .      .      SU-I1  G1-F1  .
        ; turn SU; pending declare
        """,
        factions=("ussr", "germany-1"),
    )
    rows = match.odds("shell SU-A1 d1")
    assert [str(row.title).split(" against ")[1].split(",")[0] for row in rows] == [
        "G1-I1 (Grenadiers)",
        "SU-I1 (Strelki)",
    ]
    assert all(sum(chances(row).values()) == 1 for row in rows)


@clause("AA-12.1")
def test_a_rocket_of_the_v2_destroys_with_nine_faces_of_twelve() -> None:
    match = battle(
        """
           a      b      c
        1  US-T1  .      .
        ; units V2@j5 G1-T1@k5 SU-T1@a9 G2-T1@s9; turn G1; tokens j5 j6; pending declare
        """,
        players=4,
        mission="v2",
    )
    [row] = match.odds("launch a12")
    assert chances(row) == {"missed": Fraction(1, 4), "destroyed": Fraction(3, 4)}


@pytest.mark.slow
@clause("AA-8.5")
def test_odds_say_that_the_defender_is_in_a_forest() -> None:
    match = battle(f"{CLOSE.replace('G1-I1:d4', 'f:G1-I1:d4')}; turn US; pending declare")
    attack, answer = match.odds("attack US-T1 G1-I1")
    assert str(attack.title).startswith("US-T1 (M4 Sherman) against G1-I1 (Grenadiers) in forest, ")
    assert "forest" not in str(answer.title)


def fought_out(match: Match, target: str) -> dict[str, Fraction]:
    """What the second of two attacks does, by playing out every throw of the first with its exact weight."""
    found: dict[str, Fraction] = {}

    def throw(state: Battle, chance: Fraction, number: int) -> None:
        weights = state.weights()
        whole = sum(weight for _, weight in weights)
        for outcome, weight in weights:
            after = state.clone()
            events: list[tuple[object, ...]] = []
            after.events = events
            after.apply(outcome)
            part = chance * Fraction(weight, whole)
            void = any(event[0] == "void" for event in events)
            if number == 1 and after.player == CHANCE and not void:
                throw(after, part, 2)
                continue
            hurt = [event for event in events if event[0] == "damaged" and event[2] == unit]
            lost = any(event[0] == "destroyed" and event[2] == unit for event in events)
            words = "destroyed" if lost else f"{hurt[0][3]} damage" if hurt else "no damage"
            words = "not fought any more" if number == 1 else words
            found[words] = found.get(words, Fraction(0)) + part

    assert isinstance(match.state, Battle)
    unit = next(
        index for index, hex_ in enumerate(match.state.place) if hex_ == match.state.force.board.grid.read(target)
    )
    throw(match.state, Fraction(1), 1)
    return found


@clause("AA-7.1", "AA-8.3")
@pytest.mark.parametrize("marks", ["d4", "d1", "d5:x3"])
def test_odds_of_a_second_attack_know_what_the_first_may_do(marks: str) -> None:
    """The first may destroy or weaken the target, make it a veteran, or cost the second its supporter."""
    picture = CLOSE.replace("G1-I1:d4", f"G1-I1:{marks}").replace("US-I1 ", "US-I1:d5")
    match = battle(f"{picture}; turn US; units G1-T1@j9; pending declare")
    alone = chances(match.odds("attack US-T1 G1-I1")[0])
    match.push("attack US-I1 G1-I1")
    rows = match.odds("attack US-T1 G1-I1")
    assert str(rows[0].title) == "US-T1 (M4 Sherman) against G1-I1 (Grenadiers), after the attacks declared before"
    match.push("attack US-T1 G1-I1")
    match.push("end-declaring")
    assert chances(rows[0]) == fought_out(match, "b1") != alone
    assert sum(chances(rows[1]).values()) == 1


@clause("AA-7.1")
def test_an_attack_elsewhere_does_not_change_the_odds() -> None:
    picture = CLOSE + "; turn US; units US-T2@f2 G1-T1@f1; pending declare"
    match = battle(picture)
    alone = match.odds("attack US-T1 G1-I1")
    match.push("attack US-T2 G1-T1")
    assert [chances(row) for row in match.odds("attack US-T1 G1-I1")] == [chances(row) for row in alone]
