"""What happened, in sentences."""

from collections.abc import Callable
from typing import Final

from drumhead.core.i18n.text import Text, Translatable
from drumhead.core.words.event_words import EventWords
from drumhead.games.travel_battle.army.brigades import presets, ready_name, unpack_brigades
from drumhead.games.travel_battle.army.force import SEAT, Force
from drumhead.games.travel_battle.engine.encoding import DRAW, LEVEL, MORE_BRIGADES, MORE_UNITS, STALE, TWO_BRIGADES
from drumhead.games.travel_battle.rules.artillery import GONE, NOTHING, RETREATS, TURNED
from drumhead.games.travel_battle.rules.boards import BOARDS, bits
from drumhead.games.travel_battle.rules.turns import TURNS_WITHOUT_LOSS
from drumhead.games.travel_battle.text.actions import split_words
from drumhead.games.travel_battle.text.names import KEYS, SIDES, square_keys, square_name, unit_words, units_words

ENDINGS: Final[dict[int, tuple[Text, str]]] = {
    TWO_BRIGADES: (Text("two enemy brigades are eliminated"), "TB-8.1"),
    MORE_BRIGADES: (Text("the last turn is over, more enemy brigades are eliminated"), "TB-8.2"),
    MORE_UNITS: (Text("the last turn is over, more enemy units are removed"), "TB-8.2"),
    LEVEL: (Text("the last turn is over, the losses are level"), "TB-8.2"),
    MORE_BRIGADES + STALE: (
        Text("{n} turns without a loss, more enemy brigades are eliminated", n=TURNS_WITHOUT_LOSS),
        "TB-8.2",
    ),
    MORE_UNITS + STALE: (
        Text("{n} turns without a loss, more enemy units are removed", n=TURNS_WITHOUT_LOSS),
        "TB-8.2",
    ),
    LEVEL + STALE: (Text("{n} turns without a loss, the losses are level", n=TURNS_WITHOUT_LOSS), "TB-8.2"),
}
EFFECTS: Final[dict[int, Text]] = {
    NOTHING: Text("nothing happens"),
    TURNED: Text("turned"),
    RETREATS: Text("retreat"),
    GONE: Text("removed"),
}
RESULTS: Final = (Text("has to give ground"), Text("has to retreat"), Text("is lost"))
# Sentences: u is a unit, w several, q and p squares, s a side, b a board, n and m numbers.
PLAIN: Final[dict[str, tuple[str, Translatable]]] = {
    "board": ("sb", "{s} wants board {b}"),
    "die": ("n", "the die shows {n}"),
    "gets_board": ("sb", "{s} gets board {b}"),
    "left": ("b", "board {b} stands on the left"),
    "edge_die": ("sn", "{s} throws {n} for the edge"),
    "edge": ("sn", "edge {n} of its board faces {s}"),
    "two_dice": ("nm", "Red throws {n}, Blue {m}"),
    "places_first": ("s", "{s} places first"),
    "moves_first": ("s", "{s} moves first"),
    "place": ("uq", "{u} is placed on {q}"),
    "scattered": ("snw", "beware: brigade {n} of {s} is scattered; cut off: {w}"),
    "turn": ("ns", "turn {n}: {s}"),
    "move": ("uqp", "{u} moves from {q} to {p}"),
    "displace": ("uqp", "{u} gives way from {q} to {p}"),
    "form": ("u", "{u} forms square"),
    "reform": ("u", "{u} begins to leave square"),
    "unform": ("u", "{u} leaves square"),
    "fire": ("uq", "{u} fires at {q}"),
    "hit": ("uqnm", "{u} hits {q}: {n}, {m} needed"),
    "miss": ("uqnm", "{u} misses {q}: {n}, {m} needed"),
    "combat": ("qw", "combat: {w} against {q}"),
    "reroll": ("un", "{u} throws a {n} again"),
    "rolled_again": ("un", "{u} throws {n}"),
    "pushed": ("uqp", "{u} is pushed back from {q} to {p}"),
    "stays": ("u", "{u} cannot give way and stays"),
    "retreat": ("uqp", "{u} retreats from {q} to {p}"),
    "surrounded": ("u", "{u} has nowhere to retreat to"),
    "rallies": ("unm", "{u} rallies: {n}, {m} needed"),
    "breaks": ("unm", "{u} does not rally: {n}, {m} needed"),
    "turned": ("u", "{u} is turned"),
    "halted": ("u", "{u} is turned and does not move in its next turn"),
    "turn_back": ("u", "{u} turns back to the front"),
    "removed": ("u", "{u} is removed"),
    "eliminated": ("sn", "brigade {n} of {s} is eliminated"),
}
KINDS: Final = {
    "removed": "loss",
    "eliminated": "loss",
    "breaks": "loss",
    "roll": "dice",
    "rolled_again": "dice",
    "hit": "dice",
    "miss": "dice",
    "effect": "dice",
    "rallies": "dice",
    "two_dice": "dice",
    "die": "dice",
    "edge_die": "dice",
    "move": "move",
    "place": "move",
    "displace": "move",
    "pushed": "move",
    "retreat": "move",
    "end": "end",
}


def thrown(dice: int, seat: int) -> str:
    """The dice of a side, unit by unit."""
    own = [unit for unit in range(len(KEYS)) if SEAT[unit] == seat and dice >> unit * 8 & 255]
    return ", ".join(
        f"{KEYS[unit]} {' '.join(str(face) for face in (dice >> unit * 8 & 15, dice >> unit * 8 + 4 & 15) if face)}"
        for unit in own
    )


def _roll(force: Force, fields: list[int]) -> Text:
    square, attackers, dice = fields
    seat = SEAT[bits(attackers)[0]]
    return Text(
        "the attack on {q} throws {attack}, the defence {defence}",
        q=square_name(square),
        attack=thrown(dice, seat),
        defence=thrown(dice, 1 - seat),
    )


def _effect(force: Force, fields: list[int]) -> Text:
    square, face, effect = fields
    return Text("the effect on {q}: {n}, {effect}", q=square_name(square), n=face, effect=EFFECTS[effect])


def _result(force: Force, fields: list[int]) -> Text:
    square, attack, defence = fields
    values = {"q": square_name(square), "n": attack, "m": defence}
    if attack == defence:
        return Text("the combat for {q} is a tie, {n} to {m}", **values)
    won = Text("the attack on {q} wins, {n} to {m}", **values)
    return won if attack > defence else Text("the attack on {q} loses, {n} to {m}", **values)


def _suffers(force: Force, fields: list[int]) -> Text:
    unit, difference = fields
    return Text("{u} {result}", u=unit_words(force, unit), result=RESULTS[min(difference, 3) - 1])


def _end(force: Force, fields: list[int]) -> Text:
    winner, reason = fields
    words = ENDINGS[reason][0]
    if winner == DRAW:
        return Text("a draw: {reason}", reason=words)
    return Text("{side} wins: {reason}", side=SIDES[winner], reason=words)


def _split(force: Force, fields: list[int]) -> Text:
    seat, packed = fields
    split, name = unpack_brigades(packed), ready_name(packed)
    values = {"side": SIDES[seat], "brigades": split_words(split)}
    if name:
        return Text("{side} forms {name}: {brigades}", name=Text(presets()[name].name), **values)
    return Text("{side} forms brigades: {brigades}", **values)


SPECIAL: Final[dict[str, Callable[[Force, list[int]], Text]]] = {
    "split": _split,
    "roll": _roll,
    "effect": _effect,
    "result": _result,
    "suffers": _suffers,
    "end": _end,
}
SLOTS: Final[dict[str, Callable[[Force, list[int], int], object]]] = {
    "u": lambda force, fields, unit: unit_words(force, unit),
    "w": lambda force, fields, units: units_words(force, units),
    "q": lambda force, fields, square: square_name(square),
    "p": lambda force, fields, square: square_name(square),
    "s": lambda force, fields, seat: SIDES[seat],
    "b": lambda force, fields, board: BOARDS[board],
}
POINTED: Final[dict[str, Callable[[Force, list[int], int], tuple[str, ...]]]] = {
    "u": lambda force, fields, unit: (KEYS[unit],),
    "w": lambda force, fields, units: tuple([KEYS[unit] for unit in bits(units)]),
    "q": lambda force, fields, square: square_keys(square),
    "p": lambda force, fields, square: square_keys(square),
}
NAMED: Final = {"roll": "qw", "effect": "q", "result": "q", "suffers": "u"}
"""The pieces and squares that events point at, and the fields of special events in these letters."""
EVENTS: Final = EventWords(PLAIN, SPECIAL, SLOTS, KINDS, POINTED, NAMED)
