"""The position of a battle as the contract wants it: what may be decided, what is thrown, copies and secrets."""

from random import Random
from typing import Final

from drumhead.core.compiled import native
from drumhead.core.state import SEARCH_TURNS, pack_ints, unpack_ints
from drumhead.core.weights import packaged_shares
from drumhead.games.aces_armor.automa import adviser as automa_bot
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.engine import encoding, outcomes, secrets
from drumhead.games.aces_armor.engine.dispatch import CHOICES, LISTS, STEPS
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    AT_ADVANCE,
    AT_DECLARE,
    AT_END,
    AT_MOVE,
    DRAW,
    GO_ON,
    MARCH,
    NONE,
    TIME_OUT,
    unmarch,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.refusals.paths import fault
from drumhead.games.aces_armor.rules import march, movement, setup
from drumhead.games.aces_armor.value.evaluate import evaluate, features

QUIET: Final[tuple[int, ...]] = (
    encoding.AT_PICK,
    encoding.AT_LAY,
    encoding.AT_PLACE_ROLL,
    encoding.AT_TURN,
    encoding.AT_NUMBER,
    encoding.AT_PLACE,
    encoding.AT_SHARE_OUT,
    encoding.AT_HIDE,
    encoding.AT_FIRST_ROLL,
    encoding.AT_WEATHER,
    encoding.AT_ARMIES_DRAWN,
    encoding.AT_PICKS_DRAWN,
    encoding.AT_AUTOMA,
    encoding.AT_AUTOMA_DRAWN,
    encoding.AT_MOVE,
    encoding.AT_ADVANCE,
    encoding.AT_DECLARE,
    encoding.AT_ROLL,
    encoding.AT_ROCKETS,
    encoding.AT_MONEY,
)
"""The steps at which a position can be judged as it stands: attacks that are declared are judged by their odds."""
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

    def legal(self) -> list[int]:
        """Every legal action of the deciding seat, but for ways that are no better than another that is listed."""
        return LISTS[self.stack[-1] & 31](self)

    def accepts(self, action: int) -> bool:
        """[AA-2.1, AA-6.1, AA-11.4] Says whether what is not listed may be played: another unit, a path, time is up."""
        kind = self.stack[-1] & 31
        if action == TIME_OUT:
            return self.force.setup.clock and kind in (AT_MOVE, AT_ADVANCE, AT_DECLARE)
        if kind == encoding.AT_LAY:
            return action in setup.further_lays(self)
        if kind not in (AT_MOVE, AT_ADVANCE) or not action & MARCH:
            return False
        unit, ways = unmarch(action)
        if action & ~255 & (1 << 42) - 1 != MARCH or unit not in self.roster[self.active] or 7 in ways or 6 in ways:
            return False
        path = march.marched(self, action)
        return bool(path) and fault(self, unit, path) == "" and movement.move_along(self, unit, path) == action

    def further(self) -> list[int]:
        """[AA-2.1] Any unit may be laid next."""
        return setup.further_lays(self) if self.stack[-1] & 31 == encoding.AT_LAY else []

    def apply(self, action: int) -> None:
        """Carries out a decision or a throw and goes on to the next."""
        stack = self.stack
        CHOICES[stack[-1] & 31](self, action)
        player = GO_ON
        while player == GO_ON:
            frame = stack[-1]
            player = STEPS[frame & 31](self, frame)
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
        """What faces amount to."""
        return outcomes.outcome(self, faces)

    def sample(self, rng: Random) -> int:
        """A random throw."""
        return outcomes.sample(self, rng)

    def weights(self) -> list[tuple[int, int]]:
        """All throws that differ in effect, with exact weights."""
        return outcomes.merged(self)

    def effect(self, outcome: int) -> int:
        """The throw of `weights` with the same effect."""
        return outcomes.merge(self, outcome)

    def returns(self) -> list[float]:
        """[AA-10.1, AA-10.2] +1 for every seat of the team that won, -1 for the others; 0 for a draw."""
        team = self.stack[-1] >> 5 & 255
        if team == DRAW:
            return [0.0] * self.force.seats
        sign = [0.0] * self.force.seats
        for faction in self.force.factions:
            if self.force.seat[faction] >= 0:
                sign[self.force.seat[faction]] = 1.0 if faction & 1 == team else -1.0
        return sign

    def clone(self) -> "Battle":
        """An independent copy."""
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
        copy.reach = self.reach[:]
        copy.goals = self.goals[:]
        copy.closed = self.closed[:]
        copy.lists = self.lists[:]
        copy.listed = self.listed
        copy.seen = self.seen[:]
        copy.untold = self.untold
        return copy

    def pack(self) -> bytes:
        """The position as bytes."""
        candidates = self.force.origin.candidates
        numbers = [self.player, candidates.index(self.force) if self.force in candidates else -1]
        numbers += [self.moved, self.spent, self.struck, self.mending, self.weather, self.turns, self.round, self.first]
        numbers += [self.active, self.ended, self.armies, self.opened, self.numbers, self.tokens, self.intercepted]
        numbers += [*self.picked, *self.laid, *self.coins, *self.turned, *self.starts, *self.flag]
        live = [unit for unit, hex_ in enumerate(self.place) if hex_ != ABSENT]
        numbers.append(len(live))
        for unit in live:
            numbers += (
                unit,
                self.place[unit],
                self.army[unit],
                self.damage[unit],
                self.experience[unit],
                self.quarry[unit],
            )
        return pack_ints([*numbers, len(self.orders), *self.orders, len(self.path), *self.path, *self.stack])

    def unpack(self, data: bytes) -> "Battle":
        """The position that was packed."""
        numbers = unpack_ints(data)
        candidates = self.force.origin.candidates
        copy = Battle(candidates[numbers[1]] if numbers[1] >= 0 else self.force.origin)
        copy.player = numbers[0]
        copy.moved, copy.spent, copy.struck, copy.mending, copy.weather, copy.turns, copy.round, copy.first = numbers[
            2:10
        ]
        copy.active, copy.ended, copy.armies, copy.opened, copy.numbers, copy.tokens, copy.intercepted = numbers[10:17]
        copy.picked, copy.laid, copy.coins, copy.turned = [numbers[17 + 4 * row : 21 + 4 * row] for row in range(4)]
        copy.starts = numbers[33:45]
        at = 45 + len(copy.flag)
        copy.flag = numbers[45:at]
        copy.place = [ABSENT] * self.force.units
        live = numbers[at]
        at += 1
        for _ in range(live):
            unit, hex_, copy.army[unit], copy.damage[unit], copy.experience[unit], copy.quarry[unit] = numbers[
                at : at + 6
            ]
            at += 6
            if hex_ < ABSENT and not (unit == self.force.v2 and copy.tokens):
                copy.put(unit, hex_)
            copy.place[unit] = hex_
        count = numbers[at]
        copy.orders = numbers[at + 1 : at + 1 + count]
        at += 1 + count
        count = numbers[at]
        copy.path = numbers[at + 1 : at + 1 + count]
        copy.stack = numbers[at + 1 + count :]
        copy.forget_reach()
        STEPS[copy.stack[-1] & 31](copy, copy.stack[-1])
        return copy

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
            frame = copy.stack[-1]
            STEPS[frame & 31](copy, frame)
        return copy

    def is_quiet(self) -> bool:
        """Nothing is half done but while a unit is on its way; dice of a battle are judged by their odds."""
        return self.stack[-1] & 31 in QUIET

    def advise(self, adviser: str, rng: Random) -> int:
        """What the Automa would decide in this seat."""
        return automa_bot.advise(self.clone(), rng) if adviser == ADVISER else super().advise(adviser, rng)

    def evaluate(self, seat: int) -> float:
        """How good the position looks for the seat."""
        return evaluate(self, seat)

    def search(self) -> str:
        """Whole turns are planned: they are made of many moves."""
        return SEARCH_TURNS

    def turns_begun(self) -> int:
        """How many turns have begun."""
        return self.turns

    def overlook_share(self, level: str) -> float:
        """What a level overlooks is set by measuring; less against the Automa, whom the rules give more units."""
        table = "overlooks" if self.force.automa == NONE else "overlooks_against_the_automa"
        return packaged_shares("drumhead.games.aces_armor", table).get(level, 0.0)

    def overlook_group(self, action: int) -> int:
        """Where to place and to move a unit and what to buy may be overlooked; attacks and interceptions never are."""
        return 1 + action if self.stack[-1] & 31 in (AT_MOVE, encoding.AT_PLACE, encoding.AT_MONEY) else 0

    def features(self, seat: int) -> list[float]:
        """What `evaluate` weighs."""
        return features(self, seat)

    def ended_by(self) -> tuple[int, int]:
        """The team that won, or DRAW, and why."""
        frame = self.stack[-1]
        assert frame & 31 == AT_END
        return frame >> 5 & 255, frame >> 13 & 511
