"""What a client keeps of the dice while it plays, so that it can check them at the end without trusting the server."""

import json
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from drumhead.core.dice import joint_seal, nonce_commitment
from drumhead.core.errors import ProofError
from drumhead.core.files.kept import verify_kept
from drumhead.core.files.record import Proof, read_text
from drumhead.core.files.replace import replace_file
from drumhead.core.i18n.text import Text


@dataclass(slots=True)
class KeptStream:
    """A stream of dice as the server showed it before the first throw."""

    first: int
    """The number of its first throw, from 0."""
    seal: str
    nonce: str = ""
    """The own nonce, if this client has given one."""
    joint: str = ""
    """The seal that binds everybody, once all have committed."""
    is_revealed: bool = False


class KeptDice:
    """The seals that one seat was shown, its own nonces, and what the server did that it should not.

    With a `path` they are kept in a file, so that a program that was ended goes on with them.
    """

    def __init__(self, path: Path | None = None, nonce: str = "") -> None:
        self.streams: list[KeptStream] = []
        self.faults: list[Text] = []
        """What is wrong with the dice, as far as this client has seen it."""
        self._path = path
        self._nonce = nonce
        self._agreed_at = -1
        """The position in which this seat agreed to take dice back."""
        self._of_file = 0
        if path is not None and path.exists():
            kept = json.loads(path.read_text(encoding="utf-8"))
            self.streams = [KeptStream(**stream) for stream in kept["streams"]]
            self._of_file = kept["of_file"]

    def agree(self, number: int) -> None:
        """Notes that this seat agreed in a position to take dice back: they may be thrown from a new stream then."""
        self._agreed_at = number

    def forget_agreement(self, number: int) -> None:
        """Notes a later position, which the agreement did not lead to or has led to already."""
        if number > self._agreed_at:
            self._agreed_at = -1

    def answer(self, seat: int, dice: dict[str, Any]) -> tuple[str, str] | None:
        """Keeps what the server tells of the dice; returns what to say now: `commit` or `nonce`, and its value."""
        if dice["from"] != "seal" or not dice["seal"]:
            return None
        stream = self._stream(dice)
        said = self._say(seat, dice, stream) if 0 <= seat < len(dice["nonces"]) else None
        if dice["joint"] and not stream.joint and not stream.nonce:
            stream.joint = dice["joint"]
        self._check(seat, dice, stream)
        if self._path is not None:
            kept = {"of_file": self._of_file, "streams": [asdict(one) for one in self.streams]}
            replace_file(self._path, json.dumps(kept))
        return said

    def verify(self, seat: int, file: str) -> Proof:
        """Verifies the file of a battle against all that was kept; raises ProofError."""
        match = read_text(file)
        first = max(self._of_file, self.streams[0].first if self.streams else 0)
        proof = verify_kept(match, {stream.joint or stream.seal for stream in self.streams}, first=first)
        own = {stream.seal: stream.nonce for stream in self.streams if stream.is_revealed}
        for stretch in match.stretches:
            nonce = own.get(stretch.seal, "")
            if nonce and stretch.dice.nonces[seat] != nonce:
                raise ProofError("the dice from throw {first} on have no nonce of yours", first=stretch.first + 1)
        if self.faults:
            raise ProofError("{why}", why=self.faults[0])
        return proof

    def _stream(self, dice: dict[str, Any]) -> KeptStream:
        """The stream that the server tells of; a new one is expected only after this seat has agreed to it."""
        found = next((stream for stream in self.streams if stream.seal == dice["seal"]), None)
        if found is None:
            if not self.streams:
                self._of_file = dice["of_file"]
            elif self._agreed_at < 0:
                self._fault(Text("new dice begin at throw {n}, and you have not agreed to that", n=dice["first"] + 1))
            self._agreed_at = -1
            found = KeptStream(dice["first"], dice["seal"])
            self.streams.append(found)
        return found

    def _say(self, seat: int, dice: dict[str, Any], stream: KeptStream) -> tuple[str, str] | None:
        commits, nonces = dice["commits"], dice["nonces"]
        if nonces[seat]:
            return None
        if not commits or not commits[seat]:
            stream.nonce = stream.nonce or self._nonce or secrets.token_hex(16)
            self._nonce = ""
            stream.is_revealed = not commits
            return ("commit", nonce_commitment(stream.seal, seat, stream.nonce)) if commits else ("nonce", stream.nonce)
        if not all(commits) or not stream.nonce:
            return None  # a seat that has committed elsewhere reveals its nonce there
        if commits[seat] != nonce_commitment(stream.seal, seat, stream.nonce):
            self._fault(Text("the server shows another commitment in place of yours"))
            return None
        stream.joint = stream.joint or joint_seal(stream.seal, commits)
        stream.is_revealed = True
        return "nonce", stream.nonce

    def _check(self, seat: int, dice: dict[str, Any], stream: KeptStream) -> None:
        if stream.joint and dice["joint"] != stream.joint:
            self._fault(Text("the server has changed what binds the dice"))
        elif stream.nonce and 0 <= seat < len(dice["nonces"]) and dice["nonces"][seat] not in ("", stream.nonce):
            self._fault(Text("the server put another nonce in place of yours: these dice are not bound by you"))

    def _fault(self, words: Text) -> None:
        if words not in self.faults:
            self.faults.append(words)
