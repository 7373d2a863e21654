"""The dice of a throw by unit and side: what they are thrown for, and which of them hit."""

from collections.abc import Sequence

from drumhead.core.i18n.text import Text
from drumhead.core.summaries import DiceGroup
from drumhead.core.words.dice_words import highest_groups, hits_group
from drumhead.games.pocket_battles.army.tiles import BLOOD_LUST
from drumhead.games.pocket_battles.engine.encoding import (
    AT_INITIATIVE,
    AT_REROLL,
    CHARGED,
    MODE,
    flags_of,
    is_shooting,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.dice import matches
from drumhead.games.pocket_battles.text.names import Names


def dice(f: Field, names: Names, faces: Sequence[int]) -> list[DiceGroup]:
    """[PB-3.1, PB-6.14, PB-9.27] Returns the dice of the pending throw in groups."""
    frame = f.pending()
    if frame.number == AT_INITIATIVE:
        return highest_groups(Text("first place"), [(seat, names.side(seat)) for seat in (0, 1)], faces, 6)
    unit, mode = frame["unit"], frame["mode"]
    printed = matches(f, unit, mode & MODE)
    told = {"u": names.unit_words(unit), "v": names.unit_words(frame["enemy"])}
    if frame.number == AT_REROLL:
        words = Text("{u}: one die again", **told)
    elif is_shooting(mode):
        words = Text("{u} at {v}: shooting", **told)
    elif flags_of(mode) & CHARGED:
        words = Text("{u} at {v}: charge", **told)
    else:
        words = Text("{u} at {v}: engagement", **told)
    who = (f.force.seat[unit], names.keys[unit])
    return [hits_group(who, words, faces, 6, [printed[face] for face in faces], _need(f, unit, printed, faces))]


def _need(f: Field, unit: int, printed: Sequence[int], faces: Sequence[int]) -> Text:
    """[PB-6.14, PB-9.10] The faces that hit, and the 1s with which Blood Lust strikes its own unit."""
    ones = list(faces).count(1) if f.profile[unit].traits & BLOOD_LUST else 0
    wanted = [str(face) for face in range(1, 7) if printed[face]]
    need = Text("hits on {faces}", faces=", ".join(wanted)) if wanted else Text("nothing hits")
    return Text("{need}; own hits by Blood Lust: {n}", need=need, n=ones) if ones else need
