"""Drawing SVG: a sheet that collects elements and icons, and words that fit their space."""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from drumhead.core.draw.icons import RULES as ICON_RULES
from drumhead.core.draw.icons import symbol
from drumhead.core.draw.palette import style
from drumhead.core.i18n.text import Translate, current_translator

# Widths of a wide sans, in thousandths of the size; any other character counts as a capital.
_WIDTHS: Final = (
    dict.fromkeys("abcdeghknopqsuvxyz0123456789", 620)
    | dict.fromkeys("ijl|!'.,:;·", 310)
    | dict.fromkeys("ft()[]-/ r", 400)
    | dict.fromkeys("mwMW@—…→", 900)
)

_ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
# XML knows no other control characters; they would spoil the whole picture.
_ENTITIES.update(dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)), "�"))

_MAX_CACHED_PARTS: Final = 8192
"""How many parts of pictures are cached before the cache is emptied."""
_CACHED_PARTS: Final[dict[tuple[Translate, Hashable], tuple[str, frozenset[str]]]] = {}
"""Parts of pictures as SVG with the icons they use, by language and key."""


class Box(NamedTuple):
    """A rectangle: left, top, width and height in units of the picture."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """The centre, as x and y."""
        return self.x + self.w / 2, self.y + self.h / 2


def escape(words: object) -> str:
    """Returns words that are safe inside elements and attributes; control characters are replaced."""
    return str(words).translate(_ENTITIES)


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Returns a coordinate with at most one decimal."""
    words = f"{value:.1f}"
    return words[:-2] if words.endswith(".0") else words


@lru_cache(maxsize=4096)
def text_width(words: str, size: float = 1.0) -> float:
    """Returns about how wide words are in the sans-serif font; rather too much than too little."""
    return sum(_WIDTHS.get(letter, 730) for letter in words) * size / 1000


def lines(words: str, width: float, size: float, most: int) -> list[str]:
    """Returns words broken into at most `most` lines of a width, with an ellipsis where they do not fit."""
    found: list[str] = []
    for word in words.split():
        if found and text_width(f"{found[-1]} {word}", size) <= width:
            found[-1] += f" {word}"
        else:
            found.append(word)
    if len(found) > most:
        found = [*found[: most - 1], cut(" ".join(found[most - 1 :]), width, size)]
    return [cut(line, width, size) for line in found]


def cut(words: str, width: float, size: float) -> str:
    """Returns words, or as much of them as fits and an ellipsis."""
    if text_width(words, size) <= width:
        return words
    while words and text_width(f"{words}…", size) > width:
        words = words[:-1]
    return f"{words.rstrip()}…"


def text(words: object, x: float, y: float, kind: str, *, size: float = 0, anchor: str = "", room: float = 0) -> str:
    """Returns a text element; `kind` is its CSS class. Words wider than `room`, if given, are drawn narrower."""
    sized = f' font-size="{number(size)}"' if size else ""
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    if room and text_width(str(words), size) > room:
        anchored += f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}"{sized}{anchored}>{escape(words)}</text>'


def rect(box: Box, kind: str, *, radius: float = 0, more: str = "") -> str:
    """Returns a rect element; `kind` is its CSS class, `more` further attributes."""
    rounded = f' rx="{number(radius)}"' if radius else ""
    x, y, w, h = map(number, box)
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{w}" height="{h}"{rounded}{more}/>'


def title(words: object) -> str:
    """Returns a title element, which browsers show where the pointer rests."""
    return f"<title>{escape(words)}</title>"


class Sheet:
    """A picture in the making: elements in drawing order, and the icons they use. `rules` are its style rules."""

    def __init__(self, rules: str = "") -> None:
        self.rules = ICON_RULES + rules
        self.parts: list[str] = []
        self.used: set[str] = set()

    def add(self, *parts: str) -> None:
        """Appends elements, drawn above those that are there."""
        self.parts.extend(parts)

    def icon(self, name: str, x: float, y: float, size: float, kind: str = "", *, words: object = "") -> None:
        """Draws an icon in a square of `size`; `words` are its title, shown and read aloud."""
        self.used.add(name)
        classed = f' class="{kind}"' if kind else ""
        x_, y_, size_ = number(x), number(y), number(size)
        place = f'href="#dh-{name}" x="{x_}" y="{y_}" width="{size_}" height="{size_}"'
        if not words:
            self.parts.append(f"<use{classed} {place}/>")
            return
        self.parts.append(
            f'<g{classed}>{title(words)}<use {place}/><rect class="dh-touch" x="{x_}" y="{y_}" '
            f'width="{size_}" height="{size_}"/></g>'
        )

    def again(self, key: Hashable, draw: Callable[["Sheet"], None]) -> None:
        """Appends a part from the cache, or draws it; `key` must hold all that it depends on, except the language."""
        known = _CACHED_PARTS.get((current_translator(), key))
        if known is None:
            part = Sheet()
            draw(part)
            known = "".join(part.parts), frozenset(part.used)
            if len(_CACHED_PARTS) >= _MAX_CACHED_PARTS:
                _CACHED_PARTS.clear()
            _CACHED_PARTS[current_translator(), key] = known
        self.parts.append(known[0])
        self.used |= known[1]

    def _whole_parts(self) -> Iterator[str]:
        """The parts, with those in between that open and close an element joined to one."""
        depth, begun = 0, list[str]()
        for part in self.parts:
            ends = part.count("</")
            depth += part.count("<") - 2 * ends - part.count("/>")
            begun.append(part)
            if not depth:
                yield "".join(begun)
                begun = []

    def svg(self, width: float, height: float, theme: str, words: object, defs: str = "") -> str:
        """Returns the whole picture as SVG; `words` is its label, `defs` goes into its definitions.

        Every element stands on a line of its own, so that a client that has another picture of the battle can be sent
        the lines that differ, and replace only what they draw.
        """
        symbols = "".join(f"{symbol(name)}\n" for name in sorted(self.used))
        joined = "\n".join(self._whole_parts())
        size = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="dh" {size} role="group" aria-label="{escape(words)}">'
            f"<style>{style(theme, self.rules)}</style>\n<defs>{defs}</defs>\n{symbols}{joined}\n</svg>"
        )


# What every table shares: letters, plates in the colours of the armies, the glow of what can be acted on, the drum.
TABLE_RULES: Final = """
.dh text{font-family:$sans;fill:$ink}
.dh{color:$ink;user-select:none}
.dh-body{stroke-linejoin:round}
.dh-touch{fill:transparent;stroke:none}
.dh-shade{fill:$shadow;opacity:.13}
.dh-plate-0{fill:$carmine}
.dh-plate-1{fill:url(#dh-hatch)}
.dh-plate-0,.dh-plate-1{stroke:$ink;stroke-width:.6;stroke-opacity:.5}
.dh-p1{fill:$prussian}
.dh-p1-line{fill:$prussian-light}
.dh-glow{fill:none;stroke:$glow;stroke-width:3}
.dh-halo{fill:none;stroke:$glow-halo;stroke-width:9;opacity:.38}
.dh-can{cursor:pointer}
@media(prefers-reduced-motion:no-preference){
.dh-halo{animation:dh-breathe 2.4s ease-in-out infinite}
@keyframes dh-breathe{50%{opacity:.16}}
}
.dh-hoop{fill:$rim;stroke:$rim-deep;stroke-width:2}
.dh-rope{fill:none;stroke:$rope;stroke-width:2;opacity:.8}
.dh-sheet{fill:$sheet;stroke:$rim-deep;stroke-width:2}
.dh-tray{fill:$trampled;opacity:.45}
.dh-tray-line{fill:none;stroke:$ink-soft;stroke-width:1}
.dh-map{fill:url(#dh-light)}
.dh-light-in{stop-color:$field}
.dh-light-out{stop-color:$field-edge}
"""
TABLE_DEFS: Final = (
    '<pattern id="dh-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect class="dh-p1" width="7" height="7"/><rect class="dh-p1-line" width="2.2" height="7"/></pattern>'
    '<radialGradient id="dh-light" cx=".5" cy=".5" r=".75"><stop offset=".25" class="dh-light-in"/>'
    '<stop offset="1" class="dh-light-out"/></radialGradient>'
)


def drum(sheet: Sheet, width: float, height: float, rim: float = 14) -> None:
    """Draws the table: the hoop of a drum with its cord, and the paper spread on it."""
    sheet.add(rect(Box(1, 1, width - 2, height - 2), "dh-hoop", radius=24))
    count = int((width - 60) / 20)
    for y in (2.5, height - rim + 2.5):
        cord = "".join(f"l20 {number(rim - 5 if step % 2 == 0 else 5 - rim)}" for step in range(count))
        sheet.add(f'<path class="dh-rope" d="M30 {number(y)}{cord}"/>')
    sheet.add(rect(Box(rim - 3, rim, width - 2 * rim + 6, height - 2 * rim), "dh-sheet", radius=14))
