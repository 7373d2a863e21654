"""engine/state.py: copies of a position share lists, and play on one leaves the other as it was."""

from random import Random

from drumhead import CHANCE, OVER
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.game import PocketBattles

SHARED = ("alive", "profile", "wounds", "foes", "hits", "passed", "set_aside", "owed", "fallen", "destroyed")
OWN = ("zone", "order_lists", "orders", "unused", "stack", "options")


def lists(b: Battle) -> list[list[object]]:
    return [list(getattr(b, name)) for name in (*SHARED, *OWN)] + [list(side) for side in b.units_in_zone]


def play(b: Battle, rng: Random) -> None:
    b.apply(b.sample(rng) if b.player == CHANCE else rng.choice(b.legal()))


def test_neither_a_copy_nor_its_original_is_changed_by_play_on_the_other() -> None:
    rng = Random(7)
    changed = set()
    for _ in range(12):
        b = PocketBattles.random(rng).start()
        assert isinstance(b, Battle)
        while b.player != OVER:
            before = lists(b)
            copy = b.clone()
            play(copy, rng)
            assert lists(b) == before
            copy = b.clone()
            play(b, rng)
            assert lists(copy) == before
            changed |= {name for name in SHARED if getattr(b, name) != getattr(copy, name)}
    # Leaders that fall are mostly paid for within the same step.
    assert changed >= set(SHARED) - {"fallen", "owed"}
