"""For those who run the server: whether it lives, whether it is ready, what it counts; and its log."""

import contextlib
import ipaddress
import json
import logging
import time
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from drumhead.server.db.store import Unavailable
from drumhead.server.service import Service

_STANDARD_FIELDS: Final = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "color_message",
    "taskName",
}
"""What every record of a log has; the rest was added by whoever wrote it."""


def routes(service: Service) -> list[Route]:
    """The routes of the upkeep."""

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def ready(request: Request) -> Response:
        if service.is_closing:
            return JSONResponse({"status": "closing"}, 503)
        try:
            await service.query(service.store.ping)
        except Unavailable:
            return JSONResponse({"status": "the database does not answer"}, 503)
        if not service.workers.check():
            return JSONResponse({"status": "the computer players do not answer"}, 503)
        return JSONResponse({"status": "ok"})

    async def metrics(request: Request) -> Response:
        if _is_outside(request):
            return PlainTextResponse("not here", 404)
        connections = sum(len(session.subscribers) for session in service.sessions.values())
        restarts = service.workers.restarts
        text = service.metrics.text(
            {"rooms": len(service.sessions), "listeners": connections, "worker_restarts": restarts}
        )
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    return [Route("/health", health), Route("/ready", ready), Route("/metrics", metrics)]


def _is_outside(request: Request) -> bool:
    """Says whether somebody from outside the network asks."""
    with contextlib.suppress(ValueError):
        return request.client is not None and ipaddress.ip_address(request.client.host).is_global
    return False


class JsonLines(logging.Formatter):
    """A log of one JSON object a line. Links never come near it: nothing that holds one is ever logged."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"time": f"{stamp}.{int(record.msecs):03}Z", "level": record.levelname.lower(), "from": record.name}
        line["message"] = record.getMessage()
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logging(*, level: int) -> None:
    """Sends what the server has to say to the standard error, as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("drumhead", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(level if name == "drumhead" else logging.WARNING)
