"""Why a unit cannot attack, re-roll or suffer a result: the first rule that stands in its way."""

from typing import Final

from drumhead.core.actions import Refusal
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine.encoding import AT_JOIN, ATTACK, END_COMBAT, FIGHT, JOIN, NONE, REROLL, SUFFER
from drumhead.games.travel_battle.engine.position import is_leader
from drumhead.games.travel_battle.refusals.question import Question, Reasons
from drumhead.games.travel_battle.rules.boards import BIT, GRID, NEIGHBOURS
from drumhead.games.travel_battle.rules.combat import assaults


def end_combat(question: Question) -> Refusal:
    """[TB-6.2] While an enemy square can be attacked the combats go on; then they end by themselves."""
    if question.f.step_kind() == AT_JOIN:
        square = GRID.names[question.f.target]
        return question.say("the combat against {target} has to be fought first", "TB-6.2", target=square)
    squares = " ".join(GRID.names[square] for square in sorted(assaults(question.f)))
    return question.say("every enemy in contact must be attacked: {squares}", "TB-6.2", squares=squares)


def attack(question: Question) -> Refusal:
    """[TB-6.1, TB-6.2, TB-6.12] An enemy square in contact that was not attacked, with a unit that can attack."""
    f = question.f
    enemies = f.units_at(1 - f.active, question.target)
    if not enemies:
        return question.say("no enemy unit stands on {square}", "TB-6.2")
    around = NEIGHBOURS[question.target]
    touching = [unit for unit in f.living(f.active) if around & BIT[f.square[unit]]]
    if not touching:
        return question.say("nobody touches {square}", "TB-6.1")
    if any(f.fought >> unit & 1 for unit in enemies):
        return question.say("{square} has been attacked this turn", "TB-6.1")
    reasons = [unable(Question(f, unit, question.target)) for unit in touching]
    if any(f.shifted >> unit & 1 for unit in enemies) and not all(reasons):
        return question.say("the unit on {square} was only just driven there", "TB-6.12")
    return next((reason for reason in reasons if reason is not None), question.say("no unit is left", "TB-6.2"))


def unable(question: Question) -> Refusal | None:
    """[TB-3.4, TB-4.3, TB-6.1, TB-6.2, TB-7.1] Why a unit does not start a combat in this step."""
    f = question.f
    if question.is_among(f.fought):
        return question.say("{unit} has fought this turn", "TB-6.1")
    if question.is_among(f.able & f.fully_turned()):
        return question.say("{unit} was turned in this step and starts no combat", "TB-6.2")
    if not question.is_among(f.able):
        if question.is_among(f.fully_turned()):
            return question.say("{unit} is turned and starts no combat this turn", "TB-7.1")
        return question.say("{unit} is cut off and starts no combat", "TB-3.4")
    target = f.target if f.target != NONE else question.target
    fled = [unit for unit in f.units_at(1 - f.active, target) if f.fled >> unit & 1]
    if question.is_among(f.formed) and fled:
        return question.say("{unit} is in square: the enemy did not touch it when the turn began", "TB-4.3")
    return None


def join(question: Question) -> Refusal:
    """[TB-6.2] A unit that touches the square and is not needed for another enemy."""
    f = question.f
    if refusal := question.own():
        return refusal
    if is_leader(question.unit):
        return question.say("brigadiers do not fight", "TB-3.7")
    if question.is_among(f.attackers):
        return question.say("{unit} is in this combat already", "TB-6.1")
    if not NEIGHBOURS[f.target] & BIT[f.square[question.unit]]:
        return question.say("{unit} does not touch {target}", "TB-6.2", target=GRID.names[f.target])
    if refusal := unable(question):
        return refusal
    if not assaults(f)[f.target] >> question.unit & 1:
        return question.say(
            "{unit} did not touch the enemy before it was pushed to {target}",
            "TB-6.12",
            target=GRID.names[f.target],
        )
    others = [square for square, team in assaults(f).items() if square != f.target and team >> question.unit & 1]
    names = " ".join(GRID.names[square] for square in sorted(others))
    return question.say("{unit} is needed against {names}", "TB-6.2", names=names)


def fight(question: Question) -> Refusal:
    """[TB-6.2] A combat needs an attacker."""
    return question.say("choose who attacks first", "TB-6.2")


def reroll(question: Question) -> Refusal:
    """[TB-6.4] One die of a guard or heavy cavalry unit in the combat, once."""
    f = question.f
    if not question.is_among(f.attackers) and question.unit not in f.defenders():
        return question.say("{unit} is not in this combat", "TB-6.4")
    if SEAT[question.unit] != f.player:
        return question.say("{unit} is not yours", "TB-6.4")
    if not question.is_among(f.force.rerollers):
        return question.say("only guards and heavy cavalry re-roll", "TB-6.4")
    if question.is_among(f.rerolled):
        return question.say("{unit} has re-rolled in this combat", "TB-6.4")
    return question.say("{unit} has no die that shows {n}", "TB-6.4", n=question.target)


def suffer(question: Question) -> Refusal:
    """[TB-6.6] One of the losing side's units in the combat."""
    return question.say("{unit} is not among the units that lost", "TB-6.6")


REASONS: Final[Reasons] = {
    END_COMBAT: end_combat,
    ATTACK: attack,
    JOIN: join,
    FIGHT: fight,
    REROLL: reroll,
    SUFFER: suffer,
}
