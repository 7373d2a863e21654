"""Why a key of the picture cannot be chosen: the actions it could have stood for, each with its refusal."""

from collections.abc import Iterator, Sequence
from typing import Final

from drumhead.core.actions import Action, Refusal
from drumhead.core.errors import DrumheadError
from drumhead.core.match import Match

MAX_REASONS: Final = 3
"""How many reasons are given for one key."""


def why_not(match: Match, chosen: Sequence[str], key: str) -> list[Refusal]:
    """Why a key cannot be chosen after those already chosen; empty when no rule speaks of it."""
    found: dict[str, Refusal] = {}
    for notation in dict.fromkeys(_candidates(match.legal_actions, chosen, key)):
        try:
            refusal = match.why(notation)
        except DrumheadError:
            continue
        if refusal is not None:
            found.setdefault(refusal.clause, refusal)
        if len(found) == MAX_REASONS:
            break
    return list(found.values())


def _candidates(actions: Sequence[Action], chosen: Sequence[str], key: str) -> Iterator[str]:
    """The notations of legal actions with the chosen keys, with one other key replaced by `key`."""
    for action in actions:
        keys = [step.key for step in action.steps]
        if not set(chosen) <= set(keys):
            continue
        for index, there in enumerate(keys):
            if there not in chosen and index != 1:
                yield _with_key_replaced(action.notation, there, key)


def _with_key_replaced(notation: str, there: str, key: str) -> str:
    """A notation with one key replaced by another, in full or by the last part of its name."""
    words = notation.split()
    for word, new in ((there, key), (_last_part(there), _last_part(key))):
        if word in words:
            return " ".join(new if known == word else known for known in words)
    return notation


def _last_part(key: str) -> str:
    return key.replace("/", ".").rpartition(".")[2]
