"""army/random_army.py: random armies are legal, sensible, and the same from the same seed."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from drumhead.core.errors import SetupError
from drumhead.games.pocket_battles.army.lists import Army, check_army
from drumhead.games.pocket_battles.army.random_army import is_sensible, random_army
from drumhead.games.pocket_battles.army.tiles import (
    ARMIES,
    CONTROL,
    DOUBLE_ORDER,
    EXCITE,
    FAST,
    GALVANIZE,
    HEAL,
    SLOW,
    Tile,
    tiles,
)
from tests.kit.clauses import clause

SIZES = tuple(range(20, 121, 10))
PAIRS = (("orcs", "elves"), ("romans", "persians"), ("celts", "macedonians"))
SEEDS = 12


@cache
def random_armies(army: str | tuple[str, str], size: int) -> tuple[Army, ...]:
    return tuple(random_army(army, size, Random(seed)) for seed in range(SEEDS))


def everything() -> Iterator[tuple[str | tuple[str, str], int, Army]]:
    for army in (*ARMIES, *PAIRS):
        for size in SIZES:
            for made in random_armies(army, size):
                yield army, size, made


def troops_of(unit: tuple[Tile, ...]) -> list[Tile]:
    return [tile for tile in unit if not tile.is_auxiliary]


def is_armed(tile: Tile) -> bool:
    return bool(tile.engagement or tile.shooting)


@pytest.mark.slow
@clause("PB-1.4", "PB-1.5", "PB-1.7", "PB-1.8")
def test_every_random_army_is_legal() -> None:
    count = 0
    for army, size, made in everything():
        check_army(made, mixed=isinstance(army, tuple))
        assert made.size == size
        assert set(made.armies) <= ({army} if isinstance(army, str) else set(army))
        count += 1
    assert count == 9 * 11 * SEEDS


@pytest.mark.slow
def test_the_points_are_spent_to_within_two_or_the_box_is_empty() -> None:
    for army, size, made in everything():
        box = sum(tile.dp for tile in tiles().values() if tile.army == army or tile.army in army)
        assert min(size, box) - 2 <= made.dp <= size


def test_the_same_seed_makes_the_same_army_and_others_differ() -> None:
    for army in (*ARMIES, *PAIRS):
        again = tuple(random_army(army, 80, Random(seed)) for seed in range(SEEDS))
        assert again == random_armies(army, 80)
        assert len({made.units for made in again}) == SEEDS


def test_every_tile_turns_up() -> None:
    for army in ARMIES:
        used = {tile.id for seed in range(60) for unit in random_army(army, 60, Random(seed)).units for tile in unit}
        assert used == {tile.id for tile in tiles().values() if tile.army == army}


def test_every_unit_has_dice_or_acts_by_order() -> None:
    for _, _, made in everything():
        for unit in made.units:
            by_order = unit[-1].bits & (CONTROL | DOUBLE_ORDER | EXCITE | GALVANIZE | HEAL)
            assert any(map(is_armed, troops_of(unit))) or (by_order and len(troops_of(unit)) == 1)


def test_a_unit_never_mixes_fighters_that_cannot_shoot_with_shooters_that_cannot_fight() -> None:
    for _, _, made in everything():
        for unit in made.units:
            armed = list(filter(is_armed, unit))
            assert all(tile.engagement for tile in armed) or all(tile.shooting for tile in armed)


def test_a_troop_without_dice_has_company_that_gains_by_it() -> None:
    joined = 0
    for _, _, made in everything():
        for unit in made.units:
            troops = troops_of(unit)
            for gift in troops:
                if gift.fv == 1 or is_armed(gift):
                    continue
                armed = list(filter(is_armed, troops))
                assert len(armed) == len(troops) - 1 >= min(gift.fv, 3) - 1
                if gift.traits in (("+2 Engagement",), ("+1 Engagement",)):
                    assert all(tile.engagement and tile.engagement_bonus < gift.engagement_bonus for tile in armed)
                if gift.traits == ("Long Range",):
                    assert all(tile.shooting for tile in armed)
                joined += 1
    assert joined > 200


def test_a_troop_that_could_have_company_stands_alone_only_with_two_wound_points() -> None:
    for _, _, made in everything():
        for unit in made.units:
            if len(troops_of(unit)) == 1:
                troop = troops_of(unit)[0]
                assert troop.fv == 1 or (troop.wp >= 2 and is_armed(troop))


def test_the_slow_and_the_fast_do_not_march_together() -> None:
    for _, _, made in everything():
        for unit in made.units:
            assert not (any(tile.bits & SLOW for tile in unit) and any(tile.bits & FAST for tile in unit))


def test_the_points_are_spread_over_units_that_the_orders_can_serve() -> None:
    for _, size, made in everything():
        assert max(2, size // 20) <= len(made.units) <= size // 10 + 5
        dearest = max(sum(tile.dp for tile in unit) for unit in made.units)
        assert dearest <= min(22, made.dp - 4)


@pytest.mark.parametrize("size", [50, 60, 70, 80])
def test_special_troops_come_in_moderation(size: int) -> None:
    for army in (*ARMIES, *PAIRS):
        for made in random_armies(army, size):
            special = sum(tile.dp for unit in made.units for tile in unit if tile.fv == 1)
            idle = sum(tile.dp for unit in made.units for tile in troops_of(unit) if not is_armed(tile))
            assert special <= size / 2
            assert idle <= size / 4


def test_most_troops_that_may_have_company_have_it() -> None:
    for army in ARMIES:
        sizes = [
            len(unit) for made in random_armies(army, 80) for unit in made.units if min(t.fv or 9 for t in unit) > 1
        ]
        assert sum(size >= 2 for size in sizes) > 0.9 * len(sizes)
        assert sum(size >= 3 for size in sizes) > 0.4 * len(sizes)


def test_the_top_of_a_stack_gives_away_the_least() -> None:
    for _, _, made in everything():
        for unit in made.units:
            assert unit[0].dp == min(tile.dp for tile in unit)


def test_leaders_and_auxiliaries_come_sometimes() -> None:
    for army in ("romans", "macedonians"):
        assert {made.leaders for size in SIZES for made in random_armies(army, size)} == {0, 1}
    for army in ("orcs", "persians"):
        helped = [sum(tile.is_auxiliary for unit in made.units for tile in unit) for made in random_armies(army, 60)]
        assert min(helped) < max(helped)


def test_a_mixed_army_draws_on_both_armies() -> None:
    for pair in PAIRS:
        assert {made.armies for made in random_armies(pair, 80)} <= {pair, pair[::-1]}


@pytest.mark.parametrize(
    ("words", "sensible"),
    [
        ("ORC09 ORC10 ORC03", True),
        ("ROM20 ROM15", False),
        ("ROM20 ROM06", True),
        ("CEL30", False),
        ("CEL30 CEL17", True),
        ("CEL30 CEL21", False),
        ("MAC02 MAC05", False),
        ("MAC02 MAC05 MAC06", True),
        ("MAC02 MAC17 MAC18", True),
        ("MAC01 MAC02 MAC05", False),
        ("ELV10 ELV13 ELV08", False),
        ("ELV04 ELV26 ELV27", False),
        ("ELV01", True),
        ("ORC02 ORC29", True),
        ("ORC29", False),
        ("PER17 PER20 PER21", False),
        ("PER17 PER10", True),
        ("ORC17", False),
        ("PER10", True),
        ("ORC06 ORC09", False),
    ],
)
def test_sense_is_told_from_nonsense(words: str, *, sensible: bool) -> None:
    assert is_sensible([tiles()[id] for id in words.split()]) is sensible


@clause("PB-1.1", "PB-1.2")
def test_an_unknown_army_and_a_wrong_size_are_refused() -> None:
    with pytest.raises(SetupError, match="there is no army dwarves; there are celts, .*" + re.escape("[PB-1.1]")):
        random_army("dwarves", 50, Random(1))
    with pytest.raises(SetupError, match=re.escape("[PB-1.1]")):
        random_army(("orcs", "dwarves"), 50, Random(1))
    with pytest.raises(SetupError, match=re.escape("[PB-1.2]")):
        random_army("orcs", 55, Random(1))
