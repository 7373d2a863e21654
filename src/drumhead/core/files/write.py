"""Writing a game file to disk (`save`), and its text, which a person can read, edit and diff (`file_text`).

Battles on a server are not files: `server/db/store.py` writes them to a database.
"""

import base64
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from drumhead.core.actions import Outcome
from drumhead.core.errors import RecordError
from drumhead.core.files.replace import replace_file
from drumhead.core.files.steps import write_step
from drumhead.core.game import Game
from drumhead.core.i18n.text import use_language
from drumhead.core.played import Played, Stretch
from drumhead.core.state import CHANCE, SPECTATOR, State

KNOWN: Final = "Known"
"""The tag of a file that lacks what was hidden: whose knowledge it holds. It can be looked at, and not played on."""
RUNNING: Final = "*"
"""The result line of a battle that is not over."""


class WritableMatch(Protocol):
    """What writing a file needs of a match. A protocol, so that a match can save itself without an import cycle."""

    game: Game
    names: tuple[str, ...]
    origin: State | None
    state: State
    steps: list[Played]
    stretches: list[Stretch]
    ending: Outcome | None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    @property
    def throws(self) -> int:
        """How many throws have been made."""

    def done(self, step: int, seat: int) -> str:
        """The notation of a step, as far as a seat may know it."""

    def close_stretch(self) -> None:
        """Ends the running stream of dice, so that its secret may be published."""


def file_text(match: WritableMatch, seat: int = SPECTATOR, *, whole: bool = True) -> str:
    """Returns a match as the text of a game file, without closing its stream of dice; see `write_text`.

    `whole` is the file of the owner, with the secrets of the game encoded while they are open; otherwise it holds what
    the seat knows, or a spectator.
    """
    with use_language(str):
        return _english_text(match, seat, whole=whole)


def _english_text(match: WritableMatch, seat: int, *, whole: bool) -> str:
    """Writes a match in English: files are the same in every language."""
    game = match.game
    secret = game.has_secrets(match.state) and match.ending is None
    if not whole or secret:
        known = {KNOWN: game.letters[seat] if seat != SPECTATOR else "spectators"} if secret else {}
        text = _render(match, game.known_tags(match.state, seat), seat, known)
        if whole:
            inner = _render(match, game.tags(), SPECTATOR, {}, open_secrets=True)
            sealed = base64.b85encode(zlib.compress(inner.encode(), 9)).decode()
            text = _render(match, game.known_tags(match.state, SPECTATOR), SPECTATOR, {"Sealed": sealed})
        return text
    return _render(match, game.tags(), SPECTATOR, {}, open_secrets=True)


def transcript_text(
    tags: dict[str, str], stretches: list[Stretch], steps: list[Played], letters: Sequence[str], result: str
) -> str:
    """Returns the text of a game file whose steps cannot be played any more, without events; all streams are closed."""
    dice = [_stretch_line(stretch, is_closed=True) for stretch in stretches]
    written = [_numbered(step, f"{number}. ", letters, write_step(step)) for number, step in enumerate(steps, 1)]
    return _joined(tags, dice, {}, written, result)


def _render(
    match: WritableMatch, setup: dict[str, str], seat: int, more: dict[str, str], *, open_secrets: bool = False
) -> str:
    game = match.game
    tags = {"Game": game.name, "Rules": game.rules, **setup}
    if match.names:
        tags["Names"] = ", ".join(match.names)
    if match.origin is not None:
        known = match.origin if open_secrets else match.origin.observe(seat)
        tags["Position"] = game.write_position(known)
    throws, outcome = match.throws, match.outcome
    dice = [
        _stretch_line(stretch, is_closed=index < len(match.stretches) - 1 or outcome is not None)
        for index, stretch in enumerate(match.stretches)
        if stretch.seed or stretch.first < throws
    ]
    result = RUNNING if outcome is None else result_line(game.letters, outcome)
    return _joined(tags, dice, more, _steps(match, seat, open_secrets=open_secrets), result)


def _joined(tags: dict[str, str], dice: list[str], more: dict[str, str], steps: list[str], result: str) -> str:
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    lines += [f'[Dice "{words}"]' for words in dice]
    lines += [f'[{name} "{value}"]' for name, value in more.items()]
    return "\n".join([*lines, "", *steps, result]) + "\n"


def _stretch_line(stretch: Stretch, *, is_closed: bool) -> str:
    if stretch.seed:
        return f"throw {stretch.first + 1} on, seed {stretch.seed}"
    nonces = " ".join(stretch.dice.nonces)
    if stretch.commitments:
        nonces += f", commits {' '.join(stretch.commitments)}"
    for name, seats in (("drawn", stretch.drawn), ("substituted", stretch.substituted)):
        if seats:
            nonces += f", {name} {' '.join(str(seat + 1) for seat in seats)}"
    secret = f", secret {stretch.dice.secret.hex()}" if is_closed and stretch.dice.secret else ""
    return f"throw {stretch.first + 1} on, commitment {stretch.seal}, nonces {nonces}{secret}"


def _steps(match: WritableMatch, seat: int, *, open_secrets: bool) -> list[str]:
    game = match.game
    width = len(str(len(match.steps)))
    lines = []
    for number, step in enumerate(match.steps, 1):
        notation = write_step(step)
        if step.seat != CHANCE and not open_secrets:
            notation = match.done(number - 1, seat)
        told = [event for raw in step.events if (event := game.event(match.state, raw, seat)) is not None]
        comment = "; ".join(str(event) for event in told)
        written = _numbered(step, f"{number:{width}}. ", game.letters, notation)
        lines.append(written + (f"  {{{comment}}}" if comment else ""))
    return lines


def _numbered(step: Played, number: str, letters: Sequence[str], notation: str) -> str:
    """A step with its number and the letter of the seat that decided."""
    return number + (notation if step.seat == CHANCE else f"{letters[step.seat]} {notation}")


def result_line(letters: Sequence[str], outcome: Outcome) -> str:
    """The last line of the file of a battle that is over; `letters` are those of the seats."""
    winner = "draw" if outcome.is_draw else f"{letters[outcome.winner]} wins"
    return f"{winner}: {outcome}"


def write_text(match: WritableMatch, *, seat: int | None = None) -> str:
    """Returns the game file of a match as text; for a seat, only what that seat may know.

    Without a seat, the stream of dice thrown so far ends, because the file publishes its secret: the match goes on with
    a fresh stream. Secrets of the game itself are encoded while they are open.
    """
    if seat is not None:
        return file_text(match, seat, whole=False)
    if match.outcome is None:
        match.close_stretch()
    return file_text(match)


def save(match: WritableMatch, path: str | Path, seat: int | None = None) -> None:
    """Writes `write_text` to a file, whole or not at all; raises RecordError where the file cannot be written."""
    path = Path(path)
    text = write_text(match, seat=seat)
    try:
        replace_file(path, text)
    except OSError as error:
        raise RecordError("{path} cannot be written: {why}", path=path, why=error.strerror) from None
