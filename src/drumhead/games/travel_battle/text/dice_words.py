"""The dice of a throw by side and unit: what they are thrown for, and which of them count."""

from collections.abc import Callable, Sequence
from typing import Final

from drumhead.core.frames import Frame
from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE
from drumhead.core.summaries import DiceGroup
from drumhead.core.words.dice_words import highest_groups
from drumhead.games.travel_battle.army.force import RALLY, SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.outcomes import sides
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.artillery import NOTHING, effect_of, needed
from drumhead.games.travel_battle.rules.boards import BOARDS
from drumhead.games.travel_battle.rules.combat_dice import best, participants, rollers
from drumhead.games.travel_battle.text.events import EFFECTS
from drumhead.games.travel_battle.text.names import KEYS, SIDES, square_name, unit_words


def dice(f: Field, faces: Sequence[int]) -> list[DiceGroup]:
    """Returns the dice of the pending throw in groups."""
    frame = f.pending()
    return GROUPS[frame.number](f, frame, tuple(faces))


def _combat(f: Field, frame: Frame, faces: tuple[int, ...]) -> list[DiceGroup]:
    """[TB-6.3] The dice of each unit; the best of each side is lit, for it alone counts."""
    thrown = []
    place = 0
    for unit, count in rollers(f):
        thrown.append((unit, faces[place : place + count]))
        place += count
    tops = [max([max(own) for unit, own in thrown if SEAT[unit] == seat], default=0) for seat in (0, 1)]
    groups = []
    for unit, own in thrown:
        seat = SEAT[unit]
        told = {"unit": unit_words(f.force, unit), "q": square_name(f.target)}
        words = Text("{unit} attacks {q}", **told) if seat == f.active else Text("{unit} defends {q}", **told)
        lit = tuple([face == tops[seat] for face in own])
        told = {"side": SIDES[seat], "n": tops[seat]}
        caption = Text("the best of {side}: {n}", **told) if any(lit) else Text("below the best of {side}: {n}", **told)
        groups.append(DiceGroup(seat, KEYS[unit], words, own, (6,) * len(own), lit, caption))
    return groups


def _again(f: Field, frame: Frame, faces: tuple[int, ...]) -> list[DiceGroup]:
    """[TB-6.4] A die thrown again; it is lit if it is now the best of its side."""
    unit, seat = frame["unit"], SEAT[frame["unit"]]
    top = max(best(f, participants(f, seat)), faces[0])
    caption = Text("the best of {side}: {n}", side=SIDES[seat], n=top)
    return [_one(f, unit, Text("{unit}: re-roll", unit=unit_words(f.force, unit)), faces, faces[0] == top, caption)]


def _hit(f: Field, frame: Frame, faces: tuple[int, ...]) -> list[DiceGroup]:
    """[TB-5.2] The die to hit."""
    unit, square = frame["unit"], frame["square"]
    need = needed(f, unit, square)
    words = Text("{unit} fires at {q}", unit=unit_words(f.force, unit), q=square_name(square))
    return [_one(f, unit, words, faces, faces[0] >= need, _needing(faces[0] >= need, Text("hit"), Text("miss"), need))]


def _effect(f: Field, frame: Frame, faces: tuple[int, ...]) -> list[DiceGroup]:
    """[TB-5.6] The die for the effect of a hit."""
    square = frame["square"]
    effect = effect_of(f, square, faces[0])
    words = Text("effect on {q}", q=square_name(square))
    return [_one(f, frame["unit"], words, faces, effect != NOTHING, EFFECTS[effect])]


def _rally(f: Field, frame: Frame, faces: tuple[int, ...]) -> list[DiceGroup]:
    """[TB-6.9, TB-6.10] The die of a unit that rallies or is removed."""
    unit = frame["unit"]
    need = RALLY[f.force.kind[unit]]
    is_rallied = faces[0] >= need
    caption = _needing(is_rallied, Text("rallies"), Text("does not rally"), need)
    return [_one(f, unit, Text("{unit}: rally", unit=unit_words(f.force, unit)), faces, is_rallied, caption)]


def _needing(is_enough: bool, good: Text, bad: Text, need: int) -> Text:  # noqa: FBT001
    return Text("{result} (needs {n}+)", result=good if is_enough else bad, n=need)


def _one(
    f: Field,
    unit: int,
    words: Text,
    faces: tuple[int, ...],
    is_lit: bool | None,  # noqa: FBT001
    caption: Text,
) -> DiceGroup:
    return DiceGroup(SEAT[unit], KEYS[unit], words, faces, sides(f), (is_lit,), caption)


def _board(f: Field, frame: Frame, faces: tuple[int, ...]) -> list[DiceGroup]:
    """[TB-1.3] A die of nobody's: 1 to 3 for Red, 4 to 6 for Blue."""
    side = SIDES[faces[0] > 3]
    if frame.number == encoding.AT_BOARD_DIE:
        words = Text("who gets board {b}: 1-3 Red, 4-6 Blue", b=BOARDS[f.board[0]])
    else:
        words = Text("whose board stands on the left: 1-3 Red, 4-6 Blue")
    return [DiceGroup(CHANCE, "", words, faces, (6,), (None,), side)]


def _edge(f: Field, frame: Frame, faces: tuple[int, ...]) -> list[DiceGroup]:
    """[TB-1.3] 1 to 4 is an edge; on 5 and 6 the seat chooses."""
    seat = frame["seat"]
    caption = Text("edge {n}", n=faces[0]) if faces[0] < 5 else Text("free choice")
    return [DiceGroup(seat, "", Text("{side}: edge of the board", side=SIDES[seat]), faces, (6,), (None,), caption)]


def _first(f: Field, frame: Frame, faces: tuple[int, ...]) -> list[DiceGroup]:
    words = Text("placing first") if frame.number == encoding.AT_PLACE_DIE else Text("moving first")
    return highest_groups(words, list(enumerate(SIDES)), faces, 6)


GROUPS: Final[dict[int, Callable[[Field, Frame, tuple[int, ...]], list[DiceGroup]]]] = {
    encoding.AT_ROLL: _combat,
    encoding.AT_THROW_AGAIN: _again,
    encoding.AT_HIT: _hit,
    encoding.AT_EFFECT: _effect,
    encoding.AT_RALLY: _rally,
    encoding.AT_BOARD_DIE: _board,
    encoding.AT_LEFT_DIE: _board,
    encoding.AT_EDGE_DIE: _edge,
    encoding.AT_PLACE_DIE: _first,
    encoding.AT_FIRST_DIE: _first,
}
