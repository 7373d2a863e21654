"""The promises hold in random play, and the fuzzer sees when one does not."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from drumhead import BrokenPromise, all_games, fuzz
from drumhead.core.fuzz import Fuzzer
from drumhead.core.state import State
from drumhead.games.pocket_battles.game import PocketBattles
from drumhead.games.pocket_battles.state import Battle


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", sorted(all_games()))
def test_random_battles_keep_every_promise(name: str, seed: int) -> None:
    report = fuzz(all_games()[name], games=6, seed=seed)
    assert report.games == 6
    assert report.decisions > 0


def test_one_set_up_can_be_fuzzed() -> None:
    assert fuzz(PocketBattles.set_up(), games=2).games == 2


def test_a_battle_is_repeated_by_its_number() -> None:
    assert fuzz(PocketBattles, games=1, seed=3, start=7) == fuzz(PocketBattles, games=1, seed=3, start=7)


def leaky(self: Battle, seat: int) -> State:
    return self.clone()


def forgetful(self: Battle) -> State:
    copy = Battle(self.force)
    copy.player = self.player
    return copy


def doubled(original: Callable[[Battle], list[int]]) -> Callable[[Battle], list[int]]:
    return lambda self: original(self) * 2


def silent(self: PocketBattles, state: State, code: int) -> Any:
    return None


@pytest.mark.parametrize(
    ("owner", "name", "breach"),
    [
        (Battle, "observe", leaky),
        (Battle, "clone", forgetful),
        (Battle, "legal", doubled(Battle.legal)),
        (Battle, "weights", lambda self: [(0, 1)]),
        (Battle, "returns", lambda self: [1.0, 1.0]),
        (PocketBattles, "why", silent),
        (PocketBattles, "is_reveal", lambda self, raw: False),
        (PocketBattles, "bound", 3),
    ],
)
def test_a_breach_is_seen(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, breach: object) -> None:
    monkeypatch.setattr(owner, name, breach)
    with pytest.raises((BrokenPromise, AssertionError)):
        fuzz(PocketBattles, games=3, seed=1)


def test_lost_tokens_are_seen() -> None:
    fuzzer = Fuzzer(PocketBattles.set_up(), Random(1))
    state = fuzzer.match.state
    assert isinstance(state, Battle)
    state.unused[0] -= 1
    with pytest.raises(BrokenPromise, match="tokens"):
        fuzzer.position()
