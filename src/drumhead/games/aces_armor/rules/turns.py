"""Chapters 2.4 and 3, and the weather: a turn from its start to its end."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.engine.encoding import (
    AT_ARMIES_DRAWN,
    AT_AUTOMA,
    AT_BATTLES,
    AT_BRAKE,
    AT_DECLARE,
    AT_INCOME,
    AT_MONEY,
    AT_MOVE,
    AT_TURN_END,
    AT_TURN_START,
    AT_WEATHER,
    AUTOMA_ACTS,
    AUTOMA_BUYS,
    NO_ARMY,
    NONE,
    TOKENS,
    USE,
    pack,
    step,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.economy import finish_repairs
from drumhead.games.aces_armor.rules.interception import bind
from drumhead.games.aces_armor.rules.victory import judge

PHASES: Final[tuple[int, ...]] = (AT_MONEY, AT_INCOME, AT_BATTLES, AT_DECLARE, AT_MOVE)
AUTOMA_PHASES: Final[tuple[int, ...]] = (step(AT_AUTOMA, AUTOMA_BUYS), AT_INCOME, step(AT_AUTOMA, AUTOMA_ACTS))
"""[AA-3.1, AA-13.3] The phases of a turn as the stack holds them, the last one first."""
ALL_ARMIES: Final = (1 << TOKENS) - 1
BRAKES = {4: ((1, 1, 2, 3),), 2: ((1, 2), (2, 3))}
"""[AA-2.4] By the number of sides, and by round: with how many armies the first, the second and so on may act."""
WEATHER_LASTS: Final = 3


def begin_turns(f: Field) -> None:
    """[AA-3.1, AA-12.2] Puts the first turn on the stack."""
    f.stack.append(AT_TURN_START)
    if f.force.has_weather:
        f.stack.append(AT_WEATHER)


def step_weather(f: Field, frame: int) -> int:
    """[AA-12.2] A die is thrown for the weather."""
    return CHANCE


def throw_weather(f: Field, outcome: int) -> None:
    """[AA-12.2] Each weather has two faces of the die."""
    f.stack.pop()
    f.weather = outcome
    f.tell("weather", "AA-12.2", outcome)


def step_turn_start(f: Field, frame: int) -> int:
    """[AA-3.1] Repairs end and interceptors are bound; then the phases follow."""
    force = f.force
    takers = force.takers
    place = f.turns % len(takers)
    f.turns += 1
    f.round = (f.turns - 1) // len(takers) + 1
    f.active = takers[(takers.index(f.first) + place) % len(takers)]
    f.ended = 0
    f.moved = f.spent = f.struck = f.intercepted = 0
    f.clear_caches()
    f.tell("turn", "AA-3.1", f.round, f.active)
    if force.is_automa(f.active):
        f.tell("automa_acted", "AA-13.3")
    for faction in force.household[f.active]:
        finish_repairs(f, faction)
        bind(f, faction)
    if force.v2 != NONE:
        f.moved |= 1 << force.v2
    stack = f.stack
    stack[-1] = AT_TURN_END
    stack += AUTOMA_PHASES if force.is_automa(f.active) else PHASES
    brake(f, place)
    return GO_ON


def armies_allowed(f: Field, place: int) -> int:
    """[AA-2.4] With how many armies the side in this place of the round may act."""
    rounds = BRAKES[len(f.force.takers)]
    return rounds[f.round - 1][place] if f.round <= len(rounds) else TOKENS


def brake(f: Field, place: int) -> None:
    """[AA-2.4] In the first rounds not all armies act; which ones is chosen, but in round 2 the others do."""
    f.armies = ALL_ARMIES
    count = armies_allowed(f, place)
    if count == TOKENS:
        return
    if f.round == 2:
        use(f, ALL_ARMIES & ~f.opened)
    else:
        f.stack.append(AT_ARMIES_DRAWN if f.force.is_automa(f.active) else AT_BRAKE)


def armies_to_choose(f: Field) -> list[int]:
    """[AA-2.4] The sets of armies that may be chosen now."""
    takers = f.force.takers
    place = (f.turns - 1) % len(takers)
    count = armies_allowed(f, place)
    return [armies for armies in range(1, ALL_ARMIES) if armies.bit_count() == count]


def step_brake(f: Field, frame: int) -> int:
    """[AA-2.4] The player chooses armies; empty ones count."""
    f.options = [pack(USE, NONE, armies) for armies in armies_to_choose(f)]
    return f.force.seat[f.active]


def choose_brake(f: Field, action: int) -> None:
    """[AA-2.4] Uses these armies."""
    f.stack.pop()
    use(f, action >> 13 & 511)


def step_armies_drawn(f: Field, frame: int) -> int:
    """[AA-2.4] The Automa's armies are drawn."""
    return CHANCE


def throw_armies(f: Field, outcome: int) -> None:
    """[AA-2.4] Uses the armies that were drawn."""
    f.stack.pop()
    use(f, armies_to_choose(f)[outcome - 1])


def use(f: Field, armies: int) -> None:
    """[AA-2.4, AA-1.5] Lets the other armies rest: they neither move nor attack, but for what interceptors owe."""
    f.armies = armies
    if f.turns == 1:
        f.opened = armies
    for faction in f.force.household[f.active]:
        for unit in f.roster[faction]:
            if f.army[unit] != NO_ARMY and not armies >> f.army[unit] & 1:
                f.moved |= 1 << unit
                if f.quarry[unit] == NONE or f.force.first_rulings:
                    f.spent |= 1 << unit
                if f.quarry[unit] != NONE and f.force.first_rulings:
                    f.tell("released", "AA-2.4", unit, f.quarry[unit])
                    f.quarry[unit] = NONE
    f.tell("armies", "AA-2.4", f.active, armies)


def step_turn_end(f: Field, frame: int) -> int:
    """[AA-6.3, AA-10.2, AA-12.2] Arrows are taken away, and the next turn begins, or the battle is judged."""
    force = f.force
    f.active = force.household[f.active][0]
    if not force.is_automa(f.active):
        f.tell("turn_over", "AA-3.1", f.active)
    for faction in force.household[f.active]:
        for unit in f.roster[faction]:
            f.quarry[unit] = NONE
    f.moved = f.spent = f.struck = 0
    f.armies = ALL_ARMIES
    if force.max_rounds and f.turns >= force.max_rounds * len(force.takers):
        judge(f)
        return GO_ON
    f.stack[-1] = AT_TURN_START
    if force.has_weather and f.turns % WEATHER_LASTS == 0:
        f.stack.append(AT_WEATHER)
    return GO_ON
