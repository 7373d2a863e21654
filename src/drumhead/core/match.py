"""A battle being played: the position, what led to it, and what may come next."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from drumhead.core.actions import Action, Event, Odds, Outcome, Refusal, Throw
from drumhead.core.dice import Dice
from drumhead.core.errors import IllegalAction
from drumhead.core.files.steps import write_throw
from drumhead.core.files.write import save
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.played import CONCEDE, DRAW, ENDS, FORFEITS, Played, Stretch
from drumhead.core.state import CHANCE, OVER, SPECTATOR, State

__all__ = ["CONCEDE", "DRAW", "ENDS", "FORFEITS", "Match", "Played", "Stretch"]


class Match:
    """A battle of a game. Decisions are pushed, throws are rolled, and every step can be taken back."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int | str | None = None,
        names: tuple[str, ...] = (),
        state: State | None = None,
    ) -> None:
        self.game = game
        self.names = names
        self.origin = state.clone() if state is not None else None
        self.state = state.clone() if state is not None else game.start()
        self.opening: tuple[tuple[Any, ...], ...] = tuple(state.events or ()) if state is not None else ()
        """What happened in the position that the match began from before anybody decided."""
        self.steps: list[Played] = []
        self.ending: Outcome | None = None
        if seed is None:
            self.stretches = [Stretch(0, Dice.fresh(game.seats))]
        else:
            self.stretches = [Stretch(0, Dice.seeded(seed), str(seed))]
        self._past: list[State] = []
        self._listed: tuple[State | None, list[Action]] = (None, [])
        """The legal actions that were last asked for, and the position they belong to."""
        self._resolved: tuple[State | None, Action | None] = (None, None)
        """The legal action that was last resolved, and the position it belongs to."""
        self._written: tuple[State | None, str] = (None, "")
        """The position as it was last written, and which it was."""
        self._observed: tuple[State | None, dict[int, State]] = (None, {})
        """The position as seats know it, as far as that was asked for, and which it is."""

    @classmethod
    def from_position(cls, game: Game, text: str, *, seed: int | str | None = None) -> "Match":
        """A match that begins from a written position."""
        return cls(game, seed=seed, state=game.read_position(text))

    @property
    def position(self) -> str:
        """The position in the game's notation."""
        if self._written[0] is not self.state:
            self._written = (self.state, self.game.write_position(self.state))
        return self._written[1]

    @property
    def to_act(self) -> int:
        """The seat that decides, `CHANCE` when dice are to be thrown, `OVER` at the end."""
        return OVER if self.ending is not None else self.state.player

    @property
    def legal_actions(self) -> list[Action]:
        """Every legal action of the seat to act."""
        if self.to_act < 0:
            return []
        if self._listed[0] is not self.state:
            self._listed = (self.state, [self.game.action(self.state, code) for code in self.state.legal()])
        return self._listed[1][:]

    @property
    def further_actions(self) -> list[Action]:
        """What the seat to act may do as well, though no opponent has to think of it: see `State.further`."""
        return [self.game.action(self.state, code) for code in self.state.further()] if self.to_act >= 0 else []

    @property
    def prompt(self) -> Text:
        """Who must do what."""
        outcome = self.outcome
        return outcome.reason if outcome is not None else self.game.prompt(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self.ending if self.ending is not None else self.game.outcome(self.state)

    def push(self, action: str | int | Action) -> Action | None:
        """Plays an action, given as notation, code or rich action; refuses it with reason and clause otherwise."""
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
        """Throws what is pending; with faces, takes dice thrown by hand at a real table, or those of a record."""
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
        """Throws all dice that are pending until a seat has to decide or the battle ends."""
        thrown = []
        while self.to_act == CHANCE:
            thrown.append(self.roll())
        return thrown

    def concede(self, seat: int | None = None) -> None:
        """Gives up for a seat, as a rule the one to act; where the game allows it, for any seat at any time."""
        if self.to_act == OVER:
            raise IllegalAction("the battle is over")
        loser = self.to_act if seat is None else seat
        if loser < 0 or (loser != self.to_act and not self.game.concede_any_time):
            raise IllegalAction("a side may concede only on a decision of its own", self.game.concede_clause)
        self._end(loser, CONCEDE, self.game.concession(loser))

    def forfeit(self, notation: str) -> None:
        """Ends the match against the seat to act, which has no time left or did not come back."""
        loser = self.to_act
        if loser < 0 or notation not in FORFEITS:
            raise IllegalAction("nobody is waited for here")
        reason = Text(FORFEITS[notation], side=self.game.seat_name(loser))
        self._end(loser, notation, replace(self.game.concession(loser), reason=reason))

    def agree_draw(self) -> None:
        """Ends the match as a draw that the seats agreed on, where the rules know one."""
        if not self.game.draw_clause or self.to_act < 0:
            raise IllegalAction("the sides cannot agree on a draw here", self.game.draw_clause)
        reason = Text("the sides agree on a draw")
        drawn = Outcome(OVER, reason, self.game.draw_clause, (0.0,) * self.game.seats)
        self._end(self.to_act, DRAW, drawn)

    def pop(self) -> Played:
        """Goes back one step, whatever it was; dice thrown again at the same place fall the same."""
        if not self.steps:
            raise IllegalAction("nothing has been played yet")
        self.ending = None
        self.state = self._past.pop()
        return self.steps.pop()

    def can_undo(self, seat: int) -> bool:
        """Says whether the seat may take its last decision back: never past a throw, a reveal or another seat."""
        if not self.steps or self.ending is not None:
            return False
        last = self.steps[-1]
        return last.seat == seat and not any(self.game.is_reveal(raw) for raw in last.events)

    def why(self, action: str | int | Action) -> Refusal | None:
        """Why an action is not legal, and by which clause; None when it is."""
        return self._refusal(self._read(action))

    def odds(self, action: str | int | Action) -> list[Odds]:
        """The throws a legal action can lead to, with exact odds."""
        code = self._read(action)
        refusal = self._refusal(code)
        if refusal is not None:
            raise IllegalAction(refusal.words, refusal.clause)
        return self.game.odds(self._known(), code)

    def log(self, seat: int | None = SPECTATOR, since: int = 0) -> list[Event]:
        """What happened from a step on, as a seat or a spectator may know it."""
        viewer = _viewer(seat)
        raws = [raw for step in self.steps[since:] for raw in step.events]
        if since == 0 or len(self.steps) < -since:
            raws = [*self.opening, *raws]
        told = [self.game.event(self.state, raw, viewer) for raw in raws]
        return [event for event in told if event is not None]

    def view(self, seat: int | None = SPECTATOR) -> dict[str, Any]:
        """What a seat or a spectator sees, as plain data; None stands for `SPECTATOR` in every public method."""
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
        """The battle as a seat sees it, as a picture."""
        return self.game.svg(self.view(seat))

    def text(self, seat: int | None = SPECTATOR, *, width: int = 80, plain: bool = False) -> str:
        """The battle as a seat sees it, in letters."""
        return self.game.text(self.view(seat), width=width, plain=plain)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def done(self, step: int, seat: int | None = SPECTATOR) -> str:
        """The notation of what was decided at a step, as far as a seat or a spectator may know it."""
        played = self.steps[step]
        if played.notation in ENDS:
            return played.notation
        return self.game.disclosed(self.state_before(step), played.code, played.notation, _viewer(seat))

    def words(self, step: int) -> Text | str:
        """What was decided in a step, in words; a throw, and how the players ended the match, as it is written."""
        played = self.steps[step]
        if played.seat == CHANCE or played.notation in ENDS:
            return played.notation
        return self.game.action(self.state_before(step), played.code).words

    def state_before(self, step: int) -> State:
        """The position before a step, counted from 0."""
        return self._past[step] if step < len(self._past) else self.state

    def at(self, step: int) -> "Match":
        """A match as this one stood after so many steps; what happens to one does not happen to the other."""
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
        """How many throws have been made."""
        return sum(step.faces is not None for step in self.steps)

    def close_stretch(self) -> None:
        """Ends the running stream of dice, so that its secret may be published, and begins another."""
        following = self.next_stretch()
        if following is not None:
            self.stretches.append(following)

    def next_stretch(self) -> Stretch | None:
        """A stream of dice to follow the running one; None where that has a seed or was not thrown from."""
        last = self.stretches[-1]
        if last.seed or self.throws <= last.first:
            return None
        return Stretch(self.throws, last.dice.renewed(self.game.seats))

    def save(self, path: str | Path, *, seat: int | None = None) -> None:
        """Writes the match to a game file: the whole of it, or with a seat only what that seat may know."""
        save(self, Path(path), seat)

    def _chosen(self, action: str | int | Action) -> Action | None:
        """The legal action with exactly this notation, if it was resolved just now or the list was asked for."""
        if self.to_act < 0 or not isinstance(action, str):
            return None
        position, resolved = self._resolved
        if position is self.state and resolved is not None and resolved.notation == action:
            return resolved
        if self._listed[0] is self.state:
            return next((listed for listed in self._listed[1] if listed.notation == action), None)
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
        """The position as the seat to act knows it, so that no answer gives a secret away."""
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
