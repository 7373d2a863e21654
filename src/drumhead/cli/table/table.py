"""The terminal table: shows the battle, throws the dice, asks the players, and tells what happened."""

from time import monotonic
from typing import Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import Officer
from drumhead.cli.table.asides import ALIASES, ASIDES, SAVE_FIRST, Leave, TypingError, in_full, leave
from drumhead.cli.table.listing import dice_words, show_menu
from drumhead.cli.table.menu import Menu
from drumhead.cli.table.screen import BOLD, DIM, EndOfInput, Screen
from drumhead.core.actions import Action
from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.catalogue import SOURCE
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.state import CHANCE, OVER, SPECTATOR, State

PAUSE: Final = 12
"""After how many steps the battle is drawn again."""
MOMENT: Final = 0.5
"""How many seconds an opponent may think without a word."""


class Table:
    """A battle at the terminal. A seat without a bot is a person's; a battle without persons has an onlooker."""

    def __init__(
        self, match: Match, screen: Screen, bots: dict[int, Bot], *, hand_dice: bool = False, language: str = SOURCE
    ) -> None:
        self.match = match
        self.language = language
        self.screen = screen
        self.bots = bots
        self.hand_dice = hand_dice
        self.people = [seat for seat in range(match.game.seats) if seat not in bots]
        self.facing: int | None = self.people[0] if len(self.people) == 1 else None
        """The seat whose view the screen shows; None is an onlooker."""
        self.is_leaving = False
        """Whether somebody has been asked where to save the battle."""
        self._told: dict[int | None, int] = dict.fromkeys((None, *range(match.game.seats)), len(match.steps))
        self._spent: dict[str, float] = {}
        """The seconds that were spent in every stretch that a clock measures."""
        self._drawn = -PAUSE
        """The number of steps when the battle was last drawn."""
        self._hidden: tuple[int, str] | None = None
        """The last decision that was told without what the facing seat may not know."""
        self._rest: list[str] = []
        """What was typed ahead on the same line."""
        screen.colour_sides(
            [(match.game.letters[seat], str(match.game.seat_name(seat))) for seat in range(match.game.seats)]
        )

    def play(self) -> None:
        """Plays until the battle is over, a player leaves or the input ends; at a terminal none is lost unasked."""
        try:
            while self.match.to_act != OVER:
                if self.match.to_act == CHANCE:
                    self._throw()
                elif self.match.to_act in self.bots:
                    self._let_decide(self.bots[self.match.to_act])
                else:
                    self._ask(self.match.to_act)
            self._finish()
        except Leave:
            return
        except EndOfInput:
            if self.screen.asks_person:
                leave(self, SAVE_FIRST)
            else:
                self.screen.say(Text("The input ended. The battle stands: {prompt}.", prompt=self.match.prompt))
        except KeyboardInterrupt:
            if self.screen.asks_person and not self.is_leaving:
                self.screen.say()
                leave(self, SAVE_FIRST)
            raise

    def known(self) -> State:
        """The position without what the facing seat may not know."""
        state = self.match.state
        if self.match.game.has_secrets(state):
            return state.observe(SPECTATOR if self.facing is None else self.facing)
        return state

    def board(self, *, again: bool = False) -> None:
        """Draws the battle as the facing seat sees it; again, a game may leave out what never changes."""
        view = self.match.view(self.facing)
        view["log"] = []
        view["prompt"] = ""
        view["again"] = again
        self.screen.draw(self.match.game.text(view, width=self.screen.width, plain=self.screen.plain))
        self._drawn = len(self.match.steps)

    def tell(self) -> None:
        """Tells the facing seat what happened since it was last told."""
        self._hidden = None
        steps = len(self.match.steps)
        for number in range(self._told[self.facing], steps):
            self._tell_step(number)
        for seat in [self.facing] if self._has_secrets() else list(self._told):
            self._told[seat] = steps

    def take_back(self) -> None:
        """Takes the last decision back."""
        step = self.match.pop()
        steps = len(self.match.steps)
        self._told = {seat: min(told, steps) for seat, told in self._told.items()}
        self._drawn = min(self._drawn, steps - 1)
        self.screen.say(Text("taken back: {done}", done=step.notation))

    def _has_secrets(self) -> bool:
        return self.match.ending is None and self.match.game.has_secrets(self.match.state)

    def _tell_step(self, number: int) -> None:
        match, step = self.match, self.match.steps[number]
        if step.seat in self.bots and number and match.steps[number - 1].seat != step.seat:
            self.screen.say()
        if step.faces is not None and not match.game.is_draw(match.state_before(number)):
            self.screen.say(dice_words(step.faces), indent="  ", style=BOLD)
        told = [
            match.game.event(match.state, raw, SPECTATOR if self.facing is None else self.facing) for raw in step.events
        ]
        events = [event for event in told if event is not None]
        for event in events:
            self.screen.say(event, indent="  ")
        if not events and step.seat >= 0:
            self._tell_decision(number)

    def _tell_decision(self, number: int) -> None:
        """Tells a decision of which nothing else is told: in words, or what the facing seat may know of it."""
        match, step = self.match, self.match.steps[number]
        known = match.done(number, self.facing)
        is_hidden = known != step.notation
        done = known if is_hidden else match.words(number)
        if (step.seat, known) != self._hidden:  # what is hidden from the seat looks the same again and again
            self.screen.say(Text("{side}: {done}", side=match.game.seat_name(step.seat), done=done), indent="  ")
        self._hidden = (step.seat, known) if is_hidden else None

    def _throw(self) -> None:
        """Throws the dice, or asks for those that were thrown at a real table."""
        if not self.hand_dice:
            self.match.roll()
            self.tell()
            return
        dice = " ".join(f"d{most}" for most in self.match.state.throw())
        typed = self.screen.ask(Text("{prompt}: type the faces of {dice}", prompt=self.match.prompt, dice=dice))
        try:
            if not self._aside(None, typed):
                self.match.roll(_faces(typed))
                self.tell()
        except DrumheadError as error:
            self.screen.say(error)

    def _let_decide(self, bot: Bot) -> None:
        match = self.match
        if not self.people and len(match.steps) - self._drawn >= PAUSE:
            self.board()
            if self.screen.asks_person and self.screen.ask(Text("Enter goes on, q leaves")).lower().startswith("q"):
                raise Leave
        match.push(self._chosen(bot))
        self.tell()

    def _chosen(self, bot: Bot) -> Action:
        """What an opponent decides; where that may take long, a line says so meanwhile."""
        match = self.match
        if not takes_long(bot) or len(match.state.legal()) == 1:
            return bot.choose(match)
        with self.screen.passing(Text("{side}: thinking ...", side=match.game.seat_name(match.to_act))):
            return bot.choose(match)

    def _ask(self, seat: int) -> None:
        """Lets a person decide, or do something else at the table first."""
        self._face(seat)
        self.tell()
        menu = Menu(self.match.legal_actions)
        steps = len(self.match.steps)
        self._drop_rest(seat)
        others = any(step.seat != seat for step in self.match.steps[max(0, self._drawn) :])
        if not self._rest and (self._drawn < 0 or (others and not menu.is_flat) or self._is_stale()):
            self.screen.say()
            self.board(again=self._drawn >= 0)
        asked_well = True
        while len(self.match.steps) == steps and self.match.to_act == seat:
            if asked_well and not self._rest:
                show_menu(self.screen, self.match, menu)
                self._show_clock()
            typed = self._timed()
            if typed is not None:
                asked_well = self._answer(menu, typed)
        self.tell()

    def _timed(self) -> str | None:
        """What a person typed; None when the clock of the game has run out meanwhile and play has gone on."""
        clock = self.match.game.clock(self.match.state)
        began = monotonic()
        typed = self._typed()
        if clock is None:
            return typed
        spent = self._spent.get(clock.stretch, 0.0) + monotonic() - began
        self._spent[clock.stretch] = spent
        if spent <= clock.seconds:
            return typed
        self.screen.say(Text("the time is up: {seconds} seconds", seconds=clock.seconds))
        self.match.push(clock.notation)
        return None

    def _show_clock(self) -> None:
        """Says how much time is left, where a clock runs."""
        clock = self.match.game.clock(self.match.state)
        if clock is not None:
            minutes, seconds = divmod(max(0, round(clock.seconds - self._spent.get(clock.stretch, 0.0))), 60)
            self.screen.say(Text("time left: {time}", time=f"{minutes}:{seconds:02}"), style=DIM)

    def _is_stale(self) -> bool:
        """Says whether much has happened, or secrets were revealed, since the battle was last drawn."""
        since = self.match.steps[self._drawn :]
        return len(since) >= PAUSE or any(self.match.game.is_reveal(raw) for step in since for raw in step.events)

    def _face(self, seat: int) -> None:
        """Draws the curtain when another player takes the screen while there are secrets."""
        if self.facing == seat:
            return
        if self._has_secrets():
            self.screen.curtain(str(self.match.game.seat_name(seat)), wipe=self.facing is not None)
            self._drawn = -PAUSE
        self.facing = seat

    def _answer(self, menu: Menu, typed: str) -> bool:
        """Does what was typed; says whether it meant anything."""
        try:
            if not self._aside(menu, typed):
                action = _choice(self.match, menu, typed)
                if action is not None:
                    self.match.push(action)
        except DrumheadError as error:
            self.screen.say(error)
            self._drop_rest()
            return False
        return True

    def _typed(self) -> str:
        """What is typed next: several things to do may stand on one line, with commas between them."""
        if not self._rest:
            typed = self.screen.ask()
            if typed.partition(" ")[0].lower() in ASIDES:
                return typed
            self._rest = [part.strip() for part in typed.split(",") if part.strip()] or [""]
        return self._rest.pop(0)

    def _drop_rest(self, seat: int = CHANCE) -> None:
        """Forgets what was typed ahead: after a mistake, and when dice or another seat have come between."""
        if self._rest and (seat == CHANCE or self.match.steps[-1].seat != seat):
            self.screen.say(Text("not done: {rest}", rest=", ".join(self._rest)))
            self._rest = []

    def _aside(self, menu: Menu | None, typed: str) -> bool:
        word, _, rest = typed.partition(" ")
        aside = ASIDES.get(ALIASES.get(word.lower(), word.lower()))
        if menu is not None and any(action.notation.lower() == typed.lower() for action in menu.actions):
            return False  # an action in full goes before an aside that begins with the same word
        if aside is not None:
            aside.do(self, menu, rest.strip())
        return aside is not None

    def _finish(self) -> None:
        """Says how the battle ended, how its dice can be checked, and offers to save it."""
        self.tell()
        self.screen.say()
        self.board()
        self.screen.say()
        self.screen.say(self.match.outcome, style=BOLD)
        self.screen.say(dice_note(self.match, by_hand=self.hand_dice))
        leave(self, Text("Keep the record? Type a file name, or Enter to leave without."))


def takes_long(bot: Bot) -> bool:
    """Says whether an opponent may think over a decision for more than a moment."""
    if not isinstance(bot, Officer):
        return False
    limits = {**bot.level.always, **bot.told}
    return "sims" in limits or limits.get("think", 0.0) > MOMENT


def dice_note(match: Match, *, by_hand: bool = False) -> Text:
    """What the dice of a match are bound to."""
    if by_hand:
        return Text("The dice are yours: throw them at the table and type the faces.")
    last = match.stretches[-1]
    if last.seed:
        return Text("The dice follow the seed {seed}: the same seed throws the same.", seed=last.seed)
    return Text(
        "The dice were sealed before the first throw as {commitment}...; a saved record opens the seal, and "
        "drumhead verify checks every throw.",
        commitment=(last.published or last.dice.commitment)[:16],
    )


def _choice(match: Match, menu: Menu, typed: str) -> Action | str | None:
    """What was typed: an action of the menu, one in full, or None for a choice on the way to one."""
    try:
        return menu.follow(typed)
    except KeyError:
        return in_full(match, menu, typed)


def _faces(typed: str) -> tuple[int, ...]:
    words = typed.replace(",", " ").split()
    if not words or not all(word.isdecimal() and len(word) < 4 for word in words):
        raise TypingError(Text("{typed} are not faces of dice: type numbers such as 4 2", typed=repr(typed[:40])))
    return tuple(map(int, words))
