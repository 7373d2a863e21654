"""A position as one line of text."""

import re
from typing import Final

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    NEUTRAL,
    NO_ARMY,
    NONE,
    NORMAL,
    RUINED,
    WAITING,
    bits,
    pack_order,
    unpack_order,
)
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.notation.frames import complete_stack, read_number, read_step, write_step
from drumhead.games.aces_armor.text.names import (
    LETTERS,
    V2_KEY,
    WEATHER_NAMES,
    armies_name,
    faction_of,
    hex_of,
    key_of,
    unit_of,
)

SETS: Final = ("moved", "spent", "struck", "mending")
USED: Final = "intercepted"
RUIN: Final = "ruin"
HAND: Final = "hand"
HIDDEN: Final = "hidden"
WORDS: Final = (
    "automa",
    "units",
    "arrows",
    "flags",
    "coins",
    "round",
    "turn",
    "first",
    "weather",
    "armies",
    "opened",
    "ended",
    "picked",
    "laid",
    "turned",
    "starts",
    "numbers",
    "tokens",
    *SETS,
    USED,
    "orders",
    "path",
    "pending",
)
ALL_ARMIES: Final = 7
_UNIT: Final = re.compile(r"([\w-]+)@(\w+)((?::[dxa]\d+)*)")


def write_position(b: Battle) -> str:
    """Writes the whole position; what has its usual value is left out."""
    force, names = b.force, b.force.board.names
    parts = [f"automa {LETTERS[force.automa]}"] if force is not force.origin else []
    parts.append(_listed("units", [_unit(b, unit) for unit in range(force.units) if b.place[unit] != ABSENT]))
    arrows = [f"{key_of(force, u)}>{key_of(force, q)}" for u, q in enumerate(b.quarry) if q != NONE]
    parts.append(_listed("arrows", arrows))
    flags = [
        f"{names[hex_]}:{RUIN if flag == RUINED else LETTERS[flag]}"
        for hex_, flag in zip(force.board.factories, b.flag, strict=True)
        if flag != NEUTRAL
    ]
    parts.append(_listed("flags", flags))
    parts.append(_listed("coins", [f"{LETTERS[f]}:{b.coins[f]}" for f in force.factions if b.coins[f]]))
    parts.append(f"round {b.round}; turn {LETTERS[b.active]} {b.turns}")
    parts.append(f"first {LETTERS[b.first]}" if b.first != NONE else "")
    parts.append(f"weather {WEATHER_NAMES[b.weather]}" if b.weather != NORMAL else "")
    parts.append(f"armies {armies_name(b.armies) or 'none'}" if b.armies != ALL_ARMIES else "")
    parts.append(f"opened {armies_name(b.opened)}" if b.opened else "")
    parts.append(_listed("ended", [LETTERS[f] for f in bits(b.ended)]))
    parts += _setup(b)
    parts.append(_listed("tokens", [names[hex_] for hex_ in bits(b.tokens)]))
    parts += [_listed(name, [key_of(force, unit) for unit in bits(getattr(b, name))]) for name in SETS]
    used = [unit for unit in bits(b.intercepted) if b.quarry[unit] == NONE]
    parts.append(_listed(USED, [key_of(force, unit) for unit in used]))
    orders = [unpack_order(order) for order in b.orders]
    parts.append(_listed("orders", [f"{key_of(force, unit)}>{names[hex_]}" for unit, hex_ in orders]))
    parts.append(_listed("path", [names[hex_] for hex_ in b.path]))
    parts.append(_listed("pending", [write_step(force, frame) for frame in b.stack]))
    return "; ".join(part for part in parts if part)


def _listed(name: str, words: list[str]) -> str:
    return f"{name} {' '.join(words)}" if words else ""


def _unit(b: Battle, unit: int) -> str:
    """A unit with where it is, its damage, its experience and its army."""
    place = b.place[unit]
    where = b.force.board.names[place] if place < ABSENT else HIDDEN if unit == b.force.v2 else HAND
    marks = f":d{b.damage[unit]}" if b.damage[unit] else ""
    marks += f":x{b.experience[unit]}" if b.experience[unit] else ""
    marks += f":a{b.army[unit] + 1}" if b.army[unit] != NO_ARMY else ""
    return f"{key_of(b.force, unit)}@{where}{marks}"


def _setup(b: Battle) -> list[str]:
    """What is only of use while armies are laid and placed."""
    factions = b.force.factions
    starts = [
        f"{LETTERS[f]}:{','.join(map(str, b.starts[3 * f : 3 * f + 3]))}"
        for f in factions
        if any(b.starts[3 * f : 3 * f + 3])
    ]
    return [
        _listed("picked", [f"{LETTERS[f]}:{b.picked[f]}" for f in factions if b.picked[f]]),
        _listed("laid", [f"{LETTERS[f]}:{b.laid[f]}" for f in factions if b.laid[f]]),
        _listed("turned", [f"{LETTERS[f]}:{armies_name(b.turned[f])}" for f in factions if b.turned[f]]),
        _listed("starts", starts),
        _listed("numbers", [str(number) for number in bits(b.numbers)]),
    ]


class Reader:
    """Reads a written position."""

    def __init__(self, text: str, force: Force) -> None:
        self.force = force
        self.said: dict[str, list[str]] = {}
        for part in text.split(";"):
            words = part.split()
            if not words:
                continue
            if words[0] not in WORDS:
                known = ", ".join(WORDS)
                raise NotationError(
                    Text("{word} begins no part of a position; they are {known}", word=repr(words[0]), known=known)
                )
            if words[0] in self.said:
                raise NotationError(Text("{word} stands twice", word=words[0]))
            self.said[words[0]] = words[1:]
        if not self.said:
            raise NotationError(Text("there is no position; one begins with units, such as units US-T1@f7 G1-T1@h7"))

    def read(self) -> Battle:
        """The position, before it is found out who decides."""
        self._automa()
        b = Battle(self.force)
        b.place = [ABSENT] * self.force.units
        b.tokens = self._hexes("tokens")
        for words in self.said.get("units", []):
            self._unit(b, words)
        if self.force.v2 != NONE and b.place[self.force.v2] == ABSENT and "units" not in self.said:
            b.place[self.force.v2] = WAITING
        for one, other in self._pairs("arrows", ">"):
            b.quarry[self._standing(b, one)] = self._standing(b, other)
        self._flags(b)
        self._turn(b)
        self._tokens(b)
        for name in SETS:
            setattr(b, name, self._units(name))
        b.intercepted = self._units(USED)
        for unit, enemy in enumerate(b.quarry):
            arrow = enemy != NONE and self.force.faction[enemy] in self.force.household[b.active]
            if arrow and not self.force.first_rulings:
                b.intercepted |= 1 << unit
        for words in self.said.get("orders", []):
            one, other = self._pair(words, ">")
            b.orders.append(pack_order(unit_of(self.force, one), hex_of(self.force, other)))
        b.path = [hex_of(self.force, word) for word in self.said.get("path", [])]
        usual = "automa:1:0:0:0" if self.force.is_automa(b.active) and b.round else "move"
        steps = [read_step(self.force, words) for words in self.said.get("pending", [usual])]
        b.stack = complete_stack(steps, b.stack)
        return b

    def _automa(self) -> None:
        """[AA-1.2] The force of the Automa that was drawn."""
        words = self.said.get("automa")
        if words is None:
            return
        wanted = words[0].upper() if len(words) == 1 else ""
        for force in self.force.candidates or (self.force,):
            if force.automa != NONE and LETTERS[force.automa] == wanted:
                self.force = force
                return
        raise NotationError(Text("the Automa cannot play {word} in this battle", word=repr(" ".join(words))), "AA-1.2")

    def _unit(self, b: Battle, words: str) -> None:
        found = _UNIT.fullmatch(words)
        if found is None:
            raise NotationError(Text("{words} is no unit; write one as US-T1@f7:d2:x3:a1", words=repr(words)))
        unit = unit_of(self.force, found[1])
        if b.place[unit] != ABSENT:
            raise NotationError(Text("{unit} stands twice", unit=found[1]))
        for mark in found[3].split(":")[1:]:
            value = int(mark[1:])
            if mark[0] == "d":
                b.damage[unit] = read_number(mark[1:], "damage", 5, 1)
            elif mark[0] == "x":
                b.experience[unit] = value
            else:
                b.army[unit] = read_number(mark[1:], "an army", 3, 1) - 1
        if found[2] in (HAND, HIDDEN):
            if (found[2] == HIDDEN) != (unit == self.force.v2):
                raise NotationError(Text("only {v2} is hidden, and units are in hand", v2=V2_KEY), "AA-12.1")
            b.place[unit] = WAITING
            return
        hex_ = hex_of(self.force, found[2])
        if unit == self.force.v2 and b.tokens >> hex_ & 1:
            b.place[unit] = hex_
            return
        if b.at[hex_] != NONE:
            other = key_of(self.force, b.at[hex_])
            raise NotationError(
                Text("{unit} and {other} both stand on {hex}", unit=found[1], other=other, hex=found[2]), "AA-4.5"
            )
        b.put(unit, hex_)

    def _flags(self, b: Battle) -> None:
        """[AA-5.3] Flags and coins."""
        for name, whose in self._pairs("flags"):
            index = self.force.board.factory_at[hex_of(self.force, name)]
            if index < 0:
                raise NotationError(Text("there is no factory on {hex}", hex=name), "AA-5.3")
            b.flag[index] = RUINED if whose == RUIN else faction_of(self.force, whose)
        for whose, coins in self._pairs("coins"):
            b.coins[faction_of(self.force, whose)] = read_number(coins, "coins", 500)

    def _turn(self, b: Battle) -> None:
        """[AA-2.4, AA-3.1] Whose turn it is, which one, and what holds in it."""
        said = self.said
        self._round(b)
        if said.get("weather"):
            word = said["weather"][0]
            if word not in WEATHER_NAMES:
                known = ", ".join(WEATHER_NAMES)
                raise NotationError(
                    Text("{word} is no weather; it is {known}", word=repr(word), known=known), "AA-12.2"
                )
            b.weather = WEATHER_NAMES.index(word)
        b.armies = self._armies(said["armies"]) if "armies" in said else ALL_ARMIES
        b.opened = self._armies(said.get("opened", []))
        for word in said.get("ended", []):
            b.ended |= 1 << faction_of(self.force, word)

    def _round(self, b: Battle) -> None:
        """[AA-2.3] The round, the turn and who began; what is left out follows from the rest."""
        takers, purse = self.force.takers, self.force.purse
        whose, number = [*self.said.get("turn", []), "", ""][:2]
        first = (self.said.get("first") or [""])[0]
        b.round = read_number((self.said.get("round") or ["1"])[0], "the round")
        b.active = faction_of(self.force, whose or first or LETTERS[takers[0]])
        place = takers.index(purse[b.active])
        if number:
            b.turns = read_number(number, "the turn")
            b.round = b.round if "round" in self.said else (b.turns - 1) // len(takers) + 1
        if first:
            b.first = faction_of(self.force, first)
        elif b.round:
            b.first = takers[(place - b.turns + 1) % len(takers)] if number else takers[0]
        if not number and b.round:
            b.turns = (b.round - 1) * len(takers) + (place - takers.index(purse[b.first])) % len(takers) + 1

    def _tokens(self, b: Battle) -> None:
        """[AA-2.1, AA-2.2] Start tokens: how many units lie on them, which are turned, and their numbers."""
        for whose, count in self._pairs("picked"):
            b.picked[faction_of(self.force, whose)] = read_number(count, "picked", 4)
        for whose, count in self._pairs("laid"):
            b.laid[faction_of(self.force, whose)] = read_number(count, "laid", 60)
        for whose, tokens in self._pairs("turned"):
            b.turned[faction_of(self.force, whose)] = self._armies([tokens])
        for whose, numbers in self._pairs("starts"):
            first = 3 * faction_of(self.force, whose)
            read = [read_number(number, "a start", 12) for number in numbers.split(",")]
            if len(read) != 3:
                raise NotationError(Text("a player has three start tokens, not {n}", n=len(read)), "AA-2.1")
            b.starts[first : first + 3] = read
        for word in self.said.get("numbers", []):
            b.numbers |= 1 << read_number(word, "a start", 12, 1)

    def _armies(self, words: list[str]) -> int:
        armies = 0
        for part in words[0].split("+") if words and words[0] != "none" else []:
            armies |= 1 << read_number(part, "an army", 3, 1) - 1
        return armies

    def _hexes(self, name: str) -> int:
        return sum(1 << hex_ for hex_ in {hex_of(self.force, word) for word in self.said.get(name, [])})

    def _units(self, name: str) -> int:
        units = 0
        for word in self.said.get(name, []):
            units |= 1 << unit_of(self.force, word)
        return units

    def _standing(self, b: Battle, word: str) -> int:
        unit = unit_of(self.force, word)
        if b.place[unit] >= ABSENT:
            raise NotationError(Text("{unit} is not on the map", unit=word), "AA-6.2")
        return unit

    def _pairs(self, name: str, mark: str = ":") -> list[tuple[str, str]]:
        """The pairs of a part, each with another first word."""
        pairs = [self._pair(words, mark) for words in self.said.get(name, [])]
        ones = [one.lower() for one, _ in pairs]
        for one in ones:
            if ones.count(one) > 1:
                raise NotationError(Text("{word} stands twice among the {part}", word=one, part=name))
        return pairs

    @staticmethod
    def _pair(words: str, mark: str) -> tuple[str, str]:
        one, found, other = words.partition(mark)
        if not found or not other:
            raise NotationError(Text("{words} is not written as one{mark}other", words=repr(words), mark=mark))
        return one, other
