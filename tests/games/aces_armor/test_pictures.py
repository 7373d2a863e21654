"""draw: everything in a view is drawn, in its place, told apart without colour, and quickly."""

import json
import re
from collections import Counter
from copy import deepcopy
from itertools import combinations
from math import hypot
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from drumhead import CHANCE, Match, load
from drumhead.core.draw import icons, palette
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import use_language
from drumhead.games.aces_armor.box.maps import LEFT, WHOLE
from drumhead.games.aces_armor.box.unit_types import KINDS
from drumhead.games.aces_armor.draw import terrain
from drumhead.games.aces_armor.draw.ascii_board import text
from drumhead.games.aces_armor.draw.counters import EMBLEMS, Face, drawn, outline
from drumhead.games.aces_armor.draw.outlines import HIGH, SIDE, beside, borders, middle, rounded
from drumhead.games.aces_armor.draw.picture import svg
from drumhead.games.aces_armor.draw.roads import links
from drumhead.games.aces_armor.draw.view_words import GROUNDS, WEATHERS
from tests.games.aces_armor.example_views import (
    ALL,
    declaring,
    duel,
    faction,
    field,
    full,
    intercepting,
    over,
    placing,
    rockets,
    setting_up,
    token,
    unit,
    view,
)

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element
View = dict[str, Any]
every_view = pytest.mark.parametrize("name", ALL)


def parsed(drawing: str | bytes) -> Element:
    return ElementTree.fromstring(drawing)


def keyed(root: Element) -> dict[str, Element]:
    """The elements that can be pointed at, by key."""
    return {element.get("data-key", ""): element for element in root.iter() if element.get("data-key")}


def classes_of(root: Element) -> Counter[str]:
    return Counter(kind for element in root.iter() for kind in element.get("class", "").split())


def icons_of(root: Element) -> list[str]:
    uses = [element.get("href", "") for element in root.iter(f"{SVG}use")]
    return [use.removeprefix("#dh-") for use in uses if use.removeprefix("#dh-") in icons.ICONS]


def only(root: Element, kind: str) -> Element:
    found = [element for element in root.iter() if kind in element.get("class", "").split()]
    assert len(found) == 1
    return found[0]


def spot_of(element: Element) -> tuple[float, float]:
    found = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
    assert found is not None
    return float(found[1]), float(found[2])


def hex_spot(root: Element, name: str) -> tuple[float, float]:
    shape = keyed(root)[name].find(f"{SVG}path[@class='dh-hex dh-body']")
    assert shape is not None
    x, y = map(float, re.findall(r"[\d.]+", shape.get("d", ""))[:2])
    return x - SIDE, y


def numbers(data: str | None) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.?\d*", data or "")]


@every_view
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_view_is_a_picture_whose_ids_are_its_own_and_all_found(name: str, theme: str) -> None:
    root = parsed(svg(ALL[name](), theme))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    wanted = {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")}
    wanted |= set(re.findall(r"url\(#([\w-]+)\)", ElementTree.tostring(root, "unicode")))
    assert wanted <= set(ids)


@every_view
def test_every_hex_that_is_played_on_can_be_pointed_at(name: str) -> None:
    made = ALL[name]()
    found = keyed(parsed(svg(made)))
    width, part = made["map"]["width"], made["map"]["part"]
    columns = {"left": range(width // 2), "right": range(width // 2, width)}.get(part, range(width))
    names = {f"{chr(ord('a') + column)}{row + 1}" for column in columns for row in range(15)}
    assert names <= found.keys()
    assert not {key for key in found if re.fullmatch(r"[a-z]\d+", key)} - names
    for hex_ in names:
        assert (found[hex_].get("aria-label") or "").startswith(f"{hex_}: ")


@every_view
def test_every_unit_is_drawn_once_where_it_stands(name: str) -> None:
    made = ALL[name]()
    root = parsed(svg(made))
    found = [element for element in root.iter() if "dh-unit" in element.get("class", "").split()]
    keys = [one["key"] for one in made["units"]] + (["V2"] if made["v2"] else [])
    assert sorted(element.get("data-key", "") for element in found) == sorted(keys)
    places = {one["key"]: one["hex"] for one in made["units"] if one["where"] == "map"}
    for element in found:
        key = element.get("data-key", "")
        if key in places:
            x, y = hex_spot(root, places[key])
            assert hypot(spot_of(element)[0] - x, spot_of(element)[1] - y) < 4
            assert element in list(keyed(root)[places[key]].iter())


@every_view
def test_nothing_that_can_be_chosen_is_too_small_or_lies_upon_another(name: str) -> None:
    root = parsed(svg(ALL[name]()))
    units = [element for element in root.iter() if "dh-unit" in element.get("class", "").split()]
    sizes = []
    for element in units:
        scale = re.search(r"scale\(([\d.]+)\)", element.get("transform", ""))
        sizes.append((*spot_of(element), 43 * (float(scale[1]) if scale else 1)))
    for (x1, y1, one), (x2, y2, other) in combinations(sizes, 2):
        assert max(abs(x1 - x2), abs(y1 - y2)) >= (one + other) / 2 * 0.97
    assert all(size >= 35 for _, _, size in sizes)
    assert HIGH >= 44


@every_view
def test_what_can_be_acted_on_glows_and_nothing_else(name: str) -> None:
    made = ALL[name]()
    root = parsed(svg(made))
    able = {element.get("data-key") for element in root.iter() if "dh-can" in element.get("class", "").split()}
    assert able == set(made["can_act"])


def test_the_picture_shows_a_half_alone_and_the_whole_as_wide() -> None:
    for made in (duel(), full()):
        root = parsed(svg(made))
        assert root.get("width") == "1100"
    assert "k5" not in keyed(parsed(svg(duel())))


def test_kinds_have_silhouettes_of_their_own() -> None:
    assert len({icons.ICONS[f"unit-{kind}"] for kind in (*KINDS, "v2")}) == 9
    for kind in KINDS:
        _, used = drawn(Face(0, kind, "X1", 2, 0, 0, done=False, repairing=False))
        assert f"unit-{kind}" in used


def test_factions_differ_in_emblem_and_teams_in_shape_and_hatching() -> None:
    assert len({icons.ICONS[emblem] for emblem in EMBLEMS}) == 4
    assert outline(flying=False, team=0) != outline(flying=False, team=1)
    assert outline(flying=True, team=0) != outline(flying=False, team=0)
    drawing = svg(full(), "light")
    for index, hatched in enumerate((False, True, False, True)):
        assert (f".dh-army-{index}{{fill:url(" in drawing) == hatched


def test_damage_experience_and_states_show_on_a_counter() -> None:
    def look(**changes: Any) -> tuple[Counter[str], list[str], str]:
        made = view([faction(0, 0), faction(1, 1)], [unit("US-T1", "e5") | changes], {})
        root = parsed(svg(made))
        one = keyed(root)["US-T1"]
        return classes_of(one), icons_of(one), one.get("aria-label") or ""

    plain, shown, words = look()
    assert plain["dh-hurt"] == plain["dh-done"] == plain["dh-level-disc"] == 0
    assert words == "US-T1, M4 Sherman (tank), on e5, 12 dice, hits on 5 or less"
    for damage in range(1, 6):
        kinds, _, words = look(damage=damage)
        assert (kinds["dh-hurt"], kinds["dh-whole"]) == (damage, 6 - damage)
        assert words.endswith(f"{damage} damage")
    assert "level-1" in look(level=1, experience=3)[1]
    assert "level-2" in look(level=2, experience=6)[1]
    assert "level-1" not in shown
    assert look(level=2, experience=6)[2].endswith("war hero with 6 experience")
    assert look(moved=True)[0]["dh-done"] == look(idle=True)[0]["dh-done"] == 1
    assert look(attacked=True)[0]["dh-done"] == 0  # it still has its move
    assert "spanner" in look(repairing=True)[1]


def test_every_kind_of_ground_has_marks_of_its_own() -> None:
    marks = {
        "f": ("dh-stipple", "dh-wood"),
        "=": ("dh-road",),
        "H": ("dh-bridge", "dh-water"),
        "~": ("dh-water", "dh-wave"),
        "s": ("dh-water", "dh-wave"),
        "^": ("dh-rock", "dh-hachure"),
        "F": ("dh-yard",),
    }
    watched = {mark for found in marks.values() for mark in found}
    made = duel() | {"units": [], "factories": []}
    looks = set()
    for letter, wanted in marks.items():
        letters = "." * 124 + letter + ("=" if letter in "=H" else ".") + "." * 174
        drawing = (
            f"<g xmlns='http://www.w3.org/2000/svg'>{terrain.ground(letters, 20, 0, 9, 'summer', mountains=True)}</g>"
        )
        found = {mark for mark in classes_of(parsed(drawing)) if mark in watched}
        if letter == "H":
            found.discard("dh-road")
        assert found == set(wanted)
        looks.add(tuple(sorted(found)))
        made["map"] |= {"letters": letters}
        words = keyed(parsed(svg(made)))["e7"].get("aria-label")
        assert words == f"e7: {GROUNDS[letter] if letter != '^' else 'standard, with mountains for show'}"
    assert len(looks) == len(marks) - 1  # river and sea are both water


def test_mountains_that_do_not_count_are_faint() -> None:
    for mountains in (False, True):
        made = duel() | {"map": field("summer", LEFT, mountains=mountains)}
        assert ("dh-decorative" in classes_of(parsed(svg(made)))) != mountains


def test_winter_lies_under_snow() -> None:
    assert classes_of(parsed(svg(full())))["dh-winter"] == 1
    assert "#dh-fir-winter" in svg(full())
    assert classes_of(parsed(svg(duel())))["dh-summer"] == 1


def test_roads_join_hexes_and_keep_to_the_straight_where_three_lie_together() -> None:
    straight = {(3, row): "=" for row in range(4)}
    assert len(links(straight)) == 3
    branch = straight | {(4, 2): "="}
    assert len(links(branch)) == 4
    assert links(straight) <= links(branch)
    bridge = straight | {(3, 1): "H", (4, 1): "="}
    assert frozenset(((3, 1), (4, 1))) not in links(bridge)
    works = {(3, 0): "=", (3, 1): "F", (3, 2): "F"}
    assert links(works) == {frozenset(((3, 0), (3, 1)))}
    assert links({(0, 0): "=", (5, 5): "="}) == set()


def test_outlines_go_around_areas_and_their_holes() -> None:
    assert [len(line) for line in borders([(2, 2)])] == [6]
    assert sorted(len(line) for line in borders(beside((4, 4)))) == [6, 18]
    assert [len(line) for line in borders([(4, 4), *beside((4, 4))])] == [18]
    x, y = middle(2, 2)
    corners = borders([(2, 2)])[0]
    assert all(abs(hypot(cx - x, cy - y) - SIDE) < 0.01 for cx, cy in corners)
    assert rounded(corners).count("Q") == 6
    for cell in ((3, 3), (4, 4)):
        for near in beside(cell):
            (x1, y1), (x2, y2) = middle(*cell), middle(*near)
            assert abs(hypot(x1 - x2, y1 - y2) - HIGH) < 0.01


def test_flags_are_drawn_in_the_colours_of_those_who_hold_a_factory() -> None:
    root = parsed(svg(duel()))
    held = [element for element in root.iter() if element.get("class") == "dh-held"]
    words = [element.get("aria-label") for element in held]
    assert words == [
        "factory c5: United States",
        "factory h5: United States",
        "factory c11: Germany 1",
        "factory h11: Germany 1",
    ]
    assert [icons_of(element) for element in held] == [[EMBLEMS[0]], [EMBLEMS[0]], [EMBLEMS[1]], [EMBLEMS[1]]]
    assert classes_of(parsed(svg(rockets())))["dh-ruin"] == 1


def test_declared_attacks_are_numbered_arrows_from_attacker_to_target() -> None:
    made = declaring()
    root = parsed(svg(made))
    arrows = [element for element in root.iter() if "dh-attack" in element.get("class", "").split()]
    assert [element.get("aria-label") for element in arrows] == [
        "attack 1, fought: US-T1 at G1-T1",
        "attack 2, being fought: US-F1 at G1-F1",
        "attack 3, declared: US-A1 at G1-A1",
    ]
    assert ["dh-shot-done" in (element.get("class") or "") for element in arrows] == [True, False, False]
    places = {one["key"]: one["hex"] for one in made["units"]}
    for index, (element, attack) in enumerate(zip(arrows, made["declared"], strict=True), 1):
        line = next(e for e in element if e.get("class") in ("dh-shot", "dh-shot-far"))
        x1, y1, *_, x2, y2 = numbers(line.get("d"))
        start, end = (hex_spot(root, places[attack[side]]) for side in ("attacker", "target"))
        assert hypot(x1 - start[0], y1 - start[1]) < SIDE
        assert hypot(x2 - end[0], y2 - end[1]) < SIDE
        assert [e.text for e in element.iter(f"{SVG}text")] == [str(index)]
    assert classes_of(root)["dh-shot-now"] == 1


def test_rockets_show_the_seven_hexes_they_burst_on() -> None:
    root = parsed(svg(rockets()))
    corners = numbers(only(root, "dh-burst").get("d"))
    x, y = hex_spot(root, "p13")
    assert len(corners) == 36
    xs, ys = corners[::2], corners[1::2]
    assert abs(sum(xs) / 18 - x) < 0.2
    assert abs(sum(ys) / 18 - y) < 0.2
    assert max(ys) - min(ys) == pytest.approx(3 * HIGH, abs=0.3)


def test_an_interception_is_an_arrow_between_two_hexes() -> None:
    root = parsed(svg(duel()))
    arrow = only(root, "dh-hold")
    assert "dh-paint-1" in (arrow.get("class") or "")
    corners = numbers(arrow.get("d"))
    (x1, y1), (x2, y2) = hex_spot(root, "h7"), hex_spot(root, "h8")
    assert abs(sum(corners[::2]) / 11 - (x1 + x2) / 2) < 4
    assert abs(sum(corners[1::2]) / 11 - (y1 + y2) / 2) < 4
    assert "dh-hold" not in classes_of(parsed(svg(declaring())))


def test_the_move_that_is_asked_about_shows_its_way() -> None:
    root = parsed(svg(intercepting()))
    spots = numbers(only(root, "dh-way").get("d"))
    for index, name in enumerate(("h5", "h6", "h7", "g8")):
        assert spots[2 * index : 2 * index + 2] == pytest.approx(hex_spot(root, name), abs=0.1)
    ring = only(root, "dh-asked")
    assert float(ring.get("cx", "0")) == pytest.approx(hex_spot(root, "g8")[0], abs=0.1)


def test_dice_are_shown_before_they_are_thrown() -> None:
    panel = only(parsed(svg(declaring())), "dh-roll")
    words = "battle, US-F1 at G1-F1, 12 dice, 2 red, hits on 4 or less, answered by 10 dice, 5 or less"
    assert panel.get("aria-label") == words
    assert [e.text for e in panel.iter(f"{SVG}text")] == ["×12", "≤ 4", "×2", "×10", "≤ 5"]
    assert classes_of(panel)["dh-die-red"] == 1


@pytest.mark.parametrize("kind", WEATHERS)
def test_the_weather_has_a_sign_and_words(kind: str) -> None:
    root = parsed(svg(duel() | {"weather": {"kind": kind, "left": 2}}))
    assert icons_of(only(root, "dh-weather")) == [f"weather-{kind}"]
    assert f"{WEATHERS[kind]}; 2 turns left" in text(duel() | {"weather": {"kind": kind, "left": 2}}, 500)
    assert "dh-weather" not in classes_of(parsed(svg(duel())))


def test_grey_tokens_show_no_more_than_the_view() -> None:
    root = parsed(svg(rockets()))
    grey = [element for element in root.iter() if element.get("class") == "dh-grey-token"]
    assert {element.get("aria-label"): icons_of(element) for element in grey} == {
        "grey token on s14": ["question"],
        "grey token on s13: the V2": ["unit-v2"],
        "grey token on t13: blank": [],
    }
    launcher = keyed(root)["V2"]
    assert launcher.get("aria-label") == "V2, V2 (V2 launcher), on p14, 2 damage, has fired"
    assert classes_of(launcher)["dh-hurt"] == 2


def test_a_card_shows_coins_and_the_factories_of_the_team() -> None:
    root = parsed(svg(full()))
    cards = {element.get("data-side"): element for element in root.iter() if element.get("data-side")}
    assert list(cards) == ["US", "G1", "SU", "G2"]
    assert cards["SU"].get("aria-label") == "Soviet Union: 7 coins, 2 factories; Allies: 4 of 6 factories"
    looks = {letter: classes_of(card) for letter, card in cards.items()}
    assert [looks[letter]["dh-held-plate"] for letter in cards] == [4, 5, 4, 5]
    assert [looks[letter]["dh-missing"] for letter in cards] == [2, 1, 2, 1]
    assert looks["G2"]["dh-army-3"] == 1 + 3  # its flag and its own factories
    words = {letter: [e.text for e in card.iter(f"{SVG}text")] for letter, card in cards.items()}
    assert words["US"][:4] == ["United States", "you", "to act", "4"]
    assert words["SU"][1] == "ally"
    assert words["G1"][1] == words["G2"][1] == "enemy"
    assert looks["US"]["dh-card-turn"] == 1
    assert "Automa" in svg(rockets())


def test_the_mat_of_a_faction_is_printed_beside_half_a_map() -> None:
    drawing = svg(duel())
    for one in duel()["factions"][1]["mat"]:
        assert one["name"] in drawing
        assert " · ".join(map(str, one["open"])) in drawing
    assert "forest 3 · 5 · 8 · 11 · 13 · 16" in drawing
    picking = keyed(parsed(svg(setting_up() | {"phase": "pick", "can_act": ["tank"]})))
    assert "dh-can" in (picking["tank"].get("class") or "")
    assert "dh-can" not in (picking["G1-tank"].get("class") or "")


def test_start_tokens_lie_face_down_with_what_was_laid_on_them() -> None:
    root = parsed(svg(placing()))
    found = keyed(root)
    assert found["US-token-1"].get("aria-label") == "United States, start token 1: 1"
    assert found["US-token-2"].get("aria-label") == "United States, start token 2: face down"
    assert found["token-2"].get("aria-label") == "Germany 1, start token 2: face down"
    circle = found["token-2"].find(f"{SVG}circle")
    assert circle is not None
    x, y = spot_of(found["G1-M1"])
    assert abs(x - float(circle.get("cx", "0"))) < 45
    assert 0 < y - float(circle.get("cy", "0")) < 60
    many = setting_up()
    many["units"] = [one for one in many["units"] if one["faction"] == 0]
    many["factions"][1]["tokens"] = [token(units=4), token(), token()]
    assert "×4" not in svg(many)  # nothing of it is off the map, so there is no tray
    assert "what happened last" in svg(duel())
    assert "what happened last" not in svg(many)


def test_starts_are_printed_on_the_map() -> None:
    root = parsed(svg(full()))
    found = [e.text for e in root.iter(f"{SVG}text") if e.get("class") == "dh-start-number"]
    assert found == [str(number) for number in range(1, 13)]
    half = parsed(svg(duel()))
    assert classes_of(half)["dh-start"] == 6


def test_a_battle_that_is_over_says_so() -> None:
    for made in (over(), duel() | {"outcome": "Germany 1 concedes."}):
        for drawing in (svg(made), text(made), text(made, plain=True)):
            assert "The battle is over" in drawing
            assert made["outcome"] in drawing
            assert "to act" not in drawing


def test_a_view_without_a_match_around_it_can_be_drawn() -> None:
    added = ("to_act", "prompt", "outcome", "can_act", "log", "weather", "hidden", "v2", "declared", "move", "roll")
    bare = {key: value for key, value in duel().items() if key not in added}
    parsed(svg(bare))
    assert "US-T1" in text(bare)
    assert "US-T1, M4 Sherman (tank), on h7" in text(bare, 500, plain=True)


def test_words_from_elsewhere_stay_words() -> None:
    made = declaring()
    nasty = "<script>alert('x')</script> & \"quoted\" \x1b[31m {x} \ud800"
    made["prompt"] = made["factions"][0]["name"] = made["map"]["name"] = made["factions"][0]["mat"][0]["name"] = nasty
    made["units"][0]["name"] = made["teams"][0]["name"] = nasty
    made["roll"] |= {"kind": nasty, "attacker": nasty}
    made["declared"][0]["attacker"] = nasty
    made["log"] = [{"kind": "x", "text": nasty, "clause": "AA-1.1"}]
    drawing = svg(made)
    assert "<script" not in drawing
    parsed(drawing.encode())
    assert "\x1b" not in text(made)
    assert "\x1b" not in text(made, plain=True)


@every_view
def test_drawing_depends_on_the_view_alone_and_leaves_it_as_it_was(name: str) -> None:
    made = ALL[name]()
    before = deepcopy(made)
    pictures = [svg(made), text(made), text(made, plain=True)]
    assert made == before
    again: View = json.loads(json.dumps(made))
    assert [svg(again), text(again), text(again, plain=True)] == pictures


@every_view
def test_every_class_has_a_rule(name: str) -> None:
    drawing = svg(ALL[name](), "light")
    ruled = set(re.findall(r"\.(dh[\w-]*)", drawing[drawing.index("<style>") : drawing.index("</style>")]))
    used = {kind for element in parsed(drawing).iter() for kind in element.get("class", "").split()}
    hooks = {"dh-unit", "dh-place", "dh-banner", "dh-roll", "dh-weather", "dh-held", "dh-grey-token", "dh-attack"}
    hooks |= {"dh-interception", "dh-prompt"}
    assert used - hooks <= ruled


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as accessibility guidelines reckon it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [palette.PAPER, palette.CAMPFIRE], ids=["paper", "campfire"])
def test_words_and_figures_can_be_made_out_in_both_themes(colours: dict[str, str]) -> None:
    for paint in ("prussian", "iron", "carmine", "ochre"):
        assert contrast(colours["on-army"], colours[paint]) >= 4.0, paint
    assert contrast(colours["counter"], colours["wound"]) >= 4.0
    assert contrast(colours["ink"], colours["snow"]) >= 3.0
    assert contrast(colours["ink"], colours["water"]) >= 3.0


@every_view
@pytest.mark.parametrize("plain", [False, True])
def test_letters_are_never_wider_than_asked(name: str, plain: bool) -> None:  # noqa: FBT001
    for width in (1, 2, 7, 13, 20, 40, 65, 66, 80, 100, 133):
        assert max(len(line) for line in text(ALL[name](), width, plain=plain).splitlines()) <= width


@every_view
def test_letters_name_every_unit_and_factory(name: str) -> None:
    made = ALL[name]()
    framed, listed, plain = text(made), text(made, 46), text(made, 10_000, plain=True)
    assert plain.isascii()
    for drawing in (framed, listed, plain):
        for one in made["units"]:
            assert re.search(rf"{one['key']}\b", drawing), one["key"]
        for one in made["factories"]:
            assert re.search(rf"\b{one['hex']}\b", drawing), one["hex"]


def cells_of(drawing: str, wide: int) -> dict[str, tuple[str, str]]:
    """The two lines of every hex on a map in letters."""
    lines = drawing.splitlines()
    top, bottom = (at for at, line in enumerate(lines) if re.fullmatch(r"   [a-t ]+", line))
    rows = [line.ljust(80) for line in lines[top + 1 : bottom]]
    found = {}
    for at, letter in enumerate(lines[top].split()):
        low = ord(letter) - ord("a") & 1
        for row in range(len(rows) // 2):
            left = 3 + wide * at
            upper, lower = (rows[2 * row + low + down][left : left + wide] for down in (0, 1))
            found[f"{letter}{row + 1}"] = (upper, lower)
    return found


def test_letters_draw_every_hex_of_a_half_in_its_place() -> None:
    found = cells_of(text(duel()), 6)
    assert len(found) == 150
    assert found["h7"] == ("US-T1›", "= -2* ")
    assert found["c5"] == ("US-I1'", "⌂     ")
    assert found["h6"] == ("US-A1›", "=   **")
    assert found["e7"] == ("      ", "›·    ")
    assert found["d8"] == (" ≈≈≈≈≈", "›#####")
    assert found["c11"] == (" ⌂    ", " G1   ")
    assert found["f8"] == (" ⌂    ", " --   ")
    assert found["a4"] == (" ♣♣♣♣♣", " ♣♣♣♣♣")
    assert found["a1"] == ("      ", " ·    ")  # mountains for show
    assert found["a8"] == (" ≈≈≈≈≈", " ≈≈≈≈≈")


def test_letters_draw_every_hex_of_the_whole_map_in_80_columns() -> None:
    found = cells_of(text(full()), 3)
    assert len(found) == 300
    assert found["b4"] == ("US›", "I1 ")
    assert found["c5"] == ("US ", "I21")
    assert found["f6"] == (" ♣♣", "›♣♣")
    assert found["a9"] == (" ▲▲", " ▲▲")
    assert found["k1"] == (" ~~", " ~~")
    assert found["f1"] == (" ⌂ ", " --")
    assert cells_of(text(placing()), 3)["e2"][0] == " 2 "
    assert cells_of(text(rockets()), 6)["s13"][1] == " V2   "
    assert cells_of(text(rockets()), 6)["s5"][1] == " xx   "


def test_letters_tell_attacks_dice_and_whose_turn_it_is() -> None:
    drawing = text(declaring(), 200)
    for words in (
        "attack 2, being fought: US-F1 at G1-F1",
        "dice: battle, US-F1 at G1-F1, 12 dice, 2 red",
        "US United States · 3 coins · Allies: 2 of 4 factories · you · its turn",
        "G1-I1 Grenadiers h11 3 damage",
        "factories: c5 US, h5 US, f8 --, c11 G1, h11 G1",
    ):
        assert words in drawing
    assert "US-T1 moves: h5 h6 h7 g8" in text(intercepting())
    assert "start token 1: face down" in text(setting_up())
    assert "US-T1 M4 Sherman on token 3" in text(setting_up(), 300)


def test_plain_letters_are_one_fact_a_line_in_full_words() -> None:
    lines = text(rockets(), 1000, plain=True).splitlines()
    for fact in (
        "Round 3 of 30.",
        "Step: declaring attacks.",
        "Weather: storm: artillery reaches 1 less; 1 turn left.",
        "Germany: 2 of 5 factories.",
        "Germany 2: 3 coins, 2 factories, Automa.",
        "Soviet Union: SU-T1, T-34 (tank), on q11, 6 dice, hits on 7 or less, 5 damage, veteran with 4 experience.",
        "factory s5: destroyed.",
        "Grey token on s13: the V2.",
        "attack 1, declared: SU-A1 at p13.",
        "Ground, bridge: m4, o8, r8.",
        "Start 7 is l2.",
    ):
        assert fact in lines
    odd = duel() | {"prompt": "Élan — “go”… → 5×"}
    assert 'Elan - "go"... to 5x' in text(odd, plain=True).splitlines()


MODES: list[dict[str, Any]] = [
    {},
    {"mode": "solo"},
    {"mode": "coop", "half": "whole"},
    {"players": 3, "mission": "v2", "weather": True},
    {"players": 4, "mission": "bulge", "map": "winter", "mountains": True},
    {"sets": "1+4", "half": "right", "map": "winter"},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", MODES, ids=str)
def test_battles_can_be_drawn_from_first_to_last(options: dict[str, Any]) -> None:
    match = Match(load("aces-armor", **options), seed=7)
    rng = Random(11)
    for step in range(240):
        if match.outcome is not None:
            break
        if match.to_act < 0:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
        if step % 16 == 0:
            for seat in (None, *range(match.game.seats)):
                made = match.view(seat)
                root = parsed(svg(made))
                pointed = keyed(root)
                on_map = {one["key"] for one in made["units"] if one["where"] == "map"}
                assert on_map <= pointed.keys()
                assert {
                    key for key in made["can_act"] if re.fullmatch(r"[a-t]\d+|token-\d|..-..", key)
                } <= pointed.keys()
                assert max(map(len, text(made).splitlines())) <= 80
                assert text(made, plain=True).isascii()


def test_examples_are_what_they_say() -> None:
    for made in (make() for make in ALL.values()):
        places = [one["hex"] for one in made["units"] if one["where"] == "map"]
        assert len(places) == len(set(places))
        assert len(made["factories"]) == (10 if made["map"]["part"] == "whole" else 5)
        flags = {one["hex"] for one in made["factories"]}
        assert len(flags) == len(made["factories"])
    assert field("winter", WHOLE)["starts"].keys() == {str(number) for number in range(1, 13)}


def test_units_are_named_in_the_language_in_use() -> None:
    match = Match(load("aces-armor"), seed=1)
    with use_language(translator("it", "drumhead.games.aces_armor")):
        view = match.view(0)
        assert view["units"][0]["name"] == "Fucilieri"
        assert "US-I1 Fucilieri in mano" in match.text(0)
        assert "Fucilieri" in match.svg(0)
    assert match.view(0)["units"][0]["name"] == "Rifle Infantry"


@pytest.mark.parametrize("options", [{}, {"mode": "coop"}, {"players": 4}])
def test_whoever_lays_units_finds_the_start_tokens_on_the_picture(options: dict[str, Any]) -> None:
    match = Match(load("aces-armor", **options), seed=3)
    laid = set()
    while match.to_act < 0 or match.legal_actions[0].notation.startswith("lay"):
        if match.to_act == CHANCE:
            match.roll()
            continue
        drawn = match.svg(match.to_act)
        for action in match.legal_actions:
            assert drawn.count(f'data-key="{action.steps[-1].key}"') == 1
        others = [seat for seat in range(match.game.seats) if seat != match.to_act]
        assert all('data-key="token-' not in match.svg(seat) for seat in others)
        laid.add(match.to_act)
        match.push(match.legal_actions[-1])
    assert len(laid) == match.game.seats
