"""A series of battles, played in worker processes if wanted, and kept in a file from which a later run resumes."""

import json
import multiprocessing
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from drumhead.cli.support.processes import ignore_interrupts
from drumhead.cli.support.progress import Progress
from drumhead.core.errors import RecordError
from drumhead.core.i18n.text import Text


class Numbered(Protocol):
    """A played battle with its number in the series."""

    @property
    def number(self) -> int:
        """The number in the series."""


Played = TypeVar("Played", bound=Numbered)


@dataclass(frozen=True)
class Series(Generic[Played]):
    """How the battles of a series are played and kept.

    `head` is the first line of the file. `play` is a module-level function, called with `given` and the number of a
    battle. `write` and `read` turn a battle into a line of JSON and back.
    """

    head: dict[str, Any]
    play: Callable[..., Played]
    given: tuple[Any, ...]
    write: Callable[[Played], str]
    read: Callable[[Any], Played]

    def go_on(self, games: int, path: Path | None, workers: int) -> list[Played]:
        """Plays the battles that the file lacks, appends each as it ends, and returns all ordered by number."""
        battles = [battle for battle in self._kept(path) if battle.number < games] if path else []
        done = {battle.number for battle in battles}
        with Progress(games, "battles") as progress:
            progress.add(len(done))
            for battle in self._played([number for number in range(games) if number not in done], workers):
                battles.append(battle)
                if path:
                    with path.open("a", encoding="utf-8") as file:
                        file.write(self.write(battle) + "\n")
                progress.add()
        return sorted(battles, key=lambda battle: battle.number)

    def _played(self, numbers: list[int], workers: int) -> Iterator[Played]:
        tasks = [(self.play, self.given, number) for number in numbers]
        if workers == 1 or len(tasks) < 2:
            yield from map(play_one, tasks)
            return
        with multiprocessing.get_context("spawn").Pool(min(workers, len(tasks)), ignore_interrupts) as pool:
            yield from pool.imap_unordered(play_one, tasks)

    def _kept(self, path: Path) -> list[Played]:
        """The battles of a file; starts a new file with `head`, raises RecordError for a file of another series.

        A last line without its line break, left by a stopped program, is cut off.
        """
        head, held = json.dumps(self.head), path.read_bytes() if path.exists() else b""
        if head.encode().startswith(held):
            path.write_text(head + "\n", encoding="utf-8")
            return []
        whole = held[: held.rfind(b"\n") + 1]
        first, *lines = whole.decode(errors="replace").splitlines() or [""]
        try:
            begun = json.loads(first)
        except ValueError:
            begun = None
        if begun != self.head:
            words = Text("{path} holds another duel or another training, or none: give another file", path=str(path))
            raise RecordError(words)
        battles = []
        for number, line in enumerate(lines, 2):
            try:
                battles.append(self.read(json.loads(line)))
            except (ValueError, TypeError):
                raise RecordError(Text("{path} line {line} is no battle", path=str(path), line=number)) from None
        if whole != held:
            os.truncate(path, len(whole))
        return battles


def play_one(task: tuple[Callable[..., Played], tuple[Any, ...], int]) -> Played:
    """Plays one battle of a series."""
    play, given, number = task
    return play(*given, number)
