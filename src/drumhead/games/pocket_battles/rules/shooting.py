"""Chapter 7: whom a unit may shoot at, and its dice. For shots into engagements see `shooting_into_engagements`."""

from drumhead.core.i18n.text import Text
from drumhead.core.words.tally import Tally
from drumhead.games.pocket_battles.army.tiles import LONG_RANGE, WIDE_ARC
from drumhead.games.pocket_battles.engine.encoding import (
    ABOVE_MODE,
    ENGAGED,
    EXCITED,
    FRONT,
    NEIGHBOURS,
    ROW,
    SECTOR,
    SHOOTING,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.dice import begin_roll


def shot_targets(f: Field, unit: int) -> int:
    """[PB-6.5, PB-7.1, PB-7.6, PB-9.18, PB-9.28] Returns whom a unit can shoot at, one bit each.

    From a Front or, with Long Range, a Rear: enemies near in its sector; else in the Rear there; else those beside it.
    """
    own = f.profile[unit]
    place = f.zone[unit]
    if not own.can_shoot or (ROW[place] != FRONT and not own.traits & LONG_RANGE):
        return 0
    in_zone = f.units_in_zone[1 - own.seat]
    sector = SECTOR[place]
    rear = sector * 3
    targets = in_zone[rear + FRONT] | in_zone[rear + ENGAGED] or in_zone[rear] or targets_beside(f, in_zone, sector)
    if own.traits & WIDE_ARC:
        targets |= wide_targets(in_zone, sector)
    return targets


def targets_beside(f: Field, in_zone: list[int], sector: int) -> int:
    """[PB-7.7, PB-7.8] From a sector without an enemy: those near in the sectors beside; where none is, in the Rear."""
    targets = 0
    for beside in NEIGHBOURS[sector]:
        near = in_zone[beside * 3 + FRONT] | in_zone[beside * 3 + ENGAGED]
        if near or f.force.rear_of_neighbour:
            targets |= near or in_zone[beside * 3]
    return targets


def wide_targets(in_zone: list[int], sector: int) -> int:
    """[PB-9.28] Those in Front or Engagement Zone of the sectors beside, whatever stands in the own."""
    targets = 0
    for beside in NEIGHBOURS[sector]:
        targets |= in_zone[beside * 3 + FRONT] | in_zone[beside * 3 + ENGAGED]
    return targets


def begin_shot(f: Field, unit: int, target: int, flags: int) -> None:
    """[PB-6.5, PB-7.2] The unit shoots; nobody strikes back."""
    if f.events is not None:
        f.events.append(("shoot", "PB-7.2", unit, target))
    begin_roll(f, unit, target, SHOOTING | flags << ABOVE_MODE, shooting_dice(f, unit, flags))


def dice_parts(f: Field, unit: int, flags: int) -> tuple[int, int, int]:
    """[PB-7.2, PB-9.3, PB-9.7] Returns the dice of a shot by what they are for: the shot, +X Shooting and Excite."""
    return 1, f.profile[unit].shooting_bonus, 1 if flags & EXCITED else 0


def shooting_dice(f: Field, unit: int, flags: int) -> int:
    """[PB-7.2] Returns how many dice a unit throws for a shot."""
    base, bonus, excite = dice_parts(f, unit, flags)
    return base + bonus + excite


def shooting_tally(f: Field, unit: int, flags: int) -> list[Tally]:
    """[PB-7.2] Returns what the dice of a shot are for, with clauses."""
    base, bonus, excite = dice_parts(f, unit, flags)
    parts = [
        Tally(base, Text("for shooting"), "PB-7.2"),
        Tally(bonus, Text("Shooting trait"), "PB-9.7"),
        Tally(excite, Text("excited"), "PB-9.3"),
    ]
    return [part for part in parts if part.amount]
