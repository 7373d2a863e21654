"""Guided first battles: a script of the game says what to try, explains it, and plays the other side.

The current lesson follows from the steps that were played, so a guided battle can be left and resumed like any other.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from drumhead.core.actions import Action
from drumhead.core.errors import DrumheadError, IllegalAction, SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import game_type
from drumhead.server.lobby.seats import GUIDE, Seat

LEVEL_AFTER_SCRIPT: Final = "recruit"
"""The level that plays the other side after the end of the script."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step of the script: the explanation, what to look at, what to do, and what the other side does then."""

    words: dict[str, str]
    clauses: tuple[str, ...]
    look: tuple[str, ...]
    do: str
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """The script of a guided battle: how it begins, the learner's seat, and the lessons."""

    game: type[Game]
    words: dict[str, str]
    """What the battle teaches, by language."""
    seat: int
    options: dict[str, Any]
    position: str
    seed: str
    lessons: tuple[Lesson, ...]

    def begin(self) -> tuple[Match, tuple[Seat, ...]]:
        """A new battle, and who plays which seat."""
        game = self.game.set_up(**self.options)
        state = game.read_position(self.position) if self.position else None
        seats = tuple(Seat() if seat == self.seat else Seat(GUIDE) for seat in range(game.seats))
        return Match(game, seed=self.seed, state=state), seats

    def lesson(self, match: Match) -> int:
        """The index of the current lesson: each decision of the learner leads to the next."""
        decided = sum(step.seat == self.seat for step in match.steps)
        return min(decided, len(self.lessons) - 1)

    def check(self, match: Match, action: str) -> None:
        """Refuses a legal decision that is not the one of the lesson."""
        wanted = self.wanted(match)
        if wanted is None:
            return
        try:
            found = match.game.parse(match.state, action)
        except DrumheadError:
            return  # the game gives the reason
        if match.game.action(match.state, found).notation != wanted.notation and match.why(found) is None:
            words = Text("that is allowed, and a thought for your next battle; now: {words}", words=wanted.words)
            raise IllegalAction(words)

    def wanted(self, match: Match) -> Action | None:
        """The action that the lesson asks for; None if it is not the learner's turn or none is asked for."""
        lesson = self.lessons[self.lesson(match)]
        if match.to_act != self.seat or match.outcome is not None or not lesson.do:
            return None
        return match.game.action(match.state, match.game.parse(match.state, lesson.do))

    def reply(self, match: Match) -> str | None:
        """The next action of the other side; None after the end of the script."""
        said = [words for lesson in self.lessons for words in lesson.then]
        done = sum(step.seat >= 0 and step.seat != self.seat for step in match.steps)
        return said[done] if done < len(said) else None

    def to_message(self, match: Match, language: str) -> dict[str, Any]:
        """The lesson as the learner is sent it."""
        number = self.lesson(match)
        lesson = self.lessons[number]
        wanted = self.wanted(match)
        return {
            "number": number + 1,
            "of": len(self.lessons),
            "words": lesson.words[language],
            "clauses": lesson.clauses,
            "look": lesson.look,
            "do": wanted.notation if wanted is not None else "",
        }


def guide_of(game: type[Game]) -> Guide:
    """The script of a game; refuses a game without one."""
    found = _read(game)
    if found is None:
        raise SetupError(Text("there is no guided battle of {game}", game=game.title))
    return found


def has_guide(game: type[Game]) -> bool:
    """Returns whether a game has a guided battle."""
    return _read(game) is not None


def requested_guide(asked: Any) -> Guide:
    """The script of the game that a request names."""
    if not isinstance(asked, dict) or not isinstance(asked.get("game"), str):
        raise SetupError(Text("no game was named"))
    return guide_of(game_type(asked["game"]))


@cache
def _read(game: type[Game]) -> Guide | None:
    file = files(game.package).joinpath("data", "guide.toml")
    if not file.is_file():
        return None
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    lessons = tuple(
        Lesson(
            {language: " ".join(step[language].split()) for language in ("en", "it")},
            tuple(step.get("clauses", ())),
            tuple(step.get("look", ())),
            step.get("do", ""),
            tuple(step.get("then", ())),
        )
        for step in data["lesson"]
    )
    battle = data["battle"]
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in battle["options"].items()}
    words = {language: battle[language] for language in ("en", "it")}
    return Guide(game, words, battle["seat"], options, battle.get("position", ""), battle["seed"], lessons)
