"""Covers drumhead.ai.bots.rules_bot: opponents that the rules of a game describe."""

from random import Random

import pytest

from drumhead import CHANCE, OVER, Match, SetupError, all_games, bot, load
from drumhead.ai.bots.levels import LEVELS
from drumhead.games.aces_armor.game import AcesArmor


def test_the_automa_is_an_opponent_and_no_level() -> None:
    assert list(all_games()["aces-armor"].advisers) == ["automa"]
    assert "automa" not in LEVELS
    with pytest.raises(SetupError, match="there is no opponent 'autome'"):
        bot("autome")


def test_a_game_without_such_an_opponent_refuses_one() -> None:
    match = Match(load("pocket-battles"), seed=1)
    while match.to_act == CHANCE:
        match.roll()
    with pytest.raises(SetupError, match="this game has no opponent 'automa' of its own"):
        bot("automa").choose(match)


@pytest.mark.parametrize("number", range(8))
def test_it_plays_any_seat_of_any_set_up_by_the_rules(number: int) -> None:
    """Every action that it picks is legal, and the same seed picks the same."""
    rng = Random(number)
    game = AcesArmor.random(rng)
    state = game.start()
    one, other = bot("automa", number), bot("automa", number)
    while state.player != OVER:
        if state.player == CHANCE:
            state.apply(state.sample(rng))
            continue
        seen = state.observe(state.player)
        action = one.pick(seen, state.player, frozenset())
        assert action == other.pick(seen, state.player, frozenset())
        assert action in state.legal()
        state.apply(action)
