"""Actions that are often played together: all attacks on one target."""

from drumhead.core.forecast import Plan
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.engine.encoding import AT_DECLARE, ATTACK, NONE, unpack
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.text.actions import describe
from drumhead.games.aces_armor.text.names import key_of, unit_words


def plans(f: Battle) -> list[Plan]:
    """[AA-7.1] For every enemy that two or more units may attack, all these attacks in the order of the list."""
    if f.player < 0 or f.step_kind() != AT_DECLARE:
        return []
    by_hex: dict[int, list[int]] = {}
    for code in f.legal():
        kind, unit, hex_, _ = unpack(code)
        if kind == ATTACK and unit != f.force.v2 and not f.force.rockets[unit] and f.at[hex_] != NONE:
            by_hex.setdefault(hex_, []).append(code)
    found = []
    for hex_, codes in by_hex.items():
        if len(codes) > 1:
            keys = ", ".join(key_of(f.force, unpack(code)[1]) for code in codes)
            words = Text("all attack {unit}: {keys}", unit=unit_words(f.force, f.at[hex_]), keys=keys)
            found.append(Plan(words, tuple(describe(f, code).notation for code in codes)))
    return found
