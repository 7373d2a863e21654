"""Lets the Automa take a turn in a position drawn as a picture, and asks why it did what it did."""

from drumhead import CHANCE, OVER, Match
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.engine import encoding, outcomes
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.text.names import key_of
from tests.games.aces_armor.draw import battle, play

ENDINGS = (encoding.ENDING_MOVEMENT, encoding.ENDING_DECLARING, encoding.ENDING_MONEY)


def state(match: Match) -> Battle:
    """The position."""
    assert isinstance(match.state, Battle)
    return match.state


def automas_turn(picture: str, *steps: str, **options: object) -> Match:
    """Ends the person's turn and plays the Automa's: these steps, else dice that miss, first lots, no interception.

    The person plays the United States and the Automa Germany 1, unless the options say otherwise.
    """
    given = {"mode": "solo", "factions": ("us",), "automa": "germany-1", **options}
    match = battle(f"{picture}; round 5" if "round" not in picture else picture, **given)
    left = list(steps)
    before = state(match).turns
    while match.to_act != OVER and state(match).turns <= before + 1:
        ending = [action for action in state(match).legal() if action in ENDINGS]
        if state(match).turns == before and match.to_act >= 0:
            match.push(ending[0])
        elif match.to_act == CHANCE:
            play(match, left.pop(0) if left and left[0].startswith(("throw", "hits")) else missing(match))
        else:
            play(match, left.pop(0) if left else "let-pass")
    assert not left, f"nobody asked for {left}"
    return match


def missing(match: Match) -> str:
    """A throw in which no die hits; of lots the first."""
    lots = state(match).step_kind() == encoding.AT_AUTOMA
    return "throw 1" if lots else " ".join(["throw", *["12"] * len(outcomes.sides(state(match)))])


def told(match: Match, name: str) -> list[tuple[object, ...]]:
    """What was reported under a name, units by their keys and hexes by their names."""
    force = state(match).force
    found = []
    for step in match.steps:
        for event, _, *fields in step.events:
            if event == name:
                found.append(tuple(_said(force, name, index, field) for index, field in enumerate(fields)))
    return found


KINDS = {
    "automa_again": "uq",
    "automa_blast": "uq",
    "automa_bound": "u",
    "automa_hex": "uq",
    "automa_idle": "u",
    "automa_order": "u",
    "automa_target": "uu",
    "battle": "uu",
    "bought": "uq",
    "destroyed": "uqu",
    "fixed_hits": "uu",
    "hits": "uu",
    "intercepted": "uuq",
    "move": "uq",
    "occupied": "uq",
    "placed": "uq",
}
"""What the first fields of events are: u a unit, q a hex."""


def _said(force: Force, name: str, index: int, field: object) -> object:
    """A field of an event as a test writes it."""
    kind = KINDS.get(name, "")[index : index + 1]
    if kind and isinstance(field, int):
        return key_of(force, field) if kind == "u" else force.board.names[field]
    return field


def chosen(match: Match) -> tuple[object, object]:
    """The first target that was chosen, and the attack priorities that narrowed the choice."""
    _, target, letters, _ = told(match, "automa_target")[0]
    return target, letters


def orders(match: Match) -> list[str]:
    """The orders that were followed: `G1-I1 infantry 1`."""
    return [" ".join(map(str, fields)) for fields in told(match, "automa_order")]
