/** Whole histories that `replay` takes from the files of `record`, and facts of warehouses; test/replaySources.test.ts takes a part. */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { replayIn } from "./support/replay.ts";
import { damagedRange, recordedConfig } from "./support/replayHistory.ts";
import {
  preparedHistory,
  recording,
  useRecordedHistory,
  whole,
  withEmptyWarehouse,
} from "./support/replaySources.ts";

useRecordedHistory();

it("files bring a network that nothing was known of", () =>
  withEmptyWarehouse(async (warehouse) => {
    const args = { ...whole, network: "generated", source: "files", files: [recording] };
    await replayIn(warehouse, args, { config: recordedConfig });
    expect(await fingerprint(warehouse.store)).toEqual(preparedHistory().expected);
  }));

describe("from facts that `record` took of another warehouse", () => {
  const data = temporaryFolder();
  const out = `${data.path}.facts.ndjson.zst`;
  const recordFacts = (to: string) =>
    runVerb(["record", "eth", "--source", "warehouse", "--from", whole.from, "--to", to, "--out", out], {
      DATA_DIR: data.path,
    });
  beforeAll(() => cpSync(preparedHistory().template, join(data.path, "warehouse"), { recursive: true }));
  afterAll(() => data.remove());

  it("is written only where all of them are there", async () => {
    const found = await recordFacts(String(Number(whole.to) + 5));
    expect(found.code, found.both).toBe(78);
    expect(found.stderr).toMatch(
      /^13 of 18 epochs from 7 to 24 are there whole: .* facts of epochs 7 to 19\. Nothing was written\.\n$/,
    );
    expect(existsSync(out)).toBe(false);
  });

  it("brings everything back", async () => {
    const { code, stdout, both } = await recordFacts(whole.to);
    expect(code, both).toBe(0);
    const [, rows] = /^eth\/generated: epochs \d+ to \d+, (\d+) rows; .* is complete\n$/.exec(stdout) ?? [];
    expect(Number(rows)).toBeGreaterThan(500);
    const warehouse = await preparedHistory().openWithLostRange();
    try {
      await replayIn(warehouse, { ...damagedRange, source: "files", files: [out] });
      expect(await fingerprint(warehouse.store)).toEqual(preparedHistory().expected);
    } finally {
      await warehouse.close();
    }
  });
});
