"""rules.setup, army.brigades, builder: brigades are formed by their owners when the boards lie, or agreed on before."""

from random import Random

import pytest

from drumhead import CHANCE, Match, bot, load
from drumhead.core.errors import IllegalAction, NotationError, SetupError
from drumhead.core.files import record
from drumhead.games.travel_battle.army.brigades import presets, random_brigades, short_brigades
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.game import TravelBattle
from tests.games.travel_battle.draw import where
from tests.kit.clauses import clause
from tests.kit.play import assert_refused, notations, offers, play

LAID = ("board A", "board B", "throw 1", "throw 1", "throw 2")
READY = {
    "all-round": "1G 2I 1H 1A | 1G 2I 1L 1A | 2I 1H 1L",
    "cavalry-raid": "1G 2H 2L | 1G 3I 1A | 3I 1A",
    "flying-guns": "2H 2L 2R | 1G 3I | 1G 3I",
    "foot-and-horse": "1G 3I 1A | 1G 3I 1A | 2H 2L",
    "grand-battery": "1G 2I 2A | 1G 4I | 2H 2L",
    "horse-and-field": "2H 2L 1R | 1G 3I 1A | 1G 3I",
    "infantry-line": "1G 3I | 1G 3I | 2H 2L 2A",
    "old-guard": "2G 2H 1A | 3I 1L 1A | 3I 1L",
    "two-wings": "2I 1H 1L | 2G 2I 2A | 2I 1H 1L",
}
"""What game files mean by the names of ready-made splits: these must never change."""


def laid(**options: object) -> Match:
    """A battle whose boards lie, and nothing else."""
    return play(Match(load("travel-battle", **options), seed=1), *LAID)


@clause("TB-1.2")
def test_brigades_are_formed_after_the_boards_are_joined_and_before_the_die_for_placing() -> None:
    match = laid()
    assert "boards " in match.position
    assert "unformed R B" in match.position
    assert match.position.endswith("pending form:R")
    assert (match.to_act, str(match.prompt).partition(":")[0]) == (0, "Red")
    play(match, "form two-wings")
    assert match.position.endswith("pending form:B")
    assert "unformed B" in match.position
    assert "R1@reserve leads R6@reserve R7@reserve R12@reserve R14@reserve" in match.position
    play(match, "form old-guard")
    assert match.position.endswith("pending place-die")
    assert "unformed" not in match.position
    assert match.to_act == CHANCE


@clause("TB-1.2", "TB-9.3")
@pytest.mark.parametrize("horse", [False, True])
def test_the_ready_made_splits_that_the_options_allow_are_listed(horse: bool) -> None:  # noqa: FBT001
    match = laid(horse_artillery=horse)
    wanted = [name for name in READY if horse or name not in ("flying-guns", "horse-and-field")]
    assert notations(match) == [f"form {name}" for name in wanted]


@clause("TB-9.3")
def test_the_names_of_ready_made_splits_stand_for_what_they_always_did() -> None:
    assert {name: short_brigades(split) for name, split in presets().items()} == READY


@clause("TB-1.2")
@pytest.mark.parametrize(
    "split",
    [
        "1I | 1I | 2G 4I 2H 2L 2A",
        "2 guard 1 infantry | 5 infantry 2 heavy | 2 light 2 artillery",
        "2i 1h 1l / 2g 2i 2a / 2i 1h 1l",
    ],
)
def test_any_other_legal_split_may_be_written_though_it_is_not_listed(split: str) -> None:
    match = laid()
    assert f"form {split}" not in notations(match)
    assert match.why(f"form {split}") is None
    play(match, f"form {split}")
    assert match.to_act == 1


@clause("TB-1.2")
def test_a_split_of_ones_own_names_the_units_brigade_by_brigade() -> None:
    match = play(laid(), "form 1I | 2G 5I 2A | 2H 2L", "form all-round")
    assert "R1@reserve leads R6@reserve; R2@reserve leads R4@reserve R5@reserve R7@reserve" in match.position
    assert match.steps[-2].notation == "form 1I | 2G 5I 2A | 2H 2L"
    assert next(str(event) for event in match.log(None, len(match.steps) - 2)) == (
        "Red forms brigades: 1 infantry; 2 guard infantry, 5 infantry, 2 artillery; "
        "2 heavy cavalry, 2 light cavalry [TB-1.2]"
    )


@clause("TB-1.1", "TB-1.2", "TB-9.1")
@pytest.mark.parametrize(
    ("split", "clauses"),
    [
        ("2G 6I | 2H 2L | 1A", "TB-1.1"),
        ("2G 6I 1I | 2H 2L | 2A", "TB-1.1"),
        ("15G 6I | 2H 2L | 2A", "TB-1.1"),
        ("2G 6I | 2H 2L 2A | 0L", "TB-1.2"),
        ("2G 6I | 2H 2L | 2R", "TB-9.1"),
    ],
)
def test_a_split_that_breaks_a_rule_is_refused_with_its_clause(split: str, clauses: str) -> None:
    match = laid()
    assert_refused(match, f"form {split}", clauses)
    with pytest.raises(IllegalAction, match=clauses):
        match.push(f"form {split}")


@clause("TB-9.1")
def test_horse_artillery_rides_with_cavalry_only_where_brigades_are_formed_at_the_table() -> None:
    assert_refused(laid(horse_artillery=True), "form 2G 6I 1R | 2H 2L | 1A", "TB-9.1")
    match = play(laid(horse_artillery=True), "form 2G 6I | 1A | 2H 2L 1R", "form flying-guns")
    assert where(match, "R17") == "reserve:horse"
    assert where(match, "B16") == "reserve:horse"


@pytest.mark.parametrize("split", ["2G 6I | 2H 2L 2A", "", "dragoons", "2G | 6I | 2H 2L | 2A", "2X | 1G | 1I"])
def test_what_is_no_split_is_not_read(split: str) -> None:
    with pytest.raises(NotationError):
        laid().push(f"form {split}")


@clause("TB-1.2")
def test_splits_that_were_agreed_on_before_skip_the_step() -> None:
    assert laid(brigades="all-round").position.endswith("pending place-die")
    assert laid(brigades=("table", "all-round")).position.endswith("pending form:R")
    assert laid(brigades=("all-round", "table")).position.endswith("pending form:B")
    mixed = play(laid(brigades=("all-round", "table")), "form two-wings")
    assert mixed.position.endswith("pending place-die")


@clause("TB-1.2")
def test_nothing_is_formed_before_the_boards_lie() -> None:
    match = Match(load("travel-battle"), seed=1)
    assert_refused(match, "form all-round", "TB-2.1")
    for step in LAID[:-1]:
        play(match, step)
        assert not offers(match, "form") if match.to_act >= 0 else True


@clause("TB-1.2")
def test_a_position_tells_who_has_yet_to_form_brigades() -> None:
    game = load("travel-battle")
    match = laid()
    again = Match.from_position(game, match.position)
    assert again.position == match.position
    play(again, "form all-round")
    for text in (
        "open; unformed R; R1@a1 leads R4@a2; turn R 1; pending move",
        "boards A0 B0; unformed R B; turn R 0; pending form:B",
        "boards A0 B0; R1@reserve leads R4@reserve; unformed B; turn R 0; pending form:R",
    ):
        with pytest.raises(SetupError, match=r"TB-1\.2"):
            Match.from_position(game, text)


@clause("TB-1.2")
def test_copies_and_packed_positions_keep_the_brigades_that_were_formed() -> None:
    match = play(laid(), "form 1I | 2G 5I 2A | 2H 2L", "form old-guard")
    state = match.state
    assert isinstance(state, Battle)
    start = match.game.start()
    unpacked = start.unpack(state.pack())
    assert isinstance(unpacked, Battle)
    assert unpacked.force.brigade == state.force.brigade
    assert match.game.write_position(unpacked) == match.position
    other = play(laid(), "form all-round", "form old-guard")
    assert other.state.pack() != state.pack()
    assert match.game.write_position(start.unpack(other.state.pack())) == other.position


@clause("TB-1.2")
def test_a_file_keeps_what_was_formed_and_that_it_was_formed_at_the_table() -> None:
    match = play(laid(), "form 1I | 2G 5I 2A | 2H 2L", "form old-guard")
    text = record.write(match)
    assert '[Brigades1 "table"]' in text
    assert "R form 1I | 2G 5I 2A | 2H 2L" in text
    read = record.read(text)
    assert read.position == match.position
    assert record.write(read) == text


@clause("TB-1.2", "TB-9.3")
def test_a_split_for_the_set_up_may_have_commas_or_none() -> None:
    own = "2 infantry, 1 heavy, 1 light | 2 guard, 2 infantry, 2 artillery | 2 infantry, 1 heavy, 1 light"
    game = load("travel-battle", brigades=own)
    for given in (
        (own, own),
        tuple(part.strip() for part in own.split(",")),
        tuple(part.strip() for part in f"{own}, {own}".split(",")),
        "2I 1H 1L | 2G 2I 2A | 2I 1H 1L",
    ):
        told = load("travel-battle", brigades=given)
        assert isinstance(told, TravelBattle)
        assert told.tags() == game.tags()
    mixed = load("travel-battle", brigades=tuple(part.strip() for part in f"table, {own}".split(",")))
    assert mixed.tags()["Brigades1"] == "table"
    with pytest.raises(SetupError, match=r"an army has 2 guard, not 3 \[TB-1\.1\]"):
        load("travel-battle", brigades=tuple(f"3 {own[2:]}".replace("2 guard", "3 guard").split(",")))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["recruit", "sergeant", "captain:sims=2"])
def test_the_computer_forms_its_own_brigades_and_not_always_the_same(level: str) -> None:
    found = {bot(level, seed=seed).choose(laid(horse_artillery=seed % 2 == 0)).notation for seed in range(12)}
    assert len(found) > 3


def test_the_picture_and_the_text_show_units_that_are_in_no_brigade() -> None:
    match = laid()
    for seat in (0, 1, None):
        assert "in no brigade yet" in match.svg(seat)
        assert "Forming brigades" in match.text(seat)
        assert "R4, guard infantry of no brigade yet, in reserve" in match.text(seat, plain=True)
    play(match, "form all-round")
    assert match.view(0)["units"][3]["brigade"] == 1
    assert match.view(0)["units"][20]["brigade"] == 0
    assert "in no brigade yet" in match.svg(0)


def test_random_splits_are_packed_and_read_back() -> None:
    rng = Random(5)
    for _ in range(50):
        split = random_brigades(rng, horse_artillery=True)
        match = laid(horse_artillery=True)
        play(match, f"form {short_brigades(split)}")
        state = match.state
        assert isinstance(state, Battle)
        for number in range(3):
            assert [state.force.kind[unit] for unit in state.force.units[number]] == sorted(split.kinds(number))
