"""Moments of a reviewed battle that are worth a look: what they changed, and what would have been better."""

from dataclasses import dataclass
from typing import Final

from drumhead.ai.bots.levels import SEARCHES
from drumhead.ai.study.analyse import analyse
from drumhead.ai.study.review import MIN_TURNING_POINT_CHANGE, Moment, Review, chance_of
from drumhead.core.actions import Action
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text, joined
from drumhead.core.match import Match
from drumhead.core.played import ENDS
from drumhead.core.state import CHANCE, State

BLUNDER: Final = "blunder"
MISTAKE: Final = "mistake"
STRONG: Final = "strong"
LUCK: Final = "luck"
END: Final = "end"
KINDS: Final = (BLUNDER, MISTAKE, STRONG, LUCK, END)
"""A decision that cost much, one that cost something, one that gained, luck, an end by the players."""
BLUNDER_LOSS: Final = 0.15
MAX_MOMENTS: Final = 12
MIN_GAIN: Final = 0.03
"""By how much an action must be better than the one that was played to be named."""
THINK_SECONDS: Final = 0.4
"""How long a better action is searched for."""
MAX_CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class Better:
    """A better action than the one that was played, and how much more it would have been worth to its side."""

    action: Action
    gain: float


def kind_of(moment: Moment, home: frozenset[int], *, reveals: bool = False) -> str:
    """What sort of moment a step was; `home` is the side of the first seat.

    `reveals` says that the step showed what had been hidden: what came of that is luck.
    """
    if moment.seat == CHANCE or reveals:
        return LUCK
    if moment.notation in ENDS:
        return END
    own = moment.change if moment.seat in home else -moment.change
    if own > 0:
        return STRONG
    return BLUNDER if own <= -BLUNDER_LOSS else MISTAKE


def reveals(match: Match, number: int) -> bool:
    """Returns whether a decision, counted from 1, showed what had been hidden: a token turned, stacks revealed."""
    step = match.steps[number - 1]
    if step.seat == CHANCE or not match.game.has_secrets(match.state_before(number - 1)):
        return False
    return any(match.game.is_reveal(raw) for raw in step.events)


def notable(review: Review) -> list[Moment]:
    """The steps that changed the chances most, in the order of play."""
    sharp = [moment for moment in review.moments if abs(moment.change) >= MIN_TURNING_POINT_CHANGE]
    sharpest = sorted(sharp, key=lambda moment: -abs(moment.change))[:MAX_MOMENTS]
    return sorted(sharpest, key=lambda moment: moment.number)


def to_improve(match: Match, review: Review) -> list[tuple[int, State, int]]:
    """The notable decisions that lost something: their numbers, the positions before them, and what was played.

    None where secrets are open at the end: the better action could tell of them.
    """
    if match.game.has_secrets(match.state):
        return []
    home = match.game.side_of(0)
    lost = [
        moment.number
        for moment in notable(review)
        if kind_of(moment, home, reveals=reveals(match, moment.number)) in (BLUNDER, MISTAKE)
    ]
    return [(number, match.state_before(number - 1), match.steps[number - 1].code) for number in lost]


def better_action(game: Game, before: State, played: int, think: float = THINK_SECONDS) -> Better | None:
    """The best alternative to an action, found from what the deciding seat knew; None where none is clearly better.

    Both actions are valued in the same way, so that the difference is theirs and not that of two searches.
    """
    hints = analyse(Match(game, state=before), think=think, best=MAX_CANDIDATES)
    others = [hint.action for hint in hints if hint.action.code != played]
    if not others:
        return None
    found = max(others, key=lambda action: own_chance(game, before, action.code))
    gain = own_chance(game, before, found.code) - own_chance(game, before, played)
    return Better(found, gain) if gain >= MIN_GAIN else None


def own_chance(game: Game, before: State, code: int) -> float:
    """The chance of the deciding seat's side to win after an action."""
    home = game.side_of(0)
    then = before.clone()
    then.apply(code)
    chance = chance_of(then, home, SEARCHES[before.search()].review_simulations)
    return chance if before.player in home else 1 - chance


def moment_words(match: Match, number: int) -> Text:
    """What happened in a step, counted from 1, as a spectator is told it.

    A decision that its events do not tell, such as the end of a movement, is told alone: what they tell is what the
    rules made of it.
    """
    step = match.steps[number - 1]
    if step.notation in ENDS and match.outcome is not None:
        return match.outcome.reason
    told = match.told(number - 1).words
    if str(told):
        return told
    return joined([event.words for event in match.events_of(number - 1)], "; ")


def luck_words(side: object, luck: float) -> Text:
    """What the dice did for a side, as a sentence; `luck` is the sum of the changes of its chance at throws."""
    percent = round(abs(luck) * 100)
    if percent < 1:
        return Text("The dice favoured neither side.")
    if percent >= 100:
        if luck > 0:
            return Text("{side}: the dice were worth more than a whole battle.", side=side)
        return Text("{side}: the dice cost more than a whole battle is worth.", side=side)
    if luck > 0:
        return Text("{side}: the dice added about {n} % to the winning chances.", n=percent, side=side)
    return Text("{side}: the dice took about {n} % off the winning chances.", n=percent, side=side)
