"""Who must do what, in a sentence."""

from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.army.force import RALLY
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import ANY
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.artillery import needed
from drumhead.games.travel_battle.rules.boards import BOARDS, GRID
from drumhead.games.travel_battle.text.names import SIDES, square_name, unit_words, units_words


def prompt(f: Field) -> Text:
    """The question that is open."""
    frame = f.stack[-1]
    kind, first, second = frame & 31, frame >> 5 & 255, frame >> 13 & 255
    if kind == encoding.AT_END:
        return Text("the battle is over")
    if f.player < 0:
        return _throw(f, kind, first, second)
    return Text("{side}: {question}", side=SIDES[f.player], question=_question(f, kind, first, second))


def _throw(f: Field, kind: int, first: int, second: int) -> Text:
    if kind == encoding.AT_BOARD_DIE:
        return Text("both want board {board}: a die decides", board=BOARDS[f.board[0]])
    if kind == encoding.AT_LEFT_DIE:
        return Text("a die decides which board stands on the left")
    if kind == encoding.AT_EDGE_DIE:
        return Text("{side} throws for the edge of its board that faces it", side=SIDES[first])
    if kind == encoding.AT_PLACE_DIE:
        return Text("both sides throw a die for placing first")
    if kind == encoding.AT_FIRST_DIE:
        return Text("both sides throw a die for moving first")
    if kind == encoding.AT_HIT:
        gun, square = unit_words(f.force, first), GRID.names[second]
        return Text("{gun} fires at {square}: {n} or more hits", gun=gun, square=square, n=needed(f, first, second))
    if kind == encoding.AT_EFFECT:
        return Text("{square} is hit: a die for the effect", square=GRID.names[second])
    if kind == encoding.AT_ROLL:
        attackers = units_words(f.force, f.attackers)
        return Text("{attackers} against {square}: both sides throw", attackers=attackers, square=GRID.names[f.target])
    if kind == encoding.AT_THROW_AGAIN:
        return Text("{unit} throws a die again", unit=unit_words(f.force, first))
    need = RALLY[f.force.kind[first]]
    return Text("{unit} rallies on {n} or more", unit=unit_words(f.force, first), n=need)


def _question(f: Field, kind: int, first: int, second: int) -> Text:
    unit = unit_words(f.force, first) if first < encoding.PIECES else Text("")
    if kind == encoding.AT_BOARD:
        return Text("choose a board; as Red sees them here, A is on the left, B on the right, edge 1 nearest")
    if kind == encoding.AT_EDGE:
        return Text("choose the edge of your board that faces you")
    if kind == encoding.AT_SPLIT:
        return Text("form your three brigades")
    if kind == encoding.AT_PLACE:
        if second == ANY:
            return Text("place a brigade in your first two rows, piece by piece")
        return Text("place the rest of brigade {number}", number=second + 1)
    if kind == encoding.AT_MOVE:
        return Text("move your units, form squares, or end movement")
    if kind == encoding.AT_GO_ON:
        return Text("move {unit} on, or halt", unit=unit)
    if kind == encoding.AT_DISPLACE:
        return Text("move {unit} out of the way of {square}", unit=unit, square=square_name(f.square[first]))
    if kind == encoding.AT_FIRE:
        return Text("fire a gun, or end fire")
    if kind == encoding.AT_COMBAT:
        return Text("choose the enemy square to attack next")
    if kind == encoding.AT_JOIN:
        if f.attackers:
            return Text("add attackers against {square}, or fight", square=GRID.names[f.target])
        return Text("choose who attacks {square}", square=GRID.names[f.target])
    if kind == encoding.AT_REROLL:
        return Text("re-roll a die of guards or heavy cavalry, or let the dice stand")
    if kind == encoding.AT_SUFFER:
        return Text("lost by {n}: choose the unit that suffers", n=second)
    if kind == encoding.AT_PUSH:
        return Text("choose where {unit} is pushed back to", unit=unit)
    return Text("choose where {unit} retreats to", unit=unit)
