"""Hidden stacks: what an opponent sees of them, and what they might hold."""

from random import Random
from typing import Final

from drumhead.games.pocket_battles.army.force import Force
from drumhead.games.pocket_battles.army.tiles import UNKNOWN, Tile, tiles

# The attempts to fill hidden stacks; the last takes the cheapest troops, and always succeeds.
MAX_ATTEMPTS: Final = 60


def hidden(force: Force, seat: int) -> Force:
    """[PB-1.6] Returns the force as a seat sees it before the reveal: of other stacks only top and thickness."""
    if seat in force.seen_by:
        return force.seen_by[seat]
    units = tuple(
        unit if force.seat[index] == seat else (unit[0],) + (UNKNOWN,) * (len(unit) - 1)
        for index, unit in enumerate(force.units)
    )
    force.seen_by[seat] = seen = force.with_units(units)
    return seen


def guessed(force: Force, rng: Random) -> Force:
    """Returns the force with every unknown troop replaced by one that its stack and its army's points allow."""
    units = list(force.units)
    for seat in (0, 1):
        own = range(force.first[seat], force.last[seat])
        if any(UNKNOWN in units[unit] for unit in own):
            filled = _fill([units[unit] for unit in own], force.armies[seat], force.sizes[seat], rng)
            units[force.first[seat] : force.last[seat]] = filled
    return force.with_units(tuple(units))


def _fill(stacks: list[tuple[Tile, ...]], armies: tuple[str, ...], size: int, rng: Random) -> list[tuple[Tile, ...]]:
    """[PB-1.4, PB-1.5] Fills stacks at random within formation values and points; each attempt is cheaper."""
    seen = {tile.id for stack in stacks for tile in stack}
    pool = [tile for tile in tiles().values() if tile.army in armies and tile.id not in seen]
    for attempt in range(MAX_ATTEMPTS):
        thrift = attempt / (MAX_ATTEMPTS - 1)
        order = {tile.id: thrift * tile.dp + (1 - thrift) * 10 * rng.random() for tile in pool}
        filled = _deal(stacks, sorted(pool, key=lambda tile: order[tile.id]), size)
        if filled is not None:
            return filled
    raise AssertionError("an army that was built can be built")


def _deal(stacks: list[tuple[Tile, ...]], pool: list[Tile], size: int) -> list[tuple[Tile, ...]] | None:
    """[PB-1.4] Deals the pool from its head to the stacks, the most demanding first; None when it does not work."""
    rest = pool[:]
    budget = size - sum(tile.dp for stack in stacks for tile in stack)
    out = list(stacks)
    for index in sorted(range(len(stacks)), key=lambda index: _demand(stacks[index])):
        stack = tuple(tile for tile in stacks[index] if tile is not UNKNOWN)
        for plan in _plans(stacks[index]):
            chosen = _choose(plan, rest)
            if len(chosen) == len(plan):
                break
        else:
            return None
        out[index] = stack + tuple(chosen)
        budget -= sum(tile.dp for tile in chosen)
        rest = [tile for tile in rest if tile not in chosen]
    return out if budget >= 0 and all(any(tile.wp for tile in stack) for stack in out) else None


def _demand(stack: tuple[Tile, ...]) -> tuple[bool, int]:
    """Stacks that must hold an Auxiliary come first, then thick ones."""
    return 0 not in _plans(stack)[0], -len(stack)


def _plans(stack: tuple[Tile, ...]) -> list[list[int]]:
    """[PB-1.5] Returns what may lie below a top: the formation value each hidden troop needs, 0 for an Auxiliary."""
    count, hidden_count = len(stack), sum(tile is UNKNOWN for tile in stack)
    if stack[0].is_auxiliary:
        return [[count - 1] * hidden_count]
    plans = [[count] * hidden_count] if stack[0].fv >= count else []
    if hidden_count and stack[0].fv >= count - 1:
        plans.append([0] + [count - 1] * (hidden_count - 1))
    return plans


def _choose(plan: list[int], rest: list[Tile]) -> list[Tile]:
    chosen: list[Tile] = []
    for need in plan:
        for tile in rest:
            if tile not in chosen and (tile.is_auxiliary if need == 0 else tile.fv >= need):
                chosen.append(tile)
                break
    return chosen
