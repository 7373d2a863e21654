"""The names of units, zones and troops, in notation and in sentences."""

from typing import Final

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text, joined
from drumhead.games.pocket_battles.army.force import Force
from drumhead.games.pocket_battles.army.tiles import ARMY_NAMES, Tile
from drumhead.games.pocket_battles.engine.encoding import LOST, RESERVE

SECTORS: Final = ("left", "centre", "right")
ROWS: Final = ("rear", "front", "engagement")
ZONES: Final = (
    (Text("left rear"), Text("left front"), Text("left engagement zone")),
    (Text("centre rear"), Text("centre front"), Text("centre engagement zone")),
    (Text("right rear"), Text("right front"), Text("right engagement zone")),
)
"""The zones of a sector, by sector."""


class Names:
    """The names of a force: letters for the seats, keys such as O3 for units."""

    def __init__(self, force: Force, letters: tuple[str, ...]) -> None:
        self.force = force
        self.letters = letters
        self.keys = [f"{letters[seat]}{unit - force.first[seat] + 1}" for unit, seat in enumerate(force.seat)]
        self.units = {key: unit for unit, key in enumerate(self.keys)}
        self._written: dict[tuple[int, int, int, int], str] = {}
        self._alive = force.whole
        self._words = [
            [Text("{key} ({troop})", key=key, troop=Text(troop.name)) for troop in troops]
            for key, troops in zip(self.keys, force.units, strict=True)
        ]

    def among(self, alive: list[int]) -> "Names":
        """Returns the same names in a position where these troops live."""
        names = Names.__new__(Names)
        names.__dict__.update(self.__dict__)
        names._alive = alive
        return names

    def unit(self, key: str) -> int:
        """Returns the unit of a key."""
        unit = self.units.get(key.upper())
        if unit is None:
            raise NotationError("there is no unit {key!r}; they are {names}", key=key, names=", ".join(self.keys))
        return unit

    def written(self, unit: int, alive: int, wounds: int, orders: int) -> str:
        """Returns a unit with its losses, wounds and orders, as positions write it; cached."""
        state = unit, alive, wounds, orders
        found = self._written.get(state)
        if found is None:
            troops = []
            for troop, tile in enumerate(self.force.units[unit]):
                on_it = wounds >> troop * 4 & 15
                troops.append(("" if alive >> troop & 1 else "-") + tile.id + (f"*{on_it}" if on_it else ""))
            troops += [f"o{orders}"] if orders else []
            found = self._written[state] = f"{self.keys[unit]}({' '.join(troops)})"
        return found

    def seat(self, letter: str) -> int:
        """Returns the seat of a letter."""
        if letter not in self.letters:
            raise NotationError(
                "there is no side {letter!r}; they are {first} and {second}",
                letter=letter,
                first=self.letters[0],
                second=self.letters[1],
            )
        return self.letters.index(letter)

    def zone(self, seat: int, zone: int) -> str:
        """[PB-2.2] Returns the name of a zone as its owner sees it: one side's left is the other's right."""
        if zone >= RESERVE:
            return "lost" if zone == LOST else "reserve"
        sector, row = divmod(zone, 3)
        return f"{SECTORS[sector if seat == 0 else 2 - sector]}-{ROWS[row]}"

    def zone_keys(self, seat: int, zone: int) -> tuple[str, ...]:
        """Returns the key of a zone in the picture; nothing for a place off the field."""
        if zone >= RESERVE:
            return ()
        sector, row = divmod(zone, 3)
        return (f"{SECTORS[sector]}-{ROWS[row]}" if row == 2 else f"{self.letters[seat]}.{self.zone(seat, zone)}",)

    def troop_key(self, unit: int, troop: int) -> str:
        """Returns the key of a troop in the picture."""
        return f"{self.keys[unit]}/{self.tile(unit, troop).id}"

    def read_zone(self, seat: int, name: str) -> int:
        """[PB-2.2] Reads the name of a zone as its owner sees it."""
        sector, _, row = name.lower().replace("center", "centre").partition("-")
        if sector not in SECTORS or row not in ROWS:
            wanted = "left-front, centre-front, right-front, left-rear, centre-rear or right-rear"
            raise NotationError("{name!r} is not a zone; write {wanted}", name=name, wanted=wanted)
        place = SECTORS.index(sector)
        return (place if seat == 0 else 2 - place) * 3 + ROWS.index(row)

    def troop(self, unit: int, name: str) -> int:
        """Returns the troop of a unit by the id of its tile."""
        for troop, tile in enumerate(self.force.units[unit]):
            if tile.id == name.upper():
                return troop
        raise NotationError("{key} has no troop {name!r}", key=self.keys[unit], name=name)

    def find_troop(self, seat: int, name: str) -> tuple[int, int]:
        """Returns the unit and troop of a seat by the id of a tile."""
        for unit in range(self.force.first[seat], self.force.last[seat]):
            for troop, tile in enumerate(self.force.units[unit]):
                if tile.id == name.upper():
                    return unit, troop
        raise NotationError("{side} have no troop {name!r}", side=side_name(self.force, seat, self.letters), name=name)

    def tile(self, unit: int, troop: int) -> Tile:
        """Returns the tile of a troop."""
        return self.force.units[unit][troop]

    def side(self, seat: int) -> Text:
        """Returns what a side is called in sentences."""
        return side_name(self.force, seat, self.letters)

    def verb_number(self, seat: int) -> int:
        """Returns 1 for a side whose name takes a verb in the singular, else 2: side A wins, Orcs win."""
        return 1 if len(self.force.armies[seat]) != 1 else 2

    def unit_words(self, unit: int) -> Text:
        """Returns a unit in a sentence: its key and its first living troop, or the first of all if it is destroyed."""
        alive = self._alive[unit]
        return self._words[unit][(alive & -alive).bit_length() - 1 if alive else 0]

    def troop_words(self, unit: int, troop: int) -> Text:
        """Returns a troop in a sentence: its name, its tile and its unit."""
        tile = self.tile(unit, troop)
        return Text("{name} {id} of {key}", name=Text(tile.name), id=tile.id, key=self.keys[unit])

    def troop_facts(self, unit: int, troop: int, wounds: int) -> Text:
        """Returns a troop in a sentence with what tells it from others: its dice, its wound points, its points."""
        tile = self.tile(unit, troop)
        facts = []
        if tile.engagement:
            facts.append(Text("engagement {dice}", dice=" ".join(map(str, tile.engagement))))
        if tile.shooting:
            facts.append(Text("shooting {dice}", dice=" ".join(map(str, tile.shooting))))
        if tile.wp != 1:
            facts.append(Text("{left} of {all} wound points left", left=tile.wp - wounds, all=tile.wp))
        facts.append(Text("{n} point", "{n} points", n=tile.dp))
        return Text("{troop} ({facts})", troop=self.troop_words(unit, troop), facts=joined(facts))

    def zone_words(self, seat: int, zone: int) -> Text:
        """[PB-2.2] Returns a zone of the field in a sentence, as its owner sees it."""
        sector, row = divmod(zone, 3)
        return ZONES[sector if seat == 0 else 2 - sector][row]


def side_name(force: Force, seat: int, letters: tuple[str, ...]) -> Text:
    """Returns what a side is called: its army, with its letter where both sides field the same."""
    armies = force.armies[seat]
    if len(armies) != 1:
        return Text("side {letter}", letter=letters[seat])
    if force.armies[0] == force.armies[1]:
        return Text("{army} {letter}", army=ARMY_NAMES[armies[0]], letter=letters[seat])
    return ARMY_NAMES[armies[0]]
