"""Why a unit cannot fire, attack, re-roll or give ground in a way: the first rule that stands in its way."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text, joined
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import NONE
from drumhead.games.travel_battle.engine.position import is_leader
from drumhead.games.travel_battle.refusals.movement import Asker
from drumhead.games.travel_battle.rules.artillery import fire_range, gun_squares, in_contact, in_the_way, visible_points
from drumhead.games.travel_battle.rules.boards import BIT, GRID, NEIGHBOURS
from drumhead.games.travel_battle.rules.combat import assaults
from drumhead.games.travel_battle.text.names import unit_words


class FightAsker(Asker):
    """Goes through the rules of fire and combat."""

    def end_combat(self) -> Refusal:
        """[TB-6.2] While an enemy square can be attacked the combats go on; then they end by themselves."""
        if self.f.stack[-1] & 31 == encoding.AT_JOIN:
            square = GRID.names[self.f.target]
            return self.say("the combat against {target} has to be fought first", "TB-6.2", target=square)
        squares = " ".join(GRID.names[square] for square in sorted(assaults(self.f)))
        return self.say("every enemy in contact must be attacked: {squares}", "TB-6.2", squares=squares)

    def fire(self) -> Refusal:
        """[TB-3.8, TB-5.1, TB-5.5, TB-7.1] Whether the gun may fire at all, and then why not there."""
        f = self.f
        if refusal := self.own():
            return refusal
        if not self.marked(f.force.guns):
            return self.say("{unit} is no artillery", "TB-5.1")
        if self.marked(f.stunned()):
            return self.say("{unit} is turned and does not fire this turn", "TB-7.1")
        if self.marked(f.fired):
            return self.say("{unit} has fired this turn", "TB-5.1")
        if self.marked(f.moved & ~f.force.horse_guns):
            return self.say("{unit} has moved and does not fire", "TB-3.8")
        square = f.square[self.unit]
        own, enemy = in_contact(f, f.active), in_contact(f, 1 - f.active)
        if own & BIT[square]:
            return self.say("{unit} is in contact: it fights and does not fire", "TB-5.5")
        if not f.force.guns_near_combat and NEIGHBOURS[square] & (own | enemy):
            return self.say("{unit} stands beside a unit in contact and cannot fire", "TB-5.5")
        return self._aim()

    def _aim(self) -> Refusal:
        """[TB-5.1, TB-5.3, TB-5.4, TB-5.7, TB-9.1] Why the gun cannot fire at the square."""
        f = self.f
        enemy = 1 - f.active
        bit = BIT[self.target]
        if not f.held[enemy] & bit:
            if f.led[enemy] & bit:
                return self.say("brigadiers are no targets", "TB-5.7")
            return self.say("no enemy unit stands on {square}", "TB-5.1")
        if not fire_range(f, self.unit) & bit:
            distance = GRID.distance(f.square[self.unit], self.target)
            if self.marked(f.force.horse_guns):
                return self.say("{square} is {n} away; horse artillery fires at 2 to 4", "TB-9.1", n=distance)
            return self.say("{square} is {n} away; artillery fires at 2 to 6", "TB-5.1", n=distance)
        if in_contact(f, enemy) & bit:
            return self.say("the unit on {square} is in contact with your own", "TB-5.4")
        involved = NEIGHBOURS[self.target] & (in_contact(f, enemy) | in_contact(f, f.active))
        if f.force.safe_guns and not f.force.guns_near_combat and gun_squares(f, enemy) & bit and involved:
            return self.say("the gun on {square} stands beside a unit in contact: it counts as in the fight", "TB-5.5")
        seen = visible_points(f, f.square[self.unit], self.target)
        return self.say(
            "{unit} sees {n} sixteenths of {square}, less than half; in the way: {things}",
            "TB-5.3",
            n=seen,
            things=joined([self._thing(square) for square in in_the_way(f, f.square[self.unit], self.target)[:3]]),
        )

    def _thing(self, square: int) -> Text:
        """[TB-5.3] What stands in the way of sight on a square."""
        f = self.f
        name, bit = GRID.names[square], BIT[square]
        if f.ground.rough & bit:
            kind = Text("wood") if f.ground.wood & bit else Text("building")
            return Text("the {kind} on {square}", kind=kind, square=name)
        if not f.occupied() & bit:
            return Text("the {kind} on {square}", kind=Text("hill"), square=name)
        unit = f.square.index(square)
        return Text("{unit} on {square}", unit=unit_words(f.force, unit), square=name)

    def attack(self) -> Refusal:
        """[TB-6.1, TB-6.2, TB-6.12] An enemy square in contact that was not attacked, with a unit that can attack."""
        f = self.f
        enemies = f.units_at(1 - f.active, self.target)
        if not enemies:
            return self.say("no enemy unit stands on {square}", "TB-6.2")
        around = NEIGHBOURS[self.target]
        touching = [unit for unit in f.living(f.active) if around & BIT[f.square[unit]]]
        if not touching:
            return self.say("nobody touches {square}", "TB-6.1")
        if any(f.fought >> unit & 1 for unit in enemies):
            return self.say("{square} has been attacked this turn", "TB-6.1")
        reasons = [FightAsker(f, unit, self.target).unable() for unit in touching]
        if any(f.shifted >> unit & 1 for unit in enemies) and not all(reasons):
            return self.say("the unit on {square} was only just driven there", "TB-6.12")
        return next((reason for reason in reasons if reason is not None), self.say("no unit is left", "TB-6.2"))

    def unable(self) -> Refusal | None:
        """[TB-3.4, TB-4.3, TB-6.1, TB-6.2, TB-7.1] Why a unit does not start a combat in this step."""
        f = self.f
        if self.marked(f.fought):
            return self.say("{unit} has fought this turn", "TB-6.1")
        if self.marked(f.able & f.stunned()):
            return self.say("{unit} was turned in this step and starts no combat", "TB-6.2")
        if not self.marked(f.able):
            if self.marked(f.stunned()):
                return self.say("{unit} is turned and starts no combat this turn", "TB-7.1")
            return self.say("{unit} is cut off and starts no combat", "TB-3.4")
        target = f.target if f.target != NONE else self.target
        fled = [unit for unit in f.units_at(1 - f.active, target) if f.fled >> unit & 1]
        if self.marked(f.formed) and fled:
            return self.say("{unit} is in square: the enemy did not touch it when the turn began", "TB-4.3")
        return None

    def join(self) -> Refusal:
        """[TB-6.2] A unit that touches the square and is not needed for another enemy."""
        f = self.f
        if refusal := self.own():
            return refusal
        if is_leader(self.unit):
            return self.say("brigadiers do not fight", "TB-3.7")
        if self.marked(f.attackers):
            return self.say("{unit} is in this combat already", "TB-6.1")
        if not NEIGHBOURS[f.target] & BIT[f.square[self.unit]]:
            return self.say("{unit} does not touch {target}", "TB-6.2", target=GRID.names[f.target])
        if refusal := self.unable():
            return refusal
        if not assaults(f)[f.target] >> self.unit & 1:
            return self.say(
                "{unit} did not touch the enemy before it was pushed to {target}",
                "TB-6.12",
                target=GRID.names[f.target],
            )
        others = [square for square, team in assaults(f).items() if square != f.target and team >> self.unit & 1]
        names = " ".join(GRID.names[square] for square in sorted(others))
        return self.say("{unit} is needed against {names}", "TB-6.2", names=names)

    def fight(self) -> Refusal:
        """[TB-6.2] A combat needs an attacker."""
        return self.say("choose who attacks first", "TB-6.2")

    def reroll(self) -> Refusal:
        """[TB-6.4] One die of a guard or heavy cavalry unit in the combat, once."""
        f = self.f
        if not self.marked(f.attackers) and self.unit not in f.defenders():
            return self.say("{unit} is not in this combat", "TB-6.4")
        if SEAT[self.unit] != f.player:
            return self.say("{unit} is not yours", "TB-6.4")
        if not self.marked(f.force.rerollers):
            return self.say("only guards and heavy cavalry re-roll", "TB-6.4")
        if self.marked(f.rerolled):
            return self.say("{unit} has re-rolled in this combat", "TB-6.4")
        return self.say("{unit} has no die that shows {n}", "TB-6.4", n=self.target)

    def suffer(self) -> Refusal:
        """[TB-6.6] One of the losing side's units in the combat."""
        return self.say("{unit} is not among the units that lost", "TB-6.6")

    def push(self) -> Refusal:
        """[TB-6.9] Straight back first, else a rear diagonal that is open."""
        pushed = (self.f.stack[-1] >> 5 & 255, self.f.stack[-1] >> 13 & 255)
        if self.unit not in pushed:
            return self.say("{unit} is not being pushed back", "TB-6.9")
        return self.say("{unit} cannot be pushed to {square}", "TB-6.9")

    def retreat(self) -> Refusal:
        """[TB-6.10] The nearest free edge square to the brigadier's file."""
        if self.unit != self.f.stack[-1] >> 5 & 255:
            return self.say("{unit} does not retreat", "TB-6.10")
        names = joined([Text(GRID.names[action >> 13 & 255]) for action in self.f.options], " or ")
        return self.say(
            "{unit} retreats to the free edge square nearest its brigadier: {names}", "TB-6.10", names=names
        )
