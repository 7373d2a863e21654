"""draw/: pictures and letters show a view, all of it, nothing else, and nothing on top of anything else."""

import json
import re
from collections import Counter
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from drumhead.core.draw import icons, palette
from drumhead.core.draw.sheet import Box
from drumhead.games.pocket_battles.army.tiles import TRAITS, tiles
from drumhead.games.pocket_battles.draw.ascii_board import text
from drumhead.games.pocket_battles.draw.picture import svg
from drumhead.games.pocket_battles.draw.view_words import trait_words
from tests.games.pocket_battles import example_views
from tests.games.pocket_battles.example_views import ALL, View, deploying, opening, over, shot, side, star, unit, view

Element = ElementTree.Element
SVG = "{http://www.w3.org/2000/svg}"

every_view = pytest.mark.parametrize("name", ALL)


def scattered(seed: int) -> View:
    """Units of all sizes anywhere, engaged, hidden, hit or lost."""
    rng = Random(seed)
    units: list[View] = []
    fights = []
    for seat, letter, army in ((0, "C", "CEL"), (1, "R", "ROM")):
        ids = [f"{army}{n:02}" for n in range(1, 31)]
        rng.shuffle(ids)
        while ids and len(units) < 25 * (seat + 1):
            size = rng.choice((1, 1, 2, 3, 4, 5))
            row = rng.choice(("front", "front", "rear", "engagement", "reserve", "lost"))
            sector = rng.randrange(3) if row in ("front", "rear", "engagement") else None
            one = unit(f"{letter}{len(units) + 1}", seat, " ".join(ids[:size]), row, sector, orders=rng.randrange(8))
            one |= {"hits": rng.choice((0, 0, 2)), "redeployed": rng.random() < 0.2, "charging": rng.random() < 0.1}
            if row != "lost" and rng.random() < 0.2:
                one |= {"hidden": True, "troops": one["troops"][: rng.randrange(2)]}
            units.append(one)
            del ids[:size]
    for sector in range(3):
        here: list[list[str]] = [[], []]
        for one in units:
            if one["row"] == "engagement" and one["sector"] == sector:
                here[one["seat"]].append(one["key"])
        if here[0] and here[1]:
            single = rng.randrange(2)
            fights.append({"sector": sector, "single": here[single][0], "many": here[1 - single]})
    sides = [side(0, "C", "Celts"), side(1, "R", "Romans")]
    return view(units, seat=rng.choice((0, 1, None)), sides=sides, engagements=fights)


def parsed(drawn: str | bytes) -> Element:
    return ElementTree.fromstring(drawn)


def boxes(root: Element) -> dict[str, Box]:
    """The frame of every unit, troop and zone, by its key, worked out from what is drawn."""
    found: dict[str, Box] = {}

    def walk(element: Element, x: float, y: float, scale: float) -> None:
        moved = re.match(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?$", element.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]) * scale, y + float(moved[2]) * scale
            scale *= float(moved[3] or 1)
        kind = element.get("class", "").split()
        if element.get("data-key") and {"dh-unit", "dh-tile", "dh-zone-group"} & set(kind):
            frame = next(
                child
                for child in element.iter(f"{SVG}rect")
                if re.match(r"dh-(plate-\d|face|zone)( dh-body)?$", child.get("class", ""))
            )
            at_x, at_y, w, h = (float(frame.get(name, "0")) * scale for name in ("x", "y", "width", "height"))
            found[element.get("data-key", "")] = Box(x + at_x, y + at_y, w, h)
        for child in element:
            walk(child, x, y, scale)

    walk(root, 0, 0, 1)
    return found


def overlap(a: Box, b: Box) -> bool:
    slack = 0.11  # coordinates are rounded
    return min(a.x + a.w, b.x + b.w) - max(a.x, b.x) > slack and min(a.y + a.h, b.y + b.h) - max(a.y, b.y) > slack


def inside(a: Box, b: Box) -> bool:
    slack = 0.2
    return (
        a.x >= b.x - slack and a.y >= b.y - slack and a.x + a.w <= b.x + b.w + slack and a.y + a.h <= b.y + b.h + slack
    )


def zone_of(made: View, one: View) -> str:
    names = (
        ("left", "centre", "right") if one["seat"] == 0 or one["row"] == "engagement" else ("right", "centre", "left")
    )
    if one["row"] == "engagement":
        return f"{names[one['sector']]}-engagement"
    return f"{made['sides'][one['seat']]['letter']}.{names[one['sector']]}-{one['row']}"


def check_places(made: View) -> None:
    root = parsed(svg(made))
    found = boxes(root)
    _, _, width, height = (float(part) for part in root.get("viewBox", "").split())
    units = [one for one in made["units"] if one["row"] != "lost"]
    for a, b in combinations([one["key"] for one in units], 2):
        assert not overlap(found[a], found[b]), (a, b)
    for one in units:
        plate = found[one["key"]]
        assert inside(plate, Box(0, 0, width, height))
        if one["row"] != "reserve":
            assert inside(plate, found[zone_of(made, one)]), one["key"]
        for key, zone in found.items():
            if ("-" in key) and (one["row"] == "reserve" or key != zone_of(made, one)):
                assert not overlap(plate, zone), (one["key"], key)
        on_it = [box for key, box in found.items() if key.startswith(f"{one['key']}/")]
        assert all(inside(box, plate) for box in on_it)
        assert not any(overlap(a, b) for a, b in combinations(on_it, 2))
    for key, box in found.items():
        assert min(box.w, box.h) >= 44, key


@every_view
@pytest.mark.parametrize("theme", palette.THEMES)
def test_a_picture_is_well_formed_and_refers_to_nothing_outside_itself(name: str, theme: str) -> None:
    drawn = svg(ALL[name](), theme)
    root = parsed(drawn)
    assert root.tag == f"{SVG}svg"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    targets = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")} | set(
        re.findall(r"url\(#([\w-]+)\)", drawn)
    )
    assert targets <= set(ids)
    assert all(element.get("href", "#").startswith("#") for element in root.iter())
    assert drawn.count("url(") == drawn.count("url(#")
    assert drawn.count("http") == 1  # the name space
    assert not {element.tag for element in root.iter()} & {f"{SVG}script", f"{SVG}image", f"{SVG}foreignObject"}
    assert not any(name.startswith("on") or name == "style" for element in root.iter() for name in element.attrib)


@every_view
def test_every_unit_troop_and_zone_is_drawn_once_with_its_key(name: str) -> None:
    made = ALL[name]()
    keys = Counter(element.get("data-key") for element in parsed(svg(made)).iter() if element.get("data-key"))
    wanted = [one["key"] for one in made["units"]]
    wanted += [
        f"{one['key']}/{troop['id']}"
        for one in made["units"]
        if one["row"] != "lost"
        for troop in one["troops"]
        if troop["alive"]
    ]
    letters = [one["letter"] for one in made["sides"]]
    for sector in ("left", "centre", "right"):
        wanted += [
            f"{sector}-engagement",
            *(f"{letter}.{sector}-{row}" for letter in letters for row in ("front", "rear")),
        ]
    assert keys == Counter(wanted)


@every_view
@pytest.mark.parametrize("seat", [0, 1, None])
def test_nothing_overlaps_and_everything_is_large_enough_to_touch(name: str, seat: int | None) -> None:
    check_places(ALL[name]() | {"seat": seat})


@pytest.mark.parametrize("seed", range(40))
def test_nothing_overlaps_wherever_units_stand(seed: int) -> None:
    check_places(scattered(seed))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_looking_seat_is_at_the_bottom_with_its_left_on_the_left(seat: int | None) -> None:
    found = boxes(parsed(svg(opening() | {"seat": seat})))
    near, far = ("E", "O") if seat == 1 else ("O", "E")
    order = [
        f"{far}.centre-rear",
        f"{far}.centre-front",
        "centre-engagement",
        f"{near}.centre-front",
        f"{near}.centre-rear",
    ]
    assert sorted(order, key=lambda key: found[key].y) == order
    assert found[f"{near}.left-front"].x < found[f"{near}.centre-front"].x < found[f"{near}.right-front"].x
    assert found[f"{near}.left-front"].x == found[f"{far}.right-front"].x
    first = ("left" if seat != 1 else "right") + "-engagement"
    assert found[first].x == found[f"{near}.left-front"].x


def test_units_in_contact_touch_one_line_between_them() -> None:
    found = boxes(parsed(svg(star())))
    single = found["O1"]
    for key in ("E1", "E7", "E8"):
        many = found[key]
        assert 0 < single.y - (many.y + many.h) < 16
    assert len(parsed(svg(star())).findall(f".//{SVG}path[@class='dh-spark']")) == 2


@every_view
def test_what_can_be_acted_on_glows_and_nothing_else_does(name: str) -> None:
    made = ALL[name]()
    glowing = set()
    for element in parsed(svg(made)).iter(f"{SVG}g"):
        if "dh-can" in element.get("class", "").split():
            glowing.add(element.get("data-key"))
            assert element.find(f"./{SVG}rect[@class='dh-glow']") is not None
    assert glowing == set(made["can_act"])


def hidden_stacks() -> View:
    """A view that lists more of the stacks than it should."""
    made = deploying()
    for one in made["units"]:
        if one["hidden"]:
            one["troops"].append(example_views.troop("MAC04"))
            one["traits"] = ["Tough"]
    return made


def test_a_hidden_stack_shows_its_top_troop_and_its_thickness_only() -> None:
    assert svg(hidden_stacks()) == svg(deploying())
    assert text(hidden_stacks()) == text(deploying())
    assert text(hidden_stacks(), plain=True) == text(deploying(), plain=True)
    assert "Argyraspides" not in svg(deploying())
    root = parsed(svg(deploying()))
    stack = next(element for element in root.iter() if element.get("data-key") == "E8")
    assert len(stack.findall(f".//{SVG}rect[@class='dh-under']")) == 2
    assert "3 tiles" in stack.get("aria-label", "")


def test_a_stack_of_which_nothing_is_known_is_drawn_face_down() -> None:
    made = view([unit("E1", 1, "", "front", 0, hidden=True, size=2)])
    assert [element.text for element in parsed(svg(made)).iter() if element.get("class") == "dh-back"] == ["?"]
    assert "E1" in text(made)


def test_a_counter_shows_its_dice_its_wounds_and_its_traits() -> None:
    made = view([unit("O1", 0, "ORC06:2", "front", 0), unit("E3", 1, "ELV11", "front", 0)])
    root = parsed(svg(made))

    def drawn(key: str) -> Counter[str]:
        tile = next(element for element in root.iter() if element.get("data-key") == key)
        return Counter(use.get("href", "")[4:] for use in tile.iter(f"{SVG}use"))

    dice, traits = ["die-black-4", "die-black-5", "die-black-6"], ["trait-regenerate", "trait-engagement", "trait-slow"]
    assert drawn("O1/ORC06") == Counter([*dice, *traits, "drop-full", "drop-full", "drop"])
    shown = drawn("E3/ELV11")
    assert [shown[name] for name in ("die-black-5", "die-black-6", "die-white-5", "die-white-6", "drop")] == [
        1,
        1,
        1,
        1,
        2,
    ]
    titles = {element.text for element in root.iter(f"{SVG}title")}
    assert {str(trait_words(trait)) for trait in ("Regenerate", "+2 Engagement", "Slow", "Skirmish")} <= titles


def test_a_throw_is_shown_with_its_dice_and_lights_the_printed_dice_it_matches() -> None:
    root = parsed(svg(star()))
    roll = next(element for element in root.iter() if element.get("class") == "dh-roll")
    assert roll.get("aria-label") == "E8 strikes O1: 6 4"
    assert [use.get("href") for use in roll.iter(f"{SVG}use")][1:] == ["#dh-die-black-6", "#dh-die-black-4"]
    lit = Counter(
        tile.get("data-key") for tile in root.iter() for mark in tile.findall(f"./{SVG}rect[@class='dh-lit']")
    )
    assert lit == {"E8/ELV13": 1, "E8/ELV28": 1, "E8/ELV08": 1}
    pending = parsed(svg(shot()))
    roll = next(element for element in pending.iter() if element.get("class") == "dh-roll")
    assert [use.get("href") for use in roll.iter(f"{SVG}use")][1:] == ["#dh-die-white-0"] * 2
    assert len(pending.findall(f".//{SVG}path[@class='dh-aim']")) == 1


def test_a_banner_shows_tokens_points_and_the_lost() -> None:
    root = parsed(svg(over()))
    banner = next(element for element in root.iter() if element.get("data-side") == "E")
    tokens = [use.get("class") for use in banner.iter(f"{SVG}use") if use.get("href") == "#dh-token"]
    assert tokens == [None, None, None, "dh-spent"]
    bar = banner.find(f".//{SVG}rect[@class='dh-bar-1']")
    assert bar is not None
    assert float(bar.get("width", "0")) == pytest.approx(220 * 18 / 25, abs=0.1)
    assert len(banner.findall(f".//{SVG}rect[@class='dh-slip']")) == len(over()["sides"][1]["lost"])


def test_a_view_without_a_match_around_it_can_be_drawn() -> None:
    bare = {
        key: value for key, value in opening().items() if key not in ("to_act", "prompt", "outcome", "can_act", "log")
    }
    parsed(svg(bare))
    assert "O5" in text(bare)
    assert "Orcs, left front: O5" in text(bare, plain=True)


def test_a_battle_given_up_is_over() -> None:
    made = star() | {"outcome": "Elves give up."}
    for drawn in (svg(made), text(made), text(made, plain=True)):
        assert "The battle is over" in drawn
        assert "Elves give up." in drawn


def test_words_from_elsewhere_stay_words() -> None:
    made = opening()
    nasty = "<script>alert('x')</script> & \"quoted\" \x1b[31m \ud800"
    made["prompt"] = made["sides"][0]["name"] = made["units"][0]["troops"][0]["name"] = nasty
    made["log"] = [{"kind": "x", "text": nasty, "clause": "PB-1.1"}]
    drawn = svg(made)
    assert "<script" not in drawn
    parsed(drawn.encode())
    assert "\x1b" not in text(made)
    assert "\x1b" not in text(made, plain=True)


@every_view
def test_drawing_depends_on_the_view_alone_and_leaves_it_as_it_was(name: str) -> None:
    made = ALL[name]()
    before = deepcopy(made)
    pictures = [svg(made), text(made), text(made, plain=True)]
    assert made == before
    again: dict[str, Any] = json.loads(json.dumps(made))
    assert [svg(again), text(again), text(again, plain=True)] == pictures


@every_view
def test_every_class_has_a_rule(name: str) -> None:
    drawn = svg(ALL[name](), "light")
    ruled = set(re.findall(r"\.(dh[\w-]*)", drawn[drawn.index("<style>") : drawn.index("</style>")]))
    used = {kind for element in parsed(drawn).iter() for kind in element.get("class", "").split()}
    hooks = {"dh-unit", "dh-zone-group", "dh-banner", "dh-roll", "dh-prompt"}
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
def test_words_can_be_read_in_both_themes(colours: dict[str, str]) -> None:
    assert colours.keys() == palette.PAPER.keys()
    pairs = [("ink", "field"), ("ink", "sheet"), ("ink-soft", "field"), ("ink-soft", "sheet"), ("on-army", "carmine")]
    pairs += [("on-army", "prussian"), ("counter-ink", "counter-low"), ("counter-soft", "counter-low")]
    pairs += [("die-black-pip", "die-black"), ("die-white-pip", "die-white"), ("shadow", "token")]
    for words, ground in pairs:
        assert contrast(colours[words], colours[ground]) >= 4.5, (words, ground)


def test_themes_are_fixed_or_follow_the_reader() -> None:
    assert "prefers-color-scheme" in svg(opening())
    assert "var(" not in svg(opening(), "light")
    assert palette.PAPER["field"] in svg(opening(), "light")
    assert palette.CAMPFIRE["field"] in svg(opening(), "dark")
    with pytest.raises(ValueError, match="sepia"):
        svg(opening(), "sepia")
    with pytest.raises(KeyError):
        palette.style("auto", ".dh{fill:$no-such-colour}")


def test_every_trait_has_words_and_no_two_share_an_icon() -> None:
    printed = {trait for tile in tiles().values() for trait in tile.traits}
    drawings = [
        icons.ICONS[name] for name in map(icons.trait_icon, [kind.name for kind in TRAITS]) if name in icons.ICONS
    ]
    assert len(set(drawings)) == len(drawings) >= 28
    for trait in printed:
        assert str(trait_words(trait)).startswith(f"{trait}: ")
    for name in icons.ICONS:
        ElementTree.fromstring(icons.symbol(name))


@every_view
@pytest.mark.parametrize("plain", [False, True])
def test_letters_are_never_wider_than_asked(name: str, plain: bool) -> None:  # noqa: FBT001
    for width in (1, 2, 7, 20, 40, 53, 54, 55, 56, 80, 100, 133):
        assert max(len(line) for line in text(ALL[name](), width, plain=plain).splitlines()) <= width


@every_view
def test_letters_name_every_unit_on_the_field_and_every_standing_troop(name: str) -> None:
    made = ALL[name]()
    framed, listed, plain = text(made), text(made, 46), text(made, 10_000, plain=True)
    for one in made["units"]:
        assert re.search(rf"\b{one['key']}\b", plain)
        if one["row"] != "lost":
            assert re.search(rf"\b{one['key']}\b", framed)
            assert re.search(rf"\b{one['key']}\b", listed)
    assert plain.isascii()
    assert len(set(map(len, (line for line in framed.splitlines() if line[0] in "┌├│└")))) == 1


def test_letters_put_the_looking_seat_at_the_bottom() -> None:
    for seat, near in ((0, "O Orcs"), (1, "E Elves"), (None, "O Orcs")):
        lines = text(opening() | {"seat": seat}).splitlines()
        frame = next(at for at, line in enumerate(lines) if line.startswith("└"))
        assert lines[frame + 1].startswith(near)
        assert "left rear" in [line for line in lines if "rear" in line][-1][:16]


def test_letters_show_who_is_in_contact_and_every_number() -> None:
    drawn = text(star())
    for words in ("O1 x E1 E7 E8", "O4 x E6", "O1 ●, next 2, 2 hits!", "Troll E:4-5-6 2/3wp", "Regen +2E Slow"):
        assert words in drawn
    for words in (
        "O3 ●●●, next 4, moved",
        "1 token left, 1 set aside",
        "destroyed 8 of 25 points",
        "E8 strikes O1: 6 4",
    ):
        assert words in drawn


def test_plain_letters_are_one_fact_a_line_in_full_words() -> None:
    lines = text(star(), 1000, plain=True).splitlines()
    orcs = "Orcs ORC17 (engagement 3 4, 1 of 1 wound points left, 3 points)"
    goblins = "Goblins ORC25 (engagement 3, shooting 3, 1 of 1 wound points left, 2 points)"
    assert f"Orcs, centre front: O5, 0 orders, next order costs 1: {orcs}; {goblins}." in lines
    assert "In contact: O1 against E1, E7, E8." in lines
    assert "You may choose: O1/ORC06." in lines
    tokens = "3 tokens left, 1 passed or disbanded"
    assert f"Orcs (you), first place (Player 1 of the rules): {tokens}, destroyed 2 of 25 points." in lines
    odd = star() | {"prompt": "Élan — “go”… → 5×"}
    assert 'Elan - "go"... to 5x' in text(odd, plain=True).splitlines()
