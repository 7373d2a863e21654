"""Summaries of battles for the start page: who plays, who is to act, what happened last, how it ended."""

from typing import Final

from drumhead.core.i18n.text import Text, current_translator
from drumhead.core.state import CHANCE, SPECTATOR
from drumhead.server.api import serialize
from drumhead.server.lobby.seats import GUIDE
from drumhead.server.lobby.waiting import Waiting
from drumhead.server.session.ports import Message
from drumhead.server.session.state import SessionState

MAX_STEPS_BACK: Final = 12
"""How many of the last steps are searched for one that has something to tell."""
_RESULTS: Final = {1: "won", 0: "drawn", -1: "lost"}


def summary(state: SessionState, seats: list[int]) -> Message:
    """A battle in short, as the holder of some of its seats may know it.

    Whoever holds several seats shares the device with others, so that nothing is told that one seat alone knows.
    """
    match = state.match
    held = sorted(set(seats) - {SPECTATOR})
    outcome = match.outcome
    result = _RESULTS[round(outcome.returns[held[0]])] if outcome is not None and len(held) == 1 else ""
    return {
        "game": match.game.name,
        "title": str(match.game.title),
        "sides": " · ".join(str(match.game.seat_name(seat)) for seat in range(match.game.seats)),
        "opponent": _opponents(state, held),
        "state": str(_state_words(state, held)),
        "mine": outcome is None and match.to_act in held,
        "over": outcome is not None,
        "result": result,
        "step": len(match.steps),
        "moved": round(state.moved, 1),
        "last": "" if outcome is not None else _last_words(state, held[0] if len(held) == 1 else SPECTATOR),
    }


def waiting_summary(waiting: Waiting) -> Message:
    """A battle in short that waits for its guests."""
    return {
        "game": waiting.game,
        "title": str(waiting.kind.title),
        "sides": " · ".join(waiting.sides),
        "opponent": "",
        "state": waiting.to_message()["words"],
        "mine": False,
        "over": False,
        "result": "",
        "step": 0,
        "moved": round(waiting.began, 1),
        "last": "",
    }


def player_words(state: SessionState, seat: int) -> str:
    """Who plays a seat: the name of a person, the level of a computer, or the side."""
    sits = state.seats[seat]
    if sits.level == GUIDE:
        return str(Text("a guided first battle"))
    if not sits.is_person:
        return str(Text("computer ({level})", level=current_translator()(sits.level)))
    return state.players[seat] or str(Text("player {side}", side=state.match.game.seat_name(seat)))


def _opponents(state: SessionState, held: list[int]) -> str:
    """Who plays the seats that are held elsewhere; empty where all of them are held here."""
    others = [seat for seat in range(len(state.seats)) if seat not in held]
    return ", ".join(dict.fromkeys(player_words(state, seat) for seat in others))


def _state_words(state: SessionState, held: list[int]) -> str | Text:
    match, seat = state.match, state.match.to_act
    if match.outcome is not None:
        return match.outcome.reason
    missing = [other for other in state.waits_for if other not in held] if seat == CHANCE else []
    if missing:
        return Text("{who} has not joined yet", who=player_words(state, missing[0]))
    if seat < 0:
        return Text("dice are about to be thrown")
    if held == [seat]:
        return Text("your turn")
    if seat in held:
        return Text("your turn, as {side}", side=match.game.seat_name(seat))
    return Text("waiting for {who}", who=player_words(state, seat))


def _last_words(state: SessionState, seat: int) -> str:
    """The last thing that happened and that a seat may know, in words; empty before anything has."""
    match = state.match
    steps = serialize.history(match, seat, max(0, len(match.steps) - MAX_STEPS_BACK))
    told = [event["words"] for step in steps for event in step.get("events", ())]
    return told[-1] if told else ""
