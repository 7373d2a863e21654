"""The table for small battles: tabletop wargames with every rule enforced and explained."""

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.duel import Score, duel
from drumhead.ai.study.analyse import Hint, analyse
from drumhead.ai.study.review import Review, review
from drumhead.core.actions import Action, Chance, Event, Odds, Outcome, Refusal, Step, Throw
from drumhead.core.errors import (
    BrokenPromise,
    DrumheadError,
    IllegalAction,
    NotationError,
    ProofError,
    RecordError,
    SetupError,
)
from drumhead.core.files.record import OldRules, Proof, read_text, verify, write_text
from drumhead.core.files.record import read_file as read
from drumhead.core.files.record import save as write
from drumhead.core.fuzz import fuzz
from drumhead.core.game import Game, Option
from drumhead.core.i18n.text import Text
from drumhead.core.legal_actions import LegalActions
from drumhead.core.match import Match, Played
from drumhead.core.registry import games as all_games
from drumhead.core.registry import load
from drumhead.core.state import CHANCE, OVER, State
from drumhead.core.words.tally import Tally

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "Bot",
    "BrokenPromise",
    "Chance",
    "DrumheadError",
    "Event",
    "Game",
    "Hint",
    "IllegalAction",
    "LegalActions",
    "Match",
    "NotationError",
    "Odds",
    "OldRules",
    "Option",
    "Outcome",
    "Played",
    "Proof",
    "ProofError",
    "RecordError",
    "Refusal",
    "Review",
    "Score",
    "SetupError",
    "State",
    "Step",
    "Tally",
    "Text",
    "Throw",
    "all_games",
    "analyse",
    "bot",
    "duel",
    "fuzz",
    "load",
    "read",
    "read_text",
    "review",
    "verify",
    "write",
    "write_text",
]
