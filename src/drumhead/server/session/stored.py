"""A battle as it is stored: the set-up and the event log, from which the session's state is restored."""

import time
from dataclasses import dataclass
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import game_type
from drumhead.server.lobby.seats import Seat, player_names
from drumhead.server.session.event_log import Line, lines_of
from drumhead.server.session.state import SessionState, open_nonces

DEFAULT_CLAIM_SECONDS: Final = 14 * 24 * 3600.0
"""After how many seconds without a decision a battle may be claimed, unless it was begun with another number."""


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
    waiting: str = ""
    """What the battle waits for, as `lobby.waiting` writes it; empty once it has begun."""


def new_battle(battle: str, match: Match, seats: tuple[Seat, ...], claim_seconds: float) -> StoredBattle:
    """A match under a new id; clears the nonces that people are to give."""
    open_nonces(match, seats)
    return StoredBattle(
        id=battle,
        game=match.game.name,
        rules=match.game.rules,
        tags=match.game.tags(),
        position=match.game.write_position(match.origin) if match.origin is not None else "",
        names=player_names(seats),
        seats=seats,
        lines=lines_of(match, time.time()),
        claim_seconds=claim_seconds,
    )


def restored(stored: StoredBattle) -> SessionState:
    """The state after all lines of a stored battle; a battle that cannot be played on gets a notice instead."""
    kind = game_type(stored.game)
    game = kind.from_file(stored.rules, stored.tags)
    start = game.read_position(stored.position) if stored.position else None
    state = SessionState(Match(game, names=stored.names, state=start), stored.seats, stored.claim_seconds)
    state.match.stretches = []
    try:
        for line in stored.lines:
            state.apply(line)
    except (DrumheadError, ValueError, KeyError, IndexError) as error:
        reason = error.reason if isinstance(error, DrumheadError) else str(error)
        state.notice = Text("line {n} of this battle cannot be played: {reason}", n=state.length + 1, reason=reason)
    if not game.reads(stored.rules):
        state.notice = Text(
            "this battle was begun under rules {theirs} and this server plays rules {ours}: it can only be watched",
            theirs=stored.rules,
            ours=game.rules,
        )
    state.length = len(stored.lines)
    return state
