"""Covers drumhead.cli.support.language: the language that is asked for, else that of the environment."""

import pytest

from drumhead.cli.table.screen import is_yes
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import use_language
from tests.kit.terminal import Terminal

PLAY = "play pocket-battles --armies romans-50 celts-50 --seat both --seed 7"


def test_a_battle_is_played_in_italian(terminal: Terminal) -> None:
    run = terminal.run(f"{PLAY} --lang it", ["", "help", "why redeploy R1 left-front", "rules 8", "quit", ""])
    assert run.code == 0
    assert "Romani contro Celti\n" in run.out
    assert "schiera un'Unità in una Zona di Fronte o di Retro" in run.out
    assert "perché un'azione non è permessa" in run.out
    assert "non è ciò che si chiede" in run.out
    assert "Retro sinistro" in run.out
    for english in ("Type", "choose", "Celts", "Archers", "player", "against"):
        assert english not in run.out


def test_the_clauses_of_a_battle_are_told_in_italian(terminal: Terminal) -> None:
    run = terminal.run("play travel-battle --seat both --seed 7 --lang it", ["rules TB-8.1", "quit", ""])
    assert "Una Brigata è eliminata" in run.out
    assert "scegli una tavola" in run.out


def test_the_environment_chooses_the_language(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert "Romani" in terminal.run(PLAY, ["", "quit", ""]).out
    assert "Round e Turni (da PB-4.1 a PB-4.7)" in terminal.run("rules pocket-battles").out
    assert "Romans" in terminal.run(f"{PLAY} --lang en", ["", "quit", ""]).out
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Romans" in terminal.run(PLAY, ["", "quit", ""]).out


def test_a_mistake_is_told_in_the_language_that_was_asked_for(terminal: Terminal) -> None:
    terminal.refused("play pocket-battles --lang it --armies romans-50 nobody", "non c'è l'esercito pronto nobody")
    terminal.refused("play chess --lang it", "non c'è il gioco 'chess'")


def test_yes_may_be_said_in_both_languages() -> None:
    assert is_yes("y")
    assert not is_yes("sì")
    with use_language(translator("it")):
        assert all(map(is_yes, ("sì", "si", "S", "yes")))
        assert not any(map(is_yes, ("no", "", "n")))
