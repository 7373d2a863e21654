"""The program: finds the command, runs it, and turns mistakes into one sentence."""

import argparse
import contextlib
import importlib
import importlib.util
import io
import json
import os
import select
import sys
from collections.abc import Sequence

import drumhead
from drumhead.cli.commands import (
    backup,
    balance,
    bench,
    duel,
    endings,
    fuzz,
    games,
    join,
    limits,
    play,
    position,
    replay,
    review,
    rules,
    serve,
    train,
    verify,
)
from drumhead.cli.support.parser import PROGRAM, Commands, Parser, UsageError
from drumhead.cli.table.screen import is_terminal
from drumhead.core.errors import BrokenPromise, DrumheadError
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.registry import games as all_games

OK, BROKEN, MISTAKE, INTERRUPTED = 0, 1, 2, 130

EPILOG = """examples:
  drumhead                                    opens the table in the browser
  drumhead play pocket-battles                a battle against the computer, in the terminal
  drumhead play pocket-battles --seat both    two players on one screen
  drumhead rules shooting                     the rules that speak of shooting
  drumhead replay evening.drum                walks through a saved battle

drumhead COMMAND --help shows more, with examples."""


def build_parser() -> Parser:
    """The parser with all commands, those that games bring included."""
    parser = Parser(
        prog=PROGRAM, description="The table for small battles: every rule enforced and explained.", epilog=EPILOG
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {drumhead.__version__}")
    commands = Commands(parser)
    for module in (play, games, rules, serve, join):
        module.add(commands)
    for game in all_games().values():
        name = f"{game.package}.cli"
        if importlib.util.find_spec(name) is not None:
            importlib.import_module(name).add_commands(commands.add)
    for module in (position, replay, review, verify, duel, endings, limits, balance, train, fuzz, bench, backup):
        module.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line and returns its exit code: 0 done, 1 a broken promise, 2 a mistake, 130 interrupted."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with contextlib.ExitStack() as voices:
        return _guarded(sys.argv[1:] if arguments is None else list(arguments), voices)


def _guarded(arguments: list[str], voices: contextlib.ExitStack) -> int:
    """Runs a command line and turns what goes wrong into a sentence, in the language that was chosen."""
    try:
        code = _run(arguments, voices)
        sys.stdout.flush()
    except BrokenPipeError:
        if not _reader_has_left():
            raise  # another pipe broke, of which nobody would hear otherwise
        _close_pipe()
        return OK
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED, opening="\n")
    except BrokenPromise as broken:
        return _complain(str(broken), BROKEN)
    except DrumheadError as error:
        return _complain(str(error), MISTAKE)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", MISTAKE)
    return code


def _run(arguments: list[str], voices: contextlib.ExitStack) -> int:
    parser = build_parser()
    if not arguments and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        arguments = ["serve"]
    try:
        chosen, rest = parser.parse_known_args(arguments)
    except SystemExit as done:  # --help and --version
        return OK if done.code is None else int(done.code)
    if "lang" in chosen:
        voices.enter_context(use_language(translator(chosen.lang)))
    if rest:
        command = f"{PROGRAM} {chosen.command or ''}".strip()
        raise UsageError(Text("{command} does not know {rest}; see {command} --help", command=command, rest=rest[0]))
    if chosen.command is None:
        parser.print_help()
        return OK
    if "answer" in chosen:
        return _answer(chosen)
    code: int = chosen.run(chosen)
    return code


def _answer(chosen: argparse.Namespace) -> int:
    """Prints what a game's own command answers: words, or the same as plain data."""
    words, data = chosen.answer(chosen)
    print(json.dumps(data, indent=2, ensure_ascii=False) if chosen.json else words)
    return OK


def _complain(sentence: str, code: int, *, opening: str = "") -> int:
    with contextlib.suppress(BrokenPipeError):
        print(f"{opening}{PROGRAM}: {sentence}", file=sys.stderr)
    return code


def _reader_has_left() -> bool:
    """Says whether nobody takes what is printed any more; where that cannot be found out, it is believed."""
    try:
        asked = select.poll()
        asked.register(sys.stdout.fileno(), 0)
        return bool(asked.poll(0))
    except (AttributeError, OSError, ValueError):
        return True


def _close_pipe() -> None:
    """Lets the program end in silence after its reader has left."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
