"""text/odds.py, engine/outcomes.py: exact odds, against a slow count of all 6^n throws."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, sqrt
from random import Random
from typing import NamedTuple

import pytest

from drumhead import CHANCE, Match
from drumhead.core.state import State
from drumhead.core.words.tally import total
from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_dice, play


class Roll(NamedTuple):
    """A roll of the Orcs at E1, and all that its odds depend on."""

    name: str
    picture: tuple[str, str, str, str]
    """The Front of the Elves, the Engagement Zone, the Front and the Rear of the Orcs, all in the centre."""
    steps: tuple[str, ...]
    """What leads to the roll; the last step is the one whose odds are asked."""
    dice: int
    printed: str
    """The dice printed on the living troops that roll: black ones in an engagement, white ones in a shot."""
    left: int
    """The wound points that E1 has left."""
    bonus: int = 0
    parties: int = 1
    """How many units share the hits."""
    lust: int = 0
    """The wound points of the roller, if it has Blood Lust."""
    tough: bool = False
    others: tuple[tuple[str, int], ...] = ()
    """The other units of the engagement that is shot into, with the wound points they have left."""

    def match(self) -> Match:
        """The battle just before the last step."""
        front, engaged, own, rear = self.picture
        match = battle(f"""
            . | .         | . /
            . | {front}   | . /
            . | {engaged} | . /
            . | {own}     | . /
            . | {rear}    | .
        """)
        return play(match, *self.steps[:-1])

    def state(self) -> State:
        """The position in which the dice are to be thrown."""
        match = play(self.match(), self.steps[-1])
        assert_dice(match, self.dice)
        return match.state

    def hits(self, faces: tuple[int, ...]) -> int:
        """The hits on E1."""
        hits = sum(self.printed.count(str(face)) for face in faces)
        return ceil((hits + self.bonus) / self.parties) if hits else 0

    def ones(self, faces: tuple[int, ...]) -> int:
        """The hits on the roller itself."""
        return faces.count(1) if self.lust else 0

    def words(self, faces: tuple[int, ...]) -> str:
        """What these faces do, as the odds put it."""
        hits, ones = self.hits(faces), self.ones(faces)
        if self.lust and ones >= self.lust:
            return "destroys itself"
        words = f"{hits} hit{'s' * (hits > 1)}" if hits else "no hit"
        if hits and self.parties > 1:
            members = sorted((*self.others, ("E1", self.left)), key=lambda member: (member[0][0] == "E", member))
            gone = " and ".join(key for key, left in members if hits >= left)
            hits = min(hits, max(left for _, left in members))
            words = f"{hits} hit{'s' * (hits > 1)} each" + (f" destroying {gone}" if gone else "")
        elif hits >= self.left:
            words = "destroyed"
        if hits and self.tough:
            words += " before Tough"
        return words + (f" and {ones} hit{'s' * (ones > 1)} on itself" if ones else "")


TREEMAN, GUARD, SPARABARA = "E1(ELV09)", "E1(ELV13)", "E1(PER08 PER26)"
CHARGE = ("charge O1", "wait")
ROLLS = [
    # From one die to six.
    Roll("carry on", (".", "O1(ORC17 ORC18) x E1(ELV09)", ".", "."), ("carry-on O1 E1",), 1, "3445", 4),
    Roll("charge", (TREEMAN, ".", "O1(ORC17 ORC18)", "."), CHARGE, 2, "3445", 4),
    Roll("impetus", (TREEMAN, ".", "O1(ORC09 ORC10 ORC17)", "."), CHARGE, 3, "334434", 4),
    Roll("engagement", (TREEMAN, ".", "O1(ORC01 ORC17)", "."), CHARGE, 4, "2634", 4),
    Roll("engagement and impetus", (TREEMAN, ".", "O1(ORC01 ORC09 ORC17)", "."), CHARGE, 5, "263334", 4),
    Roll(
        "and excited",
        (TREEMAN, ".", "O1(ORC01 ORC09 ORC17)", "O2(ORC02)"),
        ("charge O1 excite O2", "wait"),
        6,
        "263334",
        4,
    ),
    Roll("shot", (TREEMAN, ".", "O1(ORC21 ORC22)", "."), ("shoot O1 E1",), 1, "3445", 4),
    Roll("shooting", (TREEMAN, ".", "O1(ORC08)", "."), ("shoot O1 E1",), 2, "456", 4),
    Roll("excited shot", (TREEMAN, ".", "O1(ORC08)", "O2(ORC02)"), ("shoot O1 E1 excite O2",), 3, "456", 4),
    # A target with little left, and more wounds.
    Roll("small target", (GUARD, ".", "O1(ORC01 ORC09 ORC17)", "."), CHARGE, 5, "263334", 2),
    Roll("wounded target", ("E1(ELV09*3)", ".", "O1(ORC17 ORC18)", "."), CHARGE, 2, "3445", 1),
    Roll("wounds", (TREEMAN, ".", "O1(ORC15 ORC17)", "."), CHARGE, 2, "534", 4, bonus=1),
    Roll("wounds on a small target", (GUARD, ".", "O1(ORC15 ORC17)", "."), CHARGE, 2, "534", 2, bonus=1),
    Roll("wounds on the last point", ("E1(ELV13*1)", ".", "O1(ORC15 ORC17)", "."), CHARGE, 2, "534", 1, bonus=1),
    Roll("wounds in a shot", (TREEMAN, ".", "O1(ROM03)", "."), ("shoot O1 E1",), 1, "56", 4, bonus=2),
    # Tough.
    Roll("tough", (SPARABARA, ".", "O1(ORC09 ORC10 ORC17)", "."), CHARGE, 3, "334434", 3, tough=True),
    Roll(
        "tough, six dice",
        (SPARABARA, ".", "O1(ORC05 ORC29)", "."),
        (*CHARGE, "dice 6"),
        6,
        "456",
        3,
        lust=2,
        tough=True,
    ),
    Roll("tough and wounds", (SPARABARA, ".", "O1(ORC15 ORC17)", "."), CHARGE, 2, "534", 3, bonus=1, tough=True),
    # Blood Lust.
    *(
        Roll(f"fanatic {n}", (TREEMAN, ".", "O1(ORC05)", "."), (*CHARGE, f"dice {n}"), n, "456", 4, lust=1)
        for n in range(1, 7)
    ),
    *(
        Roll(f"with kobolds {n}", (GUARD, ".", "O1(ORC05 ORC29)", "."), (*CHARGE, f"dice {n}"), n, "456", 2, lust=2)
        for n in range(1, 7)
    ),
    Roll("wounded thrower", (TREEMAN, ".", "O1(ORC07*1)", "."), ("shoot O1 E1", "dice 3"), 3, "56", 4, lust=1),
    Roll("thrower", (TREEMAN, ".", "O1(ORC07)", "."), ("shoot O1 E1", "dice 4"), 4, "56", 4, lust=2),
    # Shots into an engagement.
    Roll(
        "shared by two",
        (".", "O2(ORC06) x E1(ELV09)", "O1(ORC21 ORC22 ORC24)", "."),
        ("shoot O1 E1",),
        1,
        "344536",
        4,
        parties=2,
        others=(("O2", 3),),
    ),
    Roll(
        "shared by two, excited",
        (".", "O2(ORC06) x E1(ELV09)", "O1(ORC21 ORC22 ORC24)", "O3(ORC02)"),
        ("shoot O1 E1 excite O3",),
        2,
        "344536",
        4,
        parties=2,
        others=(("O2", 3),),
    ),
    Roll(
        "shared by three",
        (".", "O2(ORC06) x E1(ELV13) E2(ELV14)", "O1(ORC08 ORC21 ORC22)", "O3(ORC02)"),
        ("shoot O1 E1 excite O3",),
        3,
        "4563445",
        2,
        parties=3,
        others=(("O2", 3), ("E2", 2)),
    ),
    Roll(
        "wounds shared by two",
        (".", "O2(ORC06) x E1(ELV09)", "O1(ROM03)", "O3(ORC02)"),
        ("shoot O1 E1 excite O3",),
        2,
        "56",
        4,
        bonus=2,
        parties=2,
        others=(("O2", 3),),
    ),
    Roll(
        "shared, tough",
        (".", "O2(ORC06) x E1(PER08 PER26)", "O1(ORC21 ORC22 ORC24)", "O3(ORC02)"),
        ("shoot O1 E1 excite O3",),
        2,
        "344536",
        3,
        parties=2,
        tough=True,
        others=(("O2", 3),),
    ),
    Roll(
        "shared, with blood lust",
        (".", "O2(ORC06) x E1(ELV09)", "O1(ORC07)", "."),
        ("shoot O1 E1", "dice 5"),
        5,
        "56",
        4,
        parties=2,
        lust=2,
        others=(("O2", 3),),
    ),
]
every_roll = pytest.mark.parametrize("roll", ROLLS, ids=[roll.name for roll in ROLLS])

Choice = Callable[[list[str]], str]
Throws = Callable[[State], list[tuple[int, Fraction]]]


@cache
def all_throws(dice: int) -> dict[tuple[int, ...], int]:
    """All throws of so many dice, one by one, those with the same faces counted together."""
    return Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))


def slow_throws(state: State) -> list[tuple[int, Fraction]]:
    """All throws, each as likely as the next."""
    dice = len(state.throw())
    return [(state.outcome(faces), Fraction(count, 6**dice)) for faces, count in all_throws(dice).items()]


def merged_throws(state: State) -> list[tuple[int, Fraction]]:
    """The throws that differ in effect, by their weights."""
    weights = state.weights()
    whole = sum(weight for _, weight in weights)
    return [(outcome, Fraction(weight, whole)) for outcome, weight in weights]


def roll_most(roll: Roll) -> Choice:
    """A Tough unit that has the die rolled again which hits most."""

    def choose(answers: list[str]) -> str:
        faces = [answer.split()[1] for answer in answers if answer.startswith("reroll")]
        return f"reroll {max(faces, key=roll.printed.count)}"

    return choose


def let_stand(roll: Roll) -> Choice:
    """A Tough unit that lets every roll stand."""
    return lambda answers: "stand"


def results(match: Match, state: State, throws: Throws, choose: Choice) -> dict[str, Fraction]:
    """The positions in which a roll can end, with their odds: dice rolled again, the roller's own hits assigned."""
    found: dict[str, Fraction] = {}
    for outcome, probability in throws(state):
        after = state.clone()
        after.apply(outcome)
        answers = {match.game.action(after, code).notation: code for code in after.legal()}
        if "stand" in answers:
            after.apply(answers[choose(list(answers))])
        while "score:" in match.game.write_position(after):
            after.apply(after.legal()[-1])  # a wound rather than a loss: the roller lives, and its hits count
        again = after.player == CHANCE
        ends = results(match, after, throws, choose) if again else {match.game.write_position(after): Fraction(1)}
        for position, share in ends.items():
            found[position] = found.get(position, Fraction(0)) + probability * share
    return found


@every_roll
@clause("PB-6.14", "PB-7.2")
def test_weights_add_up_to_all_throws_and_every_throw_has_its_place_among_them(roll: Roll) -> None:
    state = roll.state()
    weights = dict(state.weights())
    assert sum(weights.values()) == 6**roll.dice
    counted: Counter[int] = Counter()
    for faces, count in all_throws(roll.dice).items():
        counted[state.effect(state.outcome(faces))] += count
    assert counted == weights


@pytest.mark.slow
@every_roll
@pytest.mark.parametrize("policy", [roll_most, let_stand])
@clause("PB-6.14", "PB-7.4", "PB-9.8", "PB-9.10", "PB-9.27")
def test_merged_throws_lead_to_the_same_positions_with_the_same_odds_as_all_throws(
    roll: Roll, policy: Callable[[Roll], Choice]
) -> None:
    match, state, choose = roll.match(), roll.state(), policy(roll)
    assert results(match, state, merged_throws, choose) == results(match, state, slow_throws, choose)


@every_roll
def test_throws_with_the_same_effect_are_one(roll: Roll) -> None:
    match, state = roll.match(), roll.state()
    if roll.tough:
        effects = set()
        for faces in all_throws(roll.dice):
            strong = sorted(roll.printed.count(str(face)) for face in faces)
            effects.add((roll.ones(faces), *strong))
        assert len(state.weights()) == len(effects)
    else:
        assert len(state.weights()) == len(results(match, state, slow_throws, let_stand(roll)))


@every_roll
@clause("PB-9.10", "PB-9.27")
def test_a_merged_throw_leads_to_the_same_question_as_each_of_its_throws(roll: Roll) -> None:
    """A Blood Lust unit that destroys itself may still have hit a Tough one, whose owner is asked first."""
    match, state = roll.match(), roll.state()
    for faces in all_throws(roll.dice):
        thrown, merged = state.clone(), state.clone()
        thrown.apply(state.outcome(faces))
        merged.apply(state.effect(state.outcome(faces)))
        assert match.game.prompt(thrown) == match.game.prompt(merged)


@every_roll
@clause("PB-6.14", "PB-7.2", "PB-7.4", "PB-9.8", "PB-9.10")
def test_odds_say_exactly_how_often_each_thing_happens(roll: Roll) -> None:
    odds, *_ = roll.match().odds(roll.steps[-1])
    counted: Counter[str] = Counter()
    for faces, count in all_throws(roll.dice).items():
        counted[roll.words(faces)] += count
    told: dict[str, Fraction] = {}
    for chance in odds.chances:
        told[str(chance.words)] = told.get(str(chance.words), Fraction(0)) + chance.probability
    assert told == {words: Fraction(count, 6**roll.dice) for words, count in counted.items()}
    assert total(list(odds.tally)) == roll.dice


@every_roll
def test_odds_say_each_thing_once(roll: Roll) -> None:
    odds, *_ = roll.match().odds(roll.steps[-1])
    told = [str(chance.words) for chance in odds.chances]
    assert len(told) == len(set(told))


@every_roll
def test_what_is_thrown_falls_within_the_merged_throws(roll: Roll) -> None:
    match, state = roll.match(), roll.state()
    merged = {outcome for outcome, _ in state.weights()}
    for seed in range(40):
        thrown = Match(match.game, seed=seed, state=state).roll()
        assert state.effect(state.outcome(thrown.faces)) in merged
        assert state.effect(state.sample(Random(seed))) in merged


@pytest.mark.parametrize("name", ["and excited", "with kobolds 6", "shared by three", "tough"])
def test_over_many_throws_each_effect_is_as_frequent_as_its_weight(name: str) -> None:
    [roll] = [roll for roll in ROLLS if roll.name == name]
    state, rng, times = roll.state(), Random(1815), 3000
    places = {outcome: state.effect(outcome) for outcome, _ in slow_throws(state)}
    counted = Counter(places[state.sample(rng)] for _ in range(times))
    for outcome, weight in state.weights():
        chance = weight / 6**roll.dice
        assert abs(counted[outcome] - times * chance) <= 5 * sqrt(times * chance * (1 - chance)) + 1


@clause("PB-9.27")
def test_a_die_rolled_again_has_the_odds_of_one_die_beside_those_that_lie() -> None:
    [roll] = [roll for roll in ROLLS if roll.name == "tough"]
    match = play(roll.match(), "wait", "throw 3 1 1", "reroll 3")
    assert_dice(match, 1)
    assert sorted(weight for _, weight in match.state.weights()) == [2, 4]  # a 3 or a 4 hits, the others do not
    match = play(roll.match(), "wait", "throw 3 4 1", "reroll 3")
    assert [weight for _, weight in match.state.weights()] == [6]  # the 4 that lies destroys the unit whatever falls
    [roll] = [roll for roll in ROLLS if roll.name == "tough, six dice"]
    match = play(roll.match(), "dice 3", "throw 1 1 4", "reroll 4")
    assert [weight for _, weight in match.state.weights()] == [6]  # the 1s that lie destroy the roller whatever falls


@clause("PB-3.1")
def test_the_first_place_has_the_odds_of_two_dice() -> None:
    match = Match(
        battle("""
        . | .         | . /
        . | E1(ELV13) | . /
        . | .         | . /
        . | O1(ORC17) | . /
        . | .         | .
    """).game
    )
    state = match.state
    counted = Counter(state.outcome(faces) for faces in product(range(1, 7), repeat=2))
    assert counted == dict(state.weights())


@clause("PB-6.8", "PB-6.10")
def test_the_odds_of_a_charge_list_a_throw_for_every_target_it_may_meet_if_nobody_reacts() -> None:
    match = battle("""
        . | .                   | . /
        . | E1(ELV09) E2(ELV13) | . /
        . | .                   | . /
        . | O1(ORC17)           | . /
        . | .                   | .
    """)
    odds = match.odds("charge O1")
    back = "if nobody reacts; striking back, if it has lost nobody by then"
    assert [str(throw.title) for throw in odds] == [
        "O1 (Orcs) at E1 (Treeman), 2 dice; if nobody reacts",
        f"E1 (Treeman) at O1 (Orcs), 4 dice; {back}",
        "O1 (Orcs) at E2 (Mounted Guard), 2 dice; if nobody reacts",
        f"E2 (Mounted Guard) at O1 (Orcs), 1 die; {back}",
    ]
    assert [str(throw.chances[-1].words) for throw in odds[1::2]] == ["no hit"] * 2, "the best for the asker is last"
    odds = odds[::2]
    none, one, two = Fraction(16, 36), Fraction(16, 36), Fraction(4, 36)
    assert [[chance.probability for chance in throw.chances] for throw in odds] == [[none, one, two]] * 2
    assert [str(throw.chances[-1].words) for throw in odds] == ["2 hits", "destroyed"]


@pytest.mark.parametrize(
    ("picture", "order", "clauses"),
    [
        (("E1(ELV13)", ".", "O1(ORC17)", "."), "charge O1", ["PB-6.14", "PB-6.14"]),
        (("E1(ELV13)", ".", "O1(ORC09)", "."), "charge O1", ["PB-6.14", "PB-9.16"]),
        (("E1(ELV13)", ".", "O1(ORC01)", "."), "charge O1", ["PB-6.14", "PB-6.14", "PB-9.6"]),
        (("E1(ELV13)", ".", "O1(CEL05)", "."), "charge O1", ["PB-6.14", "PB-6.14", "PB-9.15"]),
        (("E1(ELV13)", ".", "O1(ORC17)", "O2(ORC02)"), "charge O1 excite O2", ["PB-6.14", "PB-6.14", "PB-9.3"]),
        ((".", "O1(ORC17) x E1(ELV13)", ".", "."), "carry-on O1 E1", ["PB-6.14"]),
        ((".", "O1(ORC17) x E1(ELV13)", ".", "O2(ORC02)"), "carry-on O1 E1 excite O2", ["PB-6.14", "PB-9.3"]),
        (("E1(ELV13)", ".", "O1(ORC08)", "."), "shoot O1 E1", ["PB-7.2", "PB-9.7"]),
        (("E1(ELV13)", ".", "O1(ORC08)", "O2(ORC02)"), "shoot O1 E1 excite O2", ["PB-7.2", "PB-9.7", "PB-9.3"]),
    ],
)
def test_odds_say_what_every_die_is_for(picture: tuple[str, str, str, str], order: str, clauses: list[str]) -> None:
    odds, *_ = Roll("", picture, (order,), 0, "", 0).match().odds(order)
    assert [part.clause for part in odds.tally] == clauses


@clause("PB-9.10")
def test_the_odds_of_blood_lust_are_those_of_the_dice_that_were_chosen() -> None:
    match = play(Roll("", (GUARD, ".", "O1(ORC05)", "."), ("",), 0, "", 0).match(), *CHARGE)
    [odds] = match.odds("dice 3")
    assert [(part.amount, part.clause) for part in odds.tally] == [(3, "PB-9.10")]
