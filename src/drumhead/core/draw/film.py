"""A battle as one picture that moves: a film in SVG, complete in itself, still for those who want it so.

Pictures of one battle differ in little. So a film is one tree in which every part is drawn once and says in which
frames it is seen; a piece, however often it moves, is drawn once and used where it stands. Without motion the last
position is seen.
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from drumhead.core.draw.sheet import cut
from drumhead.core.match import Match

MAX_FRAMES: Final = 160
"""The most frames of a film; of a longer battle some steps are left out, never the last."""
MAX_FILM_BYTES: Final = 1_500_000
"""The most bytes of a film; a larger one is made again with fewer frames."""
SECONDS_PER_FRAME: Final = 0.8
LAST_FRAME_HOLD: Final = 4
"""How long the last position is held, in frames."""
CAPTION_HEIGHT: Final = 40
"""The height of the strip below the picture that tells what happens, in units of the picture."""
_SVG: Final = "{http://www.w3.org/2000/svg}"
_UNSEEN: Final = ("data-key", "data-side", "role", "tabindex")


class Part:
    """An SVG element, and the numbers of the frames in which it is seen."""

    def __init__(self, head: str, tag: str, inner: str) -> None:
        self.head = head
        self.tag = tag
        self.inner = inner
        self.frames: list[int] = []
        self.parts: list[Part] = []

    def written(self, classes: dict[tuple[int, ...], str], whole: tuple[int, ...]) -> str:
        """Returns the element as SVG; one that is not seen in all frames of `whole` gets a class from `classes`."""
        inner = self.inner + "".join(part.written(classes, tuple(self.frames)) for part in self.parts)
        element = f"<{self.head}>{inner}</{self.tag}>" if inner else f"<{self.head}/>"
        seen = tuple(self.frames)
        if seen == whole:
            return element
        return f'<g class="{classes.setdefault(seen, f"v{len(classes)}")}">{element}</g>'


class Film:
    """Pictures merged into one, frame by frame: what stays the same is written once."""

    def __init__(self) -> None:
        self.count = 0
        self.parts: list[Part] = []
        self.styles: dict[str, None] = {}
        self.defs: dict[str, str] = {}
        self.pieces: dict[str, str] = {}
        self.size = (0.0, 0.0)

    def add(self, svg: str, words: str) -> None:
        """Adds a frame: a picture as SVG, and the words below it."""
        root = ElementTree.fromstring(svg)
        width, height = map(float, root.get("viewBox", "0 0 0 0").split()[2:])
        self.size = (max(self.size[0], width), max(self.size[1], height))
        drawn = []
        for child in root:
            child.tail = None  # the end of a line
            kind = child.tag.removeprefix(_SVG)
            if kind == "style":
                self.styles.setdefault(child.text or "")
            elif kind == "defs":
                for shape in child:
                    self.defs.setdefault(shape.get("id", ""), _whole(shape))
            elif kind == "symbol":
                self.defs.setdefault(child.get("id", ""), _whole(child))
            else:
                drawn.append(child)
        self._lay(self.parts, drawn)
        if words:
            said = ElementTree.Element(f"{_SVG}text", {"class": "df-words", "x": "24", "y": str(height + 25)})
            said.text = cut(words, width - 48, 17)
            self._lay(self.parts, [said], at=len(self.parts))
        self.count += 1

    def _lay(self, parts: list[Part], elements: Iterable[ElementTree.Element], at: int = 0) -> None:
        """Merges elements into parts in order, from index `at` on: known ones get this frame, others are inserted."""
        for element in elements:
            tag = element.tag.removeprefix(_SVG)
            if tag == "title":
                continue
            is_piece = "dh-unit" in element.get("class", "").split()
            is_group = tag == "g" and not is_piece
            new = self._piece(element) if is_piece else Part(_head(element), tag, "" if is_group else _inside(element))
            known = (index for index in range(at, len(parts)) if _same(parts[index], new))
            found = next(known, None)
            if found is None:
                found = at
                parts.insert(at, new)
            parts[found].frames.append(self.count)
            at = found + 1
            if is_group:
                self._lay(parts[found].parts, element)

    def _piece(self, element: ElementTree.Element) -> Part:
        """Returns a `use` of a piece, which is drawn once among the definitions."""
        place = element.attrib.pop("transform", "")
        id = self.pieces.setdefault(_whole(element), f"p{len(self.pieces)}")
        return Part(f'use href="#{id}"' + (f" transform={quoteattr(place)}" if place else ""), "use", "")

    def svg(self, words: str) -> str:
        """Returns the film as SVG; `words` is its label for screen readers."""
        classes: dict[tuple[int, ...], str] = {}
        everything = tuple(range(self.count))
        drawn = "".join(part.written(classes, everything) for part in self.parts)
        width, height = self.size[0], self.size[1] + CAPTION_HEIGHT
        # What is used elsewhere is styled by what it brings along, so every piece stands in a picture of its own.
        pieces = "".join(f'<g id="{id}" class="dh">{piece}</g>' for piece, id in self.pieces.items())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="dh" viewBox="0 0 {width:g} {height:g}" '
            f'role="img" aria-label={quoteattr(words)}>'
            f"<style>{escape(''.join(self.styles))}{self._timing(classes)}</style>"
            f"<defs>{''.join(self.defs.values())}{pieces}</defs>"
            f'<rect class="df-strip dh-sheet" x="1" y="1" width="{width - 2:g}" height="{height - 2:g}" rx="12"/>'
            f"{drawn}</svg>"
        )

    def _timing(self, classes: dict[tuple[int, ...], str]) -> str:
        """Returns the style by which each class is seen: animated, or the last frame where motion is unwelcome."""
        length = self.count + LAST_FRAME_HOLD
        hidden = ",".join(f".{name}" for seen, name in classes.items() if self.count - 1 not in seen)
        still = f"{hidden}{{visibility:hidden}}" if hidden else ""
        seconds = f"{length * SECONDS_PER_FRAME:g}s"
        moving = "".join(
            f".{name}{{animation:{name} {seconds} step-end infinite}}@keyframes {name}{{{_keyframes(seen, length)}}}"
            for seen, name in classes.items()
        )
        words = ".df-words{font-size:17px;font-style:italic}"
        return f"{words}{still}@media(prefers-reduced-motion:no-preference){{{moving}}}"


def _same(one: Part, other: Part) -> bool:
    return one.head == other.head and one.inner == other.inner


def _keyframes(seen: tuple[int, ...], length: int) -> str:
    """Returns the keyframes at which a part comes and goes."""
    changes = {0: "hidden"}
    for _, run in groupby(enumerate(seen), lambda pair: pair[1] - pair[0]):
        frames = [frame for _, frame in run]
        changes[frames[0]] = "visible"
        if frames[-1] + 1 < length - LAST_FRAME_HOLD:
            changes[frames[-1] + 1] = "hidden"
    return "".join(f"{frame / length:.3%}{{visibility:{state}}}" for frame, state in changes.items())


def _head(element: ElementTree.Element) -> str:
    """Returns the opening tag of an element without attributes that nobody sees."""
    kept = [f"{name}={quoteattr(value)}" for name, value in element.items() if _is_seen(name)]
    return " ".join([element.tag.removeprefix(_SVG), *kept])


def _is_seen(attribute: str) -> bool:
    return attribute not in _UNSEEN and not attribute.startswith("aria-")


def _inside(element: ElementTree.Element) -> str:
    children = (_whole(child) + escape(child.tail or "") for child in element if child.tag != f"{_SVG}title")
    return escape(element.text or "") + "".join(children)


def _whole(element: ElementTree.Element) -> str:
    inner = _inside(element)
    tag = element.tag.removeprefix(_SVG)
    return f"<{_head(element)}>{inner}</{tag}>" if inner else f"<{_head(element)}/>"


def steps_shown(match: Match, most: int) -> list[int]:
    """Returns the steps after which a film shows the battle, at most `most`: the first, those with events, the last."""
    telling = [number for number in range(1, len(match.steps)) if match.steps[number - 1].events]
    found = [0, *telling, len(match.steps)]
    if len(found) <= most:
        return found
    return [found[round(index * (len(found) - 1) / (most - 1))] for index in range(most)]


def film(match: Match, *, after: Callable[[], None] = lambda: None) -> str:
    """Returns a match as an animated SVG, as a spectator saw it; calls `after` whenever a frame has been drawn."""
    most = MAX_FRAMES
    drawn: dict[int, str] = {}
    while True:
        reel = Film()
        since = 0
        for step in steps_shown(match, most):
            if step not in drawn:
                drawn[step] = match.at(step).svg()
                after()
            told = match.at(step).log(None, since)
            reel.add(drawn[step], ". ".join(str(event.words) for event in told))
            since = step
        found = reel.svg(str(match.game.title))
        if len(found.encode()) <= MAX_FILM_BYTES or most <= 2:
            return found
        most = max(2, most * 2 // 3)
