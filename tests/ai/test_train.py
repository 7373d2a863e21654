"""Covers drumhead.ai.measure.train and spsa, and drumhead.cli.commands.train."""

import json
import math
import shlex
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from drumhead.ai.measure.spsa import Trial, gradient, play_trial, scaled, step
from drumhead.ai.measure.train import Sample, best_scale, fit, log_loss, play_sample, win_probability
from drumhead.ai.search.evaluator import make_evaluator
from drumhead.core.registry import game_type
from drumhead.core.weights import Weights, load_weights, packaged_weights
from drumhead.games.pocket_battles.game import PocketBattles
from tests.cli.conftest import terminal as terminal_fixture
from tests.kit.terminal import Terminal

terminal = terminal_fixture
TRUE = (1.5, -0.5, 0.0)


def battles(count: int, seed: int) -> list[Sample]:
    """Battles whose results follow known weights."""
    rng = Random(seed)
    made = []
    for number in range(count):
        row = (rng.gauss(0, 1), rng.gauss(0, 3), rng.gauss(0, 0.2))
        made.append(Sample(number, 1.0 if rng.random() < win_probability(TRUE, row) else -1.0, (row,)))
    return made


def test_a_fit_finds_the_weights_behind_the_results() -> None:
    found = fit(battles(4000, 1))
    assert found[0] == pytest.approx(TRUE[0], abs=0.2)
    assert found[1] == pytest.approx(TRUE[1], abs=0.1)
    unseen = battles(1000, 2)
    assert log_loss(found, unseen) < log_loss((0.0, 0.0, 0.0), unseen) == pytest.approx(math.log(2))
    assert log_loss(found, unseen) == pytest.approx(log_loss(TRUE, unseen), abs=0.02)


@pytest.mark.slow
def test_a_fit_stays_near_prior_weights_scaled_to_the_results() -> None:
    """A penalty that outweighs the battles keeps the prior weights in proportion; the results set their scale."""
    found = fit(battles(2000, 1), prior=[weight * 10 for weight in (*TRUE[:2], 0.2)], penalty=1000.0)
    assert found[1] / found[0] == pytest.approx(TRUE[1] / TRUE[0], abs=1e-3)
    assert found[2] / found[0] == pytest.approx(0.2 / TRUE[0], abs=1e-3)
    assert found[0] == pytest.approx(TRUE[0], abs=0.2)
    free = fit(battles(2000, 1), prior=[weight * 10 for weight in (*TRUE[:2], 0.2)], penalty=1e-4)
    assert free[0] == pytest.approx(TRUE[0], abs=0.25)


def test_a_frozen_weight_stays_as_it_was_but_for_its_scale() -> None:
    """The first of the weights given is twice too large beside the second: free it is mended, held it is not."""
    near = (2 * TRUE[0], TRUE[1], 0.0)
    free, held = (fit(battles(2000, 1), prior=near, penalty=1e-4, frozen=hold) for hold in ((), (0,)))
    rows = [(row, (sample.result + 1) / 2) for sample in battles(2000, 1) for row in sample.positions]
    scale = best_scale(near, rows)
    assert free[0] == pytest.approx(TRUE[0], abs=0.25)
    assert held[0] == pytest.approx(scale * near[0], rel=1e-6)
    assert held[0] != pytest.approx(free[0], abs=0.1)


def test_a_battle_to_learn_from_is_the_same_under_the_same_seed() -> None:
    kind = game_type("pocket-battles")
    one, again, other = (play_sample(kind, "recruit", number, "x") for number in (3, 3, 4))
    assert one == again != other
    assert abs(one.result) == 1.0
    assert {len(row) for row in one.positions} == {len(kind.features)}


def test_most_battles_to_learn_from_are_set_up_as_duels_are_and_some_are_of_any_kind() -> None:
    class Counted(PocketBattles):
        """Notes how its battles were set up."""

        ways: ClassVar[list[str]] = []

        @classmethod
        def drawn(cls, rng: Random, **given: Any) -> PocketBattles:
            cls.ways.append("drawn")
            return PocketBattles.set_up()

        @classmethod
        def random(cls, rng: Random) -> PocketBattles:
            cls.ways.append("random")
            return PocketBattles.set_up()

    for number in range(40):
        play_sample(Counted, "recruit", number, "x")
    assert 20 <= Counted.ways.count("drawn") <= 36
    assert Counted.ways.count("random") == 40 - Counted.ways.count("drawn")
    Counted.ways.clear()
    for number in range(10):
        play_sample(Counted, "recruit", number, "x", {"size": 20})
    assert Counted.ways == ["drawn"] * 10


def test_training_goes_on_from_its_file_and_finds_the_same(terminal: Terminal, tmp_path: Path) -> None:
    words = "train pocket-battles --level recruit --seed 2 "
    assert terminal.run(words + "--games 10 --keep kept.jsonl --out some.toml").code == 0
    kept = (tmp_path / "kept.jsonl").read_text()
    assert terminal.run(words + "--games 15 --keep kept.jsonl --out more.toml").code == 0
    assert (tmp_path / "kept.jsonl").read_text().startswith(kept)
    found = json.loads(terminal.run(words + "--games 15 --keep kept.jsonl --json").out)
    assert found["battles"] == 15
    assert (tmp_path / "more.toml").read_text() != (tmp_path / "some.toml").read_text()
    assert f"log_loss_unseen = {found['log_loss_unseen']}" in (tmp_path / "more.toml").read_text()


def test_a_file_of_another_training_is_refused_and_left_alone(terminal: Terminal, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text('{"game": "chess"}\n')
    run = terminal.run("train pocket-battles --games 10 --keep kept.jsonl")
    assert run.code == 2
    assert "another training" in run.err
    assert kept.read_text() == '{"game": "chess"}\n'


def test_weights_follow_the_gradient_and_stay_where_nothing_is_significant() -> None:
    """The first weight gains when it grows, the second when it shrinks, the third means nothing, the last is none."""
    rng = Random(4)
    trials = []
    for number in range(400):
        direction = tuple(rng.gauss(0, 1) for _ in range(4))
        trials.append(Trial(number, 1.0 if rng.gauss(0, 1) < direction[0] - direction[1] else -1.0, direction))
    begun = Weights(("one", "two", "three", "four"), (1.0, 1.0, 1.0, 0.0))
    found, error = gradient(trials)
    assert found[0] > 4 * error
    assert found[1] < -4 * error
    one, two, three, four = step(trials, begun).values
    assert one > 1.5
    assert two < 0.7
    assert three == pytest.approx(1.0, abs=0.15)
    assert four == 0.0
    assert step([Trial(0, 0.0, (1.0,) * 4), Trial(1, 0.0, (-1.0,) * 4)], begun) == begun


@pytest.mark.parametrize(
    ("name", "options"), [("pocket-battles", {}), ("aces-armor", {"mode": "solo"}), ("aces-armor", {"players": "4"})]
)
def test_in_a_trial_each_perturbation_has_each_side_once(
    name: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With who won known beforehand, the result is that of the first way less that of the other."""
    kind = game_type(name)
    weights = packaged_weights(kind.__module__.rpartition(".")[0], kind.features)
    seated: list[list[Weights]] = []

    def given(level: str, seed: str, *, weights: Weights) -> Weights:
        return weights

    def known(setup: Any, seats: list[Weights], rng: Random) -> tuple[list[float], str, int]:
        seated.append(seats)
        return [1.0 if seats[0].values[1] > weights.values[1] else -1.0] * setup.seats, "", 0

    monkeypatch.setattr("drumhead.ai.measure.spsa.bot", given)
    monkeypatch.setattr("drumhead.ai.measure.spsa.play_out", known)
    trial = play_trial(kind, "sergeant", weights, 3, "x", options)
    ways = [scaled(weights, trial.direction, far) for far in (0.4, -0.4)]
    assert [seats[0].values for seats in seated] == [way.values for way in ways]
    assert trial.result == (1.0 if trial.direction[1] > 0 else -1.0)
    for seats in seated:
        others = {one.values for one in seats[1::2]}
        assert seats[0].values not in others
        assert {one.values for one in seats[::2]} == {seats[0].values}


def test_given_weights_evaluate_with_the_same_planning_bias() -> None:
    kind = game_type("travel-battle")
    weights = packaged_weights(kind.__module__.rpartition(".")[0], kind.features)
    state = kind.set_up().start()
    rng = Random(2)
    for _ in range(60):
        state.apply(state.sample(rng) if state.player < 0 else rng.choice(state.legal()))
    assert state.planning_bias(0) < 0
    assert make_evaluator(weights)(state, 0) == pytest.approx(state.evaluate(0))
    assert weights.of(state.features(0)) != pytest.approx(state.evaluate(0))


@pytest.mark.slow
def test_training_by_duels_goes_on_from_its_file_and_finds_the_same(terminal: Terminal, tmp_path: Path) -> None:
    words = "train pocket-battles --by duels --level sergeant --seed 2 "
    assert terminal.run(words + "--games 10 --keep kept.jsonl --out some.toml").code == 0
    assert terminal.run(words + "--games 12 --keep kept.jsonl --out more.toml").code == 0
    again = terminal.run(words + "--games 12 --out again.toml")
    assert "24 battles" in again.out
    assert (tmp_path / "more.toml").read_text() == (tmp_path / "again.toml").read_text()
    assert (tmp_path / "some.toml").read_text() != (tmp_path / "more.toml").read_text()
    assert terminal.run("train pocket-battles --level sergeant --seed 2 --games 12 --keep kept.jsonl").code == 2


@pytest.fixture
def near(tmp_path: Path) -> Weights:
    """The weights of Pocket Battles, also as a file to stay near to."""
    kind = game_type("pocket-battles")
    weights = packaged_weights(kind.__module__.rpartition(".")[0], kind.features)
    (tmp_path / "weights.toml").write_text(weights.write())
    return weights


@pytest.mark.parametrize("name", ["travel-battle", "aces-armor"])
def test_frozen_weights_are_those_set_by_hand_times_one_factor(name: str) -> None:
    kind = game_type(name)
    package = kind.__module__.rpartition(".")[0]
    fitted = packaged_weights(package, kind.features)
    by_hand = load_weights(Path(str(files(package) / "data" / "hand.toml")), kind.features)
    words = shlex.split(fitted.run["command"])
    held = {name for option, name in pairwise(words) if option == "--hold"}
    pairs = zip(fitted.names, fitted.values, by_hand.values, strict=True)
    scales = {round(now / before, 3) for feature, now, before in pairs if feature in held and before}
    assert held < set(kind.features)
    assert len(scales) == 1


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("--by duels --pull 0.3", "--pull and --hold belong to a fit to results"),
        ("--by duels --hold turn", "--pull and --hold belong to a fit to results"),
        ("--hold turn", "--hold needs --near"),
        ("--hold turm --near weights.toml", "there is no feature 'turm'; did you mean turn?"),
    ],
)
@pytest.mark.usefixtures("near")
def test_what_cannot_be_frozen_is_refused(terminal: Terminal, words: str, refusal: str) -> None:
    told = terminal.run(f"train pocket-battles {words}")
    assert told.code == 2
    assert refusal in told.err


def test_training_records_what_was_frozen(terminal: Terminal, near: Weights, tmp_path: Path) -> None:
    words = ["train", "pocket-battles", "--games", "10", "--level", "recruit", "--out", "new.toml"]
    assert terminal.run([*words, "--near", "weights.toml", "--hold", "turn", "--hold", "nearly half"]).code == 0
    run = load_weights(tmp_path / "new.toml", near.names).run
    assert run["command"].endswith("--near weights.toml --pull 0.002 --hold turn --hold 'nearly half'")


@pytest.mark.parametrize("way", ["results", "duels"])
@pytest.mark.parametrize(("out", "why"), [(".", "Is a directory"), ("nowhere/new.toml", "No such file or directory")])
def test_a_place_where_no_weights_can_be_written_is_refused_before_anything_is_played(
    way: str, out: str, why: str, terminal: Terminal, tmp_path: Path
) -> None:
    words = f"train pocket-battles --level sergeant --games 10 --by {way} --keep kept.jsonl --out"
    terminal.refused(f"{words} {out}", f"{out} cannot be written: {why}")
    assert not list(tmp_path.iterdir())


def test_the_place_for_weights_is_checked_without_writing(terminal: Terminal, tmp_path: Path) -> None:
    terminal.refused("train pocket-battles --out new.toml --hold turn", "--hold needs --near")
    assert not list(tmp_path.iterdir())
