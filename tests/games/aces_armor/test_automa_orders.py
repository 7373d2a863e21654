"""automa.orders, automa.objectives: whose turn it is, what infantry does, what the others do, what stops them."""

from tests.games.aces_armor.automa_turns import automas_turn, orders, told
from tests.games.aces_armor.draw import log, part, where
from tests.kit.clauses import clause

FACTORY = """
       a      b      c      d      e      f      g      h      i      j
    1  .      .      .      .      .      .      .      .      .      .
    2  .      .      .      F      .      .      .      .      .      .
    3  .      .      .      .      .      .      .      .      .      .
    4  .      .      .      .      .      .      .      .      .      .
    5  .      .      .      .      .      .      .      .      .      .
"""


@clause("AA-13.4")
def test_1_infantry_takes_a_factory_and_does_not_attack() -> None:
    match = automas_turn(f"{FACTORY}; turn US 9; units G1-I1@d1 US-T1@e1")
    assert orders(match) == ["G1-I1 infantry 1"]
    assert told(match, "occupied") == [("G1-I1", "d2", 4)]
    assert not told(match, "battle")
    assert part(match, "coins") == "G1:1"


@clause("AA-13.4")
def test_1_is_not_followed_while_enemy_infantry_is_next_to_the_factory() -> None:
    """Its infantry stays for that enemy instead: order 4, by b."""
    match = automas_turn(f"{FACTORY}; turn US 9; units G1-I1@d1 US-I1@e3")
    assert orders(match) == ["G1-I1 infantry 4"]
    assert not told(match, "occupied")
    assert told(match, "automa_target") == [("G1-I1", "US-I1", "b", 0)]


@clause("AA-13.4")
def test_infantry_beside_a_contested_factory_stays_and_attacks_by_4() -> None:
    """US-I1 contests c2; the Automa does not leave it for g6."""
    match = automas_turn(
        """
           a      b      c      d      e      f      g      h
        1  .      .      .      .      .      .      .      .
        2  .      .      F      US-I1  .      .      .      .
        3  .      .      G1-I1  .      .      .      .      .
        4  .      .      .      .      .      .      .      .
        5  .      .      .      .      .      .      .      .
        6  .      .      .      .      .      .      F      .
        ; turn US 9
        """
    )
    assert orders(match) == ["G1-I1 infantry 4"]
    assert where(match, "G1-I1").partition(":")[0] in ("c3", "d3", "e2", "e3", "d1", "c1", "e1")
    assert told(match, "battle"), "the enemy beside the factory meets priority b"


@clause("AA-13.4", "AA-1.5")
def test_by_the_first_rulings_infantry_beside_a_factory_it_may_not_take_goes_on_to_another_one() -> None:
    """Beside d2, which US-I1 contests: first next to h2 by 2, if that is too far towards it by 3, and only then 4."""
    near = FACTORY.replace(
        "2  .      .      .      F      .      .      .      .", "2  .      .      .      F      .      .      F      ."
    )
    by_2 = automas_turn(f"{near}; turn US 9; units G1-I1@e2 US-I1@c2", rulings="1")
    assert orders(by_2) == ["G1-I1 infantry 2"]
    far = FACTORY.replace("F      .      .      .      .      .      .", "F      .      .      .      .      .      F")
    by_3 = automas_turn(f"{far}; turn US 9; units G1-I1@e2 US-I1@c2", rulings="1")
    assert orders(by_3) == ["G1-I1 infantry 3"]
    assert not told(by_3, "battle")


@clause("AA-13.4")
def test_2_infantry_goes_next_to_a_factory_and_does_not_attack() -> None:
    match = automas_turn(f"{FACTORY}; turn US 9; units G1-I1@d5 US-T1@e4")
    assert orders(match) == ["G1-I1 infantry 2"]
    assert where(match, "G1-I1") in ("c3", "d3", "e3")
    assert not told(match, "battle")


@clause("AA-13.4")
def test_2_leaves_a_factory_to_own_infantry_that_is_there_already() -> None:
    """The motorcycles are beside d2, so order 2 is not for the others, unless enemy infantry is there too."""
    left = automas_turn(f"{FACTORY}; turn US 9; units G1-M1@d1 G1-I1@d4 US-B1@j1")
    assert orders(left) == ["G1-I1 infantry 5", "G1-M1 infantry 1"]
    contested = automas_turn(f"{FACTORY}; turn US 9; units G1-M1@d1 G1-I1@d4 US-I1@c2 US-B1@j1")
    assert orders(contested) == ["G1-I1 infantry 2", "G1-M1 infantry 4"], "the motorcycles stand there"


@clause("AA-13.4")
def test_3_infantry_goes_where_2_is_possible_in_the_next_turn() -> None:
    match = automas_turn(f"{FACTORY}; turn US 9; units G1-I1@i4 US-B1@j1")
    assert orders(match) == ["G1-I1 infantry 3"]
    again = automas_turn(f"{FACTORY}; turn US 9; units G1-I1@{where(match, 'G1-I1')} US-B1@j1")
    assert orders(again) == ["G1-I1 infantry 2"]


@clause("AA-13.4")
def test_4_infantry_attacks_what_it_destroys_before_infantry_beside_a_factory() -> None:
    """A veteran deals four hits: two damage."""
    picture = f"{FACTORY}; turn US 9; units G1-I1@d1:x3 US-I1@e3"
    by_b = automas_turn(picture)
    assert told(by_b, "automa_target") == [("G1-I1", "US-I1", "b", 0)]
    by_a = automas_turn(f"{picture} US-I2@c1:d4")
    assert told(by_a, "automa_target") == [("G1-I1", "US-I2", "a", 0)]


@clause("AA-13.4")
def test_5_infantry_goes_towards_the_nearest_factory_and_attacks_nobody() -> None:
    """The factories at the bottom are more than two moves away; the tank beside the way is let alone."""
    far = """
       a      b      c      d      e      f      g      h      i      j
    1  G1-I1  .      US-T1  .      .      .      .      .      .      .
    2  .      .      .      .      .      .      .      .      .      .
    ; turn US 9
    """
    match = automas_turn(far)
    assert orders(match) == ["G1-I1 infantry 5"]
    assert where(match, "G1-I1") == "a4"
    assert not told(match, "battle")


@clause("AA-13.4")
def test_6_infantry_without_a_way_to_a_factory_does_as_tanks() -> None:
    cage = """
       a      b      c      d      e
    1  G1-I1  US-T1  US-T2  .      .
    2  US-M1  US-A1  .      .      .
    ; turn US 9
    """
    match = automas_turn(cage)
    assert orders(match) == ["G1-I1 infantry 6", "G1-I1 others 1"]
    assert told(match, "automa_target") == [("G1-I1", "US-M1", "i", 0)]


@clause("AA-13.3")
def test_units_act_by_their_arms_and_each_attacks_right_after_its_move() -> None:
    picture = """
       a      b      c      d      e      f      g      h      i      j
    1  G1-T1  .      .      .      US-T1  .      .      .      .      .
    2  G1-A1  .      .      .      .      .      .      .      .      .
    3  G1-F1  .      .      .      .      .      .      .      .      .
    4  G1-M1  .      .      .      .      .      .      .      .      .
    5  G1-I1  .      .      .      .      .      .      .      .      .
    ; turn US 9
    """
    match = automas_turn(picture)
    assert [words.split()[0] for words in orders(match)] == ["G1-I1", "G1-M1", "G1-A1", "G1-F1", "G1-T1"]
    acts = [(event[0], event[2]) for step in match.steps for event in step.events if event[0] in ("move", "battle")]
    gun, plane = (next(unit for name, unit in acts[at:] if name == "battle") for at in (0, 4))
    assert acts.index(("battle", gun)) < acts.index(("move", plane)), "the gun has fired before the plane sets out"


@clause("AA-13.3")
def test_of_two_of_a_type_the_one_that_can_do_more_acts_first() -> None:
    """G1-T2 is in reach of an enemy, G1-T1 is not; and of two in reach the one that destroys goes first."""
    picture = """
       a      b      c      d      e      f      g         h
    1  G1-T1  .      .      .      .      .      .         .
    2  .      .      .      .      .      .      .         .
    3  .      .      .      .      .      G1-T2  .         .
    4  .      .      .      .      .      .      US-T1{}   .
    ; turn US 9
    """
    far = automas_turn(picture.format(""))
    assert orders(far) == ["G1-T2 others 1", "G1-T1 others 2"]
    both = automas_turn(
        """
           a      b      c      d      e      f         g
        1  G1-T1  .      US-T1  .      .      .         .
        2  .      .      .      .      .      .         .
        3  .      .      .      G1-T2  .      US-T2:d4  .
        ; turn US 9
        """
    )
    assert orders(both)[0] == "G1-T2 others 1"


@clause("AA-13.3")
def test_of_two_that_can_do_the_same_a_lot_decides_who_acts_first() -> None:
    picture = """
       a      b      c      d
    1  G1-T1  .      .      .
    2  .      .      .      .
    3  G1-T2  .      .      US-T1
    ; turn US 9
    """
    first = {lot: orders(automas_turn(picture, f"throw {lot}"))[0].split()[0] for lot in (1, 2)}
    assert first == {1: "G1-T1", 2: "G1-T2"}


@clause("AA-13.5")
def test_2_others_go_as_near_as_possible_to_the_best_target_of_all() -> None:
    """The Howitzer cannot answer, so the Tiger goes its way, though the tank is nearer."""
    picture = """
       a      b      c      d      e      f      g      h      i      j
    1  G1-T1  .      .      .      .      .      .      .      .      .
    2  .      .      .      .      .      .      .      .      .      .
    3  .      .      .      .      .      .      .      .      .      .
    4  .      .      .      .      .      .      .      .      .      .
    5  .      .      .      .      .      .      .      .      US-A1  .
    6  US-T1  .      .      .      .      .      .      .      .      .
    ; turn US 9
    """
    match = automas_turn(picture)
    assert orders(match) == ["G1-T1 others 2"]
    assert told(match, "automa_target") == [("G1-T1", "US-A1", "c", 0)]
    assert where(match, "G1-T1") == "d2"


@clause("AA-13.5")
def test_near_is_counted_in_points_so_a_bridge_far_off_is_the_way_across() -> None:
    picture = """
       a      b      c      d      e      f      g
    1  .      ~      .      .      .      .      .
    2  G1-T1  ~      .      US-T1  .      .      .
    3  .      ~      .      .      .      .      .
    4  .      ~      .      .      .      .      .
    5  .      ~      .      .      .      .      .
    6  .      H      .      .      .      .      .
    ; turn US 9
    """
    match = automas_turn(picture)
    assert where(match, "G1-T1") == "a5", "in hexes a2 is nearest, in points the way leads over b6"


@clause("AA-13.5")
def test_where_no_way_leads_it_stays() -> None:
    picture = """
       a      b      c      d      e      f
    1  .      ~      .      .      .      .
    2  G1-T1  ~      .      .      US-T1  .
    3  .      ~      .      .      .      .
    4  ~      .      .      .      .      .
    ; turn US 9
    """
    assert where(automas_turn(picture), "G1-T1") == "a2"


@clause("AA-13.5")
def test_intercepted_it_chooses_again_from_where_it_stands() -> None:
    """The Tiger is on its way to the Howitzer; stopped beside the tank it attacks that."""
    picture = """
       a      b      c      d      e      f
    1  .      s      s      s      .      .
    2  .      G1-T1  .      .      US-A1  .
    3  .      s      US-T1  s      .      .
    ; turn US 9
    """
    free = automas_turn(picture, "let-pass")
    assert [fields[1] for fields in told(free, "battle")] == ["US-A1"]
    match = automas_turn(picture, "intercept US-T1")
    assert told(match, "automa_again") == [("G1-T1", "c2")]
    assert [fields[:2] for fields in told(match, "automa_target")] == [("G1-T1", "US-A1"), ("G1-T1", "US-T1")]
    assert [fields[1] for fields in told(match, "battle")] == ["US-T1"]
    assert "G1-T1 (Tiger) was stopped on c2 and chooses again [AA-13.5]" in log(match, since=0)


@clause("AA-13.5", "AA-6.3")
def test_who_has_intercepted_stays_and_attacks_its_target() -> None:
    picture = """
       a      b      c      d      e
    1  .      .      .      .      .
    2  .      G1-T1  US-T1  .      US-A1
    3  .      .      .      .      .
    ; turn US 9; arrows G1-T1>US-T1
    """
    match = automas_turn(picture)
    assert told(match, "automa_bound") == [("G1-T1",)]
    assert [fields[:2] for fields in told(match, "battle")] == [("G1-T1", "US-T1")]
    assert where(match, "G1-T1").split(":")[0] == "b2"


@clause("AA-13.5")
def test_a_unit_that_is_intercepted_where_it_was_going_does_not_choose_again() -> None:
    picture = """
       a      b      c      d      e      f
    1  .      s      s      s      .      .
    2  .      G1-T1  .      .      US-T1  .
    3  .      s      s      s      .      .
    ; turn US 9
    """
    match = automas_turn(picture, "intercept US-T1")
    assert where(match, "G1-T1").partition(":")[0] == "d2"
    assert told(match, "automa_again") == []
    assert len(told(match, "automa_target")) == 1
    first = automas_turn(picture, "intercept US-T1", rulings="1")
    assert told(first, "automa_again") == [("G1-T1", "d2")]


@clause("AA-13.5")
def test_a_unit_that_is_stopped_and_can_attack_nobody_is_not_told_to_go_on() -> None:
    picture = """
       a      b      c      d      e      f
    1  .      s      US-F1  s      .      .
    2  .      G1-T1  .      .      .      US-T1
    3  .      s      s      s      .      .
    ; turn US 9
    """
    match = automas_turn(picture, "intercept US-F1")
    assert told(match, "automa_again") == [("G1-T1", "c2")]
    assert len(orders(match)) == 1, "no second order"
    assert "G1-T1 (Tiger) has nobody to attack from there and stays [AA-13.5]" in log(match, since=0)


@clause("AA-2.4")
def test_units_of_an_army_that_rests_do_nothing() -> None:
    picture = """
       a         b      c      d
    1  .         .      .      .
    2  G1-T1:a1  .      US-T1  .
    3  G1-T2:a2  .      .      .
    ; round 1; turn US 1; first US; armies 1
    """
    match = automas_turn(picture, "throw 3")
    assert [fields[0] for fields in told(match, "automa_order")] == ["G1-T2"]
