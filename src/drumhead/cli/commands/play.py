"""`drumhead play`: a battle in the terminal."""

import argparse

from drumhead.cli.support.parser import Commands, UsageError
from drumhead.cli.table.screen import BOLD, Screen
from drumhead.cli.table.screen_options import add_screen
from drumhead.cli.table.seating import Seating, add_options, add_thinking, options_of, pick_game, resume, seat_people
from drumhead.cli.table.table import Table, dice_note
from drumhead.core.game import Game
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, joined, use_language
from drumhead.core.match import Match

EXAMPLES = (
    "",
    "pocket-battles",
    "pocket-battles --armies romans-50 celts-50 --against recruit",
    "pocket-battles --against general --think 5",
    "pocket-battles --seat both",
    "pocket-battles --option edition=2009 --option max_rounds=10",
    "pocket-battles --watch --seed 7",
    "travel-battle --option brigades=cavalry-raid,old-guard",
    "aces-armor --solo --option difficulty=hard",
    "aces-armor --players 4 --seat all",
    "--load evening.drum",
    'pocket-battles --position "$(cat position.txt)"',
    "travel-battle --lang it",
)


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add("play", "plays a battle in the terminal, against the computer or a friend", EXAMPLES)
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game; drumhead games lists them")
    add_options(parser)
    parser.add_argument("--seat", metavar="1|2|both|all", help="your side; both or all if players share the screen")
    parser.add_argument("--against", metavar="LEVEL", help="opponent: recruit, sergeant, captain or general")
    add_thinking(parser)
    parser.add_argument("--watch", action="store_true", help="the computer plays all sides")
    parser.add_argument("--seed", metavar="N", help="seed for repeatable dice; default: unpredictable dice")
    parser.add_argument("--hand-dice", action="store_true", help="throw real dice and type their faces")
    begun = parser.add_mutually_exclusive_group()
    begun.add_argument("--load", metavar="FILE", help="continue a saved battle")
    begun.add_argument("--position", metavar="TEXT", help="begin at a position, as the command position prints it")
    add_screen(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays until the battle is over or the player leaves."""
    if arguments.watch and arguments.seat is not None:
        raise UsageError("--watch leaves no seat; drop --seat or --watch")
    screen = Screen(width=arguments.width, plain=arguments.plain)
    loaded = resume(screen, arguments) if arguments.load is not None else None
    kind = type(loaded.game) if loaded is not None else pick_game(screen, arguments.game)
    with use_language(translator(arguments.lang, kind.package)):
        game = loaded.game if loaded is not None else kind.set_up(**options_of(kind, arguments))
        seating = seat_people(screen, game, arguments)
        match = loaded or _begin(game, arguments, seating.names(game.seats))
        table = Table(match, screen, seating.bots, hand_dice=arguments.hand_dice, language=arguments.lang)
        _greet(table, seating)
        table.play()
    return 0


def _begin(game: Game, arguments: argparse.Namespace, names: tuple[str, ...]) -> Match:
    """A new battle, from its start or from the position that is given."""
    if arguments.position is None:
        return Match(game, seed=arguments.seed, names=names)
    return Match.from_position(game, " ".join(arguments.position.split()), seed=arguments.seed, names=names)


def _greet(table: Table, seating: Seating) -> None:
    screen, game = table.screen, table.match.game
    teams = joined(_teams(game, seating), " against ")
    screen.say(Text("{title}: {sides}", title=game.title, sides=teams), style=BOLD)
    screen.say(dice_note(table.match, by_hand=table.hand_dice))
    if table.people:
        screen.say(Text("Type a number to choose; help shows what else you can say."))
    screen.say()


def _teams(game: Game, seating: Seating) -> list[Text]:
    """The names of each team, and of the opponent that the rules play."""
    alone = game.seats - len(seating.bots) == 1

    def called(seat: int) -> Text:
        """A side, with its level or `you`; several people are named by their sides alone."""
        side = game.seat_name(seat)
        if seat in seating.bots:
            return Text("{side} ({name})", side=side, name=Text(seating.level))
        return Text("{side} (you)", side=side) if alone else side

    teams = dict.fromkeys(game.side_of(seat) for seat in range(game.seats))
    told = [joined([called(seat) for seat in sorted(team)], " and ") for team in teams]
    return [*told, game.seat_name(game.seats)] if len(game.letters) > game.seats else told
