"""The review page: graph, board, moments, controls, keyboard, shared image and link."""

import base64
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from drumhead import CHANCE, Match, load
from drumhead.core.files.record import write
from tests.kit.browser import PHONE, Visit, Visits
from tests.web.test_pages import serious

SIZES: dict[str, dict[str, Any]] = {
    "1280x720": {"viewport": {"width": 1280, "height": 720}},
    "1440x900": {"viewport": {"width": 1440, "height": 900}},
    "390x844": PHONE,
}
PNG = b"\x89PNG\r\n\x1a\n"
EBML = b"\x1a\x45\xdf\xa3"
MP4 = b"ftyp"
PLAYED = """async (content) => {
    const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
    const video = document.createElement("video");
    video.src = URL.createObjectURL(new Blob([bytes]));
    video.muted = true;
    await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error(video.error.message));
    });
    const canvas = Object.assign(document.createElement("canvas"), { width: 32, height: 32 });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const colours = [];
    for (let at = 0; at < video.duration; at += 0.5) {
        const sought = new Promise((resolve) => (video.onseeked = resolve));
        video.currentTime = at;
        await sought;
        pen.clearRect(0, 0, 32, 32);
        pen.drawImage(video, 0, 0, 32, 32);
        const { data } = pen.getImageData(0, 0, 32, 32);
        colours.push(new Set(new Uint32Array(data.buffer)).size);
    }
    return { duration: video.duration, width: video.videoWidth, height: video.videoHeight, colours };
}"""
"""Plays a video: how long and how large it is, and how many colours a small copy of a frame has, twice a second."""
SECONDS_PER_STEP = 0.7
KEEP_SVG = """const create = URL.createObjectURL;
URL.createObjectURL = (blob) => {
    if (blob.type === "image/svg+xml") window.drawn = blob;
    return create(blob);
};"""
"""Keeps the picture that is drawn on a canvas last."""


def reviewed(visit: Visit, record: str = "") -> Page:
    """The review of a battle that was given up: of one that is read, or of one of a few steps."""
    page = visit.play_on(record) if record else visit.play("pocket-battles")
    visit.wait()
    for _ in range(0 if record else 4):
        visit.choose()
    visit.give_up()
    token = page.evaluate("location.hash")
    page.goto("about:blank")
    visit.open(f"/review{token}")
    expect(page.locator("#graph .line")).to_be_attached()
    return page


def aimless(steps: int) -> str:
    """A battle in which nobody thinks: there is always something better."""
    match, rng = Match(load("pocket-battles"), seed=7), Random(7)
    while len(match.steps) < steps or match.to_act != 0:
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
    return write(match)


@pytest.mark.parametrize("size", SIZES)
def test_board_and_controls_are_in_sight_and_keys_step(visits: Visits, size: str) -> None:
    visit = visits.begin(**SIZES[size])
    page = reviewed(visit)
    page.locator("#board svg.dh").wait_for()
    assert serious(visit) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part in ("#board", "#play"):
        page.locator(part).scroll_into_view_if_needed()
        box = page.locator(part).bounding_box()
        assert box
        assert box["height"] > 30
        assert box["y"] + box["height"] <= SIZES[size]["viewport"]["height"] + 1
    last = page.locator("#slider").get_attribute("max")
    expect(page.locator("#slider")).to_have_value(last or "")
    page.keyboard.press("Home")
    expect(page.locator("#number")).to_have_text(f"0 of {last}")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#slider")).to_have_value("1")
    page.locator("#last").click()
    expect(page.locator("#slider")).to_have_value(last or "")
    expect(page.locator("#moments .moment").last).to_contain_text("End of the battle")
    expect(page.locator("#lucks")).to_contain_text("he dice ")


def test_a_step_is_told_and_marked_and_the_better_action_is_shown(visit: Visit) -> None:
    page = reviewed(visit, aimless(steps=50))
    page.locator("#board svg.dh").wait_for()
    expect(page.locator(".share-other")).to_have_text("Elves 100%")
    expect(page.locator("#told")).to_have_text("Elves win: Orcs concede")
    expect(page.locator("#moments .words").last).to_have_text("Elves win: Orcs concede")
    page.keyboard.press("Home")
    expect(page.locator("#told")).to_have_text("The battle begins.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#told .die")).to_have_count(2)
    page.locator("#moments .moment").first.click()
    expect(page.locator("#board .chosen").first).to_be_attached()
    expect(page.locator("#told")).to_have_text(page.locator("#moments .words").first.inner_text())
    better = page.locator("#moments .better").first
    better.get_by_role("button").click()
    expect(page.locator("#told")).to_have_text(better.locator("span").inner_text())
    expect(page.locator("#board .arrow")).to_be_attached()


def test_a_moment_is_saved_as_a_picture_and_linked(visit: Visit, folder: Path) -> None:
    page = reviewed(visit)
    page.keyboard.press("Home")
    with page.expect_download() as download:
        page.keyboard.press("f")
    path = folder / "moment.png"
    download.value.save_as(path)
    content = path.read_bytes()
    assert content.startswith(PNG)
    assert len(content) > 40_000, "the picture is not blank"
    page.keyboard.press("ArrowRight")
    address = page.url
    assert address.endswith("@1")
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#slider")).to_have_value("1")


def test_no_link_is_copied_that_would_give_a_seat_away(visit: Visit) -> None:
    page = reviewed(visit)
    expect(page.locator("#copy")).to_be_visible()
    own = page.url.partition("#")[2].partition("!")[0]
    page.goto("about:blank")
    visit.open(f"/review#{own}")
    expect(page.locator("#graph .line")).to_be_attached()
    expect(page.locator("#copy")).to_be_hidden()


def test_the_battle_is_saved_as_a_video_that_can_be_played(visit: Visit, folder: Path) -> None:
    page = reviewed(visit)
    steps = int(page.locator("#slider").get_attribute("max") or "")
    with page.expect_download() as download:
        page.locator("#video").click()
        expect(page.locator("#shared")).to_have_text(re.compile(rf"Drawing step \d+ of {steps + 1}"))
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    content = path.read_bytes()
    assert content.startswith(EBML) or content[4:8] == MP4
    assert path.suffix == (".webm" if content.startswith(EBML) else ".mp4")
    assert len(content) > 40_000
    expect(page.locator("#video")).to_have_text("Save as a video")
    player = visit.context.new_page()  # the review page itself may load no media
    played = player.evaluate(PLAYED, base64.b64encode(content).decode())
    assert steps * SECONDS_PER_STEP < played["duration"] < 65
    assert min(played["width"], played["height"]) >= 700
    assert min(played["colours"]) > 20, "no frame is blank"


def test_a_video_can_be_stopped(visit: Visit) -> None:
    page = reviewed(visit)
    page.locator("#video").click()
    expect(page.locator("#shared")).to_have_text(re.compile("Drawing step [2-9]"))
    page.get_by_role("button", name="Stop the video").click()
    expect(page.locator("#shared")).to_have_text("The video was stopped; nothing is saved.")
    expect(page.locator("#video")).to_have_text("Save as a video")


def test_a_browser_that_cannot_record_says_so(visit: Visit) -> None:
    visit.page.add_init_script("MediaRecorder.isTypeSupported = () => false")
    page = reviewed(visit)
    page.locator("#video").click()
    expect(page.locator("#shared")).to_contain_text("This browser cannot record a video.")


def test_a_shared_image_shows_the_letters_that_are_too_small_on_the_screen(visits: Visits) -> None:
    visit = visits.begin(**SIZES["390x844"], color_scheme="dark")
    visit.page.add_init_script(KEEP_SVG)
    page = reviewed(visit)
    expect(page.locator("#board text.too-small").first).to_be_hidden()
    with page.expect_download():
        page.keyboard.press("f")
    drawn = page.evaluate("window.drawn.text()")
    assert "<text" in drawn
    assert "too-small" not in drawn
    assert "--dh-field:#5a4228" in drawn, "the colours are those of the dark theme"
