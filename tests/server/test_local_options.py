"""Covers drumhead.server.ops.security with core.local_options: visitors use no files and no seeds."""

import argparse
import contextlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from drumhead import CHANCE, Match, SetupError, load, read
from drumhead.cli.app import main
from drumhead.cli.support.parser import UsageError
from drumhead.cli.table.screen import Screen
from drumhead.cli.table.seating import resume
from drumhead.core.files.record import write
from drumhead.core.game import Game
from drumhead.core.local_options import untrusted
from drumhead.core.registry import games
from drumhead.server.lobby import options, requests
from tests.kit.server import begin, sitting

GAMES = list(games().values())
WATCHED = {"open", "os.listdir", "os.scandir", "os.chdir", "glob.glob", "pathlib.Path.glob"}
_touched: list[str] = []
_watching: list[str] = []


def _audit(event: str, given: tuple[Any, ...]) -> None:
    if _watching and event in WATCHED and any(_watching[0] in str(part) for part in given):
        _touched.append(f"{event} {given}")


sys.addaudithook(_audit)


@contextlib.contextmanager
def untouched(folder: Path) -> Iterator[None]:
    """Nothing in the block looks into the folder, in any thread."""
    _watching[:], _touched[:] = [folder.name], []
    try:
        yield
    finally:
        _watching[:] = []
    assert _touched == []


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A folder that is nobody's business, with a file in it that games could take for theirs."""
    folder = tmp_path / "nobodys-business"
    folder.mkdir()
    for name in ("mats.csv", "list.txt", "swordfish.txt"):
        (folder / name).write_text("the password is swordfish\n")
    return folder


def spellings(folder: Path) -> list[str]:
    """Names of the folder and of a file in it, as strangers could write them."""
    file = folder / "list.txt"
    return [
        str(folder),
        str(file),
        f" {file} ",
        f"{file}\n",
        f"\n{file}",
        f"\t{folder}/\n",
        f"{folder}/../{folder.name}/list.txt",
    ]


def tag_names(option: str) -> list[str]:
    """The tags by which a file could mean an option, or one of two."""
    camel = "".join(word.capitalize() for word in option.split("_"))
    bare = [
        camel,
        option,
        option.upper(),
        camel[:1] + option[1:],
        camel.removesuffix("ies") + "y",
        camel.removesuffix("s"),
    ]
    return list(dict.fromkeys([*bare, *(f"{name}{number}" for name in bare for number in (1, 2))]))


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES, ids=[kind.name for kind in GAMES])
def test_no_page_draft_or_link_reads_a_file_of_this_machine(client: TestClient, kind: type[Game], secret: Path) -> None:
    seats = ["person"] * kind.set_up().seats
    with untouched(secret):
        for option in kind.options:
            for named in spellings(secret):
                value: Any = [named] * len(option.default or (1,)) if isinstance(option.default, tuple) else named
                for given in (value, [named], named):
                    asked = {"game": kind.name, "seats": seats, "options": {option.name: given}}
                    for path in ("/battles", f"/arrange/{kind.name}"):
                        answer = client.post(path, json=asked)
                        assert "swordfish" not in answer.text
                        assert answer.status_code in (200, 422)
                        assert answer.status_code == 422 or not option.local, (path, option.name, given)
        for question in ("check", "read", "draw", "box"):
            for named in spellings(secret):
                draft: dict[str, Any] = {
                    "text": named,
                    "units": [[named]],
                    "lot": named,
                    "against": named,
                    "name": named,
                    "size": named,
                }
                for part in ({one: draft[one]} for one in draft):
                    answer = client.post(f"/desk/{kind.name}/{question}", json=part)
                    assert answer.status_code in (200, 422)
                    assert "swordfish" not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES, ids=[kind.name for kind in GAMES])
def test_no_game_file_reads_a_file_of_this_machine(client: TestClient, kind: type[Game], secret: Path) -> None:
    tags = kind.set_up().tags()
    seats = ["person"] * kind.set_up().seats
    names = dict.fromkeys([*tags, *(name for option in kind.options for name in tag_names(option.name))])
    with untouched(secret):
        for name in names:
            for named in spellings(secret):
                record = file_of(kind, {**tags, name: named.strip()})
                answer = client.post("/battles/open", json={"record": record, "seats": seats})
                assert answer.status_code in (201, 422)
                assert "swordfish" not in answer.text
                with contextlib.suppress(SetupError):
                    kind.from_file(kind.rules, {**tags, name: named})


def file_of(kind: type[Game], tags: Mapping[str, str]) -> str:
    """The file of a battle that begins with these tags, with nothing sealed in it."""
    lines = [f'[{name} "{value}"]' for name, value in {"Game": kind.name, "Rules": kind.rules, **tags}.items()]
    return "\n".join([*lines, "", "*", ""])


@pytest.mark.parametrize("kind", GAMES, ids=[kind.name for kind in GAMES])
def test_what_may_name_a_file_says_so(kind: type[Game], secret: Path) -> None:
    """Whatever option looks into a folder that it is given is a local one: nothing else is closed to strangers."""
    for option in kind.options:
        for named in spellings(secret):
            _watching[:], _touched[:] = [secret.name], []
            value = (named,) * len(option.default or (1,)) if isinstance(option.default, tuple) else named
            with pytest.raises(SetupError):
                kind.set_up(**{option.name: value})
            _watching[:] = []
            assert option.local or not _touched, option.name


@pytest.mark.parametrize("kind", GAMES, ids=[kind.name for kind in GAMES])
def test_pages_are_offered_no_option_that_is_closed(kind: type[Game]) -> None:
    closed = {option.name for option in kind.options} - {option.name for option in options.open_options(kind)}
    assert closed == ({"data"} if kind.name == "aces-armor" else set())


def own_data(folder: Path) -> Path:
    """Mats of a player's own."""
    own = Path(sys.modules[games()["aces-armor"].package].__file__ or "").parent / "data" / "mats.csv"
    (folder / "own").mkdir()
    (folder / "own" / "mats.csv").write_text(own.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    changed = (folder / "own" / "mats.csv").read_text(encoding="utf-8").splitlines()
    unit = next(number for number, line in enumerate(changed) if line and line[0] != "#" and line[-1].isdigit())
    changed[unit] = changed[unit][:-1] + str((int(changed[unit][-1]) + 1) % 10)
    (folder / "own" / "mats.csv").write_text("\n".join(changed) + "\n", encoding="utf-8")
    return folder / "own"


def test_a_file_does_not_name_the_folder_of_its_owner_who_may_name_it_again(client: TestClient, tmp_path: Path) -> None:
    folder = own_data(tmp_path)
    match = Match(load("aces-armor", data=str(folder)), seed=1)
    match.save(tmp_path / "mine.drum")
    text = (tmp_path / "mine.drum").read_text(encoding="utf-8")
    assert "own" not in text
    assert read(tmp_path / "mine.drum", data=str(folder)).position == match.position
    with pytest.raises(SetupError, match="other mats and maps"):
        read(tmp_path / "mine.drum")
    earlier = file_of(type(match.game), {**match.game.tags(), "Data": str(folder)})
    (tmp_path / "mine.drum").write_text(earlier, encoding="utf-8")
    assert read(tmp_path / "mine.drum", data=str(folder)).position == match.position
    with pytest.raises(SetupError, match="is not known here"):
        read(tmp_path / "mine.drum")
    with untrusted(), pytest.raises(SetupError, match="is not known here"):
        load("aces-armor", data=str(folder))
    with pytest.raises(SetupError, match="is not known here"):
        requests.battle_from_file({"record": earlier, "seats": ["person", "person"]})


@pytest.mark.parametrize("kind", GAMES, ids=[kind.name for kind in GAMES])
@pytest.mark.parametrize("steps", [0, 25])
def test_a_seed_in_a_file_foretells_no_throw_at_the_table(client: TestClient, kind: type[Game], steps: int) -> None:
    match, rng = Match(kind.set_up(), seed="loaded"), Random(1)
    while len(match.steps) < steps:
        match.settle()
        match.push(rng.choice(match.legal_actions))
    foretold = read_again(match)
    answer = client.post("/battles/open", json={"record": write(match), "seats": ["person"] * match.game.seats})
    links = answer.json()
    assert links["seal"] != match.stretches[-1].dice.commitment
    with sitting(client, links["watch"]) as spectator:
        assert "" in spectator.table["nonces"], "every person gives a nonce"
        told = {"from": "seal", "of_file": match.throws, "words": words_of(match.throws), "first": match.throws}
        assert spectator.table["dice"] | told == spectator.table["dice"]
    registry = client.app.state.service.registry  # type: ignore[attr-defined]
    session, _ = client.portal.call(registry.find, links["seats"][0])  # type: ignore[union-attr]
    stretch = session.state.match.stretches[-1]
    assert (stretch.seed, stretch.first) == ("", match.throws)
    assert stretch.dice.throw(match.throws, (20,) * 20) != foretold.stretches[-1].dice.throw(match.throws, (20,) * 20)


def words_of(throws: int) -> str:
    own = "The dice come from this server, bound by the seal, and from a number that every player adds."
    return (
        own if not throws else f"{own} The first {throws} throws come from a game file; nobody here answers for them."
    )


def read_again(match: Match) -> Match:
    """The match of the file as its owner reads it, who may know the dice."""
    from drumhead.core.files import record  # noqa: PLC0415  `read` here takes a path

    found = record.read(write(match))
    assert found.stretches[-1].seed == "loaded"
    return found


def test_a_battle_says_where_its_dice_come_from(client: TestClient) -> None:
    links = begin(client, "person", "recruit")
    with sitting(client, links["seats"][0]) as seat:
        drawn = "The server drew the number of Orcs, whose program brings none."
        told = {"from": "seal", "of_file": 0, "words": f"{words_of(0)} {drawn}"}
        assert seat.table["dice"] | told == seat.table["dice"]
    links = client.post("/battles/learn", json={"game": "pocket-battles"}).json()
    with sitting(client, links["watch"]) as seat:
        assert seat.table["dice"]["from"] == "seed"
        assert seat.table["dice"]["words"] == "The dice come from a seed: whoever knows it can predict them."
        assert seat.view["to_act"] != CHANCE or seat.view["waits_for"] == []


def test_the_terminal_reads_a_file_with_the_data_of_its_owner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, path = own_data(tmp_path), tmp_path / "mine.drum"
    Match(load("aces-armor", data=str(folder)), seed=1).save(path)
    for command in (["replay", "--text"], ["verify"]):
        assert main([*command, str(path), "--data", str(folder)]) == 0
        assert main([*command, str(path)]) != 0
        assert "other mats and maps" in capsys.readouterr().err
    loaded = resume(Screen(plain=True), play_of(str(path), f"data={folder}"))
    assert loaded.game.chosen["data"] == str(folder)
    with pytest.raises(UsageError, match="keeps its options"):
        resume(Screen(plain=True), play_of(str(path), f"data={folder}", "clock=on"))


def play_of(path: str, *options: str) -> argparse.Namespace:
    """The command line that goes on with a file."""
    return argparse.Namespace(
        load=path, game=None, option=list(options), armies=None, players=None, solo=False, coop=False
    )
