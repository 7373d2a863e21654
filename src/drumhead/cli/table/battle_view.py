"""A battle on the screen of the terminal: the seat it faces, what that seat was told, and the drawn board."""

from typing import Final

from drumhead.ai.bots.bot import Bot
from drumhead.cli.table.listing import dice_words
from drumhead.cli.table.screen import BOLD, Screen
from drumhead.core.i18n.catalogue import SOURCE
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.state import SPECTATOR, State

REDRAW_STEPS: Final = 12
"""After how many steps the battle is drawn again."""


class BattleView:
    """A match as one screen shows it. A seat without a bot is a person's; without persons there is a spectator."""

    def __init__(
        self, match: Match, screen: Screen, bots: dict[int, Bot], *, hand_dice: bool = False, language: str = SOURCE
    ) -> None:
        self.match = match
        self.language = language
        self.screen = screen
        self.bots = bots
        self.hand_dice = hand_dice
        self.people = [seat for seat in range(match.game.seats) if seat not in bots]
        self.facing: int = self.people[0] if len(self.people) == 1 else SPECTATOR
        """The seat whose view the screen shows, or SPECTATOR."""
        self.is_leaving = False
        """Whether the player was asked where to save the battle."""
        self._told: dict[int, int] = dict.fromkeys((SPECTATOR, *range(match.game.seats)), len(match.steps))
        """How many steps each seat, and a spectator, was told."""
        self._drawn = -REDRAW_STEPS
        """The number of steps when the battle was last drawn."""
        self._hidden: tuple[int, str] | None = None
        """The last decision that was told without what the facing seat may not know."""
        screen.colour_sides(
            [(match.game.letters[seat], str(match.game.seat_name(seat))) for seat in range(match.game.seats)]
        )

    def known(self) -> State:
        """The position without what the facing seat may not know."""
        state = self.match.state
        if self.match.game.has_secrets(state):
            return state.observe(self.facing)
        return state

    def board(self, *, again: bool = False) -> None:
        """Draws the battle as the facing seat sees it; with `again` a game may omit what never changes."""
        view = self.match.view(self.facing)
        view["log"] = []
        view["prompt"] = ""
        view["again"] = again
        self.screen.draw(self.match.game.text(view, width=self.screen.width, plain=self.screen.plain))
        self._drawn = len(self.match.steps)

    def tell(self) -> None:
        """Prints what happened since the facing seat was last told."""
        self._hidden = None
        steps = len(self.match.steps)
        for number in range(self._told[self.facing], steps):
            self._tell_step(number)
        for seat in [self.facing] if self._has_secrets() else list(self._told):
            self._told[seat] = steps

    def take_back(self) -> None:
        """Takes the last decision back and prints it; one without a choice is taken back with the one before it."""
        done = self.match.words(len(self.match.steps) - 1)
        seat = self.match.pop().seat
        while len(self.match.legal_actions) == 1 and self.match.can_undo(seat):
            done = self.match.words(len(self.match.steps) - 1)
            self.match.pop()
        steps = len(self.match.steps)
        self._told = {seat: min(told, steps) for seat, told in self._told.items()}
        self._drawn = min(self._drawn, steps - 1)
        self.screen.say(Text("taken back: {done}", done=done))

    def _has_secrets(self) -> bool:
        return self.match.ending is None and self.match.game.has_secrets(self.match.state)

    def _tell_step(self, number: int) -> None:
        match, step = self.match, self.match.steps[number]
        if step.seat in self.bots and number and match.steps[number - 1].seat != step.seat:
            self.screen.say()
        if step.faces is not None and not match.game.is_draw(match.state_before(number)):
            self.screen.say(dice_words(step.faces), indent="  ", style=BOLD)
        told = [match.game.event(match.state, raw, self.facing) for raw in step.events]
        events = [event for event in told if event is not None]
        for event in events:
            self.screen.say(event, indent="  ")
        if not events and step.seat >= 0:
            self._tell_decision(number)

    def _tell_decision(self, number: int) -> None:
        """Prints a decision without events in a sentence, as far as the facing seat may know it."""
        match, step = self.match, self.match.steps[number]
        known = match.done(number, self.facing)
        is_hidden = known != step.notation
        if (step.seat, known) != self._hidden:  # hidden decisions look alike: told once
            self.screen.say(match.told(number, self.facing).words, indent="  ")
        self._hidden = (step.seat, known) if is_hidden else None
