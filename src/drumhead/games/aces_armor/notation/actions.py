"""Actions as people write them."""

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import NONE, TIME_OUT, march, pack
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.reach.under_way import footing
from drumhead.games.aces_armor.refusals.paths import fault
from drumhead.games.aces_armor.rules.movement import move_along
from drumhead.games.aces_armor.text.actions import ALONE, ENDS, KINDS, LAUNCH, ON_UNIT, SHELL, TIMED, VERBS
from drumhead.games.aces_armor.text.names import faction_of, hex_of, key_of, place_of, unit_of, unit_words


def parse(f: Field, notation: str) -> int:
    """Reads notation as an action of the deciding seat, legal or not."""
    words = notation.split()
    if "-".join(words[:2]).lower() in KINDS:
        words[:2] = ["-".join(words[:2])]  # end movement, let pass
    verb = words[0].lower() if words else ""
    if verb == "end" and len(words) == 1 and f.stack[-1] & 31 in ENDS:
        return pack(ENDS[f.stack[-1] & 31])
    if verb == TIMED[0] and len(words) == 1:
        return TIME_OUT
    kind = encoding.ATTACK if verb in (SHELL[0], LAUNCH[0]) else KINDS.get(verb, -1)
    if kind < 0:
        known = ", ".join([*KINDS, SHELL[0], LAUNCH[0]])
        raise NotationError(
            Text("{given} is not an action; an action begins with one of {known}", given=repr(notation), known=known)
        )
    example = {SHELL[0]: SHELL, LAUNCH[0]: LAUNCH}.get(verb, VERBS[kind])[3]
    wanted = len(example.split())
    if len(words) != wanted:
        short = Text("{given} is cut short; write for example {example}", given=repr(notation), example=example)
        long = Text("{given} has too many words; write for example {example}", given=repr(notation), example=example)
        raise NotationError(short if len(words) < wanted else long)
    return _parsed(f, kind, verb, words[1:])


def _parsed(f: Field, kind: int, verb: str, words: list[str]) -> int:
    force = f.force
    if kind in ALONE:
        return pack(kind)
    if verb == LAUNCH[0]:
        return pack(kind, force.v2, hex_of(force, words[0]))
    if kind == encoding.PICK:
        return pack(kind, place_of(words[0]))
    if kind == encoding.BUY:
        return pack(kind, place_of(words[0]), hex_of(force, words[1]))
    if kind == encoding.ASSIGN:
        return pack(kind, faction_of(force, words[0]), hex_of(force, words[1]))
    if kind == encoding.TURN:
        return pack(kind, NONE, _number(words[0], 1, 3) - 1)
    if kind == encoding.USE:
        return pack(kind, NONE, _armies(words[0]))
    if kind == encoding.GIVE:
        return pack(kind, NONE, _number(words[0], 1, 500))
    if kind in (encoding.TOKEN, encoding.HIDE):
        return pack(kind, NONE, hex_of(force, words[0]))
    unit = unit_of(force, words[0])
    if verb == SHELL[0] and not force.rockets[unit]:
        raise NotationError(
            Text("only a Katyusha shells a hex; {unit} attacks", unit=unit_words(force, unit)), SHELL[2]
        )
    if kind in ON_UNIT:
        return pack(kind, unit)
    if kind == encoding.LAY:
        return pack(kind, unit, _number(words[1], 1, 3) - 1)
    if kind == encoding.MOVE and "-" in words[1]:
        return _path(f, unit, words[1])
    if kind == encoding.ATTACK and force.board.grid.read(words[1]) < 0:
        target = unit_of(force, words[1])
        if f.place[target] >= encoding.ABSENT:
            raise NotationError(Text("{unit} is not on the map", unit=key_of(force, target)), "AA-7.1")
        return pack(kind, unit, f.place[target])
    return pack(kind, unit, hex_of(force, words[1]))


def _path(f: Field, unit: int, words: str) -> int:
    """[AA-4.1] A move along hexes that are written one after the other."""
    path = [hex_of(f.force, word) for word in words.split("-") if word]
    if f.place[unit] >= encoding.ABSENT:
        raise NotationError(Text("{unit} is not on the map", unit=key_of(f.force, unit)), "AA-4.1")
    here, _ = footing(f, unit)
    for hex_ in path:
        if f.force.board.distance[here][hex_] != 1:
            names = f.force.board.names
            raise NotationError(Text("{a} is no neighbour of {b}", a=names[hex_], b=names[here]), "AA-4.1")
        here = hex_
    if not path or len(path) > 20:
        raise NotationError(Text("a path is written as f6-f7-g7"), "AA-4.1")
    if fault(f, unit, path):
        return _marched(f, unit, path)
    return move_along(f, unit, path)


def _marched(f: Field, unit: int, path: list[int]) -> int:
    """A path as an action, legal or not."""
    here, _ = footing(f, unit)
    ways = []
    for hex_ in path:
        ways.append(f.force.ground.next[here].index(hex_))
        here = hex_
    return march(unit, ways)


def _armies(word: str) -> int:
    armies = 0
    for part in word.split("+"):
        armies |= 1 << _number(part, 1, 3) - 1
    return armies


def _number(word: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdigit() and least <= int(word) <= most):
        raise NotationError(Text("{word} is not a number from {a} to {b}", word=repr(word), a=least, b=most))
    return int(word)
