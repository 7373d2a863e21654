"""What comes over the wire: JSON that can be read quickly, stored and sent on; all else is refused in one place."""

import json
import math
from typing import Any, Final, NoReturn

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text

MOST_OUTSIDE: Final = 40_000
"""So many characters may stand outside of strings: a bound for how many values there are."""
MOST_QUOTES: Final = 20_000
"""So many quotation marks may open and close strings."""
DEEPEST: Final = 16
"""No message is folded deeper."""
MOST_DIGITS: Final = 40
"""No whole number has more digits."""


class StrangeError(DrumheadError):
    """A message that is not one."""


def _no_number(name: str) -> NoReturn:
    """Refuses what JSON does not know: NaN and infinities."""
    raise ValueError(name)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(digits[:MOST_DIGITS])
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits[:MOST_DIGITS])
    return number


_DECODED: Final = json.JSONDecoder(parse_constant=_no_number, parse_int=_whole, parse_float=_finite).decode


def read_json(raw: str | bytes | bytearray, longest: int) -> Any:
    """Reads a message; refuses what is too long, too wide or too deep, and text that cannot be written anywhere."""
    if len(raw) > longest:
        raise StrangeError(Text("that is too long for a battle"))
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
        if _is_wide(text):
            raise StrangeError(Text("that is too long for a battle"))
        message = _DECODED(text)
    except (ValueError, RecursionError):
        raise StrangeError(Text("a message is JSON")) from None
    _check(message)
    return message


def _is_wide(text: str) -> bool:
    """Says whether a text has more values than a message needs, without reading it."""
    bare = text.replace("\\\\", "").replace('\\"', "")  # quotation marks that are left open or close a string
    if bare.count('"') > MOST_QUOTES:
        return True
    return sum(map(len, bare.split('"')[::2])) > MOST_OUTSIDE


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
        if depth > DEEPEST:
            raise StrangeError(Text("the message is folded too deep"))


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise StrangeError(Text("the message holds characters that cannot be written")) from None
    if "\0" in text:
        raise StrangeError(Text("the message holds characters that cannot be written"))
