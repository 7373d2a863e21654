"""game, options: options, tags and teams of Aces & Armor."""

from random import Random

import pytest

from drumhead import Match, load
from drumhead.core.errors import SetupError
from drumhead.core.files.record import read, write
from drumhead.core.state import OVER
from drumhead.games.aces_armor.game import AcesArmor
from tests.games.aces_armor.draw import battle
from tests.kit.clauses import clause


def game(**options: object) -> AcesArmor:
    found = load("aces-armor", **options)
    assert isinstance(found, AcesArmor)
    return found


@clause("AA-1.1", "AA-1.2")
@pytest.mark.parametrize(
    ("options", "letters", "factories"),
    [
        ({}, ("US", "G1"), 5),
        ({"factions": "ussr,germany-2"}, ("SU", "G2"), 5),
        ({"players": 4}, ("US", "G1", "SU", "G2"), 10),
        ({"players": 3}, ("US", "G", "SU"), 10),
        ({"players": 3, "alone": "allies"}, ("A", "G1", "G2"), 10),
        ({"mode": "solo", "automa": "germany-2"}, ("US", "Automa"), 5),
        ({"mode": "coop"}, ("US", "SU", "Automa"), 5),
        ({"mode": "coop", "half": "whole", "factions": ("germany-1", "germany-2")}, ("G1", "G2", "Automa"), 10),
    ],
)
def test_modes_seat_people_and_choose_the_field(
    options: dict[str, object], letters: tuple[str, ...], factories: int
) -> None:
    found = game(**options)
    assert found.letters == letters
    assert found.seats == len(letters) - (letters[-1] == "Automa")
    assert len(found.force.board.factories) == factories


@clause("AA-1.2", "AA-1.3", "AA-12.1", "AA-12.3")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"factions": ("us", "ussr")}, "the two factions are of different teams [AA-1.2]"),
        ({"factions": ("us",)}, "people lead 2 factions here [AA-1.2]"),
        (
            {"factions": ("us", "france")},
            "there is no faction 'france'; they are us, germany-1, ussr, germany-2 [AA-1.1]",
        ),
        ({"mode": "coop", "factions": ("us", "germany-1")}, "the two factions are of one team [AA-1.2]"),
        ({"players": 4, "factions": ("us", "ussr")}, "all four factions take part [AA-1.2]"),
        ({"players": 4, "half": "left"}, "three and four players play on the whole map [AA-1.2]"),
        ({"half": "whole"}, "this battle is played on half the map [AA-1.2]"),
        ({"automa": "germany-1"}, "the Automa plays in co-operative and solo battles only [AA-1.2]"),
        ({"mode": "solo", "automa": "ussr"}, "the Automa leads an enemy faction [AA-1.2]"),
        ({"mode": "coop", "sets": "2"}, "in co-operative play each person has one set [AA-13.11]"),
        ({"mission": "v2"}, "the V2 takes four factions: three or four players [AA-12.1]"),
        ({"mission": "bulge", "mode": "solo"}, "the Bulge takes four factions: three or four players [AA-12.3]"),
        ({"mission": "v2", "players": 4, "sets": "1"}, "the mission of the V2 is played with two sets [AA-12.1]"),
        ({"mission": "bulge", "players": 4, "map": "summer"}, "the Bulge is fought on the winter map [AA-12.3]"),
        ({"difficulty": "nightmare"}, "difficulty is easy or standard or hard or overkill"),
        ({"max_rounds": 101}, "max_rounds is 0 to 100, not 101 [AA-10.2]"),
        ({"data": "no/such/folder"}, "there is no folder"),
        ({"tanks": 3}, "aces-armor has no option 'tanks'"),
    ],
)
def test_what_does_not_go_together_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError) as refused:
        game(**options)
    assert said in str(refused.value)


@pytest.mark.parametrize("seed", range(20))
def test_tags_set_up_the_same_game(seed: int) -> None:
    found = AcesArmor.random(Random(seed))
    again = AcesArmor.from_tags(found.tags())
    assert again.force.setup == found.force.setup
    assert again.letters == found.letters


def test_a_file_played_with_other_mats_and_maps_is_refused() -> None:
    with pytest.raises(SetupError, match="other mats and maps"):
        AcesArmor.from_tags({"DataDigest": "0123456789ab"})


@clause("AA-10.2")
@pytest.mark.parametrize(
    ("options", "seat", "returns", "winner"),
    [
        ({"players": 4}, 0, (-1.0, 1.0, -1.0, 1.0), 1),
        ({"players": 4}, 3, (1.0, -1.0, 1.0, -1.0), 0),
        ({"players": 3}, 1, (1.0, -1.0, 1.0), 0),
        ({"mode": "coop"}, 1, (-1.0, -1.0), 2),
        ({"mode": "solo"}, 0, (-1.0,), 1),
    ],
)
def test_who_gives_up_loses_with_the_ally(
    options: dict[str, object], seat: int, returns: tuple[float, ...], winner: int
) -> None:
    outcome = game(**options).concession(seat)
    assert (outcome.returns, outcome.winner, outcome.clause) == (returns, winner, "AA-10.2")


def test_a_battle_that_the_automa_wins_is_written_and_read() -> None:
    match = Match(game(mode="solo", automa="germany-1"), seed=1)
    match.settle()
    match.push("concede")
    assert write(match).endswith("Automa wins: United States gives up [AA-10.2]\n")
    assert read(write(match)).to_act == OVER


@clause("AA-10.1")
def test_the_outcome_names_the_team_and_the_reason() -> None:
    match = battle(
        """
           a      b      c
        1  .      F      .
        2  US-I1  US-T1  .
        3  .      .      G1-I1
        ; turn US 5; round 3; flags a12:US c12:US
        """,
        short=True,
    )
    match.push("move US-I1 b1")
    assert match.outcome is not None
    assert str(match.outcome) == "the Allies win: enough factories are held [AA-10.1]"
    assert match.outcome.returns == (1.0, -1.0)


@pytest.mark.slow
def test_all_modes_and_missions_are_drawn() -> None:
    drawn = [AcesArmor.random(Random(seed)) for seed in range(120)]
    assert {found.force.setup.mode for found in drawn} == {"2", "3", "4", "co-op", "solo"}
    assert {found.force.setup.mission for found in drawn} == {"skirmish", "v2", "bulge"}
    assert {found.force.setup.sets for found in drawn} == {"1", "2", "1+4"}


@clause("AA-12.1")
@pytest.mark.parametrize("goal", ["c1", "d1", "e1", "e2", "d2"])
def test_a_move_turns_the_same_tokens_whether_or_not_anybody_listens(goal: str) -> None:
    match = battle(
        """
           a      b      c      d      e
        1  US-F1  .      .      .      .
        2  .      .      .      .      .
        3  .      .      .      .      .
        ; units SU-I1@a9 G1-I1@t5 G2-I1@s9 V2@t2; tokens c3 t2; turn US 5; round 2
        """,
        players=4,
        mission="v2",
    )
    silent = match.state.clone()
    match.push(f"move US-F1 {goal}")
    silent.apply(match.steps[-1].code)
    assert silent.pack() == match.state.pack()


def test_options_and_clauses_name_each_other() -> None:
    clauses = AcesArmor.clauses().clauses
    named = {name: clause.id for clause in clauses.values() for name in clause.option.split(", ") if name}
    options = {option.name: option.clause for option in AcesArmor.options}
    assert set(named) <= set(options)
    assert set(options) - set(named) == {"map", "data"}
    assert set(options.values()) <= set(clauses)
