"""The game file: read and write are inverses, and what is wrong with a file is said in one sentence."""

import base64
import re
import time
import zlib
from pathlib import Path
from random import Random

import pytest

from drumhead import OVER, DrumheadError, Match, ProofError, RecordError, load, read, verify
from drumhead.core.files import record


def battle(seed: int | None = 5, steps: int = 60) -> Match:
    match = Match(load("pocket-battles"), seed=seed, names=("Left", "Right"))
    rng = Random(4)
    while len(match.steps) < steps and match.to_act != OVER:
        match.settle()
        if match.to_act != OVER:
            match.push(rng.choice(match.legal_actions))
    return match


def test_write_and_read_are_inverses_at_any_step() -> None:
    for steps in (0, 1, 12, 30, 60, 5000):
        match = battle(steps=steps)
        text = record.write(match)
        again = record.read(text)
        assert record.write(again) == text
        assert again.position == match.position
        assert again.names == ("Left", "Right")


def test_a_running_battle_is_saved_and_goes_on_with_new_dice_that_verify(tmp_path: Path) -> None:
    path = tmp_path / "evening.drum"
    picture = ". | . | . / . | E1(ELV09) | . / . | . | . / . | O1(ORC08) | . / . | . | .; turn O"
    Match.from_position(load("pocket-battles"), picture).save(path)
    for _ in range(2):
        match = read(path)
        match.push("shoot O1 E1")
        match.settle()
        while match.to_act == 1 and "pass" not in [action.notation for action in match.legal_actions]:
            match.push(match.legal_actions[-1])
        match.push("pass")
        match.save(path)
    text = path.read_text(encoding="utf-8")
    assert text.count("[Dice ") == text.count("secret ") == 2
    assert record.write(read(path)) == text
    assert verify(read(path)).checked == 2


def test_the_file_of_a_running_battle_does_not_hold_the_secret_of_dice_to_come(tmp_path: Path) -> None:
    match = battle(seed=None, steps=40)
    match.save(tmp_path / "a.drum")
    text = (tmp_path / "a.drum").read_text(encoding="utf-8")
    assert match.stretches[-1].dice.secret.hex() not in text
    assert match.stretches[0].dice.secret.hex() in text
    assert match.stretches[-1].first == match.throws


def test_while_stacks_are_hidden_the_file_shows_tops_only_and_still_goes_on(tmp_path: Path) -> None:
    match = battle(steps=5)
    match.save(tmp_path / "a.drum")
    text = (tmp_path / "a.drum").read_text(encoding="utf-8")
    assert "ORC16" not in text
    assert "ORC09+3" in text
    assert read(tmp_path / "a.drum").position == match.position


def test_a_seats_own_file_holds_what_it_may_know_and_can_be_looked_at(tmp_path: Path) -> None:
    match = battle(steps=5)
    match.save(tmp_path / "a.drum", seat=0)
    text = (tmp_path / "a.drum").read_text(encoding="utf-8")
    assert "ORC16" in text
    assert "ELV28" not in text
    assert "Sealed" not in text
    assert read(tmp_path / "a.drum").view(0)["units"] == match.view(0)["units"]


def broken(text: str, how: str) -> str:
    changes = {
        "cut": text[: len(text) * 2 // 3].rpartition("\n")[0] + "\n",
        "no tags": "\n".join(line for line in text.splitlines() if not line.startswith("[")),
        "a step gone": re.sub(r"\n *20\. [^\n]*", "", text),
        "another action": re.sub(r"\n( *)3\. \w place \S+", r"\n\g<1>3. O place O9", text),
        "another die": re.sub(r"throw (\d) (\d)  \{Orcs", r"throw 1 6  {Orcs", text, count=1),
        "another result": re.sub(r"(\w) wins:", "X wins:", text),
        "a word more": text + "and so on\n",
        "noise": text.replace("\n", "\n???\n", 1),
        "other rules": text.replace('[Rules "2"]', '[Rules "99"]'),
        "another game": text.replace("pocket-battles", "chess"),
        "an illegal army": text.replace("ORC06 |", "ORC06 ORC08 |", 1),
        "a tag twice": text.replace('[Rules "2"]', '[Rules "2"]\n[Rules "2"]'),
        "a strange tag": text.replace('[Rules "2"]', '[Rules "2"]\n[Weather "fine"]'),
        "no dice": re.sub(r"\[Dice [^\n]*\n", "", text),
        "bad dice": re.sub(r"\[Dice [^\n]*\n", '[Dice "loaded"]\n', text),
    }
    return changes[how]


@pytest.mark.parametrize(
    "how",
    [
        "cut",
        "no tags",
        "a step gone",
        "another action",
        "another result",
        "a word more",
        "noise",
        "other rules",
        "another game",
        "an illegal army",
        "a tag twice",
        "a strange tag",
        "no dice",
        "bad dice",
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(how: str) -> None:
    text = record.write(battle(steps=5000))
    damaged = broken(text, how)
    assert damaged != text
    with pytest.raises(Exception, match=r".{15,}") as refused:
        record.read(damaged)
    assert refused.type.__module__ == "drumhead.core.errors"
    assert "\n" not in str(refused.value)


def test_an_edited_die_is_found() -> None:
    text = record.write(battle(steps=5000))
    verify(record.read(text))
    for match in re.finditer(r"throw (\d)  ", text):
        for face in "123456":
            if face == match[1]:
                continue
            edited = text[: match.start()] + f"throw {face}  " + text[match.end() :]
            with pytest.raises((ProofError, RecordError)):
                verify(record.read(edited))
            return
    pytest.fail("the battle has no single die")


def test_a_secret_that_does_not_fit_its_commitment_is_found() -> None:
    text = record.write(battle(seed=None, steps=5000))
    secret = re.search(r"secret (\w+)", text)
    assert secret is not None
    forged = text.replace(secret[1], "00" * 32)
    with pytest.raises(ProofError, match="commitment"):
        verify(record.read(forged))


def test_dice_by_hand_are_marked_and_counted() -> None:
    match = Match(load("pocket-battles"), seed=1)
    match.roll((6, 1))
    again = record.read(record.write(match))
    assert again.steps[0].by_hand
    proof = verify(again)
    assert (proof.checked, proof.by_hand) == (0, 1)
    assert "by hand" in str(proof)


def test_a_file_that_cannot_be_read_or_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        read(tmp_path / "missing.drum")
    (tmp_path / "picture.drum").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="not text"):
        read(tmp_path / "picture.drum")
    with pytest.raises(RecordError, match="cannot be written"):
        battle(steps=3).save(tmp_path / "no" / "folder.drum")


def test_a_failed_save_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.drum"
    path.write_text("kept", encoding="utf-8")

    def full(self: Path, *args: object, **kwargs: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(RecordError, match="No space"):
        battle(steps=3).save(path)
    monkeypatch.undo()
    assert path.read_text(encoding="utf-8") == "kept"


def test_a_conceded_battle_reads_back() -> None:
    match = battle(steps=50)
    match.settle()
    match.concede()
    again = record.read(record.write(match))
    assert again.outcome == match.outcome


def test_a_file_of_earlier_rules_plays_up_to_the_step_that_is_no_longer_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    match = battle(steps=30)
    monkeypatch.setattr(type(match.game), "earlier", {"0": {}})
    rules = match.game.rules
    old = record.write(match).replace(f'[Rules "{rules}"]', '[Rules "0"]')
    assert record.read(old).position == match.position
    broken = re.sub(r"(?m)^20\. .*$", "20. O pass and sing", old)
    with pytest.raises(record.OldRules, match=f"step 20 .*played under rules 0, .* plays rules {rules}") as stopped:
        record.read(broken)
    assert stopped.value.match.position == match.at(19).position


def test_a_file_of_earlier_rules_is_set_up_with_the_reading_of_those_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    match = battle(steps=30)
    monkeypatch.setattr(type(match.game), "earlier", {"0": {"MaxRounds": "7"}})
    old = re.sub(r"\[MaxRounds .*\]\n", "", record.write(match))
    old = old.replace(f'[Rules "{match.game.rules}"]', '[Rules "0"]')
    assert record.read(old).game.chosen["max_rounds"] == 7


OPENING = '[Game "travel-battle"]\n[Rules "1"]\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (OPENING + "1. a" + " " * 15_000 + "b\n*\n", "it needs Brigades1 and Brigades2"),
        (OPENING + "1. a" + " " * 1_900_000 + "b\n*\n", "line 3: the line has more than 20000 characters"),
        (OPENING + "1. a {" + "}" * 15_000 + "\n*\n", "line 3: '1. a {}}"),
        (OPENING + "1. a\n" * 80_000, "no game file has more than 70000 lines"),
        (OPENING + "1. a\r" * 80_000, "no game file has more than 70000 lines"),
        ("x" * 8_000_001, "no game file has more than 8000000 characters"),
        (OPENING + "1" * 5000 + ". pass\n*\n", "line 3: '1111"),
        (
            '[Game "aces-armor"]\n[Rules "2"]\n' + "\n".join(f"{n}. US end" for n in range(1, 60_002)) + "\n*\n",
            "no battle of Aces & Armor has 60001",
        ),
    ],
)
@pytest.mark.parametrize("where", ["open", "sealed"])
def test_what_no_game_file_holds_is_refused_at_once(text: str, reason: str, where: str) -> None:
    if where == "sealed":
        sealed = base64.b85encode(zlib.compress(text.encode(), 9)).decode()
        text = f'[Game "travel-battle"]\n[Sealed "{sealed}"]\n*\n'
    began = time.perf_counter()
    with pytest.raises(DrumheadError) as refused:
        record.read(text)
    assert time.perf_counter() - began < 1
    assert str(refused.value).startswith(reason) or reason in str(refused.value)


def test_a_sealed_part_is_not_sealed_again() -> None:
    text = '[Game "travel-battle"]\n*\n'
    for _ in range(2):
        sealed = base64.b85encode(zlib.compress(text.encode(), 9)).decode()
        text = f'[Game "travel-battle"]\n[Sealed "{sealed}"]\n*\n'
    with pytest.raises(RecordError, match="is sealed again"):
        record.read(text)


def test_a_file_that_takes_too_long_is_given_up_between_two_steps() -> None:
    text = record.write(battle())
    assert len(record.read(text, seconds=60).steps) == 60
    with pytest.raises(record.TooLong, match="given up at step 1"):
        record.read(text, seconds=-1)


def test_streams_of_dice_stand_in_their_order_and_are_not_more_than_steps() -> None:
    text = record.write(Match(load("travel-battle"), seed=5))
    line = '[Dice "throw 1 on, seed 5"]\n'
    assert line in text
    with pytest.raises(RecordError, match="not in order"):
        record.read(text.replace(line, line.replace("1", "2") + line))
    with pytest.raises(RecordError, match="more streams of dice than steps"):
        record.read(text.replace(line, line * 3))


def test_whoever_does_not_know_the_file_throws_none_of_its_dice_to_come() -> None:
    for steps in (0, 30):
        known, fresh = (record.read(record.write(battle(steps=steps)), fresh=fresh) for fresh in (False, True))
        assert known.stretches[-1].seed == "5"
        assert fresh.stretches[-1].seed == ""
        assert fresh.stretches[-1].first == fresh.throws
        assert [step.faces for step in fresh.steps] == [step.faces for step in known.steps]
        verify(fresh)
    assert record.read(record.write(fresh)).throws == fresh.throws
