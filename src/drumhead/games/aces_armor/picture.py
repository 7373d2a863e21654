"""A view drawn as a picture: a field map of hexes on a drumhead, and printed counters upon it.

What a picture needs of a view, besides what every match adds (`to_act`, `prompt`, `outcome`, `can_act`, `log`); hexes are
names such as c5, units are keys, factions are numbers as in `mats` (0 United States, 1 Germany 1, 2 Soviet Union, 3 Germany 2):

    game        "aces-armor"
    seat        the seat that looks, or None
    map         {"name": "Summer", "season": "summer" | "winter", "width": 20, "height": 15, "part": "whole" | "left" | "right",
                 "letters": all letters of the map in the order of its hexes (`HexMap.letters`),
                 "starts": {"1": "b3", ...} those played with, "mountains": True if they are terrain of their own}
    phase       "pick", "lay", "place", "share", "hide", "armies", "move", "intercept", "declare", "battle", "money" or "over"
    round       from 1; 0 before the first; max_rounds
    active      the faction whose turn it is, or None
    weather     None without the mission, else {"kind": "normal" | "frost" | "mud" | "dry" | "storm" | "fog",
                 "left": player turns until it changes}
    teams       two of {"name", "factories": held, "goal": how many win, or None where factories do not}
    factions    one entry each that plays, in turn order: {"faction", "name", "letter", "team", "seat": who plays it or None for
                 the Automa, "coins", "factories": held, "mat": six {"name", "kind", "cost"}, "lost": how many units,
                 "tokens": its start tokens {"number": None while face down, "hex": None or a name, "units": how many lie on
                 it (keys are in `units`), None if unknown, "used": may act this turn}}
    units       {"key", "faction", "name", "kind" as in `mats.KINDS`, "where": "map" | "token" | "hand", "hex": name or None,
                 "token": 0 to 2 or None, "damage", "experience", "level": 0 recruit, 1 veteran, 2 hero, "dice", "hits_on",
                 "moved", "attacked", "idle": its army may not act, "repairing", "intercepts": key or None}; the lost are left out
    factories   {"hex", "flag": faction or None, "ruined"}
    hidden      grey tokens of the V2 mission: {"hex", "v2": True, False or None if unknown}
    v2          None or {"hex", "damage", "fired"} once its place is known to the seat
    declared    in order: {"attacker", "hex", "target": key or None, "state": "waiting" | "now" | "fought" | "lost"}
    move        None, or the move that is being asked about: {"unit", "path": hexes from where it set out to where it stands}
    roll        None, or the throw that is pending: {"kind": "place" | "first" | "weather" | "battle" | "rockets" | "launch" | ...,
                 "attacker", "target", "hex", "dice", "red", "answer": dice of the defender, "hits_on", "answer_hits_on"}
    can_act     keys of units, hexes, and "token-0" .. "token-2" for one's own start tokens; others are left to lists
"""
