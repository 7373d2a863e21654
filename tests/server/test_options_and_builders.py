"""Covers drumhead.server.lobby.options and the army builders of the games."""

from typing import Any

import pytest
from starlette.testclient import TestClient

ORCS = [["ORC06"], ["ORC08"], ["ORC05", "ORC29"]]


def ask(client: TestClient, question: str, game: str = "pocket-battles", **asked: Any) -> dict[str, Any]:
    """What the desk of a game answers."""
    answer = client.post(f"/desk/{game}/{question}", json=asked)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def arrange(client: TestClient, game: str, changed: str = "", **options: Any) -> dict[str, Any]:
    """What becomes of options."""
    answer = client.post(f"/arrange/{game}", json={"options": options, "changed": changed})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_the_box_has_every_tile_with_its_traits_and_where_they_are_explained(client: TestClient) -> None:
    box = ask(client, "box")
    assert len(box["tiles"]) == 180
    troll = next(tile for tile in box["tiles"] if tile["id"] == "ORC06")
    assert troll["name"] == "Troll"
    assert ["Slow: cannot use the free redeployment", "PB-9.26"] in troll["traits"]
    assert "<rect" in troll["face"]
    assert "dh-trait-slow" in box["defs"]


def test_a_draft_is_judged_unit_by_unit_and_as_a_whole(client: TestClient) -> None:
    told = ask(client, "check", name="Green", size=50, units=[*ORCS, ["ORC06", "ORC09"]])
    assert told["points"] == 28
    assert told["refused"]["clause"] == "PB-1.4"
    assert "exists once" in told["refused"]["words"]
    assert [unit["refused"] for unit in told["units"][:3]] == [None, None, None]
    assert told["units"][3]["refused"]["clause"] == "PB-1.5"
    assert told["units"][3]["refused"]["words"] == "unit 4: Troll (ORC06) must stand alone"


def test_a_legal_draft_is_told_as_text_and_as_a_line(client: TestClient) -> None:
    told = ask(client, "check", name=" Green  Tide ", size=50, units=ORCS)
    assert told["refused"] is None
    assert told["text"] == "name: Green Tide\nsize: 50\nORC06\nORC08\nORC05 ORC29\n"
    assert told["line"] == "name: Green Tide | size: 50 | ORC06 | ORC08 | ORC05 ORC29"


@pytest.mark.parametrize(
    ("asked", "tile", "clause"),
    [
        ({"units": ORCS, "unit": 0}, "ORC09", "PB-1.5"),
        ({"units": ORCS, "unit": 2}, "ORC30", "PB-1.5"),
        ({"units": ORCS, "unit": 3}, "CEL01", "PB-1.7"),
        ({"units": ORCS, "unit": 3, "size": 20}, "ORC09", "PB-1.4"),
    ],
)
def test_a_tile_that_may_not_join_is_barred_by_its_clause(
    client: TestClient, asked: dict[str, Any], tile: str, clause: str
) -> None:
    told = ask(client, "check", **{"size": 50, **asked})
    assert told["barred"][tile]["clause"] == clause


def test_a_tile_of_the_army_may_change_units_whatever_the_army_costs(client: TestClient) -> None:
    told = ask(client, "check", size=20, units=[["ORC18", "ORC28"], ["ORC06"], ["ORC08"], ["ORC05"]], unit=4)
    assert told["refused"]["clause"] == "PB-1.4"
    assert "ORC28" not in told["barred"]
    assert told["barred"]["ORC26"]["clause"] == "PB-1.4"
    there = ask(client, "check", size=20, units=[["ORC18", "ORC28"], ["ORC06"]], unit=0)["barred"]
    assert there["ORC06"]["clause"] == "PB-1.5"
    assert "ORC18" not in there


def test_what_may_join_is_not_barred(client: TestClient) -> None:
    assert "ORC09" not in ask(client, "check", size=50, units=ORCS, unit=3)["barred"]
    assert "CEL01" not in ask(client, "check", size=50, units=ORCS, unit=3, mixed=True)["barred"]


def test_a_name_that_cannot_be_written_is_refused_and_the_army_kept(client: TestClient) -> None:
    told = ask(client, "check", name="a | b", size=50, units=ORCS)
    assert "without the marks | and #" in told["refused"]["words"]
    assert told["line"] == "size: 50 | ORC06 | ORC08 | ORC05 ORC29"


def test_a_damaged_list_is_read_as_far_as_it_goes(client: TestClient) -> None:
    told = ask(client, "read", text="name: Old\nsize: 53\nORC06 ORCX\ncolour: green\nORC09+3\n")
    assert told["name"] == "Old"
    assert told["size"] == 20
    assert told["units"] == [["ORC06"], ["ORC09"]]
    assert [(fault["line"], fault["clause"]) for fault in told["faults"]] == [
        (2, "PB-1.2"),
        (3, "PB-1.4"),
        (4, ""),
        (5, "PB-1.4"),
    ]


def test_what_is_no_list_at_all_is_told_with_the_reason(client: TestClient) -> None:
    assert ask(client, "read", text="")["faults"][0]["words"] == "an army needs at least one unit"
    told = ask(client, "read", text="Dear reader")
    assert told["units"] == []
    assert "there is no tile Dear" in told["faults"][0]["words"]


def test_a_ready_army_is_read_by_its_name(client: TestClient) -> None:
    told = ask(client, "read", text="orcs-50")
    assert told["size"] == 50
    assert told["units"][0] == ["ORC06"]
    assert told["faults"] == []


@pytest.mark.parametrize(
    ("asked", "size"),
    [({"size": 80}, 80), ({}, 50), ({"size": 0, "against": "elves-80"}, 80), ({"against": "size: 30 | ORC06"}, 30)],
)
def test_a_drawn_army_is_legal_and_of_the_agreed_size(client: TestClient, asked: dict[str, Any], size: int) -> None:
    drawn = ask(client, "draw", lot="elves", **asked)
    read = ask(client, "read", text=drawn["text"])
    assert read["size"] == size
    assert read["faults"] == []
    told = ask(client, "check", size=size, units=read["units"])
    assert told["refused"] is None
    assert told["armies"] == ["elves"]


@pytest.mark.parametrize(
    ("question", "asked", "reason"),
    [
        ("fortune", {}, "unknown question"),
        ("check", {"units": "ORC06"}, "a draft is a list of units"),
        ("check", {"units": [["ORC06"], "ORC08"]}, "a draft is a list of units"),
        ("check", {"units": [["ORC99"]]}, "there is no tile ORC99"),
        ("check", {"units": [], "size": "big"}, "a battle size is a number such as 50"),
        ("read", {}, "give the text of an army list"),
        ("draw", {"lot": "trolls"}, "there is no army trolls"),
        ("draw", {"lot": 5}, "an army is named by a word"),
    ],
)
def test_what_the_desk_cannot_answer_is_refused(
    client: TestClient, question: str, asked: dict[str, Any], reason: str
) -> None:
    answer = client.post(f"/desk/pocket-battles/{question}", json=asked)
    assert answer.status_code == 422
    assert reason in answer.json()["words"]


def test_a_game_that_is_not_there_has_no_desk(client: TestClient) -> None:
    assert client.post("/desk/chess/box", json={}).status_code == 404
    assert client.get("/build/aces-armor").status_code == 404


def test_the_desk_speaks_the_readers_language(client: TestClient) -> None:
    answer = client.post("/desk/pocket-battles/read", json={"text": ""}, headers={"accept-language": "it"})
    assert answer.json()["faults"][0]["words"] == "un esercito ha bisogno di almeno un'Unità"


def test_a_list_with_a_stroke_in_its_name_is_a_list_and_no_file(client: TestClient) -> None:
    armies = ["name: Orcs/Goblins | size: 50 | ORC06", "elves-50"]
    answer = client.post(
        "/battles", json={"game": "pocket-battles", "seats": ["person"] * 2, "options": {"armies": armies}}
    )
    assert answer.status_code == 201


# Options that go together.


def test_as_many_sit_down_as_the_options_want(client: TestClient) -> None:
    def seats(**options: Any) -> list[str]:
        return [seat["name"] for seat in arrange(client, "aces-armor", **options)["seats"]]

    assert seats() == ["United States", "Germany 1"]
    assert len(seats(players=4)) == 4
    assert seats(mode="solo", factions=["ussr"]) == ["Soviet Union"]
    assert seats(mode="coop", factions=["germany-1,germany-2"]) == ["Germany 1", "Germany 2"]


def test_what_was_changed_stays_and_what_hung_on_it_goes_back(client: TestClient) -> None:
    bulge = arrange(client, "aces-armor", "mission", players=4, mission="bulge")
    assert bulge["options"]["mission"] == "bulge"
    assert bulge["problem"] is None
    two = arrange(client, "aces-armor", "players", **{**bulge["options"], "players": 2})
    assert two["options"]["players"] == 2
    assert two["options"]["mission"] == "skirmish"
    assert two["problem"] is None


def test_a_choice_that_cannot_be_taken_is_barred_by_its_clause(client: TestClient) -> None:
    barred = arrange(client, "aces-armor")["barred"]
    assert barred["mission"]["bulge"]["clause"] == "AA-12.3"
    assert barred["half"]["whole"]["clause"] == "AA-1.2"
    assert barred["factions"]["us,ussr"]["words"] == "the two factions are of different teams"
    assert "us,germany-2" not in barred["factions"]
    winter = arrange(client, "aces-armor", players=4, mission="bulge")["barred"]
    assert winter["map"]["summer"]["clause"] == "AA-12.3"


def test_only_options_that_mean_something_are_shown(client: TestClient) -> None:
    versus, solo = (arrange(client, "aces-armor", mode=mode)["shown"] for mode in ("versus", "solo"))
    assert "players" in versus
    assert "difficulty" not in versus
    assert "difficulty" in solo
    assert "players" not in solo
    assert "data" not in versus


def test_forces_that_do_not_fit_are_a_problem_and_never_taken_away(client: TestClient) -> None:
    told = arrange(client, "pocket-battles", "size", armies=["orcs-50", "elves-50"], size=30)
    assert told["problem"]["clause"] == "PB-1.4"
    assert told["options"]["armies"] == ["orcs-50", "elves-50"]
    assert told["seats"] == []


def test_the_field_is_shown_once_and_never_where_it_would_tell_secrets(client: TestClient) -> None:
    first = arrange(client, "travel-battle")
    assert first["picture"].startswith("<svg")
    answer = client.post("/arrange/travel-battle", json={"options": {}, "seen": first["seen"]})
    assert answer.json()["picture"] == ""
    assert arrange(client, "pocket-battles")["picture"] == ""


@pytest.mark.parametrize("asked", [[], {"options": 5}, {"options": {"colour": "red"}}, {"options": {"data": "src"}}])
def test_options_that_are_none_are_refused(client: TestClient, asked: Any) -> None:
    assert client.post("/arrange/aces-armor", json=asked).status_code == 422


# Brigades of TravelBattle.

WINGS = [
    ["infantry", "infantry", "heavy", "light"],
    ["guard", "guard", "infantry", "infantry", "artillery", "artillery"],
    ["infantry", "infantry", "heavy", "light"],
]


def test_a_split_is_judged_and_what_is_left_over_is_told(client: TestClient) -> None:
    told = ask(client, "check", "travel-battle", name="Wings", units=WINGS)
    assert told["refused"] is None
    assert told["pool"] == []
    assert told["line"].startswith("name: Wings | 2 infantry, 1 heavy, 1 light | 2 guard")
    short = ask(client, "check", "travel-battle", units=[WINGS[0], [], WINGS[2]])
    assert short["refused"]["clause"] == "TB-1.2"
    assert short["pool"] == ["guard", "guard", "infantry", "infantry", "artillery", "artillery"]


def test_horse_artillery_is_judged_by_what_was_agreed(client: TestClient) -> None:
    units = [
        ["heavy", "light", "horse-artillery"],
        ["guard"] * 2 + ["infantry"] * 6 + ["artillery"],
        ["heavy", "light"],
    ]
    assert ask(client, "check", "travel-battle", units=units)["refused"]["clause"] == "TB-9.1"
    assert ask(client, "check", "travel-battle", units=units, horse_artillery=True)["refused"] is None


def test_a_split_is_read_by_name_and_as_far_as_it_goes(client: TestClient) -> None:
    assert ask(client, "read", "travel-battle", text="two-wings")["units"] == WINGS
    told = ask(client, "read", "travel-battle", text="name: X\n2I\n3 dragons\n1G\n")
    assert told["units"] == [["infantry", "infantry"], ["guard"]]
    assert [(fault["line"], fault["clause"]) for fault in told["faults"]] == [(3, "TB-1.1")]


def test_a_drawn_split_is_legal(client: TestClient) -> None:
    drawn = ask(client, "draw", "travel-battle", lot="", horse_artillery=True)
    units = ask(client, "read", "travel-battle", text=drawn["text"])["units"]
    assert ask(client, "check", "travel-battle", units=units, horse_artillery=True)["refused"] is None


@pytest.mark.parametrize("units", [None, [[], []], [["dragon"], [], []], ["guard", [], []], [[[]], [], []]])
def test_what_is_no_split_is_refused(client: TestClient, units: Any) -> None:
    answer = client.post("/desk/travel-battle/check", json={"units": units})
    assert answer.status_code == 422
    assert answer.json()["clause"] == "TB-1.2"
