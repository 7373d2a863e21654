"""Positions as text: the ground row by row, the brigades piece by piece, then what was done and what is pending.

    ....................              ten rows of twenty, the far one first; or `boards A90 B180`, or `open`
    ...; R1@d2 leads R4@d3 R5@d3:turned R6@c3:square R16@removed; B1@k9 leads B12@d4; turn R 7; moved R1; pending move

Marks of a piece are `turned`, `turned-now` (in its owner's turn, which still goes on), `halted` (by fire: it only does
not move), `square` and, for guns, `horse`.
Pieces that are not named take no part; `unformed R` says that Red's units are in reserve and in no brigade yet. Rows
may be divided by `/` or by line ends. `moved`, `fired`, `fought` list who did it in this turn, `fled` whom fire made
retreat, `shifted` whom this combat step displaced, `came-from B7:d7` where those stood of them who have not fought;
`cut-off` and `able` (to attack) stand there only where they are not
what the position shows. `reforming` are those who leave square when the turn ends; `loss 12` is the turn of the last
loss, where turns are not limited. A combat is `attack f6; by R4 R5; dice R4:5,2`.
"""

import re
from typing import Final

from drumhead.core.errors import NotationError
from drumhead.games.travel_battle.army.force import LINE_UP, NOT_PLAYING, OWN, POOL, SEAT, Force
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import (
    ABSENT,
    ARTILLERY,
    HORSE_ARTILLERY,
    NONE,
    PIECES,
    REMOVED,
    RESERVE,
    SIDE,
)
from drumhead.games.travel_battle.engine.position import is_leader
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.notation.frames import read_number, read_step, with_turn_step, write_step
from drumhead.games.travel_battle.rules.boards import (
    BOARDS,
    GRID,
    OPEN_GROUND,
    Ground,
    bits,
    drawn,
    ground_of,
    layout_code,
)
from drumhead.games.travel_battle.rules.combat import begin_combats
from drumhead.games.travel_battle.rules.movement import commanded
from drumhead.games.travel_battle.text.names import KEYS, LETTERS, board_of, seat_of, square_name, square_of, unit_of

SETS: Final = ("moved", "reforming", "fired", "fled", "fought", "shifted", "rerolled")
WORDS: Final = (
    *(
        "boards",
        "wants",
        "left",
        "edges",
        "unformed",
        "turn",
        "came-from",
        "cut-off",
        "able",
        "attack",
        "by",
        "dice",
        "pending",
    ),
    "loss",
    *SETS,
)
PLACES: Final = {"reserve": RESERVE, "removed": REMOVED}
MARKS: Final = ("turned", "turned-now", "halted", "square", "horse")
PIECE: Final = re.compile(r"([A-Z]\d+)@(\w+)(?::([\w+-]+))?")
TURNED_BOARD: Final = re.compile(r"([A-Z])(0|90|180|270)")


def write_position(b: Battle) -> str:
    """Writes a position on one line."""
    parts = ["open" if b.ground.code == OPEN_GROUND else "/".join(b.ground.rows)]
    if b.ground.boards:
        parts.append("boards " + " ".join(f"{name}{rotation}" for name, rotation in b.ground.boards))
    if b.board != [NONE, NONE]:
        chosen = [f"{LETTERS[seat]}:{BOARDS[board]}" for seat, board in enumerate(b.board) if board != NONE]
        parts.append(f"wants {' '.join(chosen)}")
    parts += [f"left {LETTERS[b.left]}"] if b.left != NONE else []
    edges = [f"{LETTERS[seat]}:{edge}" for seat, edge in enumerate(b.edge) if edge]
    parts += [f"edges {' '.join(edges)}"] if edges else []
    parts += [_brigade(b, number) for number in range(6) if b.square[b.force.leader[number]] != ABSENT]
    parts += (
        [f"unformed {' '.join(LETTERS[seat] for seat in (0, 1) if b.force.pool & OWN[seat])}"] if b.force.pool else []
    )
    parts += [f"turn {LETTERS[b.active]} {b.turn}"]
    parts += [f"loss {b.last_loss}"] if b.last_loss else []
    for name in SETS[:-1]:
        parts += _set(name, getattr(b, name))
    came_from = [
        f"{KEYS[unit]}:{GRID.names[(b.came_from >> unit * 8 & 255) - 1]}"
        for unit in range(PIECES)
        if b.came_from >> unit * 8 & 255
    ]
    parts += [f"came-from {' '.join(came_from)}"] if came_from else []
    if b.command != _default_command(b):
        parts.append(f"cut-off {_keys(_own_pieces(b) & ~b.command)}")
    if b.able != _default_able(b):
        parts.append(f"able {_keys(b.able)}")
    parts += [f"attack {GRID.names[b.target]}"] if b.target != NONE else []
    parts += _set("by", b.attackers) + _set("rerolled", b.rerolled)
    dice = [f"{KEYS[unit]}:{_faces(b.dice >> unit * 8 & 255)}" for unit in range(PIECES) if b.dice >> unit * 8 & 255]
    parts += [f"dice {' '.join(dice)}"] if dice else []
    parts.append(f"pending {' '.join(write_step(frame) for frame in b.stack)}")
    return "; ".join(parts)


def _brigade(b: Battle, number: int) -> str:
    members = [unit for unit in bits(b.force.members[number]) if b.square[unit] != ABSENT]
    told = [_piece(b, unit) for unit in members]
    return f"{_piece(b, b.force.leader[number])} leads {' '.join(told)}".strip()


def _piece(b: Battle, unit: int) -> str:
    marks = []
    if b.turned >> unit & 1:
        marks.append("halted" if b.halted >> unit & 1 else "turned-now" if b.turned_now >> unit & 1 else "turned")
    marks += ["square"] if b.formed >> unit & 1 else []
    marks += ["horse"] if b.force.horse_guns >> unit & 1 else []
    return f"{KEYS[unit]}@{square_name(b.square[unit])}" + (f":{'+'.join(marks)}" if marks else "")


def _set(name: str, units: int) -> list[str]:
    return [f"{name} {_keys(units)}"] if units else []


def _keys(units: int) -> str:
    return " ".join(KEYS[unit] for unit in bits(units)) or "none"


def _faces(dice: int) -> str:
    return f"{dice & 15},{dice >> 4}" if dice >> 4 else f"{dice & 15}"


def _own_pieces(b: Battle) -> int:
    own = range(b.active * SIDE, b.active * SIDE + SIDE)
    return sum(1 << unit for unit in own if b.square[unit] < RESERVE)


def _default_command(b: Battle) -> int:
    """[TB-3.3] Who would be in command if the turn began now."""
    return commanded(b, b.active) if b.turn else 0


def _default_able(b: Battle) -> int:
    """[TB-6.2] Who might attack if the combat step began now."""
    if b.turn_step() != encoding.AT_COMBAT:
        return 0
    copy = b.clone()
    begin_combats(copy)
    return copy.able


class Reader:
    """Reads one position."""

    def __init__(self, text: str, like: Force) -> None:
        self.parts = [part.strip() for part in text.split(";") if part.strip()]
        self.pieces: dict[int, tuple[int, list[str], int]] = {}
        self.said: dict[str, list[str]] = {}
        self.rows: tuple[str, ...] = ()
        for number, part in enumerate(self.parts):
            words = part.split()
            if "@" in words[0]:
                self._brigade(words)
            elif number == 0 and words[0] not in WORDS:
                self.rows = tuple(part.replace("/", " ").split()) if part != "open" else ()
            elif words[0] not in WORDS:
                raise NotationError(
                    "{words!r} is not part of a position; it may hold {names}", words=words[0], names=", ".join(WORDS)
                )
            elif words[0] in self.said:
                raise NotationError("{words!r} stands twice", words=words[0])
            else:
                self.said[words[0]] = words[1:]
        kind = list(LINE_UP * 2)
        brigade = [NOT_PLAYING] * PIECES
        for seat in map(seat_of, self.said.get("unformed", [])):
            brigade[seat * SIDE + 3 : seat * SIDE + SIDE] = [POOL] * (SIDE - 3)
        for unit, (_, marks, number) in self.pieces.items():
            brigade[unit] = number
            if "horse" in marks:
                if kind[unit] != ARTILLERY:
                    raise NotationError("{key} is no gun", "TB-9.1", key=KEYS[unit])
                kind[unit] = HORSE_ARTILLERY
        self.force = like if (kind, brigade) == (like.kind, like.brigade) else like.with_pieces(kind, brigade)

    def _brigade(self, words: list[str]) -> None:
        if words[1:2] not in ([], ["leads"]):
            raise NotationError(
                "a brigade is written R1@d2 leads R4@d3, not {words!r}", "TB-1.2", words=" ".join(words)[:40]
            )
        leader = self._piece(words[0])
        number = leader // SIDE * 3 + leader % SIDE
        if not is_leader(leader):
            raise NotationError("{key} is no brigadier: R1 to R3 and B1 to B3 are", "TB-1.2", key=KEYS[leader])
        self._add(words[0], number)
        for word in words[2:]:
            unit = self._piece(word)
            if is_leader(unit) or SEAT[unit] != number // 3:
                raise NotationError("{leader} cannot lead {key}", "TB-1.2", leader=KEYS[leader], key=KEYS[unit])
            self._add(word, number)

    @staticmethod
    def _piece(word: str) -> int:
        found = PIECE.fullmatch(word)
        if found is None:
            raise NotationError("{word!r} is not a piece; write R4@d3 or R5@d3:turned", word=word)
        return unit_of(found[1])

    def _add(self, word: str, number: int) -> None:
        unit = self._piece(word)
        found = PIECE.fullmatch(word)
        assert found is not None
        marks = found[3].split("+") if found[3] else []
        for mark in marks:
            if mark not in MARKS:
                raise NotationError(
                    "{mark!r} is no mark of a piece; they are {names}", mark=mark, names=", ".join(MARKS)
                )
        if unit in self.pieces:
            raise NotationError("{key} stands twice", key=KEYS[unit])
        place = PLACES[found[2]] if found[2] in PLACES else square_of(found[2])
        self.pieces[unit] = (place, marks, number)

    def read(self) -> Battle:
        """The position as it is written; who decides in it is yet to be found out."""
        b = Battle(self.force)
        b.set_ground(self._ground())
        for unit, (place, marks, _) in self.pieces.items():
            self._crowd(b, unit, place)
            b.put(unit, place)
            if place < RESERVE and "square" in marks:
                b.form(unit)
            if {"turned", "turned-now", "halted"} & set(marks):
                b.turned |= 1 << unit
            if "halted" in marks:
                b.halted |= 1 << unit
            if "turned-now" in marks:
                b.turned_now |= 1 << unit
        b.count_losses()
        self._setup(b)
        words = [*self.said.get("turn", ["R"]), "1"]
        b.active, b.turn = seat_of(words[0]), read_number(words[1], "the turn", 10_000)
        if self.said.get("loss"):
            b.last_loss = read_number(self.said["loss"][0], "the turn of a loss", 10_000)
        for name in SETS:
            setattr(b, name, self._units(name))
        for word in self.said.get("came-from", []):
            key, _, name = word.partition(":")
            b.came_from |= square_of(name) + 1 << unit_of(key) * 8
        b.stack = with_turn_step([read_step(words) for words in self.said.get("pending", ["move"])])
        b.command = _default_command(b)
        if "cut-off" in self.said:
            b.command = _own_pieces(b) & ~self._units("cut-off")
        b.able = self._units("able") if "able" in self.said else _default_able(b)
        b.target = square_of(self.said["attack"][0]) if self.said.get("attack") else NONE
        b.attackers = self._units("by")
        self._dice(b)
        return b

    def _ground(self) -> Ground:
        words = self.said.get("boards")
        if words is None:
            return drawn(self.rows) if self.rows else ground_of(OPEN_GROUND)
        found = [TURNED_BOARD.fullmatch(word) for word in words]
        if len(found) != 2 or found[0] is None or found[1] is None:
            raise NotationError("boards are written A90 B180, not {words!r}", "TB-1.3", words=" ".join(words))
        left, right = ((board_of(match[1]), int(match[2]) // 90) for match in found if match is not None)
        ground = ground_of(layout_code(left, right))
        if self.rows and self.rows != ground.rows:
            raise NotationError("the rows are not those of the boards", "TB-1.3")
        return ground

    @staticmethod
    def _crowd(b: Battle, unit: int, place: int) -> None:
        """[TB-1.6] Refuses a piece on a square that others hold and do not share."""
        if place >= RESERVE:
            return
        bit = 1 << place
        joins = b.held[SEAT[unit]] & bit and not (b.paired | b.led[0] | b.led[1]) & bit and not is_leader(unit)
        if b.occupied() & bit and not joins:
            raise NotationError("{key} cannot share {square}", "TB-1.6", key=KEYS[unit], square=GRID.names[place])

    def _setup(self, b: Battle) -> None:
        for word in self.said.get("wants", []):
            letter, _, board = word.partition(":")
            b.board[seat_of(letter)] = board_of(board)
        for word in self.said.get("edges", []):
            letter, _, edge = word.partition(":")
            b.edge[seat_of(letter)] = read_number(edge, "an edge", 4)
        if self.said.get("left"):
            b.left = seat_of(self.said["left"][0])

    def _units(self, name: str) -> int:
        units = 0
        for key in self.said.get(name, []):
            if key != "none":
                units |= 1 << unit_of(key)
        return units

    def _dice(self, b: Battle) -> None:
        for word in self.said.get("dice", []):
            key, _, faces = word.partition(":")
            for slot, face in enumerate(faces.split(",")[:2]):
                b.dice |= read_number(face, "a face", 6) << unit_of(key) * 8 + slot * 4
