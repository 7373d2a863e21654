"""Hidden stacks: what an opponent sees of them, and what they might hold."""

from random import Random

from drumhead.games.pocket_battles.force import Force
from drumhead.games.pocket_battles.tiles import UNKNOWN, Tile, tiles

TRIES: int = 200


def hidden(force: Force, seat: int) -> Force:
    """[PB-1.6] The force as a seat sees it before the reveal: of the other stacks only the top and the thickness."""
    units = tuple(
        unit if force.seat[index] == seat else (unit[0],) + (UNKNOWN,) * (len(unit) - 1)
        for index, unit in enumerate(force.units)
    )
    return force.with_units(units)


def guessed(force: Force, rng: Random) -> Force:
    """The force with every unknown troop replaced by one that its stack and its army's points allow."""
    units = list(force.units)
    for seat in (0, 1):
        own = range(force.first[seat], force.last[seat])
        if any(UNKNOWN in units[unit] for unit in own):
            filled = _fill([units[unit] for unit in own], force.armies[seat], force.sizes[seat], rng)
            units[force.first[seat] : force.last[seat]] = filled
    return force.with_units(tuple(units))


def _fill(stacks: list[tuple[Tile, ...]], armies: tuple[str, ...], size: int, rng: Random) -> list[tuple[Tile, ...]]:
    """[PB-1.4, PB-1.5] Fills stacks at random within formation values and points; the cheapest way if luck fails."""
    seen = {tile.id for stack in stacks for tile in stack}
    pool = [tile for tile in tiles().values() if tile.army in armies and tile.id not in seen]
    for attempt in range(TRIES):
        rng.shuffle(pool)
        if attempt == TRIES - 1:
            pool.sort(key=lambda tile: tile.dp)
        filled = _deal(stacks, pool, size)
        if filled is not None:
            return filled
    return [tuple(tile for tile in stack if tile is not UNKNOWN) for stack in stacks]


def _deal(stacks: list[tuple[Tile, ...]], pool: list[Tile], size: int) -> list[tuple[Tile, ...]] | None:
    rest = pool[:]
    budget = size - sum(tile.dp for stack in stacks for tile in stack)
    hidden_left = sum(tile is UNKNOWN for stack in stacks for tile in stack)
    cheapest = sorted(tile.dp for tile in pool)
    by_need = sorted(range(len(stacks)), key=lambda index: (stacks[index][0].fv, -len(stacks[index])))
    out = list(stacks)
    for index in by_need:
        known = [tile for tile in stacks[index] if tile is not UNKNOWN]
        while len(known) < len(stacks[index]):
            hidden_left -= 1
            floor = sum(cheapest[:hidden_left])
            choice = next(
                (tile for tile in rest if tile.dp + floor <= budget and _fits(known, tile, len(out[index]))), None
            )
            if choice is None:
                return None
            known.append(choice)
            rest.remove(choice)
            budget -= choice.dp
        out[index] = tuple(known)
    return out


def _fits(known: list[Tile], tile: Tile, count: int) -> bool:
    """[PB-1.5] Says whether a troop may join the others of a unit of this size."""
    auxiliaries = sum(other.is_auxiliary for other in (*known, tile))
    if auxiliaries > 1:
        return False
    full = count - auxiliaries
    return all(other.is_auxiliary or other.fv >= full for other in (*known, tile))
