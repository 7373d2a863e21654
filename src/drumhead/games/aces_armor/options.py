"""What players may agree on before a battle, and what of it goes together."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final

from drumhead.core.errors import SetupError
from drumhead.core.game import Option
from drumhead.core.i18n.text import Text, joined
from drumhead.games.aces_armor.box.maps import LEFT, PARTS, RIGHT, WHOLE
from drumhead.games.aces_armor.box.scenario import (
    ALL,
    ANNOUNCED,
    BULGE,
    BY_HEX,
    CO_OP,
    DIFFICULTIES,
    DUEL,
    FOUR,
    INTERCEPTORS,
    MISSIONS,
    MOVEMENTS,
    ONE,
    ONE_SET,
    RULINGS,
    SETS,
    SKIRMISH,
    SOLO,
    THREE,
    TWO_SETS,
    V2,
    Setup,
)
from drumhead.games.aces_armor.box.unit_types import FACTIONS, team_of
from drumhead.games.aces_armor.engine.encoding import NONE
from drumhead.games.aces_armor.text.names import FACTIONS as FACTION_WORDS

VERSUS: Final = "versus"
COOP: Final = "coop"
RANDOM: Final = "random"
FITTING: Final = "fitting"
TEAMS: Final = ("allies", "germany")
MISSION_WORDS: Final = {SKIRMISH: Text("a skirmish"), V2: Text("the V2"), BULGE: Text("the Bulge")}
AUTOMATED: Final = {"mode": (COOP, SOLO)}
TWO_SIDES: Final = {"players": (2,)}
USUAL: Final = ("", Text("by the rules"))
NAMED: Final = dict(zip(FACTIONS, FACTION_WORDS, strict=True))
LED: Final = (*combinations(FACTIONS, 1), *combinations(FACTIONS, 2))
"""What people may lead in some battle of two sides: one faction, or two."""
OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "mode",
        VERSUS,
        Text("people against people, or against the Automa"),
        "AA-1.2",
        choices=(VERSUS, COOP, SOLO),
        labels={
            VERSUS: Text("against each other"),
            COOP: Text("two against the Automa"),
            SOLO: Text("alone against the Automa"),
        },
    ),
    Option(
        "players",
        2,
        Text("how many people play against each other"),
        "AA-1.2",
        least=2,
        most=4,
        labels={"2": Text("two"), "3": Text("three"), "4": Text("four")},
        only={"mode": (VERSUS,)},
    ),
    Option(
        "factions",
        (),
        Text("the factions that people lead, where there is a choice"),
        "AA-1.2",
        ready=("", *(",".join(led) for led in LED)),
        labels=dict([USUAL]) | {",".join(led): joined([NAMED[name] for name in led], " and ") for led in LED},
        only=TWO_SIDES,
    ),
    Option(
        "alone",
        "germany",
        Text("the team that one of three players leads"),
        "AA-1.2",
        choices=TEAMS,
        labels={"allies": Text("the Allies"), "germany": Text("Germany")},
        only={"players": (3,)},
    ),
    Option(
        "automa",
        RANDOM,
        Text("the faction of the Automa"),
        "AA-1.2",
        choices=(RANDOM, *FACTIONS),
        labels={RANDOM: Text("drawn")} | NAMED,
        only=AUTOMATED,
    ),
    Option(
        "difficulty",
        "standard",
        Text("how many units the Automa has"),
        "AA-13.1",
        choices=DIFFICULTIES,
        labels={
            "easy": Text("easy"),
            "standard": Text("standard"),
            "hard": Text("hard"),
            "overkill": Text("overkill"),
        },
        only=AUTOMATED,
    ),
    Option("mission", SKIRMISH, Text("the mission"), "AA-12.1", choices=MISSIONS, labels=MISSION_WORDS),
    Option(
        "map",
        FITTING,
        Text("the map"),
        "AA-1.2",
        choices=(FITTING, "summer", "winter"),
        labels={FITTING: USUAL[1], "summer": Text("summer"), "winter": Text("winter")},
    ),
    Option(
        "half",
        FITTING,
        Text("the part of the map that is played"),
        "AA-1.4",
        choices=(FITTING, *PARTS),
        labels={
            FITTING: USUAL[1],
            PARTS[WHOLE]: Text("the whole map"),
            PARTS[LEFT]: Text("the left half"),
            PARTS[RIGHT]: Text("the right half"),
        },
        only=TWO_SIDES,
    ),
    Option(
        "sets",
        FITTING,
        Text("sets of units; 1+4: one set and four picks, for experts"),
        "AA-1.3",
        choices=(FITTING, *SETS),
        labels={
            FITTING: USUAL[1],
            ONE_SET: Text("one set"),
            TWO_SETS: Text("two sets"),
            SETS[2]: Text("one set and four picks"),
        },
    ),
    Option(
        "movement",
        BY_HEX,
        Text("how units move past enemies"),
        "AA-6.1",
        choices=MOVEMENTS,
        labels={BY_HEX: Text("hex by hex"), ANNOUNCED: Text("the whole way is announced")},
        disputed=True,
    ),
    Option("weather", default=False, words=Text("the weather changes"), clause="AA-12.2"),
    Option("mountains", default=False, words=Text("mountains are a terrain of their own"), clause="AA-12.4"),
    Option("diceless", default=False, words=Text("battles without dice"), clause="AA-11.3"),
    Option("short", default=False, words=Text("fewer factories win"), clause="AA-10.1"),
    Option("type_limit", default=True, words=Text("at most four units of a type"), clause="AA-9.2"),
    Option("clock", default=False, words=Text("five minutes to move and declare"), clause="AA-11.4"),
    Option(
        "max_rounds", 30, Text("the battle is decided after this many rounds; 0: never"), "AA-10.2", least=0, most=100
    ),
    Option("automa_intercepts", default=True, words=Text("the Automa intercepts"), clause="AA-13.10", only=AUTOMATED),
    Option(
        "interceptors",
        ONE,
        Text("with which units the Automa intercepts"),
        "AA-13.10",
        choices=INTERCEPTORS,
        labels={ONE: Text("the best one, if the enemy could go on"), ALL: Text("all that can, at the first chance")},
        only=AUTOMATED,
        disputed=True,
    ),
    Option(
        "nearest",
        "own",
        Text("the unit from which the Automa's movement priority f measures"),
        "AA-13.6",
        choices=("own", "enemy"),
        labels={"own": Text("its own"), "enemy": Text("an enemy")},
        only=AUTOMATED,
        disputed=True,
    ),
    Option(
        "v2",
        "germany-1",
        Text("the faction with the V2"),
        "AA-12.1",
        choices=("germany-1", "germany-2"),
        labels=NAMED,
        only={"mission": (V2,)},
    ),
    Option(
        "rulings",
        RULINGS[0],
        Text("which rulings of this project hold"),
        "AA-1.5",
        choices=RULINGS,
        labels={RULINGS[0]: Text("as they are now"), RULINGS[1]: Text("as they first were")},
        disputed=True,
    ),
    Option("data", "", Text("a folder with mats and maps of your own"), "AA-1.3", local=True),
)


def setup_of(chosen: Mapping[str, Any]) -> Setup:
    """[AA-1.2, AA-1.3, AA-12.1, AA-12.3] The set-up of the chosen options; refuses what does not go together."""
    mode, mission = mode_of(chosen), chosen["mission"]
    refuse_useless(chosen, mode)
    if mission in (V2, BULGE) and mode not in (THREE, FOUR):
        clause = "AA-12.1" if mission == V2 else "AA-12.3"
        raise SetupError(
            Text("{mission} takes four factions: three or four players", mission=MISSION_WORDS[mission]), clause
        )
    people = people_of(chosen, mode)
    automa = automa_of(chosen, mode, people)
    return Setup(
        mode=mode,
        factions=tuple(sorted(people if automa == NONE else [*people, automa])),
        automa=automa,
        alone=TEAMS.index(chosen["alone"]),
        map=map_of(chosen),
        part=part_of(chosen, mode),
        sets=sets_of(chosen, mode),
        mission=mission,
        weather=chosen["weather"],
        mountains=chosen["mountains"],
        diceless=chosen["diceless"],
        short=chosen["short"],
        limit=chosen["type_limit"],
        clock=chosen["clock"],
        max_rounds=chosen["max_rounds"],
        difficulty=chosen["difficulty"],
        automa_intercepts=chosen["automa_intercepts"],
        near_enemy=chosen["nearest"] == "enemy",
        v2_faction=FACTIONS.index(chosen["v2"]),
        movement=chosen["movement"],
        interceptors=chosen["interceptors"],
        rulings=chosen["rulings"],
    )


def refuse_useless(chosen: Mapping[str, Any], mode: str) -> None:
    """[AA-1.2] Refuses an option that is given a value of its own and would change nothing in this battle."""
    automa = mode in (CO_OP, SOLO)
    use = {
        "players": (not automa, Text("players is for people against each other; solo and coop say how many play")),
        "alone": (mode == THREE, Text("alone is for three players, one of whom leads a team")),
        "difficulty": (automa, Text("difficulty is for battles against the Automa")),
        "automa_intercepts": (automa, Text("automa_intercepts is for battles against the Automa")),
        "nearest": (automa, Text("nearest is for battles against the Automa")),
        "v2": (chosen["mission"] == V2, Text("v2 is for the mission of the V2")),
        "short": (chosen["mission"] == SKIRMISH, Text("short is for battles that are won by factories, not missions")),
    }
    for option in OPTIONS:
        if option.name in use and chosen[option.name] != option.default and not use[option.name][0]:
            raise SetupError(use[option.name][1], option.clause)


def mode_of(chosen: Mapping[str, Any]) -> str:
    """[AA-1.2] How many play, and against whom."""
    if chosen["mode"] == VERSUS:
        return {2: DUEL, 3: THREE, 4: FOUR}[chosen["players"]]
    return CO_OP if chosen["mode"] == COOP else SOLO


def people_of(chosen: Mapping[str, Any], mode: str) -> list[int]:
    """[AA-1.2] The factions that people lead."""
    given = chosen["factions"]
    listed = given if isinstance(given, str) else ",".join(given)
    words = [word.strip().lower() for word in listed.split(",") if word.strip()]
    for word in words:
        if word not in FACTIONS:
            raise SetupError(
                Text("there is no faction {word}; they are {all}", word=repr(word), all=", ".join(FACTIONS)), "AA-1.1"
            )
    found = sorted({FACTIONS.index(word) for word in words})
    if mode in (THREE, FOUR):
        if words and found != [0, 1, 2, 3]:
            raise SetupError(Text("with three or four players all four factions take part"), "AA-1.2")
        return [0, 1, 2, 3]
    wanted, usual = {DUEL: (2, [0, 1]), CO_OP: (2, [0, 2]), SOLO: (1, [0])}[mode]
    if not words:
        return usual
    if len(words) != wanted or len(found) != wanted:
        raise SetupError(Text("people lead 1 faction here", "people lead {n} factions here", n=wanted), "AA-1.2")
    teams = {team_of(faction) for faction in found}
    if mode == DUEL and len(teams) != 2:
        raise SetupError(Text("the two factions are of different teams"), "AA-1.2")
    if mode == CO_OP and len(teams) != 1:
        raise SetupError(Text("the two factions are of one team"), "AA-1.2")
    return found


def automa_of(chosen: Mapping[str, Any], mode: str, people: list[int]) -> int:
    """[AA-1.2] The Automa's faction, or NONE where there is none or it is drawn."""
    if chosen["automa"] == RANDOM:
        return NONE
    if mode not in (CO_OP, SOLO):
        raise SetupError(Text("the Automa plays in co-operative and solo battles only"), "AA-1.2")
    faction = FACTIONS.index(chosen["automa"])
    if team_of(faction) == team_of(people[0]):
        raise SetupError(Text("the Automa leads an enemy faction"), "AA-1.2")
    return faction


def map_of(chosen: Mapping[str, Any]) -> str:
    """[AA-12.3] The map; the Bulge is fought in winter."""
    given: str = chosen["map"]
    if chosen["mission"] == BULGE:
        if given == "summer":
            raise SetupError(Text("the Bulge is fought on the winter map"), "AA-12.3")
        return "winter"
    return "summer" if given == FITTING else given


def part_of(chosen: Mapping[str, Any], mode: str) -> int:
    """[AA-1.2] Half a map or the whole."""
    given = chosen["half"]
    if mode in (THREE, FOUR):
        if given not in (FITTING, PARTS[WHOLE]):
            raise SetupError(Text("three and four players play on the whole map"), "AA-1.2")
        return WHOLE
    if given == PARTS[WHOLE] and mode != CO_OP:
        raise SetupError(Text("this battle is played on half the map"), "AA-1.2")
    return {FITTING: LEFT, PARTS[WHOLE]: WHOLE, PARTS[LEFT]: LEFT, PARTS[RIGHT]: RIGHT}[given]


def sets_of(chosen: Mapping[str, Any], mode: str) -> str:
    """[AA-1.3, AA-12.1, AA-13.11] The sets of units; the V2 and co-operative play have theirs."""
    given: str = chosen["sets"]
    if chosen["mission"] == V2:
        if given not in (FITTING, TWO_SETS):
            raise SetupError(Text("the mission of the V2 is played with two sets"), "AA-12.1")
        return TWO_SETS
    if mode == CO_OP and given not in (FITTING, ONE_SET):
        raise SetupError(Text("in co-operative play each person has one set"), "AA-13.11")
    return ONE_SET if given == FITTING else given
