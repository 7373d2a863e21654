"""Actions as people read and write them: notation, words, and the steps that lead to them."""

from collections.abc import Callable
from typing import Final

from drumhead.core.actions import Action, Step
from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text, joined
from drumhead.core.words.numbers import whole_number
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.box.unit_types import PLACES, type_of
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    MARCH,
    NO_HEX,
    NONE,
    TIME_OUT,
    TOKENS,
    bits,
    march,
    mover_of,
    pack,
    unpack,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.refusals.movement import MoveJudge
from drumhead.games.aces_armor.rules.movement import move_along, path_of, work_out
from drumhead.games.aces_armor.rules.under_way import footing
from drumhead.games.aces_armor.text.action_kinds import (
    ACTIONS,
    ALONE,
    END_OF,
    LAUNCH,
    ON_HEX,
    ON_UNIT,
    SHELL,
    TIMED_OUT,
    VERBS,
)
from drumhead.games.aces_armor.text.names import (
    FACTIONS,
    LETTERS,
    PLACE_NAMES,
    armies_name,
    faction_of,
    hex_of,
    key_of,
    place_of,
    type_words,
    unit_of,
    unit_words,
)

MAX_PATH_HEXES: Final = 20
MAX_GIFT: Final = 500


def describe(f: Field, code: int) -> Action:
    """Returns an action of the deciding seat in words: the unit, then what it does, then where."""
    if code == TIME_OUT:
        step = Step(TIMED_OUT.verb, TIMED_OUT.words)
        return Action(code, TIMED_OUT.verb, TIMED_OUT.words, TIMED_OUT.clause, (step,))
    if code & MARCH:
        return _move(f, code)
    kind, a, b, _ = unpack(code)
    action = ACTIONS.kinds[kind]
    verb, clause = action.verb, action.clause
    if kind in ALONE:
        menu = _handing_over(f, kind, action.words)
        return Action(code, verb, menu, clause, (Step(verb, menu),))
    if kind == encoding.MOVE:
        return _move(f, code)
    if kind == encoding.ATTACK:
        return _attack(f, code, a, b)
    if kind in (encoding.TURN, encoding.USE, encoding.GIVE, *ON_HEX):
        return _of_number(f, code, kind, b)
    if kind in (encoding.PICK, encoding.BUY):
        return _of_type(f, code, kind, a, b)
    if kind == encoding.ASSIGN:
        name = f.force.board.names[b]
        words = Text("the factory {hex} for {faction}", hex=name, faction=FACTIONS[a])
        steps = (Step(name, Text("the factory {hex}", hex=name)), Step(LETTERS[a], FACTIONS[a]))
        return Action(code, f"{verb} {LETTERS[a]} {name}", words, clause, steps)
    return _of_unit(f, code, kind, a, b)


def _handing_over(f: Field, kind: int, menu: Text) -> Text:
    """[AA-13.11] The end of a phase in a shared turn: the partner goes on, unless it has ended the phase already."""
    partner = next((mate for mate in f.force.household[f.active] if mate != f.active), NONE)
    if kind not in END_OF.values() or partner == NONE or f.ended >> partner & 1:
        return menu
    return Text("end your part of it, {partner} goes on", partner=FACTIONS[partner])


def _of_unit(f: Field, code: int, kind: int, unit: int, b: int) -> Action:
    verb, menu, clause = ACTIONS.kinds[kind].verb, ACTIONS.kinds[kind].words, ACTIONS.kinds[kind].clause
    first, step = Step(key_of(f.force, unit), unit_words(f.force, unit)), Step(verb, menu)
    words = Text("{verb}: {unit}", verb=menu, unit=first.words)
    if kind in ON_UNIT:
        return Action(code, f"{verb} {first.key}", words, clause, (first, step))
    if kind == encoding.LAY:
        last, name = Step(f"token-{b + 1}", Text("on start token {n}", n=b + 1)), str(b + 1)
    else:
        name = f.force.board.names[b]
        last = Step(name, Text("on {hex}", hex=name))
    words = Text("{words} {target}", words=words, target=last.words)
    return Action(code, f"{verb} {first.key} {name}", words, clause, (first, step, last))


def _of_number(f: Field, code: int, kind: int, number: int) -> Action:
    verb, clause = ACTIONS.kinds[kind].verb, ACTIONS.kinds[kind].clause
    if kind == encoding.TURN:
        words, key, name = Text("turn start token {n}", n=number + 1), f"token-{number + 1}", str(number + 1)
    elif kind == encoding.USE:
        name = key = armies_name(number)
        told = {"n": number.bit_count(), "armies": name, "units": _army_words(f, number)}
        words = Text("act with army {armies}: {units}", "act with armies {armies}: {units}", **told)
    elif kind == encoding.GIVE:
        words = Text("give {coins} coins, {rest} arrive", coins=number, rest=number - 1)
        key, name = f"coins-{number}", str(number)
        return Action(
            code, f"{verb} {name}", words, clause, (Step(verb, Text("give coins to the ally")), Step(key, words))
        )
    else:
        name = key = f.force.board.names[number]
        grey = kind == encoding.TOKEN
        words = Text("lay a grey token on {hex}", hex=name) if grey else Text("the V2 stands on {hex}", hex=name)
    return Action(code, f"{verb} {name}", words, clause, (Step(key, words),))


def _army_words(f: Field, armies: int) -> Text:
    """[AA-2.4] The units of some armies, by their keys."""
    household = f.force.household[f.active]
    units = [unit for faction in household for unit in f.roster[faction] if 1 << f.army[unit] & armies]
    return (
        Text("{keys}", keys=", ".join(key_of(f.force, unit) for unit in units))
        if units
        else Text("no units, nobody acts")
    )


def _of_type(f: Field, code: int, kind: int, place: int, b: int) -> Action:
    verb, clause = ACTIONS.kinds[kind].verb, ACTIONS.kinds[kind].clause
    what = type_words(f.force, f.active, place)
    if kind == encoding.PICK:
        what = type_words(f.force, f.pending()["faction"], place)
        words = Text("pick {type}", type=what)
        return Action(code, f"{verb} {PLACE_NAMES[place]}", words, clause, (Step(PLACE_NAMES[place], words),))
    name = f.force.board.names[b]
    cost = f.force.components.mats.cost[type_of(f.active, place)]
    words = Text("buy {type} for {n} coins, on {hex}", type=what, n=cost, hex=name)
    steps = (
        Step(verb, ACTIONS.kinds[kind].words),
        Step(PLACE_NAMES[place], Text("{type} for {n} coins", type=what, n=cost)),
        Step(name, Text("on {hex}", hex=name)),
    )
    return Action(code, f"{verb} {PLACE_NAMES[place]} {name}", words, clause, steps)


def _move(f: Field, code: int) -> Action:
    """[AA-6.1] A move: by its last hex, and by all hexes of its way where it is not the first choice."""
    action = ACTIONS.kinds[encoding.MOVE]
    verb, menu, clause = action.verb, action.words, action.clause
    listed = not code & MARCH and f.step_kind() != encoding.AT_WAY
    unit = mover_of(code)
    path = [unpack(code)[2]] if listed else path_of(f, code)
    names = [f.force.board.names[hex_] for hex_ in path]
    key = key_of(f.force, unit)
    first = Step(key, unit_words(f.force, unit))
    to = Step(names[-1], Text("to {hex}", hex=names[-1]))
    words = Text("{verb}: {unit} {to}", verb=menu, unit=first.words, to=to.words)
    if f.closed_factories(f.force.team[unit]) >> path[-1] & 1:
        clause = "AA-5.1"
        words = Text("{unit} occupies the factory {hex}", unit=first.words, hex=names[-1])
    if listed:
        return Action(code, f"{verb} {key} {names[-1]}", words, clause, (first, Step(verb, menu), to))
    way = "-".join(names) if len(names) > 1 else f"{names[-1]}-"
    told = Text("by way of {path}", path=way)
    if not code & MARCH:
        told = Text("by way of {path}, past {enemies}", path=way, enemies=_passed(f, code))
    last = Step(way, told)
    words = Text("{words}, {way}", words=words, way=told)
    return Action(code, f"{verb} {key} {way}", words, clause, (first, Step(verb, menu), to, last))


def _passed(f: Field, code: int) -> Text:
    """[AA-6.1] The enemies that may intercept on the way of a move."""
    _, unit, hex_, way = unpack(code)
    plan = work_out(f, unit)
    enemies = bits(plan.ways(hex_)[way])
    return joined([unit_words(f.force, plan.provoked[index]) for index in enemies])


def _attack(f: Field, code: int, unit: int, hex_: int) -> Action:
    """[AA-7.1, AA-11.1, AA-12.1] An attack on a unit; a Katyusha shells a hex, the V2 a factory."""
    name = f.force.board.names[hex_]
    first = Step(key_of(f.force, unit), unit_words(f.force, unit))
    if unit == f.force.v2:
        words = Text("launch a rocket at the factory {hex}", hex=name)
        steps = (first, Step(LAUNCH.verb, LAUNCH.words), Step(name, Text("at {hex}", hex=name)))
        return Action(code, f"{LAUNCH.verb} {name}", words, LAUNCH.clause, steps)
    if f.force.rockets[unit]:
        words = Text("{unit} shells {hex} and all around it", unit=first.words, hex=name)
        steps = (first, Step(SHELL.verb, SHELL.words), Step(name, Text("at {hex}", hex=name)))
        return Action(code, f"{SHELL.verb} {first.key} {name}", words, SHELL.clause, steps)
    action = ACTIONS.kinds[encoding.ATTACK]
    verb, menu, clause = action.verb, action.words, action.clause
    there = f.at[hex_]
    target = key_of(f.force, there) if there != NONE else name
    told = (
        Text("{unit} on {hex}", unit=unit_words(f.force, there), hex=name) if there != NONE else Text("{hex}", hex=name)
    )
    words = Text("{unit} attacks {target}", unit=first.words, target=told)
    return Action(code, f"{verb} {first.key} {target}", words, clause, (first, Step(verb, menu), Step(target, told)))


# Reading.


def parse(f: Field, notation: str) -> int:
    """Reads notation as an action of the deciding seat, legal or not. Raises NotationError."""
    words = notation.split()
    if "-".join(words[:2]).lower() in VERBS:
        words[:2] = ["-".join(words[:2])]  # end movement, let pass
    verb = words[0].lower() if words else ""
    if verb == "end" and len(words) == 1 and f.step_kind() in END_OF:
        return pack(END_OF[f.step_kind()])
    if verb == TIMED_OUT.verb and len(words) == 1:
        return TIME_OUT
    action = VERBS.get(verb)
    if action is None:
        raise NotationError(
            Text(
                "{given} is not an action; an action begins with one of {known}",
                given=repr(notation),
                known=", ".join(VERBS),
            )
        )
    wanted = len(action.example.split())
    if len(words) != wanted:
        told = {"given": repr(notation), "example": action.example}
        short = Text("{given} is incomplete; write for example {example}", **told)
        long = Text("{given} has too many words; write for example {example}", **told)
        raise NotationError(short if len(words) < wanted else long)
    if action.number == encoding.ATTACK:
        return _parse_attack(f, verb, words[1:])
    if action.number == encoding.MOVE and "-" in words[2]:
        return _parse_path(f, unit_of(f.force, words[1]), words[2])
    first, second = NONE, NO_HEX
    for holds, word in zip(action.takes, words[1:], strict=True):
        value = READERS[holds](f.force, word)
        if holds in IN_FIRST_FIELD:
            first = value
        else:
            second = value
    return pack(action.number, first, second)


def _parse_attack(f: Field, verb: str, words: list[str]) -> int:
    """[AA-7.1, AA-11.1, AA-12.1] Reads an attack on a unit or a hex."""
    force = f.force
    if verb == LAUNCH.verb:
        return pack(encoding.ATTACK, force.v2, hex_of(force, words[0]))
    unit = unit_of(force, words[0])
    if verb == SHELL.verb and not force.rockets[unit]:
        told = Text("only a Katyusha shells a hex; {unit} attacks", unit=unit_words(force, unit))
        raise NotationError(told, SHELL.clause)
    if force.board.grid.read(words[1]) >= 0:
        return pack(encoding.ATTACK, unit, hex_of(force, words[1]))
    target = unit_of(force, words[1])
    if f.place[target] >= ABSENT:
        raise NotationError(Text("{unit} is not on the map", unit=key_of(force, target)), "AA-7.1")
    return pack(encoding.ATTACK, unit, f.place[target])


def _parse_path(f: Field, unit: int, words: str) -> int:
    """[AA-4.1] Reads a move along hexes that are written one after the other."""
    path = [hex_of(f.force, word) for word in words.split("-") if word]
    if f.place[unit] >= ABSENT:
        raise NotationError(Text("{unit} is not on the map", unit=key_of(f.force, unit)), "AA-4.1")
    here, _ = footing(f, unit)
    ways = []
    for hex_ in path:
        if f.force.board.distance[here][hex_] != 1:
            names = f.force.board.names
            raise NotationError(Text("{a} is no neighbour of {b}", a=names[hex_], b=names[here]), "AA-4.1")
        ways.append(f.force.ground.next[here].index(hex_))
        here = hex_
    if not path or len(path) > MAX_PATH_HEXES:
        raise NotationError(Text("a path is written as f6-f7-g7"), "AA-4.1")
    is_legal = MoveJudge(f, unit).along(path) is None
    return move_along(f, unit, path) if is_legal else march(unit, ways)


def _read_place(force: Force, word: str) -> int:
    return place_of(word)


def _read_token(force: Force, word: str) -> int:
    return _number(word, 1, TOKENS) - 1


def _read_armies(force: Force, word: str) -> int:
    armies = 0
    for part in word.split("+"):
        armies |= 1 << _number(part, 1, TOKENS) - 1
    return armies


def _read_coins(force: Force, word: str) -> int:
    return _number(word, 1, MAX_GIFT)


def _number(word: str, least: int, most: int) -> int:
    number = whole_number(word, least, most)
    if number is None:
        raise NotationError(Text("{word} is not a number from {a} to {b}", word=repr(word), a=least, b=most))
    return number


READERS: Final[dict[str, Callable[[Force, str], int]]] = {
    "unit": unit_of,
    "hex": hex_of,
    "faction": faction_of,
    "place": _read_place,
    "token": _read_token,
    "armies": _read_armies,
    "coins": _read_coins,
}
"""How a field of an action is read, by what it holds."""
IN_FIRST_FIELD: Final = ("unit", "place", "faction")
"""What stands in the first field of an action; all else stands in the second."""


def is_sound(f: Field, code: int) -> bool:
    """Returns whether a number is an action at all, legal or not."""
    if code < 0:
        return False
    if code & MARCH:
        unit, ways = encoding.unmarch(code)
        fits = code == march(unit, ways) and all(way < 6 for way in ways)
        return fits and bool(ways) and unit < f.force.units and f.place[unit] < ABSENT and bool(path_of(f, code))
    kind, first, second, way = unpack(code)
    if code != pack(kind, first, second, way) or kind not in ACTIONS.kinds or (way and kind != encoding.MOVE):
        return False
    takes = ACTIONS.kinds[kind].takes
    force = f.force
    known = {
        "unit": first < force.units,
        "place": first < PLACES,
        "faction": first in force.factions,
        "hex": second < force.ground.count and bool(force.board.inside[second]),
        "token": second < TOKENS,
        "armies": second < 1 << TOKENS,
        "coins": second < NO_HEX,
    }
    blank = (first == NONE or any(holds in IN_FIRST_FIELD for holds in takes)) and (
        second == NO_HEX or any(holds not in IN_FIRST_FIELD for holds in takes)
    )
    return blank and all(known[holds] for holds in takes)
