"""A match: a battle in progress, with its position, the steps that led there, and what may come next."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from drumhead.core.actions import Action, Event, Odds, Outcome, Refusal, Throw
from drumhead.core.dice import Dice
from drumhead.core.errors import IllegalAction
from drumhead.core.files.steps import write_throw
from drumhead.core.files.write import save
from drumhead.core.forecast import NO_REACH, Forecast, Reach
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.legal_actions import LegalActions
from drumhead.core.played import CONCEDE, DRAW, ENDS, FORFEITS, Played, Stretch
from drumhead.core.pointing import why_not
from drumhead.core.state import CHANCE, OVER, SPECTATOR, State
from drumhead.core.summaries import DiceGroup, Told

__all__ = ["CONCEDE", "DRAW", "ENDS", "FORFEITS", "Match", "Played", "Stretch"]


class Match:
    """A battle of a game: decisions are pushed, dice are rolled, and every step can be taken back.

    A match begins at the start of its game, or at `state`, which is copied. With a `seed` its dice can be repeated, for
    tests and studies; without, nobody can foretell them, and the saved file proves that they were fair.

    >>> match = Match(load("pocket-battles"), seed=1815)
    >>> match.to_act == CHANCE
    True
    >>> print(match.roll())
    4 5
    >>> print(match.push("place E1 left-front").words)
    place: E1 (Chariot) to left front
    >>> match.pop().notation
    'place E1 left-front'

    Matches are equal at the same position of the same game, whatever led there. The `repr` is Python that rebuilds the
    game, the position, the names and, before the first throw, the seed; not the steps, and never the secret of dice to
    come. A match that the players ended themselves cannot be rebuilt so, and its `repr` stands in angle brackets.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | str | None = None,
        names: tuple[str, ...] = (),
        state: State | None = None,
    ) -> None:
        self.game = game
        """The game that is played."""
        self.names = names
        """The names of the players by seat, or nothing."""
        self.origin = state.clone() if state is not None else None
        """The position that the match began from; None for the start of the game."""
        self.state = state.clone() if state is not None else game.start()
        """The position now: to read, not to change."""
        self.opening: tuple[tuple[Any, ...], ...] = tuple(state.events or ()) if state is not None else ()
        """What the position that the match began from had reported before anybody decided."""
        self.steps: list[Played] = []
        """All steps from the beginning: to read, not to change."""
        self.ending: Outcome | None = None
        """How the players ended the match themselves; None where they did not."""
        dice = Dice.fresh(game.seats) if seed is None else Dice.seeded(seed)
        self.stretches = [Stretch(0, dice, "" if seed is None else str(seed))]
        """The streams of dice, in order; the last is thrown from."""
        self._past: list[State] = []
        self._listed: tuple[State | None, LegalActions] = (None, LegalActions(game, self.state, ()))
        """The legal actions that were last asked for, and the position they belong to."""
        self._resolved: tuple[State | None, Action | None] = (None, None)
        """The legal action that was last resolved, and the position it belongs to."""
        self._written: tuple[State | None, str] = (None, "")
        """The position that was last written, and its text."""
        self._observed: tuple[State | None, dict[int, State]] = (None, {})
        """The position that was last observed, and what each seat that asked knows of it."""

    @classmethod
    def from_position(
        cls, game: Game, text: str, *, seed: int | str | None = None, names: tuple[str, ...] = ()
    ) -> "Match":
        """Returns a match that begins from a written position; raises NotationError where it cannot be read."""
        return cls(game, seed=seed, names=names, state=game.read_position(text))

    @property
    def position(self) -> str:
        """The position in the game's notation, with all secrets; see `from_position`."""
        if self._written[0] is not self.state:
            self._written = (self.state, self.game.write_position(self.state))
        return self._written[1]

    @property
    def to_act(self) -> int:
        """The seat that decides, `CHANCE` when dice have to be thrown, `OVER` at the end."""
        return OVER if self.ending is not None else self.state.player

    @property
    def legal_actions(self) -> LegalActions:
        """Every legal action of the seat to act, as a sequence; empty at a throw and at the end."""
        if self.to_act < 0:
            return LegalActions(self.game, self.state, ())
        if self._listed[0] is not self.state:
            self._listed = (self.state, LegalActions(self.game, self.state, self.state.legal()))
        return self._listed[1]

    @property
    def further_actions(self) -> list[Action]:
        """Actions that may be pushed though they are not listed, such as the same moves in another order."""
        return [self.game.action(self.state, code) for code in self.state.further()] if self.to_act >= 0 else []

    @property
    def prompt(self) -> Text:
        """One sentence about who must do what, or how the match ended."""
        outcome = self.outcome
        return outcome.reason if outcome is not None else self.game.prompt(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self.ending if self.ending is not None else self.game.outcome(self.state)

    def push(self, action: str | int | Action) -> Action | None:
        """Plays an action of the seat to act, given as notation, code or `Action`, and returns it.

        `concede` gives up and returns None. Raises IllegalAction with the reason and the clause, and NotationError for
        what is no action; the match does not change then.
        """
        if isinstance(action, str) and action.strip().lower() == CONCEDE:
            self.concede()
            return None
        rich = self.resolve(action)
        self._play(self.state.player, rich.code, rich.notation, None)
        return rich

    def resolve(self, action: str | int | Action) -> Action:
        """The legal action that notation, a code or a rich action stands for; refuses it with reason and clause."""
        rich = self._chosen(action)
        if rich is None:
            code = self._read(action)
            refusal = self._refusal(code)
            if refusal is not None:
                raise IllegalAction(refusal.words, refusal.clause)
            rich = self.game.action(self.state, code)
            self._resolved = (self.state, rich)
        return rich

    def roll(self, faces: tuple[int, ...] | None = None, *, recorded: bool = False) -> Throw:
        """Throws the dice that are pending and returns them.

        `faces` are dice that were thrown at a real table or, if `recorded`, those of a file. Raises IllegalAction where
        no dice are pending or the faces do not fit.
        """
        if self.to_act != CHANCE:
            raise IllegalAction("no dice are to be thrown now")
        sides = self.state.throw()
        by_hand = faces is not None and not recorded
        if faces is None:
            faces = self.next_faces()
        elif len(faces) != len(sides) or not all(1 <= face <= most for face, most in zip(faces, sides, strict=True)):
            wanted = " ".join(f"d{most}" for most in sides)
            typed = " ".join(map(str, faces)) or Text("nothing")
            raise IllegalAction("{faces} is not a throw of {wanted}", faces=typed, wanted=wanted)
        throw = Throw(tuple(faces))
        self._play(CHANCE, self.state.outcome(throw.faces), write_throw(throw.faces), throw.faces, by_hand=by_hand)
        return throw

    def next_faces(self) -> tuple[int, ...]:
        """The faces that the running stream of dice gives for the pending throw."""
        return self.stretches[-1].dice.throw(self.throws, self.state.throw())

    def settle(self) -> list[Throw]:
        """Throws dice until a seat has to decide or the battle ends, and returns all throws."""
        thrown = []
        while self.to_act == CHANCE:
            thrown.append(self.roll())
        return thrown

    def concede(self, seat: int | None = None) -> None:
        """Ends the match against a seat that gives up, by default the one to act.

        Raises IllegalAction for another seat, unless `Game.concede_any_time`.
        """
        if self.to_act == OVER:
            raise IllegalAction("the battle is over")
        loser = self.to_act if seat is None else seat
        if loser < 0 or (loser != self.to_act and not self.game.concede_any_time):
            raise IllegalAction("a side may concede only on a decision of its own", self.game.concede_clause)
        self._end(loser, CONCEDE, self.game.concession(loser))

    def forfeit(self, notation: str, seat: int | None = None) -> None:
        """Ends the match against a seat that has run out of time (`out-of-time`) or left (`gone-away`).

        It is the seat to act; while dice are to be thrown, any `seat`, since they may wait for its nonce.
        """
        loser = self.to_act if seat is None else seat
        if loser < 0 or notation not in FORFEITS or self.to_act not in (loser, CHANCE):
            raise IllegalAction("nobody is waited for here")
        reason = Text(FORFEITS[notation], side=self.game.seat_name(loser))
        self._end(loser, notation, replace(self.game.concession(loser), reason=reason))

    def agree_draw(self) -> None:
        """Ends the match as a draw; raises IllegalAction where the rules know no agreed draw."""
        if not self.game.draw_clause or self.to_act < 0:
            raise IllegalAction("the sides cannot agree on a draw here", self.game.draw_clause)
        reason = Text("the sides agree on a draw")
        drawn = Outcome(OVER, reason, self.game.draw_clause, (0.0,) * self.game.seats)
        self._end(self.to_act, DRAW, drawn)

    def pop(self) -> Played:
        """Takes back the last step, whatever it was, and returns it; dice thrown again here fall the same."""
        if not self.steps:
            raise IllegalAction("nothing has been played yet")
        self.ending = None
        self.state = self._past.pop()
        return self.steps.pop()

    def can_undo(self, seat: int) -> bool:
        """Returns whether the seat may take the last step back: it decided it, and nothing secret was shown."""
        if not self.steps or self.ending is not None:
            return False
        last = self.steps[-1]
        return last.seat == seat and not any(self.game.is_reveal(raw) for raw in last.events)

    def why(self, action: str | int | Action) -> Refusal | None:
        """Returns why an action is not legal, with the clause, or None where `push` would play it."""
        return self._refusal(self._read(action))

    def why_not(self, chosen: Sequence[str], key: str, seat: int | None = SPECTATOR) -> list[Refusal]:
        """Returns why a seat cannot choose a key of its picture after those already chosen; None is a spectator.

        Empty where some legal action has the key and all chosen ones; otherwise there is at least one reason, told as
        the seat can know it.
        """
        if self.ending is not None:
            return [Refusal(self.ending.reason, self.ending.clause)]
        viewer, keys = _viewer(seat), {*chosen, key}
        if viewer == self.to_act >= 0 and any(
            keys.issubset([step.key for step in action.steps]) for action in self.legal_actions + self.further_actions
        ):
            return []
        return why_not(self.game, self.known(viewer), chosen, key, viewer)

    def odds(self, action: str | int | Action) -> list[Odds]:
        """Returns the throws that a legal action can lead to, with exact odds, as the seat to act can know them."""
        code = self._read(action)
        refusal = self._refusal(code)
        if refusal is not None:
            raise IllegalAction(refusal.words, refusal.clause)
        return self.game.odds(self._known(), code)

    def forecast(self, action: str | int | Action) -> Forecast:
        """Returns what a legal action would do, cost and risk, as the seat to act can know it.

        An attack may also be one of a later phase of the turn: it is forecast, or refused, as if that had come.
        """
        code = self._read(action)
        refusal = self._refusal(code)
        known = self._known()
        if refusal is not None:
            later = self.game.later(known, code)
            if later is not None and code in later.legal():
                return self.game.forecast(later, code)
            reason = refusal if later is None else self.game.why(later, code) or refusal
            raise IllegalAction(reason.words, reason.clause)
        return self.game.forecast(known, code)

    def reach(self, key: str, seat: int | None = SPECTATOR) -> Reach:
        """Returns where a piece may go and whom it may attack, as far as a seat may know it; None is a spectator."""
        return self.game.reach(self.known(_viewer(seat)), key) if self.ending is None else NO_REACH

    def log(self, seat: int | None = SPECTATOR, since: int = 0) -> list[Event]:
        """Returns what happened from step `since` on, as a seat may know it; negative counts from the end."""
        viewer = _viewer(seat)
        raws = [raw for step in self.steps[since:] for raw in step.events]
        if since == 0 or len(self.steps) < -since:
            raws = [*self.opening, *raws]
        told = [self.game.event(self.state, raw, viewer) for raw in raws]
        return [event for event in told if event is not None]

    def view(self, seat: int | None = SPECTATOR) -> dict[str, Any]:
        """Returns what a seat sees as plain data, ready for JSON.

        None stands for `SPECTATOR`, here and in every public method.

        Beside what the game shows it has `number` (how many steps were played), `to_act`, `prompt`, `outcome`,
        `can_act` (the keys that the seat may begin an action with) and `log` (the events of the last four steps).
        """
        viewer = _viewer(seat)
        view = self.game.view(self.state, viewer)
        outcome = self.outcome
        view["number"] = len(self.steps)
        view["to_act"] = self.to_act
        view["prompt"] = str(self.prompt)
        view["outcome"] = str(outcome.reason) if outcome is not None else None
        acting = self.legal_actions + self.further_actions if viewer >= 0 and viewer == self.to_act else []
        view["can_act"] = sorted({action.steps[0].key for action in acting})
        view["log"] = [
            {"kind": event.kind, "text": str(event.words), "clause": event.clause} for event in self.log(viewer, -4)
        ]
        return view

    def svg(self, seat: int | None = SPECTATOR) -> str:
        """Returns the battle as a seat sees it as an SVG picture."""
        return self.game.svg(self.view(seat))

    def board(self, seat: int | None = SPECTATOR) -> str:
        """Returns the battlefield alone, as a seat sees it, as an SVG picture."""
        return self.game.board(self.view(seat))

    def text(self, seat: int | None = SPECTATOR, *, width: int = 80, plain: bool = False) -> str:
        """Returns the battle as a seat sees it in letters; `plain` is one fact a line, for screen readers."""
        return self.game.text(self.view(seat), width=width, plain=plain)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        """Returns an expression that rebuilds the position with the public names of `drumhead`.

        It rebuilds the game, the position, the names and, before the first throw, the seed. It does not rebuild the
        steps that led here; and the secret of dice to come is never shown, so that other dice are thrown. A match that
        the players ended themselves stands in angle brackets: no position says so.
        """
        more = f", names={self.names!r}" if self.names else ""
        if self.stretches and self.stretches[-1].seed and not self.throws:
            more += f", seed={self.stretches[-1].seed!r}"
        if self.ending is not None:
            return f"<Match of {self.game!r}, {str(self.ending)!r}>"
        if not self.steps and self.origin is None:
            return f"Match({self.game!r}{more})"
        return f"Match.from_position({self.game!r}, {self.position!r}{more})"

    def __eq__(self, other: object) -> bool:
        """Returns whether both are at the same point of the same game; steps, names and dice may differ."""
        if not isinstance(other, Match):
            return NotImplemented
        return self.game == other.game and self.position == other.position and self.ending == other.ending

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def _repr_svg_(self) -> str:
        return self.svg()

    def done(self, step: int, seat: int | None = SPECTATOR) -> str:
        """Returns the notation of a step, from 0, as far as a seat may know it; None is a spectator."""
        played = self.steps[step]
        if played.notation in ENDS:
            return played.notation
        return self.game.disclosed(self.state_before(step), played.code, played.notation, _viewer(seat))

    def words(self, step: int) -> Text | str:
        """Returns a step, from 0, in words; a throw, and an end by the players, as its notation."""
        played = self.steps[step]
        if played.seat == CHANCE or played.notation in ENDS:
            return played.notation
        return self.game.action(self.state_before(step), played.code).words

    def told(self, step: int, seat: int | None = SPECTATOR) -> Told:
        """Returns the decision of a step, from 0, in a sentence for a seat; without words where its events tell it.

        A throw that has no event is told by its faces, and an end by the players as the outcome.
        """
        viewer, played = _viewer(seat), self.steps[step]
        if played.notation in ENDS:
            ending = self.ending
            return Told(ending.reason if ending is not None else Text(""))
        events = self.events_of(step, viewer)
        if played.faces is not None:
            return Told(Text("") if events else self._thrown(step, played.faces))
        return self.game.told(self.known_before(step, viewer), played.code, events, viewer)

    def _thrown(self, step: int, faces: tuple[int, ...]) -> Text:
        if self.game.is_draw(self.state_before(step)):
            return Text("a lot is drawn")
        return Text("the dice show {faces}", faces=", ".join(map(str, faces)))

    def events_of(self, step: int, seat: int | None = SPECTATOR) -> list[Event]:
        """Returns the events of a step, from 0, as a seat may know them."""
        told = [self.game.event(self.state, raw, _viewer(seat)) for raw in self.steps[step].events]
        return [event for event in told if event is not None]

    def dice_of(self, step: int, seat: int | None = SPECTATOR) -> list[DiceGroup]:
        """Returns the dice of a step, from 0, in groups with what they did; nothing where none were thrown."""
        faces = self.steps[step].faces
        if faces is None or self.game.is_draw(self.state_before(step)):
            return []
        return self.game.dice(self.known_before(step, _viewer(seat)), faces)

    def known_before(self, step: int, seat: int) -> State:
        """Returns the position before a step, from 0, as a seat or `SPECTATOR` knows it: to read, not to change."""
        before = self.state_before(step)
        return before.observe(seat) if self.game.has_secrets(before) else before

    def prompt_for(self, seat: int | None = SPECTATOR) -> Text:
        """One sentence for a seat about who must do what, or how the match ended."""
        outcome, viewer = self.outcome, _viewer(seat)
        return outcome.reason if outcome is not None else self.game.prompt_for(self.known(viewer), viewer)

    def state_before(self, step: int) -> State:
        """Returns the position before a step, from 0, or the last one: to read, not to change."""
        return self._past[step] if step < len(self._past) else self.state

    def at(self, step: int) -> "Match":
        """Returns an independent match as this one stood after `step` steps."""
        if not 0 <= step <= len(self.steps):
            raise IllegalAction(Text("the battle has {n} steps", n=len(self.steps)))
        then = Match.__new__(Match)
        then.__dict__.update(self.__dict__)  # as `copy` does, in a fraction of its time
        then.state = self.state_before(step)
        then.steps, then._past, then.stretches = self.steps[:step], self._past[:step], self.stretches[:]
        then.ending = self.ending if step == len(self.steps) else None
        return then

    @property
    def throws(self) -> int:
        """How many throws have been made, those by hand included."""
        return sum(step.faces is not None for step in self.steps)

    def close_stretch(self) -> None:
        """Begins another stream of dice, if this one was thrown from and has no seed; its secret may be published."""
        following = self.next_stretch()
        if following is not None:
            self.stretches.append(following)

    def next_stretch(self) -> Stretch | None:
        """Returns a stream of dice to follow the running one; None where that has a seed or was not thrown from."""
        last = self.stretches[-1]
        if last.seed or self.throws <= last.first:
            return None
        return Stretch(self.throws, Dice.fresh(self.game.seats))

    def save(self, path: str | Path, *, seat: int | None = None) -> None:
        """Writes the match to a game file, as `drumhead.write` does; for a seat, only what that seat may know."""
        save(self, Path(path), seat)

    def _chosen(self, action: str | int | Action) -> Action | None:
        """Returns the legal action with exactly this notation, if it was resolved just now or the list is built."""
        if self.to_act < 0 or not isinstance(action, str):
            return None
        position, resolved = self._resolved
        if position is self.state and resolved is not None and resolved.notation == action:
            return resolved
        state, listed = self._listed
        if state is self.state and listed.is_built:
            return next((legal for legal in listed if legal.notation == action), None)
        return None

    def _read(self, action: str | int | Action) -> int:
        if self.to_act == OVER:
            raise IllegalAction("the battle is over")
        if self.to_act == CHANCE:
            raise IllegalAction("the dice are to be thrown first")
        if isinstance(action, Action):
            return action.code
        if isinstance(action, str):
            return self.game.parse(self._known(), action)
        if not isinstance(action, int):
            raise IllegalAction("{given} is no action: push notation, a code or a rich action", given=repr(action)[:40])
        return action

    def _refusal(self, code: int) -> Refusal | None:
        legal = code in self.state.legal() or self.state.accepts(code)
        return None if legal else self.game.why(self._known(), code)

    def _known(self) -> State:
        """Returns the position as the seat to act knows it, so that no answer gives a secret away."""
        return self.known(self.state.player)

    def known(self, seat: int) -> State:
        """The position as a seat or `SPECTATOR` knows it: to read, not to change."""
        if not self.game.has_secrets(self.state):
            return self.state
        if self._observed[0] is not self.state:
            self._observed = (self.state, {})
        seen = self._observed[1]
        if seat not in seen:
            seen[seat] = self.state.observe(seat)
        return seen[seat]

    def _play(
        self, seat: int, code: int, notation: str, faces: tuple[int, ...] | None, *, by_hand: bool = False
    ) -> None:
        then = self.state.clone()
        events: list[tuple[Any, ...]] = []
        then.events = events
        then.apply(code)
        then.events = None
        self._past.append(self.state)
        self.steps.append(Played(seat, code, notation, tuple(events), faces, by_hand))
        self.state = then

    def _end(self, seat: int, notation: str, outcome: Outcome) -> None:
        self._past.append(self.state)
        self.steps.append(Played(seat, 0, notation))
        self.ending = outcome


def _viewer(seat: int | None) -> int:
    """The seat that looks; callers of the public methods may say None for a spectator."""
    return SPECTATOR if seat is None else seat
