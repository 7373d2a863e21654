"""SVG elements that icons are made of, on a square of 20 units; they inherit the stroke of the icon."""

from math import cos, pi, sin


def points(count: int, outer: float, inner: float, middle: float = 10) -> str:
    """Returns the path data of a star with `count` points, centred at height `middle`."""
    corners = []
    for step in range(2 * count):
        radius, angle = (inner if step % 2 else outer), pi * step / count - pi / 2
        corners.append(f"{10 + radius * cos(angle):.1f} {middle + radius * sin(angle):.1f}")
    return f"M{'L'.join(corners)}z"


def star(count: int, outer: float, inner: float, middle: float = 10) -> str:
    """Returns a star in outline, see `points`."""
    return path(points(count, outer, inner, middle))


def path(d: str) -> str:
    """Returns a path in outline."""
    return f'<path d="{d}"/>'


def solid(d: str) -> str:
    """Returns a filled path with its outline."""
    return f'<path d="{d}" fill="currentColor"/>'


def ring(x: float, y: float, r: float) -> str:
    """Returns a circle in outline."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def disc(x: float, y: float, r: float) -> str:
    """Returns a filled circle without an outline."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="currentColor" stroke="none"/>'


def flat(d: str) -> str:
    """Returns a filled path without an outline."""
    return f'<path d="{d}" fill="currentColor" stroke="none"/>'


def line(d: str, width: float) -> str:
    """Returns a path in outline of another width than the icon's."""
    return f'<path d="{d}" stroke-width="{width:g}"/>'
