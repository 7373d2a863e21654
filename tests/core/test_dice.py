"""Dice that nobody can predict and anybody can check."""

from collections import Counter
from hashlib import sha256

from drumhead.core.dice import Dice


def test_a_seed_gives_the_same_dice_and_another_gives_others() -> None:
    throws = [Dice.seeded(1).throw(number, (6, 6)) for number in range(50)]
    assert throws == [Dice.seeded(1).throw(number, (6, 6)) for number in range(50)]
    assert throws != [Dice.seeded(2).throw(number, (6, 6)) for number in range(50)]


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    dice = Dice(b"a secret", ("a", "b"))
    assert dice.commitment == sha256(b"a secret").hexdigest()


def test_every_nonce_and_the_number_of_the_throw_change_the_dice() -> None:
    sides = (6,) * 20
    thrown = {
        Dice(b"s", nonces).throw(number, sides) for nonces in (("a", "b"), ("a", "c"), ("x", "b")) for number in (0, 1)
    }
    assert len(thrown) == 6


def test_fresh_dice_have_a_long_secret_and_a_nonce_for_every_seat() -> None:
    one, other = Dice.fresh(2), Dice.fresh(2)
    assert len(one.secret) == 32
    assert len(one.nonces) == 2
    assert one.secret != other.secret
    assert one.nonces != other.nonces


def test_faces_are_fair_for_every_number_of_sides() -> None:
    for sides in (2, 4, 6, 12):
        faces = Counter(face for number in range(300) for face in Dice.seeded("fair").throw(number, (sides,) * 40))
        expected = 12000 / sides
        assert set(faces) == set(range(1, sides + 1))
        chi = sum((count - expected) ** 2 / expected for count in faces.values())
        assert chi < 3 * sides + 15


def test_many_dice_take_more_than_one_block() -> None:
    faces = Dice.seeded(5).throw(0, (6,) * 200)
    assert len(faces) == 200
    assert faces[:32] != faces[32:64]
