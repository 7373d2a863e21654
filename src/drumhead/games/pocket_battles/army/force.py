"""What does not change during a battle: the units as they were built and what their troops add up to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.games.pocket_battles.army.lists import Army
from drumhead.games.pocket_battles.army.tiles import (
    CONTROL,
    DOUBLE_ORDER,
    EXCITE,
    GALVANIZE,
    HEAL,
    IMPETUS,
    LEADER,
    LONG_RANGE,
    REACTIVE,
    SCOUT,
    SLOW,
    Tile,
)
from drumhead.games.pocket_battles.engine.encoding import NONE, OrderLists, bits, order_lists

# [PB-4.4, PB-9.21] An order costs one token more than the unit already bears; Reactive as many as it bears, at least 1.
COST: Final = tuple(range(1, 1001))
REACTIVE_COST: Final = (1, *range(1, 1000))


@native(allow_interpreted_subclasses=True, serializable=True)
class Profile:
    """What the living troops of a unit add up to."""

    __slots__ = (
        "bit",
        "can_engage",
        "can_shoot",
        "charge_dice",
        "cost",
        "engage",
        "engagement_bonus",
        "hit_counts",
        "order_lists",
        "seat",
        "shoot",
        "shooting_bonus",
        "traits",
        "value_by_row",
        "wounds_bonus",
        "wp",
    )

    def __init__(self, unit: int, seat: int, troops: list[Tile], *, add_bonuses: bool) -> None:
        """[PB-9.6, PB-9.7, PB-9.8] Counts printed dice by face and takes the best bonus of a kind, or their sum."""
        self.seat: int = seat
        self.bit: int = 1 << unit
        self.traits: int = 0
        for tile in troops:
            self.traits |= tile.bits
        self.engage: tuple[int, ...] = count_faces([tile.engagement for tile in troops])
        self.shoot: tuple[int, ...] = count_faces([tile.shooting for tile in troops])
        self.cost: tuple[int, ...] = REACTIVE_COST if self.traits & REACTIVE else COST
        merge = sum if add_bonuses else max
        self.engagement_bonus: int = merge([tile.engagement_bonus for tile in troops] or [0])
        self.shooting_bonus: int = merge([tile.shooting_bonus for tile in troops] or [0])
        self.wounds_bonus: int = merge([tile.wounds_bonus for tile in troops] or [0])
        self.can_engage: bool = any(self.engage)
        self.can_shoot: bool = any(self.shoot)
        self.order_lists: tuple[OrderLists, ...] = order_lists(unit, bool(self.traits & SLOW), self.can_engage)
        """Placements, moves, redeployments and charge, by zone and list code: see `encoding.order_lists`."""
        self.hit_counts: list[dict[int, int]] = [{}, {}]
        """The hits of rolls that were counted before, in an engagement and in shooting: rolls recur."""
        self.charge_dice: int = 2 if self.traits & IMPETUS else 1
        self.value_by_row: list[float] = []
        """What the unit adds to the value of a position in each row, once evaluated."""
        self.wp: int = sum(tile.wp for tile in troops)


def count_faces(dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Returns how many of the printed dice show each face, 0 to 6."""
    counts = [0] * 7
    for faces in dice:
        for face in faces:
            counts[face] += 1
    return tuple(counts)


@native(serializable=True)
class Side:
    """What the listing of orders needs to know of a seat's army, found in one lookup."""

    __slots__ = (
        "first",
        "last",
        "long_range",
        "riders",
        "scarce_tokens",
        "shooters",
        "shooters_and_scouts",
        "special_units",
    )

    def __init__(self, force: "Force", seat: int) -> None:
        self.first: int = force.first[seat]
        self.last: int = force.last[seat]
        self.shooters_and_scouts: int = force.shooters_and_scouts[seat]
        self.long_range: int = force.long_range[seat]
        self.shooters: tuple[int, ...] = bits(self.shooters_and_scouts | self.long_range)
        self.riders: list[int] = force.riders[seat]
        self.special_units: list[int] = force.special_units[seat]
        self.scarce_tokens: int = force.tokens(seat) // 2
        """With more unused tokens than this no order is too costly.

        An order costs at most one token more than its unit bears, and no unit can bear as many as are then unused.
        """


@native(allow_interpreted_subclasses=True, serializable=True)
class Terms:
    """The options of a battle that change what units may do; those not given have their usual value."""

    __slots__ = (
        "add_bonuses",
        "any_loss_separates",
        "first_rulings",
        "max_rounds",
        "prestige_by_unit",
        "rear_of_neighbour",
        "tough_aimed",
    )

    def __init__(self, chosen: Mapping[str, Any]) -> None:
        """[PB-1.9, PB-6.13, PB-7.8, PB-8.4, PB-9.6, PB-9.20, PB-9.27] Reads the options of a battle."""
        self.rear_of_neighbour: bool = chosen.get("edition", "2010") == "2010"
        self.add_bonuses: bool = chosen.get("bonus_dice", "best") == "sum"
        self.max_rounds: int = chosen.get("max_rounds", 20)
        """The rounds after which a battle is judged; 0 for no limit."""
        self.prestige_by_unit: bool = chosen.get("prestige", "troop") == "unit"
        """Prestige and Leader hold for the whole unit of their troop."""
        self.any_loss_separates: bool = chosen.get("separation", "last") == "any"
        """A unit goes back when any enemy in contact is beaten or leaves, not when the last one is gone."""
        self.tough_aimed: bool = chosen.get("tough", "struck") == "aimed"
        """Of an engagement that is shot into only the unit aimed at can be Tough."""
        self.first_rulings: bool = chosen.get("rulings", "2") == "1"
        """The rulings of rules 1 hold, for battles that were begun under them."""


@native(allow_interpreted_subclasses=True, serializable=True)
class Force:
    """Both armies as fielded, unit by unit: seat 0 first, then seat 1. Shared by all positions of a battle."""

    def __init__(
        self,
        units: tuple[tuple[tuple[Tile, ...], ...], tuple[tuple[Tile, ...], ...]],
        *,
        sizes: tuple[int, int],
        armies: tuple[tuple[str, ...], tuple[str, ...]],
        terms: Terms,
    ) -> None:
        self.units = units[0] + units[1]
        self.sizes = sizes
        self.armies = armies
        self.terms = terms
        self.rear_of_neighbour: bool = terms.rear_of_neighbour
        self.max_rounds: int = terms.max_rounds
        self.first: list[int] = [0, len(units[0])]
        self.last: list[int] = [len(units[0]), len(self.units)]
        self.seat: list[int] = [0] * len(units[0]) + [1] * len(units[1])
        self.whole: list[int] = [(1 << len(unit)) - 1 for unit in self.units]
        self.wp: list[list[int]] = [[tile.wp for tile in unit] for unit in self.units]
        self.dp: list[list[int]] = [[tile.dp for tile in unit] for unit in self.units]
        self.bits: list[list[int]] = [[tile.bits for tile in unit] for unit in self.units]
        self.shooters_and_scouts: list[int] = [
            sum(1 << unit for unit in own if any(tile.shooting or tile.bits & SCOUT for tile in self.units[unit]))
            for own in (range(self.last[0]), range(self.first[1], self.last[1]))
        ]
        """The units of each seat that shoot or scout, as long as their troops live, one bit each."""
        self.long_range: list[int] = [sum(1 << unit for unit in own) for own in self._with(LONG_RANGE)]
        """The units of each seat with Long Range, as long as its troop lives, one bit each."""
        self.riders: list[list[int]] = self._with(EXCITE | GALVANIZE)
        """The units of each seat whose traits ride on orders to others, as long as their troops live."""
        self.special_units: list[list[int]] = self._with(CONTROL | DOUBLE_ORDER | HEAL)
        """The units of each seat with other special traits, as long as their troops live."""
        self.fielded: list[int] = [sum(tile.dp for unit in side for tile in unit) for side in units]
        self.leaders: list[int] = [sum(1 for unit in side for tile in unit if tile.bits & LEADER) for side in units]
        self.sides: list[Side] = [Side(self, 0), Side(self, 1)]
        self.seen_by: dict[int, Force] = {}
        """The force as each seat sees it before the reveal, once worked out."""
        self._profiles: list[dict[int, Profile]] = [{} for _ in self.units]

    def profile(self, unit: int, alive: int) -> Profile:
        """Returns the profile of a unit with these living troops, one bit each; cached."""
        found = self._profiles[unit].get(alive)
        if found is None:
            troops = [tile for bit, tile in enumerate(self.units[unit]) if alive >> bit & 1]
            found = self._profiles[unit][alive] = Profile(
                unit, self.seat[unit], troops, add_bonuses=self.terms.add_bonuses
            )
        return found

    def rider(self, unit: int, number: int) -> int:
        """Returns a rider of the unit's own seat by its place among them, or NONE."""
        own = self.riders[self.seat[unit]]
        return own[number] if number < len(own) else NONE

    def _with(self, traits: int) -> list[list[int]]:
        return [
            [
                unit
                for unit in range(self.first[seat], self.last[seat])
                if any(bits & traits for bits in self.bits[unit])
            ]
            for seat in (0, 1)
        ]

    @classmethod
    def of_armies(cls, armies: tuple[Army, Army], terms: Terms) -> "Force":
        """Returns the force that two armies make."""
        return cls(
            (armies[0].units, armies[1].units),
            sizes=(armies[0].size, armies[1].size),
            armies=(armies[0].armies, armies[1].armies),
            terms=terms,
        )

    def with_units(self, units: tuple[tuple[Tile, ...], ...]) -> "Force":
        """Returns the same force with other troops in its units."""
        half = self.last[0]
        return Force(
            (units[:half], units[half:]),
            sizes=self.sizes,
            armies=self.armies,
            terms=self.terms,
        )

    def tokens(self, seat: int) -> int:
        """[PB-1.3] One token for every 10 points of the agreed size, and one for a Leader."""
        return self.sizes[seat] // 10 + self.leaders[seat]
