"""Covers Match.why_not in every game: whatever is drawn is a legal choice, or is told why not, with its clause."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from drumhead import CHANCE, OVER, Game, Match, load
from drumhead.core.registry import games
from drumhead.core.state import SPECTATOR
from tests.games.aces_armor import draw as aces_armor
from tests.games.pocket_battles import draw as pocket_battles
from tests.games.travel_battle import draw as travel_battle

NAMES = ("pocket-battles", "travel-battle", "aces-armor")
LEAST_POSITIONS = 300
MOST_SECONDS = 0.02
"""A question takes no longer on average."""
SCENERY: dict[str, frozenset[str]] = {name: frozenset() for name in NAMES}
"""The keys of a picture that are told nothing: none."""
SELDOM = {
    "pocket-battles": {"sacrifice", "leader", "control", "follow", "first-strike", "double", "tough", "target", "dice"},
    "travel-battle": set(),
    "aces-armor": {"gift", "way"},
}
"""The decisions that random battles may not come to."""
KEY = re.compile(r'data-key="([^"]*)"')


def positions(name: str, kinds: int, share: float, battles: int) -> Iterator[tuple[Match, Random]]:
    """Decisions of random battles, each kind a few times in each battle and some more by chance."""
    for number in range(battles):
        rng = Random(f"{name}/{number}")
        game = games()[name].random(rng)
        match, seen = Match(game, seed=number, state=game.scene(rng)), Counter[str]()
        for _ in range(2_000):
            if match.to_act == OVER:
                break
            if match.to_act == CHANCE:
                match.roll()
                continue
            kind = pending(match)
            seen[kind] += 1
            if seen[kind] <= kinds or rng.random() < share:
                yield match, rng
            match.push(rng.choice(match.state.legal()))


def pending(match: Match) -> str:
    """The name of what is decided."""
    return str(match.state.pending().kind.name)  # type: ignore[attr-defined]


def decisions(name: str) -> set[str]:
    """The names of all that a seat may have to decide in a game."""
    match = Match(load(name))
    return {kind.name for kind in match.state.frames().kinds if kind.actions}  # type: ignore[attr-defined]


def drawn(match: Match) -> list[str]:
    """The keys in the picture of the seat to act."""
    return KEY.findall(match.board(match.to_act))


def check(match: Match, chosen: tuple[str, ...], key: str, paths: list[set[str]], keys: list[str]) -> float:
    """Asserts that one of the keys drawn is a legal choice, or is told why not; returns the seconds that it took."""
    begun = time.perf_counter()
    reasons = match.why_not(chosen, key, match.to_act)
    took = time.perf_counter() - begun
    where = f"{key} after {chosen} in {match.game.chosen} {match.position}"
    is_legal = any({*chosen, key} <= path for path in paths)
    assert bool(reasons) != is_legal, f"{'legal, and refused' if is_legal else 'silent'}: {where}"
    assert len(reasons) <= 3, where
    for reason in reasons:
        assert reason.clause in match.game.clauses().clauses, f"{reason}: {where}"
        assert str(reason.words).strip(), where
        assert "{" not in str(reason.words), where
        assert {*reason.keys, *(reason.sight or ())} <= {*keys}, f"{reason.keys} {reason.sight}: {where}"
    return took


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_drawn_can_be_chosen_or_is_told_why_not(name: str) -> None:
    asked, seconds, seen = 0, 0.0, Counter[str]()
    for match, rng in positions(name, 1, 0.01, 40):
        seen[pending(match)] += 1
        packed, steps = match.state.pack(), len(match.steps)
        actions = [*match.legal_actions, *match.further_actions]
        paths = [{step.key for step in action.steps} for action in actions]
        keys = [key for key in drawn(match) if key not in SCENERY[name]]
        firsts = sorted({action.steps[0].key for action in actions})
        for key in keys:
            seconds += check(match, (), key, paths, keys)
        asked += len(keys)
        for first in rng.sample(firsts, min(3, len(firsts))):
            some = rng.sample(keys, min(20, len(keys)))
            seconds += sum(check(match, (first,), key, paths, keys) for key in some)
            asked += len(some)
        assert (match.state.pack(), len(match.steps)) == (packed, steps), "asking changed the position"
    assert sum(seen.values()) >= LEAST_POSITIONS
    assert seconds / asked < MOST_SECONDS
    assert decisions(name) - set(seen) <= SELDOM[name], "decisions that were never asked about"


@pytest.mark.parametrize("name", NAMES)
def test_who_has_to_wait_is_told_who_decides_and_after_the_end_how_it_ended(name: str) -> None:
    match, rng = Match(load(name), seed=7), Random(7)
    clauses = match.game.clauses().clauses
    while match.to_act != OVER:
        if match.to_act == CHANCE:
            match.roll()
            continue
        if rng.random() < 0.01 or not match.steps:
            for seat in (SPECTATOR, *range(match.game.seats)):
                if seat != match.to_act:
                    [reason] = match.why_not((), "R4", seat)
                    assert str(match.prompt) in str(reason.words)
                    assert reason.clause in clauses
        match.push(rng.choice(match.state.legal()))
    assert match.outcome is not None
    for seat in (None, 0, 1):
        [reason] = match.why_not((), "R4", seat)
        assert (reason.words, reason.clause) == (match.outcome.reason, match.outcome.clause)
    conceded = Match(load(name), seed=7)
    conceded.settle()
    conceded.concede()
    assert [reason.clause for reason in conceded.why_not((), "R4", 0)] == [match.game.concede_clause]


def candidates(match: Match, actor: str, key: str, kind: str) -> list[str]:
    """The notations that an own unit and something pressed after it can stand for, in the order of a rulebook."""
    if match.game.name == "pocket-battles":
        is_zone = "-" in key
        verbs = ("move {} {}", "redeploy {} {}") if is_zone else ("shoot {} {}", "charge {} at {}", "carry-on {} {}")
        return [verb.format(actor, key.rpartition(".")[2]) for verb in verbs]
    verb = {"move": "move", "fire": "fire", "declare": "attack"}[kind]
    return [f"{verb} {actor} {key}"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kinds"),
    [("pocket-battles", {"turn", "action"}), ("travel-battle", {"move", "fire"}), ("aces-armor", {"move", "declare"})],
)
def test_reasons_agree_with_those_against_the_action_that_was_meant(name: str, kinds: set[str]) -> None:
    compared = 0
    for match, rng in positions(name, 3, 0.02, 25):
        kind, seat = pending(match), match.to_act
        if kind not in kinds:
            continue
        units = match.view(seat)["units"]
        on_field = [unit for unit in units if "troops" not in unit or unit["row"] not in ("lost", "reserve")]
        places = {str(unit.get("hex") or unit.get("where")) for unit in units}
        own = {action.steps[0].key for action in match.legal_actions} & {unit["key"] for unit in on_field}
        letter = match.game.letters[seat]
        if name == "pocket-battles":
            targets = [unit["key"] for unit in on_field if unit["seat"] != seat]
            targets += [
                f"{letter}.{sector}-{row}" for sector in ("left", "centre", "right") for row in ("front", "rear")
            ]
        else:
            targets = [key for key in drawn(match) if re.fullmatch(r"[a-t]\d+", key) and key not in places]
        for actor in rng.sample(sorted(own), min(3, len(own))):
            for key in rng.sample(targets, min(6, len(targets))):
                told = {str(reason) for reason in match.why_not((actor,), key, seat)}
                meant = {str(match.why(notation)) for notation in candidates(match, actor, key, kind)}
                assert told <= meant, f"{actor} {key} in {match.position}"
                compared += bool(told)
    assert compared > 200


def reasons(match: Match, *pressed: str) -> list[str]:
    """Why the seat to act cannot choose the last key after those before it."""
    before = match.state.pack()
    found = [str(reason) for reason in match.why_not(pressed[:-1], pressed[-1], match.to_act)]
    assert match.state.pack() == before
    return found


POCKET = """
    E1(ELV13) | . | E3(ELV26)
    / E2(ELV27) | E4(ELV28) | .
    / . | . | .
    / O4(ORC09) O5(ORC21) | . | .
    / O1(ORC22) | O2(ORC17) | O3(ORC06)
    ; O 50 {tokens}/0; E 50 5/0/0; {more}
"""


@pytest.mark.parametrize(
    ("pressed", "told"),
    [
        ("O1 E2", ["O1 (Half Orcs) shoots only from a Front zone [PB-6.5]"]),
        ("O4 E1", ["E2 (Spearmen) stands before E1 (Mounted Guard): O4 (Bugbears) charges nobody behind it [PB-6.8]"]),
        ("O5 E1", ["E2 (Spearmen) stands before E1 (Mounted Guard): the Rear behind it is out of reach [PB-7.6]"]),
        ("O5 E4", ["E1 (Mounted Guard), E2 (Spearmen) stand in the sector of O5 (Half Orcs)"]),
        ("O5 E3", ["E3 (Spearmen) is 2 sectors away; O5 (Half Orcs) reaches its own sector and those beside it"]),
        ("O2 E2", ["O2 (Orcs) charges only from a Front zone [PB-6.2]"]),
        ("O4 E2", ["O4 (Bugbears) is no Scout: choose Charge first, and the target after the reaction [PB-9.24]"]),
        ("E3", ["E3 (Spearmen) belongs to Elves; choose first which of your units acts [PB-4.2]"]),
        ("O4 O.right-rear", ["O4 (Bugbears) moves only to an adjacent zone [PB-2.4]"]),
        ("O4 left-engagement", ["O4 (Bugbears) enters an Engagement Zone only by a charge [PB-6.1]"]),
        ("O4 E.right-front", ["the right front is on the side of Elves: units move on their own side [PB-2.4]"]),
        ("right-engagement", ["the right engagement zone is entered only by a charge [PB-6.1]"]),
        ("O4/ORC09", ["a unit acts and is struck as one: choose O4 (Bugbears), not one of its troops [PB-1.5]"]),
    ],
)
def test_pocket_battles_tells_what_bars_an_order(pressed: str, told: list[str]) -> None:
    match = pocket_battles.battle(POCKET.format(tokens="5/0", more="turn O"))
    found = reasons(match, *pressed.split())
    assert len(found) >= len(told)
    assert all(reason.startswith(said) for reason, said in zip(found, told, strict=False)), found


def test_pocket_battles_names_who_stands_before_the_target_and_draws_the_line_of_sight() -> None:
    match = pocket_battles.battle(POCKET.format(tokens="5/0", more="turn O"))
    shot = match.why_not(("O5",), "E1", 0)[0]
    assert (shot.keys, shot.sight) == (("E2",), ("O5", "E1"))
    assert str(shot) == str(match.why("shoot O5 E1"))
    assert match.why_not(("O4",), "E1", 0)[0].keys == ("E2",)
    assert str(match.why("charge O4 at E1")) == str(match.why_not(("O4",), "E1", 0)[0])


def test_pocket_battles_tells_why_a_unit_has_no_order_at_all() -> None:
    redeployed = POCKET.format(tokens="5/0", more="turn O; redeployed O2; pending action:O")
    told = ["O2 (Orcs) was redeployed this turn and is not Fast [PB-5.2]"]
    assert reasons(pocket_battles.battle(redeployed), "O2") == told
    dear = POCKET.format(tokens="1/3", more="turn O; pending action:O").replace("O2(ORC17)", "O2(ORC17 o1)")
    match = pocket_battles.battle(dear)
    assert reasons(match, "O2") == ["an order to O2 (Orcs) costs 2; 1 unused [PB-4.4]"]
    assert reasons(match, "O2", "O.right-rear") == ["an order to O2 (Orcs) costs 2; 1 unused [PB-4.4]"]
    lost = pocket_battles.battle(POCKET.format(tokens="5/0", more="turn O; lost O6(-ORC18) E5(-ELV30)"))
    assert reasons(lost, "O6") == ["O6 (Orcs) is destroyed [PB-4.2]"]
    assert reasons(lost, "O5", "E5") == ["E5 (Spearmen) is destroyed [PB-7.1]"]


TRAVEL = """
    8  .   .   .   .       B7  .
    7  .   .   .   .       .   .
    6  .   .   .   .       .   .
    5  .   .   .   .       B6  .
    4  .   .   .   .       .   .
    3  .   .   .   .       R16 .
    2  R4  .   R6  R1      .   R7
       a   b   c   d       e   f
    ; R1 leads R4 R6 R16 R7; B1@t10 leads B6 B7; turn R 1; {more}
"""


@pytest.mark.parametrize(
    ("more", "pressed", "told"),
    [
        ("", "B6", "B6 (infantry) belongs to Blue; choose first which of your pieces acts [TB-2.1]"),
        ("", "R6 B6", "B6 (infantry) is 3 squares away: R6 (infantry) fights only those it touches [TB-6.1]"),
        ("", "R16 B6", "R16 (artillery) fires at B6 (infantry) once movement has ended [TB-2.1]"),
        ("", "R6 c5", "c5 is 3 away, out of reach: R6 (infantry) moves 1 [TB-3.1]"),
        ("", "R1 R4", "R4 (guards) stands on a2: it is occupied [TB-1.6]"),
        ("", "t9", "none of your pieces can move to t9 now [TB-3.1]"),
        ("moved R6", "R6", "R6 (infantry) has moved or changed formation this turn [TB-3.1]"),
        ("moved R6", "R6 c3", "R6 (infantry) has moved or changed formation this turn [TB-3.1]"),
        ("cut-off R7", "R7 f3", "R7 (infantry) is cut off from its brigadier [TB-3.4]"),
        ("pending fire", "B6", "B6 (infantry) belongs to Blue; choose first which of your pieces acts [TB-5.1]"),
        ("pending fire", "R6", "R6 (infantry) is no artillery [TB-5.1]"),
        ("pending fire", "R16 t9", "no enemy unit stands on t9 [TB-5.1]"),
        ("pending fire", "R16 B6", "B6 (infantry) stands on e5: choose the square [TB-5.1]"),
    ],
)
def test_travel_battle_tells_what_bars_a_piece(more: str, pressed: str, told: str) -> None:
    assert told in reasons(travel_battle.battle(TRAVEL.format(more=more)), *pressed.split())


def test_travel_battle_names_what_stands_in_the_way_and_draws_the_line_of_sight() -> None:
    match = travel_battle.battle(TRAVEL.format(more="pending fire"))
    [reason] = match.why_not(("R16",), "B7", 0)
    assert str(reason) == str(match.why("fire R16 e8"))
    assert "in the way: B6 (infantry) on e5" in str(reason)
    assert (reason.clause, reason.keys, reason.sight) == ("TB-5.3", ("B6",), ("R16", "e8"))


def test_travel_battle_tells_a_gun_without_a_target_how_far_the_nearest_is() -> None:
    text = "open; R1@a1 leads R4@b2 R16@a2 R17@n9; B1@t10 leads B6@n5; turn R 1; pending fire"
    assert reasons(travel_battle.battle(text), "R16") == ["n5 is 13 away; artillery fires at 2 to 6 [TB-5.1]"]


ACES = """
       a      b      c      d      e      f      g
    1  US-A1  .      .      ~      .      .      .
    2  .      US-T1  .      ~      .      .      G1-T1
    3  .      US-I1  F      ^      .      .      .
    4  .      US-B1  G1-I1  .      .      .      .
    5  f      US-M1  .      .      G1-F1  .      .
"""


@pytest.mark.parametrize(
    ("more", "pressed", "told"),
    [
        ("", "US-T1 f9", "US-T1 (M4 Sherman) does not reach f9, 9 hexes away: its speed is 4 [AA-4.1]"),
        ("", "US-T1 G1-T1", "g2 is 5 hexes away; US-T1 (M4 Sherman) reaches 1 [AA-7.2]"),
        ("", "US-B1 G1-I1", "US-B1 (B-17) attacks G1-I1 (Grenadiers) once all moves are made [AA-3.1]"),
        ("", "US-T1 US-I1", "US-I1 (Rifle Infantry) stands on b3: one unit to a hex [AA-4.5]"),
        ("", "G1-T1", "G1-T1 (Tiger) belongs to Germany 1; United States: move your units, or end movement [AA-1.1]"),
        ("", "US-tank", "units are bought at the end of the turn, when the battles are fought [AA-3.1]"),
        ("moved US-T1", "US-T1", "US-T1 (M4 Sherman) has moved already [AA-4.4]"),
        ("moved US-T1", "US-T1 b1", "US-T1 (M4 Sherman) has moved already [AA-4.4]"),
        ("pending declare", "US-T1", "c4 is 2 hexes away; US-T1 (M4 Sherman) reaches 1 [AA-7.2]"),
        ("pending declare", "US-A1 G1-F1", "e5 is 6 away; US-A1 (M114 Howitzer) reaches from 2 to 5 [AA-7.2]"),
        ("pending declare", "a9", "none of your units can attack a9 now [AA-7.1]"),
        ("pending declare", "US-I1 c4", "US-I1 (Rifle Infantry) attacks a unit: choose G1-I1 (Grenadiers) [AA-7.1]"),
    ],
)
def test_aces_armor_tells_what_bars_a_unit(more: str, pressed: str, told: str) -> None:
    found = reasons(aces_armor.battle(f"{ACES}; turn US; {more}"), *pressed.split())
    assert any(reason.startswith(told) for reason in found), found


def test_aces_armor_names_who_stands_in_the_way_of_a_move() -> None:
    match = aces_armor.battle(f"{ACES}; turn US")
    [reason] = match.why_not(("US-T1",), "US-I1", 0)
    assert (str(reason), reason.keys) == (str(match.why("move US-T1 b3")), ("US-I1",))
    walled = """
       a      b      c      d
    1  US-T1  G1-T1  .      .
    2  G1-I1  G1-M1  .      .
    ; turn US
    """
    [reason] = aces_armor.battle(walled).why_not(("US-T1",), "c1", 0)
    assert str(reason).startswith("in the way of US-T1 (M4 Sherman) to c1: G1-T1 (Tiger) on b1")
    assert (reason.clause, reason.keys[0]) == ("AA-4.5", "G1-T1")


def test_what_is_not_in_the_picture_is_told_what_is_asked() -> None:
    for name in NAMES:
        match = Match(load(name), seed=3)
        match.settle()
        for key in ("nothing", "", "R.brigade-9", "O1/ORC99", "zz99", "US-token-7", "{unit}"):
            for chosen in ((), ("nothing",), ("pass", "E1", "R4")):
                [reason, *_] = match.why_not(chosen, key, match.to_act)
                assert reason.clause in match.game.clauses().clauses


def test_a_game_without_reasons_of_its_own_says_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(load("pocket-battles"), seed=3)
    match.settle()
    monkeypatch.setattr(type(match.game), "why_not", Game.why_not)
    seat = match.to_act
    [reason] = match.why_not((), "left-engagement", seat)
    told: dict[str, Any] = {"words": str(reason.words), "clause": reason.clause}
    assert told == {"words": f"that is not what is asked; {match.prompt}", "clause": "PB-3.2"}
