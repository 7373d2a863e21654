"""The HTTP API: begins battles, hands out files, answers the set-up pages, stores and returns transfer codes."""

import asyncio
import io
import json
import zipfile
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

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
from drumhead.server.errors import Blocked, Unavailable
from drumhead.server.lobby import invitations, options, rematch, requests
from drumhead.server.lobby.requests import Battle
from drumhead.server.lobby.summaries import summary, waiting_summary
from drumhead.server.lobby.waiting import NotBegun, waiting_battle
from drumhead.server.ops.rate_limit import RateLimited
from drumhead.server.ops.visitors import CURRENT_VISITOR, visitor_of
from drumhead.server.registry import Registry
from drumhead.server.session import steady_clock
from drumhead.server.session.guide import requested_guide
from drumhead.server.session.session import Session
from drumhead.server.session.stored import RulesChanged

MAX_BODY_BYTES: Final = 200_000
MAX_FILE_BODY_BYTES: Final = 2_400_000
"""The longest body of a request, and of one with a game file."""
MAX_SEATS: Final = 8
MAX_BATTLES: Final = 200
"""How many links of one battle, and of different battles, a request may have."""
MAX_SUMMARIES: Final = 10
"""How many battles a request may ask about: each of them may have to be restored from its log."""
MAX_CODE_CHARACTERS: Final = 40
_BEGINNING: Final = ("/battles", "/battles/open", "/battles/learn", "/battles/again")
"""The requests that begin a battle, which stays on the disk."""

Body = dict[str, Any]
"""The JSON object in a request."""
Result = TypeVar("Result")


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
        except (IllegalAction, RulesChanged):
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
        return PlainTextResponse(next(iter(files.values()))[0], headers={"Cache-Control": "no-store"})

    async def _records(self, body: Body) -> Response:
        """The files of all battles that the links lead to, in one archive."""
        files = await self._files(_tokens(body, MAX_BATTLES))
        archive = await self._context.threads.run(_zip, list(files.values()))
        return Response(archive, media_type="application/zip", headers={"Cache-Control": "no-store"})

    async def _files(self, tokens: list[str]) -> dict[str, list[str]]:
        """The game files of every battle that the links lead to, with what the holder of these links may know.

        The file of the battle is first. Others follow if it is over and went on under other rules than it began with.
        """
        held: dict[str, tuple[Session, list[int]]] = {}
        files: dict[str, list[str]] = {}
        not_begun: NotBegun | None = None
        for token in tokens:
            try:
                session, seat = await self._registry.find(token)
            except NotBegun as error:
                not_begun = error  # it has no file yet
                continue
            except RulesChanged as error:
                if not error.files:
                    raise
                files[error.files[-1]] = [error.files[-1], *error.files[:-1]]
                continue
            held.setdefault(session.id, (session, []))[1].append(seat)
        if not_begun is not None and not held and not files:
            raise not_begun
        for battle, (session, seats) in held.items():
            try:
                files[battle] = await session.files(seats[0], whole=session.state.is_whole_for(seats))
            finally:
                self._registry.drop_if_idle(battle)
        return files

    async def _film(self, request: Request, body: Body) -> Response:
        """A battle that is over as an animated picture; given up when the request is."""
        session, seat = await self._registry.find(_token(body))
        language, visitor = pages.language_of(request), _visitor(request)
        try:
            picture = await _while_connected(
                request, filmed(session, self._context, language, seat=seat, visitor=visitor)
            )
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
        until = steady_clock.now() + transfer.LIFETIME_MINUTES * 60
        if len(text) > transfer.MAX_LIST_CHARACTERS:
            raise SetupError(Text("the list of battles is missing or too long"))
        encrypted = await self._context.threads.run(transfer.encrypt, code, text)
        self._context.disk.must_have_room()
        self._context.disk.spend(len(encrypted))
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
                    visitor = _visitor(request)
                    CURRENT_VISITOR.set(visitor)
                    self._context.must_be_welcome(visitor)
                    self._context.address_limit.check(visitor)
                    if request.scope["path"] in _BEGINNING:
                        self._context.begin_limit.check(visitor)
                    return await handle(request, await _body(request))
                except DrumheadError as error:
                    self._context.metrics.count("refusals")
                    refused = serialize.refusal(error, request.scope["path"].strip("/"))
                    return JSONResponse(refused, _STATUS.get(type(error), 422))

        return endpoint


def _visitor(request: Request) -> str:
    return visitor_of(request.client.host if request.client is not None else "")


def _ignoring_request(
    handle: Callable[[Body], Awaitable[Response]],
) -> Callable[[Request, Body], Awaitable[Response]]:
    return lambda _, body: handle(body)


_STATUS: Final[dict[type[DrumheadError], int]] = {Blocked: 403, RateLimited: 429, Unavailable: 503}


async def _while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine, which is cancelled when the client disconnects; call it once the body is read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise IllegalAction(Text("nobody waits for this any more"))
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _disconnected(request: Request) -> None:
    """Returns when the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


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


def _zip(battles: list[list[str]]) -> bytes:
    """An archive of all files; those of what a battle was under earlier rules have a number of their own."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, (text, *earlier) in enumerate(battles, 1):
            for part, before in enumerate(earlier, 1):
                packed.writestr(f"battle-{number:03}-part-{part}.drum", before)
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
