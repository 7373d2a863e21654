"""Sentences that can be said in another language later."""

from collections.abc import Callable
from contextvars import ContextVar

Translate = Callable[[str], str]
Said = str
"""A template kept in a table: the annotation tells the catalogue that the table holds sentences."""

_voice: ContextVar[Translate] = ContextVar("voice", default=str)


def voice() -> Translate:
    """The language that texts are said in here; what keeps words between calls keeps them by voice."""
    return _voice.get()


class spoken:  # noqa: N801  it reads as a verb where it is used
    """Says every text in another language inside a block."""

    __slots__ = ("_before", "_translate")

    def __init__(self, translate: Translate) -> None:
        self._translate = translate

    def __enter__(self) -> None:
        self._before = _voice.set(self._translate)

    def __exit__(self, *_: object) -> None:
        _voice.reset(self._before)


class Text:
    """A sentence as a template and its values, so that it can be formatted in any language."""

    __slots__ = ("plural", "template", "values")

    def __init__(self, template: str, plural: str = "", /, **values: object) -> None:
        self.template = template
        self.plural = plural
        self.values = values

    def to(self, translate: Translate) -> str:
        """Formats the sentence with its template, and those of the texts inside it, translated."""
        template = self.plural if self.plural and self.values.get("n") != 1 else self.template
        if not self.values and "{" not in template:
            return translate(template)  # most texts are plain words, and there are hundreds in a message
        return translate(template).format(
            **{name: value.to(translate) if isinstance(value, Text) else value for name, value in self.values.items()}
        )

    def __str__(self) -> str:
        return self.to(_voice.get())

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def joined(texts: list[Text], separator: str = ", ") -> Text:
    """Joins texts into one; the separator, such as " and ", is translated with them."""
    names = [f"t{index}" for index in range(len(texts))]
    template = "{separator}".join(f"{{{name}}}" for name in names)
    return Text(template, separator=Text(separator), **dict(zip(names, texts, strict=True)))
