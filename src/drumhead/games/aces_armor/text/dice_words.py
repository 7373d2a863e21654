"""The dice of a throw by side and unit: what they are thrown for, and which of them hit."""

from collections.abc import Sequence

from drumhead.core.frames import Frame
from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE
from drumhead.core.summaries import DiceGroup
from drumhead.core.words.dice_words import highest_groups, hits_group
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.outcomes import FACES, LAUNCH_FAILS, sides
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat import dice_in_battle
from drumhead.games.aces_armor.rules.combat_math import hit_number
from drumhead.games.aces_armor.rules.setup import rolling
from drumhead.games.aces_armor.text.names import FACTIONS, WEATHER_WORDS, key_of, unit_words


def dice(f: Field, faces: Sequence[int]) -> list[DiceGroup]:
    """Returns the dice of the pending throw in groups; lots that are drawn are one group of no meaning."""
    frame = f.pending()
    if frame.number == encoding.AT_ROLL:
        return _battle(f, frame, faces)
    if frame.number == encoding.AT_ROCKETS:
        told = {"u": unit_words(f.force, frame["unit"]), "q": f.force.board.names[frame["hex"]]}
        return [_hits(f, frame["unit"], Text("{u} shells {q}", **told), faces)]
    if frame.number in (encoding.AT_PLACE_ROLL, encoding.AT_FIRST_ROLL):
        return _first(f, frame, faces)
    if frame.number == encoding.AT_LAUNCH:
        hit = faces[0] > LAUNCH_FAILS
        words = Text("the V2 fires at the factory {q}", q=f.force.board.names[frame["hex"]])
        result = Text("destroyed") if hit else Text("miss")
        caption = Text("{result} (needs {n}+)", result=result, n=LAUNCH_FAILS + 1)
        return [DiceGroup(_seat(f, frame["unit"]), "V2", words, tuple(faces), (FACES,), (hit,), caption)]
    caption = Text("{faces}", faces=", ".join(map(str, faces)))
    words = Text("a lot is drawn")
    if frame.number == encoding.AT_WEATHER:
        words, caption = Text("the weather"), WEATHER_WORDS[(faces[0] - 1) // 2]
    return [DiceGroup(CHANCE, "", words, tuple(faces), sides(f), (None,) * len(faces), caption)]


def _battle(f: Field, frame: Frame, faces: Sequence[int]) -> list[DiceGroup]:
    """[AA-8.2, AA-8.4, AA-8.6] The dice of the attacker, its red dice, and the dice that answer, in this order."""
    unit, target = frame["unit"], f.at[frame["hex"]]
    dice, red, answer = dice_in_battle(f, unit, target)
    told = {"u": unit_words(f.force, unit), "v": unit_words(f.force, target)}
    thrown = [
        (unit, Text("{u} attacks {v}", **told), dice),
        (unit, Text("red dice of {u}", **told), red),
        (target, Text("{v} returns fire at {u}", **told), answer),
    ]
    groups = []
    place = 0
    for thrower, words, count in thrown:
        if count:
            groups.append(_hits(f, thrower, words, faces[place : place + count]))
        place += count
    return groups


def _hits(f: Field, unit: int, words: Text, faces: Sequence[int]) -> DiceGroup:
    """[AA-8.4] Dice that hit with the hit number of a unit or less."""
    most = hit_number(f, unit)
    need = Text("hits on {n} or less", n=most)
    return hits_group(
        (_seat(f, unit), key_of(f.force, unit)), words, faces, FACES, [face <= most for face in faces], need
    )


def _first(f: Field, frame: Frame, faces: Sequence[int]) -> list[DiceGroup]:
    """[AA-2.2, AA-2.3] Who places or plays first: one die for each place in the order of turns."""
    words = Text("placing first") if frame.number == encoding.AT_PLACE_ROLL else Text("playing first")
    factions = [f.force.takers[place] for place in rolling(f)]
    throwers = [(_faction_seat(f, faction), FACTIONS[faction]) for faction in factions]
    return highest_groups(words, throwers, faces, FACES)


def _seat(f: Field, unit: int) -> int:
    return _faction_seat(f, f.force.faction[unit])


def _faction_seat(f: Field, faction: int) -> int:
    """The seat of a faction; the Automa has the number after the last."""
    seat = f.force.seat[faction]
    return seat if seat >= 0 else f.force.seats
