"""Chapter 6, first half: who may attack whom, the duty to attack, and the forming of combats."""

from drumhead.core.frames import GO_ON, KIND
from drumhead.games.travel_battle.army.force import FIGHTERS, OWN
from drumhead.games.travel_battle.engine.encoding import (
    AT_JOIN,
    AT_REROLL,
    AT_RESULT,
    AT_ROLL,
    AT_TURN_END,
    ATTACK,
    BYTE,
    FIGHTING,
    FIRST,
    JOIN,
    NONE,
    RESERVE,
    SECOND,
    pack,
    step,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.boards import BIT, NEIGHBOURS, bits, spread


def begin_combats(f: Field) -> None:
    """[TB-3.4, TB-6.2, TB-7.1] Notes who may attack: those in command and not turned as the combat step begins."""
    f.able = f.command & FIGHTERS & ~(f.turned & ~f.halted)
    f.shifted = f.came_from = 0


def assaults(f: Field) -> dict[int, int]:
    """[TB-4.3, TB-6.1, TB-6.2, TB-6.12] The enemy squares that can be attacked, each with the units that can do it.

    Who fought or was turned in this step does not attack; who fought is not attacked, and who was displaced without
    having fought only by those who touched it before as well. A square attacks only those who touched it when the turn
    began, that is, nobody whom fire made flee to it.
    """
    seat = f.active
    able = f.able & ~(f.fought | f.turned & ~f.halted)
    targets = f.held[1 - seat] & spread(f.held[seat])
    if not able or not targets:
        return {}
    square = f.square
    for unit in bits((f.fought | f.shifted) & OWN[1 - seat] & FIGHTERS):
        if square[unit] < RESERVE:
            targets &= ~BIT[square[unit]]
    met = targets
    for unit in bits(f.fled):
        if square[unit] < RESERVE:
            met &= ~BIT[square[unit]]
    found: dict[int, int] = {}
    for unit in bits(able):
        if square[unit] < RESERVE:
            for target in bits(NEIGHBOURS[square[unit]] & (met if f.formed >> unit & 1 else targets)):
                found[target] = found.get(target, 0) | 1 << unit
    if f.came_from:
        add_displaced(f, able, found)
    return found


def add_displaced(f: Field, able: int, found: dict[int, int]) -> None:
    """[TB-6.2, TB-6.12] Those displaced without having fought can be attacked by whom they touched and still touch."""
    square = f.square
    for enemy in bits(f.shifted & ~f.fought & OWN[1 - f.active]):
        before, now = (f.came_from >> enemy * 8 & 255) - 1, square[enemy]
        if before >= 0:
            around = NEIGHBOURS[before] & NEIGHBOURS[now]
            team = 0
            for unit in bits(able):
                if square[unit] < RESERVE and around & BIT[square[unit]]:
                    team |= 1 << unit
            if team:
                found[now] = found.get(now, 0) | team


def maximum_matching(teams: list[int]) -> int:
    """[TB-6.2] Returns how many enemy squares can each have an attacker of its own, given who can attack each."""
    if len(teams) < 2:
        return 1 if teams and teams[0] else 0
    given: dict[int, int] = {}
    return sum([_augment(teams, number, given, [0]) for number in range(len(teams))])


def _augment(teams: list[int], number: int, given: dict[int, int], tried: list[int]) -> bool:
    """Finds an augmenting path: an attacker for one more square, if need be by giving others a different one."""
    rest = teams[number] & ~tried[0]
    while rest:
        unit = rest & -rest
        tried[0] |= unit
        if unit not in given or _augment(teams, given[unit], given, tried):
            given[unit] = number
            return True
        rest = teams[number] & ~tried[0]
    return False


def joiners(f: Field, found: dict[int, int]) -> list[int]:
    """[TB-6.2] The units that may join the combat: as many enemy squares as before can still be attacked."""
    others = [team & ~f.attackers for target, team in found.items() if target != f.target]
    here = found[f.target] & ~f.attackers
    if not others:
        return bits(here)
    owed = maximum_matching(list(found.values())) - 1
    return [unit for unit in bits(here) if maximum_matching([team & ~(1 << unit) for team in others]) >= owed]


def step_combat(f: Field, frame: int) -> int:
    """[TB-2.1, TB-6.2] The active seat picks the next enemy square; every one in contact must be attacked."""
    found = assaults(f)
    if not found:
        f.stack[-1] = AT_TURN_END
        return GO_ON
    f.options = [pack(ATTACK, NONE, target) for target in sorted(found)]
    if len(f.options) > 1:
        return f.active
    choose_combat(f, f.options[0])
    return GO_ON


def choose_combat(f: Field, action: int) -> None:
    """[TB-6.2] A combat against one enemy square begins to form."""
    f.target = action >> SECOND & BYTE
    f.stack.append(AT_JOIN)


def step_join(f: Field, frame: int) -> int:
    """[TB-6.2] Units join one by one; where there is only one choice it is made."""
    joining = joiners(f, assaults(f))
    if not f.attackers and len(joining) == 1:
        f.attackers = 1 << joining[0]
        joining = joiners(f, assaults(f))
    if not joining:
        begin_fight(f)
        return GO_ON
    f.options = [pack(JOIN, unit) for unit in joining]
    if f.attackers:
        f.options.append(FIGHTING)
    return f.active


def choose_join(f: Field, action: int) -> None:
    """[TB-6.2] One more attacker, or the fight."""
    if action & KIND == JOIN:
        f.attackers |= 1 << (action >> FIRST & BYTE)
    else:
        begin_fight(f)


def begin_fight(f: Field) -> None:
    """[TB-6.1, TB-6.3, TB-6.4] Both sides throw; then the defender, then the attacker may re-roll."""
    enemy = 1 - f.active
    f.fought |= f.attackers
    for unit in f.defenders():
        f.fought |= 1 << unit
    f.stack[-1] = AT_RESULT
    f.stack.append(step(AT_REROLL, f.active))
    f.stack.append(step(AT_REROLL, enemy))
    f.stack.append(AT_ROLL)
    if f.events is not None:
        f.events.append(("combat", "TB-6.2", f.target, f.attackers))
