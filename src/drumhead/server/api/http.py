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
from drumhead.core.i18n.text import Text, use_language
from drumhead.server.api import pages, serialize, transfer
from drumhead.server.api.json_input import read_json
from drumhead.server.api.postgame import filmed
from drumhead.server.db.store import Unavailable
from drumhead.server.lobby import options, rematch, requests
from drumhead.server.lobby.requests import Battle
from drumhead.server.ops.rate_limit import TooFast
from drumhead.server.service import House
from drumhead.server.session.guide import asked_guide
from drumhead.server.session.session import Room

LONGEST: Final = 200_000
"""No request has more bytes, except one with a game file."""
LONGEST_FILE: Final = 2_400_000
"""No request with a game file has more bytes."""
MOST_SEATS: Final = 8
"""No battle has more seats."""
MOST_BATTLES: Final = 200
"""No request is about more battles."""

Asked = dict[str, Any]


class Office:
    """What is asked for by HTTP."""

    def __init__(self, house: House, *, seeded: bool) -> None:
        self._house = house
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
        asked_by_page: dict[str, Callable[[Request, Asked], Awaitable[Response]]] = {
            "/film": self._film,
            "/arrange/{game}": self._arrange,
            "/desk/{game}/{question}": self._ask,
        }
        plain = {path: _without_request(do) for path, do in asked.items()}
        return [Route(path, self._answering(do), methods=["POST"]) for path, do in (plain | asked_by_page).items()]

    async def _begin(self, asked: Asked) -> Response:
        battle = await self._house.clerks.do(partial(requests.new_battle, asked, seeded=self._seeded))
        return await self._begun(battle, asked)

    async def _resume(self, asked: Asked) -> Response:
        return await self._begun(await self._house.readers.do(requests.opened, asked), asked)

    async def _learn(self, asked: Asked) -> Response:
        return await self._begun(await self._house.clerks.do(asked_guide(asked).begin), asked)

    async def _rematch(self, asked: Asked) -> Response:
        tokens = _tokens(asked, MOST_SEATS) if "tokens" in asked else [_token(asked)]
        return JSONResponse(await rematch.again(self._house, tokens, requests.patience(asked)), 201)

    async def _begun(self, battle: Battle, asked: Asked) -> Response:
        return JSONResponse(await self._house.begin(*battle, requests.patience(asked)), 201)

    async def _record(self, asked: Asked) -> Response:
        files = await self._files(_tokens(asked, MOST_SEATS))
        return PlainTextResponse(next(iter(files.values())), headers={"Cache-Control": "no-store"})

    async def _records(self, asked: Asked) -> Response:
        """All battles of somebody's links, one file each, in one archive."""
        files = await self._files(_tokens(asked, MOST_BATTLES))
        archive = await self._house.clerks.do(_packed, list(files.values()))
        return Response(archive, media_type="application/zip", headers={"Cache-Control": "no-store"})

    async def _files(self, tokens: list[str]) -> dict[str, str]:
        """The game file of every battle that the links lead to, as far as those who hold them may know it."""
        held: dict[str, tuple[Room, list[int]]] = {}
        for token in tokens:
            room, seat = await self._house.find(token)
            held.setdefault(room.id, (room, []))[1].append(seat)
        files = {}
        for battle, (room, seats) in held.items():
            people = {seat for seat, sits in enumerate(room.standing.begun_by) if sits.is_person}
            files[battle] = await room.record(seats[0], whole=people <= set(seats))
            self._house.sweep(room)
        return files

    async def _film(self, request: Request, asked: Asked) -> Response:
        """A battle that is over as one picture that moves."""
        room, _ = await self._house.find(_token(asked))
        picture = await filmed(room.standing.match, self._house, pages.language_of(request))
        self._house.sweep(room)
        return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def _arrange(self, request: Request, asked: Asked) -> Response:
        return JSONResponse(await self._house.clerks.do(options.arranged, pages.game_of(request), asked))

    async def _ask(self, request: Request, asked: Asked) -> Response:
        question = request.path_params["question"]
        return JSONResponse(await self._house.clerks.do(options.answer, pages.game_of(request), question, asked))

    async def _leave(self, asked: Asked) -> Response:
        """Leaves a list of battles for another device; answers with the code that fetches it."""
        battles = asked.get("battles")
        if not isinstance(battles, list) or not 0 < len(battles) <= MOST_BATTLES:
            raise SetupError(Text("say which battles"))
        code, words = transfer.new_code(), json.dumps(battles)
        until = time.time() + transfer.MINUTES * 60
        sealed = await self._house.clerks.do(transfer.seal, code, words)
        await self._house.stored(self._house.store.leave_code, transfer.name_of(code), sealed, until)
        return JSONResponse({"code": code, "minutes": transfer.MINUTES}, 201)

    async def _take(self, asked: Asked) -> Response:
        code = asked.get("code")
        if not isinstance(code, str) or len(code) > 40:
            raise SetupError(Text("say the code"))
        sealed = await self._house.stored(self._house.store.take_code, transfer.name_of(code))
        battles = json.loads(await self._house.clerks.do(transfer.unseal, code, sealed))
        return JSONResponse({"battles": battles}, headers={"Cache-Control": "no-store"})

    def _answering(
        self, do: Callable[[Request, Asked], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Does what the JSON of a request asks for; a mistake is answered with its reason and clause."""

        async def answer(request: Request) -> Response:
            package = pages.game_of(request).package if "game" in request.path_params else ""
            with use_language(translator(pages.language_of(request), package)):
                try:
                    self._house.comers.ask(request.client.host if request.client is not None else "")
                    return await do(request, await _body(request))
                except DrumheadError as error:
                    self._house.meters.count("refusals")
                    refused = serialize.refusal(error, request.scope["path"].strip("/"))
                    return JSONResponse(refused, _STATUS.get(type(error), 422))

        return answer


def _without_request(
    do: Callable[[Asked], Awaitable[Response]],
) -> Callable[[Request, Asked], Awaitable[Response]]:
    return lambda _, asked: do(asked)


_STATUS: Final[dict[type[DrumheadError], int]] = {TooFast: 429, Unavailable: 503}


async def _body(request: Request) -> Asked:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise SetupError(Text("a message is JSON"))
    longest = LONGEST_FILE if request.scope["path"] == "/battles/open" else LONGEST
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > longest:
            break  # the reader says so
    asked = read_json(body, longest)
    return asked if isinstance(asked, dict) else {}


def _packed(files: list[str]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, text in enumerate(files, 1):
            packed.writestr(f"battle-{number:03}.drum", text)
    return archive.getvalue()


def _token(asked: Asked) -> str:
    return _tokens({"tokens": [asked.get("token")]}, 1)[0]


def _tokens(asked: Asked, most: int) -> list[str]:
    tokens = asked.get("tokens")
    if not isinstance(tokens, list) or not 0 < len(tokens) <= most or not all(isinstance(one, str) for one in tokens):
        raise SetupError(Text("say which link"))
    return tokens
