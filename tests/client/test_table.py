"""Covers drumhead.client.table and the command `join`: whole battles, reconnecting, refused links."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from drumhead import load
from drumhead.cli.commands.join import _Joined
from drumhead.cli.table.screen import Screen
from drumhead.client import LineCut, Refused, Table, begin, invitation, is_invitation, renew_link, take_seat
from drumhead.client.kept_dice import KeptDice
from drumhead.client.table import _parts, kept_file
from tests.server.test_run import serving


@pytest.mark.slow
def test_a_program_plays_a_battle_to_its_end_and_its_nonce_is_in_the_proof(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        links = begin(address, "travel-battle", ["person", "recruit"], options={"max_turns": 4})
        rng = Random(1)
        with Table(f"{address}table#{links['seats'][0]}", nonce="0123456789abcdef", show="data") as table:
            while not table.wait()["outcome"]:
                table.act(rng.choice(table.view["actions"])[0])
            assert table.view["data"]["outcome"] == table.view["outcome"]["words"]
            assert "picture" not in table.view
            proof = table.ask("proof")
    assert proof["checked"] > 0
    assert proof["streams"][0]["nonces"][0] == "0123456789abcdef"
    assert proof["streams"][0]["seal"] == links["seal"]


@pytest.mark.slow
def test_a_program_that_knows_the_rules_plays_by_bare_positions(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        links = begin(address, "travel-battle", ["person", "recruit"], options={"max_turns": 2})
        game, rng = load("travel-battle", max_turns=2), Random(1)
        with Table(f"{address}table#{links['seats'][0]}", show="position") as table:
            while not table.wait()["outcome"]:
                state = game.read_position(table.view["position"])
                known = [game.action(state, code).notation for code in state.legal()]
                assert sorted(known) == sorted(table.choices())
                table.act(rng.choice(known))
                assert not {"prompt", "actions", "picture", "data"} & table.view.keys()
                assert all("events" not in step for step in table.view["log"])
            assert table.view["outcome"]["clause"].startswith("TB-8.")


@pytest.mark.slow
def test_a_refusal_is_raised_with_its_clause(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        with pytest.raises(Refused, match="this battle has 2 seats"):
            begin(address, "pocket-battles", ["person"])
        links = begin(address, "pocket-battles", ["person", "recruit"])
        with Table(f"{address}table#{links['seats'][0]}") as table:
            table.wait()
            with pytest.raises(Refused, match="not an action"):
                table.act("fly O1")
        with pytest.raises(Refused, match="leads to no battle"), Table(f"{address}table#nobody") as table:
            table.wait()


@pytest.mark.slow
def test_the_line_mends_itself_when_the_server_is_killed_and_comes_back(tmp_path: Path) -> None:
    with serving(tmp_path) as (program, address):
        port = address.rstrip("/").rpartition(":")[2]
        links = begin(address, "pocket-battles", ["person", "recruit"])
        table = Table(f"{address}table#{links['seats'][0]}").__enter__()
        table.wait()
        table.act(table.view["actions"][0][0])
        known = table.wait()["step"]
        program.kill()
        program.wait()
    with serving(tmp_path, "--port", port):
        table.act(table.view["actions"][0][0])
        assert table.wait()["step"] > known
        table.close()


@pytest.mark.slow
def test_the_terminal_joins_a_battle(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        links = begin(address, "pocket-battles", ["person", "recruit"])
        command = [sys.executable, "-m", "drumhead", "join", f"{address}table#{links['seats'][0]}", "--plain"]
        typed = "help\nhint\nboard\n1\nback\nsay hello\nfly away\nconcede\n"
        done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Pocket Battles: Orcs / Elves" in done.stdout
    assert "a hint: " in done.stdout
    *_, outcome, checked = done.stdout.rstrip().splitlines()
    assert outcome == "Elves win: Orcs concede"
    assert checked.startswith("The dice are those that were sealed; ")
    assert re.search(r"The dice are sealed as\s+[0-9a-f]{64}", done.stdout)


def test_the_terminal_tells_the_notice_and_how_many_computations_come_before(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class BusyTable:
        """A table whose server is busy when it is asked for a hint."""

        view: ClassVar[dict[str, Any]] = {"log": [], "picture": "", "outcome": None}
        table: ClassVar[dict[str, Any]] = {
            "title": "A battle",
            "sides": [],
            "seat": 0,
            "notice": "the rules have changed",
            "dice": {},
        }
        dice = KeptDice()

        def __init__(self) -> None:
            self.answers: list[dict[str, Any]] = [
                {"type": "queue", "what": "hint", "ahead": 2, "words": "2 come before your hint"},
                {"type": "queue", "what": "hint", "ahead": 0, "words": ""},
                {"type": "hint", "hints": [{"action": "march"}]},
                {"type": "refused", "to": "hint", "words": "it is not your decision", "clause": ""},
            ]

        def say(self, type: str) -> None:
            assert type == "hint"

        def hear(self) -> dict[str, Any]:
            return self.answers.pop(0)

    table = BusyTable()
    joined = _Joined(table, Screen(width=80, plain=True))  # type: ignore[arg-type]
    assert "the rules have changed\n" in capsys.readouterr().out
    joined._hint("")
    assert capsys.readouterr().out.splitlines() == ["2 come before your hint", "a hint: march"]
    joined._hint("")
    assert capsys.readouterr().out.splitlines() == ["it is not your decision"]


def await_guest(address: str) -> tuple[str, str]:
    """A battle in which the guest brings an army; returns the link of whoever began it, and that of the invitation."""
    links = begin(address, "pocket-battles", ["person", "guest"], options={"armies": ["orcs-50", None]}, name="Anna")
    return f"{address}table#{links['seats'][0]}", f"{address}join/pocket-battles#{links['invitations'][1]}"


def hear_out(table: Table) -> None:
    """Hears messages until there are none."""
    while table.hear(timeout=20):
        pass


@pytest.mark.slow
def test_a_program_takes_the_seat_of_an_invitation_and_renews_its_link(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        host, guest = await_guest(address)
        assert is_invitation(guest)
        assert not is_invitation(host)
        assert invitation(guest)["others"] == ["Anna"]
        with Table(host) as one:
            assert one.hear()["type"] == "waiting"
            with pytest.raises(Refused, match="there is no ready army"):
                take_seat(guest, "nonsense")
            link = take_seat(guest, "elves-50")
            with pytest.raises(Refused, match="this invitation has been used"):
                take_seat(guest, "elves-50")
            with Table(link) as two:
                for table in (one, two):
                    while not table.view:
                        table.hear(timeout=20)
                assert (one.table["seat"], two.table["seat"]) == (0, 1)
                renewed = renew_link(link)
                with pytest.raises(Refused, match="has replaced this link"):
                    hear_out(two)
        with Table(renewed) as two:
            while not two.view:
                two.hear()
            assert two.table["seat"] == 1


@pytest.mark.slow
def test_the_terminal_takes_the_seat_of_an_invitation(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        host, guest = await_guest(address)
        command = [sys.executable, "-m", "drumhead", "join", guest, "--plain", "--force", "elves-50", "--name", "Berta"]
        with Table(host) as one:
            done = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            players: list[str] = []
            while players != ["Anna", "Berta"] or one.view["to_act"] < 0:
                players = one.hear(timeout=20).get("players", players)
            one.say("concede")
            told = " ".join(done.communicate(timeout=60)[0].split())
        used = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert "Pocket Battles: you play Side 2, against Anna." in told
    assert "Your seat has a link of its own: " in told
    assert f"{address}table#" in told
    assert used.returncode == 2
    assert "this invitation has been used" in used.stderr


@pytest.mark.slow
def test_the_terminal_renews_a_link_and_keeps_what_binds_the_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "own"))
    with serving(tmp_path) as (_, address):
        link = f"{address}table#{begin(address, 'pocket-battles', ['person', 'recruit'])['seats'][0]}"
        command = [sys.executable, "-m", "drumhead", "join", link, "--plain"]
        subprocess.run(command, input="quit\n", text=True, timeout=60, check=True, capture_output=True)
        kept = kept_file(tmp_path / "own" / "dice", link)
        before = kept.read_text()
        renewed = [*command, "--renew"]
        done = subprocess.run(renewed, input="quit\n", text=True, timeout=60, check=True, capture_output=True)
        own = re.search(r"The new link of your seat is\s+(\S+)\.\s", done.stdout)
    assert own is not None
    assert not kept.exists()
    assert kept_file(tmp_path / "own" / "dice", own[1]).read_text() == before


@pytest.mark.parametrize("link", ["", "nonsense", "https://battles.example/table", "ftp://x/table#T", "http://[/#T"])
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(Refused, match="a link looks like"):
        _parts(link)


def test_the_first_seat_of_a_link_is_taken_or_the_place_to_look_on() -> None:
    assert _parts("http://127.0.0.1:80/table#ONE~TWO!WATCH") == ("ws://127.0.0.1:80/talk", "ONE")
    assert _parts("https://battles.example/table#!WATCH") == ("wss://battles.example/talk", "WATCH")


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(LineCut, match="no server can be reached"):
        Table("http://127.0.0.1:9/table#T").__enter__()
    with pytest.raises(LineCut, match="no server can be reached"):
        begin("http://127.0.0.1:9", "pocket-battles", ["person", "recruit"])
