"""The icon set shared by the games: small line drawings on a square of 20, and dice."""

from functools import cache
from typing import Final

from drumhead.core.draw.machines import MACHINES
from drumhead.core.draw.strokes import disc as _disc
from drumhead.core.draw.strokes import flat as _flat
from drumhead.core.draw.strokes import line as _line
from drumhead.core.draw.strokes import path as _path
from drumhead.core.draw.strokes import ring as _ring
from drumhead.core.draw.strokes import solid as _solid
from drumhead.core.draw.strokes import star as _star

_DROP: Final = "M10 2.5C12.6 6.3 15 9.2 15 12.4A5 5 0 0 1 5 12.4C5 9.2 7.4 6.3 10 2.5z"
_SHIELD: Final = "M10 2.2L16.5 4.4V9.6C16.5 13.6 13.8 16.4 10 18C6.2 16.4 3.5 13.6 3.5 9.6V4.4z"

# One picture a trait. The three bonuses are drawn without their number, which is written beside them.
_TRAITS: Final[dict[str, str]] = {
    # strings from a cross of wood to a puppet
    "control": _path("M3 4.2h14M10 1.8v5M4.6 4.2L7.6 12M15.4 4.2L12.4 12M10 7v3.4") + _disc(10, 14.6, 3.6),
    # two tokens, one upon the other
    "double-order": _ring(12.6, 7.4, 5) + '<circle cx="7.4" cy="12.6" r="5" fill="currentColor"/>',
    # a drum with its sticks
    "excite": _path("M3.5 9.5v5c0 1.8 2.9 3.2 6.5 3.2s6.5-1.4 6.5-3.2v-5M5.6 1.8l5 6.6M14.4 1.8l-5 6.6")
    + '<ellipse cx="10" cy="9.5" rx="6.5" ry="2.8"/>',
    "galvanize": _solid("M11.6 1.8L4.6 11.2H9.2L8 18.2L15.4 8.2H10.6z"),
    "heal": _path("M7.4 2.6h5.2v4.8h4.8v5.2h-4.8v4.8H7.4v-4.8H2.6V7.4h4.8z"),
    # a sword
    "engagement": _path("M10 1.8L12.2 4.4V11.8H7.8V4.4zM5 12h10M10 12v5.4M8.4 17.8h3.2"),
    # a drawn bow
    "shooting": _path("M7 1.8C14.4 4.4 14.4 15.6 7 18.2L3.4 10zM3.4 10h11") + _solid("M18.6 10l-5 3V7z"),
    # a drop and another
    "wounds": _solid("M8 3.4C10 6.4 12 8.8 12 11.6A4 4 0 0 1 4 11.6C4 8.8 6 6.4 8 3.4z")
    + _path("M14.6 10.4C15.8 12.2 17 13.6 17 15.2A2.4 2.4 0 0 1 12.2 15.2C12.2 13.6 13.4 12.2 14.6 10.4z"),
    # a man and the boy who runs along
    "auxiliary": _ring(7.4, 5.6, 3)
    + _path("M2.4 17.4c0-4.4 2-7 5-7s5 2.6 5 7")
    + _disc(15, 10.6, 2)
    + _solid("M12.6 17.4c0-2.8 1-4 2.4-4s2.4 1.2 2.4 4z"),
    # fangs and a drop
    "blood-lust": _path("M2.6 4.4q7.4 4.4 14.8 0")
    + _solid("M5 5.6l1.6 6.4L8.8 6.7zM15 5.6l-1.6 6.4-2.2-5.3z")
    + _solid("M10 12.4c1 1.5 1.8 2.4 1.8 3.6a1.8 1.8 0 0 1-3.6 0c0-1.2.8-2.1 1.8-3.6z"),
    # a token broken in two
    "disband": _path("M8.6 2.8A7.2 7.2 0 0 0 7 16.8L9.4 13.4L6.6 10L10 6.6z")
    + _path("M13 3.2A7.2 7.2 0 0 1 11 17.2L13.2 13.6L10.4 10.2L13.8 6.8z"),
    "fast": _path("M3 4l6 6-6 6M8.4 4l6 6-6 6M13.6 4l4 6-4 6"),
    # a pike planted against what comes, and a one
    "first-strike": _path("M2.4 17.6L11 9M13.4 13.4l2.4-1.8v6.2") + _solid("M15.6 2.6l-1.6 6.6-5-5z"),
    # a wing
    "flying": _path(
        "M2.6 5.2C6 3.4 12 3 17.4 6.2C16.6 8.6 14.8 9.6 12.8 9.8C13 11.8 11.4 13 9.4 13C9.4 15 7.8 16 5.8 15.8"
    )
    + _path("M2.6 5.2C2.2 9 3 13 5.8 15.8M6.4 7.4C8 8.6 10.6 9.6 12.8 9.8M5.4 9.8C6.4 11.4 7.8 12.6 9.4 13"),
    # a flame
    "fury": _path(
        "M10.6 1.8C11.4 5.6 16 8 16 12.4A6 5.8 0 0 1 4 12.4"
        "C4 10 5.4 8.4 6.4 7C6.8 8.6 7.6 9.4 8.4 9.6C8 6.6 8.6 4 10.6 1.8z"
    )
    + _solid("M10.2 11c.6 1.6 2.2 2.2 2.2 4a2.3 2.3 0 0 1-4.6 0c0-1.6 1.6-2.4 2.4-4z"),
    # a horseshoe
    "impetus": '<path d="M5.6 16.6C2.4 10 3.6 3.4 10 3.4s7.6 6.6 4.4 13.2" stroke-width="3"/>'
    + _path("M3.6 17.2h3.6M12.8 17.2h3.6"),
    "leader": _path("M3 15.6L2.4 6.4L6.8 10L10 3.6L13.2 10L17.6 6.4L17 15.6z") + _disc(10, 12.8, 1.3),
    # a long way up, and down on a mark
    "long-range": _path("M2.4 15.6C4.4 3.6 12 1.6 15 11")
    + _solid("M16 14.8l-4-3.4 4.6-1.8z")
    + _path("M11.6 17.6h6.4"),
    # through the line
    "overwhelming": _path("M1.8 10h10M8.4 2.4v4.2M8.4 13.4v4.2M12.4 2.4v3M12.4 14.6v3")
    + _solid("M18.4 10l-6.4 4.2V5.8z"),
    "prestige": _star(5, 8.2, 3.5, 10.6),
    # a blow turned round
    "reactive": _path("M4 15.4h7a4.8 4.8 0 0 0 0-9.6H7") + _solid("M3 5.8l5-3.8v7.6z"),
    # a sprout
    "regenerate": _path("M10 18v-8")
    + _path("M10 11C5.6 11.4 3 8.6 3 4.6C7.4 4.2 10 6.8 10 11z")
    + _solid("M10 13.4C10.2 9.8 12.8 7.8 17 8.2C16.8 11.8 14.2 14 10 13.4z"),
    # a heart run through
    "sacrifice": _path(
        "M10 17C5.4 13.4 2.6 10.8 2.6 7.4A3.7 3.7 0 0 1 10 6.2A3.7 3.7 0 0 1 17.4 7.4C17.4 10.8 14.6 13.4 10 17z"
    )
    + _path("M4.6 16.4L15.4 3.6"),
    # an eye
    "scout": _path("M1.8 10C4.2 6 7 4.4 10 4.4S15.8 6 18.2 10C15.8 14 13 15.6 10 15.6S4.2 14 1.8 10z")
    + _disc(10, 10, 2.8),
    # there and gone again
    "skirmish": _path("M2.6 15.8l4-8.6 4 6.8 3.4-7") + _solid("M16.8 2.4l.6 6.4-5.6-2.6z"),
    # a snail
    "slow": _path("M1.8 16.6h13.4c1.6 0 2.2-1.2 2-3L16.6 8M14.4 5.4L16.2 8L18.6 6")
    + _path("M7.8 16.6a5 5 0 1 1 5-5a3.2 3.2 0 1 1-4.8 .8"),
    "tough": _path(_SHIELD) + _solid("M10 5.4L13.6 6.6V9.8C13.6 12 12.2 13.6 10 14.8z"),
    # a fan of shots
    "wide-arc": _path("M10 17.2L2.4 7.2C6.6 3 13.4 3 17.6 7.2zM10 17.2V4.2"),
}

_SIGNS: Final[dict[str, str]] = {
    "drop": _path(_DROP),
    "drop-full": _solid(_DROP),
    "dead": _path("M5.8 13.6C3.8 12.4 3 10.6 3 8.6C3 5 6 2.4 10 2.4s7 2.6 7 6.2c0 2-.8 3.8-2.8 5v3H5.8z")
    + _disc(7.2, 9, 1.8)
    + _disc(12.8, 9, 1.8)
    + _path("M8.6 16.6v-2.2M11.4 16.6v-2.2"),
    "swords": _path("M17 3L6.6 13.4M3 3l10.4 10.4M4.2 11.4l4.4 4.4M15.8 11.4l-4.4 4.4M6.2 13.8L3 17M13.8 13.8L17 17"),
    "hits": _star(8, 9, 5.2),
    "moved": _path("M2.6 13.6C4 7.6 8 5.4 13.4 6.6") + _solid("M18.2 8.8l-6.2 2.2 1.6-6.8z") + _path("M2.6 17h6"),
    "arrow": _solid("M10 1.8l6.4 8h-3.6v8H7.2v-8H3.6z"),
    "stack": _path("M3 6.4L10 3l7 3.4-7 3.4zM3 10l7 3.4L17 10M3 13.6L10 17l7-3.4"),
    "laurel": _path("M6 17.6C2.8 14.6 2 9.6 4.6 4M14 17.6c3.2-3 4-8 1.4-13.6M6 17.6c2.6-.4 5.4-.4 8 0")
    + _solid("M4.6 4C6.6 4.4 7.4 6 6.8 8C4.8 7.4 4 6 4.6 4zM3.4 9.4c2 .2 3.4 1.6 3.2 3.6-2-.2-3.2-1.6-3.2-3.6z")
    + _solid("M15.4 4c-2 .4-2.8 2-2.2 4c2-.6 2.8-2 2.2-4zM16.6 9.4c-2 .2-3.4 1.6-3.2 3.6c2-.2 3.2-1.6 3.2-3.6z"),
    "hourglass": _path(
        "M5 2.4h10M5 17.6h10M6.2 2.4c0 4 2.4 5.6 3.8 7.6c1.4-2 3.8-3.6 3.8-7.6M6.2 17.6c0-4 2.4-5.6 3.8-7.6"
    )
    + _path("M10 10c1.4 2 3.8 3.6 3.8 7.6"),
    **{
        f"sector-{place}": "".join(
            (_solid if column == place else _path)(f"M{1.4 + 6.6 * column:g} 6h4v8h-4z") for column in range(3)
        )
        for place in range(3)
    },
}

_MAN: Final = _flat("M6.5 8.6Q9.4 7.5 12.2 8.5L14.6 10.6L13.7 12L12 10.9V12.6H7V11.4L6.2 12.9L4.9 12.2z") + _flat(
    "M7 13.1H12L13.5 18.7H11L9.5 15.4L8 18.7H5.4z"
)
_MUSKET: Final = _line("M14.3 4.6V15", 1.4) + _line("M14.3 4.6V1", 0.8)
_HORSE: Final = _flat(
    "M2.9 10.6C3.6 9.2 5.2 8.9 7 9.1L11.2 9.3C12.6 8.6 13.4 6.9 14.4 5.5L15 4.1L15.9 5.2C17.1 5.9 18.2 7.2 18.9 8.5"
    "L17.8 9.8L15.9 9C15.5 10.4 15.2 11.7 14.4 12.8L15.8 14.2L18 13.8L18.4 15.2L14.9 16.1L12.6 14.2L12.3 16.1"
    "L13.4 18.9H11.8L10.4 16.1L10.1 14.1C8.8 14.3 7.6 14.1 6.6 13.8L5.9 15.6L6.8 18.9H5.2L3.9 15.7L4.1 13.9"
    "L2.9 15.1L1.9 18.4L.4 17.9L1.3 14.4L2.5 12.6zM3.3 10.1C1.5 9.7.7 11.3.3 13.9C1.5 13.5 2.3 12.5 2.7 11.7z"
)
_RIDER: Final = _flat("M6.9 9.4L7.3 5.9Q9.1 4.4 11 5.7L11.3 9.6L12.2 12.2L10.4 12.7L9.4 9.9z")

# Men of tin, facing right: silhouettes that differ in their hats, weapons and mounts.
_TROOPS: Final[dict[str, str]] = {
    "infantry": _flat("M7.5 4.9L7 1.5H12.2L11.6 4.9L13.3 5.7H7.3z")
    + _disc(9.6, 0.9, 0.9)
    + _disc(9.7, 6.6, 1.6)
    + _MAN
    + _MUSKET,
    # the bearskin of the guards, with its plume
    "guard": _flat("M6.6 5.3C5.7 1.7 6.9.1 9.6.1S13.5 1.7 12.6 5.3z")
    + _flat("M8.1 5.9H11.3C11.3 7.5 10.7 8.3 9.7 8.3S8.1 7.5 8.1 5.9z")
    + _flat("M5.6 4.9C4 3.9 3.6 1.9 4.4.4C5.7 1.3 6 3.1 5.6 4.9z")
    + _MAN
    + _MUSKET,
    # a crested helmet and a drawn sword
    "heavy": _HORSE
    + _RIDER
    + _flat("M7.6 4.6C7.2 3 7.8 1.6 9.2 1.6S11.1 2.8 10.8 4.6z")
    + _flat("M11.4 1.9C10.2.3 7 .2 6.3 2.4C6 3.6 5.6 4.4 4.9 5C6.3 5.1 7 4.3 7.2 3C7.6 1.8 9.6 1.4 11.4 1.9z")
    + _line("M10.6 6.6L13.4 6.3", 1.6)
    + _line("M13.3 6.6L17.6 1.2", 1.2),
    # a lance with its pennon
    "light": _HORSE
    + _RIDER
    + _disc(9.1, 4.1, 1.4)
    + _flat("M7.7 3.6L7.9 1.2H10.5L10.4 3.6z")
    + _line("M11 7.4L12.9 7.2", 1.5)
    + _line("M12.2 12.4L14 .7", 1)
    + _flat("M13.9.8L19 1.2L17.2 2.7L18.7 4.4L13.4 4z"),
    "artillery": _line("M7.6 13.4L1 17.4", 1.9)
    + _flat("M2.9 9.6L3.6 8L5 8.3L16.9 3.9L17.5 2.9L18.9 6.5L17.8 6.5L6.8 12L4.2 12.6z")
    + '<circle cx="8.4" cy="13.4" r="4.9" stroke-width="1.5"/>'
    + _line("M8.4 8.8V18M3.8 13.4H13M5.1 10.1L11.7 16.7M11.7 10.1L5.1 16.7", 0.8)
    + _disc(8.4, 13.4, 1.5),
    "horse-artillery": _line("M9.9 14.6L5 17.6", 1.5)
    + _flat("M6.6 11.3L7.1 10.2L17.7 6.6L18.3 5.8L19.5 8.9L18.4 8.9L9.8 12.9z")
    + '<circle cx="11" cy="14.6" r="3.9" stroke-width="1.3"/>'
    + _line("M11 11V18.2M7.4 14.6H14.6M8.5 12.1L13.5 17.1M13.5 12.1L8.5 17.1", 0.7)
    + _flat("M.6 12.8C.4 8.6 1.6 5 4.6 3.2L5 1.6L6.1 2.9C7.6 3.5 9 5 9.9 6.8L8.5 8.4L6.2 7.5C5.9 9.2 6 10.9 5 12.8z"),
    # a bicorne with its cockade, and epaulettes
    "brigadier": '<path fill-rule="evenodd" fill="currentColor" stroke="none" '
    'd="M2.2 8.3C1.3 6.4 2.9 5.7 4 3.9C5.2 1.9 7.4.7 10 .7S14.8 1.9 16 3.9C17.1 5.7 18.7 6.4 17.8 8.3'
    'C15.4 6.9 12.8 6.3 10 6.3S4.6 6.9 2.2 8.3zM8.4 3.6a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"/>'
    + _disc(10, 3.6, 0.8)
    + _flat("M6.9 7.8Q10 6.9 13.1 7.8C13.2 10.1 12 12 10 12S6.8 10.1 6.9 7.8z")
    + _flat("M5.2 19.2V13.9L7.3 12.6L10 15.2L12.7 12.6L14.8 13.9V19.2z")
    + _flat("M1.3 16.4C1.3 14.6 2.6 13.8 4.4 13.8V16.4zM18.7 16.4C18.7 14.6 17.4 13.8 15.6 13.8V16.4z")
    + _line("M1.9 17.2V18.9M3.1 17.2V18.9M4.2 17.2V18.9M18.1 17.2V18.9M16.9 17.2V18.9M15.8 17.2V18.9", 0.7),
}

# What can befall a troop on a map.
_STATES: Final[dict[str, str]] = {
    # a chain whose links have parted
    "cut-off": _line("M8 13L6.6 14.4a3 3 0 0 1-4.2-4.2L5.2 7.4a3 3 0 0 1 3.4-.6", 2.3)
    + _line("M12 7L13.4 5.6a3 3 0 0 1 4.2 4.2L14.8 12.6a3 3 0 0 1-3.4.6", 2.3)
    + _line("M7.6 1.6L8.6 4M12.4 18.4L11.4 16", 1.9),
    "about-turn": _line("M5 17V8.4a4.6 4.6 0 0 1 9.2 0V12", 2.4) + _flat("M14.2 18L9.8 11.4H18.6z"),
    "spark": _flat(
        "M10 .6L12 7.2L17.4 2.6L12.8 8L19.4 10L12.8 12L17.4 17.4L12 12.8L10 19.4L8 12.8L2.6 17.4"
        "L7.2 12L.6 10L7.2 8L2.6 2.6L8 7.2z"
    ),
    # a gun's ball on its way
    "shot": _disc(13.6, 10, 5) + _line("M1.6 6.6H6.4M.8 10H5.6M1.6 13.4H6.4", 1.6),
}

_PIPS: Final = {1: "c", 2: "nz", 3: "ncz", 4: "nmyz", 5: "nmcyz", 6: "nmlryz"}
_AT: Final = {
    "n": (5.3, 5.2),
    "m": (14.7, 5.2),
    "l": (5.3, 10),
    "c": (10, 10),
    "r": (14.7, 10),
    "y": (5.3, 14.8),
    "z": (14.7, 14.8),
}


def _die(face: int, colour: str) -> str:
    pips = "".join(
        f'<circle class="dh-pip-{colour}" cx="{x:g}" cy="{y:g}" r="2.1"/>'
        for x, y in (_AT[p] for p in _PIPS.get(face, ""))
    )
    body = f'<rect class="dh-die-{colour}" x="0.8" y="0.8" width="18.4" height="18.4" rx="4"/>'
    shine = '<path class="dh-die-shine" d="M4.6 2.6h10.8"/>'
    return f'<g stroke-width="1">{body}{shine}{pips}</g>'


_TOKEN: Final = (
    '<circle class="dh-token" cx="10" cy="10" r="8.8"/><circle class="dh-token-ring" cx="10" cy="10" r="6.4"/>'
    '<path class="dh-token-mark" d="M6.6 10.8L10 7.4l3.4 3.4M6.6 13.8L10 10.4l3.4 3.4"/>'
)

ICONS: Final[dict[str, str]] = {
    **{f"trait-{name}": drawing for name, drawing in _TRAITS.items()},
    **_SIGNS,
    **{f"troop-{kind}": drawing for kind, drawing in _TROOPS.items()},
    **_STATES,
    **MACHINES,
    **{f"die-{kind}-{face}": _die(face, kind) for kind in ("black", "white") for face in range(7)},
    "token": _TOKEN,
    "coin": '<circle class="dh-token" cx="10" cy="10" r="8.8"/>',
}

# What dice and tokens need of a style sheet; lines take the colour of the text around them.
RULES: Final = """
.dh-die-black{fill:$die-black;stroke:$die-black-pip;stroke-width:1}
.dh-pip-black{fill:$die-black-pip;stroke:none}
.dh-die-white{fill:$die-white;stroke:$die-white-pip;stroke-width:1.3}
.dh-pip-white{fill:$die-white-pip;stroke:none}
.dh-die-shine{stroke:$highlight;stroke-width:1;opacity:.35}
.dh-token{fill:$token;stroke:$token-deep;stroke-width:1.2}
.dh-token-ring{fill:none;stroke:$token-deep;stroke-width:.8;opacity:.7}
.dh-token-mark{fill:none;stroke:$token-deep;stroke-width:1.6}
"""


def trait_icon(trait: str) -> str:
    """Returns the name of the icon for a trait as printed, such as `Fast` or `+2 Engagement`."""
    name = trait.split(" ", 1)[1] if trait.startswith("+") else trait
    return f"trait-{name.lower().replace(' ', '-')}"


@cache
def symbol(name: str) -> str:
    """Returns an icon as an SVG symbol with the id `dh-NAME`."""
    return (
        f'<symbol id="dh-{name}" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.7" '
        f'stroke-linecap="round" stroke-linejoin="round">{ICONS[name]}</symbol>'
    )
