"""What is true of every position that legal play can reach."""

from drumhead.core.errors import BrokenPromise
from drumhead.games.pocket_battles.army.tiles import LEADER
from drumhead.games.pocket_battles.engine.encoding import AT_HARRY, AT_TARGET, ENGAGED, LOST, ROW, bits
from drumhead.games.pocket_battles.engine.position import Field


def audit(f: Field) -> None:
    """Raises BrokenPromise where tokens, troops, zones or contacts do not add up."""
    for seat in (0, 1):
        _tokens(f, seat)
    charging = {frame >> 5 & 127 for frame in f.stack if frame & 31 in (AT_TARGET, AT_HARRY)}
    for unit in range(len(f.zone)):
        _unit(f, unit, charging=unit in charging)


def _tokens(f: Field, seat: int) -> None:
    """[PB-1.3, PB-9.17] Tokens are conserved: wherever they lie, they are as many as size and Leaders give."""
    own = range(f.force.first[seat], f.force.last[seat])
    lying = f.unused[seat] + f.passed[seat] + f.set_aside[seat]
    points = 0
    leaders = 0
    for unit in own:
        lying += f.orders[unit]
        if f.orders[unit] < 0 or f.hits[unit] < 0:
            raise BrokenPromise(f"unit {unit} bears less than no tokens or hits")
        for troop, bits_of in enumerate(f.force.bits[unit]):
            lying += f.wounds_on(unit, troop)
            if not f.alive[unit] >> troop & 1:
                points += f.force.dp[unit][troop]
            elif bits_of & LEADER and not f.force.terms.prestige_by_unit:
                leaders += 1
            if bits_of & LEADER and f.force.terms.prestige_by_unit and f.zone[unit] != LOST:
                leaders += 1
    expected = f.force.sizes[seat] // 10 + leaders + f.owed[seat] + f.fallen[seat]
    if lying != expected:
        raise BrokenPromise(f"seat {seat} has {lying} tokens, not {expected}")
    if min(f.unused[seat], f.passed[seat], f.set_aside[seat], f.owed[seat], f.fallen[seat]) < 0:
        raise BrokenPromise(f"seat {seat} has less than no tokens")
    if points != f.destroyed[seat]:
        raise BrokenPromise(f"seat {seat} lost {points} points, not {f.destroyed[seat]}")


def _unit(f: Field, unit: int, *, charging: bool) -> None:
    """[PB-6.11, PB-6.17] Units live while they have wound points; contacts are mutual, in one sector, and stars."""
    zone = f.zone[unit]
    if (zone == LOST) != (f.profile[unit].wp == 0) or (zone == LOST and f.alive[unit]):
        raise BrokenPromise(f"unit {unit} is neither dead nor alive")
    for troop, printed in enumerate(f.force.wp[unit]):
        wounds = f.wounds_on(unit, troop)
        if wounds and (wounds >= printed or not f.alive[unit] >> troop & 1):
            raise BrokenPromise(f"unit {unit} has a troop with {wounds} wounds and {printed} wound points")
    if not f.units_in_zone[f.force.seat[unit]][zone] >> unit & 1:
        raise BrokenPromise(f"unit {unit} is not where its zone is")
    foes = bits(f.foes[unit])
    if (ROW[zone] == ENGAGED) != bool(foes) and not charging:
        raise BrokenPromise(f"unit {unit} is engaged without contact, or in contact without being engaged")
    for foe in foes:
        if not f.foes[foe] >> unit & 1 or f.zone[foe] != zone or f.force.seat[foe] == f.force.seat[unit]:
            raise BrokenPromise(f"units {unit} and {foe} are not in contact as enemies in one sector")
        if len(foes) > 1 and len(bits(f.foes[foe])) > 1:
            raise BrokenPromise(f"units {unit} and {foe} are in a knot, not in a star")
