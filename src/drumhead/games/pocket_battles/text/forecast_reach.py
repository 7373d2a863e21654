"""Where a unit may go and whom it may attack, now or if its side began a turn: for forecasts and overlays."""

from typing import Final

from drumhead.core.forecast import NO_REACH, Reach
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import AT_TURN, ENGAGED, NONE, RESERVE, bits, unpack
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.rules.charge import charge_targets, charge_tier
from drumhead.games.pocket_battles.text.names import SECTORS, Names

TO_ZONE: Final = (encoding.PLACE, encoding.REDEPLOY, encoding.MOVE)
AT_UNIT: Final = (encoding.SHOOT, encoding.CARRY_ON)


def zone_key(names: Names, seat: int, zone: int) -> str:
    """The key of a zone in the picture."""
    if zone % 3 == ENGAGED:
        return f"{SECTORS[zone // 3]}-engagement"
    return f"{names.letters[seat]}.{names.zone(seat, zone)}"


def turn_begun(b: Battle, seat: int) -> Battle:
    """[PB-4.2] The position as if a seat began its turn now, with the tokens that it has."""
    then = b.clone()
    then.active = then.player = seat
    then.redeployed = -1
    then.in_contact_at_turn_start = then.engaged(seat)
    then.stack = [AT_TURN | seat << 5]
    return then


def attacked_by(b: Battle, code: int) -> int:
    """[PB-6.3, PB-6.5, PB-6.8] The enemies that a charge, a shot or an engagement may be aimed at, one bit each."""
    kind, unit, target, _, _ = unpack(code)
    if kind in AT_UNIT or (kind == encoding.CHARGE and target != NONE):
        return 1 << target
    if kind == encoding.CHARGE:
        return charge_targets(b, unit, charge_tier(b, 1 - b.force.seat[unit], b.zone[unit] // 3))
    return 0


def targets_of(b: Battle, unit: int) -> int:
    """The enemies that the orders of the seat to act let a unit attack, one bit each."""
    found = 0
    for code in b.legal():
        if unpack(code)[1] == unit:
            found |= attacked_by(b, code)
    return found


def strikers(b: Battle, unit: int) -> list[int]:
    """[PB-6.8, PB-7.1] The enemies that could attack a unit where it stands, if their turn began now."""
    if b.zone[unit] >= RESERVE:
        return []
    enemy = 1 - b.force.seat[unit]
    then = turn_begun(b, enemy)
    found = 0
    for code in then.legal() if then.unused[enemy] else ():
        if attacked_by(then, code) >> unit & 1:
            found |= 1 << unpack(code)[1]
    return list(bits(found))


def reach(b: Battle, names: Names, key: str) -> Reach:
    """[PB-5.1, PB-6.1, PB-6.8, PB-7.1] Where a unit may go and whom it may attack; see `Game.reach`."""
    unit = names.units.get(key)
    if unit is None or b.ended():
        return NO_REACH
    seat = b.force.seat[unit]
    if b.player != seat:
        if not b.is_revealed() or b.zone[unit] >= RESERVE:
            return NO_REACH
        b = turn_begun(b, seat)
        if not b.unused[seat]:
            return NO_REACH
    zones: dict[int, None] = {}
    for code in b.legal():
        kind, who, zone, _, _ = unpack(code)
        if kind in TO_ZONE and who == unit:
            zones[zone] = None
    targets = tuple(names.keys[enemy] for enemy in bits(targets_of(b, unit)))
    threat = {}
    if b.is_revealed():
        threat = {zone_key(names, seat, zone): len(strikers(moved_to(b, unit, zone), unit)) for zone in zones}
    return Reach(tuple(zone_key(names, seat, zone) for zone in zones), targets, threat)


def moved_to(b: Battle, unit: int, zone: int) -> Battle:
    """[PB-5.1, PB-6.1] The position with a unit in another of its zones."""
    then = b.clone()
    then.put(unit, zone)
    return then
