"""The program: parses the command line, runs the command, and turns errors into one sentence and an exit code."""

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
    operate,
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
"""Exit codes."""

EPILOG = """examples:
  drumhead                                    plays in the browser
  drumhead play pocket-battles                a battle against the computer, in the terminal
  drumhead play pocket-battles --seat both    two players on one screen
  drumhead rules shooting                     the rules on shooting
  drumhead replay evening.drum                steps through a saved battle

drumhead COMMAND --help shows more, with examples."""


def build_parser() -> Parser:
    """The parser of all commands, including those of games (`games/*/cli.py`)."""
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
    for module in (
        position,
        replay,
        review,
        verify,
        duel,
        endings,
        limits,
        balance,
        train,
        fuzz,
        bench,
        backup,
        operate,
    ):
        module.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line; returns 0 for success, 1 for a broken invariant, 2 for a mistake, 130 if interrupted."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with contextlib.ExitStack() as languages:
        return _guarded(sys.argv[1:] if arguments is None else list(arguments), languages)


def _guarded(arguments: list[str], languages: contextlib.ExitStack) -> int:
    """Runs a command line; prints an error as one sentence in the chosen language and returns its exit code."""
    try:
        code = _run(arguments, languages)
        sys.stdout.flush()
    except BrokenPipeError:
        if not _reader_has_left():
            raise  # another pipe broke, which must not pass unnoticed
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


def _run(arguments: list[str], languages: contextlib.ExitStack) -> int:
    parser = build_parser()
    if not arguments and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        arguments = ["serve"]
    try:
        chosen, rest = parser.parse_known_args(arguments)
    except SystemExit as done:  # --help and --version
        return OK if done.code is None else int(done.code)
    if "lang" in chosen:
        languages.enter_context(use_language(translator(chosen.lang)))
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
    """Prints the answer of a game's own command, as text or JSON."""
    words, data = chosen.answer(chosen)
    print(json.dumps(data, indent=2, ensure_ascii=False) if chosen.json else words)
    return OK


def _complain(sentence: str, code: int, *, opening: str = "") -> int:
    with contextlib.suppress(BrokenPipeError):
        print(f"{opening}{PROGRAM}: {sentence}", file=sys.stderr)
    return code


def _reader_has_left() -> bool:
    """Returns whether the reader of the standard output is gone; True where the system cannot tell."""
    try:
        asked = select.poll()
        asked.register(sys.stdout.fileno(), 0)
        return bool(asked.poll(0))
    except (AttributeError, OSError, ValueError):
        return True


def _close_pipe() -> None:
    """Redirects the standard output to nowhere, so that the interpreter exits without an error."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
