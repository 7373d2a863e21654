"""What a piece is and can do: told of every piece of every game, with clauses that exist, in both languages."""

from random import Random

import pytest

from drumhead import CHANCE, load
from drumhead.core.game import Game
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import use_language
from drumhead.core.match import Match
from drumhead.core.state import SPECTATOR

GAMES = [load("pocket-battles"), load("travel-battle"), load("aces-armor"), load("aces-armor", players=4, mission="v2")]
NAMED = ["pocket-battles", "travel-battle", "aces-armor", "aces-armor, V2"]


def played(game: Game, steps: int, seed: int = 1) -> Match:
    match, rng = Match(game, seed=seed), Random(seed)
    while len(match.steps) < steps and match.outcome is None:
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
    return match


def told(match: Match, key: str, seat: int = SPECTATOR) -> list[str]:
    return [str(trait) for trait in match.game.traits(match.game.view(match.state, seat), key)]


@pytest.mark.parametrize("game", GAMES, ids=NAMED)
def test_every_piece_tells_what_it_is_with_clauses_of_the_book(game: Game) -> None:
    known = set(game.clauses().clauses)
    for steps in (0, 40, 150):
        match = played(game, steps)
        for seat in (SPECTATOR, *range(game.seats)):
            view = match.game.view(match.state, seat)
            assert game.traits(view, "nothing") == []
            for unit in view["units"]:
                traits = game.traits(view, unit["key"])
                assert unit["key"] in str(traits[0].words)
                assert {trait.clause for trait in traits} - {""} <= known


def test_a_unit_of_pocket_battles_tells_the_traits_of_its_tiles() -> None:
    match = played(GAMES[0], 150)
    unit = next(unit for unit in match.view()["units"] if unit["troops"][0]["traits"])
    troop = unit["troops"][0]
    whole, tile = told(match, unit["key"]), told(match, f"{unit['key']}/{troop['id']}")
    assert whole[0].startswith(unit["key"])
    assert tile[0].startswith(troop["name"])
    trait = troop["traits"][0]
    assert any(line.startswith(f"{trait}: ") and line.endswith("]") and "[PB-9." in line for line in whole)
    assert tile[2].startswith(trait)


def test_a_hidden_stack_tells_of_nothing_but_its_top_tile() -> None:
    match = Match(GAMES[0], seed=1)
    while not any(unit["seat"] == 1 and unit["row"] not in ("reserve", "lost") for unit in match.view(0)["units"]):
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(match.legal_actions[0])
    hidden = next(unit for unit in match.view(0)["units"] if unit["hidden"] and unit["seat"] == 1)
    own = next(unit for unit in match.view(1)["units"] if unit["key"] == hidden["key"])
    below = {trait for troop in own["troops"][1:] for trait in troop["traits"]}
    shown = {trait for troop in hidden["troops"] for trait in troop["traits"]}
    lines = told(match, hidden["key"], 0)
    assert not any(line.startswith(trait) for line in lines for trait in below - shown)
    for troop in own["troops"][1:]:
        assert told(match, f"{hidden['key']}/{troop['id']}", 0) == lines


def test_a_piece_of_travelbattle_tells_its_kind_and_what_hinders_it() -> None:
    match = played(GAMES[1], 150)
    units = match.view()["units"]
    keys = {unit["kind"]: unit["key"] for unit in units}
    assert "may re-roll one of its dice in a combat [TB-6.4]" in told(match, keys["guard"])
    assert "may re-roll one of its dice in a combat [TB-6.4]" not in told(match, keys["infantry"])
    assert "is never fired at [TB-5.7]" in told(match, keys["brigadier"])
    for state, clause in (("turned", "TB-7.1"), ("in_square", "TB-4.3")):
        for unit in units:
            assert any(clause in line for line in told(match, unit["key"])) == unit[state]


def test_a_unit_of_aces_and_armor_tells_its_mat() -> None:
    match = played(GAMES[3], 200)
    katyusha, bomber = told(match, "SU-A1"), told(match, "US-B1")
    assert "shells a hex and the six around it, friends included [AA-11.1]" in katyusha
    assert "cannot attack aircraft, but returns their fire [AA-11.2]" in bomber
    assert "speed 7; every hex costs 1 [AA-4.3]" in bomber
    assert told(match, "US-tank")[0].endswith(": cost 5 [AA-9.2]")


def test_traits_are_told_in_italian() -> None:
    match = played(GAMES[1], 150)
    key = next(unit["key"] for unit in match.view()["units"] if unit["kind"] == "guard")
    with use_language(translator("it", "drumhead.games.travel_battle")):
        assert "può rilanciare uno dei suoi dadi in un combattimento [TB-6.4]" in told(match, key)
