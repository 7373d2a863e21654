"""After a battle: the proof of its dice and a film of it."""

from drumhead.core.draw.film import film
from drumhead.core.files.record import read, verify
from drumhead.core.files.write import file_text
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import use_language
from drumhead.core.match import Match
from drumhead.server.context import Context
from drumhead.server.session.ports import Message
from drumhead.server.session.review import must_be_over


async def filmed(match: Match, context: Context, language: str) -> str:
    """A battle that is over as an animated SVG, drawn in a worker process."""
    must_be_over(match)
    return await context.workers.run(_film, await context.threads.run(file_text, match), language)


def _film(record: str, language: str) -> str:
    match = read(record)
    with use_language(translator(language, match.game.package)):
        return film(match)


def proof(match: Match) -> Message:
    """The result of recomputing all throws of a battle that is over, and the streams they came from."""
    must_be_over(match)
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
