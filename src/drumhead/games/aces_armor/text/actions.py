"""Actions as people read them: notation, words, and the steps that lead to them."""

from typing import Final

from drumhead.core.actions import Action, Step
from drumhead.core.i18n.text import Text, joined
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import MARCH, NONE, TIME_OUT, bits, unpack
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.movement import path_of, work_out
from drumhead.games.aces_armor.text.names import (
    FACTIONS,
    LETTERS,
    PLACE_NAMES,
    armies_name,
    key_of,
    type_words,
    unit_words,
)

# Each kind of action: its verb in notation, how the verb reads in a menu, its clause, and an example.
VERBS: Final[dict[int, tuple[str, Text, str, str]]] = {
    encoding.END_MOVEMENT: ("end-movement", Text("end movement"), "AA-3.1", "end-movement"),
    encoding.END_DECLARING: ("end-declaring", Text("end declaring, fight the battles"), "AA-7.1", "end-declaring"),
    encoding.END_MONEY: ("end-turn", Text("end the turn"), "AA-3.1", "end-turn"),
    encoding.PICK: ("pick", Text("pick"), "AA-1.3", "pick tank"),
    encoding.LAY: ("lay", Text("lay"), "AA-2.1", "lay US-T1 2"),
    encoding.TURN: ("turn", Text("turn start token"), "AA-2.2", "turn 2"),
    encoding.PLACE: ("place", Text("place"), "AA-2.2", "place US-T1 f7"),
    encoding.USE: ("use", Text("act with"), "AA-2.4", "use 1+3"),
    encoding.MOVE: ("move", Text("move"), "AA-4.1", "move US-T1 f7"),
    encoding.INTERCEPT: ("intercept", Text("intercept"), "AA-6.1", "intercept G1-I1"),
    encoding.LET_PASS: ("let-pass", Text("let it pass"), "AA-6.1", "let-pass"),
    encoding.ATTACK: ("attack", Text("attack"), "AA-7.1", "attack US-T1 G1-I1"),
    encoding.BUY: ("buy", Text("buy"), "AA-9.2", "buy tank f7"),
    encoding.REPAIR: ("repair", Text("repair"), "AA-9.3", "repair US-T1"),
    encoding.GIVE: ("give", Text("give coins"), "AA-9.4", "give 4"),
    encoding.ASK: ("ask", Text("ask the ally for coins"), "AA-9.4", "ask"),
    encoding.KEEP: ("keep", Text("keep the coins"), "AA-9.4", "keep"),
    encoding.TOKEN: ("token", Text("lay a grey token"), "AA-12.1", "token f7"),
    encoding.HIDE: ("hide", Text("hide the V2"), "AA-12.1", "hide f7"),
    encoding.HALT: ("halt", Text("halt, the move ends here"), "AA-4.4", "halt"),
    encoding.ASSIGN: ("assign", Text("assign a factory"), "AA-12.3", "assign G1 f7"),
}
KINDS: Final = {verb: kind for kind, (verb, _, _, _) in VERBS.items()}
SHELL: Final = ("shell", Text("shell"), "AA-11.1", "shell SU-A1 f7")
LAUNCH: Final = ("launch", Text("launch a rocket"), "AA-12.1", "launch f7")
TIMED: Final = ("time-out", Text("the clock runs out"), "AA-11.4")
ENDS: Final = {
    encoding.AT_MOVE: encoding.END_MOVEMENT,
    encoding.AT_DECLARE: encoding.END_DECLARING,
    encoding.AT_MONEY: encoding.END_MONEY,
}
"""What a bare `end` ends."""
ALONE: Final = (
    encoding.END_MOVEMENT,
    encoding.END_DECLARING,
    encoding.END_MONEY,
    encoding.LET_PASS,
    encoding.ASK,
    encoding.KEEP,
    encoding.HALT,
)
ON_UNIT: Final = (encoding.INTERCEPT, encoding.REPAIR)


def rich(f: Field, code: int) -> Action:
    """The rich form of an action of the deciding seat: the unit, then what it does, then where."""
    if code == TIME_OUT:
        return Action(code, TIMED[0], TIMED[1], TIMED[2], (Step(TIMED[0], TIMED[1]),))
    if code & MARCH:
        return _move(f, code)
    kind, a, b, _ = unpack(code)
    verb, menu, clause, _ = VERBS[kind]
    if kind in ALONE:
        menu = _handing_over(f, kind, menu)
        return Action(code, verb, menu, clause, (Step(verb, menu),))
    if kind == encoding.MOVE:
        return _move(f, code)
    if kind == encoding.ATTACK:
        return _attack(f, code, a, b)
    if kind in (encoding.TURN, encoding.USE, encoding.GIVE, encoding.TOKEN, encoding.HIDE):
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
    if kind not in ENDS.values() or partner == NONE or f.ended >> partner & 1:
        return menu
    return Text("end your part of it, {partner} goes on", partner=FACTIONS[partner])


def _of_unit(f: Field, code: int, kind: int, unit: int, b: int) -> Action:
    verb, menu, clause, _ = VERBS[kind]
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
    verb, _, clause, _ = VERBS[kind]
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
    return Text("{keys}", keys=", ".join(key_of(f.force, unit) for unit in units)) if units else Text("no units")


def _of_type(f: Field, code: int, kind: int, place: int, b: int) -> Action:
    verb, _, clause, _ = VERBS[kind]
    what = type_words(f.force, f.active, place)
    if kind == encoding.PICK:
        what = type_words(f.force, f.stack[-1] >> 5 & 255, place)
        words = Text("pick {type}", type=what)
        return Action(code, f"{verb} {PLACE_NAMES[place]}", words, clause, (Step(PLACE_NAMES[place], words),))
    name = f.force.board.names[b]
    cost = f.force.components.mats.cost[6 * f.active + place]
    words = Text("buy {type} for {n} coins, on {hex}", type=what, n=cost, hex=name)
    steps = (
        Step(verb, VERBS[kind][1]),
        Step(PLACE_NAMES[place], Text("{type} for {n} coins", type=what, n=cost)),
        Step(name, Text("on {hex}", hex=name)),
    )
    return Action(code, f"{verb} {PLACE_NAMES[place]} {name}", words, clause, steps)


def _move(f: Field, code: int) -> Action:
    """[AA-6.1] A move: by its last hex, and by all hexes of its way where it is not the first choice."""
    verb, menu, clause, _ = VERBS[encoding.MOVE]
    listed = not code & MARCH and f.stack[-1] & 31 != encoding.AT_WAY
    unit = code & 255 if code & MARCH else code >> 5 & 255
    path = [code >> 13 & 511] if listed else path_of(f, code)
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
    plan = work_out(f, code >> 5 & 255)
    enemies = bits(plan.ways(code >> 13 & 511)[code >> encoding.WAY_SHIFT])
    return joined([unit_words(f.force, plan.provoked[index]) for index in enemies])


def _attack(f: Field, code: int, unit: int, hex_: int) -> Action:
    """[AA-7.1, AA-11.1, AA-12.1] An attack on a unit; a Katyusha shells a hex, the V2 a factory."""
    name = f.force.board.names[hex_]
    first = Step(key_of(f.force, unit), unit_words(f.force, unit))
    if unit == f.force.v2:
        verb, menu, clause, _ = LAUNCH
        words = Text("launch a rocket at the factory {hex}", hex=name)
        return Action(
            code, f"{verb} {name}", words, clause, (first, Step(verb, menu), Step(name, Text("at {hex}", hex=name)))
        )
    if f.force.rockets[unit]:
        verb, menu, clause, _ = SHELL
        words = Text("{unit} shells {hex} and all around it", unit=first.words, hex=name)
        return Action(
            code,
            f"{verb} {first.key} {name}",
            words,
            clause,
            (first, Step(verb, menu), Step(name, Text("at {hex}", hex=name))),
        )
    verb, menu, clause, _ = VERBS[encoding.ATTACK]
    there = f.at[hex_]
    target = key_of(f.force, there) if there != NONE else name
    told = (
        Text("{unit} on {hex}", unit=unit_words(f.force, there), hex=name) if there != NONE else Text("{hex}", hex=name)
    )
    words = Text("{unit} attacks {target}", unit=first.words, target=told)
    return Action(code, f"{verb} {first.key} {target}", words, clause, (first, Step(verb, menu), Step(target, told)))
