"""[AA-13.4, AA-13.6] What the Automa looks at first: factories, and the infantry that may take them."""

from drumhead.games.aces_armor.engine.encoding import FLAG_TEAM, NEUTRAL, bits
from drumhead.games.aces_armor.engine.position import Field


def capturable_factories(f: Field, team: int) -> int:
    """[AA-5.1, AA-13.4] The factories that are neutral or the enemy's."""
    return sum(
        [
            1 << hex_
            for hex_, flag in zip(f.force.board.factories, f.flag, strict=True)
            if flag == NEUTRAL or FLAG_TEAM[flag] == 1 - team
        ]
    )


def at_stake(f: Field, team: int) -> int:
    """[AA-13.6] The factories that are neutral or the team's own."""
    return sum(
        [
            1 << hex_
            for hex_, flag in zip(f.force.board.factories, f.flag, strict=True)
            if flag == NEUTRAL or FLAG_TEAM[flag] == team
        ]
    )


def foot_of(f: Field, team: int) -> int:
    """The hexes where infantry of a team stands."""
    return sum(
        [
            1 << f.place[unit]
            for faction in f.force.team_factions[team]
            for unit in f.roster[faction]
            if f.force.foot[unit]
        ]
    )


def undefended_factories(f: Field, team: int) -> int:
    """[AA-13.4] The factories that infantry of a team would take: the enemy has no infantry next to them."""
    enemies = foot_of(f, 1 - team)
    return sum([1 << hex_ for hex_ in bits(capturable_factories(f, team)) if not f.force.ground.around[hex_] & enemies])
