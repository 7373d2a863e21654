"""Captions of dice: what a group of dice amounts to."""

from collections.abc import Sequence

from drumhead.core.i18n.text import Text
from drumhead.core.summaries import DiceGroup


def hits_group(
    who: tuple[int, str], words: Text, faces: Sequence[int], sides: int, worth: Sequence[int], need: Text | None = None
) -> DiceGroup:
    """Returns the dice of a unit, given as its seat and key, with the hits that each die is worth."""
    lit = ", ".join(
        f"{face}×{count}" if count > 1 else str(face) for face, count in zip(faces, worth, strict=True) if count
    )
    caption = Text("miss") if not lit else Text("{n} hit: {lit}", "{n} hits: {lit}", n=sum(worth), lit=lit)
    if need is not None:
        caption = Text("{caption} ({need})", caption=caption, need=need)
    count = len(faces)
    return DiceGroup(*who, words, tuple(faces), (sides,) * count, tuple([amount > 0 for amount in worth]), caption)


def highest_groups(words: Text, seats: Sequence[tuple[int, Text]], faces: Sequence[int], sides: int) -> list[DiceGroup]:
    """Returns one die for each seat, given with its name, of a throw that the highest wins; a tie lights none."""
    best = max(faces)
    is_tie = list(faces).count(best) > 1
    groups = []
    for (seat, name), face in zip(seats, faces, strict=True):
        wins = face == best and not is_tie
        caption = Text("{n}: a tie", n=face) if is_tie and face == best else Text("{n}", n=face)
        if wins:
            caption = Text("{n}: the highest", n=face)
        told = Text("{side}: {words}", side=name, words=words)
        groups.append(DiceGroup(seat, "", told, (face,), (sides,), (wins,), caption))
    return groups
