"""`drumhead replay`: steps through a saved battle, or draws it."""

import argparse
from pathlib import Path

from drumhead.cli.support.files import write_file
from drumhead.cli.support.language import add_language
from drumhead.cli.support.own_data import add_data, data_of
from drumhead.cli.support.parser import Commands, UsageError, count
from drumhead.cli.support.progress import Progress
from drumhead.cli.table.listing import dice_words
from drumhead.cli.table.screen import BOLD, EndOfInput, Screen
from drumhead.core.draw.film import MAX_FRAMES, film, steps_shown
from drumhead.core.files.record import OldRules, load_file
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.match import Match

EXAMPLES = (
    "evening.drum",
    "evening.drum --step 40",
    "evening.drum --step 40 --svg battle.svg",
    "evening.drum --animate battle.svg",
    "evening.drum --text | less",
)


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add("replay", "steps through a saved battle, or draws pictures of it", EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="a game file")
    add_data(parser)
    parser.add_argument("--step", type=count(0), metavar="N", help="show the battle after N steps")
    parser.add_argument("--svg", type=Path, metavar="OUT", help="write a picture of that step, or of the last")
    parser.add_argument("--animate", type=Path, metavar="OUT", help="write the whole battle as an animated picture")
    parser.add_argument("--force", action="store_true", help="overwrite an existing picture")
    parser.add_argument("--text", action="store_true", help="print the whole battle at once")
    parser.add_argument("--plain", action="store_true", help="plain text, for screen readers and pipes")
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Replays a game file."""
    stopped = None
    try:
        match = load_file(arguments.file, **data_of(arguments))
    except OldRules as error:
        stopped, match = error, error.match
    with use_language(translator(arguments.lang, match.game.package)):
        _replay(match, arguments)
        if stopped is not None:
            raise stopped
    return 0


def _replay(match: Match, arguments: argparse.Namespace) -> None:
    last = len(match.steps)
    if arguments.step is not None and arguments.step > last:
        raise UsageError(Text("the battle has {n} steps, not {step}", n=last, step=arguments.step))
    screen = Screen(plain=arguments.plain)
    game = match.game
    screen.colour_sides([(game.letters[seat], str(game.seat_name(seat))) for seat in range(game.seats)])
    if arguments.animate is not None:
        with Progress(len(steps_shown(match, MAX_FRAMES)), "frames") as progress:
            moving = film(match, after=progress.add)
        write_file(arguments.animate, moving, force=arguments.force)
        size = round(len(moving.encode()) / 1000)
        screen.say(Text("the battle moves in {path}, {n} kB", path=arguments.animate, n=size))
    elif arguments.svg is not None:
        step = last if arguments.step is None else arguments.step
        write_file(arguments.svg, after(match, step).svg(), force=arguments.force)
        screen.say(Text("the picture after step {n} is in {path}", n=step, path=arguments.svg))
    elif arguments.step is not None:
        show(screen, match, arguments.step)
    elif arguments.text or not screen.asks_person:
        tell_all(screen, match)
    else:
        step_through(screen, match)


def after(match: Match, step: int) -> Match:
    """The match after some number of steps."""
    then = Match(match.game, names=match.names, state=match.state_before(step))
    then.steps = match.steps[:step]
    then.ending = match.ending if step == len(match.steps) else None
    return then


def tell(screen: Screen, match: Match, number: int) -> None:
    """Prints a step as a spectator saw it."""
    step = match.steps[number - 1]
    game = match.game
    if step.faces is not None:
        screen.say(Text("{n}. {dice}", n=number, dice=dice_words(step.faces)), style=BOLD)
    else:
        done = match.done(number - 1)
        screen.say(Text("{n}. {side}: {done}", n=number, side=game.seat_name(step.seat), done=done), style=BOLD)
    for raw in step.events:
        event = game.event(match.state, raw)
        if event is not None:
            screen.say(event, indent="    ")


def tell_all(screen: Screen, match: Match) -> None:
    """Prints all steps and draws the last position."""
    for number in range(1, len(match.steps) + 1):
        tell(screen, match, number)
    screen.say()
    draw(screen, match, len(match.steps))


def show(screen: Screen, match: Match, step: int) -> None:
    """Draws the battle after a step, and prints the step."""
    draw(screen, match, step)
    if step:
        tell(screen, match, step)


def draw(screen: Screen, match: Match, step: int) -> None:
    """Draws the battle after a step as a spectator saw it."""
    then = after(match, step)
    view = then.view()
    view["log"] = []
    screen.draw(match.game.text(view, width=screen.width, plain=screen.plain))
    if then.outcome is not None:
        screen.say(then.outcome, style=BOLD)


def step_through(screen: Screen, match: Match) -> None:
    """Steps through the battle as the reader asks: forward, back, or to a step."""
    last = len(match.steps)
    step = 0
    while True:
        show(screen, match, step)
        screen.say()
        question = Text("step {n} of {last}: Enter goes on, b back, a number goes there, q leaves", n=step, last=last)
        try:
            answer = screen.ask(question).lower()
        except EndOfInput:
            return
        if answer.startswith("q"):
            return
        if answer.isdecimal():
            step = min(int(answer), last)
        elif answer.startswith("b"):
            step = max(step - 1, 0)
        elif answer:
            screen.say(Text("{answer} is none of these", answer=repr(answer)))
        elif step == last:
            return
        else:
            step += 1
