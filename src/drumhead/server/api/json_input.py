"""Reads JSON from clients; refuses what is too large to parse quickly or cannot be stored and sent on."""

import json
import math
from typing import Any, Final, NoReturn

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text

MAX_UNQUOTED_CHARACTERS: Final = 40_000
"""The most characters outside of strings: bounds the number of values."""
MAX_QUOTES: Final = 20_000
"""The most quotation marks that open or close strings."""
MAX_DEPTH: Final = 16
"""The deepest nesting."""
MAX_DIGITS: Final = 40
"""The most digits of an integer."""


class MalformedMessage(DrumheadError):
    """Input from a client that is no valid message."""


def _refuse_constant(name: str) -> NoReturn:
    """Refuses NaN and infinities, which Python accepts and JSON does not."""
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
    """Reads JSON; raises `MalformedMessage` if it is invalid, too large or too deep, or its text cannot be stored."""
    if len(raw) > max_length:
        raise MalformedMessage(Text("the message is too large"))
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
        if _has_too_many_values(text):
            raise MalformedMessage(Text("the message is too large"))
        message = _decode(text)
    except (ValueError, RecursionError):
        raise MalformedMessage(Text("a message must be JSON")) from None
    _check(message)
    return message


def _has_too_many_values(text: str) -> bool:
    """Returns whether a text has more values than any message needs, without parsing it."""
    bare = text.replace("\\\\", "").replace('\\"', "")  # the remaining quotation marks open or close a string
    if bare.count('"') > MAX_QUOTES:
        return True
    return sum(map(len, bare.split('"')[::2])) > MAX_UNQUOTED_CHARACTERS


def _check(message: Any) -> None:
    """Refuses text that cannot be stored, and nesting that is too deep."""
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
            raise MalformedMessage(Text("the message is nested too deeply"))


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise MalformedMessage(Text("the message contains characters that cannot be stored")) from None
    if "\0" in text:
        raise MalformedMessage(Text("the message contains characters that cannot be stored"))
