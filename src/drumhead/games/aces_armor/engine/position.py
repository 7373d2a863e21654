"""The data of a position, and the small changes every rule is made of."""

from bisect import insort
from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.core.fields import PositionFields
from drumhead.core.frames import KIND, FrameState
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    AT_AUTOMA,
    AT_END,
    AT_LAUNCH,
    AT_ROCKETS,
    AT_ROLL,
    AUTOMA_ACTS,
    FLAG_TEAM,
    FROST,
    NEUTRAL,
    NO_ARMY,
    NONE,
    NORMAL,
    RUINED,
    WAITING,
    pack_order,
    step,
)

STORED: Final = PositionFields(
    "player moved spent struck mending weather turns round first active ended armies opened numbers tokens intercepted"
    " picked:list laid:list coins:list turned:list starts:list flag:list"
    " place+army+damage+experience+quarry:rows orders:counted path:counted stack:rest",
    blank=ABSENT,
)
"""The fields of a position in the order in which they are packed; `Battle.clone` copies each."""
DERIVED: Final = ("air", "at", "ground", "roster")
"""The fields that follow from stored ones: `Field.rebuild` makes them anew."""
CACHES: Final = (
    "options",
    "cached_closed",
    "cached_friends",
    "cached_goals",
    "cached_moves",
    "cached_reach",
    "cached_watched",
    "untold",
)
"""The fields that save work, and what the Automa has yet to tell; none is packed."""


@native(allow_interpreted_subclasses=True)
class Field(FrameState):
    """Where the units are, what they suffered and learned, flags and coins, and the stack of pending steps.

    Sets of hexes and sets of units are ints with one bit each.
    """

    __slots__ = ("force", *STORED.names[1:-1], *DERIVED, *CACHES[1:])

    def __init__(self, force: Force) -> None:
        self.player: int = 0
        self.events: list[tuple[Any, ...]] | None = None
        self.stack: list[int] = []
        self.take_force(force)

    def take_force(self, force: Force) -> None:
        """Lays everything out for a force, before anything has happened."""
        self.force: Force = force
        units, hexes = force.units, force.ground.count
        self.place: list[int] = [ABSENT] * units
        """The hex of every unit; ABSENT when it is not in play, WAITING until it is placed. The V2 is WAITING until it
        is hidden, and then on a hex of `tokens` until it is found; to who may not know, it stays WAITING."""
        for faction in force.factions:
            for unit in force.at_start[faction]:
                self.place[unit] = WAITING
        if force.v2 != NONE:
            self.place[force.v2] = WAITING
        self.at: list[int] = [NONE] * hexes
        """The unit on every hex, or NONE; a V2 that is not found yet is not there."""
        self.ground: list[int] = [0, 0]
        """The hexes where ground units of each team stand."""
        self.air: list[int] = [0, 0]
        """The hexes where aircraft of each team are."""
        self.roster: list[list[int]] = [[], [], [], []]
        """The units on the map of every faction, in order; a V2 that was found included."""
        self.army: list[int] = [NO_ARMY] * units
        """[AA-2.1] The start token, 0 to 2, that a unit was laid on; NO_ARMY before that and for bought units."""
        self.picked: list[int] = [0] * 4
        """[AA-1.3] How many units of a second set every faction has picked."""
        self.laid: list[int] = [0] * 4
        """How many units every faction has laid on tokens."""
        self.damage: list[int] = [0] * units
        self.experience: list[int] = [0] * units
        self.quarry: list[int] = [NONE] * units
        """[AA-6.2, AA-6.3] The enemy that a unit has intercepted; it is kept through its owner's next turn."""
        self.intercepted: int = 0
        """[AA-6.2] The units that have intercepted in this turn, whatever has become of the enemy."""
        self.moved: int = 0
        """The units of the faction to move that may not move any more in this turn."""
        self.spent: int = 0
        """The units that may not attack any more in this turn: they did, they occupied, or they rest [AA-2.4]."""
        self.struck: int = 0
        """The units that were attacked in this turn [AA-13.6]."""
        self.mending: int = 0
        """[AA-9.3] The units with coins under them."""
        self.flag: list[int] = [NEUTRAL] * len(force.board.factories)
        """Whose flag is on every factory, in the order of the map: a faction, NEUTRAL or RUINED."""
        self.coins: list[int] = [0] * 4
        """The coins of every faction; shared ones are with the first of a household."""
        self.weather: int = NORMAL
        self.turns: int = 0
        """How many turns have begun."""
        self.round: int = 0
        self.first: int = NONE
        """[AA-2.2, AA-2.3] The faction that begins: to place, then to play."""
        self.active: int = force.takers[0]
        """The faction that decides in this turn; in a shared turn it changes."""
        self.ended: int = 0
        """The factions that have ended their part of this phase, one bit each: in a shared turn either one, and in the
        money phase an ally that was asked for coins and has answered [AA-9.4, AA-13.11]."""
        self.armies: int = 7
        """[AA-2.4] The armies in use in this turn, one bit each."""
        self.opened: int = 0
        """[AA-2.4] The armies that the first of two players used in round 1."""
        self.numbers: int = 0
        """The start numbers that have been turned up, one bit each."""
        self.turned: list[int] = [0] * 4
        """The start tokens that every taker of turns has turned, one bit each."""
        self.starts: list[int] = [0] * 12
        """The numbers on the tokens turned, three for every faction; 0 while a token is face down."""
        self.tokens: int = 0
        """[AA-12.1] The hexes with grey tokens, that of the V2 included."""
        self.orders: list[int] = []
        """[AA-7.1] The attacks declared and not yet fought: the unit and, above 8 bits, the hex."""
        self.path: list[int] = []
        """The hexes that the unit on the move has yet to enter."""
        # Caches: -1 or None where nothing has been worked out yet.
        self.options: list[int] = []
        """What may be chosen now, where the pending step has worked it out."""
        self.cached_reach: list[int] = [-1] * units
        """The hexes that every unit of the faction to move can reach.

        Where moves are made hex by hex: that it could reach without enemies.
        """
        self.cached_goals: list[int] = [-1] * units
        """[AA-6.1] Of these, the hexes that it reaches before its move can be interrupted, and where it first can."""
        self.cached_moves: list[list[int] | None] = [None] * units
        """The moves of every unit of the faction to move as they were last listed."""
        self.cached_friends: int = 0
        """The hexes with friends when that was."""
        self.cached_watched: list[int] = [-1, -1]
        """The hexes beside enemies that may intercept ground units and aircraft of the team to move."""
        self.cached_closed: list[int] = [-1, -1]
        """The factories closed to each team."""
        self.untold: list[tuple[Any, ...]] = []
        """[AA-13.5] Why the Automa moves a unit as it does: told when the unit has come to where it was going."""

    def rebuild(self) -> None:
        """Makes the derived fields anew from the stored ones."""
        force = self.force
        self.at = [NONE] * force.ground.count
        self.ground = [0, 0]
        self.air = [0, 0]
        self.roster = [[], [], [], []]
        for unit, hex_ in enumerate(self.place):
            if hex_ < ABSENT and not (unit == force.v2 and self.tokens):
                self.at[hex_] = unit
                held = self.air if force.air[unit] else self.ground
                held[force.team[unit]] |= 1 << hex_
                self.roster[force.faction[unit]].append(unit)

    def put(self, unit: int, to: int) -> None:
        """[AA-4.5] Puts a unit on a hex, or off the map."""
        force = self.force
        team = force.team[unit]
        held = self.air if force.air[unit] else self.ground
        before = self.place[unit]
        self.place[unit] = to
        if before < ABSENT:
            self.at[before] = NONE
            held[team] ^= 1 << before
            if to >= ABSENT:
                self.roster[force.faction[unit]].remove(unit)
        elif to < ABSENT:
            insort(self.roster[force.faction[unit]], unit)
        if to < ABSENT:
            self.at[to] = unit
            held[team] ^= 1 << to

    def held(self, team: int) -> int:
        """The hexes where units of a team stand."""
        return self.ground[team] | self.air[team]

    def take_off(self, unit: int) -> None:
        """Takes a unit out of play, with all its marks and the arrows at it; its number may be used again [AA-9.2]."""
        self.put(unit, ABSENT)
        kept = ~(1 << unit)
        self.moved &= kept
        self.intercepted &= kept
        self.spent &= kept
        self.struck &= kept
        self.mending &= kept
        self.damage[unit] = 0
        self.experience[unit] = 0
        self.army[unit] = NO_ARMY
        quarry = self.quarry
        quarry[unit] = NONE
        while unit in quarry:
            quarry[quarry.index(unit)] = NONE
        self.clear_caches()

    def clear_caches(self) -> None:
        """Forgets what was worked out about where units can go; `cached_friends` goes with the moves."""
        self.cached_reach = [-1] * self.force.units
        self.cached_goals = [-1] * self.force.units
        self.cached_moves = [None] * self.force.units
        self.cached_closed = [-1, -1]
        self.cached_watched = [-1, -1]

    def level(self, unit: int) -> int:
        """[AA-8.4] 0 for a recruit, 1 for a veteran, 2 for a hero."""
        points = self.experience[unit]
        return 0 if points < 3 else 1 if points < 5 else 2

    def open_water(self) -> int:
        """[AA-4.2, AA-12.2] The water that is not frozen."""
        return 0 if self.weather == FROST else self.force.ground.water

    def is_swimming(self, unit: int) -> bool:
        """[AA-4.2, AA-12.2] Returns whether a ground unit is in water that is not frozen."""
        force = self.force
        return not force.air[unit] and self.weather != FROST and force.ground.is_water[self.place[unit]]

    def is_own_factory(self, faction: int, hex_: int) -> bool:
        """[AA-4.1, AA-13.11] Returns whether a hex is a factory with the flag of a faction or of who shares with it."""
        index = self.force.board.factory_at[hex_]
        return (
            index >= 0
            and self.flag[index] < NEUTRAL
            and self.force.purse[self.flag[index]] == self.force.purse[faction]
        )

    def closed_factories(self, team: int) -> int:
        """[AA-4.5, AA-1.5] The factories that a team's units cannot pass: neutral ones and the enemy's, no ruins."""
        closed = self.cached_closed[team]
        if closed < 0:
            closed = 0
            for hex_, flag in zip(self.force.board.factories, self.flag, strict=True):
                if flag == RUINED:
                    if self.force.first_rulings:
                        closed |= 1 << hex_
                elif FLAG_TEAM[flag] != team:
                    closed |= 1 << hex_
            self.cached_closed[team] = closed
        return closed

    def factories_of(self, team: int) -> int:
        """How many factories a team holds."""
        return sum([FLAG_TEAM[flag] == team for flag in self.flag])

    def is_v2_hidden(self) -> bool:
        """[AA-12.1] Returns whether the V2 is among the tokens, or yet to be hidden."""
        v2 = self.force.v2
        return v2 != NONE and v2 not in self.roster[self.force.faction[v2]] and self.place[v2] != ABSENT

    def end_part(self, *, told: bool = False) -> None:
        """[AA-3.1, AA-13.11] Ends the phase; in a shared turn only once both have ended it one after the other.

        That the partner goes on is told where somebody has decided it.
        """
        household = self.force.household[self.active]
        self.ended |= 1 << self.active
        if len(household) > 1:
            other = household[1] if self.active == household[0] else household[0]
            if not self.ended >> other & 1:
                if told:
                    self.tell("handed", "AA-13.11", self.active, other)
                self.active = other
                self.cached_moves = [None] * self.force.units
                # The partner's units have moved, and where they stand nobody is stopped.
                self.cached_goals = [-1] * self.force.units
                return
        self.stack.pop()
        self.ended = 0
        self.active = household[0]

    def end(self, team: int, reason: int, clause: str) -> None:
        """[AA-10.1, AA-10.2] Ends the battle; callers leave the stack alone afterwards."""
        self.stack[:] = [step(AT_END, team, reason)]
        if self.events is not None:
            self.events.append(("end", clause, team, reason))

    def has_ended(self) -> bool:
        """Returns whether the battle is over."""
        return self.stack[-1] & KIND == AT_END

    def ended_by(self) -> tuple[int, int]:
        """Returns the team that won, or DRAW, and why."""
        frame = self.stack[-1]
        assert frame & KIND == AT_END
        return frame >> 5 & 255, frame >> 13 & 511

    def fought_now(self) -> int:
        """[AA-8.1] Returns the attack whose dice are about to be thrown, packed as in `orders`, or -1."""
        frame = self.stack[-1]
        if frame & KIND in (AT_ROLL, AT_ROCKETS, AT_LAUNCH):
            return pack_order(frame >> 5 & 255, frame >> 13 & 511)
        return -1

    def is_automa_acting(self) -> bool:
        """[AA-13.3] Returns whether units of the Automa have yet to move and attack in this turn."""
        return AT_AUTOMA | AUTOMA_ACTS << 5 in [frame & (KIND | 255 << 5) for frame in self.stack]

    def tell(self, *event: Any) -> None:
        """Reports what happened, if anybody listens."""
        if self.events is not None:
            self.events.append(event)
