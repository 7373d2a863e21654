"""The promises hold in random play, and the fuzzer sees when one does not."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from drumhead import BrokenPromise, Match, all_games, fuzz
from drumhead.core.fuzz import FULL_CHECK_INTERVAL, FULL_CHECKS_PER_KIND, Chooser, Fuzzer
from drumhead.core.state import State
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.game import PocketBattles
from drumhead.games.travel_battle.game import TravelBattle


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", sorted(all_games()))
def test_random_battles_keep_every_promise(name: str, seed: int) -> None:
    report = fuzz(all_games()[name], games=6, seed=seed)
    assert report.games == 6
    assert report.decisions > 0


@pytest.mark.slow
def test_one_set_up_can_be_fuzzed() -> None:
    assert fuzz(PocketBattles.set_up(), games=2).games == 2


@pytest.mark.slow
def test_a_battle_is_repeated_by_its_number() -> None:
    assert fuzz(PocketBattles, games=1, seed=3, start=7) == fuzz(PocketBattles, games=1, seed=3, start=7)


@pytest.mark.slow
def test_the_endings_are_counted_by_clause() -> None:
    report = fuzz(PocketBattles, games=3) + fuzz(PocketBattles, games=2, start=3)
    assert report == fuzz(PocketBattles, games=5)
    assert sum(report.endings.values()) == 5
    assert set(report.endings) <= set(PocketBattles.clauses().clauses)


@pytest.mark.slow
def test_whole_battles_begin_at_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    monkeypatch.setattr(PocketBattles, "scene", lambda game, rng: drawn.append(rng))
    assert fuzz(PocketBattles, games=2, seed=4, whole=True).games == 2
    assert not drawn
    assert fuzz(PocketBattles, games=2, seed=4).games == 2
    assert len(drawn) == 2


def test_players_can_be_given_and_are_made_for_every_seat_of_every_battle() -> None:
    made = []

    def first_choice(seed: str) -> Chooser:
        made.append(seed)
        return lambda match: match.legal_actions[0]

    assert fuzz(PocketBattles, games=2, seed=5, player=first_choice).games == 2
    assert made == ["5/0/0", "5/0/1", "5/1/0", "5/1/1"]


def test_a_player_who_cheats_is_seen() -> None:
    def cheat(seed: str) -> Chooser:
        return lambda match: replace(match.legal_actions[0], code=match.legal_actions[0].code ^ 1 << 29)

    with pytest.raises(BrokenPromise, match="was chosen and is not legal"):
        fuzz(PocketBattles, games=1, player=cheat)


def test_what_is_new_is_looked_at_closely_and_what_happens_often_now_and_then() -> None:
    fuzzer = Fuzzer(TravelBattle.set_up(), Random(1))
    match = fuzzer.match = Match(fuzzer.game, seed=1)
    looks = []
    for _ in range(22):
        match.settle()
        match.push(next(action for action in match.legal_actions if action.notation != "edge 1"))
        looks.append((match.steps[-1].events[0][0], fuzzer.is_checked_in_full()))
    placed = [in_full for kind, in_full in looks if kind == "place"]
    assert (FULL_CHECKS_PER_KIND, FULL_CHECK_INTERVAL) == (10, 8)
    assert [number for number, in_full in enumerate(placed, 1) if in_full] == [*range(1, 11), 16]
    assert all(in_full for kind, in_full in looks if kind != "place")


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
