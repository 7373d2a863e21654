"""What TravelBattle answers while brigades are formed: the pieces, a draft judged, a list read, a split drawn."""

from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Any, Final

from drumhead.core.draw.table_parts import counter_parts
from drumhead.core.errors import SetupError
from drumhead.core.files.text_lists import entries
from drumhead.core.i18n.text import Text, joined
from drumhead.games.travel_battle.army.brigades import (
    ARMY,
    AT_THE_TABLE,
    BRIGADES,
    GUNS,
    WORDS,
    Brigade,
    Brigades,
    check_brigades,
    presets,
    random_brigades,
    read_brigade,
    write_brigades,
)
from drumhead.games.travel_battle.draw import counters
from drumhead.games.travel_battle.draw.layout import PLATE
from drumhead.games.travel_battle.draw.view_words import KINDS
from drumhead.games.travel_battle.engine.encoding import ARTILLERY

Asked = Mapping[str, Any]
Told = dict[str, Any]

LOTS: Final[dict[str, Text]] = {"": Text("brigades at random")}
"""What may be drawn."""
NAMES: Final = {name: kind for kind, (name, _) in WORDS.items()}
MOST: Final = 99
FIRST_DRAFT: Final = "all-round"
"""What lies on the bench where nothing was chosen before."""


def box(asked: Asked) -> Told:
    """[TB-1.1] The kinds of pieces: their words, and their counters in each brigade and in none."""
    faces = {kind: [counters.piece_face(kind, brigade) for brigade in range(BRIGADES + 1)] for kind in KINDS}
    icons = frozenset().union(*(used for drawn in faces.values() for _, used in drawn))
    return {
        "frame": [PLATE + 2, PLATE + 4],
        **counter_parts(icons, "", counters.RULES),
        "kinds": {
            kind: {"words": str(words), "faces": [face for face, _ in faces[kind]]}
            for kind, (_, words) in KINDS.items()
        },
        "guns": [WORDS[kind][0] for kind in GUNS],
    }


def check(asked: Asked) -> Told:
    """[TB-1.1, TB-1.2] Judges a draft: what is left over, each brigade in words, and whether the split may fight."""
    counts = _counts(asked.get("units"))
    name = " ".join(str(asked.get("name", "")).split())
    refused, split = None, Brigades(counts)
    try:
        split = Brigades(counts, name)
        check_brigades(split, horse_artillery=asked.get("horse_artillery") is True)
    except SetupError as error:
        refused = _told(error)
    return {
        "refused": refused,
        "units": [{"words": str(_brigade_words(brigade))} for brigade in counts],
        "pool": _left(counts),
        "text": write_brigades(split),
        "line": write_brigades(split, one_line=True),
    }


def _brigade_words(brigade: Brigade) -> Text:
    kinds = [
        Text("{n} {kind}", n=count, kind=KINDS[WORDS[kind][0]][1])
        for kind, count in zip(WORDS, brigade, strict=True)
        if count
    ]
    return joined(kinds) if kinds else Text("no unit yet")


def _left(counts: tuple[Brigade, ...]) -> list[str]:
    """[TB-1.1] The units of the army that are in no brigade; a gun may be of either kind."""
    left: list[str] = []
    for kind, owed in ARMY.items():
        kinds = GUNS if kind == ARTILLERY else (kind,)
        found = sum(brigade[other - 1] for brigade in counts for other in kinds)
        left += [WORDS[kind][0]] * max(0, owed - found)
    return left


def read(asked: Asked) -> Told:
    """[TB-1.2] Reads a split as far as it can be read: what was understood, and every fault with its line."""
    text = asked.get("text")
    if not isinstance(text, str):
        raise SetupError(Text("give the text of your brigades"))
    if text == AT_THE_TABLE:
        text = FIRST_DRAFT
    if text in presets():
        text = write_brigades(presets()[text])
    name, counts, faults = "", [], []
    for line, words in entries(text):
        if words.lower().startswith("name:"):
            name = words[5:].strip()
            continue
        try:
            counts.append(read_brigade(words, line))
        except SetupError as error:
            faults.append(_told(error))
    if len(counts) > BRIGADES:
        faults.append(_told(SetupError(Text("an army has three brigades, not {n}", n=len(counts)), "TB-1.2")))
    if not counts and not faults:
        faults.append(_told(SetupError(Text("an army has three brigades, not {n}", n=0), "TB-1.2")))
    units = [_kinds(brigade) for brigade in counts[:BRIGADES]]
    return {"name": name, "units": units, "faults": faults}


def _kinds(brigade: Brigade) -> list[str]:
    return [WORDS[kind][0] for kind, count in zip(WORDS, brigade, strict=True) for _ in range(min(count, MOST))]


def draw(asked: Asked) -> Told:
    """[TB-1.2] Draws any split that the rules allow."""
    split = random_brigades(SystemRandom(), horse_artillery=asked.get("horse_artillery") is True)
    return {"text": write_brigades(split, one_line=True)}


def _counts(given: Any) -> tuple[Brigade, ...]:
    """The brigades of a draft, given as the names of their units."""
    if not isinstance(given, list) or len(given) != BRIGADES:
        raise SetupError(Text("an army has three brigades, each a list of units"), "TB-1.2")
    found = []
    for brigade in given:
        if not isinstance(brigade, list) or len(brigade) > MOST or not all(unit in list(NAMES) for unit in brigade):
            raise SetupError(Text("an army has three brigades, each a list of units"), "TB-1.2")
        found.append(tuple(brigade.count(name) for name in NAMES))
    return tuple(found)


def _told(error: SetupError) -> Told:
    return {"words": str(error.reason), "clause": error.clause, "line": error.line}


QUESTIONS: Final[dict[str, Callable[[Asked], Told]]] = {"box": box, "check": check, "read": read, "draw": draw}
