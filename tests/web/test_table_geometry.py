"""Whole battles on the board alone, with motion on, in every size, theme and language: nothing hidden, nothing beside.

In every state of the battle the page is measured: words that are cut off, controls that cannot be reached, marks beside
their pieces, letters too small to read, sideways scrolling, and a board that changes its scale.
"""

from random import Random
from typing import Any

import pytest

from tests.kit.board_player import BoardPlayer
from tests.kit.browser import Visits

SIZES: dict[str, dict[str, Any]] = {
    f"{width}x{height}": {"viewport": {"width": width, "height": height}, "reduced_motion": "no-preference", **device}
    for width, height, device in (
        (1280, 720, {}),
        (1280, 800, {}),
        (1440, 900, {}),
        (1920, 1080, {}),
        (820, 1180, {"has_touch": True, "is_mobile": True}),
        (390, 844, {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}),
        (360, 640, {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}),
    )
}
LIMIT = {"pocket-battles": "max_rounds", "travel-battle": "max_turns", "aces-armor": "max_rounds"}
MIN_PIECE_PX = 32
SCALE = """() => {
    const canvas = document.querySelector("#board .canvas").getBoundingClientRect();
    return [document.querySelector("#board svg.dh").getAttribute("viewBox"), Math.round(canvas.width)];
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll("#board .dh-unit[data-key]")]
    .map((piece) => piece.querySelector(".dh-body") ?? piece).map((body) => body.getBoundingClientRect())
    .filter(({ width }) => width)
    .map(({ width, height }) => (height < 0.6 * width ? width : Math.min(width, height))))"""
"""The shorter side of the smallest piece; of two that share a square, each half as high, the width."""
CASES = [
    (game, size, ("light", "dark")[(row + column) % 2], ("en-GB", "it-IT")[(row + column // 2) % 2])
    for row, game in enumerate(LIMIT)
    for column, size in enumerate(SIZES)
]


@pytest.mark.parametrize(("game", "size", "theme", "language"), CASES)
def test_a_whole_battle_on_the_board_alone_hides_nothing(
    visits: Visits, game: str, size: str, theme: str, language: str
) -> None:
    device = SIZES[size]
    visit = visits.begin(**device, color_scheme=theme, locale=language)
    touch = bool(device.get("has_touch"))
    player = BoardPlayer(visit, Random(f"{game} {size}"), touch=touch)
    player.hurry()
    limit: dict[str, Any] = {LIMIT[game]: 1}
    page = visit.play(game, **limit)
    states, scales, faults = 0, set(), dict[str, int]()
    while player.wait() != "over":
        for fault in player.faults():
            faults.setdefault(fault, states)
        scales.add(tuple(page.evaluate(SCALE)))
        if device["viewport"]["width"] < 600:
            assert page.evaluate(SMALLEST) >= MIN_PIECE_PX
        player.step()
        states += 1
    for fault in player.faults():
        faults.setdefault(fault, states)
    told = [f"state {state} of {states}: {fault}" for fault, state in faults.items()]
    assert not told, "\n".join(told)
    assert len(scales) == 1, f"the board changed its scale: {scales}"
    assert states > 10
