"""The words that pictures and letters share: zones, troops, units and traits in full."""

from typing import Any, Final

from drumhead.core.i18n.text import Text, joined
from drumhead.games.pocket_battles.army.tiles import trait_kind
from drumhead.games.pocket_battles.text.names import ROWS, SECTORS, ZONES

View = dict[str, Any]

_OFF_FIELD: Final[dict[str, Text]] = {"reserve": Text("in reserve"), "lost": Text("lost")}


def sector_name(seat: int, sector: int) -> str:
    """Returns the name of a sector as a seat calls it, for keys."""
    return SECTORS[sector if seat == 0 else 2 - sector]


def zone_key(view: View, seat: int, row: str, sector: int) -> str:
    """Returns the key of a zone; an engagement zone is named as seat 0 sees it."""
    if row == "engagement":
        return f"{SECTORS[sector]}-engagement"
    return f"{view['sides'][seat]['letter']}.{sector_name(seat, sector)}-{row}"


def place_words(seat: int, row: str, sector: int | None) -> Text:
    """Returns where a unit of a seat stands, as its owner would say it."""
    if sector is None:
        return _OFF_FIELD[row]
    return ZONES[sector if seat == 0 else 2 - sector][ROWS.index(row)]


def trait_words(trait: str) -> Text:
    """Returns a trait as printed, and what it does."""
    return Text("{trait}: {words}", trait=trait, words=trait_kind(trait).words)


def troop_words(troop: View) -> Text:
    """Returns a troop with its dice, its wound points and its traits."""
    facts = []
    if troop["engagement"]:
        facts.append(Text("engagement {dice}", dice=" ".join(map(str, troop["engagement"]))))
    if troop["shooting"]:
        facts.append(Text("shooting {dice}", dice=" ".join(map(str, troop["shooting"]))))
    if not troop["alive"]:
        facts.append(Text("lost"))
    else:
        left = troop["wp"] - troop["wounds"]
        facts.append(Text("{left} of {all} wound points left", left=left, all=troop["wp"]))
    facts.append(Text("{n} point", "{n} points", n=troop["dp"]))
    facts.extend(Text("{trait}", trait=trait) for trait in troop["traits"])
    return Text("{name} {id} ({facts})", name=troop["name"], id=troop["id"], facts=joined(facts))


def shown(unit: View) -> list[View]:
    """Returns the troops of a unit that may be shown: of a hidden stack the top one, whatever else a view lists."""
    troops: list[View] = unit["troops"]
    return troops[:1] if unit["hidden"] else troops


def living(unit: View) -> list[View]:
    """Returns the living troops of a unit that may be shown."""
    return [troop for troop in shown(unit) if troop["alive"]]


def dead(unit: View) -> list[View]:
    """Returns the lost troops of a unit that may be shown."""
    return [troop for troop in shown(unit) if not troop["alive"]]


def _unit_facts(unit: View) -> Text:
    facts = [Text("{key}", key=unit["key"])]
    if unit["row"] not in ("reserve", "lost"):
        facts.append(Text("{n} order", "{n} orders", n=unit["orders"]))
        facts.append(Text("next order costs {n}", n=unit["cost"]))
    if unit["redeployed"]:
        facts.append(Text("redeployed this turn"))
    if unit["charging"]:
        facts.append(Text("charging"))
    if unit["contact"]:
        facts.append(Text("in contact with {units}", units=" ".join(unit["contact"])))
    if unit["hits"]:
        facts.append(Text("{n} hit waiting", "{n} hits waiting", n=unit["hits"]))
    if unit["hidden"]:
        facts.append(Text("a hidden stack of {n} tile", "a hidden stack of {n} tiles", n=unit["size"]))
    return joined(facts)


def unit_words(unit: View, *, full: bool = True) -> Text:
    """Returns a unit with its orders, its state, and its troops, in full or by name."""
    troops = shown(unit) if unit["row"] == "lost" else living(unit)
    if not troops:
        return _unit_facts(unit)
    named = [troop_words(troop) if full else Text("{name}", name=troop["name"]) for troop in troops]
    return Text("{facts}: {troops}", facts=_unit_facts(unit), troops=joined(named, "; " if full else ", "))


def near_seat(view: View) -> int:
    """Returns the seat whose side is drawn at the bottom."""
    return 1 if view["seat"] == 1 else 0


def whole(view: View) -> View:
    """Returns a view with usual values for what a match would add to it."""
    return {"to_act": -1, "prompt": "", "outcome": None, "can_act": [], "log": []} | view


def is_over(view: View) -> bool:
    """Returns whether the battle has ended, on the field or because somebody gave up."""
    return view["phase"] == "over" or view["outcome"] is not None


def stage_words(view: View) -> Text:
    """Returns the stage of the battle: deployment, the round, or that it is over."""
    if is_over(view):
        return Text("The battle is over")
    if view["phase"] == "deploy":
        return Text("Deployment")
    if not view["max_rounds"]:
        return Text("Round {round}", round=view["round"])
    if view["round"] == view["max_rounds"]:
        return Text("Round {round} of {most}, the last", round=view["round"], most=view["max_rounds"])
    return Text("Round {round} of {most}", round=view["round"], most=view["max_rounds"])


def token_words(side: View) -> Text:
    """Returns how many tokens of a side are unused, passed, set aside and owed."""
    tokens = side["tokens"]
    facts = [Text("{n} token left", "{n} tokens left", n=tokens["unused"])]
    if tokens["passed"]:
        facts.append(Text("{n} passed or disbanded", n=tokens["passed"]))
    if tokens["aside"]:
        facts.append(Text("{n} set aside", n=tokens["aside"]))
    if tokens["owed"]:
        facts.append(Text("{n} owed", n=tokens["owed"]))
    return joined(facts)


def destroyed_words(side: View) -> Text:
    """Returns the points a side has destroyed, and how many it needs."""
    if side["goal"] is None:
        return Text("destroyed {n} point", "destroyed {n} points", n=side["destroyed"])
    return Text("destroyed {n} of {goal} points", n=side["destroyed"], goal=side["goal"])


def half_words(view: View) -> Text | None:
    """[PB-8.2] Returns the warning that the battle ends with this round, or None."""
    done = [side for side in view["sides"] if side["goal"] is not None and side["destroyed"] >= side["goal"]]
    if not done or view["phase"] != "battle" or is_over(view):
        return None
    if len(done) == 2:
        return Text("both sides have destroyed half of the enemy: as it stands, the battle ends with this round")
    return Text(
        "{side} have destroyed half of the enemy: as it stands, the battle ends with this round", side=done[0]["name"]
    )


def roll_words(view: View) -> Text:
    """Returns who throws at whom, with the faces or the number of dice."""
    roll = view["roll"]
    values = {"unit": roll["unit"], "target": roll["target"] or "?", "n": roll["dice"]}
    if roll["faces"]:
        values["faces"] = " ".join(map(str, roll["faces"]))
        if roll["kind"] == "shooting":
            return Text("{unit} shoots at {target}: {faces}", **values)
        return Text("{unit} strikes {target}: {faces}", **values)
    if roll["kind"] == "shooting":
        return Text("{unit} shoots at {target} with {n} die", "{unit} shoots at {target} with {n} dice", **values)
    return Text("{unit} strikes {target} with {n} die", "{unit} strikes {target} with {n} dice", **values)
