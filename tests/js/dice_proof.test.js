// Dice proof: throws are recomputed as drumhead/core/dice.py throws them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { facesOf, sealOf } from "../../src/drumhead/web/static/lib/dice_proof.js";
import vectors from "./dice_vectors.json" with { type: "json" };

test("the seal is the hash of the secret", async () => {
  assert.equal(await sealOf(vectors.secret), vectors.seal);
});

for (const { nonces, number, sides, faces } of vectors.throws) {
  test(`throw ${number} of ${sides.length} dice follows from the secret and ${nonces.length} nonces`, async () => {
    assert.deepEqual(await facesOf(vectors.secret, nonces, number, sides), faces);
  });
}
