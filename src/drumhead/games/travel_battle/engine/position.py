"""The data of a position, and the small changes every rule is made of."""

from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.core.fields import PositionFields
from drumhead.core.frames import KIND, FrameState
from drumhead.games.travel_battle.army.force import FIGHTERS, LEADERS, NOT_PLAYING, POOL, SEAT, Force
from drumhead.games.travel_battle.engine.encoding import (
    ABSENT,
    AT_END,
    NONE,
    PIECES,
    REMOVED,
    RESERVE,
    SIDE,
    TWO_BRIGADES,
    step,
)
from drumhead.games.travel_battle.reach.move_cache import MoveCache
from drumhead.games.travel_battle.rules.boards import BIT, OPEN_GROUND, Ground, bits, ground_of
from drumhead.games.travel_battle.value.brigade_cache import BrigadeValue

STORED: Final = PositionFields(
    "player ground_code left board:list edge:list turn active turned turned_now formed moved fired fled fought"
    " shifted came_from command able target attackers dice rerolled halted reforming last_loss square:list stack:rest"
)
"""The fields of a position in the order in which they are packed; `Battle.clone` copies each."""
DERIVED: Final = ("ground", "held", "foot", "led", "paired", "formed_squares", "alive", "lost_brigades", "removed")
"""The fields that follow from stored ones: `Field.rebuild` makes them anew."""
CACHES: Final = ("options", "move_cache", "shares_move_cache", "changed_squares", "brigade_cache")
"""The fields that save work: what may be chosen now, where the pending step has worked it out, moves and values."""


@native(allow_interpreted_subclasses=True)
class Field(FrameState):
    """Where the pieces are, what they have done, the dice on the table, and the stack of pending steps."""

    __slots__ = ("force", *STORED.names[1:-1], *DERIVED, *CACHES[1:])

    def __init__(self, force: Force) -> None:
        self.force: Force = force
        self.player: int = 0
        self.events: list[tuple[Any, ...]] | None = None
        self.ground_code: int = OPEN_GROUND
        self.ground: Ground = ground_of(OPEN_GROUND)
        self.board: list[int] = [NONE, NONE]
        """The board that each seat wants, then has; until the field is laid, as are the two below."""
        self.left: int = NONE
        """The seat whose board stands on the left."""
        self.edge: list[int] = [0, 0]
        """The edge of each seat's board that faces it, 1 to 4."""
        self.square: list[int] = [ABSENT if brigade == NOT_PLAYING else RESERVE for brigade in force.brigade]
        self.held: list[int] = [0, 0]
        """The squares where fighting units of each seat stand, one bit each; so are all sets of squares below."""
        self.foot: list[int] = [0, 0]
        """The squares held by infantry."""
        self.led: list[int] = [0, 0]
        """The squares where brigadiers stand."""
        self.paired: int = 0
        """The squares that two units share."""
        self.formed_squares: int = 0
        """The squares where a unit stands in square formation."""
        self.turned: int = 0
        """The units that are turned, one bit each; so are all sets of units below."""
        self.turned_now: int = 0
        """Those of them that were turned in their owner's own turn, which still goes on."""
        self.halted: int = 0
        """Those of the turned units that lose their movement and nothing else."""
        self.formed: int = 0
        """The units in square formation."""
        self.reforming: int = 0
        """Those of them that leave it when their turn ends."""
        self.moved: int = 0
        self.fired: int = 0
        self.fled: int = 0
        """The units that fire made retreat in this turn."""
        self.fought: int = 0
        self.shifted: int = 0
        """The units that were displaced in this combat step."""
        self.came_from: int = 0
        """Where those of the other side stood who were displaced in this combat step without having fought: 8 bits a
        unit, the square and 1."""
        self.command: int = 0
        """The pieces of the active seat that were in command when its turn began."""
        self.able: int = 0
        """The units that might attack when the combat step began."""
        self.alive: list[int] = [members.bit_count() for members in force.members]
        """How many units every brigade has left."""
        self.lost_brigades: list[int] = [0, 0]
        """How many brigades each seat has lost."""
        self.removed: list[int] = [0, 0]
        """How many units each seat has lost."""
        self.turn: int = 0
        self.last_loss: int = 0
        """The turn in which a unit was removed last, where turns are not limited."""
        self.active: int = 0
        self.target: int = NONE
        """The enemy square that is being attacked."""
        self.attackers: int = 0
        self.dice: int = 0
        """The dice on the table: 8 bits a unit, two dice of 4 bits."""
        self.rerolled: int = 0
        """The units that have used their re-roll in this combat."""
        self.stack: list[int] = []
        self.options: list[int] = []
        """What may be chosen now, where the step has already worked it out."""
        self.move_cache: MoveCache = MoveCache()
        self.shares_move_cache: bool = False
        """Whether a copy of the position may have the same cache: it is copied before it changes."""
        self.changed_squares: list[int] = []
        """The squares that have changed since the cache was filled; it holds for all others."""
        self.brigade_cache: list[BrigadeValue | None] = [None] * (POOL + 1)
        """What every brigade is worth as it stands, if that is known; None once one of its pieces has moved."""

    def rebuild(self) -> None:
        """Makes the derived fields anew from the stored ones."""
        self.ground = ground_of(self.ground_code)
        self.held, self.foot, self.led = [0, 0], [0, 0], [0, 0]
        self.paired = self.formed_squares = 0
        squares, self.square = self.square, [RESERVE] * PIECES
        for unit, square in enumerate(squares):
            self.put(unit, square)
        for unit in bits(self.formed):
            self.formed_squares |= BIT[squares[unit]]
        self.count_losses()

    def count_losses(self) -> None:
        """[TB-8.1] Counts what each side has lost, from where the pieces are."""
        self.alive, self.lost_brigades, self.removed = [0] * 6, [0, 0], [0, 0]
        for number, members in enumerate(self.force.units):
            units = [unit for unit in members if self.square[unit] != ABSENT]
            lost = [unit for unit in units if self.square[unit] == REMOVED]
            self.alive[number] = len(units) - len(lost)
            self.removed[number // 3] += len(lost)
            if units and len(units) == len(lost):
                self.lost_brigades[number // 3] += 1

    def turn_step(self) -> int:
        """[TB-2.1] Returns the kind of the lowest pending step: the step of the set-up or of the turn."""
        return self.stack[0] & KIND

    def set_ground(self, ground: Ground) -> None:
        """[TB-1.3] Lays the battlefield."""
        self.ground = ground
        self.ground_code = ground.code

    def set_force(self, force: Force) -> None:
        """[TB-1.2] The same pieces, in reserve, in other brigades."""
        self.force = force
        self.alive = [members.bit_count() for members in force.members]
        self.brigade_cache = [None] * (POOL + 1)

    def put(self, unit: int, to: int) -> None:
        """[TB-1.6] Puts a piece on a square, or off the field; where a unit stands already they share."""
        seat = SEAT[unit]
        before = self.square[unit]
        self.square[unit] = to
        self.brigade_cache[self.force.brigade[unit]] = None
        if before < RESERVE:
            self.changed_squares.append(before)
        if to < RESERVE:
            self.changed_squares.append(to)
        if LEADERS >> unit & 1:
            if before < RESERVE:
                self.led[seat] ^= BIT[before]
            if to < RESERVE:
                self.led[seat] ^= BIT[to]
            return
        if before < RESERVE:
            bit = BIT[before]
            if self.paired & bit:
                self.paired ^= bit
            else:
                self.held[seat] ^= bit
                self.foot[seat] &= ~bit
        if to < RESERVE:
            bit = BIT[to]
            if self.held[seat] & bit:
                self.paired |= bit
            else:
                self.held[seat] |= bit
                if self.force.foot >> unit & 1:
                    self.foot[seat] |= bit

    def occupied(self) -> int:
        """The squares with any piece."""
        return self.held[0] | self.held[1] | self.led[0] | self.led[1]

    def units_at(self, seat: int, square: int) -> list[int]:
        """The fighting units of a seat on a square."""
        first = seat * SIDE
        return [unit for unit in range(first + 3, first + SIDE) if self.square[unit] == square]

    def brigadier_at(self, square: int) -> int:
        """The brigadier on a square."""
        for unit in (0, 1, 2, SIDE, SIDE + 1, SIDE + 2):
            if self.square[unit] == square:
                return unit
        raise AssertionError("no brigadier stands there")

    def passable(self, unit: int) -> int:
        """[TB-3.5, TB-9.2] The squares whose terrain a piece may enter."""
        return -1 if self.force.foot >> unit & 1 else self.ground.passable[self.force.closed]

    def form(self, unit: int) -> None:
        """[TB-4.1] Forms square, effective at once."""
        self.formed |= 1 << unit
        self.changed_squares.append(self.square[unit])
        self.formed_squares |= BIT[self.square[unit]]

    def unform(self, unit: int) -> None:
        """[TB-4.1, TB-4.4] Gives the square formation up."""
        self.formed &= ~(1 << unit)
        self.reforming &= ~(1 << unit)
        self.changed_squares.append(self.square[unit])
        self.formed_squares &= ~BIT[self.square[unit]]

    def turn_round(self, unit: int, clause: str) -> None:
        """[TB-7.1] Turns a unit; turned in its owner's own turn it stays so through the next one."""
        self.turned |= 1 << unit
        self.halted &= ~(1 << unit)
        if SEAT[unit] == self.active:
            self.turned_now |= 1 << unit
        if self.events is not None:
            self.events.append(("turned", clause, unit))

    def halt(self, unit: int, clause: str) -> None:
        """[TB-5.6, TB-7.1] Turns a unit that loses only its movement; one that is turned already stays as it is."""
        if not self.turned >> unit & 1:
            self.turned |= 1 << unit
            self.halted |= 1 << unit
        if self.events is not None:
            self.events.append(("halted", clause, unit))

    def fully_turned(self) -> int:
        """[TB-7.1] The turned units that do not fire, form square or start a combat either."""
        return self.turned & ~self.halted

    def remove(self, unit: int, clause: str) -> None:
        """[TB-8.1] Removes a unit; a brigade without units leaves, and the second one decides the battle.

        Callers leave the stack alone afterwards.
        """
        seat = SEAT[unit]
        if self.formed >> unit & 1:
            self.unform(unit)
        self.take_off(unit)
        # New lists: copies of the position share these.
        self.removed = self.removed[:]
        self.removed[seat] += 1
        if not self.force.max_turns:
            self.last_loss = self.turn
        if self.events is not None:
            self.events.append(("removed", clause, unit))
        brigade = self.force.brigade[unit]
        self.alive = self.alive[:]
        self.alive[brigade] -= 1
        if self.alive[brigade] == 0:
            self.take_off(self.force.leader[brigade])
            self.lost_brigades = self.lost_brigades[:]
            self.lost_brigades[seat] += 1
            if self.events is not None:
                self.events.append(("eliminated", "TB-8.1", seat, brigade % 3 + 1))
            if self.lost_brigades[seat] == 2:
                self.end(1 - seat, TWO_BRIGADES)

    def take_off(self, unit: int) -> None:
        """Takes a piece off the field, with all its marks."""
        self.put(unit, REMOVED)
        kept = ~(1 << unit)
        self.turned &= kept
        self.halted &= kept
        self.turned_now &= kept
        self.moved &= kept
        self.fired &= kept
        self.fled &= kept
        self.fought &= kept
        self.shifted &= kept
        self.came_from &= ~(255 << unit * 8)
        self.command &= kept
        self.able &= kept

    def end(self, winner: int, reason: int) -> None:
        """[TB-8.1, TB-8.2] Ends the battle."""
        self.stack[:] = [step(AT_END, winner, reason)]
        if self.events is not None:
            self.events.append(("end", "TB-8.2" if reason else "TB-8.1", winner, reason))

    def defenders(self) -> list[int]:
        """The units that are being attacked."""
        return self.units_at(1 - self.active, self.target)

    def clear_combat(self) -> None:
        """Takes the dice off the table."""
        self.target = NONE
        self.attackers = 0
        self.dice = 0
        self.rerolled = 0

    def living(self, seat: int) -> list[int]:
        """The fighting units of a seat that are on the field."""
        first = seat * SIDE
        return [unit for unit in range(first + 3, first + SIDE) if self.square[unit] < RESERVE]


def is_leader(unit: int) -> bool:
    """Returns whether a piece is a brigadier."""
    return not FIGHTERS >> unit & 1
