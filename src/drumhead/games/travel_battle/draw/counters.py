"""Pieces drawn as counters: a man of tin in the colours of his army, on a band in those of his brigade."""

from functools import lru_cache
from math import hypot
from typing import Any, Final, NamedTuple

from drumhead.core.draw.sheet import Sheet, escape, number, text
from drumhead.games.travel_battle.draw.layout import PLATE, Spot
from drumhead.games.travel_battle.draw.view_words import KINDS, unit_words

View = dict[str, Any]

RULES: Final = """
.dh-back{fill:$counter;stroke-width:3}
.dh-back-0{stroke:$carmine}
.dh-back-1{stroke:url(#dh-hatch)}
.dh-rim-line{fill:none;stroke:$highlight;stroke-width:1;opacity:.4}
.dh-band-1{fill:$brigade-one}
.dh-band-2{fill:$brigade-two}
.dh-band-3{fill:$brigade-three}
.dh-band-0{fill:$counter}
.dh .dh-man{color:$on-army}
.dh .dh-man-0{color:$carmine}
.dh .dh-man-1{color:$prussian}
.dh-field-0{fill:$carmine}
.dh-field-1{fill:$prussian}
.dh .dh-letter{fill:$on-army;font-weight:700}
.dh .dh-letter-0{fill:$carmine;font-weight:700}
.dh .dh-letter-1{fill:$prussian;font-weight:700}
.dh .dh-key{fill:$counter-ink;font-weight:700}
.dh-roundel{fill:$counter-ink}
.dh .dh-number{fill:$counter;font-weight:700}
.dh-done{fill:$field-edge;opacity:.4}
.dh-badge{fill:$counter;stroke:$counter-ink;stroke-width:1}
.dh .dh-badge-icon{color:$counter-ink}
.dh .dh-badge-bad{color:$wound}
"""


class Face(NamedTuple):
    """All that decides how a piece looks, wherever it stands."""

    form: str
    w: float
    h: float
    seat: int
    kind: str
    key: str
    brigade: int
    turned: bool
    cut_off: bool
    done: bool

    @property
    def flipped(self) -> bool:
        """Returns whether the man looks to the left: the armies look at each other, turned units away."""
        return (self.seat == 1) != self.turned


def polygon(corners: list[tuple[float, float, float]]) -> str:
    """The data of a closed shape; each corner has its own radius."""
    parts = []
    for index, (x, y, radius) in enumerate(corners):
        ends = []
        for to_x, to_y, _ in (corners[index - 1], corners[(index + 1) % len(corners)]):
            far = hypot(to_x - x, to_y - y) or 1
            ends.append(f"{number(x + (to_x - x) * radius / far)} {number(y + (to_y - y) * radius / far)}")
        parts.append(f"L{ends[0]}Q{number(x)} {number(y)} {ends[1]}" if radius else f"L{number(x)} {number(y)}")
    return "M" + "".join(parts)[1:] + "z"


def outline(form: str, w: float, h: float, out: float = 0) -> str:
    """The data of the edge of a piece at the origin, or of a line that far outside it."""
    if form == "round":
        r = number(w / 2 + out)
        across = number(w + 2 * out)
        return f"M{number(-out)} {number(h / 2)}a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1 -{across} 0z"
    if form == "diamond":
        far = out * 1.4
        tips = [(w / 2, -far), (w + far, h / 2), (w / 2, h + far), (-far, h / 2)]
        return polygon([(x, y, 4 + out) for x, y in tips])
    radius = 5 + out
    return polygon([(x, y, radius) for x, y in ((-out, -out), (w + out, -out), (w + out, h + out), (-out, h + out))])


def band_class(brigade: int) -> str:
    """The class of the colour of a brigade."""
    return f"dh-band-{brigade if brigade in (1, 2, 3) else 0}"


def _band(form: str, w: float, h: float) -> str:
    """The data of the part of a piece that shows the colour of its brigade."""
    if form == "half":
        return polygon([(w - 14, 0, 0), (w, 0, 5), (w, h, 5), (w - 14, h, 0)])
    if form == "diamond":
        return polygon([(5.5, h - 19.5, 0), (w - 5.5, h - 19.5, 0), (w / 2, h, 4)])
    if form == "round":
        return f"M3.4 {number(h - 14)}h{number(w - 6.8)}A{number(w / 2)} {number(h / 2)} 0 0 1 3.4 {number(h - 14)}z"
    return polygon([(0, h - 13, 0), (w, h - 13, 0), (w, h, 5), (0, h, 5)])


class _Plan(NamedTuple):
    """Where things are on a piece of some form: the man, his letter, the key, the number, and two badges."""

    man: tuple[float, float, float]
    letter: tuple[float, float, float]
    key: tuple[float, float, float]
    number: tuple[float, float, float]
    badges: tuple[tuple[float, float], tuple[float, float]]
    badge: float


def _plan(form: str, w: float, h: float) -> _Plan:
    """Where things are on a piece of this form and size."""
    plans = {
        "half": _Plan(
            man=(-4, h / 2 - 10.5, 21),
            letter=(w - 7, h - 2.4, 12),
            key=(13.4, h / 2 + 4, 12),
            number=(w - 7, 7, 6.4),
            badges=((3.5, h - 4.5), (3.5, 4.5)),
            badge=5,
        ),
        "diamond": _Plan(
            man=(w / 2 - 11, 6, 22),
            letter=(w - 11.5, h / 2 + 2.5, 12),
            key=(w / 2, h - 10, 12),
            number=(10.5, h / 2 - 1, 6.6),
            badges=((w - 7, 8), (7, 8)),
            badge=8,
        ),
        "round": _Plan(
            man=(w / 2 - 12.5, 4, 25),
            letter=(0, 0, 0),
            key=(w / 2 - 1.5, h - 4.4, 12),
            number=(w - 5.5, h - 13, 6.8),
            badges=((w - 4, 6), (4, 6)),
            badge=8,
        ),
    }
    square = _Plan(
        man=(w / 2 - 13, 2.5, 27),
        letter=(4.2, 13, 12),
        key=(3, h - 2.4, 12),
        number=(w - 7.5, h - 6.5, 6.6),
        badges=((w - 4, 5), (w - 4, 20.5)),
        badge=8,
    )
    return plans.get(form, square)


def _marks(sheet: Sheet, face: Face, plan: _Plan) -> None:
    """The key of a piece, the number of its brigade, the letter of its kind."""
    half = face.form == "half"
    on_face = f"dh-letter-{face.seat}" if face.turned else "dh-letter"
    x, y, size = plan.key
    room = face.w - 18 if face.form == "square" else 20.4
    middle = face.form in ("diamond", "round")
    sheet.add(
        text(face.key, x, y, on_face if half else "dh-key", size=size, anchor="middle" if middle else "", room=room)
    )
    if face.brigade:
        x, y, radius = plan.number
        sheet.add(f'<circle class="dh-roundel" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>')
        sheet.add(text(face.brigade, x, y + 4.2, "dh-number", size=12, anchor="middle"))
    x, y, size = plan.letter
    if size:
        mounted = face.kind == "horse-artillery"
        letter = "HA" if mounted else KINDS[face.kind][0]
        # behind the man's back, where no weapon is, or before the horse's head
        behind = face.form == "square" and face.flipped != mounted
        anchor = "middle" if half else "end" if behind else ""
        sheet.add(text(letter, face.w - x if behind else x, y, "dh-key" if half else on_face, size=size, anchor=anchor))


def _badges(sheet: Sheet, face: Face, plan: _Plan) -> None:
    """What hinders a unit: a broken chain, an about-turn."""
    found = [("cut-off", "dh-badge-bad")] * face.cut_off + [("about-turn", "dh-badge-icon")] * face.turned
    for (x, y), (icon, ink) in zip(plan.badges, found, strict=False):
        radius = plan.badge
        at = face.w - x if face.form == "square" and face.flipped else x
        sheet.add(f'<circle class="dh-badge" cx="{number(at)}" cy="{number(y)}" r="{number(radius)}"/>')
        size = radius * 1.7
        sheet.icon(icon, at - size / 2, y - size / 2, size, ink)


@lru_cache(maxsize=2048)
def _face(face: Face) -> tuple[str, frozenset[str]]:
    """A piece at the origin and the icons on it, drawn once and kept."""
    sheet = Sheet()
    edge = outline(face.form, face.w, face.h)
    plan = _plan(face.form, face.w, face.h)
    for shift in ("1.4 3", "0.7 1.5"):
        sheet.add(f'<path class="dh-shade" d="{edge}" transform="translate({shift})"/>')
    side = f"dh-back dh-back-{face.seat}" if face.turned else f"dh-plate-{face.seat}"
    inner = outline(face.form, face.w, face.h, -1.5) if face.turned else edge
    sheet.add(f'<path class="{side} dh-body" d="{inner}"/>')
    sheet.add(f'<path class="{band_class(face.brigade)}" d="{_band(face.form, face.w, face.h)}"/>')
    sheet.add(f'<path class="dh-rim-line" d="{outline(face.form, face.w, face.h, -1)}"/>')
    x, y, size = plan.man
    ink = f"dh-man-{face.seat}" if face.turned else "dh-man"
    if face.flipped:
        sheet.add(f'<g transform="translate({number(2 * x + size)} 0) scale(-1 1)">')
        sheet.icon(f"troop-{face.kind}", x, y, size, ink)
        sheet.add("</g>")
    else:
        sheet.icon(f"troop-{face.kind}", x, y, size, ink)
    _marks(sheet, face, plan)
    if face.done:
        sheet.add(f'<path class="dh-done" d="{edge}"/>')
    _badges(sheet, face, plan)
    return "".join(sheet.parts), frozenset(sheet.used)


def is_done(unit: View) -> bool:
    """Returns whether a unit has had its turn: it has moved, fired or fought."""
    return bool(unit.get("moved") or unit.get("fired") or unit.get("fought"))


def piece_face(kind: str, brigade: int) -> tuple[str, frozenset[str]]:
    """A piece in no battle yet, of a brigade or of none: its counter at the origin, and the icons on it."""
    form = "round" if kind == "brigadier" else "square"
    letter = KINDS[kind][0].upper()
    return _face(Face(form, PLATE, PLATE, 0, kind, letter, brigade, turned=False, cut_off=False, done=False))


def draw_piece(sheet: Sheet, spot: Spot, can: set[str], fighting: set[str]) -> None:
    """A piece on the field or in reserve, with its key and its words; pale when it is done, but not while it fights."""
    able, fights = spot.unit["key"] in can, spot.unit["key"] in fighting
    known = repr(spot.unit), spot.box, spot.form, able, fights
    sheet.again(known, lambda part: _piece(part, spot, able=able, fights=fights))


def _piece(sheet: Sheet, spot: Spot, *, able: bool, fights: bool) -> None:
    unit, box = spot.unit, spot.box
    words = escape(unit_words(unit))
    on_field = unit["where"] == "field"
    sheet.add(
        f'<g class="{"dh-unit dh-can" if able else "dh-unit"}" data-key="{escape(unit["key"])}" role="img" '
        f'aria-label="{words}" transform="translate({number(box.x)} {number(box.y)})"><title>{words}</title>'
    )
    if able:
        ring = outline(spot.form, box.w, box.h, 1.5)
        sheet.add(f'<path class="dh-halo" d="{ring}"/><path class="dh-glow" d="{ring}"/>')
    face = Face(
        spot.form,
        box.w,
        box.h,
        unit["seat"],
        unit["kind"],
        unit["key"],
        unit["brigade"],
        bool(unit.get("turned")),
        on_field and not unit.get("in_command", True),
        unit["where"] == "removed" or (on_field and is_done(unit) and not fights),
    )
    drawn, icons = _face(face)
    sheet.used |= icons
    sheet.add(drawn, f'<rect class="dh-touch" width="{number(box.w)}" height="{number(box.h)}"/></g>')
