"""The picture of the board in the page: what does not change between two pictures stays, and nothing is left over."""

from random import Random

import pytest

from drumhead import CHANCE, OVER, Match, load
from drumhead.server.api.serialize import split_style
from tests.kit.browser import Visit

GAMES = ("pocket-battles", "travel-battle", "aces-armor")
MIN_SHARE_KEPT = 0.8
CHANGE = """async (pictures) => {
    const script = document.querySelector('script[type=module][src*="/start.js"]').src;
    const { Picture } = await import(script.replace("/pages/start.js", "/table/board/picture.js"));
    const written = (svg) => [...svg.children].map((child) => child.outerHTML).join("\\n");
    const changing = new Picture();
    const told = [];
    for (const text of pictures) {
        const before = new Set(changing.svg?.children);
        const svg = changing.compare(text).apply();
        const whole = new Picture();
        const wanted = whole.compare(text).apply();
        const kept = [...svg.children].filter((child) => before.has(child)).length;
        told.push({
            isSame: written(svg) === written(wanted) && svg.ariaLabel === wanted.ariaLabel,
            kept: kept / svg.children.length,
        });
    }
    return told;
}"""


def pictures(game: str, count: int) -> list[str]:
    """The pictures of a random battle, in its order and then in any."""
    match, rng, found = Match(load(game), seed=9), Random(9), list[str]()
    while match.to_act != OVER and len(found) < count:
        if match.to_act == CHANCE:
            match.roll()
            continue
        match.push(rng.choice(match.legal_actions))
        found.append(split_style(match.board(0))[1])
    return found + rng.sample(found, count // 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_changes_into_the_next_and_most_of_it_stays(visit: Visit, game: str) -> None:
    page = visit.open()
    told = page.evaluate(CHANGE, pictures(game, 60))
    assert [step for step, one in enumerate(told) if not one["isSame"]] == []
    kept = sorted(one["kept"] for one in told[1:60])
    assert kept[len(kept) // 2] >= MIN_SHARE_KEPT, kept
