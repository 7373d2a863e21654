"""The pages: start, set-up, army builder, table, rules; the palette and the cover pictures."""

import json
import re
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from drumhead.ai.bots.levels import DEFAULT_LEVEL, LEVELS
from drumhead.ai.bots.random_bot import RandomBot
from drumhead.core.draw.palette import CAMPFIRE, PAPER, properties
from drumhead.core.files.record import read
from drumhead.core.game import Game
from drumhead.core.i18n.catalogue import LANGUAGES, SOURCE, translator
from drumhead.core.i18n.extract import sentences
from drumhead.core.i18n.text import Translate, use_language
from drumhead.core.match import Match
from drumhead.core.registry import games
from drumhead.core.rulebook.clauses import ClauseBook
from drumhead.core.state import CHANCE, OVER
from drumhead.server.lobby import options as lobby
from drumhead.server.lobby.seats import opponents
from drumhead.server.lobby.waiting import is_forces
from drumhead.server.session.guide import guide_of, has_guide
from drumhead.web import assets

COVER_STEPS: Final = 90
"""After how many steps of a random battle its cover picture is drawn, for games without a cover file."""
CLAUSE_ID: Final = re.compile(r"\b[A-Z]+-\d+\.\d+\b")

_ENVIRONMENT: Final = Environment(
    loader=PackageLoader("drumhead.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def routes() -> list[Route]:
    """The routes of the pages."""
    return [
        Route("/", start),
        Route("/table", table),
        Route("/review", review),
        Route("/setup/{game}", setup),
        Route("/build/{game}", build),
        Route("/rules/{game}", rules),
        Route("/learn/{game}", learn),
        Route("/join/{game}", join),
        Route("/dice", dice),
        Route("/clauses/{game}.json", clauses),
        Route("/palette.css", palette),
        Route("/pictures/{game}.svg", picture),
        Route("/favicon.ico", lambda _: RedirectResponse(f"{assets.root()}/drum.svg")),
    ]


def language_of(request: Request) -> str:
    """The language of the cookie, else the first of the browser's languages that is available."""
    for cookie in request.headers.get("cookie", "").split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == "language" and value.strip('"') in LANGUAGES:
            return value.strip('"')
    for wish in request.headers.get("accept-language", "").split(","):
        language = wish.split(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return SOURCE


def start(request: Request) -> Response:
    """The start page: the games, and every way into a battle."""
    found = list(games().values())
    builders = [game.name for game in found if lobby.random_forces(game)]
    guided = [game for game in found if has_guide(game)]
    return _page(
        request,
        "start.html",
        games=found,
        builders=builders,
        guided=guided,
        levels=LEVELS,
        opponents=opponents,
        default_level=DEFAULT_LEVEL,
    )


def setup(request: Request) -> Response:
    """The page on which a battle is set up."""
    game = game_of(request)
    options = lobby.open_options(game)
    return _page(
        request,
        "setup.html",
        game=game,
        options=[option for option in options if not is_forces(option)],
        forces=next(filter(is_forces, options), None),
        lots=lobby.random_forces(game),
        choices_of=lobby.choices_of,
        value_of=lobby.value_of,
        opponents=opponents(game),
        default_level=DEFAULT_LEVEL,
    )


def build(request: Request) -> Response:
    """The army builder; 404 for games without one."""
    game = game_of(request)
    if not lobby.random_forces(game):
        raise HTTPException(404)
    forces = next(filter(is_forces, game.options))
    return _page(request, f"build-{game.name}.html", game=game, forces=forces, lots=lobby.random_forces(game))


def table(request: Request) -> Response:
    """The page of a battle; the token is in the fragment of the address, which is never sent to a server."""
    return _page(request, "table.html")


def review(request: Request) -> Response:
    """The page on which a battle that is over is reviewed; the token is in the fragment, as for the battle."""
    return _page(request, "review.html")


def rules(request: Request) -> Response:
    """The page with all clauses of a game."""
    game = game_of(request)
    book = game.clauses()
    chapters = {
        chapter: [clause for clause in book.clauses.values() if clause.chapter == chapter] for chapter in book.chapters
    }
    linked = partial(_linked, book=book)
    return _page(request, "rules.html", game=game, book=book, chapters=chapters, linked=linked, guided=has_guide(game))


def learn(request: Request) -> Response:
    """The page before a guided first battle."""
    game = game_of(request)
    if not has_guide(game):
        raise HTTPException(404)
    return _page(request, "learn.html", game=game, guide=guide_of(game))


def join(request: Request) -> Response:
    """The page of an invitation; the token is in the fragment, as for the battle."""
    game = game_of(request)
    forces = next(filter(is_forces, game.options), None)
    return _page(request, "join.html", game=game, guided=has_guide(game), forces=forces, lots=lobby.random_forces(game))


def dice(request: Request) -> Response:
    """The page on how dice are thrown, and how to check them."""
    return _page(request, "dice.html")


def clauses(request: Request) -> Response:
    """The clauses of a game as JSON, for the window that shows one."""
    language = language_of(request)
    book = game_of(request).clauses()
    told = {
        clause.id: [clause.title if language == SOURCE else "", clause.words(language), clause.ruling.get(language, "")]
        for clause in book.clauses.values()
    }
    return Response(json.dumps(told, ensure_ascii=False), media_type="application/json")


def palette(request: Request) -> Response:
    """The colours of pages and pictures, by the system's theme or the visitor's choice."""
    day, night = _properties(PAPER), _properties(CAMPFIRE)
    text = (
        f":root,[data-theme=light] .dh{{{day}color-scheme:light}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{night}color-scheme:dark}}}}"
        f":root[data-theme=dark],[data-theme=dark] .dh{{{night}color-scheme:dark}}"
    )
    return Response(text, media_type="text/css", headers={"Cache-Control": "no-cache"})


def picture(request: Request) -> Response:
    """The cover picture of a game."""
    game = game_of(request)
    drawn = _cover_picture(game, language_of(request))
    theme = request.query_params.get("theme", "")
    if theme in ("light", "dark"):
        drawn = drawn.replace(properties("auto"), properties(theme))
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600", "Vary": "Cookie"})


async def missing(request: Request, error: Exception) -> Response:
    """The page for errors such as 404, with a link back."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _page(request, "missing.html", status=status)


def _page(request: Request, name: str, *, status: int = 200, **values: Any) -> Response:
    language = language_of(request)
    game = values.get("game")
    say = translator(language, game.package if game else "")
    with use_language(say):
        html = _ENVIRONMENT.get_template(name).render(
            _=say,
            language=language,
            languages=LANGUAGES,
            client_words=client_words(language),
            static=assets.root(),
            modules=assets.modules,
            **values,
        )
    return HTMLResponse(html, status, headers={"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"})


def game_of(request: Request) -> type[Game]:
    """The game that the address of a request names."""
    game = games().get(request.path_params["game"])
    if game is None:
        raise HTTPException(404)
    return game


@cache
def client_words(language: str) -> Markup:
    """The client's strings in a language, as JSON that is safe inside a page."""
    say: Translate = translator(language, "drumhead.web")
    told = {} if language == SOURCE else {words: say(words) for words in sentences("drumhead.web")}
    return Markup(json.dumps(told, ensure_ascii=False).replace("<", "\\u003c"))


def _linked(words: str, book: ClauseBook) -> Markup:
    """The words of a clause, with links to the clauses they name."""

    def link(found: re.Match[str]) -> str:
        id = found.group()
        return f'<a href="#{id}">{id}</a>' if id in book.clauses else id

    return Markup(CLAUSE_ID.sub(link, str(escape(" ".join(words.split())))))


def _properties(colours: dict[str, str]) -> str:
    return "".join(f"--dh-{name}:{colour};" for name, colour in colours.items())


@cache
def _cover_picture(game: type[Game], language: str) -> str:
    """The board of a game in mid-battle as a spectator sees it."""
    with use_language(translator(language, game.package)):
        return _cover_match(game).board()


@cache
def _cover_match(game: type[Game]) -> Match:
    file = files(game.package).joinpath("data", "cover.drum")
    if file.is_file():
        return read(file.read_text(encoding="utf-8"))
    match, player = Match(game.set_up(), seed=COVER_STEPS), RandomBot(COVER_STEPS)
    while match.to_act != OVER and len(match.steps) < COVER_STEPS:
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(player.choose(match))
    return match
