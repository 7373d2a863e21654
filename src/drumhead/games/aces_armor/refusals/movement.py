"""Why a unit cannot go to a hex, or along a path."""

from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text, joined
from drumhead.games.aces_armor.box.terrain import CLOSED
from drumhead.games.aces_armor.box.unit_types import ALLIES, TANK, points
from drumhead.games.aces_armor.engine.encoding import AT_ADVANCE, NONE, RUINED, bits
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.reach.flood import reached_from
from drumhead.games.aces_armor.refusals.units import not_yours, resting
from drumhead.games.aces_armor.rules.movement import interrupting, reach_of, whole_moves
from drumhead.games.aces_armor.rules.under_way import barred, footing, is_under_way, taken
from drumhead.games.aces_armor.text.names import flag_words, key_of, unit_words

MAX_NAMED: Final = 3
"""How many of those who stand in the way of a move are named."""


def unable_to_move(f: Field, unit: int) -> Refusal | None:
    """[AA-4.4, AA-6.3, AA-2.4] Why a unit cannot move at all."""
    if f.step_kind() == AT_ADVANCE:
        return _not_under_way(f, unit)
    refusal = not_yours(f, unit, "AA-4.1")
    if refusal is not None:
        return refusal
    if unit == f.force.v2:
        return Refusal(Text("the V2 cannot move"), "AA-12.1")
    if f.quarry[unit] != NONE:
        told = {"unit": unit_words(f.force, unit), "enemy": unit_words(f.force, f.quarry[unit])}
        return Refusal(Text("{unit} intercepted {enemy}: it cannot move and has to attack it", **told), "AA-6.3")
    refusal = resting(f, unit)
    if refusal is None and f.moved >> unit & 1:
        return Refusal(Text("{unit} has moved already", unit=unit_words(f.force, unit)), "AA-4.4")
    return refusal


def _not_under_way(f: Field, unit: int) -> Refusal | None:
    """[AA-4.4] Whether another unit is in the middle of its move."""
    mover = f.pending()["unit"]
    if unit == mover:
        return None
    told = {"unit": unit_words(f.force, unit), "mover": unit_words(f.force, mover)}
    return Refusal(Text("{mover} is in the middle of its move; {unit} cannot move in between", **told), "AA-4.4")


def halt(f: Field, a: int, b: int) -> Refusal | None:
    """[AA-4.5] A unit over a friend cannot stay there."""
    frame = f.pending()
    friend, name = unit_words(f.force, f.at[frame["hex"]]), f.force.board.names[frame["hex"]]
    told = {"unit": unit_words(f.force, frame["unit"]), "other": friend, "hex": name}
    return Refusal(Text("{other} stands on {hex}: {unit} has to go on", **told), "AA-4.5")


class MoveJudge:
    """Finds, for one unit, what is in its way to a hex or along a path."""

    def __init__(self, f: Field, unit: int) -> None:
        self.f = f
        self.unit = unit
        self.team = f.force.team[unit]
        self.words = unit_words(f.force, unit)
        self.start, self.points = footing(f, unit)
        self.whole = 0 if is_under_way(f, unit) else whole_moves(f, unit)
        self.price = f.force.ground.price[f.weather][f.force.arm[unit]]

    def to(self, hex_: int) -> Refusal:
        """Why the unit cannot end its move on a hex."""
        if hex_ == self.start:
            name = self.f.force.board.names[hex_]
            return Refusal(Text("{unit} already stands on {hex}", unit=self.words, hex=name), "AA-4.4")
        return self.beyond(hex_) or self.closed_end(hex_) or self.past_others(hex_) or self.too_far(hex_)

    def along(self, path: list[int]) -> Refusal | None:
        """[AA-4.1, AA-4.2, AA-4.4, AA-4.5, AA-5.1, AA-6.1, AA-12.1] Why the unit cannot go along a path of neighbours.

        None where it can: there is no other judge of a path that somebody wrote.
        """
        if len(path) == 1 and self.whole >> path[0] & 1:
            return self.taken_end(path[0])
        if self.whole >> path[0] & 1:
            return self.takes_the_whole_move(path[0])
        for hex_ in path[:-1]:
            refusal = self.beyond(hex_) or self.barred(hex_)
            if refusal is not None:
                return refusal
        refusal = self.closed_end(path[-1]) or self.impassable(path[-1])
        if refusal is not None:
            return refusal
        spent = sum([self.price[hex_] for hex_ in path])
        if spent <= self.points:
            return self.first_stop(path)
        told = {"unit": self.words, "n": points(spent), "speed": points(self.points)}
        return Refusal(Text("this way costs {unit} {n} points, it has {speed}", **told), "AA-4.1")

    def first_stop(self, path: list[int]) -> Refusal | None:
        """[AA-6.1, AA-12.1] The hex of a path where something may happen first: the unit has to go there and decide."""
        f = self.f
        halts = interrupting(f, self.unit) if f.force.by_hex else 0
        stops = [hex_ for hex_ in path[:-1] if halts >> hex_ & 1]
        if not stops:
            return None
        told = {"unit": self.words, "stop": f.force.board.names[stops[0]]}
        if self.team == ALLIES and f.tokens & f.force.ground.around[stops[0]]:
            return Refusal(Text("on {stop} {unit} turns a token: move there first, then on", **told), "AA-12.1")
        return Refusal(Text("on {stop} {unit} may be intercepted: move there first, then on", **told), "AA-6.1")

    def past_others(self, hex_: int) -> Refusal | None:
        """[AA-6.1] Whether the unit has the points for a hex, but comes to another first where it may be stopped."""
        f, unit = self.f, self.unit
        if not f.force.by_hex:
            return None
        if is_under_way(f, unit):
            ground, arm = f.force.ground, f.force.arm[unit]
            reached = reached_from(ground, self.start, self.points, f.weather, arm, barred(f, unit))
        else:
            reached = reach_of(f, unit)
        if not reached >> hex_ & 1:
            return None
        told = {"unit": self.words, "hex": f.force.board.names[hex_]}
        words = Text("{unit} comes to {hex} only past hexes where its move may be interrupted: move hex by hex", **told)
        return Refusal(words, "AA-6.1")

    def beyond(self, hex_: int) -> Refusal | None:
        """[AA-4.5, AA-12.1] Whether an enemy, a ruin or a token that the unit may not cross is on a hex."""
        f = self.f
        name = f.force.board.names[hex_]
        index = f.force.board.factory_at[hex_]
        if index >= 0 and f.flag[index] == RUINED and f.force.first_rulings:
            return Refusal(Text("the factory {hex} is in ruins, nobody enters it", hex=name), "AA-12.1")
        if f.tokens >> hex_ & 1 and self.team == ALLIES:
            return Refusal(Text("a grey token lies on {hex}; Allied units do not enter it", hex=name), "AA-12.1")
        return None

    def barred(self, hex_: int) -> Refusal | None:
        """[AA-4.2, AA-4.5, AA-5.1, AA-12.4] Why a hex cannot be crossed in the course of a move."""
        f = self.f
        name = f.force.board.names[hex_]
        if f.closed_factories(self.team) >> hex_ & 1:
            flag = flag_words(f.flag[f.force.board.factory_at[hex_]])
            return Refusal(Text("the factory {hex} is {flag} and cannot be passed", hex=name, flag=flag), "AA-4.5")
        if f.held(1 - self.team) >> hex_ & 1:
            enemy = unit_words(f.force, f.at[hex_])
            words = Text("{enemy} stands on {hex}; nobody passes an enemy", enemy=enemy, hex=name)
            return Refusal(words, "AA-4.5", (key_of(f.force, f.at[hex_]),))
        return self.impassable(hex_)

    def impassable(self, hex_: int) -> Refusal | None:
        """[AA-4.2, AA-12.4] Whether the ground of a hex is closed to the unit in the course of a move."""
        f = self.f
        name = f.force.board.names[hex_]
        if self.price[hex_] != CLOSED:
            return None
        if f.force.ground.water >> hex_ & 1:
            if f.force.foot[self.unit]:
                return self.takes_the_whole_move(hex_)
            return Refusal(Text("{hex} is water; only infantry and aircraft go there", hex=name), "AA-4.2")
        if f.force.arm[self.unit] == TANK and f.force.ground.peaks >> hex_ & 1:
            return Refusal(Text("{hex} is a mountain; tanks do not climb it", hex=name), "AA-12.4")
        return Refusal(Text("{hex} is beyond the border of the field", hex=name), "AA-1.4")

    def closed_end(self, hex_: int) -> Refusal | None:
        """[AA-4.5, AA-5.1, AA-5.2, AA-12.1] Why the unit cannot end on a hex; who is inside counts last."""
        f = self.f
        name = f.force.board.names[hex_]
        if f.closed_factories(self.team) >> hex_ & 1:
            flag = flag_words(f.flag[f.force.board.factory_at[hex_]])
            told = {"hex": name, "flag": flag}
            if not f.force.foot[self.unit]:
                return Refusal(Text("the factory {hex} is {flag}; only infantry may enter it", **told), "AA-5.1")
            if not self.whole >> hex_ & 1:
                words = Text(
                    "the factory {hex} is {flag}; {unit} must begin its move next to it", **told, unit=self.words
                )
                return Refusal(words, "AA-5.1")
            return Refusal(
                Text("{unit} occupies {hex} straight from where it stands", unit=self.words, hex=name), "AA-5.1"
            )
        refusal = self.taken_end(hex_)
        if refusal is None and not self.whole >> hex_ & 1:
            return self.impassable(hex_)
        return refusal

    def taken_end(self, hex_: int) -> Refusal | None:
        """[AA-4.5, AA-12.1] Whether another unit or a grey token keeps the unit from ending on a hex."""
        f = self.f
        name, there = f.force.board.names[hex_], f.at[hex_]
        others = taken(f, self.unit) | (0 if self.whole >> hex_ & 1 else f.held(1 - self.team))
        if there != NONE and others >> hex_ & 1:
            told = {"other": unit_words(f.force, there), "hex": name}
            words = Text("{other} stands on {hex}: one unit to a hex", **told)
            return Refusal(words, "AA-4.5", (key_of(f.force, there),))
        if f.tokens >> hex_ & 1:
            return Refusal(Text("a grey token lies on {hex}; nobody ends a move there", hex=name), "AA-12.1")
        return None

    def takes_the_whole_move(self, hex_: int) -> Refusal:
        """[AA-4.2, AA-5.1] Water and a factory to be occupied are entered from beside them, as the whole move."""
        name = self.f.force.board.names[hex_]
        factory = self.f.force.board.factory_at[hex_] >= 0
        words = Text("entering {hex} takes the whole move, from beside it", hex=name)
        return Refusal(words, "AA-5.1" if factory else "AA-4.2")

    def too_far(self, hex_: int) -> Refusal:
        """[AA-4.1, AA-4.5] The hex itself is open: the points do not suffice, or the ways there are shut."""
        f = self.f
        if refusal := self.shut(hex_):
            return refusal
        told = {
            "unit": self.words,
            "hex": f.force.board.names[hex_],
            "speed": points(f.force.speed[self.unit]),
            "left": points(self.points),
            "n": f.force.board.distance[self.start][hex_],
        }
        clause = "AA-4.3" if f.force.air[self.unit] else "AA-4.1"
        if is_under_way(f, self.unit):
            words = Text(
                "{unit} does not reach {hex}, {n} hex away, with the {left} points it has left",
                "{unit} does not reach {hex}, {n} hexes away, with the {left} points it has left",
                **told,
            )
            return Refusal(words, clause)
        words = Text(
            "{unit} does not reach {hex}, {n} hex away: its speed is {speed}",
            "{unit} does not reach {hex}, {n} hexes away: its speed is {speed}",
            **told,
        )
        return Refusal(words, clause)

    def shut(self, hex_: int) -> Refusal | None:
        """[AA-4.5] Whether the points would suffice if nobody stood in the way, and who does."""
        f, board = self.f, self.f.force.board
        ground, arm, closed = f.force.ground, f.force.arm[self.unit], barred(f, self.unit)
        if not reached_from(ground, self.start, self.points, f.weather, arm, 0) >> hex_ & 1:
            return None
        away = [one + other for one, other in zip(board.distance[self.start], board.distance[hex_], strict=True)]
        barring = bits(closed & ground.inside)
        if not barring:
            return None
        nearest = min([away[there] for there in barring])
        found = [there for there in barring if away[there] <= nearest + 1][:MAX_NAMED]
        things = [
            Text("{unit} on {hex}", unit=unit_words(f.force, f.at[there]), hex=board.names[there])
            if f.at[there] != NONE
            else Text("{hex}", hex=board.names[there])
            for there in found
        ]
        told = {"unit": self.words, "hex": board.names[hex_], "things": joined(things)}
        keys = tuple(key_of(f.force, f.at[there]) if f.at[there] != NONE else board.names[there] for there in found)
        return Refusal(Text("in the way of {unit} to {hex}: {things}", **told), "AA-4.5", keys)
