"""Every kind of action of Pocket Battles, declared once: verb, words in a menu, clause, fields, an example."""

from typing import Final

from drumhead.core.frames import ActionKind, ActionTable
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.engine import encoding

ACTIONS: Final = ActionTable(
    [
        ActionKind(encoding.PASS, "pass", Text("pass"), "PB-6.7"),
        ActionKind(encoding.PLACE, "place", Text("place"), "PB-3.2", "unit zone", "place O3 left-rear"),
        ActionKind(
            encoding.REDEPLOY, "redeploy", Text("redeploy (free)"), "PB-5.1", "unit zone", "redeploy O3 left-rear"
        ),
        ActionKind(encoding.MOVE, "move", Text("move"), "PB-6.1", "unit zone", "move O3 left-rear"),
        ActionKind(
            encoding.CHARGE, "charge", Text("charge"), "PB-6.2", "unit target:unit? excite:unit? rider?", "charge O3"
        ),
        ActionKind(
            encoding.CARRY_ON,
            "carry-on",
            Text("carry on the engagement"),
            "PB-6.3",
            "unit target:unit excite:unit?",
            "carry-on O3 E2",
        ),
        ActionKind(encoding.LEAVE, "leave", Text("leave the engagement"), "PB-6.4", "unit", "leave O3"),
        ActionKind(encoding.SHOOT, "shoot", Text("shoot"), "PB-6.5", "unit target:unit excite:unit?", "shoot O3 E2"),
        ActionKind(encoding.USE_CONTROL, "control", Text("use Control"), "PB-9.1", "unit", "control O3"),
        ActionKind(
            encoding.USE_DOUBLE_ORDER, "double-order", Text("use Double Order"), "PB-9.2", "unit", "double-order O3"
        ),
        ActionKind(encoding.USE_HEAL, "heal", Text("heal"), "PB-9.5", "unit healed:unit troop", "heal O3 ORC17"),
        ActionKind(encoding.WAIT, "wait", Text("wait"), "PB-6.9"),
        ActionKind(encoding.INTERCEPT, "intercept", Text("intercept"), "PB-6.9", "unit", "intercept O3"),
        ActionKind(
            encoding.REACTION_SHOT, "reaction-shot", Text("shoot at the charger"), "PB-6.9", "unit", "reaction-shot O3"
        ),
        ActionKind(encoding.TARGET, "target", Text("charge into"), "PB-6.10", "enemy", "target O3"),
        ActionKind(encoding.DICE, "dice", Text("throw"), "PB-9.10", "number", "dice 3"),
        ActionKind(encoding.STRIKE, "strike", Text("strike"), "PB-6.16", "unit", "strike O3"),
        ActionKind(encoding.HOLD, "hold", Text("hold"), "PB-6.16"),
        ActionKind(encoding.REROLL, "reroll", Text("have a die thrown again"), "PB-9.27", "number", "reroll 3"),
        ActionKind(encoding.STAND, "stand", Text("let the roll stand"), "PB-9.27"),
        ActionKind(encoding.CANCEL_HITS, "sacrifice", Text("sacrifice"), "PB-9.23", "unit troop", "sacrifice ORC17"),
        ActionKind(encoding.SUFFER, "suffer", Text("suffer the hits"), "PB-9.23"),
        ActionKind(encoding.ELIMINATE, "eliminate", Text("eliminate"), "PB-6.17", "unit troop", "eliminate ORC17"),
        ActionKind(encoding.WOUND, "wound", Text("wound"), "PB-6.17", "unit troop source?", "wound ORC17"),
        ActionKind(encoding.FORFEIT, "forfeit", Text("give up an order token"), "PB-9.17", "unit", "forfeit O3"),
        ActionKind(
            encoding.GIVE_UP, "give-up", Text("give up for its tokens"), "PB-4.6", "unit troop", "give-up ORC17"
        ),
        ActionKind(encoding.DONE, "done", Text("done"), "PB-4.6"),
        ActionKind(encoding.LOSE, "lose", Text("lose first, with its tokens"), "PB-6.17", "unit", "lose O3"),
    ]
)
