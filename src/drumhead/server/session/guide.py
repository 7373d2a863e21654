"""Guided first battles: a script of the game says what to try, explains it, and plays the other side.

The current lesson follows from the steps that were played, so a guided battle can be left and resumed like any other.
A learner may leave the script with a move of their own. From then on the recruit plays the other side, and what a
learner has not met yet is explained when it comes up.
"""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final

from drumhead.ai.bots.greedy import one_step_value
from drumhead.ai.search.evaluator import unbiased_evaluation
from drumhead.core.actions import Action
from drumhead.core.errors import DrumheadError, IllegalAction, SetupError
from drumhead.core.frames import FrameState
from drumhead.core.game import Game
from drumhead.core.i18n.catalogue import LANGUAGES
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import game_type
from drumhead.core.state import OVER, State
from drumhead.server.lobby.seats import GUIDE, Seat

LEVEL_AFTER_SCRIPT: Final = "recruit"
"""The level that plays the other side after the end of the script."""


BETTER_BY: Final = 0.005
"""A move is better than the one of a lesson if its one-step value, from -1 to 1, is higher by more than this."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """An explanation: its words by language, the clauses it rests on, what to look at, and what to do."""

    words: dict[str, str]
    clauses: tuple[str, ...]
    look: tuple[str, ...] = ()
    do: str = ""
    """The action that is taught; empty where none is."""
    then: tuple[str, ...] = ()
    """What the other side does after it."""
    in_any_order: bool = False
    """Whether it may change places with the neighbours of which the same is true."""
    at: str = ""
    """The pending step that it explains to a learner who has left the script."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a guided battle has come: the lessons that were carried out, and the step that left the script."""

    done: frozenset[int]
    left_at: int | None
    """The number of the step; -1 if the battle did not begin as the script does, None while it follows the script."""


@dataclass(slots=True)
class Guide:
    """The script of a guided battle: how it begins, the learner's seat, and the lessons."""

    game: type[Game]
    words: dict[str, str]
    """What the battle teaches, by language."""
    seat: int
    options: dict[str, Any]
    position: str
    start: bytes
    """The position, packed."""
    seed: str
    lessons: tuple[Lesson, ...]
    departed: Lesson
    """What is said when the learner has left the script."""
    later: tuple[Lesson, ...]
    """What is explained after that, each when its step first comes up."""
    ended: Lesson
    """What is said at the end of a battle that left the script."""
    refused: tuple[int, str] = (-1, "")
    """The move that `check` refused last, and after how many steps. It belongs to one battle in one process."""

    def begin(self) -> tuple[Match, tuple[Seat, ...]]:
        """A new battle, and who plays which seat."""
        game = self.game.set_up(**self.options)
        seats = tuple(Seat() if seat == self.seat else Seat(GUIDE) for seat in range(game.seats))
        return Match(game, seed=self.seed, state=game.read_position(self.position)), seats

    def progress(self, match: Match) -> Progress:
        """How far a battle has come in the script, and where it left it."""
        if match.state_before(0).pack() != self.start:
            return Progress(frozenset(), -1)
        done: frozenset[int] = frozenset()
        replies = [words for lesson in self.lessons for words in lesson.then]
        for number, step in enumerate(match.steps):
            if step.seat == self.seat:
                taught = next((one for one in self._open(done) if self.lessons[one].do == step.notation), None)
                if taught is None:
                    return Progress(done, number)
                done |= {taught}
            elif step.seat >= 0 and (not replies or replies.pop(0) != step.notation):
                return Progress(done, number)
        return Progress(done, None)

    def _open(self, done: frozenset[int]) -> list[int]:
        """The lessons that may be carried out next, the current one first; the last lesson asks for nothing."""
        found: list[int] = []
        for number in range(len(self.lessons)):
            if number in done:
                continue
            if found and not (self.lessons[number].in_any_order and self.lessons[number - 1].in_any_order):
                break
            found.append(number)
            if not self.lessons[number].in_any_order:
                break
        return found

    def lesson(self, match: Match) -> int:
        """The index of the current lesson of the script: the first that was not carried out."""
        return self._open(self.progress(match).done)[0]

    def check(self, match: Match, action: str) -> None:
        """Refuses a legal move that is neither taught nor better; whoever chooses it again may play it."""
        wanted = self.wanted(match)
        if wanted is None:
            return
        try:
            given = match.game.action(match.state, match.game.parse(match.state, action))
        except DrumheadError:
            return  # the game gives the reason
        if match.why(given) is not None or given.notation == wanted.notation or self._is_welcome(match, given, wanted):
            return
        move = (len(match.steps), given.notation)
        if self.refused != move:
            self.refused = move
            raise IllegalAction(_advice(wanted, self.lessons[self.lesson(match)].look))

    def _is_welcome(self, match: Match, given: Action, wanted: Action) -> bool:
        """Returns whether a move is taught by a lesson whose turn may come first, wins at once, or is better."""
        if given.notation in [self.lessons[number].do for number in self._open(self.progress(match).done)]:
            return True
        side = match.game.side_of(self.seat)
        state = match.known(self.seat).guess(self.seat, Random(0))
        then = state.clone()
        then.apply(given.code)
        if then.player == OVER and then.returns()[self.seat] > 0:
            return True
        value, taught = (
            one_step_value(state, self.seat, side, code, unbiased_evaluation) for code in (given.code, wanted.code)
        )
        return value > taught + BETTER_BY

    def wanted(self, match: Match) -> Action | None:
        """The action that the lesson asks for; None if it is not the learner's turn or none is asked for."""
        if match.to_act != self.seat or match.outcome is not None:
            return None
        progress = self.progress(match)
        do = self.lessons[self._open(progress.done)[0]].do
        if progress.left_at is not None or not do:
            return None
        code = match.game.parse(match.state, do)
        return match.game.action(match.state, code) if match.why(code) is None else None

    def reply(self, match: Match) -> str | None:
        """The next action of the other side; None once the script has ended or was left."""
        if self.progress(match).left_at is not None:
            return None
        replies = [words for lesson in self.lessons for words in lesson.then]
        played = sum(step.seat >= 0 and step.seat != self.seat for step in match.steps)
        return replies[played] if played < len(replies) else None

    def to_message(self, match: Match, language: str) -> dict[str, Any]:
        """The lesson as the learner is sent it.

        While dice or the other side are to come, it is the lesson of the learner's last decision: the next one may tell
        what the dice showed.
        """
        if match.outcome is None and match.to_act != self.seat:
            own = [number for number, step in enumerate(match.steps) if step.seat == self.seat]
            last = match.at(own[-1]) if own else match.at(0)
            if last.to_act == self.seat:
                return {**self.to_message(last, language), "look": (), "do": ""}
        progress = self.progress(match)
        if progress.left_at is None:
            number, of = self._open(progress.done)[0], len(self.lessons)
            lesson = self.lessons[number]
        else:
            number, of, lesson = self._after_script(match, progress)
        wanted = self.wanted(match)
        return {
            "number": number + 1,
            "of": of,
            "words": lesson.words[language],
            "clauses": lesson.clauses,
            "look": lesson.look,
            "do": wanted.notation if wanted is not None else "",
        }

    def _after_script(self, match: Match, progress: Progress) -> tuple[int, int, Lesson]:
        """The number of a lesson from 0, how many there are, and the lesson, once the script was left."""
        left_at = -1 if progress.left_at is None else progress.left_at
        asked = [self._asked(match.state_before(step)) for step in range(len(match.steps) + 1)]
        open_lessons = {lesson.at: lesson for lesson in self.later if lesson.at not in asked[: left_at + 1]}
        met = [open_lessons[at] for at in dict.fromkeys(asked[left_at + 1 :]) if at in open_lessons]
        first = len(progress.done) + 1
        of = first + 1 + len(open_lessons) + 1
        if match.outcome is not None:
            return of - 1, of, self.ended
        return first + len(met), of, met[-1] if met else self.departed

    def _asked(self, state: State) -> str:
        """The name of the pending step that the learner decides in a position; empty where they decide nothing."""
        if state.player != self.seat or not isinstance(state, FrameState):
            return ""
        return state.pending().kind.name


def _advice(wanted: Action, look: tuple[str, ...]) -> Text:
    """What is said to a legal move that is not the one of the lesson; `look` is what the lesson points at."""
    unit = wanted.steps[0]
    if unit.key in look:
        return Text(
            "A legal move, but this lesson is about {unit}. Try “{words}”. To play yours anyway, choose it again.",
            unit=unit.words,
            words=wanted.words,
        )
    return Text(
        "A legal move, but not the one of this lesson. Try “{words}”. To play yours anyway, choose it again.",
        words=wanted.words,
    )


def guide_of(game: type[Game]) -> Guide:
    """The script of a game, for one battle; refuses a game without one."""
    found = _read(game)
    if found is None:
        raise SetupError(Text("there is no guided battle of {game}", game=game.title))
    return replace(found)


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
    battle = data["battle"]
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in battle["options"].items()}
    return Guide(
        game,
        {language: battle[language] for language in LANGUAGES},
        battle["seat"],
        options,
        battle["position"],
        game.set_up(**options).read_position(battle["position"]).pack(),
        battle["seed"],
        tuple(map(_lesson, data["lesson"])),
        _lesson(data["departed"]),
        tuple(map(_lesson, data["later"])),
        _lesson(data["ended"]),
    )


def _lesson(step: dict[str, Any]) -> Lesson:
    return Lesson(
        {language: " ".join(step[language].split()) for language in LANGUAGES},
        tuple(step.get("clauses", ())),
        tuple(step.get("look", ())),
        step.get("do", ""),
        tuple(step.get("then", ())),
        step.get("any_order", False),
        step.get("at", ""),
    )
