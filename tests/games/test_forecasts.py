"""Covers forecasts, reach, plans and throws_dice of every game over random positions, against the rules themselves."""

from collections.abc import Iterator
from random import Random

import pytest

from drumhead import CHANCE, OVER, Game, Match, State
from drumhead.core.forecast import MAX_FACTS
from drumhead.core.registry import games

NAMES = ("pocket-battles", "travel-battle", "aces-armor")
BATTLES = 12
SHARE = 0.12
SAMPLE = 8


def positions(
    name: str, seed: int = 0, battles: int = BATTLES, share: float = SHARE
) -> Iterator[tuple[Game, State, Random]]:
    """Decisions out of random battles, some of them from the thick of it."""
    for number in range(battles):
        rng = Random(f"{name}/{seed}/{number}")
        game = games()[name].random(rng)
        state = game.scene(rng) or game.start()
        while state.player != OVER:
            if state.player == CHANCE:
                state.apply(state.sample(rng))
                continue
            if rng.random() < share:
                yield game, state, rng
            state.apply(rng.choice(state.legal()))


def keys_of(game: Game, state: State) -> list[str]:
    """The keys of all pieces that the seat to act sees."""
    return [unit["key"] for unit in game.view(state, state.player).get("units", [])]


@pytest.mark.parametrize("name", NAMES)
def test_throws_dice_says_whether_there_are_odds(name: str) -> None:
    told = {True: 0, False: 0}
    for game, state, rng in positions(name):
        legal = state.legal()
        for code in rng.sample(legal, min(SAMPLE, len(legal))):
            throws = game.throws_dice(state, code)
            assert throws == bool(game.odds(state, code)), game.action(state, code).notation
            told[throws] += 1
    assert min(told.values()) > 20, told


@pytest.mark.parametrize("name", NAMES)
def test_forecasts_are_short_and_cite_clauses_and_pieces_that_exist(name: str) -> None:
    clauses = games()[name].clauses().clauses
    seen = {"path": 0, "threats": 0, "then": 0}
    for game, state, rng in positions(name):
        legal = state.legal()
        packed = state.pack()
        pieces = set(keys_of(game, state))
        for code in rng.sample(legal, min(SAMPLE, len(legal))):
            found = game.forecast(state, code)
            assert str(found.title) == str(game.action(state, code).words)
            assert list(found.throws) == game.odds(state, code)
            assert len(found.facts) <= MAX_FACTS
            assert all(fact.clause in clauses and str(fact.words) for fact in found.facts)
            assert {*found.threats, *found.interceptors, *(one.key for one in found.then)} <= pieces
            for part in seen:
                seen[part] += bool(getattr(found, part))
        assert state.pack() == packed, "asking changed the position"
    assert min(seen.values()) > 5, seen


@pytest.mark.parametrize("name", NAMES)
def test_the_reach_of_a_piece_that_may_act_is_that_of_its_legal_actions(name: str) -> None:
    checked = 0
    for game, state, _ in positions(name):
        places: dict[str, set[str]] = {}
        for code in state.legal():
            action = game.action(state, code)
            if action.steps[1:] and action.steps[1].key in ("move", "place", "redeploy"):
                places.setdefault(action.steps[0].key, set()).add(action.steps[2].key)
        for key in keys_of(game, state):
            found = game.reach(state, key)
            if key in places:
                assert set(found.places) == places[key]
                checked += 1
            assert set(found.threat) <= set(found.places)
    assert checked > 50


@pytest.mark.parametrize("name", NAMES)
def test_how_many_threaten_a_place_is_how_many_the_forecast_of_the_move_names(name: str) -> None:
    checked = 0
    for game, state, rng in positions(name, share=0.03):
        legal = [code for code in state.legal() if game.action(state, code).notation.startswith(("move ", "redeploy "))]
        for code in rng.sample(legal, min(SAMPLE, len(legal))):
            action = game.action(state, code)
            found = game.forecast(state, code)
            reach = game.reach(state, action.steps[0].key)
            assert reach.threat[action.steps[2].key] == len(found.threats), action.notation
            assert {one.key for one in found.then} <= set(reach.targets) or name == "pocket-battles"
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("name", NAMES)
def test_plans_are_legal_action_after_action(name: str) -> None:
    played = 0
    for game, state, _ in positions(name):
        for plan in game.plans(state):
            match = Match(game, state=state)
            for notation in plan.actions:
                assert match.to_act == state.player
                match.push(notation)
            assert len(plan.actions) > 1
            played += 1
    assert played or name == "pocket-battles"


@pytest.mark.parametrize("name", NAMES)
def test_phases_end_by_actions_that_the_game_knows(name: str) -> None:
    """Random battles meet every action that is declared to end a phase, so that none is misspelt."""
    wanted, met = games()[name].phase_ends, set[str]()
    assert wanted
    for game, state, _ in positions(name, battles=60):
        met |= {game.action(state, code).notation for code in state.legal()} & wanted
        if met == wanted:
            break
    assert met == wanted
