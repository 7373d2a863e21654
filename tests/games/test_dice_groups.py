"""Game.dice of all games: every die once, in its group, and what is lit is what the engine counted."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.registry import games
from drumhead.core.state import CHANCE, OVER
from drumhead.core.summaries import DiceGroup
from drumhead.games.aces_armor.box.scenario import Force

GAMES = tuple(games())
Raw = tuple[object, ...]


def throws(name: str, battles: int, steps: int = 500) -> Iterator[tuple[Game, Match, int, list[DiceGroup]]]:
    """Every throw of random battles, with its groups as a spectator is shown them."""
    for seed in range(battles):
        rng = Random(f"{name} {seed}")
        game = games()[name].random(rng)
        match = Match(game, seed=seed, state=game.scene(rng))
        while match.to_act != OVER and len(match.steps) < steps:
            if match.to_act == CHANCE:
                match.roll()
                groups = match.dice_of(len(match.steps) - 1)
                if groups:
                    yield game, match, len(match.steps) - 1, groups
            else:
                match.push(rng.choice(match.state.legal()))


def lit(group: DiceGroup) -> list[int]:
    return [face for face, hit in zip(group.faces, group.hits, strict=True) if hit]


def event(match: Match, step: int, *names: str) -> list[Raw]:
    return [raw for raw in match.steps[step].events if raw[0] in names]


@pytest.mark.parametrize("name", GAMES)
def test_every_die_is_in_one_group_with_as_many_marks_and_words(name: str) -> None:
    for game, match, step, groups in throws(name, 12):
        faces = match.steps[step].faces
        assert [face for group in groups for face in group.faces] == list(faces or ())
        assert tuple(side for group in groups for side in group.sides) == match.state_before(step).throw()
        for group in groups:
            assert len(group.hits) == len(group.sides) == len(group.faces) > 0
            assert str(group.words)
            assert str(group.caption)
            assert CHANCE <= group.seat <= game.seats


def test_pocket_battles_lights_the_dice_that_the_engine_counts() -> None:
    checked: Counter[str] = Counter()
    for _, match, step, (group, *others) in throws("pocket-battles", 40):
        scored, missed = event(match, step, "score"), event(match, step, "miss")
        thrown = event(match, step, "roll")
        if others or not thrown:
            continue
        # The slow way: the printed dice of the living troops of the unit that threw, one by one.
        before = match.state_before(step)
        unit, mode = int(str(thrown[0][2])), int(str(thrown[0][4]))
        tiles = [tile for troop, tile in enumerate(before.force.units[unit]) if before.alive[unit] >> troop & 1]  # type: ignore[attr-defined]
        printed = [face for tile in tiles for face in (tile.shooting if mode else tile.engagement)]
        worth = sum(printed.count(face) for face in lit(group))
        assert sum(printed.count(face) for face in group.faces) == worth, "a die that hits is not lit"
        assert all(printed.count(face) for face in lit(group)), "a die that misses is lit"
        if scored:
            assert scored[0][4] == worth
            assert str(group.caption).startswith(f"{worth} hit")
            checked["hits"] += 1
        if missed:
            assert not lit(group)
            assert str(group.caption).startswith("miss")
            checked["misses"] += 1
    assert min(checked["hits"], checked["misses"]) > 50, checked


def test_travel_battle_lights_the_best_dice_and_the_hits_that_the_engine_counts() -> None:
    checked: Counter[str] = Counter()
    for _, match, step, groups in throws("travel-battle", 40):
        for raw in event(match, step, "hit", "miss", "rallies", "breaks"):
            assert [bool(lit(group)) for group in groups] == [raw[0] in ("hit", "rallies")]
            assert f"needs {raw[-1]}+" in str(groups[0].caption)
            checked[str(raw[0])] += 1
        for raw in event(match, step, "effect"):
            assert bool(lit(groups[0])) == (raw[4] > 0)  # type: ignore[operator]
            checked["effect"] += 1
        for raw in event(match, step, "result"):
            attacker = match.state_before(step).active  # type: ignore[attr-defined]
            if event(match, step, "roll"):
                tops = {
                    seat: {face for group in groups if group.seat == seat for face in lit(group)} for seat in (0, 1)
                }
                assert tops == {attacker: {raw[3]}, 1 - attacker: {raw[4]}}
                assert max(groups[0].faces) <= max(tops[attacker])
                checked["combat"] += 1
            else:
                top = raw[3] if groups[0].seat == attacker else raw[4]
                assert bool(lit(groups[0])) == (groups[0].faces[0] == top)
                assert str(groups[0].caption).endswith(f": {top}")
                checked["again"] += 1
    assert min(checked[kind] for kind in ("hit", "miss", "rallies", "breaks", "effect", "combat", "again")) > 5, checked


def test_aces_armor_lights_as_many_dice_as_the_engine_counts_hits() -> None:
    checked: Counter[str] = Counter()
    for _, match, step, groups in throws("aces-armor", 40, 900):
        for raw in event(match, step, "hits"):
            _, _, unit, target, hits, back = raw
            force = match.state_before(step).force  # type: ignore[attr-defined]
            thrower = {seat_of(force, int(str(one))): one for one in (unit, target)}
            counted = dict.fromkeys(thrower, 0)
            for group in groups:
                counted[group.seat] += len(lit(group))
            assert all(group.seat in thrower for group in groups)
            expected = {
                seat_of(force, int(str(unit))): hits,
                seat_of(force, int(str(target))): 0 if back == 255 else back,
            }
            rolled = {group.seat for group in groups}  # fixed hits have no dice
            assert {seat: counted[seat] for seat in rolled} == {seat: expected[seat] for seat in rolled}
            checked["hits"] += 1
            checked["red"] += any("red dice" in str(group.words) for group in groups)
            checked["answer"] += any("returns fire" in str(group.words) for group in groups)
        for raw in event(match, step, "rocket_hits"):
            assert sum(len(lit(group)) for group in groups) == raw[4]
            checked["rockets"] += 1
        for raw in event(match, step, "launched"):
            assert bool(lit(groups[0])) == bool(raw[4])
        for raw in event(match, step, "plays_first", "places_first"):
            assert [group.seat for group in groups if lit(group)] == [faction_seat(match.state.force, int(str(raw[2])))]  # type: ignore[attr-defined]
            checked["first"] += 1
    assert min(checked[kind] for kind in ("hits", "red", "answer", "rockets", "first")) > 3, checked


def seat_of(force: Force, unit: int) -> int:
    """The seat that a unit belongs to; the Automa has the number after the last."""
    return faction_seat(force, force.faction[unit])


def faction_seat(force: Force, faction: int) -> int:
    return force.seat[faction] if force.seat[faction] >= 0 else force.seats
