"""What every refusal asks: the position, the unit and the target of an action that is not legal."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine.encoding import AT_PLACE, PIECES, REMOVED, RESERVE
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.boards import BIT, GRID
from drumhead.games.travel_battle.text.names import KEYS, unit_words
from drumhead.games.travel_battle.text.prompts import prompt


class Question:
    """Why an action is not legal; `target` is a square, or the face of a die."""

    def __init__(self, f: Field, unit: int, target: int) -> None:
        self.f = f
        self.unit = unit
        self.target = target

    def say(self, words: str, clause: str, **values: object) -> Refusal:
        """Returns a refusal in words about the unit and the square."""
        unit = unit_words(self.f.force, self.unit) if self.unit < PIECES else ""
        square = GRID.names[self.target] if self.target < GRID.count else ""
        return Refusal(Text(words, unit=unit, square=square, **values), clause)

    def is_among(self, units: int) -> bool:
        """Returns whether the unit is one of a set."""
        return bool(units >> self.unit & 1)

    def own(self) -> Refusal | None:
        """[TB-2.1] Refuses pieces of the enemy and those that are not on the field."""
        if SEAT[self.unit] != self.f.player:
            return self.say("{unit} is not yours", "TB-2.1")
        if self.f.square[self.unit] == REMOVED:
            return self.say("{unit} has been removed", "TB-2.1")
        if self.f.square[self.unit] >= RESERVE and self.f.step_kind() != AT_PLACE:
            return self.say("{unit} is not on the field", "TB-2.1")
        return None

    def other(self) -> Refusal:
        """[TB-2.1] What is decided here is something else."""
        return self.say("that is not what is asked; {prompt}", "TB-2.1", prompt=prompt(self.f))

    def terrain(self) -> Refusal | None:
        """[TB-3.5, TB-9.2] Woods are for infantry, buildings as the option says."""
        f = self.f
        if f.passable(self.unit) & BIT[self.target]:
            return None
        if f.ground.wood & BIT[self.target]:
            return self.say("only infantry enters the wood on {square}", "TB-3.5")
        return self.say("only infantry enters the building on {square}", "TB-9.2")

    def occupied(self) -> Refusal:
        """[TB-1.6, TB-3.5] One piece a square, but for two infantry out of square in open ground."""
        f = self.f
        bit = BIT[self.target]
        own = f.foot[SEAT[self.unit]] & bit
        there = self.pieces(self.target)
        keys = tuple(KEYS[piece] for piece in there)
        if not own or not self.is_among(f.force.foot):
            other = unit_words(f.force, there[0])
            return replace(self.say("{other} stands on {square}: it is occupied", "TB-1.6", other=other), keys=keys)
        if f.paired & bit:
            return replace(self.say("two units stand on {square} already", "TB-1.6"), keys=keys)
        if f.ground.rough & bit:
            return replace(self.say("a wood or building such as {square} holds one unit", "TB-3.5"), keys=keys)
        return replace(self.say("nobody joins the unit in square on {square}", "TB-1.6"), keys=keys)

    def pieces(self, square: int) -> list[int]:
        """Returns the pieces on a square."""
        return [piece for piece, there in enumerate(self.f.square) if there == square]

    def thing(self, square: int) -> Text:
        """[TB-3.5, TB-3.6, TB-5.3] Returns what stands in the way on a square, and where."""
        f = self.f
        name, bit = GRID.names[square], BIT[square]
        if f.ground.rough & bit:
            kind = Text("wood") if f.ground.wood & bit else Text("building")
            return Text("the {kind} on {square}", kind=kind, square=name)
        if not f.occupied() & bit:
            return Text("the {kind} on {square}", kind=Text("hill"), square=name)
        return Text("{unit} on {square}", unit=unit_words(f.force, f.square.index(square)), square=name)

    def keys(self, squares: Sequence[int]) -> tuple[str, ...]:
        """Returns the keys of what stands on squares: the pieces, or the square itself where there is none."""
        found = [[KEYS[piece] for piece in self.pieces(square)] or [GRID.names[square]] for square in squares]
        return tuple(key for keys in found for key in keys)


Reasons = dict[int, Callable[[Question], Refusal]]
"""What explains why an action is not legal, by its kind."""
