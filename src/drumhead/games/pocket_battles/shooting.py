"""Chapter 7: shooting, into an engagement as well."""

from drumhead.core.tally import Tally
from drumhead.core.text import Text
from drumhead.games.pocket_battles.codes import ENGAGED, EXCITED, FRONT, NEIGHBOURS, SHOOTING
from drumhead.games.pocket_battles.field import Field
from drumhead.games.pocket_battles.rolls import begin_roll


def shot_targets(f: Field, enemy: int, sector: int) -> int:
    """[PB-7.1, PB-7.6, PB-7.7, PB-7.8] Enemies near; else in the Rear; from a sector without any, those beside it."""
    here = f.here
    base = enemy * 9 + sector * 3
    near = here[base + FRONT] | here[base + ENGAGED]
    if near or here[base]:
        return near or here[base]
    targets = 0
    for beside in NEIGHBOURS[sector]:
        other = base + (beside - sector) * 3
        near = here[other + FRONT] | here[other + ENGAGED]
        if near or f.force.rear_of_neighbour:
            targets |= near or here[other]
    return targets


def wide_shot_targets(f: Field, enemy: int, sector: int) -> int:
    """[PB-9.28] Those in Front or Engagement Zone of the sectors beside, whatever stands in the own."""
    targets = 0
    for beside in NEIGHBOURS[sector]:
        other = enemy * 9 + beside * 3
        targets |= f.here[other + FRONT] | f.here[other + ENGAGED]
    return targets


def begin_shot(f: Field, unit: int, target: int, flags: int) -> None:
    """[PB-6.5, PB-7.2] The unit shoots; nobody strikes back."""
    if f.events is not None:
        f.events.append(("shoot", "PB-7.2", unit, target))
    begin_roll(f, unit, target, SHOOTING, shooting_dice(f, unit, flags))


def shooting_dice(f: Field, unit: int, flags: int, tally: list[Tally] | None = None) -> int:
    """[PB-7.2, PB-9.3, PB-9.7] One die, and those of +X Shooting and Excite."""
    bonus = f.profile[unit].shooting_bonus
    dice = 1 + bonus
    if flags & EXCITED:
        dice += 1
    if tally is not None:
        tally.append(Tally(1, Text("for shooting"), "PB-7.2"))
        if bonus:
            tally.append(Tally(bonus, Text("Shooting trait"), "PB-9.7"))
        if flags & EXCITED:
            tally.append(Tally(1, Text("excited"), "PB-9.3"))
    return dice
