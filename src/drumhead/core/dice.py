"""Dice that nobody can predict and anybody can check."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dice:
    """A stream of throws: HMAC-SHA256 keyed with a secret, over a nonce of each seat and the number of the throw.

    The hash of the secret, the commitment, is published before the first throw, the secret after the last one. Whoever
    knows secret, nonces and numbers can compute every throw; whoever knows the commitment can check the secret.
    """

    secret: bytes
    nonces: tuple[str, ...] = ()

    @classmethod
    def fresh(cls, seats: int) -> "Dice":
        """Returns a stream with 32 bytes of the machine's randomness as its secret, and a nonce for every seat."""
        return cls(secrets.token_bytes(32), tuple(secrets.token_hex(8) for _ in range(seats)))

    @classmethod
    def seeded(cls, seed: int | str) -> "Dice":
        """Returns a stream that a seed repeats: for tests and studies, since whoever knows the seed knows the dice."""
        return cls(hashlib.sha256(f"drumhead seed {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hex."""
        return hashlib.sha256(self.secret).hexdigest()

    def throw(self, number: int, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Returns the faces, from 1, of the throw with this number in the match, for dice of so many sides.

        Each face is a byte of the stream modulo its sides; bytes that would favour low faces are skipped.
        """
        stream = self._bytes(number)
        faces = []
        for count in sides:
            fair = 256 - 256 % count
            byte = next(stream)
            while byte >= fair:
                byte = next(stream)
            faces.append(byte % count + 1)
        return tuple(faces)

    def __repr__(self) -> str:
        """Returns the commitment, which is public, and never the secret, which foretells every throw."""
        return f"<Dice committed to {self.commitment}>"

    def _bytes(self, number: int) -> "_Bytes":
        return _Bytes(self.secret, f"{'|'.join(self.nonces)}|{number}")


def nonce_commitment(seal: str, seat: int, nonce: str) -> str:
    """Returns what a seat sends before its nonce, in hex: it binds the seat to the nonce, and tells nothing of it."""
    return _hash(f"{seal}|{seat}|{nonce}")


def joint_seal(seal: str, commitments: Sequence[str]) -> str:
    """Returns the hash, in hex, of the server's seal and the commitments of all seats: it binds everybody."""
    return _hash("|".join((seal, *commitments)))


def substitute_nonce(joint: str, seat: int) -> str:
    """Returns what stands for the nonce of a seat that does not reveal its own: nobody chooses it then."""
    return _hash(f"{joint}|{seat}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class _Bytes:
    """The bytes of one throw, computed in blocks of 32."""

    def __init__(self, secret: bytes, label: str) -> None:
        self._secret = secret
        self._label = label
        self._block = 0
        self._rest = b""

    def __next__(self) -> int:
        if not self._rest:
            message = f"{self._label}|{self._block}".encode()
            self._rest = hmac.new(self._secret, message, hashlib.sha256).digest()
            self._block += 1
        byte, self._rest = self._rest[0], self._rest[1:]
        return byte
