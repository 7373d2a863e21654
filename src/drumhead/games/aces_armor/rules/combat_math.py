"""The numbers of a battle: dice, red dice, hits without dice, and the damage that hits do."""

from drumhead.games.aces_armor.box.unit_types import AIRCRAFT, FATAL
from drumhead.games.aces_armor.engine.encoding import ANSWERS, FROM_AFAR, IN_WATER, NO_ANTI_AIR, NOT_CLOSE
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.declare import can_strike, farthest


def dice_of(f: Field, unit: int) -> int:
    """[AA-8.2, AA-11.3, AA-13.7] The dice of a unit by its own damage; none where hits are fixed."""
    return 0 if f.force.fixed_hits[f.force.faction[unit]] else f.force.dice[f.damage[unit]]


def red_dice(f: Field, unit: int, target: int) -> int:
    """[AA-8.2, AA-8.3, AA-13.7] The dice that supporters add to an attack on a neighbour; none to fixed hits."""
    force = f.force
    hex_ = f.place[target]
    if force.fixed_hits[force.faction[unit]] or force.board.distance[f.place[unit]][hex_] != 1:
        return 0
    if not force.air[target]:
        arms = 1 << force.arm[unit]
        for own in supporters(f, unit, hex_):
            arms |= 1 << force.arm[own]
        count = arms.bit_count()
        return min(count, 3) if count > 1 else 0
    if not force.air[unit]:
        return 0
    count = len([own for own in supporters(f, unit, hex_) if force.arm[own] == AIRCRAFT])
    return 0 if not count else 2 if count == 1 else 3


def supporters(f: Field, unit: int, hex_: int) -> list[int]:
    """[AA-8.3, AA-4.2, AA-11.2, AA-13.11] The other units of the own side that have the target in range."""
    force, place = f.force, f.place
    distance = force.board.distance[hex_]
    flies = force.air[f.at[hex_]]
    found = []
    for faction in force.household[force.faction[unit]]:
        for own in f.roster[faction]:
            away = distance[place[own]]
            if force.near[own] <= away <= force.far[own] + 2 and own != unit and (not flies or force.anti_air[own]):
                if away <= farthest(f, own, place[own]) and not f.is_swimming(own):
                    found.append(own)
    return found


def returns_fire(f: Field, unit: int, attacker: int) -> bool:
    """[AA-8.1, AA-4.2, AA-11.2] Returns whether an attacked unit fires back: at a neighbour that it could attack."""
    return bool(f.force.ground.around[f.place[unit]] >> f.place[attacker] & 1 and can_strike(f, unit, attacker))


def silence(f: Field, unit: int, attacker: int) -> int:
    """[AA-8.1, AA-4.2, AA-11.2] Why an attacked unit does not fire back, or ANSWERS."""
    if returns_fire(f, unit, attacker):
        return ANSWERS
    if not f.force.ground.around[f.place[unit]] >> f.place[attacker] & 1:
        return FROM_AFAR
    if f.force.near[unit] != 1:
        return NOT_CLOSE
    return IN_WATER if f.is_swimming(unit) else NO_ANTI_AIR


def hit_number(f: Field, unit: int) -> int:
    """[AA-8.4] The highest face with which a unit hits."""
    return f.force.hit[unit][f.level(unit)]


def fixed_hits(f: Field, unit: int) -> int:
    """[AA-11.3, AA-13.7] The hits of a unit that throws no dice."""
    return hits_without_dice(f.force.hit[unit][0], f.damage[unit], f.level(unit))


def hits_without_dice(value: int, damage: int, level: int) -> int:
    """[AA-13.7] The hits that an attack value amounts to, by damage and level."""
    return value + 2 * level if damage <= 2 else (value + 1) // 2 + level


def is_in_forest(f: Field, unit: int, *, defends: bool) -> bool:
    """[AA-8.5] Returns whether a unit reads the forest row: a defender on the ground of a forest."""
    return bool(defends and not f.force.air[unit] and f.force.ground.forest >> f.place[unit] & 1)


def damage_row(f: Field, unit: int, *, defends: bool) -> list[int]:
    """[AA-8.5] The damage that hits do to a unit, on the row that it reads."""
    forest = is_in_forest(f, unit, defends=defends)
    return f.force.forest_damage[unit] if forest else f.force.open_damage[unit]


def suffered(f: Field, unit: int, hits: int, *, defends: bool) -> int:
    """[AA-8.5, AA-8.6] The damage that hits do to a unit, no more than it can take."""
    return min(by_table(f, unit, hits, defends=defends), FATAL - f.damage[unit])


def by_table(f: Field, unit: int, hits: int, *, defends: bool) -> int:
    """[AA-8.5] The damage that hits do to a unit by its table, whatever it bears already."""
    row = damage_row(f, unit, defends=defends)
    return row[min(hits, len(row) - 1)]
