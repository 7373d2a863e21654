"""Covers drumhead.server.cluster (cluster, bus, locks) and registry: several processes on one PostgreSQL."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from drumhead.server.cluster.locks import BattleLocks
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.store import Store
from tests.kit.postgres import Cluster
from tests.kit.server import Sitting, begin, server, sitting


@contextmanager
def two(url: str) -> Iterator[tuple[TestClient, TestClient]]:
    """Two servers at the same tables."""
    with server(url) as one, server(url) as other:
        yield one, other


def test_an_action_at_one_server_is_seen_at_the_other(postgres: Cluster) -> None:
    with two(postgres.fresh()) as (one, other):
        links = begin(one, "person", "person", seed=3)
        with sitting(one, links["seats"][0]) as orcs, sitting(other, links["seats"][1]) as elves:
            for _ in range(6):
                acting, waiting = (orcs, elves) if orcs.view["actions"] else (elves, orcs)
                step = acting.view["step"]
                acting.act(acting.view["actions"][0][0])
                while acting.view["to_act"] == -1:
                    acting.hear()
                waiting.hear_until(step=acting.view["step"])
                assert waiting.view["number"] == acting.view["number"]
                assert acting.view["step"] > step
                assert waiting.view["log"] == acting.view["log"]


def test_two_who_act_at_once_at_two_servers_do_not_both_succeed(postgres: Cluster) -> None:
    with two(postgres.fresh()) as (one, other):
        links = begin(one, "person", "person", seed=3)
        seat = 0
        with sitting(one, links["seats"][0]) as orcs:
            seat = orcs.view["to_act"]
        with sitting(one, links["seats"][seat]) as here, sitting(other, links["seats"][seat]) as there:
            first, second = (action[0] for action in here.view["actions"][:2])
            here.say("act", action=first)
            there.say("act", action=second)
            told = [message for who in (here, there) for message in heard_until_still(who)]
            refused = [message for message in told if message["type"] == "refused"]
            assert [message["words"] for message in refused] == ["the battle has moved on; look again"]
            assert here.view["log"] == there.view["log"]


def heard_until_still(who: Sitting) -> list[dict[str, object]]:
    """What is told until a question is answered that was asked last."""
    who.say("look", step=0)
    told = []
    while (message := who.hear())["type"] != "look":
        told.append(message)
    time.sleep(0.3)
    who.say("look", step=0)
    while (message := who.hear())["type"] != "look":
        told.append(message)
    return told


def test_somebody_is_seen_and_heard_from_another_server(postgres: Cluster) -> None:
    with two(postgres.fresh()) as (one, other):
        links = begin(one, "person", "person", seed=3)
        with sitting(one, links["seats"][0]) as orcs:
            assert orcs.hear_beside("presence")["seats"] == [0]
            with sitting(other, links["seats"][1]) as elves:
                while orcs.hear_beside("presence")["seats"] != [0, 1]:
                    pass
                elves.say("say", words="good luck")
                said = orcs.hear_beside("said")
                assert (said["seat"], said["words"]) == (1, "good luck")
            while orcs.hear_beside("presence")["seats"] != [0]:
                pass


def test_a_nonce_given_at_one_server_lets_dice_fall_at_the_other(postgres: Cluster) -> None:
    with two(postgres.fresh()) as (one, other):
        links = begin(one, "person", "person")
        with sitting(one, links["seats"][0]) as orcs:
            assert orcs.view["waits_for"] == [1]
            with sitting(other, links["seats"][1]):
                assert orcs.hear_dice()["log"]


def test_one_process_thinks_for_a_battle(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[bytes] = []
    pick = WorkerPool.pick

    async def counted(self: WorkerPool, *given: object) -> int:
        thought.append(given[1].pack())  # type: ignore[attr-defined]
        return await pick(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(WorkerPool, "pick", counted)
    with two(postgres.fresh()) as (one, other):
        links = begin(one, "person", "recruit", seed=3)
        with sitting(one, links["seats"][0]) as here, sitting(other, links["watch"]) as there:
            for _ in range(8):
                here.wait()
                here.act(here.view["actions"][0][0])
            here.wait()
            there.hear_until(step=here.view["step"])
    assert len(thought) > 3
    assert len(thought) == len(set(thought))


def test_the_battles_of_a_dead_process_are_thought_about_by_another(postgres: Cluster) -> None:
    url = postgres.fresh()
    stores = Store(url), Store(url)
    dead, alive = (BattleLocks(store.engine) for store in stores)
    assert dead.acquire("b1")
    assert not alive.acquire("b1")
    assert alive.acquire("b2")
    dead.close()
    deadline = time.monotonic() + 10
    while not alive.acquire("b1"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    alive.close()
    for store in stores:
        store.close()


@pytest.mark.slow
def test_what_was_said_while_the_line_between_processes_was_cut_is_caught_up_with(postgres: Cluster) -> None:
    with two(postgres.fresh()) as (one, other):
        links = begin(one, "person", "person", seed=3)
        with sitting(one, links["seats"][0]) as orcs, sitting(other, links["seats"][1]) as elves:
            acting, waiting = (orcs, elves) if orcs.view["actions"] else (elves, orcs)
            postgres.stop()
            refused = acting.answer("act", action=acting.view["actions"][0][0])
            assert "cannot use its database" in refused["words"]
            postgres.start()
            time.sleep(1.5)
            while True:
                acting.say("act", action=acting.view["actions"][0][0])
                message = acting.hear()
                if message["type"] == "view" and message["log"]:
                    break
            waiting.hear_until(step=acting.view["step"])


def test_both_come_to_one_rematch_from_two_servers(postgres: Cluster) -> None:
    with two(postgres.fresh()) as (one, other):
        links = begin(one, "person", "person", seed=3)
        with sitting(one, links["seats"][0]) as orcs, sitting(other, links["seats"][1]) as elves:
            (orcs if orcs.view["actions"] else elves).say("concede")
            for seat in (orcs, elves):
                seat.hear_until(to_act=-2)
            first = one.post("/battles/again", json={"token": links["seats"][0]}).json()
            elves.hear_until(again=0)
            second = other.post("/battles/again", json={"token": links["seats"][1]}).json()
        assert second["seal"] == first["seal"]
        with sitting(one, second["seats"][0]) as elves, sitting(other, first["seats"][1]) as orcs:
            assert elves.hear_dice()["number"] == orcs.hear_dice()["number"]
