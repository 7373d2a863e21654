"""The screen of the terminal: wrapped lines, questions, and a blank screen between players."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import wrap
from typing import Final

from drumhead.core.i18n.text import Text
from drumhead.core.words.terminal_text import in_ascii

WIDEST: Final = 120
NARROWEST: Final = 40
CURTAIN_LINES: Final = 60
SIDES: Final = ("1;31", "1;36", "1;33", "1;35")
BOLD: Final = "1"
DIM: Final = "2"


class EndOfInput(Exception):
    """The standard input has ended."""


def is_yes(answer: str) -> bool:
    """Returns whether an answer is yes, in English or in the chosen language, in full or by its first letter."""
    yes = in_ascii(str(Text("yes")))
    return in_ascii(answer.lower()) in ("y", "yes", yes, yes[0])


def is_terminal(stream: object) -> bool:
    """Returns whether a stream is a terminal."""
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False


def terminal_width() -> int:
    """The width of the terminal, 80 where there is none."""
    columns = shutil.get_terminal_size((80, 24)).columns if is_terminal(sys.stdout) else 80
    return max(NARROWEST, min(WIDEST, columns))


class Screen:
    """Where a person reads and types. Plain is ASCII without colour, for screen readers and pipes."""

    def __init__(self, *, width: int | None = None, plain: bool = False) -> None:
        encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
        self.width = width or terminal_width()
        self.plain = plain or not encoding.startswith("utf") or os.environ.get("TERM") == "dumb"
        self.on_terminal = is_terminal(sys.stdout)
        self.asks_person = is_terminal(sys.stdin) and self.on_terminal
        self.in_colour = self.on_terminal and not self.plain and not os.environ.get("NO_COLOR")
        self._sides: list[tuple[re.Pattern[str], str]] = []
        if self.asks_person:
            _edit_lines()

    def colour_sides(self, sides: list[tuple[str, str]]) -> None:
        """Gives each side, known by its letter and its name, a colour for its name and the keys of its units."""
        self._sides = [
            (re.compile(rf"\b(?:{re.escape(letter)}(?:-[A-Z])?\d+|{re.escape(name)})\b"), SIDES[seat % len(SIDES)])
            for seat, (letter, name) in enumerate(sides)
        ]

    def say(self, words: object = "", *, indent: str = "", style: str = "") -> None:
        """Prints a sentence, wrapped; what a terminal would obey is dropped."""
        for line in str(words).split("\n"):
            hang = " " * (len(indent) + 2) if indent else ""
            parts = wrap(
                self.clean(line), self.width, initial_indent=indent, subsequent_indent=hang, break_on_hyphens=False
            )
            for part in parts or [""]:
                print(self._painted(part, style))

    def draw(self, picture: str) -> None:
        """Prints lines as they are."""
        for line in picture.split("\n"):
            print(self._painted(self.clean(line), ""))

    @contextmanager
    def passing(self, words: object) -> Iterator[None]:
        """Shows a line at a terminal for as long as something takes."""
        if self.plain or not self.on_terminal:
            yield
            return
        print(self._painted(self.clean(str(words))[: self.width - 1], DIM), end="", flush=True)
        try:
            yield
        finally:
            print("\r\033[K", end="", flush=True)

    def clean(self, line: str) -> str:
        """A line without anything but letters, and in plain mode only those of ASCII."""
        if not line.isprintable():
            line = "".join(letter if letter.isprintable() else " " for letter in line)
        return in_ascii(line) if self.plain else line

    def _painted(self, line: str, style: str) -> str:
        if not self.in_colour:
            return line
        before = f"\033[{style}m" if style else ""
        for pattern, colour in self._sides:
            line = pattern.sub(lambda found, colour=colour: f"\033[{colour}m{found[0]}\033[0m{before}", line)  # type: ignore[misc]
        return f"{before}{line}\033[0m" if before else line

    def ask(self, question: object = "") -> str:
        """Prints a question and reads the answer; in a pipe the answer is printed as well, to be read with it."""
        if str(question):
            self.say(question, style=BOLD)
        try:
            answer = input("> ")
        except EOFError:
            print()
            raise EndOfInput from None
        answer = "".join(letter if letter.isprintable() else " " for letter in answer).strip()
        if not self.asks_person:
            print(self.clean(answer)[: self.width - 2])
        return answer

    def confirm(self, question: object) -> bool:
        """Asks for yes or no; anything but yes is no."""
        return is_yes(self.ask(Text("{question} (yes or no)", question=question)))

    def curtain(self, name: str, *, wipe: bool) -> None:
        """Hides all that was printed until the named player is alone with the screen."""
        if wipe:
            self._wipe()
        self.ask(Text("{name}: take the seat. Nobody else should look. Press Enter.", name=name))
        self._wipe()

    def _wipe(self) -> None:
        if self.on_terminal and not self.plain:
            print("\033[2J\033[3J\033[H", end="", flush=True)
        else:
            print("\n" * CURTAIN_LINES)
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()


def _edit_lines() -> None:
    """Lets the arrow keys edit a line and bring back earlier ones, where the machine can."""
    try:
        import readline  # noqa: F401, PLC0415  it works by being there
    except ImportError:
        return
