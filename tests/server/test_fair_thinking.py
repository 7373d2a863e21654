"""Covers what is computed for whom: nobody starves, nothing is computed for nobody, and who waits is told."""

import asyncio
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from starlette.testclient import TestClient

from drumhead.ai.bots.tree_bot import TreeBot
from drumhead.ai.bots.turn_plans import TurnPlanBot
from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.server.api import http, schemas
from drumhead.server.cluster import job_queue
from drumhead.server.cluster import workers as workers_module
from drumhead.server.cluster.workers import QUOTA, WorkerPool
from drumhead.server.context import Context
from drumhead.server.errors import Unavailable
from drumhead.server.lobby.seats import token_hash
from drumhead.server.session import computer
from tests.kit.server import JOB, Sitting, begin, from_address, server, sitting
from tests.server.test_postgame import over

SOON = 20.0
"""How many seconds something may take that should happen at once, on a busy machine."""


def context_of(client: TestClient) -> Context:
    found: Context = client.app.state.service.context  # type: ignore[attr-defined]
    return found


def sessions(client: TestClient) -> int:
    return len(client.app.state.service.registry.sessions)  # type: ignore[attr-defined]


def log_of(client: TestClient, token: str) -> list[str]:
    """The words of all lines of a battle."""
    store = context_of(client).database.store
    found = store.seat_of(token_hash(token))
    assert found is not None
    return [line.words for line in store.load(found[0]).lines]


def until(is_so: Callable[[], bool]) -> None:
    """Waits until something is so."""
    late = time.monotonic() + SOON
    while not is_so():
        assert time.monotonic() < late, "it does not happen"
        time.sleep(0.01)


@contextmanager
def busy(client: TestClient) -> Iterator[Callable[[], None]]:
    """Keeps the only worker thread of a server busy until it is told to go on, or the block ends."""
    go_on = threading.Event()
    assert client.portal is not None
    client.portal.start_task_soon(context_of(client).workers.run, JOB, go_on.wait, SOON * 3)
    until(lambda: context_of(client).workers.waiting == 1)
    try:
        yield go_on.set
    finally:
        go_on.set()


def answer_seconds(seat: Sitting) -> float:
    """How long the other side takes to answer a decision of a seat, and perhaps a few that follow from it."""
    seat.wait()
    action = seat.view["actions"][0][0]
    began = time.perf_counter()
    seat.act(action)
    seat.wait()
    return time.perf_counter() - began


@pytest.mark.slow
@pytest.mark.usefixtures("_at_leisure")
@pytest.mark.parametrize("are_watched", [False, True])
def test_hints_and_generals_of_a_stranger_keep_no_recruit_waiting(tmp_path: Path, *, are_watched: bool) -> None:
    """30 hints by one stranger and 15 battles of generals, which nobody watches, or which the stranger watches."""
    with server(tmp_path, workers=WorkerPool(processes=1)) as client, ExitStack() as stack:
        stranger, other = from_address(client, "10.0.0.1"), from_address(client, "10.0.0.2")
        seat = stack.enter_context(sitting(other, begin(other, "person", "recruit")["seats"][0], show="none"))
        answer_seconds(seat)  # the process has started
        alone = statistics.median(answer_seconds(seat) for _ in range(7))
        for number in range(15):
            token = begin(stranger, "person", "general", seed=number)["seats"][0]
            with ExitStack() as visit:
                owner = (stack if are_watched else visit).enter_context(sitting(stranger, token, show="none"))
                owner.say("computer", level="general")
                owner.hear()
        for number in range(30):
            token = begin(stranger, "person", "person", seed=number)["seats"][0]
            asker = stack.enter_context(sitting(stranger, token, show="none"))
            if asker.view["to_act"] == 0:
                asker.say("hint")
        times = [answer_seconds(seat) for _ in range(7)]
        assert context_of(client).workers._searching[0].queue.length >= 2, "the others are still being computed for"
    assert statistics.median(times) < max(0.3, 3 * alone), f"{times}, alone {alone:.3f}"


def test_computers_rest_when_everybody_has_left_and_go_on_when_somebody_comes_back(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle", seed=3)
    with sitting(client, links["seats"][0], show="none") as seat:
        seat.say("computer", level="recruit")
        while not seat.table["sides"][0]["level"]:
            seat.hear()
        seat.hear()
        step = seat.view["step"]
        while seat.view["step"] < step + 2:
            seat.hear()
    until(lambda: sessions(client) == 0)
    left = log_of(client, links["seats"][0])
    time.sleep(2 * computer.PACE_SECONDS)
    assert log_of(client, links["seats"][0]) == left
    with sitting(client, links["watch"], show="none") as spectator:
        step = spectator.view["step"]
        while spectator.view["step"] == step:
            spectator.hear()


def test_the_computer_answers_a_person_who_has_left(client: TestClient) -> None:
    token = begin(client, "person", "recruit", game="travel-battle", seed=3)["seats"][0]
    with busy(client) as go_on:
        with sitting(client, token, show="none") as seat:
            seat.wait()
            while seat.view["actions"]:
                seat.act(seat.view["actions"][0][0])
        left = log_of(client, token)
        go_on()
        until(lambda: sessions(client) == 0)
    assert len(log_of(client, token)) > len(left)
    with sitting(client, token, show="none") as seat:
        assert seat.view["actions"]


def test_a_decision_that_nobody_waits_for_leaves_the_queue(client: TestClient) -> None:
    token = begin(client, "person", "recruit", seed=3)["seats"][0]
    with busy(client):
        with sitting(client, token, show="none") as seat:
            seat.say("computer", level="recruit")
            while not seat.table["sides"][0]["level"]:
                seat.hear()
            until(lambda: context_of(client).workers.waiting == 2)
        until(lambda: context_of(client).workers.waiting == 1)
    with sitting(client, token, show="none") as seat:
        step = seat.view["step"]
        while seat.view["step"] == step:
            seat.hear()


def test_a_hint_is_given_up_when_the_asker_leaves_or_the_position_changes(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    workers = context_of(client).workers
    with busy(client):
        with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
            seat = one if one.view["actions"] else two
            step = seat.view["step"]
            seat.say("hint")
            seat.say("hint")
            until(lambda: workers.waiting == 2)
            answer = seat.answer("act", action=seat.view["actions"][0][0])
            assert (answer["type"], answer["to"]) == ("refused", "hint")
            assert answer["words"] == "the battle has moved on; look again"
            until(lambda: workers.waiting == 1)
            for each in (one, two):
                while each.view["step"] == step:
                    each.hear()
            (one if one.view["actions"] else two).say("hint")
            until(lambda: workers.waiting == 2)
        until(lambda: workers.waiting == 1)


def test_a_visitor_may_wait_for_a_few_hints_and_no_more(client: TestClient) -> None:
    stranger, other = from_address(client, "10.0.0.1"), from_address(client, "10.0.0.2")
    with busy(client), ExitStack() as stack:
        for number in range(QUOTA + 1):
            tokens = begin(stranger, "person", "person", seed=number)["seats"]
            seats = [stack.enter_context(sitting(stranger, token)) for token in tokens]
            asker = next(seat for seat in seats if seat.view["actions"])
            asker.say("hint")
        assert asker.hear_until_type("refused")["words"].startswith("too much is being computed for you already")
        assert context_of(client).workers.waiting == 1 + QUOTA
        tokens = begin(other, "person", "person", seed=1)["seats"]
        asker = next(
            seat for seat in [stack.enter_context(sitting(other, token)) for token in tokens] if seat.view["actions"]
        )
        asker.say("hint")
        until(lambda: context_of(client).workers.waiting == 2 + QUOTA)
    until(lambda: context_of(client).workers.waiting == 0)
    assert not context_of(client).workers._asked


@pytest.mark.parametrize(("language", "words"), [("en", "The server is busy."), ("it", "Il server è occupato.")])
def test_who_waits_is_told_how_many_computations_come_before(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    monkeypatch.setattr(job_queue, "REPORT_SECONDS", 0.01)
    monkeypatch.setattr(workers_module, "REPORT_SECONDS", 0.01)
    token = begin(client, "person", "recruit", game="travel-battle", seed=3)["seats"][0]
    with busy(client) as go_on, sitting(client, token, language) as seat:
        seat.wait()
        while seat.view["actions"]:
            seat.act(seat.view["actions"][0][0])
        told = seat.hear_beside("queue")
        assert (told["what"], told["ahead"]) == ("move", 1)
        assert told["words"].startswith(words)
        jsonschema_rs.validator_for(schemas.SERVER_MESSAGES["queue"]).validate(told)
        go_on()
        told = seat.hear_beside("queue")
        assert (told["ahead"], told["words"]) == (0, "")


def test_a_review_and_a_film_are_computed_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    token = over(client)
    workers = context_of(client).workers
    calls: list[Any] = []
    run = workers.run

    async def counted(*given: Any) -> Any:
        calls.append(given)
        return await run(*given)

    monkeypatch.setattr(workers, "run", counted)
    found = []
    for _ in range(2):
        until(lambda: sessions(client) == 0)
        with sitting(client, token) as seat:
            seat.say("review")
            while "picture" not in (message := seat.hear()):
                pass
        found.append((message, client.post("/film", json={"token": token}).text, len(calls)))
    assert found[0] == found[1]
    assert "<svg" in found[0][1]
    italian = {"token": token}
    assert client.post("/film", json=italian, headers={"Accept-Language": "it"}).text != found[0][1]
    assert len(calls) == found[0][2] + 1
    assert context_of(client).results.bytes > 0


def test_a_review_is_given_up_when_nobody_waits_for_it(client: TestClient) -> None:
    token = over(client)
    with busy(client):
        with sitting(client, token) as one, sitting(client, token) as two:
            one.say("review")
            two.say("review")
            until(lambda: context_of(client).workers.waiting == 2)
            one.socket.close()
            time.sleep(0.1)
            assert context_of(client).workers.waiting == 2, "the other one still waits"
        until(lambda: context_of(client).workers.waiting == 1)
        until(lambda: sessions(client) == 0)
    with sitting(client, token) as seat:
        seat.say("review")
        while "picture" not in seat.hear():
            pass


def test_a_film_is_given_up_when_the_request_is() -> None:
    class Request:
        async def receive(self) -> dict[str, str]:
            return {"type": "http.disconnect"}

    cancelled = []

    async def work() -> None:
        try:
            await asyncio.sleep(SOON)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    async def ask() -> None:
        with pytest.raises(IllegalAction):
            await http._while_connected(Request(), work())  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert cancelled

    asyncio.run(ask())


def test_players_are_told_when_the_computer_cannot_move_and_it_tries_again_later_and_later(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer, "RETRY_SECONDS", 0.01)
    workers, tried, pick = context_of(client).workers, [], context_of(client).workers.pick

    async def fails(*given: Any) -> int:
        tried.append(time.monotonic())
        if len(tried) < 6:
            raise Unavailable(Text("the computer cannot move at the moment; it will try again"))
        return await pick(*given)

    monkeypatch.setattr(workers, "pick", fails)
    token = begin(client, "person", "recruit", game="travel-battle", seed=3)["seats"][0]
    with sitting(client, token, show="none") as seat:
        seat.wait()
        while seat.view["actions"]:
            seat.act(seat.view["actions"][0][0])
        refused = seat.hear_until_type("refused")
        assert (refused["to"], refused["words"]) == (
            "computer",
            "the computer cannot move at the moment; it will try again",
        )
        seat.wait()
    pauses = [after - before for before, after in pairwise(tried)]
    assert pauses[4] > 4 * pauses[0]


def test_an_opponent_thinks_for_its_share_of_the_time() -> None:
    tree, plan = TreeBot(1, think=2.0), TurnPlanBot(1, think=2.0)
    for share in (1.0, 0.25):
        tree.time_share = plan.time_share = share
        assert tree.deadline() - time.perf_counter() == pytest.approx(2.0 * share, abs=0.05)
        assert plan.seconds_allowed(0, plans=False) == pytest.approx(2.0 * share, abs=0.05)
        assert plan.seconds_allowed(1, plans=False) < 2.0 * share


def test_a_general_is_asked_to_decide_within_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = []

    async def ask() -> None:
        workers = WorkerPool(ThreadPoolExecutor(1))
        monkeypatch.setattr(workers._searching[0].queue, "_budget_share", lambda job: 0.125)
        shares.append(await workers._run(JOB, lambda share: share, shares_time=True))
        workers.close()

    asyncio.run(ask())
    assert shares == [0.125]
