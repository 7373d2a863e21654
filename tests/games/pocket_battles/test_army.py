"""army/lists.py, army/tiles.py: illegal lists are refused with their clause, legal ones read back as written."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from drumhead.core.errors import SetupError
from drumhead.games.pocket_battles.army.lists import (
    Army,
    check_army,
    check_size,
    check_unit,
    read_army,
    ready_armies,
    ready_army,
    write_army,
)
from drumhead.games.pocket_battles.army.tiles import ARMIES, TRAITS, UNKNOWN, Tile, tiles, trait_kind
from tests.kit.clauses import clause

SAMPLES = {
    "orcs-50": "ORC06 | ORC08 | ORC05 ORC29 | ORC09 ORC16 ORC18 ORC28 | ORC17 ORC19 ORC25 ORC26 | ORC21 ORC22 ORC23",
    "orcs-80": "ORC01 ORC09 ORC10 ORC13 | ORC02 | ORC06 | ORC08 | ORC05 ORC29 | ORC11 ORC03 ORC18 ORC28"
    " | ORC17 ORC19 ORC25 ORC26 | ORC21 ORC22 ORC23 | ORC16 ORC27 ORC14",
    "elves-50": "ELV03 | ELV06 | ELV11 | ELV30 | ELV17 ELV25 | ELV19 ELV23 | ELV26 ELV27 ELV29 | ELV13 ELV28 ELV08",
    "elves-80": "ELV01 | ELV03 | ELV06 | ELV09 | ELV11 | ELV30 | ELV17 ELV25 ELV05 ELV24 | ELV19 ELV23 ELV18 ELV21"
    " | ELV26 ELV27 ELV29 | ELV13 ELV28 ELV08",
}


def units(words: str) -> tuple[tuple[Tile, ...], ...]:
    return tuple(tuple(tiles()[id] for id in unit.split()) for unit in words.split("|"))


def refusal(text: str, *, size: int | None = None, mixed: bool = False, hidden: bool = False) -> SetupError:
    with pytest.raises(SetupError) as caught:
        read_army(text, size=size, mixed=mixed, hidden=hidden)
    return caught.value


def test_a_list_is_read_one_line_a_unit_with_the_top_first() -> None:
    text = "# raiders\nname: Green Tide\nsize: 50\n\norc06\nORC05 orc29   # with Kobolds\n"
    assert read_army(text) == Army(50, units("ORC06 | ORC05 ORC29"), "Green Tide")


def test_a_list_on_one_line_is_the_same_list() -> None:
    text = "name: Green Tide | size: 50 | ORC06 | ORC05 ORC29"
    army = Army(50, units("ORC06 | ORC05 ORC29"), "Green Tide")
    assert read_army(text) == army
    assert write_army(army, one_line=True) == text
    assert write_army(army) == "name: Green Tide\nsize: 50\nORC06\nORC05 ORC29\n"


@pytest.mark.parametrize("one_line", [False, True])
@pytest.mark.parametrize("name", sorted(ready_armies()))
def test_reading_undoes_writing(name: str, *, one_line: bool) -> None:
    army = ready_army(name)
    for made in (army, replace(army, name=""), replace(army, size=120, units=army.units[::-1])):
        assert read_army(write_army(made, one_line=one_line)) == made


def test_an_army_knows_its_cost_its_letter_and_its_leaders() -> None:
    orcs = Army(20, units("ORC06 | ORC05 ORC29"))
    assert (orcs.dp, orcs.letter, orcs.armies, orcs.leaders) == (11, "O", ("orcs",), 0)
    mixed = Army(20, units("ROM10 | MAC01"))
    assert (mixed.dp, mixed.letter, mixed.armies, mixed.leaders) == (15, "X", ("romans", "macedonians"), 2)
    assert [ready_army(f"{army}-50").letter for army in ARMIES] == list("CROEMP")


@clause("PB-1.2")
@pytest.mark.parametrize(
    ("words", "size"), [("ORC06", 20), ("ORC09 ORC10 ORC11 ORC12", 20), ("ORC09 ORC10 ORC11 ORC12 | ORC29 ORC05", 30)]
)
def test_a_list_without_a_size_takes_the_least_that_holds_it(words: str, size: int) -> None:
    assert read_army(words).size == size


@clause("PB-1.2")
def test_the_size_agreed_takes_the_place_of_the_size_stated() -> None:
    assert read_army("size: 50 | ORC06", size=80).size == 80
    error = refusal("size: 80\n" + SAMPLES["orcs-80"], size=50)
    assert (error.clause, error.line) == ("PB-1.4", 0)
    assert refusal("size: 50 | ORC06", size=0).clause == "PB-1.2"


@clause("PB-1.2")
def test_a_size_is_a_multiple_of_ten_from_20_to_120() -> None:
    for size in range(-20, 200):
        if size in (20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120):
            check_size(size)
        else:
            with pytest.raises(SetupError, match=rf"not {size} \[PB-1\.2\]"):
                check_size(size)


@clause("PB-1.1")
def test_each_of_the_six_armies_can_be_fielded_and_no_other() -> None:
    assert {army.armies for army in ready_armies().values()} == {(name,) for name in ARMIES}
    assert len(ARMIES) == 6
    error = refusal("ORC06\nTUR01")
    assert (error.clause, error.line) == ("PB-1.1", 2)


@clause("PB-1.4")
def test_all_that_the_size_pays_for_is_legal_and_one_point_more_is_not() -> None:
    twenty = "size: 20 | ORC09 ORC10 ORC11 | ORC06"
    assert read_army(twenty.replace("ORC06", "ORC05 ORC29")).dp == 20
    assert str(refusal(twenty)) == "the army costs 21 DP, more than its size of 20 [PB-1.4]"


@clause("PB-1.7")
def test_two_armies_mix_only_by_the_option_and_three_never() -> None:
    two, three = "size: 50\nORC06\nELV03", "size: 50\nORC06\nELV03\nROM10"
    assert read_army(two, mixed=True).armies == ("orcs", "elves")
    for error, line in ((refusal(two), 3), (refusal(three), 3), (refusal(three, mixed=True), 4)):
        assert (error.clause, error.line) == ("PB-1.7", line)
    assert read_army("ORC09 ELV26", mixed=True).letter == "X"


@clause("PB-1.8")
@pytest.mark.parametrize("text", ["", "# nothing", "name: Nobody\nsize: 50\n", " | | "])
def test_an_army_needs_a_unit(text: str) -> None:
    assert str(refusal(text)) == "an army needs at least one unit [PB-1.8]"


@clause("PB-1.4", "PB-1.5", "PB-1.8", "PB-9.9")
@pytest.mark.parametrize(
    ("unit", "clause_id", "words"),
    [
        ("ORC31", "PB-1.4", "there is no tile ORC31"),
        ("Fanatic", "PB-1.1", "the nearest are Fanatic (ORC05)"),
        ("ORC09 ORC09", "PB-1.4", "Bugbears (ORC09) exists once; unit 2 takes it again"),
        ("ORC08", "PB-1.4", "Catapult (ORC08) exists once; unit 2 takes it again"),
        ("ORC09 ORC10 ORC11 ORC12 ORC13", "PB-1.5", "unit 2 has 5 troops; Bugbears (ORC09) allows 4"),
        ("ORC17 ORC18 ORC19 ORC21", "PB-1.5", "unit 2 has 4 troops; Half Orcs (ORC21) allows 3"),
        ("ORC06 ORC09", "PB-1.5", "unit 2: Troll (ORC06) must stand alone"),
        ("ORC06 ORC09 ORC29", "PB-1.5", "unit 2: Troll (ORC06) must stand alone"),
        ("ORC09 ORC29 ORC30", "PB-1.5", "unit 2 has 2 Auxiliary troops; one may join a unit"),
        ("ORC29", "PB-1.5", "unit 2: Kobolds (ORC29) is Auxiliary and must join another troop"),
        ("ORC09+3", "PB-1.4", "unit 2 hides a troop"),
        ("ORC09+", "", "ORC09+ is neither a tile nor a stack"),
        ("ORC09+0", "", "ORC09+0 is neither a tile nor a stack"),
        ("colour: green", "", "colour: is not a tag of an army list"),
        ("size: 50", "", "size: is given twice"),
    ],
)
def test_an_illegal_line_is_refused_with_its_clause_and_its_number(unit: str, clause_id: str, words: str) -> None:
    error = refusal(f"size: 50\nORC08\n\n{unit}   # wrong\n")
    assert (error.clause, error.line) == (clause_id, 4)
    assert words in str(error)


@clause("PB-1.2")
@pytest.mark.parametrize("size", ["fifty", "55", "10", "130", "-50", "50.0", ""])
def test_a_size_that_is_no_size_is_refused_with_its_line(size: str) -> None:
    error = refusal(f"name: Someone\nsize: {size}\nORC06")
    assert (error.clause, error.line) == ("PB-1.2", 2)


@clause("PB-1.5")
@pytest.mark.parametrize("words", ["MAC02", "MAC02 MAC03"])
def test_a_unit_needs_a_wound_point(words: str) -> None:
    assert str(refusal(words)) == "unit 1 has no wound point [PB-1.5]"
    assert read_army(f"{words} MAC05").units == units(f"{words} MAC05")


@clause("PB-1.5", "PB-9.9")
def test_one_auxiliary_troop_joins_a_full_unit_and_even_a_troop_that_stands_alone() -> None:
    for words in ("ORC05 ORC29", "ORC29 ORC06", "ORC09 ORC10 ORC11 ORC12 ORC30", "PER10 PER11 PER17"):
        assert read_army(words).units == units(words)


@clause("PB-1.5")
def test_a_unit_holds_as_many_troops_as_its_lowest_formation_value() -> None:
    troops = [tile for tile in tiles().values() if tile.fv]
    for tile in troops:
        mates = [mate for mate in troops if mate.fv == 4 and mate.wp and mate != tile]
        check_unit((tile, *mates[: tile.fv - 1]))
        with pytest.raises(SetupError, match=r"PB-1\.5"):
            check_unit((tile, *mates[: tile.fv]))


@clause("PB-1.4", "PB-1.5")
def test_an_army_made_by_hand_is_checked_as_one_that_was_read() -> None:
    forged = replace(tiles()["ORC06"], dp=1)
    made = {
        "PB-1.4": ((forged,),),
        "PB-1.5": ((),),
        "PB-1.8": (),
    }
    for id, wrong in made.items():
        with pytest.raises(SetupError) as caught:
            check_army(Army(50, wrong), mixed=True)
        assert caught.value.clause == id


@clause("PB-1.4")
def test_more_than_any_size_pays_for_is_refused_as_too_dear() -> None:
    mounted = " | ".join(tile.id for tile in tiles().values() if tile.army == "elves" and tile.wp)
    assert str(refusal(mounted)) == "the army costs 121 DP, more than its size of 120 [PB-1.4]"


@pytest.mark.parametrize("name", ["a | b", "a # b", " a", "a\nb", "a\u2028b", "a" * 81])
def test_a_name_that_could_not_be_read_back_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="one line"):
        Army(50, units("ORC06"), name)


def test_a_list_on_one_line_blames_the_unit_and_no_line() -> None:
    error = refusal("size: 50 | ORC06 | ORC29")
    assert error.line == 0
    assert str(error).startswith("unit 2: ")


def test_an_observed_army_counts_what_lies_hidden() -> None:
    army = Army(50, ((tiles()["ORC09"], UNKNOWN, UNKNOWN, UNKNOWN), (tiles()["ORC06"],), (UNKNOWN,) * 2, (UNKNOWN,)))
    text = "size: 50 | ORC09+3 | ORC06 | ?+1 | ?"
    assert write_army(army, one_line=True) == text
    assert read_army(text, hidden=True) == army
    assert read_army(write_army(army), hidden=True) == army
    assert (army.dp, army.armies, army.letter) == (11, ("orcs",), "O")
    assert Army(50, ((UNKNOWN,),)).letter == "?"


def observed(army: Army) -> Army:
    return replace(army, units=tuple((unit[0], *[UNKNOWN] * (len(unit) - 1)) for unit in army.units))


@pytest.mark.parametrize("name", sorted(ready_armies()))
def test_a_ready_army_is_legal_as_the_opponent_sees_it(name: str) -> None:
    army = observed(ready_army(name))
    assert read_army(write_army(army), hidden=True) == army


@pytest.mark.parametrize(
    ("text", "clause_id"),
    [
        ("ORC06+2", "PB-1.5"),
        ("ORC09+5", "PB-1.5"),
        ("ORC29", "PB-1.5"),
        ("?+5", "PB-1.5"),
        ("ORC09+1 | ORC09+2", "PB-1.4"),
        ("ORC09+1 | ELV26+1", "PB-1.7"),
        ("size: 20 | ORC09+1 | ORC10+1 | ORC11+1 | ORC06+1", "PB-1.4"),
    ],
)
def test_what_shows_of_an_observed_army_is_still_checked(text: str, clause_id: str) -> None:
    assert refusal(text, hidden=True).clause == clause_id


def test_what_an_auxiliary_troop_may_explain_is_not_refused() -> None:
    for text in ("ORC06+1", "ORC09+4", "ORC29+1", "ORC29+4", "?+4"):
        assert len(read_army(text, hidden=True).units) == 1


@clause("PB-1.4", "PB-1.5")
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_the_samples_of_the_rulebook_are_ready_and_spend_every_point(name: str) -> None:
    army = ready_army(name)
    assert army.units == units(SAMPLES[name])
    assert army.dp == army.size == int(name.split("-")[1])


def test_every_ready_army_is_named_after_its_people_and_size_and_spends_it_all() -> None:
    assert list(ready_armies()) == sorted(ready_armies())
    for name, army in ready_armies().items():
        people, size = name.split("-")[:2]
        assert (army.armies, army.size, army.dp) == ((people,), int(size), int(size))
        assert army.name
    for people in ARMIES:
        assert {f"{people}-50", f"{people}-80"} <= set(ready_armies())


def traits_of(armies: Iterable[Army]) -> set[str]:
    printed = {trait for army in armies for unit in army.units for tile in unit for trait in tile.traits}
    return {trait_kind(trait).name for trait in printed}


def test_the_ready_armies_show_every_trait() -> None:
    assert traits_of(ready_armies().values()) == {kind.name for kind in TRAITS}


def test_a_ready_army_is_found_by_its_name_and_a_wrong_name_lists_them_all() -> None:
    assert ready_army(" Orcs-50 ") is ready_armies()["orcs-50"]
    with pytest.raises(SetupError) as caught:
        ready_army("dwarves-50")
    assert all(name in str(caught.value) for name in (*ready_armies(), "dwarves-50"))
