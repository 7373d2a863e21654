"""Every kind of action of Aces & Armor, declared once: verb, words in a menu, clause, fields, an example.

Fields hold a unit, a hex, a faction, a place on the mat, a start token, armies, or coins.
"""

from typing import Final

from drumhead.core.frames import ActionKind, ActionTable
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.engine import encoding

ACTIONS: Final = ActionTable(
    [
        ActionKind(encoding.END_MOVEMENT, "end-movement", Text("end movement"), "AA-3.1"),
        ActionKind(encoding.END_DECLARING, "end-declaring", Text("end declaring, fight the battles"), "AA-7.1"),
        ActionKind(encoding.END_MONEY, "end-turn", Text("end the turn"), "AA-3.1"),
        ActionKind(encoding.PICK, "pick", Text("pick"), "AA-1.3", "place", "pick tank"),
        ActionKind(encoding.LAY, "lay", Text("lay"), "AA-2.1", "unit token", "lay US-T1 2"),
        ActionKind(encoding.TURN, "turn", Text("turn start token"), "AA-2.2", "token", "turn 2"),
        ActionKind(encoding.PLACE, "place", Text("place"), "AA-2.2", "unit hex", "place US-T1 f7"),
        ActionKind(encoding.USE, "use", Text("act with"), "AA-2.4", "armies", "use 1+3"),
        ActionKind(encoding.MOVE, "move", Text("move"), "AA-4.1", "unit hex", "move US-T1 f7"),
        ActionKind(encoding.INTERCEPT, "intercept", Text("intercept"), "AA-6.1", "unit", "intercept G1-I1"),
        ActionKind(encoding.LET_PASS, "let-pass", Text("let it pass"), "AA-6.1"),
        ActionKind(encoding.ATTACK, "attack", Text("attack"), "AA-7.1", "unit hex", "attack US-T1 G1-I1"),
        ActionKind(encoding.BUY, "buy", Text("buy"), "AA-9.2", "place hex", "buy tank f7"),
        ActionKind(encoding.REPAIR, "repair", Text("repair"), "AA-9.3", "unit", "repair US-T1"),
        ActionKind(encoding.GIVE, "give", Text("give coins"), "AA-9.4", "coins", "give 4"),
        ActionKind(encoding.ASK, "ask", Text("ask the ally for coins"), "AA-9.4"),
        ActionKind(encoding.KEEP, "keep", Text("keep the coins"), "AA-9.4"),
        ActionKind(encoding.TOKEN, "token", Text("lay a grey token"), "AA-12.1", "hex", "token f7"),
        ActionKind(encoding.HIDE, "hide", Text("hide the V2"), "AA-12.1", "hex", "hide f7"),
        ActionKind(encoding.HALT, "halt", Text("halt, the move ends here"), "AA-4.4"),
        ActionKind(encoding.ASSIGN, "assign", Text("assign a factory"), "AA-12.3", "faction hex", "assign G1 f7"),
    ]
)
SHELL: Final = ActionKind(encoding.ATTACK, "shell", Text("shell"), "AA-11.1", "unit hex", "shell SU-A1 f7")
LAUNCH: Final = ActionKind(encoding.ATTACK, "launch", Text("launch a rocket"), "AA-12.1", "hex", "launch f7")
"""[AA-11.1, AA-12.1] Attacks of a Katyusha and of the V2, which have verbs of their own."""
TIMED_OUT: Final = ActionKind(encoding.TIME_OUT, "time-out", Text("the clock runs out"), "AA-11.4")
VERBS: Final = ACTIONS.verbs | {SHELL.verb: SHELL, LAUNCH.verb: LAUNCH}
"""Every verb of notation with its kind, but for that of the clock."""

ALONE: Final = ACTIONS.taking()
ON_UNIT: Final = ACTIONS.taking("unit")
ON_HEX: Final = ACTIONS.taking("hex")
"""What is a verb alone, what names a unit only, and what names a hex only."""
END_OF: Final = {
    encoding.AT_MOVE: encoding.END_MOVEMENT,
    encoding.AT_DECLARE: encoding.END_DECLARING,
    encoding.AT_MONEY: encoding.END_MONEY,
}
"""What a bare `end` ends, by pending step."""
