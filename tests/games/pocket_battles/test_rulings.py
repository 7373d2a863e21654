"""army/force.py (Terms), game.py: rules decided anew in version 2, and options for other readings."""

from random import Random

import pytest

from drumhead import load
from drumhead.core.errors import NotationError
from drumhead.core.files import record
from drumhead.games.pocket_battles.army.tiles import tiles
from drumhead.games.pocket_battles.game import PocketBattles
from tests.games.pocket_battles.draw import between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_position, assert_refused, notations, play

NEW_TAGS = ("Prestige", "Separation", "Tough", "Rulings")
DISBANDED = """
    . | .                                     | . /
    . | R1(ROM15 ROM16 ROM17) R2(ROM28 ROM29) | . /
    . | .                                     | . /
    . | C1(CEL11 CEL07) C2(CEL21 CEL22)       | . /
    . | .                                     | . ;
    C 80 8/0/0; R 20 1/0/1; turn {turn}
"""
DOOMED = """
    . | .                                       | . /
    . | .                                       | . /
    . | O1(ORC06) x E1(ELV26 o2) E2(ELV13 ELV14) | . /
    . | O2(ORC08 ORC21 ORC22)                   | . /
    . | .                                       | . ;
    E 20 0/0/0; turn O
"""
TWO_AGAINST_ONE = """
    . | .                                          | . /
    . | .                                          | . /
    . | O1(ORC06) x E1(ELV26) E2(ELV13 ELV14)      | . /
    . | .                                          | . /
    . | O2(ORC17)                                  | . ;
    turn {turn}
"""


@clause("PB-9.5", "PB-6.6")
def test_a_unit_that_was_redeployed_can_be_healed() -> None:
    match = between(
        "celts",
        "romans",
        """
        .           | .         | .         /
        .           | .         | R1(ROM15) /
        .           | .         | .         /
        C2(CEL15*1) | .         | .         /
        .           | C1(CEL01) | .         ;
        turn C
        """,
    )
    play(match, "redeploy C2 left-rear")
    assert match.why("heal C1 CEL15") is None
    assert_refused(match, "move C2 left-front", "PB-5.2")
    play(match, "heal C1 CEL15")
    assert "C2(CEL15)" in match.position


@clause("PB-9.11", "PB-6.18")
def test_a_token_that_disband_took_may_mark_a_wound_as_a_passed_one_does() -> None:
    match = between("celts", "romans", DISBANDED.format(turn="C"))
    play(match, "shoot C1 R1", "throw 2", "eliminate ROM15", "shoot C2 R2", "throw 6")
    served = ["eliminate ROM28", "eliminate ROM29", "wound ROM28 from passed", "wound ROM29 from passed"]
    assert_choices(match, "R", *served)
    told = next(action for action in match.legal_actions if action.notation == "wound ROM28 from passed")
    assert str(told.words).endswith("with a token that was passed or disbanded")
    match = between("celts", "romans", DISBANDED.format(turn="R"))
    play(match, "pass", "shoot C2 R2", "throw 6")
    assert_choices(match, "R", *served)


@clause("PB-1.9", "PB-9.11")
def test_under_the_rulings_of_rules_1_a_token_taken_by_disband_is_set_aside() -> None:
    match = between("celts", "romans", DISBANDED.format(turn="C"), rulings="1")
    play(match, "shoot C1 R1", "throw 2", "eliminate ROM15", "shoot C2 R2", "throw 6")
    assert_choices(match, "R", "eliminate ROM28", "eliminate ROM29")
    assert "R 20 0/0/2" in match.position


@clause("PB-6.17", "PB-6.18", "PB-7.5")
def test_the_owner_settles_a_unit_that_cannot_survive_after_the_others_if_its_tokens_can_serve() -> None:
    match = between("orcs", "elves", DOOMED)
    play(match, "shoot O2 E1", "throw 5 1")
    sources = [f"wound {troop} from E1" for troop in ("ELV13", "ELV14")]
    assert_choices(match, "E", "eliminate ELV13", "eliminate ELV14", *sources, "lose E1")
    assert str(match.prompt) == "Elves: assign 1 hit on E1 (Spearmen), 1 hit on E2 (Mounted Guard)"
    assert_refused(match, "eliminate ELV26", "PB-6.17")
    assert_refused(match, "lose E2", "PB-6.17")
    play(match, "wound ELV13 from E1")
    assert "E2(ELV13*1 ELV14)" in match.position
    assert "lost E1(-ELV26); O 50 4/0/0; E 20 0/0/1" in match.position
    match = between("orcs", "elves", DOOMED)
    play(match, "shoot O2 E1", "throw 5 1", "lose E1")
    assert_choices(match, "E", "eliminate ELV13", "eliminate ELV14")


@clause("PB-6.17")
@pytest.mark.parametrize(
    ("change", "options"),
    [
        (("E 20 0/0/0", "E 50 3/0/0"), {}),  # the unused tokens are enough
        (("E1(ELV26 o2) E2(ELV13 ELV14)", "E1(ELV26) E2(ELV13 ELV14 o2)"), {}),  # it bears no token
        (("ELV13 ELV14", "ELV27 ELV28"), {}),  # nobody else can be wounded
        (("", ""), {"rulings": "1"}),
    ],
)
def test_nothing_is_asked_of_a_unit_that_cannot_survive_where_it_cannot_matter(
    change: tuple[str, str], options: dict[str, str]
) -> None:
    match = between("orcs", "elves", DOOMED.replace(*change) if change[0] else DOOMED, **options)
    play(match, "shoot O2 E1", "throw 5 1")
    assert "lost E1(-ELV26" in match.position
    assert "lose E1" not in notations(match)


@clause("PB-6.17")
def test_a_unit_that_was_begun_is_finished_before_another_is_lost() -> None:
    picture = DOOMED.replace("ORC08 ORC21 ORC22", "ORC21 ORC22 ORC23 ORC08").replace("ELV26 o2", "ELV26 o3")
    match = between("orcs", "elves", picture.replace("E 20", "E 30"))
    play(match, "shoot O2 E1", "throw 4 5")
    assert "hits O1:2 E1:2 E2:2" in match.position
    play(match, "wound ELV13 from E1")
    assert "lose E1" not in notations(match)
    assert_choices(match, "E", "eliminate ELV14", "wound ELV14 from E1")


@clause("PB-8.1")
def test_a_player_without_tokens_may_concede_in_the_turns_of_the_other() -> None:
    match = between("orcs", "elves", DOOMED)
    assert match.to_act == 0
    match.concede(1)
    read = record.read(record.write(match))
    assert (read.steps[-1].seat, str(read.outcome)) == (1, "Orcs win: Elves concede [PB-8.1]")


@clause("PB-6.3")
def test_a_turn_that_is_written_as_pending_means_the_same_as_the_turn_that_is_not() -> None:
    picture = """
        . | .                                         | . /
        . | .                                         | . /
        . | E1(ELV13 ELV14) x O1(ORC09) O2(ORC10)     | . /
        . | .                                         | . /
        . | .                                         | . ;
        turn O
    """
    match = between("orcs", "elves", picture)
    written = between("orcs", "elves", picture + "; pending turn:O")
    assert notations(match) == notations(written)
    assert "carry-on O1 E1" in notations(written)
    assert match.position == written.position
    nobody = between("orcs", "elves", picture + "; met; pending turn:O")
    assert notations(nobody) == ["pass"]
    assert "; met; pending turn:O" in nobody.position
    assert_position(nobody, nobody.position)


@clause("PB-9.3", "PB-6.9")
def test_a_shot_in_reaction_is_not_excited() -> None:
    match = between(
        "celts",
        "romans",
        """
        . | R2(ROM01) | . /
        . | R1(ROM20) | . /
        . | .         | . /
        . | C1(CEL25) | . /
        . | .         | . ;
        turn C
        """,
    )
    play(match, "charge C1")
    assert_choices(match, "R", "wait", "reaction-shot R1")
    with pytest.raises(NotationError):
        match.push("reaction-shot R1 excite R2")


@clause("PB-9.20", "PB-6.6")
@pytest.mark.parametrize(("prestige", "score"), [("troop", 5), ("unit", 11)])
def test_prestige_counts_the_troop_or_by_option_its_whole_unit(prestige: str, score: int) -> None:
    picture = ". | . | . / . | O1(ORC17) | . / . | . | . / . | P1(PER01 PER02 PER03) | . / . | . | ."
    match = between("persians", "orcs", picture, prestige=prestige)
    [darius, *takabara] = match.view()["units"][0]["troops"]
    assert "Prestige" in darius["traits"]
    assert darius["dp"] == 5
    assert sum(troop["dp"] for troop in takabara) == 6
    assert match.view()["sides"][0]["destroyed"] == score
    without = picture.replace("PER01", "-PER01")
    assert between("persians", "orcs", without, prestige=prestige).view()["sides"][0]["destroyed"] == 0


@clause("PB-9.17", "PB-9.20")
@pytest.mark.parametrize(("prestige", "tokens"), [("troop", "M 50 4/0/1"), ("unit", "M 50 5/0/1")])
def test_the_token_of_a_leader_goes_with_the_troop_or_by_option_with_its_whole_unit(prestige: str, tokens: str) -> None:
    match = between(
        "orcs",
        "macedonians",
        """
        . | .                 | . /
        . | M1(MAC01*1 MAC05) | . /
        . | .                 | . /
        . | O1(ORC21)         | . /
        . | .                 | . ;
        turn O
        """,
        prestige=prestige,
    )
    play(match, "shoot O1 M1", "throw 3", "eliminate MAC01")
    assert tokens in match.position
    play(match, "pass", "shoot O1 M1", "throw 4")
    assert "lost M1(-MAC01 -MAC05)" in match.position
    gone = [event for event in match.log() if event.data["event"] == "leader_fallen"]
    assert len(gone) == 1


@clause("PB-6.12", "PB-6.13")
def test_by_the_letter_a_unit_goes_back_when_one_of_its_enemies_leaves() -> None:
    picture = TWO_AGAINST_ONE.format(turn="E")
    match = play(between("orcs", "elves", picture), "leave E1", "hold")
    assert "O1(ORC06) x E2(ELV13 ELV14)" in match.position
    match = play(between("orcs", "elves", picture, separation="any"), "leave E1", "hold")
    after = """
        . | .                              | . /
        . | E1(ELV26 o1) E2(ELV13 ELV14)   | . /
        . | .                              | . /
        . | O1(ORC06)                      | . /
        . | O2(ORC17)                      | . ;
        turn O
    """
    assert_position(match, after)
    match = play(between("orcs", "elves", picture, separation="any"), "leave E1", "strike O1", "throw 5 1 1")
    assert match.position.startswith(". | . | . / . | E2(ELV13 ELV14) | . / . | . | . / . | O1(ORC06) | .")


@clause("PB-6.13")
def test_by_the_letter_a_unit_goes_back_when_it_has_destroyed_one_of_its_enemies() -> None:
    picture = TWO_AGAINST_ONE.format(turn="O")
    match = play(between("orcs", "elves", picture), "carry-on O1 E1", "throw 5 1 1")
    assert "O1(ORC06 o1) x E2(ELV13 ELV14)" in match.position
    match = play(between("orcs", "elves", picture, separation="any"), "carry-on O1 E1", "throw 5 1 1")
    assert match.position.startswith(". | . | . / . | E2(ELV13 ELV14) | . / . | . | . / . | O1(ORC06 o1) | .")
    match = play(between("orcs", "elves", picture, separation="any"), "carry-on O1 E1", "throw 1 1 1", "hold")
    assert "O1(ORC06 o1) x E1(ELV26) E2(ELV13 ELV14)" in match.position


@clause("PB-6.13")
def test_by_the_letter_a_charger_that_falls_takes_its_target_out_of_the_fight() -> None:
    picture = """
        . | .                     | . /
        . | .                     | . /
        . | E1(ELV09) x O1(ORC06) | . /
        . | O2(ORC17)             | . /
        . | .                     | . ;
        turn O
    """
    steps = ("charge O2", "throw 1 1", "strike E1", "throw 5 5 5 5")
    match = play(between("orcs", "elves", picture), *steps)
    assert "O1(ORC06) x E1(ELV09)" in match.position
    match = play(between("orcs", "elves", picture, separation="any"), *steps)
    assert match.position.startswith(". | . | . / . | E1(ELV09) | . / . | . | . / . | O1(ORC06) | .")


@clause("PB-9.27", "PB-6.14")
def test_a_tough_unit_that_takes_its_share_of_a_shot_has_a_die_thrown_again() -> None:
    picture = """
        . | .                                                | . /
        . | M2(MAC17 MAC18)                                  | . /
        . | M1(MAC27 MAC28) x P1(PER08 PER09) P2(PER12 PER13) | . /
        . | .                                                | . /
        . | .                                                | . ;
        turn M
    """
    match = between("persians", "macedonians", picture)
    play(match, "shoot M2 P2", "throw 3")
    assert_choices(match, "P", "stand", "reroll 3")
    assert "P1 (Sparabara) is Tough" in str(match.prompt)
    match = between("persians", "macedonians", picture, tough="aimed")
    play(match, "shoot M2 P2", "throw 3")
    assert "stand" not in notations(match)


@clause("PB-9.27")
def test_two_tough_units_in_one_engagement_ask_one_after_the_other_the_target_first() -> None:
    picture = """
        . | .                                                | . /
        . | M2(MAC17 MAC18)                                  | . /
        . | M1(MAC27 MAC28) x P1(PER08 PER12) P2(PER09 PER13) | . /
        . | .                                                | . /
        . | .                                                | . ;
        turn M
    """
    match = between("persians", "macedonians", picture)
    play(match, "shoot M2 P2", "throw 3")
    assert "P2 (Sparabara) is Tough" in str(match.prompt)
    play(match, "reroll 3")
    assert_dice(match, 1)
    assert sum(weight for _, weight in match.state.weights()) == 6
    play(match, "throw 3")
    assert "P1 (Sparabara) is Tough" in str(match.prompt)
    play(match, "reroll 3", "throw 1")
    assert match.position.endswith("pending turn:P")


@clause("PB-9.27")
def test_a_die_thrown_again_is_not_merged_with_others_that_a_second_tough_unit_may_pick() -> None:
    match = between(
        "persians",
        "macedonians",
        """
        . | .                                                 | . /
        . | M2(ORC08 ORC21 ORC22)                             | . /
        . | M1(MAC27 MAC28) x P1(PER08 PER12) P2(PER09 PER13) | . /
        . | .                                                 | . /
        . | .                                                 | . ;
        turn M
        """,
    )
    play(match, "shoot M2 P2", "throw 6 6", "reroll 6")
    assert sorted(weight for _, weight in match.state.weights()) == [1, 1, 2, 2]  # 4; 5; 3 or 6; 1 or 2


@clause("PB-9.27")
def test_a_tough_unit_of_the_shooters_own_side_has_no_opponent_to_ask() -> None:
    match = between(
        "persians",
        "macedonians",
        """
        . | .                           | . /
        . | .                           | . /
        . | P1(PER08 PER09) x M1(MAC27) | . /
        . | P2(ORC21)                   | . /
        . | .                           | . ;
        turn P
        """,
    )
    play(match, "shoot P2 M1", "throw 3")
    assert "stand" not in notations(match)


@clause("PB-6.14", "PB-9.11", "PB-9.23")
def test_hits_that_a_sacrifice_cancels_take_no_token_by_disband() -> None:
    match = between(
        "celts",
        "macedonians",
        """
        . | .               | . /
        . | M1(MAC24 MAC05) | . /
        . | .               | . /
        . | C1(CEL11)       | . /
        . | .               | .
        """,
    )
    play(match, "shoot C1 M1", "throw 2", "sacrifice MAC24")
    assert "M 50 5/0/0" in match.position


@clause("PB-9.23", "PB-6.20")
def test_a_troop_is_not_sacrificed_for_comrades_who_fall_with_it() -> None:
    picture = ". | . | . / . | M1(MAC24 {}) | . / . | . | . / . | O1(ORC21) | . / . | . | .; turn O"
    match = play(between("orcs", "macedonians", picture.format("MAC05")), "shoot O1 M1", "throw 3")
    assert_choices(match, "M", "suffer", "sacrifice MAC24")
    assert_refused(match, "sacrifice MAC05", "PB-9.23")
    weightless = next(tile.id for tile in tiles().values() if tile.wp == 0)
    match = play(between("orcs", "macedonians", picture.format(weightless)), "shoot O1 M1", "throw 3")
    assert_choices(match, "M", "eliminate MAC24", "wound MAC24")


@clause("PB-8.4")
def test_without_a_last_round_a_battle_goes_on_until_no_troop_has_fallen_for_twenty_rounds() -> None:
    picture = """
        . | E1(ELV13) | . /
        . | .         | . /
        . | .         | . /
        . | .         | . /
        . | O1(ORC17) | . ;
        lost E2(-ELV30); O 10 1/0/0; E 10 1/0/0; round {round}; bled {bled}
    """
    match = play(between("orcs", "elves", picture.format(round=40, bled=21), max_rounds=0), "pass", "pass")
    assert match.outcome is None
    assert "; round 41; bled 21;" in match.position
    match = play(between("orcs", "elves", picture.format(round=41, bled=21), max_rounds=0), "pass", "pass")
    assert str(match.outcome) == "Orcs win: no troop fell in 20 rounds [PB-8.4]"
    assert str(match.log()[-2].words) == "points destroyed: Orcs 2, Elves 0"
    match = play(between("orcs", "elves", picture.format(round=41, bled=21), max_rounds=41), "pass", "pass")
    assert str(match.outcome) == "Orcs win: the last round is over [PB-8.4]"


@clause("PB-8.4")
def test_a_loss_counts_for_the_round_in_which_it_happens_and_is_packed() -> None:
    picture = ". | . | . / . | E1(ELV26) E2(ELV27) | . / . | . | . / . | O1(ORC21) | . / . | . | .; round 7; turn O"
    match = play(between("orcs", "elves", picture, max_rounds=0), "shoot O1 E1", "throw 3")
    assert "; round 7; bled 7;" in match.position
    assert match.state.unpack(match.state.pack()) == match.state
    assert "bled" not in play(between("orcs", "elves", picture), "shoot O1 E1", "throw 3").position


@clause("PB-1.9")
def test_files_of_rules_1_are_set_up_with_their_rulings() -> None:
    game = load("pocket-battles", armies=("orcs-50", "elves-50"))
    tags = {name: value for name, value in game.tags().items() if name not in NEW_TAGS}
    old = PocketBattles.from_file("1", tags)
    assert {name: old.chosen[name] for name in ("prestige", "separation", "tough", "rulings")} == {
        "prestige": "troop",
        "separation": "last",
        "tough": "aimed",
        "rulings": "1",
    }
    assert PocketBattles.from_tags(old.tags()).chosen == old.chosen
    assert PocketBattles.from_tags(tags).chosen["rulings"] == "2"


@clause("PB-1.9", "PB-8.4", "PB-9.20", "PB-9.27", "PB-6.13")
def test_random_set_ups_have_every_option() -> None:
    rng = Random(5)
    drawn = [PocketBattles.random(rng).chosen for _ in range(60)]
    for name, values in (
        ("prestige", {"troop", "unit"}),
        ("separation", {"last", "any"}),
        ("tough", {"struck", "aimed"}),
        ("rulings", {"1", "2"}),
        ("max_rounds", {0, 1, 5, 20}),
    ):
        assert {chosen[name] for chosen in drawn} == values


def test_a_pending_roll_is_written_with_the_flags_of_its_attack_where_they_do_not_follow() -> None:
    picture = ". | . | . / . | E1(ELV13) | . / . | . | . / . | O1(ORC17) | . / . | O2(ORC02) | ."
    match = play(between("orcs", "elves", picture), "charge O1", "wait")
    assert match.position.endswith("chase:O1:E1:0 roll:O1:E1:0:2")
    assert_position(match, match.position)
    match = play(between("orcs", "elves", picture), "charge O1 excite O2", "wait")
    assert match.position.endswith("chase:O1:E1:0 roll:O1:E1:0+3:3")
    assert_position(match, match.position)
