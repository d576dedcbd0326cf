/**
 * All phases of schemathesis: boundaries of every field, random requests right and wrong, and sequences by links.
 * Fast counterpart: test/endpoints.test.ts
 */
import { expect, it } from "vitest";
import { runSchemathesis } from "./support/schemathesis.ts";

it("schemathesis finds nothing in any of its phases, and warns of nothing", async () => {
  const { code, output } = await runSchemathesis([
    "--seed",
    "18",
    "--max-examples",
    "20",
    "--continue-on-failure",
  ]);
  expect(code, output.slice(-20_000)).toBe(0);
}, 1_800_000);
