"""The picture of a review: the chance to win as a line, with throws and turning points."""

import itertools
from typing import Final

from drumhead.ai.study.review import Moment, Review
from drumhead.core.draw.sheet import TABLE_RULES, Box, Sheet, rect, text, title
from drumhead.core.draw.sheet import number as short
from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE

WIDTH: Final = 860
HEIGHT: Final = 320
PLOT: Final = Box(64, 54, 770, 216)
RULES: Final = (
    TABLE_RULES
    + """
.dg-ground{fill:$field}
.dg-above{fill:$carmine;opacity:.16}
.dg-below{fill:$prussian;opacity:.16}
.dg-even{stroke:$ink-soft;stroke-width:1;stroke-dasharray:4 4}
.dg-frame{fill:none;stroke:$ink-soft;stroke-width:1}
.dg-line{fill:none;stroke:$ink;stroke-width:2;stroke-linejoin:round}
.dg-throw{fill:$token;stroke:$token-deep;stroke-width:.8}
.dg-turn{fill:none;stroke:$glow;stroke-width:2.5}
.dh .dg-title{font-family:$serif;font-size:19px}
.dh .dg-words{font-size:13px;fill:$ink-soft}
.dh .dg-side{font-size:15px;font-weight:700}
.dh .dg-mark{font-size:12px;font-weight:700}
"""
)


def draw_review(review: Review, sides: tuple[str, str], heading: object, theme: str = "auto") -> str:
    """Draws the first side's chance to win by step as SVG; above the middle it is ahead, below it is behind."""
    sheet = Sheet(RULES)
    sheet.add(rect(Box(1, 1, WIDTH - 2, HEIGHT - 2), "dh-sheet", radius=12))
    sheet.add(text(heading, 24, 33, "dg-title"))
    sheet.add(rect(PLOT, "dg-ground"))
    points = [(_x(0, review), _y(review.first))]
    points += [(_x(moment.number, review), _y(moment.chance)) for moment in review.moments]
    middle = _y(0.5)
    points = _with_crossings(points, middle)
    outline = " ".join(f"{short(x)},{short(y)}" for x, y in points)
    for kind, near in (("dg-above", min), ("dg-below", max)):
        area = " ".join(f"{short(x)},{short(near(y, middle))}" for x, y in points)
        ends = f"{short(points[-1][0])},{short(middle)} {short(points[0][0])},{short(middle)}"
        sheet.add(f'<polygon class="{kind}" points="{area} {ends}"/>')
    sheet.add(
        f'<path class="dg-even" d="M{short(PLOT.x)} {short(middle)}h{short(PLOT.w)}"/>',
        rect(PLOT, "dg-frame"),
        f'<polyline class="dg-line" points="{outline}"/>',
    )
    for moment in review.moments:
        if moment.seat == CHANCE:
            sheet.add(_dot(moment, review, "dg-throw", 2.6))
    for mark, moment in enumerate(review.turning_points, 1):
        sheet.add(_dot(moment, review, "dg-turn", 7))
        up = moment.chance < 0.15 or (moment.change > 0 and moment.chance < 0.85)
        y = _y(moment.chance) + (-12 if up else 21)
        sheet.add(text(mark, _x(moment.number, review), y, "dg-mark", anchor="middle"))
    sheet.add(text("50 %", PLOT.x - 8, middle + 4, "dg-words", anchor="end"))
    sheet.add(text(sides[0], PLOT.x + 8, PLOT.y + 26, "dg-side"))
    sheet.add(text(sides[1], PLOT.x + 8, PLOT.y + PLOT.h - 10, "dg-side"))
    one, other = (f"{luck * 100:+.0f} %" for luck in (review.luck, -review.luck))
    luck = Text("luck of {side}: {luck}, of {other}: {less}", side=sides[0], luck=one, other=sides[1], less=other)
    sheet.add(text(luck, PLOT.x, HEIGHT - 22, "dg-words"))
    last = Text("step {n}", n=review.moments[-1].number if review.moments else 0)
    sheet.add(text(last, PLOT.x + PLOT.w, HEIGHT - 22, "dg-words", anchor="end"))
    return sheet.svg(WIDTH, HEIGHT, theme, heading)


def _dot(moment: Moment, review: Review, kind: str, size: float) -> str:
    x, y = _x(moment.number, review), _y(moment.chance)
    words = f"{moment.number}. {moment.notation}: {moment.chance:.0%} ({moment.change * 100:+.0f} %)"
    step = f'data-step="{moment.number}"'
    return f'<circle class="{kind}" {step} cx="{short(x)}" cy="{short(y)}" r="{short(size)}">{title(words)}</circle>'


def _with_crossings(points: list[tuple[float, float]], middle: float) -> list[tuple[float, float]]:
    """The points of a line, with the points added where it crosses the middle."""
    whole = points[:1]
    for (x, y), (then_x, then_y) in itertools.pairwise(points):
        if (y - middle) * (then_y - middle) < 0:
            whole.append((x + (then_x - x) * (middle - y) / (then_y - y), middle))
        whole.append((then_x, then_y))
    return whole


def _x(step: int, review: Review) -> float:
    return PLOT.x + PLOT.w * step / max(1, len(review.moments))


def _y(chance: float) -> float:
    return PLOT.y + PLOT.h * (1 - chance)
