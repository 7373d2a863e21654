"""The position of a battle as the contract wants it: what may be decided, what is thrown, copies."""

from collections.abc import Callable
from random import Random
from typing import Final

from drumhead.core.compiled import native
from drumhead.core.state import PRIOR_ONLY, SEARCH_PLANS, pack_ints, unpack_ints
from drumhead.core.weights import packaged_shares
from drumhead.games.travel_battle.army.force import Force
from drumhead.games.travel_battle.engine import outcomes
from drumhead.games.travel_battle.engine.encoding import (
    ABSENT,
    AT_COMBAT,
    AT_END,
    AT_FIRE,
    AT_FIRST_DIE,
    AT_HIT,
    AT_MOVE,
    AT_PLACE,
    AT_PLACE_DIE,
    AT_ROLL,
    AT_SPLIT,
    DRAW,
    GO_ON,
    PIECES,
    REMOVED,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules import artillery, combat, combat_dice, movement, retreats, setup, turns
from drumhead.games.travel_battle.rules.boards import bits, ground_of
from drumhead.games.travel_battle.rules.movement import choose_move, list_move, step_move
from drumhead.games.travel_battle.value.evaluate import eagerness, evaluate, features
from drumhead.games.travel_battle.value.goals import goal_value, turn_goals

# What each pending step does when play reaches it, by its number in `codes`: it answers who decides, or goes on.
STEPS: Final[list[Callable[[Field, int], int]]] = [
    setup.step_board,
    setup.step_throw,
    setup.step_throw,
    setup.step_throw,
    setup.step_edge,
    setup.step_split,
    setup.step_throw,
    setup.step_place,
    setup.step_throw,
    movement.step_move,
    movement.step_enter,
    movement.step_go_on,
    movement.step_displace,
    artillery.step_fire,
    artillery.step_shot,
    artillery.step_shot,
    combat.step_combat,
    combat.step_join,
    combat_dice.step_roll,
    combat_dice.step_reroll,
    combat_dice.step_roll,
    combat_dice.step_result,
    combat_dice.step_suffer,
    retreats.step_push,
    retreats.step_retreat,
    retreats.step_rally,
    turns.step_turn_end,
    turns.step_end,
]


def _given(f: Field) -> list[int]:
    return f.options[:]


def _none(f: Field) -> list[int]:
    return []


def _never(f: Field, action: int) -> None:
    raise AssertionError("nothing is decided here")


# What may be decided at each step, and what a decision or a throw there does.
LISTS: Final[list[Callable[[Field], list[int]]]] = [
    _given,
    _none,
    _none,
    _none,
    _given,
    setup.list_split,
    _none,
    setup.list_place,
    _none,
    movement.list_move,
    _none,
    _given,
    _given,
    _given,
    _none,
    _none,
    _given,
    _given,
    _none,
    _given,
    _none,
    _none,
    _given,
    _given,
    _given,
    _none,
    _none,
    _none,
]
CHOICES: Final[list[Callable[[Field, int], None]]] = [
    setup.choose_board,
    setup.throw_board,
    setup.throw_left,
    setup.throw_edge,
    setup.choose_edge,
    setup.choose_split,
    setup.throw_place,
    setup.choose_place,
    setup.throw_first,
    movement.choose_move,
    _never,
    movement.choose_go_on,
    movement.choose_displace,
    artillery.choose_fire,
    artillery.throw_hit,
    artillery.throw_effect,
    combat.choose_combat,
    combat.choose_join,
    combat_dice.throw_roll,
    combat_dice.choose_reroll,
    combat_dice.throw_again,
    _never,
    combat_dice.choose_suffer,
    retreats.choose_push,
    retreats.choose_retreat,
    retreats.throw_rally,
    _never,
    _never,
]
QUIET: Final[tuple[int, ...]] = (AT_PLACE, AT_MOVE, AT_FIRE, AT_COMBAT, AT_ROLL, AT_FIRST_DIE, AT_PLACE_DIE, AT_SPLIT)
"""The steps at which a position can be judged as it stands."""


@native(allow_interpreted_subclasses=True)
class Battle(Field):
    """A battle of TravelBattle."""

    def __init__(self, force: Force) -> None:
        super().__init__(force)
        self.stack.append(0)
        self.resume()

    def legal(self) -> list[int]:
        """Every legal action of the deciding seat."""
        kind = self.stack[-1] & 31
        return list_move(self) if kind == AT_MOVE else LISTS[kind](self)

    def accepts(self, action: int) -> bool:
        """[TB-1.2] Says whether an action is a split that is not among the ready-made ones."""
        return setup.accepts_split(self, action)

    def apply(self, action: int) -> None:
        """Carries out a decision or a throw and goes on to the next."""
        # Moves are decided most often, and compiled code calls what it knows by name sooner than what a table holds.
        stack = self.stack
        kind = stack[-1] & 31
        if kind == AT_MOVE:
            choose_move(self, action)
        else:
            CHOICES[kind](self, action)
        player = GO_ON
        while player == GO_ON:
            frame = stack[-1]
            kind = frame & 31
            player = step_move(self, frame) if kind == AT_MOVE else STEPS[kind](self, frame)
        self.player = player

    def resume(self) -> None:
        """Finds out who decides, after the pending steps were set from outside."""
        player = GO_ON
        while player == GO_ON:
            frame = self.stack[-1]
            player = STEPS[frame & 31](self, frame)
        self.player = player

    def throw(self) -> tuple[int, ...]:
        """The dice to be thrown."""
        return outcomes.sides(self)

    def outcome(self, faces: tuple[int, ...]) -> int:
        """The faces, 3 bits each."""
        return outcomes.pack_faces(list(faces))

    def sample(self, rng: Random) -> int:
        """A random throw."""
        kind = self.stack[-1] & 31
        random = rng.random
        if kind == AT_ROLL:
            outcome = 0
            for _ in self.throw():
                outcome = outcome << 3 | int(random() * 6) + 1
            return outcome
        if kind in (AT_PLACE_DIE, AT_FIRST_DIE):
            return int(random() * 6) + 1 | int(random() * 6) + 1 << 3
        if kind == AT_HIT:
            return int(random() * self.throw()[0]) + 1
        return int(random() * 6) + 1

    def weights(self) -> list[tuple[int, int]]:
        """All throws that differ in effect, with exact weights."""
        return outcomes.merged(self)

    def effect(self, outcome: int) -> int:
        """The throw of `weights` with the same effect."""
        return outcomes.merge(self, outcome)

    def returns(self) -> list[float]:
        """[TB-8.1, TB-8.2] +1 for the winner, -1 for the other; 0 for a draw."""
        winner = self.stack[-1] >> 5 & 255
        if winner == DRAW:
            return [0.0, 0.0]
        return [1.0 if seat == winner else -1.0 for seat in (0, 1)]

    def clone(self) -> "Battle":
        """An independent copy."""
        copy = Battle.__new__(Battle)
        copy.force = self.force
        copy.player = self.player
        copy.events = None
        copy.ground = self.ground
        copy.board = self.board
        copy.left = self.left
        copy.edge = self.edge
        copy.square = self.square[:]
        copy.held = self.held[:]
        copy.foot = self.foot[:]
        copy.led = self.led[:]
        copy.paired = self.paired
        copy.posts = self.posts
        copy.turned = self.turned
        copy.fresh = self.fresh
        copy.halted = self.halted
        copy.formed = self.formed
        copy.reforming = self.reforming
        copy.moved = self.moved
        copy.fired = self.fired
        copy.fled = self.fled
        copy.fought = self.fought
        copy.shifted = self.shifted
        copy.whence = self.whence
        copy.command = self.command
        copy.able = self.able
        copy.alive = self.alive
        copy.beaten = self.beaten
        copy.removed = self.removed
        copy.turn = self.turn
        copy.loss = self.loss
        copy.active = self.active
        copy.target = self.target
        copy.attackers = self.attackers
        copy.dice = self.dice
        copy.rerolled = self.rerolled
        copy.stack = self.stack[:]
        copy.options = self.options
        copy.plans = self.plans
        copy.reaches = self.reaches
        copy.shared = self.shared = True
        copy.touched = self.touched[:]
        copy.standings = self.standings[:]
        return copy

    def pack(self) -> bytes:
        """The position as bytes."""
        board, edge = self.board, self.edge
        numbers = [self.player, self.ground.code, self.left, board[0], board[1], edge[0], edge[1], self.turn]
        marks = [self.active, self.turned, self.fresh, self.formed, self.moved, self.fired, self.fled, self.fought]
        combat = [
            self.shifted,
            self.whence,
            self.command,
            self.able,
            self.target,
            self.attackers,
            self.dice,
            self.rerolled,
        ]
        more = [self.halted, self.reforming, self.loss]
        return self.force.stamp + pack_ints(numbers + marks + combat + more + self.square + self.stack)

    def unpack(self, data: bytes) -> "Battle":
        """The position that was packed."""
        numbers = unpack_ints(data[PIECES:])
        copy = Battle(self.force.of_stamp(data[:PIECES]))
        copy.player = numbers[0]
        copy.ground = ground_of(numbers[1])
        copy.left = numbers[2]
        copy.board, copy.edge = numbers[3:5], numbers[5:7]
        copy.turn, copy.active = numbers[7:9]
        copy.turned, copy.fresh, formed, copy.moved, copy.fired, copy.fled, copy.fought, copy.shifted = numbers[9:17]
        copy.whence, copy.command, copy.able, copy.target, copy.attackers, copy.dice, copy.rerolled = numbers[17:24]
        copy.halted, reforming, copy.loss = numbers[24:27]
        for unit, square in enumerate(numbers[27 : 27 + PIECES]):
            copy.put(unit, square)
        for unit in bits(formed):
            copy.form(unit)
        copy.reforming = reforming
        copy.count_losses()
        copy.stack = numbers[27 + PIECES :]
        frame = copy.stack[-1]
        STEPS[frame & 31](copy, frame)
        return copy

    def count_losses(self) -> None:
        """[TB-8.1] Counts what each side has lost, from where the pieces are."""
        for number, members in enumerate(self.force.members):
            units = [unit for unit in bits(members) if self.square[unit] != ABSENT]
            lost = [unit for unit in units if self.square[unit] == REMOVED]
            self.alive[number] = len(units) - len(lost)
            self.removed[number // 3] += len(lost)
            if units and len(units) == len(lost):
                self.beaten[number // 3] += 1

    def observe(self, seat: int) -> "Battle":
        """A copy: nothing is hidden in this game."""
        return self.clone()

    def guess(self, seat: int, rng: Random) -> "Battle":
        """A copy: nothing is hidden in this game."""
        return self.clone()

    def evaluate(self, seat: int) -> float:
        """How good the position looks for the seat."""
        return evaluate(self, seat)

    def search(self) -> str:
        """Whole turns are compared: they are made of many moves, and the brigades of a side are drawn to the enemy."""
        return SEARCH_PLANS

    def turns_begun(self) -> int:
        """How many turns have begun."""
        return self.turn

    def overlook_share(self, level: str) -> float:
        """What a level overlooks is set by measuring."""
        return packaged_shares("drumhead.games.travel_battle").get(level, 0.0)

    def overlook_group(self, action: int) -> int:
        """Where to place and to move a piece may be overlooked; fire, combat and dice never are."""
        return 1 + action if self.stack[-1] & 31 in (AT_MOVE, AT_PLACE) else 0

    def prior_weight(self) -> float:
        """Moves differ by little, turns played out by much; elsewhere odds are plain: docs/laboratory.md has more."""
        return 8.0 if self.stack[-1] & 31 == AT_MOVE else PRIOR_ONLY

    def features(self, seat: int) -> list[float]:
        """What `evaluate` weighs."""
        return features(self, seat)

    def planning_bias(self, seat: int) -> float:
        """Both sides want to close in."""
        return eagerness(self, seat)

    def turn_goals(self, seat: int) -> list[int]:
        """To attack an enemy square together, or to stay out of reach."""
        return turn_goals(self, seat)

    def goal_value(self, seat: int, goal: int) -> float:
        """Log-odds for how well the position serves a goal."""
        return goal_value(self, seat, goal)

    def is_quiet(self) -> bool:
        """Nothing is half done between two moves, shots or combats; dice for a combat are judged by their odds."""
        return self.stack[-1] & 31 in QUIET

    def ended(self) -> bool:
        """Says whether the battle is over."""
        return self.stack[-1] & 31 == AT_END
