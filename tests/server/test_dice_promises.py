"""Covers drumhead.server.session (commands, state, dice_stream, missing_nonces): what the page about the dice promises.

Every sentence of the page that says what somebody cannot do names a test here, or in tests/client/test_kept_dice.py,
that tries to do it.
"""

import hmac
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from starlette.testclient import TestClient

from drumhead import load
from drumhead.core.dice import Dice, joint_seal, nonce_commitment, substitute_nonce
from drumhead.core.errors import ProofError
from drumhead.core.files.kept import verify_kept
from drumhead.core.files.record import read, verify
from drumhead.core.files.write import file_text
from drumhead.core.match import Match
from drumhead.core.played import Stretch
from drumhead.server.lobby.seats import Seat, token_hash
from drumhead.server.session import commands, dice_stream, missing_nonces, steady_clock
from drumhead.server.session.clock import Clock
from drumhead.server.session.event_log import Line, dice_line
from drumhead.server.session.state import SessionState, bind_dice
from drumhead.server.session.stored import new_battle, restored
from tests.kit.server import Sitting, begin, binding, server, sitting

ONE, OTHER = "1" * 32, "2" * 32
"""The nonces of two seats."""
HOUR: Final = 3600.0


@contextmanager
def two(client: TestClient) -> Iterator[tuple[Sitting, Sitting]]:
    """Two people at a table whose dice wait for their commitments."""
    links = begin(client, "person", "person")
    with binding(client, links["seats"][0]) as one, binding(client, links["seats"][1]) as other:
        yield one, other


def bind(one: Sitting, other: Sitting) -> None:
    """Lets both commit and reveal."""
    one.commit(ONE)
    other.commit(OTHER)
    hear_joint(one, other)
    one.say("nonce", nonce=ONE)
    other.say("nonce", nonce=OTHER)


def hear_joint(*seats: Sitting) -> None:
    """Waits until all know that all have committed."""
    for seat in seats:
        while not seat.dice["joint"]:
            seat.hear_any()


def file_of(client: TestClient, seat: Sitting) -> str:
    """The game file after the seat, or the other, has given up."""
    (session,) = client.app.state.service.registry.sessions.values()  # type: ignore[attr-defined]
    while seat.view["to_act"] < 0 and seat.view["outcome"] is None:
        seat.hear()
    client.portal.call(session.execute, commands.concede(seat.view["to_act"], session.state.number))  # type: ignore[union-attr]
    seat.hear_until(to_act=-2)
    text: str = client.portal.call(lambda: session.record(0, whole=False))  # type: ignore[union-attr]
    return text


# Against another player.


def test_nobody_is_shown_a_nonce_before_all_are_bound(client: TestClient) -> None:
    with two(client) as (one, other):
        one.commit(ONE)
        assert other.hear_bound(commits=[nonce_commitment(one.dice["seal"], 0, ONE), ""])["nonces"] == ["", ""]
        other.commit(OTHER)
        hear_joint(one, other)
        one.say("nonce", nonce=ONE)
        assert other.hear_bound(waits_for=[1])["nonces"] == ["", ""]
        (session,) = client.app.state.service.registry.sessions.values()  # type: ignore[attr-defined]
        secret = session.state.match.stretches[-1].dice.secret.hex()
        assert not any(ONE in text or secret in text for text in other.heard)
        other.say("nonce", nonce=OTHER)
        assert other.hear_bound(waits_for=[])["nonces"] == [ONE, OTHER]
        assert not any(secret in text for text in one.heard + other.heard)


def test_a_nonce_cannot_be_exchanged_once_others_are_bound(client: TestClient) -> None:
    with two(client) as (one, other):
        one.commit(ONE)
        refused = one.answer("commit", commit=nonce_commitment(one.dice["seal"], 0, "3" * 32))
        assert refused["words"] == "your seat cannot commit to a nonce now"
        refused = one.answer("nonce", nonce=ONE)
        assert refused["words"] == "the others have not committed yet: keep your nonce to yourself"
        other.commit(OTHER)
        hear_joint(one, other)
        refused = one.answer("nonce", nonce="3" * 32)
        assert refused["words"] == "this nonce is not the one that your seat has committed to"
        assert "a commitment has 64 digits" in other.answer("commit", commit="short")["words"]
        assert one.dice["waits_for"] == [0, 1]


def test_dice_are_those_of_the_secret_and_all_nonces(client: TestClient) -> None:
    with two(client) as (one, other):
        seal = one.table["seal"]
        bind(one, other)
        match = read(file_of(client, one))
    stretch = match.stretches[0]
    commits = (nonce_commitment(seal, 0, ONE), nonce_commitment(seal, 1, OTHER))
    assert (stretch.dice.nonces, stretch.commitments) == ((ONE, OTHER), commits)
    assert stretch.joint == one.dice["joint"] == joint_seal(seal, commits)
    assert verify_kept(match, [stretch.joint], [ONE]).checked == match.throws > 0


def holding_up(what: str, *, claim_seconds: float = HOUR, clock: bool = True) -> SessionState:
    """A battle whose dice wait for seat 1, to commit or to reveal, with a clock of ten seconds for each seat."""
    match = Match(load("pocket-battles"))
    seats = (Seat(), Seat())
    bind_dice(match, seats)
    state = SessionState(match, seats, claim_seconds)
    state.apply(Line(-1, "(decline)", steady_clock.now()))
    if clock:
        state.append(-1, "(clock 10+5)")
        assert isinstance(state.clock, Clock)
    seal = match.stretches[0].seal
    commands.commit_nonce(0, nonce_commitment(seal, 0, ONE))(state)
    if what == dice_stream.REVEAL:
        commands.commit_nonce(1, nonce_commitment(seal, 1, OTHER))(state)
        commands.give_nonce(0, ONE)(state)
    assert (state.held_up[0], state.waits_for) == (what, [1])
    return state


def later(state: SessionState, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    now = state.held_up[1] + seconds
    monkeypatch.setattr(steady_clock, "now", lambda: now)


WAITS = (dice_stream.COMMIT, dice_stream.REVEAL)


@pytest.mark.parametrize("what", WAITS)
def test_the_clock_runs_against_whoever_keeps_a_nonce_back(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = holding_up(what)
    with pytest.raises(Exception, match="still has time left"):
        commands.claim(0, state.number)(state)
    later(state, 11.0, monkeypatch)
    assert state.clock is not None
    assert state.clock.left(0, steady_clock.now()) > 9.9
    assert state.clock.left(1, steady_clock.now()) < 0
    assert state.clock.to_message(steady_clock.now())["runs"] == 1
    with pytest.raises(Exception, match="no opponent to claim the battle from"):
        commands.claim(1, state.number)(state)
    commands.claim(0, state.number)(state)
    outcome = state.match.outcome
    assert outcome is not None
    assert outcome.returns[1] == -1
    assert "out of time" in str(outcome)
    assert read(file_text(state.match)).outcome == outcome


@pytest.mark.parametrize("what", WAITS)
def test_without_a_clock_the_battle_can_be_claimed_when_the_wait_was_too_long(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = holding_up(what, clock=False)
    later(state, HOUR - 1, monkeypatch)
    with pytest.raises(Exception, match="still has time left"):
        commands.claim(0, state.number)(state)
    later(state, HOUR + 1, monkeypatch)
    commands.claim(0, state.number)(state)
    assert "gone for too long" in str(state.match.outcome)


def test_whoever_holds_up_the_dice_too_cannot_claim_that_the_other_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(load("pocket-battles"))
    bind_dice(match, (Seat(), Seat()))
    state = SessionState(match, (Seat(), Seat()), HOUR)
    state.apply(Line(-1, "(decline)", steady_clock.now()))
    later(state, HOUR + 1, monkeypatch)
    with pytest.raises(Exception, match="the dice wait for your own seat too"):
        commands.claim(0, state.number)(state)


@pytest.mark.parametrize("what", WAITS)
def test_a_nonce_that_does_not_come_is_substituted_after_the_stated_time(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = holding_up(what, clock=False)
    later(state, 599.0, monkeypatch)
    commands.substitute_nonces(state)
    assert state.waits_for == [1]
    later(state, 601.0, monkeypatch)
    commands.substitute_nonces(state)
    if what == dice_stream.COMMIT:
        commands.give_nonce(0, ONE)(state)
    assert state.waits_for == []
    state.throw()
    stretch = state.match.stretches[0]
    assert stretch.substituted == (1,)
    assert (stretch.dice.nonces[1] == substitute_nonce(stretch.joint, 1)) == (what == dice_stream.REVEAL)
    state.match.concede(state.match.to_act)
    text = file_text(state.match)
    assert ", substituted 2, secret " in text
    assert verify(read(text)).checked == state.match.throws


def test_a_substitution_stands_in_the_log_and_in_the_file(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (dice_stream, missing_nonces):
        monkeypatch.setattr(module, "SUBSTITUTE_SECONDS", 0.3, raising=False)
        monkeypatch.setattr(module, "GRACE_SECONDS", 0.1, raising=False)
    monkeypatch.setattr(missing_nonces, "INTERVAL_SECONDS", 0.05)
    links = begin(client, "person", "person")
    words = "The number of Elves did not come in time: the server put another in its place."
    with binding(client, links["seats"][0]) as one:
        one.commit(ONE)
        one.hear_bound(waits_for=[0])
        assert one.dice["substituted"] == [1]
        assert words in one.dice["words"]
        one.say("nonce", nonce=ONE)
        one.hear_dice()
        steps = [step for text in one.heard for step in json.loads(text).get("log", ())]
        assert next(step for step in steps if step["seat"] == -1)["events"][0]["words"] == words
        assert ", substituted 2, secret " in file_of(client, one)
    assert client.app.state.service.context.metrics.counted("nonces_substituted") == 1  # type: ignore[attr-defined]


def test_the_dice_do_not_wait_for_a_seat_that_a_computer_plays() -> None:
    for what in WAITS:
        state = holding_up(what, clock=False)
        commands.hand_over(1, "recruit")(state)
        assert 1 not in state.waits_for
        assert state.match.stretches[0].substituted == (1,)


# Against the server together with a player.

SIXES: Final = 6
"""How many first throws the cheats want to begin with a six."""
TRIES: Final = 1_000_000
SECRET: Final = sha256(b"the server's secret, which it tells its friend").digest()
SEAL: Final = Dice(SECRET).commitment


@cache
def ground(honest: str) -> list[str]:
    """The nonces of seat 1, among a million, with which all first throws begin with a six."""
    found = []
    for number in range(TRIES):
        nonce = f"{number:032x}"
        for throw in range(SIXES):
            digest = hmac.digest(SECRET, f"{honest}|{nonce}|{throw}|0".encode(), "sha256")
            if digest[0] % 6 != 5 or digest[0] >= 252:
                break
        else:
            found.append(nonce)
    return found


def begins_with_sixes(honest: str, nonce: str) -> bool:
    return all(Dice(SECRET, (honest, nonce)).throw(throw, (6,)) == (6,) for throw in range(SIXES))


@contextmanager
def colluding(where: Path, *, commitments: bool) -> Iterator[tuple[TestClient, Sitting, Sitting]]:
    """A server whose secret the second of two people knows, with dice of this build or of an earlier one."""
    nonces = ("", "")
    stretch = Stretch(0, Dice(SECRET, nonces), commitments=nonces if commitments else ())
    stored = new_battle("b", Match(load("pocket-battles")), (Seat(), Seat()), HOUR)
    lines = [*stored.lines[:-1], dice_line(stretch, steady_clock.now())]
    with server(where) as client:
        links = {token_hash(token): seat for seat, token in enumerate(("one", "cheat"))}
        store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
        store.create(replace(stored, lines=lines), links)
        with (
            binding(client, "one", commit=commitments) as one,
            binding(client, "cheat", commit=commitments) as cheat,
        ):
            yield client, one, cheat


def test_a_million_nonces_steer_dice_whose_nonces_are_given_in_the_open(tmp_path: Path) -> None:
    chosen = ground(ONE)[0]
    with colluding(tmp_path, commitments=False) as (client, one, cheat):
        one.say("nonce", nonce=ONE)
        assert cheat.hear()["waits_for"] == [1]
        assert cheat.table["nonces"] == ["", ""]
        cheat.say("nonce", nonce=chosen)
        text = file_of(client, one)
    match = read(text)
    assert verify_kept(match, [SEAL], [ONE]).checked == match.throws > 0
    assert begins_with_sixes(*match.stretches[0].dice.nonces)


def test_a_million_nonces_do_not_steer_dice_whose_nonces_were_committed_to(tmp_path: Path) -> None:
    candidates = ground(ONE)
    assert 5 < len(candidates) < 60, "1,000,000 / 6 ** 6 are 21"
    with colluding(tmp_path, commitments=True) as (client, one, cheat):
        one.commit(ONE)
        cheat.commit(OTHER)
        hear_joint(one, cheat)
        joint = one.dice["joint"]
        one.say("nonce", nonce=ONE)
        for nonce in candidates:
            assert "is not the one that your seat has committed to" in cheat.answer("nonce", nonce=nonce)["words"]
        cheat.say("nonce", nonce=OTHER)
        text = file_of(client, one)
    assert verify_kept(read(text), [joint], [ONE]).checked > 0
    for nonce in candidates:  # nor does a server pass that takes it and writes its file anew
        forged = text.replace(OTHER, nonce)
        with pytest.raises(ProofError, match=r"the nonce of Elves .* does not fit its commitment"):
            verify(read(forged))
        forged = forged.replace(nonce_commitment(SEAL, 1, OTHER), nonce_commitment(SEAL, 1, nonce))
        with pytest.raises(ProofError, match=r"not under a seal that you kept|the file says"):
            verify_kept(read(forged), [joint], [ONE])


def test_what_was_ground_before_the_honest_nonce_is_known_is_worth_nothing() -> None:
    assert all(begins_with_sixes(ONE, nonce) for nonce in ground(ONE))
    assert not any(begins_with_sixes(sha256(b"unknown").hexdigest(), nonce) for nonce in ground(ONE))


def test_one_who_does_not_reveal_chooses_between_two_throws_and_is_named() -> None:
    commitments = (nonce_commitment(SEAL, 0, ONE), nonce_commitment(SEAL, 1, OTHER))
    stand_in = substitute_nonce(joint_seal(SEAL, commitments), 1)
    accepted = [
        (nonce, substituted)
        for nonce in (OTHER, stand_in, *ground(ONE))
        for substituted in ((), (1,))
        if Stretch(0, Dice(SECRET, (ONE, nonce)), commitments=commitments, substituted=substituted).is_bound(1)
    ]
    assert accepted == [(OTHER, ()), (OTHER, (1,)), (stand_in, (1,))]


# New streams, and clients of the earlier protocol.


def test_a_new_stream_has_new_nonces_of_everybody(client: TestClient) -> None:
    links = begin(client, "person", "person")
    with binding(client, links["seats"][0]) as one, binding(client, links["seats"][1]) as other:
        bind(one, other)
        one.hear_dice()
        before = one.table["seal"]
        client.post("/record", json={"tokens": links["seats"]})
        for seat in (one, other):
            while seat.table["seal"] == before:
                seat.hear()
        assert one.dice["commits"] == ["", ""]
        assert one.dice["nonces"] == ["", ""]
        assert one.dice["first"] > 0


def test_a_taken_back_throw_is_thrown_again_from_new_nonces(client: TestClient) -> None:
    match = Match(load("pocket-battles"))
    bind_dice(match, (Seat(), Seat()))
    state = SessionState(match, (Seat(), Seat()), HOUR)
    for seat in (0, 1):
        commands.give_nonce(seat)(state)
    state.throw()
    before = state.match.stretches[-1]
    state.rewind(0, 0)
    after = state.match.stretches[-1]
    assert after.seal != before.seal
    assert (after.dice.nonces, after.commitments) == (("", ""), ("", ""))
    assert state.waits_for == [0, 1]


def test_one_who_commits_and_one_of_the_earlier_protocol_play_together(client: TestClient) -> None:
    links = begin(client, "person", "person")
    with (
        binding(client, links["seats"][0]) as one,
        binding(client, links["seats"][1], commit=False) as earlier,
    ):
        assert earlier.table["nonces"] == ["", ""]
        earlier.say("nonce", nonce=OTHER)
        assert earlier.hear()["waits_for"] == [0]
        assert one.hear_bound(waits_for=[0])["nonces"] == ["", ""], "an open nonce is kept from those not yet bound"
        one.commit(ONE)
        assert earlier.hear()["waits_for"] == [0]
        hear_joint(one)
        assert one.dice["commits"][1] == nonce_commitment(one.dice["seal"], 1, OTHER)
        one.say("nonce", nonce=ONE)
        earlier.hear_dice()
        assert not any('"type":"dice"' in text for text in earlier.heard)
        match = read(file_of(client, one))
    assert match.stretches[0].dice.nonces == (ONE, OTHER)
    assert verify_kept(match, [one.dice["joint"]], [OTHER]).checked == match.throws


def test_nonces_of_computers_are_shown_before_an_open_nonce_is_given(client: TestClient) -> None:
    links = begin(client, "person", "recruit")
    with binding(client, links["seats"][0], commit=False) as earlier:
        own, other = earlier.table["nonces"]
        assert (own, len(other)) == ("", 16)
        earlier.say("nonce", nonce=ONE)
        earlier.hear_dice()
        (session,) = client.app.state.service.registry.sessions.values()  # type: ignore[attr-defined]
        assert session.state.match.stretches[0].dice.nonces == (ONE, other)


def test_a_client_that_brings_no_nonce_has_it_drawn_for_every_stream(client: TestClient) -> None:
    links = begin(client, "person", "person")
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as other:
        one.hear_dice()
        other.hear_dice()
        seal = one.table["seal"]
        client.post("/record", json={"tokens": links["seats"]})
        while one.table["seal"] == seal:
            one.hear()
        (session,) = client.app.state.service.registry.sessions.values()  # type: ignore[attr-defined]
        until = time.monotonic() + 5
        while session.state.waits_for and time.monotonic() < until:
            time.sleep(0.01)
        assert session.state.waits_for == []
        assert session.state.match.stretches[-1].drawn == (0, 1)


def test_a_battle_whose_dice_wait_as_in_an_earlier_build_goes_on(tmp_path: Path) -> None:
    with colluding(tmp_path, commitments=False) as (client, one, cheat):
        one.say("nonce", nonce=ONE)
        cheat.say("nonce", nonce=OTHER)
        match = read(file_of(client, one))
    assert match.stretches[0].commitments == ()
    assert verify_kept(match, [SEAL], [ONE]).checked == match.throws


def test_lines_of_the_log_bring_back_what_binds_the_dice() -> None:
    for what in WAITS:
        began = steady_clock.now()
        state = holding_up(what)
        lines = [dice_line(Stretch(0, Dice(state.match.stretches[0].dice.secret, ("", "")), commitments=("", "")))]
        lines.append(Line(-1, "(decline)", began))
        stored = new_battle("b", Match(load("pocket-battles")), (Seat(), Seat()), HOUR)
        again = restored(replace(stored, lines=[*lines, *state.new_lines]))
        assert again.match.stretches == state.match.stretches
        assert (again.waits_for, again.held_up[0], again.clock) == (state.waits_for, what, state.clock)
