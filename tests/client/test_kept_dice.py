"""Covers drumhead.client.kept_dice and drumhead.core.files.kept: what a client that keeps seals and nonces finds out.

Each test is a server that cheats, alone or together with a player, against the dice of one honest client.
"""

import json
import threading
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from drumhead import Match, load
from drumhead.cli.app import main
from drumhead.client import Table, begin
from drumhead.client.kept_dice import KeptDice
from drumhead.core.dice import Dice, joint_seal, nonce_commitment
from drumhead.core.errors import ProofError
from drumhead.core.files.kept import verify_kept
from drumhead.core.files.record import read_text, verify
from drumhead.core.files.write import file_text
from drumhead.core.played import Stretch
from drumhead.server.lobby.seats import Seat
from drumhead.server.session import dice_stream
from tests.server.test_run import serving

OTHER: Final = "2" * 32
FIRST: Final = Dice(bytes(range(32)))
"""The server's secret, and another that suits it better."""
SECOND: Final = Dice(bytes(range(1, 33)))


class Server:
    """A server that shows its dice to one client in seat 0, and plays seat 1 itself."""

    def __init__(self, kept: KeptDice | None = None) -> None:
        self.kept = kept or KeptDice()
        self.match = Match(load("travel-battle", max_turns=2))
        self.match.stretches = []

    def opens(self, dice: Dice = FIRST, first: int = 0) -> None:
        """Opens a stream and takes the client's commitment and nonce."""
        self.stream = Stretch(first, replace(dice, nonces=("", "")), commitments=("", ""))
        self.stream = dice_stream.with_commitment(self.stream, 1, nonce_commitment(dice.commitment, 1, OTHER))
        self.takes(self.shows())
        self.takes(self.shows())
        self.stream = dice_stream.with_nonce(self.stream, 1, OTHER)
        self.shows()
        self.match.stretches.append(self.stream)

    def shows(self, **forged: Any) -> tuple[str, str] | None:
        """Tells the client what binds the dice; returns what the client says."""
        stream = self.stream
        dice = {
            "from": "seal",
            "of_file": 0,
            "first": stream.first,
            "seal": stream.seal,
            "commits": list(stream.commitments),
            "joint": stream.joint,
            "nonces": dice_stream.shown_nonces(stream, 0, (Seat(), Seat())),
        }
        return self.kept.answer(0, dice | forged)

    def takes(self, said: tuple[str, str] | None) -> None:
        assert said is not None
        change = dice_stream.with_commitment if said[0] == "commit" else dice_stream.with_nonce
        self.stream = change(self.stream, 0, said[1])

    def plays(self) -> str:
        """Plays to the end; returns the file."""
        rng = Random(1)
        while self.match.outcome is None:
            self.match.settle()
            if self.match.outcome is None:
                self.match.push(rng.choice(self.match.legal_actions))
        return file_text(self.match)


def test_an_honest_server_passes() -> None:
    server = Server()
    server.opens()
    file = server.plays()
    assert server.kept.verify(0, file).checked == server.match.throws > 3
    assert server.kept.faults == []


def refused(server: Server, file: str, words: str) -> None:
    with pytest.raises(ProofError, match=words):
        server.kept.verify(0, file)


def test_another_secret_than_the_sealed_one_is_found_out() -> None:
    server = Server()
    server.opens()
    nonces = server.stream.dice.nonces
    commitments = tuple(nonce_commitment(SECOND.commitment, seat, nonce) for seat, nonce in enumerate(nonces))
    server.match.stretches = [Stretch(0, replace(SECOND, nonces=nonces), commitments=commitments)]
    file = server.plays()
    assert verify(read_text(file)).checked, "the file alone shows nothing"
    refused(server, file, "the dice from throw 1 on are not under a seal that you kept")


def test_another_nonce_of_a_computer_or_a_friend_is_found_out() -> None:
    server = Server()
    server.opens()
    ground = "3" * 32
    commitments = (server.stream.commitments[0], nonce_commitment(server.stream.seal, 1, ground))
    dice = replace(server.stream.dice, nonces=(server.stream.dice.nonces[0], ground))
    server.match.stretches = [replace(server.stream, dice=dice, commitments=commitments)]
    file = server.plays()
    assert verify_kept(read_text(file), [server.stream.seal]).checked, "the server's own seal does not bind the friend"
    refused(server, file, "the dice from throw 1 on are not under a seal that you kept")


def test_a_commitment_that_comes_after_the_nonce_is_not_waited_for() -> None:
    server = Server()
    server.stream = Stretch(0, replace(FIRST, nonces=("", "")), commitments=("", ""))
    server.takes(server.shows())
    assert server.shows() is None, "the other has not committed"
    assert server.shows(commits=["0" * 64, "1" * 64]) is None, "the own commitment is not shown"
    assert [str(fault) for fault in server.kept.faults] == ["the server shows another commitment in place of yours"]


def test_commitments_that_change_are_found_out_at_once() -> None:
    server = Server()
    server.opens()
    ground = nonce_commitment(server.stream.seal, 1, "3" * 32)
    commits = [server.stream.commitments[0], ground]
    server.shows(commits=commits, joint=joint_seal(server.stream.seal, commits))
    assert [str(fault) for fault in server.kept.faults] == ["the server has changed what binds the dice"]


def test_a_nonce_that_the_server_puts_in_place_of_an_honest_one_is_found_out_at_once() -> None:
    server = Server()
    server.stream = Stretch(0, replace(FIRST, nonces=("", "")), commitments=("", ""))
    server.stream = dice_stream.with_nonce(server.stream, 1, OTHER)
    server.takes(server.shows())
    assert server.shows() is not None  # the nonce, which the server says it has not got
    server.stream = dice_stream.with_substitute(server.stream, 0, dice_stream.substitute(server.stream, 0))
    server.shows()
    words = "the server put another nonce in place of yours: these dice are not bound by you"
    assert [str(fault) for fault in server.kept.faults] == [words]
    server.match.stretches = [server.stream]
    file = server.plays()
    assert verify_kept(read_text(file), [server.stream.joint]).checked
    refused(server, file, "the dice from throw 1 on have no nonce of yours")


def test_dice_that_begin_anew_without_consent_are_found_out_at_once() -> None:
    server = Server()
    server.opens()
    server.match.stretches = []
    server.opens(SECOND)
    words = "new dice begin at throw 1, and you have not agreed to that"
    assert [str(fault) for fault in server.kept.faults] == [words]
    refused(server, server.plays(), words)


def test_dice_that_begin_anew_after_a_take_back_are_as_agreed() -> None:
    server = Server()
    server.opens()
    server.kept.agree(7)
    server.kept.forget_agreement(7)
    server.match.stretches = []
    server.opens(SECOND)
    assert server.kept.faults == []
    assert server.kept.verify(0, server.plays()).checked
    server.kept.agree(7)
    server.kept.forget_agreement(8)
    server.opens(Dice(b"a third"))
    assert len(server.kept.faults) == 1, "an agreement that came to nothing does not last"


def test_a_file_without_the_secret_is_found_out() -> None:
    server = Server()
    server.opens()
    file = server.plays().replace(", secret ", ", hidden ")
    assert verify(read_text(file)).sealed == server.match.throws
    refused(server, file, "the secret of the dice from throw 1 on was not published")


def test_dice_of_a_seed_are_under_no_seal() -> None:
    server = Server()
    server.opens()
    server.match.stretches.append(Stretch(0, Dice.seeded("ground"), "ground"))
    file = server.plays()
    assert "seed ground" in file
    refused(server, file, "not under a seal that you kept")


def test_throws_by_hand_and_dice_from_later_tags_are_under_no_seal() -> None:
    server = Server()
    server.opens()
    file = server.plays()
    first = next(line for line in file.splitlines() if ". throw " in line)
    words, brace, comment = first.partition("  {")
    by_hand = file.replace(first, f"{words} by hand{brace}{comment}", 1)
    refused(server, by_hand, "throw 1 was made by hand and is under no seal")
    later = file.replace("throw 1 on, ", "throw 900 on, ", 1)
    assert server.kept.verify(0, later).checked, "the first stream holds from the first throw on"
    again = Server()
    again.opens()
    again.match.stretches = [Stretch(0, replace(SECOND, nonces=(OTHER, OTHER)))]
    refused(again, again.plays().replace("throw 1 on, ", "throw 900 on, ", 1), "not under a seal that you kept")


def test_what_is_kept_outlives_the_program(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    server = Server(KeptDice(path))
    server.stream = Stretch(0, replace(FIRST, nonces=("", "")), commitments=("", ""))
    server.takes(server.shows())
    server.kept = KeptDice(path)
    server.stream = dice_stream.with_nonce(server.stream, 1, OTHER)
    server.takes(server.shows())
    server.shows()
    server.match.stretches = [server.stream]
    file = server.plays()
    assert KeptDice(path).verify(0, file).checked == server.match.throws


def test_a_client_that_has_lost_its_nonce_reveals_none() -> None:
    server = Server()
    server.stream = Stretch(0, replace(FIRST, nonces=("", "")), commitments=("", ""))
    server.takes(server.shows())
    server.kept = KeptDice()
    server.stream = dice_stream.with_nonce(server.stream, 1, OTHER)
    assert server.shows() is None
    assert server.kept.faults == []


def test_a_server_of_the_earlier_protocol_gets_an_open_nonce() -> None:
    kept = KeptDice(nonce=OTHER)
    dice = {"from": "seal", "of_file": 0, "first": 0, "seal": FIRST.commitment, "commits": [], "joint": ""}
    assert kept.answer(0, dice | {"nonces": ["", ""]}) == ("nonce", OTHER)
    assert kept.answer(0, dice | {"nonces": [OTHER, "ff" * 8]}) is None
    assert kept.faults == []


@pytest.mark.slow
def test_two_programs_play_and_both_verify_the_dice(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        links = begin(address, "travel-battle", ["person", "person"], options={"max_turns": 2})
        proofs: list[int] = []

        def play(seat: int) -> None:
            with Table(f"{address}table#{links['seats'][seat]}", keep=tmp_path) as table:
                while not table.wait()["outcome"]:
                    table.act(table.view["actions"][0][0])
                proofs.append(table.verify().checked)

        players = [threading.Thread(target=play, args=(seat,)) for seat in (0, 1)]
        for player in players:
            player.start()
        for player in players:
            player.join(60)
    assert proofs[0] == proofs[1] > 0
    assert len(proofs) == 2
    kept = [json.loads(path.read_text())["streams"][0] for path in tmp_path.glob("*.json")]
    assert len({stream["joint"] for stream in kept}) == 1
    assert len({stream["nonce"] for stream in kept}) == 2


def test_the_command_compares_a_file_with_seals_and_nonces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server()
    server.opens()
    path = tmp_path / "battle.drum"
    path.write_text(server.plays(), encoding="utf-8")
    own = server.kept.streams[0]
    for seal in (own.seal, own.joint):
        assert main(["verify", str(path), "--seal", seal, "--nonce", own.nonce]) == 0
        assert "verified, all as you kept them" in capsys.readouterr().out
    for wrong, words in (
        (["--seal", SECOND.commitment], "not under a seal that you kept"),
        (["--nonce", "3" * 32], "have no nonce of yours"),
    ):
        assert main(["verify", str(path), *wrong]) != 0
        assert words in capsys.readouterr().err
    assert main(["verify", str(path), "--seal", own.joint, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kept"] is True
