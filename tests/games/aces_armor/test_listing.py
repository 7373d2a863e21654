"""rules.movement, reach: the fast listing of moves against a slow one, plans of bitsets against long numbers."""

from random import Random

import pytest

from drumhead import CHANCE, OVER, fuzz
from drumhead.games.aces_armor.box.terrain import Ground
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.game import AcesArmor
from drumhead.games.aces_armor.reach import bitset60, flood60
from drumhead.games.aces_armor.reach.flood import reached_from, reaches
from drumhead.games.aces_armor.reach.plan60 import Plan60
from drumhead.games.aces_armor.refusals.movement import MoveJudge
from drumhead.games.aces_armor.rules.movement import goals_of, interrupting, lay_out, path_of, reach_of, work_out
from tests.games.aces_armor import draw, slow_rules
from tests.kit.clauses import clause
from tests.kit.play import assert_refused

SETUPS: list[dict[str, object]] = [
    {},
    {"sets": "2", "factions": ("ussr", "germany-2"), "half": "right", "weather": True, "mountains": True},
    {"players": 4, "map": "winter"},
    {"players": 4, "mission": "v2"},
    {"players": 3, "mission": "bulge", "map": "winter"},
    {"mode": "coop", "half": "whole", "factions": ("us", "ussr"), "weather": True},
]


def random_battle(options: dict[str, object], seed: int) -> "list[Battle]":
    """Positions of a random battle in which somebody moves."""
    rng = Random(seed)
    battle = AcesArmor.set_up(max_rounds=8, **options).start()
    assert isinstance(battle, Battle)
    found = []
    while battle.player != OVER:
        if battle.player == CHANCE:
            battle.apply(battle.sample(rng))
            continue
        actions = battle.legal()
        if battle.step_kind() == encoding.AT_MOVE and rng.random() < 0.1:
            found.append(battle.clone())
        battle.apply(rng.choice(actions))
    return found


def listed(battle: Battle, unit: int) -> slow_rules.Ways:
    """By hex, the sets of enemies past which the listed moves of a unit lead."""
    plan = work_out(battle, unit)
    found: slow_rules.Ways = {}
    assert not battle.force.by_hex
    for action in battle.legal():
        kind, mover, hex_, _ = encoding.unpack(action)
        if kind == encoding.MOVE and mover == unit:
            found[hex_] = {
                frozenset(enemy for index, enemy in enumerate(plan.provoked) if past >> index & 1)
                for past in plan.ways(hex_)
            }
    return found


@pytest.mark.parametrize("seed", range(len(SETUPS)))
@clause("AA-4.1", "AA-4.5", "AA-6.1")
def test_moves_and_their_ways_are_those_of_a_slow_search(seed: int) -> None:
    positions = random_battle({**SETUPS[seed], "movement": "announced"}, seed)
    assert positions
    for battle in positions:
        for unit in battle.roster[battle.active]:
            if not battle.moved >> unit & 1:
                assert listed(battle, unit) == slow_rules.ways(battle, unit)


@pytest.mark.parametrize("seed", range(len(SETUPS)))
@clause("AA-4.1", "AA-4.4", "AA-6.1", "AA-12.1")
def test_legs_are_those_of_a_slow_search(seed: int) -> None:
    rng = Random(seed)
    game = AcesArmor.set_up(max_rounds=8, **SETUPS[seed])
    battle = game.start()
    checked = [0, 0]
    while min(checked) < 6 or battle.player != OVER:
        if battle.player == OVER:
            battle = game.start()
        assert isinstance(battle, Battle)
        if battle.player == CHANCE:
            battle.apply(battle.sample(rng))
            continue
        kind = battle.step_kind()
        if kind == encoding.AT_ADVANCE or (kind == encoding.AT_MOVE and rng.random() < 0.1):
            units = [battle.pending()["unit"]] if kind == encoding.AT_ADVANCE else battle.roster[battle.active]
            checked[kind == encoding.AT_ADVANCE] += 1
            for unit in units:
                hexes = {action >> 13 & 511 for action in battle.legal() if action & 31 == encoding.MOVE}
                if kind == encoding.AT_MOVE:
                    moves = [encoding.unpack(action) for action in battle.legal() if action & 31 == encoding.MOVE]
                    hexes = {hex_ for _, mover, hex_, _ in moves if mover == unit}
                    if battle.moved >> unit & 1:
                        assert not hexes
                        continue
                assert {hex_: leg_price(battle, unit, hex_) for hex_ in hexes} == slow_rules.legs(battle, unit)
        battle.apply(provoking(battle, rng))


def flood_map_of(ground: Ground) -> flood60.FloodMap:
    """What floods of bitsets need of a map, which the pure build does not make."""
    return flood60.FloodMap(ground.inside, ground.odd, ground.even, ground.not_first, ground.not_last, ground.prices)


def provoking(battle: Battle, rng: Random) -> int:
    """An action after which somebody is often let pass: movers go where they may be stopped, others let them."""
    actions = battle.legal()
    kind = battle.step_kind()
    if kind == encoding.AT_INTERCEPT:
        return encoding.LETTING_PASS
    if kind == encoding.AT_MOVE:
        moves = [action for action in actions if action & 31 == encoding.MOVE]
        near = [action for action in moves if interrupting(battle, action >> 5 & 255) >> (action >> 13 & 511) & 1]
        return rng.choice(near or moves or actions)
    return rng.choice(actions)


def leg_price(battle: Battle, unit: int, hex_: int) -> int:
    """What the way to a listed hex costs; a whole move costs all there is."""
    path = path_of(battle, encoding.pack(encoding.MOVE, unit, hex_))
    assert path[-1] == hex_
    assert MoveJudge(battle, unit).along(path) is None
    prices = [slow_rules.price(battle, unit, step) for step in path]
    return 99 if slow_rules.is_foreign(battle, unit, hex_) else min(99, sum(prices))


@pytest.mark.parametrize("seed", range(len(SETUPS)))
@clause("AA-6.1")
def test_legs_of_bitsets_are_those_of_long_numbers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = random_battle(SETUPS[seed], seed + 30)
    ground = positions[0].force.ground
    flood_map = flood_map_of(ground)
    for battle in positions[:10]:
        for unit in battle.roster[battle.active]:
            told = []
            for kind in (None, flood_map):
                monkeypatch.setattr(ground, "flood_map", kind)
                battle.clear_caches()
                goals = encoding.bits(goals_of(battle, unit))
                plan = lay_out(battle, unit)
                assert isinstance(plan, Plan60) == (kind is not None)
                told.append([(hex_, plan.leg(hex_)) for hex_ in (*goals, 5)])
            assert told[0] == told[1]


@pytest.mark.parametrize("seed", range(len(SETUPS)))
@clause("AA-6.1")
def test_every_way_is_legal_and_provokes_whom_it_says(seed: int) -> None:
    for battle in random_battle({**SETUPS[seed], "movement": "announced"}, seed + 10)[:12]:
        for unit in battle.roster[battle.active]:
            if battle.moved >> unit & 1:
                continue
            plan = work_out(battle, unit)
            for hex_, sets in listed(battle, unit).items():
                said = set()
                for way in range(len(sets)):
                    path = path_of(battle, encoding.pack(encoding.MOVE, unit, hex_, way))
                    assert path[-1] == hex_
                    assert MoveJudge(battle, unit).along(path) is None
                    said.add(provoked(battle, unit, path, plan.provoked))
                assert said == sets


def provoked(battle: Battle, unit: int, path: list[int], enemies: list[int]) -> frozenset[int]:
    """The enemies beside the free hexes of a path."""
    friends = battle.held(battle.force.team[unit]) | battle.tokens
    distance = battle.force.board.distance
    return frozenset(
        enemy
        for hex_ in path
        if not friends >> hex_ & 1
        for enemy in enemies
        if distance[hex_][battle.place[enemy]] == 1
    )


@pytest.mark.parametrize("seed", range(len(SETUPS)))
def test_a_battle_goes_the_same_way_whether_anybody_listens_or_not(seed: int) -> None:
    rng = Random(seed)
    heard, unheard = (AcesArmor.set_up(max_rounds=3, **SETUPS[seed]).start() for _ in range(2))
    while heard.player != OVER:
        actions = heard.legal()
        action = heard.sample(rng) if heard.player == CHANCE else rng.choice(actions)
        heard.events = []
        heard.apply(action)
        unheard.apply(action)
        assert heard.pack() == unheard.pack()


@pytest.mark.parametrize("seed", range(len(SETUPS)))
def test_copies_list_what_the_original_lists(seed: int) -> None:
    for battle in random_battle(SETUPS[seed], seed + 20)[:20]:
        fresh = battle.unpack(battle.pack())
        assert fresh.legal() == battle.legal() == battle.clone().legal()
        assert fresh.pack() == battle.pack()


def test_actions_fit_into_thirty_bits() -> None:
    game = AcesArmor.set_up(players=4, mission="v2", type_limit=False)
    assert max(encoding.pack(encoding.ASSIGN, game.force.units - 1, 510, 255), game.force.units) < 1 << 30
    for battle in random_battle({"players": 4, "type_limit": False}, 1)[:10]:
        assert all(0 <= action < 1 << 30 for action in battle.legal())


@clause("AA-4.1")
def test_there_is_no_way_to_a_hex_out_of_reach() -> None:
    match = draw.battle("a b c\n1 US-I1 . .\n2 . G1-I1 .\n; round 5; turn US 9")
    assert_refused(match, "move US-I1 a2-a3-a4-a5-a6-a7", "AA-4.1")
    assert_refused(match, "move US-I1 j5", "AA-4.1")
    battle = match.state
    assert isinstance(battle, Battle)
    assert work_out(battle, battle.roster[0][0]).ways(battle.force.board.grid.read("a7")) == []


@clause("AA-6.1")
def test_marches_pack_and_unpack() -> None:
    rng = Random(1)
    for _ in range(200):
        unit, ways = rng.randrange(250), [rng.randrange(6) for _ in range(rng.randrange(1, 21))]
        assert encoding.unmarch(encoding.march(unit, ways)) == (unit, ways)


@pytest.mark.slow
@clause("AA-8.4", "AA-8.5", "AA-8.6")
def test_the_odds_of_a_battle_are_those_of_counting_all_throws() -> None:
    rng = Random(4)
    battle = AcesArmor.set_up(max_rounds=30).start()
    assert isinstance(battle, Battle)
    checked = 0
    while battle.player != OVER and checked < 6:
        if battle.player != CHANCE:
            battle.apply(rng.choice(battle.legal()))
            continue
        if battle.step_kind() in (encoding.AT_ROLL, encoding.AT_ROCKETS):
            exact = dict(battle.chances())
            seen: dict[int, int] = {}
            for _ in range(4000):
                faces = tuple(rng.randrange(1, 13) for _ in battle.throw())
                merged = battle.effect(battle.outcome(faces))
                seen[merged] = seen.get(merged, 0) + 1
            assert set(seen) <= set(exact)
            assert all(abs(seen.get(outcome, 0) / 4000 - chance) < 0.05 for outcome, chance in exact.items())
            for outcome in exact:
                assert effect_of(battle, outcome) not in [
                    effect_of(battle, other) for other in exact if other != outcome
                ]
            checked += 1
        battle.apply(battle.sample(rng))


def effect_of(battle: "object", outcome: int) -> bytes:
    """The position after an outcome."""
    assert isinstance(battle, Battle)
    copy = battle.clone()
    copy.apply(outcome)
    return copy.pack()


@pytest.mark.parametrize("half", ["left", "right", "whole"])
@clause("AA-4.1")
def test_floods_of_bitsets_reach_what_floods_of_long_numbers_do(half: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(half)
    battle = AcesArmor.set_up(mode="coop", half=half, factions=("us", "ussr"), mountains=True).start()
    assert isinstance(battle, Battle)
    ground = battle.force.ground
    flood_map = flood_map_of(ground)
    monkeypatch.setattr(ground, "flood_map", None)
    inside = encoding.bits(ground.inside)
    for _ in range(400):
        start, points = rng.choice(inside), rng.choice((4, 6, 8, 10, 14, 20))
        weather, arm = rng.randrange(6), rng.randrange(4)
        barred = sum(1 << hex_ for hex_ in set(rng.choices(inside, k=rng.randrange(60))))
        goal = rng.choice((-1, rng.choice(inside)))
        expected = reached_from(ground, start, points, weather, arm, barred, goal)
        prices = flood_map.prices[weather][arm]
        assert flood60.reached60(flood_map, start, points, prices, barred, goal) == expected
        if goal >= 0:
            reached = reaches(ground, start, points, weather, arm, barred, goal)
            assert flood60.reaches60(flood_map, start, points, prices, barred, goal) == reached
        assert flood60.spread60(flood_map, expected) == ground.spread(expected)
        assert bitset60.bitset60(barred).hexes() == barred
        assert bitset60.picked60(expected, list(range(ground.count))) == encoding.bits(expected)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(len(SETUPS)))
@clause("AA-6.1")
def test_plans_of_bitsets_are_those_of_long_numbers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = random_battle(SETUPS[seed], seed + 20)
    ground = positions[0].force.ground
    flood_map = flood_map_of(ground)
    for battle in positions[:10]:
        for unit in battle.roster[battle.active]:
            for hex_ in encoding.bits(reach_of(battle, unit)):
                told = []
                for kind in (None, flood_map):
                    monkeypatch.setattr(ground, "flood_map", kind)
                    plan = work_out(battle, unit)
                    assert isinstance(plan, Plan60) == (kind is not None)
                    told.append([(past, plan.trace(hex_, past)) for past in plan.ways(hex_)])
                assert told[0] == told[1]


def test_moves_are_listed_anew_when_the_partner_of_a_shared_turn_has_moved() -> None:
    assert fuzz(AcesArmor, games=1, start=296).games == 1
