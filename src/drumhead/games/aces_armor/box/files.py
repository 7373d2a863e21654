"""Data files: where they lie, and errors that say in which file and line something is wrong."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text

FILES: Final = ("mats.csv", "tables.csv", "maps/summer.txt", "maps/winter.txt")


@dataclass(frozen=True, slots=True)
class Source:
    """A data file as lines; comments and empty lines keep their numbers."""

    name: str
    lines: tuple[str, ...]

    def fault(self, line: int, problem: Text) -> SetupError:
        """An error in a line of the file, counted from 1; 0 is the file as a whole."""
        if not line:
            return SetupError(Text("{file}: {problem}", file=self.name, problem=problem))
        return SetupError(Text("{file} line {line}: {problem}", file=self.name, line=line, problem=problem))

    def numbered(self) -> list[tuple[int, str]]:
        """The lines that say something, each with its number."""
        return [(number, line) for number, line in enumerate(self.lines, 1) if line.strip() and line[0] != "#"]


EARLIER: Final = {"1": {"mats.csv": "earlier/mats-1.csv"}}
"""[AA-1.5] By the version of the rules, the files that were others then."""


def read_sources(folder: str = "", rulings: str = "") -> dict[str, Source]:
    """[AA-1.5] The data files by name: our own of a version, and in their place those of a player's own folder."""
    own = files("drumhead.games.aces_armor") / "data"
    then = EARLIER.get(rulings, {})
    found = {
        name: Source(name, tuple(own.joinpath(then.get(name, name)).read_text("utf-8").splitlines())) for name in FILES
    }
    if not folder:
        return found
    place = Path(folder)
    if not place.is_dir():
        raise SetupError(Text("there is no folder {folder!r} with data", folder=folder))
    given = sorted(path.relative_to(place).as_posix() for path in place.rglob("*.*") if path.suffix in (".csv", ".txt"))
    for name in given:
        if name not in FILES:
            raise SetupError(Text("{file}: no such data file, there are {files}", file=name, files=", ".join(FILES)))
        found[name] = Source(name, tuple(_read(place / name, name).splitlines()))
    if not given:
        raise SetupError(Text("{folder!r} has none of the data files {files}", folder=folder, files=", ".join(FILES)))
    return found


def _read(path: Path, name: str) -> str:
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise SetupError(Text("{file}: this is not text in UTF-8", file=name)) from wrong
    except OSError as wrong:
        raise SetupError(Text("{file} cannot be read: {why}", file=name, why=wrong.strerror)) from wrong
