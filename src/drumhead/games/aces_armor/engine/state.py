"""The position of a battle as the contract wants it: what may be decided, what is thrown, copies and secrets."""

from random import Random
from typing import Final

from drumhead.core.compiled import native
from drumhead.core.frames import GO_ON, KIND, FrameTable
from drumhead.core.state import pack_ints, unpack_ints
from drumhead.core.weights import packaged_shares
from drumhead.games.aces_armor.automa import adviser as automa_bot
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.box.unit_types import team_of
from drumhead.games.aces_armor.engine import encoding, outcomes, secrets
from drumhead.games.aces_armor.engine.encoding import (
    AT_ADVANCE,
    AT_DECLARE,
    AT_MOVE,
    AT_WALK,
    DRAW,
    MARCH,
    NONE,
    TIME_OUT,
    unmarch,
)
from drumhead.games.aces_armor.engine.frames import FRAMES
from drumhead.games.aces_armor.engine.position import STORED, Field
from drumhead.games.aces_armor.refusals.movement import MoveJudge
from drumhead.games.aces_armor.rules import declare, march, movement, setup
from drumhead.games.aces_armor.rules.under_way import is_under_way
from drumhead.games.aces_armor.value.evaluate import evaluate, features

ADVISER: Final = "automa"
"""The name of the Automa as an opponent in any seat."""


@native(allow_interpreted_subclasses=True)
class Battle(Field):
    """A battle of Aces & Armor."""

    __slots__ = ()

    def __init__(self, force: Force) -> None:
        super().__init__(force)
        setup.begin(self)
        self.resume()

    def frames(self) -> FrameTable:
        """Returns the kinds of pending step."""
        return FRAMES

    def legal(self) -> list[int]:
        """Returns every legal action of the deciding seat, but for ways that are no better than another listed one."""
        kind = self.stack[-1] & KIND
        if kind == AT_MOVE:
            return movement.list_move(self)
        if kind == AT_DECLARE:
            return self.options[:]
        return FRAMES.options[kind](self)

    def apply(self, action: int) -> None:
        """Carries out a decision or a throw and goes on to the next.

        What comes up most is named: compiled code calls that at once, and what is in a list of functions by a detour.
        """
        stack = self.stack
        kind = stack[-1] & KIND
        if kind == AT_MOVE:
            movement.choose_move(self, action)
        elif kind == AT_DECLARE:
            declare.choose_declare(self, action)
        else:
            FRAMES.choose[kind](self, action)
        player = GO_ON
        while player == GO_ON:
            frame = stack[-1]
            kind = frame & KIND
            if kind == AT_MOVE:
                player = movement.step_move(self, frame)
            elif kind == AT_DECLARE:
                player = declare.step_declare(self, frame)
            elif kind == AT_WALK:
                player = march.step_walk(self, frame)
            else:
                player = FRAMES.enter[kind](self, frame)
        self.player = player

    def accepts(self, action: int) -> bool:
        """[AA-2.1, AA-6.1, AA-11.4] Returns whether an unlisted action may be played: a lay, a path, time is up."""
        kind = self.stack[-1] & KIND
        if action == TIME_OUT:
            return self.force.setup.clock and kind in (AT_MOVE, AT_ADVANCE, AT_DECLARE)
        if kind == encoding.AT_LAY:
            return action in setup.further_lays(self)
        if kind not in (AT_MOVE, AT_ADVANCE) or not action & MARCH:
            return False
        unit, ways = unmarch(action)
        if action != encoding.march(unit, ways) or max(ways, default=0) > 5 or unit not in self.roster[self.active]:
            return False
        if not is_under_way(self, unit) if kind == AT_ADVANCE else self.moved >> unit & 1:
            return False
        path = march.marched(self, action)
        if not path or MoveJudge(self, unit).along(path) is not None:
            return False
        return movement.move_along(self, unit, path) == action

    def further(self) -> list[int]:
        """[AA-2.1] Any unit may be laid next."""
        return setup.further_lays(self) if self.stack[-1] & KIND == encoding.AT_LAY else []

    def throw(self) -> tuple[int, ...]:
        """Returns the sides of each die of the pending throw."""
        return outcomes.sides(self)

    def outcome(self, faces: tuple[int, ...]) -> int:
        """Returns the outcome that faces amount to."""
        return outcomes.outcome(self, faces)

    def sample(self, rng: Random) -> int:
        """Returns a random outcome of the pending throw."""
        return outcomes.sample(self, rng)

    def weights(self) -> list[tuple[int, int]]:
        """Returns one outcome for each different effect, with exact weights."""
        return outcomes.merged(self)

    def effect(self, outcome: int) -> int:
        """Returns the outcome of `weights` with the same effect."""
        return outcomes.merge(self, outcome)

    def returns(self) -> list[float]:
        """[AA-10.1, AA-10.2] +1 for every seat of the team that won, -1 for the others; 0 for a draw."""
        team = self.stack[-1] >> 5 & 255
        if team == DRAW:
            return [0.0] * self.force.seats
        sign = [0.0] * self.force.seats
        for faction in self.force.factions:
            if self.force.seat[faction] >= 0:
                sign[self.force.seat[faction]] = 1.0 if team_of(faction) == team else -1.0
        return sign

    def clone(self) -> "Battle":
        """Returns an independent copy without events; lists that are replaced and never changed are shared."""
        copy = Battle.__new__(Battle)
        copy.force = self.force
        copy.player = self.player
        copy.events = None
        copy.place = self.place[:]
        copy.at = self.at[:]
        copy.ground = self.ground[:]
        copy.air = self.air[:]
        copy.roster = [units[:] for units in self.roster]
        copy.army = self.army[:]
        copy.picked = self.picked[:]
        copy.laid = self.laid[:]
        copy.damage = self.damage[:]
        copy.experience = self.experience[:]
        copy.quarry = self.quarry[:]
        copy.intercepted = self.intercepted
        copy.moved = self.moved
        copy.spent = self.spent
        copy.struck = self.struck
        copy.mending = self.mending
        copy.flag = self.flag[:]
        copy.coins = self.coins[:]
        copy.weather = self.weather
        copy.turns = self.turns
        copy.round = self.round
        copy.first = self.first
        copy.active = self.active
        copy.ended = self.ended
        copy.armies = self.armies
        copy.opened = self.opened
        copy.numbers = self.numbers
        copy.turned = self.turned[:]
        copy.starts = self.starts[:]
        copy.tokens = self.tokens
        copy.orders = self.orders
        copy.path = self.path
        copy.stack = self.stack[:]
        copy.options = self.options
        copy.cached_reach = self.cached_reach[:]
        copy.cached_goals = self.cached_goals[:]
        copy.cached_closed = self.cached_closed[:]
        copy.cached_moves = self.cached_moves[:]
        copy.cached_friends = self.cached_friends
        copy.cached_watched = self.cached_watched[:]
        copy.untold = self.untold
        return copy

    def pack(self) -> bytes:
        """Returns the stored fields as bytes, after the first which of the Automa's factions was drawn, or -1."""
        candidates = self.force.origin.candidates
        numbers = STORED.numbers(self)
        numbers.insert(1, candidates.index(self.force) if self.force in candidates else -1)
        return pack_ints(numbers)

    def unpack(self, data: bytes) -> "Battle":
        """Returns the position that was packed."""
        numbers = unpack_ints(data)
        drawn = numbers.pop(1)
        origin = self.force.origin
        copy = Battle(origin.candidates[drawn] if drawn >= 0 else origin)
        STORED.restore(copy, numbers)
        copy.rebuild()
        copy.clear_caches()
        copy.enter_frame()
        return copy

    def enter_frame(self) -> None:
        """Works out anew what may be decided at the pending step."""
        frame = self.stack[-1]
        FRAMES.enter[frame & KIND](self, frame)

    def observe(self, seat: int) -> "Battle":
        """[AA-1.3, AA-2.1, AA-12.1] A copy without the picks, splits and the V2 that a seat may not know."""
        copy = self.clone()
        secrets.conceal(copy, seat)
        return copy

    def guess(self, seat: int, rng: Random) -> "Battle":
        """A full position that the seat holds possible."""
        copy = self.clone()
        secrets.imagine(copy, seat, rng)
        if copy.player >= 0:
            copy.enter_frame()
        return copy

    def advise(self, adviser: str, rng: Random) -> int:
        """Returns what the Automa would decide in this seat."""
        return automa_bot.advise(self.clone(), rng) if adviser == ADVISER else super().advise(adviser, rng)

    def evaluate(self, seat: int) -> float:
        """Returns how good the position looks for the seat, from -1 to 1."""
        return evaluate(self, seat)

    def search(self) -> str:
        """Whole turns are planned: they are made of many moves."""
        return "turns"

    def turns_begun(self) -> int:
        """How many turns have begun."""
        return self.turns

    def overlooks(self, level: str) -> float:
        """What a level overlooks is set by measuring; less against the Automa, whom the rules give more units."""
        table = "overlooks" if self.force.automa == NONE else "overlooks_against_the_automa"
        return packaged_shares("drumhead.games.aces_armor", table).get(level, 0.0)

    def overlook_group(self, action: int) -> int:
        """Where to place and to move a unit and what to buy may be overlooked; attacks and interceptions never are."""
        return 1 + action if self.stack[-1] & KIND in (AT_MOVE, encoding.AT_PLACE, encoding.AT_MONEY) else 0

    def features(self, seat: int) -> list[float]:
        """What `evaluate` weighs."""
        return features(self, seat)
