"""What comes over the wire: JSON that can be read quickly, stored and sent on; all else is refused in one place."""

import json
import math
from typing import Any, Final, NoReturn

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text

MAX_UNQUOTED_CHARACTERS: Final = 40_000
"""So many characters may stand outside of strings: a bound for how many values there are."""
MAX_QUOTES: Final = 20_000
"""So many quotation marks may open and close strings."""
MAX_DEPTH: Final = 16
"""No message is folded deeper."""
MAX_DIGITS: Final = 40
"""No whole number has more digits."""


class MalformedMessage(DrumheadError):
    """A message that is not one."""


def _refuse_constant(name: str) -> NoReturn:
    """Refuses what JSON does not know: NaN and infinities."""
    raise ValueError(name)


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(digits[:MAX_DIGITS])
    return int(digits)


def _parse_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits[:MAX_DIGITS])
    return number


_decode: Final = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_int=_parse_int, parse_float=_parse_float
).decode


def read_json(raw: str | bytes | bytearray, max_length: int) -> Any:
    """Reads a message; refuses what is too long, too wide or too deep, and text that cannot be written anywhere."""
    if len(raw) > max_length:
        raise MalformedMessage(Text("that is too long for a battle"))
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
        if _has_too_many_values(text):
            raise MalformedMessage(Text("that is too long for a battle"))
        message = _decode(text)
    except (ValueError, RecursionError):
        raise MalformedMessage(Text("a message is JSON")) from None
    _check(message)
    return message


def _has_too_many_values(text: str) -> bool:
    """Says whether a text has more values than a message needs, without reading it."""
    bare = text.replace("\\\\", "").replace('\\"', "")  # quotation marks that are left open or close a string
    if bare.count('"') > MAX_QUOTES:
        return True
    return sum(map(len, bare.split('"')[::2])) > MAX_UNQUOTED_CHARACTERS


def _check(message: Any) -> None:
    """Refuses text that no file and no database takes, and what is folded too deep to be looked through."""
    level, depth = [message], 0
    while level:
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                _check_text(value)
            elif isinstance(value, dict):
                inner += value
                inner += value.values()
            elif isinstance(value, list):
                inner += value
        level, depth = inner, depth + 1
        if depth > MAX_DEPTH:
            raise MalformedMessage(Text("the message is folded too deep"))


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise MalformedMessage(Text("the message holds characters that cannot be written")) from None
    if "\0" in text:
        raise MalformedMessage(Text("the message holds characters that cannot be written"))
