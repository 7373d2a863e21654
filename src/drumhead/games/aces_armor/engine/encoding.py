"""The whole numbers the engine runs on: actions, pending steps, marks, and how they are packed.

Factions, arms and places on a mat are numbered in `unit_types`. A unit is a number below 250,
told by `scenario`: its faction, its type, and which one of that type it is.

Moves are made hex by hex [AA-6.1]. Listed is every unit with every hex that it reaches before anything can happen, and
those where something first can: an enemy may intercept, a grey token is turned. There the mover decides again. Where
moves are announced as a whole, listed is every hex that a unit can reach, past as few enemies as may intercept it;
where one may choose past whom, the next decision lists one best path for each set of enemies that no other betters,
numbered from 0 in the field `way`. Any other legal path is an action too, accepted though not listed: `march` packs a
unit and its steps, 3 bits each, above the bit MARCH. So an action says the same in every process and nothing has to be
remembered to read it. TIME_OUT is accepted in the same manner.

What `apply` reports, as (name, clause, fields ...):

    automa_drawn    AA-1.2   faction
    pick            AA-1.3   faction, place on the mat                    secret until `unveiled`
    lay             AA-2.1   unit, token                                  secret until `unveiled`
    unveiled        AA-2.1                                                picks and splits lie open from now on
    tie             AA-2.2 or AA-2.3                                      the dice are thrown again
    places_first    AA-2.2   faction
    turning         AA-2.2   faction, token that is about to be turned
    token           AA-2.2   faction, token, number, hex
    placed          AA-2.2   unit, hex
    shared_out      AA-12.3  faction, hex of the factory
    grey            AA-12.1  faction, tuple of the hexes where grey tokens are laid
    hid             AA-12.1  faction                                      where is told by nothing but the position
    plays_first     AA-2.3   faction
    weather         AA-12.2  weather
    turn            AA-3.1   round, faction
    turn_over       AA-3.1   faction
    armies          AA-2.4   faction, set of armies in use (bits 0 to 2)
    repaired        AA-9.3   unit, damage that went
    released        AA-6.3   unit, the unit it had intercepted
    move            AA-4.1, AA-4.2, AA-4.3 or AA-5.1   unit, hex it left, tuple of the hexes of its way
    automa_acted    AA-13.3  the Automa's turn has begun, or it moves a unit; told to nobody
    halted          AA-4.4   unit, hex where it ends a move that could go on
    intercepted     AA-6.1   interceptor, mover, hex where the mover stands
    stopped         AA-6.1   mover, hex
    crushed         AA-5.1   unit inside an occupied factory, hex
    occupied        AA-5.1   unit, hex, flag before
    token_turned    AA-12.1  hex, 1 if it was the V2
    handed          AA-13.11 faction that ends its part, faction that goes on
    declared        AA-7.1   attacker, hex, target (NONE for a hex alone)
    bound           AA-6.3   attacker, hex, target: declared for it when the clock ran out
    timed_out       AA-11.4  faction
    void            AA-7.1   attacker, hex: the attack is lost
    battle          AA-8.2   attacker, target, dice, red dice, dice that answer, fixed hits of both, why nobody answers
    hits            AA-8.4   attacker, target, hits, hits that answer (NONE where nobody does)
    fixed_hits      AA-11.3 or AA-13.7   attacker, target, hits, hits that answer (where nobody threw)
    rockets         AA-11.1  unit, hex, dice
    rocket_hits     AA-11.1  unit, hex, hits
    damaged         AA-8.5   unit, damage suffered, damage in all, by whom, 1 if by the forest row, damage by the table
    destroyed       AA-8.6   unit, hex, by which unit
    experience      AA-8.7   unit, points gained, points in all
    launched        AA-12.1  unit, hex of the factory, 1 if it is destroyed
    income          AA-9.1   faction, coins, coins in all
    bought          AA-9.2   unit, hex, coins left
    repairing       AA-9.3   unit, coins left
    asked           AA-9.4   faction, ally that is asked for coins
    kept            AA-9.4   faction that gives nothing
    gave            AA-9.4   faction, ally, coins given, coins received
    end             AA-10.1, AA-10.2, AA-12.1 or AA-12.3   team or DRAW, reason
"""

from typing import Final

# Units that are on no hex.
ABSENT: Final = 1000  # destroyed, or not yet bought
WAITING: Final = 1001  # in hand or on a start token, to be placed

# Whose flag is on a factory, besides factions.
NEUTRAL: Final = 4
RUINED: Final = 5  # destroyed by the V2
FLAG_TEAM: Final[list[int]] = [0, 1, 0, 1, -1, -1]
"""The team of whoever has a flag on a factory; -1 for NEUTRAL and RUINED."""

# Start tokens of a player, and the army of a unit that was never on one, or whose token is not known.
TOKENS: Final = 3
NO_ARMY: Final = 3

# Weather.
NORMAL: Final = 0
FROST: Final = 1
MUD: Final = 2
DRY: Final = 3
STORM: Final = 4
FOG: Final = 5

# Actions: 5 bits for the kind, 8 for a unit (or a place on the mat), 9 for a hex (or a number), 8 for the way.
NONE: Final = 255
NO_HEX: Final = 511

END_MOVEMENT: Final = 0
END_DECLARING: Final = 1
END_MONEY: Final = 2
PICK: Final = 3  # place on the mat
LAY: Final = 4  # unit, token
TURN: Final = 5  # none, token
PLACE: Final = 6  # unit, hex
USE: Final = 7  # none, set of armies
MOVE: Final = 8  # unit, hex; the way only where it is asked for
INTERCEPT: Final = 9  # unit
LET_PASS: Final = 10
ATTACK: Final = 11  # unit, hex; the V2 attacks factories
BUY: Final = 12  # place on the mat, hex
REPAIR: Final = 13  # unit
GIVE: Final = 14  # none, coins
HIDE: Final = 15  # none, hex
ASSIGN: Final = 16  # faction, hex of a factory
ASK: Final = 17
KEEP: Final = 18
TOKEN: Final = 19  # none, hex of a grey token
HALT: Final = 20

MARCH: Final = 1 << 40
TIME_OUT: Final = 1 << 41

WAY_SHIFT: Final = 22
ORDER_SHIFT: Final = 8


def pack(kind: int, a: int = NONE, b: int = NO_HEX, way: int = 0) -> int:
    """Packs an action."""
    return kind | a << 5 | b << 13 | way << WAY_SHIFT


def unpack(action: int) -> tuple[int, int, int, int]:
    """Unpacks an action into its kind, its fields and its way."""
    return action & 31, action >> 5 & 255, action >> 13 & 511, action >> WAY_SHIFT & 255


def march(unit: int, ways: list[int]) -> int:
    """Packs a move along steps, each one of the six ways out of a hex, clockwise from the top."""
    steps = 1
    for way in reversed(ways):
        steps = steps << 3 | way
    return MARCH | unit | steps << 42


def unmarch(action: int) -> tuple[int, list[int]]:
    """Unpacks a march into its unit and its steps."""
    steps = action >> 42
    ways = []
    while steps > 1:
        ways.append(steps & 7)
        steps >>= 3
    return action & 255, ways


def mover_of(action: int) -> int:
    """Returns the unit that a move, listed or along steps, is of."""
    return action & NONE if action & MARCH else action >> 5 & NONE


def pack_order(unit: int, hex_: int) -> int:
    """Packs an attack that is declared."""
    return unit | hex_ << ORDER_SHIFT


def unpack_order(order: int) -> tuple[int, int]:
    """Unpacks an attack that is declared into its unit and its hex."""
    return order & NONE, order >> ORDER_SHIFT


ENDING_MOVEMENT: Final = pack(END_MOVEMENT)
ENDING_DECLARING: Final = pack(END_DECLARING)
ENDING_MONEY: Final = pack(END_MONEY)
LETTING_PASS: Final = pack(LET_PASS)
ASKING: Final = pack(ASK)
KEEPING: Final = pack(KEEP)
HALTING: Final = pack(HALT)

# Pending steps: 5 bits for the kind, then fields of these widths. `frames` declares what they hold.
FIELD_WIDTHS: Final = (8, 9, 9, 8)

AT_PICK: Final = 0
AT_LAY: Final = 1
AT_PLACE_ROLL: Final = 2
AT_TURN: Final = 3
AT_NUMBER: Final = 4
AT_PLACE: Final = 5
AT_SHARE_OUT: Final = 6
AT_HIDE: Final = 7
AT_FIRST_ROLL: Final = 8
AT_WEATHER: Final = 9
AT_TURN_START: Final = 10
AT_BRAKE: Final = 11
AT_MOVE: Final = 12
AT_WALK: Final = 13  # the way is in `path`; `then` is one of the three below
AT_INTERCEPT: Final = 14  # `named` is the last unit that was named, and 1
AT_DECLARE: Final = 15
AT_BATTLES: Final = 16
AT_ROLL: Final = 17
AT_ROCKETS: Final = 18
AT_LAUNCH: Final = 19
AT_INCOME: Final = 20
AT_MONEY: Final = 21
AT_TURN_END: Final = 22
AT_END: Final = 23
AT_ARMIES_DRAWN: Final = 24
AT_PICKS_DRAWN: Final = 25
AT_AUTOMA: Final = 26  # the phase decides what the other fields hold
AT_AUTOMA_DRAWN: Final = 27
AT_WAY: Final = 28
AT_GIFT: Final = 29
AT_ADVANCE: Final = 30

# What comes after a way.
ARRIVES: Final = 0
GOES_ON: Final = 1  # the mover may decide again
CUT_SHORT: Final = 2  # a unit of the Automa was stopped before it came to where it was going

# Phases of the Automa.
AUTOMA_PLACES: Final = 0  # its token was turned: token, hex of its number
AUTOMA_ACTS: Final = 1  # move and attack, unit by unit
AUTOMA_BUYS: Final = 2
AUTOMA_STOPPED: Final = 8 << 31  # a bit of the last field: the unit was stopped before it came to where it was going

DRAW: Final = 2

# Why a battle ended.
FACTORIES: Final = 0
NO_UNITS: Final = 1
MORE_FACTORIES: Final = 2
MORE_COST: Final = 3
LEVEL: Final = 4
V2_DESTROYED: Final = 5
V2_FACTORIES: Final = 6  # five factories destroyed
OCCUPIED_FIVE: Final = 7
SHORE: Final = 8
NO_TANK: Final = 9
HELD_OUT: Final = 10
EMPTY_FACTORIES: Final = 11  # nobody has a unit left
EMPTY_LEVEL: Final = 12

# Why a unit that is attacked does not return fire.
ANSWERS: Final = 0
FROM_AFAR: Final = 1
NOT_CLOSE: Final = 2  # it does not reach distance 1
NO_ANTI_AIR: Final = 3
IN_WATER: Final = 4


def step(kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Packs a pending step."""
    return kind | a << 5 | b << 13 | c << 22 | d << 31


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, from the lowest."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
