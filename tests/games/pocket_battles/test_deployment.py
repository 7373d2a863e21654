"""rules/turns.py, engine/hidden.py (chapter 3): who is Player 1, placing the stacks, and what they hide."""

import json
from pathlib import Path
from random import Random

import pytest

from drumhead import CHANCE, Match, load
from drumhead.core.files.record import write
from drumhead.core.state import SPECTATOR
from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_position, assert_refused, notations, play


def deployment(orcs: str, elves: str, **options: object) -> Match:
    """A match at its very beginning, between two army lists."""
    return Match(load("pocket-battles", armies=(orcs, elves), size=50, **options), seed=1)


@clause("PB-3.1")
@pytest.mark.parametrize("edition", ["2010", "2009"])
@pytest.mark.parametrize(("throw", "letter"), [("throw 5 2", "O"), ("throw 2 5", "E"), ("throw 2 1", "O")])
def test_whoever_throws_higher_is_player_1_and_places_first(throw: str, letter: str, edition: str) -> None:
    match = deployment("ORC17 ORC18", "ELV26 ELV27", edition=edition)
    assert_dice(match, 2)
    play(match, throw)
    assert_position(
        match,
        f"""
          . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        ; reserve O1(ORC17 ORC18) E1(ELV26 ELV27)
        ; O 50 5/0/0; E 50 5/0/0; round 0; first {letter}; turn {letter}; opening; pending deployment:{letter}
        """,
    )


@clause("PB-3.1")
def test_equal_dice_are_thrown_again() -> None:
    match = deployment("ORC17 ORC18", "ELV26 ELV27")
    before = match.position
    for tie in ("throw 4 4", "throw 1 1"):
        play(match, tie)
        assert match.position == before
        assert match.to_act == CHANCE
    play(match, "throw 3 4")
    assert match.game.letters[match.to_act] == "E"


@clause("PB-3.2")
def test_players_alternate_in_placing_one_unit() -> None:
    match = deployment("ORC17 | ORC18 | ORC19", "ELV26 | ELV27 | ELV28")
    order = []
    play(match, "throw 1 6")
    for step in ("E2 left-front", "O3 right-rear", "E1 centre-rear", "O1 right-front"):
        order.append(match.game.letters[match.to_act])
        play(match, f"place {step}")
    assert order == ["E", "O", "E", "O"]
    assert_position(
        match,
        """
          . | E1(ELV26) | .
        / . | .         | E2(ELV27)
        / . | .         | .
        / . | .         | O1(ORC17)
        / . | .         | O3(ORC19)
        ; reserve O2(ORC18) E3(ELV28)
        ; O 50 5/0/0; E 50 5/0/0; round 0; first E; turn E; opening; pending deployment:E
        """,
    )


@clause("PB-3.2")
def test_any_unplaced_unit_goes_into_any_own_front_or_rear_and_nowhere_else() -> None:
    match = play(deployment("ORC17 | ORC18 | ORC19", "ELV26 | ELV27"), "throw 6 1", "place O1 left-front")
    play(match, "place E1 left-front")
    zones = ("left-front", "left-rear", "centre-front", "centre-rear", "right-front", "right-rear")
    assert_choices(match, "O", *(f"place {unit} {zone}" for unit in ("O2", "O3") for zone in zones))
    assert_refused(match, "place O1 left-rear", "PB-3.2")
    assert_refused(match, "place E2 left-rear", "PB-3.2")
    assert_refused(match, "place O2 left-engagement", "PB-3.2")
    assert_refused(match, "redeploy O1 left-rear", "PB-3.2")
    assert_refused(match, "pass", "PB-3.2")


@clause("PB-3.2")
def test_a_unit_is_placed_as_a_whole_stack() -> None:
    match = play(deployment("ORC17 ORC18 ORC29 | ORC19", "ELV26 | ELV27"), "throw 6 1", "place O1 right-rear")
    assert_position(
        match,
        """
          . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        / . | . | O1(ORC17 ORC18 ORC29)
        ; reserve O2(ORC19) E1(ELV26) E2(ELV27)
        ; O 50 5/0/0; E 50 5/0/0; round 0; turn O; opening; pending deployment:E
        """,
    )


@clause("PB-3.3", "PB-4.1")
def test_when_one_has_placed_all_the_other_places_the_rest_and_player_1_opens_the_battle() -> None:
    match = play(deployment("ORC17 ORC18", "ELV26 | ELV27 | ELV13 ELV28"), "throw 6 1", "place O1 centre-front")
    for step in ("place E1 left-front", "place E2 centre-rear"):
        play(match, step)
        assert match.game.letters[match.to_act] == "E"
        assert match.view(0)["phase"] == "deploy"
    play(match, "place E3 right-front")
    assert_position(
        match,
        """
          .               | E2(ELV27)       | .
        / E3(ELV13 ELV28) | .               | E1(ELV26)
        / .               | .               | .
        / .               | O1(ORC17 ORC18) | .
        / .               | .               | .
        ; O 50 5/0/0; E 50 5/0/0; round 1; first O; turn O; opening
        """,
    )


@clause("PB-3.3")
def test_the_reveal_shows_every_tile_to_everybody() -> None:
    match = play(deployment("ORC17 ORC18", "ELV26 ELV27"), "throw 6 1", "place O1 centre-front")
    assert [troop["id"] for unit in match.view()["units"] for troop in unit["troops"]] == ["ORC17", "ELV26"]
    play(match, "place E1 centre-front")
    for seat in (0, 1, None):
        units = match.view(seat)["units"]
        assert [troop["id"] for unit in units for troop in unit["troops"]] == ["ORC17", "ORC18", "ELV26", "ELV27"]
        assert not any(unit["hidden"] for unit in units)
    assert "reveal" in [event.kind for event in match.log(1)]


@clause("PB-3.3")
def test_the_last_placement_cannot_be_taken_back_after_the_reveal() -> None:
    match = play(deployment("ORC17 ORC18", "ELV26 | ELV27"), "throw 6 1", "place O1 centre-front")
    play(match, "place E1 centre-front")
    assert match.can_undo(1)
    play(match, "place E2 centre-front")
    assert not match.can_undo(1)


def known_to(match: Match, seat: int, folder: Path) -> dict[str, str]:
    """All that leaves the table for a seat, or for a spectator, as text."""
    seen = match.state.observe(seat)
    out = {
        "view": json.dumps(match.view(seat), sort_keys=True),
        "text": match.text(seat),
        "narrow text": match.text(seat, width=40),
        "plain text": match.text(seat, plain=True),
        "picture": match.svg(seat),
        "record": write(match, seat, whole=False),
        "log": "\n".join(str(event) for event in match.log(seat)),
        "prompt": str(match.prompt),
        "position": match.game.write_position(seen),
        "bytes": seen.pack().hex(),
    }
    if seat != SPECTATOR:
        match.save(folder / "match.drum", seat=seat)
        out["file"] = (folder / "match.drum").read_text(encoding="utf-8")
        out["guess"] = match.game.write_position(match.state.guess(seat, Random(7)))
        if match.to_act == seat:
            out["actions"] = "\n".join(f"{action} {action.words} {action.clause}" for action in match.legal_actions)
    return out


STACKS = [
    # What lies below may be dear or cheap, ...
    ("ORC17 ORC18 ORC19 ORC20 | ORC09 ORC10 | ORC06", "ORC17 ORC25 ORC26 ORC29 | ORC09 ORC13 | ORC06", "ELV26"),
    # ... a Leader with one token more, without wound points, Reactive, Slow, ...
    ("MAC05 MAC01 MAC02 | MAC09 MAC03 | MAC27 MAC13", "MAC05 MAC06 MAC07 | MAC09 MAC10 | MAC27 MAC28", "PER02"),
    # ... or have a trait that shows elsewhere: Prestige in the score, Auxiliary in the formation.
    ("PER02 PER01 PER17 | PER20 PER21 | PER26 PER11", "PER02 PER03 PER04 | PER20 PER19 | PER26 PER27", "MAC05"),
]


@clause("PB-1.6", "PB-3.3")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(("one", "other", "enemy"), STACKS)
def test_until_the_reveal_nothing_tells_what_lies_below_the_tops(
    one: str, other: str, enemy: str, owner: int, tmp_path: Path
) -> None:
    enemy = f"name: The Others | {enemy} | {enemy[:3]}28"
    matches = []
    for number, stacks in enumerate((one, other)):
        named = f"name: Host {number} | {stacks}"
        matches.append(deployment(*((enemy, named) if owner else (named, enemy))))
    letters = matches[0].game.letters
    mine, theirs = letters[owner], letters[1 - owner]
    steps = ["throw 4 4", f"throw {3 - owner} {2 + owner}"]
    for number, zone in ((1, "left-front"), (2, "centre-rear")):
        steps += [f"place {mine}{number} {zone}", f"place {theirs}{number} {zone}"]
    for step in (*steps, f"place {mine}3 right-front"):
        for seat in (1 - owner, SPECTATOR):
            told = [known_to(match, seat, tmp_path) for match in matches]
            assert told[0].keys() == told[1].keys()
            for what, text in told[0].items():
                assert text == told[1][what], f"the {what} for seat {seat} differs before {step!r}"
        for match in matches:
            play(match, step)
    first, last = (known_to(match, 1 - owner, tmp_path) for match in matches)
    assert first["view"] != last["view"]


@clause("PB-1.6")
def test_the_file_of_a_running_deployment_keeps_the_stacks_secret_when_it_began_from_a_position() -> None:
    match = battle("""
          . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        ; reserve O1(ORC17 ORC18) O2(ORC25) E1(ELV26 ELV27) E2(ELV30)
        ; round 0; opening; pending deployment:O
    """)
    play(match, "place O1 left-front")
    assert "ORC18" not in write(match, 1, whole=False)
    assert "ORC18" not in write(match, whole=False)
    assert "ELV27" not in write(match, 0, whole=False)


@clause("PB-3.3")
def test_after_the_reveal_both_files_hold_every_tile() -> None:
    match = play(deployment("ORC17 ORC18", "ELV26 ELV27"), "throw 6 1", "place O1 left-front")
    assert "ORC18" not in write(match, 1, whole=False)
    play(match, "place E1 left-front")
    for seat in (0, 1, SPECTATOR):
        assert "ORC17 ORC18" in write(match, seat, whole=False)
        assert "ELV26 ELV27" in write(match, seat, whole=False)
    assert "place O1" not in " ".join(notations(match))
