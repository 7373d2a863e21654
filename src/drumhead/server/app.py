"""The application: pages, battles, conversations."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from drumhead.server import spec, upkeep
from drumhead.server.guard import LOOPBACK, Guard
from drumhead.server.hooks import Hooks
from drumhead.server.house import House
from drumhead.server.limits import ADDRESS, Rate
from drumhead.server.office import Office
from drumhead.server.store import Store
from drumhead.server.talk import converse
from drumhead.server.thinkers import Thinkers
from drumhead.web import assets, pages


def build(
    store: Store,
    thinkers: Thinkers,
    *,
    hosts: Sequence[str] = LOOPBACK,
    rate: Rate = ADDRESS,
    hooks: Hooks | None = None,
    seeded: bool = False,
) -> Starlette:
    """The application on a database, for requests that name one of the hosts; `seeded` lets tests choose the dice."""
    house = House(store, thinkers, rate=rate, hooks=hooks)

    @asynccontextmanager
    async def open_house(_: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    async def talk(socket: WebSocket) -> None:
        await converse(socket, house)

    routes = [
        *pages.routes(),
        *Office(house, seeded=seeded).routes(),
        *upkeep.routes(house),
        Route("/openapi.json", lambda _: JSONResponse(spec.openapi())),
        Route("/asyncapi.json", lambda _: JSONResponse(spec.asyncapi())),
        WebSocketRoute("/talk", talk),
        assets.route(),
    ]
    middleware = [Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=800)]
    app = Starlette(
        routes=routes, middleware=middleware, lifespan=open_house, exception_handlers={HTTPException: pages.missing}
    )
    app.state.house = house
    return app
