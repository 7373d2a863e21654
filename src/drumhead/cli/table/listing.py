"""Lines for menus, odds and dice."""

from typing import Final

from drumhead.cli.table.menu import MAX_FLAT_ACTIONS, Entry, Menu
from drumhead.cli.table.screen import BOLD, DIM, Screen
from drumhead.core.actions import Odds
from drumhead.core.i18n.text import Text, joined
from drumhead.core.match import Match

MOST_THROWS: Final = 3
"""Throws of an action whose odds are listed with it, at most."""

FEWEST_COLUMNS: Final = 2
"""Choices that do not fit into this many columns are listed one per line."""
GAP: Final = "   "

MOST_AHEAD: Final = 5
"""Next choices that are listed with a choice, at most."""


def dice_words(faces: tuple[int, ...]) -> Text:
    """The faces of a throw."""
    return Text("dice {faces}", faces=" ".join(f"[{face}]" for face in faces))


def percent(odds: float) -> str:
    """A chance in whole percent; a possible one is never 0%, an uncertain one never 100%."""
    if 0 < odds < 0.005:
        return "<1%"
    return ">99%" if 0.995 < odds < 1 else f"{odds:.0%}"


def odds_words(odds: Odds) -> Text:
    """A throw and its outcomes, on one line."""
    chances = [
        Text("{odds} {words}", odds=percent(float(chance.probability)), words=chance.words) for chance in odds.chances
    ]
    return Text("{title}: {chances}", title=odds.title, chances=joined(chances))


def show_menu(screen: Screen, match: Match, menu: Menu) -> None:
    """Prints the question and the choices of a menu, with the odds of those that throw dice."""
    path, entries = menu.path, menu.entries
    screen.say()
    screen.say(Text("{path}:", path=joined(path)) if path and not menu.is_flat else match.prompt, style=BOLD)
    wide = len(str(len(entries))) + 1
    cheap = sum(entry.action is not None for entry in entries) <= MAX_FLAT_ACTIONS and not match.game.has_secrets(
        match.state
    )
    telling = len({entry.ahead for entry in entries}) > 1
    citing = len({entry.actions[0].clause for entry in entries}) > 1
    told = [_remarked(match, entry) for entry in entries]
    if len(entries) > MAX_FLAT_ACTIONS and _show_columns(screen, told, wide):
        entries = []
    for number, entry in enumerate(entries, 1):
        words = _ahead(match, entry) if telling and entry.action is None else told[number - 1]
        if citing and entry.action is not None:
            words = Text("{words} [{clause}]", words=words, clause=entry.action.clause)
        screen.say(words, indent=f"{number:{wide}}  ")
        if cheap and entry.action is not None:
            throws = match.odds(entry.action)
            for throw in throws[:MOST_THROWS]:
                screen.say(odds_words(throw), indent=" " * (wide + 4), style=DIM)
            if len(throws) > MOST_THROWS:
                more = Text("odds {n} shows {all} throws", n=number, all=len(throws))
                screen.say(more, indent=" " * (wide + 4), style=DIM)
    if menu.can_go_back:
        screen.say("back", indent=" " * (wide + 2), style=DIM)


def _remarked(match: Match, entry: Entry) -> Text:
    """A choice in words, with the game's remark on it if it is an action."""
    remark = match.game.remark(match.state, entry.action.code) if entry.action is not None else None
    return entry.words if remark is None else Text("{words} ({remark})", words=entry.words, remark=remark)


def _with_cost(match: Match, entry: Entry) -> Text:
    """A choice that leads to several actions in words, with the remark that all of them share but those without one."""
    shared: Text | None = None
    for action in entry.actions:
        remark = match.game.remark(match.state, action.code)
        if remark is not None and shared is not None and str(remark) != str(shared):
            return entry.words
        shared = shared or remark
    return entry.words if shared is None else Text("{words}, {remark}", words=entry.words, remark=shared)


def _show_columns(screen: Screen, told: list[Text], wide: int) -> bool:
    """Prints short choices in columns; returns whether they are short enough."""
    cells = [f"{number:{wide}}  {screen.clean(str(words))}" for number, words in enumerate(told, 1)]
    widest = max(map(len, cells)) + len(GAP)
    columns = (screen.width + len(GAP)) // widest
    if columns < FEWEST_COLUMNS:
        return False
    rows = -(-len(cells) // columns)
    for row in range(rows):
        screen.draw(GAP.join(cell.ljust(widest - len(GAP)) for cell in cells[row::rows]).rstrip())
    return True


def _ahead(match: Match, entry: Entry) -> Text:
    words = _with_cost(match, entry)
    if not entry.ahead:
        return words
    ahead = joined(list(entry.ahead[:MOST_AHEAD]))
    if len(entry.ahead) > MOST_AHEAD:
        ahead = Text("{ahead} and {n} more", ahead=ahead, n=len(entry.ahead) - MOST_AHEAD)
    return Text("{words}: {ahead}", words=words, ahead=ahead)
