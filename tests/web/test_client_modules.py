"""Client modules without a browser: the tests in tests/js, run by Node."""

import json
import subprocess

from drumhead.core.dice import Dice, joint_seal, nonce_commitment, substitute_nonce
from tests.kit.node import ROOT, command, environment

TESTS = ROOT / "tests" / "js"


def test_the_modules_of_the_client() -> None:
    files = sorted(str(path.relative_to(ROOT)) for path in TESTS.glob("*.test.js"))
    run = subprocess.run(
        command("node", "--test", *files), cwd=ROOT, env=environment(), check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_throws_that_the_client_recomputes_are_those_of_the_dice() -> None:
    vectors = json.loads((TESTS / "dice_vectors.json").read_text(encoding="utf-8"))
    secret = bytes.fromhex(vectors["secret"])
    assert Dice(secret).commitment == vectors["seal"]
    bound = vectors["commitment"]
    assert nonce_commitment(bound["seal"], 1, bound["nonce"]) == bound["commitment"]
    assert joint_seal(bound["seal"], [bound["commitment"]] * 2) == bound["joint"]
    assert substitute_nonce(bound["joint"], 1) == bound["substitute"]
    for throw in vectors["throws"]:
        dice = Dice(secret, tuple(throw["nonces"]))
        assert list(dice.throw(throw["number"], tuple(throw["sides"]))) == throw["faces"]
