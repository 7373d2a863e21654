"""The state of a session: the lines of its event log, applied one after the other."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from drumhead.core.actions import Action
from drumhead.core.dice import Dice
from drumhead.core.errors import DrumheadError, IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.played import Stretch
from drumhead.core.state import CHANCE
from drumhead.server.lobby.seats import PERSON, Seat, token_hash
from drumhead.server.session import dice_stream, steady_clock
from drumhead.server.session.clock import Clock
from drumhead.server.session.event_log import (
    UNDO,
    Line,
    action_line,
    apply_line,
    dice_line,
    position_line,
    throw_line,
)

NOBODY: Final = -1
"""The seat of a line that the server adds itself."""


def key_label(token: str) -> str:
    """What the log and sessions know of a link or a device: a part of its hash."""
    return token_hash(token)[:12]


class StaleError(DrumheadError):
    """A request about a position that is no longer the current one."""


class SessionState:
    """The match, who plays which seat, what is proposed, and the clock.

    A command changes a copy by appending lines. All changes go through `apply`, whether the line comes from a command,
    from the database or from another process.
    """

    def __init__(self, match: Match, seats: tuple[Seat, ...], claim_seconds: float) -> None:
        self.match = match
        self.seats = seats
        self.begun_by = seats
        """Who had which seat at the beginning: a person's seat keeps its link when a computer plays it."""
        self.claim_seconds = claim_seconds
        """After how many seconds without a decision the battle may be claimed."""
        self.offers: dict[int, str] = {}
        """What the seats propose: `draw`, `undo 12`, `pause`, `clock 900+10`."""
        self.names: dict[int, str] = {}
        """What the players call themselves, by seat; seats without a name are missing."""
        self.keys: dict[int, str] = {}
        """The label of the only link of each seat whose link was renewed."""
        self.seen: dict[int, float] = {}
        """The Unix time of the last line of each seat."""
        self.clock: Clock | None = None
        self.rematch_by: int | None = None
        """The seat that first asked for a rematch."""
        self.length = 0
        """The number of lines in the log."""
        self.number = 0
        """The number of lines when the position last changed: identifies the position."""
        self.moved = 0.0
        """The Unix time when the position last changed."""
        self.held_up: tuple[str, float] = ("", 0.0)
        """What pending dice wait for, in the words of `dice_stream`, and the Unix time since when."""
        self.notice: Text | None = None
        """Why the battle can only be watched, if so."""
        self.continued: Text | None = None
        """What is told of a battle that goes on under other rules than those it was begun with."""
        self.earlier_files: tuple[str, ...] = ()
        """The game files of what was played under earlier rules, oldest first; open secrets are in them."""
        self.files: tuple[str, ...] = ()
        """The game files of a battle that is over and cannot be played again, oldest first."""
        self.new_lines: list[Line] = []
        """The lines that a command has appended to this copy."""
        self.shared_steps = 0
        """The number of steps that this copy and its original have in common."""

    def copy(self) -> "SessionState":
        """An independent copy without new lines."""
        then = SessionState.__new__(SessionState)
        then.__dict__.update(self.__dict__)
        then.match = self.match.at(len(self.match.steps))
        then.offers = dict(self.offers)
        then.names = dict(self.names)
        then.keys = dict(self.keys)
        then.seen = dict(self.seen)
        then.new_lines = []
        then.shared_steps = len(self.match.steps)
        return then

    @property
    def has_people(self) -> bool:
        """Returns whether any seat is a person's, whoever plays it now."""
        return any(seat.is_person for seat in self.begun_by)

    @property
    def people(self) -> list[int]:
        """The seats that people play now."""
        return [seat for seat, sits in enumerate(self.seats) if sits.is_person]

    @property
    def owners(self) -> list[int]:
        """The seats that people began the battle in, whoever plays them now."""
        return [seat for seat, sits in enumerate(self.begun_by) if sits.is_person]

    def is_whole_for(self, seats: Iterable[int]) -> bool:
        """Returns whether those who hold some seats may know the whole battle.

        Whoever holds every person's seat may, unless a computer hides something; after the end everybody may.
        """
        match, held = self.match, set(seats)
        if match.outcome is not None or held >= set(range(match.game.seats)):
            return True
        return held >= set(self.owners) and not match.game.has_secrets(match.state)

    @property
    def players(self) -> list[str]:
        """What the player of each seat calls themselves; empty without a name, and where a computer plays."""
        return [self.names.get(seat, "") if sits.is_person else "" for seat, sits in enumerate(self.seats)]

    @property
    def stream(self) -> Stretch | None:
        """The running stream of dice, if nothing was thrown from it yet."""
        last = self.match.stretches[-1] if self.match.stretches else None
        return last if last is not None and last.first >= self.match.throws else None

    @property
    def waits_for(self) -> list[int]:
        """The seats whose commitments or nonces are missing for the first throw of the running stream of dice."""
        return dice_stream.awaited(self.stream)[1] if self.stream is not None else []

    @property
    def awaited(self) -> list[int]:
        """The seats that everybody waits for: the one to act, or those that hold up pending dice."""
        to_act = self.match.to_act
        return self.waits_for if to_act == CHANCE else [to_act] if to_act >= 0 else []

    @property
    def waits_since(self) -> float:
        """The Unix time since when the others wait for `awaited`."""
        return self.held_up[1] if self.held_up[0] else self.moved

    @property
    def is_throw_pending(self) -> bool:
        """Returns whether dice are to be thrown and no nonce is missing."""
        return self.match.to_act == CHANCE and not self.waits_for

    def must_be(self, number: int) -> None:
        """Refuses a request about another position."""
        if number != self.number:
            raise StaleError(Text("the battle has moved on; look again"))

    def must_decide(self, seat: int) -> None:
        """Refuses what only the seat to act may do."""
        if self.match.outcome is not None:
            raise IllegalAction(Text("the battle is over"))
        if self.match.to_act != seat:
            raise IllegalAction(Text("it is not your decision; {prompt}", prompt=self.match.prompt))

    def append(self, seat: int, words: str) -> None:
        """Appends and applies a line of a seat."""
        self._append(Line(seat, words, steady_clock.now()))

    def play(self, action: str | int | Action) -> None:
        """Appends an action of the seat to act and the throws that follow from it."""
        now = steady_clock.now()
        self._append(action_line(self.match, action, now))
        self.throw(now)

    def throw(self, now: float | None = None) -> None:
        """Appends the pending throws until a seat has to decide, the battle ends, or a nonce is missing."""
        now = steady_clock.now() if now is None else now
        while self.is_throw_pending:
            self._append(throw_line(self.match, now))

    def rewind(self, seat: int, step: int) -> None:
        """Takes play back to a step. If dice are taken back, later ones come from a new stream: those are known."""
        throws = self.match.throws
        while len(self.match.steps) > step:
            self.append(seat, UNDO)
        if self.match.throws < throws:
            last = self.match.stretches[-1]
            seeded = Stretch(self.match.throws, last.dice, last.seed)
            self._append_stream(seeded if last.seed else self._new_stream())

    def close_stretch(self) -> None:
        """Ends the running stream of dice, so that its secret may be published."""
        if self.match.next_stretch() is not None:
            self._append_stream(self._new_stream())

    def _new_stream(self) -> Stretch:
        return dice_stream.new_stream(self.match.throws, self.seats)

    def _append_stream(self, stretch: Stretch) -> None:
        self._append(dice_line(stretch, steady_clock.now()))

    def apply(self, line: Line) -> None:
        """Applies a line of the log."""
        if line.meta:
            if self.clock is not None and line.meta[0] != "go":
                self.clock = self.clock.at(line.said)
            _META_EVENTS[line.meta[0]](self, line)
        elif line.is_position:
            self._continue_from(line.position)
        else:
            apply_line(self.match, line)
        self._count(line)
        self._hold_up(line)

    def skip(self, line: Line) -> None:
        """Counts a line that was played under other rules; applies what it changes beside the game."""
        if line.meta and line.meta[0] in _BESIDE_THE_GAME:
            _META_EVENTS[line.meta[0]](self, line)
        self._count(line)

    def continue_under_these_rules(self, rules: str, seed: str = "") -> None:
        """Appends lines from which the battle goes on in this position; `rules` are those it was played under.

        Dice come from a new stream, to which people add new nonces, or from the seed where there is one.
        """
        match, now = self.match, steady_clock.now()
        clock = self.clock and self.clock.stopped(paused=self.clock.is_paused)
        fields = {
            "rules": match.game.rules,
            "before": rules,
            "tags": match.game.tags(),
            "position": match.position,
            "clock": clock.to_data() if clock is not None else None,
        }
        self._append(position_line(fields, now))
        self._append_stream(Stretch(0, Dice.seeded(seed), seed) if seed else dice_stream.new_stream(0, self.seats))

    def _continue_from(self, fields: dict[str, Any]) -> None:
        game = type(self.match.game).from_file(fields["rules"], fields["tags"])
        self.match = Match(game, names=self.match.names, state=game.read_position(fields["position"]))
        self.match.stretches = []
        self.clock = Clock.from_data(fields["clock"]) if fields["clock"] is not None else None
        self.continued = Text(
            "The rules of this game have changed since the battle began (they were {theirs} and are {ours}). It goes "
            "on from this position under the new rules. After its end, what came before is in the archive of files.",
            theirs=fields["before"],
            ours=fields["rules"],
        )
        if fields["before"] == fields["rules"]:
            self.continued = Text(
                "The rules of this game were mended since the battle began. It goes on from this position under the "
                "mended rules. After its end, what came before is in the archive of files."
            )

    def _append(self, line: Line) -> None:
        self.apply(line)
        self.new_lines.append(line)

    def _count(self, line: Line) -> None:
        self.length += 1
        if line.seat >= 0 and line.meta[:1] != ["substitute"]:
            self.seen[line.seat] = line.said
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

    def _hold_up(self, line: Line) -> None:
        """Notes what pending dice wait for since this line, and lets the clock run against whom they wait for."""
        stream = self.stream if self.match.to_act == CHANCE else None
        what, seats = dice_stream.awaited(stream) if stream is not None else ("", [])
        if what != self.held_up[0]:
            self.held_up = (what, line.said)
        if self.clock is not None:
            self.clock = self.clock.at(line.said).held_up_by(tuple(seats))

    def _offer(self, line: Line) -> None:
        self.offers[line.seat] = " ".join(line.meta[1:])

    def _decline(self, line: Line) -> None:
        self.offers = {}

    def _set_clock(self, line: Line) -> None:
        terms = line.meta[1]
        clock = None if terms == "off" else Clock.from_terms(terms, len(self.seats))
        self.clock = clock and clock.switched_to(self.match.to_act).started(line.said)
        self.offers = {}

    def _pause_clock(self, line: Line) -> None:
        self.clock = self.clock and self.clock.stopped(paused=True)
        self.offers = {}

    def _stop_clock(self, line: Line) -> None:
        self.clock = self.clock and self.clock.stopped()

    def _start_clock(self, line: Line) -> None:
        self.clock = self.clock and self.clock.started(line.said)

    def _change_player(self, line: Line) -> None:
        level = line.meta[1] if line.meta[0] == "computer" else PERSON
        self.seats = tuple(Seat(level) if seat == line.seat else sits for seat, sits in enumerate(self.seats))
        self.offers = {}

    def _set_name(self, line: Line) -> None:
        self.names[line.seat] = " ".join(line.meta[1:])

    def _renew_key(self, line: Line) -> None:
        self.keys[line.seat] = line.meta[1]

    def _request_rematch(self, line: Line) -> None:
        self.rematch_by = line.seat

    def _bind(self, line: Line) -> None:
        """Applies the commitment or the nonce of a seat."""
        change = dice_stream.CHANGES[line.meta[0]]
        self.match.stretches[-1] = change(self.match.stretches[-1], line.seat, line.meta[1])


_META_EVENTS: Final[dict[str, Callable[[SessionState, Line], None]]] = {
    "offer": SessionState._offer,
    "decline": SessionState._decline,
    "clock": SessionState._set_clock,
    "pause": SessionState._pause_clock,
    "rest": SessionState._stop_clock,
    "go": SessionState._start_clock,
    "computer": SessionState._change_player,
    "person": SessionState._change_player,
    **dict.fromkeys(dice_stream.CHANGES, SessionState._bind),
    "again": SessionState._request_rematch,
    "name": SessionState._set_name,
    "key": SessionState._renew_key,
}
"""What a meta event does, by its first word."""
_BESIDE_THE_GAME: Final = frozenset({"computer", "person", "again", "name", "key"})
"""The meta events that mean the same under any rules; clock and dice are stored with the position."""


def dice_commitment(match: Match) -> str:
    """The published hash of the running stream's secret; empty where no stream is open."""
    last = match.stretches[-1] if match.stretches else None
    return "" if last is None else last.seal


def bind_dice(match: Match, seats: tuple[Seat, ...]) -> None:
    """Replaces a stream that was not thrown from yet by one that the people at the seats have to bind."""
    if not match.stretches:
        return
    last = match.stretches[-1]
    if last.seed or last.first < match.throws or match.outcome is not None:
        return
    match.stretches[-1] = dice_stream.new_stream(last.first, seats)
