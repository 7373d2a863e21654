"""The data of a position, and the small changes every rule is made of."""

from typing import Final

from drumhead.core.compiled import native
from drumhead.core.fields import PositionFields
from drumhead.core.frames import FrameState
from drumhead.games.pocket_battles.army.force import Force, Profile
from drumhead.games.pocket_battles.army.tiles import LEADER, PRESTIGE
from drumhead.games.pocket_battles.engine.encoding import ENGAGED, FRONT, LOST, RESERVE, ROW, OrderLists

STORED: Final = PositionFields(
    "player first_seat round active opening redeployed in_contact_at_turn_start roll last_loss_round"
    " unused:list passed:list set_aside:list owed:list fallen:list destroyed:list"
    " zone:list alive:list wounds:list orders:list foes:list hits:list stack:rest"
)
"""The fields of a position in the order in which they are packed; `Battle.clone` copies each."""
DERIVED: Final = ("units_in_zone", "profile", "order_lists")
"""The fields that follow from stored ones: `Field.rebuild` makes them anew."""
CACHES: Final = ("options",)
"""The fields that save work: what may be chosen now, where the pending step has worked it out."""


def changed(numbers: list[int], place: int, number: int) -> list[int]:
    """Returns a copy of a list with another number in one place."""
    out = numbers[:]
    out[place] = number
    return out


@native(allow_interpreted_subclasses=True)
class Field(FrameState):
    """Where the units are, what they bear, the tokens, and the stack of pending steps.

    Copies of a position share the lists that change seldom: these are replaced by others (`changed`), never changed.
    """

    __slots__ = ("force", *STORED.names[1:-1], *DERIVED)

    def __init__(self, force: Force) -> None:
        count = len(force.units)
        self.force: Force = force
        self.player = 0
        self.events = None
        self.zone: list[int] = [RESERVE] * count
        self.units_in_zone: list[list[int]] = [[0] * 11, [0] * 11]
        """The units of each seat in every zone, in reserve and lost, one bit each."""
        for unit, seat in enumerate(force.seat):
            self.units_in_zone[seat][RESERVE] |= 1 << unit
        self.alive: list[int] = force.whole[:]
        """The living troops of every unit, one bit each."""
        self.profile: list[Profile] = [force.profile(unit, force.whole[unit]) for unit in range(count)]
        self.order_lists: list[OrderLists] = [own.order_lists[RESERVE] for own in self.profile]
        """The orders that every unit can be given where it stands; `encoding` says how they are looked up."""
        self.wounds: list[int] = [0] * count
        """The wound tokens on every unit's troops, 4 bits each."""
        self.orders: list[int] = [0] * count
        self.foes: list[int] = [0] * count
        """The enemies in contact with every unit, one bit each."""
        self.hits: list[int] = [0] * count
        """Hits yet to be assigned, and above 8 bits the troops already wounded by the same roll."""
        self.unused: list[int] = [force.tokens(0), force.tokens(1)]
        self.passed: list[int] = [0, 0]
        self.set_aside: list[int] = [0, 0]
        """Tokens of troops and units that were eliminated; they come back when the round ends."""
        self.owed: list[int] = [0, 0]
        """Tokens of fallen Leaders that leave the game as soon as they would become unused."""
        self.fallen: list[int] = [0, 0]
        """Leaders that fell in this roll."""
        self.destroyed: list[int] = [0, 0]
        """Deployment points that each seat has lost."""
        self.first_seat: int = 0
        """The seat of Player 1 of the rules."""
        self.round: int = 0
        self.last_loss_round: int = 0
        """The round in which a troop was last eliminated, kept in a battle without a last round."""
        self.active: int = 0
        self.opening: int = 1
        """1 until the first turn of the battle ends, then 0."""
        self.redeployed: int = -1
        """The unit that redeployed in this turn, -1 for none."""
        self.in_contact_at_turn_start: int = 0
        """The units in contact when the turn began, one bit each."""
        self.roll: int = 0
        """How many dice of each face lie on the table, 5 bits a face."""
        self.stack: list[int] = []
        self.options: list[int] = []
        """What may be chosen now, where the step has already worked it out."""

    def rebuild(self) -> None:
        """Makes the derived fields anew from the stored ones."""
        force = self.force
        self.units_in_zone = [[0] * 11, [0] * 11]
        for unit, zone in enumerate(self.zone):
            self.units_in_zone[force.seat[unit]][zone] |= 1 << unit
        self.profile = [force.profile(unit, alive) for unit, alive in enumerate(self.alive)]
        self.order_lists = [own.order_lists[zone] for own, zone in zip(self.profile, self.zone, strict=True)]

    def order_cost(self, unit: int) -> int:
        """[PB-4.4, PB-9.21] Returns what the next order to a unit costs, by the tokens it already bears."""
        return self.profile[unit].cost[self.orders[unit]]

    def order(self, unit: int) -> None:
        """[PB-4.4] Puts the price of an order on the unit."""
        orders = self.orders
        own = self.profile[unit]
        cost = own.cost[orders[unit]]
        unused = self.unused
        orders[unit] = orders[unit] + cost
        unused[own.seat] = unused[own.seat] - cost
        if self.events is not None:
            self.events.append(("order", "PB-4.4", unit, cost))

    def gain(self, seat: int, tokens: int) -> None:
        """[PB-9.17] Makes tokens unused again, a fallen Leader's debt first."""
        while tokens > 0 and self.owed[seat] > 0:
            self.owed = changed(self.owed, seat, self.owed[seat] - 1)
            tokens -= 1
            if self.events is not None:
                self.events.append(("token_gone", "PB-9.17", seat))
        self.unused[seat] = self.unused[seat] + tokens

    def put(self, unit: int, zone: int) -> None:
        """Puts a unit into a zone, or off the field."""
        own = self.profile[unit]
        in_zone = self.units_in_zone[own.seat]
        zones = self.zone
        left = zones[unit]
        in_zone[left] = in_zone[left] ^ own.bit
        in_zone[zone] = in_zone[zone] ^ own.bit
        zones[unit] = zone
        self.order_lists[unit] = own.order_lists[zone]

    def engaged(self, seat: int) -> int:
        """Returns the units of a seat in the Engagement Zones, one bit each."""
        in_zone = self.units_in_zone[seat]
        return in_zone[2] | in_zone[5] | in_zone[8]

    def move_to_front(self, unit: int) -> None:
        """Puts a unit into its Front of the sector it is in."""
        self.put(unit, self.zone[unit] // 3 * 3 + FRONT)

    def touch(self, one: int, other: int) -> None:
        """Brings two units into contact."""
        foes = self.foes[:]
        foes[one] = foes[one] | 1 << other
        foes[other] = foes[other] | 1 << one
        self.foes = foes

    def part(self, one: int, other: int) -> None:
        """[PB-6.13] Ends a contact; a unit left without an enemy in contact goes back to its Front."""
        foes = self.foes[:]
        foes[one] = foes[one] & ~(1 << other)
        foes[other] = foes[other] & ~(1 << one)
        self.foes = foes
        for unit in (one, other):
            if foes[unit] == 0 and ROW[self.zone[unit]] == ENGAGED:
                self.move_to_front(unit)
                if self.events is not None:
                    self.events.append(("back", "PB-6.13", unit, self.zone[unit]))

    def wounds_on(self, unit: int, troop: int) -> int:
        """Returns the wound tokens on a troop."""
        return self.wounds[unit] >> troop * 4 & 15

    def open_hits(self, unit: int) -> int:
        """Returns how many hits on a unit are yet to be assigned."""
        return self.hits[unit] & 255

    def points_left(self, unit: int) -> int:
        """Returns the wound points a unit has left."""
        left = self.profile[unit].wp
        wounds = self.wounds[unit]
        while wounds:
            left -= wounds & 15
            wounds >>= 4
        return left

    def eliminate(self, unit: int, troop: int, clause: str) -> None:
        """[PB-6.19, PB-6.20, PB-6.21] Removes a troop for the enemy to count; its tokens are set aside."""
        force = self.force
        seat = force.seat[unit]
        alive = self.alive[unit] & ~(1 << troop)
        self.alive = changed(self.alive, unit, alive)
        wounds = self.wounds_on(unit, troop)
        if wounds:
            self.wounds = changed(self.wounds, unit, self.wounds[unit] - (wounds << troop * 4))
            self.set_aside = changed(self.set_aside, seat, self.set_aside[seat] + wounds)
        self.destroyed = changed(self.destroyed, seat, self.destroyed[seat] + force.dp[unit][troop])
        if force.max_rounds == 0:
            self.last_loss_round = self.round
        if force.bits[unit][troop] & LEADER and not force.terms.prestige_by_unit:
            self.fallen = changed(self.fallen, seat, self.fallen[seat] + 1)
        profile = force.profile(unit, alive)
        profiles = self.profile[:]
        profiles[unit] = profile
        self.profile = profiles
        self.order_lists[unit] = profile.order_lists[self.zone[unit]]
        if self.events is not None:
            self.events.append(("loss", clause, unit, troop))
        if profile.wp == 0:
            if alive:
                self.eliminate(unit, alive.bit_length() - 1, "PB-6.20")
            else:
                self._remove(unit)

    def _remove(self, unit: int) -> None:
        """[PB-6.19, PB-9.17] Takes a destroyed unit off the field and sets its order tokens aside."""
        seat, bears = self.force.seat[unit], self.orders[unit]
        if self.force.terms.prestige_by_unit:
            leaders = sum([1 for bits in self.force.bits[unit] if bits & LEADER])
            if leaders:
                self.fallen = changed(self.fallen, seat, self.fallen[seat] + leaders)
        if bears:
            self.set_aside = changed(self.set_aside, seat, self.set_aside[seat] + bears)
            self.orders[unit] = 0
        if self.hits[unit]:
            self.hits = changed(self.hits, unit, 0)
        if self.events is not None:
            self.events.append(("destroyed", "PB-6.21", unit))
        foes = self.foes[unit]
        self.put(unit, LOST)
        while foes:
            low = foes & -foes
            self.part(unit, low.bit_length() - 1)
            foes -= low

    def score(self, seat: int) -> int:
        """[PB-6.21, PB-9.20] Returns the points the enemy has lost and those of the seat's own living Prestige."""
        force = self.force
        points = self.destroyed[1 - seat]
        for unit in range(force.first[seat], force.last[seat]):
            if self.profile[unit].traits & PRESTIGE:
                for troop, bits in enumerate(force.bits[unit]):
                    if (bits & PRESTIGE or force.terms.prestige_by_unit) and self.alive[unit] >> troop & 1:
                        points += force.dp[unit][troop]
        return points
