"""Covers drumhead.server.cluster.workers: one player object a battle, and dead processes are replaced."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from drumhead import CHANCE, OVER, Match, bot, load
from drumhead.core.files import record
from drumhead.core.game import Game
from drumhead.core.state import State
from drumhead.server.cluster import workers as module
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.errors import Unavailable
from drumhead.server.session.ports import Opponent
from tests.kit.server import JOB, begin, server, sitting

LEVELS = {"pocket-battles": "captain:sims=8", "travel-battle": "general:sims=4", "aces-armor": "captain:sims=1"}
OPTIONS: dict[str, dict[str, object]] = {"travel-battle": {"max_turns": 4}, "aces-armor": {"max_rounds": 2}}
"""Whole battles, judged early, since opponents that plan turns take their time."""


@pytest.fixture(scope="module")
def two() -> Iterator[WorkerPool]:
    """Opponents in two processes."""
    found = WorkerPool(processes=2)
    yield found
    found.close()


def duelled(game: Game, level: str, seed: str) -> list[int]:
    """All decisions of a battle between two opponents, as a duel makes them."""
    rng, state = Random(seed), game.start()
    bots = [bot(level, f"{seed}/{seat}") for seat in range(game.seats)]
    decisions = []
    while state.player != OVER:
        seat = state.player
        if seat == CHANCE:
            state.apply(state.sample(rng))
        else:
            decisions.append(bots[seat].pick(state.observe(seat), seat, game.side_of(seat)))
            state.apply(decisions[-1])
    return decisions


async def served(workers: WorkerPool, game: Game, level: str, seed: str) -> list[int]:
    """All decisions of the same battle, as the server's processes make them."""
    rng, state = Random(seed), game.start()
    decisions = []
    while state.player != OVER:
        seat = state.player
        if seat == CHANCE:
            state.apply(state.sample(rng))
        else:
            opponent = Opponent(f"{seed}/{seat}", level, f"{seed}/{seat}")
            decisions.append(await workers.pick(game, state, opponent, JOB))
            state.apply(decisions[-1])
    return decisions


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
def test_a_battle_on_the_server_is_decided_as_in_a_duel(name: str, two: WorkerPool) -> None:
    game = load(name, **OPTIONS.get(name, {}))

    async def beside() -> tuple[list[int], list[int]]:
        return await asyncio.gather(served(two, game, LEVELS[name], name), served(two, game, "recruit", f"{name}/2"))

    found, _ = asyncio.run(beside())
    assert found == duelled(game, LEVELS[name], name)
    assert len(found) > 20


@pytest.mark.slow
def test_an_opponent_at_a_table_is_the_one_of_a_duel(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "sergeant", seed="evening")
        rng = Random(1)
        with sitting(client, links["seats"][0]) as person:
            while not person.wait()["outcome"]:
                person.act(rng.choice(person.choices()))
        text = client.post("/record", json={"tokens": [links["seats"][0]]}).text
    match = record.read(text)
    again = bot("sergeant", "evening/1")
    decided = 0
    for number, step in enumerate(match.steps):
        if step.seat == 1:
            state = match.state_before(number)
            assert again.pick(state.observe(1), 1, frozenset((1,))) == step.code
            decided += 1
    assert decided > 5


@pytest.mark.slow
def test_a_general_of_travel_battle_thinks_once_about_a_turn(two: WorkerPool) -> None:
    match = Match(load("travel-battle"), seed="a")
    sergeants = [bot("sergeant", seat) for seat in (0, 1)]
    while match.state.turns_begun() < 3 or match.to_act == CHANCE or len(match.state.legal()) < 100:
        match.settle()
        match.push(sergeants[match.to_act].choose(match))
    opponent = Opponent("turn/0", "general:sims=8", "turn")
    plans = []

    async def play(state: State) -> None:
        seat = state.player
        while state.player == seat:
            state.apply(await two.pick(match.game, state, opponent, JOB))
            plans.append(await asyncio.gather(*(worker.run(JOB, _planned, opponent) for worker in two._workers)))

    asyncio.run(play(match.state.clone()))
    assert len(plans) > 4
    first = [found for found in plans[0] if found is not None]
    assert len(first) == 1, "one process has the opponent, the other has none"
    assert all(first == [found for found in plan if found is not None] for plan in plans), "the plan was kept"


def _planned(opponent: Opponent) -> int | None:
    """The plan that an opponent of this process follows, as a number that tells it from others."""
    stored = module._BOTS.get(opponent)
    return None if stored is None else id(stored.inner.planned_moves)  # type: ignore[attr-defined]


def test_a_process_that_dies_is_replaced_and_its_opponents_begin_anew(tmp_path: Path) -> None:
    workers = WorkerPool(processes=1)
    game = load("pocket-battles")
    state = Match(game, seed=1).state
    while state.player == CHANCE:
        state.apply(state.sample(Random(1)))

    async def killed() -> int:
        os.kill(await workers.run(JOB, os.getpid), signal.SIGKILL)
        return await workers.pick(game, state, Opponent("a/0", "captain:sims=1", "a"), JOB)

    try:
        assert asyncio.run(killed()) in state.legal()
        assert workers.restarts == 1
        assert workers.check()
    finally:
        workers.close()


@pytest.mark.slow
def test_work_that_kills_every_process_is_given_up_and_shows_in_ready(tmp_path: Path) -> None:
    workers = WorkerPool(processes=1)

    async def kill() -> None:
        with pytest.raises(Unavailable):
            await workers.run(JOB, os._exit, 1)
        assert not workers.check()
        assert await workers.run(JOB, os.getpid)
        assert workers.check()

    try:
        asyncio.run(kill())
    finally:
        workers.close()
    with server(tmp_path) as client:
        service = client.app.state.service  # type: ignore[attr-defined]
        assert client.get("/ready").status_code == 200
        service.context.workers._workers[0].is_down = True
        assert client.get("/ready").status_code == 503
        assert client.get("/ready").json()["status"] == "the computer players do not answer"


def test_a_process_that_hangs_over_a_call_is_ended_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CALL_SECONDS", 1)
    workers = WorkerPool(processes=1)

    async def hang() -> None:
        found = await asyncio.gather(
            workers.run(JOB, time.sleep, 100), workers.run(JOB, os.getpid), return_exceptions=True
        )
        assert isinstance(found[0], Unavailable)
        assert isinstance(found[1], int)
        assert workers.restarts == 1

    try:
        asyncio.run(hang())
    finally:
        workers.close()


def test_a_process_forgets_the_opponents_that_it_has_not_heard_of_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BOTS", 2)
    workers = WorkerPool(ThreadPoolExecutor(1))
    game = load("pocket-battles")
    state = Match(game, seed=1).state
    while state.player == CHANCE:
        state.apply(state.sample(Random(1)))
    module._BOTS.clear()
    for key in "abac":
        asyncio.run(workers.pick(game, state, Opponent(key, "recruit"), JOB))
    assert [opponent.key for opponent in module._BOTS] == ["a", "c"]
    workers.close()


def test_the_automa_takes_a_seat_of_its_own_game_only(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "automa", game="aces-armor", seed=5)
        with sitting(client, links["seats"][0]) as person:
            for _ in range(12):
                if person.wait()["outcome"]:
                    break
                person.act(person.choices()[0])
        refused = client.post("/battles", json={"game": "travel-battle", "seats": ["person", "automa"]})
        assert refused.status_code == 422
        assert "a seat is one of person, guest, recruit, sergeant, captain, general" in refused.json()["words"]
        assert 'value="automa"' in client.get("/").text
        assert 'data-level="automa"' in client.get("/setup/aces-armor").text
        assert "automa" not in client.get("/setup/travel-battle").text
