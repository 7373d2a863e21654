"""Limits how much each visitor fetches, and turns blocked visitors away."""

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from drumhead.server.context import Context
from drumhead.server.errors import Blocked
from drumhead.server.ops.rate_limit import PAGE_COST, RateLimited
from drumhead.server.ops.visitors import visitor_of


class PageLimitMiddleware:
    """Refuses a visitor that is blocked, or fetches too many pages and files.

    Other requests are limited where they are handled.
    """

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers 429."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            client = scope.get("client")
            cost = 1 if scope["path"].startswith("/static/") else PAGE_COST
            self._context.metrics.count("fetches")
            visitor = visitor_of(client[0] if client else "")
            try:
                self._context.must_be_welcome(visitor)
                self._context.page_limit.check(visitor, cost)
            except (RateLimited, Blocked) as error:
                self._context.metrics.count("refusals")
                status, headers = (403, {}) if isinstance(error, Blocked) else (429, {"Retry-After": "2"})
                await PlainTextResponse(f"{error}\n", status, headers)(scope, receive, send)
                return
        await self.app(scope, receive, send)
