"""Messages to clients: a position and its history, as far as a seat may know them, in its language. No I/O."""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from drumhead.ai.study.analyse import Hint
from drumhead.core.actions import Action, Event, Odds, Refusal, Trait
from drumhead.core.again import can_repeat
from drumhead.core.dice import Dice
from drumhead.core.errors import DrumheadError
from drumhead.core.forecast import Forecast, Plan, Reach
from drumhead.core.i18n.text import Text, Translatable, current_translator
from drumhead.core.match import Match
from drumhead.core.played import Stretch
from drumhead.core.state import CHANCE, SPECTATOR
from drumhead.core.summaries import DiceGroup, Table
from drumhead.server.lobby.seats import GUIDE
from drumhead.server.session import steady_clock
from drumhead.server.session.dice_stream import SUBSTITUTE_SECONDS, shown_nonces
from drumhead.server.session.ports import Message
from drumhead.server.session.state import SessionState, dice_commitment

_COMMITTED_WORDS: Final = Text(
    "The dice come from this server, bound by the seal, and from a number that every player adds."
)
_DRAWN: Final[Translatable] = "The server drew the number of {side}, whose program brings none."
_SUBSTITUTED: Final[Translatable] = "The number of {side} did not come in time: the server put another in its place."
_SEEDED_WORDS: Final = Text("The dice come from a seed: whoever knows it can predict them.")

_QUEUED_WORDS: Final = {
    "move": lambda n: Text(
        "The server is busy. One computation comes before the computer's move.",
        "The server is busy. {n} computations come before the computer's move.",
        n=n,
    ),
    "hint": lambda n: Text(
        "The server is busy. One computation comes before your hint.",
        "The server is busy. {n} computations come before your hint.",
        n=n,
    ),
    "review": lambda n: Text(
        "The server is busy. One computation comes before the review.",
        "The server is busy. {n} computations come before the review.",
        n=n,
    ),
    "film": lambda n: Text(
        "The server is busy. One computation comes before the film.",
        "The server is busy. {n} computations come before the film.",
        n=n,
    ),
}
"""What somebody is told who waits, by what they wait for."""
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def position(match: Match, seat: int, show: str = "svg") -> Message:
    """The position as a seat sees it, in one of the formats of `RENDERERS`."""
    outcome = match.outcome
    message = {
        "step": len(match.steps),
        "to_act": match.to_act,
        "outcome": None
        if outcome is None
        else {"words": str(outcome.reason), "clause": outcome.clause, "returns": list(outcome.returns)},
        **RENDERERS[show](match, seat),
    }
    if show != BARE_FORMAT:
        message["prompt"] = str(match.prompt_for(seat))
    return message


def _svg(match: Match, seat: int) -> Message:
    """A picture and, separately, its style."""
    game = match.game
    seen = match.view(seat)
    style, picture = split_style(game.board(seen))
    heading = game.round_words(seen)
    return {
        "picture": picture,
        "style": style,
        "status": [
            {"seat": side.seat, "words": [str(words) for words in side.words], "share": side.share}
            for side in game.status(seen)
        ],
        "round": str(heading) if heading is not None else "",
    }


def _written(match: Match, seat: int) -> str:
    """The position in the game's notation, as far as a seat may know it."""
    known = match.known(seat)
    return match.position if known is match.state else match.game.write_position(known)


RENDERERS: Final[dict[str, Callable[[Match, int], Message]]] = {
    "svg": _svg,
    "text": lambda match, seat: {"picture": match.text(seat)},
    "plain": lambda match, seat: {"picture": match.text(seat, plain=True)},
    "data": lambda match, seat: {"data": match.view(seat)},
    "position": lambda match, seat: {"position": _written(match, seat)},
    "none": lambda match, seat: {},
}
"""The formats of a position: for a browser, a terminal, a screen reader, a program, a program that knows the rules."""
BARE_FORMAT: Final = "position"
"""The format without prompts, event texts and actions, for programs that know the rules."""
STEPWISE_FORMATS: Final = frozenset({"svg", "text", "plain"})
"""The formats in which every step is sent; in the others, only the last position."""


def split_style(svg: str) -> tuple[str, str]:
    """The style of a picture and the rest of it: the pages' policy forbids inline styles."""
    found = _STYLE.search(svg)
    if found is None:
        return "", svg
    # Every connection keeps the style it was sent last: interning shares one string among them.
    return sys.intern(found[1]), svg[: found.start()] + svg[found.end() :]


def choices(match: Match, seat: int) -> Message:
    """The actions of the seat to act; the keys and labels of their steps are listed once and referred to by index."""
    acting = match.legal_actions if seat == match.to_act else []
    further = match.further_actions if seat == match.to_act else []
    steps: dict[tuple[str, str], int] = {}
    known, throws = match.known(seat), match.game.throws_dice
    return {
        "actions": [_action(action, steps) for action in acting],
        "further": [_action(action, steps) for action in further],
        "steps": [list(step) for step in steps],
        "rolls": [index for index, action in enumerate(acting) if throws(known, action.code)],
        "ends": [index for index, action in enumerate(acting) if action.notation in match.game.phase_ends],
    }


def _action(action: Action, steps: dict[tuple[str, str], int]) -> list[Any]:
    """An action as a list: notation, words, clause, and the indices of its steps."""
    walk = [steps.setdefault((step.key, str(step.words)), len(steps)) for step in action.steps]
    return [action.notation, str(action.words), action.clause, walk]


def history(match: Match, seat: int, since: int = 0, *, in_words: bool = True) -> list[Message]:
    """What happened from a step on, step by step, as far as a seat may know it."""
    return [_step(match, number, seat, in_words=in_words) for number in range(since, len(match.steps))]


def _step(match: Match, number: int, seat: int, *, in_words: bool) -> Message:
    game, step = match.game, match.steps[number]
    message: Message = {"seat": step.seat}
    if in_words:
        message |= _words(match, number, seat)
    if step.faces is not None and not game.is_draw(match.state_before(number)):
        message["faces"] = list(step.faces)
        message["sides"] = list(match.state_before(number).throw())
    if step.seat >= 0:
        message["done"] = match.done(number, seat)
    return message


def _words(match: Match, number: int, seat: int) -> Message:
    """What a step says: its events, the decision where no event tells it, its turn, what it points at, its dice."""
    events = match.events_of(number, seat)
    told = match.told(number, seat)
    heading = match.game.heading(match.known_before(number, seat))
    keys = dict.fromkeys([*told.keys, *[key for event in events for key in event.keys]])
    message: Message = {
        "events": [*_substitutions(match, number), *(_event(event) for event in events)],
        "words": _sentence(told.words),
        "turn": {"number": heading.number, "words": str(heading.words)},
        "keys": list(keys),
    }
    groups = match.dice_of(number, seat)
    return message | {"dice": [_dice_group(group) for group in groups]} if groups else message


def _substitutions(match: Match, number: int) -> list[Message]:
    """What the log says at the first throw of a stream for which a nonce did not come in time."""
    late = [stretch for stretch in match.stretches if stretch.substituted]
    if not late or match.steps[number].faces is None:
        return []
    throw = sum(step.faces is not None for step in match.steps[:number])
    seats = [seat for stretch in late if stretch.first == throw for seat in stretch.substituted]
    return [
        {"kind": "dice", "words": str(Text(_SUBSTITUTED, side=match.game.seat_name(seat))), "clause": ""}
        for seat in seats
    ]


def _event(event: Event) -> Message:
    return {"kind": event.kind, "words": _sentence(event.words), "clause": event.clause}


def _dice_group(group: DiceGroup) -> Message:
    return {
        "seat": group.seat,
        "key": group.key,
        "words": _sentence(group.words),
        "faces": list(group.faces),
        "sides": list(group.sides),
        "hits": list(group.hits),
        "caption": str(group.caption),
    }


def _sentence(words: Text) -> str:
    """Words as the log shows them: with a capital letter."""
    said = str(words)
    return said[:1].upper() + said[1:]


def view(state: SessionState, match: Match, seat: int, since: int, show: str) -> Message:
    """The `view` message: a position, what the seat may decide, and what happened from step `since` on."""
    return {
        "type": "view",
        "number": state.number,
        "since": since,
        "log": history(match, seat, since, in_words=show != BARE_FORMAT),
        **position(match, seat, show),
        **(choices(match, seat) if show != BARE_FORMAT else {}),
        **({"repeat": _can_repeat(match, seat), "deploys": _deploys(match, seat)} if show != BARE_FORMAT else {}),
        "undo": seat != SPECTATOR and match.can_undo(seat),
        "offers": [other for other in sorted(state.offers) if state.offers[other] == "draw"],
        "proposals": [[other, what] for other, what in sorted(state.offers.items())],
        "waits_for": state.waits_for if match.to_act == CHANCE else [],
        "clock": _clock(state),
        "secrets": match.game.has_secrets(match.state) and match.outcome is None,
        "again": state.rematch_by,
    }


def _deploys(match: Match, seat: int) -> bool:
    """Returns whether a seat is to place its forces, so that the computer may do it for it."""
    return seat == match.to_act and seat != SPECTATOR and match.game.is_deployment(match.state)


def _can_repeat(match: Match, seat: int) -> bool:
    """Whether `again` has something for the seat."""
    return seat == match.to_act and seat != SPECTATOR and can_repeat(match)


def table(state: SessionState, seat: int) -> Message:
    """The fields of the `table` message, which rarely change: the game, the sides, the players, the commitment."""
    match, game, seats, players = state.match, state.match.game, state.seats, state.players
    return {
        "game": game.name,
        "title": str(game.title),
        "seat": seat,
        "sides": [
            {
                "name": str(game.seat_name(side)),
                "letter": game.letters[side],
                "paint": game.paint(side),
                "level": current_translator()(seats[side].level),
                "player": players[side],
            }
            for side in range(game.seats)
        ],
        "guided": any(sits.level == GUIDE for sits in seats),
        "draws": bool(game.draw_clause),
        "seal": dice_commitment(match),
        "dice": dice(state, seat),
        "nonces": [] if not match.stretches else shown_nonces(match.stretches[-1], seat, seats),
        "patience": state.claim_seconds,
        "notice": str(state.notice or state.continued or ""),
        "options": {name: _plain(value) for name, value in match.game.chosen.items() if not isinstance(value, tuple)},
    }


def dice(state: SessionState, seat: int) -> Message:
    """The `dice` message without its type: what binds the running stream of dice, as a seat may know it."""
    match = state.match
    stream = match.stretches[-1] if match.stretches else Stretch(match.throws, Dice(b""))
    what, since = state.held_up
    return {
        **_origin(match, stream),
        "first": stream.first,
        "seal": dice_commitment(match),
        "commits": list(stream.commitments),
        "joint": stream.joint,
        "nonces": shown_nonces(stream, seat, state.seats),
        "drawn": list(stream.drawn),
        "substituted": list(stream.substituted),
        "waits_for": state.waits_for if match.to_act == CHANCE else [],
        "until": since + SUBSTITUTE_SECONDS if what else None,
        "clock": _clock(state),
    }


def _clock(state: SessionState) -> Message | None:
    return state.clock.to_message(steady_clock.now()) if state.clock is not None else None


def _origin(match: Match, stream: Stretch) -> Message:
    """Where later dice come from, and how many throws came with the game file that the battle was opened from."""
    if stream.seed:
        return {"from": "seed", "of_file": 0, "words": str(_SEEDED_WORDS)}
    own = [stretch for stretch in match.stretches if not (stretch.published or stretch.seed)]
    of_file = own[0].first if own else match.throws
    words = [_COMMITTED_WORDS]
    if of_file:
        first = Text(
            "The first throw comes from a game file; nobody here answers for it.",
            "The first {n} throws come from a game file; nobody here answers for them.",
            n=of_file,
        )
        words.append(first)
    for sentence, seats in ((_DRAWN, stream.drawn), (_SUBSTITUTED, stream.substituted)):
        words += [Text(sentence, side=match.game.seat_name(seat)) for seat in seats]
    return {"from": "seal", "of_file": of_file, "words": " ".join(map(str, words))}


def _plain(value: object) -> object:
    return value if isinstance(value, bool | int | str) else str(value)


def odds(found: list[Odds]) -> list[Message]:
    """The throws that an action can lead to, with their exact odds."""
    return [
        {
            "title": str(throw.title),
            "tally": [[part.amount, str(part.reason), part.clause] for part in throw.tally],
            "chances": [[float(chance.probability), str(chance.words)] for chance in throw.chances],
        }
        for throw in found
    ]


def forecast(found: Forecast) -> Message:
    """What an action would do, cost and risk."""
    return {
        "title": str(found.title),
        "facts": with_clauses(found.facts),
        "throws": odds(list(found.throws)),
        "path": list(found.path),
        "threats": list(found.threats),
        "interceptors": list(found.interceptors),
        "sight": list(found.sight) if found.sight is not None else None,
        "then": [{"key": one.key, "words": str(one.words), "chance": str(one.chance)} for one in found.then],
    }


def reach(found: Reach) -> Message:
    """Where a piece may go, whom it may attack, and how many could strike it there."""
    return {"places": list(found.places), "targets": list(found.targets), "threat": dict(found.threat)}


def tables(found: list[Table]) -> list[Message]:
    """What players look up."""
    return [
        {"title": str(table.title), "columns": [str(head) for head in table.columns], "rows": [*map(list, table.rows)]}
        for table in found
    ]


def plans(found: list[Plan]) -> list[Message]:
    """Actions that are played together, under one name."""
    return [{"words": str(plan.words), "actions": list(plan.actions)} for plan in found]


def traits(match: Match, seat: int, key: str) -> list[Message]:
    """What a piece is and can do, from what the seat sees."""
    return with_clauses(match.game.traits(match.game.view(match.state, seat), key))


def with_clauses(found: Sequence[Trait]) -> list[Message]:
    """Sentences, each with its clause."""
    return [{"words": str(one.words), "clause": one.clause} for one in found]


def refusals(found: Sequence[Refusal]) -> list[Message]:
    """Reasons, each with its clause, what stands in the way, and the line of sight that it bars."""
    return [
        {
            "words": str(one.words),
            "clause": one.clause,
            "keys": list(one.keys),
            "sight": list(one.sight) if one.sight is not None else None,
        }
        for one in found
    ]


def queued(what: str, ahead: int) -> Message:
    """How many computations come before the one that somebody waits for; 0 when it begins or is given up."""
    return {"what": what, "ahead": ahead, "words": str(_QUEUED_WORDS[what](ahead)) if ahead else ""}


def hint(found: Hint) -> Message:
    """A suggested action with its chance to win and the line of play behind it."""
    action = found.action
    return {
        "action": action.notation,
        "words": str(action.words),
        "clause": action.clause,
        "chance": round(found.chance, 3),
        "visits": found.visits,
        "line": [str(words) for words in found.line],
    }


def refusal(error: DrumheadError | Refusal, to: str) -> Message:
    """The `refused` message: why a request was refused, and by which clause."""
    words = error.words if isinstance(error, Refusal) else error.reason
    return {"type": "refused", "to": to, "words": str(words), "clause": error.clause}
