"""core.event_words: events in words, by tables of sentences."""

import pytest

from drumhead.core.i18n.text import Text
from drumhead.core.words.event_words import EventWords

WORDS = EventWords(
    {"hit": ("un", "{u} takes 1 hit", "{u} takes {n} hits"), "over": ("", "it is over")},
    {"pair": lambda names, fields: Text("{one} with {two}", one=names[fields[0]], two=names[fields[1]])},
    {"u": lambda names, fields, unit: names[unit]},
    {"hit": "dice"},
)
NAMES = ["Anna", "Bert"]


@pytest.mark.parametrize(
    ("raw", "kind", "words"),
    [
        (("hit", "X-1", 1, 1), "dice", "Bert takes 1 hit"),
        (("hit", "X-1", 0, 3), "dice", "Anna takes 3 hits"),
        (("over", "X-2"), "note", "it is over"),
        (("pair", "X-3", 0, 1), "note", "Anna with Bert"),
    ],
)
def test_an_event_is_told_by_its_tables(raw: tuple[str | int, ...], kind: str, words: str) -> None:
    event = WORDS.tell(raw, NAMES)
    assert (event.kind, str(event.words), event.clause) == (kind, words, raw[1])
    assert event.data == {"event": raw[0], "fields": list(raw[2:])}


def test_an_event_has_as_many_fields_as_its_sentence() -> None:
    with pytest.raises(ValueError, match="longer"):
        WORDS.tell(("over", "X-2", 4), NAMES)
