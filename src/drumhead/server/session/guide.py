"""Guided first battles: a script beside the game says what to try, explains it, and plays the other side.

Where a guided battle stands is read off its steps, so it can be left and taken up like any other.
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
"""Who plays the other side when the script has come to its end."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step of a guided battle: what is explained, what to look at, what to do, what the other side does then."""

    words: dict[str, str]
    clauses: tuple[str, ...]
    look: tuple[str, ...]
    do: str
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """A guided battle: how it begins, whose part is learnt, and its lessons."""

    game: type[Game]
    words: dict[str, str]
    """What is learnt, by language."""
    seat: int
    options: dict[str, Any]
    position: str
    seed: str
    lessons: tuple[Lesson, ...]

    def begin(self) -> tuple[Match, tuple[Seat, ...]]:
        """The battle from its beginning, and who sits where."""
        game = self.game.set_up(**self.options)
        state = game.read_position(self.position) if self.position else None
        seats = tuple(Seat() if seat == self.seat else Seat(GUIDE) for seat in range(game.seats))
        return Match(game, seed=self.seed, state=state), seats

    def lesson(self, match: Match) -> int:
        """The number of the lesson that a battle has come to: every decision of the learner leads to the next."""
        decided = sum(step.seat == self.seat for step in match.steps)
        return min(decided, len(self.lessons) - 1)

    def check(self, match: Match, action: str) -> None:
        """Refuses, with a friendly word, a decision that would leave the script."""
        wanted = self.wanted(match)
        if wanted is None:
            return
        try:
            found = match.game.parse(match.state, action)
        except DrumheadError:
            return  # the rules say why
        if match.game.action(match.state, found).notation != wanted.notation and match.why(found) is None:
            words = Text("that is allowed, and a thought for your next battle; now: {words}", words=wanted.words)
            raise IllegalAction(words)

    def wanted(self, match: Match) -> Action | None:
        """The decision that the learner is asked for, if any is."""
        lesson = self.lessons[self.lesson(match)]
        if match.to_act != self.seat or match.outcome is not None or not lesson.do:
            return None
        return match.game.action(match.state, match.game.parse(match.state, lesson.do))

    def reply(self, match: Match) -> str | None:
        """What the script lets the other side do next; None when it has come to its end."""
        said = [words for lesson in self.lessons for words in lesson.then]
        done = sum(step.seat >= 0 and step.seat != self.seat for step in match.steps)
        return said[done] if done < len(said) else None

    def to_message(self, match: Match, language: str) -> dict[str, Any]:
        """What the learner is told in a position."""
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
    """The guided battle of a game."""
    found = _read(game)
    if found is None:
        raise SetupError(Text("there is no guided battle of {game}", game=game.title))
    return found


def has_guide(game: type[Game]) -> bool:
    """Says whether a game has a guided battle."""
    return _read(game) is not None


def requested_guide(asked: Any) -> Guide:
    """The guided battle that a message asks for."""
    if not isinstance(asked, dict) or not isinstance(asked.get("game"), str):
        raise SetupError(Text("say which game"))
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
