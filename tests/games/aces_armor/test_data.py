"""box.unit_types, box.files, box.box: what is known of the printed mats holds, mistakes are found in their lines."""

import subprocess
import sys
from pathlib import Path

import pytest

from drumhead.core.errors import SetupError
from drumhead.games.aces_armor.box.box import load_components, own_components
from drumhead.games.aces_armor.box.files import FILES, read_sources
from drumhead.games.aces_armor.box.unit_types import (
    AIRCRAFT,
    ARTILLERY,
    BOMBER,
    FACTIONS,
    FIGHTER,
    GERMANY_1,
    GERMANY_2,
    GUNS,
    INFANTRY,
    MAX_HITS,
    PLACES,
    REGULAR,
    SPECIAL,
    TANK,
    TANKS,
    US,
    USSR,
    V2_TYPE,
    type_of,
)
from drumhead.games.aces_armor.game import AcesArmor
from tests.kit.clauses import clause

MATS = own_components().mats
TYPES = range(PLACES * len(FACTIONS))


def known(name: str) -> int:
    """The type of a unit by its name."""
    return MATS.name.index(name)


def of(*places: int) -> list[int]:
    """The types at these places of all four mats."""
    return [type_of(faction, place) for faction in range(4) for place in places]


@clause("AA-1.1")
def test_four_mats_of_six_types_have_four_arms() -> None:
    assert len(set(MATS.name)) == len(MATS.name) == len(TYPES) + 1, "the V2 comes after the types of the mats"
    assert (len(TYPES), MATS.name[V2_TYPE]) == (24, "V2")
    assert MATS.arm[:V2_TYPE] == [INFANTRY, INFANTRY, TANK, ARTILLERY, AIRCRAFT, AIRCRAFT] * 4
    for faction in range(4):
        kinds = MATS.kind[PLACES * faction : PLACES * faction + PLACES]
        assert kinds[REGULAR] == "infantry"
        assert kinds[SPECIAL] in ("mobile", "mechanised")
        assert kinds[GUNS] in ("gun", "rockets")
        assert (kinds[TANKS], kinds[FIGHTER], kinds[BOMBER]) == ("tank", "fighter", "bomber")


def test_speeds_of_infantry_are_as_printed() -> None:
    assert {MATS.speed[at] for at in of(REGULAR)} == {6}
    assert {MATS.speed[at] for at in TYPES if MATS.kind[at] == "mobile"} == {10}
    assert all(6 <= MATS.speed[at] <= 10 for at in of(SPECIAL, TANKS))


def test_ranges_are_as_printed() -> None:
    close = [at for at in TYPES if MATS.arm[at] != ARTILLERY]
    assert {(MATS.near[at], MATS.far[at]) for at in close} == {(1, 1)}
    ranges = {at: (MATS.near[at], MATS.far[at]) for at in of(GUNS)}
    assert ranges[type_of(US, GUNS)] == (2, 5)
    assert ranges[known("8.8 Flak")] == (2, 3)
    assert ranges[known("Katyusha")] == (2, 4)
    assert ranges[known("Pak 40")][0] == 1


def test_those_that_may_attack_aircraft_are_as_printed() -> None:
    assert all(MATS.anti_air[at] for at in of(REGULAR, FIGHTER))
    assert [at for at in of(BOMBER) if not MATS.anti_air[at]] == [known("B-17")]
    assert [at for at in of(GUNS) if MATS.anti_air[at]] == [known("8.8 Flak")]
    assert not any(MATS.anti_air[at] for at in of(TANKS))
    assert not any(MATS.anti_air[at] for at in TYPES if MATS.kind[at] == "mechanised")


@clause("AA-11.2")
def test_the_b17_answers_aircraft_that_it_may_not_attack() -> None:
    assert [at for at in TYPES if MATS.answers_air[at] != MATS.anti_air[at]] == [known("B-17")]
    assert MATS.answers_air[known("B-17")] == 1


def test_equipment_belongs_to_whom_it_belonged() -> None:
    assert "Howitzer" in MATS.name[type_of(US, GUNS)]
    assert known("B-17") == type_of(US, BOMBER)
    assert known("Katyusha") == type_of(USSR, GUNS)
    assert [known(name) for name in ("Tiger", "Pak 40", "Me 262")] == [
        type_of(GERMANY_1, place) for place in (TANKS, GUNS, FIGHTER)
    ]
    assert known("8.8 Flak") == type_of(GERMANY_2, GUNS)
    assert [at for at in TYPES if MATS.kind[at] == "mechanised"] == [type_of(GERMANY_2, SPECIAL)]
    assert {MATS.name[type_of(faction, BOMBER)] for faction in (GERMANY_1, GERMANY_2)} == {"Ju 87", "Ju 88"}


def test_soviet_tanks_are_the_cheapest_and_the_tiger_the_dearest() -> None:
    costs = {MATS.cost[at]: at for at in of(TANKS)}
    assert len(costs) == 4
    assert costs[min(costs)] == type_of(USSR, TANKS)
    assert costs[max(costs)] == known("Tiger")


@clause("AA-11.1")
def test_the_katyusha_alone_fires_rockets() -> None:
    assert [at for at in TYPES if MATS.rockets[at]] == [known("Katyusha")]


@clause("AA-8.4")
def test_attack_values_are_as_printed_and_rise_by_two_a_level() -> None:
    assert {MATS.hit[at][0] for at in of(REGULAR)} == {2}
    assert MATS.hit[type_of(GERMANY_1, TANKS)] == MATS.hit[type_of(GERMANY_2, TANKS)] == [6, 8, 10]
    assert MATS.hit[known("8.8 Flak")][0] == 4
    assert MATS.hit[type_of(US, GUNS)][0] in (5, 6)
    assert all(MATS.hit[at] == [MATS.hit[at][0] + 2 * level for level in range(3)] for at in TYPES)


@clause("AA-8.5")
def test_damage_is_the_highest_row_that_the_hits_reach() -> None:
    for at in of(TANKS):
        assert [MATS.open_damage[at][hits] for hits in (1, 2, 3, 4)] == [0, 1, 1, 2]
    for at in of(REGULAR):
        assert MATS.open_damage[at][5] == 3
        assert [MATS.forest_damage[at][hits] for hits in (5, 6)] == [2, 3]
    for at in TYPES:
        assert len(MATS.open_damage[at]) == MAX_HITS + 1
        assert [MATS.open_damage[at][hits] for hits in MATS.open[at]] == [1, 2, 3, 4, 5, 6]
        assert MATS.open_damage[at][MATS.open[at][-1] - 1] == 5
        assert all(one >= other for one, other in zip(MATS.open_damage[at], MATS.forest_damage[at], strict=True))


def test_aircraft_find_no_cover() -> None:
    assert all(MATS.open[at] == MATS.forest[at] for at in of(FIGHTER, BOMBER))
    assert all(MATS.open[at] != MATS.forest[at] for at in TYPES if MATS.arm[at] != AIRCRAFT)


@clause("AA-8.2")
def test_dice_fall_with_damage_and_two_units_find_enough_in_the_box() -> None:
    assert MATS.dice == sorted(MATS.dice, reverse=True)
    assert len(MATS.dice) == 6
    assert MATS.dice[0] == 12
    assert MATS.dice[5] == 6
    assert 2 * MATS.dice[0] + 3 == 27


def test_the_v2_can_be_destroyed() -> None:
    assert MATS.open_damage[V2_TYPE][MATS.dice[0]] == 6
    assert MATS.open_damage[V2_TYPE][1] == 0


# A player's own data: the file, what is replaced in it and by what, and how the error begins.
MISTAKES = [
    ("mats.csv", "us,Rifle", "usa,Rifle", "mats.csv line 8: faction is us, germany-1, ussr, germany-2, not 'usa'"),
    ("mats.csv", "M4 Sherman,tank", "M4 Sherman,tanks", "mats.csv line 10: kind is infantry, mobile"),
    ("mats.csv", "B-17,bomber,7,", "B-17,bomber,x,", "mats.csv line 13: cost is a whole number from 1 to 20, not 'x'"),
    ("mats.csv", "Tiger,tank,7,3,", "Tiger,tank,7,3.2,", "mats.csv line 16: speed is in whole or half points"),
    ("mats.csv", "Tiger,tank,7,3,", "Tiger,tank,7,0,", "mats.csv line 16: speed is a whole number from 1 to 12"),
    ("mats.csv", ",2-5,", ",5-2,", "mats.csv line 11: a range goes from near to far, as 2-5, not '5-2'"),
    ("mats.csv", ",answers,", ",maybe,", "mats.csv line 13: anti-air is yes, no, answers, not 'maybe'"),
    ("mats.csv", "6 8 10,2 4 7 9", "6 8,2 4 7 9", "mats.csv line 16: hits on is 3 numbers that never fall"),
    ("mats.csv", "6 8 10,2 4 7 9", "6 8 13,2 4 7 9", "mats.csv line 16: hits on is a whole number"),
    ("mats.csv", "2 4 7 9 12 14,", "2 4 3 9 12 14,", "mats.csv line 16: damage open is 6 numbers that never fall"),
    ("mats.csv", "3 5 8 11 13 16", "1 5 8 11 13 16", "mats.csv line 16: a forest must not make a unit weaker"),
    ("mats.csv", "ussr,T-34,tank", "ussr,Panther,tank", "mats.csv line 28: two units are called 'Panther'"),
    ("mats.csv", "ussr,T-34,tank", "ussr,,tank", "mats.csv line 22: a unit needs a name"),
    ("mats.csv", "ussr,T-34,tank", "us,T-34,tank", "mats.csv line 22: us has a unit of this place already in line 10"),
    ("mats.csv", "ussr,T-34,tank", "#", "mats.csv: ussr has no tank"),
    ("mats.csv", "us,B-17,bomber,7,", "us,B-17,bomber,", "mats.csv line 13: 9 cells where there are 10"),
    ("mats.csv", "faction,name,", "name,faction,", "mats.csv line 7: the first row must be 'faction,name,kind"),
    ("tables.csv", "dice,12", "dice,10", "tables.csv line 4: dice is 6 numbers that never rise, not '10 11 10 8 7 6'"),
    ("tables.csv", "dice,12", "dice,0", "tables.csv line 4: dice is a whole number from 1 to 24, not '0'"),
    ("tables.csv", "v2,", "v1,", "tables.csv line 5: table is dice, v2, not 'v1'"),
    ("tables.csv", "v2,", "#", "tables.csv: the table 'v2' is missing"),
    ("tables.csv", "v2,2 4 6 8 10 12", "dice,9 9 9 9 9 9", "tables.csv line 5: the table 'dice' is there twice"),
    ("maps/summer.txt", "name: Summer", "Summer", "maps/summer.txt line 5: here should be the name of the map"),
    ("maps/summer.txt", "season: summer", "season: spring", "maps/summer.txt line 6: the season is summer or winter"),
    ("maps/summer.txt", "^       f       .2", "^       q       .2", "maps/summer.txt line 10: 'q' is no hex"),
    ("maps/summer.txt", ".2 ", ".0 ", "maps/summer.txt line 10: starts are numbered 1 to 12, not 0"),
    ("maps/summer.txt", ".2 ", ".3 ", "maps/summer.txt line 11: start 3 is there twice"),
    ("maps/summer.txt", ".2 ", ".  ", "maps/summer.txt: start 2 is missing"),
    ("maps/summer.txt", ".2 ", "~2 ", "maps/summer.txt line 10: start 2 cannot be on water or a factory"),
    ("maps/summer.txt", ".2 ", "  ", "maps/summer.txt line 10: 9 hexes where the first line has 10"),
    ("maps/winter.txt", "I  ", "~  ", "maps/winter.txt: the left half has 4 factories, not 5"),
    ("maps/winter.txt", "I  ", "F  ", "maps/winter.txt: the letter I is wanted 1 times, not 0"),
    ("maps/summer.txt", "name: Summer", "name:", "maps/summer.txt line 5: here should be the name of the map"),
    ("maps/summer.txt", "^       f       .2", "^       F       .2", "maps/summer.txt line 29: the left half has 6"),
    ("maps/summer.txt", ".2      f       .       .", ".       f       .       .2", "maps/summer.txt line 10: start 2"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "words"), MISTAKES, ids=[mistake[3] for mistake in MISTAKES])
def test_a_mistake_is_told_in_one_sentence_with_its_file_and_line(
    tmp_path: Path, name: str, old: str, new: str, words: str
) -> None:
    written = "\n".join(read_sources()[name].lines)
    assert old in written
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(written.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SetupError) as error:
        load_components(str(tmp_path))
    assert str(error.value).startswith(words)
    assert "\n" not in str(error.value)


def test_lines_are_counted_with_comments_and_empty_lines(tmp_path: Path) -> None:
    written = "\n".join(read_sources()["tables.csv"].lines)
    (tmp_path / "tables.csv").write_text(f"\n# mine\n\n{written.replace('dice,12', 'dice,x')}")
    with pytest.raises(SetupError, match=r"^tables\.csv line 7: dice"):
        load_components(str(tmp_path))


def test_a_folder_replaces_what_it_has_and_leaves_the_rest(tmp_path: Path) -> None:
    (tmp_path / "tables.csv").write_text("table,values\nv2,3 6 9 12 15 18\ndice,10 9 8 7 6 5\n")
    found = load_components(str(tmp_path))
    assert (found.mats.dice, found.mats.open[V2_TYPE]) == ([10, 9, 8, 7, 6, 5], [3, 6, 9, 12, 15, 18])
    assert found.mats.name == MATS.name
    assert found.summer.letters == own_components().summer.letters
    assert found.digest != own_components().digest


def test_a_folder_with_our_own_files_is_the_same_data(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    for name, source in read_sources().items():
        # other comments, another byte order mark and other ends of lines change nothing
        (tmp_path / name).write_text("\ufeff# mine\r\n" + "\r\n".join(source.lines), encoding="utf-8", newline="")
    assert load_components(str(tmp_path)).digest == own_components().digest


def test_a_folder_must_hold_data_and_nothing_that_looks_like_it(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="there is no folder"):
        load_components(str(tmp_path / "nowhere"))
    with pytest.raises(SetupError, match="has none of the data files"):
        load_components(str(tmp_path))
    (tmp_path / "mat.csv").write_text("")
    with pytest.raises(SetupError, match=r"mat\.csv: no such data file, there are mats\.csv"):
        load_components(str(tmp_path))


@pytest.mark.parametrize("name", FILES)
def test_an_empty_file_or_one_that_is_no_text_is_an_error(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"")
    with pytest.raises(SetupError, match=rf"^{name}: "):
        load_components(str(tmp_path))
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SetupError, match="not text in UTF-8"):
        load_components(str(tmp_path))


@pytest.mark.slow
def test_the_box_is_opened_once_by_those_who_ask_at_the_same_time() -> None:
    program = """
import sys
from concurrent.futures import ThreadPoolExecutor
from drumhead.core.registry import load
sys.setswitchinterval(1e-4)
with ThreadPoolExecutor(4) as pool:
    games = list(pool.map(lambda _: load("aces-armor"), range(4)))
print(len({id(game.force.components) for game in games}))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("1\n", "")


def test_mechanised_infantry_has_the_armour_of_a_tank() -> None:
    mechanised, tank = known("Mechanised Infantry"), known("T-34")
    assert MATS.open[mechanised] == MATS.open[tank]
    assert MATS.forest[mechanised] == MATS.forest[tank]


def test_no_aircraft_hits_ground_units_as_well_as_the_b17() -> None:
    aircraft = [*of(FIGHTER), *of(BOMBER)]
    best = max(MATS.hit[at][0] for at in aircraft)
    assert [at for at in aircraft if MATS.hit[at][0] == best] == [known("B-17")]


@clause("AA-1.5")
def test_a_battle_of_the_first_rules_keeps_its_mats() -> None:
    first = AcesArmor.from_file("1", {"DataDigest": "c83267157604"})
    assert isinstance(first, AcesArmor)
    assert first.force.components.digest == "c83267157604"
    assert first.force.components.mats.hit[known("Ju 87")] == [6, 8, 10]
    assert first.tags()["Rulings"] == "1"
    with pytest.raises(SetupError, match="other mats"):
        AcesArmor.from_file("2", {"DataDigest": "c83267157604"})
