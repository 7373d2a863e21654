"""Drag and drop on the board: placing pieces, groups and tokens, by mouse and by touch."""

import re

from playwright.sync_api import Page, expect

from tests.kit.browser import PHONE, Visit, Visits, number


def settle(page: Page, before: str) -> None:
    """Waits until a decision has been answered."""
    expect(page.locator("body")).not_to_have_attribute("data-number", before)


def to_placement(visit: Visit) -> Page:
    """A battle of two on one device, boards chosen, at the first placement."""
    page = visit.play("travel-battle", mode="device")
    visit.wait()
    while "place a brigade" not in page.locator("#prompt").inner_text():
        visit.choose()
    return page


def placed(page: Page, key: str, square: str) -> None:
    expect(page.locator(f".board [data-key={square}] [data-key={key}]")).to_have_count(1)


def first_square(page: Page) -> tuple[str, str]:
    """The first piece that waits, and a square where it may stand."""
    side = "R" if "Red" in page.locator("#prompt").inner_text() else "B"
    return f"{side}4", "f2" if side == "R" else "f9"


def test_a_brigade_is_placed_by_dragging_its_pieces(visit: Visit) -> None:
    page = to_placement(visit)
    piece, square = first_square(page)
    before = number(page)
    page.locator(f".board [data-key={piece}]").drag_to(page.locator(f".board [data-key={square}]"))
    settle(page, before)
    placed(page, piece, square)


def test_a_whole_brigade_is_placed_by_dragging_it(visit: Visit) -> None:
    page = to_placement(visit)
    piece, square = first_square(page)
    side = piece[0]
    pieces = (page.locator(f".board [data-key='{side}.brigade-2']").get_attribute("data-group") or "").split()
    assert len(pieces) > 4
    before, steps = number(page), int(page.locator("#slider").get_attribute("max") or 0)
    plate = page.locator(f".board [data-key='{side}.brigade-2'] > text")
    plate.click()
    page.locator(f".board [data-key={square}]").click()
    expect(page.locator("#choices li")).to_have_count(len(pieces))
    assert number(page) == before, "nothing is decided before it is agreed to"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".board .chosen")).to_have_count(0)
    plate.drag_to(page.locator(f".board [data-key={square}]"))
    expect(page.locator("#slider")).to_have_attribute("max", str(steps + len(pieces)))
    visit.wait()
    files = []
    for key in pieces:
        place = page.locator(f".board .dh-place:has([data-key={key}])")
        expect(place).to_have_count(1)
        files.append(ord((place.get_attribute("data-key") or "")[0]))
    assert max(files) - min(files) < len(pieces), "they stand side by side"
    expect(page.locator("#log")).not_to_contain_text("cut off")
    page.locator("#undo").click()
    expect(page.locator("#slider")).to_have_attribute("max", str(steps + len(pieces) - 1))
    visit.wait()
    expect(page.locator("#slider")).to_have_attribute("max", str(steps + len(pieces) - 1))  # nothing goes on by itself


def test_a_brigade_laid_where_it_may_not_stand_says_why_and_is_placed_by_keyboard_too(visit: Visit) -> None:
    page = to_placement(visit)
    piece, square = first_square(page)
    side = piece[0]
    steps = int(page.locator("#slider").get_attribute("max") or 0)
    page.locator(f".board [data-key='{side}.brigade-1'] > text").drag_to(page.locator(".board [data-key=f5]"))
    expect(page.locator("#toast .cite").first).to_have_text("TB-1.4")
    expect(page.locator("#path")).to_be_hidden()
    page.get_by_role("button", name="brigade 1").last.focus()
    page.keyboard.press("Enter")
    page.locator(f".board .mark[data-mark={square}]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#primary[data-role=commit]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#slider")).to_have_attribute("max", str(steps + 6))


def test_a_piece_laid_where_it_may_not_stand_goes_back_and_says_why(visit: Visit) -> None:
    page = to_placement(visit)
    piece, _ = first_square(page)
    before = number(page)
    page.locator(f".board [data-key={piece}]").drag_to(page.locator(".board [data-key=f5]"))
    expect(page.locator("#toast .cite").first).to_have_text("TB-1.4")
    assert number(page) == before
    expect(page.locator("#path")).to_be_hidden()
    assert page.locator(".ghost-carried").count() == 0


def test_escape_lets_a_carried_piece_go(visit: Visit) -> None:
    page = to_placement(visit)
    piece, square = first_square(page)
    before = number(page)
    page.locator(f".board [data-key={piece}]").hover()
    page.mouse.down()
    page.locator(f".board [data-key={square}]").hover()
    expect(page.locator(".ghost-carried")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".ghost-carried")).to_have_count(0)
    page.mouse.up()
    page.wait_for_timeout(200)
    assert number(page) == before


def test_a_piece_is_placed_by_clicks_and_by_keyboard_too(visit: Visit) -> None:
    page = to_placement(visit)
    piece, square = first_square(page)
    before = number(page)
    page.locator(f".board [data-key={piece}]").click()
    expect(page.locator("#path")).to_be_visible()
    page.locator(f".board .mark[data-mark={square}]").focus()
    page.keyboard.press("Enter")
    settle(page, before)
    placed(page, piece, square)


def test_a_finger_holds_and_drags_and_still_scrolls(visits: Visits) -> None:
    visit = visits.begin(**PHONE)
    page = to_placement(visit)
    piece, square = first_square(page)
    before = number(page)
    session = visit.context.new_cdp_session(page)

    def middle(key: str) -> dict[str, float]:
        box = page.locator(f".board [data-key={key}]").bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    page.locator(f".board [data-key={piece}]").scroll_into_view_if_needed()
    frame = page.locator("#board").bounding_box()
    assert frame is not None
    # Only a part of the board is seen: the finger goes to a square of that part.
    square = next(
        key
        for key in (f"{file}{square[1:]}" for file in "abcdefghijklmnopqrst")
        if frame["x"] + 20 < middle(key)["x"] < frame["x"] + frame["width"] - 20
    )
    start, end = middle(piece), middle(square)
    touch("touchStart", start)
    page.wait_for_timeout(350)
    for part in (0.3, 0.7, 1):
        touch("touchMove", {axis: start[axis] + (end[axis] - start[axis]) * part for axis in ("x", "y")})
    touch("touchEnd")
    settle(page, before)
    placed(page, piece, square)


def test_units_are_laid_on_face_down_tokens_by_hand_and_hidden_from_the_others(visit: Visit) -> None:
    page = visit.play("aces-armor", mode="device")
    if visit.wait() == "curtain":
        page.locator("#curtain button").click()
    visit.wait()
    expect(page.locator("#prompt")).to_contain_text("lay your units on your three start tokens")
    for unit, token in (("US-T1", 3), ("US-I1", 1), ("US-B1", 2)):  # whichever one likes, not those that are listed
        before = number(page)
        page.locator(f".board [data-key={unit}]").drag_to(page.locator(f".board [data-key=token-{token}]"))
        settle(page, before)
        visit.wait()
    before = number(page)
    page.locator(".board [data-key=token-1]").click()
    page.locator("#primary[data-role=commit]").click()  # one press on a piece only looks at it
    settle(page, before)
    visit.wait()
    while visit.choose() != "curtain":
        pass
    expect(page.locator("#curtain[open]")).to_be_visible()
    page.locator("#curtain button").click()
    expect(page.locator("#prompt")).to_contain_text("Germany 1")
    expect(page.locator(".board [data-key=US-token-1]")).to_have_count(1)
    assert not re.search(r"US-\w1 .*token", page.locator("#log").inner_text())


def test_any_unit_is_laid_next_by_clicks_and_by_keyboard_too(visit: Visit) -> None:
    page = visit.play("aces-armor")
    visit.wait()
    expect(page.locator(".choice")).to_have_count(3)
    before = number(page)
    page.locator(".board [data-key=US-F1]").click()
    expect(page.locator("#path")).to_contain_text("US-F1")
    page.locator(".board [data-key=token-2]").click()
    settle(page, before)
    visit.wait()
    before = number(page)
    page.locator(".board .mark[data-mark=US-A1]").focus()
    page.keyboard.press("Enter")
    page.locator(".board .mark[data-mark=token-3]").focus()
    page.keyboard.press("Enter")
    settle(page, before)
    visit.wait()
    expect(page.locator("#log")).to_contain_text("US-F1 (P-51 Mustang)")
    expect(page.locator(".choice").first).to_contain_text("US-I1")
    before = number(page)
    page.locator("#undo").click()
    settle(page, before)
    visit.wait()
    page.locator(".board [data-key=US-A1]").click()
    expect(page.locator("#path")).to_contain_text("US-A1")
