"""Actions that are often played together: the moves of a whole brigade, and all who may join a combat."""

from typing import Final

from drumhead.core.forecast import Plan
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import AT_JOIN, AT_MOVE, JOIN, MOVE, RESERVE, pack, unpack
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.rules.boards import GRID, WIDE
from drumhead.games.travel_battle.text.actions import rich
from drumhead.games.travel_battle.text.names import KEYS

WAYS: Final[tuple[tuple[int, int, Text], ...]] = (
    (0, 1, Text("forward")),
    (-1, 1, Text("forward and to the left")),
    (1, 1, Text("forward and to the right")),
    (-1, 0, Text("to the left")),
    (1, 0, Text("to the right")),
    (0, -1, Text("back")),
    (-1, -1, Text("back and to the left")),
    (1, -1, Text("back and to the right")),
)
"""The ways of a brigade as its owner looks at the field: files to the right, ranks forward, and words."""
MAX_STEPS: Final = 3


def plans(b: Battle) -> list[Plan]:
    """The plans of the seat to act."""
    if b.player < 0:
        return []
    step = b.step_kind()
    if step == AT_JOIN:
        return _join_all(b)
    return _brigade_moves(b) if step == AT_MOVE else []


def _join_all(b: Battle) -> list[Plan]:
    """[TB-6.2] All who may join a combat, then the fight."""
    then, codes = b.clone(), []
    while then.step_kind() == AT_JOIN and then.target == b.target:
        code = then.legal()[0]
        codes.append(code)
        then.apply(code)
        if unpack(code)[0] != JOIN:
            break
    joining = [KEYS[unpack(code)[1]] for code in codes if unpack(code)[0] == JOIN]
    if len(joining) < 2:
        return []
    words = Text("join all and fight: {keys}", keys=", ".join(joining))
    return [Plan(words, tuple(rich(b.force, code).notation for code in codes))]


def _brigade_moves(b: Battle) -> list[Plan]:
    """[TB-2.1, TB-3.1] Every brigade of two or more pieces that can still move, the same way and equally far."""
    found = []
    for number in range(b.active * 3, b.active * 3 + 3):
        pieces = [unit for unit in (b.force.leader[number], *b.force.units[number]) if _may_move(b, unit)]
        if len(pieces) < 2:
            continue
        for files, ranks, way in WAYS:
            for steps in range(1, MAX_STEPS + 1):
                codes = _together(b, pieces, files * steps, ranks * steps)
                if not codes:
                    break
                told = {"number": number % 3 + 1, "way": way, "n": steps, "keys": ", ".join(KEYS[u] for u in pieces)}
                words = Text(
                    "brigade {number}, {n} square {way}: {keys}", "brigade {number}, {n} squares {way}: {keys}", **told
                )
                found.append(Plan(words, tuple(rich(b.force, code).notation for code in codes)))
    return found


def _may_move(b: Battle, unit: int) -> bool:
    """[TB-3.3, TB-4.3, TB-7.1] Returns whether a piece might still move in this turn."""
    busy = b.moved | b.turned | b.formed
    return b.square[unit] < RESERVE and not busy >> unit & 1 and bool(b.command >> unit & 1)


def _together(b: Battle, pieces: list[int], files: int, ranks: int) -> list[int]:
    """[TB-3.6] The moves that shift all pieces alike, in an order in which nobody stands in the way; or nothing."""
    forward = 1 if b.active == 0 else -1
    codes: dict[int, int] = {}
    for unit in pieces:
        file, rank = b.square[unit] % WIDE + files * forward, b.square[unit] // WIDE + ranks * forward
        if not (0 <= file < WIDE and 0 <= rank < GRID.count // WIDE):
            return []
        codes[unit] = pack(MOVE, unit, rank * WIDE + file)
    then, order = b.clone(), []
    while codes:
        legal = set(then.legal())
        free = [unit for unit, code in codes.items() if code in legal]
        if not free:
            return []
        order.append(codes.pop(free[0]))
        then.apply(order[-1])
        if then.step_kind() != encoding.AT_MOVE:
            return []  # a brigadier has to give way: his owner decides
    return order
