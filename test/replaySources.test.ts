/** What `replay` rebuilds when the warehouse itself has lost it: from the files of `record`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("with facts that are lost, too", () => {
  let warehouse: ReplayWarehouse;
  beforeAll(async () => {
    warehouse = await preparedHistory().openWithLostRange();
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
    expect(await fingerprint(warehouse.store)).toEqual(preparedHistory().expected);
  });
});

describe("into a warehouse that holds nothing", () => {
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
