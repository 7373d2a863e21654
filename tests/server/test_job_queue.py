"""Covers drumhead.server.cluster.job_queue and result_cache: who is next, what is told meanwhile, what is kept."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from drumhead.server.cluster import job_queue
from drumhead.server.cluster.job_queue import JobQueue, Usage
from drumhead.server.cluster.result_cache import ResultCache
from drumhead.server.session.ports import Job, Priority


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("drumhead.server.cluster.job_queue.time.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class Trial:
    """A queue whose process is busy, and what was let in after that, in order."""

    def __init__(self, usage: Usage | None = None) -> None:
        self.waits: list[float] = []
        self.queue = JobQueue(usage or Usage(), self.waits.append)
        self.done: list[str] = []
        self.shares: dict[str, float] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self) -> Job:
        first = Job(Priority.MOVE, "first", "first")
        await self.queue.enter(first)
        return first

    async def ask(self, name: str, job: Job, seconds: float = 0.001) -> None:
        """Queues a job, which takes some seconds once it is let in."""

        async def run() -> None:
            self.shares[name] = await self.queue.enter(job)
            self.done.append(name)
            self.queue.leave(job, seconds)

        self.tasks[name] = asyncio.create_task(run())
        await asyncio.sleep(0)

    async def finish(self, first: Job, seconds: float = 0.001) -> list[str]:
        """Ends the first job; returns the others in the order in which they were let in."""
        self.queue.leave(first, seconds)
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        return self.done


def trial(script: Callable[[Trial], Awaitable[None]], usage: Usage | None = None) -> Trial:
    found = Trial(usage)
    asyncio.run(script(found))  # type: ignore[arg-type]
    return found


def test_what_a_person_waits_for_comes_first_and_studies_last(clock: Clock) -> None:
    async def script(queued: Trial) -> None:
        first = await queued.begin()
        for priority in (Priority.STUDY, Priority.UNATTENDED, Priority.WATCHED, Priority.HINT, Priority.MOVE):
            await queued.ask(priority.name, Job(priority, priority.name, priority.name))
        await queued.finish(first)

    assert trial(script).done == ["MOVE", "HINT", "WATCHED", "UNATTENDED", "STUDY"]


def test_whoever_has_used_least_goes_first_however_much_others_queue(clock: Clock) -> None:
    usage = Usage()
    usage.add("visitor greedy", 40.0, clock.now)

    async def script(queued: Trial) -> None:
        first = await queued.begin()
        for number in range(5):
            await queued.ask(f"greedy {number}", Job(Priority.MOVE, "greedy", f"battle {number}"))
        await queued.ask("review", Job(Priority.STUDY, "modest", "m"))
        await queued.ask("move", Job(Priority.MOVE, "modest", "m"))
        await queued.finish(first)

    found = trial(script, usage).done
    assert found[:2] == ["move", "review"]
    assert found[2:] == [f"greedy {number}" for number in range(5)]


def test_battles_of_one_visitor_take_turns(clock: Clock) -> None:
    async def script(queued: Trial) -> None:
        first = await queued.begin()
        for battle in ("a", "a", "a", "b"):
            await queued.ask(f"{battle}{len(queued.tasks)}", Job(Priority.MOVE, "one", battle), 2.0)
        await queued.finish(first)

    assert trial(script).done == ["a0", "b3", "a1", "a2"]


def test_use_is_forgotten(clock: Clock) -> None:
    usage = Usage()
    usage.add("visitor one", 8.0, clock.now)
    clock.now += 3 * job_queue.HALF_LIFE_SECONDS
    assert usage.of("visitor one", clock.now) == pytest.approx(1.0)


def test_only_those_are_counted_who_have_used_something(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "MAX_NAMES", 10)
    usage = Usage()
    usage.add("busy", 5.0, clock.now)
    for number in range(100):
        usage.add(f"idle {number}", 0.001, clock.now)
    assert len(usage._used) <= 11
    assert usage.of("busy", clock.now) == 5.0


def test_a_study_that_has_waited_long_is_as_urgent_as_a_move(clock: Clock) -> None:
    usage = Usage()
    usage.add("visitor player", 1.0, clock.now)

    async def script(queued: Trial) -> None:
        first = await queued.begin()
        await queued.ask("review", Job(Priority.STUDY, "reader", "r"))
        clock.now += job_queue.HANDICAP_SECONDS[Priority.STUDY] + 1
        await queued.ask("move", Job(Priority.MOVE, "player", "p"))
        await queued.finish(first)

    assert trial(script, usage).done == ["review", "move"]


def test_who_leaves_is_not_computed_for_and_holds_nobody_up(clock: Clock) -> None:
    async def script(queued: Trial) -> None:
        first = await queued.begin()
        await queued.ask("gone", Job(Priority.MOVE, "gone", "g"))
        await queued.ask("stays", Job(Priority.MOVE, "stays", "s"))
        queued.tasks["gone"].cancel()
        await asyncio.sleep(0)
        assert queued.queue.length == 2
        await queued.finish(first)
        assert queued.queue.length == 0

    assert trial(script).done == ["stays"]


def test_who_leaves_at_the_moment_of_its_turn_passes_the_turn_on(clock: Clock) -> None:
    async def script(queued: Trial) -> None:
        first = await queued.begin()
        await queued.ask("gone", Job(Priority.MOVE, "gone", "g"))
        await queued.ask("stays", Job(Priority.STUDY, "stays", "s"))
        queued.queue.leave(first, 0.001)  # lets `gone` in, which has not gone on yet
        queued.tasks["gone"].cancel()
        await asyncio.gather(*queued.tasks.values(), return_exceptions=True)
        assert queued.queue.length == 0

    assert trial(script).done == ["stays"]


def test_those_who_wait_are_told_how_many_come_before_them_and_only_when_that_changes(clock: Clock) -> None:
    told: list[tuple[str, int]] = []

    def tell(name: str, ahead: int) -> None:
        told.append((name, ahead))

    async def script(queued: Trial) -> None:
        first = await queued.begin()
        for name in ("a", "b"):
            await queued.ask(name, Job(Priority.MOVE, name, name, partial(tell, name)))
        queued.queue.report()
        assert told == [], "they have just come"
        clock.now += job_queue.REPORT_SECONDS
        queued.queue.report()
        queued.queue.report()
        assert told == [("a", 1), ("b", 2)]
        queued.tasks["a"].cancel()
        await asyncio.sleep(0)
        queued.queue.report()
        await queued.finish(first)

    trial(script)
    assert told == [("a", 1), ("b", 2), ("a", 0), ("b", 1), ("b", 0)]


def test_time_is_short_where_many_visitors_wait_and_one_visitor_shortens_its_own(clock: Clock) -> None:
    async def script(queued: Trial) -> None:
        first = await queued.begin()
        await queued.ask("modest", Job(Priority.MOVE, "modest", "m"))
        for number in range(20):
            await queued.ask(f"greedy {number}", Job(Priority.MOVE, "greedy", f"g{number}"))
        await queued.finish(first)

    found = trial(script).shares
    assert found["modest"] == 1.0
    assert found["greedy 0"] == pytest.approx(job_queue.FULL_BUDGET_LOAD / 19)
    assert found["greedy 19"] == 1.0

    async def crowd(queued: Trial) -> None:
        first = await queued.begin()
        for number in range(50):
            await queued.ask(str(number), Job(Priority.MOVE, f"visitor {number}", str(number)))
        await queued.ask("film", Job(Priority.STUDY, "reader", "r"))
        await queued.finish(first)

    found = trial(crowd).shares
    assert found["0"] == job_queue.MIN_BUDGET_SHARE
    assert found["40"] == pytest.approx(job_queue.FULL_BUDGET_LOAD / 9), "the film that waits behind does not count"


def test_waits_are_measured(clock: Clock) -> None:
    async def script(queued: Trial) -> None:
        first = await queued.begin()
        await queued.ask("late", Job(Priority.MOVE, "v", "b"))
        clock.now += 2.0
        await queued.finish(first)

    assert trial(script).waits == [0.0, 2.0]


def test_what_was_not_used_for_longest_is_dropped_when_there_is_no_room() -> None:
    cache = ResultCache(10)
    cache.put("a", b"1234")
    cache.put("b", b"1234")
    assert cache.get("a") == b"1234"
    cache.put("c", b"1234")
    assert [cache.get(key) for key in "abc"] == [b"1234", None, b"1234"]
    cache.put("a", b"12")
    assert cache.bytes == 6
    cache.put("d", b"x" * 11)
    assert cache.bytes == 0
    assert cache.get("d") is None
