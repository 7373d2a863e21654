"""The position of a battle as the contract wants it: what may be decided, what is thrown, copies and secrets."""

from itertools import product
from random import Random
from typing import Final

from drumhead.core.compiled import native
from drumhead.core.frames import GO_ON, KIND, FrameTable
from drumhead.core.state import CHANCE, pack_ints, unpack_ints
from drumhead.core.weights import packaged_shares
from drumhead.games.pocket_battles.army.force import Force
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ACTION,
    AT_ASSIGNMENT,
    AT_DEPLOYMENT,
    AT_END,
    AT_INITIATIVE,
    AT_ROLL,
    AT_TURN,
    AT_TURN_END,
    MOVE,
    PLACE,
    REDEPLOY,
)
from drumhead.games.pocket_battles.engine.frames import FRAMES
from drumhead.games.pocket_battles.engine.hidden import guessed, hidden
from drumhead.games.pocket_battles.engine.outcomes import merged_roll, merged_rolls
from drumhead.games.pocket_battles.engine.position import STORED, Field
from drumhead.games.pocket_battles.rules.dice import throw_roll
from drumhead.games.pocket_battles.rules.order_options import list_turn
from drumhead.games.pocket_battles.rules.orders import choose_turn
from drumhead.games.pocket_battles.rules.turns import choose_deployment, end_turn, list_deployment, step_deployment
from drumhead.games.pocket_battles.rules.wounds import assign, step_assignment
from drumhead.games.pocket_battles.value.evaluate import evaluate, features

# The tables of FRAMES that every step looks into, without the lookup of an attribute.
ENTER: Final = FRAMES.enter
CHOOSE: Final = FRAMES.choose
OPTIONS: Final = FRAMES.options

# All throws of no die to three, as counts of faces.
THROWS: Final[list[list[int]]] = [
    [sum(1 << face * 5 for face in faces) for faces in product(range(6), repeat=dice)] for dice in range(4)
]


@native(allow_interpreted_subclasses=True)
class Battle(Field):
    """A battle of Pocket Battles."""

    __slots__ = ()

    def __init__(self, force: Force) -> None:
        super().__init__(force)
        self.stack.append(AT_INITIATIVE)
        self.player = CHANCE

    def frames(self) -> FrameTable:
        """Returns the kinds of pending step."""
        return FRAMES

    def legal(self) -> list[int]:
        """Returns every legal action of the deciding seat."""
        kind = self.stack[-1] & KIND
        if AT_TURN <= kind <= AT_ACTION:
            return list_turn(self)
        if kind == AT_DEPLOYMENT:
            return list_deployment(self)
        return OPTIONS[kind](self)

    def apply(self, action: int) -> None:
        """Carries out a decision or a throw and goes on to the next.

        The most frequent kinds are called by name, which compiled code does faster than through a list of functions.
        """
        stack = self.stack
        kind = stack[-1] & KIND
        if AT_TURN <= kind <= AT_ACTION:
            choose_turn(self, action)
        elif kind == AT_ROLL:
            throw_roll(self, action)
        elif kind == AT_DEPLOYMENT:
            choose_deployment(self, action)
        elif kind == AT_ASSIGNMENT:
            assign(self, action)
        else:
            CHOOSE[kind](self, action)
        player = GO_ON
        while player == GO_ON:
            frame = stack[-1]
            kind = frame & KIND
            if AT_TURN <= kind <= AT_ACTION:
                player = frame >> 5
            elif kind == AT_ROLL:
                player = CHANCE
            elif kind == AT_TURN_END:
                end_turn(self)
            elif kind == AT_ASSIGNMENT:
                player = step_assignment(self, frame)
            elif kind == AT_DEPLOYMENT:
                player = step_deployment(self, frame)
            else:
                player = ENTER[kind](self, frame)
        self.player = player

    def throw(self) -> tuple[int, ...]:
        """Returns the dice to be thrown: two for the first place, one again, or those of the roll."""
        frame = self.stack[-1]
        if frame & KIND == AT_ROLL:
            return (6,) * (frame >> 26)
        return (6, 6) if frame & KIND == AT_INITIATIVE else (6,)

    def outcome(self, faces: tuple[int, ...]) -> int:
        """Returns the faces as counts, or who threw the higher die."""
        if self.stack[-1] & KIND == AT_INITIATIVE:
            return 2 if faces[0] == faces[1] else 0 if faces[0] > faces[1] else 1
        roll = 0
        for face in faces:
            roll += 1 << face * 5 - 5
        return roll

    def sample(self, rng: Random) -> int:
        """Returns a random throw."""
        frame = self.stack[-1]
        kind = frame & KIND
        random = rng.random
        if kind == AT_INITIATIVE:
            return int(random() * 2.0)
        dice = frame >> 26 if kind == AT_ROLL else 1
        roll = 0
        while dice > 3:
            roll += THROWS[3][int(random() * 216.0)]
            dice -= 3
        throws = THROWS[dice]
        many = len(throws)
        return roll + throws[int(random() * many)]

    def weights(self) -> list[tuple[int, int]]:
        """Returns all throws that differ in effect, with exact weights."""
        if self.stack[-1] & KIND == AT_INITIATIVE:
            return [(0, 15), (1, 15), (2, 6)]
        return merged_rolls(self)

    def effect(self, outcome: int) -> int:
        """Returns the throw of `weights` with the same effect."""
        if self.stack[-1] & KIND == AT_INITIATIVE:
            return outcome
        return merged_roll(self, outcome)

    def returns(self) -> list[float]:
        """+1 for the winner, -1 for the other."""
        winner = self.stack[-1] >> 5 & 127
        return [1.0 if seat == winner else -1.0 for seat in (0, 1)]

    def clone(self) -> "Battle":
        """Returns an independent copy."""
        copy = Battle.__new__(Battle)
        copy.force = self.force
        copy.player = self.player
        copy.events = None
        copy.zone = self.zone[:]
        copy.units_in_zone = [self.units_in_zone[0][:], self.units_in_zone[1][:]]
        copy.order_lists = self.order_lists[:]
        copy.orders = self.orders[:]
        copy.unused = self.unused[:]
        copy.stack = self.stack[:]
        copy.alive = self.alive
        copy.profile = self.profile
        copy.wounds = self.wounds
        copy.foes = self.foes
        copy.hits = self.hits
        copy.passed = self.passed
        copy.set_aside = self.set_aside
        copy.owed = self.owed
        copy.fallen = self.fallen
        copy.destroyed = self.destroyed
        copy.first_seat = self.first_seat
        copy.round = self.round
        copy.last_loss_round = self.last_loss_round
        copy.active = self.active
        copy.opening = self.opening
        copy.redeployed = self.redeployed
        copy.in_contact_at_turn_start = self.in_contact_at_turn_start
        copy.roll = self.roll
        copy.options = self.options
        return copy

    def pack(self) -> bytes:
        """Returns the stored fields as bytes."""
        return pack_ints(STORED.numbers(self))

    def unpack(self, data: bytes) -> "Battle":
        """Returns the position that was packed."""
        copy = Battle(self.force)
        STORED.restore(copy, unpack_ints(data))
        copy.rebuild()
        frame = copy.stack[-1]
        ENTER[frame & KIND](copy, frame)
        return copy

    def observe(self, seat: int) -> "Battle":
        """[PB-1.6] Returns a copy without the enemy's stacks below their top, while they are not revealed.

        Tokens are those of the Leaders that can be seen.
        """
        copy = self.clone()
        if not self.is_revealed():
            copy.field_force(hidden(self.force, seat))
            copy.unused = [copy.force.tokens(0), copy.force.tokens(1)]
        return copy

    def guess(self, seat: int, rng: Random) -> "Battle":
        """Returns a random full position that agrees with what the seat knows."""
        copy = self.observe(seat)
        if not self.is_revealed():
            copy.field_force(guessed(copy.force, rng))
            copy.unused = [copy.force.tokens(0), copy.force.tokens(1)]
        return copy

    def field_force(self, force: Force) -> None:
        """Replaces the force; the units keep their places."""
        self.force = force
        self.rebuild()

    def evaluate(self, seat: int) -> float:
        """Returns the estimated value of the position for the seat, -1 to 1."""
        return evaluate(self, seat)

    def overlook_share(self, level: str) -> float:
        """Returns the share of actions that opponents of a level overlook; it was measured."""
        return packaged_shares("drumhead.games.pocket_battles").get(level, 0.0)

    def overlook_group(self, action: int) -> int:
        """Returns the group in which an action is overlooked: a unit's places one by one, its other orders together."""
        if self.stack[-1] & KIND not in (AT_DEPLOYMENT, AT_TURN, AT_ACTION):
            return 0
        return 1 + (action if action & KIND in (PLACE, REDEPLOY, MOVE) else action & 4095)

    def features(self, seat: int) -> list[float]:
        """Returns the features that `evaluate` weighs."""
        return features(self, seat)

    def is_revealed(self) -> bool:
        """[PB-3.3] Returns whether all stacks have been revealed."""
        return self.round > 0

    def ended(self) -> bool:
        """Returns whether the battle is over."""
        return self.stack[-1] & KIND == AT_END
