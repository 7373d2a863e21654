"""rules.movement, rules.march, refusals.movement: moves hex by hex; who is let pass decides again [AA-6.1]."""

from drumhead import Match, load
from drumhead.core.files import record
from drumhead.games.aces_armor.game import AcesArmor
from tests.games.aces_armor.draw import battle, log, offers, part, play, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_refused, notations

LANE = """
       a      b      c      d      e
    1  s      s      G1-I1  s      s
    2  US-T1  .      .      .      .
    3  s      s      s      s      .
    4  s      s      s      s      .
    5  s      s      s      s      G1-T1
    ; round 5; turn US 9
"""
TOKENS = "units US-I1@a1 V2@j5; tokens c2 d1 j5; round 5; turn US"


@clause("AA-6.1")
def test_listed_is_where_a_unit_comes_to_before_it_may_be_stopped_and_where_it_may_first() -> None:
    match = battle(LANE)
    assert offers(match, "move US-T1") == "b2 c2"
    assert_refused(match, "move US-T1 d2", "AA-6.1")
    assert_refused(match, "move US-T1 b2-c2-d2", "AA-6.1")
    why = str(match.why("move US-T1 b2-c2-d2"))
    assert why == "on c2 US-T1 (M4 Sherman) may be intercepted: move there first, then on [AA-6.1]"
    assert "only past hexes where its move may be interrupted" in str(match.why("move US-T1 d2"))


@clause("AA-6.1", "AA-4.4")
def test_a_unit_that_is_let_pass_goes_on_with_the_points_it_has_left_or_halts() -> None:
    match = battle(LANE)
    play(match, "move US-T1 c2", "let-pass")
    assert_choices(match, "US", "halt", *(f"move US-T1 {hex_}" for hex_ in ("a2", "b2", "d2", "e2", "e3")))
    assert str(match.prompt) == "United States: US-T1 (M4 Sherman) is on c2, points left: 2; move on, or halt"
    assert_refused(match, "end-movement", "AA-4.4")
    halted = Match(match.game, state=match.state)
    play(halted, "halt")
    assert log(halted) == ["US-T1 (M4 Sherman) halts on c2 [AA-4.4]"]
    assert "attack US-T1 G1-I1" in notations(halted)
    play(match, "move US-T1 b2")
    assert where(match, "US-T1") == "b2", "it may go back where it came from"


@clause("AA-4.4")
def test_while_a_unit_is_under_way_no_other_moves_not_even_along_a_path_of_its_own() -> None:
    match = battle(LANE.replace("4  s      s      s  ", "4  US-T2  .      .  "))
    play(match, "move US-T1 c2", "let-pass")
    for move in ("move US-T2 b4", "move US-T2 b4-c4", "move US-T2 b4-c4-b4"):
        assert_refused(match, move, "AA-4.4")
    told = "US-T1 (M4 Sherman) is in the middle of its move; US-T2 (M4 Sherman) cannot move in between [AA-4.4]"
    assert str(match.why("move US-T2 b4-c4-b4")) == told


@clause("AA-4.4")
def test_a_path_may_lead_back_over_the_hex_where_it_began() -> None:
    match = battle(LANE.replace("2  US-T1  .  ", "2  .      US-T1"))
    play(match, "move US-T1 a2-b2-a2")
    assert where(match, "US-T1") == "a2"


@clause("AA-6.1", "AA-4.1")
def test_the_points_left_are_those_of_the_hexes_entered() -> None:
    match = battle(LANE)
    assert [str(match.game.remark(match.state, action.code)) for action in match.legal_actions[1:]] == [
        "1, 3 left",
        "2, 2 left, G1-I1 may stop it",
    ]
    play(match, "move US-T1 c2", "let-pass")
    assert_refused(match, "move US-T1 e4", "AA-4.1")
    told = "US-T1 (M4 Sherman) does not reach e4, 3 hexes away, with the 2 points"
    assert str(match.why("move US-T1 e4")).startswith(told)


@clause("AA-6.1")
def test_nobody_is_told_where_a_unit_is_going() -> None:
    match = battle(LANE)
    play(match, "move US-T1 c2")
    assert str(match.prompt) == "Germany 1: US-T1 (M4 Sherman) comes to c2: intercept it, or let it pass"
    assert log(match) == ["US-T1 (M4 Sherman) moves from a2 to c2 by way of b2-c2 [AA-4.1]"]
    assert match.view(1)["move"] == {"unit": "US-T1", "path": ["c2"], "left": "2"}
    assert part(match, "path") == ""
    assert "US-T1 has come to c2, points left: 2" in match.text(1, width=100)


@clause("AA-6.1")
def test_who_is_asked_hears_that_the_move_ends_here_anyway() -> None:
    match = battle(LANE.replace("US-T1", "US-I1"))
    play(match, "move US-I1 c2", "let-pass")
    assert "halt" in notations(match)
    last = battle(LANE.replace("2  US-T1  .      .  ", "2  US-I1  f      f  "))
    play(last, "move US-I1 c2")
    assert str(last.prompt).endswith("comes to c2, its move ends here: intercept it, or let it pass")
    play(last, "let-pass")
    assert "halt" not in notations(last), "it has no further move"


@clause("AA-4.4", "AA-6.1")
def test_no_other_unit_moves_before_the_move_is_over() -> None:
    match = battle(LANE.replace("4  s      s      s ", "4  s      s      US-I1"))
    play(match, "move US-T1 c2", "let-pass")
    assert_refused(match, "move US-I1 c5", "AA-4.4")
    assert {notation.split()[1] for notation in notations(match)[1:]} == {"US-T1"}


@clause("AA-6.1")
def test_a_friend_on_a_watched_hex_is_passed_without_a_question() -> None:
    match = battle(LANE.replace("2  US-T1  .      .  ", "2  US-T1  .      US-I1"))
    assert "d2" in offers(match, "move US-T1").split()
    moved = battle(LANE.replace("2  US-T1  .      .      .  ", "2  US-T1  .      .      US-I1"))
    before = offers(moved, "move US-T1")
    play(moved, "move US-I1 c2", "let-pass", "halt")
    assert (before, offers(moved, "move US-T1")) == ("b2 c2", "b2 d2 e2 e3")


@clause("AA-6.1", "AA-12.1")
def test_a_unit_that_turned_a_blank_may_enter_its_hex() -> None:
    match = Match.from_position(load("aces-armor", players=4, mission="v2"), TOKENS)
    assert_refused(match, "move US-I1 b1-c2", "AA-12.1")
    play(match, "move US-I1 b1")
    assert (where(match, "US-I1"), part(match, "tokens")) == ("b1", "d1 j5")
    assert str(match.prompt).endswith("is on b1, points left: 2; move on, or halt")
    play(match, "move US-I1 c2")
    assert where(match, "US-I1") == "c2"
    assert part(match, "tokens") == "j5", "there it has turned the next"


@clause("AA-12.1", "AA-4.5")
def test_a_unit_that_turns_a_token_over_a_friend_goes_on_from_there() -> None:
    game = load("aces-armor", players=4, mission="v2")
    match = Match.from_position(game, "units US-T1@a1 US-I1@b1 V2@j5; tokens c2 j5; round 5; turn US")
    play(match, "move US-T1 b1-b2")
    assert str(match.prompt).endswith("is over a friend on b1, points left: 3; move on")
    assert (where(match, "US-T1"), part(match, "tokens")) == ("a1", "j5")
    assert_refused(match, "halt", "AA-4.5")
    again = Match.from_position(game, match.position)
    assert notations(again) == notations(match)
    play(match, "move US-T1 c2")
    assert where(match, "US-T1") == "c2"


@clause("AA-6.1")
def test_a_position_with_a_unit_under_way_is_written_and_read() -> None:
    match = battle(LANE)
    play(match, "move US-T1 c2", "let-pass")
    assert part(match, "pending").endswith("move advance:US-T1:c2:4")
    assert notations(
        battle(
            LANE.replace("2  US-T1  .      .", "2  .      .      US-T1") + "; moved US-T1; pending advance:US-T1:c2:4"
        )
    ) == notations(match)


@clause("AA-6.1")
def test_a_file_of_the_first_rules_keeps_its_announced_moves() -> None:
    game = AcesArmor.from_file("1", {})
    assert game.chosen["movement"] == "announced"
    assert AcesArmor.from_file("2", {}).chosen["movement"] == "hex"
    match = Match(game, seed=1)
    assert record.read(record.write(match)).game.chosen["movement"] == "announced"


@clause("AA-6.1", "AA-13.5")
def test_the_automa_does_not_tell_where_it_is_going_before_it_has_come_there() -> None:
    options = {"mode": "solo", "factions": ("us",), "automa": "germany-1"}
    match = battle(
        "a b c d e\n1 US-I1 . . . .\n2 . . . . .\n3 . . . . G1-T1\n; units US-T1@b5; round 5; turn US", **options
    )
    play(match, "end-movement")
    told = [event.data["event"] for event in match.log(since=-1)]
    assert match.to_act == 0
    assert "intercept" in notations(match)[1]
    assert "automa_target" not in told
    assert "automa_hex" not in told
    play(match, "let-pass")
    while match.to_act == 0 and notations(match)[0] == "let-pass":
        play(match, "let-pass")
    assert "automa_target" in [event.data["event"] for event in match.log()]
