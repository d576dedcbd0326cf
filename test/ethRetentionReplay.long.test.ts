/**
 * Replays of facts that retention has kept, and restores of dropped ones.
 * Fast counterpart: test/cardanoRetention.test.ts, test/replay.test.ts
 */

import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eth } from "../chains/eth.ts";
import { writeArchive } from "../cli/archive/write.ts";
import { ethRetentionRules } from "../transform/eth/retention.ts";
import { createRetention } from "../transform/frame/retention/retention.ts";
import {
  atOnce,
  drop,
  epochsIn,
  fill,
  from,
  history,
  keep,
  lasting,
  prepareRetention,
  to,
} from "./support/ethRetention.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { replayIn } from "./support/replay.ts";
import { log } from "./support/warehouse.ts";

prepareRetention();

describe("a replay", () => {
  const range = (first: number, last: number) => ({ network: "eth", from: String(first), to: String(last) });

  it("from the warehouse names the epochs that it can still rebuild, and rebuilds them", async () => {
    await fill();
    await drop(history.warehouse.store);
    const left = await fingerprint(history.warehouse.store);
    const [firstKept] = await epochsIn("raw_eth_committee");
    await expect(replayIn(history.warehouse, range(firstKept - 2, firstKept + 1))).rejects.toThrow(
      `2 of 4 epochs from ${firstKept - 2} to ${firstKept + 1} could be rebuilt: the warehouse still holds all facts of epochs ${firstKept} to ${to}; --source topic or --source files may have others. Nothing was swapped.`,
    );
    await history.warehouse.store.command(
      "insert into fct_eth_validator_duty_epoch select * replace (version + 1 as version, 1 as source_reward_gwei) from fct_eth_validator_duty_epoch final where epoch = {to:UInt32}",
      { to },
    );
    // Begins within a day of both kinds, whose earlier facts are dropped or not.
    const days = await replayIn(history.warehouse, range(to - 2, to));
    expect(days.tables.map(({ name }) => name)).toContain("fct_eth_validator_duty_epoch");
    expect(await fingerprint(history.warehouse.store)).toEqual(left);
  });

  it("of a part of a day whose rest is dropped keeps the day's records", async () => {
    await fill();
    await drop(history.warehouse.store, { keep: { raw: 0, epoch: 3, day: 0 } });
    const left = await fingerprint(history.warehouse.store);
    const [firstKept] = await epochsIn("int_eth_epoch");
    await expect(replayIn(history.warehouse, range(firstKept - 1, firstKept - 1))).rejects.toThrow(
      /^The \w+ day \d+ \(.*\) is computed from [45] epochs, of which only \d.*Replay whole days/,
    );
    expect(await fingerprint(history.warehouse.store)).toEqual(left);
    // Whole days of both kinds, from facts that are kept forever: its epochs are back, and nothing else has changed.
    await replayIn(history.warehouse, range(from, firstKept - 1));
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(lasting(history.expected));
    expect((await epochsIn("fct_eth_validator_duty_epoch"))[0]).toBe(from);
  });
});

describe("an archive", () => {
  it("written before facts are dropped restores a range in its warehouse", async () => {
    await fill();
    const folder = mkdtempSync(join(tmpdir(), "va-archive-"));
    try {
      const paths: string[] = [];
      await createRetention({
        store: history.warehouse.store,
        rules: ethRetentionRules(history.warehouse.store),
        keep,
        quiet: atOnce,
        log,
        beforeRaw: async (network, range) => {
          const path = join(folder, `${range.from}.zst`);
          expect(
            await writeArchive(history.warehouse.store, { chain: eth, network, range, path }),
          ).toBeGreaterThan(100);
          paths.push(path);
        },
      }).drop();
      expect(paths.length).toBeGreaterThan(1);
      const before = lasting(await fingerprint(history.warehouse.store));
      const range = { network: "eth", from: String(from), to: "23" };
      const files = { ...range, source: "files", files: paths };
      await expect(replayIn(history.warehouse, range)).rejects.toThrow("0 of 17 epochs");
      const replayed = await replayIn(history.warehouse, files);
      expect(replayed.tables.map(({ name }) => name)).toContain("raw_eth_attestation");
      expect(lasting(await fingerprint(history.warehouse.store))).toEqual(before);
      expect((await replayIn(history.warehouse, range)).tables).toEqual([]);
      expect(await epochsIn("fct_eth_validator_duty_epoch")).toEqual([from, to]);
      // Of facts and rows of epochs nothing is missing now; some lie outside the range.
      const tables = await fingerprint(history.warehouse.store);
      for (const table of [
        "raw_eth_attestation",
        "raw_eth_committee",
        "raw_eth_registry",
        "raw_eth_withdrawal",
      ])
        expect(tables[table], table).toBe(history.expected[table]);
      for (const table of ["int_eth_epoch", "fct_eth_validator_duty_epoch", "int_eth_sync_slot"])
        expect(tables[table], table).toBe(history.expected[table]);
      truncateSync(paths[0] as string, 10_000);
      await expect(replayIn(history.warehouse, files)).rejects.toMatchObject({ code: "bad_archive" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
