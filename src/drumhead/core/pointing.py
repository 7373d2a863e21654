"""Why a key of the picture cannot be chosen: by whoever has to wait, and by the seat to act."""

from collections.abc import Iterable, Sequence
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE, SPECTATOR, State

MAX_REASONS: Final = 3
"""How many reasons are given for one key."""


def why_not(game: Game, known: State, chosen: Sequence[str], key: str, seat: int) -> list[Refusal]:
    """Returns why a seat or `SPECTATOR` cannot choose a key after those already chosen; at least one reason.

    `known` is the position as the seat knows it. The key must not be one that the seat can choose.
    """
    outcome = game.outcome(known)
    if outcome is not None:
        return [Refusal(outcome.reason, outcome.clause)]
    if known.player != seat or seat == SPECTATOR:
        return [_waiting(game, known, seat)]
    return distinct(game.why_not(known, chosen, key)) or [
        Refusal(Text("that is not what is asked; {prompt}", prompt=game.prompt(known)), game.decision_clause(known))
    ]


def _waiting(game: Game, known: State, seat: int) -> Refusal:
    """Returns who decides, or that dice are thrown, to a seat that has to wait."""
    told = {"prompt": game.prompt(known)}
    if known.player == CHANCE:
        words = Text("the dice are thrown first; {prompt}", **told)
    elif seat == SPECTATOR:
        words = Text("spectators decide nothing; {prompt}", **told)
    else:
        words = Text("it is not your turn to decide; {prompt}", **told)
    return Refusal(words, game.decision_clause(known))


def distinct(found: Iterable[Refusal | None]) -> list[Refusal]:
    """Returns the first `MAX_REASONS` refusals whose sentences differ."""
    told: dict[str, Refusal] = {}
    for refusal in found:
        if refusal is not None:
            told.setdefault(str(refusal.words), refusal)
            if len(told) == MAX_REASONS:
                break
    return list(told.values())
