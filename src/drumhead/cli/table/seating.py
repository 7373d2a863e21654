"""Set-up of a battle from the command line; asks a person at a terminal for what is missing."""

import argparse
from dataclasses import dataclass
from typing import Any

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import BUDGET_SETTINGS, DEFAULT_LEVEL, LEVELS, bot, read_level, with_budget
from drumhead.cli.support.parser import UsageError, count, positive
from drumhead.cli.table.screen import BOLD, Screen
from drumhead.core.errors import SetupError
from drumhead.core.files.record import load_file
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text, joined
from drumhead.core.match import Match
from drumhead.core.registry import game_type, games


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments for the options of a game."""
    parser.add_argument("--armies", nargs=2, metavar=("A", "B"), help="the two armies, in a game with that option")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--players", metavar="N", help="number of players, in a game with that option")
    modes.add_argument("--solo", action="store_true", help="alone against the opponent that the rules play")
    modes.add_argument("--coop", action="store_true", help="two together against the opponent that the rules play")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the game (drumhead games GAME lists them); may be repeated",
    )


def add_thinking(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments for the search budget of opponents."""
    parser.add_argument(
        "--think", type=positive, metavar="SECONDS", help="seconds for a decision of a captain or general"
    )
    parser.add_argument(
        "--sims", type=count(1, 10_000_000), metavar="N", help="simulations for a decision instead: repeatable by seed"
    )


def options_of(game: type[Game], arguments: argparse.Namespace) -> dict[str, Any]:
    """The options given on the command line."""
    lists = {option.name for option in game.options if isinstance(option.default, tuple)}
    given: dict[str, Any] = {}
    for pair in arguments.option:
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise UsageError(Text("{pair} is not an option: write NAME=VALUE", pair=repr(pair)))
        if name in given:
            raise UsageError(Text("the option {name} is given twice", name=name))
        given[name] = tuple(part.strip() for part in value.split(",")) if name in lists else value
    for name, value in _shorthands(arguments).items():
        if name in given:
            raise UsageError(Text("the option {name} is given twice", name=name))
        given[name] = value
    return given


def options_shown(options: dict[str, Any]) -> dict[str, Any]:
    """Options for the head of a file of battles; empty if there are none."""
    return {"options": {name: str(value) for name, value in sorted(options.items())}} if options else {}


def _shorthands(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options given by arguments of their own, such as `--armies`."""
    found: dict[str, Any] = {}
    if arguments.armies is not None:
        found["armies"] = tuple(arguments.armies)
    if arguments.players is not None:
        found["players"] = arguments.players
    if arguments.solo or arguments.coop:
        found["mode"] = "solo" if arguments.solo else "coop"
    return found


def set_up(arguments: argparse.Namespace) -> Game:
    """The game of the command line, set up."""
    game = game_type(arguments.game)
    return game.set_up(**options_of(game, arguments))


def pick_game(screen: Screen, name: str | None) -> type[Game]:
    """The named game; without a name the one that a person picks, or the first."""
    found = list(games().values())
    if name is not None:
        return game_type(name)
    if len(found) == 1 or not screen.asks_person:
        return found[0]
    lines = [Text("{title}: {summary}", title=game.title, summary=game.summary) for game in found]
    return found[choose(screen, Text("Which game?"), lines)]


def choose(screen: Screen, question: Text, lines: list[Text], default: int = 0) -> int:
    """Asks for one of several lines; returns its index. Enter takes the default."""
    screen.say(question, style=BOLD)
    for number, line in enumerate(lines, 1):
        screen.say(line, indent=f"{number:2}  ")
    while True:
        answer = screen.ask(Text("Type a number, or Enter for {default}", default=default + 1))
        if not answer:
            return default
        if answer.isdecimal() and 1 <= int(answer) <= len(lines):
            return int(answer) - 1
        screen.say(Text("type a number from 1 to {n}, or Enter for {default}", n=len(lines), default=default + 1))


@dataclass(frozen=True, slots=True)
class Seating:
    """The bots by seat, and their level."""

    bots: dict[int, Bot]
    level: str

    def names(self, seats: int) -> tuple[str, ...]:
        """The names of the players for a game file."""
        people = [seat for seat in range(seats) if seat not in self.bots]
        return tuple(
            self.level if seat in self.bots else "player" if len(people) == 1 else f"player {seat + 1}"
            for seat in range(seats)
        )


def seat_people(screen: Screen, game: Game, arguments: argparse.Namespace) -> Seating:
    """Assigns the seats by the command line; asks a person at a terminal for what it leaves open."""
    seats = list(range(game.seats))
    seat, level = arguments.seat, arguments.against
    if arguments.watch:
        people: list[int] = []
    elif len(seats) == 1 and seat is None and level is None:
        people = seats
    elif seat is None and level is None and screen.asks_person:
        screen.say(Text("{title}: {summary}", title=game.title, summary=game.summary))
        lines = [Text("{side}", side=game.seat_name(one)) for one in seats]
        lines.append(Text("all sides, the players share this screen"))
        chosen = choose(screen, Text("Which side is yours?"), lines)
        people = [chosen] if chosen < game.seats else seats
    else:
        people = seats if seat in ("both", "all") else [seat_of(game, seat or "1")]
    if level is None and len(people) < len(seats):
        level = DEFAULT_LEVEL
        if arguments.seat is None and not arguments.watch and screen.asks_person:
            names = list(LEVELS)
            lines = [Text("{name}: {words}", name=Text(name), words=LEVELS[name].words) for name in names]
            level = names[choose(screen, Text("Against whom?"), lines, names.index(level))]
    level = level or DEFAULT_LEVEL
    if len(people) < len(seats):
        _check_level(game, level, arguments)
    level = with_budget(level, think=arguments.think, sims=arguments.sims)
    seed = arguments.seed
    bots = {one: bot(level, None if seed is None else f"{seed}/{one}") for one in seats if one not in people}
    return Seating(bots, level)


def _check_level(game: Game, name: str, arguments: argparse.Namespace) -> None:
    """Raises an error for an opponent of another game, and for a budget of one that does not search."""
    level, _ = read_level(name)
    own = name.strip().lower()
    if level is None and own not in game.advisers:
        known = ", ".join((*LEVELS, *game.advisers))
        raise SetupError(
            Text("{name} is no opponent in {title}; there are {all}", name=own, title=game.title, all=known)
        )
    for limit in sorted(BUDGET_SETTINGS):
        if getattr(arguments, limit) is not None and (level is None or limit not in level.settings):
            raise UsageError(Text("{name} has no --{limit}; captain and general have", name=own, limit=limit))


def seat_of(game: Game, given: str) -> int:
    """A seat by its number from 1, its letter or its name; raises SetupError."""
    for seat in range(game.seats):
        if given.lower() in (str(seat + 1), game.letters[seat].lower(), str(game.seat_name(seat)).lower()):
            return seat
    seats = [Text("{n} ({side})", n=seat + 1, side=game.seat_name(seat)) for seat in range(game.seats)]
    told = {"given": repr(given), "seats": joined(seats)}
    if game.seats == 1:
        raise SetupError(Text("there is no seat {given}; the only one is {seats}", **told))
    both = Text("both") if game.seats == 2 else Text("all")
    raise SetupError(Text("there is no seat {given}; they are {seats}, or {both}", **told, both=both))


def resume(screen: Screen, arguments: argparse.Namespace) -> Match:
    """The battle of a file; only options that name a local folder may be given with it."""
    closed = {option.name for game in games().values() for option in game.options if not option.is_open}
    pairs = [pair.partition("=")[::2] for pair in arguments.option]
    match = load_file(arguments.load, **{name: value for name, value in pairs if name in closed})
    wanted = game_type(arguments.game).name if arguments.game else match.game.name
    if wanted != match.game.name:
        raise SetupError(Text("{path} is a battle of {game}", path=arguments.load, game=match.game.name))
    if any(name not in closed for name, _ in pairs) or _shorthands(arguments):
        raise UsageError("a battle that is loaded keeps its options")
    return match
