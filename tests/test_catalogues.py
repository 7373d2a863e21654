"""Every sentence has its Italian, and translations keep their values."""

import re
from string import Formatter

import pytest

from drumhead.core.errors import IllegalAction, SetupError
from drumhead.core.i18n.catalogue import LANGUAGES, SOURCE, catalogue, read_catalogue, translator, write_entry
from drumhead.core.i18n.extract import (
    _WORDS,
    ROOT,
    _from_client,
    _from_data,
    _from_lists,
    _from_page,
    _from_python,
    missing,
    packages,
    sentences,
)
from drumhead.core.i18n.text import Text, joined, use_language

OTHERS = [language for language in LANGUAGES if language != SOURCE]


@pytest.mark.slow
def test_every_file_that_says_something_belongs_to_a_package_with_a_catalogue() -> None:
    belonging = {words for package in packages() for words in sentences(package)}
    for path in ROOT.rglob("*.py"):
        lost = [words for words in _from_python(path.read_text(encoding="utf-8")) if words not in belonging]
        assert not [words for words in lost if _WORDS.search(re.sub(r"\{[^{}]*\}", "", words))], (
            f"nobody translates what {path.name} says"
        )
    for package in packages():
        assert catalogue(package, OTHERS[0]), f"{package} has no catalogue of its own"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", packages())
def test_every_sentence_of_a_package_has_a_translation(package: str, language: str) -> None:
    lacking = missing(package, language)
    listed = "\n".join(map(write_entry, lacking))
    assert not lacking, f"{package} says {len(lacking)} sentences that {language}.po does not know:\n{listed}"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", packages())
def test_a_translation_has_the_values_of_its_sentence(package: str, language: str) -> None:
    def values(words: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(words) if name}

    for words, translated in catalogue(package, language).items():
        assert translated.strip(), f"{words!r} has no translation"
        assert values(translated) == values(words), words
        assert words[:1].isspace() == translated[:1].isspace(), words


def test_sentences_are_found_wherever_they_stand() -> None:
    python = """
Text("one {n}", "many {n}", n=Text("inside"))
raise IllegalAction("refused", "XY-1.1")
raise SetupError(f"not {this}")
Text("this way" if left else "that way")
PLAIN: Final[dict[str, tuple[str, Translatable]]] = {"u": ("u", "{u} charges"), "v": ("v", "{v} waits")}
OTHER: Final[dict[str, str]] = {"not a sentence": "nor this"}
self.say("{unit} rests", "XY-1.2")
screen.say("typed")
joined(names, " and ")
"""
    sentences = ["{u} charges", "{v} waits", "one {n}", "many {n}", "this way", "that way", "inside", "refused"]
    sentences += ["{unit} rests", " and "]
    assert sorted(_from_python(python)) == sorted(sentences)
    assert list(_from_page('<p>{{ _("hello") }} {{ _(\n"again \\"so\\"") }}</p> x_("no")')) == ["hello", 'again "so"']
    assert list(_from_data("# a note\nid,troop,dp\nX1,Druid,6\nX2,,1")) == ["Druid"]
    assert list(_from_lists('[[move]]\nwords = "in a forest"\n[[move]]\nletter = "b"\n[name]\nit = "no"')) == [
        "in a forest"
    ]
    assert list(_from_client('t("hello", { n: 1 }); at("not"); t(\n"again")')) == ["hello", "again"]


def test_a_missing_sentence_is_named() -> None:
    assert "Invite a friend" in sentences("drumhead.web")
    assert missing("drumhead.web", "xx") == sentences("drumhead.web")


def test_a_catalogue_is_read_as_it_is_written() -> None:
    entries = {"plain": "piano", 'with "quotes"\n': "con «virgolette»\t\\", "{n} dice": "{n} dadi"}
    text = "# a note\n\n" + "\n".join(write_entry(*entry) for entry in entries.items())
    assert read_catalogue(text) == entries
    assert read_catalogue('msgid "a"\n"b"\nmsgstr "c"\n"d"') == {"ab": "cd"}
    with pytest.raises(SetupError, match="no entry"):
        read_catalogue('msgid "a"\nmsgfoo "b"')


def test_values_are_quoted_and_joined_in_every_language() -> None:
    refused = SetupError("there is no game {name!r}; did you mean {near}?", name="ches", near="chess")
    assert str(refused) == "there is no game 'ches'; did you mean chess?"
    either = joined([Text("1"), Text("2")], " or ")
    assert str(either) == "1 or 2"
    with use_language(translator("it")):
        assert str(refused) == "non c'è il gioco 'ches'; intendevi chess?"
        assert str(either) == "1 o 2"
    assert str(SetupError("a {brace} stays", line=3)) == "line 3: a {brace} stays"


def test_texts_and_errors_are_said_in_the_language_of_their_block() -> None:
    words = Text("{side} offers a draw.", side=Text("you"))
    refused = IllegalAction("the battle is over")
    assert str(words) == "you offers a draw."
    with use_language(translator("it")):
        assert str(words) == "tu: offerta di patta."
        assert str(refused.reason) == "la battaglia è finita"
        assert str(Text("nobody knows {this}", this="this")) == "nobody knows this"
    assert str(words) == "you offers a draw."
    with pytest.raises(SetupError, match="there is no language"):
        translator("xx")
