import { expect, it } from "vitest";
import { FatalError, SourceError } from "../../lib/errors.ts";
import { type Probe, tryProbes } from "./probes.ts";

const failing = async (): Promise<never> => {
  throw new SourceError("it keeps nothing", { code: "unfit", retryable: false });
};
const probe = (changes: Partial<Probe>): Probe => ({
  ...{ call: "results", on: "block 7, the newest", isRequired: false, without: "Rewards stay unknown" },
  run: async () => undefined,
  ...changes,
});

it("says what optional calls lack, and fails with the first required one", async () => {
  expect(await tryProbes([probe({}), probe({ run: failing })])).toEqual([
    "results of block 7, the newest: it keeps nothing. Rewards stay unknown",
  ]);
  await expect(tryProbes([probe({ run: failing, isRequired: true })])).rejects.toMatchObject({
    ...{ code: "unfit", retryable: false },
    message: "results of block 7, the newest: it keeps nothing. Rewards stay unknown",
  });
});

it("passes on what is no trouble of a node", async () => {
  const run = async () => {
    throw new FatalError("no", { code: "no" });
  };
  await expect(tryProbes([probe({ run })])).rejects.toMatchObject({ kind: "fatal" });
});
