"""What Pocket Battles answers while an army is built: the box, a draft judged, a list read, an army drawn.

Questions come as plain data from whoever builds, so their values are checked; the answers are plain data in words.
"""

from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Any, Final

from drumhead.core.draw.table_parts import counter_parts
from drumhead.core.errors import SetupError
from drumhead.core.files.text_lists import entries
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.lists import (
    MAX_SIZE,
    MIN_SIZE,
    STEP,
    Army,
    Unit,
    check_army,
    check_boxes,
    check_points,
    check_unit,
    fitting_size,
    read_army,
    read_size,
    read_tag,
    read_unit,
    ready_armies,
    summary,
    write_army,
)
from drumhead.games.pocket_battles.army.random_army import random_army
from drumhead.games.pocket_battles.army.tiles import ARMIES, ARMY_NAMES, UNKNOWN, Tile, tiles, trait_kind
from drumhead.games.pocket_battles.draw import counters
from drumhead.games.pocket_battles.draw.blocks import TILE_H, TILE_W
from drumhead.games.pocket_battles.draw.view_words import trait_words

Asked = Mapping[str, Any]
Told = dict[str, Any]

LOTS: Final[dict[str, Text]] = {"": Text("any army")} | ARMY_NAMES
"""What may be drawn."""
MAX_UNITS: Final = 120
DEFAULT_SIZE: Final = 50


def box(asked: Asked) -> Told:
    """[PB-1.1] Returns all tiles of the six armies: their counters, words and traits with clauses."""
    drawn = {tile.id: counters.tile_face(tile) for tile in tiles().values()}
    icons = frozenset().union(*(used for _, used in drawn.values()))
    return {
        "armies": [[name, str(ARMY_NAMES[name])] for name in ARMIES],
        "sizes": list(range(MIN_SIZE, MAX_SIZE + 1, STEP)),
        "frame": [TILE_W + 2, TILE_H + 3],
        **counter_parts(icons, counters.DEFS, counters.RULES),
        "tiles": [_tile(tile, drawn[tile.id][0]) for tile in tiles().values()],
    }


def _tile(tile: Tile, face: str) -> Told:
    facts = [Text("{n} deployment point", "{n} deployment points", n=tile.dp)]
    facts += [Text("engagement {dice}", dice=" ".join(map(str, tile.engagement)))] if tile.engagement else []
    facts += [Text("shooting {dice}", dice=" ".join(map(str, tile.shooting)))] if tile.shooting else []
    facts += [Text("{n} wound point", "{n} wound points", n=tile.wp)]
    facts += [Text("formation {n}", n=tile.fv)] if tile.fv else []
    return {
        "id": tile.id,
        "army": tile.army,
        "name": str(Text(tile.name)),
        "facts": [str(fact) for fact in facts],
        "traits": [[str(trait_words(trait)), trait_kind(trait).clause] for trait in tile.traits],
        "face": face,
    }


def check(asked: Asked) -> Told:
    """[PB-1.8] Judges a draft: each unit, the whole, and for every tile why it cannot come where it is wanted."""
    units = _units(asked)
    size, mixed = _size(asked), asked.get("mixed") is True
    named, refused = _named(str(asked.get("name", "")), size, units)
    if refused is None:
        refused = _refusal(check_army, named, mixed=mixed)
    return {
        "points": named.dp,
        "size": size,
        "words": str(summary(named)),
        "armies": list(named.armies),
        "refused": refused,
        "units": [
            {"words": str(_unit_words(unit)), "refused": _refusal(check_unit, unit, number)}
            for number, unit in enumerate(units, 1)
        ],
        "barred": _barred(named, _wanted(asked, len(units)), mixed=mixed),
        "text": write_army(named),
        "line": write_army(named, one_line=True),
    }


def _named(name: str, size: int, units: tuple[Unit, ...]) -> tuple[Army, Told | None]:
    """Returns an army with its name, or without it and the reason why it cannot bear it."""
    try:
        return Army(size, units, " ".join(name.split())), None
    except SetupError as error:
        return Army(size, units), _told(error)


def _unit_words(unit: Unit) -> Text:
    """[PB-1.5] Returns a unit in a line; of its formation those troops count that are not Auxiliary."""
    troops = [tile for tile in unit if not tile.is_auxiliary]
    return Text(
        "{points} DP, {wounds} WP, formation {n} of {most}",
        points=sum(tile.dp for tile in unit),
        wounds=sum(tile.wp for tile in unit),
        n=len(troops),
        most=min((tile.fv for tile in troops), default=0),
    )


def _barred(army: Army, wanted: int, *, mixed: bool) -> dict[str, Told]:
    """[PB-1.4, PB-1.5, PB-1.7] Why each tile cannot join the wanted unit, or be a new one."""
    joined_by = army.units[wanted] if wanted < len(army.units) else ()
    taken = {tile.id for unit in army.units for tile in unit}
    found = {}
    for tile in tiles().values():
        if tile in joined_by:
            continue
        refused = _refusal(check_unit, (*joined_by, tile), wanted + 1)
        if tile.id not in taken:
            grown = Army(army.size, (*army.units[:wanted], (*joined_by, tile), *army.units[wanted + 1 :]))
            refused = _refusal(check_boxes, grown, mixed=mixed) or _refusal(check_points, grown) or refused
        if refused is not None:
            found[tile.id] = refused
    return found


def read(asked: Asked) -> Told:
    """[PB-1.8] Reads a list as far as it can be read: what was understood, and every fault with its line."""
    text = asked.get("text")
    if not isinstance(text, str):
        raise SetupError(Text("give the text of an army list"))
    if text in ready_armies():
        text = write_army(ready_armies()[text])
    units: list[Unit] = []
    tags: dict[str, str] = {}
    faults: list[Told] = []
    for line, words in entries(text)[:MAX_UNITS]:
        try:
            tag = read_tag(words, line)
            if tag is None:
                units.append(_understood(words, line, faults))
            elif tag[0] == "size":
                tags["size"] = str(read_size(tag[1], line))
            else:
                tags[tag[0]] = tag[1]
        except SetupError as error:
            faults.append(_told(error))
    units = [unit for unit in units if unit]
    if not units and not faults:
        faults.append(_told(SetupError(Text("an army needs at least one unit"), "PB-1.8")))
    return {
        "name": tags.get("name", ""),
        "size": int(tags["size"]) if "size" in tags else fitting_size(units),
        "mixed": len({tile.army for unit in units for tile in unit}) > 1,
        "units": [[tile.id for tile in unit] for unit in units],
        "faults": faults,
    }


def _understood(words: str, line: int, faults: list[Told]) -> Unit:
    """[PB-1.4] Returns the tiles of a unit that are known; the others are faults."""
    unit: list[Tile] = []
    for word in words.split():
        try:
            tiles = read_unit(word, line)
        except SetupError as error:
            faults.append(_told(error))
            continue
        unit += [tile for tile in tiles if tile.id != UNKNOWN.id]
        if len(tiles) > 1 or tiles[0].id == UNKNOWN.id:
            reason = Text("{word} hides troops; an army that fights names them all", word=word)
            faults.append(_told(SetupError(reason, "PB-1.4", line)))
    return tuple(unit)


def draw(asked: Asked) -> Told:
    """Returns a random army of the named box, or of any."""
    rng = SystemRandom()
    named = asked.get("lot") or rng.choice(ARMIES)
    if not isinstance(named, str):
        raise SetupError(Text("an army is named by a word"), "PB-1.1")
    army = random_army(named, _size(asked), rng)
    return {"text": write_army(army, one_line=True), "words": str(summary(army))}


def _units(asked: Asked) -> tuple[Unit, ...]:
    """Returns the units of a draft, given as ids."""
    given = asked.get("units")
    if not isinstance(given, list) or len(given) > MAX_UNITS:
        raise SetupError(Text("a draft is a list of units, each a list of tiles"))
    for unit in given:
        if not isinstance(unit, list) or len(unit) > MAX_UNITS or not all(isinstance(id, str) for id in unit):
            raise SetupError(Text("a draft is a list of units, each a list of tiles"))
    return tuple(read_unit(" ".join(unit), 0) for unit in given)


def _size(asked: Asked) -> int:
    """[PB-1.2] Returns the agreed size, else that of the army on the other side, else the usual one."""
    size = asked.get("size")
    if size not in (None, 0, "", "0"):
        return read_size(str(size), 0)
    against = str(asked.get("against", ""))
    if not against:
        return DEFAULT_SIZE
    return ready_armies()[against].size if against in ready_armies() else read_army(against, mixed=True).size


def _wanted(asked: Asked, count: int) -> int:
    """Returns the unit that tiles are to join; one beyond the last is a new one."""
    wanted = asked.get("unit")
    return wanted if isinstance(wanted, int) and 0 <= wanted < count else count


def _refusal(check: Callable[..., None], *given: Any, **named: Any) -> Told | None:
    """Why a check refuses what it is given, or None."""
    try:
        check(*given, **named)
    except SetupError as error:
        return _told(error)
    return None


def _told(error: SetupError) -> Told:
    return {"words": str(error.reason), "clause": error.clause, "line": error.line}


QUESTIONS: Final[dict[str, Callable[[Asked], Told]]] = {
    "box": box,
    "check": check,
    "read": read,
    "draw": draw,
}
