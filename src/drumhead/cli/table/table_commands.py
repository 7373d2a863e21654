"""Commands at the table besides decisions: why, odds, hint, rules, log, save, undo, quit and others."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from drumhead.ai.study.analyse import analyse
from drumhead.cli.support.files import write_file
from drumhead.cli.table.battle_view import BattleView
from drumhead.cli.table.clause_search import chapters, listed, look_up
from drumhead.cli.table.menu import Menu
from drumhead.cli.table.screen import BOLD, EndOfInput, is_yes
from drumhead.cli.table.seating import seat_of
from drumhead.core.actions import Action
from drumhead.core.again import last_turn
from drumhead.core.errors import DrumheadError, IllegalAction, NotationError
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.state import CHANCE

LAST_EVENTS: Final = 20
HINT_SECONDS: Final = 1.0
SAVE_FIRST: Final = Text("Save the battle first? Type a file name, or Enter to leave without.")


class Leave(Exception):
    """The player leaves the table."""


class TypingError(DrumheadError):
    """Input at the table that cannot be understood."""


@dataclass(frozen=True, slots=True)
class TableCommand:
    """A command: how it is typed, what it does, and its function."""

    form: str
    words: Text
    do: Callable[[BattleView, Menu | None, str], None]


def _why(table: BattleView, menu: Menu | None, given: str) -> None:
    """Prints why an action is not legal; for one of a later phase of the turn, why it would not be legal then."""
    action = _action(table, menu, given)
    refusal = table.match.why(action)
    if refusal is None:
        table.screen.say(Text("{action} is legal", action=given))
        return
    table.match.forecast(action)  # raises the reason, if it is none of the actions of a later phase
    table.screen.say(refusal)
    table.screen.say(Text("later in this turn {action} is legal, as all stand now", action=given))


def _odds(table: BattleView, menu: Menu | None, given: str) -> None:
    """Prints the throws of an action, what it costs and risks, and what could be attacked from where it leads."""
    found = table.match.forecast(_action(table, menu, given))
    for throw in found.throws:
        table.screen.say(throw.title, style=BOLD)
        for line in (*throw.tally, *throw.chances):
            table.screen.say(line, indent="  ")
    if not found.throws:
        table.screen.say(Text("no dice are thrown for it at once"))
    for fact in found.facts:
        table.screen.say(fact, indent="  ")
    if found.threats:
        table.screen.say(Text("can strike it: {keys}", keys=", ".join(found.threats)), indent="  ")
    if found.then:
        table.screen.say(Text("from there:"))
    for prospect in found.then:
        table.screen.say(Text("{words}: {chance}", words=prospect.words, chance=prospect.chance), indent="  ")


def _plan(table: BattleView, menu: Menu | None, given: str) -> None:
    """Lists the actions that can be played together, or plays those of a number."""
    if menu is None:
        raise TypingError(Text("the dice are to be thrown first"))
    match = table.match
    plans = match.game.plans(match.known(match.to_act))
    if not plans:
        raise TypingError(Text("nothing can be done together here"))
    if not given:
        for number, plan in enumerate(plans, 1):
            table.screen.say(plan.words, indent=f"{number:3}  ")
        table.screen.say(Text("plan and a number plays one of them"))
        return
    if not given.isdecimal() or not 1 <= int(given[:4]) <= len(plans):
        raise TypingError(Text("plan takes a number from 1 to {n}", n=len(plans)))
    for notation in plans[int(given) - 1].actions:
        match.push(notation)
    table.tell()


def _join_all(table: BattleView, menu: Menu | None, given: str) -> None:
    """Lets everybody join the combat who may."""
    joining = [action for action in menu.actions if action.notation.startswith("join ")] if menu is not None else []
    if not joining:
        raise TypingError(Text("there is no combat to join now"))
    match = table.match
    plan = next((plan.actions for plan in match.game.plans(match.known(match.to_act))), (joining[0].notation,))
    for notation in plan:
        match.push(notation)
    table.tell()


def _hint(table: BattleView, menu: Menu | None, given: str) -> None:
    """Prints the best actions by a search on what the seat to act sees."""
    if menu is None:
        raise TypingError(Text("the dice are to be thrown first"))
    for hint in analyse(table.match, think=HINT_SECONDS, best=3):
        table.screen.say(
            Text(
                "{chance} to win, {n} simulation: {words}",
                "{chance} to win, {n} simulations: {words}",
                chance=f"{hint.chance:.0%}",
                n=hint.visits,
                words=hint.action.words,
            ),
            indent="  ",
        )
        for words in hint.line:
            table.screen.say(Text("then {words}", words=words), indent="      ")


def _action(table: BattleView, menu: Menu | None, given: str) -> Action | str:
    """An action given as numbers or keys, of this menu or from its beginning, or in notation."""
    if menu is None:
        raise TypingError(Text("the dice are to be thrown first"))
    if not given:
        raise TypingError(Text("say which action, for example {example}", example=repr(menu.actions[-1].notation)))
    for known in (menu, Menu(menu.actions)):
        try:
            action = known.peek(given)
        except KeyError:
            continue
        if action is None:
            raise TypingError(Text("{given} can become several actions; write one in full", given=repr(given[:40])))
        return action
    return in_full(table.match, menu, given)


def in_full(match: Match, menu: Menu, typed: str) -> str:
    """What was typed, if it may be notation; raises TypingError for what can only be meant for the menu."""
    words = typed.lower().split()
    if len(words) > 1 and not typed[0].isdecimal():
        return _spelt(match, menu, typed, words)
    if typed.lower() in [action.notation for action in menu.actions] or _is_notation(match, typed):
        return typed
    entries = menu.entries
    raise TypingError(
        Text(
            "{typed} is not among the choices: type a number from 1 to {n}, an action such as {example}, or help",
            typed=repr(typed[:40]),
            n=len(entries),
            example=repr(entries[-1].actions[0].notation),
        )
    )


def _is_notation(match: Match, typed: str) -> bool:
    """Returns whether the game reads a word as an action, legal or not."""
    try:
        match.game.parse(match.state, typed)
    except NotationError:
        return False
    return True


def _spelt(match: Match, menu: Menu, typed: str, words: list[str]) -> str:
    """An action as typed; if it is none, with the commonest verb of actions of this length put before it."""
    try:
        match.game.parse(match.state, typed)
    except NotationError as unknown:
        spelt = [action.notation.split() for action in menu.actions]
        verbs = Counter(verb for verb, *rest in spelt if len(rest) == len(words))
        named = any(action.steps[0].key.lower() == words[0] for action in menu.actions if len(action.steps) > 1)
        for verb, _ in verbs.most_common(1):
            try:
                match.game.parse(match.state, f"{verb} {typed}")
            except NotationError as error:
                raise (error if named else unknown) from None
            return f"{verb} {typed}"
        raise
    return typed


def _undo(table: BattleView, menu: Menu | None, given: str) -> None:
    match = table.match
    if not match.can_undo(match.to_act):
        raise TypingError(why_not_undo(match))
    table.take_back()


def why_not_undo(match: Match) -> Text:
    """Why the seat to act cannot take back the last step."""
    if not match.steps:
        return Text("nothing has been played yet")
    last = match.steps[-1]
    if last.seat == CHANCE:
        return Text("dice have been thrown; play is never taken back past a throw")
    if last.seat != match.to_act:
        side = match.game.seat_name(last.seat)
        return Text("{side} decided last; nobody takes back the decision of another", side=side)
    return Text("secrets were revealed; play is never taken back past a reveal")


def _rules(table: BattleView, menu: Menu | None, given: str) -> None:
    book = table.match.game.clauses()
    for line in listed(look_up(book, given), table.language) if given else chapters(book, table.language):
        table.screen.say(line)
    if not given:
        table.screen.say(Text("rules and a clause, a chapter or words shows them"))


def _show(table: BattleView, menu: Menu | None, given: str) -> None:
    """Prints the facts about a piece, a side or a kind, as far as the facing seat may know them."""
    lines = table.match.game.about(table.known(), given)
    if not lines:
        raise TypingError(Text("there is nothing more to show than board does"))
    for line in lines:
        table.screen.say(line, indent="  ")


def _log(table: BattleView, menu: Menu | None, given: str) -> None:
    if given not in ("", "all") and not given.isdecimal():
        raise TypingError(Text("log shows the last events; log 50 shows the last 50, log all shows all"))
    events = table.match.log(table.facing)
    last = len(events) if given == "all" else int(given or LAST_EVENTS)
    for event in events[len(events) - min(last, len(events)) :]:
        table.screen.say(event, indent="  ")
    if not events:
        table.screen.say(Text("nothing has happened yet"))


def _board(table: BattleView, menu: Menu | None, given: str) -> None:
    table.board()


def _position(table: BattleView, menu: Menu | None, given: str) -> None:
    """Prints the position without what the facing seat may not know."""
    table.screen.draw(table.match.game.write_position(table.known()))


def _svg(table: BattleView, menu: Menu | None, given: str) -> None:
    path = _path(table, given, "svg battle.svg")
    if path is not None:
        write_file(path, table.match.svg(table.facing), force=True)
        table.screen.say(Text("the picture is in {path}", path=path))


def _save(table: BattleView, menu: Menu | None, given: str) -> None:
    save(table, given)


def save(table: BattleView, given: str) -> bool:
    """Saves the battle to a file and asks before overwriting one; returns whether it is saved."""
    bare = given and not Path(given).suffix and not Path(given).expanduser().exists()
    named = f"{given}.drum" if bare else given
    path = _path(table, named, "save evening.drum")
    if path is not None:
        table.match.save(path)
        words = Text("saved in {path}; go on with: drumhead play --load {path}", path=path)
        over = Text("saved in {path}; walk through it with: drumhead replay {path}", path=path)
        table.screen.say(words if table.match.outcome is None else over)
    return path is not None


def _path(table: BattleView, given: str, example: str) -> Path | None:
    if not given:
        raise TypingError(Text("say where, for example: {example}", example=example))
    path = Path(given).expanduser()
    if path.is_dir():
        raise TypingError(Text("{path} is a folder; name a file in it", path=path))
    if path.exists() and not table.screen.confirm(Text("{path} is already there. Overwrite it?", path=path)):
        table.screen.say(Text("nothing was written"))
        return None
    return path


def _concede(table: BattleView, menu: Menu | None, given: str) -> None:
    game, seat = table.match.game, table.match.to_act
    if given:
        seat = seat_of(game, given)
    elif seat < 0 and len(table.people) == 1:
        seat = table.people[0]
    if seat not in table.people:
        raise TypingError(Text("say which side gives up, for example: concede {side}", side=game.seat_name(0)))
    if table.screen.confirm(Text("{side}: give up the battle?", side=game.seat_name(seat))):
        table.match.concede(seat)


def _draw(table: BattleView, menu: Menu | None, given: str) -> None:
    game = table.match.game
    if not game.draw_clause:
        raise IllegalAction("the sides cannot agree on a draw here")
    if table.bots:
        raise TypingError(Text("the computer fights on; a draw takes two players who agree"))
    if all(table.screen.confirm(Text("{side}: a draw?", side=game.seat_name(seat))) for seat in table.people):
        table.match.agree_draw()


def _again(table: BattleView, menu: Menu | None, given: str) -> None:
    """Repeats the actions of the seat's last turn, of all or of some units, as far as they are legal."""
    match, seat = table.match, table.match.to_act
    keys = given.upper().split()
    done, left = 0, []
    for action, code in last_turn(match):
        if match.to_act != seat:
            break
        if keys and action.steps[0].key.upper() not in keys:
            continue
        if code in match.state.legal():
            match.push(code)
            done += 1
        else:
            left.append(match.why(code))
    if not done and not left:
        raise TypingError(Text("there is nothing that you did in your last turn and can do again"))
    table.tell()
    for words in left:
        table.screen.say(words, indent="  ")
    left_out = Text("again: {n} done, {left} not possible", n=done, left=len(left))
    table.screen.say(left_out if left else Text("again: {n} done", n=done))


def _back(table: BattleView, menu: Menu | None, given: str) -> None:
    if menu is None or not menu.back():
        raise TypingError(Text("this is the first choice; undo takes back a decision"))


def _help(table: BattleView, menu: Menu | None, given: str) -> None:
    table.screen.say(
        Text(
            "Choose by number or by key (such as {key}), one choice at a time or several in a row; "
            "or write an action in full, such as {action}. Besides:",
            key=menu.actions[-1].steps[0].key if menu is not None else "1",
            action=menu.actions[-1].notation if menu is not None else "throw",
        )
    )
    for command in (*COMMANDS.values(), *PHRASES.values()):
        table.screen.say(command.words, indent=f"  {command.form:<14} ")


def _quit(table: BattleView, menu: Menu | None, given: str) -> None:
    leave(table, SAVE_FIRST)
    raise Leave


def leave(table: BattleView, question: Text) -> None:
    """Offers to save the battle, until it is saved or declined."""
    table.is_leaving = True
    while True:
        try:
            answer = table.screen.ask(question).removeprefix("save ").strip()
            if answer.lower() in ("", "n", "no", "q", "quit", "exit"):
                return
            if is_yes(answer):
                raise TypingError(Text("type the name of the file, such as evening.drum"))
            if save(table, answer):
                return
        except DrumheadError as error:
            table.screen.say(error)
        except EndOfInput:
            return


COMMANDS: Final[dict[str, TableCommand]] = {
    "why": TableCommand("why ACTION", Text("why an action is not legal"), _why),
    "odds": TableCommand(
        "odds ACTION",
        Text("what an action can do, cost and risk, and how likely; also a later attack of this turn"),
        _odds,
    ),
    "hint": TableCommand("hint", Text("the best actions, by a search of one second"), _hint),
    "back": TableCommand("back", Text("one choice back"), _back),
    "again": TableCommand("again", Text("as in your last turn, where it is legal; again R4 R6: only these"), _again),
    "plan": TableCommand("plan", Text("what can be done together, such as moving a brigade; plan 2 does it"), _plan),
    "undo": TableCommand(
        "undo", Text("takes your last decision back: not past dice, a reveal or the other side"), _undo
    ),
    "rules": TableCommand("rules CLAUSE", Text("a clause by its number, a chapter, or a search for words"), _rules),
    "show": TableCommand("show UNIT", Text("the values of a unit, a side or a kind; show alone: of all"), _show),
    "board": TableCommand("board", Text("draws the battle again"), _board),
    "log": TableCommand("log", Text("what happened; log 50, log all"), _log),
    "position": TableCommand("position", Text("the position on one line, for drumhead position"), _position),
    "svg": TableCommand("svg FILE", Text("a picture of the battle"), _svg),
    "save": TableCommand("save FILE", Text("saves the battle"), _save),
    "concede": TableCommand("concede", Text("gives the battle up"), _concede),
    "draw": TableCommand("draw", Text("ends the battle in a draw, if both sides agree and the rules allow it"), _draw),
    "help": TableCommand("help", Text("shows this list"), _help),
    "quit": TableCommand("quit", Text("leaves; offers to save"), _quit),
}
COMMAND_ALIASES: Final = {"mat": "show"}
"""Other names of commands."""
PHRASES: Final = {"join all": TableCommand("join all", Text("lets all join a combat who may"), _join_all)}
"""Commands of several words; where an action reads the same, the action is meant."""
