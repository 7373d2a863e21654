"""TravelBattle: two small armies of horse, foot and guns on a field of squares."""

from drumhead.games.travel_battle.game import TravelBattle

GAME = TravelBattle
