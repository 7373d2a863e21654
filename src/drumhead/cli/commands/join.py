"""`drumhead join`: a seat at a table on a server, in the terminal; the seat of an invitation is taken first."""

import argparse
import contextlib
from collections.abc import Callable
from typing import Final

from drumhead.ai.bots.levels import DEFAULT_LEVEL
from drumhead.cli.support.parser import Commands, UsageError
from drumhead.cli.table.menu import Menu
from drumhead.cli.table.screen import BOLD, EndOfInput, Screen
from drumhead.cli.table.screen_options import add_screen
from drumhead.cli.table.seating import choose
from drumhead.client import LineCut, Message, Refused, Table, invitation, is_invitation, renew_link, take_seat
from drumhead.client.table import kept_file
from drumhead.core.actions import Action, Step
from drumhead.core.errors import ProofError
from drumhead.core.game import Game
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.local_options import list_text
from drumhead.core.registry import game_type
from drumhead.server.db.store import data_folder

HELP: Final = Text(
    "Type a number or an action. Or: board, hint, undo, draw, concede, say WORDS, computer LEVEL, back, quit."
)


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "'https://battles.example/table#EFz…'",
        "'https://battles.example/join/pocket-battles#9aQ…' --force elves-50 --name Anna",
        "'http://127.0.0.1:8080/table#EFz…' --plain --lang it",
    )
    parser = commands.add("join", "takes a seat at a table on a server by its link", examples)
    parser.add_argument("link", metavar="LINK", help="link of a seat, of an invitation or for spectators, in quotes")
    parser.add_argument(
        "--force", metavar="FORCE", help="what a guest brings: a ready-made army or split, a list, or a file of one"
    )
    parser.add_argument("--name", default="", help="what you want to be called by the other players")
    parser.add_argument("--renew", action="store_true", help="replaces the link of the seat, so that no other works")
    add_screen(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays until the battle is over or the player leaves."""
    screen = Screen(width=arguments.width, plain=arguments.plain)
    keep = data_folder() / "dice"
    keep.mkdir(exist_ok=True)
    link = arguments.link
    if is_invitation(link):
        link = _taken(link, screen, arguments)
    elif arguments.renew:
        former, link = link, renew_link(link)
        with contextlib.suppress(FileNotFoundError):
            kept_file(keep, former).rename(kept_file(keep, link))
        screen.say(Text("The new link of your seat is {link}. No other works.", link=link))
    with Table(link, language=arguments.lang, show="plain" if screen.plain else "text", keep=keep) as table:
        _await_begin(table, screen)
        if arguments.name and table.table["seat"] >= 0:
            table.say("name", words=arguments.name)
        with use_language(translator(arguments.lang, game_type(table.table["game"]).package)):
            _Joined(table, screen).play()
    return 0


def _taken(link: str, screen: Screen, arguments: argparse.Namespace) -> str:
    """Takes the seat of an invitation, with what the player brings; returns the link of the seat."""
    told = invitation(link)
    game = game_type(told["game"])
    with use_language(translator(arguments.lang, game.package)):
        side, others = told["side"], ", ".join(told["others"])
        screen.say(Text("{title}: you play {side}, against {others}.", title=game.title, side=side, others=others))
        if told["is_known"]:
            screen.say(Text("What both sides bring was chosen by whoever invites you, who knows what is yours."))
        for words in told["agreed"]:
            screen.say(words, indent="  ")
        force = _force(told["brings"]["ready"], game, screen, arguments.force) if told["brings"] else ""
        taken = take_seat(link, force)
        screen.say(Text("Your seat has a link of its own: {link}", link=taken))
        screen.say(Text("Keep it to come back: the invitation is used up."))
    return taken


def _force(ready: list[str], game: type[Game], screen: Screen, given: str | None) -> str:
    """What a guest brings: as the command says, else a ready-made force, which a person at a terminal picks."""
    if given is not None:
        return list_text(given, Text("{path} cannot be read", path=given))
    if not ready:
        raise UsageError("say with --force what you bring")
    labels = next(option for option in game.options if ready[0] in option.ready)
    lines = [labels.label(name) for name in ready]
    return ready[choose(screen, Text("What do you bring?"), lines) if screen.asks_person else 0]


def _await_begin(table: Table, screen: Screen) -> None:
    """Waits for the first position; says once what a battle waits for that has not begun."""
    is_told = False
    while not table.view:
        message = table.hear()
        if message["type"] == "waiting" and not is_told:
            is_told = True
            screen.say(message["words"])


class _Joined:
    """A battle on a server, on this screen."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table = table
        self.screen = screen
        self._told = len(table.view["log"])
        sides = table.table["sides"]
        screen.colour_sides([(side["letter"], side["name"]) for side in sides])
        screen.say(
            Text("{title}: {sides}", title=table.table["title"], sides=" / ".join(side["name"] for side in sides))
        )
        self._sealed: list[str] = []
        self._faults = 0
        self._tell_dice(table.table["dice"])
        if table.table["notice"]:
            screen.say(table.table["notice"])
        screen.say(HELP)

    def play(self) -> None:
        """Shows what happens, and asks when this seat decides."""
        self._board()
        try:
            while not self.table.view["outcome"]:
                if self.table.view["actions"]:
                    self._ask()
                else:
                    self._hear()
        except EndOfInput:
            return
        self._board()
        self.screen.say(self.table.view["outcome"]["words"], style=BOLD)
        self._verify()

    def _verify(self) -> None:
        """Checks the dice of the battle against what this client has kept, and says what it found."""
        try:
            proof = self.table.verify()
        except ProofError as error:
            self.screen.say(Text("The dice are not what they should be: {why}", why=error.reason), style=BOLD)
        except (Refused, LineCut) as error:
            self.screen.say(error)
        else:
            self.screen.say(
                Text(
                    "The dice are those that were sealed; one throw was verified.",
                    "The dice are those that were sealed; {n} throws were verified.",
                    n=proof.checked,
                )
            )

    def _tell_dice(self, dice: Message) -> None:
        """Says once what binds everybody, whom the dice wait for, and what is wrong with them."""
        joint = dice.get("joint") or ""
        if joint and joint not in self._sealed:
            self._sealed.append(joint)
            self.screen.say(Text("The dice are sealed as {seal}", seal=joint))
        waits_for = [self._side(seat) for seat in dice.get("waits_for", ()) if seat != self.table.table["seat"]]
        if waits_for:
            self.screen.say(Text("The dice wait for the number of {side}.", side=", ".join(waits_for)))
        for fault in self.table.dice.faults[self._faults :]:
            self.screen.say(fault, style=BOLD)
        self._faults = len(self.table.dice.faults)

    def _hear(self) -> Message:
        """Receives the next message and prints it."""
        message = self.table.hear()
        if message["type"] in ("dice", "table"):
            self._tell_dice(message.get("dice", message))
        elif message["type"] == "view":
            self._tell(message)
        elif message["type"] == "refused":
            clause = f" [{message['clause']}]" if message["clause"] else ""
            self.screen.say(f"{message['words']}{clause}")
        elif message["type"] == "queue" and message["words"]:
            self.screen.say(message["words"])
        elif message["type"] == "said":
            self.screen.say(Text("{side} says: {words}", side=self._side(message["seat"]), words=message["words"]))
        return message

    def _tell(self, view: Message) -> None:
        """Prints the new part of the log; after a reconnection, what was missed."""
        if view["since"] < self._told and view["since"] + len(view["log"]) < self._told:
            self.screen.say(Text("taken back"))
        for step in view["log"][max(0, self._told - view["since"]) :]:
            if "faces" in step:
                self.screen.say(
                    Text("dice {faces}", faces=" ".join(f"[{face}]" for face in step["faces"])), indent="  "
                )
            words = [event["words"] for event in step["events"]] or [step.get("words") or step.get("done", "")]
            for line in filter(None, words):
                self.screen.say(line, indent="  ")
        self._told = view["since"] + len(view["log"])
        for seat, what in view["proposals"]:
            if seat != self.table.table["seat"]:
                self.screen.say(Text("{side} proposes: {what}", side=self._side(seat), what=what))

    def _side(self, seat: int) -> str:
        return str(self.table.table["sides"][seat]["name"])

    def _board(self) -> None:
        self.screen.say()
        self.screen.draw(self.table.view["picture"])

    def _ask(self) -> None:
        """Asks until a decision is made or the position has changed."""
        view = self.table.view
        menu = Menu(_actions(view))
        while self.table.view["number"] == view["number"]:
            self.screen.say()
            self.screen.say(view["prompt"], style=BOLD)
            for number, entry in enumerate(menu.entries, 1):
                self.screen.say(entry.words, indent=f"{number:3}  ")
            typed = self.screen.ask()
            word, _, rest = typed.partition(" ")
            if word == "quit":
                raise EndOfInput
            if word in _COMMANDS:
                _COMMANDS[word](self, rest)
            elif word == "back":
                menu.back()
            else:
                self._choose(menu, typed)

    def _choose(self, menu: Menu, typed: str) -> None:
        try:
            action = menu.follow(typed)
        except KeyError:
            if typed:
                self._do("act", action=typed)
            return
        if action is not None:
            self._do("act", action=action.notation)

    def _do(self, type: str, **fields: object) -> None:
        """Sends a message that is answered with a position or a refusal, and waits for the answer."""
        self.table.say(type, **fields)
        while self._hear()["type"] not in ("view", "refused"):
            pass

    def _hint(self, _: str) -> None:
        self.table.say("hint")
        while (message := self._hear())["type"] != "hint":
            if message["type"] == "refused" and message["to"] == "hint":
                return
        for hint in message["hints"][:1]:
            self.screen.say(Text("a hint: {action}", action=hint["action"]))

    def _say(self, words: str) -> None:
        self.table.say("say", words=words)


_COMMANDS: Final[dict[str, Callable[[_Joined, str], None]]] = {
    "board": lambda joined, _: joined._board(),
    "help": lambda joined, _: joined.screen.say(HELP),
    "hint": _Joined._hint,
    "say": _Joined._say,
    "undo": lambda joined, _: joined._do("undo" if joined.table.view["undo"] else "offer", what="undo"),
    "draw": lambda joined, _: joined._do("draw", agree=True),
    "concede": lambda joined, _: joined._do("concede"),
    "computer": lambda joined, level: joined._do("computer", level=level or DEFAULT_LEVEL),
}
"""Commands that may be typed instead of a decision."""


def _actions(view: Message) -> list[Action]:
    """The actions of a view, for a menu."""
    steps = [Step(key, _plain(words)) for key, words in view["steps"]]
    return [
        Action(number, notation, _plain(words), clause, tuple(steps[step] for step in walk))
        for number, (notation, words, clause, walk) in enumerate(view["actions"])
    ]


def _plain(words: str) -> Text:
    return Text("{words}", words=words)
