"""Covers drumhead.server.session.state, event_log and stored: commands and the log lead to the same state."""

from random import Random

import pytest

from drumhead import Match, all_games
from drumhead.core.errors import DrumheadError
from drumhead.server.lobby.seats import Seat
from drumhead.server.session import commands
from drumhead.server.session.event_log import Line
from drumhead.server.session.state import SessionState
from drumhead.server.session.stored import StoredBattle, new_battle, restored


def begun(name: str) -> tuple[StoredBattle, SessionState]:
    """A battle between people as it is stored, and its state."""
    game = all_games()[name].set_up()
    stored = new_battle("b", Match(game), (Seat(),) * game.seats, 3600.0)
    return stored, restored(stored)


def random_command(state: SessionState, rng: Random) -> commands.Command:
    """Something that players do, most often an action of the seat to act."""
    seats = range(state.match.game.seats)
    if state.waits_for:
        return commands.give_nonce(state.waits_for[0], "0123456789abcdef")
    if state.is_throw_pending:
        return commands.throw
    seat, number = state.match.to_act, state.number
    other = rng.choice(seats)
    aside = [
        commands.undo(other, number),
        commands.offer(other, number, "undo"),
        commands.offer(other, number, "clock 600+5"),
        commands.offer(other, number, "pause"),
        commands.decline(other, number),
        commands.hand_over(other, "recruit"),
        commands.take_over(other),
        commands.resume(other),
        commands.stop_clock,
        commands.start_clock,
        commands.close_stretch,
    ]
    if rng.random() < 0.3:
        return rng.choice(aside)
    if not state.seats[seat].is_person:
        return commands.decide(rng.choice(state.match.state.legal()))
    return commands.act(seat, number, rng.choice(state.match.legal_actions).notation)


@pytest.mark.parametrize("name", sorted(all_games()))
def test_a_state_changed_by_commands_is_the_one_restored_from_its_lines(name: str) -> None:
    stored, state = begun(name)
    lines: list[Line] = list(stored.lines)
    rng = Random(name)
    done = 0
    while state.match.outcome is None and done < 150:
        then = state.copy()
        try:
            random_command(state, rng)(then)
        except DrumheadError:
            continue
        done += 1
        lines += then.new_lines
        state = then
    again = restored(
        StoredBattle("b", stored.game, stored.rules, stored.tags, "", stored.names, stored.seats, lines, 3600.0)
    )
    assert again.notice is None
    assert again.match.position == state.match.position
    assert again.match.steps == state.match.steps
    assert again.match.stretches == state.match.stretches
    assert (again.length, again.number, again.moved) == (len(lines), state.number, state.moved)
    assert (again.seats, again.offers, again.clock) == (state.seats, state.offers, state.clock)


def test_an_action_is_logged_in_its_canonical_notation() -> None:
    _, state = begun("pocket-battles")
    for seat in (0, 1):
        commands.give_nonce(seat)(state)
    state.throw()
    notation = state.match.legal_actions[0].notation
    commands.act(state.match.to_act, state.number, f"  {notation.upper()} ")(state)
    assert state.new_lines[-1].words == notation


def test_conceding_by_an_action_is_logged_as_conceding() -> None:
    _, state = begun("pocket-battles")
    for seat in (0, 1):
        commands.give_nonce(seat)(state)
    state.throw()
    loser = state.match.to_act
    commands.act(loser, state.number, " Concede ")(state)
    assert state.new_lines[-1] == Line(loser, "concede")
    assert state.match.outcome is not None
    assert state.match.outcome.returns[loser] == -1
