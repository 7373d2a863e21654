"""Roads: which hexes they join, and the lines they run along."""

from itertools import combinations
from typing import Final

from drumhead.core.draw.outlines import Cell, Spot
from drumhead.games.aces_armor.draw.outlines import CORNERS, beside, middle

ROADS: Final = "=H"
WORKS: Final = "FCIB"
_BRIDGE: Final = "H"

Link = frozenset[Cell]


def links(ground: dict[Cell, str]) -> set[Link]:
    """The pairs of hexes that a road joins; where three lie together, the least straight pair is left out."""
    found = {
        frozenset((cell, near))
        for cell, letter in ground.items()
        if letter in ROADS
        for near in beside(cell)
        if ground.get(near, " ") in ROADS + WORKS
    }
    for cell in sorted(ground):
        for one, other in combinations(beside(cell), 2):
            sides = [frozenset(pair) for pair in ((cell, one), (cell, other), (one, other))]
            if found.issuperset(sides):
                found.discard(min(sides, key=lambda side: _straight(side, found, ground)))
    return found


def _straight(link: Link, found: set[Link], ground: dict[Cell, str]) -> tuple[int, list[Cell]]:
    """How much a pair is worth keeping: most if a road goes straight on with it, above all over a bridge."""
    one, other = sorted(link)
    on = 0
    for here, there in ((one, other), (other, one)):
        opposite = beside(there)[(beside(there).index(here) + 3) % 6]
        straight = frozenset((there, opposite)) in found
        on += (4 if straight else -4) if ground[there] == _BRIDGE else straight
    return on, [one, other]


def gate(cell: Cell, near: Cell) -> Spot:
    """The middle of the side between two hexes."""
    side = beside(cell).index(near)
    (x1, y1), (x2, y2) = CORNERS[side], CORNERS[(side + 1) % 6]
    x, y = middle(*cell)
    return x + (x1 + x2) / 2, y + (y1 + y2) / 2


def course(cell: Cell, nears: list[Cell]) -> str:
    """The data of the line of a road through a hex, to those that it joins."""
    x, y = middle(*cell)
    gates = [gate(cell, near) for near in nears]
    if len(gates) == 2:
        (x1, y1), (x2, y2) = gates
        return f"M{x1:.1f} {y1:.1f}Q{x:.1f} {y:.1f} {x2:.1f} {y2:.1f}"
    return "".join(f"M{to_x:.1f} {to_y:.1f}L{x:.1f} {y:.1f}" for to_x, to_y in gates)
