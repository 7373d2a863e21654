"""text.odds, engine.outcomes: exact, and the same as counting every throw of the dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from drumhead import CHANCE, Match
from drumhead.core.state import State
from tests.games.travel_battle.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import play

WON = {1: "won by 1 or 2", 2: "won by 1 or 2", 3: "won by 3 or more"}
LOST = {-1: "lost by 1 or 2", -2: "lost by 1 or 2", -3: "lost by 3 or more"}


def told(match: Match, action: str) -> dict[str, Fraction]:
    """The odds of an action, by the words before the colon."""
    (odds,) = match.odds(action)
    assert sum(chance.probability for chance in odds.chances) == 1
    return {str(chance.words).split(":")[0]: chance.probability for chance in odds.chances}


def counted(attack: int, defence: int) -> dict[str, Fraction]:
    """The same for a combat, by counting all throws of so many dice."""
    words = {**WON, **LOST, 0: "a tie"}
    ways = Counter(
        words[max(-3, min(3, max(faces[:attack]) - max(faces[attack:])))]
        for faces in product(range(1, 7), repeat=attack + defence)
    )
    return {key: Fraction(count, 6 ** (attack + defence)) for key, count in ways.items()}


def summed(odds: dict[str, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """The odds to lose, tie and win."""
    return (
        sum((odds[key] for key in odds if key.startswith("lost")), Fraction(0)),
        odds["a tie"],
        sum((odds[key] for key in odds if key.startswith("won")), Fraction(0)),
    )


PAIRINGS = [
    ("R6", "B6", 1, 1),
    ("R14", "B6", 2, 1),
    ("R6", "B6:square", 2, 1),
    ("R14", "B6:square", 1, 2),
    ("R6:square", "B14", 2, 1),
]


def duel(attacker: str, defender: str) -> Match:
    """A combat that is about to be chosen beside another one."""
    return battle(f"""
        6  {defender.partition(":")[0]}  .   B10
        5  {attacker.partition(":")[0]}  R1  R9
           e                         f   g
        ; R1 leads {attacker} R9; B1@s9 leads {defender} B10; pending combat
    """)


TURNED_BY_FIRE = "turned, cannot move in its next turn"


@clause("TB-6.3", "TB-6.6")
def test_one_die_against_one_loses_15_ties_6_and_wins_15_times_in_36() -> None:
    odds = told(duel("R6", "B6"), "attack e6")
    assert summed(odds) == (Fraction(15, 36), Fraction(6, 36), Fraction(15, 36))
    assert list(odds.items()) == [
        ("lost by 3 or more", Fraction(6, 36)),
        ("lost by 1 or 2", Fraction(9, 36)),
        ("a tie", Fraction(6, 36)),
        ("won by 1 or 2", Fraction(9, 36)),
        ("won by 3 or more", Fraction(6, 36)),
    ]


@clause("TB-6.3", "TB-6.5")
def test_two_dice_against_one_lose_55_tie_36_and_win_125_times_in_216() -> None:
    odds = told(duel("R14", "B6"), "attack e6")
    assert summed(odds) == (Fraction(55, 216), Fraction(36, 216), Fraction(125, 216))


@clause("TB-6.3", "TB-6.5", "TB-6.7")
@pytest.mark.parametrize(("attacker", "defender", "attack", "defence"), PAIRINGS)
def test_the_odds_of_a_combat_are_those_of_counting_all_throws(
    attacker: str, defender: str, attack: int, defence: int
) -> None:
    assert told(duel(attacker, defender), "attack e6") == counted(attack, defence)


@clause("TB-6.3")
def test_three_attackers_in_one_combat_have_the_odds_of_three_dice() -> None:
    match = battle("""
        6  .   B6  .
        5  R6  R7  R8
        4  .   R1  .
           e   f   g
        ; R1 leads R6 R7 R8; B1@s9 leads B6; pending combat
    """)
    play(match, "join R6", "join R7")
    assert told(match, "fight") == counted(2, 1)
    assert told(match, "join R8") == counted(3, 1)


@clause("TB-6.4")
def test_a_re_roll_is_told_by_what_becomes_of_the_units() -> None:
    match = battle("""
        6  B14  .
        5  R4   R1
           e    f
        ; R1 leads R4; B1@s9 leads B14 B6@s8; pending combat
    """)
    play(match, "throw 2 4")
    assert list(told(match, "reroll R4 2").items()) == [
        ("lost by 3 or more", Fraction(1, 6)),
        ("lost by 1 or 2", Fraction(2, 6)),
        ("a tie", Fraction(1, 6)),
        ("won by 1 or 2", Fraction(2, 6)),
    ]


@clause("TB-6.4")
def test_a_re_roll_of_the_worse_of_two_dice_cannot_fall_below_the_other() -> None:
    match = battle("""
        6  B6   .
        5  R12  R1
           e    f
        ; R1 leads R12; B1@s9 leads B6 B7@s8; pending combat
    """)
    play(match, "throw 4 2 5")
    assert list(told(match, "reroll R12 2").items()) == [
        ("lost by 1", Fraction(4, 6)),
        ("a tie", Fraction(1, 6)),
        ("won by 1", Fraction(1, 6)),
    ]


@clause("TB-6.10")
@pytest.mark.parametrize(
    ("unit", "stays"),
    [
        ("R4", Fraction(4, 6)),
        ("R6", Fraction(3, 6)),
        ("R12", Fraction(3, 6)),
        ("R14", Fraction(3, 6)),
        ("R16", Fraction(2, 6)),
    ],
)
def test_a_rally_succeeds_by_kind_of_troops(unit: str, stays: Fraction) -> None:
    match = battle(f"open; R1@f5 leads {unit}@e5 R7@f1; B1@s9 leads B14@s8; pending combat retreat:{unit}")
    assert list(told(match, f"retreat {unit} e1").items()) == [("removed", 1 - stays), ("stays, turned", stays)]
    play(match, f"retreat {unit} e1")
    assert sorted(ways for _, ways in match.state.weights()) == sorted([int(stays * 6), 6 - int(stays * 6)])


@clause("TB-5.2", "TB-5.6")
@pytest.mark.parametrize("distance", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("ground", "mark", "bonus"), [(".", "", 0), (".", ":square", 1), ("W", "", 0), ("B", "", 0)])
def test_a_shot_hits_and_works_by_distance_and_cover(distance: int, ground: str, mark: str, bonus: int) -> None:
    match = battle(f"""
        {1 + distance}  {ground}:B6  .
        1               R16          R1
                        e            f
        ; R1 leads R16; B1@s9 leads B6{mark}; pending fire
    """)
    hits = [face for face in range(1, 7) if face + bonus >= distance]
    cover = 1 if ground in "WB" else 0
    wanted = Counter({"misses": 6 * (6 - len(hits))})
    for _, face in product(hits, range(1, 7)):
        effect = max(face - cover, 3)
        wanted[
            {
                3: "hit without effect",
                4: "turned, cannot move in its next turn",
                5: "retreats and has to rally",
                6: "removed",
            }[effect]
        ] += 1
    odds = told(match, f"fire R16 e{1 + distance}")
    assert odds == {words: Fraction(ways, 36) for words, ways in wanted.items() if ways}


@clause("TB-5.2", "TB-9.1")
@pytest.mark.parametrize(("distance", "hits"), [(2, 3), (3, 2), (4, 1)])
def test_horse_artillery_hits_as_with_a_die_of_four_sides(distance: int, hits: int) -> None:
    match = battle(
        f"open; R1@f1 leads R14@g1 R16@e1:horse; B1@s9 leads B6@e{1 + distance}; pending fire", horse_artillery=True
    )
    assert told(match, f"fire R16 e{1 + distance}").get("misses", Fraction(0)) == Fraction(4 - hits, 4)
    play(match, f"fire R16 e{1 + distance}")
    assert match.state.throw() == (4,)
    assert [ways for _, ways in match.state.weights()] == [4 - hits, hits]


# Weights against counting every throw


def outcomes(match: Match) -> Counter[str]:
    """Where every single throw leads, one by one."""
    state = match.state
    found: Counter[str] = Counter()
    for faces in product(*[range(1, sides + 1) for sides in state.throw()]):
        after = state.clone()
        after.apply(after.outcome(faces))
        found[match.game.write_position(after)] += 1
    return found


def merged(match: Match) -> Counter[str]:
    """Where the merged throws lead, with their weights."""
    found: Counter[str] = Counter()
    for outcome, ways in match.state.weights():
        after = match.state.clone()
        after.apply(outcome)
        found[match.game.write_position(after)] += ways
    return found


SINGLES = [
    "open; R1@f5 leads R6@e5 R7@a1; B1@s9 leads B6@e6 B7@s8; pending combat",
    "open; R1@f5 leads R14@e5 R7@a1; B1@s9 leads B6@e6 B7@s8; pending combat",
    "open; R1@f5 leads R14@e5 R7@a1; B1@s9 leads B6@e6:square B7@s8; pending combat",
    "open; R1@f5 leads R6@e5 R7@a1; B1@s9 leads B6@e6 B7@s8; pending combat rally:R6:retreat",
    "open; R1@f5 leads R16@e5 R7@a1; B1@s9 leads B6@s7 B7@s8; pending combat rally:R16:retreat",
    "open; R1@f5 leads R4@e1 R7@a1; B1@s9 leads B6@s7 B7@s8; pending combat rally:R4:edge",
    "open; R1@f5 leads R16@e5 R7@a1; B1@s9 leads B6@e9 B7@s8; fired R16; pending fire hit:R16:e9",
    "open; R1@f5 leads R16@e5 R7@a1; B1@s9 leads B6@e8:square B7@s8; fired R16; pending fire hit:R16:e8",
    "open; R1@f5 leads R16@e5 R7@a1; B1@s9 leads B6@e8 B7@e8; fired R16; pending fire effect:R16:e8",
    "open; R1@f5 leads R16@e5 R7@a1; B1@s9 leads B6@e8 B7@s8; fired R16; pending fire effect:R16:e8",
]


THROWN_AGAIN = (
    "open; R1@f5 leads R4@e5 R6@f6; B1@s9 leads B6@e6 B7@s8; fought R4 R6 B6; attack e6; by R4 R6; rerolled R4;"
    "dice {}; pending combat result reroll:R throw-again:R4:0"
)


@clause("TB-5.2", "TB-5.6", "TB-6.7", "TB-6.10")
@pytest.mark.parametrize("position", [*SINGLES, THROWN_AGAIN.format("R6:4 B6:3"), THROWN_AGAIN.format("R6:5 B6:2")])
def test_weights_lead_where_all_throws_lead_and_as_often_without_doubles(position: str) -> None:
    match = battle(position)
    assert match.to_act == CHANCE
    assert merged(match) == outcomes(match)
    assert len(match.state.weights()) == len(outcomes(match))


@clause("TB-6.4")
def test_a_die_thrown_again_counts_only_beyond_the_other_dice_of_its_side() -> None:
    match = battle(THROWN_AGAIN.format("R6:3 B6:4"))
    assert match.state.weights() == [(1, 3), (4, 1), (5, 1), (6, 1)]


@pytest.mark.parametrize(
    "position",
    [
        *SINGLES,
        "open; R1@f5 leads R4@e5 R7@a1; B1@s9 leads B4@e6 B7@s8; pending combat",
        "open; R1@f5 leads R12@e5 R7@a1; B1@s9 leads B6@e6 B7@s8; pending combat",
        "open; R1@f5 leads R12@e5 R7@a1; B1@s9 leads B4@e6 B5@e6; pending combat",
        (
            "open; R1@f5 leads R4@e5 R5@e5 R7@f6; B1@s9 leads B4@e6; attack e6; by R4 R5 R7; "
            "pending combat result reroll:R reroll:B roll"
        ),
    ],
)
def test_every_throw_has_its_effect_among_the_weights_and_the_weights_count_them(position: str) -> None:
    match = battle(position)
    state = match.state
    found: Counter[int] = Counter()
    for faces in product(*[range(1, sides + 1) for sides in state.throw()]):
        found[state.effect(state.outcome(faces))] += 1
    assert found == Counter(dict(state.weights()))


class Solver:
    """The worth of a combat to the attacker when both sides re-roll as well as they can."""

    def __init__(self, match: Match, *, slow: bool) -> None:
        self.game = match.game
        self.slow = slow
        self.known: dict[str, Fraction] = {}

    def worth(self, state: State) -> Fraction:
        """The worth of a position of the combat."""
        position = self.game.write_position(state)
        if position not in self.known:
            self.known[position] = self._worth(state, position)
        return self.known[position]

    def _worth(self, state: State, position: str) -> Fraction:
        if "; attack " not in position:
            return self._ended(position)
        if state.player == CHANCE:
            return self._thrown(state)
        worths = [self.worth(self._after(state, action)) for action in state.legal()]
        return max(worths) if state.player == 0 else min(worths)

    def _thrown(self, state: State) -> Fraction:
        if self.slow:
            throws = [(state.outcome(faces), 1) for faces in product(*[range(1, n + 1) for n in state.throw()])]
        else:
            throws = state.weights()
        whole = sum(ways for _, ways in throws)
        return sum((ways * self.worth(self._after(state, throw)) for throw, ways in throws), Fraction(0)) / whole

    @staticmethod
    def _after(state: State, action: int) -> State:
        after = state.clone()
        after.apply(action)
        return after

    @staticmethod
    def _ended(position: str) -> Fraction:
        """What became of both sides: a push costs 1, a retreat 3, a loss 7."""
        worth = Fraction(0)
        for word in position.replace(";", "").split():
            sign = 1 if word.startswith("B") else -1
            worth += sign * (7 if word.endswith("@removed") else 1 if ":turned" in word else 0)
            worth += (1 if word.startswith("rally:B") else -1 if word.startswith("rally:R") else 0) * 3
        return worth


@clause("TB-6.4")
@pytest.mark.parametrize(
    "position",
    [
        "open; R1@f5 leads R4@e5 R7@a1; B1@s9 leads B14@e6 B7@s8; pending combat",
        "open; R1@f5 leads R4@e5 R7@a1; B1@s9 leads B4@e6 B7@s8; pending combat",
        "open; R1@f5 leads R12@e5 R7@a1; B1@s9 leads B6@e6 B7@s8; pending combat",
        "open; R1@f5 leads R6@e5 R7@a1; B1@s9 leads B12@e6 B7@s8; pending combat",
    ],
)
def test_weights_are_worth_what_all_throws_are_worth_when_both_sides_re_roll_well(position: str) -> None:
    match = battle(position)
    assert Solver(match, slow=False).worth(match.state) == Solver(match, slow=True).worth(match.state)


@clause("TB-6.4")
def test_a_re_roll_is_never_worse_than_none() -> None:
    plain = battle("open; R1@f5 leads R6@e5 R7@a1; B1@s9 leads B14@e6 B7@s8; pending combat")
    guards = battle("open; R1@f5 leads R4@e5 R7@a1; B1@s9 leads B14@e6 B7@s8; pending combat")
    assert Solver(plain, slow=True).worth(plain.state) == 0
    assert Solver(guards, slow=True).worth(guards.state) > 0


@clause("TB-6.4")
def test_a_re_roll_is_told_from_the_side_that_is_asked() -> None:
    match = battle("open; R1@d3 leads R12@d4 R6@c3; B1@d6 leads B6@d5; turn B 4; pending combat")
    play(match, "throw 2 4")
    told = {str(chance.words): chance.probability for chance in match.odds("reroll R12 4")[0].chances}
    assert told == {
        "won by 3 or more: an attacker is removed": Fraction(2, 6),
        "won by 2: an attacker retreats": Fraction(1, 6),
        "won by 1: an attacker is pushed back": Fraction(1, 6),
        "a tie": Fraction(1, 6),
        "lost by 1: a defender is pushed back": Fraction(1, 6),
    }


@clause("TB-6.4", "TB-6.6")
def test_letting_the_dice_stand_tells_what_stands() -> None:
    match = battle("open; R1@d3 leads R12@d4 R6@c3; B1@d6 leads B6@d5; turn B 4; pending combat")
    play(match, "throw 2 4")
    (row,) = match.odds("stand")
    assert str(row.title) == "the dice as they lie: 4 to 2"
    assert [(str(chance.words), chance.probability) for chance in row.chances] == [
        ("won by 2: an attacker retreats", Fraction(1))
    ]
    both = battle("open; R1@d3 leads R12@d4; B1@d6 leads B4@d5 B6@t9; turn B 4; pending combat")
    play(both, "throw 2 4")
    assert str(both.odds("stand")[0].title) == "the dice as they lie: 4 to 2, before re-rolls of the other side"
    play(both, "stand")
    assert str(both.odds("stand")[0].title) == "the dice as they lie: 2 to 4"
    assert str(both.odds("stand")[0].chances[0].words) == "lost by 2: an attacker retreats"


@clause("TB-6.2", "TB-6.3")
def test_an_attack_tells_the_odds_of_all_together_then_of_each_alone() -> None:
    match = battle(
        "open; R1@d3 leads R6@c4 R7@d4 R12@e4; B1@t10 leads B6@d5 B7@t8; R2@r9 leads R8@s9; turn R 3; pending combat"
    )
    rows = [str(row.title) for row in match.odds("attack d5")]
    assert rows == [
        "R6 (infantry), R7 (infantry), R12 (heavy cavalry) against d5: 4 to 1 dice, before re-rolls",
        "R6 (infantry) or R7 (infantry) alone against d5: 1 to 1 dice",
        "R12 (heavy cavalry) alone against d5: 2 to 1 dice, before re-rolls",
    ]


@clause("TB-5.2")
def test_a_shot_tells_the_distance_and_what_helps_the_die() -> None:
    match = battle("open; R1@a1 leads R16@h2; B1@t10 leads B6@h6:square B7@t9; turn R 3; pending fire")
    (row,) = match.odds("fire R16 h6")
    assert str(row.title).startswith("R16 (artillery) at h6, 4 squares away: 3 or more hits")
    assert [str(part) for part in row.tally] == ["+1 on the die to hit: a square [TB-5.2]"]
