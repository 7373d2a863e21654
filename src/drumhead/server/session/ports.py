"""What a session needs of its host, as protocols: storage, opponents, other processes, background work.

The server implements them with a database, threads and processes. Another host, such as a worker in a browser, may
implement them in its own way: nothing in this package opens a socket, a database, a thread or a process.
"""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeVar

from drumhead.ai.study.analyse import Hint
from drumhead.core.game import Game
from drumhead.core.state import State
from drumhead.server.session.event_log import Line

Message = dict[str, Any]
"""A message to a client, as plain data."""
BusMessage = dict[str, Any]
"""A message between server processes: its `kind`, the `battle` it is about, and more fields of that kind."""
Result = TypeVar("Result")


class Subscriber(Protocol):
    """Somebody at a table who is sent what happens there."""

    seat: int
    key: str
    """The label of the link it came by, see `state.key_label`."""
    device: str
    """The label of its device; empty where the client does not say which it is."""
    language: str
    show: str
    """The format in which positions are sent: a key of `serialize.RENDERERS`."""
    visitor: str
    """Who connected, as far as the server can tell people apart: what is computed for them is counted by it."""
    brings_nonce: bool
    """Whether the client gives the nonce of its seat; else the server draws it."""
    binds_dice: bool
    """Whether the client takes `dice` messages, commits to its nonce and then reveals it."""

    def send(self, message: Message) -> None:
        """Queues a message; must not wait. The subscriber may change the message."""

    def close(self) -> None:
        """Ends the connection once what is queued has been dropped."""


class Storage(Protocol):
    """Durable storage of event logs, devices, chat and mutes. Every call may raise `Unavailable`."""

    async def append(self, battle: str, length: int, lines: Sequence[Line]) -> None:
        """Appends lines to a log of `length` lines, all or none; returns once they are durable.

        Raises `Overtaken` where the log is longer, `Unwritable` where the lines cannot be stored.
        """

    async def flushed(self) -> None:
        """Waits until the batch that is being written is durable and its writers have gone on."""

    async def lines_after(self, battle: str, length: int) -> list[Line]:
        """The lines of a log from number `length` on."""

    async def note_device(self, battle: str, seat: int, device: str) -> int:
        """Notes a device that opens a seat; returns how many have opened it since its link was renewed."""

    async def chat(self, battle: str) -> list[Line]:
        """All chat lines of a battle."""

    async def add_chat(self, battle: str, line: Line) -> None:
        """Stores a chat line."""

    async def mutes(self, battle: str) -> set[tuple[int, int]]:
        """Pairs of seats: the first has muted the second."""

    async def mute(self, battle: str, seat: int, muted: int, *, on: bool) -> None:
        """Stores whether a seat has muted another."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player in a seat of a battle: its identity, its level, and its seed where the dice have one."""

    key: str
    level: str
    seed: str | None = None


class Priority(IntEnum):
    """What a computation is for; the most urgent has the lowest number."""

    MOVE = 0
    """A decision of a computer for which a person at the table waits."""
    HINT = 1
    WATCHED = 2
    """A decision in a battle that computers play among themselves."""
    UNATTENDED = 3
    """A decision in a battle in which nobody is connected; a person's turn comes after it."""
    STUDY = 4
    """A part of a review, or a film."""


@dataclass(frozen=True, slots=True)
class Job:
    """A computation as the queue knows it: how urgent it is, and for whom it is done."""

    priority: Priority
    visitor: str
    battle: str
    report: Callable[[int], None] = lambda ahead: None
    """Called with the number of computations before it while it waits, and with 0 when it begins or is given up."""


class Opponents(Protocol):
    """Computer players, and room for other long computations.

    Every call may raise `Unavailable`, and those that a visitor asks for `RateLimited`. A call that is cancelled
    leaves the queue.
    """

    async def pick(self, game: Game, state: State, opponent: Opponent, job: Job) -> int:
        """The action that an opponent chooses for the seat to act, from what that seat may know."""

    async def hints(self, game: Game, state: State, job: Job) -> list[Hint]:
        """The best actions of the seat to act, from what that seat may know."""

    async def run(self, job: Job, call: Callable[..., Result], *arguments: object) -> Result:
        """The result of a long computation; the call and its arguments must be picklable."""


class Results(Protocol):
    """Results of long computations that may be asked for again; a host may forget them at any time."""

    def get(self, key: str) -> bytes | None:
        """What was stored under a key, if it is still there."""

    def put(self, key: str, result: bytes) -> None:
        """Stores a result."""


class Peers(Protocol):
    """The other server processes on the same database."""

    @property
    def is_shared(self) -> bool:
        """Returns whether there may be other processes."""

    async def acquire(self, battle: str) -> bool:
        """Returns whether this process may move for the computer players of a battle; it must release it then."""

    async def release(self, battle: str) -> None:
        """Lets another process move for the computer players of a battle."""

    async def publish(self, *messages: BusMessage) -> None:
        """Sends messages to the other processes; they are not stored."""


@dataclass(frozen=True, slots=True)
class Ports:
    """All that a session needs of its host."""

    storage: Storage
    opponents: Opponents
    results: Results
    peers: Peers
    run: Callable[..., Awaitable[Any]]
    """Runs a call with its arguments where it does not hold up other sessions; returns its result."""
    spawn: Callable[[Coroutine[Any, Any, None]], None]
    """Runs a coroutine that nobody waits for."""
    on_change: Callable[[str], None]
    """Called with the id of a battle after each change that is durable."""
    on_turn: Callable[[str, Game, int], Awaitable[None]]
    """Called with the battle, the game and the seat when a person who is not connected has to decide."""
    on_substitute: Callable[[str], None]
    """Called with the id of a battle when nonces that did not come in time were substituted."""
    on_idle: Callable[[str], None]
    """Called with the id of a battle when its session may have nothing left to do."""
