"""Who must do what, in a sentence."""

from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.refusals.movement import points
from drumhead.games.aces_armor.rules.declare import list_declare, owes
from drumhead.games.aces_armor.rules.interception import has_way_left
from drumhead.games.aces_armor.rules.missions import greys_left, next_rings
from drumhead.games.aces_armor.text.names import FACTIONS, unit_words


def prompt(f: Field) -> Text:
    """The question that is open."""
    frame = f.stack[-1]
    kind, a, b, c = frame & 31, frame >> 5 & 255, frame >> 13 & 511, frame >> 22 & 511
    if kind == encoding.AT_END:
        return Text("the battle is over")
    if f.player < 0:
        return _throw(f, kind, a, b)
    asked = a if kind in ASKED_BY_FRAME else f.active
    if f.force.seat[asked] != f.player:  # a shared token: the partner places
        asked = f.force.seat.index(f.player)
    if kind == encoding.AT_ADVANCE:
        return Text("{faction}: {question}", faction=FACTIONS[asked], question=_onward(f, a, b, c))
    if kind == encoding.AT_WAY:
        question = Text("{unit} goes to {q}: say past whom", unit=unit_words(f.force, a), q=f.force.board.names[b])
        return Text("{faction}: {question}", faction=FACTIONS[asked], question=question)
    return Text("{faction}: {question}", faction=FACTIONS[asked], question=_question(f, kind, b, c))


def _onward(f: Field, unit: int, hex_: int, left: int) -> Text:
    """[AA-4.4, AA-6.1] A unit under way."""
    told = {"unit": unit_words(f.force, unit), "q": f.force.board.names[hex_], "n": points(left)}
    if f.place[unit] != hex_:
        return Text("{unit} is over a friend on {q}, points left: {n}; move on", **told)
    return Text("{unit} is on {q}, points left: {n}; move on, or halt", **told)


ASKED_BY_FRAME = (
    encoding.AT_PICK,
    encoding.AT_LAY,
    encoding.AT_PLACE,
    encoding.AT_SHARE_OUT,
    encoding.AT_HIDE,
    encoding.AT_INTERCEPT,
    encoding.AT_GIFT,
)
"""The steps that name the faction that decides."""


def _throw(f: Field, kind: int, a: int, b: int) -> Text:
    names = f.force.board.names
    if kind == encoding.AT_PLACE_ROLL:
        return Text("all throw a die: the highest places first")
    if kind == encoding.AT_FIRST_ROLL:
        return Text("all throw a die: the highest plays first")
    if kind == encoding.AT_NUMBER:
        return Text("{faction} turns a start token", faction=FACTIONS[a])
    if kind == encoding.AT_WEATHER:
        return Text("a die for the weather")
    if kind == encoding.AT_ROLL:
        target = f.at[b]
        return Text("{u} attacks {v}: the dice are thrown", u=unit_words(f.force, a), v=unit_words(f.force, target))
    if kind == encoding.AT_ROCKETS:
        return Text("{u} shells {q}: the dice are thrown", u=unit_words(f.force, a), q=names[b])
    if kind == encoding.AT_LAUNCH:
        return Text("the V2 fires at the factory {q}: above 3 destroys it", q=names[b])
    if kind == encoding.AT_ARMIES_DRAWN:
        return Text("the armies that the Automa acts with are drawn")
    if kind == encoding.AT_PICKS_DRAWN:
        return Text("the Automa's four more units are drawn")
    if kind == encoding.AT_AUTOMA_DRAWN:
        return Text("the faction that the Automa plays is drawn")
    return Text("the Automa draws by lot")


def _question(f: Field, kind: int, b: int, c: int) -> Text:
    if kind == encoding.AT_PICK:
        return Text("pick a unit of a second set, in secret")
    if kind == encoding.AT_LAY:
        if f.force.shared:
            return Text("lay your units on your start token or on the shared one")
        return Text("lay your units on your three start tokens")
    if kind == encoding.AT_TURN:
        if f.force.shared:
            return Text("turn one of the start tokens of both of you")
        return Text("turn one of your start tokens")
    if kind == encoding.AT_PLACE:
        return Text("place the army of start token {n} around {q}", n=b + 1, q=f.force.board.names[c])
    if kind == encoding.AT_SHARE_OUT:
        return Text("say whose a factory of your team is")
    if kind == encoding.AT_HIDE:
        if next_rings(f, f.stack[-1] >> 5):
            return Text("lay the last grey token", "lay {n} more grey tokens in the next rings", n=greys_left(f))
        return Text("choose the grey token that is the V2")
    if kind == encoding.AT_BRAKE:
        return Text("choose the armies that act in this turn")
    if kind == encoding.AT_MOVE:
        return Text("move your units, or end movement")
    if kind == encoding.AT_INTERCEPT:
        names = f.force.board.names
        told = {"mover": unit_words(f.force, b), "q": names[f.place[b]]}
        if f.force.by_hex and not has_way_left(f, b):
            return Text("{mover} comes to {q}, its move ends here: intercept it, or let it be", **told)
        if not f.path or f.force.by_hex:
            return Text("{mover} comes to {q}: intercept it, or let it pass", **told)
        return Text(
            "{mover} comes to {q} on its way to {end}: intercept it, or let it pass", **told, end=names[f.path[-1]]
        )
    if kind == encoding.AT_DECLARE:
        owed = [unit for unit in f.roster[f.active] if owes(f, unit)]
        if owed:
            return Text("declare attacks in order; {unit} has to attack", unit=unit_words(f.force, owed[0]))
        if list_declare(f) == [encoding.ENDING_DECLARING]:
            return Text("all attacks are declared: fight the battles")
        return Text("declare attacks in order, or fight those declared")
    if kind == encoding.AT_GIFT:
        giver = f.stack[-1] >> 5 & 255
        told = {"ally": FACTIONS[f.active], "n": f.coins[giver]}
        if f.force.seat[giver] == f.force.seat[f.active]:
            return Text("give some of your {n} coins to your other faction, {ally}, or keep them", **told)
        return Text("{ally} asks you for coins: give some of your {n}, or keep them", **told)
    coins = f.coins[f.force.purse[f.active]]
    return Text("1 coin: buy, repair, or end the turn", "{n} coins: buy, repair, or end the turn", n=coins)
