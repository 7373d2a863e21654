"""What there is to know of a unit or a troop, and what an order costs."""

from collections.abc import Iterator

from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.tiles import SKIRMISH, Tile, tiles, trait_clause
from drumhead.games.pocket_battles.draw.view_words import (
    View,
    dead,
    living,
    place_words,
    shown,
    trait_words,
    troop_words,
    unit_words,
)
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ACTION,
    AT_CONTROL,
    AT_DOUBLE,
    AT_FOLLOW,
    AT_TURN,
    NONE,
    unpack,
)
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.rules.orders import pair_cost

ORDERS = (
    encoding.MOVE,
    encoding.CHARGE,
    encoding.CARRY_ON,
    encoding.LEAVE,
    encoding.SHOOT,
    encoding.USE_CONTROL,
    encoding.USE_DOUBLE_ORDER,
    encoding.USE_HEAL,
)


def about(view: View, given: str) -> list[Text]:
    """[PB-6.22] A unit by its key, a troop by its tile, a tile of any box, or every unit where nothing is given."""
    name = given.strip().upper()
    if not name:
        return [_placed(unit, full=False) for unit in view["units"]]
    for unit in view["units"]:
        if unit["key"].upper() == name:
            return [*_unit(unit)]
        for troop in shown(unit):
            if troop["id"] == name:
                return [Text("{troop}, in {key}", troop=troop_words(troop), key=unit["key"]), *_traits([troop])]
    tile = tiles().get(name)
    if tile is None:
        first = view["units"][0]
        return [
            Text(
                "there is no unit and no troop {name}; show {unit} shows a unit, show {troop} a troop",
                name=given,
                unit=first["key"],
                troop=first["troops"][0]["id"],
            )
        ]
    troop = _printed(tile)
    return [Text("{troop}, not known to be in this battle", troop=troop_words(troop)), *_traits([troop])]


def _printed(tile: Tile) -> View:
    """A tile as it lies in its box."""
    return {
        "id": tile.id,
        "name": Text(tile.name),
        "engagement": tile.engagement,
        "shooting": tile.shooting,
        "dp": tile.dp,
        "wp": tile.wp,
        "wounds": 0,
        "alive": True,
        "traits": tile.traits,
    }


def _placed(unit: View, *, full: bool) -> Text:
    place = place_words(unit["seat"], unit["row"], unit["sector"])
    return Text("{unit}; {place}", unit=unit_words(unit, full=full), place=place)


def _unit(unit: View) -> Iterator[Text]:
    """A unit: how it stands, its troops one by one, and what their traits do."""
    yield _placed(unit, full=False)
    for troop in [*living(unit), *dead(unit)]:
        yield troop_words(troop)
    yield from _traits(living(unit))


def _traits(troops: list[View]) -> Iterator[Text]:
    for trait in dict.fromkeys(trait for troop in troops for trait in troop["traits"]):
        yield Text("{trait} [{clause}]", trait=trait_words(trait), clause=trait_clause(trait))


def remark(b: Battle, code: int) -> Text | None:
    """[PB-4.4, PB-6.7, PB-6.9, PB-9.25] What an order, a pass or a reaction costs."""
    kind, unit, _, exciter, number = unpack(code)
    step = b.step_kind()
    if kind == encoding.PASS:
        return _tokens(1)
    if kind in (encoding.INTERCEPT, encoding.REACTION_SHOT):
        return Text("free: Skirmish") if b.profile[unit].traits & SKIRMISH else _tokens(b.order_cost(unit))
    if kind not in ORDERS or step in (AT_CONTROL, AT_FOLLOW):
        return Text("free") if kind in ORDERS else None
    if step not in (AT_TURN, AT_ACTION, AT_DOUBLE):
        return None
    cost = b.order_cost(unit)
    if kind in (encoding.CHARGE, encoding.CARRY_ON, encoding.SHOOT):
        galvanizer = b.force.rider(unit, number)
        if NONE not in (exciter, galvanizer):
            cost += pair_cost(b, exciter, galvanizer)
        elif exciter != NONE or galvanizer != NONE:
            cost += b.order_cost(exciter if exciter != NONE else galvanizer)
    return _tokens(cost)


def _tokens(cost: int) -> Text:
    return Text("{n} token", "{n} tokens", n=cost)
