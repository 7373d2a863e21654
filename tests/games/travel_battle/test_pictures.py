"""draw: pictures and letters show a view: all of it, nothing else, and nothing on top of anything else."""

import json
import re
from collections import Counter
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from drumhead import CHANCE, OVER, Match, load
from drumhead.core.draw import icons, palette
from drumhead.core.draw.sheet import Box
from drumhead.games.travel_battle.draw.ascii_board import text
from drumhead.games.travel_battle.draw.outlines import areas, borders
from drumhead.games.travel_battle.draw.picture import svg
from drumhead.games.travel_battle.draw.roads import joins
from drumhead.games.travel_battle.draw.view_words import GROUNDS, KINDS
from tests.games.travel_battle.example_views import (
    ALL,
    View,
    army,
    battle,
    combat,
    firing,
    forming,
    massed,
    opening,
    over,
    placing,
    rallying,
    setup,
    touching,
    unit,
    view,
)

Element = ElementTree.Element
SVG = "{http://www.w3.org/2000/svg}"
FILES = "abcdefghijklmnopqrst"
SQUARES = [f"{file}{rank}" for file in FILES for rank in range(1, 11)]

every_view = pytest.mark.parametrize("name", ALL)
every_seat = pytest.mark.parametrize("seat", [0, 1, None])


def scattered(seed: int) -> View:
    """Pieces anywhere, in any state, some of them two to a square, on ground that nobody would build."""
    rng = Random(seed)
    free = rng.sample(SQUARES, 40)
    units: list[View] = []
    for seat in (0, 1):
        for one in army(seat):
            where = rng.choice(("field", "field", "field", "reserve", "removed"))
            one |= {"where": where, "square": free.pop() if where == "field" else None}
            states = ("turned", "in_square", "moved", "in_command", "fired", "fought")
            one |= {name: rng.random() < 0.3 for name in states}
            if one["kind"] != "infantry":
                one["in_square"] = False
            units.append(one)
    for seat in (0, 1):
        pair = [one for one in units if one["seat"] == seat and one["kind"] == "infantry" and one["where"] == "field"]
        if len(pair) > 1:
            pair[0]["square"] = pair[1]["square"]
            pair[0]["in_square"] = pair[1]["in_square"] = False
    ground = ["".join(rng.choice(".rHWBf") for _ in range(20)) for _ in range(10)]
    can = rng.sample([*(one["key"] for one in units), *SQUARES], 30)
    return view(units, seat=rng.choice((0, 1, None)), ground=ground, can_act=can)


def parsed(drawn: str | bytes) -> Element:
    return ElementTree.fromstring(drawn)


def keyed(root: Element) -> dict[str, Element]:
    return {element.get("data-key", ""): element for element in root.iter() if element.get("data-key")}


def moved(element: Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def boxes(root: Element) -> dict[str, Box]:
    """The frame of every square and of every piece that is not removed, by its key, from what is drawn."""
    found: dict[str, Box] = {}
    for key, element in keyed(root).items():
        frame = element.find(f"./{SVG}rect[@class='dh-square dh-body']")
        if frame is None:
            frame = element.find(f"./{SVG}rect[@class='dh-touch']")
        if frame is not None:
            x, y = moved(element)
            w, h = float(frame.get("width", "0")), float(frame.get("height", "0"))
            found[key] = Box(x + float(frame.get("x", "0")), y + float(frame.get("y", "0")), w, h)
    return found


def overlap(a: Box, b: Box) -> bool:
    slack = 0.11  # coordinates are rounded
    return min(a.x + a.w, b.x + b.w) - max(a.x, b.x) > slack and min(a.y + a.h, b.y + b.h) - max(a.y, b.y) > slack


def inside(a: Box, b: Box) -> bool:
    slack = 0.2
    return (
        a.x >= b.x - slack and a.y >= b.y - slack and a.x + a.w <= b.x + b.w + slack and a.y + a.h <= b.y + b.h + slack
    )


def check_places(made: View) -> None:
    root = parsed(svg(made))
    found = boxes(root)
    _, _, width, height = (float(part) for part in root.get("viewBox", "").split())
    units = [one for one in made["units"] if one["where"] != "removed"]
    for a, b in combinations([one["key"] for one in units], 2):
        assert not overlap(found[a], found[b]), (a, b)
    for a, b in combinations(SQUARES, 2):
        assert not overlap(found[a], found[b]), (a, b)
    for one in units:
        box = found[one["key"]]
        assert inside(box, Box(0, 0, width, height))
        if one["where"] == "field":
            assert inside(box, found[one["square"]]), one["key"]
        else:
            assert not any(overlap(box, found[square]) for square in SQUARES), one["key"]
        shared = one["where"] == "field" and sum(other["square"] == one["square"] for other in units) > 1
        assert max(box.w, box.h) >= 44
        assert min(box.w, box.h) >= (22 if shared else 44), one["key"]
    assert all(min(found[square].w, found[square].h) >= 44 for square in SQUARES)


def drawn_of(made: View, key: str) -> Element:
    return keyed(parsed(svg(made)))[key]


def icons_of(element: Element) -> list[str]:
    return [use.get("href", "")[4:] for use in element.iter(f"{SVG}use")]


def classes_of(element: Element) -> Counter[str]:
    return Counter(kind for child in element.iter() for kind in child.get("class", "").split())


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
@every_seat
def test_every_piece_and_square_is_drawn_once_with_its_key_and_its_words(name: str, seat: int | None) -> None:
    made = ALL[name]() | {"seat": seat}
    root = parsed(svg(made))
    keys = Counter(element.get("data-key") for element in root.iter() if element.get("data-key"))
    cards = [key for key in made["can_act"] if "-" in key]
    groups = {
        element.get("data-key"): element.get("data-group") for element in root.iter() if element.get("data-group")
    }
    waiting: dict[str, set[str]] = {}
    for one in made["units"]:
        if one["where"] == "reserve":
            waiting.setdefault(f"{'RB'[one['seat']]}.brigade-{one['brigade']}", set()).add(one["key"])
    assert {key: set((group or "").split()) for key, group in groups.items()} == waiting
    assert keys == Counter([*SQUARES, *(one["key"] for one in made["units"]), *cards, *groups])
    for key, element in keyed(root).items():
        if key in groups:
            continue
        words = element.find(f"./{SVG}title")
        assert words is not None
        assert words.text == element.get("aria-label")
        assert re.match(rf"{key.replace('-', ' ')}\b", words.text or "", re.IGNORECASE)


@every_view
@every_seat
def test_nothing_overlaps_and_everything_is_large_enough_to_touch(name: str, seat: int | None) -> None:
    check_places(ALL[name]() | {"seat": seat})


@pytest.mark.parametrize("seed", range(12))
def test_nothing_overlaps_wherever_pieces_stand(seed: int) -> None:
    check_places(scattered(seed))


def test_a_piece_belongs_to_the_square_it_stands_in() -> None:
    made = battle()
    root = parsed(svg(made))
    parents = {child: parent for parent in root.iter() for child in parent}
    for one in made["units"]:
        if one["where"] == "field":
            assert parents[keyed(root)[one["key"]]].get("data-key") == one["square"]


@every_seat
def test_the_looking_seat_is_at_the_bottom_with_its_left_on_the_left(seat: int | None) -> None:
    root = parsed(svg(opening() | {"seat": seat}))
    found = boxes(root)
    low, left = ("a10", "t10") if seat == 1 else ("a1", "a1")
    assert found[low].y == max(found[square].y for square in SQUARES)
    assert found[left].x == min(found[square].x for square in SQUARES)
    sides = [element.get("data-side") for element in root.iter() if element.get("data-side")]
    assert sides == (["R", "B"] if seat == 1 else ["B", "R"])


def test_the_ground_turns_with_the_looking_seat() -> None:
    titles = {key: element.get("aria-label") for key, element in keyed(parsed(svg(battle()))).items()}
    turned = {key: element.get("aria-label") for key, element in keyed(parsed(svg(battle() | {"seat": 1}))).items()}
    assert titles == turned
    named = {"g10": "road", "b9": "hill", "h9": "wood", "c4": "building", "d2": "ploughed field", "a1": "open ground"}
    assert {square: titles[square] for square in named} == {key: f"{key}: {words}" for key, words in named.items()}


@every_view
def test_what_can_be_acted_on_glows_and_nothing_else_does(name: str) -> None:
    made = ALL[name]()
    glowing = set()
    for element in parsed(svg(made)).iter(f"{SVG}g"):
        if "dh-can" in element.get("class", "").split():
            glowing.add(element.get("data-key"))
            marks = {child.get("class") for child in element}
            assert marks & {"dh-glow", "dh-square-can"}
    assert glowing == set(made["can_act"])


def test_pieces_differ_by_shape_letter_side_and_brigade() -> None:
    places = iter(SQUARES)
    units = [
        unit(f"{'RB'[seat]}{n}", seat, kind, 1 + n % 3, next(places))
        for seat in (0, 1)
        for n, kind in enumerate(KINDS, 1)
    ]
    root = keyed(parsed(svg(view(units))))
    for one in units:
        piece = root[one["key"]]
        assert icons_of(piece) == [f"troop-{one['kind']}"]
        look = classes_of(piece)
        assert look[f"dh-plate-{one['seat']}"] == look[f"dh-band-{one['brigade']}"] == 1
        words = [element.text for element in piece.iter(f"{SVG}text")]
        assert words[:2] == [one["key"], str(one["brigade"])]
        letter = {"horse-artillery": ["HA"], "brigadier": []}.get(one["kind"], [KINDS[one["kind"]][0]])
        assert words[2:] == letter
    assert len({icons.ICONS[f"troop-{kind}"] for kind in KINDS}) == len(KINDS) == 7


def test_states_are_marked() -> None:
    def one(states: str) -> tuple[list[str], Counter[str], str]:
        piece = drawn_of(view([unit("R4", 0, "infantry", 1, f"d3:{states}")]), "R4")
        return icons_of(piece), classes_of(piece), "".join(path.get("d", "") for path in piece.iter(f"{SVG}path"))

    plain, plain_look, plain_shape = one("")
    assert plain == ["troop-infantry"]
    assert not {"dh-back", "dh-done", "dh-badge"} & set(plain_look)
    turned, turned_look, _ = one("t")
    assert turned == ["troop-infantry", "about-turn"]
    assert turned_look["dh-back-0"] == 1
    assert turned_look["dh-plate-0"] == 0
    assert one("c")[0] == ["troop-infantry", "cut-off"]
    assert one("tc")[0] == ["troop-infantry", "cut-off", "about-turn"]
    assert all(one(state)[1]["dh-done"] == 1 for state in "mfk")
    assert one("s")[2] != plain_shape
    assert "in square" in (drawn_of(view([unit("R4", 0, "infantry", 1, "d3:s")]), "R4").get("aria-label") or "")


def test_those_who_fight_are_not_pale_though_they_have_had_their_turn() -> None:
    made = combat()
    fighting = [*made["combat"]["attackers"], *made["combat"]["defenders"]]
    for piece in made["units"]:
        piece["fought"] = piece["where"] == "field"
    pale = sum(piece["where"] == "field" for piece in made["units"]) - len(fighting)
    assert fighting
    assert svg(made).count('class="dh-done"') == pale


def test_a_turned_man_looks_the_other_way() -> None:
    def flipped(seat: int, states: str) -> bool:
        piece = drawn_of(view([unit("R4", seat, "infantry", 1, f"d3:{states}")]), "R4")
        return any("scale(-1 1)" in element.get("transform", "") for element in piece.iter(f"{SVG}g"))

    assert [flipped(0, ""), flipped(0, "t"), flipped(1, ""), flipped(1, "t")] == [False, True, True, False]


def test_contacts_are_marked_once_for_every_place() -> None:
    assert len(battle()["contacts"]) > 10
    found = boxes(root := parsed(svg(battle())))
    sparks = [use for use in root.iter(f"{SVG}use") if use.get("href") == "#dh-spark"]
    places = [(float(use.get("x", "0")) + 5, float(use.get("y", "0")) + 5) for use in sparks]
    assert len(places) == len(set(places))
    where = {one["key"]: one["square"] for one in battle()["units"]}
    wanted = set()
    for one, other in battle()["contacts"]:
        (x1, y1), (x2, y2) = found[where[one]].middle, found[where[other]].middle
        wanted.add(((x1 + x2) / 2, (y1 + y2) / 2))
    assert set(places) == wanted
    assert "dh-spark" not in classes_of(parsed(svg(opening())))


def test_a_combat_is_drawn_with_its_target_its_arrows_and_its_dice() -> None:
    root = parsed(svg(combat()))
    look = classes_of(root)
    assert look["dh-target"] == 1
    assert look["dh-attack-0"] == 3  # two of the four attackers share a square
    assert look["dh-best"] == 2
    panel = next(element for element in root.iter() if element.get("class") == "dh-roll")
    assert panel.get("aria-label") == "combat for e6: R2 (5), R3 (2), R4 (4), R6 (3 1) against B3 (6 2)"
    dice = [name for name in icons_of(panel) if name.startswith("die")]
    assert dice == [f"die-black-{face}" for face in (5, 2, 4, 3, 1)] + ["die-white-6", "die-white-2"]
    without = classes_of(parsed(svg(forming())))
    assert (without["dh-attack-0"], without["dh-best"]) == (1, 0)


def test_a_crowd_of_dice_stays_within_the_picture() -> None:
    panel = next(element for element in parsed(svg(massed())).iter() if element.get("class") == "dh-roll")
    for use in panel.iter(f"{SVG}use"):
        x, y, size = (float(use.get(name, "0")) for name in ("x", "y", "width"))
        assert 400 < x < x + size < 1086
        assert 14 <= y < y + size <= 76
        assert size >= 14


def test_a_shot_is_drawn_from_the_gun_to_its_target() -> None:
    root = parsed(svg(firing()))
    found = boxes(root)
    line = next(element for element in root.iter() if element.get("class") == "dh-aim")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line.get("d", ""))]
    (x1, y1), (x2, y2) = found["h2"].middle, found["l7"].middle
    assert abs(numbers[0] - x1) + abs(numbers[1] - y1) < 45
    assert abs(numbers[-2] - x2) + abs(numbers[-1] - y2) < 60
    panel = next(element for element in root.iter() if element.get("class") == "dh-roll")
    assert icons_of(panel) == ["shot", "die-white-0"]
    assert panel.get("aria-label") == "to hit, R11 → l7, 5+ needed: 1 die"
    rally = parsed(svg(rallying()))
    assert "dh-aim" not in classes_of(rally)
    panel = next(element for element in rally.iter() if element.get("class") == "dh-roll")
    assert panel.get("aria-label") == "to rally, R5, 5+ needed: 4"
    assert icons_of(panel) == ["about-turn", "die-white-4"]


def test_a_banner_shows_brigades_the_goal_and_the_lost() -> None:
    root = parsed(svg(over()))
    banners = {element.get("data-side"): element for element in root.iter() if element.get("data-side")}
    red, blue = classes_of(banners["R"]), classes_of(banners["B"])
    assert (red["dh-medal"], red["dh-slot"], blue["dh-medal"], blue["dh-slot"]) == (2, 0, 0, 2)
    assert (red["dh-strike"], blue["dh-strike"]) == (0, 2)
    assert (red["dh-pip-0"], red["dh-pip-gone"], blue["dh-pip-1"], blue["dh-pip-gone"]) == (8, 6, 2, 12)
    for letter, seat in (("R", 0), ("B", 1)):
        gone = {one["key"] for one in over()["units"] if one["where"] == "removed" and one["seat"] == seat}
        assert set(keyed(banners[letter])) == gone
    assert banners["R"].get("aria-label") == "Red: eliminated 2 of 2 enemy brigades"


def test_the_reserve_lies_in_a_tray_on_its_own_side() -> None:
    found = boxes(parsed(svg(placing())))
    for one in placing()["units"]:
        if one["where"] == "reserve":
            assert (found[one["key"]].y > found["a1"].y) == (one["seat"] == 0)
    assert "in reserve" not in svg(opening())


def test_boards_are_named_where_they_meet_and_left_out_before_they_lie() -> None:
    assert "board A, turned by 0 degrees; board B, turned by 90 degrees" in svg(battle())
    assert "board B, turned by 90 degrees; board A, turned by 0 degrees" in svg(battle() | {"seat": 1})
    assert "the boards are not laid yet" in svg(setup())
    assert "not laid" in svg(setup() | {"ground": []})
    assert "dh-join" not in classes_of(parsed(svg(setup())))
    assert "not laid" not in svg(battle())
    assert "not laid" in text(setup(), plain=True)


def test_what_is_chosen_before_the_battle_lies_on_cards() -> None:
    root = parsed(svg(setup() | {"can_act": ["edge-1", "edge-2", "edge-3", "edge-4", "end-movement"]}))
    cards = [element for element in root.iter() if element.get("class") == "dh-choice dh-can"]
    assert [(card.get("data-key"), card.get("aria-label")) for card in cards] == [
        (f"edge-{number}", f"Edge {number}") for number in (1, 2, 3, 4)
    ]
    frames = []
    for card in cards:
        frame = card.find(f"./{SVG}rect[@class='dh-card dh-body']")
        assert frame is not None
        frames.append(Box(*(float(frame.get(name, "0")) for name in ("x", "y", "width", "height"))))
    assert not any(overlap(a, b) for a, b in combinations(frames, 2))
    assert all(min(frame.w, frame.h) >= 44 for frame in frames)


def test_roads_run_on_to_their_neighbours_and_cut_a_corner_only_where_they_must() -> None:
    assert joins((1, 1), {(1, 1), (2, 1), (1, 2)}) == [(2, 1), (1, 2)]
    assert joins((1, 1), {(1, 1), (2, 2)}) == [(2, 2)]
    assert joins((1, 1), {(1, 1), (2, 2), (2, 1)}) == [(2, 1)]
    assert joins((1, 1), {(1, 1), (3, 1)}) == []


def test_outlines_go_around_whole_areas_and_their_holes() -> None:
    ring = {(column, row) for column in range(3) for row in range(3)} - {(1, 1)}
    assert len(areas(ring)) == 1
    assert sorted(len(line) for line in borders(ring)) == [4, 4]
    assert [len(line) for line in borders({(0, 0), (1, 0), (1, 1)})] == [6]
    assert [sorted(area) for area in areas({(0, 0), (1, 1)})] == [[(0, 0)], [(1, 1)]]
    assert sorted(len(line) for line in borders({(0, 0), (1, 1)})) == [4, 4]  # a corner keeps them apart


def test_hills_are_hachured_as_areas_and_not_square_by_square() -> None:
    hill = ["." * 20] * 4 + ["....HHHH............"] + ["." * 20] * 5
    wide = classes_of(parsed(svg(view([], ground=hill))))
    apart = [row.replace("HHHH", "H.H.") for row in hill]
    assert wide["dh-hill"] == 1
    assert classes_of(parsed(svg(view([], ground=apart))))["dh-hill"] == 2
    assert classes_of(parsed(svg(view([], ground=[]))))["dh-hill"] == 0


def test_every_kind_of_ground_is_drawn() -> None:
    marks = {"r": "dh-road", "H": "dh-hachure", "W": "dh-stipple", "B": "dh-yard", "f": "dh-plough"}
    for kind in GROUNDS:
        rows = ["." * 20] * 5 + ["." * 9 + kind * 2 + "." * 9] + ["." * 20] * 4
        look = classes_of(parsed(svg(view([], ground=rows))))
        assert {mark for mark in marks.values() if look[mark]} == ({marks[kind]} if kind != "." else set())


def test_a_view_without_a_match_around_it_can_be_drawn() -> None:
    added = ("to_act", "prompt", "outcome", "can_act", "log", "contacts", "combat", "roll", "boards", "ground")
    bare = {key: value for key, value in opening().items() if key not in added}
    parsed(svg(bare))
    assert "R5" in text(bare)
    assert "Red: R5, artillery of brigade 1, on d1." in text(bare, plain=True)


def test_a_battle_given_up_is_over() -> None:
    made = battle() | {"outcome": "Blue concedes."}
    for drawn in (svg(made), text(made), text(made, plain=True)):
        assert "The battle is over" in drawn
        assert "Blue concedes." in drawn
        assert "to act" not in drawn


def test_words_from_elsewhere_stay_words() -> None:
    made = battle()
    nasty = "<script>alert('x')</script> & \"quoted\" \x1b[31m {x} \ud800"
    made["prompt"] = made["sides"][0]["name"] = made["boards"][0]["name"] = nasty
    made["roll"] = {"kind": nasty, "unit": nasty, "target": nasty, "dice": [3], "need": nasty}
    made["log"] = [{"kind": "x", "text": nasty, "clause": "TB-1.1"}]
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
    hooks = {"dh-unit", "dh-place", "dh-choice", "dh-banner", "dh-roll", "dh-combat", "dh-shot", "dh-prompt"}
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
def test_words_and_men_can_be_made_out_in_both_themes(colours: dict[str, str]) -> None:
    bands = ("brigade-one", "brigade-two", "brigade-three")
    pairs = [("counter-ink", band) for band in bands] + [("counter", "counter-ink"), ("wound", "counter")]
    pairs += [("carmine", "counter"), ("prussian", "counter"), ("on-army", "carmine"), ("on-army", "prussian")]
    for words, ground in pairs:
        assert contrast(colours[words], colours[ground]) >= 4.0, (words, ground)


@every_view
@pytest.mark.parametrize("plain", [False, True])
def test_letters_are_never_wider_than_asked(name: str, plain: bool) -> None:  # noqa: FBT001
    for width in (1, 2, 7, 13, 20, 40, 66, 67, 68, 80, 100, 133):
        assert max(len(line) for line in text(ALL[name](), width, plain=plain).splitlines()) <= width


@every_view
@every_seat
def test_letters_name_every_piece(name: str, seat: int | None) -> None:
    made = ALL[name]() | {"seat": seat}
    framed, listed, plain = text(made), text(made, 46), text(made, 10_000, plain=True)
    for one in made["units"]:
        for drawn in (framed, listed, plain):
            assert re.search(rf"\b{one['key']}\b", drawn), one["key"]
    assert plain.isascii()


def field_of(drawn: str) -> list[str]:
    """The twenty lines of the field, between the names of the files."""
    lines = drawn.splitlines()
    first, last = (at for at, line in enumerate(lines) if re.fullmatch(r"[a-t ]+", line))
    return lines[first + 1 : last]


def test_letters_draw_every_square_in_its_place() -> None:
    made = battle()
    rows = field_of(text(made))
    assert len(rows) == 20

    def cell(square: str) -> tuple[str, str]:
        column, row = FILES.index(square[0]), 10 - int(square[1:])
        start = 3 + 3 * column + (column > 9)
        upper, lower = (rows[2 * row + line].ljust(80)[start : start + 3] for line in (0, 1))
        return upper, lower

    assert cell("d9") == ("B5 ", " A^")
    assert cell("e5") == ("R3›", " 4›")
    assert cell("k6") == ("B9 ", "◇I·")
    assert cell("i4") == ("R8 ", "~I^")
    assert cell("h2") == ("R11", "!A·")
    assert cell("d5") == ("R2 ", "'I·")
    assert cell("f5") == ("R6 ", "›G·")
    assert cell("g6") == ("   ", "›· ")
    assert [cell(square)[1] for square in ("a1", "c1", "b9", "h9", "c4", "d2")] == [f" {x} " for x in "·=^♣⌂≈"]


def test_letters_put_the_looking_seat_at_the_bottom() -> None:
    for seat, near, first in ((0, "R Red", "10"), (1, "B Blue", " 1"), (None, "R Red", "10")):
        drawn = text(opening() | {"seat": seat})
        assert field_of(drawn)[0].startswith(first)
        sides = [line for line in drawn.splitlines() if line.startswith(("R Red", "B Blue"))]
        assert sides[1].startswith(near)


def test_letters_show_states_contacts_and_dice() -> None:
    drawn = text(combat(), 200)
    for words in ("R2/I d5 moved", "R11/A h2 cut off", "B9/I k6 in square", "B17/L removed", "›B3/I e6"):
        assert words in drawn
    assert "combat for e6: R2 (5), R3 (2), R4 (4), R6 (3 1) against B3 (6 2)" in drawn
    assert "in contact: R2-B2 R2-B3" in drawn
    assert "brigade 3: 3 of 4 units" in drawn
    assert "hit" in text(firing())


def test_plain_letters_are_one_fact_a_line_in_full_words() -> None:
    lines = text(combat(), 1000, plain=True).splitlines()
    for fact in (
        "Turn 7 of 80.",
        "Step: combat.",
        "Blue (you): eliminated 0 of 2 enemy brigades.",
        "Blue: B9, infantry of brigade 2, on k6, in square.",
        "Red, removed: R12, R16.",
        "In contact: R2 with B2, B3.",
        "You may choose: B3.",
        "Ground, building: b3, b4, c4, m7, s8.",
    ):
        assert fact in lines
    odd = battle() | {"prompt": "Élan — “go”… → 5×"}
    assert 'Elan - "go"... to 5x' in text(odd, plain=True).splitlines()
    assert text(battle() | {"prompt": "♣ ⌂ 漢"}, plain=True).isascii()


def test_examples_are_what_they_say() -> None:
    assert touching(battle()["units"]) == battle()["contacts"]
    for made in (make() for make in ALL.values()):
        assert len(made["units"]) == 34
        squares = Counter(one["square"] for one in made["units"] if one["where"] == "field")
        assert max(squares.values(), default=0) <= 2
        assert len(made["ground"]) in (0, 10)
        assert all(len(row) == 20 for row in made["ground"])


def test_a_card_shows_its_edge_as_the_board_would_lie() -> None:
    match = Match(load("travel-battle"), seed=2)
    while match.to_act != OVER and not any(action.notation.startswith("edge") for action in match.legal_actions):
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(match.legal_actions[0])
    seat = match.to_act
    view = match.view(seat)
    half, before = view["turning"], view["boards"][view["turning"]]["rotation"]
    drawn = match.svg(seat)
    for edge in (1, 2, 3, 4):
        card = re.search(rf'data-key="edge-{edge}".*?rotate\((\d+) ', drawn)
        assert card is not None
        match.push(f"edge {edge}")
        after = match.view(seat)["boards"][half]["rotation"]
        assert (after - before) % 360 == int(card[1])
        match.pop()


@pytest.mark.parametrize("seat", [0, 1])
def test_the_cards_of_the_boards_show_them_with_their_first_edge_nearest(seat: int) -> None:
    match = Match(load("travel-battle"), seed=2)
    if seat:
        match.push("board A")
    drawn = match.svg(seat)
    turns = re.findall(r'data-key="board-[AB]".*?translate\((-?[\d.]+) .*?rotate\((\d+) ', drawn)
    assert [turn for _, turn in turns] == [str(180 * seat)] * 2
    assert len({left for left, _ in turns}) == 2


def test_two_units_in_a_square_keep_their_marks_and_a_brigadier_is_no_b() -> None:
    position = "open; R1@d1 leads R4@d2 R11@d2:turned R10@h2:turned; B1@t10 leads B6@t9; turn B 3"
    match = Match.from_position(load("travel-battle"), position)
    lines = match.text(0).splitlines()
    rank = next(index for index, line in enumerate(lines) if line.startswith(" 2 "))
    assert lines[rank][3 + 9 : 3 + 12] == "R4 "
    assert lines[rank + 1][3 + 9 : 3 + 12] == "11~"
    assert lines[rank + 1][3 + 21] == "%"
    assert "% turned and cut off" in match.text(0)
    assert "R1/* d1" in match.text(0)
    assert "* brigadier" in match.text(0)
