"""The compiled build and its sources as pure Python play the same battles; a process of its own runs the sources."""

import pickle
from collections.abc import Iterator
from contextlib import chdir
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest

from drumhead.ai.bots.levels import bot
from drumhead.ai.search.evaluator import features_of
from drumhead.cli.measure.compare_builds import midway
from drumhead.cli.measure.pure_process import Pure
from drumhead.core.registry import game_type, games
from drumhead.core.state import CHANCE, OVER, PRIOR_ONLY

ROOT = Path(__file__).parent.parent
PURE: set[str] = {
    "games/aces_armor/engine/audit.py",
    "games/aces_armor/automa/lists.py",
    "games/aces_armor/automa/orders.py",
    "games/aces_armor/automa/words.py",
    "games/aces_armor/value/endgames.py",
    "games/aces_armor/box/files.py",
    "games/travel_battle/engine/audit.py",
    "games/travel_battle/engine/audit_frames.py",
    "games/travel_battle/value/endgames.py",
    "games/travel_battle/value/midgames.py",
    "games/travel_battle/army/brigades.py",
    "games/pocket_battles/engine/audit.py",
    "games/pocket_battles/value/endgames.py",
    "games/pocket_battles/army/lists.py",
    "games/pocket_battles/army/random_army.py",
    "games/pocket_battles/army/tiles.py",
}
"""The modules of these folders that stay pure Python, since play does not spend time in them."""
BATTLES = 6
POSITIONS = 3


def digest(name: str, seed: int) -> str:
    """A hash of all that a random battle shows: positions, actions, odds and judgements."""
    rng = Random(seed)
    state = game_type(name).random(rng).start()
    found = sha256()
    while state.player != OVER:
        found.update(state.pack())
        if state.player == CHANCE:
            found.update(repr(state.weights()).encode())
            state.apply(state.sample(rng))
        else:
            actions = state.legal()
            found.update(repr((actions, state.evaluate(state.player), state.observe(0).pack())).encode())
            state.apply(actions[int(rng.random() * len(actions))])
    found.update(repr(state.returns()).encode())
    return found.hexdigest()


def picked(name: str, level: str, seed: int) -> int:
    """What an opponent decides somewhere in a random battle."""
    game = game_type(name).random(Random(seed))
    state = midway(game, Random(seed))
    seat = state.player
    return bot(level, seed).pick(state.observe(seat), seat, game.side_of(seat))


@pytest.fixture(scope="module")
def pure() -> Iterator[Pure]:
    with Pure() as process:
        yield process


def test_the_other_process_runs_the_sources(pure: Pure) -> None:
    assert pure.call("drumhead.core.compiled", "is_compiled") is False


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_seeded_battles_are_the_same_in_both_builds(pure: Pure, name: str) -> None:
    for seed in range(BATTLES):
        assert digest(name, seed) == pure.call(__name__, "digest", name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["sergeant", "general:sims=20"])
@pytest.mark.parametrize("name", games())
def test_opponents_decide_the_same_in_both_builds(pure: Pure, name: str, level: str) -> None:
    for seed in range(POSITIONS):
        assert picked(name, level, seed) == pure.call(__name__, "picked", name, level, seed)


@pytest.mark.parametrize("name", games())
def test_what_is_measured_is_searched_for(name: str) -> None:
    for seed in range(5 * BATTLES):
        state = midway(game_type(name).random(Random(seed)), Random(seed))
        assert state.player >= 0
        assert len(state.legal()) > 1
        assert state.prior_weight() < PRIOR_ONLY


@pytest.mark.parametrize("name", games())
def test_a_position_can_be_sent_to_another_process(name: str) -> None:
    for seed in range(BATTLES):
        state = midway(game_type(name).random(Random(seed)), Random(seed))
        sent = pickle.loads(pickle.dumps(state))
        assert sent == state
        assert sent.legal() == state.legal()
        assert sent.evaluate(0) == state.evaluate(0)


HOT = ("engine", "rules", "reach", "automa", "value", "army", "box")
"""The folders of a game that play spends its time in, where a game has them."""


def compiled() -> set[str]:
    """The files that the fast build compiles, as setup.py finds them."""
    spec = spec_from_file_location("setup_of_drumhead", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    with chdir(ROOT):
        return {str(Path(path).relative_to("src/drumhead")) for path in module.hot_modules()}


def test_every_module_that_a_position_needs_is_compiled() -> None:
    found = compiled()
    for game in games().values():
        folder = ROOT / "src" / Path(*game.package.split("."))
        hot = [path for name in HOT for path in folder.glob(f"{name}/*.py") if path.name != "__init__.py"] or [
            folder / "state.py"
        ]
        left = {str(path.relative_to(ROOT / "src/drumhead")) for path in hot} - found
        assert left == {path for path in PURE if path.startswith(str(folder.relative_to(ROOT / "src/drumhead")))}


@pytest.mark.parametrize("name", games())
def test_the_features_of_a_game_are_found_by_its_positions(name: str) -> None:
    game = game_type(name)
    assert features_of(game.random(Random(1)).start()) == game.features != ()
