"""Parts of pictures that are drawn once and remembered."""

from random import Random

import pytest

from drumhead import Match, all_games, load
from drumhead.core.draw import sheet as drawing
from drumhead.core.draw.sheet import Sheet
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language


def drawn(key: object, words: Text) -> str:
    """A part of a picture, by its key."""
    sheet = Sheet()
    sheet.again(key, lambda part: part.add(str(words)))
    return "".join(sheet.parts)


def test_a_part_is_drawn_once_for_each_key_and_language() -> None:
    assert drawn("test a", Text("road")) == "road"
    assert drawn("test a", Text("river")) == "road"
    assert drawn("test b", Text("river")) == "river"
    with use_language(translator("it", "drumhead.games.aces_armor")):
        assert drawn("test a", Text("road")) == "strada"


def test_a_part_brings_its_icons_along_every_time() -> None:
    sheets = [Sheet(), Sheet()]
    for sheet in sheets:
        sheet.again("test icon", lambda part: part.icon("swords", 0, 0, 10))
    assert [sheet.used for sheet in sheets] == [{"swords"}, {"swords"}]


def test_no_more_is_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "_MAX_CACHED_PARTS", 3)
    drawing._CACHED_PARTS.clear()
    sizes = []
    for number in range(5):
        drawn(("test", number), Text("road"))
        sizes.append(len(drawing._CACHED_PARTS))
    assert sizes == [1, 2, 3, 1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(all_games()))
def test_pictures_made_of_remembered_parts_are_those_drawn_anew(name: str) -> None:
    for seed in range(3):
        match, rng = Match(load(name), seed=seed), Random(seed)
        match.settle()
        for step in range(120):
            if match.outcome is not None:
                break
            if step % 3 == 0:
                with_memory, known = [match.svg(seat) for seat in (0, 1, None)], dict(drawing._CACHED_PARTS)
                drawing._CACHED_PARTS.clear()
                assert [match.svg(seat) for seat in (0, 1, None)] == with_memory
                drawing._CACHED_PARTS.update(known)
            match.push(rng.choice(match.state.legal()))
            match.settle()
