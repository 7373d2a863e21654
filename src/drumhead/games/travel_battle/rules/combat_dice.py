"""Chapter 6, the dice: extra dice, re-rolls, the result and who suffers it."""

from drumhead.core.frames import GO_ON, KIND
from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE
from drumhead.core.words.tally import Tally
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine.encoding import (
    AT_PUSH,
    AT_RETREAT,
    AT_SUFFER,
    AT_THROW_AGAIN,
    BYTE,
    FIRST,
    NONE,
    REROLL,
    SECOND,
    STAND,
    STANDING,
    SUFFER,
    pack,
    step,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.boards import BIT, bits
from drumhead.games.travel_battle.rules.retreats import ORIGINAL


def step_roll(f: Field, frame: int) -> int:
    """[TB-6.3] All units in the combat throw."""
    return CHANCE


def rollers(f: Field) -> list[tuple[int, int]]:
    """[TB-6.3] The units in the combat with their dice, attackers first."""
    defending = f.defenders()
    attacking = bits(f.attackers)
    return [(unit, dice_of(f, unit, defending)) for unit in attacking] + [
        (unit, dice_of(f, unit, attacking)) for unit in defending
    ]


def dice_of(f: Field, unit: int, enemies: list[int], tally: list[Tally] | None = None) -> int:
    """[TB-6.3, TB-6.5, TB-6.11] One die for the unit and one for its cause; guns are infantry out of square."""
    extra = extra_die(f, unit, enemies)
    if tally is not None:
        tally.append(Tally(1, Text("for the unit"), "TB-6.3"))
        if extra:
            tally.append(Tally(1, extra_reason(f, unit), "TB-6.5"))
    return 1 + extra


def extra_die(f: Field, unit: int, enemies: list[int]) -> int:
    """[TB-6.5, TB-6.11] An extra die, by what the unit is and what all its enemies are; no two causes meet in one."""
    force = f.force
    formed = f.formed
    attacks = SEAT[unit] == f.active
    if force.cavalry >> unit & 1:
        if not attacks:
            return 0
        for enemy in enemies:
            if (force.cavalry | formed) >> enemy & 1:
                return 0
        return 1
    if formed >> unit & 1:
        for enemy in enemies:
            if not force.cavalry >> enemy & 1:
                return 0
        return 1
    if not attacks:
        return 1 if f.ground.building & BIT[f.square[unit]] else 0
    for enemy in enemies:
        if not formed >> enemy & 1:
            return 0
    return 1


def extra_reason(f: Field, unit: int) -> Text:
    """[TB-6.5] Why a unit throws its extra die."""
    if f.force.cavalry >> unit & 1:
        return Text("cavalry that attacks only infantry out of square")
    if f.formed >> unit & 1:
        return Text("a square that fights only cavalry")
    if SEAT[unit] != f.active:
        return Text("defending a building")
    return Text("infantry that attacks only infantry in square")


def throw_roll(f: Field, outcome: int) -> None:
    """[TB-6.3] The dice lie on the table."""
    f.stack.pop()
    dice = 0
    for unit, count in rollers(f):
        for die in range(count):
            dice |= (outcome & 7) << unit * 8 + die * 4
            outcome >>= 3
    f.dice = dice
    if f.events is not None:
        f.events.append(("roll", "TB-6.3", f.target, f.attackers, dice))


def faces_of(f: Field, unit: int) -> list[int]:
    """The dice of a unit on the table."""
    dice = f.dice >> unit * 8
    return [face for face in (dice & 15, dice >> 4 & 15) if face]


def best(f: Field, units: list[int]) -> int:
    """[TB-6.3] The best die of a side; dice are never added."""
    dice = f.dice
    highest = 0
    for unit in units:
        own = dice >> unit * 8
        highest = max(highest, own & 15, own >> 4 & 15)
    return highest


def participants(f: Field, seat: int) -> list[int]:
    """The units of a seat in the combat."""
    return bits(f.attackers) if seat == f.active else f.defenders()


def step_reroll(f: Field, frame: int) -> int:
    """[TB-6.4] A seat whose guards or heavy cavalry may still re-roll decides."""
    seat = frame >> FIRST & BYTE
    options = []
    for unit in participants(f, seat):
        if f.force.rerollers >> unit & 1 and not f.rerolled >> unit & 1:
            options += [pack(REROLL, unit, face) for face in sorted(set(faces_of(f, unit)))]
    if not options:
        f.stack.pop()
        return GO_ON
    options.append(STANDING)
    f.options = options
    return seat


def choose_reroll(f: Field, action: int) -> None:
    """[TB-6.4] Takes one die up to throw it again, once a unit; or lets the dice stand."""
    if action & KIND == STAND:
        f.stack.pop()
        return
    unit, face = action >> FIRST & BYTE, action >> SECOND & BYTE
    slot = 0 if f.dice >> unit * 8 & 15 == face else 1
    f.dice &= ~(15 << unit * 8 + slot * 4)
    f.rerolled |= 1 << unit
    f.stack.append(step(AT_THROW_AGAIN, unit, slot))
    if f.events is not None:
        f.events.append(("reroll", "TB-6.4", unit, face))


def throw_again(f: Field, outcome: int) -> None:
    """[TB-6.4] The second result stands."""
    frame = f.stack.pop()
    unit, slot = frame >> FIRST & BYTE, frame >> SECOND & BYTE
    f.dice |= outcome << unit * 8 + slot * 4
    if f.events is not None:
        f.events.append(("rolled_again", "TB-6.4", unit, outcome))


def step_result(f: Field, frame: int) -> int:
    """[TB-6.6] Equal dice do nothing; else the owner of the losing side picks who suffers."""
    attack, defence = best(f, bits(f.attackers)), best(f, f.defenders())
    if f.events is not None:
        f.events.append(("result", "TB-6.6", f.target, attack, defence))
    if attack == defence:
        f.stack.pop()
        f.clear_combat()
        return GO_ON
    loser = f.active if attack < defence else 1 - f.active
    f.stack[-1] = step(AT_SUFFER, loser, abs(attack - defence))
    return GO_ON


def step_suffer(f: Field, frame: int) -> int:
    """[TB-6.6] The owner of the losing side picks one of its units in the combat."""
    seat = frame >> FIRST & BYTE
    f.options = [pack(SUFFER, unit) for unit in participants(f, seat)]
    if len(f.options) > 1:
        return seat
    choose_suffer(f, f.options[0])
    return GO_ON


def choose_suffer(f: Field, action: int) -> None:
    """[TB-6.7, TB-6.8] By 1 pushed back, by 2 a retreat, by 3 or more removed; who shares its square is pushed back."""
    difference = f.stack.pop() >> SECOND & BYTE
    unit = action >> FIRST & BYTE
    mates = [mate for mate in f.units_at(SEAT[unit], f.square[unit]) if mate != unit]
    mate = mates[0] if mates else NONE
    f.clear_combat()
    if f.events is not None:
        f.events.append(("suffers", "TB-6.7", unit, difference))
    if difference == 1:
        f.stack.append(step(AT_PUSH, unit, mate, ORIGINAL))
        return
    # Who shares the square goes back first: pushed onto the edge later, it would throw the other over it.
    if difference == 2:
        f.stack.append(step(AT_RETREAT, unit))
    if mate != NONE:
        f.stack.append(step(AT_PUSH, mate, NONE, ORIGINAL))
    if difference > 2:
        f.remove(unit, "TB-6.7")
