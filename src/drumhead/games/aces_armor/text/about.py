"""What the mats say of a faction, a type or a unit, one fact a line."""

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text, joined
from drumhead.games.aces_armor.box.unit_types import ALLIES, PLACES
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    AT_ADVANCE,
    AT_MOVE,
    AT_WAY,
    MARCH,
    MOVE,
    NO_ARMY,
    NONE,
    bits,
    unpack,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat_math import dice_of, fixed_hits, hit_number
from drumhead.games.aces_armor.rules.interception import watchers
from drumhead.games.aces_armor.rules.movement import interrupting, lay_out, whole_moves, work_out
from drumhead.games.aces_armor.rules.under_way import footing, is_under_way
from drumhead.games.aces_armor.text.names import (
    FACTIONS,
    LETTERS,
    LEVEL_WORDS,
    PLACE_NAMES,
    PLACE_WORDS,
    V2_KEY,
    key_of,
    place_of,
    points,
    type_words,
    unit_of,
    unit_words,
)


def about(f: Field, given: str) -> list[Text]:
    """[AA-4.1, AA-8.2, AA-8.5] A faction's mat, a type on all mats, or a unit; without a word all mats."""
    word = given.strip()
    if not word:
        return [*(line for faction in f.force.factions for line in mat(f, faction)), chart(f)]
    if word.upper() in LETTERS and LETTERS.index(word.upper()) in f.force.factions:
        return [*mat(f, LETTERS.index(word.upper())), chart(f)]
    if word.lower() in PLACE_NAMES:
        return [type_line(f, faction, place_of(word)) for faction in f.force.factions]
    if word.upper() == V2_KEY and f.force.v2 != NONE:
        return [Text("the V2: {damage}", damage=_needs(list(f.force.components.mats.v2)))]
    try:
        return unit_lines(f, unit_of(f.force, word))
    except NotationError as strange:
        known = ", ".join((*(LETTERS[faction] for faction in f.force.factions), *PLACE_NAMES))
        words = Text("{strange}; or name one of {known}", strange=strange.reason, known=known)
        raise NotationError(words, strange.clause) from None


def mat(f: Field, faction: int) -> list[Text]:
    """A faction's six types."""
    lines = [type_line(f, faction, place) for place in range(PLACES)]
    return [Text("{faction}:", faction=FACTIONS[faction]), *lines]


def type_line(f: Field, faction: int, place: int) -> Text:
    """[AA-4.1, AA-7.2, AA-8.4, AA-8.5] A type as its mat has it."""
    mats, index = f.force.components.mats, PLACES * faction + place
    near, far = mats.near[index], mats.far[index]
    on_open, in_forest = list(mats.open[index]), list(mats.forest[index])
    facts = [
        Text("cost {n}", n=mats.cost[index]),
        Text("speed {n}", n=points(mats.speed[index])),
        Text("range {range}", range=str(near) if near == far else f"{near}-{far}"),
        Text("anti-air") if mats.anti_air[index] else Text("no anti-air"),
        Text("hits on {faces} or less as recruit, veteran, war hero", faces=", ".join(map(str, mats.hit[index]))),
        _needs(on_open),
    ]
    if on_open != in_forest:
        facts.append(Text("in forest {hits}", hits=_listed(in_forest)))
    told = {"letters": LETTERS[faction], "kind": PLACE_WORDS[place], "name": type_words(f.force, faction, place)}
    return Text("{letters} {kind}, {name}: {facts}", **told, facts=joined(facts))


def _needs(needed: list[int]) -> Text:
    return Text("1 to 6 damage for {hits} hits", hits=_listed(needed))


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def chart(f: Field) -> Text:
    """[AA-8.2] The dice chart."""
    return Text("dice of a unit with 0 to 5 damage: {dice}", dice=_listed(list(f.force.dice[:6])))


def unit_lines(f: Field, unit: int) -> list[Text]:
    """A unit: where and how it is, then its type."""
    force = f.force
    faction = force.faction[unit]
    facts = [
        Text("on {hex}", hex=force.board.names[f.place[unit]]) if f.place[unit] < ABSENT else Text("not on the map")
    ]
    facts.append(Text("{n} damage", n=f.damage[unit]))
    facts.append(Text("{level} with {n} experience", level=LEVEL_WORDS[f.level(unit)], n=f.experience[unit]))
    if force.fixed_hits[faction]:
        facts.append(Text("{n} fixed hit", "{n} fixed hits", n=fixed_hits(f, unit)))
    else:
        facts.append(Text("{n} dice, hits on {hit} or less", n=dice_of(f, unit), hit=hit_number(f, unit)))
    if f.army[unit] != NO_ARMY:
        facts.append(Text("of army {n}", n=f.army[unit] + 1))
    now = Text("{unit}: {facts}", unit=unit_words(force, unit), facts=joined(facts))
    return [now, type_line(f, faction, force.place_of(unit))]


def remark(f: Field, code: int) -> Text | None:
    """[AA-4.1, AA-6.1] What a move costs, and the enemies that may stop it on the way."""
    kind, unit, hex_, way = unpack(code)
    if code & MARCH or kind != MOVE or f.step_kind() not in (AT_MOVE, AT_WAY, AT_ADVANCE):
        return None
    if f.force.by_hex:
        return leg_remark(f, unit, hex_)
    plan = work_out(f, unit)
    passed = plan.ways(hex_)[way]
    if whole_moves(f, unit) >> hex_ & 1:
        cost = Text("whole move")
    else:
        price = f.force.ground.price[f.weather][f.force.arm[unit]]
        cost = Text("{points}", points=points(sum(price[step] for step in plan.trace(hex_, passed))))
    if not passed:
        return cost
    enemies = ", ".join(key_of(f.force, plan.provoked[index]) for index in bits(passed))
    return Text("{cost}, past {enemies}", cost=cost, enemies=enemies)


def leg_remark(f: Field, unit: int, hex_: int) -> Text:
    """[AA-4.1, AA-6.1, AA-12.1] What a move costs, what is left after it, and what may happen at its end."""
    _, speed = footing(f, unit)
    if not is_under_way(f, unit) and whole_moves(f, unit) >> hex_ & 1:
        cost = Text("whole move")
    else:
        price = f.force.ground.price[f.weather][f.force.arm[unit]]
        paid = sum(price[step] for step in lay_out(f, unit).leg(hex_))
        cost = Text("{points}, {left} left", points=points(paid), left=points(speed - paid))
    if not interrupting(f, unit) >> hex_ & 1:
        return cost
    ground = f.force.ground
    enemies = ", ".join(key_of(f.force, enemy) for enemy in watchers(f, unit, ground.around[hex_]))
    if f.tokens & ground.around[hex_] and f.force.team[unit] == ALLIES:
        told = Text("{cost}, turns a token", cost=cost)
        return Text("{told}, {enemies} may stop it", told=told, enemies=enemies) if enemies else told
    return Text("{cost}, {enemies} may stop it", cost=cost, enemies=enemies)
