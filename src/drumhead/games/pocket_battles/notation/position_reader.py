"""Reads positions as `position_writer` writes them; what is left out has its usual value."""

import re
from typing import Final

from drumhead.core.errors import NotationError
from drumhead.core.frames import Frame
from drumhead.core.words.numbers import whole_number
from drumhead.games.pocket_battles.army.force import Force
from drumhead.games.pocket_battles.army.tiles import UNKNOWN, Tile, tiles
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import LOST, RESERVE
from drumhead.games.pocket_battles.engine.frames import FRAMES
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.notation.position_writer import ROWS, is_before_action, usual_flags
from drumhead.games.pocket_battles.rules.turns import can_take_turn
from drumhead.games.pocket_battles.text.names import Names

MAX_ROUND: Final = 10_000
MAX_NUMBER: Final = 200
MAX_TOKENS: Final = 9_999
UNIT: Final = re.compile(r"([A-Z])([0-9]{1,4})\(([^()]*)\)")
ORDERS: Final = re.compile(r"o[0-9]{1,4}")
TROOP: Final = re.compile(r"(-?)([A-Z]{3}[0-9]{2}|\?)(?:\*([0-9]))?")


class PositionReader:
    """Reads one position."""

    def __init__(self, text: str, letters: tuple[str, ...], like: Force) -> None:
        self.parts = [part.strip() for part in " ".join(text.split()).split(";")]
        self.letters = letters
        self.found: dict[str, tuple[int, str]] = {}
        self.contacts: list[tuple[str, str]] = []
        self._board(self.parts[0])
        self.said = {part.partition(" ")[0]: part.partition(" ")[2] for part in self.parts[1:] if part}
        for word, zone in (("reserve", RESERVE), ("lost", LOST)):
            for key, _, troops in self._found(self.said.get(word, "")):
                self._add(key, zone, troops)
        sizes = [like.sizes[seat] for seat in (0, 1)]
        for seat, letter in enumerate(letters):
            if letter in self.said:
                sizes[seat] = _number(self.said[letter].split()[:1], f"the size of {letter}")
            if sizes[seat] % 10 or not 10 <= sizes[seat] <= 120:
                raise NotationError(
                    "the size of {letter} is a multiple of 10 up to 120, not {size}",
                    "PB-1.2",
                    letter=letter,
                    size=sizes[seat],
                )
        units = tuple(self._side(letter) for letter in letters)
        armies = tuple(
            tuple(dict.fromkeys(tile.army for unit in side for tile in unit if tile.army)) or like.armies[seat]
            for seat, side in enumerate(units)
        )
        self.force = Force(
            (units[0], units[1]),
            sizes=(sizes[0], sizes[1]),
            armies=(armies[0], armies[1]),
            terms=like.terms,
        )
        self.names = Names(self.force, letters)

    def _board(self, text: str) -> None:
        rows = [row.split("|") for row in text.split("/")]
        if len(rows) != 5 or any(len(row) != 3 for row in rows):
            raise NotationError("a position begins with five rows divided by /, each of three cells divided by |")
        for (seat, row), cells in zip(ROWS, rows, strict=True):
            for sector, cell in enumerate(cells):
                self._cell(cell.strip(), seat, sector * 3 + row)

    def _cell(self, cell: str, seat: int, zone: int) -> None:
        for group in [] if cell in (".", "") else cell.split(","):
            single, cross, many = group.partition(" x ")
            one = self._found(single)
            other = self._found(many)
            if seat < 0 and (len(one) != 1 or (cross and not other)):
                raise NotationError("{words!r} is not an engagement: write O3(...) x E2(...)", words=group.strip())
            for key, letter, troops in one + other:
                if seat >= 0 and letter != self.letters[seat]:
                    raise NotationError("{key} stands on the other side's ground", "PB-2.1", key=key)
                self._add(key, zone, troops)
            if any(letter == one[0][1] for _, letter, _ in other):
                raise NotationError(
                    "{words!r} sets units of one side against each other", "PB-6.11", words=group.strip()
                )
            self.contacts += [(one[0][0], key) for key, _, _ in other]

    def _found(self, text: str) -> list[tuple[str, str, str]]:
        found = [(match[1] + match[2], match[1], match[3]) for match in UNIT.finditer(text)]
        rest = UNIT.sub("", text).strip()
        if rest:
            raise NotationError("{words!r} is not a unit; write O3(ORC17 ORC19*1 o2)", words=rest[:30])
        return found

    def _add(self, key: str, zone: int, troops: str) -> None:
        if key in self.found:
            raise NotationError("{key} stands twice", key=key)
        if key[0] not in self.letters:
            raise NotationError(
                "{key} belongs to neither side; they are {first} and {second}",
                key=key,
                first=self.letters[0],
                second=self.letters[1],
            )
        self.found[key] = (zone, troops)

    def _side(self, letter: str) -> tuple[tuple[Tile, ...], ...]:
        numbers = sorted(int(key[1:]) for key in self.found if key[0] == letter)
        if numbers != list(range(1, len(numbers) + 1)) or not numbers:
            raise NotationError(
                "the units of {letter} are numbered from 1 without gaps, at least one", "PB-1.8", letter=letter
            )
        side = tuple(self._troops(f"{letter}{number}") for number in numbers)
        ids = [tile.id for unit in side for tile in unit if tile is not UNKNOWN]
        for id in ids:
            if ids.count(id) > 1:
                raise NotationError("{id} stands twice", "PB-1.4", id=id)
        return side

    def _troops(self, key: str) -> tuple[Tile, ...]:
        out = []
        for word in self.found[key][1].split():
            troop = TROOP.fullmatch(word)
            if troop is not None:
                if troop[2] != "?" and troop[2] not in tiles():
                    raise NotationError("there is no tile {tile}", "PB-1.4", tile=troop[2])
                out.append(UNKNOWN if troop[2] == "?" else tiles()[troop[2]])
            elif not ORDERS.fullmatch(word):
                raise NotationError(
                    "{word!r} in {key} is neither a troop nor order tokens such as o2", word=word, key=key
                )
        if not 1 <= len(out) <= 5:
            raise NotationError("{key} has {n} troops; a unit has 1 to 5", "PB-1.5", key=key, n=len(out))
        return tuple(out)

    def read(self) -> Battle:
        """Returns the position; raises NotationError where the text makes no sense."""
        b = Battle(self.force)
        b.stack = []
        for key, (zone, troops) in self.found.items():
            unit = self.names.unit(key)
            b.put(unit, zone)
            self._mark(b, unit, troops.split())
        for one, other in self.contacts:
            b.touch(self.names.unit(one), self.names.unit(other))
        b.fallen = [0, 0]
        self._tokens(b)
        self._status(b)
        pending = self.said.get("pending", f"turn:{self.letters[b.active]}")
        b.stack = []
        for words in pending.split():
            b.stack.append(self._frame(words, b.pending() if b.stack else None))
        if "met" not in self.said and is_before_action(b):
            b.in_contact_at_turn_start = b.engaged(b.active)
        if is_before_action(b) and not can_take_turn(b, b.pending()["seat"]):
            raise NotationError("a side without an unused token or a unit takes no turn", "PB-4.3")
        b.resume()
        return b

    def _mark(self, b: Battle, unit: int, words: list[str]) -> None:
        force, seat = self.force, self.force.seat[unit]
        troop = -1
        for word in words:
            found = TROOP.fullmatch(word)
            if found is None:
                b.orders[unit] = int(word[1:])
                continue
            troop += 1
            if found[1]:
                b.alive[unit] &= ~(1 << troop)
                b.destroyed[seat] += force.dp[unit][troop]
            elif found[3]:
                wounds = int(found[3])
                if wounds >= force.wp[unit][troop]:
                    raise NotationError(
                        "{tile} cannot bear {wounds} wounds and live", "PB-6.17", tile=found[2], wounds=wounds
                    )
                b.wounds[unit] += wounds << troop * 4
        b.profile[unit] = force.profile(unit, b.alive[unit])
        b.order_lists[unit] = b.profile[unit].order_lists[b.zone[unit]]
        off = b.zone[unit] == LOST
        if off != (b.profile[unit].wp == 0):
            key = self.names.keys[unit]
            raise NotationError("{key} lives" if off else "{key} has no living troop", "PB-6.20", key=key)

    def _tokens(self, b: Battle) -> None:
        for seat, letter in enumerate(self.letters):
            own = range(self.force.first[seat], self.force.last[seat])
            words = self.said.get(letter, "").split()
            if len(words) < 2:
                placed = sum(b.orders[unit] + sum(b.wounds_on(unit, troop) for troop in range(5)) for unit in own)
                b.unused[seat] = self.force.tokens(seat) - placed
                if b.unused[seat] < 0:
                    raise NotationError(
                        "{letter} has more tokens on its units than in its pool", "PB-1.3", letter=letter
                    )
                continue
            numbers = [whole_number(word, 0, MAX_TOKENS) for word in words[1].split("/")]
            tokens = [number for number in numbers if number is not None]
            if len(numbers) != 3 or len(tokens) != 3:
                raise NotationError("tokens are unused/passed/aside, not {words!r}", words=words[1])
            b.unused[seat], b.passed[seat], b.set_aside[seat] = tokens
            for word, value in zip(words[2::2], words[3::2], strict=False):
                {"owed": b.owed, "fallen": b.fallen}.get(word, b.owed)[seat] = _number([value], word)

    def _status(self, b: Battle) -> None:
        said = self.said
        known = {
            "reserve",
            "lost",
            "round",
            "bled",
            "first",
            "turn",
            "opening",
            "redeployed",
            "met",
            "roll",
            "hits",
            "pending",
        }
        for word in said:
            if word not in known and word not in self.letters:
                raise NotationError(
                    "{word!r} is not part of a position; it may hold {names}", word=word, names=", ".join(sorted(known))
                )
        b.round = _number([said.get("round", "1")], "the round", MAX_ROUND)
        b.last_loss_round = _number([said.get("bled", "0")], "the round of the last loss", MAX_ROUND)
        b.first_seat = self.names.seat(said.get("first", self.letters[0]))
        b.active = self.names.seat(said.get("turn", self.letters[b.first_seat]))
        b.opening = int("opening" in said)
        b.redeployed = self.names.unit(said["redeployed"]) if "redeployed" in said else -1
        b.in_contact_at_turn_start = sum(1 << self.names.unit(key) for key in said.get("met", "").split())
        for face in said.get("roll", "").split():
            b.roll += 1 << _number([face], "a face") * 5 - 5
        for entry in said.get("hits", "").split():
            key, _, rest = entry.partition(":")
            hits, *fresh = rest.split("+")
            unit = self.names.unit(key)
            marks = sum(1 << self.names.troop(unit, id) for id in fresh)
            b.hits[unit] = _number([hits], "hits") | marks << 8

    def _frame(self, words: str, below: Frame | None) -> int:
        name, *values = words.split(":")

        def roll(value: str) -> int:
            mode, plus, flags = value.partition("+")
            unit, enemy = (self.names.unit(key) for key in values[:2])
            held = _number([flags], name) if plus else usual_flags(unit, enemy, below)
            return _number([mode], name) & encoding.MODE | held << encoding.ABOVE_MODE

        numbers = {
            "seat": self.names.seat,
            "unit": self.names.unit,
            "number": lambda value: _number([value], name),
            "units": lambda value: sum(1 << self.names.unit(key) for key in value.split("+") if key),
            "roll": roll,
        }
        return FRAMES.read(words, numbers)


def _number(words: list[str], what: str, most: int = MAX_NUMBER) -> int:
    number = whole_number(words[0], 0, most) if words else None
    if number is None:
        raise NotationError("{what} is a number, not {value!r}", what=what, value=" ".join(words))
    return number
