"""Why a piece cannot be placed, moved or formed: the first rule that stands in its way."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import ANY, PIECES, RESERVE
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.moves import joinable, yielding, yielding_far
from drumhead.games.travel_battle.rules.boards import BIT, GRID, NEIGHBOURS
from drumhead.games.travel_battle.rules.movement import free_ground
from drumhead.games.travel_battle.rules.setup import ZONE
from drumhead.games.travel_battle.text.names import unit_words
from drumhead.games.travel_battle.text.prompts import prompt


class Asker:
    """Goes through the rules of one action."""

    def __init__(self, f: Field, unit: int, target: int) -> None:
        self.f = f
        self.unit = unit
        self.target = target

    def say(self, words: str, clause: str, **values: object) -> Refusal:
        """A refusal in words about the unit and the square."""
        unit = unit_words(self.f.force, self.unit) if self.unit < PIECES else ""
        square = GRID.names[self.target] if self.target < GRID.count else ""
        return Refusal(Text(words, unit=unit, square=square, **values), clause)

    def marked(self, units: int) -> bool:
        """Says whether the unit is one of a set."""
        return bool(units >> self.unit & 1)

    def own(self) -> Refusal | None:
        """[TB-2.1] Refuses pieces of the enemy and those that are not on the field."""
        if SEAT[self.unit] != self.f.player:
            return self.say("{unit} is not yours", "TB-2.1")
        if self.f.square[self.unit] >= RESERVE and self.f.stack[-1] & 31 != encoding.AT_PLACE:
            return self.say("{unit} is not on the field", "TB-2.1")
        return None

    def other(self) -> Refusal:
        """[TB-2.1] What is decided here is something else."""
        return self.say("that is not what is asked: {prompt}", "TB-2.1", prompt=prompt(self.f))

    def board(self) -> Refusal:
        """[TB-1.3] There are two boards."""
        return self.say("there is no such board", "TB-1.3")

    def edge(self) -> Refusal:
        """[TB-1.3] A board has four edges."""
        return self.say("a board has the edges 1 to 4", "TB-1.3")

    def place(self) -> Refusal:
        """[TB-1.4, TB-1.6, TB-3.5] An own piece of the brigade in turn, in the first two rows, where it may stand."""
        f = self.f
        if refusal := self.own():
            return refusal
        if f.square[self.unit] != RESERVE:
            return self.say("{unit} has been placed already", "TB-1.4")
        brigade = f.stack[-1] >> 13 & 255
        if brigade not in (ANY, f.force.brigade[self.unit] % 3):
            return self.say("brigade {number} is to be placed whole first", "TB-1.4", number=brigade + 1)
        if not ZONE[f.player] & BIT[self.target]:
            return self.say("{unit} is placed in your first two rows", "TB-1.4")
        return self._terrain() or self._occupied()

    def _terrain(self) -> Refusal | None:
        """[TB-3.5, TB-9.2] Woods are for infantry, buildings as the option says."""
        f = self.f
        if f.passable(self.unit) & BIT[self.target]:
            return None
        if f.ground.wood & BIT[self.target]:
            return self.say("only infantry enters the wood on {square}", "TB-3.5")
        return self.say("only infantry enters the building on {square}", "TB-9.2")

    def _occupied(self) -> Refusal:
        """[TB-1.6, TB-3.5] One piece a square, but for two infantry out of square in open ground."""
        f = self.f
        bit = BIT[self.target]
        own = f.foot[SEAT[self.unit]] & bit
        if not own or not self.marked(f.force.foot):
            return self.say("{square} is occupied", "TB-1.6")
        if f.paired & bit:
            return self.say("two units stand on {square} already", "TB-1.6")
        if f.ground.rough & bit:
            return self.say("a wood or building such as {square} holds one unit", "TB-3.5")
        return self.say("nobody joins the unit in square on {square}", "TB-1.6")

    def move(self) -> Refusal:
        """[TB-3.1, TB-3.4, TB-4.3, TB-7.1] Whether the unit may move at all, and then why not there."""
        f = self.f
        if refusal := self.own():
            return refusal
        if f.stack[-1] & 31 == encoding.AT_GO_ON:
            if self.unit != f.stack[-1] >> 5 & 255:
                return self.say("another unit is still moving", "TB-3.7")
            return self._way() or self.say("{unit} has not enough movement left for {square}", "TB-3.7")
        if self.marked(f.turned):
            return self.say("{unit} is turned and does not move this turn", "TB-7.1")
        if self.marked(f.moved):
            return self.say("{unit} has moved or changed formation this turn", "TB-3.1")
        if self.marked(f.formed):
            return self.say("{unit} is in square and cannot move", "TB-4.3")
        if not self.marked(f.command):
            return self.say("{unit} is cut off from its brigadier", "TB-3.4")
        return self._way() or self._too_far()

    def _way(self) -> Refusal | None:
        """[TB-1.6, TB-3.5, TB-3.7] Why the square itself cannot be entered."""
        f = self.f
        seat = SEAT[self.unit]
        if self.target == f.square[self.unit]:
            return self.say("{unit} stands on {square} already", "TB-3.1")
        if refusal := self._terrain():
            return refusal
        bit = BIT[self.target]
        if f.led[1 - seat] & bit:
            free = free_ground(f)
            if not yielding(f, 1 - seat, free) & bit:
                return self.say("the brigadier on {square} has nowhere to go", "TB-3.7")
            if not NEIGHBOURS[self.target] & BIT[f.square[self.unit]] and not yielding_far(f, 1 - seat, free) & bit:
                return self.say("beside {unit} the brigadier on {square} would have nowhere to go", "TB-3.7")
        elif f.occupied() & bit:
            joins = joinable(f, seat) & bit
            if not joins or not self.marked(f.force.foot):
                return self._occupied()
        return None

    def _too_far(self) -> Refusal:
        """[TB-3.1, TB-3.2, TB-3.6] The square is out of reach, or something stands in the way."""
        f = self.f
        steps = f.force.steps[self.unit]
        distance = GRID.distance(f.square[self.unit], self.target)
        if distance > steps + 1:
            return self.say("{square} is out of reach: {unit} moves {n}", "TB-3.1", n=steps)
        if distance > steps:
            ends = BIT[f.square[self.unit]] | BIT[self.target]
            if f.ground.road & ends != ends:
                return self.say("{square} is out of reach: only from road to road goes one more", "TB-3.2")
        return self.say("other units or terrain bar the way of {unit} to {square}", "TB-3.6")

    def halt(self) -> Refusal:
        """[TB-3.7] The unit that drove a brigadier away halts or goes on."""
        return self.say("another unit is still moving", "TB-3.7")

    def form(self) -> Refusal:
        """[TB-4.1, TB-4.2, TB-4.4] Infantry that has not moved, is not turned, alone in open ground."""
        f = self.f
        if refusal := self.own():
            return refusal
        if not self.marked(f.force.foot):
            return self.say("{unit} is no infantry and forms no square", "TB-4.1")
        if self.marked(f.formed):
            return self.say("{unit} is in square already", "TB-4.1")
        if self.marked(f.stunned()):
            return self.say("{unit} is turned and cannot form square", "TB-4.4")
        if self.marked(f.moved):
            return self.say("{unit} has moved or changed formation this turn", "TB-4.1")
        if f.ground.rough & BIT[f.square[self.unit]]:
            return self.say("no square in a wood or building", "TB-4.2")
        return self.say("{unit} shares its square with another unit", "TB-4.2")

    def unform(self) -> Refusal:
        """[TB-4.1, TB-7.1] A square that has not just been formed and is not turned."""
        if refusal := self.own():
            return refusal
        if not self.marked(self.f.formed):
            return self.say("{unit} is not in square", "TB-4.1")
        if self.marked(self.f.stunned()):
            return self.say("{unit} is turned and can only turn back this turn", "TB-7.1")
        return self.say("{unit} has changed formation this turn already", "TB-4.1")

    def displace(self) -> Refusal:
        """[TB-3.7] The brigadier in the way, 1 or 2 squares along free ones."""
        if self.unit != self.f.stack[-1] >> 5 & 255:
            return self.say("another brigadier is in the way", "TB-3.7")
        if SEAT[self.f.stack[-2] >> 5 & 255] == SEAT[self.unit]:
            return self.say("pushed by his own, a brigadier goes back 1 or 2 squares, else sideways", "TB-6.9")
        return self.say("a brigadier gives way 1 or 2 squares along free ones he may enter", "TB-3.7")
