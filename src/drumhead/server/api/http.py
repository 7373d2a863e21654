"""The HTTP API: begins battles, hands out files, answers the set-up pages, stores and returns transfer codes."""

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

from drumhead.core.errors import DrumheadError, IllegalAction, SetupError
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.server.api import pages, serialize, transfer
from drumhead.server.api.json_input import read_json
from drumhead.server.api.postgame import filmed
from drumhead.server.api.qr import qr_picture
from drumhead.server.context import Context
from drumhead.server.errors import Unavailable
from drumhead.server.lobby import invitations, options, rematch, requests
from drumhead.server.lobby.requests import Battle
from drumhead.server.lobby.summaries import summary, waiting_summary
from drumhead.server.lobby.waiting import NotBegun, waiting_battle
from drumhead.server.ops.rate_limit import RateLimited
from drumhead.server.registry import Registry
from drumhead.server.session.guide import requested_guide
from drumhead.server.session.session import Session

MAX_BODY_BYTES: Final = 200_000
MAX_FILE_BODY_BYTES: Final = 2_400_000
"""The longest body of a request, and of one with a game file."""
MAX_SEATS: Final = 8
MAX_BATTLES: Final = 200
"""How many links of one battle, and of different battles, a request may have."""
MAX_SUMMARIES: Final = 10
"""How many battles a request may ask about: each of them may have to be restored from its log."""
MAX_CODE_CHARACTERS: Final = 40

Body = dict[str, Any]
"""The JSON object in a request."""


class HttpApi:
    """All POST requests. Errors are answered with their reason and clause, in the visitor's language."""

    def __init__(self, context: Context, registry: Registry, *, seeded: bool) -> None:
        self._context = context
        self._registry = registry
        self._seeded = seeded

    def routes(self) -> list[Route]:
        """The routes of all requests."""
        handlers = {
            "/battles": self._begin,
            "/battles/open": self._open_file,
            "/battles/learn": self._begin_guided,
            "/battles/again": self._rematch,
            "/invitations/take": self._take_seat,
            "/seats/renew": self._renew_link,
            "/qr": self._qr,
            "/record": self._record,
            "/records": self._records,
            "/codes": self._leave_code,
            "/codes/take": self._take_code,
        }
        page_handlers: dict[str, Callable[[Request, Body], Awaitable[Response]]] = {
            "/battles/summaries": self._summaries,
            "/invitations": self._invitation,
            "/film": self._film,
            "/arrange/{game}": self._arrange,
            "/desk/{game}/{question}": self._ask_builder,
        }
        plain = {path: _ignoring_request(handle) for path, handle in handlers.items()}
        all_handlers = plain | page_handlers
        return [Route(path, self._endpoint(handle), methods=["POST"]) for path, handle in all_handlers.items()]

    async def _begin(self, body: Body) -> Response:
        waiting = await self._context.threads.run(waiting_battle, body)
        if waiting is not None:
            return JSONResponse(await self._registry.begin_later(waiting), 201)
        battle = await self._context.threads.run(partial(requests.new_battle, body, seeded=self._seeded))
        return await self._begun(battle, body)

    async def _open_file(self, body: Body) -> Response:
        return await self._begun(await self._context.file_threads.run(requests.battle_from_file, body), body)

    async def _begin_guided(self, body: Body) -> Response:
        return await self._begun(await self._context.threads.run(requested_guide(body).begin), body)

    async def _rematch(self, body: Body) -> Response:
        tokens = _tokens(body, MAX_SEATS) if "tokens" in body else [_token(body)]
        claim_seconds = requests.claim_seconds(body)
        links = await rematch.start_rematch(self._registry, self._context.threads, tokens, claim_seconds)
        return JSONResponse(links, 201)

    async def _invitation(self, request: Request, body: Body) -> Response:
        language = pages.language_of(request)
        asked = _token(body), language, body.get("key")
        told = await invitations.invitation(self._registry, self._context.database, *asked)
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def _take_seat(self, body: Body) -> Response:
        asked = _token(body), body.get("key"), body.get("force")
        return JSONResponse(await invitations.take_seat(self._registry, self._context.database, *asked), 201)

    async def _renew_link(self, body: Body) -> Response:
        token, key = _token(body), body.get("key")
        return JSONResponse(await invitations.renew_link(self._registry, self._context.database, token, key), 201)

    async def _begun(self, battle: Battle, body: Body) -> Response:
        return JSONResponse(await self._registry.begin(*battle, requests.claim_seconds(body)), 201)

    async def _summaries(self, request: Request, body: Body) -> Response:
        """A summary of each battle; null where the links lead nowhere, or to more than one battle."""
        asked = body.get("battles")
        if not isinstance(asked, list) or not 0 < len(asked) <= MAX_SUMMARIES:
            raise SetupError(Text("the list of battles is missing or too long"))
        held = [_tokens({"tokens": tokens}, MAX_SEATS) for tokens in asked]
        told = [await self._summary(tokens, pages.language_of(request)) for tokens in held]
        return JSONResponse({"battles": told}, headers={"Cache-Control": "no-store"})

    async def _summary(self, tokens: list[str], language: str) -> Body | None:
        try:
            found = [await self._registry.find(token) for token in tokens]
        except NotBegun as error:
            with use_language(translator(language, error.waiting.kind.package)):
                return waiting_summary(error.waiting)
        except IllegalAction:
            return None
        session = found[0][0]
        try:
            if any(other is not session for other, _ in found):
                return None
            with use_language(translator(language, session.state.match.game.package)):
                return await self._context.threads.run(summary, session.state, [seat for _, seat in found])
        finally:
            for other, _ in found:
                self._registry.drop_if_idle(other.id)

    async def _qr(self, body: Body) -> Response:
        """The QR code of a link. It comes in the body, which nothing logs, since whoever has the link holds a seat."""
        picture = await self._context.threads.run(qr_picture, body.get("link"))
        return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def _record(self, body: Body) -> Response:
        files = await self._files(_tokens(body, MAX_SEATS))
        return PlainTextResponse(next(iter(files.values())), headers={"Cache-Control": "no-store"})

    async def _records(self, body: Body) -> Response:
        """The files of all battles that the links lead to, in one archive."""
        files = await self._files(_tokens(body, MAX_BATTLES))
        archive = await self._context.threads.run(_zip, list(files.values()))
        return Response(archive, media_type="application/zip", headers={"Cache-Control": "no-store"})

    async def _files(self, tokens: list[str]) -> dict[str, str]:
        """The game file of every battle that the links lead to, with what the holder of these links may know."""
        held: dict[str, tuple[Session, list[int]]] = {}
        for token in tokens:
            try:
                session, seat = await self._registry.find(token)
            except NotBegun:
                if len(tokens) == 1:
                    raise
                continue  # it has no file yet
            held.setdefault(session.id, (session, []))[1].append(seat)
        files = {}
        for battle, (session, seats) in held.items():
            try:
                files[battle] = await session.record(seats[0], whole=session.state.is_whole_for(seats))
            finally:
                self._registry.drop_if_idle(battle)
        return files

    async def _film(self, request: Request, body: Body) -> Response:
        """A battle that is over as an animated picture."""
        session, _ = await self._registry.find(_token(body))
        try:
            picture = await filmed(session.state.match, self._context, pages.language_of(request))
        finally:
            self._registry.drop_if_idle(session.id)
        return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def _arrange(self, request: Request, body: Body) -> Response:
        return JSONResponse(await self._context.threads.run(options.arrange, pages.game_of(request), body))

    async def _ask_builder(self, request: Request, body: Body) -> Response:
        question = request.path_params["question"]
        answer = await self._context.threads.run(options.ask_builder, pages.game_of(request), question, body)
        return JSONResponse(answer)

    async def _leave_code(self, body: Body) -> Response:
        """Stores a list of battles for another device; answers with the code that fetches it."""
        battles, database = body.get("battles"), self._context.database
        if not isinstance(battles, list) or not 0 < len(battles) <= MAX_BATTLES:
            raise SetupError(Text("the list of battles is missing or too long"))
        code, text = transfer.new_code(), json.dumps(battles)
        until = time.time() + transfer.LIFETIME_MINUTES * 60
        encrypted = await self._context.threads.run(transfer.encrypt, code, text)
        await database.run(database.store.leave_code, transfer.lookup_key(code), encrypted, until)
        return JSONResponse({"code": code, "minutes": transfer.LIFETIME_MINUTES}, 201)

    async def _take_code(self, body: Body) -> Response:
        code, database = body.get("code"), self._context.database
        if not isinstance(code, str) or len(code) > MAX_CODE_CHARACTERS:
            raise SetupError(Text("the code is missing or too long"))
        encrypted = await database.run(database.store.take_code, transfer.lookup_key(code))
        battles = json.loads(await self._context.threads.run(transfer.decrypt, code, encrypted))
        return JSONResponse({"battles": battles}, headers={"Cache-Control": "no-store"})

    def _endpoint(
        self, handle: Callable[[Request, Body], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that checks the rate limit, reads the body, and answers errors with reason and clause."""

        async def endpoint(request: Request) -> Response:
            package = pages.game_of(request).package if "game" in request.path_params else ""
            with use_language(translator(pages.language_of(request), package)):
                try:
                    self._context.address_limit.check(request.client.host if request.client is not None else "")
                    return await handle(request, await _body(request))
                except DrumheadError as error:
                    self._context.metrics.count("refusals")
                    refused = serialize.refusal(error, request.scope["path"].strip("/"))
                    return JSONResponse(refused, _STATUS.get(type(error), 422))

        return endpoint


def _ignoring_request(
    handle: Callable[[Body], Awaitable[Response]],
) -> Callable[[Request, Body], Awaitable[Response]]:
    return lambda _, body: handle(body)


_STATUS: Final[dict[type[DrumheadError], int]] = {RateLimited: 429, Unavailable: 503}


async def _body(request: Request) -> Body:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise SetupError(Text("a message must be JSON"))
    max_bytes = MAX_FILE_BODY_BYTES if request.scope["path"] == "/battles/open" else MAX_BODY_BYTES
    received = bytearray()
    async for chunk in request.stream():
        received += chunk
        if len(received) > max_bytes:
            break  # read_json refuses it
    body = read_json(received, max_bytes)
    return body if isinstance(body, dict) else {}


def _zip(files: list[str]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, text in enumerate(files, 1):
            packed.writestr(f"battle-{number:03}.drum", text)
    return archive.getvalue()


def _token(body: Body) -> str:
    return _tokens({"tokens": [body.get("token")]}, 1)[0]


def _tokens(body: Body, max_tokens: int) -> list[str]:
    tokens = body.get("tokens")
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise SetupError(Text("the link is missing"))
    if not 0 < len(tokens) <= max_tokens:
        raise SetupError(Text("the link is missing"))
    return tokens
