"""Units as printed counters: a silhouette on the colours of a faction, its key, damage and experience."""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from drumhead.core.draw.sheet import Sheet, escape, number, text
from drumhead.games.aces_armor.box.unit_types import GERMANS, team_of
from drumhead.games.aces_armor.draw.view_words import FLYING, is_done, short_key, unit_words

View = dict[str, Any]

PAINTS: Final = ("prussian", "iron", "carmine", "ochre")
"""The colours of the factions."""
EMBLEMS: Final = ("emblem-star-ring", "emblem-cross", "emblem-star", "emblem-cross-open")
"""The sign of every faction: a second cue beside its colour."""
_FATAL: Final = 6
_LETTERS: Final = 15
"""The size of letters on a counter: large enough to be read where a counter is 30 pixels wide."""

RULES: Final = (
    "".join(
        f".dh-army-{index}{{fill:{f'url(#dh-army-hatch-{index})' if index & 1 else f'${paint}'}}}"
        f".dh-paint-{index}{{fill:${paint}}}.dh-line-{index}{{stroke:${paint}-deep}}"
        f".dh-light-{index}{{fill:${paint}-light}}"
        for index, paint in enumerate(PAINTS)
    )
    + """
.dh-plate{stroke-width:1.1}
.dh-base{fill:$counter;stroke-width:1.2}
.dh-shine{fill:none;stroke:$highlight;stroke-width:1;opacity:.35}
.dh .dh-figure{color:$on-army}
.dh .dh-emblem{color:$on-army;opacity:.9}
.dh .dh-key{fill:$counter-ink;font-weight:700}
.dh .dh-hit{fill:$counter;font-weight:700}
.dh-roundel{fill:$counter-ink}
.dh .dh-level{color:$glow-halo}
.dh-level-disc{fill:$counter-ink;stroke:$glow-halo;stroke-width:.9}
.dh-hurt{fill:$wound;stroke:$counter;stroke-width:.8}
.dh-whole{fill:$counter;fill-opacity:.75;stroke:$counter-ink;stroke-width:.6}
.dh-done{fill:$field-edge;opacity:.38}
.dh-badge{fill:$counter;stroke:$counter-ink;stroke-width:1}
.dh .dh-badge-icon{color:$counter-ink}
.dh-air-shade{fill:$shadow;opacity:.22}
"""
)

DEFS: Final = "".join(
    f'<pattern id="dh-army-hatch-{index}" width="6" height="6" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate(45)"><rect class="dh-paint-{index}" width="6" height="6"/>'
    f'<rect class="dh-light-{index}" width="1.5" height="6"/></pattern>'
    for index in (1, 3)
)


class Face(NamedTuple):
    """All that decides how a counter looks, wherever it lies."""

    faction: int
    kind: str
    label: str
    hit: int
    damage: int
    level: int
    done: bool
    repairing: bool


def face_of(unit: View, phase: str) -> Face:
    """What decides how a unit looks."""
    return Face(
        unit["faction"],
        unit["kind"],
        short_key(unit["key"]),
        unit["hits_on"],
        min(unit["damage"], _FATAL),
        unit["level"],
        is_done(unit, phase),
        bool(unit.get("repairing")),
    )


def outline(*, flying: bool, team: int, out: float = 0) -> str:
    """The data of the edge of a counter: round for aircraft, corners rounded for the Allies and cut for the Germans."""
    if flying:
        r = number(23.5 + out)
        return f"M-{r} 0a{r} {r} 0 1 1 {number(47 + 2 * out)} 0a{r} {r} 0 1 1 -{number(47 + 2 * out)} 0z"
    x, y, cut = 22.5 + out, 21.5 + out, 6 + out / 2
    across, down, c = number(2 * (x - cut)), number(2 * (y - cut)), number(cut)
    arc = f"a{c} {c} 0 0 1 {{}}" if team == 0 else "l{}"
    turns = [arc.format(step) for step in (f"{c} {c}", f"-{c} {c}", f"-{c}-{c}", f"{c}-{c}")]
    return f"M-{number(x - cut)}-{number(y)}h{across}{turns[0]}v{down}{turns[1]}h-{across}{turns[2]}v-{down}{turns[3]}z"


@lru_cache(maxsize=2048)
def drawn(face: Face) -> tuple[str, frozenset[str]]:
    """A counter around the origin, and the icons it needs; drawn once for all that look the same."""
    sheet = Sheet()
    flying = face.kind in FLYING
    edge = outline(flying=flying, team=team_of(face.faction))
    faction = face.faction
    if flying:  # it casts its shadow from higher up
        sheet.add(f'<path class="dh-air-shade" transform="translate(5 7)" d="{edge}"/>')
    else:
        sheet.add(f'<path class="dh-shade" transform="translate(1.5 2.5)" d="{edge}"/>')
    sheet.add(f'<path class="dh-base dh-body dh-line-{faction}" d="{edge}"/>')
    sheet.add(f'<path class="dh-army-{faction} dh-plate dh-line-{faction}" d="{_plate(face)}"/>')
    top = -22 if flying else -20.5
    sheet.icon(f"unit-{face.kind}", -13, top + 1, 26, "dh-figure")
    sheet.icon(EMBLEMS[faction], -20.5 if not flying else -18, top + (1.4 if not flying else 8), 8, "dh-emblem")
    _band(sheet, face)
    if face.damage:
        _damage(sheet, face.damage)
    if face.level:
        x, y = (14.5, -14.5) if not flying else (15.5, -13)
        sheet.add(f'<circle class="dh-level-disc" cx="{x}" cy="{y}" r="7"/>')
        sheet.icon(f"level-{face.level}", x - 5, y - 5, 10, "dh-level")
    if face.done:
        sheet.add(f'<path class="dh-done" d="{edge}"/>')
    if face.repairing:
        sheet.add('<circle class="dh-token" cx="-17" cy="17" r="8"/>')
        sheet.icon("spanner", -22, 12, 10, "dh-badge-icon")
    return "".join(sheet.parts), frozenset(sheet.used)


def _plate(face: Face) -> str:
    """The data of the coloured part of a counter."""
    if face.kind in FLYING:
        return "M-22.6 6.4A23.5 23.5 0 1 1 22.6 6.4z"
    if team_of(face.faction) == GERMANS:
        return "M-22.5 7.5V-15.5L-16.5-21.5H16.5L22.5-15.5V7.5z"
    return "M-22.5 7.5V-15.5A6 6 0 0 1-16.5-21.5H16.5A6 6 0 0 1 22.5-15.5V7.5z"


def _band(sheet: Sheet, face: Face) -> None:
    """The key of a unit and the highest face that hits."""
    flying = face.kind in FLYING
    x, y, hit_x, hit_y = (-7.5, 17.4, 8.5, 12.8) if flying else (-20.6, 19.6, 14.4, 14.2)
    anchor, room = ("middle", 17) if flying else ("", 26)
    sheet.add(text(face.label[:4], x, y, "dh-key", size=_LETTERS, anchor=anchor, room=room))
    if face.kind != "v2":
        sheet.add(f'<circle class="dh-roundel" cx="{hit_x}" cy="{hit_y}" r="7.4"/>')
        sheet.add(text(face.hit, hit_x, hit_y + 5.1, "dh-hit", size=_LETTERS, anchor="middle", room=12))


def _damage(sheet: Sheet, damage: int) -> None:
    """Six pips, red as far as a unit is hurt."""
    for index in range(_FATAL):
        kind = "dh-hurt" if index < damage else "dh-whole"
        sheet.add(f'<rect class="{kind}" x="{-18.6 + 6.3 * index:g}" y="3.4" width="5.7" height="5.4" rx="1.2"/>')


def draw_unit(sheet: Sheet, view: View, unit: View, x: float, y: float, scale: float = 1) -> None:
    """Draws a unit around a point."""
    able, phase = unit["key"] in view["can_act"], view["phase"]
    known = repr(unit), phase, x, y, scale, able
    sheet.again(known, lambda part: _unit(part, unit, phase, (x, y, scale), able=able))


def _unit(sheet: Sheet, unit: View, phase: str, spot: tuple[float, float, float], *, able: bool) -> None:
    key, (x, y, scale) = str(unit["key"]), spot
    body, used = drawn(face_of(unit, phase))
    sheet.used |= used
    sized = f" scale({scale:.2f})" if scale != 1 else ""
    words, kind = escape(unit_words(unit)), "dh-unit dh-can" if able else "dh-unit"
    sheet.add(
        f'<g class="{kind}" data-key="{escape(key)}" role="img" aria-label="{words}" '
        f'transform="translate({number(x)} {number(y)}){sized}"><title>{words}</title>'
    )
    if able:
        edge = outline(flying=unit["kind"] in FLYING, team=team_of(unit["faction"]), out=2)
        sheet.add(f'<path class="dh-halo" d="{edge}"/>', body, f'<path class="dh-glow" d="{edge}"/></g>')
    else:
        sheet.add(body, "</g>")
