"""Random armies that a player could have built: legal, sensible, and the same from the same seed."""

from collections.abc import Sequence
from random import Random
from typing import Final

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.lists import Army, Unit, check_size
from drumhead.games.pocket_battles.army.tiles import (
    ARMIES,
    CONTROL,
    DOUBLE_ORDER,
    EXCITE,
    FAST,
    GALVANIZE,
    HEAL,
    LONG_RANGE,
    PRESTIGE,
    REACTIVE,
    SCOUT,
    SLOW,
    Tile,
    tiles,
)

ATTEMPTS: Final = 12
SLACK: Final = 2  # deployment points that may be left over

# What a troop without dice is taken for: by order, or as a gift to a unit that fights or shoots.
BY_ORDER: Final = CONTROL | DOUBLE_ORDER | EXCITE | GALVANIZE | HEAL
GIFT_TO_FIGHT: Final = SCOUT | FAST | REACTIVE | PRESTIGE
GIFT_TO_SHOOT: Final = LONG_RANGE | REACTIVE | PRESTIGE


def random_army(army: str | tuple[str, str], size: int, rng: Random) -> Army:
    """Returns a random army of one box, or of two mixed, that is legal, sensible and spends its points."""
    check_size(size)
    names = (army,) if isinstance(army, str) else army
    for name in names:
        if name not in ARMIES:
            reason = Text("there is no army {name}; there are {names}", name=name[:40], names=", ".join(ARMIES))
            raise SetupError(reason, "PB-1.1")
    box = [tile for tile in tiles().values() if tile.army in names]
    goal = min(size, sum(tile.dp for tile in box))
    best = _Draft(box, size, rng)
    for _ in range(ATTEMPTS):
        draft = _Draft(box, size, rng)
        draft.fill()
        if draft.spent > best.spent:
            best = draft
        if best.spent >= goal - SLACK:
            break
    rng.shuffle(best.units)
    return Army(size, tuple(_stacked(unit, rng) for unit in best.units))


def is_sensible(unit: Sequence[Tile]) -> bool:
    """Returns whether a unit is legal, can do something, and wastes no troop."""
    troops = [tile for tile in unit if not tile.is_auxiliary]
    helpers = [tile for tile in unit if tile.is_auxiliary]
    if not troops or len(helpers) > 1 or not _can_grow(troops):
        return False
    armed = [tile for tile in troops if _is_armed(tile)]
    if not armed:
        return troops[0].bits & BY_ORDER != 0 and not any(_is_armed(tile) for tile in helpers)
    if len(troops) == 1 and troops[0].fv > 1 and troops[0].wp < 2:
        return False
    gifts = [tile for tile in troops if not _is_armed(tile)]
    return all(len(troops) >= min(gift.fv, 3) and _is_welcome(gift, armed) for gift in gifts) and all(
        not helper.engagement or all(tile.engagement for tile in armed) for helper in helpers
    )


def _is_armed(tile: Tile) -> bool:
    return bool(tile.engagement or tile.shooting)


def _bits(troops: Sequence[Tile]) -> int:
    bits = 0
    for tile in troops:
        bits |= tile.bits
    return bits


def _can_grow(troops: Sequence[Tile]) -> bool:
    """Returns whether troops are within their formation value, of one pace and kind of dice, at most one unarmed."""
    if len(troops) > min(tile.fv for tile in troops):
        return False
    bits = _bits(troops)
    armed = [tile for tile in troops if _is_armed(tile)]
    return (
        len(troops) - len(armed) <= 1
        and not (bits & SLOW and bits & FAST)
        and (all(tile.engagement for tile in armed) or all(tile.shooting for tile in armed))
    )


def _is_welcome(gift: Tile, armed: list[Tile]) -> bool:
    """Returns whether a troop without dice gives armed ones something they lack."""
    fights = all(tile.engagement for tile in armed)
    shoots = all(tile.shooting for tile in armed)
    new = gift.bits & ~_bits(armed)
    return (
        (fights and gift.engagement_bonus > max(tile.engagement_bonus for tile in armed))
        or (shoots and gift.shooting_bonus > max(tile.shooting_bonus for tile in armed))
        or gift.wounds_bonus > max(tile.wounds_bonus for tile in armed)
        or (fights and new & GIFT_TO_FIGHT != 0)
        or (shoots and new & GIFT_TO_SHOOT != 0)
    )


def _affinity(tile: Tile, unit: Sequence[Tile]) -> float:
    """Returns how well a troop fits a unit: by kind first, then by army, dice, formation value and pace."""
    first = unit[0]
    weight = 1.0
    if any(tile.name == mate.name for mate in unit):
        weight *= 4
    if tile.army == first.army:
        weight *= 2
    if not _is_armed(tile) or not _is_armed(first):
        weight *= 4
    elif bool(tile.engagement) == bool(first.engagement) and bool(tile.shooting) == bool(first.shooting):
        weight *= 3
    if tile.fv == first.fv:
        weight *= 1.5
    if (tile.bits ^ first.bits) & SLOW:
        weight /= 8
    return weight


def _stacked(unit: list[Tile], rng: Random) -> Unit:
    """Lays the plainest troop on top, so that the enemy sees the least of what is below."""
    rank = [(tile.dp, len(tile.traits), rng.random()) for tile in unit]
    return tuple(unit[index] for index in sorted(range(len(unit)), key=rank.__getitem__))


class _Draft:
    """An unfinished army: its units, the tiles left in the box, the points spent, and those for troops without dice."""

    __slots__ = ("idle", "left", "most_alone", "most_idle", "most_points", "rng", "size", "spent", "units")

    def __init__(self, box: list[Tile], size: int, rng: Random) -> None:
        self.left = {tile.id: tile for tile in box}
        self.rng = rng
        self.size = size
        self.spent = 0
        self.idle = 0
        self.units: list[list[Tile]] = []
        self.most_alone = round(size / 18)
        self.most_idle = max(6, size // 4)
        self.most_points = max(10, min(20, size * 9 // 25))

    def fill(self) -> None:
        """Raises units until the points run low, then spends the rest on what fits."""
        misses = 0
        while misses < 8 and self.size - self.spent >= 6:
            misses = 0 if self.raise_unit() else misses + 1
        while self.spent < self.size and (self.reinforce() or self.add_alone() or self.exchange()):
            pass

    def can_take(self, tile: Tile, points: int) -> bool:
        """Returns whether a tile is within the points and does not make too many troops without dice."""
        return tile.dp <= points and (_is_armed(tile) or tile.is_auxiliary or self.idle + tile.dp <= self.most_idle)

    def take(self, tile: Tile, sign: int = 1) -> None:
        """Takes a tile out of the box and pays for it, or with sign -1 puts it back."""
        if sign > 0:
            del self.left[tile.id]
        else:
            self.left[tile.id] = tile
        self.spent += sign * tile.dp
        if not _is_armed(tile) and not tile.is_auxiliary:
            self.idle += sign * tile.dp

    def raise_unit(self) -> bool:
        """Raises one new unit around a tile drawn from the box, if it comes out sensible."""
        rest = min(self.size - self.spent, self.most_points)
        alone = sum(1 for unit in self.units if unit[0].fv == 1)
        lowest = 2 if alone >= self.most_alone else 1
        box = [tile for tile in self.left.values() if tile.fv >= lowest and self.can_take(tile, rest)]
        if not box:
            return False
        unit = [self.rng.choice(box)]
        wanted = min(unit[0].fv, self.rng.choice((2, 3, 3, 4, 4)))
        while len(unit) < wanted:
            box.remove(unit[-1])
            rest -= unit[-1].dp
            mates = [tile for tile in box if tile.dp <= rest and _can_grow([*unit, tile])]
            if not mates:
                break
            unit += self.rng.choices(mates, [_affinity(tile, unit) for tile in mates])
        if not is_sensible(unit):
            return False
        self.units.append(unit)
        for tile in unit:
            self.take(tile)
        return True

    def join(self, tile: Tile) -> bool:
        """Adds a tile to a unit that gains by it, if there is one."""
        if not self.can_take(tile, self.size - self.spent):
            return False
        hosts = [unit for unit in self.units if unit[0].fv != 1 or tile.is_auxiliary]
        hosts = [unit for unit in hosts if is_sensible([*unit, tile])]
        if not hosts:
            return False
        self.rng.choices(hosts, [_affinity(tile, unit) for unit in hosts])[0].append(tile)
        self.take(tile)
        return True

    def reinforce(self) -> bool:
        """Adds some tile of the box to some unit."""
        recruits = [tile for tile in self.left.values() if tile.fv != 1]
        self.rng.shuffle(recruits)
        return any(self.join(tile) for tile in recruits)

    def add_alone(self) -> bool:
        """Adds a troop that can stand alone."""
        rest = self.size - self.spent
        troops = [tile for tile in self.left.values() if self.can_take(tile, rest) and is_sensible([tile])]
        if not troops:
            return False
        tile = self.rng.choice(troops)
        self.units.append([tile])
        self.take(tile)
        return True

    def exchange(self) -> bool:
        """Puts a dearer tile of the box in the place of a cheaper one."""
        rest = self.size - self.spent
        if rest <= SLACK:
            return False
        for unit in self.units:
            for index, old in enumerate(unit):
                for new in self.left.values():
                    if not 0 < new.dp - old.dp <= rest or not self.can_take(new, rest + old.dp):
                        continue
                    if is_sensible([*unit[:index], new, *unit[index + 1 :]]):
                        unit[index] = new
                        self.take(new)
                        self.take(old, -1)
                        return True
        return False
