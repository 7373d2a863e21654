"""Writes positions as text: the fifteen zones row by row, then who has what and what is pending."""

from collections.abc import Callable
from typing import Final

from drumhead.core.frames import Frame
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import ENGAGED, FRONT, LOST, REAR, RESERVE, bits, faces, flags_of
from drumhead.games.pocket_battles.engine.frames import FRAMES
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.text.names import Names

# The rows from top to bottom: whose they are, and which.
ROWS: Final = ((1, REAR), (1, FRONT), (-1, ENGAGED), (0, FRONT), (0, REAR))


def write_position(b: Battle, names: Names) -> str:
    """Writes a position on one line."""
    units = list(map(names.written, range(len(b.zone)), b.alive, b.wounds, b.orders))
    rows = []
    for seat, row in ROWS:
        zones = row, row + 3, row + 6
        if seat < 0:
            cells = [_engagements(b, units, zone) for zone in zones]
        else:
            masks = [b.units_in_zone[seat][zone] for zone in zones]
            cells = [" ".join([units[unit] for unit in bits(mask)]) if mask else "." for mask in masks]
        rows.append(" | ".join(cells))
    parts = [" / ".join(rows)]
    for word, zone in (("reserve", RESERVE), ("lost", LOST)):
        off = [units[unit] for unit, place in enumerate(b.zone) if place == zone]
        parts += [f"{word} {' '.join(off)}"] if off else []
    for seat in (0, 1):
        tokens = f"{b.unused[seat]}/{b.passed[seat]}/{b.set_aside[seat]}"
        debt = f" owed {b.owed[seat]}" if b.owed[seat] else ""
        debt += f" fallen {b.fallen[seat]}" if b.fallen[seat] else ""
        parts.append(f"{names.letters[seat]} {b.force.sizes[seat]} {tokens}{debt}")
    parts.append(f"round {b.round}")
    parts += [f"bled {b.last_loss_round}"] if b.last_loss_round else []
    parts.append(f"first {names.letters[b.first_seat]}")
    parts.append(f"turn {names.letters[b.active]}")
    parts += ["opening"] if b.opening else []
    parts += [f"redeployed {names.keys[b.redeployed]}"] if b.redeployed >= 0 else []
    if b.in_contact_at_turn_start or (is_before_action(b) and b.engaged(b.active)):
        parts.append(" ".join(["met", *(names.keys[unit] for unit in bits(b.in_contact_at_turn_start))]))
    parts += [f"roll {' '.join(map(str, faces(b.roll)))}"] if b.roll else []
    hits = [
        f"{names.keys[unit]}:{packed & 255}" + "".join(f"+{names.tile(unit, troop).id}" for troop in bits(packed >> 8))
        for unit, packed in enumerate(b.hits)
        if packed
    ]
    parts += [f"hits {' '.join(hits)}"] if hits else []
    below = [None, *b.all_pending()]
    steps = [_step(frame, names, under) for frame, under in zip(b.stack, below, strict=False)]
    parts.append(f"pending {' '.join(steps)}")
    return "; ".join(parts)


def is_before_action(b: Battle) -> bool:
    """Returns whether the active seat has yet to act in its turn: then all its engaged units were in contact before."""
    return b.step_kind() in (encoding.AT_TURN, encoding.AT_ACTION)


def usual_flags(unit: int, enemy: int, below: Frame | None) -> int:
    """Returns the flags of a roll that are left out: those of a charge, if the step under it is the chase."""
    if below is None or below.number != encoding.AT_CHASE or (below["charger"], below["enemy"]) != (unit, enemy):
        return 0
    return encoding.CHARGED


def _engagements(b: Battle, units: list[str], zone: int) -> str:
    left = b.units_in_zone[0][zone] | b.units_in_zone[1][zone]
    groups = []
    for unit in bits(left):
        if not left >> unit & 1:
            continue
        foes = b.foes[unit]
        if foes and foes & (foes - 1) == 0 and b.foes[foes.bit_length() - 1] != 1 << unit:
            continue  # one of many: written with the single unit
        left &= ~(foes | 1 << unit)
        many = " ".join([units[foe] for foe in bits(foes)])
        groups.append(units[unit] + (f" x {many}" if many else ""))
    return ", ".join(groups) or "."


def _step(frame: int, names: Names, below: Frame | None) -> str:
    def roll(mode: int) -> str:
        decoded = FRAMES.decode(frame)
        usual = flags_of(mode) == usual_flags(decoded["unit"], decoded["enemy"], below)
        return str(mode & encoding.MODE) if usual else f"{mode & encoding.MODE}+{flags_of(mode)}"

    words: dict[str, Callable[[int], str]] = {
        "seat": names.letters.__getitem__,
        "unit": names.keys.__getitem__,
        "number": str,
        "units": lambda mask: "+".join(names.keys[unit] for unit in bits(mask)),
        "roll": roll,
    }
    return FRAMES.write(frame, words)
