"""The fuzzer: plays battles and checks every obligation of the contract, in the code of a game and around it.

The rules are audited at every position. What costs more (packing, reading back, words, refusing, taking back) is
checked after every kind of step the first ten times it happens in a battle, and from then on at every eighth. A picture
is drawn once a battle; a file is read back at the end, and in every third battle on the way.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from drumhead.core.actions import Action
from drumhead.core.errors import BrokenPromise, DrumheadError, IllegalAction
from drumhead.core.files import record
from drumhead.core.forecast import MAX_FACTS
from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.pointing import why_not
from drumhead.core.state import CHANCE, OVER, SPECTATOR, State

FULL_CHECKS_PER_KIND: Final = 10
"""How often a kind of step is checked in full in a battle before it is checked at intervals."""
FULL_CHECK_INTERVAL: Final = 8
"""After that, every eighth step of the kind is checked in full."""

Chooser = Callable[[Match], Action]
"""A function that picks an action for the seat to act."""


@dataclass(frozen=True, slots=True)
class Report:
    """How much was played without a broken obligation, and how many battles ended by which clause."""

    games: int = 0
    decisions: int = 0
    throws: int = 0
    endings: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: "Report") -> "Report":
        return Report(
            self.games + other.games,
            self.decisions + other.decisions,
            self.throws + other.throws,
            self.endings + other.endings,
        )

    def __str__(self) -> str:
        return f"{self.games} battles, {self.decisions} decisions, {self.throws} throws: every promise kept"


def fuzz(
    game: Game | type[Game],
    games: int = 1000,
    seed: int = 0,
    start: int = 0,
    after: Callable[[int], None] | None = None,
    player: Callable[[str], Chooser] | None = None,
    *,
    whole: bool = False,
) -> Report:
    """Plays battles and checks every obligation of the contract; raises BrokenPromise at the first that is broken.

    `game` is one set-up, or a class of which set-ups are drawn at random. Battle `start` is the first number; a battle
    depends on `seed` and its number alone, and `after` is called with the number when it has ended. All seats play at
    random; a battle begins where the game likes (`Game.scene`), or at the beginning if it is to be `whole`. With
    `player`, a function that makes a chooser from a seed, every seat gets one and battles begin at the beginning.

    >>> fuzz(load("pocket-battles"), games=1).games
    1
    """
    total = Report()
    for number in range(start, start + games):
        rng = Random(f"{seed}/{number}")
        setup = game if isinstance(game, Game) else game.random(rng)
        seats = [] if player is None else [player(f"{seed}/{number}/{seat}") for seat in range(setup.seats)]
        fuzzer = Fuzzer(setup, rng, seats, whole=whole)
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
    """Raises BrokenPromise with these words unless `kept` is true."""
    if not kept:
        raise BrokenPromise(broken)


class Fuzzer:
    """Plays one battle and checks its positions, actions, throws, pictures and files."""

    def __init__(self, game: Game, rng: Random, players: Sequence[Chooser] = (), *, whole: bool = False) -> None:
        self.game = game
        self.rng = rng
        self.players = players
        self.match = Match(game, seed=rng.randrange(1 << 30), state=None if whole or players else game.scene(rng))
        self.clauses = game.clauses().clauses
        self.earlier_actions: list[int] = []
        """Actions of earlier positions, to be tried where they may not be legal."""
        self.checked_actions: dict[int, Action] = {}
        """Actions that were checked, by code; the same object is not checked again."""
        self.kinds_seen: Counter[tuple[object, ...]] = Counter()
        """How often each kind of step has happened."""

    def battle(self) -> Report:
        """Plays to the end and returns what was played."""
        match, rng = self.match, self.rng
        decisions = 0
        drawn = rng.randrange(150)
        in_full = True
        while match.to_act != OVER:
            promise(len(match.steps) <= self.game.bound, f"not over after {self.game.bound} steps")
            self.game.audit(match.state)
            if in_full:
                self.position()
            if len(match.steps) == drawn:
                self.pictures()
                if drawn % 3 == 0:
                    self.file()
            if match.to_act == CHANCE:
                self.throw()
            else:
                if in_full:
                    self.actions()
                    self.refuse()
                self.decide()
                decisions += 1
            in_full = self.is_checked_in_full()
            if in_full and match.steps[-1].seat != CHANCE:
                self.take_back()
        promise(not match.state.legal(), "a finished battle has legal actions")
        returns = match.state.returns()
        alone = len(self.game.letters) > self.game.seats
        balanced = set(returns) in ({0.0}, {1.0, -1.0}) or (alone and set(returns) in ({1.0}, {-1.0}))
        promise(balanced and len(returns) == self.game.seats, f"the returns {returns} do not balance")
        outcome = match.outcome
        promise(outcome is not None and outcome.clause in self.clauses, f"a finished battle ends by {outcome}")
        assert outcome is not None
        self.game.audit(match.state)
        self.position()
        self.file()
        return Report(1, decisions, match.throws, Counter((outcome.clause,)))

    def is_checked_in_full(self) -> bool:
        """Counts the last step and returns whether it is checked in full."""
        kinds = tuple(raw[0] for raw in self.match.steps[-1].events)
        self.kinds_seen[kinds] += 1
        return self.kinds_seen[kinds] <= FULL_CHECKS_PER_KIND or self.kinds_seen[kinds] % FULL_CHECK_INTERVAL == 0

    def position(self) -> None:
        """Checks that the position packs, clones, is written and read back, and shows no seat a secret."""
        state = self.match.state
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
        """Checks that what a seat sees does not depend on what it may not see."""
        for seat in range(self.game.seats):
            if self.game.known_tags(state, seat) != self.game.tags():
                blank = self.game.write_position(state.observe(seat))
                promise(blank != self.game.write_position(state), f"nothing is hidden from seat {seat}")
            other = state.guess(seat, self.rng)
            promise(self.game.has_secrets(other), "a guess has no secrets")
            self.game.audit(other)
            promise(self.seen(state, seat) == self.seen(other, seat), f"seat {seat} sees what it may not")
            twice = other.guess((seat + 1) % self.game.seats, self.rng)
            promise(self.seen(state, SPECTATOR) == self.seen(twice, SPECTATOR), "a spectator sees more")

    def seen(self, state: State, seat: int) -> str:
        """Returns all that a seat is told of a position."""
        view = self.game.view(state, seat)
        observed = state.observe(seat)
        tags = self.game.known_tags(observed, seat) if seat == SPECTATOR else {}
        return json.dumps(
            [
                view,
                tags,
                self.game.write_position(observed),
                observed.pack().hex(),
                self.reach(view, observed),
                self.reasons(view, observed, seat),
            ]
        )

    def reach(self, view: dict[str, Any], observed: State) -> str:
        """Returns what a seat is told of the reach of one piece, another at every step."""
        keys = [unit["key"] for unit in view.get("units", ())]
        return str(self.game.reach(observed, keys[len(self.match.steps) % len(keys)])) if keys else ""

    def reasons(self, view: dict[str, Any], observed: State, seat: int) -> list[str]:
        """Returns what a seat is told that presses two pieces, one after the other; others at every step."""
        keys = [unit["key"] for unit in view.get("units", ())]
        if not keys:
            return []
        first, second = keys[len(self.match.steps) % len(keys)], keys[len(self.match.steps) * 7 % len(keys)]
        alone = why_not(self.game, observed, (), first, seat)
        return [str(refusal) for refusal in alone + why_not(self.game, observed, (first,), second, seat)]

    def throw(self) -> None:
        """Throws, and checks that odds add up to 1 and hold what was thrown."""
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
        """Checks that there are actions, none of them twice, and plays one."""
        match, rng = self.match, self.rng
        codes = match.state.legal()
        promise(codes, "a live position has no legal action")
        promise(len(set(codes)) == len(codes), "a legal action stands twice")
        if self.players:
            chosen = self.players[match.to_act](match)
            promise(chosen.code in codes, f"{chosen} was chosen and is not legal")
        else:
            chosen = self.game.action(match.state, rng.choice(codes))
        self.play(chosen)
        if len(self.earlier_actions) < 200 or rng.random() < 0.05:
            self.earlier_actions.append(chosen.code)

    def actions(self) -> None:
        """Checks that every action has its own notation and steps, cites a clause and reads back."""
        match = self.match
        actions = match.legal_actions
        promise(len({action.notation for action in actions}) == len(actions), "two actions share a notation")
        paths = {tuple(step.key for step in action.steps) for action in actions}
        promise(len(paths) == len(actions), "two actions share their steps")
        for action in actions:
            if self.checked_actions.get(action.code) is action:
                continue
            self.checked_actions[action.code] = action
            promise(self.game.parse(match.state, action.notation) == action.code, f"{action} does not read back")
            promise(action.clause in self.clauses and str(action.words), f"{action} cites {action.clause}")

    def refuse(self) -> None:
        """Checks that illegal actions are refused with reason and clause, and change nothing."""
        match, rng = self.match, self.rng
        packed, legal = match.state.pack(), set(match.state.legal())
        others = rng.sample(self.earlier_actions, min(3, len(self.earlier_actions)))
        others.append(rng.choice(sorted(legal)) ^ 1 << rng.randrange(33))
        for code in others:
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
        """Plays an action; checks that its events cite clauses, and that only its seat may undo it."""
        match = self.match
        before = match.state
        seat, packed = match.to_act, before.pack()
        match.push(action)
        promise(before.pack() == packed, "playing on a clone changed the original")
        for event in match.log(seat, -1):
            promise(event.clause in self.clauses and str(event.words), f"the event {event} cites nothing")
        revealed = self.game.has_secrets(match.state_before(len(match.steps) - 1))
        revealed = revealed and not self.game.has_secrets(match.state)
        promise(not (revealed and match.can_undo(seat)), "a reveal can be undone")
        shown = any(self.game.is_reveal(raw) for raw in match.steps[-1].events)
        promise(shown or match.can_undo(seat), "a decision cannot be undone")
        promise(not any(match.can_undo(other) for other in range(self.game.seats) if other != seat), "another may undo")

    def take_back(self) -> None:
        """Checks that the last decision, taken back, does the same when played again by notation and on a copy."""
        match = self.match
        packed = match.state.pack()
        played = match.pop()
        before = match.state.pack()
        if self.rng.random() < 0.5:
            forecast = match.forecast(played.code)
            promise(len(forecast.facts) <= MAX_FACTS, f"the forecast of {played.notation} has too many facts")
            promise(
                self.game.throws_dice(match.known(match.to_act), played.code) == bool(forecast.throws),
                f"throws_dice is wrong about {played.notation}",
            )
            for row in forecast.throws:
                whole = sum(chance.probability for chance in row.chances)
                promise(whole == 1, f"the odds of {played.notation} do not sum to 1")
        copy = match.state.clone()
        copy.apply(played.code)
        promise(copy.pack() == packed, "a clone plays otherwise")
        promise(match.state.pack() == before, "playing on a clone changed the original")
        match.push(played.notation)
        promise(match.state.pack() == packed, "an action taken back does otherwise")

    def pictures(self) -> None:
        """Checks that the pictures of a seat, or of a spectator, can be drawn."""
        seat = self.rng.choice((*range(self.game.seats), None))
        promise(self.match.svg(seat).startswith("<svg"), "there is no picture")
        promise(self.match.text(seat), "there are no letters")
        promise(self.match.text(seat, plain=True).isascii(), "the plain text is not plain")

    def file(self) -> None:
        """Checks that a game file reads back as the same match, and that its dice verify."""
        text = record.write(self.match)
        read = record.read(text)
        promise(record.write(read) == text, "a game file does not read back")
        promise(read.state.pack() == self.match.state.pack(), "a game file reads back as another position")
        promise(record.verify(read).checked == self.match.throws, "the dice of a game file do not verify")
