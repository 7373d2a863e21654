"""Accessibility in the midst of a battle: something chosen, forecast, dice, menu, tables, and after the end."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.kit.browser import Visits
from tests.web.screenshots import dice_tray
from tests.web.test_battles import before_a_throw, until_a_throw
from tests.web.test_pages import SIZES, serious

GAMES = ("pocket-battles", "travel-battle", "aces-armor")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_battle_hinders_nobody_from_the_first_choice_to_the_verdict(
    visits: Visits, game: str, scheme: str, size: str
) -> None:
    visit = visits.begin(color_scheme=scheme, **SIZES[size])
    page = visit.play_on(before_a_throw(game))
    visit.wait()
    found = dict[str, list[str]]()
    page.locator("#more > summary").click()
    found["menu"] = serious(visit)
    page.locator("#tables").click()
    page.locator("#tables-dialog[open]").wait_for()
    found["tables"] = serious(visit)
    page.locator("#tables-dialog button").click()
    until_a_throw(visit, Random(4))
    expect(page.locator("#card")).to_be_visible()
    found["forecast"] = serious(visit)
    visit.give_up()
    found["verdict"] = serious(visit)
    told = [f"{state}: {fault}" for state, faults in found.items() for fault in faults]
    assert not told, "\n".join(told)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dice_in_their_tray_hinder_nobody(visits: Visits, scheme: str, size: str) -> None:
    visit = visits.begin(color_scheme=scheme, reduced_motion="no-preference", **SIZES[size])
    dice_tray(visit)
    assert serious(visit) == []
