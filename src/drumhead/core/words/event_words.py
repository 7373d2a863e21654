"""Events in words: the games keep tables of sentences, and this fills them in.

PLAIN = {"move": ("uq", "{u} moves to {q}")}      the letters name the fields of the event, in order
SLOTS = {"u": unit_words, "q": square_name}       what puts a field into words; others are numbers
SPECIAL = {"roll": _roll}                         events that a template cannot tell
KINDS = {"move": "move"}                          what a log shows them as; others are notes
KEYS = {"u": unit_keys, "q": square_keys}         the pieces and places of a field, by their key in the picture
NAMED = {"roll": "uq-"}                           the fields of special events, in the letters of KEYS
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from drumhead.core.actions import Event
from drumhead.core.i18n.text import Text

Names = TypeVar("Names")
"""What a game finds its words with: its force, or the names of its units."""


class EventWords(Generic[Names]):
    """The sentences of a game's events."""

    def __init__(
        self,
        plain: Mapping[str, tuple[str, ...]],
        special: Mapping[str, Callable[[Names, list[Any]], Text]],
        slots: Mapping[str, Callable[[Names, list[Any], Any], object]],
        kinds: Mapping[str, str],
        keys: Mapping[str, Callable[[Names, list[Any], Any], Iterable[str]]] | None = None,
        named: Mapping[str, str] | None = None,
    ) -> None:
        """Takes the tables; `plain` has slots, a template and, for an n that is not 1, a second one.

        A function of `slots` is given the names, all fields of the event, and the field that it puts into words.
        """
        self._plain = plain
        self._special = special
        self._slots = slots
        self._kinds = kinds
        self._keys = keys or {}
        self._named = named or {}

    def tell(self, raw: tuple[Any, ...], names: Names) -> Event:
        """Returns an event, given as its name, its clause and its fields, in words."""
        name, clause, *fields = raw
        words = self._special[name](names, fields) if name in self._special else self._filled(name, names, fields)
        data = {"event": name, "fields": fields}
        return Event(self._kinds.get(name, "note"), words, clause, data, self._keys_of(name, names, fields))

    def _keys_of(self, name: str, names: Names, fields: list[Any]) -> tuple[str, ...]:
        """Returns the keys of the pieces and places in an event, each once."""
        letters = self._named.get(name, "") if name in self._special else self._plain[name][0]
        found: dict[str, None] = {}
        for letter, value in zip(letters, fields, strict=False):
            if letter in self._keys:
                found |= dict.fromkeys(self._keys[letter](names, fields, value))
        return tuple(found)

    def _filled(self, name: str, names: Names, fields: list[Any]) -> Text:
        letters, *templates = self._plain[name]
        values = {
            letter: self._slots[letter](names, fields, value) if letter in self._slots else value
            for letter, value in zip(letters, fields, strict=True)
        }
        return Text(*templates, **values)
