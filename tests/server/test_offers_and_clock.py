"""Covers drumhead.server.session.commands and clock: offers, undo by consent, clocks, claims."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from drumhead import CHANCE, Match, load
from drumhead.core.files.record import read, verify
from drumhead.core.match import Played
from drumhead.server.lobby.seats import Seat
from drumhead.server.session import commands, steady_clock
from drumhead.server.session.clock import Clock
from drumhead.server.session.state import SessionState
from tests.kit.server import Sitting, begin, server, sitting


@contextmanager
def table(client: TestClient, game: str = "travel-battle", **asked: object) -> Iterator[tuple[Sitting, Sitting]]:
    """Two people at a table: the one to decide first."""
    links = begin(client, "person", "person", game=game, **{"seed": 3, **asked})
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        yield (one, two) if one.view["actions"] else (two, one)


def play(acting: Sitting, waiting: Sitting, action: str = "") -> None:
    """Plays an action, or the first there is, and lets both hear all of it."""
    step = acting.view["step"]
    acting.say("act", action=action or acting.view["actions"][0][0])
    while acting.view["step"] == step or acting.view["to_act"] == -1:
        assert acting.hear()["type"] == "view"
    waiting.hear_until(step=acting.view["step"])


def until_turn_passes(acting: Sitting, waiting: Sitting) -> None:
    while not waiting.view["actions"]:
        play(acting, waiting)


def test_going_back_past_another_seat_needs_consent(client: TestClient) -> None:
    with table(client) as (first, second):
        seat = first.table["seat"]
        until_turn_passes(first, second)
        before = second.view["step"]
        play(second, first)
        assert "nothing can be taken back" in first.answer("undo")["words"]
        first.say("offer", what="undo")
        assert first.hear()["proposals"] == [[seat, f"undo {before - 1}"]]
        assert second.hear()["proposals"] == first.view["proposals"]
        second.say("offer", what="undo")
        assert second.hear_until(step=before - 1)["to_act"] == seat
        assert first.hear_until(step=before - 1)["proposals"] == []
        assert first.view["actions"]


def test_a_proposal_can_be_declined_and_ends_with_the_next_decision(client: TestClient) -> None:
    with table(client) as (first, second):
        play(first, second)
        first.say("offer", what="undo")
        assert second.hear()["proposals"]
        second.say("decline")
        assert second.hear()["proposals"] == []
        first.hear_until(proposals=[])
        first.say("draw", agree=True)
        first.hear_until(offers=[first.table["seat"]])
        acting, waiting = (first, second) if first.view["actions"] else (second, first)
        play(acting, waiting)
        assert acting.view["proposals"] == []


def test_dice_that_lay_on_the_table_before_going_back_are_not_thrown_again(client: TestClient) -> None:
    links = begin(client, "person", "person")
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        one.hear_dice()
        two.hear_dice()
        seals: list[str] = []
        for _ in range(400):
            acting, waiting = (one, two) if one.view["actions"] else (two, one)
            before = acting.view["step"]
            choice = next((a[0] for a in acting.view["actions"] if a[0].startswith(("shoot", "charge"))), "")
            play(acting, waiting, choice)
            if any("faces" in step for step in acting.view["log"]) and not acting.view["secrets"]:
                break
        acting.say("offer", what="undo")
        waiting.hear_until(proposals=[[acting.table["seat"], f"undo {before}"]])
        waiting.say("offer", what="undo")
        acting.hear_until(step=before, proposals=[])
        waiting.hear_until(step=before, proposals=[])
        play(acting, waiting, choice)
        acting.say("concede") if acting.view["actions"] else waiting.say("concede")
        acting.hear_until(to_act=-2)
        seals = [stream["seal"] for stream in acting.answer("proof")["streams"]]
    assert len(set(seals)) == 2
    match = read(client.post("/record", json={"tokens": [links["watch"]]}).text)
    assert verify(match).checked == match.throws


def test_nobody_goes_back_past_a_reveal(client: TestClient) -> None:
    with table(client, game="pocket-battles") as (first, second):
        while first.view["secrets"]:
            acting, waiting = (first, second) if first.view["actions"] else (second, first)
            play(acting, waiting)
        refused = acting.answer("offer", what="undo")
        assert refused["words"] == "a reveal cannot be taken back"


def test_the_computer_is_not_asked(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle")
    with sitting(client, links["seats"][0]) as seat:
        seat.wait()
        for what in ("undo", "clock 600+5"):
            assert seat.answer("offer", what=what)["words"] == "there is no other player who could agree"
        assert "you can propose" in seat.answer("offer", what="peace")["words"]


def test_a_clock_runs_once_both_want_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(client) as (first, second):
        seat, other = first.table["seat"], second.table["seat"]
        assert "such as 900+10" in first.answer("offer", what="clock soon")["words"]
        first.say("offer", what="clock 600+5")
        assert second.hear()["clock"] is None
        second.say("offer", what="clock 600+5")
        clock = second.hear_until(proposals=[])["clock"]
        assert clock["runs"] == seat
        assert clock["left"] == pytest.approx([600, 600], abs=2)
        first.hear_until(proposals=[])
        now = time.time()
        monkeypatch.setattr(steady_clock, "now", lambda: now + 100)
        until_turn_passes(first, second)
        left = second.view["clock"]["left"]
        assert left[seat] == pytest.approx(505, abs=3)
        assert left[other] == pytest.approx(600, abs=1)
        assert second.view["clock"]["runs"] == other


def test_time_that_has_run_out_ends_nothing_until_it_is_claimed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(client) as (first, second):
        for seat in (first, second):
            seat.say("offer", what="clock 60+0")
        while first.view["clock"] is None:
            first.hear()
        assert "has time left" in second.answer("claim")["words"]
        now = time.time()
        monkeypatch.setattr(steady_clock, "now", lambda: now + 61)
        assert first.answer("look", step=0)["outcome"] is None
        assert "no opponent to claim" in first.answer("claim")["words"]
        second.say("claim")
        outcome = second.hear_until(to_act=-2)["outcome"]
        assert outcome["returns"][second.table["seat"]] == 1
        assert "out of time" in outcome["words"]


def test_a_pause_stops_the_clock_until_somebody_ends_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(client) as (first, second):
        assert first.answer("offer", what="pause")["words"] == "this battle has no clock"
        for seat in (first, second):
            seat.say("offer", what="clock 60+0")
        # What two conversations say arrives in any order: the pause is offered once both know of the clock.
        for seat in (first, second):
            while seat.view["clock"] is None:
                seat.hear()
        for seat in (first, second):
            seat.say("offer", what="pause")
        while not (second.view["clock"] or {}).get("paused"):
            second.hear()
        now = time.time()
        monkeypatch.setattr(steady_clock, "now", lambda: now + 10_000)
        assert "has time left" in second.answer("claim")["words"]
        second.say("resume")
        clock = second.hear()["clock"]
        assert clock["runs"] == first.table["seat"]
        assert min(clock["left"]) > 50


def test_the_clock_rests_while_nobody_is_there_and_while_the_server_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000_000.0]
    monkeypatch.setattr(steady_clock, "now", lambda: now[0])
    with server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle", seed=3)
        with sitting(client, links["watch"]) as spectator:
            with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
                for seat in (one, two):
                    seat.say("offer", what="clock 60+0")
                while two.view["clock"] is None:
                    two.hear()
                now[0] += 10
            while not spectator.view["clock"] or spectator.view["clock"]["runs"] is not None:
                spectator.hear()
        now[0] += 5000
        with sitting(client, links["seats"][0]) as one:
            while one.view["clock"]["runs"] is None:
                one.hear()
            assert sorted(one.view["clock"]["left"]) == pytest.approx([50, 60], abs=0.1)
    now[0] += 5000
    with server(tmp_path) as client, sitting(client, links["seats"][0]) as one:
        while one.view["clock"]["runs"] is None or min(one.view["clock"]["left"]) < 0:
            one.hear()
        assert sorted(one.view["clock"]["left"]) == pytest.approx([50, 60], abs=0.1)


def test_a_battle_that_was_left_can_be_claimed_after_the_stated_time(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = begin(client, "person", "person", game="travel-battle", seed=3, patience=48)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        first, second = (one, two) if one.view["actions"] else (two, one)
        assert first.table["patience"] == 48 * 3600
        now = time.time()
        monkeypatch.setattr(steady_clock, "now", lambda: now + 47 * 3600)
        assert "has time left" in second.answer("claim")["words"]
        monkeypatch.setattr(steady_clock, "now", lambda: now + 49 * 3600)
        second.say("claim")
        outcome = second.hear()["outcome"]
    assert "gone for too long" in outcome["words"]
    match = read(client.post("/record", json={"tokens": [links["watch"]]}).text)
    assert match.outcome is not None
    assert str(match.outcome.reason) == outcome["words"]


@pytest.mark.parametrize("patience", [0, -1, "long", True, 10**6])
def test_a_stated_time_that_is_none_is_refused(client: TestClient, patience: object) -> None:
    asked = {"game": "travel-battle", "seats": ["person", "person"], "patience": patience}
    answer = client.post("/battles", json=asked)
    assert (answer.status_code, answer.json()["words"]) == (422, "patience is a number of hours, 1 to 8784")


def test_a_clock_gives_an_increment_for_a_turn_not_for_a_decision() -> None:
    clock = Clock.from_terms("100+10", 2).switched_to(0).started(0)
    clock = clock.at(5).switched_to(0).at(20).switched_to(1)
    assert (clock.left(0, 20), clock.left(1, 50)) == (90, 70)
    assert clock.stopped().left(1, 500) == 100
    assert clock.stopped().started(500).left(1, 510) == 90


def test_the_other_side_may_give_up_at_any_time_where_the_game_allows_it(client: TestClient) -> None:
    with table(client) as (first, second):
        second.say("concede")
        returns = second.hear()["outcome"]["returns"]
        assert returns[second.table["seat"]] == -1
        assert first.hear()["outcome"]["returns"] == returns


def test_a_match_says_why_it_was_forfeited(tmp_path: Path) -> None:
    match = Match(load("pocket-battles"), seed=1)
    match.settle()
    loser = match.to_act
    match.forfeit("out-of-time")
    assert match.outcome is not None
    assert match.outcome.returns[loser] == -1
    match.save(tmp_path / "late.drum")
    assert "out of time" in str(read((tmp_path / "late.drum").read_text()).outcome)


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("draw \ud800", "the message contains characters that cannot be stored"),
        ("draw you play like a recruit", "you can propose a draw, an undo, a clock or a pause"),
        ("draw " + "x" * 52_000, "what has more than 1000 characters"),
        ("pause for tea", "you can propose a draw, an undo, a clock or a pause"),
        ("undo my last", "you can propose a draw, an undo, a clock or a pause"),
        ("undo " + "9" * 900, "you can propose a draw, an undo, a clock or a pause"),
        ("undo ٣", "you can propose a draw, an undo, a clock or a pause"),
        ("clock ٩٠٠+١٠", "a clock is seconds and an increment, such as 900+10"),
        ("clock 900+10 and a beer", "a clock is seconds and an increment, such as 900+10"),
        ("draw ", None),
    ],
)
def test_a_proposal_has_no_words_of_its_own(client: TestClient, what: str, reason: str | None) -> None:
    with table(client) as (first, second):
        if reason is None:
            first.say("offer", what=what)
            assert second.hear()["proposals"] == [[first.table["seat"], "draw"]]
            return
        assert first.answer("offer", what=what)["words"] == reason
        play(first, second)
        assert second.view["proposals"] == []
        lines = client.app.state.service.context.database.store.lines_after  # type: ignore[attr-defined]
        (session,) = client.app.state.service.registry.sessions.values()  # type: ignore[attr-defined]
        assert not any("offer" in line.words for line in lines(session.id, 0))


def three() -> SessionState:
    """A battle of three people in which dice have just fallen, and nothing was shown."""
    game = load("aces-armor", players=3, alone="germany", mission="skirmish")
    battle = SessionState(Match(game, seed=4), (Seat(),) * 3, 3600.0)
    last: list[Played] = []
    while not any(step.seat == CHANCE for step in last) or any(
        game.is_reveal(raw) for one in last for raw in one.events
    ):
        before = len(battle.match.steps)
        battle.play(battle.match.legal_actions[0])
        last = battle.match.steps[before:]
    return battle


def test_whoever_lets_a_computer_play_is_asked_before_dice_are_thrown_again() -> None:
    battle = three()
    sides = [battle.match.game.team_sign(0, seat) for seat in range(3)]
    lone = next(seat for seat in range(3) if sides.count(sides[seat]) == 1)
    others = [seat for seat in range(3) if seat != lone]
    commands.hand_over(lone, "recruit")(battle)
    assert battle.people == others
    before = len(battle.match.steps)
    for seat in others:
        commands.offer(seat, battle.number, f"undo {before - 1}")(battle)
    assert len(battle.match.steps) == before
    assert sorted(battle.offers) == others
    commands.offer(lone, battle.number, "undo")(battle)
    assert len(battle.match.steps) == before - 1


def test_one_whose_opponent_lets_a_computer_play_proposes_to_the_opponent() -> None:
    battle = SessionState(Match(load("travel-battle"), seed=3), (Seat(), Seat()), 3600.0)
    battle.throw()
    for _ in range(3):
        battle.play(battle.match.legal_actions[0])
    commands.hand_over(1, "recruit")(battle)
    commands.offer(0, battle.number, "undo 1")(battle)
    assert battle.offers == {0: "undo 1"}
    commands.offer(1, battle.number, "undo")(battle)
    assert len(battle.match.steps) == 1
