/** What `replay` rebuilds when the warehouse itself has lost it: from the files of `record`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { openReplayWarehouse, type ReplayWarehouse, replayIn } from "./support/replay.ts";
import {
  chain,
  damagedRange,
  history,
  prepareHistory,
  type ReplayHistory,
  recordedConfig,
} from "./support/replayHistory.ts";

let prepared: ReplayHistory;
/** What the node said about the history. */
const folder = temporaryFolder();
const recording = `${folder.path}.ndjson.zst`;

beforeAll(async () => {
  prepared = await prepareHistory();
  const node = await startStubBeaconNode(chain);
  const range = ["--from", String(history.from), "--to", String(history.to)];
  const recorded = await runVerb(["record", "eth", ...range, "--out", recording], {
    ETH_BEACON_URLS: node.url,
    ETH_MAX_HEAD_AGE_S: "0",
    ETH_REWARD_CHECK_EPOCHS: "0",
  });
  expect(recorded.code, recorded.both).toBe(0);
  await node.close();
});
afterAll(() => {
  prepared.remove();
  folder.remove();
});

describe("with facts that are lost, too", () => {
  let warehouse: ReplayWarehouse;
  beforeAll(async () => {
    warehouse = await prepared.openWithLostRange();
  });
  afterAll(async () => {
    await warehouse.close();
  });

  it("says that the warehouse is not enough, and swaps nothing", async () => {
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
    expect(await fingerprint(warehouse.store)).toEqual(prepared.expected);
  });
});

describe("into a warehouse that holds nothing", () => {
  const whole = { from: String(history.from), to: String(history.to) };

  async function withEmptyWarehouse(run: (warehouse: ReplayWarehouse) => Promise<void>): Promise<void> {
    const warehouse = await openReplayWarehouse("embedded");
    try {
      await run(warehouse);
    } finally {
      await warehouse.close();
    }
  }

  it.each(["generated", "eth/generated"])("files bring the network %s", (name) =>
    withEmptyWarehouse(async (warehouse) => {
      const args = { ...whole, network: name, source: "files", files: [recording] };
      await replayIn(warehouse, args, { config: recordedConfig });
      expect(await fingerprint(warehouse.store)).toEqual(prepared.expected);
    }),
  );

  it("wants heights, and a network that the source can have", () =>
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
