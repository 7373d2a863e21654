"""Covers forecasts of every game against slow references: ways walked step by step, and actions really played."""

import re

from drumhead import CHANCE, Match
from drumhead.games.aces_armor.engine import encoding as aa
from drumhead.games.aces_armor.engine.state import Battle as AcesBattle
from drumhead.games.aces_armor.rules.combat import dice_in_battle
from drumhead.games.aces_armor.rules.declare import targets
from drumhead.games.aces_armor.rules.movement import reach_of
from drumhead.games.aces_armor.text.names import key_of
from drumhead.games.pocket_battles.engine import encoding as pb
from drumhead.games.pocket_battles.engine.state import Battle as PocketBattle
from drumhead.games.pocket_battles.game import PocketBattles
from drumhead.games.travel_battle.army.force import FIGHTERS, SEAT
from drumhead.games.travel_battle.engine import encoding as tb
from drumhead.games.travel_battle.engine.state import Battle as TravelBattle
from drumhead.games.travel_battle.rules.boards import BIT, GRID
from drumhead.games.travel_battle.rules.combat import assaults
from drumhead.games.travel_battle.rules.combat_dice import rollers
from drumhead.games.travel_battle.rules.turns import start_turn
from drumhead.games.travel_battle.text.names import KEYS
from tests.games.test_forecasts import SAMPLE, keys_of, positions


def facts_of(found: object) -> str:
    """All facts of a forecast as text."""
    return "\n".join(map(str, found.facts))  # type: ignore[attr-defined]


def test_travel_battle_ways_lead_over_free_squares_at_the_price_that_is_told() -> None:
    checked = 0
    for game, state, rng in positions("travel-battle"):
        assert isinstance(state, TravelBattle)
        moves = [code for code in state.legal() if code & 31 == tb.MOVE and state.step_kind() == tb.AT_MOVE]
        for code in rng.sample(moves, min(SAMPLE, len(moves))):
            _, unit, to = tb.unpack(code)
            found = game.forecast(state, code)
            here = state.square[unit]
            for name in found.path:
                square = GRID.read(name)
                assert GRID.distance(here, square) == 1
                assert name == found.path[-1] or not state.occupied() & BIT[square]
                here = square
            assert here == to
            assert str(found.facts[0]).startswith(f"{len(found.path)} of ")
            by_road = len(found.path) > state.force.steps[unit]
            assert by_road == ("by road" in str(found.facts[0]))
            assert not by_road or state.ground.on_road[to]
            checked += 1
    assert checked > 100


def strikes_by_playing(game: object, state: TravelBattle, unit: int) -> set[str]:
    """The enemies that a unit can fire at or attack in this turn, found by playing all of its moves and its fire."""
    ends = [state]
    for code in state.legal():
        kind, who, _ = tb.unpack(code)
        if who == unit and kind == tb.MOVE:
            after = state.clone()
            after.apply(code)
            ends.append(after)
    found: set[int] = set()
    while ends:
        end = ends.pop()
        if end.step_kind() in (tb.AT_DISPLACE, tb.AT_GO_ON):
            for code in end.legal():
                after = end.clone()
                after.apply(code)
                ends.append(after)
            continue
        end.apply(tb.ENDING_MOVEMENT)
        while end.player == state.active and end.step_kind() == tb.AT_FIRE:
            found |= {tb.unpack(code)[2] for code in end.legal() if tb.unpack(code)[:2] == (tb.FIRE, unit)}
            end.apply(tb.ENDING_FIRE)
        if end.active == state.active and end.turn_step() == tb.AT_COMBAT and not end.dice and not end.attackers:
            found |= {square for square, team in assaults(end).items() if team >> unit & 1}
        elif end.active == state.active and end.target != tb.NONE and end.attackers >> unit & 1:
            found.add(end.target)
    return {KEYS[enemy] for enemy in state.living(1 - state.active) if state.square[enemy] in found}


def test_travel_battle_targets_are_those_that_playing_the_moves_leads_to() -> None:
    checked = struck = 0
    for game, state, rng in positions("travel-battle", battles=30):
        assert isinstance(state, TravelBattle)
        if state.step_kind() != tb.AT_MOVE:
            continue
        unit = rng.choice([unit for unit in state.living(state.active) if FIGHTERS >> unit & 1])
        wanted = strikes_by_playing(game, state.clone(), unit)
        assert wanted <= set(game.reach(state, KEYS[unit]).targets), (KEYS[unit], state.square[unit])
        checked += 1
        struck += bool(wanted)
    assert checked > 40
    assert struck > 10


def test_travel_battle_strike_backs_have_the_dice_of_the_engine() -> None:
    checked = 0
    for game, state, _ in positions("travel-battle", battles=40, share=1):
        assert isinstance(state, TravelBattle)
        for code in state.legal():
            if code & 31 != tb.FIGHT:
                continue
            after = state.clone()
            after.apply(code)
            dice = sum(count for unit, count in rollers(after) if SEAT[unit] != after.active)
            found = game.forecast(state, code)
            assert f"strikes back with {dice} di" in facts_of(found)
            assert set(found.threats) == {KEYS[unit] for unit in after.defenders()}
            checked += 1
    assert checked > 10


def test_aces_and_armor_ways_cost_what_their_hexes_do_and_pass_whom_the_engine_asks() -> None:
    checked = asked = 0
    for game, state, rng in positions("aces-armor", battles=25):
        assert isinstance(state, AcesBattle)
        moves = [code for code in state.legal() if code & 31 == aa.MOVE and state.step_kind() == aa.AT_MOVE]
        for code in rng.sample(moves, min(SAMPLE, len(moves))):
            _, unit, hex_, _ = aa.unpack(code)
            found = game.forecast(state, code)
            board = state.force.board
            here, paid = state.place[unit], 0
            for name in found.path:
                step = board.grid.read(name)
                assert board.distance[here][step] == 1
                paid += state.force.ground.price[state.weather][state.force.arm[unit]][step]
                here = step
            assert here == hex_
            told = str(found.facts[0])
            assert "whole move" in told or told.startswith(f"costs {halves(paid)} of "), (told, paid)
            if state.force.by_hex and game.chosen["mode"] == "versus":
                may = interceptors_when_played(state, code)
                assert set(found.interceptors) == may, (game.action(state, code).notation, state.step_kind())
                asked += bool(may)
            checked += 1
    assert checked > 100
    assert asked > 5


def halves(points: int) -> str:
    """Half points as they are written."""
    return f"{points / 2:g}"


def interceptors_when_played(state: AcesBattle, code: int) -> set[str]:
    """The units that the engine offers to intercept with when a move is played and all are let pass."""
    after = state.clone()
    after.events = []
    after.apply(code)
    found = set()
    while after.step_kind() == aa.AT_INTERCEPT:
        found |= {key_of(state.force, aa.unpack(answer)[1]) for answer in after.legal() if answer & 31 == aa.INTERCEPT}
        after.apply(aa.LETTING_PASS)
    return found


def test_aces_and_armor_answers_have_the_dice_of_the_engine() -> None:
    checked = answered = 0
    for game, state, _ in positions("aces-armor", battles=40, share=0.4):
        assert isinstance(state, AcesBattle)
        for code in state.legal():
            kind, unit, hex_, _ = aa.unpack(code)
            if code & aa.MARCH or kind != aa.ATTACK or unit == state.force.v2 or state.force.rockets[unit]:
                continue
            target = state.at[hex_]
            if any(state.force.fixed_hits[state.force.faction[one]] for one in (unit, target)):
                continue
            dice, red, answer = dice_in_battle(state, unit, target)
            told = facts_of(game.forecast(state, code))
            assert re.search(rf"attacks with {dice + red} di", told)
            assert bool(answer) == bool(re.search(rf"^answered with {answer} di", told, re.M))
            checked += 1
            answered += bool(answer)
    assert checked > 20
    assert answered > 5


def test_pocket_battles_reactions_and_strike_backs_are_those_of_the_engine() -> None:
    checked = struck = 0
    for game, state, _ in positions("pocket-battles", battles=25):
        assert isinstance(state, PocketBattle)
        assert isinstance(game, PocketBattles)
        names = game.names(state)
        for code in state.legal():
            kind = pb.unpack(code)[0]
            if kind != pb.CHARGE or state.step_kind() != pb.AT_TURN:
                continue
            found = game.forecast(state, code)
            after = state.clone()
            after.apply(code)
            may = set()
            if after.step_kind() == pb.AT_REACTION:
                may = {names.keys[pb.unpack(answer)[1]] for answer in after.legal()[1:]}
                after.apply(pb.WAITING)
            assert set(found.interceptors) == may
            checked += 1
            if after.step_kind() == pb.AT_TARGET:
                met = {names.keys[pb.unpack(choice)[1]] for choice in after.legal()}
                assert set(found.threats) <= met
            elif after.step_kind() == pb.AT_ROLL and after.player == CHANCE:
                backs = [frame["unit"] for frame in after.all_pending() if frame.number == pb.AT_STRIKE_BACK]
                able = {names.keys[enemy] for enemy in backs if after.profile[enemy].can_engage}
                assert set(found.threats) == able
                struck += 1
    assert checked > 30
    assert struck > 3


def test_pocket_battles_targets_are_those_of_legal_orders() -> None:
    for game, state, _ in positions("pocket-battles"):
        assert isinstance(game, PocketBattles)
        assert isinstance(state, PocketBattle)
        names = game.names(state)
        aimed: dict[str, set[str]] = {}
        for code in state.legal():
            kind, unit, target, _, _ = pb.unpack(code)
            if kind in (pb.SHOOT, pb.CARRY_ON):
                aimed.setdefault(names.keys[unit], set()).add(names.keys[target])
        for key in keys_of(game, state):
            assert aimed.get(key, set()) <= set(game.reach(state, key).targets)


def test_a_match_refuses_a_forecast_of_what_is_not_legal() -> None:
    for game, state, _ in positions("travel-battle", battles=1, share=1):
        match = Match(game, state=state)
        action = match.legal_actions[0]
        assert match.forecast(action).title == action.words
        assert match.reach("nothing").places == ()
        break


def test_travel_battle_threats_are_those_whose_turn_played_out_strikes_the_unit() -> None:
    checked = 0
    for game, state, rng in positions("travel-battle", battles=40, share=0.1):
        assert isinstance(state, TravelBattle)
        moves = [code for code in state.legal() if code & 31 == tb.MOVE and FIGHTERS >> tb.unpack(code)[1] & 1]
        if state.step_kind() != tb.AT_MOVE or not moves:
            continue
        code = rng.choice(moves)
        _, unit, square = tb.unpack(code)
        if state.led[1 - state.active] & BIT[square]:
            continue
        after = state.clone()
        after.apply(code)
        after.stack = []
        start_turn(after, 1 - state.active)
        after.player = 1 - state.active
        wanted = {
            KEYS[enemy]
            for enemy in after.living(1 - state.active)
            if KEYS[unit] in strikes_by_playing(game, after.clone(), enemy)
        }
        assert wanted <= set(game.forecast(state, code).threats)
        checked += bool(wanted)
    assert checked > 5


def test_aces_and_armor_threats_have_the_unit_among_their_targets_after_a_move() -> None:
    checked = 0
    for game, state, rng in positions("aces-armor", battles=30, share=0.1):
        assert isinstance(state, AcesBattle)
        moves = [code for code in state.legal() if code & 31 == aa.MOVE and state.step_kind() == aa.AT_MOVE]
        for code in rng.sample(moves, min(2, len(moves))):
            _, unit, hex_, _ = aa.unpack(code)
            if state.at[hex_] != aa.NONE:
                continue
            after = state.clone()
            after.put(unit, hex_)
            after.clear_caches()
            wanted = {
                key_of(state.force, enemy) for enemy in enemies_of(after, unit) if can_come_to(after, enemy, unit)
            }
            assert set(game.forecast(state, code).threats) == wanted
            checked += bool(wanted)
    assert checked > 5


def enemies_of(state: AcesBattle, unit: int) -> list[int]:
    """The enemy units that may attack a unit: the V2 does not, and interceptors are bound to another."""
    force = state.force
    units = [enemy for faction in force.team_factions[1 - force.team[unit]] for enemy in state.roster[faction]]
    return [enemy for enemy in units if enemy != force.v2 and state.quarry[enemy] in (aa.NONE, unit)]


def can_come_to(state: AcesBattle, enemy: int, unit: int) -> bool:
    """Returns whether an enemy has a unit among its targets where it stands, or on some hex that it reaches."""
    team = state.force.team[enemy]
    free = reach_of(state, enemy) & ~state.held(0) & ~state.held(1) & ~state.closed_factories(team)
    ends = [state.place[enemy], *(aa.bits(free) if state.quarry[enemy] == aa.NONE else ())]
    for end in ends:
        then = state.clone()
        if end != then.place[enemy]:
            then.put(enemy, end)
        reached = targets(then, enemy)
        if reached >> then.place[unit] & 1 and not (state.force.rockets[enemy] and state.force.air[unit]):
            return True
    return False
