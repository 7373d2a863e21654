"""Chapter 1: choosing and turning the boards, forming and placing the brigades, and who begins."""

from collections.abc import Sequence
from typing import Final

from drumhead.core.errors import SetupError
from drumhead.core.frames import GO_ON, KIND
from drumhead.core.state import CHANCE
from drumhead.games.travel_battle.army.brigades import (
    check_brigades,
    is_packed,
    pack_brigades,
    ready_made,
    unpack_brigades,
)
from drumhead.games.travel_battle.army.force import OWN
from drumhead.games.travel_battle.engine.encoding import (
    ANY,
    AT_BOARD,
    AT_BOARD_DIE,
    AT_EDGE,
    AT_EDGE_DIE,
    AT_FIRST_DIE,
    AT_LEFT_DIE,
    AT_PLACE,
    AT_PLACE_DIE,
    AT_SPLIT,
    BOARD,
    BYTE,
    EDGE,
    FIRST,
    NONE,
    PLACE,
    RESERVE,
    SECOND,
    SIDE,
    SPLIT,
    pack,
    pack_split,
    step,
    unpack,
    unpack_split,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.moves import APART, joinable, ready
from drumhead.games.travel_battle.rules.boards import (
    ALL,
    BIT,
    BOARDS,
    GRID,
    NEIGHBOURS,
    WIDE,
    bits,
    ground_of,
    layout_code,
    quarters_of,
)
from drumhead.games.travel_battle.rules.movement import commanded
from drumhead.games.travel_battle.rules.turns import start_turn

ZONE: Final[tuple[int, ...]] = (GRID.row[0] | GRID.row[1], GRID.row[-1] | GRID.row[-2])
"""Where each seat places its brigades."""
PLACES: Final = ready(PLACE)


def step_board(f: Field, frame: int) -> int:
    """[TB-1.3] Each seat chooses a board."""
    f.options = [pack(BOARD, board) for board in range(len(BOARDS))]
    return frame >> FIRST & BYTE


def choose_board(f: Field, action: int) -> None:
    """[TB-1.3] When both have chosen, a die decides if they want the same."""
    seat, board = f.player, action >> FIRST & BYTE
    f.board = [board, f.board[1]] if seat == 0 else [f.board[0], board]
    if f.events is not None:
        f.events.append(("board", "TB-1.3", seat, board))
    if seat == 0:
        f.stack[-1] = step(AT_BOARD, 1)
    else:
        f.stack[-1] = AT_BOARD_DIE if f.board[0] == f.board[1] else AT_LEFT_DIE


def step_throw(f: Field, frame: int) -> int:
    """[TB-1.3, TB-1.4, TB-1.5] Dice are thrown."""
    return CHANCE


def throw_board(f: Field, outcome: int) -> None:
    """[TB-1.3] 1 to 3 gives the board to the first seat, 4 to 6 to the second; the other takes the other board."""
    loser = 1 if outcome <= 3 else 0
    f.board = [1 - f.board[0], f.board[1]] if loser == 0 else [f.board[0], 1 - f.board[1]]
    f.stack[-1] = AT_LEFT_DIE
    if f.events is not None:
        f.events.append(("die", "TB-1.3", outcome))
        f.events.append(("gets_board", "TB-1.3", 1 - loser, f.board[1 - loser]))


def throw_left(f: Field, outcome: int) -> None:
    """[TB-1.3] 1 to 3 puts the first seat's board on the left, 4 to 6 the second's."""
    f.left = 0 if outcome <= 3 else 1
    f.stack[-1] = step(AT_EDGE_DIE, 0)
    if f.events is not None:
        f.events.append(("die", "TB-1.3", outcome))
        f.events.append(("left", "TB-1.3", f.board[f.left]))


def throw_edge(f: Field, outcome: int) -> None:
    """[TB-1.3] 1 to 4 is the edge that faces the seat; on 5 and 6 it chooses."""
    seat = f.stack[-1] >> FIRST & BYTE
    if f.events is not None:
        f.events.append(("edge_die", "TB-1.3", seat, outcome))
    if outcome > 4:
        f.stack[-1] = step(AT_EDGE, seat)
    else:
        lay(f, seat, outcome)


def step_edge(f: Field, frame: int) -> int:
    """[TB-1.3] The seat chooses the edge of its board that faces it."""
    f.options = [pack(EDGE, edge) for edge in (1, 2, 3, 4)]
    return frame >> FIRST & BYTE


def choose_edge(f: Field, action: int) -> None:
    """[TB-1.3] Turns the board as its owner chose."""
    lay(f, f.player, action >> FIRST & BYTE)


def lay(f: Field, seat: int, edge: int) -> None:
    """[TB-1.3] Turns a board; when both lie, they are joined to a field 20 wide and 10 deep."""
    f.edge = [edge, f.edge[1]] if seat == 0 else [f.edge[0], edge]
    if f.events is not None:
        f.events.append(("edge", "TB-1.3", seat, edge))
    if seat == 0:
        f.stack[-1] = step(AT_EDGE_DIE, 1)
        return
    halves = [(f.board[owner], quarters_of(owner, f.edge[owner])) for owner in (f.left, 1 - f.left)]
    f.set_ground(ground_of(layout_code(halves[0], halves[1])))
    f.board, f.left, f.edge = [NONE, NONE], NONE, [0, 0]
    f.stack[-1] = step(AT_SPLIT, 0)


def step_split(f: Field, frame: int) -> int:
    """[TB-1.2] When the field lies, each side that agreed on no brigades forms its own, the first seat first."""
    seat = frame >> FIRST & BYTE
    while not f.force.pool & OWN[seat]:
        if seat == 1:
            f.stack[-1] = AT_PLACE_DIE
            return GO_ON
        seat = 1
    f.stack[-1] = step(AT_SPLIT, seat)
    return seat


def list_split(f: Field) -> list[int]:
    """[TB-1.2, TB-9.3] The ready-made splits; any other that the rules allow is accepted too."""
    return [pack_split(pack_brigades(split)) for split in ready_made(horse_artillery=f.force.horse_artillery)]


def accepts_split(f: Field, action: int) -> bool:
    """[TB-1.1, TB-1.2, TB-9.1] Returns whether an action is a split of the whole army that the rules allow."""
    if action & KIND != SPLIT or f.stack[-1] & KIND != AT_SPLIT or not is_packed(unpack_split(action)):
        return False
    try:
        check_brigades(unpack_brigades(unpack_split(action)), horse_artillery=f.force.horse_artillery)
    except SetupError:
        return False
    return True


def choose_split(f: Field, action: int) -> None:
    """[TB-1.2] The side's units are in their brigades from now on."""
    seat = f.player
    f.set_force(f.force.formed(seat, unpack_brigades(unpack_split(action))))
    if f.events is not None:
        f.events.append(("split", "TB-1.2", seat, unpack_split(action)))
    f.stack[-1] = step(AT_SPLIT, 1) if seat == 0 else AT_PLACE_DIE


def throw_place(f: Field, outcome: int) -> None:
    """[TB-1.4] The higher die places first; a tie is thrown again."""
    first = higher(f, outcome, "TB-1.4")
    if first >= 0:
        f.stack[-1] = step(AT_PLACE, first, ANY)
        if f.events is not None:
            f.events.append(("places_first", "TB-1.4", first))


def higher(f: Field, outcome: int, clause: str) -> int:
    """[TB-1.4, TB-1.5] The seat with the higher of two dice, or -1 for a tie."""
    one, other = outcome & 7, outcome >> 3 & 7
    if f.events is not None:
        f.events.append(("two_dice", clause, one, other))
    return -1 if one == other else 0 if one > other else 1


def step_place(f: Field, frame: int) -> int:
    """[TB-1.4] Whole brigades are placed in turn; when all stand, the dice decide who moves first."""
    seat, brigade = frame >> FIRST & BYTE, frame >> SECOND & BYTE
    if brigade != ANY:
        if is_waiting(f, seat, brigade):
            return seat
        warn(f, seat, brigade)
        seat = 1 - seat
    for side in (seat, 1 - seat):
        if is_waiting(f, side, ANY):
            f.stack[-1] = step(AT_PLACE, side, ANY)
            return side
    f.stack[-1] = AT_FIRST_DIE
    return CHANCE


def waiting(f: Field, seat: int, brigade: int) -> list[int]:
    """The pieces of a seat, or of one of its brigades, that are yet to be placed."""
    own = f.force.brigade
    return [
        unit
        for unit in range(seat * SIDE, seat * SIDE + SIDE)
        if f.square[unit] == RESERVE and (brigade == ANY or own[unit] == seat * 3 + brigade)
    ]


def linked_placement(f: Field, action: int, legal: Sequence[int]) -> int:
    """[TB-1.4, TB-3.3] Returns a placement, or the nearest that joins a piece to those of its brigade that stand."""
    kind, unit, square = unpack(action)
    if kind != PLACE:
        return action
    number = f.force.brigade[unit]
    standing = 0
    for mate in (f.force.leader[number], *f.force.units[number]):
        if f.square[mate] < RESERVE:
            standing |= BIT[f.square[mate]]
    if not standing or NEIGHBOURS[square] & standing:
        return action
    found = action
    shortest = WIDE
    for code in legal:
        kind, who, place = unpack(code)
        if kind == PLACE and who == unit and NEIGHBOURS[place] & standing and APART[place][square] < shortest:
            found, shortest = code, APART[place][square]
    return found


def is_waiting(f: Field, seat: int, brigade: int) -> bool:
    """Returns whether `waiting` would list any; asked after every piece that is placed, so it lists none."""
    own, number = f.force.brigade, seat * 3 + brigade
    for unit in range(seat * SIDE, seat * SIDE + SIDE):
        if f.square[unit] == RESERVE and (brigade == ANY or own[unit] == number):
            return True
    return False


def warn(f: Field, seat: int, brigade: int) -> None:
    """[TB-1.4] A brigade need not stand together, but those who begin cut off are named."""
    if f.events is not None:
        astray = f.force.members[seat * 3 + brigade] & ~commanded(f, seat)
        if astray:
            f.events.append(("scattered", "TB-1.4", seat, brigade + 1, astray))


def list_place(f: Field) -> list[int]:
    """[TB-1.4, TB-1.6, TB-3.5] Each waiting piece into the first two rows, where terrain and other pieces let it."""
    seat = f.player
    free = ZONE[seat] & ~f.occupied()
    out: list[int] = []
    foot = bits(free | ZONE[seat] & joinable(f, seat))
    other = bits(free & f.ground.passable[f.force.closed] & ALL)
    for unit in waiting(f, seat, f.stack[-1] >> SECOND & BYTE):
        places = PLACES[unit]
        out += [places[square] for square in (foot if f.force.foot >> unit & 1 else other)]
    return out


def choose_place(f: Field, action: int) -> None:
    """[TB-1.4] Places a piece; the rest of its brigade follows."""
    unit, square = action >> FIRST & BYTE, action >> SECOND & BYTE
    f.put(unit, square)
    if f.events is not None:
        f.events.append(("place", "TB-1.4", unit, square))
    f.stack[-1] = step(AT_PLACE, f.player, f.force.brigade[unit] % 3)


def throw_first(f: Field, outcome: int) -> None:
    """[TB-1.5] The higher die moves first; a tie is thrown again."""
    first = higher(f, outcome, "TB-1.5")
    if first >= 0:
        if f.events is not None:
            f.events.append(("moves_first", "TB-1.5", first))
        f.stack.pop()
        start_turn(f, first)
