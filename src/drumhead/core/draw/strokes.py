"""The strokes that icons are made of, on a square of 20."""

from math import cos, pi, sin


def points(count: int, outer: float, inner: float, middle: float = 10) -> str:
    """The data of a star, in the middle or somewhat above or below it."""
    corners = []
    for step in range(2 * count):
        radius, angle = (inner if step % 2 else outer), pi * step / count - pi / 2
        corners.append(f"{10 + radius * cos(angle):.1f} {middle + radius * sin(angle):.1f}")
    return f"M{'L'.join(corners)}z"


def star(count: int, outer: float, inner: float, middle: float = 10) -> str:
    """A star, in the middle or somewhat above or below it."""
    return path(points(count, outer, inner, middle))


def path(d: str) -> str:
    """A line."""
    return f'<path d="{d}"/>'


def solid(d: str) -> str:
    """A filled shape with its outline."""
    return f'<path d="{d}" fill="currentColor"/>'


def ring(x: float, y: float, r: float) -> str:
    """A circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def disc(x: float, y: float, r: float) -> str:
    """A filled circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="currentColor" stroke="none"/>'


def flat(d: str) -> str:
    """A filled shape without an outline."""
    return f'<path d="{d}" fill="currentColor" stroke="none"/>'


def line(d: str, width: float) -> str:
    """A line of a width of its own."""
    return f'<path d="{d}" stroke-width="{width:g}"/>'
