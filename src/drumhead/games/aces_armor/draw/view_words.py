"""The words that pictures and letters share: hexes, ground, units, factions, phases and dice in full."""

from typing import Any, Final

from drumhead.core.i18n.text import Text, joined

View = dict[str, Any]

KINDS: Final[dict[str, Text]] = {
    "infantry": Text("infantry"),
    "mobile": Text("mobile infantry"),
    "mechanised": Text("mechanised infantry"),
    "tank": Text("tank"),
    "gun": Text("artillery"),
    "rockets": Text("rocket artillery"),
    "fighter": Text("fighter"),
    "bomber": Text("bomber"),
    "v2": Text("V2 launcher"),
}
FLYING: Final = ("fighter", "bomber")

GROUNDS: Final[dict[str, Text]] = {
    ".": Text("standard"),
    "f": Text("forest"),
    "=": Text("road"),
    "H": Text("bridge"),
    "~": Text("river"),
    "s": Text("sea"),
    "^": Text("mountain"),
    "F": Text("factory"),
    "C": Text("factory on the coast"),
    "I": Text("factory on the island"),
    "B": Text("factory at the bottom"),
}

LEVELS: Final = (Text("recruit"), Text("veteran"), Text("war hero"))

_PHASES: Final[dict[str, Text]] = {
    "pick": Text("secret picks"),
    "lay": Text("start tokens"),
    "place": Text("placement"),
    "share": Text("sharing out factories"),
    "hide": Text("hiding the V2"),
    "armies": Text("armies that act"),
    "move": Text("movement"),
    "intercept": Text("interception"),
    "declare": Text("declaring attacks"),
    "battle": Text("battles"),
    "money": Text("money"),
}

WEATHERS: Final[dict[str, Text]] = {
    "normal": Text("normal weather"),
    "frost": Text("frost: water is standard ground"),
    "mud": Text("mud: the ground is heavy"),
    "dry": Text("dry: standard ground costs half"),
    "storm": Text("storm: artillery reaches 1 less"),
    "fog": Text("fog: nobody intercepts"),
}

_ROLLS: Final[dict[str, Text]] = {
    "place": Text("who places first"),
    "first": Text("who plays first"),
    "weather": Text("weather"),
    "battle": Text("battle"),
    "rockets": Text("rockets"),
    "launch": Text("V2 rocket"),
}

_STATES: Final[dict[str, Text]] = {
    "waiting": Text("declared"),
    "now": Text("being fought"),
    "fought": Text("fought"),
    "lost": Text("lost"),
}


_LAUNCHER: Final[View] = {
    "key": "V2",
    "name": "V2",
    "kind": "v2",
    "where": "map",
    "token": None,
    "experience": 0,
    "level": 0,
    "dice": 0,
    "hits_on": 0,
}


def whole(view: View) -> View:
    """A view with what a match adds to it, and what is empty in most battles, for those drawn without."""
    added: View = {"to_act": -1, "prompt": "", "outcome": None, "can_act": [], "log": []}
    found = added | {"weather": None, "hidden": [], "v2": None, "declared": [], "move": None, "roll": None} | view
    if found["v2"]:
        found["units"] = [*found["units"], _LAUNCHER | found["v2"]]
    return found


def is_over(view: View) -> bool:
    """Returns whether the battle has ended, on the field or because somebody gave up."""
    return view["phase"] == "over" or view["outcome"] is not None


def columns(view: View) -> tuple[int, int]:
    """The first and the last column that are played on."""
    width: int = view["map"]["width"]
    return {"left": (0, width // 2 - 1), "right": (width // 2, width - 1)}.get(view["map"]["part"], (0, width - 1))


def place(name: str) -> tuple[int, int]:
    """The column and the row of a hex, from 0."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def hex_name(column: int, row: int) -> str:
    """The name of a hex."""
    return f"{chr(ord('a') + column)}{row + 1}"


def is_hex(view: View, name: object) -> bool:
    """Returns whether a name is one of a hex that is played on."""
    words = str(name or "")
    if not words[1:].isascii() or not words[1:].isdigit():
        return False
    column, row = place(words)
    first, last = columns(view)
    return first <= column <= last and 0 <= row < view["map"]["height"]


def letter_at(view: View, column: int, row: int) -> str:
    """The letter of the ground of a hex."""
    return str(view["map"]["letters"][row * view["map"]["width"] + column])


def ground_words(letter: str, *, mountains: bool) -> Text:
    """The ground of a hex; mountains count as standard ground unless the battle is played with them."""
    if letter == "^" and not mountains:
        return Text("standard, with mountains for show")
    return GROUNDS.get(letter, GROUNDS["."])


def faction_of(view: View, faction: int) -> View:
    """The entry of a faction that plays."""
    return next(entry for entry in view["factions"] if entry["faction"] == faction)


def faction_name(view: View, faction: int | None) -> str:
    """The name of a faction; nobody's is neutral."""
    if faction is None:
        return str(Text("neutral"))
    return next((str(entry["name"]) for entry in view["factions"] if entry["faction"] == faction), "?")


def short_key(key: str) -> str:
    """A key without its faction, which colour and emblem tell."""
    return key.rpartition("-")[2]


def stage_words(view: View) -> Text:
    """How far the battle is."""
    if is_over(view):
        return Text("The battle is over")
    if not view["round"]:
        return Text("Setting up")
    if not view["max_rounds"]:
        return Text("Round {n}", n=view["round"])
    return Text("Round {n} of {most}", n=view["round"], most=view["max_rounds"])


def phase_words(view: View) -> Text | None:
    """The step of a turn or of the set-up."""
    return None if is_over(view) else _PHASES.get(view["phase"])


def level_words(level: int, experience: int) -> Text:
    """[AA-8.4] A unit's level and its experience."""
    return Text("{level} with {n} experience", level=LEVELS[level], n=experience)


def fire_words(dice: int, hits_on: int, fixed: int | None) -> Text:
    """[AA-8.2, AA-8.4, AA-13.7] A unit's dice and the faces that hit, or its fixed hits."""
    if fixed is not None:
        return Text("{n} fixed hit", "{n} fixed hits", n=fixed)
    return Text("{n} dice, hits on {hit} or less", n=dice, hit=hits_on)


def state_words(unit: View) -> list[Text]:
    """All that has befallen a unit."""
    found = [Text("{damage} damage", damage=unit["damage"])] if unit["damage"] else []
    if unit["experience"]:
        rank = level_words(unit["level"], unit["experience"])
        found.append(rank if unit["level"] else Text("{n} experience", n=unit["experience"]))
    known = {
        "moved": Text("moved"),
        "attacked": Text("no attack left"),
        "acted": Text("has acted"),
        "idle": Text("its army rests"),
        "repairing": Text("under repair"),
        "fired": Text("has fired"),
    }
    found += [words for name, words in known.items() if unit.get(name)]
    if unit.get("intercepts"):
        found.append(Text("intercepts {key}", key=unit["intercepts"]))
    return found


def is_done(unit: View, phase: str) -> bool:
    """Returns whether a unit has nothing more to do in this phase: it has moved, has no attack left, or rests."""
    spent = {"move": "moved", "intercept": "moved", "declare": "attacked"}.get(phase, "")
    return bool(unit.get("idle") or unit.get("acted") or unit.get(spent))


def unit_words(unit: View) -> Text:
    """A unit in full."""
    kind = KINDS.get(unit["kind"], Text("{kind}", kind=unit["kind"]))
    where = {"map": Text("on {hex}", hex=unit["hex"]), "token": Text("on a start token")}.get(
        unit["where"], Text("in hand")
    )
    facts = [Text("{key}, {name} ({kind}), {where}", key=unit["key"], name=unit["name"], kind=kind, where=where)]
    if unit["kind"] != "v2":
        facts.append(fire_words(unit["dice"], unit["hits_on"], unit.get("hits")))
    return joined(facts + state_words(unit))


def factory_words(view: View, factory: View) -> Text:
    """A factory and whose it is."""
    if factory["ruined"]:
        return Text("factory {hex}: destroyed", hex=factory["hex"])
    return Text("factory {hex}: {faction}", hex=factory["hex"], faction=faction_name(view, factory["flag"]))


def goal_words(view: View, team: int) -> Text:
    """How many factories a team holds, and how many it needs."""
    entry = view["teams"][team]
    if entry["goal"] is None:
        return Text("{name}: {n} factory", "{name}: {n} factories", name=entry["name"], n=entry["factories"])
    return Text("{name}: {n} of {goal} factories", name=entry["name"], n=entry["factories"], goal=entry["goal"])


def attack_words(number: int, attack: View) -> Text:
    """Returns an attack that is declared or fought: its number, its state, who attacks whom."""
    return Text(
        "attack {number}, {state}: {one} at {other}",
        number=number,
        state=_STATES.get(attack["state"], _STATES["waiting"]),
        one=attack["attacker"],
        other=attack["target"] or attack["hex"],
    )


def weather_words(weather: View) -> Text:
    """The weather and how long it lasts."""
    words = WEATHERS.get(weather["kind"], WEATHERS["normal"])
    return Text("{words}; {n} turn left", "{words}; {n} turns left", words=words, n=weather["left"])


def roll_words(roll: View) -> Text:
    """The throw on the table: what for, whose dice, what they need."""
    facts = [_ROLLS.get(roll["kind"], Text("{kind}", kind=roll["kind"]))]
    if roll.get("attacker"):
        aim = roll.get("target") or roll.get("hex") or "?"
        facts.append(Text("{one} at {other}", one=roll["attacker"], other=aim))
    if roll.get("dice"):
        facts.append(Text("{n} die", "{n} dice", n=roll["dice"]))
    if roll.get("red"):
        facts.append(Text("{n} red", n=roll["red"]))
    if roll.get("hits_on"):
        facts.append(Text("hits on {n} or less", n=roll["hits_on"]))
    if roll.get("answer"):
        facts.append(Text("answered by {n} dice, {hit} or less", n=roll["answer"], hit=roll.get("answer_hits_on") or 0))
    return joined(facts)
