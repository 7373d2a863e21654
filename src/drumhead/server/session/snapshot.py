"""The position of a battle as it is stored beside the log, for the day on which its log cannot be played any more."""

from dataclasses import dataclass
from typing import Any

from drumhead.core.actions import Outcome
from drumhead.core.errors import DrumheadError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.match import Match
from drumhead.core.state import State
from drumhead.server.session.clock import Clock


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A battle after some lines of its log, under the rules it was played with then."""

    number: int
    """The number of lines."""
    rules: str
    fields: dict[str, Any]
    """`position` in the game's notation, `letters` of the seats, and `clock` and `outcome`, or None."""

    @property
    def clock(self) -> Clock | None:
        """The clock as it stood."""
        data = self.fields["clock"]
        return Clock.from_data(data) if data is not None else None

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended, or None while it went on."""
        data = self.fields["outcome"]
        if data is None:
            return None
        reason = Text("{words}", words=data["reason"])
        return Outcome(data["winner"], reason, data["clause"], tuple(data["returns"]))

    def is_of(self, match: Match) -> bool:
        """Returns whether a match is at the stored position, as far as that can still be read."""
        try:
            return match.position == self.fields["position"] or self.state(match.game).pack() == match.state.pack()
        except DrumheadError:
            return True

    def state(self, game: Game) -> State:
        """The stored position in a game."""
        return game.read_position(self.fields["position"])


def snapshot_of(match: Match, number: int, clock: Clock | None = None) -> Snapshot:
    """The snapshot of a battle as it stands after some lines."""
    outcome, ended = match.outcome, None
    if outcome is not None:
        with use_language(str):
            reason = str(outcome.reason)
        ended = {
            "winner": outcome.winner,
            "reason": reason,
            "clause": outcome.clause,
            "returns": list(outcome.returns),
        }
    fields = {
        "position": match.position,
        "letters": list(match.game.letters),
        "clock": clock.to_data() if clock is not None else None,
        "outcome": ended,
    }
    return Snapshot(number, match.game.rules, fields)
