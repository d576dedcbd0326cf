/**
 * `replay` of facts that the warehouse itself has lost: from the files of `record`, and from facts of other warehouses.
 * Fast counterpart: test/replay.test.ts, test/record.test.ts
 */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type ReplayWarehouse, replayIn } from "./support/replay.ts";
import { damagedRange, recordedConfig } from "./support/replayHistory.ts";
import {
  preparedHistory,
  recording,
  useRecordedHistory,
  whole,
  withEmptyWarehouse,
} from "./support/replaySources.ts";

useRecordedHistory();

it("files add an unknown network", () =>
  withEmptyWarehouse(async (warehouse) => {
    const args = { ...whole, network: "generated", source: "files", files: [recording] };
    await replayIn(warehouse, args, { config: recordedConfig });
    expect(await fingerprint(warehouse.store)).toEqual(preparedHistory().expected);
  }));

describe("from facts that `record` wrote from another warehouse", () => {
  const data = temporaryFolder();
  const out = `${data.path}.facts.ndjson.zst`;
  const recordFacts = (to: string) =>
    runVerb(["record", "eth", "--source", "warehouse", "--from", whole.from, "--to", to, "--out", out], {
      DATA_DIR: data.path,
    });
  beforeAll(() => cpSync(preparedHistory().template, join(data.path, "warehouse"), { recursive: true }));
  afterAll(() => data.remove());

  it("is written only when all facts are in the warehouse", async () => {
    const result = await recordFacts(String(Number(whole.to) + 5));
    expect(result.code, result.both).toBe(78);
    expect(result.stderr).toMatch(
      /^13 of 18 epochs from 7 to 24 are there whole: .* facts of epochs 7 to 19\. Nothing was written\.\n$/,
    );
    expect(existsSync(out)).toBe(false);
  });

  it("restores everything", async () => {
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

describe("with lost facts, too", () => {
  let warehouse: ReplayWarehouse;
  beforeAll(async () => {
    warehouse = await preparedHistory().openWithLostRange();
  });
  afterAll(async () => {
    await warehouse.close();
  });

  it("reports that the warehouse is not enough, and swaps nothing", async () => {
    const before = await fingerprint(warehouse.store);
    await expect(replayIn(warehouse, damagedRange)).rejects.toMatchObject({
      code: "replay_incomplete",
      message: expect.stringMatching(
        /^0 of 3 epochs from \d+ to \d+ could be rebuilt.*Nothing was swapped\.$/,
      ),
    });
    expect(await fingerprint(warehouse.store)).toEqual(before);
  });

  it("takes them from the files of `record`", async () => {
    await replayIn(
      warehouse,
      { ...damagedRange, source: "files", files: [recording] },
      { config: recordedConfig },
    );
    expect(await fingerprint(warehouse.store)).toEqual(preparedHistory().expected);
  });
});

describe("into a warehouse that holds nothing", () => {
  it("requires heights, and a network of the source's chain", () =>
    withEmptyWarehouse(async (warehouse) => {
      const files = { ...whole, source: "files", files: [recording] };
      await expect(
        replayIn(warehouse, { ...files, network: "eth", from: "2020-12-03" }, { config: recordedConfig }),
      ).rejects.toThrow("give --from and --to as epochs");
      for (const name of ["mars", "celestia", "celestia/generated", "eth/mars"])
        await expect(
          replayIn(warehouse, { ...files, network: name }, { config: recordedConfig }),
        ).rejects.toMatchObject({ code: "unknown_network" });
      await expect(replayIn(warehouse, { ...whole, network: "generated", source: "topic" })).rejects.toThrow(
        "name the chain, too, such as eth/generated",
      );
      await expect(replayIn(warehouse, { ...whole, network: "eth" })).rejects.toMatchObject({
        code: "unknown_network",
      });
    }));
});
