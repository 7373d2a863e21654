"""`drumhead replay`: walks through a saved battle."""

import argparse
from pathlib import Path

from drumhead.cli.support.files import write_text
from drumhead.cli.support.language import add_language
from drumhead.cli.support.own_data import add_data, data_of
from drumhead.cli.support.parser import Commands, UsageError, count
from drumhead.cli.support.progress import Progress
from drumhead.cli.table.listing import dice_words
from drumhead.cli.table.screen import BOLD, EndOfInput, Screen
from drumhead.core.draw.film import FRAMES, film, steps_shown
from drumhead.core.files.record import OldRules, load_file
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, spoken
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
    parser = commands.add("replay", "walks through a saved battle, and draws its pictures", EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="a game file")
    add_data(parser)
    parser.add_argument("--step", type=count(0), metavar="N", help="shows the battle after so many steps")
    parser.add_argument("--svg", type=Path, metavar="OUT", help="writes a picture of that moment, or of the last one")
    parser.add_argument("--animate", type=Path, metavar="OUT", help="writes the whole battle as one picture that moves")
    parser.add_argument("--force", action="store_true", help="overwrites a picture that is already there")
    parser.add_argument("--text", action="store_true", help="tells the whole battle at once")
    parser.add_argument("--plain", action="store_true", help="plain text, for screen readers and pipes")
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Walks."""
    stopped = None
    try:
        match = load_file(arguments.file, **data_of(arguments))
    except OldRules as error:
        stopped, match = error, error.match
    with spoken(translator(arguments.lang, match.game.package)):
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
        with Progress(len(steps_shown(match, FRAMES)), "frames") as progress:
            moving = film(match, after=progress.add)
        write_text(arguments.animate, moving, force=arguments.force)
        size = round(len(moving.encode()) / 1000)
        screen.say(Text("the battle moves in {path}, {n} kB", path=arguments.animate, n=size))
    elif arguments.svg is not None:
        step = last if arguments.step is None else arguments.step
        write_text(arguments.svg, after(match, step).svg(), force=arguments.force)
        screen.say(Text("the picture after step {n} is in {path}", n=step, path=arguments.svg))
    elif arguments.step is not None:
        show(screen, match, arguments.step)
    elif arguments.text or not screen.asks_person:
        tell_all(screen, match)
    else:
        walk(screen, match)


def after(match: Match, step: int) -> Match:
    """The match as it stood after so many steps."""
    then = Match(match.game, names=match.names, state=match.state_before(step))
    then.steps = match.steps[:step]
    then.ending = match.ending if step == len(match.steps) else None
    return then


def tell(screen: Screen, match: Match, number: int) -> None:
    """Tells one step as an onlooker saw it."""
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
    """Tells the whole battle and draws how it stands at the end."""
    for number in range(1, len(match.steps) + 1):
        tell(screen, match, number)
    screen.say()
    draw(screen, match, len(match.steps))


def show(screen: Screen, match: Match, step: int) -> None:
    """Draws the battle after a step, and tells the step."""
    draw(screen, match, step)
    if step:
        tell(screen, match, step)


def draw(screen: Screen, match: Match, step: int) -> None:
    """Draws the battle after a step, as an onlooker saw it."""
    then = after(match, step)
    view = then.view()
    view["log"] = []
    screen.draw(match.game.text(view, width=screen.width, plain=screen.plain))
    if then.outcome is not None:
        screen.say(then.outcome, style=BOLD)


def walk(screen: Screen, match: Match) -> None:
    """Goes through the battle at the reader's pace: by decisions, forward and back, or to a step."""
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
