"""What happened, in sentences."""

from collections.abc import Callable
from typing import Any, Final

from drumhead.core.i18n.text import Text, Translatable
from drumhead.core.words.event_words import EventWords
from drumhead.games.aces_armor.automa.words import AUTOMA
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import DRAW, NONE
from drumhead.games.aces_armor.text.names import (
    PLACE_WORDS,
    SUBJECTS,
    TEAMS,
    WEATHER_WORDS,
    armies_name,
    flag_words,
    key_of,
    type_words,
    unit_words,
)

ENDINGS: Final[dict[int, tuple[Text, str]]] = {
    encoding.FACTORIES: (Text("enough factories are held"), "AA-10.1"),
    encoding.NO_UNITS: (Text("the enemy has no units left"), "AA-10.1"),
    encoding.MORE_FACTORIES: (Text("the last round is over, more factories are held"), "AA-10.2"),
    encoding.MORE_COST: (Text("the last round is over, the units left are worth more"), "AA-10.2"),
    encoding.LEVEL: (Text("the last round is over, factories and units are level"), "AA-10.2"),
    encoding.EMPTY_FACTORIES: (Text("nobody has a unit left, more factories are held"), "AA-10.2"),
    encoding.EMPTY_LEVEL: (Text("nobody has a unit left, and factories are level"), "AA-10.2"),
    encoding.V2_DESTROYED: (Text("the V2 is destroyed"), "AA-12.1"),
    encoding.V2_FACTORIES: (Text("five factories are destroyed"), "AA-12.1"),
    encoding.OCCUPIED_FIVE: (Text("five factories are held"), "AA-12.1"),
    encoding.SHORE: (Text("a German tank has reached the sea"), "AA-12.3"),
    encoding.NO_TANK: (Text("Germany has neither a tank nor a factory left"), "AA-12.3"),
    encoding.HELD_OUT: (Text("no German tank has reached the sea by the last round"), "AA-12.3"),
}
SILENCE: Final[dict[int, Text]] = {
    encoding.FROM_AFAR: Text("it is attacked from afar"),
    encoding.NOT_CLOSE: Text("it does not reach distance 1"),
    encoding.NO_ANTI_AIR: Text("it has no anti-air"),
    encoding.IN_WATER: Text("it is in water"),
}
"""[AA-8.1] Why a unit does not return fire."""
# Sentences, some with a second form for an n that is not 1. In them u and v are units,
# q a hex, s and t factions, p a place on a mat, w weather, k a start token, n and m numbers.
PLAIN: Final[dict[str, tuple[Translatable, ...]]] = {
    "automa_drawn": ("s", "the Automa plays {s}"),
    "pick": ("sp", "{s} picks one more {p}"),
    "lay": ("uk", "{u} is laid on start token {k}"),
    "unveiled": ("", "from now on picks and armies are open"),
    "tie": ("", "a tie for the highest: the dice are thrown again"),
    "places_first": ("s", "{s} places first"),
    "turning": ("sk", "{s} turns start token {k} over"),
    "token": ("skmq", "start token {k} of {s} is number {m}, on {q}"),
    "placed": ("uq", "{u} is placed on {q}"),
    "shared_out": ("sq", "the factory {q} goes to {s}"),
    "hid": ("s", "{s} has hidden the V2 among the grey tokens"),
    "plays_first": ("s", "{s} plays first"),
    "weather": ("w", "the weather: {w}"),
    "turn_over": ("s", "{s}: the turn is over"),
    "turn": ("ns", "round {n}: {s}"),
    "repaired": ("un", "{u} is repaired: {n} damage removed"),
    "released": ("uv", "{u} no longer has to attack {v}"),
    "intercepted": ("uvq", "{u} intercepts {v} on {q}"),
    "stopped": ("uq", "{u} has to end its move on {q}"),
    "halted": ("uq", "{u} halts on {q}"),
    "crushed": ("uq", "{u}, inside the factory {q}, is removed"),
    "handed": ("st", "{s} has done its part, {t} goes on"),
    "timed_out": ("s", "the clock of {s} has run out"),
    "void": ("uq", "the attack of {u} on {q} falls away: there is nobody left to fight"),
    "rocket_hits": ("uqn", "{u} scores 1 hit in and around {q}", "{u} scores {n} hits in and around {q}"),
    "destroyed": ("uqv", "{u} is destroyed on {q} by {v}"),
    "experience": ("unm", "{u} gains {n} experience and has {m}"),
    "income": ("snm", "{s} receives 1 coin and has {m}", "{s} receives {n} coins and has {m}"),
    "bought": ("uqn", "{u} is bought and placed on {q}; coins left: {n}"),
    "repairing": ("un", "a repair of {u} begins; coins left: {n}"),
    "asked": ("st", "{s} asks {t} for coins"),
    "kept": ("s", "{s} keeps its coins"),
    "gave": ("stnm", "{s} gives {n} coins, {t} receives {m}"),
}
KINDS: Final = {
    "destroyed": "loss",
    "crushed": "loss",
    "damaged": "loss",
    "hits": "dice",
    "rocket_hits": "dice",
    "launched": "dice",
    "weather": "dice",
    "turning": "dice",
    "token": "dice",
    "move": "move",
    "placed": "move",
    "bought": "move",
    "stopped": "move",
    "halted": "move",
    "end": "end",
}


def _place(force: Force, fields: list[Any], place: int) -> Text:
    faction = fields[0]
    return type_words(force, faction, place) if faction in force.factions else PLACE_WORDS[place]


def _move(force: Force, fields: list[Any]) -> Text:
    unit, before, path = fields
    names = force.board.names
    told = {"u": unit_words(force, unit), "a": names[before], "b": names[path[-1]]}
    if len(path) == 1:
        return Text("{u} moves from {a} to {b}", **told)
    way = "-".join(names[hex_] for hex_ in path)
    return Text("{u} moves from {a} to {b} by way of {way}", **told, way=way)


def _armies(force: Force, fields: list[Any]) -> Text:
    faction, armies = fields
    told = {"s": SUBJECTS[faction], "armies": armies_name(armies), "n": armies.bit_count()}
    return Text("{s} acts with army {armies}", "{s} acts with armies {armies}", **told)


def _occupied(force: Force, fields: list[Any]) -> Text:
    unit, hex_, before = fields
    told = {"u": unit_words(force, unit), "q": force.board.names[hex_], "flag": flag_words(before)}
    return Text("{u} occupies the factory {q}, which was {flag}", **told)


def _token_turned(force: Force, fields: list[Any]) -> Text:
    hex_, found = fields
    name = force.board.names[hex_]
    if found:
        return Text("the token on {q} is the V2: all others are taken away", q=name)
    return Text("the token on {q} is blank and taken away", q=name)


def _declared(force: Force, fields: list[Any]) -> Text:
    unit, hex_, target = fields
    told = {"u": unit_words(force, unit), "q": force.board.names[hex_]}
    if unit == force.v2:
        return Text("the V2 will fire at the factory {q}", **told)
    if target == NONE or force.rockets[unit]:
        return Text("{u} will shell {q}", **told)
    return Text("{u} will attack {v} on {q}", **told, v=unit_words(force, target))


def _bound(force: Force, fields: list[Any]) -> Text:
    words = _declared(force, fields)
    return Text("{words}, as it has to", words=words)


def _rockets(force: Force, fields: list[Any]) -> Text:
    unit, hex_, dice = fields
    told = {"u": unit_words(force, unit), "q": force.board.names[hex_], "n": dice}
    if force.fixed_hits[force.faction[unit]]:
        return Text("{u} shells {q} and all around it, without dice", **told)
    return Text("{u} shells {q} and all around it with {n} dice", **told)


def _battle(force: Force, fields: list[Any]) -> Text:
    attacker, target, dice, red, answer, hits, back, quiet = fields
    told = {"u": unit_words(force, attacker), "v": unit_words(force, target), "red": red}
    attack = Text("{u} attacks {v} with {n} dice", **told, n=dice)
    if hits:
        attack = Text("{u} attacks {v} with 1 fixed hit", "{u} attacks {v} with {n} fixed hits", **told, n=hits)
    elif red:
        attack = Text("{u} attacks {v} with {n} dice and {red} red ones", **told, n=dice)
    if quiet:
        return Text("{attack}; {v} does not return fire: {why}", **told, attack=attack, why=SILENCE[quiet])
    if back:
        some = Text("1 fixed hit", "{n} fixed hits", n=back)
        return Text("{attack}; {v} answers with {some}", **told, attack=attack, some=some)
    return Text("{attack}; {v} answers with {some}", **told, attack=attack, some=Text("{n} dice", n=answer))


def _hits(force: Force, fields: list[Any]) -> Text:
    unit, target, hits, back = fields
    told = {"u": unit_words(force, unit), "v": unit_words(force, target), "n": hits, "m": back}
    if back == NONE:
        return Text("{u} scores 1 hit on {v}", "{u} scores {n} hits on {v}", **told)
    return Text("{u} scores 1 hit on {v}, which scores {m}", "{u} scores {n} hits on {v}, which scores {m}", **told)


def _damaged(force: Force, fields: list[Any]) -> Text:
    unit, damage, borne, by, forest, full = fields
    told = {"u": unit_words(force, unit), "n": damage, "m": borne, "v": unit_words(force, by), "full": full}
    if full > damage and forest:
        return Text("{u}, sheltered by forest, would suffer {full} damage from {v}; {n} is all it can take", **told)
    if full > damage:
        return Text("{u} would suffer {full} damage from {v}; {n} is all it can take", **told)
    if forest:
        return Text("{u}, sheltered by forest, takes {n} damage from {v}, {m} in all", **told)
    return Text("{u} takes {n} damage from {v}, {m} in all", **told)


def _grey(force: Force, fields: list[Any]) -> Text:
    faction, hexes = fields
    told = {"s": SUBJECTS[faction], "hexes": ", ".join(force.board.names[hex_] for hex_ in hexes), "n": len(hexes)}
    return Text("{s} lays a grey token on {hexes}", "{s} lays grey tokens on {hexes}", **told)


def _launched(force: Force, fields: list[Any]) -> Text:
    _, hex_, destroyed = fields
    name = force.board.names[hex_]
    if destroyed:
        return Text("the rocket destroys the factory {q}", q=name)
    return Text("the rocket misses the factory {q}", q=name)


def end_words(team: int, reason: int) -> Text:
    """Who won, and why."""
    words = ENDINGS[reason][0]
    if team == DRAW:
        return Text("a draw: {reason}", reason=words)
    plural = Text("the Allies win: {reason}", reason=words)
    return plural if team == 0 else Text("{team} wins: {reason}", team=TEAMS[team], reason=words)


def _end(force: Force, fields: list[Any]) -> Text:
    return end_words(*fields)


SPECIAL: Final[dict[str, Callable[[Force, list[Any]], Text]]] = {
    **AUTOMA,
    "move": _move,
    "armies": _armies,
    "occupied": _occupied,
    "token_turned": _token_turned,
    "declared": _declared,
    "bound": _bound,
    "battle": _battle,
    "rockets": _rockets,
    "hits": _hits,
    "fixed_hits": _hits,
    "damaged": _damaged,
    "grey": _grey,
    "launched": _launched,
    "end": _end,
}
SLOTS: Final[dict[str, Callable[[Force, list[Any], int], object]]] = {
    "u": lambda force, fields, unit: unit_words(force, unit),
    "v": lambda force, fields, unit: unit_words(force, unit),
    "q": lambda force, fields, hex_: force.board.names[hex_],
    "s": lambda force, fields, faction: SUBJECTS[faction],
    "t": lambda force, fields, faction: SUBJECTS[faction],
    "p": _place,
    "w": lambda force, fields, weather: WEATHER_WORDS[weather],
    "k": lambda force, fields, token: token + 1,
}
KEYS: Final[dict[str, Callable[[Force, list[Any], Any], tuple[str, ...]]]] = {
    "u": lambda force, fields, unit: (key_of(force, unit),),
    "v": lambda force, fields, unit: (key_of(force, unit),) if unit != NONE else (),
    "q": lambda force, fields, hex_: (force.board.names[hex_],),
    "Q": lambda force, fields, hexes: tuple([force.board.names[hex_] for hex_ in hexes]),
}
NAMED: Final = {
    "move": "uqQ",
    "occupied": "uq",
    "token_turned": "q",
    "declared": "uqv",
    "bound": "uqv",
    "battle": "uv",
    "rockets": "uq",
    "hits": "uv",
    "fixed_hits": "uv",
    "damaged": "u--v",
    "grey": "-Q",
    "launched": "-q",
    "automa_order": "u",
    "automa_target": "uv",
    "automa_hex": "uq",
    "automa_blast": "uq",
    "automa_bound": "u",
    "automa_idle": "u",
    "automa_again": "uq",
    "automa_held": "u",
}
"""The units and hexes that special events point at; Q stands for several hexes."""
EVENTS: Final = EventWords(PLAIN, SPECIAL, SLOTS, KINDS, KEYS, NAMED)
