"""The position of a battle as the contract wants it: what may be decided, what is thrown, copies and secrets."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Final

from drumhead.core.compiled import native
from drumhead.core.state import CHANCE, pack_ints, unpack_ints
from drumhead.core.weights import packaged_shares
from drumhead.games.pocket_battles.army.force import Force
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ACTION,
    AT_ASSIGNMENT,
    AT_CONTROL,
    AT_DEPLOYMENT,
    AT_DOUBLE,
    AT_END,
    AT_INITIATIVE,
    AT_RECOVERY,
    AT_ROLL,
    AT_TURN,
    AT_TURN_END,
    GO_ON,
    MOVE,
    PLACE,
    REDEPLOY,
    RESERVE,
)
from drumhead.games.pocket_battles.engine.hidden import guessed, hidden
from drumhead.games.pocket_battles.engine.outcomes import merged_roll, merged_rolls
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules import charge, engagement, orders, turns, wounds
from drumhead.games.pocket_battles.rules import dice as rolls
from drumhead.games.pocket_battles.rules.dice import throw_roll
from drumhead.games.pocket_battles.rules.orders import choose_turn, list_turn
from drumhead.games.pocket_battles.rules.turns import choose_deployment, end_turn, list_deployment, step_deployment
from drumhead.games.pocket_battles.rules.wounds import assign, step_assignment
from drumhead.games.pocket_battles.value.evaluate import evaluate, features

# What each pending step does when play reaches it, by its number in `codes`: it answers who decides, or goes on.
STEPS: Final[list[Callable[[Field, int], int]]] = [
    turns.step_initiative,
    turns.step_deployment,
    turns.step_turn,
    turns.step_turn,
    turns.step_turn_end,
    charge.step_reaction,
    charge.step_target,
    engagement.step_strike,
    engagement.step_attack,
    charge.step_chase,
    engagement.step_strike,
    rolls.step_dice,
    rolls.step_roll,
    rolls.step_tough,
    rolls.step_roll,
    rolls.step_blood,
    rolls.step_score,
    rolls.step_sacrifice,
    wounds.step_assignment,
    wounds.step_leader,
    rolls.step_disband,
    charge.step_harry,
    charge.step_left,
    orders.step_control,
    orders.step_double,
    turns.step_round_end,
    turns.step_recovery,
    turns.step_victory,
    turns.step_end,
    charge.step_follow,
    engagement.step_separate,
]

QUIET: Final[tuple[int, ...]] = (AT_DEPLOYMENT, AT_TURN, AT_ACTION, AT_RECOVERY)

# All throws of no die to three, as counts of faces.
THROWS: Final[list[list[int]]] = [
    [sum(1 << face * 5 for face in faces) for faces in product(range(6), repeat=dice)] for dice in range(4)
]


def _never(f: Field, action: int) -> None:
    raise AssertionError("nothing is decided here")


# What may be decided where it is not worked out as play gets there, and what a decision or a throw does at each step.
LISTS: Final[dict[int, Callable[[Field], list[int]]]] = {
    AT_CONTROL: orders.list_control,
    AT_DOUBLE: orders.list_double,
    AT_RECOVERY: turns.list_recovery,
}
CHOICES: Final[list[Callable[[Field, int], None]]] = [
    turns.throw_initiative,
    turns.choose_deployment,
    orders.choose_turn,
    orders.choose_turn,
    _never,
    charge.choose_reaction,
    charge.choose_target,
    engagement.choose_strike,
    _never,
    _never,
    engagement.choose_strike,
    rolls.choose_dice,
    rolls.throw_roll,
    rolls.choose_tough,
    rolls.throw_again,
    _never,
    _never,
    rolls.choose_sacrifice,
    wounds.assign,
    wounds.choose_leader,
    _never,
    charge.choose_harry,
    _never,
    orders.choose_control,
    orders.choose_double,
    _never,
    turns.choose_recovery,
    _never,
    _never,
    charge.choose_follow,
    _never,
]


@native(allow_interpreted_subclasses=True)
class Battle(Field):
    """A battle of Pocket Battles."""

    __slots__ = ()

    def __init__(self, force: Force) -> None:
        super().__init__(force)
        self.stack.append(AT_INITIATIVE)
        self.player = CHANCE

    def legal(self) -> list[int]:
        """Every legal action of the deciding seat."""
        kind = self.stack[-1] & 31
        if AT_TURN <= kind <= AT_ACTION:
            return list_turn(self)
        if kind == AT_DEPLOYMENT:
            return list_deployment(self)
        if kind in LISTS:
            return LISTS[kind](self)
        return self.options[:] if self.player >= 0 else []

    def apply(self, action: int) -> None:
        """Carries out a decision or a throw and goes on to the next.

        What comes up most is named: compiled code calls that at once, and what is in a list of functions by a detour.
        """
        stack = self.stack
        kind = stack[-1] & 31
        if AT_TURN <= kind <= AT_ACTION:
            choose_turn(self, action)
        elif kind == AT_ROLL:
            throw_roll(self, action)
        elif kind == AT_DEPLOYMENT:
            choose_deployment(self, action)
        elif kind == AT_ASSIGNMENT:
            assign(self, action)
        else:
            CHOICES[kind](self, action)
        player = GO_ON
        while player == GO_ON:
            frame = stack[-1]
            kind = frame & 31
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
                player = STEPS[kind](self, frame)
        self.player = player

    def resume(self) -> None:
        """Finds out who decides, after the pending steps were set from outside."""
        player = GO_ON
        while player == GO_ON:
            frame = self.stack[-1]
            player = STEPS[frame & 31](self, frame)
        self.player = player

    def throw(self) -> tuple[int, ...]:
        """The dice to be thrown: two for the first place, one again, or those of the roll."""
        frame = self.stack[-1]
        if frame & 31 == AT_ROLL:
            return (6,) * (frame >> 26)
        return (6, 6) if frame & 31 == AT_INITIATIVE else (6,)

    def outcome(self, faces: tuple[int, ...]) -> int:
        """The faces as counts, or who threw the higher die."""
        if self.stack[-1] & 31 == AT_INITIATIVE:
            return 2 if faces[0] == faces[1] else 0 if faces[0] > faces[1] else 1
        roll = 0
        for face in faces:
            roll += 1 << face * 5 - 5
        return roll

    def sample(self, rng: Random) -> int:
        """A random throw."""
        frame = self.stack[-1]
        kind = frame & 31
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
        """All throws that differ in effect, with exact weights."""
        if self.stack[-1] & 31 == AT_INITIATIVE:
            return [(0, 15), (1, 15), (2, 6)]
        return merged_rolls(self)

    def effect(self, outcome: int) -> int:
        """The throw of `weights` with the same effect."""
        if self.stack[-1] & 31 == AT_INITIATIVE:
            return outcome
        return merged_roll(self, outcome)

    def returns(self) -> list[float]:
        """+1 for the winner, -1 for the other."""
        winner = self.stack[-1] >> 5 & 127
        return [1.0 if seat == winner else -1.0 for seat in (0, 1)]

    def clone(self) -> "Battle":
        """An independent copy."""
        copy = Battle.__new__(Battle)
        copy.force = self.force
        copy.player = self.player
        copy.events = None
        copy.zone = self.zone[:]
        copy.here = [self.here[0][:], self.here[1][:]]
        copy.ready = self.ready[:]
        copy.orders = self.orders[:]
        copy.unused = self.unused[:]
        copy.stack = self.stack[:]
        copy.alive = self.alive
        copy.profile = self.profile
        copy.wounds = self.wounds
        copy.foes = self.foes
        copy.hits = self.hits
        copy.passed = self.passed
        copy.aside = self.aside
        copy.owed = self.owed
        copy.fallen = self.fallen
        copy.destroyed = self.destroyed
        copy.one = self.one
        copy.round = self.round
        copy.bled = self.bled
        copy.active = self.active
        copy.opening = self.opening
        copy.redeployed = self.redeployed
        copy.met = self.met
        copy.roll = self.roll
        copy.options = self.options
        return copy

    def pack(self) -> bytes:
        """The position as bytes."""
        return pack_ints(
            [
                *(self.player, self.one, self.round, self.active, self.opening, self.redeployed, self.met, self.roll),
                self.bled,
                *(*self.unused, *self.passed, *self.aside, *self.owed, *self.fallen, *self.destroyed),
                *(*self.zone, *self.alive, *self.wounds, *self.orders, *self.foes, *self.hits, *self.stack),
            ]
        )

    def unpack(self, data: bytes) -> "Battle":
        """The position that was packed."""
        numbers = unpack_ints(data)
        copy = Battle(self.force)
        copy.player, copy.one, copy.round, copy.active, copy.opening, copy.redeployed = numbers[:6]
        copy.met, copy.roll, copy.bled = numbers[6:9]
        pairs = [numbers[9 + 2 * index : 11 + 2 * index] for index in range(6)]
        copy.unused, copy.passed, copy.aside, copy.owed, copy.fallen, copy.destroyed = pairs
        count = len(self.zone)
        rows = [numbers[21 + count * index : 21 + count * (index + 1)] for index in range(6)]
        copy.zone, copy.alive, copy.wounds, copy.orders, copy.foes, copy.hits = rows
        copy.stack = numbers[21 + count * 6 :]
        copy.profile = [self.force.profile(unit, copy.alive[unit]) for unit in range(count)]
        for unit, zone in enumerate(copy.zone):
            copy.zone[unit] = RESERVE
            copy.put(unit, zone)
        frame = copy.stack[-1]
        STEPS[frame & 31](copy, frame)
        return copy

    def observe(self, seat: int) -> "Battle":
        """[PB-1.6] A copy without the enemy's stacks below their top, while they are not revealed.

        Tokens are those of the Leaders that can be seen.
        """
        copy = self.clone()
        if not self.is_revealed():
            copy.field_force(hidden(self.force, seat))
            copy.unused = [copy.force.tokens(0), copy.force.tokens(1)]
        return copy

    def guess(self, seat: int, rng: Random) -> "Battle":
        """A full position that the seat holds possible."""
        copy = self.observe(seat)
        if not self.is_revealed():
            copy.field_force(guessed(copy.force, rng))
            copy.unused = [copy.force.tokens(0), copy.force.tokens(1)]
        return copy

    def field_force(self, force: Force) -> None:
        """Puts other troops into the units."""
        self.force = force
        self.profile = [force.profile(unit, self.alive[unit]) for unit in range(len(self.alive))]
        self.ready = [own.orders[zone] for own, zone in zip(self.profile, self.zone, strict=True)]

    def evaluate(self, seat: int) -> float:
        """How good the position looks for the seat."""
        return evaluate(self, seat)

    def overlook_share(self, level: str) -> float:
        """What a level overlooks is set by measuring."""
        return packaged_shares("drumhead.games.pocket_battles").get(level, 0.0)

    def overlook_group(self, action: int) -> int:
        """The places of a unit may be overlooked one by one, its other orders as a whole, so never the best target."""
        if self.stack[-1] & 31 not in (AT_DEPLOYMENT, AT_TURN, AT_ACTION):
            return 0
        return 1 + (action if action & 31 in (PLACE, REDEPLOY, MOVE) else action & 4095)

    def features(self, seat: int) -> list[float]:
        """What `evaluate` weighs."""
        return features(self, seat)

    def is_quiet(self) -> bool:
        """Says whether a seat may do as it likes: place a unit, or begin an action."""
        return self.stack[-1] & 31 in QUIET

    def is_revealed(self) -> bool:
        """[PB-3.3] Says whether all stacks have been revealed."""
        return self.round > 0

    def ended(self) -> bool:
        """Says whether the battle is over."""
        return self.stack[-1] & 31 == AT_END
