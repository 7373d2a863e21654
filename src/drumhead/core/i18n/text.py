"""Sentences that can be translated later."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Translate = Callable[[str], str]
"""A function that returns an English template in another language, or unchanged where it knows none."""
Translatable = str
"""An English template kept in a table; `extract` collects the strings of every table annotated with this name."""

_translator: ContextVar[Translate] = ContextVar("translator", default=str)


def current_translator() -> Translate:
    """Returns the translator that `str(text)` uses here; a cache of formatted text must have it in its key."""
    return _translator.get()


@contextmanager
def use_language(translate: Translate) -> Iterator[None]:
    """Formats every text inside the `with` block by this translator; blocks may be nested."""
    before = _translator.set(translate)
    try:
        yield
    finally:
        _translator.reset(before)


class Text:
    """A sentence as an English template and its values, so that it can be formatted in any language.

    `str(text)` formats it in the language of the enclosing `use_language` block, English by default. `plural` is used
    where the value `n` is not 1. Values may be texts. Texts are equal where they read the same here.

    >>> str(Text("{n} unit", "{n} units", n=2))
    '2 units'
    """

    __slots__ = ("plural", "template", "values")

    def __init__(self, template: str, plural: str = "", /, **values: object) -> None:
        self.template = template
        self.plural = plural
        self.values = values

    def to(self, translate: Translate) -> str:
        """Returns the sentence, and the texts inside it, in the language of a translator."""
        template = self.plural if self.plural and self.values.get("n") != 1 else self.template
        if not self.values and "{" not in template:
            return translate(template)  # most texts are plain words, and there are hundreds in a message
        return translate(template).format(
            **{name: value.to(translate) if isinstance(value, Text) else value for name, value in self.values.items()}
        )

    def __str__(self) -> str:
        return self.to(_translator.get())

    def __repr__(self) -> str:
        return f"Text({str(self).replace('{', '{{').replace('}', '}}')!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def joined(texts: list[Text], separator: str = ", ") -> Text:
    """Returns one text made of several; the separator, such as " and ", is translated with them."""
    names = [f"t{index}" for index in range(len(texts))]
    template = "{separator}".join(f"{{{name}}}" for name in names)
    return Text(template, separator=Text(separator), **dict(zip(names, texts, strict=True)))
