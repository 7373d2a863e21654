"""Random play with every promise of the engine checked at every position."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from drumhead.core import record
from drumhead.core.actions import Action
from drumhead.core.errors import BrokenPromise, DrumheadError, IllegalAction
from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.state import CHANCE, OVER, State


@dataclass(frozen=True, slots=True)
class Report:
    """How much was played without a broken promise."""

    games: int
    decisions: int
    throws: int

    def __add__(self, other: "Report") -> "Report":
        return Report(self.games + other.games, self.decisions + other.decisions, self.throws + other.throws)

    def __str__(self) -> str:
        return f"{self.games} battles, {self.decisions} decisions, {self.throws} throws: every promise kept"


def fuzz(
    game: Game | type[Game],
    games: int = 1000,
    seed: int = 0,
    start: int = 0,
    after: Callable[[int], None] | None = None,
) -> Report:
    """Plays random battles, of one set-up or of set-ups drawn at random; raises BrokenPromise at the first breach."""
    total = Report(0, 0, 0)
    for number in range(start, start + games):
        rng = Random(f"{seed}/{number}")
        setup = game if isinstance(game, Game) else game.random(rng)
        fuzzer = Fuzzer(setup, rng)
        try:
            total += fuzzer.battle()
        except Exception as broken:
            where = f"battle {number} of seed {seed}, step {len(fuzzer.match.steps)}"
            what = str(broken) if isinstance(broken, BrokenPromise) else repr(broken)
            raise BrokenPromise(f"{where}: {what}\n{fuzzer.match.position}") from broken
        if after is not None:
            after(number)
    return total


def promise(kept: object, broken: str) -> None:
    """Raises BrokenPromise unless the promise is kept."""
    if not kept:
        raise BrokenPromise(broken)


class Fuzzer:
    """Plays one battle and looks at every position of it."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.match = Match(game, seed=rng.randrange(1 << 30))
        self.clauses = game.clauses().clauses
        self.strangers: list[int] = []
        """Actions of earlier positions, to be tried where they do not belong."""

    def battle(self) -> Report:
        """Plays to the end."""
        match, rng = self.match, self.rng
        decisions = 0
        drawn = rng.randrange(150)
        while match.to_act != OVER:
            promise(len(match.steps) <= self.game.bound, f"not over after {self.game.bound} steps")
            self.position()
            if len(match.steps) == drawn:
                self.pictures()
                self.file()
            if match.to_act == CHANCE:
                self.throw()
            else:
                self.decide()
                decisions += 1
        promise(not match.state.legal(), "a finished battle has legal actions")
        returns = match.state.returns()
        alone = len(self.game.letters) > self.game.seats
        balanced = set(returns) in ({0.0}, {1.0, -1.0}) or (alone and set(returns) in ({1.0}, {-1.0}))
        promise(balanced, f"the returns {returns} do not balance")
        promise(len(returns) == self.game.seats, f"{len(returns)} returns for {self.game.seats} seats")
        promise(match.outcome is not None, "a finished battle has no outcome")
        self.position()
        self.file()
        return Report(1, decisions, match.throws)

    def position(self) -> None:
        """The position audits, packs, clones, is written and read back, and shows no seat a secret."""
        state = self.match.state
        self.game.audit(state)
        packed = state.pack()
        promise(state.clone().pack() == packed, "a clone differs")
        unpacked = state.unpack(packed)
        promise(unpacked.pack() == packed and unpacked.legal() == state.legal(), "pack and unpack differ")
        text = self.game.write_position(state)
        try:
            read = self.game.read_position(text)
        except DrumheadError as error:
            raise BrokenPromise(f"a written position cannot be read: {error}") from error
        promise(read.pack() == packed, "a position does not read back")
        promise(read.legal() == state.legal(), "a position reads back with other actions")
        promise(state.pack() == packed, "looking at a position changed it")
        if self.game.has_secrets(state):
            self.secrets(state)

    def secrets(self, state: State) -> None:
        """What a seat sees does not depend on what it may not see."""
        for seat in range(self.game.seats):
            if self.game.known_tags(state, seat) != self.game.tags():
                blank = self.game.write_position(state.observe(seat))
                promise(blank != self.game.write_position(state), f"nothing is hidden from seat {seat}")
            other = state.guess(seat, self.rng)
            promise(self.game.has_secrets(other), "a guess has no secrets")
            self.game.audit(other)
            promise(self.seen(state, seat) == self.seen(other, seat), f"seat {seat} sees what it may not")
            twice = other.guess((seat + 1) % self.game.seats, self.rng)
            promise(self.seen(state, None) == self.seen(twice, None), "a spectator sees more")

    def seen(self, state: State, seat: int | None) -> str:
        """All that a seat is told of a position."""
        view = self.game.view(state, seat)
        observed = state.observe(-1 if seat is None else seat)
        tags = self.game.known_tags(observed, seat) if seat is None else {}
        return json.dumps([view, tags, self.game.write_position(observed), observed.pack().hex()])

    def throw(self) -> None:
        """Odds are whole, and what is thrown is among them."""
        match = self.match
        weights = match.state.weights()
        promise(weights and all(weight > 0 for _, weight in weights), "a chance without weight")
        promise(len({outcome for outcome, _ in weights}) == len(weights), "a chance twice")
        chances = match.state.chances()
        promise(abs(sum(chance for _, chance in chances) - 1) < 1e-9, "the odds do not sum to 1")
        promise(all(match.state.effect(outcome) == outcome for outcome, _ in weights), "a chance is not its own effect")
        sampled = match.state.effect(match.state.sample(self.rng))
        promise(sampled in dict(weights), "a sampled throw is not among the odds")
        before = match.state
        match.roll()
        step = match.steps[-1]
        promise(before.effect(step.code) in dict(weights), "the throw is not among the odds")
        twin = before.clone()
        twin.apply(before.effect(step.code))
        promise(twin.player == match.state.player, "a merged throw leads elsewhere")
        promise(not any(match.can_undo(seat) for seat in range(self.game.seats)), "a throw can be undone")

    def decide(self) -> None:
        """Actions are there, unique, told, read back, and refused where they do not belong; then one is played."""
        match, rng = self.match, self.rng
        codes = match.state.legal()
        promise(codes, "a live position has no legal action")
        promise(len(set(codes)) == len(codes), "a legal action stands twice")
        actions = match.legal_actions
        promise(len({action.notation for action in actions}) == len(actions), "two actions share a notation")
        paths = {tuple(step.key for step in action.steps) for action in actions}
        promise(len(paths) == len(actions), "two actions share their steps")
        for action in actions:
            promise(self.game.parse(match.state, action.notation) == action.code, f"{action} does not read back")
            promise(action.clause in self.clauses and str(action.words), f"{action} cites {action.clause}")
        self.refuse(set(codes))
        chosen = rng.choice(actions)
        self.play(chosen)
        if len(self.strangers) < 200 or rng.random() < 0.05:
            self.strangers.append(chosen.code)

    def refuse(self, legal: set[int]) -> None:
        """An illegal action is refused with reason and clause, and changes nothing."""
        match, rng = self.match, self.rng
        packed = match.state.pack()
        strangers = rng.sample(self.strangers, min(3, len(self.strangers)))
        strangers.append(rng.choice(sorted(legal)) ^ 1 << rng.randrange(33))
        for code in strangers:
            if code in legal or match.state.accepts(code):
                continue
            refusal = match.why(code)
            promise(refusal is not None, f"no reason against {code}")
            promise(refusal and refusal.clause in self.clauses and str(refusal.words), f"{code}: refused by {refusal}")
            try:
                match.push(code)
            except IllegalAction as error:
                promise(error.clause in self.clauses, "a refusal cites nothing")
            else:
                raise BrokenPromise(f"the illegal action {code} was played")
        promise(match.state.pack() == packed, "a refused action changed the position")

    def play(self, action: Action) -> None:
        """Playing and taking back leaves everything as it was; the copy the action was tried on is independent."""
        match = self.match
        seat, packed = match.to_act, match.state.pack()
        if self.rng.random() < 0.2:
            odds = match.odds(action)
            for row in odds:
                promise(sum(chance.probability for chance in row.chances) == 1, f"the odds of {action} do not sum to 1")
        copy = match.state.clone()
        copy.apply(action.code)
        promise(match.state.pack() == packed, "playing on a clone changed the original")
        match.push(action.notation)
        promise(match.state.pack() == copy.pack(), "a clone plays otherwise")
        for event in match.log(seat, -1):
            promise(event.clause in self.clauses and str(event.words), f"the event {event} cites nothing")
        revealed = self.game.has_secrets(match.state_before(len(match.steps) - 1))
        revealed = revealed and not self.game.has_secrets(match.state)
        promise(not (revealed and match.can_undo(seat)), "a reveal can be undone")
        shown = any(self.game.is_reveal(raw) for raw in match.steps[-1].events)
        promise(shown or match.can_undo(seat), "a decision cannot be undone")
        promise(not any(match.can_undo(other) for other in range(self.game.seats) if other != seat), "another may undo")
        match.pop()
        promise(match.state.pack() == packed, "taking back is not exact")
        match.push(action)

    def pictures(self) -> None:
        """Every seat's pictures can be drawn."""
        for seat in (*range(self.game.seats), None):
            promise(self.match.svg(seat).startswith("<svg"), "there is no picture")
            promise(self.match.text(seat), "there are no letters")
            promise(self.match.text(seat, plain=True).isascii(), "the plain text is not plain")

    def file(self) -> None:
        """A game file reads back as the same match, and its dice verify."""
        text = record.write(self.match)
        read = record.read(text)
        promise(record.write(read) == text, "a game file does not read back")
        promise(read.state.pack() == self.match.state.pack(), "a game file reads back as another position")
        promise(record.verify(read).checked == self.match.throws, "the dice of a game file do not verify")
