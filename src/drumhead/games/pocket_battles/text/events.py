"""What happened, in sentences."""

from collections.abc import Callable
from typing import Final

from drumhead.core.i18n.text import Text, Translatable
from drumhead.core.words.event_words import EventWords
from drumhead.games.pocket_battles.engine.encoding import FROM_PASSED, FROM_UNUSED, faces
from drumhead.games.pocket_battles.rules.charge import BEHIND
from drumhead.games.pocket_battles.rules.turns import HALF, HIGHER, LAST_ROUND, LONGEST_LULL, LULL, NO_TOKENS, TIE
from drumhead.games.pocket_battles.text.names import Names

ENDINGS: Final[dict[int, tuple[Text, str]]] = {
    HALF: (Text("half of the enemy army is destroyed"), "PB-8.2"),
    HIGHER: (Text("both destroyed half; the higher total wins"), "PB-8.3"),
    TIE: (Text("both destroyed as much; Player 2 wins"), "PB-8.3"),
    NO_TOKENS: (Text("neither side has a token left"), "PB-8.4"),
    LAST_ROUND: (Text("the last round is over"), "PB-8.4"),
    LULL: (Text("no troop fell in {n} rounds", n=LONGEST_LULL), "PB-8.4"),
}
# Sentences about one or two units, or a unit and a troop or zone: u and v are units, t a troop of u, z a zone of u, s a
# side, n a number.
PLAIN: Final[dict[str, tuple[str, Translatable]]] = {
    "order": ("un", "{u} receives an order (tokens: {n})"),
    "token_gone": ("s", "a token of {s} leaves the game with its Leader"),
    "back": ("uz", "{u} goes back to {z}"),
    "loss": ("ut", "{t} is eliminated"),
    "destroyed": ("u", "{u} is destroyed"),
    "tie": ("", "a tie: both throw again"),
    "player_one": ("s", "{s} throw the higher die and have the first place (Player 1 of the rules)"),
    "reveal": ("", "all units are revealed"),
    "place": ("uz", "{u} is placed in {z}"),
    "round": ("ns", "round {n}: the first turn falls to {s}"),
    "tokens_back": ("sn", "{s} take back their tokens: {n}"),
    "regenerate": ("ut", "{t} regenerates"),
    "redeploy": ("uz", "{u} redeploys to {z}"),
    "no_turn": ("s", "{s} cannot take a turn now; the others go on"),
    "pass": ("s", "{s} pass"),
    "move": ("uz", "{u} moves to {z}"),
    "excite": ("uv", "{u} excites {v}"),
    "galvanize": ("uv", "{u} galvanizes {v}"),
    "control": ("u", "{u} takes control of another unit"),
    "double_order": ("u", "{u} gives a Double Order"),
    "charge": ("uz", "{u} charges"),
    "scout": ("uv", "{u} has scouted {v}: no reaction"),
    "wait": ("s", "{s} wait"),
    "skirmish": ("u", "{u} skirmishes: no token is paid"),
    "intercept": ("uv", "{u} intercepts {v}"),
    "no_target": ("u", "{u} finds nobody left to charge and returns"),
    "contact": ("uv", "{u} comes into contact with {v}"),
    "split": ("uv", "{u} is drawn away from {v}"),
    "overwhelm": ("u", "{u} overwhelms and charges again"),
    "leave": ("u", "{u} leaves the engagement"),
    "left": ("u", "{u} is out of the engagement"),
    "fight": ("uv", "{u} attacks {v}"),
    "no_dice": ("u", "{u} shows no engagement dice and rolls nothing"),
    "hold": ("u", "{u} holds"),
    "strike": ("uv", "{u} strikes at {v}"),
    "shoot": ("uv", "{u} shoots at {v}"),
    "tough": ("un", "{u} is Tough: a {n} is thrown again"),
    "miss": ("uv", "{u} misses {v}"),
    "blood_lust": ("un", "Blood Lust: {u} hits itself (1s: {n})"),
    "hit": ("un", "{u} takes hits: {n}"),
    "cancel": ("ut", "{t} is sacrificed: all hits on its unit are cancelled"),
    "disband": ("uv", "{u} disbands the enemy: a token is spent"),
    "leader_fallen": ("s", "a Leader of {s} fell: one token leaves the game"),
}
KINDS: Final = {
    "loss": "loss",
    "destroyed": "loss",
    "wound": "loss",
    "roll": "dice",
    "reroll": "dice",
    "player_one": "dice",
    "move": "move",
    "redeploy": "move",
    "place": "move",
    "charge": "move",
    "back": "move",
    "intercept": "move",
    "contact": "move",
    "reveal": "reveal",
    "end": "end",
}


def _roll(names: Names, fields: list[int]) -> Text:
    unit, enemy, mode, roll = fields
    values = {"u": names.unit_words(unit), "v": names.unit_words(enemy), "dice": " ".join(map(str, faces(roll)))}
    return Text("{u} shoots at {v}: {dice}" if mode else "{u} strikes at {v}: {dice}", **values)


def _reroll(names: Names, fields: list[int]) -> Text:
    return Text("thrown again: {dice}", dice=" ".join(map(str, faces(fields[3]))))


def _score(names: Names, fields: list[int]) -> Text:
    unit, _, hits, bonus = fields
    if bonus:
        return Text(
            "{u} scores {n} hit, +{more} Wounds",
            "{u} scores {n} hits, +{more} Wounds",
            u=names.unit_words(unit),
            n=hits,
            more=bonus,
        )
    return Text("{u} scores {n} hit", "{u} scores {n} hits", u=names.unit_words(unit), n=hits)


def _divide(names: Names, fields: list[int]) -> Text:
    _, units, share = fields
    return Text("the hits are divided among {units} units: {share} each, rounded up", units=units, share=share)


def _wound(names: Names, fields: list[int]) -> Text:
    unit, troop, source = fields
    words = Text("{t} is wounded", t=names.troop_words(unit, troop))
    if source == FROM_UNUSED:
        return words
    if source == FROM_PASSED:
        return Text("{words} with a token that was passed or disbanded", words=words)
    return Text("{words} with an order token of {u}", words=words, u=names.unit_words(source))


def _heal(names: Names, fields: list[int]) -> Text:
    unit, healed, troop = fields
    return Text("{u} heals {t}", u=names.unit_words(unit), t=names.troop_words(healed, troop))


def _no_reaction(names: Names, fields: list[int]) -> Text:
    unit, tier = fields
    if tier == BEHIND:
        return Text("nobody may react: {u} charges an enemy in the Rear", u=names.unit_words(unit))
    return Text("nobody may react: {u} charges into a neighbouring sector", u=names.unit_words(unit))


def _totals(names: Names, fields: list[int]) -> Text:
    one, score, other, scored = fields
    return Text("points destroyed: {s} {n}, {t} {m}", s=names.side(one), n=score, t=names.side(other), m=scored)


def _end(names: Names, fields: list[int]) -> Text:
    winner, reason = fields
    return Text("{side} win: {reason}", side=names.side(winner), reason=ENDINGS[reason][0])


SPECIAL: Final[dict[str, Callable[[Names, list[int]], Text]]] = {
    "roll": _roll,
    "reroll": _reroll,
    "score": _score,
    "divide": _divide,
    "wound": _wound,
    "heal": _heal,
    "no_reaction": _no_reaction,
    "totals": _totals,
    "end": _end,
}
SLOTS: Final[dict[str, Callable[[Names, list[int], int], object]]] = {
    "u": lambda names, fields, unit: names.unit_words(unit),
    "v": lambda names, fields, unit: names.unit_words(unit),
    "s": lambda names, fields, seat: names.side(seat),
    "z": lambda names, fields, zone: names.zone_words(names.force.seat[fields[0]], zone),
    "t": lambda names, fields, troop: names.troop_words(fields[0], troop),
}
KEYS: Final[dict[str, Callable[[Names, list[int], int], tuple[str, ...]]]] = {
    "u": lambda names, fields, unit: (names.keys[unit],),
    "v": lambda names, fields, unit: (names.keys[unit],),
    "z": lambda names, fields, zone: names.zone_keys(names.force.seat[fields[0]], zone),
    "t": lambda names, fields, troop: (names.troop_key(fields[0], troop),),
    "h": lambda names, fields, troop: (names.troop_key(fields[1], troop),),
}
NAMED: Final = {
    "roll": "uv",
    "reroll": "uv",
    "score": "uv",
    "divide": "u",
    "wound": "ut",
    "heal": "uuh",
    "no_reaction": "u",
}
"""The fields of special events: u and v are units, t a troop of the first, h a troop of the second, who is healed."""
EVENTS: Final = EventWords(PLAIN, SPECIAL, SLOTS, KINDS, KEYS, NAMED)
