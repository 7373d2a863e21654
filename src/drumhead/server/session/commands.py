"""What a seat may do to a battle: each deed checks whether it may be done, and adds its lines."""

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.match import DRAW, Match
from drumhead.server.lobby.seats import Seat
from drumhead.server.session.clock import TERMS_REFUSAL, Clock
from drumhead.server.session.event_log import UNDO
from drumhead.server.session.guide import Guide
from drumhead.server.session.state import NOBODY, SessionState, is_dice_pending

Command = Callable[[SessionState], None]
"""Changes a copy of how a battle stands, or refuses."""

_PROPOSED: Final = Text("a draw, an undo, a clock or a pause can be proposed")
_NONCE: Final = re.compile(r"[0-9a-f]{8,64}")


def act(seat: int, number: int, action: str, guide: Guide | None = None) -> Command:
    """Plays an action for a seat, and throws the dice it leads to; in a guided state, the one that is learnt."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        state.must_decide(seat)
        if not state.seats[seat].is_person:
            raise IllegalAction(Text("the computer plays your seat; take it back first"))
        if guide is not None:
            guide.check(state.match, action)
        state.play(lambda match: match.push(action))

    return command


def concede(seat: int, number: int) -> Command:
    """Gives the battle up for a seat."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        if not state.match.game.concede_any_time:
            state.must_decide(seat)
        state.play(lambda match: match.concede(seat))

    return command


def undo(seat: int, number: int) -> Command:
    """Takes the last decision of a seat back, where nothing has become known since."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        if not state.match.can_undo(seat):
            raise IllegalAction(Text("nothing can be taken back: dice, a reveal or another decision came since"))
        state.say(seat, UNDO)

    return command


def offer(seat: int, number: int, what: str) -> Command:
    """Proposes something to all others who play; once everybody has, it is done."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        if state.match.outcome is not None:
            raise IllegalAction(Text("the battle is over"))
        kind, _, terms = (_which_undo(state, seat) if what == UNDO else what).partition(" ")
        if kind not in _AGREED or _AGREED[kind].terms.fullmatch(terms) is None:
            raise IllegalAction(_AGREED[kind].words if kind in _AGREED else _PROPOSED)
        agreed = _AGREED[kind]
        agreed.may(state, terms)
        proposed = f"{kind} {terms}".strip()
        state.say(seat, f"(offer {proposed})")
        if all(state.offers.get(other) == proposed for other in agreed.voters(state)):
            agreed.do(state, terms)

    return command


def _which_undo(state: SessionState, seat: int) -> str:
    """The undo that is proposed already, or that of the last decision of a seat."""
    for proposed in state.offers.values():
        if proposed.startswith(UNDO):
            return proposed
    own = [step for step, played in enumerate(state.match.steps) if played.seat == seat]
    return f"{UNDO} {own[-1] if own else 0}"


def decline(seat: int, number: int) -> Command:
    """Says no to what is proposed, or takes an own proposal back."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        if state.offers:
            state.say(seat, "(decline)")

    return command


def _may_draw(state: SessionState, terms: str) -> None:
    clause = state.match.game.draw_clause
    if not clause:
        raise IllegalAction(Text("this game knows no draw by agreement"))
    if len(state.people) < len(state.seats):
        raise IllegalAction(Text("the computer plays on"), clause)
    state.match.at(len(state.match.steps)).agree_draw()


def _draw(state: SessionState, terms: str) -> None:
    state.say(state.match.to_act, DRAW)


def _may_go_back(state: SessionState, terms: str) -> None:
    """Refuses to go back where nothing was played, or past something that was shown."""
    _refuse_alone(state.owners)
    match = state.match
    if int(terms) >= len(match.steps):
        raise IllegalAction("nothing has been played yet")
    if any(match.game.is_reveal(raw) for played in match.steps[int(terms) :] for raw in played.events):
        raise IllegalAction(Text("what was shown cannot be taken back"))


def _go_back(state: SessionState, terms: str) -> None:
    state.rewind(state.match.steps[int(terms)].seat, int(terms))


def _may_have_clock(state: SessionState, terms: str) -> None:
    _refuse_alone(state.people)
    if terms != "off":
        Clock.from_terms(terms, len(state.seats))


def _agree_clock(state: SessionState, terms: str) -> None:
    state.say(NOBODY, f"(clock {terms})")


def _may_pause(state: SessionState, terms: str) -> None:
    if state.clock is None:
        raise IllegalAction(Text("no clock runs in this battle"))


def _pause(state: SessionState, terms: str) -> None:
    state.say(NOBODY, "(pause)")


def _refuse_alone(seats: list[int]) -> None:
    if len(seats) < 2:
        raise IllegalAction(Text("nobody else plays here who could agree"))


@dataclass(frozen=True, slots=True)
class _Agreement:
    """What may be agreed on: its terms, whether it may be proposed, how it is done, and who must want it."""

    terms: re.Pattern[str]
    may: Callable[[SessionState, str], None]
    do: Callable[[SessionState, str], None]
    voters: Callable[[SessionState], list[int]] = attrgetter("people")
    words: Text = _PROPOSED


_NO_TERMS: Final = re.compile("")
_AGREED: Final = {
    "draw": _Agreement(_NO_TERMS, _may_draw, _draw),
    # Whoever lets a computer play meanwhile is asked, too: dice that fell against the others would fall again.
    UNDO: _Agreement(re.compile(r"0|[1-9][0-9]{0,5}"), _may_go_back, _go_back, attrgetter("owners")),
    "clock": _Agreement(re.compile(r"off|[0-9]{1,6}\+[0-9]{1,5}"), _may_have_clock, _agree_clock, words=TERMS_REFUSAL),
    "pause": _Agreement(_NO_TERMS, _may_pause, _pause),
}
"""What the people at a table may agree on; nothing else is said by a proposal."""


def resume(seat: int) -> Command:
    """Ends a pause."""

    def command(state: SessionState) -> None:
        if state.clock is None or state.clock.since is not None:
            raise IllegalAction(Text("no clock stands still in this battle"))
        state.say(seat, "(go on)")

    return command


def claim(seat: int, number: int) -> Command:
    """Ends the battle against the seat that is waited for: out of time, or gone for longer than was stated."""

    def command(state: SessionState) -> None:
        state.must_be(number)
        late = state.match.to_act
        if late < 0 or not state.seats[late].is_person or state.match.game.team_sign(late, seat) < 0:
            raise IllegalAction(Text("there is nobody against whom the battle could be claimed"))
        now = time.time()
        if state.clock is not None and state.clock.left(late, now) <= 0:
            state.say(late, "out-of-time")
        elif not (state.clock and state.clock.is_paused) and now - state.moved > state.claim_seconds:
            state.say(late, "gone-away")
        else:
            raise IllegalAction(Text("the one who is waited for has time left"))

    return command


def request_rematch(seat: int) -> Command:
    """Tells everybody that the battle is played again, and who asked first; it begins elsewhere."""

    def command(state: SessionState) -> None:
        if state.match.outcome is None:
            raise IllegalAction(Text("a battle is played again once it is over"))
        if state.rematch_by is None:
            state.say(seat, "(again)")

    return command


def hand_over(seat: int, level: str) -> Command:
    """Lets the computer play a seat, at a level, until its owner takes it back."""

    def command(state: SessionState) -> None:
        chosen = Seat.read(level, state.match.game)
        if chosen.is_person:
            raise IllegalAction(Text("say which computer is to play"))
        if state.match.outcome is not None:
            raise IllegalAction(Text("the battle is over"))
        state.say(seat, f"(computer {chosen.level})")

    return command


def take_over(seat: int) -> Command:
    """Takes a seat back from the computer."""

    def command(state: SessionState) -> None:
        if state.seats[seat].is_person:
            raise IllegalAction(Text("you play your seat yourself"))
        state.say(seat, "(person)")

    return command


def give_nonce(seat: int, nonce: str = "") -> Command:
    """Puts a nonce of a seat into the dice before they are first thrown; drawn here if the seat gives none."""

    def command(state: SessionState) -> None:
        if nonce and _NONCE.fullmatch(nonce) is None:
            raise IllegalAction(Text("a nonce has 8 to 64 digits of 0-9 and a-f"))
        if seat in state.waits_for:
            state.say(seat, f"(nonce {nonce or secrets.token_hex(8)})")
        elif nonce:
            raise IllegalAction(Text("the dice of this battle know your seat already"))

    return command


def decide(action: int | str) -> Command:
    """Plays what a computer decided for the seat to act."""
    return lambda state: state.play(lambda match: match.push(action))


def throw(state: SessionState) -> None:
    """Throws the dice that wait."""
    if is_dice_pending(state):
        state.play(Match.settle)


def close_stretch(state: SessionState) -> None:
    """Ends the running stream of dice, so that its secret may be published."""
    if state.match.outcome is None:
        state.close_stretch()


def stop_clock(state: SessionState) -> None:
    """Stops the clock, since nobody who plays is there."""
    if state.clock is not None and state.clock.since is not None:
        state.say(NOBODY, "(rest)")


def start_clock(state: SessionState) -> None:
    """Lets the clock go on from now, since somebody is there again; what was in between costs nobody anything."""
    if state.clock is not None and not state.clock.is_paused:
        state.say(NOBODY, "(go on)")
