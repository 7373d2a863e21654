"""Comparing the dice of a file with what somebody kept while the battle was played: seals and own nonces."""

from collections.abc import Collection

from drumhead.core.errors import ProofError
from drumhead.core.files.record import Proof, verify
from drumhead.core.match import Match


def verify_kept(match: Match, seals: Collection[str], nonces: Collection[str] = (), *, first: int = 0) -> Proof:
    """Verifies a match, and that its throws are from dice under these seals and, if any are given, own nonces.

    A seal is the server's, or a joint one, which binds everybody. Throws before number `first`, from 0, may come from
    elsewhere: they were in a game file that the battle was opened from. Raises ProofError.
    """
    proof = verify(match)
    throws = [step for step in match.steps if step.faces is not None]
    for number, step in enumerate(throws[first:], first + 1):
        if step.by_hand:
            raise ProofError("throw {number} was made by hand and is under no seal", number=number)
    bounds = [0, *(stretch.first for stretch in match.stretches[1:]), len(throws)]
    for stretch, begins, ends in zip(match.stretches, bounds, bounds[1:], strict=False):
        if ends <= max(first, begins):
            continue
        start = max(first, begins) + 1
        if seals and not {stretch.seal, stretch.joint} & set(seals):
            raise ProofError("the dice from throw {first} on are not under a seal that you kept", first=start)
        if nonces and not set(stretch.dice.nonces) & set(nonces):
            raise ProofError("the dice from throw {first} on have no nonce of yours", first=start)
        if match.outcome is not None and not stretch.dice.secret:
            raise ProofError("the secret of the dice from throw {first} on was not published", first=start)
    return proof
