"""For operators: /health, /ready, /metrics, and the log."""

import hmac
import json
import logging
import os
import time
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from drumhead.server.context import Context
from drumhead.server.errors import Unavailable
from drumhead.server.registry import Registry
from drumhead.server.session import steady_clock

METRICS_TOKEN: Final = "DRUMHEAD_METRICS_TOKEN"
"""The environment variable with the token that `/metrics` asks for."""
_STANDARD_FIELDS: Final = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "color_message",
    "taskName",
}
"""The fields of every log record; any others were passed as `extra`."""


def routes(context: Context, registry: Registry) -> list[Route]:
    """The routes for operators."""

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def ready(request: Request) -> Response:
        if context.is_closing:
            return JSONResponse({"status": "closing"}, 503)
        try:
            await context.database.run(context.database.store.ping)
        except Unavailable:
            return JSONResponse({"status": "the database does not answer"}, 503)
        if context.database.store.is_damaged:
            return JSONResponse({"status": "the database is damaged"}, 503)
        if not context.workers.check():
            return JSONResponse({"status": "the computer players do not answer"}, 503)
        return JSONResponse({"status": "ok"})

    async def metrics(request: Request) -> Response:
        if not _may_see_metrics(request):
            return PlainTextResponse("not here", 404)
        gauges = {
            "rooms": len(registry.sessions),
            "listeners": sum(len(session.subscribers) for session in registry.sessions.values()),
            "worker_restarts": context.workers.restarts,
            "database_damaged": context.database.store.is_damaged,
            "clock_offset_seconds": steady_clock.offset(),
            "queued_bytes": context.visitors.queued_bytes.held,
            "connections": context.visitors.connections.held,
            "computations": context.workers.waiting,
            "kept_results_bytes": context.results.bytes,
        }
        sizes = {"disk_free_bytes": context.disk.free_bytes, "database_bytes": context.disk.database_bytes}
        gauges |= {name: size for name, size in sizes.items() if size is not None}
        return PlainTextResponse(context.metrics.text(gauges), media_type="text/plain; version=0.0.4")

    return [Route("/health", health), Route("/ready", ready), Route("/metrics", metrics)]


def _may_see_metrics(request: Request) -> bool:
    """Returns whether a request has the token of the metrics. Without one nobody may see them.

    An address would prove nothing: behind a proxy that forwards none, every visitor seems to be on this machine.
    """
    token = os.environ.get(METRICS_TOKEN, "")
    given = request.headers.get("authorization", "")
    return bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object on one line. Callers must not log links or battle ids."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line of JSON, with its extra fields."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"time": f"{stamp}.{int(record.msecs):03}Z", "level": record.levelname.lower(), "from": record.name}
        line["message"] = record.getMessage()
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logging(*, level: int) -> None:
    """Sends the log to the standard error as JSON; uvicorn's from WARNING on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("drumhead", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(level if name == "drumhead" else logging.WARNING)
