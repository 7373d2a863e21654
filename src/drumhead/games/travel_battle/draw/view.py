"""What a seat sees, as plain data."""

from typing import Any

from drumhead.games.travel_battle.army.force import OWN, RALLY, SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import ABSENT, NONE, REMOVED, RESERVE
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.rules.artillery import needed
from drumhead.games.travel_battle.rules.boards import (
    BIT,
    BOARDS,
    GRID,
    NEIGHBOURS,
    Ground,
    bits,
    ground_of,
    layout_code,
    quarters_of,
)
from drumhead.games.travel_battle.rules.combat_dice import faces_of
from drumhead.games.travel_battle.rules.movement import commanded
from drumhead.games.travel_battle.text.names import KEYS, KIND_NAMES, LETTERS, SIDES


def view(b: Battle, seat: int) -> dict[str, Any]:
    """The position as a seat sees it; all is open in this game."""
    command = b.command | commanded(b, 1 - b.active) if b.turn else commanded(b, 0) | commanded(b, 1)
    ground = ground_so_far(b)
    return {
        "game": "travel-battle",
        "seat": seat if seat >= 0 else None,
        "phase": phase(b),
        "turn": b.turn,
        "max_turns": b.force.max_turns,
        "active": b.active if b.turn or b.player < 0 else b.player,
        "ground": list(ground.rows),
        "boards": [{"name": name, "rotation": rotation} for name, rotation in ground.boards],
        "turning": _turning(b),
        "sides": [_side(b, side) for side in (0, 1)],
        "units": [_unit(b, unit, command) for unit, square in enumerate(b.square) if square != ABSENT],
        "contacts": contacts(b),
        "combat": _combat(b),
        "roll": _roll(b),
    }


def ground_so_far(b: Battle) -> Ground:
    """[TB-1.3] The battlefield; until it is laid, the boards as they lie now, edge 1 towards their owners."""
    if b.turn_step() > encoding.AT_EDGE:
        return b.ground
    owners = (b.left, 1 - b.left) if b.left != NONE else (0, 0)
    boards = [b.board[owner] for owner in owners] if b.left != NONE else list(range(len(BOARDS)))
    left, right = ((board, quarters_of(owner, b.edge[owner] or 1)) for board, owner in zip(boards, owners, strict=True))
    return ground_of(layout_code(left, right))


def _turning(b: Battle) -> int | None:
    """[TB-1.3] Which of the boards, the left or the right, is being turned by its owner."""
    if b.turn_step() != encoding.AT_EDGE:
        return None
    return 0 if b.pending()["seat"] == b.left else 1


def phase(b: Battle) -> str:
    """The step of the battle in a word."""
    return b.all_pending()[0].kind.phase


def _side(b: Battle, seat: int) -> dict[str, Any]:
    brigades = []
    for number in range(3):
        members = bits(b.force.members[seat * 3 + number])
        total = sum(b.square[unit] != ABSENT for unit in members)
        alive = b.alive[seat * 3 + number]
        if total:
            brigades.append({"number": number + 1, "units": alive, "total": total, "eliminated": alive == 0})
    return {
        "seat": seat,
        "letter": LETTERS[seat],
        "name": str(SIDES[seat]),
        "brigades": brigades,
        "removed": b.removed[seat],
        "eliminated": b.lost_brigades[seat],
    }


def _unit(b: Battle, unit: int, command: int) -> dict[str, Any]:
    square = b.square[unit]
    return {
        "key": KEYS[unit],
        "seat": SEAT[unit],
        "kind": KIND_NAMES[b.force.kind[unit]],
        "brigade": b.force.brigade[unit] % 3 + 1 if not b.force.pool & OWN[SEAT[unit]] else 0,
        "square": GRID.names[square] if square < RESERVE else None,
        "where": "field" if square < RESERVE else "removed" if square == REMOVED else "reserve",
        "turned": bool(b.turned >> unit & 1),
        "halted": bool(b.halted >> unit & 1),
        "in_square": bool(b.formed >> unit & 1),
        "leaving_square": bool(b.reforming >> unit & 1),
        "moved": bool(b.moved >> unit & 1),
        "in_command": bool(command >> unit & 1),
        "fired": bool(b.fired >> unit & 1),
        "fought": bool(b.fought >> unit & 1),
    }


def contacts(b: Battle) -> list[list[str]]:
    """[TB-6.1] Every two enemy units that touch, seat 0's first."""
    out = []
    for unit in b.living(0):
        around = NEIGHBOURS[b.square[unit]]
        out += [[KEYS[unit], KEYS[enemy]] for enemy in b.living(1) if around & BIT[b.square[enemy]]]
    return out


def _combat(b: Battle) -> dict[str, Any] | None:
    if b.target == NONE:
        return None
    attackers, defenders = bits(b.attackers), b.defenders()
    return {
        "target": GRID.names[b.target],
        "attackers": [KEYS[unit] for unit in attackers],
        "defenders": [KEYS[unit] for unit in defenders],
        "dice": {KEYS[unit]: faces_of(b, unit) for unit in attackers + defenders if faces_of(b, unit)},
    }


def _roll(b: Battle) -> dict[str, Any] | None:
    """Returns the pending throw: its kind, who throws, at what, with which dice, and the face that is needed."""
    frame = b.pending()
    if not frame.kind.throw:
        return None
    fields = {field.name: value for field, value in frame.items()}
    unit, target = fields.get("unit"), fields.get("square", b.target)
    need = None
    if frame.number == encoding.AT_HIT:
        need = needed(b, frame["unit"], frame["square"])
    elif frame.number == encoding.AT_RALLY:
        need = RALLY[b.force.kind[frame["unit"]]]
    sides = b.throw()
    return {
        "kind": frame.kind.throw,
        "unit": None if unit is None else KEYS[unit],
        "target": GRID.names[target] if target != NONE else None,
        "dice": len(sides),
        "sides": sides[0],
        "need": need,
    }
