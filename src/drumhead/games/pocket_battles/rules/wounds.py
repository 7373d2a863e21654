"""Chapter 6W: wounds, casualties and the tokens they cost."""

from drumhead.core.frames import GO_ON
from drumhead.games.pocket_battles.engine.encoding import (
    AT_LEADER,
    ELIMINATE,
    FORFEIT,
    FROM_PASSED,
    FROM_UNUSED,
    LOSE,
    NO_GALVANIZER,
    NO_RIDERS,
    WOUND,
    bits,
    pack,
)
from drumhead.games.pocket_battles.engine.position import Field, changed


def step_assignment(f: Field, frame: int) -> int:
    """[PB-6.15, PB-6.17] The owner assigns hits one by one; where nothing is to be chosen it is done for him."""
    seat = frame >> 5 & 127
    first, last = f.force.first[seat], f.force.last[seat]
    while True:
        hits = f.hits
        struck = [unit for unit in range(first, last) if hits[unit]]
        if not struck:
            break
        options: list[int] = []
        spared = doomed_bearers(f, seat, struck) if len(struck) > 1 else 0
        if spared:
            list_with_doomed(f, options, struck, spared)
        else:
            for unit in struck:
                overrun(f, unit)
            for unit in struck:
                if f.hits[unit]:
                    list_assignment(f, options, unit)
        if len(options) > 1:
            f.options = options
            return seat
        if options:
            assign(f, options[0])
    f.stack.pop()
    if f.fallen[seat]:
        f.stack.append(AT_LEADER)
    return GO_ON


def list_with_doomed(f: Field, out: list[int], struck: list[int], spared: int) -> None:
    """[PB-6.17] The hits on units that may survive; or, while none of these is begun, a doomed unit is lost first."""
    begun = False
    for unit in struck:
        if not spared >> unit & 1:
            overrun(f, unit)
            if f.hits[unit]:
                list_assignment(f, out, unit)
                begun = begun or f.hits[unit] > 255
    if not begun:
        out += [pack(LOSE, unit) for unit in bits(spared)]


def doomed_bearers(f: Field, seat: int, struck: list[int]) -> int:
    """[PB-6.17] Returns the doomed units whose order tokens may mark wounds of others first, one bit each.

    None where the unused tokens are enough for all wounds, or nobody else can be wounded.
    """
    if f.force.terms.first_rulings:
        return 0
    bearers = wounds = 0
    for unit in struck:
        hits = f.hits[unit] & 255
        if hits >= f.points_left(unit):
            if f.orders[unit]:
                bearers |= 1 << unit
        elif has_room(f, unit):
            wounds += hits
    return bearers if wounds > f.unused[seat] else 0


def has_room(f: Field, unit: int) -> bool:
    """[PB-6.17] Returns whether some troop of a unit would survive a wound."""
    for troop, whole in enumerate(f.force.wp[unit]):
        if f.alive[unit] >> troop & 1 and whole - f.wounds_on(unit, troop) > 1:
            return True
    return False


def overrun(f: Field, unit: int) -> None:
    """[PB-6.21] Destroys a unit that cannot absorb its hits; what is beyond is lost."""
    if f.hits[unit] & 255 >= f.points_left(unit):
        for troop in range(len(f.force.units[unit])):
            if f.alive[unit] >> troop & 1:
                f.eliminate(unit, troop, "PB-6.21")


def list_assignment(f: Field, out: list[int], unit: int) -> None:
    """[PB-6.17, PB-6.18, PB-6.20] For one hit: eliminate a troop, or put a wound token on one that survives it.

    A troop wounded by this roll is not eliminated by it, so a wound is offered only if the other hits find room.
    """
    hits, fresh = f.hits[unit] & 255, f.hits[unit] >> 8
    printed = f.force.wp[unit]
    alive = f.alive[unit]
    wounds = f.wounds[unit]
    left: list[int] = []
    room = spare = 0
    for troop, whole in enumerate(printed):
        points = whole - (wounds >> troop * 4 & 15) if alive >> troop & 1 else 0
        left.append(points)
        if fresh >> troop & 1:
            spare += points - 1
        else:
            room += points
    sources: list[int] = []
    tokens = -1
    start = len(out)
    for troop, points in enumerate(left):
        if points == 0:
            continue
        is_fresh = fresh >> troop & 1
        if not is_fresh:
            out.append(ELIMINATE | unit << 5 | troop << 12 | NO_RIDERS)
        if points > 1:
            if tokens < 0:
                sources = token_sources(f, f.force.seat[unit])
                tokens = count_tokens(f, f.force.seat[unit])
            if tokens == 0:
                continue
            rest = room if is_fresh else room - points
            more = spare - 1 if is_fresh else spare + points - 2
            if hits - 1 <= rest + min(more, tokens - 1):
                out += [WOUND | unit << 5 | troop << 12 | source << 19 | NO_GALVANIZER << 26 for source in sources]
    if len(out) == start:
        out += [pack(ELIMINATE, unit, troop) for troop, points in enumerate(left) if points]


def token_sources(f: Field, seat: int) -> list[int]:
    """[PB-6.18] Returns where a wound token may come from: unused ones; else order tokens, or passed ones."""
    if f.unused[seat]:
        return [FROM_UNUSED]
    sources = [unit for unit in range(f.force.first[seat], f.force.last[seat]) if f.orders[unit]]
    if f.passed[seat]:
        sources.append(FROM_PASSED)
    return sources


def count_tokens(f: Field, seat: int) -> int:
    """[PB-6.18] Returns how many tokens could become wounds."""
    return f.unused[seat] + f.passed[seat] + sum(f.orders[f.force.first[seat] : f.force.last[seat]])


def assign(f: Field, action: int) -> None:
    """[PB-6.17, PB-6.18] Eliminates a troop for as many hits as it absorbs, or takes a token for a wound on it."""
    unit, troop = action >> 5 & 127, action >> 12 & 127
    if action & 31 == LOSE:
        overrun(f, unit)
        return
    packed = f.hits[unit]
    hits = packed & 255
    if action & 31 == ELIMINATE:
        absorbed = f.force.wp[unit][troop] - (f.wounds[unit] >> troop * 4 & 15)
        f.hits = changed(f.hits, unit, packed - absorbed if absorbed < hits else 0)
        forced = f.events is not None and absorbed > hits and count_tokens(f, f.force.seat[unit]) == 0
        f.eliminate(unit, troop, "PB-6.18" if forced else "PB-6.17")
        return
    source = action >> 19 & 127
    seat = f.force.seat[unit]
    if source == FROM_UNUSED:
        f.unused[seat] = f.unused[seat] - 1
    elif source == FROM_PASSED:
        f.passed = changed(f.passed, seat, f.passed[seat] - 1)
    else:
        f.orders[source] = f.orders[source] - 1
    f.wounds = changed(f.wounds, unit, f.wounds[unit] + (1 << troop * 4))
    f.hits = changed(f.hits, unit, (packed | 1 << troop + 8) - 1 if hits > 1 else 0)
    if f.events is not None:
        f.events.append(("wound", "PB-6.18" if source != FROM_UNUSED else "PB-6.17", unit, troop, source))


def step_leader(f: Field, frame: int) -> int:
    """[PB-9.17] For each fallen Leader one token leaves: an unused one, else an order token, else the next."""
    for seat in (1 - f.active, f.active):
        while f.fallen[seat]:
            if f.unused[seat]:
                f.unused[seat] -= 1
            else:
                ordered = [unit for unit in range(f.force.first[seat], f.force.last[seat]) if f.orders[unit]]
                if len(ordered) > 1:
                    f.options = [pack(FORFEIT, unit) for unit in ordered]
                    return seat
                if ordered:
                    f.orders[ordered[0]] -= 1
                else:
                    f.owed = changed(f.owed, seat, f.owed[seat] + 1)
            f.fallen = changed(f.fallen, seat, f.fallen[seat] - 1)
            if f.events is not None:
                f.events.append(("leader_fallen", "PB-9.17", seat))
    f.stack.pop()
    return GO_ON


def choose_leader(f: Field, action: int) -> None:
    """[PB-9.17] The owner picks the order token that leaves the game."""
    unit = action >> 5 & 127
    f.orders[unit] -= 1
    f.fallen = changed(f.fallen, f.player, f.fallen[f.player] - 1)
    if f.events is not None:
        f.events.append(("leader_fallen", "PB-9.17", f.player))
