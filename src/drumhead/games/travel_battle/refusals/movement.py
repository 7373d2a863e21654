"""Why a piece cannot move, form square or give way: the first rule that stands in its way."""

from dataclasses import replace
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import joined
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine.encoding import AT_GO_ON, DISPLACE, FORM, HALT, MOVE, UNFORM
from drumhead.games.travel_battle.reach.moves import joinable, yielding, yielding_far
from drumhead.games.travel_battle.refusals.question import Question, Reasons
from drumhead.games.travel_battle.rules.boards import BIT, GRID, NEIGHBOURS, bits
from drumhead.games.travel_battle.rules.movement import free_ground


def move(question: Question) -> Refusal:
    """[TB-3.1, TB-3.4, TB-4.3, TB-7.1] Whether the unit may move at all, and then why not there."""
    f = question.f
    if refusal := question.own():
        return refusal
    if f.step_kind() == AT_GO_ON:
        if question.unit != f.pending()["unit"]:
            return question.say("another unit is still moving", "TB-3.7")
        return _closed(question) or question.say("{unit} has not enough movement left for {square}", "TB-3.7")
    if question.is_among(f.turned):
        return question.say("{unit} is turned and does not move this turn", "TB-7.1")
    if question.is_among(f.moved):
        return question.say("{unit} has moved or changed formation this turn", "TB-3.1")
    if question.is_among(f.formed):
        return question.say("{unit} is in square and cannot move", "TB-4.3")
    if not question.is_among(f.command):
        return question.say("{unit} is cut off from its brigadier", "TB-3.4")
    return _closed(question) or _too_far(question)


def _closed(question: Question) -> Refusal | None:
    """[TB-1.6, TB-3.5, TB-3.7] Why the square itself cannot be entered."""
    f = question.f
    seat = SEAT[question.unit]
    if question.target == f.square[question.unit]:
        return question.say("{unit} stands on {square} already", "TB-3.1")
    if refusal := question.terrain():
        return refusal
    bit = BIT[question.target]
    if f.led[1 - seat] & bit:
        free = free_ground(f)
        if not yielding(f, 1 - seat, free) & bit:
            return question.say("the brigadier on {square} has nowhere to go", "TB-3.7")
        if not NEIGHBOURS[question.target] & BIT[f.square[question.unit]] and not yielding_far(f, 1 - seat, free) & bit:
            return question.say("beside {unit} the brigadier on {square} would have nowhere to go", "TB-3.7")
    elif f.occupied() & bit:
        joins = joinable(f, seat) & bit
        if not joins or not question.is_among(f.force.foot):
            return question.occupied()
    return None


def _too_far(question: Question) -> Refusal:
    """[TB-3.1, TB-3.2, TB-3.6] The square is out of reach, or something stands in the way."""
    f = question.f
    steps = f.force.steps[question.unit]
    distance = GRID.distance(f.square[question.unit], question.target)
    if distance > steps + 1:
        return question.say("{square} is {away} away, out of reach: {unit} moves {n}", "TB-3.1", n=steps, away=distance)
    if distance > steps:
        ends = BIT[f.square[question.unit]] | BIT[question.target]
        if f.ground.road & ends != ends:
            return question.say("{square} is out of reach: only from road to road goes one more", "TB-3.2")
    closed = f.occupied() | ~f.passable(question.unit)
    around = bits(closed & NEIGHBOURS[f.square[question.unit]])
    barring = [square for square in around if NEIGHBOURS[question.target] & BIT[square]] or around
    if not barring:
        return question.say("other units or terrain bar the way of {unit} to {square}", "TB-3.6")
    things = joined([question.thing(square) for square in barring[:3]])
    refusal = question.say("in the way of {unit} to {square}: {things}", "TB-3.6", things=things)
    return replace(refusal, keys=question.keys(barring[:3]))


def halt(question: Question) -> Refusal:
    """[TB-3.7] The unit that drove a brigadier away halts or goes on."""
    return question.say("another unit is still moving", "TB-3.7")


def form(question: Question) -> Refusal:
    """[TB-4.1, TB-4.2, TB-4.4] Infantry that has not moved, is not turned, alone in open ground."""
    f = question.f
    if refusal := question.own():
        return refusal
    if not question.is_among(f.force.foot):
        return question.say("{unit} is no infantry and forms no square", "TB-4.1")
    if question.is_among(f.formed):
        return question.say("{unit} is in square already", "TB-4.1")
    if question.is_among(f.fully_turned()):
        return question.say("{unit} is turned and cannot form square", "TB-4.4")
    if question.is_among(f.moved):
        return question.say("{unit} has moved or changed formation this turn", "TB-4.1")
    if f.ground.rough & BIT[f.square[question.unit]]:
        return question.say("no square in a wood or building", "TB-4.2")
    return question.say("{unit} shares its square with another unit", "TB-4.2")


def unform(question: Question) -> Refusal:
    """[TB-4.1, TB-7.1] A square that has not just been formed and is not turned."""
    if refusal := question.own():
        return refusal
    if not question.is_among(question.f.formed):
        return question.say("{unit} is not in square", "TB-4.1")
    if question.is_among(question.f.fully_turned()):
        return question.say("{unit} is turned and can only turn back this turn", "TB-7.1")
    return question.say("{unit} has changed formation this turn already", "TB-4.1")


def displace(question: Question) -> Refusal:
    """[TB-3.7] The brigadier in the way, 1 or 2 squares along free ones."""
    pusher, leader = question.f.all_pending()[-2:]
    if question.unit != leader["unit"]:
        return question.say("another brigadier is in the way", "TB-3.7")
    if SEAT[pusher["unit"]] == SEAT[question.unit]:
        return question.say("pushed by his own, a brigadier goes back 1 or 2 squares, else sideways", "TB-6.9")
    return question.say("a brigadier gives way 1 or 2 squares along free ones he may enter", "TB-3.7")


REASONS: Final[Reasons] = {
    MOVE: move,
    FORM: form,
    UNFORM: unform,
    HALT: halt,
    DISPLACE: displace,
}
