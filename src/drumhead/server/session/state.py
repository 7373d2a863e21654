"""How a battle stands: what the lines of its log amount to, taken one after the other."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from drumhead.core.dice import Dice
from drumhead.core.errors import DrumheadError, IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match, Stretch
from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE
from drumhead.server.db.store import StoredBattle
from drumhead.server.lobby.seats import PERSON, Seat
from drumhead.server.session.clock import Clock
from drumhead.server.session.event_log import UNDO, Line, dice_line, play_line, step_line

NOBODY: Final = -1
"""Whose word it is when the table itself notes something."""


class StaleError(DrumheadError):
    """Something said about a position that is no longer on the table."""


class SessionState:
    """A battle as it stands: the match, who sits where, what is offered, which clock runs.

    Changes are made on a copy: `fresh` has the lines that it took since, `low` the step down to which the two agree.
    """

    def __init__(self, match: Match, seats: tuple[Seat, ...], claim_seconds: float) -> None:
        self.match = match
        self.seats = seats
        self.begun_by = seats
        """Who sat where at the beginning: a person's seat has a link, whoever plays it now."""
        self.claim_seconds = claim_seconds
        self.offers: dict[int, str] = {}
        """What the seats propose: `draw`, `undo`, `pause`, `clock 900+10`."""
        self.clock: Clock | None = None
        self.rematch_by: int | None = None
        """The seat that first asked to play the battle again, once it is over."""
        self.length = 0
        """How many lines the log has."""
        self.number = 0
        """How many it had when the position last changed: names the position."""
        self.moved = 0.0
        """When that was."""
        self.notice: Text | None = None
        """Why the battle only can be looked at, if so."""
        self.new_lines: list[Line] = []
        self.shared_steps = 0

    def copy(self) -> "SessionState":
        """A copy to change; what happens to one does not happen to the other."""
        then = SessionState.__new__(SessionState)
        then.__dict__.update(self.__dict__)
        then.match = self.match.at(len(self.match.steps))
        then.offers = dict(self.offers)
        then.new_lines = []
        then.shared_steps = len(self.match.steps)
        return then

    @property
    def has_people(self) -> bool:
        """Says whether a person has a seat, whoever plays it now."""
        return any(seat.is_person for seat in self.begun_by)

    @property
    def people(self) -> list[int]:
        """The seats that a person plays now."""
        return [seat for seat, sits in enumerate(self.seats) if sits.is_person]

    @property
    def owners(self) -> list[int]:
        """The seats that people began the battle in, whoever plays them now."""
        return [seat for seat, sits in enumerate(self.begun_by) if sits.is_person]

    @property
    def waits_for(self) -> list[int]:
        """The seats without whose nonce the first dice cannot be thrown."""
        stretch = self.match.stretches[-1] if self.match.stretches else None
        if stretch is None or stretch.seed or all(stretch.dice.nonces) or stretch.first < self.match.throws:
            return []
        return [seat for seat, nonce in enumerate(stretch.dice.nonces) if not nonce]

    def must_be(self, number: int) -> None:
        """Refuses what is said about another position."""
        if number != self.number:
            raise StaleError(Text("the battle has moved on; look again"))

    def must_decide(self, seat: int) -> None:
        """Refuses what only the seat to act may do."""
        if self.match.outcome is not None:
            raise IllegalAction(Text("the battle is over"))
        if self.match.to_act != seat:
            raise IllegalAction(Text("it is not your decision: {prompt}", prompt=self.match.prompt))

    def say(self, seat: int, words: str) -> None:
        """Adds a line."""
        self._add(Line(seat, words, time.time()))

    def play(self, change: Callable[[Match], object]) -> None:
        """Changes the match, throws the dice that come of it, and adds the lines of all that."""
        before = len(self.match.steps)
        change(self.match)
        if not self.waits_for:
            self.match.settle()
        now = time.time()
        for step in range(before, len(self.match.steps)):
            self._enter(step_line(self.match, step, now))

    def rewind(self, seat: int, step: int) -> None:
        """Takes play back to a step; if dice lay since, later ones come from a new stream, for those are known now."""
        throws = self.match.throws
        while len(self.match.steps) > step:
            self.say(seat, UNDO)
        if self.match.throws < throws:
            last = self.match.stretches[-1]
            dice = last.dice if last.seed else last.dice.renewed(self.match.game.seats)
            self._add(dice_line(Stretch(self.match.throws, dice, last.seed), time.time()))

    def close_stretch(self) -> None:
        """Gives up the running stream of dice, so that its secret may be published."""
        known = len(self.match.stretches)
        self.match.close_stretch()
        for stretch in self.match.stretches[known:]:
            self._enter(dice_line(stretch, time.time()))

    def apply(self, line: Line) -> None:
        """Takes a line of the log."""
        if line.meta:
            if self.clock is not None and line.meta[0] != "go":
                self.clock = self.clock.at(line.said)
            _META_EVENTS[line.meta[0]](self, line)
        else:
            play_line(self.match, line)
        self._note(line)

    def _add(self, line: Line) -> None:
        self.apply(line)
        self.new_lines.append(line)

    def _enter(self, line: Line) -> None:
        """Notes a line that was played already."""
        self._note(line)
        self.new_lines.append(line)

    def _note(self, line: Line) -> None:
        self.length += 1
        self.shared_steps = min(self.shared_steps, len(self.match.steps))
        if line.meta:
            return
        self.number = self.length
        self.moved = line.said
        if line.is_dice:
            return
        self.offers = {}
        if self.clock is not None:
            self.clock = self.clock.at(line.said).switched_to(self.match.to_act)

    def _offer(self, line: Line) -> None:
        self.offers[line.seat] = " ".join(line.meta[1:])

    def _decline(self, line: Line) -> None:
        self.offers = {}

    def _start_clock(self, line: Line) -> None:
        terms = line.meta[1]
        clock = None if terms == "off" else Clock.from_terms(terms, len(self.seats))
        self.clock = clock and clock.switched_to(self.match.to_act).started(line.said)
        self.offers = {}

    def _pause(self, line: Line) -> None:
        self.clock = self.clock and self.clock.stopped(paused=True)
        self.offers = {}

    def _rest(self, line: Line) -> None:
        self.clock = self.clock and self.clock.stopped()

    def _go_on(self, line: Line) -> None:
        self.clock = self.clock and self.clock.started(line.said)

    def _sit(self, line: Line) -> None:
        """Seats the computer at a level, or its owner again."""
        level = line.meta[1] if line.meta[0] == "computer" else PERSON
        self.seats = tuple(Seat(level) if seat == line.seat else sits for seat, sits in enumerate(self.seats))
        self.offers = {}

    def _again(self, line: Line) -> None:
        self.rematch_by = line.seat

    def _nonce(self, line: Line) -> None:
        stretch = self.match.stretches[-1]
        nonces = list(stretch.dice.nonces)
        nonces[line.seat] = line.meta[1]
        dice = Dice(stretch.dice.secret, tuple(nonces))
        self.match.stretches[-1] = replace(stretch, dice=dice)


_META_EVENTS: Final[dict[str, Callable[[SessionState, Line], None]]] = {
    "offer": SessionState._offer,
    "decline": SessionState._decline,
    "clock": SessionState._start_clock,
    "pause": SessionState._pause,
    "rest": SessionState._rest,
    "go": SessionState._go_on,
    "computer": SessionState._sit,
    "person": SessionState._sit,
    "nonce": SessionState._nonce,
    "again": SessionState._again,
}
"""What is said beside the game, by its first word."""


def dice_commitment(match: Match) -> str:
    """What the running stream of dice is bound to; empty where no dice can fall any more."""
    last = match.stretches[-1] if match.stretches else None
    return "" if last is None else last.published or last.dice.commitment


def open_nonces(match: Match, seats: tuple[Seat, ...]) -> None:
    """Leaves the nonces of people in a stream that was not thrown from yet for them to give."""
    if not match.stretches:
        return
    last = match.stretches[-1]
    if last.seed or last.first < match.throws or match.outcome is not None:
        return
    drawn = Dice.fresh(len(seats)).nonces
    nonces = tuple("" if seat.is_person else nonce for seat, nonce in zip(seats, drawn, strict=True))
    match.stretches[-1] = replace(last, dice=Dice(last.dice.secret, nonces))


def restored(stored: StoredBattle) -> SessionState:
    """A battle as it stood, from what is kept of it; where it cannot be played on, it says so and can be looked at."""
    kind = game_type(stored.game)
    game = kind.from_file(stored.rules, stored.tags)
    state = game.read_position(stored.position) if stored.position else None
    battle = SessionState(Match(game, names=stored.names, state=state), stored.seats, stored.claim_seconds)
    battle.match.stretches = []
    try:
        for line in stored.lines:
            battle.apply(line)
    except (DrumheadError, ValueError, KeyError, IndexError) as error:
        reason = error.reason if isinstance(error, DrumheadError) else str(error)
        battle.notice = Text("line {n} of this battle cannot be played: {reason}", n=battle.length + 1, reason=reason)
    if not game.reads(stored.rules):
        battle.notice = Text(
            "this battle was begun under rules {theirs} and this table plays rules {ours}: it can be looked at",
            theirs=stored.rules,
            ours=game.rules,
        )
    battle.length = len(stored.lines)
    return battle


def is_dice_pending(battle: SessionState) -> bool:
    """Says whether dice are to be thrown and may be."""
    return battle.match.to_act == CHANCE and not battle.waits_for
