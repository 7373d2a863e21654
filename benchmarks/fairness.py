"""What a player waits for while a stranger asks for as much as the server allows: `python -m benchmarks.fairness`.

A stranger at one address asks for 30 hints and keeps 15 battles of two generals, which are left, and 15 more, which are
watched. Meanwhile somebody at another address plays against each level. Printed are the seconds from a decision to the
next one, with all that the computer decides in between, at the middle and at worst: alone, and beside the stranger.
"""

import argparse
import json
import statistics
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from tests.server.test_run import serving
from websockets.sync.client import ClientConnection, connect

from drumhead.client import begin

LEVELS = ("recruit", "sergeant", "captain", "general")
STRANGER, PLAYER = "203.0.113.1", "198.51.100.1"
BATTLES, HINTS, DECISIONS = 15, 30, 5
"""How many battles of generals, of each kind, and hints the stranger asks for; how often the player decides."""


class Seat:
    """A seat that somebody at an address has taken."""

    def __init__(self, address: str, token: str, visitor: str) -> None:
        self._stack = ExitStack()
        connection = connect(
            f"{address.replace('http', 'ws', 1)}talk",
            additional_headers={"X-Forwarded-For": visitor},
            max_size=None,
            compression=None,
            ping_interval=None,
        )
        self.socket: ClientConnection = self._stack.enter_context(connection)
        self.view: dict[str, Any] = {}
        self.say(token=token, language="en", show="none")
        self.hear_view()

    def say(self, **message: Any) -> None:
        """Sends a message."""
        self.socket.send(json.dumps(message))

    def hear_view(self) -> None:
        """Waits for the next view."""
        while (message := json.loads(self.socket.recv(120)))["type"] != "view":
            pass
        self.view = message

    def decide(self) -> float:
        """Decides once; returns after how many seconds there is something to decide again."""
        self._wait()
        began, number = time.perf_counter(), self.view["number"]
        self.say(type="act", number=number, action=self.view["actions"][0][0])
        while self.view["number"] == number:
            self.hear_view()
        self._wait()
        return time.perf_counter() - began

    def _wait(self) -> None:
        while not self.view["actions"]:
            self.hear_view()

    def close(self) -> None:
        """Leaves."""
        self._stack.close()


def measured(address: str, game: str, level: str) -> str:
    """The seconds between the decisions of a player against a level, in words."""
    token = begin(address, game, ["person", level])["seats"][0]
    with closing(Seat(address, token, PLAYER)) as seat:
        seconds = [seat.decide() for _ in range(DECISIONS)]
    return f"{statistics.median(seconds):7.3f} {max(seconds):7.3f}"


def harass(address: str, stack: ExitStack) -> None:
    """Begins all that the stranger asks for."""
    for number in range(2 * BATTLES):
        token = begin(address, "pocket-battles", ["person", "general"])["seats"][0]
        with ExitStack() as visit:
            kept = stack if number % 2 else visit
            seat = kept.enter_context(closing(Seat(address, token, STRANGER)))
            seat.say(type="computer", level="general")
            seat.hear_view()
    for _ in range(HINTS):
        tokens = begin(address, "pocket-battles", ["person", "person"])["seats"]
        for token in tokens:
            seat = stack.enter_context(closing(Seat(address, token, STRANGER)))
            seat.say(type="hint", number=seat.view["number"])


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="pocket-battles")
    game = parser.parse_args().game
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        _, address = stack.enter_context(serving(Path(folder), "--rate", "0"))
        measured(address, game, "recruit")  # the processes have started
        alone = {level: measured(address, game, level) for level in LEVELS}
        harass(address, stack)
        print(f"{game}: seconds to the next decision\n{'':10}{'alone':>15}{'beside':>16}")
        print(f"{'':10}{'p50     max':>15}{'p50     max':>16}")
        for level in LEVELS:
            print(f"{level:10}{alone[level]:>15} {measured(address, game, level):>15}", flush=True)


if __name__ == "__main__":
    main()
