"""Reading and checking a game file; `core.files.write` has the other direction."""

import base64
import binascii
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from drumhead.core.dice import Dice
from drumhead.core.errors import DrumheadError, ProofError, RecordError
from drumhead.core.files.steps import is_throw, play_step
from drumhead.core.files.write import KNOWN, RUNNING, file_text, result_line, save, write_text
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.match import Match
from drumhead.core.played import CONCEDE, FORFEITS, Stretch
from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE, OVER

__all__ = ["OldRules", "Proof", "TooLong", "load_file", "read", "save", "verify", "write", "write_text"]

write = file_text
"""An earlier name of `file_text`."""
ORDER: Final = ("Game", "Rules", "Names", "Position", "Dice", "Seed", "Sealed", KNOWN)
MAX_FILE_CHARACTERS: Final = 8_000_000
"""The most characters of a game file, and of its sealed part when it is decoded."""
MAX_LINE_CHARACTERS: Final = 20_000
"""The most characters of a line, except that of the sealed part."""
MAX_LINES: Final = 70_000
"""The most lines of a game file."""
MAX_STEP_DIGITS: Final = 9
"""The most digits of the number of a step."""
_SEALED: Final = '[Sealed "'

Scanned = tuple[dict[str, str], list[tuple[int, str]], list[tuple[int, int, str]], tuple[int, str]]
"""The tags, the lines with dice, the steps and the result of a file, the latter three with their lines."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What `verify` found, in throws."""

    checked: int
    """How many were recomputed from a published secret and fit."""
    by_hand: int
    """How many were thrown at a real table, which proves nothing."""
    sealed: int
    """How many wait for their secret to be published; their commitment is known."""

    def __str__(self) -> str:
        rest = [f"{self.by_hand} thrown by hand"] if self.by_hand else []
        rest += [f"{self.sealed} still sealed by the commitment"] if self.sealed else []
        return f"{self.checked} throws verified" + "".join(f", {part}" for part in rest)


class OldRules(RecordError):
    """A file of earlier rules has a step that is no longer legal; `match` holds all steps before it."""

    def __init__(self, error: RecordError, match: Match, rules: str) -> None:
        reason = Text(
            "{why}; the file was played under rules {theirs}, this table plays rules {ours}",
            why=error.reason,
            theirs=rules,
            ours=match.game.rules,
        )
        super().__init__(reason, error.clause, error.line)
        self.match = match


class TooLong(RecordError):
    """A game file takes longer to play than its reader waits."""


def read_file(path: str | Path, **local: Any) -> Match:
    """Returns the match in a game file, as `read_text` does; raises RecordError where there is no such file.

    `local` options name what of this machine the match is played with, such as `data`; a file cannot.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError("{path} cannot be read: {why}", path=path, why=error.strerror) from None
    except UnicodeDecodeError:
        raise RecordError("{path} is not a game file: it is not text", path=path) from None
    return read_text(text, **local)


def read_text(text: str, *, seconds: float | None = None, fresh: bool = False, **local: Any) -> Match:
    """Returns the match that a game file records, playing every step again.

    Raises RecordError with the line, and the clause where a rule is broken; OldRules, with the match up to there, where
    a step of earlier rules is no longer legal.

    A reader who does not know where the text comes from sets a limit in `seconds`, after which RecordError is raised,
    and `fresh`, which throws dice to come from a new stream: whoever wrote a seed into the text could foretell them.

    >>> match = Match(load("travel-battle"), seed=1)
    >>> read_text(write_text(match)) == match
    True
    """
    until = time.monotonic() + seconds if seconds is not None else None
    with use_language(str):
        match = _read(text, until, local)
    if match.outcome is None and (fresh or not (match.stretches and match.stretches[-1].seed)):
        thrown = [stretch for stretch in match.stretches if stretch.first < match.throws]
        match.stretches = [*thrown, Stretch(match.throws, Dice.fresh(match.game.seats))]
    return match


read = read_text
load_file = read_file
"""The earlier names of `read_text` and `read_file`, which keep working."""


def _read(text: str, until: float | None, local: dict[str, Any]) -> Match:
    tags, dice, steps, last = _scan(text)
    if "Sealed" in tags:
        tags, dice, steps, last = _scan(_unseal(tags["Sealed"]))
        if "Sealed" in tags:
            raise RecordError("the sealed part of the file is sealed again")
    game_class = game_type(_tag(tags, "Game"))
    rules = _tag(tags, "Rules")
    if not game_class.reads(rules):
        raise RecordError(
            "the file was played under rules {theirs}; this table plays rules {ours}",
            theirs=rules,
            ours=game_class.rules,
        )
    names = tuple(tags["Names"].split(", ")) if "Names" in tags else ()
    if len(steps) > game_class.bound:
        raise RecordError("no battle of {game} has {n} steps", game=game_class.title, n=len(steps))
    setup = {name: value for name, value in tags.items() if name not in ORDER}
    game = game_class.from_file(rules, setup, **local)
    state = game.read_position(tags["Position"]) if "Position" in tags else None
    match = Match(game, names=names, state=state)
    match.stretches = _read_dice(dice, len(steps), game.seats)
    try:
        for expected, (line, number, notation) in enumerate(steps, 1):
            if until is not None and time.monotonic() > until:
                raise TooLong(Text("the file takes too long to play: it was given up at step {n}", n=expected))
            if number != expected:
                raise RecordError(
                    "step {expected} is missing; step {number} stands here", line=line, expected=expected, number=number
                )
            _replay(match, notation, line)
        _check_result(match, last)
    except RecordError as error:
        if rules == game.rules or isinstance(error, TooLong):
            raise
        raise OldRules(error, match, rules) from None
    if match.throws and not match.stretches:
        raise RecordError("the file has throws but no [Dice] tag: it was cut or edited")
    return match


def holds_all(text: str) -> bool:
    """Returns whether a file has all that was hidden when it was written: only then the match can be played on."""
    return not any(line.lstrip().startswith(f'[{KNOWN} "') for line in text.splitlines())


def _scan(text: str) -> Scanned:
    """Returns the parts of a file; takes linear time whatever it holds."""
    tags: dict[str, str] = {}
    dice: list[tuple[int, str]] = []
    steps: list[tuple[int, int, str]] = []
    last = (0, "")
    for line, raw in enumerate(_lines(text), 1):
        words = raw.strip()
        if not words or words.startswith("#"):
            continue
        if last[1]:
            raise RecordError("something stands after the result", line=line)
        if len(words) > MAX_LINE_CHARACTERS and not words.startswith(_SEALED):
            raise RecordError("the line has more than {n} characters", line=line, n=MAX_LINE_CHARACTERS)
        if (tag := _as_tag(words)) is not None:
            name, value = tag
            if name == "Dice":
                dice.append((line, value))
            elif name in tags:
                raise RecordError("the tag {tag} stands twice", line=line, tag=name)
            else:
                tags[name] = value
        elif (step := _as_step(words)) is not None:
            steps.append((line, *step))
        elif words == RUNNING or " wins: " in words or words.startswith("draw: "):
            last = (line, words)
        else:
            raise RecordError("{words!r} is neither a tag, a step nor the result", line=line, words=words[:40])
    if not tags:
        raise RecordError("this is not a game file: it has no tags")
    if not last[1]:
        raise RecordError("the file ends after step {n} without its result line: it was cut short", n=len(steps))
    return tags, dice, steps, last


def _lines(text: str) -> list[str]:
    if len(text) > MAX_FILE_CHARACTERS:
        raise RecordError("no game file has more than {n} characters", n=MAX_FILE_CHARACTERS)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n", MAX_LINES)
    if len(lines) > MAX_LINES and lines.pop():
        raise RecordError("no game file has more than {n} lines", n=MAX_LINES)
    return lines


def _as_tag(words: str) -> tuple[str, str] | None:
    """Returns the name and value of a line such as `[Game "pocket-battles"]`, or None for any other."""
    if not (words.startswith("[") and words.endswith('"]')):
        return None
    name, quote, value = words[1:-2].partition(' "')
    return (name, value) if quote and name.replace("_", "x").isalnum() else None


def _as_step(words: str) -> tuple[int, str] | None:
    """Returns the number and notation of a line such as `12. O move O3 centre  {a comment}`, or None."""
    number, dot, rest = words.partition(". ")
    if not dot or len(number) > MAX_STEP_DIGITS or not number.isdecimal():
        return None
    notation, brace, comment = rest.partition("{")
    if brace and (comment.find("}") != len(comment) - 1 or "{" in comment):
        return None
    return int(number), notation.rstrip()


def _tag(tags: dict[str, str], name: str) -> str:
    if name not in tags:
        raise RecordError("the file has no [{name}] tag", name=name)
    return tags[name]


def _unseal(sealed: str) -> str:
    try:
        text = zlib.decompressobj().decompress(base64.b85decode(sealed), MAX_FILE_CHARACTERS + 1).decode()
    except (ValueError, zlib.error, binascii.Error):
        raise RecordError("the sealed part of the file is damaged") from None
    return text


def _read_dice(dice: list[tuple[int, str]], steps: int, seats: int) -> list[Stretch]:
    """Returns the streams of dice of a file, in the order in which they were thrown from."""
    if len(dice) > steps + 2:
        raise RecordError("the file has more streams of dice than steps")
    stretches = [_read_stretch(line, words, seats) for line, words in dice]
    for (line, _), one, other in zip(dice[1:], stretches, stretches[1:], strict=False):
        if other.first < one.first:
            raise RecordError("the streams of dice are not in order", line=line)
    return stretches


def _read_stretch(line: int, words: str, seats: int) -> Stretch:
    parts = dict(part.partition(" ")[::2] for part in words.split(", "))
    try:
        first = int(parts["throw"].split(" ")[0]) - 1
        if "seed" in parts:
            return Stretch(first, Dice.seeded(parts["seed"]), parts["seed"])
        nonces = tuple(filter(None, parts["nonces"].split(" ")))
        dice = Dice(bytes.fromhex(parts.get("secret", "")), nonces)
        commitment = bytes.fromhex(parts["commitment"]).hex()
        commitments = tuple(filter(None, parts.get("commits", "").split(" ")))
        drawn, substituted = (_seats(parts.get(name, ""), seats) for name in ("drawn", "substituted"))
        if commitments and not len(commitments) == len(nonces) == seats:
            raise ValueError
    except (KeyError, ValueError):
        raise RecordError("{words!r} does not describe dice", line=line, words=words[:40]) from None
    return Stretch(first, dice, "", commitment, commitments, drawn, substituted)


def _seats(words: str, count: int) -> tuple[int, ...]:
    """The seats that a file numbers from 1; ValueError where there is none of that number."""
    seats = tuple(int(number) - 1 for number in words.split())
    if not all(0 <= seat < count for seat in seats):
        raise ValueError
    return seats


def _replay(match: Match, notation: str, line: int) -> None:
    try:
        if is_throw(notation):
            play_step(match, CHANCE, notation)
            return
        letter, _, words = notation.partition(" ")
        if words == CONCEDE or (words in FORFEITS and match.to_act == CHANCE):
            if letter in match.game.letters:
                play_step(match, match.game.letters.index(letter), words)
                return
        if match.to_act >= 0 and letter != match.game.letters[match.to_act]:
            wanted = match.game.letters[match.to_act]
            raise RecordError(
                "step {n} is a decision of {wanted}, not of {letter}",
                n=len(match.steps) + 1,
                wanted=wanted,
                letter=letter[:40],
            )
        play_step(match, match.to_act if match.to_act >= 0 else OVER, words)
    except ValueError:
        raise RecordError(
            "step {n}: {notation!r} is not a throw", line=line, n=len(match.steps) + 1, notation=notation[:40]
        ) from None
    except DrumheadError as error:
        raise RecordError(
            "step {n} cannot be played: {why}", error.clause, line, n=len(match.steps) + 1, why=error.reason
        ) from None


def _check_result(match: Match, last: tuple[int, str]) -> None:
    outcome = match.outcome
    expected = RUNNING if outcome is None else result_line(match.game.letters, outcome)
    if last[1] != expected:
        raise RecordError(
            "the file says {told!r}, but the steps give {expected!r}",
            line=last[0],
            told=last[1][:200],
            expected=expected,
        )


def verify(match: Match) -> Proof:
    """Recomputes every throw of a match from the published secrets and returns what could be checked.

    Raises ProofError where a secret or a nonce does not fit its commitment, or at the first throw that differs.
    """
    checked = by_hand = sealed = throw = 0
    left = match.stretches[:]
    for stretch in match.stretches:
        if stretch.published and stretch.dice.secret and stretch.dice.commitment != stretch.published:
            raise ProofError(
                "the secret of the dice from throw {first} on does not fit its commitment", first=stretch.first + 1
            )
        for seat, _ in enumerate(stretch.commitments):
            if not stretch.is_bound(seat):
                raise ProofError(
                    "the nonce of {side} for the dice from throw {first} on does not fit its commitment",
                    side=match.game.seat_name(seat),
                    first=stretch.first + 1,
                )
    for number, step in enumerate(match.steps, 1):
        if step.faces is None:
            continue
        while len(left) > 1 and left[1].first <= throw:
            del left[0]
        stretch = left[0]
        if step.by_hand:
            by_hand += 1
        elif not stretch.dice.secret:
            sealed += 1
        else:
            rolled = stretch.dice.throw(throw, match.state_before(number - 1).throw())
            if rolled != step.faces:
                faces = " ".join(map(str, step.faces))
                raise ProofError(
                    "step {number}: the file says {faces}, the dice fell {fell}",
                    number=number,
                    faces=faces,
                    fell=" ".join(map(str, rolled)),
                )
            checked += 1
        throw += 1
    return Proof(checked, by_hand, sealed)
