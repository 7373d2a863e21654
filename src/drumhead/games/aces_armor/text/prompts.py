"""Who must do what, in a sentence."""

from collections.abc import Callable
from typing import Final

from drumhead.core.frames import Frame
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.unit_types import points
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.declare import has_attack_owed, list_declare
from drumhead.games.aces_armor.rules.interception import has_way_left
from drumhead.games.aces_armor.rules.missions import greys_left, next_rings
from drumhead.games.aces_armor.text.names import FACTIONS, unit_words


def prompt(f: Field) -> Text:
    """Returns the open question: the prompt of the pending step, or one that depends on more than its fields."""
    frame = f.pending()
    if frame.number in SITUATIONAL:
        question = SITUATIONAL[frame.number](f, frame)
    else:
        assert frame.kind.prompt is not None, f"nothing is asked at {frame.kind.name}"
        question = Text(frame.kind.prompt.template, **_named(f, frame))
    if f.player < 0:
        return question
    return Text("{faction}: {question}", faction=FACTIONS[asked_faction(f)], question=question)


def asked_faction(f: Field) -> int:
    """The faction that is asked: the one that the step names, or the active one."""
    frame = f.pending()
    asked = next((value for field, value in frame.items() if field.name == "faction"), f.active)
    if f.force.seat[asked] != f.player:  # a shared token: the partner places
        return f.force.seat.index(f.player)
    return asked


def _named(f: Field, frame: Frame) -> dict[str, object]:
    """The fields of a pending step as a sentence names them."""
    words: dict[str, Callable[[int], object]] = {
        "faction": FACTIONS.__getitem__,
        "unit": lambda unit: unit_words(f.force, unit),
        "hex": f.force.board.names.__getitem__,
        "token": lambda token: token + 1,
    }
    return {field.name: words[field.holds](value) for field, value in frame.items() if field.holds in words}


def _lay(f: Field, frame: Frame) -> Text:
    """[AA-2.1, AA-13.11] Who shares a turn shares a token."""
    if f.force.shared:
        return Text("lay your units on your start token or on the shared one")
    return Text("lay your units on your three start tokens")


def _turn(f: Field, frame: Frame) -> Text:
    """[AA-2.2, AA-13.11] Whose tokens are turned."""
    if f.force.shared:
        return Text("turn one of the start tokens of both of you")
    return Text("turn one of your start tokens")


def _hide(f: Field, frame: Frame) -> Text:
    """[AA-12.1] The grey tokens are laid first, then one is the V2."""
    if next_rings(f, frame["faction"]):
        return Text("lay the last grey token", "lay {n} more grey tokens in the next rings", n=greys_left(f))
    return Text("choose the grey token that is the V2")


def _advance(f: Field, frame: Frame) -> Text:
    """[AA-4.4, AA-6.1] A unit under way."""
    unit, hex_ = frame["unit"], frame["hex"]
    told = {"unit": unit_words(f.force, unit), "q": f.force.board.names[hex_], "n": points(frame["points"])}
    if f.place[unit] != hex_:
        return Text("{unit} is over a friend on {q}, points left: {n}; move on", **told)
    return Text("{unit} is on {q}, points left: {n}; move on, or halt", **told)


def _intercept(f: Field, frame: Frame) -> Text:
    """[AA-6.1] The mover, and how far it may still go."""
    names, mover = f.force.board.names, frame["mover"]
    told = {"mover": unit_words(f.force, mover), "q": names[f.place[mover]]}
    if f.force.by_hex and not has_way_left(f, mover):
        return Text("{mover} comes to {q}, its move ends here: intercept it, or let it pass", **told)
    if not f.path or f.force.by_hex:
        return Text("{mover} comes to {q}: intercept it, or let it pass", **told)
    return Text("{mover} comes to {q} on its way to {end}: intercept it, or let it pass", **told, end=names[f.path[-1]])


def _declare(f: Field, frame: Frame) -> Text:
    """[AA-6.3, AA-7.1] Attacks that are owed come first."""
    owed = [unit for unit in f.roster[f.active] if has_attack_owed(f, unit)]
    if owed:
        return Text("declare attacks in order; {unit} has to attack", unit=unit_words(f.force, owed[0]))
    if list_declare(f) == [encoding.ENDING_DECLARING]:
        return Text("all attacks are declared: fight the battles")
    return Text("declare attacks in order, or fight those declared")


def _roll(f: Field, frame: Frame) -> Text:
    attacker, target = unit_words(f.force, frame["unit"]), unit_words(f.force, f.at[frame["hex"]])
    return Text("{u} attacks {v}: the dice are thrown", u=attacker, v=target)


def _gift(f: Field, frame: Frame) -> Text:
    """[AA-9.4] A seat may lead both factions."""
    giver = frame["faction"]
    told = {"ally": FACTIONS[f.active], "n": f.coins[giver]}
    if f.force.seat[giver] == f.force.seat[f.active]:
        return Text("give some of your {n} coins to your other faction, {ally}, or keep them", **told)
    return Text("{ally} asks you for coins: give some of your {n}, or keep them", **told)


def _money(f: Field, frame: Frame) -> Text:
    coins = f.coins[f.force.purse[f.active]]
    return Text("1 coin: buy, repair, or end the turn", "{n} coins: buy, repair, or end the turn", n=coins)


SITUATIONAL: Final[dict[int, Callable[[Field, Frame], Text]]] = {
    encoding.AT_LAY: _lay,
    encoding.AT_TURN: _turn,
    encoding.AT_HIDE: _hide,
    encoding.AT_ADVANCE: _advance,
    encoding.AT_INTERCEPT: _intercept,
    encoding.AT_DECLARE: _declare,
    encoding.AT_ROLL: _roll,
    encoding.AT_GIFT: _gift,
    encoding.AT_MONEY: _money,
}
"""The prompts that depend on more than the fields of the pending step."""
