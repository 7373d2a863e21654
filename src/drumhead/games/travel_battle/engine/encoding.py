"""The whole numbers the engine runs on: pieces, actions and pending steps, and how they are packed."""

from typing import Final

from drumhead.core.frames import KIND

# Pieces: seventeen a side, those of seat 0 first; within a side by kind, brigadiers first.
SIDE: Final = 17
PIECES: Final = 2 * SIDE
BRIGADIER: Final = 0
GUARD: Final = 1
INFANTRY: Final = 2
HEAVY: Final = 3
LIGHT: Final = 4
ARTILLERY: Final = 5
HORSE_ARTILLERY: Final = 6

# A piece that is on no square is in RESERVE (not yet placed), REMOVED, or ABSENT (not part of this battle).
RESERVE: Final = 200
REMOVED: Final = 201
ABSENT: Final = 202

# Actions: 5 bits for the kind, then fields of 8 bits. NONE fills a field that is not used.
NONE: Final = 255
FIRST: Final = 5  # where a field begins: `action >> SECOND & BYTE`
SECOND: Final = 13
THIRD: Final = 21
FOURTH: Final = 29
BYTE: Final = 255

END_MOVEMENT: Final = 0
END_FIRE: Final = 1
END_COMBAT: Final = 2
BOARD: Final = 3  # board
EDGE: Final = 4  # edge
PLACE: Final = 5  # piece, square
MOVE: Final = 6  # piece, square
FORM: Final = 7  # unit
UNFORM: Final = 8  # unit
HALT: Final = 9  # unit
DISPLACE: Final = 10  # brigadier, square
FIRE: Final = 11  # gun, square
ATTACK: Final = 12  # none, square
JOIN: Final = 13  # unit
FIGHT: Final = 14
REROLL: Final = 15  # unit, face
STAND: Final = 16
SUFFER: Final = 17  # unit
PUSH: Final = 18  # unit, square
RETREAT: Final = 19  # unit, square
SPLIT: Final = 20  # brigades, see `pack_split`


def pack(kind: int, a: int = NONE, b: int = NONE) -> int:
    """Packs an action."""
    return kind | a << FIRST | b << SECOND


def unpack(action: int) -> tuple[int, int, int]:
    """Unpacks an action into its kind and fields."""
    return action & KIND, action >> FIRST & BYTE, action >> SECOND & BYTE


def pack_split(brigades: int) -> int:
    """Packs the forming of brigades, packed themselves by `army.brigades`: they take all bits that are left."""
    return SPLIT | brigades << FIRST


def unpack_split(action: int) -> int:
    """Returns the packed brigades of an action that forms them."""
    return action >> FIRST


ENDING_MOVEMENT: Final = pack(END_MOVEMENT)
ENDING_FIRE: Final = pack(END_FIRE)
FIGHTING: Final = pack(FIGHT)
STANDING: Final = pack(STAND)

# Pending steps, packed the same way; `frames` declares what they hold.
FIELD_WIDTHS: Final = (8, 8, 8, 0)

AT_BOARD: Final = 0
AT_BOARD_DIE: Final = 1
AT_LEFT_DIE: Final = 2
AT_EDGE_DIE: Final = 3
AT_EDGE: Final = 4
AT_SPLIT: Final = 5
AT_PLACE_DIE: Final = 6
AT_PLACE: Final = 7
AT_FIRST_DIE: Final = 8
AT_MOVE: Final = 9
AT_ENTER: Final = 10
AT_GO_ON: Final = 11
AT_DISPLACE: Final = 12
AT_FIRE: Final = 13
AT_HIT: Final = 14
AT_EFFECT: Final = 15
AT_COMBAT: Final = 16
AT_JOIN: Final = 17
AT_ROLL: Final = 18
AT_REROLL: Final = 19
AT_THROW_AGAIN: Final = 20
AT_RESULT: Final = 21
AT_SUFFER: Final = 22
AT_PUSH: Final = 23
AT_RETREAT: Final = 24
AT_RALLY: Final = 25
AT_TURN_END: Final = 26
AT_END: Final = 27

ANY: Final = 3
DRAW: Final = 2

# Why a battle ended.
TWO_BRIGADES: Final = 0
MORE_BRIGADES: Final = 1
MORE_UNITS: Final = 2
LEVEL: Final = 3
STALE: Final = 3  # is added to the last three, if nobody was removed for many turns


def step(kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Packs a pending step."""
    return kind | a << FIRST | b << SECOND | c << THIRD | d << FOURTH
