"""The public names of `drumhead`: reprs that rebuild, legal actions as a sequence, reading and writing."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import drumhead
from drumhead import Match, Text, all_games, load, read, read_text, verify, write, write_text
from drumhead.core.dice import Dice

OPEN = ". | . | . / . | E1(ELV09) | . / . | . | . / . | O1(ORC08) | . / . | . | .; turn O"


def rebuilt(thing: object) -> Any:
    """What the `repr` of a thing comes to for somebody who has imported all public names."""
    return eval(repr(thing), {name: getattr(drumhead, name) for name in drumhead.__all__})


def opened(**more: Any) -> Match:
    return Match.from_position(load("pocket-battles"), OPEN, **more)


def wandered(match: Match, rng: Random, steps: int) -> Match:
    while len(match.steps) < steps and match.to_act != drumhead.OVER:
        match.settle()
        if match.to_act >= 0:
            match.push(rng.choice(match.legal_actions))
    return match


@pytest.mark.parametrize("name", all_games())
def test_a_game_and_a_match_are_rebuilt_from_their_reprs(name: str) -> None:
    rng = Random(7)
    for steps in (0, 5, 40, 100):
        match = wandered(Match(all_games()[name].random(rng), seed=steps), rng, steps)
        assert rebuilt(match.game) == match.game
        assert rebuilt(match) == match
        assert rebuilt(match).position == match.position


def test_a_game_with_ready_armies_is_rebuilt_by_load() -> None:
    game = load("pocket-battles", armies=("celts-80", "romans-80"), edition="2009")
    assert repr(game) == "load('pocket-battles', armies=('celts-80', 'romans-80'), size=80, edition='2009')"
    assert rebuilt(game) == game != load("pocket-battles")
    assert len({game, rebuilt(game)}) == 1


def test_a_list_of_ones_own_is_written_out_in_the_repr_of_a_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("size: 20 | ORC08 | ORC09 ORC18\n".replace(" | ", "\n"), encoding="utf-8")
    game = load("pocket-battles", armies=(str(file), "size: 20 | ELV09 | ELV13"))
    file.unlink()
    assert rebuilt(game) == game


def test_the_repr_of_a_match_has_its_names_and_its_seed_before_the_first_throw() -> None:
    match = Match(load("pocket-battles"), seed=3, names=("Left", "Right"))
    assert repr(match) == f"Match({match.game!r}, names=('Left', 'Right'), seed='3')"
    assert rebuilt(match).roll() == match.roll()
    assert "seed" not in repr(match)
    assert rebuilt(opened(names=("Left", "Right"))).names == ("Left", "Right")


def test_matches_are_equal_at_the_same_position_of_the_same_game() -> None:
    one, two = opened(seed=1), opened(seed=2)
    assert one == two != "a match"
    one.push("pass")
    assert one != two
    one.pop()
    two.concede()
    assert one != two


def test_a_match_that_was_given_up_cannot_be_rebuilt_and_says_so() -> None:
    match = opened()
    match.concede()
    assert repr(match).startswith("<Match of load(")
    assert "concede" in repr(match)


def test_no_repr_shows_the_secret_of_dice_to_come() -> None:
    match = Match(load("pocket-battles"))
    dice = match.stretches[-1].dice
    match.roll()
    for shown in (repr(match), repr(match.stretches), repr(dice), repr(Dice.seeded(1))):
        assert dice.secret.hex() not in shown
        assert repr(dice.secret)[2:-1] not in shown
    assert dice.commitment in repr(dice)


def test_actions_refusals_events_outcomes_and_throws_are_rebuilt() -> None:
    match = opened(seed=1)
    assert [rebuilt(action) for action in match.legal_actions] == match.legal_actions
    refusal = match.why("charge O1")
    assert rebuilt(refusal) == refusal is not None
    match.push("shoot O1 E1")
    assert rebuilt(match.roll()) == drumhead.Throw(match.steps[-1].faces or ())
    assert rebuilt(match.steps[-1]) == match.steps[-1]
    assert match.log()
    assert [rebuilt(event) for event in match.log()] == match.log()
    match.concede(match.to_act if match.to_act >= 0 else None)
    assert rebuilt(match.outcome) == match.outcome is not None


def test_a_text_with_braces_is_rebuilt() -> None:
    text = Text("{what} is no army", what="{orcs}")
    assert str(rebuilt(text)) == str(text) == "{orcs} is no army"


def test_legal_actions_are_counted_without_being_built(monkeypatch: pytest.MonkeyPatch) -> None:
    match = opened()
    monkeypatch.setattr(type(match.game), "action", None)
    assert len(match.legal_actions) == len(match.state.legal()) > 0
    assert match.legal_actions
    assert match.legal_actions.codes == tuple(match.state.legal())
    assert "pass" in match.legal_actions


def test_an_action_a_notation_or_a_code_is_looked_for_in_the_legal_actions() -> None:
    match = opened()
    legal = match.legal_actions
    for number, action in enumerate(legal):
        assert action in legal
        assert action.notation in legal
        assert action.code in legal
        assert legal.index(action) == legal.index(action.notation) == number
        assert legal.count(action) == 1
    assert "charge O1" not in legal
    assert "nonsense" not in legal
    assert 3.5 not in legal
    assert legal.count("nonsense") == 0
    with pytest.raises(ValueError, match="nonsense"):
        legal.index("nonsense")


def test_legal_actions_are_a_sequence_that_equals_a_list() -> None:
    legal = opened().legal_actions
    every = list(legal)
    assert legal == every
    assert every == legal
    assert legal == opened().legal_actions
    assert legal != every[1:]
    assert legal[0] == every[0]
    assert legal[-1] == every[-1]
    assert opened().legal_actions[1:3] == every[1:3]
    assert list(reversed(legal)) == every[::-1]
    first, rest = every[:1], every[1:]
    assert first + legal == [*first, *every]
    assert legal + rest == [*every, *rest]
    assert Random(1).choice(legal) in every


def test_legal_actions_belong_to_the_position_they_were_asked_for() -> None:
    match = opened(seed=1)
    before, notations = match.legal_actions, [str(action) for action in opened().legal_actions]
    match.push("shoot O1 E1")
    match.settle()
    assert [str(action) for action in before] == notations != [str(action) for action in match.legal_actions]


def test_nobody_has_legal_actions_at_a_throw_or_at_the_end() -> None:
    match = Match(load("pocket-battles"), seed=1)
    assert match.legal_actions == []
    assert not match.legal_actions
    assert "pass" not in match.legal_actions
    match.roll()
    match.concede()
    assert len(match.legal_actions) == 0


def test_legal_actions_show_their_notations() -> None:
    assert repr(opened().legal_actions).startswith("<LegalActions (")
    assert "shoot O1 E1" in repr(opened().legal_actions)
    match = Match(load("pocket-battles"), seed=1)
    match.roll()
    assert repr(match.legal_actions).endswith(f"and {len(match.legal_actions) - 12} more)>")


def test_reading_and_writing_are_pairs(tmp_path: Path) -> None:
    match = wandered(Match(load("travel-battle"), seed=2), Random(2), 30)
    file = tmp_path / "evening.drum"
    write(match, file)
    assert file.read_text(encoding="utf-8") == write_text(match)
    assert read(file) == read_text(write_text(match)) == match
    write(match, str(file), seat=0)
    assert file.read_text(encoding="utf-8") == write_text(match, seat=0)


def test_written_text_publishes_the_secret_of_the_dice_thrown_so_far_and_a_seats_does_not() -> None:
    match = Match(load("pocket-battles"))
    match.roll()
    assert verify(read_text(write_text(match, seat=0))).checked == 0
    assert verify(read_text(write_text(match))).checked == 1
    assert len(match.stretches) == 2


def test_the_earlier_names_of_reading_stay() -> None:
    from drumhead.core.files import record  # noqa: PLC0415  the names are what is tested

    assert record.read is read_text
    assert record.load_file is read
