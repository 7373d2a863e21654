// Force links: a force travels in the part of an address behind #.

import assert from "node:assert/strict";
import { test } from "node:test";
import { forceHash, forceIn, hasForce } from "../../src/drumhead/web/static/build/force_link.js";

test("a force comes back from its link as it was", () => {
  const line = "name: Grüne Flut & 100 % | size: 50 | ORC06 | ORC05 ORC29";
  const address = `https://battles.example/build/pocket-battles${forceHash(line)}`;
  assert.ok(hasForce(address));
  assert.equal(forceIn(address), line);
  assert.equal(forceIn(`${address}\n`), line, "blanks around a pasted link do no harm");
});

test("other addresses carry no force, and a damaged link is an error", () => {
  assert.equal(forceIn("https://battles.example/build/pocket-battles"), null);
  assert.equal(hasForce("#other"), false);
  assert.throws(() => forceIn("#force=%E0%A4%A"), /URI/);
});
