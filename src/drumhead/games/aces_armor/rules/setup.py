"""Chapter 2: picks, start tokens, placing, who begins."""

from itertools import combinations
from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.box.scenario import BULGE, EXTRA_PICKS, V2
from drumhead.games.aces_armor.box.unit_types import ALLIES, PLACES, TANK, team_of
from drumhead.games.aces_armor.engine.encoding import (
    AT_AUTOMA,
    AT_AUTOMA_DRAWN,
    AT_FIRST_ROLL,
    AT_HIDE,
    AT_LAY,
    AT_NUMBER,
    AT_PICK,
    AT_PICKS_DRAWN,
    AT_PLACE,
    AT_PLACE_ROLL,
    AT_SHARE_OUT,
    AT_TURN,
    AUTOMA_PLACES,
    LAY,
    NO_ARMY,
    NONE,
    PICK,
    PLACE,
    TOKENS,
    TURN,
    WAITING,
    bits,
    pack,
    step,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.turns import begin_turns

TOP_STARTS: Final = frozenset((1, 2, 3, 7, 8, 9))
"""[AA-12.3] The starts of the Allies in the Bulge."""
DRAWS: Final = list(combinations(range(PLACES), EXTRA_PICKS))
"""[AA-1.3] Four units of a second set, in every way."""


def begin(f: Field) -> None:
    """[AA-1.3, AA-2.1, AA-2.2, AA-12.1, AA-12.3] Puts the steps of the set-up on the stack, the first one on top."""
    force = f.force
    if force.candidates:
        f.stack.append(AT_AUTOMA_DRAWN)
        return
    everybody = (1 << len(force.takers)) - 1
    f.stack.append(step(AT_FIRST_ROLL, everybody))
    if force.mission == BULGE:
        f.stack += [step(AT_SHARE_OUT, force.team_factions[team][0]) for team in (1, 0)]
    if force.mission == V2:
        f.stack.append(step(AT_HIDE, force.faction[force.v2]))
    f.stack += [AT_TURN, step(AT_PLACE_ROLL, everybody)]
    people = [faction for faction in reversed(force.factions) if not force.is_automa(faction)]
    f.stack += [step(AT_LAY, faction) for faction in people]
    if force.expert:
        f.stack += [step(AT_PICK, faction) for faction in people]
        if force.automa != NONE:
            f.stack.append(step(AT_PICKS_DRAWN, force.automa))


def step_throw(f: Field, frame: int) -> int:
    """Dice are thrown, or something is drawn."""
    return CHANCE


def throw_automa(f: Field, outcome: int) -> None:
    """[AA-1.2] The Automa's faction is drawn: the battle begins with that force."""
    f.stack.pop()
    f.take_force(f.force.candidates[outcome - 1])
    f.tell("automa_drawn", "AA-1.2", f.force.automa)
    begin(f)


# Picks and tokens: secret until the last unit is laid.


def picked_places(f: Field, faction: int) -> list[int]:
    """[AA-1.3] The places on the mat of the units picked so far."""
    force = f.force
    return [place for place in range(PLACES) if f.place[force.unit(faction, place, 1)] == WAITING]


def step_pick(f: Field, frame: int) -> int:
    """[AA-1.3] Four units of a second set are picked in secret, one of a type, in the order of the mat."""
    faction = frame >> 5
    picks = picked_places(f, faction)
    if len(picks) == EXTRA_PICKS:
        f.stack.pop()
        return GO_ON
    first = picks[-1] + 1 if picks else 0
    last = PLACES - EXTRA_PICKS + len(picks)
    f.options = [pack(PICK, place) for place in range(first, last + 1)]
    return f.force.seat[faction]


def choose_pick(f: Field, action: int) -> None:
    """[AA-1.3] Picks a unit."""
    faction = f.stack[-1] >> 5
    place = action >> 5 & 255
    f.place[f.force.unit(faction, place, 1)] = WAITING
    f.picked[faction] += 1
    f.tell("pick", "AA-1.3", faction, place)


def throw_picks(f: Field, outcome: int) -> None:
    """[AA-1.3] The Automa's four are drawn."""
    faction = f.stack.pop() >> 5
    for place in DRAWS[outcome - 1]:
        number = next(n for n in range(f.force.per_type) if f.place[f.force.unit(faction, place, n)] != WAITING)
        f.place[f.force.unit(faction, place, number)] = WAITING
        f.tell("pick", "AA-1.3", faction, place)


def in_hand(f: Field, faction: int) -> list[int]:
    """The units that are yet to be laid on a token."""
    own = range(f.force.first[faction], f.force.last[faction])
    return [unit for unit in own if f.place[unit] == WAITING and f.army[unit] == NO_ARMY]


def to_lay(f: Field, faction: int) -> int:
    """The next unit to be laid on a token, or NONE."""
    units = in_hand(f, faction)
    return units[0] if units else NONE


def tokens_for(f: Field, faction: int) -> list[int]:
    """[AA-2.1, AA-13.11] The tokens that a faction may lay units on: three, or its own and the shared one."""
    household = f.force.household[faction]
    return list(range(TOKENS)) if len(household) == 1 else [household.index(faction), TOKENS - 1]


def spread_lay(f: Field, action: int) -> int:
    """[AA-2.1] Returns a lay on a token, or one on an empty token where too few units would be left for all of them."""
    if action & 31 != LAY or f.stack[-1] & 31 != AT_LAY:
        return action
    faction = f.stack[-1] >> 5
    used = 0
    for own in f.force.household[faction]:
        for unit in range(f.force.first[own], f.force.last[own]):
            if f.army[unit] != NO_ARMY:
                used |= 1 << f.army[unit]
    empty = [token for token in tokens_for(f, faction) if not used >> token & 1]
    if not empty or (action >> 13 & 511) in empty or len(in_hand(f, faction)) > len(empty):
        return action
    return pack(LAY, action >> 5 & 255, empty[0])


def step_lay(f: Field, frame: int) -> int:
    """[AA-2.1] Each unit is laid on one of the face-down tokens, in any split."""
    faction = frame >> 5
    unit = to_lay(f, faction)
    if unit == NONE:
        f.stack.pop()
        if f.stack[-1] & 31 != AT_LAY:
            f.tell("unveiled", "AA-2.1")
        return GO_ON
    f.options = [pack(LAY, unit, token) for token in tokens_for(f, faction)]
    return f.force.seat[faction]


def further_lays(f: Field) -> list[int]:
    """[AA-2.1] What may be laid as well: the order of laying means nothing, so one unit after the other is listed."""
    faction = f.stack[-1] >> 5
    return [pack(LAY, unit, token) for unit in in_hand(f, faction)[1:] for token in tokens_for(f, faction)]


def choose_lay(f: Field, action: int) -> None:
    """[AA-2.1] Lays a unit on a token: it belongs to that army."""
    unit, token = action >> 5 & 255, action >> 13 & 511
    f.army[unit] = token
    f.laid[f.force.faction[unit]] += 1
    f.tell("lay", "AA-2.1", unit, token)


# Placing.


def rolling(f: Field) -> list[int]:
    """[AA-2.2, AA-2.3] Who throws for the first place: all, then those that tied; places in the order of turns."""
    return bits(f.stack[-1] >> 5 & 15)


def throw_place(f: Field, outcome: int) -> None:
    """[AA-2.2] The highest die begins to place; those that tie throw again."""
    if _highest(f, outcome, AT_PLACE_ROLL, "AA-2.2"):
        f.tell("places_first", "AA-2.2", f.first)


def throw_first(f: Field, outcome: int) -> None:
    """[AA-2.3] The highest die takes the first turn."""
    if _highest(f, outcome, AT_FIRST_ROLL, "AA-2.3"):
        f.tell("plays_first", "AA-2.3", f.first)
        begin_turns(f)


def _highest(f: Field, outcome: int, kind: int, clause: str) -> bool:
    f.stack.pop()
    if outcome.bit_count() > 1:
        f.stack.append(step(kind, outcome))
        f.tell("tie", clause)
        return False
    f.first = f.force.takers[outcome.bit_length() - 1]
    return True


def step_turn(f: Field, frame: int) -> int:
    """[AA-2.2] Clockwise, one token each, until all are turned; of one's own tokens one chooses."""
    takers = f.force.takers
    turned = sum([tokens.bit_count() for tokens in f.turned])
    if turned == TOKENS * len(takers):
        f.stack.pop()
        return GO_ON
    faction = takers[(takers.index(f.first) + turned) % len(takers)]
    left = [token for token in range(TOKENS) if not f.turned[faction] >> token & 1]
    if len(left) == 1 or f.force.is_automa(faction):
        f.stack.append(step(AT_NUMBER, faction, left[0]))
        return GO_ON
    f.options = [pack(TURN, NONE, token) for token in left]
    f.active = faction
    return f.force.seat[faction]


def choose_turn(f: Field, action: int) -> None:
    """[AA-2.2] Turns a token over."""
    f.tell("turning", "AA-2.2", f.active, action >> 13 & 511)
    f.stack.append(step(AT_NUMBER, f.active, action >> 13 & 511))


def numbers_left(f: Field, faction: int) -> list[int]:
    """[AA-2.1, AA-12.3] The numbers that a face-down token of a faction may bear."""
    left = [number for number in f.force.board.numbers if not f.numbers >> number & 1]
    if f.force.mission == BULGE:
        left = [number for number in left if (number in TOP_STARTS) == (team_of(faction) == ALLIES)]
    return left


def throw_number(f: Field, outcome: int) -> None:
    """[AA-2.1, AA-2.2] The token shows its number; its army is placed there."""
    frame = f.stack.pop()
    faction, token = frame >> 5 & 255, frame >> 13 & 511
    number = numbers_left(f, faction)[outcome - 1]
    hex_ = f.force.board.starts[number]
    f.numbers |= 1 << number
    f.turned[faction] |= 1 << token
    f.starts[faction * TOKENS + token] = number
    f.tell("token", "AA-2.2", faction, token, number, hex_)
    if f.force.is_automa(faction):
        f.stack.append(step(AT_AUTOMA, AUTOMA_PLACES, token, hex_))
    else:
        f.stack.append(step(AT_PLACE, faction, token, hex_))


def can_stand(f: Field, unit: int, hex_: int) -> bool:
    """[AA-2.2, AA-12.4] Returns whether a unit may be placed on a free hex of land."""
    ground = f.force.ground
    if f.at[hex_] != NONE or (ground.factories | ground.water) >> hex_ & 1:
        return False
    return not (ground.peaks >> hex_ & 1 and f.force.arm[unit] == TANK)


def hexes_for(f: Field, unit: int, start: int) -> list[int]:
    """[AA-2.2] Where a unit may be placed: the first ring with land for it, or, if it may, water so far."""
    ground = f.force.ground
    swims = f.force.foot[unit] or f.force.air[unit]
    found: list[int] = []
    for steps in range(ground.count):
        ring = ground.ring(start, steps)
        land = [hex_ for hex_ in ring if can_stand(f, unit, hex_)]
        found += [hex_ for hex_ in ring if swims and ground.water >> hex_ & 1 and f.at[hex_] == NONE]
        if land:
            return land + found
    return found


def to_place(f: Field, faction: int, token: int) -> list[int]:
    """The units of a token that wait; of a shared one first those of the one, then those of the other."""
    for other in f.force.household[faction]:
        units = [
            unit
            for unit in range(f.force.first[other], f.force.last[other])
            if f.place[unit] == WAITING and f.army[unit] == token
        ]
        if units:
            return units
    return []


def step_place(f: Field, frame: int) -> int:
    """[AA-2.2] The units of an army are placed one by one, the first on the number, the others around it."""
    faction, token, start = frame >> 5 & 255, frame >> 13 & 511, frame >> 22 & 511
    units = to_place(f, faction, token)
    if not units:
        f.stack.pop()
        return GO_ON
    f.options = [pack(PLACE, unit, hex_) for unit in units for hex_ in hexes_for(f, unit, start)]
    return f.force.seat[f.force.faction[units[0]]]


def choose_place(f: Field, action: int) -> None:
    """[AA-2.2] Places a unit."""
    place_unit(f, action >> 5 & 255, action >> 13 & 511)


def place_unit(f: Field, unit: int, hex_: int) -> None:
    """[AA-2.2] Puts a unit of an army on the map."""
    f.put(unit, hex_)
    f.tell("placed", "AA-2.2", unit, hex_)
