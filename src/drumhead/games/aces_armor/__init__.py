"""Aces & Armor: tanks, guns, infantry and aircraft of four factions on a map of hexes."""

from drumhead.games.aces_armor.game import AcesArmor

GAME = AcesArmor
