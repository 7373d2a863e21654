"""Every kind of action of TravelBattle, declared once: verb, words in a menu, clause, fields, an example."""

from typing import Final

from drumhead.core.frames import ActionKind, ActionTable
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.engine import encoding

ACTIONS: Final = ActionTable(
    [
        ActionKind(encoding.END_MOVEMENT, "end-movement", Text("end movement"), "TB-2.1"),
        ActionKind(encoding.END_FIRE, "end-fire", Text("end fire"), "TB-2.1"),
        ActionKind(encoding.END_COMBAT, "end-combat", Text("end combat"), "TB-6.2"),
        ActionKind(encoding.BOARD, "board", Text("take board"), "TB-1.3", "board", "board A"),
        ActionKind(encoding.EDGE, "edge", Text("turn towards you edge"), "TB-1.3", "edge", "edge 2"),
        ActionKind(
            encoding.SPLIT,
            "form",
            Text("form brigades"),
            "TB-1.2",
            "brigades",
            "form 1G 2I 1H 1A | 1G 2I 1L 1A | 2I 1H 1L",
        ),
        ActionKind(encoding.PLACE, "place", Text("place"), "TB-1.4", "unit square", "place R4 d1"),
        ActionKind(encoding.MOVE, "move", Text("move"), "TB-3.1", "unit square", "move R4 d3"),
        ActionKind(encoding.FORM, "square", Text("form square"), "TB-4.1", "unit", "square R6"),
        ActionKind(encoding.UNFORM, "unsquare", Text("leave square"), "TB-4.1", "unit", "unsquare R6"),
        ActionKind(encoding.HALT, "halt", Text("halt"), "TB-3.7", "unit", "halt R12"),
        ActionKind(encoding.DISPLACE, "displace", Text("give way"), "TB-3.7", "unit square", "displace R1 d4"),
        ActionKind(encoding.FIRE, "fire", Text("fire"), "TB-5.1", "unit square", "fire R16 f6"),
        ActionKind(encoding.ATTACK, "attack", Text("attack"), "TB-6.2", "square", "attack f6"),
        ActionKind(encoding.JOIN, "join", Text("join the attack"), "TB-6.2", "unit", "join R4"),
        ActionKind(encoding.FIGHT, "fight", Text("fight"), "TB-6.3"),
        ActionKind(encoding.REROLL, "reroll", Text("re-roll"), "TB-6.4", "unit face", "reroll R4 2"),
        ActionKind(encoding.STAND, "stand", Text("let the dice stand"), "TB-6.4"),
        ActionKind(encoding.SUFFER, "suffer", Text("suffer the result"), "TB-6.6", "unit", "suffer R4"),
        ActionKind(encoding.PUSH, "push", Text("go back"), "TB-6.9", "unit square", "push R4 c2"),
        ActionKind(encoding.RETREAT, "retreat", Text("retreat"), "TB-6.10", "unit square", "retreat R4 c1"),
    ]
)
ALONE: Final = ACTIONS.taking()
ON_UNIT: Final = ACTIONS.taking("unit")
