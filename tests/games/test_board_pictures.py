"""Game.board: the battlefield alone keeps its frame and the size of its pieces, and can be outlined."""

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from drumhead import CHANCE, Match, load

Element = ElementTree.Element

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("pocket-battles", {}),
    ("pocket-battles", {"armies": ("orcs-80", "elves-80")}),
    ("travel-battle", {}),
    ("aces-armor", {}),
    ("aces-armor", {"players": 4}),
]
every_setup = pytest.mark.parametrize(("name", "options"), SETUPS, ids=str)


def boards(name: str, options: dict[str, Any], steps: int = 400) -> list[tuple[int, Element]]:
    """Pictures of a random battle from its first decision on, each with the seat that looks."""
    match, rng, found = Match(load(name, **options), seed=4), Random(4), []
    for step in range(steps):
        if match.outcome is not None:
            break
        if match.to_act == CHANCE:
            match.roll()
        else:
            if step % 5 == 0:
                found += [(seat, ElementTree.fromstring(match.board(seat))) for seat in (0, 1)]
            match.push(rng.choice(match.state.legal()))
    return found


@every_setup
def test_the_frame_and_the_scale_of_pieces_stay_during_a_battle(name: str, options: dict[str, Any]) -> None:
    found = boards(name, options)
    assert len(found) > 20
    assert len({(seat, root.get("viewBox")) for seat, root in found}) == 2
    pieces = [element for _, root in found for element in root.iter() if "dh-unit" in element.get("class", "").split()]
    assert pieces
    assert {re.sub(r"translate\(\S+ \S+\)", "", piece.get("transform", "-")) for piece in pieces} == {""}


@every_setup
def test_everything_that_can_be_pressed_has_one_shape_to_outline(name: str, options: dict[str, Any]) -> None:
    for _, root in boards(name, options, 120):
        keyed = [element for element in root.iter() if element.get("data-key")]
        assert len({element.get("data-key") for element in keyed}) == len(keyed) > 10
        for element in keyed:
            shapes = [child for child in element if "dh-body" in child.get("class", "").split()]
            assert len(shapes) == 1, element.get("data-key")
            assert shapes[0].tag.rpartition("}")[2] in ("rect", "path", "polygon")
            if "dh-hex" in shapes[0].get("class", "").split():
                assert len(re.findall("[Ml]", shapes[0].get("d", ""))) == 6


@every_setup
def test_status_and_tables_are_short_facts(name: str, options: dict[str, Any]) -> None:
    match = Match(load(name, **options), seed=4)
    match.settle()
    view = match.view(0)
    sides = match.game.status(view)
    assert {side.seat for side in sides} == {*range(match.game.seats)}
    assert all(0 <= side.share <= 1 and all(map(str, side.words)) for side in sides)
    assert str(match.game.round_words(view))
    tables = match.game.tables(view)
    assert tables or name == "travel-battle"  # there the brigades are formed first
    assert all(str(table.title) and table.rows for table in tables)
    assert all(len(row) == len(table.columns) for table in tables for row in table.rows)
