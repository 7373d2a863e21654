"""Argument parsing: commands with examples in their help, and one sentence for a mistake."""

import argparse
import difflib
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from drumhead.core.errors import DrumheadError

PROGRAM = "drumhead"


class UsageError(DrumheadError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser that raises UsageError instead of exiting, and keeps the line breaks of help texts."""

    def __init__(self, **given: Any) -> None:
        given.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        given.setdefault("allow_abbrev", False)
        super().__init__(**given)

    def error(self, message: str) -> NoReturn:
        """Raises UsageError with the message of argparse, made readable."""
        wrong = re.match(r"argument \S+: invalid choice: '?(.*?)'? \(choose from (.*)\)", message)
        if wrong is not None:
            choices = re.findall(r"[\w-]+", wrong[2])
            near = difflib.get_close_matches(wrong[1], choices, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(choices)}"
            message = f"{wrong[1]!r} is not known here; {hint}"
        else:
            message = f"{message}; see {self.prog} --help"
        raise UsageError(message)


class Commands:
    """The commands of the program; modules and games add theirs."""

    def __init__(self, parser: Parser) -> None:
        self._slot = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)

    def add(self, name: str, words: str, examples: Sequence[str], *, json: bool = False) -> argparse.ArgumentParser:
        """Adds a command with a one-line summary, examples for its help, and `--json` if it can answer so."""
        shown = "\n".join(f"  {PROGRAM} {name} {example}".rstrip() for example in examples)
        parser = self._slot.add_parser(
            name, help=words, description=words[:1].upper() + words[1:] + ".", epilog=f"examples:\n{shown}"
        )
        if json:
            parser.add_argument("--json", action="store_true", help="answer as JSON")
        return parser


def count(least: int, most: int = 10**9) -> Any:
    """An argument type: a whole number within bounds."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not least <= number <= most:
            bounds = f"at least {least}" if number < least and most == 10**9 else f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"{number} is not a number {bounds}")
        return number

    return read


def positive(text: str) -> float:
    """An argument type: a number above 0, such as seconds."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return number
