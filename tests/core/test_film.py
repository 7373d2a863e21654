"""A battle as one picture that moves."""

import re
from random import Random
from xml.etree import ElementTree

import pytest

from drumhead import CHANCE, OVER, Match, load
from drumhead.core.draw import film as films
from drumhead.core.draw.film import film, steps_shown

SVG = "{http://www.w3.org/2000/svg}"
GAMES = ("pocket-battles", "travel-battle", "aces-armor")


def battle(game: str, steps: int) -> Match:
    """A battle of so many steps, played anyhow."""
    match, rng = Match(load(game), seed=7), Random(7)
    while match.to_act != OVER and len(match.steps) < steps:
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
    return match


def seen(element: ElementTree.Element, pieces: dict[str, ElementTree.Element], hidden: set[str]) -> list[str]:
    """What is drawn, in its order, without what is hidden; a piece that is used stands where it is used."""
    kind = element.tag.removeprefix(SVG)
    classes = set(element.get("class", "").split())
    if kind in ("style", "defs", "symbol", "title") or classes & (hidden | {"df-strip", "df-words"}):
        return []
    used = pieces.get(element.get("href", "")[1:]) if kind == "use" else None
    if used is not None:
        shape = used[0]
        place = {"transform": element.get("transform", "")} if element.get("transform") else {}
        return drawn(shape, place) + [line for child in shape for line in seen(child, pieces, hidden)]
    own = [] if any(re.fullmatch(r"v\d+", name) for name in classes) else drawn(element, {})
    return own + [line for child in element for line in seen(child, pieces, hidden)]


UNSEEN = ("role", "tabindex", "viewBox")


def drawn(element: ElementTree.Element, more: dict[str, str]) -> list[str]:
    kind = element.tag.removeprefix(SVG)
    told = sorted(
        f"{name}={value}"
        for name, value in {**element.attrib, **more}.items()
        if not name.startswith(("aria-", "data-"))
        and name not in UNSEEN
        and not (kind == "svg" and name in ("width", "height"))
    )
    return [" ".join([kind, *told, (element.text or "").strip()])]


def without_motion(root: ElementTree.Element) -> list[str]:
    """What a film shows where motion is not wanted."""
    style = root.findtext(f"{SVG}style") or ""
    still = style.partition("@media(prefers-reduced-motion:no-preference){.v")[0]
    rules = re.findall(r"((?:\.v\d+,?)+)\{visibility:hidden\}", still)
    hidden = {name for rule in rules for name in re.findall(r"v\d+", rule)}
    groups = ((shape.get("id", ""), shape) for shape in root.iter(f"{SVG}g"))
    return seen(root, {id: shape for id, shape in groups if re.fullmatch(r"p\d+", id)}, hidden)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_without_motion_a_film_shows_the_last_position_and_nothing_else(game: str) -> None:
    match = battle(game, 30)
    moving = ElementTree.fromstring(film(match))
    assert without_motion(moving) == seen(ElementTree.fromstring(match.svg()), {}, set())


def test_with_motion_every_position_is_seen_at_its_time() -> None:
    match = battle("pocket-battles", 20)
    text = film(match)
    count = len(steps_shown(match, films.MAX_FRAMES))
    for words in ("Deployment", "is placed in"):
        assert words in text
    times = {float(found) for found in re.findall(r"([\d.]+)%\{visibility:visible\}", text)}
    length = count + films.LAST_FRAME_HOLD
    assert times <= {round(frame / length * 100, 3) for frame in range(count)}
    assert len(times) > count // 2


def test_a_film_is_complete_in_itself_and_runs_nothing() -> None:
    text = film(battle("pocket-battles", 12))
    assert "<script" not in text
    assert not re.search(r"href=\"(?!#)", text)
    assert not re.search(r"url\((?!#)", text)


def test_a_long_battle_has_fewer_frames_but_its_beginning_and_its_end() -> None:
    match = battle("pocket-battles", 60)
    shown = steps_shown(match, 10)
    assert len(shown) == 10
    assert (shown[0], shown[-1]) == (0, len(match.steps))
    assert shown == sorted(set(shown))


@pytest.mark.slow
def test_a_film_that_would_be_too_large_has_fewer_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    match = battle("pocket-battles", 30)
    whole = film(match)
    monkeypatch.setattr(films, "MAX_FILM_BYTES", len(whole) // 2)
    small = film(match)
    assert len(small.encode()) <= len(whole) // 2
    assert without_motion(ElementTree.fromstring(small)) == without_motion(ElementTree.fromstring(whole))
