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
from drumhead.server.session.clock import TERMS, Clock
from drumhead.server.session.event_log import UNDO
from drumhead.server.session.guide import Guide
from drumhead.server.session.state import NOBODY, Standing, is_dice_pending

Deed = Callable[[Standing], None]
"""Changes a copy of how a battle stands, or refuses."""

_PROPOSED: Final = Text("a draw, an undo, a clock or a pause can be proposed")
_NONCE: Final = re.compile(r"[0-9a-f]{8,64}")


def act(seat: int, number: int, action: str, guide: Guide | None = None) -> Deed:
    """Plays an action for a seat, and throws the dice it leads to; in a guided battle, the one that is learnt."""

    def deed(battle: Standing) -> None:
        battle.must_be(number)
        battle.must_decide(seat)
        if not battle.seats[seat].is_person:
            raise IllegalAction(Text("the computer plays your seat; take it back first"))
        if guide is not None:
            guide.check(battle.match, action)
        battle.play(lambda match: match.push(action))

    return deed


def concede(seat: int, number: int) -> Deed:
    """Gives the battle up for a seat."""

    def deed(battle: Standing) -> None:
        battle.must_be(number)
        if not battle.match.game.concede_any_time:
            battle.must_decide(seat)
        battle.play(lambda match: match.concede(seat))

    return deed


def undo(seat: int, number: int) -> Deed:
    """Takes the last decision of a seat back, where nothing has become known since."""

    def deed(battle: Standing) -> None:
        battle.must_be(number)
        if not battle.match.can_undo(seat):
            raise IllegalAction(Text("nothing can be taken back: dice, a reveal or another decision came since"))
        battle.say(seat, UNDO)

    return deed


def offer(seat: int, number: int, what: str) -> Deed:
    """Proposes something to all others who play; once everybody has, it is done."""

    def deed(battle: Standing) -> None:
        battle.must_be(number)
        if battle.match.outcome is not None:
            raise IllegalAction(Text("the battle is over"))
        kind, _, terms = (_which_undo(battle, seat) if what == UNDO else what).partition(" ")
        if kind not in _AGREED or _AGREED[kind].terms.fullmatch(terms) is None:
            raise IllegalAction(_AGREED[kind].words if kind in _AGREED else _PROPOSED)
        agreed = _AGREED[kind]
        agreed.may(battle, terms)
        proposed = f"{kind} {terms}".strip()
        battle.say(seat, f"(offer {proposed})")
        if all(battle.offers.get(other) == proposed for other in agreed.voters(battle)):
            agreed.do(battle, terms)

    return deed


def _which_undo(battle: Standing, seat: int) -> str:
    """The undo that is proposed already, or that of the last decision of a seat."""
    for proposed in battle.offers.values():
        if proposed.startswith(UNDO):
            return proposed
    own = [step for step, played in enumerate(battle.match.steps) if played.seat == seat]
    return f"{UNDO} {own[-1] if own else 0}"


def decline(seat: int, number: int) -> Deed:
    """Says no to what is proposed, or takes an own proposal back."""

    def deed(battle: Standing) -> None:
        battle.must_be(number)
        if battle.offers:
            battle.say(seat, "(decline)")

    return deed


def _may_draw(battle: Standing, terms: str) -> None:
    clause = battle.match.game.draw_clause
    if not clause:
        raise IllegalAction(Text("this game knows no draw by agreement"))
    if len(battle.people) < len(battle.seats):
        raise IllegalAction(Text("the computer plays on"), clause)
    battle.match.at(len(battle.match.steps)).agree_draw()


def _draw(battle: Standing, terms: str) -> None:
    battle.say(battle.match.to_act, DRAW)


def _may_go_back(battle: Standing, terms: str) -> None:
    """Refuses to go back where nothing was played, or past something that was shown."""
    _must_have_company(battle.owners)
    match = battle.match
    if int(terms) >= len(match.steps):
        raise IllegalAction("nothing has been played yet")
    if any(match.game.is_reveal(raw) for played in match.steps[int(terms) :] for raw in played.events):
        raise IllegalAction(Text("what was shown cannot be taken back"))


def _go_back(battle: Standing, terms: str) -> None:
    battle.go_back(battle.match.steps[int(terms)].seat, int(terms))


def _may_have_clock(battle: Standing, terms: str) -> None:
    _must_have_company(battle.people)
    if terms != "off":
        Clock.agreed(terms, len(battle.seats))


def _start_clock(battle: Standing, terms: str) -> None:
    battle.say(NOBODY, f"(clock {terms})")


def _may_pause(battle: Standing, terms: str) -> None:
    if battle.clock is None:
        raise IllegalAction(Text("no clock runs in this battle"))


def _pause(battle: Standing, terms: str) -> None:
    battle.say(NOBODY, "(pause)")


def _must_have_company(seats: list[int]) -> None:
    if len(seats) < 2:
        raise IllegalAction(Text("nobody else plays here who could agree"))


@dataclass(frozen=True, slots=True)
class _Agreement:
    """What may be agreed on: its terms, whether it may be proposed, how it is done, and who must want it."""

    terms: re.Pattern[str]
    may: Callable[[Standing, str], None]
    do: Callable[[Standing, str], None]
    voters: Callable[[Standing], list[int]] = attrgetter("people")
    words: Text = _PROPOSED


_NO_TERMS: Final = re.compile("")
_AGREED: Final = {
    "draw": _Agreement(_NO_TERMS, _may_draw, _draw),
    # Whoever lets a computer play meanwhile is asked, too: dice that fell against the others would fall again.
    UNDO: _Agreement(re.compile(r"0|[1-9][0-9]{0,5}"), _may_go_back, _go_back, attrgetter("owners")),
    "clock": _Agreement(re.compile(r"off|[0-9]{1,6}\+[0-9]{1,5}"), _may_have_clock, _start_clock, words=TERMS),
    "pause": _Agreement(_NO_TERMS, _may_pause, _pause),
}
"""What the people at a table may agree on; nothing else is said by a proposal."""


def resume(seat: int) -> Deed:
    """Ends a pause."""

    def deed(battle: Standing) -> None:
        if battle.clock is None or battle.clock.since is not None:
            raise IllegalAction(Text("no clock stands still in this battle"))
        battle.say(seat, "(go on)")

    return deed


def claim(seat: int, number: int) -> Deed:
    """Ends the battle against the seat that is waited for: out of time, or gone for longer than was stated."""

    def deed(battle: Standing) -> None:
        battle.must_be(number)
        late = battle.match.to_act
        if late < 0 or not battle.seats[late].is_person or battle.match.game.team_sign(late, seat) < 0:
            raise IllegalAction(Text("there is nobody against whom the battle could be claimed"))
        now = time.time()
        if battle.clock is not None and battle.clock.left(late, now) <= 0:
            battle.say(late, "out-of-time")
        elif not (battle.clock and battle.clock.is_paused) and now - battle.moved > battle.patience:
            battle.say(late, "gone-away")
        else:
            raise IllegalAction(Text("the one who is waited for has time left"))

    return deed


def again(seat: int) -> Deed:
    """Tells everybody that the battle is played again, and who asked first; it begins elsewhere."""

    def deed(battle: Standing) -> None:
        if battle.match.outcome is None:
            raise IllegalAction(Text("a battle is played again once it is over"))
        if battle.again is None:
            battle.say(seat, "(again)")

    return deed


def hand_over(seat: int, level: str) -> Deed:
    """Lets the computer play a seat, at a level, until its owner takes it back."""

    def deed(battle: Standing) -> None:
        chosen = Seat.read(level, battle.match.game)
        if chosen.is_person:
            raise IllegalAction(Text("say which computer is to play"))
        if battle.match.outcome is not None:
            raise IllegalAction(Text("the battle is over"))
        battle.say(seat, f"(computer {chosen.level})")

    return deed


def take_over(seat: int) -> Deed:
    """Takes a seat back from the computer."""

    def deed(battle: Standing) -> None:
        if battle.seats[seat].is_person:
            raise IllegalAction(Text("you play your seat yourself"))
        battle.say(seat, "(person)")

    return deed


def give_nonce(seat: int, nonce: str = "") -> Deed:
    """Puts a nonce of a seat into the dice before they are first thrown; drawn here if the seat gives none."""

    def deed(battle: Standing) -> None:
        if nonce and _NONCE.fullmatch(nonce) is None:
            raise IllegalAction(Text("a nonce has 8 to 64 digits of 0-9 and a-f"))
        if seat in battle.waits_for:
            battle.say(seat, f"(nonce {nonce or secrets.token_hex(8)})")
        elif nonce:
            raise IllegalAction(Text("the dice of this battle know your seat already"))

    return deed


def decide(action: int | str) -> Deed:
    """Plays what a computer decided for the seat to act."""
    return lambda battle: battle.play(lambda match: match.push(action))


def throw(battle: Standing) -> None:
    """Throws the dice that wait."""
    if is_dice_pending(battle):
        battle.play(Match.settle)


def close_stretch(battle: Standing) -> None:
    """Ends the running stream of dice, so that its secret may be published."""
    if battle.match.outcome is None:
        battle.close_stretch()


def rest(battle: Standing) -> None:
    """Stops the clock, since nobody who plays is there."""
    if battle.clock is not None and battle.clock.since is not None:
        battle.say(NOBODY, "(rest)")


def go_on(battle: Standing) -> None:
    """Lets the clock go on from now, since somebody is there again; what was in between costs nobody anything."""
    if battle.clock is not None and not battle.clock.is_paused:
        battle.say(NOBODY, "(go on)")
