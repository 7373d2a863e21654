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
from drumhead.server.db.store import Kept
from drumhead.server.lobby.seats import PERSON, Seat
from drumhead.server.session.clock import Clock
from drumhead.server.session.event_log import UNDO, Line, dice_line, play_line, step_line

NOBODY: Final = -1
"""Whose word it is when the table itself notes something."""


class StaleError(DrumheadError):
    """Something said about a position that is no longer on the table."""


class Standing:
    """A battle as it stands: the match, who sits where, what is offered, which clock runs.

    Changes are made on a copy: `fresh` has the lines that it took since, `low` the step down to which the two agree.
    """

    def __init__(self, match: Match, seats: tuple[Seat, ...], patience: float) -> None:
        self.match = match
        self.seats = seats
        self.begun_by = seats
        """Who sat where at the beginning: a person's seat has a link, whoever plays it now."""
        self.patience = patience
        self.offers: dict[int, str] = {}
        """What the seats propose: `draw`, `undo`, `pause`, `clock 900+10`."""
        self.clock: Clock | None = None
        self.again: int | None = None
        """The seat that first asked to play the battle again, once it is over."""
        self.length = 0
        """How many lines the log has."""
        self.number = 0
        """How many it had when the position last changed: names the position."""
        self.moved = 0.0
        """When that was."""
        self.notice: Text | None = None
        """Why the battle only can be looked at, if so."""
        self.fresh: list[Line] = []
        self.low = 0

    def copy(self) -> "Standing":
        """A copy to change; what happens to one does not happen to the other."""
        then = Standing.__new__(Standing)
        then.__dict__.update(self.__dict__)
        then.match = self.match.at(len(self.match.steps))
        then.offers = dict(self.offers)
        then.fresh = []
        then.low = len(self.match.steps)
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

    def go_back(self, seat: int, step: int) -> None:
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

    def take(self, line: Line) -> None:
        """Takes a line of the log."""
        if line.aside:
            if self.clock is not None and line.aside[0] != "go":
                self.clock = self.clock.at(line.said)
            _ASIDES[line.aside[0]](self, line)
        else:
            play_line(self.match, line)
        self._note(line)

    def _add(self, line: Line) -> None:
        self.take(line)
        self.fresh.append(line)

    def _enter(self, line: Line) -> None:
        """Notes a line that was played already."""
        self._note(line)
        self.fresh.append(line)

    def _note(self, line: Line) -> None:
        self.length += 1
        self.low = min(self.low, len(self.match.steps))
        if line.aside:
            return
        self.number = self.length
        self.moved = line.said
        if line.is_dice:
            return
        self.offers = {}
        if self.clock is not None:
            self.clock = self.clock.at(line.said).turned(self.match.to_act)

    def _offer(self, line: Line) -> None:
        self.offers[line.seat] = " ".join(line.aside[1:])

    def _decline(self, line: Line) -> None:
        self.offers = {}

    def _start_clock(self, line: Line) -> None:
        terms = line.aside[1]
        clock = None if terms == "off" else Clock.agreed(terms, len(self.seats))
        self.clock = clock and clock.turned(self.match.to_act).going(line.said)
        self.offers = {}

    def _pause(self, line: Line) -> None:
        self.clock = self.clock and self.clock.rested(paused=True)
        self.offers = {}

    def _rest(self, line: Line) -> None:
        self.clock = self.clock and self.clock.rested()

    def _go_on(self, line: Line) -> None:
        self.clock = self.clock and self.clock.going(line.said)

    def _sit(self, line: Line) -> None:
        """Seats the computer at a level, or its owner again."""
        level = line.aside[1] if line.aside[0] == "computer" else PERSON
        self.seats = tuple(Seat(level) if seat == line.seat else sits for seat, sits in enumerate(self.seats))
        self.offers = {}

    def _again(self, line: Line) -> None:
        self.again = line.seat

    def _nonce(self, line: Line) -> None:
        stretch = self.match.stretches[-1]
        nonces = list(stretch.dice.nonces)
        nonces[line.seat] = line.aside[1]
        dice = Dice(stretch.dice.secret, tuple(nonces))
        self.match.stretches[-1] = replace(stretch, dice=dice)


_ASIDES: Final[dict[str, Callable[[Standing, Line], None]]] = {
    "offer": Standing._offer,
    "decline": Standing._decline,
    "clock": Standing._start_clock,
    "pause": Standing._pause,
    "rest": Standing._rest,
    "go": Standing._go_on,
    "computer": Standing._sit,
    "person": Standing._sit,
    "nonce": Standing._nonce,
    "again": Standing._again,
}
"""What is said beside the game, by its first word."""


def seal(match: Match) -> str:
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


def revived(kept: Kept) -> Standing:
    """A battle as it stood, from what is kept of it; where it cannot be played on, it says so and can be looked at."""
    kind = game_type(kept.game)
    game = kind.from_file(kept.rules, kept.tags)
    state = game.read_position(kept.position) if kept.position else None
    standing = Standing(Match(game, names=kept.names, state=state), kept.seats, kept.patience)
    standing.match.stretches = []
    try:
        for line in kept.lines:
            standing.take(line)
    except (DrumheadError, ValueError, KeyError, IndexError) as error:
        reason = error.reason if isinstance(error, DrumheadError) else str(error)
        standing.notice = Text(
            "line {n} of this battle cannot be played: {reason}", n=standing.length + 1, reason=reason
        )
    if not game.reads(kept.rules):
        standing.notice = Text(
            "this battle was begun under rules {theirs} and this table plays rules {ours}: it can be looked at",
            theirs=kept.rules,
            ours=game.rules,
        )
    standing.length = len(kept.lines)
    return standing


def is_dice_pending(standing: Standing) -> bool:
    """Says whether dice are to be thrown and may be."""
    return standing.match.to_act == CHANCE and not standing.waits_for
