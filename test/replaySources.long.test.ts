/** Whole histories that `replay` takes from the files of `record`; test/replaySources.test.ts takes a part. */
import { expect, it } from "vitest";
import { fingerprint } from "./support/fingerprint.ts";
import { replayIn } from "./support/replay.ts";
import { recordedConfig } from "./support/replayHistory.ts";
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
