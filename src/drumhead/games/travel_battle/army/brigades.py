"""Chapters 1 and 9: the army, how it is split into brigades, and the ready-made splits.

A split is text, one line a brigade; `#` opens a comment:

    name: Two wings
    2 infantry, 1 heavy, 1 light
    2 guard, 2 infantry, 2 artillery
    2 infantry, 1 heavy, 1 light

The same on one line has bars for line ends: `name: Two wings | 2 infantry, 1 heavy | ...`. Letters do as well:
`2I 1H 1L | 2G 2I 2A | 2I 1H 1L`; horse artillery is `horse-artillery`, or R for short. Battles in which the players
form their brigades at the table have `table` in place of a split.
"""

import difflib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Final

from drumhead.core.errors import SetupError
from drumhead.core.files.text_lists import entries
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.engine.encoding import ARTILLERY, GUARD, HEAVY, HORSE_ARTILLERY, INFANTRY, LIGHT

# The words of a split, by kind: the name, the letter, and how many an army has. The guns are two of either kind.
WORDS: Final[dict[int, tuple[str, str]]] = {
    GUARD: ("guard", "G"),
    INFANTRY: ("infantry", "I"),
    HEAVY: ("heavy", "H"),
    LIGHT: ("light", "L"),
    ARTILLERY: ("artillery", "A"),
    HORSE_ARTILLERY: ("horse-artillery", "R"),
}
ARMY: Final[dict[int, int]] = {GUARD: 2, INFANTRY: 6, HEAVY: 2, LIGHT: 2, ARTILLERY: 2}
CAVALRY: Final = (HEAVY, LIGHT)
GUNS: Final = (ARTILLERY, HORSE_ARTILLERY)
KIND_OF: Final = {word: kind for kind, words in WORDS.items() for word in words}
MAX_NAME_LENGTH: Final = 80
AT_THE_TABLE: Final = "table"
"""Stands for a split that is yet to be formed, when the boards lie."""
BRIGADES: Final = 3
_BITS: Final = 4  # for how many units of a kind a brigade has, in a packed split
_MOST: Final = (1 << _BITS) - 1

_ENTRY: Final = re.compile(r"(?<!\d)(\d{1,9})\s*([A-Za-z-]+)")

Brigade = tuple[int, ...]
"""How many units of every kind a brigade has, by kind from guards on."""


@dataclass(frozen=True, slots=True)
class Brigades:
    """An army split into three brigades."""

    counts: tuple[Brigade, ...]
    name: str = ""

    def __post_init__(self) -> None:
        fine = self.name.isprintable() and self.name == self.name.strip() and len(self.name) <= MAX_NAME_LENGTH
        if not fine or any(mark in self.name for mark in '|#"'):
            raise SetupError(
                Text("the name of a split is one line of 80 letters at most, without the marks | # and quotes")
            )

    def kinds(self, brigade: int) -> list[int]:
        """The kinds of a brigade's units, in order."""
        return [kind for kind, count in zip(WORDS, self.counts[brigade], strict=True) for _ in range(count)]

    @property
    def has_horse_artillery(self) -> bool:
        """Returns whether a gun is horse artillery."""
        return any(brigade[-1] for brigade in self.counts)


def check_brigades(split: Brigades, *, horse_artillery: bool) -> None:
    """[TB-1.1, TB-1.2] Refuses a split that leaves a unit out, takes one too many, or leaves a brigadier alone."""
    if len(split.counts) != 3:
        raise SetupError(Text("an army has three brigades, not {n}", n=len(split.counts)), "TB-1.2")
    for number, brigade in enumerate(split.counts, 1):
        if not sum(brigade):
            raise SetupError(Text("brigade {number} has no unit", number=number), "TB-1.2")
    for kind, owed in ARMY.items():
        kinds = GUNS if kind == ARTILLERY else (kind,)
        found = sum(brigade[other - 1] for brigade in split.counts for other in kinds)
        if found != owed:
            words = Text("an army has {owed} {kind}, not {found}", owed=owed, kind=WORDS[kind][0], found=found)
            raise SetupError(words, "TB-1.1")
    if split.has_horse_artillery:
        check_horse_artillery(split, allowed=horse_artillery)


def check_horse_artillery(split: Brigades, *, allowed: bool) -> None:
    """[TB-9.1] Horse artillery is an option, and rides only with cavalry and other horse artillery."""
    if not allowed:
        raise SetupError(Text("horse artillery needs the option horse_artillery"), "TB-9.1")
    for number, brigade in enumerate(split.counts, 1):
        others = sum(brigade) - brigade[-1] - sum(brigade[kind - 1] for kind in CAVALRY)
        if brigade[-1] and others:
            reason = Text("brigade {number} has horse artillery among units that are not cavalry", number=number)
            raise SetupError(reason, "TB-9.1")


def read_brigades(text: str, *, horse_artillery: bool = False) -> Brigades:
    """[TB-1.2] Reads a split and refuses an illegal one."""
    split = read_counts(text)
    check_brigades(split, horse_artillery=horse_artillery)
    return split


def read_counts(text: str) -> Brigades:
    """[TB-1.2] Reads a split, legal or not."""
    name = ""
    counts: list[Brigade] = []
    for line, words in entries(text):
        if words.lower().startswith("name:"):
            name = words[5:].strip()
        else:
            counts.append(read_brigade(words, line))
    return Brigades(tuple(counts), name)


def read_brigade(words: str, line: int) -> Brigade:
    """Reads one brigade."""
    counts = [0] * len(WORDS)
    entries = _ENTRY.findall(words)
    if not entries or _ENTRY.sub("", words).strip(" ,"):
        raise SetupError(Text("{words} is not a brigade; write 2 guard, 1 artillery", words=words[:40]), "TB-1.2", line)
    for number, word in entries:
        kind = KIND_OF.get(word if len(word) > 1 else word.upper(), 0) or KIND_OF.get(word.lower(), 0)
        if not kind:
            near = difflib.get_close_matches(word.lower(), KIND_OF, 1)
            known = near[0] if near else ", ".join(name for name, _ in WORDS.values())
            raise SetupError(Text("there are no {word} units; {known}?", word=word[:40], known=known), "TB-1.1", line)
        counts[kind - 1] += min(int(number), 99)
    return tuple(counts)


def write_brigades(split: Brigades, *, one_line: bool = False) -> str:
    """Writes a split as the text that `read_brigades` reads back."""
    lines = [f"name: {split.name}"] if split.name else []
    for brigade in split.counts:
        lines.append(", ".join(f"{n} {WORDS[kind][0]}" for kind, n in zip(WORDS, brigade, strict=True) if n))
    return " | ".join(lines) if one_line else "\n".join(lines) + "\n"


def short_brigades(split: Brigades) -> str:
    """A split in letters, without commas: `2I 1H 1L | 2G 2I 2A | 2I 1H 1L`."""
    return " | ".join(
        " ".join(f"{count}{WORDS[kind][1]}" for kind, count in zip(WORDS, brigade, strict=True) if count)
        for brigade in split.counts
    )


def pack_brigades(split: Brigades) -> int:
    """A split as a number; counts too large for any army are cut."""
    packed = 0
    for brigade in reversed(split.counts):
        for count in reversed(brigade):
            packed = packed << _BITS | min(count, _MOST)
    return packed


def unpack_brigades(packed: int) -> Brigades:
    """The split of a number, legal or not."""
    counts = [packed >> _BITS * place & _MOST for place in range(BRIGADES * len(WORDS))]
    kinds = len(WORDS)
    return Brigades(tuple(tuple(counts[number * kinds : number * kinds + kinds]) for number in range(BRIGADES)))


def is_packed(packed: int) -> bool:
    """Returns whether a number is a split at all, legal or not."""
    return 0 <= packed < 1 << _BITS * BRIGADES * len(WORDS)


@cache
def presets() -> dict[str, Brigades]:
    """[TB-9.3] The splits that come with the game, by name."""
    sources = (
        file
        for file in files("drumhead.games.travel_battle").joinpath("data/brigades").iterdir()
        if file.name.endswith(".txt")
    )
    found = {
        file.name.removesuffix(".txt"): read_brigades(file.read_text(encoding="utf-8"), horse_artillery=True)
        for file in sources
    }
    return {name: found[name] for name in sorted(found)}


def ready_made(*, horse_artillery: bool) -> list[Brigades]:
    """[TB-9.1, TB-9.3] The splits that come with the game and may be brought to a battle."""
    return [split for split in presets().values() if horse_artillery or not split.has_horse_artillery]


@cache
def ready_name(packed: int) -> str:
    """[TB-9.3] The name of the ready-made split with these brigades, or nothing."""
    return next((name for name, split in presets().items() if pack_brigades(split) == packed), "")


def preset(name: str) -> Brigades:
    """[TB-9.3] The ready-made split of a name such as `all-round`."""
    found = presets().get(name.strip().lower())
    if found is None:
        near = difflib.get_close_matches(name.lower(), presets(), 1, 0.5)
        names = f"did you mean {near[0]}?" if near else f"there are {', '.join(presets())}"
        raise SetupError(Text("there is no split {name}; {names}", name=name[:40], names=names), "TB-9.3")
    return found


def random_brigades(rng: Random, *, horse_artillery: bool) -> Brigades:
    """[TB-1.2, TB-9.1] Any split that the rules allow."""
    while True:
        counts = [[0] * len(WORDS) for _ in range(3)]
        for kind, owed in ARMY.items():
            for _ in range(owed):
                mounted = kind == ARTILLERY and horse_artillery and rng.random() < 0.5
                counts[rng.randrange(3)][(HORSE_ARTILLERY if mounted else kind) - 1] += 1
        split = Brigades(tuple(tuple(brigade) for brigade in counts))
        try:
            check_brigades(split, horse_artillery=horse_artillery)
        except SetupError:
            continue
        return split
