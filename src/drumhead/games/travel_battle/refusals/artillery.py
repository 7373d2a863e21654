"""Why a gun cannot fire: the first rule that stands in its way."""

from dataclasses import replace
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import joined
from drumhead.games.travel_battle.engine.encoding import FIRE
from drumhead.games.travel_battle.refusals.question import Question, Reasons
from drumhead.games.travel_battle.rules.artillery import fire_range, gun_squares, in_contact, in_the_way, visible_points
from drumhead.games.travel_battle.rules.boards import BIT, GRID, NEIGHBOURS
from drumhead.games.travel_battle.text.names import KEYS


def fire(question: Question) -> Refusal:
    """[TB-3.8, TB-5.1, TB-5.5, TB-7.1] Whether the gun may fire at all, and then why not there."""
    f = question.f
    if refusal := question.own():
        return refusal
    if not question.is_among(f.force.guns):
        return question.say("{unit} is no artillery", "TB-5.1")
    if question.is_among(f.fully_turned()):
        return question.say("{unit} is turned and does not fire this turn", "TB-7.1")
    if question.is_among(f.fired):
        return question.say("{unit} has fired this turn", "TB-5.1")
    if question.is_among(f.moved & ~f.force.horse_guns):
        return question.say("{unit} has moved and does not fire", "TB-3.8")
    square = f.square[question.unit]
    own, enemy = in_contact(f, f.active), in_contact(f, 1 - f.active)
    if own & BIT[square]:
        return question.say("{unit} is in contact: it fights and does not fire", "TB-5.5")
    if not f.force.guns_near_combat and NEIGHBOURS[square] & (own | enemy):
        return question.say("{unit} stands beside a unit in contact and cannot fire", "TB-5.5")
    return _aim(question)


def _aim(question: Question) -> Refusal:
    """[TB-5.1, TB-5.3, TB-5.4, TB-5.7, TB-9.1] Why the gun cannot fire at the square."""
    f = question.f
    enemy = 1 - f.active
    bit = BIT[question.target]
    if not f.held[enemy] & bit:
        if f.led[enemy] & bit:
            return question.say("brigadiers are no targets", "TB-5.7")
        return question.say("no enemy unit stands on {square}", "TB-5.1")
    if not fire_range(f, question.unit) & bit:
        distance = GRID.distance(f.square[question.unit], question.target)
        if question.is_among(f.force.horse_guns):
            return question.say("{square} is {n} away; horse artillery fires at 2 to 4", "TB-9.1", n=distance)
        return question.say("{square} is {n} away; artillery fires at 2 to 6", "TB-5.1", n=distance)
    if in_contact(f, enemy) & bit:
        return question.say("the unit on {square} is in contact with your own", "TB-5.4")
    involved = NEIGHBOURS[question.target] & (in_contact(f, enemy) | in_contact(f, f.active))
    if f.force.safe_guns and not f.force.guns_near_combat and gun_squares(f, enemy) & bit and involved:
        return question.say("the gun on {square} stands beside a unit in contact: it counts as in the fight", "TB-5.5")
    here = f.square[question.unit]
    seen, barring = visible_points(f, here, question.target), in_the_way(f, here, question.target)
    refusal = question.say(
        "{unit} sees {n} sixteenths of {square}, less than half; in the way: {things}",
        "TB-5.3",
        n=seen,
        things=joined([question.thing(square) for square in barring[:3]]),
    )
    return replace(refusal, keys=question.keys(barring[:3]), sight=(KEYS[question.unit], GRID.names[question.target]))


REASONS: Final[Reasons] = {
    FIRE: fire,
}
