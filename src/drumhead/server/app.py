"""The ASGI application: pages, HTTP API, websocket, health."""

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
from drumhead.server.api.http import HttpApi
from drumhead.server.api.websocket import serve_connection
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.store import Store
from drumhead.server.housekeeping import EXPIRE_DAYS
from drumhead.server.ops import health
from drumhead.server.ops.page_limit import PageLimitMiddleware
from drumhead.server.ops.proxies import NO_PROXIES, Proxies, ProxyMiddleware
from drumhead.server.ops.rate_limit import ADDRESS_RATE, Rate
from drumhead.server.ops.security import LOOPBACK, SecurityMiddleware
from drumhead.server.service import Service
from drumhead.web import assets


def build(
    store: Store,
    workers: WorkerPool,
    *,
    hosts: Sequence[str] = LOOPBACK,
    rate: Rate = ADDRESS_RATE,
    proxies: Proxies = NO_PROXIES,
    private_hooks: bool = False,
    expire_days: int = EXPIRE_DAYS,
    seeded: bool = False,
) -> Starlette:
    """The application on a database.

    `hosts` are the names that requests may use for this server, `rate` limits each visitor, `proxies` are those whose
    word is taken for a visitor's address, `private_hooks` allows webhooks into private networks, abandoned battles
    are deleted after `expire_days` (0 for never), and `seeded` lets requests choose the seed of the dice, for tests.
    """
    service = Service(store, workers, rate=rate, private_hooks=private_hooks, expire_days=expire_days)
    context, registry = service.context, service.registry

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.open()
        yield
        await service.close()

    async def websocket(socket: WebSocket) -> None:
        await serve_connection(socket, context, registry)

    routes = [
        *pages.routes(),
        *HttpApi(context, registry, seeded=seeded).routes(),
        *health.routes(context, registry),
        Route("/openapi.json", lambda _: JSONResponse(spec.openapi())),
        Route("/asyncapi.json", lambda _: JSONResponse(spec.asyncapi())),
        WebSocketRoute("/talk", websocket),
        assets.route(),
    ]
    middleware = [
        Middleware(ProxyMiddleware, proxies=proxies),
        Middleware(SecurityMiddleware, hosts=hosts),
        Middleware(PageLimitMiddleware, context=context),
        Middleware(GZipMiddleware, minimum_size=800),
    ]
    app = Starlette(
        routes=routes, middleware=middleware, lifespan=lifespan, exception_handlers={HTTPException: pages.missing}
    )
    app.state.service = service
    return app
