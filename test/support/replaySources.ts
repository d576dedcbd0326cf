/** A history with its recording, for replays from files. */
import { afterAll, beforeAll, expect } from "vitest";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { runVerb, temporaryFolder } from "./cli.ts";
import { openReplayWarehouse, type ReplayWarehouse } from "./replay.ts";
import { chain, history, prepareHistory, type ReplayHistory } from "./replayHistory.ts";

let prepared: ReplayHistory;
const folder = temporaryFolder();
/** The node's answers about the history. */
export const recording = `${folder.path}.ndjson.zst`;

/** The history that `useRecordedHistory` has prepared. */
export const preparedHistory = (): ReplayHistory => prepared;

/** Prepares and records the history before a file's suites. */
export function useRecordedHistory(): void {
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
}

/** The whole history as arguments of `replay`. */
export const whole = { from: String(history.from), to: String(history.to) };

export async function withEmptyWarehouse(run: (warehouse: ReplayWarehouse) => Promise<void>): Promise<void> {
  const warehouse = await openReplayWarehouse("embedded");
  try {
    await run(warehouse);
  } finally {
    await warehouse.close();
  }
}
