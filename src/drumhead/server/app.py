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

from drumhead.server.api import pages, spec
from drumhead.server.api.http import Office
from drumhead.server.api.websocket import converse
from drumhead.server.cluster.webhooks import Hooks
from drumhead.server.cluster.workers import Thinkers
from drumhead.server.db.store import Store
from drumhead.server.ops import health
from drumhead.server.ops.rate_limit import ADDRESS, Rate
from drumhead.server.ops.security import LOOPBACK, Guard
from drumhead.server.service import House
from drumhead.web import assets


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
        *health.routes(house),
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
