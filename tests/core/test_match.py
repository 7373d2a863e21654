"""Matches: pushing, rolling, taking back, giving up."""

from collections.abc import Callable
from typing import Any

import pytest

from drumhead import CHANCE, OVER, IllegalAction, Match, NotationError, load
from drumhead.core.state import State
from tests.kit.tree_game import Twig, asked

OPEN = """
    . | .         | . /
    . | E1(ELV26) | . /
    . | .         | . /
    . | O1(ORC17) | . /
    . | .         | . ; turn O
"""


def duel() -> Match:
    return Match.from_position(load("pocket-battles"), OPEN, seed=1)


def test_a_throw_comes_before_a_decision() -> None:
    match = Match(load("pocket-battles"), seed=1815)
    assert match.to_act == CHANCE
    with pytest.raises(IllegalAction, match="thrown first"):
        match.push("pass")
    match.roll()
    with pytest.raises(IllegalAction, match="no dice"):
        match.roll()


def test_an_action_is_pushed_as_notation_code_or_itself() -> None:
    positions = set()
    for form in ("notation", "code", "self"):
        match = duel()
        action = match.legal_actions[3]
        match.push(action.notation if form == "notation" else action.code if form == "code" else action)
        positions.add(match.position)
    assert len(positions) == 1


def test_what_is_pushed_as_it_was_listed_is_what_is_read() -> None:
    """A list that was asked for spares the reading: every action of it leads where it does without."""
    listed = duel()
    for action in listed.legal_actions:
        one, two = listed.at(0), duel()
        assert one.push(action.notation) == two.push(action.notation) == action
        assert one.position == two.position


def test_a_list_of_another_position_is_not_asked() -> None:
    match = duel()
    own = [action for action in match.legal_actions if "O1" in action.notation]
    match.push("move O1 centre-rear")
    assert own
    for action in own:
        with pytest.raises(IllegalAction):
            match.push(action.notation)


def test_an_illegal_action_cites_its_clause_and_changes_nothing() -> None:
    match = duel()
    before = match.position
    with pytest.raises(IllegalAction) as refused:
        match.push("shoot O1 E1")
    assert refused.value.clause == "PB-6.5"
    assert match.position == before
    assert match.steps == []


@pytest.mark.parametrize("given", [None, 3.5, [], {"move": 1}])
def test_what_is_no_action_at_all_is_refused(given: Any) -> None:
    match = duel()
    for ask in (match.push, match.why, match.odds):
        with pytest.raises(IllegalAction, match="is no action: push notation, a code or a rich action"):
            ask(given)
    assert match.steps == []


def test_words_that_are_no_action_say_what_would_be_one() -> None:
    for words in ("", "dance", "move O1", "move O1 nowhere", "move O7 left-rear", "move O1 left-rear now", "dice many"):
        with pytest.raises(NotationError) as refused:
            duel().push(words)
        assert len(str(refused.value)) > 20


def test_dice_by_hand_must_be_those_that_are_asked_for() -> None:
    match = duel()
    match.push("charge O1")
    match.push("wait")
    for faces in ((), (1,), (1, 7), (0, 3), (1, 2, 3)):
        with pytest.raises(IllegalAction, match="not a throw of d6 d6"):
            match.roll(faces)
    match.roll((4, 3))
    assert match.steps[-1].by_hand


def test_whoever_breaks_off_while_an_action_is_carried_out_leaves_the_match_as_it_was() -> None:
    class Torn(Twig):
        def clone(self) -> "Torn":
            return Torn(self.tree)

        def apply(self, action: int) -> None:
            raise KeyboardInterrupt

    match = duel()
    steps = list(match.steps)
    match.state = standing = Torn(asked(0, 1.0, -1.0))
    with pytest.raises(KeyboardInterrupt):
        match._play(0, 0, "first", None)
    assert match.state is standing
    assert match.steps == steps


def test_taking_back_a_throw_and_throwing_again_gives_the_same_dice() -> None:
    match = duel()
    match.push("charge O1")
    match.push("wait")
    before = match.position
    thrown = match.roll()
    after = match.position
    match.pop()
    assert match.position == before
    assert match.roll() == thrown
    assert match.position == after


def test_undo_stops_at_throws_reveals_and_other_seats() -> None:
    match = duel()
    assert not match.can_undo(0)
    match.push("redeploy O1 left-front")
    assert match.can_undo(0)
    assert not match.can_undo(1)
    match.pop()
    match.push("charge O1")
    match.push("wait")
    assert not match.can_undo(0)
    assert match.can_undo(1)
    match.roll()
    assert not match.can_undo(0)
    assert not match.can_undo(1)


def test_a_reveal_cannot_be_undone() -> None:
    match = Match.from_position(
        load("pocket-battles"),
        ". | E1(ELV26) | . / . | . | . / . | . | . / . | . | . / . | . | .; reserve O1(ORC17 ORC18); round 0; opening;"
        " pending deployment:O",
        seed=1,
    )
    match.push("place O1 left-front")
    assert match.view(1)["phase"] == "battle"
    assert not match.can_undo(0)


def test_reasons_and_odds_are_given_from_what_the_deciding_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(load("pocket-battles", armies=("orcs-50", "elves-50")), seed=1)
    match.settle()
    seat = match.to_act
    asked: dict[str, State] = {}
    for name in ("why", "odds", "parse"):
        answer = getattr(match.game, name)

        def heard(state: State, given: object, name: str = name, answer: Callable[..., object] = answer) -> object:
            asked[name] = state
            return answer(state, given)

        monkeypatch.setattr(match.game, name, heard)
    assert match.why("pass") is not None
    assert match.odds(match.legal_actions[0].notation) == []
    known = match.game.write_position(match.state.observe(seat))
    assert known != match.position
    assert {name: match.game.write_position(state) for name, state in asked.items()} == dict.fromkeys(asked, known)
    assert set(asked) == {"why", "odds", "parse"}


def test_a_side_concedes_only_on_its_own_decision_where_the_game_does_not_allow_it_at_any_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = duel()
    monkeypatch.setattr(type(match.game), "concede_any_time", False)
    with pytest.raises(IllegalAction) as refused:
        match.concede(1)
    assert refused.value.clause == "PB-8.1"
    match.push("concede")
    assert match.to_act == OVER
    assert match.outcome is not None
    assert match.outcome.winner == 1
    assert match.outcome.returns == (-1.0, 1.0)
    assert match.legal_actions == []
    with pytest.raises(IllegalAction, match="over"):
        match.push("pass")
    match.pop()
    assert match.to_act == 0


def test_a_game_without_draws_refuses_one() -> None:
    with pytest.raises(IllegalAction, match="cannot agree"):
        duel().agree_draw()


def test_a_view_says_who_acts_with_what_and_why() -> None:
    match = duel()
    view = match.view(0)
    assert view["to_act"] == 0
    assert "O1" in view["can_act"]
    assert match.view(1)["can_act"] == []
    assert match.view()["seat"] is None
    match.push("pass")
    assert match.view(0)["log"][-1]["clause"] == "PB-6.7"
