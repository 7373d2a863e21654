"""Covers drumhead.cli.table.screen: lines, letters and questions."""

import sys

import pytest

from drumhead.cli.table.listing import percent
from drumhead.cli.table.screen import EndOfInput, Screen
from drumhead.core.words.terminal_text import in_ascii
from tests.kit.terminal import Input, Output

Printed = pytest.CaptureFixture[str]


def test_sentences_are_wrapped_and_hang_under_their_number(capsys: Printed) -> None:
    Screen(width=40).say("a number of words that do not fit on a line of forty letters", indent=" 1  ")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(" 1  a number")
    assert lines[1].startswith("      ")
    assert max(map(len, lines)) <= 40


def test_nothing_that_a_terminal_would_obey_is_printed(capsys: Printed) -> None:
    Screen(width=60).say("red \033[31m bell \a end")
    Screen(width=60).draw("red \033[31m bell \a end")
    printed = capsys.readouterr().out
    assert "\033" not in printed
    assert "\a" not in printed


def test_plain_text_is_folded_to_ascii(capsys: Printed) -> None:
    Screen(width=60, plain=True).say("› café — “naïve” … 5 × 3 ● 漢")
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert printed.startswith('> cafe - "naive" ... 5 x 3 *')
    assert in_ascii("Ærø").isascii()


def test_a_terminal_of_bare_letters_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert Screen().plain


def test_an_answer_is_cleaned_and_printed_in_a_pipe(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Input(lambda _: "  yes\t\x00 ", Output()))
    assert Screen(width=60).ask("Well?") == "yes"
    assert capsys.readouterr().out == "Well?\n> yes\n"


def test_nobody_answering_ends_the_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Input(lambda _: None, Output()))
    with pytest.raises(EndOfInput):
        Screen(width=60).ask("Well?")


@pytest.mark.parametrize(
    ("odds", "words"), [(0.0, "0%"), (0.004, "<1%"), (0.5, "50%"), (0.996, ">99%"), (1.0, "100%"), (1 / 6, "17%")]
)
def test_odds_are_rounded_without_lying(odds: float, words: str) -> None:
    assert percent(odds) == words
