"""Icons of a war of machines: units by kind, works, emblems, weather. Vehicles face right, aircraft fly up."""

from math import cos, pi, sin
from typing import Final

from drumhead.core.draw.strokes import disc, flat, line, path, points, ring, solid

_WHEELS: Final = disc(5.2, 15.6, 2.6) + disc(14.8, 15.6, 2.6)

_UNITS: Final[dict[str, str]] = {
    # a man with a steel helmet and a rifle
    "infantry": flat("M5.2 6.9C5.2 3.2 7 1.2 9.6 1.2S14 3.2 14 6.9L15.4 8.1H3.8z")
    + flat("M6.8 8.9H12.4C12.4 11.3 11.3 12.5 9.6 12.5S6.8 11.3 6.8 8.9z")
    + flat("M1.6 19.4C1.6 15.6 4.4 13.8 7 13.2L9.6 15.6L12.2 13.2C14.8 13.8 17.6 15.6 17.6 19.4z")
    + line("M15.2 13.4L18.2 2", 1.7),
    # an open car
    "mobile": _WHEELS
    + flat("M1 14.6V10H8.4L9.4 9.6H18.2L19 11.4V14.6H17.9A3.6 3.6 0 0 0 11.7 14.6H8.3A3.6 3.6 0 0 0 2.1 14.6z")
    + line("M10.6 9.6L9.6 5", 1.3)
    + disc(5.6, 5.9, 1.9)
    + flat("M3 10C3 8.6 4 8.1 5.6 8.1S8.2 8.6 8.2 10z"),
    # a half-track: a wheel before, a track behind
    "mechanised": disc(16, 15.6, 2.6)
    + '<rect x="1" y="13" width="11.4" height="5.2" rx="2.6" stroke-width="1.5"/>'
    + disc(3.8, 15.6, 1)
    + disc(6.7, 15.6, 1)
    + disc(9.6, 15.6, 1)
    + flat("M.8 12L1.8 5.8H10.2L11.6 8.6H17.4L19.2 11V13.4H12.6L12 12z")
    + line("M5 5.4V3.4H11", 1.3),
    "tank": '<rect x=".9" y="12.4" width="17" height="5.8" rx="2.9" stroke-width="1.6"/>'
    + disc(4, 15.3, 1.2)
    + disc(7.6, 15.3, 1.2)
    + disc(11.2, 15.3, 1.2)
    + disc(14.8, 15.3, 1.2)
    + flat("M1.4 11.6L2.6 9.2H15.8L17.8 11.6z")
    + flat("M4 8.6L5 4.8H11.6L12.8 8.6z")
    + line("M12 6.4H19.4", 1.6),
    # a field gun behind its shield
    "gun": line("M8 13.6L.9 18", 1.8)
    + line("M6.6 10.4L18.6 4.2", 2.3)
    + flat("M9 4.4L12.2 6L10.6 13L7.6 12.2z")
    + ring(8.6, 14, 4.2)
    + line("M8.6 9.8V18.2M4.4 14H12.8", 0.9)
    + disc(8.6, 14, 1.4),
    # a lorry with rails of rockets
    "rockets": _WHEELS
    + flat("M1.4 13.4V11.6H12.6V8H16.2L18.8 11V14.6H17.9A3.6 3.6 0 0 0 11.7 14.6H8.3A3.6 3.6 0 0 0 2.1 14.6z")
    + line("M1.6 10.2L11.6 3.8M3.2 11.2L13.2 4.8", 1.4)
    + line("M4.6 7L7.2 5.3M11.4 2.6L12.8 1.7M13 4.8L15.2 3.4", 1.9),
    # one engine, wings bent back a little
    "fighter": flat(
        "M10 .8C11 1.4 11.3 3 11.3 5.4V6.4L19.2 9.8V12L11.3 10.9L10.9 15.6L13.8 17.4V18.8L10 18.2L6.2 18.8"
        "V17.4L9.1 15.6L8.7 10.9L.8 12V9.8L8.7 6.4V5.4C8.7 3 9 1.4 10 .8z"
    ),
    # four engines on straight wings
    "bomber": flat(
        "M10 .6C11.2 .6 11.7 2 11.7 4V6.6H19.6V9.8L11.7 10.8L11.2 15.2L15 16.2V18.4L10 18L5 18.4V16.2"
        "L8.8 15.2L8.3 10.8L.4 9.8V6.6H8.3V4C8.3 2 8.8 .6 10 .6z"
    )
    + line("M3.4 5.4V9M6.2 5V9M13.8 5V9M16.6 5.4V9", 1.6),
    # a rocket on its table
    "v2": flat(
        "M10 .6C12.2 3.4 12.8 6 12.8 9C12.8 11.4 12.4 13 11.8 14.6L14 17V19.4L11.4 17.6H8.6L6 19.4V17L8.2 14.6"
        "C7.6 13 7.2 11.4 7.2 9C7.2 6 7.8 3.4 10 .6z"
    ),
}


def _cross(arm: float, half: float) -> str:
    low, high, near, far = 10 - half, 10 + half, 10 - arm, 10 + arm
    right = f"M{low:g} {near:g}H{high:g}V{low:g}H{far:g}V{high:g}H{high:g}"
    return f"{right}V{far:g}H{low:g}V{high:g}H{near:g}V{low:g}H{low:g}z"


def _rays(count: int, inner: float, outer: float) -> str:
    turns = [2 * pi * index / count for index in range(count)]
    return path(
        "".join(
            f"M{10 + inner * cos(turn):.1f} {10 + inner * sin(turn):.1f}L{10 + outer * cos(turn):.1f} "
            f"{10 + outer * sin(turn):.1f}"
            for turn in turns
        )
    )


_CLOUD: Final = "M5 12.6A3.4 3.4 0 0 1 5 5.8A4.8 4.8 0 0 1 14 4.6A4 4 0 0 1 15.4 12.6z"
_FIVE: Final = [(10 + 5.2 * sin(2 * pi * k / 5), 10 - 5.2 * cos(2 * pi * k / 5)) for k in range(5)]
_TEN: Final = [(10 + 9 * sin(pi * k / 5), 10 - 9 * cos(pi * k / 5)) for k in range(10)]

_SIGNS: Final[dict[str, str]] = {
    "works": flat("M1.4 18.4V10.4L6.2 6.6V10.4L11 6.6V10.4L13 8.8L13.6 1.6H16.4L17.2 10V18.4z"),
    "emblem-star": flat(points(5, 8.8, 3.5, 10.6)),
    "emblem-star-ring": flat(points(5, 6.4, 2.5, 10.4)) + ring(10, 10, 8.6),
    "emblem-cross": flat(_cross(8.6, 2.6)),
    "emblem-cross-open": path(_cross(8.4, 3)),
    "level-1": path("M3 13.4L10 7.4L17 13.4"),
    "level-2": path("M3 16L10 10L17 16M3 10.4L10 4.4L17 10.4"),
    # a twelve-sided die: a face in the middle, and edges that run to the rim
    "d12": path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in _TEN) + "z")
    + solid("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in _FIVE) + "z")
    + path("".join(f"M{x:.1f} {y:.1f}L{_TEN[2 * k][0]:.1f} {_TEN[2 * k][1]:.1f}" for k, (x, y) in enumerate(_FIVE))),
    "crosshair": ring(10, 10, 6.6) + path("M10 .8V6M10 14V19.2M.8 10H6M14 10H19.2"),
    "spanner": path("M12.6 7.4L4 16") + path("M16.8 4.6A4.2 4.2 0 1 1 12.4 1.4L12.2 4.8L14.2 6.2z"),
    "halt": path("M6.4 1.6H13.6L18.4 6.4V13.6L13.6 18.4H6.4L1.6 13.6V6.4z") + line("M6 10H14", 2.6),
    "question": path("M6 6.4A4 4 0 1 1 11.4 10.2C10.4 10.8 10 11.4 10 13") + disc(10, 16.8, 1.3),
    "weather-normal": ring(10, 10, 3.6) + _rays(8, 6, 8.6),
    "weather-frost": path("M10 1.2V18.8M2.4 5.6L17.6 14.4M17.6 5.6L2.4 14.4")
    + path("M7.6 2.6L10 5L12.4 2.6M7.6 17.4L10 15L12.4 17.4"),
    "weather-mud": solid("M1.6 14.8C3.4 12.6 5.8 15 7.6 13.4S11.6 12.4 13.4 13.8S17 12.8 18.4 14.8V18H1.6z")
    + path("M6 2.6L5 6M11 3.4L10 6.8M15.6 2.6L14.6 6M8.4 7.6L7.4 11M13.4 7.6L12.4 11"),
    "weather-dry": ring(10, 6.4, 3)
    + path("M10 .8V1.6M3.8 6.4H5M15 6.4H16.2M5.8 2.2L6.6 3M14.2 2.2L13.4 3")
    + path("M1.4 13.4H7L8.6 15.4L7.6 18.6M8.6 15.4L12.4 14.6L14 12.6H18.6M12.4 14.6L13.4 18.6"),
    "weather-storm": path(_CLOUD) + solid("M10.6 10.4L7 15.2H9.8L8.6 19L13.2 13.6H10.4z"),
    "weather-fog": path("M2 5H14M5 9H18M2 13H15M6 17H18"),
}

MACHINES: Final[dict[str, str]] = {
    **{f"unit-{kind}": drawing for kind, drawing in _UNITS.items()},
    **_SIGNS,
}
