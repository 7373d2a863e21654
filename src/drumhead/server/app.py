"""The application: pages, battles, conversations."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from drumhead.core.catalogue import translator
from drumhead.core.errors import DrumheadError, SetupError
from drumhead.core.match import Match
from drumhead.core.text import Text, spoken
from drumhead.server import desk, messages, setup
from drumhead.server.aftermath import filmed
from drumhead.server.guard import LOOPBACK, Guard
from drumhead.server.guide import asked_guide
from drumhead.server.house import House
from drumhead.server.seats import Seat
from drumhead.server.store import Store
from drumhead.server.talk import converse
from drumhead.server.thinkers import Thinkers
from drumhead.web import pages

LONGEST: Final = 2_000_000
"""No request has more bytes."""

Battle = tuple[Match, tuple[Seat, ...]]


def build(store: Store, thinkers: Thinkers, *, hosts: Sequence[str] = LOOPBACK, seeded: bool = False) -> Starlette:
    """The application on a database, for requests that name one of the hosts; `seeded` lets tests choose the dice."""
    house = House(store, thinkers)

    @asynccontextmanager
    async def open_house(_: Starlette) -> AsyncIterator[None]:
        thinkers.warm()
        yield
        await house.close()

    async def talk(socket: WebSocket) -> None:
        await converse(socket, house)

    async def begin(request: Request) -> Response:
        return await _begun(request, house, lambda asked: setup.new_battle(asked, seeded=seeded))

    async def resume(request: Request) -> Response:
        return await _begun(request, house, setup.opened)

    async def learn(request: Request) -> Response:
        return await _begun(request, house, lambda asked: asked_guide(asked).begin())

    async def rematch(request: Request) -> Response:
        async def again(asked: Any) -> Response:
            room, _ = await house.find(_token(asked))
            house.sweep(room)
            return JSONResponse(await house.begin(*setup.swapped(room.match, room.seats)), 201)

        return await _answered(request, again)

    async def record(request: Request) -> Response:
        async def written(asked: Any) -> Response:
            tokens = asked.get("tokens") if isinstance(asked, dict) else None
            if not isinstance(tokens, list) or not 0 < len(tokens) <= 8:
                raise SetupError(Text("say which link"))
            found = [await house.find(str(token)) for token in tokens]
            room, seat = found[0]
            people = {index for index, sits in enumerate(room.seats) if sits.is_person}
            held = {index for other, index in found if other is room}
            text = await room.record(seat, whole=people <= held)
            for other, _ in found:
                house.sweep(other)
            return PlainTextResponse(text, headers={"Cache-Control": "no-store"})

        return await _answered(request, written)

    async def moving(request: Request) -> Response:
        async def drawn(asked: Any) -> Response:
            room, _ = await house.find(_token(asked))
            picture = await filmed(room.match, thinkers, pages.language_of(request))
            house.sweep(room)
            return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

        return await _answered(request, drawn)

    async def arrange(request: Request) -> Response:
        kind = pages.game_of(request)
        return await _answered(request, lambda asked: _told(desk.arranged(kind, asked)), kind.package)

    async def ask(request: Request) -> Response:
        kind, question = pages.game_of(request), request.path_params["question"]
        return await _answered(request, lambda asked: _told(desk.answer(kind, question, asked)), kind.package)

    routes = [
        *pages.routes(),
        Route("/battles", begin, methods=["POST"]),
        Route("/battles/open", resume, methods=["POST"]),
        Route("/battles/learn", learn, methods=["POST"]),
        Route("/battles/again", rematch, methods=["POST"]),
        Route("/record", record, methods=["POST"]),
        Route("/film", moving, methods=["POST"]),
        Route("/arrange/{game}", arrange, methods=["POST"]),
        Route("/desk/{game}/{question}", ask, methods=["POST"]),
        WebSocketRoute("/talk", talk),
        Mount("/static", _Fresh(packages=[("drumhead.web", "static")])),
    ]
    middleware = [Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=800)]
    return Starlette(
        routes=routes, middleware=middleware, lifespan=open_house, exception_handlers={HTTPException: pages.missing}
    )


class _Fresh(StaticFiles):
    """Files that a browser keeps and asks about each time: after an update it shows no mixture of old and new."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response


async def _begun(request: Request, house: House, read: Callable[[Any], Battle]) -> Response:
    async def begin(asked: Any) -> Response:
        return JSONResponse(await house.begin(*read(asked)), 201)

    return await _answered(request, begin)


async def _told(found: Any) -> Response:
    return JSONResponse(found)


async def _answered(request: Request, do: Callable[[Any], Awaitable[Response]], package: str = "") -> Response:
    """Does what the JSON of a request asks for; a mistake is answered with its reason and clause."""
    with spoken(translator(pages.language_of(request), package)):
        try:
            return await do(await _body(request))
        except DrumheadError as error:
            return JSONResponse(messages.refusal(error, request.url.path.strip("/")), 422)


async def _body(request: Request) -> Any:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise SetupError(Text("a message is JSON"))
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST:
            raise SetupError(Text("that is too long for a battle"))
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise SetupError(Text("a message is JSON")) from None


def _token(asked: Any) -> str:
    if not isinstance(asked, dict) or not isinstance(asked.get("token"), str):
        raise SetupError(Text("say which link"))
    return str(asked["token"])
