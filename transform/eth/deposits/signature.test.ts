/** Verdicts of the executable specification (eth-consensus-specs 1.7.0a13, `is_valid_deposit_signature`). */
import { expect, it } from "vitest";
import { isValidDepositSignature } from "./signature.ts";
import vectors from "./signatureVectors.json" with { type: "json" };

it.each(vectors)("$name: $isValid", async ({ isValid, genesis_fork_version, ...deposit }) => {
  expect(await isValidDepositSignature(deposit, genesis_fork_version)).toBe(isValid);
});
