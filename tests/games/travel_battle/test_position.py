"""notation.position, notation.frames, engine.audit: those that cannot be are refused with a reason and its clause."""

import re
from random import Random

import pytest

from drumhead import DrumheadError, Match, SetupError, load
from drumhead.core.state import CHANCE, OVER
from drumhead.games.travel_battle.game import TravelBattle
from drumhead.games.travel_battle.value.midgames import random_scene
from tests.games.travel_battle.draw import battle
from tests.kit.clauses import clause

FIGHT = "open; R1@c1 leads R4@e5 R13@d5 R12@f5; B1@t10 leads B4@e6 B6@h8"
MOUNTED = "open; R1@c1 leads R16@c2:horse R14@b1; B1@t10 leads B6@c8"


def assert_impossible(text: str, citation: str, words: str, **options: object) -> None:
    """Says that a position is refused by a clause and with these words."""
    with pytest.raises(DrumheadError, match=re.escape(words)) as refusal:
        battle(text, **options)
    assert refusal.value.clause == citation, str(refusal.value)


@clause("TB-9.1")
def test_a_position_has_horse_artillery_only_under_the_option() -> None:
    assert battle(MOUNTED, horse_artillery=True).to_act == 0
    assert_impossible(MOUNTED, "TB-9.1", "R16: the option horse_artillery is off")


@clause("TB-9.1")
def test_a_position_has_horse_artillery_only_among_cavalry() -> None:
    mixed = MOUNTED.replace("R14@b1", "R14@b1 R6@b2")
    assert_impossible(mixed, "TB-9.1", "R16 cannot ride with R6: they are not cavalry", horse_artillery=True)
    lost = MOUNTED.replace("R14@b1", "R14@b1 R6@removed")
    assert_impossible(lost, "TB-9.1", "R16 cannot ride with R6", horse_artillery=True)
    field_gun = MOUNTED.replace("R14@b1", "R14@b1 R17@b2")
    assert_impossible(field_gun, "TB-9.1", "R16 cannot ride with R17", horse_artillery=True)
    both = MOUNTED.replace("R14@b1", "R14@b1 R17@b2:horse")
    assert battle(both, horse_artillery=True).to_act == 0


@clause("TB-2.1")
@pytest.mark.parametrize("step", ["move", "fire", "combat", "turn-end"])
def test_turns_are_counted_from_one(step: str) -> None:
    assert_impossible(f"{FIGHT}; turn R 0; pending {step}", "TB-2.1", "the first turn is turn 1")
    assert_impossible(f"{FIGHT}; turn R 3; pending place-die", "TB-2.1", "the field is being laid, and yet a turn has")


@clause("TB-1.4")
@pytest.mark.parametrize("step", ["move", "fire", "combat"])
def test_nobody_is_in_reserve_once_a_turn_has_begun(step: str) -> None:
    waiting = FIGHT.replace("R13@d5", "R13@reserve")
    assert_impossible(f"{waiting}; pending {step}", "TB-1.4", "R13 is in reserve, and yet a turn has begun")
    assert battle(f"{waiting}; turn R 0; pending place:R:1").to_act == 0


@clause("TB-1.6", "TB-3.5", "TB-4.2", "TB-7.1", "TB-8.1", "TB-8.2")
@pytest.mark.parametrize(
    ("text", "citation", "words"),
    [
        ("open; R1@c1 leads R4@e5 R12@e5; B1@t10 leads B4@e6", "TB-1.6", "R4 and R12 cannot share e5"),
        ("open; R1@c1 leads R4@e5:square R5@e5; B1@t10 leads B4@e6", "TB-1.6", "nobody shares e5"),
        ("open; R1@c1 leads R4@e5; B1@e5 leads B4@e6", "TB-1.6", "cannot share e5"),
        ("open; R1@c1 leads R12@e5:square; B1@t10 leads B4@e6", "TB-4.2", "R12 cannot be in square"),
        ("open; R1@c1:turned leads R12@e5; B1@t10 leads B4@e6", "TB-7.1", "R1 cannot be turned"),
        ("open; R1@c1 leads R4@removed R5@removed; B1@t10 leads B4@e6", "TB-8.1", "R1 leads nobody"),
        ("open; R1@removed leads R4@e5; B1@t10 leads B4@e6", "TB-8.1", "R1 has left units behind"),
        ("open; R1@c1 leads R4@e5; B1@t10 leads B4@e6; turn R 81", "TB-8.2", "there is no turn 81"),
    ],
)
def test_pieces_stand_where_they_may(text: str, citation: str, words: str) -> None:
    assert_impossible(text, citation, words)


@clause("TB-3.5")
def test_a_wood_holds_infantry_only() -> None:
    wood = """
        3  .  .   B4
        2  .  W:R12 .
           c  d   e
        ; R1@a1 leads R12; B1@t10 leads B4
    """
    assert_impossible(wood, "TB-3.5", "R12 cannot stand on d2")


@clause("TB-2.1", "TB-3.7", "TB-5.1", "TB-6.1", "TB-6.2", "TB-6.3", "TB-6.4", "TB-6.6", "TB-6.9")
@pytest.mark.parametrize(
    ("rest", "citation", "words"),
    [
        ("pending move roll", "TB-2.1", "move roll cannot be pending"),
        ("pending combat retreat:B1", "TB-2.1", "B1 cannot have retreat pending"),
        ("pending combat rally:R9:edge", "TB-2.1", "R9 cannot have rally pending"),
        ("pending move displace:R4", "TB-2.1", "move displace cannot be pending"),
        ("pending move enter:R12:e6:1:0 displace:B1", "TB-3.7", "R12 enters the square of no brigadier"),
        ("pending fire hit:R4:h8", "TB-5.1", "R4 cannot have fired at h8"),
        ("pending combat push:R4:R13:lost", "TB-6.9", "R4 cannot be pushed back like that"),
        ("pending combat join", "TB-6.2", "nobody is attacked"),
        ("attack h8; pending combat join", "TB-6.2", "h8 cannot be attacked like that"),
        ("attack h8; by R4; pending combat suffer:B:2", "TB-6.1", "R4 does not touch what it attacks"),
        ("attack e6; pending combat suffer:B:2", "TB-6.2", "nobody attacks"),
        ("attack e6; by R4; pending combat suffer:B:2", "TB-6.3", "R4 has not the dice that it must have"),
        ("attack e6; by R4; dice R4:5 B4:3; pending combat suffer:B:3", "TB-6.6", "do not say who suffers that"),
        ("attack e6; by R4; dice R4:5 B4:3; pending combat suffer:R:2", "TB-6.6", "do not say who suffers that"),
        ("attack e6; by R4; dice R4:5 B4:3 B6:1; pending combat suffer:B:2", "TB-6.3", "that nobody threw"),
        ("attack e6; by R4; dice R4:5 B4:3; pending combat result reroll:B", "TB-6.4", "the defender decides first"),
        ("attack e6; by R4; dice R4:5; pending combat result reroll:R throw-again:R4:0", "TB-6.4", "throw that die"),
        ("attack e6; by R13; dice R13:5 B4:3; rerolled R12; pending combat suffer:B:2", "TB-6.4", "that may not"),
        ("dice R4:5; pending move", "TB-6.3", "dice lie on the table, but nobody fights"),
    ],
)
def test_what_is_pending_fits_the_pieces_and_the_dice(rest: str, citation: str, words: str) -> None:
    assert_impossible(f"{FIGHT}; {rest}", citation, words)


@clause("TB-1.3")
@pytest.mark.parametrize(
    "rest",
    [
        "pending edge:R",
        "pending board:B",
        "wants R:A B:A; pending left-die",
        "wants R:A B:B; pending board-die",
        "wants R:A B:B; left R; pending edge:B",
        "wants R:A B:B; left R; edges R:1; pending place-die",
    ],
)
def test_the_boards_are_chosen_one_thing_after_the_other(rest: str) -> None:
    assert_impossible(f"open; R1@reserve leads R4@reserve; turn R 0; {rest}", "TB-1.3", "as far as they should be")


def muddled(text: str, rng: Random) -> str:
    """A written position with something else pending, a mark too many, or pieces elsewhere."""
    parts = text.split("; ")
    pieces = re.findall(r"[RB]\d+(?=@[a-t]\d)", text) or ["R4"]
    squares = re.findall(r"(?<=@)[a-t]\d+", text) or ["e5"]
    one, other, square = rng.choice(pieces), rng.choice(pieces), rng.choice(squares)
    waits = (
        f"join roll reroll:B throw-again:{one}:0 suffer:R:2 suffer:B:1 retreat:{one} rally:{one}:edge displace:{one} "
        f"push:{one}:none:lost push:{one}:{other}:lost+clears-left hit:{one}:{square} effect:{one}:{square} "
        f"enter:{one}:{square}:1:0 go-on:{one}:1:1 turn-end end:R:0 place:R:any edge:B"
    ).split()
    kind = rng.randrange(4)
    if kind == 0:
        parts[-1] = f"pending {rng.choice(('move', 'fire', 'combat'))} {' '.join(rng.sample(waits, rng.randrange(3)))}"
    elif kind == 1:
        parts.insert(-1, f"{rng.choice(('moved', 'fired', 'fought', 'by', 'able', 'rerolled'))} {one} {other}")
    elif kind == 2:
        parts.insert(-1, f"attack {square}; dice {one}:4")
    else:
        parts = [part.replace(f"@{square}", rng.choice(("@removed", "@reserve", "@a1", "@j5"))) for part in parts]
    return "; ".join(parts)


@pytest.mark.parametrize("seed", range(6))
def test_a_muddled_position_is_refused_or_can_be_played(seed: int) -> None:
    """Whatever is written, it ends in a sentence or in a position that plays on."""
    rng = Random(seed)
    refused = played = 0
    for _ in range(80):
        game = TravelBattle.random(rng)
        text = muddled(game.write_position(random_scene(game.force, rng)), rng)
        try:
            match = Match.from_position(game, text, seed=1)
        except DrumheadError:
            refused += 1
            continue
        played += 1
        for _ in range(20):
            if match.to_act == OVER:
                break
            if match.to_act == CHANCE:
                match.roll()
            else:
                match.push(rng.choice(match.legal_actions))
            game.audit(match.state)
    assert refused > 10
    assert played > 10


def test_a_position_is_read_with_the_options_of_its_game() -> None:
    game = load("travel-battle", max_turns=5)
    assert Match.from_position(game, f"{FIGHT}; turn R 5").to_act == 0
    with pytest.raises(SetupError, match="there is no turn 6"):
        Match.from_position(game, f"{FIGHT}; turn R 6")
