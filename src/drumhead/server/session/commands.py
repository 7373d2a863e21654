"""What can be done to a battle: each command checks whether it is allowed and appends its lines to the log."""

import re
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.played import CONCEDE, DRAW
from drumhead.server.lobby.seats import Seat
from drumhead.server.session import dice_stream, steady_clock
from drumhead.server.session.clock import TERMS_REFUSAL, Clock
from drumhead.server.session.event_log import UNDO
from drumhead.server.session.guide import Guide
from drumhead.server.session.state import NOBODY, SessionState

Command = Callable[[SessionState], None]
"""Appends lines to a copy of the state, or raises `DrumheadError`. It may be run again on a newer state."""

_PROPOSALS: Final = Text("you can propose a draw, an undo, a clock or a pause")
_NONCE: Final = re.compile(r"[0-9a-f]{8,64}")
_COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")
MAX_NAME_CHARACTERS: Final = 24
"""How long the name of a player may be."""


def act(seat: int, number: int, action: str, guide: Guide | None = None) -> Command:
    """Plays an action for a seat and throws the dice it leads to; in a guided battle, if the guide does not object."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        state.must_decide(seat)
        if not state.seats[seat].is_person:
            raise IllegalAction(Text("the computer plays your seat; take it back first"))
        if guide is not None:
            guide.check(state.match, action)
        state.play(action)

    return command


def concede(seat: int, number: int) -> Command:
    """Gives the battle up for a seat."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        if not state.match.game.concede_any_time:
            state.must_decide(seat)
        state.append(seat, CONCEDE)

    return command


def undo(seat: int, number: int) -> Command:
    """Takes back the last decision of a seat, if nothing has become known since."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        if not state.match.can_undo(seat):
            raise IllegalAction(Text("nothing can be taken back: dice, a reveal or another decision came since"))
        state.append(seat, UNDO)

    return command


def offer(seat: int, number: int, what: str) -> Command:
    """Proposes something to all who must agree; once all of them have proposed it, it is done."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        if state.match.outcome is not None:
            raise IllegalAction(Text("the battle is over"))
        kind, _, terms = (_undo_terms(state, seat) if what == UNDO else what).partition(" ")
        if kind not in _AGREEMENTS or _AGREEMENTS[kind].terms.fullmatch(terms) is None:
            raise IllegalAction(_AGREEMENTS[kind].refusal if kind in _AGREEMENTS else _PROPOSALS)
        agreement = _AGREEMENTS[kind]
        agreement.check(state, terms)
        proposed = f"{kind} {terms}".strip()
        state.append(seat, f"(offer {proposed})")
        if all(state.offers.get(other) == proposed for other in agreement.voters(state)):
            agreement.carry_out(state, terms)

    return command


def _undo_terms(state: SessionState, seat: int) -> str:
    """The undo that is proposed already, or that of the last decision of a seat."""
    for proposed in state.offers.values():
        if proposed.startswith(UNDO):
            return proposed
    own = [step for step, played in enumerate(state.match.steps) if played.seat == seat]
    return f"{UNDO} {own[-1] if own else 0}"


def decline(seat: int, number: int) -> Command:
    """Declines what is proposed, or withdraws an own proposal."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        if state.offers:
            state.append(seat, "(decline)")

    return command


def _check_draw(state: SessionState, terms: str) -> None:
    clause = state.match.game.draw_clause
    if not clause:
        raise IllegalAction(Text("this game has no draw by agreement"))
    if len(state.people) < len(state.seats):
        raise IllegalAction(Text("the computer plays on"), clause)
    state.match.at(len(state.match.steps)).agree_draw()


def _draw(state: SessionState, terms: str) -> None:
    state.append(state.match.to_act, DRAW)


def _check_undo(state: SessionState, terms: str) -> None:
    """Refuses to go back where nothing was played, or past a reveal."""
    _refuse_alone(state.owners)
    match = state.match
    if int(terms) >= len(match.steps):
        raise IllegalAction("nothing has been played yet")
    if any(match.game.is_reveal(raw) for played in match.steps[int(terms) :] for raw in played.events):
        raise IllegalAction(Text("a reveal cannot be taken back"))


def _undo(state: SessionState, terms: str) -> None:
    state.rewind(state.match.steps[int(terms)].seat, int(terms))


def _check_clock(state: SessionState, terms: str) -> None:
    _refuse_alone(state.people)
    if terms != "off":
        Clock.from_terms(terms, len(state.seats))


def _set_clock(state: SessionState, terms: str) -> None:
    state.append(NOBODY, f"(clock {terms})")


def _check_pause(state: SessionState, terms: str) -> None:
    if state.clock is None:
        raise IllegalAction(Text("this battle has no clock"))


def _pause(state: SessionState, terms: str) -> None:
    state.append(NOBODY, "(pause)")


def _refuse_alone(seats: list[int]) -> None:
    if len(seats) < 2:
        raise IllegalAction(Text("there is no other player who could agree"))


@dataclass(frozen=True, slots=True)
class _Agreement:
    """Something people may agree on: its terms, whether it may be proposed, what it does, and who must want it."""

    terms: re.Pattern[str]
    check: Callable[[SessionState, str], None]
    carry_out: Callable[[SessionState, str], None]
    voters: Callable[[SessionState], list[int]] = attrgetter("people")
    refusal: Text = _PROPOSALS


_NO_TERMS: Final = re.compile("")
_AGREEMENTS: Final = {
    "draw": _Agreement(_NO_TERMS, _check_draw, _draw),
    # The owner of a seat that a computer plays must agree too: else the others could throw dice again behind its back.
    UNDO: _Agreement(re.compile(r"0|[1-9][0-9]{0,5}"), _check_undo, _undo, attrgetter("owners")),
    "clock": _Agreement(re.compile(r"off|[0-9]{1,6}\+[0-9]{1,5}"), _check_clock, _set_clock, refusal=TERMS_REFUSAL),
    "pause": _Agreement(_NO_TERMS, _check_pause, _pause),
}
"""What people may agree on. A proposal holds no other text."""


def resume(seat: int) -> Command:
    """Ends a pause of the clock."""

    def command(state: SessionState) -> None:
        if state.clock is None or state.clock.since is not None:
            raise IllegalAction(Text("no clock is stopped in this battle"))
        state.append(seat, "(go on)")

    return command


def claim(seat: int, number: int) -> Command:
    """Ends the battle against a seat that is waited for: out of time, or away for longer than the battle allows."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        awaited = [other for other in state.awaited if state.seats[other].is_person]
        opponents = [other for other in awaited if state.match.game.team_sign(other, seat) >= 0]
        if not opponents:
            raise IllegalAction(Text("there is no opponent to claim the battle from"))
        now = steady_clock.now()
        late = min(opponents, key=lambda other: state.clock.left(other, now) if state.clock is not None else 0)
        if state.clock is not None and state.clock.left(late, now) <= 0:
            state.append(late, "out-of-time")
        elif seat in awaited:
            raise IllegalAction(Text("the dice wait for your own seat too"))
        elif not (state.clock and state.clock.is_paused) and now - state.waits_since > state.claim_seconds:
            state.append(late, "gone-away")
        else:
            raise IllegalAction(Text("your opponent still has time left"))

    return command


def request_rematch(seat: int) -> Command:
    """Tells everybody at the table that a rematch has begun, and which seat asked first."""

    def command(state: SessionState) -> None:
        if state.match.outcome is None:
            raise IllegalAction(Text("a rematch is possible once the battle is over"))
        if state.rematch_by is None:
            state.append(seat, "(again)")

    return command


def hand_over(seat: int, level: str) -> Command:
    """Lets the computer play a seat at a level until its owner takes it back."""

    def command(state: SessionState) -> None:
        chosen = Seat.read(level, state.match.game)
        if chosen.is_person:
            raise IllegalAction(Text("name the level at which the computer is to play"))
        if state.match.outcome is not None:
            raise IllegalAction(Text("the battle is over"))
        state.append(seat, f"(computer {chosen.level})")
        if seat in state.waits_for:
            _substitute(state, seat)

    return command


def take_over(seat: int) -> Command:
    """Takes a seat back from the computer."""

    def command(state: SessionState) -> None:
        if state.seats[seat].is_person:
            raise IllegalAction(Text("you already play this seat yourself"))
        state.append(seat, "(person)")

    return command


def set_name(seat: int, words: str) -> Command:
    """Stores what the player of a seat wants to be called; nothing removes the name."""

    def command(state: SessionState) -> None:
        name = player_name(words)
        if name != state.names.get(seat, ""):
            state.append(seat, f"(name {name})")

    return command


def player_name(words: str) -> str:
    """A name as others see it; refuses one that is too long.

    Control characters, and marks that turn the direction of writing, are left out: a name stands beside other words.
    """
    visible = "".join(letter for letter in " ".join(words.split()) if letter.isprintable())
    name = " ".join(unicodedata.normalize("NFC", visible).split())
    if len(name) > MAX_NAME_CHARACTERS:
        raise IllegalAction(Text("a name has at most {n} characters", n=MAX_NAME_CHARACTERS))
    return name


def renew_key(seat: int, key: str) -> Command:
    """Notes that a seat has another link, given by its label; connections by any other are closed."""

    def command(state: SessionState) -> None:
        if state.keys.get(seat) != key:
            state.append(seat, f"(key {key})")

    return command


def commit_nonce(seat: int, commit: str) -> Command:
    """Commits a seat to the nonce that it will reveal once all have committed."""

    def command(state: SessionState) -> None:
        if _COMMITMENT.fullmatch(commit) is None:
            raise IllegalAction(Text("a commitment has 64 digits of 0-9 and a-f"))
        stream = state.stream
        if stream is None or not stream.commitments or stream.commitments[seat]:
            raise IllegalAction(Text("your seat cannot commit to a nonce now"))
        state.append(seat, f"(commit {commit})")

    return command


def give_nonce(seat: int, nonce: str = "") -> Command:
    """Adds a seat's nonce to the dice before their first throw; draws one if none is given."""

    def command(state: SessionState) -> None:
        if nonce and _NONCE.fullmatch(nonce) is None:
            raise IllegalAction(Text("a nonce has 8 to 64 digits of 0-9 and a-f"))
        stream = state.stream
        is_given = stream is None or not stream.dice.nonces or stream.dice.nonces[seat]
        has_committed = stream is not None and stream.commitments and stream.commitments[seat]
        if stream is None or is_given or (has_committed and not nonce):
            if nonce:
                raise IllegalAction(Text("your seat has already added a nonce to the dice"))
        elif has_committed and not stream.joint:
            raise IllegalAction(Text("the others have not committed yet: keep your nonce to yourself"))
        elif has_committed and not stream.fits(seat, nonce):
            raise IllegalAction(Text("this nonce is not the one that your seat has committed to"))
        else:
            word = "nonce" if nonce or not stream.commitments else "drawn"
            state.append(seat, f"({word} {nonce or secrets.token_hex(16)})")

    return command


def substitute_nonces(state: SessionState) -> None:
    """Replaces the nonces that pending dice have waited for long enough."""
    if state.held_up[0] and steady_clock.now() >= state.held_up[1] + dice_stream.SUBSTITUTE_SECONDS:
        for seat in state.waits_for:
            _substitute(state, seat)


def _substitute(state: SessionState, seat: int) -> None:
    assert state.stream is not None
    state.append(seat, f"(substitute {dice_stream.substitute(state.stream, seat)})")


def decide(action: int | str) -> Command:
    """Plays what a computer chose for the seat to act."""
    return lambda state: state.play(action)


def throw(state: SessionState) -> None:
    """Throws the pending dice."""
    state.throw()


def close_stretch(state: SessionState) -> None:
    """Ends the running stream of dice, so that its secret may be published."""
    if state.match.outcome is None:
        state.close_stretch()


def stop_clock(state: SessionState) -> None:
    """Stops the clock because no player is connected."""
    if state.clock is not None and state.clock.since is not None:
        state.append(NOBODY, "(rest)")


def start_clock(state: SessionState) -> None:
    """Starts the clock because a player is connected again; the time in between is charged to nobody."""
    if state.clock is not None and not state.clock.is_paused:
        state.append(NOBODY, "(go on)")
