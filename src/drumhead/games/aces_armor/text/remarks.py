"""What is said beside a move in a list: what it costs, and who may stop it."""

from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.unit_types import ALLIES, points
from drumhead.games.aces_armor.engine.encoding import AT_ADVANCE, AT_MOVE, AT_WAY, MARCH, MOVE, bits, unpack
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.interception import watchers
from drumhead.games.aces_armor.rules.movement import interrupting, lay_out, whole_moves, work_out
from drumhead.games.aces_armor.rules.under_way import footing, is_under_way
from drumhead.games.aces_armor.text.names import key_of


def remark(f: Field, code: int) -> Text | None:
    """[AA-4.1, AA-6.1] What a move costs, and the enemies that may stop it on the way."""
    kind, unit, hex_, way = unpack(code)
    if code & MARCH or kind != MOVE or f.step_kind() not in (AT_MOVE, AT_WAY, AT_ADVANCE):
        return None
    if f.force.by_hex:
        return leg_remark(f, unit, hex_)
    plan = work_out(f, unit)
    passed = plan.ways(hex_)[way]
    if whole_moves(f, unit) >> hex_ & 1:
        cost = Text("whole move")
    else:
        price = f.force.ground.price[f.weather][f.force.arm[unit]]
        cost = Text("{points}", points=points(sum(price[step] for step in plan.trace(hex_, passed))))
    if not passed:
        return cost
    enemies = ", ".join(key_of(f.force, plan.provoked[index]) for index in bits(passed))
    return Text("{cost}, past {enemies}", cost=cost, enemies=enemies)


def leg_remark(f: Field, unit: int, hex_: int) -> Text:
    """[AA-4.1, AA-6.1, AA-12.1] What a move costs, what is left after it, and what may happen at its end."""
    _, speed = footing(f, unit)
    if not is_under_way(f, unit) and whole_moves(f, unit) >> hex_ & 1:
        cost = Text("whole move")
    else:
        price = f.force.ground.price[f.weather][f.force.arm[unit]]
        paid = sum(price[step] for step in lay_out(f, unit).leg(hex_))
        cost = Text("{points}, {left} left", points=points(paid), left=points(speed - paid))
    if not interrupting(f, unit) >> hex_ & 1:
        return cost
    ground = f.force.ground
    enemies = ", ".join(key_of(f.force, enemy) for enemy in watchers(f, unit, ground.around[hex_]))
    if f.tokens & ground.around[hex_] and f.force.team[unit] == ALLIES:
        told = Text("{cost}, turns a token", cost=cost)
        return Text("{told}, {enemies} may stop it", told=told, enemies=enemies) if enemies else told
    return Text("{cost}, {enemies} may stop it", cost=cost, enemies=enemies)
