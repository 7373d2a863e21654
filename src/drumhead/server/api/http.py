"""The office: what is asked for by HTTP. Battles are begun there, files handed out, codes left and taken."""

import io
import json
import time
import zipfile
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from drumhead.core.errors import DrumheadError, SetupError
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, spoken
from drumhead.server.api import pages, serialize, transfer
from drumhead.server.api.json_input import read_json
from drumhead.server.api.postgame import filmed
from drumhead.server.db.store import Unavailable
from drumhead.server.lobby import options, rematch, requests
from drumhead.server.lobby.requests import Battle
from drumhead.server.ops.rate_limit import TooFast
from drumhead.server.service import Service
from drumhead.server.session.guide import requested_guide
from drumhead.server.session.session import Session

MAX_BODY_BYTES: Final = 200_000
"""No request has more bytes, except one with a game file."""
MAX_FILE_BODY_BYTES: Final = 2_400_000
"""No request with a game file has more bytes."""
MAX_SEATS: Final = 8
"""No battle has more seats."""
MAX_BATTLES: Final = 200
"""No request is about more battles."""

Body = dict[str, Any]


class HttpApi:
    """What is asked for by HTTP."""

    def __init__(self, service: Service, *, seeded: bool) -> None:
        self._service = service
        self._seeded = seeded

    def routes(self) -> list[Route]:
        """Every request and where it goes."""
        asked = {
            "/battles": self._begin,
            "/battles/open": self._resume,
            "/battles/learn": self._learn,
            "/battles/again": self._rematch,
            "/record": self._record,
            "/records": self._records,
            "/codes": self._leave,
            "/codes/take": self._take,
        }
        asked_by_page: dict[str, Callable[[Request, Body], Awaitable[Response]]] = {
            "/film": self._film,
            "/arrange/{game}": self._arrange,
            "/desk/{game}/{question}": self._ask,
        }
        plain = {path: _ignoring_request(do) for path, do in asked.items()}
        return [Route(path, self._endpoint(do), methods=["POST"]) for path, do in (plain | asked_by_page).items()]

    async def _begin(self, asked: Body) -> Response:
        battle = await self._service.threads.run(partial(requests.new_battle, asked, seeded=self._seeded))
        return await self._begun(battle, asked)

    async def _resume(self, asked: Body) -> Response:
        return await self._begun(await self._service.file_threads.run(requests.battle_from_file, asked), asked)

    async def _learn(self, asked: Body) -> Response:
        return await self._begun(await self._service.threads.run(requested_guide(asked).begin), asked)

    async def _rematch(self, asked: Body) -> Response:
        tokens = _tokens(asked, MAX_SEATS) if "tokens" in asked else [_token(asked)]
        return JSONResponse(await rematch.start_rematch(self._service, tokens, requests.claim_seconds(asked)), 201)

    async def _begun(self, battle: Battle, asked: Body) -> Response:
        return JSONResponse(await self._service.begin(*battle, requests.claim_seconds(asked)), 201)

    async def _record(self, asked: Body) -> Response:
        files = await self._files(_tokens(asked, MAX_SEATS))
        return PlainTextResponse(next(iter(files.values())), headers={"Cache-Control": "no-store"})

    async def _records(self, asked: Body) -> Response:
        """All battles of somebody's links, one file each, in one archive."""
        files = await self._files(_tokens(asked, MAX_BATTLES))
        archive = await self._service.threads.run(_zip, list(files.values()))
        return Response(archive, media_type="application/zip", headers={"Cache-Control": "no-store"})

    async def _files(self, tokens: list[str]) -> dict[str, str]:
        """The game file of every battle that the links lead to, as far as those who hold them may know it."""
        held: dict[str, tuple[Session, list[int]]] = {}
        for token in tokens:
            session, seat = await self._service.find(token)
            held.setdefault(session.id, (session, []))[1].append(seat)
        files = {}
        for battle, (session, seats) in held.items():
            people = {seat for seat, sits in enumerate(session.state.begun_by) if sits.is_person}
            files[battle] = await session.record(seats[0], whole=people <= set(seats))
            self._service.sweep(session)
        return files

    async def _film(self, request: Request, asked: Body) -> Response:
        """A battle that is over as one picture that moves."""
        session, _ = await self._service.find(_token(asked))
        picture = await filmed(session.state.match, self._service, pages.language_of(request))
        self._service.sweep(session)
        return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def _arrange(self, request: Request, asked: Body) -> Response:
        return JSONResponse(await self._service.threads.run(options.arrange, pages.game_of(request), asked))

    async def _ask(self, request: Request, asked: Body) -> Response:
        question = request.path_params["question"]
        return JSONResponse(await self._service.threads.run(options.answer, pages.game_of(request), question, asked))

    async def _leave(self, asked: Body) -> Response:
        """Leaves a list of battles for another device; answers with the code that fetches it."""
        battles = asked.get("battles")
        if not isinstance(battles, list) or not 0 < len(battles) <= MAX_BATTLES:
            raise SetupError(Text("say which battles"))
        code, words = transfer.new_code(), json.dumps(battles)
        until = time.time() + transfer.LIFETIME_MINUTES * 60
        encrypted = await self._service.threads.run(transfer.encrypt, code, words)
        await self._service.query(self._service.store.leave_code, transfer.lookup_key(code), encrypted, until)
        return JSONResponse({"code": code, "minutes": transfer.LIFETIME_MINUTES}, 201)

    async def _take(self, asked: Body) -> Response:
        code = asked.get("code")
        if not isinstance(code, str) or len(code) > 40:
            raise SetupError(Text("say the code"))
        encrypted = await self._service.query(self._service.store.take_code, transfer.lookup_key(code))
        battles = json.loads(await self._service.threads.run(transfer.decrypt, code, encrypted))
        return JSONResponse({"battles": battles}, headers={"Cache-Control": "no-store"})

    def _endpoint(self, do: Callable[[Request, Body], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Does what the JSON of a request asks for; a mistake is answered with its reason and clause."""

        async def answer(request: Request) -> Response:
            package = pages.game_of(request).package if "game" in request.path_params else ""
            with spoken(translator(pages.language_of(request), package)):
                try:
                    self._service.address_limit.check(request.client.host if request.client is not None else "")
                    return await do(request, await _body(request))
                except DrumheadError as error:
                    self._service.metrics.count("refusals")
                    refused = serialize.refusal(error, request.scope["path"].strip("/"))
                    return JSONResponse(refused, _STATUS.get(type(error), 422))

        return answer


def _ignoring_request(
    do: Callable[[Body], Awaitable[Response]],
) -> Callable[[Request, Body], Awaitable[Response]]:
    return lambda _, asked: do(asked)


_STATUS: Final[dict[type[DrumheadError], int]] = {TooFast: 429, Unavailable: 503}


async def _body(request: Request) -> Body:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise SetupError(Text("a message is JSON"))
    max_bytes = MAX_FILE_BODY_BYTES if request.scope["path"] == "/battles/open" else MAX_BODY_BYTES
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > max_bytes:
            break  # the reader says so
    asked = read_json(body, max_bytes)
    return asked if isinstance(asked, dict) else {}


def _zip(files: list[str]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, text in enumerate(files, 1):
            packed.writestr(f"battle-{number:03}.drum", text)
    return archive.getvalue()


def _token(asked: Body) -> str:
    return _tokens({"tokens": [asked.get("token")]}, 1)[0]


def _tokens(asked: Body, max_tokens: int) -> list[str]:
    tokens = asked.get("tokens")
    if (
        not isinstance(tokens, list)
        or not 0 < len(tokens) <= max_tokens
        or not all(isinstance(one, str) for one in tokens)
    ):
        raise SetupError(Text("say which link"))
    return tokens
