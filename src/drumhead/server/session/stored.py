"""A battle as it is stored: the set-up, the event log and the last position, from which its session is restored.

Where the log cannot be played any more because the rules have changed, the battle goes on from the stored position
under the new rules. One that is over keeps its result and its file.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import game_type
from drumhead.core.state import State
from drumhead.server.lobby.seats import Seat, player_names
from drumhead.server.session import steady_clock
from drumhead.server.session.event_log import Line, lines_of
from drumhead.server.session.snapshot import Snapshot, snapshot_of
from drumhead.server.session.state import SessionState, bind_dice
from drumhead.server.session.transcript import last_seed, transcripts

DEFAULT_CLAIM_SECONDS: Final = 14 * 24 * 3600.0
"""After how many seconds without a decision a battle may be claimed, unless it was begun with another number."""


class RulesChanged(DrumheadError):
    """A battle that cannot be set up under the present rules; `files` are those of one that is over."""

    def __init__(self, reason: Text, files: Sequence[str]) -> None:
        super().__init__(reason)
        self.files = tuple(files)


@dataclass(frozen=True, slots=True)
class StoredBattle:
    """The set-up of a battle and all lines of its log."""

    id: str
    game: str
    rules: str
    tags: dict[str, str]
    position: str
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    lines: list[Line]
    claim_seconds: float = DEFAULT_CLAIM_SECONDS
    snapshot: Snapshot | None = None
    """The position that was stored last, if any was."""
    waiting: str = ""
    """What the battle waits for, as `lobby.waiting` writes it; empty once it has begun."""

    def transcripts(self, letters: Sequence[str]) -> list[str]:
        """The game files of the battle, by parts, without playing it; `letters` are those of the seats."""
        setup = {"Game": self.game, "Rules": self.rules, **self.tags}
        if self.names:
            setup["Names"] = ", ".join(self.names)
        if self.position:
            setup["Position"] = self.position
        return transcripts(setup, self.lines, letters, self.snapshot.outcome if self.snapshot is not None else None)


def new_battle(battle: str, match: Match, seats: tuple[Seat, ...], claim_seconds: float) -> StoredBattle:
    """A match under a new id; its dice are to be bound by the people at the seats."""
    bind_dice(match, seats)
    lines = lines_of(match, steady_clock.now())
    return StoredBattle(
        id=battle,
        game=match.game.name,
        rules=match.game.rules,
        tags=match.game.tags(),
        position=match.game.write_position(match.origin) if match.origin is not None else "",
        names=player_names(seats),
        seats=seats,
        lines=lines,
        claim_seconds=claim_seconds,
        snapshot=snapshot_of(match, len(lines)),
    )


def restored(stored: StoredBattle) -> SessionState:
    """The state after all lines of a stored battle.

    If the rules have changed so that these cannot be played, the state continues from the stored position, and
    `new_lines` are to be appended to the log. Where nothing is stored, it gets a notice and can only be watched.
    Raises `RulesChanged` where the game cannot even be set up.
    """
    first = max((number for number, line in enumerate(stored.lines) if line.is_position), default=0)
    began = stored.lines[first].position if first else None
    rules = began["rules"] if began is not None else stored.rules
    try:
        game = game_type(stored.game).from_file(rules, began["tags"] if began is not None else stored.tags)
        start = game.read_position(stored.position) if stored.position and not first else None
    except DrumheadError as error:
        kept = stored.snapshot
        files = stored.transcripts(kept.fields["letters"]) if kept is not None and kept.outcome is not None else ()
        raise RulesChanged(error.reason, files) from None
    snapshot = stored.snapshot
    if began is not None and (snapshot is None or snapshot.number <= first):
        snapshot = Snapshot(first + 1, rules, {**began, "letters": game.letters, "outcome": None})
    state = _new_state(stored, game, start)
    stopped = _played(state, stored.lines, first, snapshot)
    reason = _not_read(game, rules) or stopped
    if reason is None:
        state.earlier_files = tuple(stored.transcripts(game.letters)[:-1]) if first else ()
        return state
    if snapshot is not None:
        try:
            return _from_snapshot(stored, snapshot, game)
        except DrumheadError as error:
            reason = error.reason
    state.notice, state.length = reason, len(stored.lines)
    return state


def _new_state(stored: StoredBattle, game: Game, start: State | None = None) -> SessionState:
    state = SessionState(Match(game, names=stored.names, state=start), stored.seats, stored.claim_seconds)
    state.match.stretches = []
    return state


def _not_read(game: Game, rules: str) -> Text | None:
    """Why battles of these rules cannot be played."""
    if game.reads(rules):
        return None
    return Text(
        "this battle was begun under rules {theirs} and this server plays rules {ours}: it can only be watched",
        theirs=rules,
        ours=game.rules,
    )


def _played(state: SessionState, lines: Sequence[Line], first: int, snapshot: Snapshot | None) -> Text | None:
    """Plays the lines from `first` on; returns why one cannot be played, or led to another position than it did."""
    try:
        for number, line in enumerate(lines):
            if number < first:
                state.skip(line)
            else:
                state.apply(line)
            if snapshot is not None and state.length == snapshot.number and not snapshot.is_of(state.match):
                return Text("the rules of this game were mended: the steps of this battle lead elsewhere now")
    except (DrumheadError, ValueError, KeyError, IndexError) as error:
        reason = error.reason if isinstance(error, DrumheadError) else str(error)
        return Text("line {n} of this battle cannot be played: {reason}", n=state.length + 1, reason=reason)
    return None


def _from_snapshot(stored: StoredBattle, snapshot: Snapshot, game: Game) -> SessionState:
    """The state at the stored position: over, or continued under the rules of today."""
    try:
        position = snapshot.state(game)
    except DrumheadError:
        if snapshot.outcome is None:
            raise
        position = None  # the rules of today know no such position, but the result and the file stay
    state = _new_state(stored, game, position)
    for line in stored.lines[: snapshot.number]:
        state.skip(line)
    state.clock = snapshot.clock
    if snapshot.outcome is not None:
        state.match.ending = snapshot.outcome
        for line in stored.lines[snapshot.number :]:
            state.skip(line)
        state.notice = Text(
            "this battle was played to its end under rules {theirs} and this server plays rules {ours}: its file can "
            "be saved, and a version of this program that knows those rules can read it",
            theirs=snapshot.rules,
            ours=game.rules,
        )
        state.files = tuple(stored.transcripts(game.letters))
        return state
    with contextlib.suppress(DrumheadError, ValueError, KeyError, IndexError):
        for line in stored.lines[snapshot.number :]:  # appended before the position could be stored
            if not line.is_dice and not line.binds_dice:
                state.apply(line)
    state.length = len(stored.lines)
    state.continue_under_these_rules(snapshot.rules, last_seed(stored.lines))
    state.earlier_files = tuple(stored.transcripts(game.letters))
    return state
