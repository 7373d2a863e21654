"""After a battle: the proof of its dice and a film of it."""

import zlib

from drumhead.core.draw.film import film
from drumhead.core.files.record import read, verify
from drumhead.core.files.write import file_text
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import use_language
from drumhead.core.match import Match
from drumhead.server.context import Context
from drumhead.server.session.jobs import FILM
from drumhead.server.session.ports import Message
from drumhead.server.session.session import Session


async def filmed(session: Session, context: Context, language: str, *, seat: int, visitor: str) -> str:
    """A battle that is over as an animated SVG, drawn in a worker process or kept from the last time.

    Who is connected in the seat that asks is told how many computations come before it.
    """
    match = session.match_that_is_over()
    key = session.result_key(FILM, language)
    async with context.result_lock(key):  # whoever asks for the same film meanwhile waits for this one
        kept = context.results.get(key)
        if kept is None:
            waiting = [subscriber for subscriber in session.subscribers if subscriber.seat == seat]
            job = session.jobs.study(FILM, visitor, waiting)
            text = await context.threads.run(file_text, match)
            kept = await context.workers.run(job, _film, text, language)
            context.results.put(key, kept)
    return zlib.decompress(kept).decode()


def _film(record: str, language: str) -> bytes:
    """The film of a game file, compressed: films are kept in memory."""
    match = read(record)
    with use_language(translator(language, match.game.package)):
        return zlib.compress(film(match).encode())


def proof(match: Match) -> Message:
    """The result of recomputing all throws of a battle that is over, and the streams they came from."""
    found = verify(match)
    return {
        "checked": found.checked,
        "by_hand": found.by_hand,
        "sealed": found.sealed,
        "streams": [
            {
                "first": stretch.first + 1,
                "seal": stretch.seal,
                "secret": stretch.dice.secret.hex(),
                "nonces": list(stretch.dice.nonces),
                "commits": list(stretch.commitments),
                "joint": stretch.joint,
                "drawn": list(stretch.drawn),
                "substituted": list(stretch.substituted),
            }
            for stretch in match.stretches
            if stretch.first < match.throws
        ],
    }
