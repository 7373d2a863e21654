"""Covers drumhead.ai.measure.balance, cli.commands.balance and docs/balance-aces-armor.md."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from drumhead import CHANCE, all_games
from drumhead.ai.measure.balance import Row, play_pairing
from drumhead.core.game import Pairing
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.game import AcesArmor
from tests.cli.conftest import terminal as terminal_fixture
from tests.kit.terminal import Terminal

terminal = terminal_fixture
PAGE = Path(__file__).parent.parent.parent / "docs" / "balance-aces-armor.md"


def test_results_are_counted_from_the_first_side() -> None:
    row = Row.of(Pairing("one", "two", 0, ()), [1.0, 1.0, -1.0, 0.0])
    assert (row.wins, row.losses, row.draws, row.games, row.share) == (2, 1, 1, 4, 0.625)


def test_every_ally_meets_every_germany_on_both_halves_of_both_maps() -> None:
    pairings = AcesArmor.pairings()
    assert [(pairing.one, pairing.two) for pairing in pairings] == [
        ("us", "germany-1"),
        ("us", "germany-2"),
        ("ussr", "germany-1"),
        ("ussr", "germany-2"),
    ]
    for pairing in pairings:
        grounds = {(setup.chosen["map"], setup.chosen["half"]) for setup in pairing.setups}
        assert len(grounds) == len(pairing.setups) == 4
        letters = {"us": "US", "ussr": "SU"}[pairing.one]
        assert {setup.letters[pairing.seat] for setup in pairing.setups} == {letters}


def test_in_a_mirror_the_other_side_begins_from_the_same_starts() -> None:
    """Who is highest is swapped, all else falls as before, so each side gets the starts that the other had."""
    game = AcesArmor.pairings()[0].setups[0]
    begun = []
    for mirrored in (False, True):
        rng, state = Random(4), game.start()
        assert isinstance(state, Battle)
        while state.round == 0:
            if state.player == CHANCE:
                outcome = state.sample(rng)
                state.apply(game.mirrored(state, outcome) if mirrored else outcome)
            else:
                state.apply(state.legal()[0])
        begun.append((state.first, sorted(state.starts[:3]), sorted(state.starts[3:6])))
    (first, allies, germans), (other, *swapped) = begun
    assert {first, other} == {0, 1}
    assert swapped == [germans, allies]


def test_the_same_seed_plays_the_same() -> None:
    pairing = AcesArmor.pairings()[3]
    results = [[play_pairing(pairing, "automa", number, 1) for number in range(4)] for _ in range(2)]
    assert results[0] == results[1]


def test_the_table_is_printed_and_a_game_without_pairings_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    answer = terminal.run("balance aces-armor --games 2 --json --write page.md")
    assert answer.code == 0
    assert [row["wins"] + row["losses"] + row["draws"] for row in json.loads(answer.out)] == [2, 2, 2, 2]
    assert (tmp_path / "page.md").read_text().startswith("# The balance of Aces & Armor")
    assert terminal.run("balance pocket-battles").code == 2


def test_the_page_of_the_documentation_is_of_this_data_and_every_side_wins_40_to_60_percent() -> None:
    """Whoever changes mats or maps plays the battles again: the command is on the page."""
    page = PAGE.read_text(encoding="utf-8")
    assert f"`{all_games()['aces-armor'].data_digest()}`" in page
    rows = re.findall(r"^\| (\S+) - (\S+) +\| +(\d+) \|.*\| +([\d.]+)% \| ", page, re.MULTILINE)
    assert len(rows) == 4
    for _, _, battles, share in rows:
        assert int(battles) >= 400
        assert float(share) == pytest.approx(50, abs=10)
