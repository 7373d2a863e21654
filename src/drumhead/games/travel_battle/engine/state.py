"""The position of a battle as the contract wants it: what may be decided, what is thrown, copies."""

from random import Random

from drumhead.core.compiled import native
from drumhead.core.frames import GO_ON, KIND, FrameTable
from drumhead.core.state import PRIOR_ONLY, SEARCH_PLANS, pack_ints, unpack_ints
from drumhead.core.weights import packaged_shares
from drumhead.games.travel_battle.army.force import Force
from drumhead.games.travel_battle.engine import outcomes
from drumhead.games.travel_battle.engine.encoding import (
    AT_END,
    AT_FIRST_DIE,
    AT_HIT,
    AT_MOVE,
    AT_PLACE,
    AT_PLACE_DIE,
    AT_ROLL,
    BYTE,
    DRAW,
    FIRST,
    PIECES,
)
from drumhead.games.travel_battle.engine.frames import FRAMES
from drumhead.games.travel_battle.engine.position import STORED, Field
from drumhead.games.travel_battle.rules import setup
from drumhead.games.travel_battle.rules.movement import choose_move, list_move, step_move
from drumhead.games.travel_battle.value.evaluate import eagerness, evaluate, features
from drumhead.games.travel_battle.value.goals import goal_value, turn_goals


@native(allow_interpreted_subclasses=True)
class Battle(Field):
    """A battle of TravelBattle."""

    __slots__ = ()

    def __init__(self, force: Force) -> None:
        super().__init__(force)
        self.stack.append(0)
        self.resume()

    def frames(self) -> FrameTable:
        """Returns the kinds of pending step."""
        return FRAMES

    def legal(self) -> list[int]:
        """Returns every legal action of the deciding seat."""
        kind = self.stack[-1] & KIND
        return list_move(self) if kind == AT_MOVE else FRAMES.options[kind](self)

    def accepts(self, action: int) -> bool:
        """[TB-1.2] Returns whether an action is a split that is not among the ready-made ones."""
        return setup.accepts_split(self, action)

    def apply(self, action: int) -> None:
        """Carries out a decision or a throw and goes on to the next."""
        # Moves are decided most often, and compiled code calls what it knows by name sooner than what a table holds.
        stack = self.stack
        kind = stack[-1] & KIND
        if kind == AT_MOVE:
            choose_move(self, action)
        else:
            FRAMES.choose[kind](self, action)
        player = GO_ON
        while player == GO_ON:
            frame = stack[-1]
            kind = frame & KIND
            player = step_move(self, frame) if kind == AT_MOVE else FRAMES.enter[kind](self, frame)
        self.player = player

    def throw(self) -> tuple[int, ...]:
        """The dice to be thrown."""
        return outcomes.sides(self)

    def outcome(self, faces: tuple[int, ...]) -> int:
        """The faces, 3 bits each."""
        return outcomes.pack_faces(list(faces))

    def sample(self, rng: Random) -> int:
        """A random throw."""
        kind = self.stack[-1] & KIND
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
        winner = self.stack[-1] >> FIRST & BYTE
        if winner == DRAW:
            return [0.0, 0.0]
        return [1.0 if seat == winner else -1.0 for seat in (0, 1)]

    def clone(self) -> "Battle":
        """An independent copy."""
        copy = Battle.__new__(Battle)
        copy.force = self.force
        copy.player = self.player
        copy.events = None
        copy.ground_code = self.ground_code
        copy.ground = self.ground
        copy.board = self.board
        copy.left = self.left
        copy.edge = self.edge
        copy.square = self.square[:]
        copy.held = self.held[:]
        copy.foot = self.foot[:]
        copy.led = self.led[:]
        copy.paired = self.paired
        copy.formed_squares = self.formed_squares
        copy.turned = self.turned
        copy.turned_now = self.turned_now
        copy.halted = self.halted
        copy.formed = self.formed
        copy.reforming = self.reforming
        copy.moved = self.moved
        copy.fired = self.fired
        copy.fled = self.fled
        copy.fought = self.fought
        copy.shifted = self.shifted
        copy.came_from = self.came_from
        copy.command = self.command
        copy.able = self.able
        copy.alive = self.alive
        copy.lost_brigades = self.lost_brigades
        copy.removed = self.removed
        copy.turn = self.turn
        copy.last_loss = self.last_loss
        copy.active = self.active
        copy.target = self.target
        copy.attackers = self.attackers
        copy.dice = self.dice
        copy.rerolled = self.rerolled
        copy.stack = self.stack[:]
        copy.options = self.options
        copy.move_cache = self.move_cache
        copy.shares_move_cache = self.shares_move_cache = True
        copy.changed_squares = self.changed_squares[:]
        copy.brigade_cache = self.brigade_cache[:]
        return copy

    def pack(self) -> bytes:
        """Returns the stamp of the force and the stored fields as bytes."""
        return self.force.stamp + pack_ints(STORED.numbers(self))

    def unpack(self, data: bytes) -> "Battle":
        """Returns the position that was packed."""
        copy = Battle(self.force.of_stamp(data[:PIECES]))
        STORED.restore(copy, unpack_ints(data[PIECES:]))
        copy.rebuild()
        frame = copy.stack[-1]
        FRAMES.enter[frame & KIND](copy, frame)
        return copy

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
        return 1 + action if self.stack[-1] & KIND in (AT_MOVE, AT_PLACE) else 0

    def prior_weight(self) -> float:
        """Moves differ by little, turns played out by much; elsewhere odds are plain: docs/laboratory.md has more."""
        return 8.0 if self.stack[-1] & KIND == AT_MOVE else PRIOR_ONLY

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

    def ended(self) -> bool:
        """Returns whether the battle is over."""
        return self.stack[-1] & KIND == AT_END
