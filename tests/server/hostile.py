"""Hostile input for a server whose event loop is monitored.

`python -m tests.server.hostile` sends everything and prints the longest pause of the loop, and what caused it.
"""

import asyncio
import base64
import contextlib
import gc
import http.client
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Final

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from drumhead.core.files.record import write
from drumhead.core.match import Match
from drumhead.core.registry import games
from drumhead.server.api.websocket import HANDLERS
from drumhead.server.app import build
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.store import Store
from drumhead.server.ops.rate_limit import Rate

BEAT_SECONDS: Final = 0.002
"""How often the monitor wakes up."""
JSON: Final = {"Content-Type": "application/json"}


LONG: Final[dict[str, dict[str, Any]]] = {
    "pocket-battles": {"max_rounds": 99, "armies": ("orcs-80", "elves-80")},
    "travel-battle": {"max_turns": 200},
    "aces-armor": {"players": 4, "max_rounds": 10},
}
"""Battles that can last long."""


class LoopMonitor:
    """A task that measures pauses of the event loop.

    Other programs delay this process as well, so a pause counts as far as this process used the processor in it. That
    is not exact: a thread may run while the loop waits for a processor, so a busy machine can show too much.
    """

    def __init__(self) -> None:
        self.worst = self.pause = 0.0

    async def beat(self) -> None:
        gc.freeze()
        gc.disable()  # as in drumhead.server.run
        wall, work = time.perf_counter(), time.process_time()
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            now, done = time.perf_counter(), time.process_time()
            self.pause = max(self.pause, now - wall - BEAT_SECONDS)
            self.worst = max(self.worst, min(now - wall - BEAT_SECONDS, done - work))
            wall, work = now, done


def serve(folder: str) -> None:
    """Serves in this process; every line from standard input is answered with the worst since the last one."""
    monitor = LoopMonitor()
    app = build(Store(f"sqlite:///{folder}/battles.sqlite3"), WorkerPool(), rate=Rate(0, 0))
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(128)
    config = uvicorn.Config(app, log_config=None, access_log=False, ws="websockets-sansio", ws_max_size=65_536)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            self.beating = asyncio.create_task(monitor.beat())
            await super().startup(sockets)

    def answer() -> None:
        for _ in sys.stdin:
            _say(json.dumps([monitor.worst, monitor.pause]))
            monitor.worst = monitor.pause = 0.0

    threading.Thread(target=answer, daemon=True).start()
    _say(listening.getsockname()[1])
    Server(config).run(sockets=[listening])


@dataclass
class Attacker:
    """Somebody who sends odd things to a server, and keeps what came of it."""

    port: int
    process: "subprocess.Popen[str]"
    worst: list[tuple[float, str]] = field(default_factory=list)
    """The longest time that the loop was held up, in seconds, with what was sent meanwhile."""
    strange: list[str] = field(default_factory=list)
    """What was not answered as it should be."""
    sent: int = 0
    pause: float = 0.0
    """The longest time between two beats, whoever was at work meanwhile."""

    def told(self) -> tuple[float, float]:
        """For how long the loop was held up since the last time this was asked: by its own process, and at all."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        worst, pause = json.loads(self.process.stdout.readline())
        return worst, pause

    def note(self, what: str) -> None:
        self.sent += 1
        worst, pause = self.told()
        self.pause = max(self.pause, pause)
        self.worst.append((worst, what))
        self.worst = sorted(self.worst, reverse=True)[:5]

    def post(self, path: str, body: bytes, what: str = "", method: str = "POST", **headers: str) -> int:
        """Sends a request; returns its status."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.putrequest(method, path, skip_host="Host" in headers)
        for name, value in ({**JSON, "Content-Length": str(len(body))} | headers).items():
            line.putheader(name.replace("_", "-"), value.encode("latin-1", "replace"))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            line.endheaders(body)
        status = 0
        with contextlib.suppress(http.client.HTTPException, ConnectionError):
            answer = line.getresponse()
            answer.read()
            status = answer.status
        line.close()
        self.note(f"{method} {path} {what or body[:60]!r}")
        if not 200 <= status < 500:
            self.strange.append(f"{method} {path} {what or body[:60]!r} {headers}: {status}")
        return status

    def ask(self, path: str, message: Any) -> Any:
        """Asks for something as honest people do."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("POST", path, json.dumps(message), JSON)
        found = json.loads(line.getresponse().read())
        line.close()
        return found

    def say(self, token: str, text: str) -> str:
        """Says something in a conversation; returns what came of it, and must be answered, or sent away."""
        with connect(f"ws://127.0.0.1:{self.port}/talk", open_timeout=60) as line:
            line.send(json.dumps({"token": token, "language": "en", "show": "none"}))
            came = ""
            try:
                line.send(text)
                line.send('{"type": "look", "step": 0}')
                while (message := json.loads(line.recv(60)))["type"] != "look":
                    came = message["type"] if message["type"] == "refused" else came
            except ConnectionClosed as closed:
                came = f"closed {closed.rcvd.code if closed.rcvd else 0}"
            except TimeoutError:
                self.strange.append(f"mute after {text[:80]!r}")
        self.note(f"said {text[:60]!r}")
        if came in ("closed 0", "closed 1006", "closed 1011"):
            self.strange.append(f"{came} after {text[:80]!r}")
        return came

    def hello(self, text: str) -> None:
        """Says something in place of a hello; must be refused, or sent away."""
        with connect(f"ws://127.0.0.1:{self.port}/talk", open_timeout=60) as line:
            try:
                line.send(text)
                if json.loads(line.recv(60))["type"] != "refused":
                    self.strange.append(f"welcome after {text[:80]!r}")
            except ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code in (1006, 1011):
                    self.strange.append(f"{closed} after {text[:80]!r}")
            except TimeoutError:
                self.strange.append(f"mute after hello {text[:80]!r}")
        self.note(f"hello {text[:60]!r}")


@contextlib.contextmanager
def attacker() -> Iterator[Attacker]:
    """A server in a process of its own, and somebody who sends odd things to it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.server.hostile", "serve", folder]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield Attacker(int(process.stdout.readline()), process)
        finally:
            process.terminate()
            process.communicate(timeout=30)


def odd_texts(most: int) -> Iterator[tuple[str, str]]:
    """Texts that nobody writes, of up to so many characters, and what is odd about them."""
    yield "half a character", "\ud800"
    yield "half a character inside", "draw \udfff x"
    yield "character 0", "a\0b"
    yield "many digits", "9" * min(5000, most)
    yield "many digits in a list", " ".join(["9" * 900] * (most // 1000))
    for name, unit in (
        ("blanks", " "),
        ("lines", "\n"),
        ("tabs and lines", "\t\n"),
        ("bars", "|"),
        ("slashes", "/"),
        ("colons", "a:"),
        ("pluses", "a+"),
        ("stars", "-*1"),
        ("commas", "1, "),
        ("brackets", "[({"),
        ("quotes", "'"),
        ("far letters", "\U0001f600"),
        ("words", "ORC01 "),
    ):
        yield f"many {name}", unit * (most // len(unit))
        yield f"many {name} between letters", "a" + unit * (most // len(unit) - 2) + "b"


def odd_bodies(most: int) -> Iterator[tuple[str, bytes]]:
    """What is no message, or a strange one, of up to so many bytes."""
    yield "nothing", b""
    for name, text in (
        ("NaN", "NaN"),
        ("infinity", "Infinity"),
        ("less than that", "-Infinity"),
        ("beyond numbers", "1e999"),
        ("5,000 digits", "9" * 5000),
        ("4,000 digits", "-" + "9" * 4000),
        ("a fraction of 5,000 digits", "0." + "9" * 5000),
        ("a list", "[]"),
        ("half a character", '"\\ud800"'),
        ("half a character as a name", '{"\\udc00": 1}'),
    ):
        for form in ("%s", '{"x": %s}', '{"token": %s, "number": %s, "step": %s, "type": %s}'):
            yield name, (form.replace("%s", text)).encode()
    for name, unit, end in (
        ("deep lists", "[", ""),
        ("deep lists, closed", "[", "]"),
        ("deep objects", '{"a":', ""),
        ("wide lists", "[],", ""),
        ("wide numbers", "0,", ""),
        ("wide objects", '"a":1,', ""),
        ("wide texts", '"",', ""),
        ("quotes", '"', ""),
        ("quotes that are not", '\\"', ""),
        ("backslashes", "\\", ""),
        ("lines", "\\n", ""),
        ("blanks", " ", ""),
        ("far letters", "\\ud83d\\ude00", ""),
    ):
        times = most // (len(unit) + len(end)) - 8
        for before, after in (
            ("", ""),
            ("[", "0]"),
            ('{"x":[', "0]}"),
            ('{"record":"', '","seats":[]}'),
            ("{", '"z":1}'),
        ):
            yield name, (before + unit * times + end * times + after).encode()
    yield "no text", b"\xff\xfe\x00" * 1000
    yield "half a character in bytes", b'{"token": "\xed\xa0\x80"}'
    yield "two bytes a letter", '{"token": "a"}'.encode("utf-16")


def odd_headers() -> Iterator[dict[str, str]]:
    """Heads of requests that no browser sends."""
    for cookie in (
        "a/b=1",
        "a@b=1; language=it",
        "(x)=y",
        "{}",
        ",",
        ";;;=",
        "language",
        'language="it',
        "=" * 5000,
        "\xff=\xe9",
    ):
        yield {"Cookie": cookie}
    for host in (
        "[",
        "]",
        "[::1",
        "a[b",
        "[]:80",
        ":::",
        "localhost:99999999",
        "localhost:x",
        "\xff",
        " ",
        "%",
        "[v1.x]",
    ):
        yield {"Host": host}
    for origin in (
        "http://[",
        "null",
        "http://]",
        "[",
        "",
        "http://a:b:c",
        "http://localhost:99999999999",
        "\xff",
        "http://[::x]",
    ):
        yield {"Origin": origin}
    yield {"Accept_Language": ",;" * 4000}
    yield {"Accept_Language": "\xff" * 100}
    yield {"X_Forwarded_For": "unknown, [::"}
    yield {"Content_Type": "application/json; charset=utf-77"}


@cache
def files() -> dict[str, str]:
    """A file of every game, in the midst of a battle, with nothing sealed in it."""
    found = {}
    for name, kind in games().items():
        match, rng = Match(kind.set_up(), seed=1), Random(1)
        while len(match.steps) < 60 or match.game.has_secrets(match.state):
            match.settle()
            if match.to_act >= 0:
                match.push(rng.choice(match.legal_actions))
        found[name] = write(match)
    return found


def obfuscated(text: str) -> str:
    """A file that hides a text."""
    inner = base64.b85encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)).decode()
    return f'[Game "travel-battle"]\n[Rules "1"]\n[Sealed "{inner}"]\n*\n'


@cache
def long_files() -> dict[str, str]:
    """Files of long battles: nobody attacks as long as there is anything else to do, until a side gives up."""
    found = {}
    for name, options in LONG.items():
        match, rng = Match(games()[name].set_up(**options), seed=1), Random(2)
        while match.outcome is None and len(match.steps) < 1500:
            match.settle()
            if match.to_act >= 0:
                calm = [action for action in match.legal_actions if action.notation.startswith(("move", "end", "pass"))]
                match.push(rng.choice(calm or match.legal_actions))
        if match.outcome is None:
            match.settle()
            match.concede()
        found[name] = write(match)
    return found


def odd_files() -> Iterator[tuple[str, str]]:
    """Game files that nobody has played."""
    for what, text in odd_texts(1_900_000):
        yield what, text
        yield f"{what}, obfuscated", obfuscated(text * 4)
    for name, file in files().items():
        lines = file.splitlines()
        step = next(line for line in lines if line.lstrip().startswith("9. "))
        for what, text in odd_texts(19_000):
            for line in (lines[0], *(line for line in lines if line.startswith("["))):
                tag = line[1:].split(" ")[0]
                yield f"{what} in {tag} of {name}", file.replace(line, f'[{tag} "{text}"]', 1)
            yield f"{what} as a position of {name}", file.replace("\n\n", f'\n[Position "{text}"]\n\n', 1)
            yield f"{what} in a step of {name}", file.replace(step, f"{step.split('{')[0]}{text}")
            yield f"{what} as a step of {name}", file.replace(step, f" 9. {text}")
            yield f"{what} as a comment of {name}", file.replace(step, f"{step.split('{')[0]} {{{text}}}")
            yield f"{what} as a number of {name}", file.replace(step, f"{text}. pass")
            yield f"{what} as a throw of {name}", file.replace(step, f" 9. throw {text}")
            yield f"{what} as a result of {name}", file.replace("\n*", f"\nR wins: {text}")
        dice = next(line for line in lines if line.startswith("[Dice"))
        yield f"many dice of {name}", file.replace(dice, "\n".join([dice] * 30_000))
        for odd in (
            "throw -1 on, seed x",
            f"throw {'9' * 5000} on, seed x",
            "throw 1 on",
            ", " * 9000,
            "throw 1 on, nonces , secret zz",
        ):
            yield f"odd dice of {name}", file.replace(dice, f'[Dice "{odd}"]')
        yield (
            f"many tags of {name}",
            file.replace("\n\n", "\n" + "\n".join(f'[T{n} "x"]' for n in range(60_000)) + "\n\n", 1),
        )
        yield (
            f"many steps of {name}",
            file.replace("\n*", "\n" + "\n".join(f"{n}. R pass" for n in range(61, 60_000)) + "\n*"),
        )
        yield f"the blanks of {name}", file.replace(step, f" 9. a{' ' * 8000}b")


def odd_messages() -> Iterator[str]:
    """What nobody says at a table."""
    kinds: dict[type, tuple[Any, ...]] = {
        int: (-1, 10**39, -(10**39), 2**63, 1.5, True, None, "1"),
        float: (-1, 1e300, -1e300, 10**39, None, "1"),
        bool: (0, 1, None, "yes"),
        list: (["\ud800"], [[["x"]]] * 40, [10**30], ["9" * 5000], [None], [{}]),
    }
    usual: dict[type, Any] = {int: 1, float: 1.0, bool: True, list: [], str: "pass"}
    for kind, (fields, _, _) in HANDLERS.items():
        for name, needed in fields.items():
            values = kinds.get(needed) or [text for most in (900, 60_000) for _, text in odd_texts(most)]
            for value in values:
                for number in (1, 2):  # about a position that is on the table, and one that is not
                    given = {other: usual[one] for other, one in fields.items()} | {name: value}
                    if "number" in fields and name != "number":
                        given["number"] = number
                    yield json.dumps({"type": kind, **given})


def notations(actions: list[str]) -> Iterator[str]:
    """Actions like those that are legal, with what they name taken for something that cannot be."""
    odd = ("9" * 900, "9" * 30, "-1", "0", "٣", "²", "\u2028", "", "a" * 900, "x:y/z.+-*#@", "10000000000")
    for action in actions:
        words = action.split()
        for place, word in enumerate(words):
            letters = word.rstrip("0123456789")
            for one in odd:
                for new in {one, letters + one, one + word}:
                    yield " ".join([*words[:place], new, *words[place + 1 :]])
        yield " ".join(words * 40)[:1000]


def visit(attack: Attacker, *, every: int = 1) -> None:
    """Sends everything, or one in `every` of the files and messages, while another battle goes on."""
    rng = Random(7)
    begun = attack.ask("/battles", {"game": "travel-battle", "seats": ["person", "person"]})
    with (
        connect(f"ws://127.0.0.1:{attack.port}/talk") as one,
        connect(f"ws://127.0.0.1:{attack.port}/talk") as two,
    ):
        for line, token in ((one, begun["seats"][0]), (two, begun["seats"][1])):
            line.send(json.dumps({"token": token, "language": "en", "show": "none"}))
        attack.told()
        _requests(attack, every, rng)
        _long_battles(attack)
        _conversations(attack, every, rng)
        for line in (one, two):
            line.send('{"type": "look", "step": 0}')
            heard = []
            while (message := json.loads(line.recv(60)))["type"] != "look":
                heard.append(message)
            views = [message for message in heard if message["type"] == "view"]
            if {message["type"] for message in heard} - {"table", "view", "presence"} or views[-1]["step"] > 2:
                attack.strange.append(f"another battle heard {heard[-1]}")


def _requests(attack: Attacker, every: int, rng: Random) -> None:
    paths = ["/battles", "/battles/open", "/battles/learn", "/battles/again", "/record", "/records", "/film"]
    paths += ["/codes", "/codes/take", *(f"/arrange/{name}" for name in games())]
    paths += [f"/desk/{name}/{question}" for name in games() for question in ("check", "read", "draw", "box", "x")]
    for path in paths:
        most = 2_390_000 if path == "/battles/open" else 195_000
        for what, body in odd_bodies(most):
            if path in ("/battles/open", "/battles") or rng.randrange(every) == 0:
                attack.post(path, body, what)
    fields: dict[str, list[dict[str, Any]]] = {
        "/battles/learn": [{"game": 0}],
        "/battles/again": [{"token": 0}, {"tokens": [0]}],
        "/record": [{"tokens": [0]}],
        "/records": [{"tokens": [0] * 3}],
        "/film": [{"token": 0}],
        "/codes": [{"battles": [0]}, {"battles": [{"hash": 0}]}],
        "/codes/take": [{"code": 0}],
        "/battles": [{"game": 0, "seats": []}],
    }
    for name, kind in games().items():
        seats = ["person"] * kind.set_up().seats
        for option in kind.options:
            given: Any = [0] * max(1, len(option.default)) if isinstance(option.default, tuple) else 0
            fields["/battles"].append({"game": name, "seats": seats, "options": {option.name: given}})
            fields.setdefault(f"/arrange/{name}", []).append({"options": {option.name: given}, "changed": option.name})
        fields["/battles"] += [{"game": name, "seats": [0, 0]}, {"game": name, "seats": seats, "options": {0: 1}}]
        fields["/battles"] += [{"game": name, "seats": {"people": 0, "level": 0}}]
        fields[f"/arrange/{name}"] += [{"options": {}, "changed": 0}, {"options": {}, "seen": 0}]
        for question in ("check", "read", "draw"):
            asked: list[dict[str, Any]] = [
                {"text": 0},
                {"units": [[0]] * 3},
                {"lot": 0},
                {"against": 0},
                {"size": 0},
                {"name": 0, "units": []},
            ]
            asked += [{"brigades": [[0]] * 3}, {"unit": 0, "units": []}, {"brigades": 0}]
            fields[f"/desk/{name}/{question}"] = asked
    for path, forms in fields.items():
        for form in forms:
            for what, text in odd_texts(40_000):
                if rng.randrange(every) == 0:
                    body = json.dumps(form).replace("0", json.dumps(text)).replace("{{", "{").encode()
                    attack.post(path, body, f"{what} in {json.dumps(form)[:60]}")
            for number in (-1, 10**39, 10**400, 1.5, True, None):
                body = json.dumps(form).replace("0", json.dumps(number)).encode()
                attack.post(path, body, f"{str(number)[:20]} in {json.dumps(form)[:60]}")
    for headers in odd_headers():
        for path in ("/", "/table", "/setup/pocket-battles", "/nowhere", "/health"):
            attack.post(path, b"", str(headers)[:60], "GET", **headers)
        for path in ("/battles", "/desk/pocket-battles/box", "/battles/open"):
            attack.post(path, b"{}", str(headers)[:60], **headers)
    for path in (
        "/%ff%fe",
        "/setup/%00",
        "/rules/%ed%a0%80",
        "/desk/a%2f/b",
        "/pictures/%2e%2e.svg",
        "/clauses/..%2f.json",
    ):
        attack.post(path, b"", method="GET")
        attack.post(path, b"{}")
    for what, text in odd_files():
        if rng.randrange(every) == 0 or "the blanks" in what:
            body = json.dumps({"record": text, "seats": {"people": "all"}}).encode()
            attack.post("/battles/open", body, what)


def _long_battles(attack: Attacker) -> None:
    """Comes to long battles and asks for everything about them."""
    for name, file in long_files().items():
        links = attack.ask("/battles/open", {"record": file, "seats": {"people": "all"}})
        attack.note(f"opened a long battle of {name}")
        for show in ("svg", "text", "data", "none"):
            with connect(f"ws://127.0.0.1:{attack.port}/talk", max_size=None) as line:
                line.send(json.dumps({"token": links["watch"], "language": "it", "show": show}))
                for asked in ("proof", "look"):
                    line.send(json.dumps({"type": asked, "step": 99}))
                    while json.loads(line.recv(60))["type"] != asked:
                        pass
            attack.note(f"came to a long battle of {name}, {show}")
        for path, tokens in (
            ("/record", links["seats"]),
            ("/records", links["seats"]),
            ("/battles/again", links["seats"]),
        ):
            attack.post(path, json.dumps({"tokens": tokens}).encode(), f"of a long battle of {name}")
        attack.post("/film", json.dumps({"token": links["watch"]}).encode(), f"of a long battle of {name}")


def _conversations(attack: Attacker, every: int, rng: Random) -> None:
    for name in games():
        links = attack.ask("/battles/open", {"record": files()[name], "seats": {"people": "all"}})
        seats = [*links["seats"], links["watch"]]
        for text in odd_messages():
            if rng.randrange(every) == 0:
                attack.say(rng.choice(seats), text)
        for _, body in odd_bodies(60_000):
            with contextlib.suppress(UnicodeDecodeError):
                if rng.randrange(every) == 0:
                    attack.say(rng.choice(seats), body.decode())
                    attack.hello(body.decode())
        links = attack.ask("/battles/open", {"record": files()[name], "seats": {"people": "all"}})
        with contextlib.ExitStack() as open_lines:
            address = f"ws://127.0.0.1:{attack.port}/talk"
            lines = [open_lines.enter_context(connect(address)) for _ in links["seats"]]
            _odd_actions(attack, lines, links, every, rng)


def _odd_actions(
    attack: Attacker, lines: list[ClientConnection], links: dict[str, Any], every: int, rng: Random
) -> None:
    """Says odd actions about the position that is on the table, in one conversation."""
    views: list[dict[str, Any]] = []
    for line, token in zip(lines, links["seats"], strict=True):
        line.send(json.dumps({"token": token, "language": "en", "show": "none"}))
    for line in lines:
        line.send('{"type": "look", "step": 0}')
        while (message := json.loads(line.recv(60)))["type"] != "look":
            if message["type"] == "view":
                last = message
        views.append(last)
    seat = next((seat for seat, view in enumerate(views) if view["actions"]), 0)
    line, view = lines[seat], views[seat]
    actions = sorted(action[0] for action in view["actions"])
    for text in notations(rng.sample(actions, min(len(actions), 3))):
        if text in actions or rng.randrange(every):
            continue
        for message in (
            {"type": "odds", "action": text},
            {"type": "act", "action": text},
            {"type": "why", "key": text, "chosen": [text]},
            {"type": "about", "key": text, "step": 0},
        ):
            try:
                line.send(json.dumps({"number": view["number"], **message}))
                heard = json.loads(line.recv(60))
                while heard["type"] in ("presence", "table", "said"):
                    heard = json.loads(line.recv(60))
            except (ConnectionClosed, TimeoutError) as error:
                attack.strange.append(f"{error!r} after {message}")
                return
            attack.note(f"said {str(message)[:80]}")
            if heard["type"] == "view":  # a strange spelling of something legal
                return


def _say(words: object) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main() -> None:
    """Sends everything and prints what came of it."""
    with attacker() as attack:
        visit(attack, every=int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    for one in attack.strange:
        _say(f"strange: {one}")
    for seconds, what in attack.worst:
        _say(f"{seconds * 1000:6.1f} ms  {what}")
    _say(f"{attack.sent} requests and messages; the loop was held up for {attack.worst[0][0] * 1000:.1f} ms at worst")
    _say(f"({attack.pause * 1000:.1f} ms with what other programs took)")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    else:
        main()
