"""The rules of movement and interception once more, slow and plain, to check the fast listing against."""

from drumhead.games.aces_armor.engine.encoding import ABSENT, AT_ADVANCE, FOG, FROST, NEUTRAL, NONE, RUINED
from drumhead.games.aces_armor.engine.position import Field

Ways = dict[int, set[frozenset[int]]]
"""By hex, the sets of enemies that the ways there provoke; only those that no other way betters."""


def could_intercept(f: Field, enemy: int, unit: int) -> bool:
    """[AA-6.1] Asks everything anew."""
    force = f.force
    hex_ = f.place[enemy]
    in_water = force.board.water[hex_] and f.weather != FROST and force.arm[enemy] != 3
    return (
        f.weather != FOG
        and force.near[enemy] <= 1 <= force.far[enemy]
        and f.quarry[enemy] == NONE
        and not f.intercepted >> enemy & 1
        and not in_water
        and (force.arm[unit] != 3 or force.anti_air[enemy] == 1)
    )


def price(f: Field, unit: int, hex_: int) -> int:
    """[AA-4.1, AA-4.3, AA-12.2, AA-12.4] Half points to enter a hex in the course of a move, or 99."""
    terrain = ("standard", "forest", "road", "road", "water", "water", "factory", "mountain")[
        f.force.board.terrain[hex_]
    ]
    if f.force.arm[unit] == 3:
        return 2
    if terrain == "factory":
        terrain = "standard"
    if terrain == "mountain":
        if f.force.setup.mountains:
            return 99 if f.force.arm[unit] == 1 else 3
        terrain = "standard"
    if terrain == "water":
        return 2 if f.weather == FROST else 99
    normal = {"standard": 2, "forest": 3, "road": 1}
    return {2: {"standard": 3, "forest": 4, "road": 2}, 3: {"standard": 1, "forest": 3, "road": 1}}.get(
        f.weather, normal
    )[terrain]


def is_shut(f: Field, unit: int, hex_: int) -> bool:
    """[AA-4.5] Enemy units and factories that are not of the own team."""
    team = f.force.team[unit]
    other = f.at[hex_]
    if other != NONE and f.force.team[other] != team:
        return True
    if team == 0 and f.tokens >> hex_ & 1:
        return True
    return is_foreign(f, unit, hex_)


def is_foreign(f: Field, unit: int, hex_: int) -> bool:
    """Returns whether a hex is a factory that is not of the unit's team, or by the first rulings a ruin."""
    index = f.force.board.factory_at[hex_]
    if index >= 0 and f.flag[index] == RUINED:
        return f.force.setup.rulings == "1"
    return index >= 0 and (f.flag[index] == NEUTRAL or f.flag[index] & 1 != f.force.team[unit])


def ways(f: Field, unit: int) -> Ways:
    """[AA-4.1, AA-4.2, AA-4.5, AA-5.1, AA-6.1] Walks every way there is, hex by hex."""
    board = f.force.board
    team = f.force.team[unit]
    enemies = [
        other
        for other in range(f.force.units)
        if f.place[other] < ABSENT
        and f.at[f.place[other]] == other
        and f.force.team[other] != team
        and could_intercept(f, other, unit)
    ]

    def provoked(hex_: int) -> frozenset[int]:
        other = f.at[hex_]
        if f.tokens >> hex_ & 1 or (other != NONE and f.force.team[other] == team):
            return frozenset()
        return frozenset(enemy for enemy in enemies if board.distance[hex_][f.place[enemy]] == 1)

    start = f.place[unit]
    cheapest: dict[tuple[int, frozenset[int]], int] = {(start, frozenset()): 0}
    queue = [(start, frozenset[int]())]
    while queue:
        here, past = queue.pop(0)
        for near in board.neighbours[here]:
            if is_shut(f, unit, near):
                continue
            paid = cheapest[here, past] + price(f, unit, near)
            label = (near, past | provoked(near))
            if paid <= f.force.speed[unit] and paid < cheapest.get(label, 999):
                cheapest[label] = paid
                queue.append(label)
    found: Ways = {}
    for hex_, past in cheapest:
        found.setdefault(hex_, set()).add(past)
    if f.force.arm[unit] == 0:
        for near in board.neighbours[start]:
            other = f.at[near]
            wet = board.water[near] and f.weather != FROST
            foreign = is_foreign(f, unit, near) and f.flag[board.factory_at[near]] != RUINED
            if foreign or (wet and (other == NONE or f.force.team[other] == team)):
                found.setdefault(near, set()).add(provoked(near))
    best = {}
    for hex_, sets in found.items():
        other = f.at[hex_]
        taken = other != NONE and f.force.team[other] == team
        if not taken and not f.tokens >> hex_ & 1:
            best[hex_] = {past for past in sets if not any(fewer < past for fewer in sets)}
    return best


def legs(f: Field, unit: int) -> dict[int, int]:
    """[AA-6.1, AA-12.1] By hex, what it costs to go there without leaving a hex where something may happen; 99: all."""
    board = f.force.board
    team = f.force.team[unit]
    frame = f.pending()
    under_way = frame.number == AT_ADVANCE
    start, points = (frame["hex"], frame["points"]) if under_way else (f.place[unit], f.force.speed[unit])

    def is_taken(hex_: int) -> bool:
        other = f.at[hex_]
        return bool(f.tokens >> hex_ & 1) or (other not in (NONE, unit) and f.force.team[other] == team)

    def stops(hex_: int) -> bool:
        if is_taken(hex_):
            return False
        near = board.neighbours[hex_]
        if team == 0 and any(f.tokens >> other & 1 for other in near):
            return True
        beside = [f.at[other] for other in near if f.at[other] != NONE and f.force.team[f.at[other]] != team]
        return any(could_intercept(f, enemy, unit) for enemy in beside)

    cheapest = {start: 0}
    queue = [start]
    while queue:
        here = queue.pop(0)
        if here != start and stops(here):
            continue
        for near in board.neighbours[here]:
            paid = cheapest[here] + price(f, unit, near)
            if not is_shut(f, unit, near) and paid <= points and paid < cheapest.get(near, 999):
                cheapest[near] = paid
                queue.append(near)
    del cheapest[start]
    found = {hex_: paid for hex_, paid in cheapest.items() if not is_taken(hex_)}
    if f.force.arm[unit] == 0 and not under_way:
        for near in board.neighbours[start]:
            other = f.at[near]
            wet = board.water[near] and f.weather != FROST and other == NONE
            foreign = is_foreign(f, unit, near) and f.flag[board.factory_at[near]] != RUINED
            if foreign or (wet and not f.tokens >> near & 1):
                found[near] = 99
    return found
