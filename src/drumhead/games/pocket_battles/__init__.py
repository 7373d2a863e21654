"""Pocket Battles: fast battles between two small armies."""

from drumhead.games.pocket_battles.game import PocketBattles

GAME = PocketBattles
