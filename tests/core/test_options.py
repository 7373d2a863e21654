"""core.game.Option, core.game.Game and core.local_options: options as tags of a game file, and lists in files."""

from pathlib import Path
from random import Random

import pytest

from drumhead.core.errors import SetupError
from drumhead.core.game import Game, Option
from drumhead.core.i18n.text import Text
from drumhead.core.local_options import list_text
from drumhead.core.registry import games


@pytest.mark.parametrize(("name", "tag"), [("size", "Size"), ("max_rounds", "MaxRounds"), ("v2", "V2")])
def test_an_option_has_a_tag(name: str, tag: str) -> None:
    assert Option(name, 0, Text("a number"), "X-1").tag == tag


@pytest.mark.parametrize("value", [True, False, 12, "winter"])
def test_a_value_is_written_as_it_is_read(value: object) -> None:
    option = Option("it", value, Text("anything"), "X-1")
    assert option.read(option.write(value)) == value


def test_several_values_are_written_with_commas() -> None:
    assert Option("factions", (), Text("who fights"), "X-1").write(("us", "germany-1")) == "us,germany-1"


@pytest.mark.parametrize("kind", games().values(), ids=games())
def test_tags_give_the_options_that_they_were_written_from(kind: type[Game]) -> None:
    for option in kind.options:
        for tag in (option.tag, option.tag.lower(), option.tag.upper()):
            assert kind.options_from_tags({tag: "x"}) == {option.name: "x"}
    assert kind.options_from_tags({"DataDigest": "1", "Army2": "x"}) == {"data_digest": "1", "army2": "x"}
    for seed in range(20):
        game = kind.random(Random(seed))
        assert kind.from_tags(game.tags()).tags() == game.tags()


def test_the_tags_of_a_battle_keep_their_names_and_order() -> None:
    assert {name: list(kind.set_up().tags()) for name, kind in games().items()} == {
        "pocket-battles": [
            "Army1",
            "Army2",
            "Size",
            "Edition",
            "BonusDice",
            "Mixed",
            "MaxRounds",
            "Prestige",
            "Separation",
            "Tough",
            "Rulings",
        ],
        "travel-battle": [
            "Brigades1",
            "Brigades2",
            "HorseArtillery",
            "Buildings",
            "GunsNearCombat",
            "SafeGuns",
            "Sight",
            "FireStops",
            "LeavingSquare",
            "MaxTurns",
        ],
        "aces-armor": ["DataDigest"],
    }


def test_a_tag_cannot_bring_brigades_besides_those_of_both_sides() -> None:
    kind = games()["travel-battle"]
    tags = kind.set_up().tags()
    assert kind.from_tags({**tags, "Brigades": "all-round"}).tags() == tags


def test_a_list_is_itself_or_stands_in_the_file_that_is_named(tmp_path: Path) -> None:
    unreadable = Text("no such list")
    path = tmp_path / "list.txt"
    path.write_text("1 orc\n", encoding="utf-8")
    assert list_text("1 orc | 2 elves", unreadable) == "1 orc | 2 elves"
    assert list_text(str(path), unreadable) == "1 orc\n"
    with pytest.raises(SetupError, match="no such list"):
        list_text(str(tmp_path / "none.txt"), unreadable)
