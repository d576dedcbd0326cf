/** Ranges rebuilt next to the live tables: the same rows as before the damage, despite interruptions. */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReplayArgs } from "../../cli/replay/args.ts";
import type { ReplayDeps, ReplayResult } from "../../cli/replay/run.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { cloneTables } from "../../lib/store/shadow.ts";
import type { Store } from "../../lib/store/store.ts";
import { openPipeline } from "./ethPipeline.ts";
import { fingerprint } from "./fingerprint.ts";
import { isNight } from "./nightCases.ts";
import { openReplayWarehouse, type ReplayWarehouse, replayIn, shadowsIn } from "./replay.ts";
import {
  damageDuties,
  damaged,
  damagedRange,
  history,
  prepareHistory,
  type ReplayHistory,
} from "./replayHistory.ts";
import { log } from "./warehouse.ts";

/** Messages that a live consumer has not read when the range is replayed. */
const liveFrom = damaged.to + 2;

const epochOf = (message: BusMessage) => (decodeValue(message.value) as { epoch: number }).epoch;

let prepared: ReplayHistory;

/** Damaged records are rebuilt from raw tables; a dry run only names them. */
async function rebuildsRecords(warehouse: ReplayWarehouse): Promise<void> {
  await damageDuties(warehouse.store);
  const before = await fingerprint(warehouse.store);
  const names = ["int_eth_epoch", "fct_eth_validator_duty_epoch"];
  for (const isDryRun of isNight ? [true, false] : [false]) {
    const { tables } = await replayIn(warehouse, { ...damagedRange, isDryRun });
    expect(tables.map(({ name }) => name)).toEqual(names);
    if (isDryRun) expect(await fingerprint(warehouse.store)).toEqual(before);
  }
  expect(await fingerprint(warehouse.store)).toEqual(prepared.expected);
  expect(await shadowsIn(warehouse)).toEqual([]);
}

/** The state after a replay that ends. */
function ranges(kind: Store["kind"]): void {
  let warehouse: ReplayWarehouse;
  const replayed = async (
    args: Partial<ReplayArgs> = {},
    deps: Partial<ReplayDeps> = {},
  ): Promise<ReplayResult> => replayIn(warehouse, { ...damagedRange, ...args }, deps);

  beforeAll(async () => {
    warehouse = await prepared.openFilled(kind);
  });
  afterAll(async () => {
    await warehouse.close();
  });

  it("swaps nothing when no row differs", async () => {
    expect((await replayed()).tables).toEqual([]);
    expect(await fingerprint(warehouse.store)).toEqual(prepared.expected);
    expect(await shadowsIn(warehouse)).toEqual([]);
  });

  it("rebuilds damaged records from raw tables; a dry run only says which", () => rebuildsRecords(warehouse));

  it("swaps only the requested tables", async () => {
    await damageDuties(warehouse.store);
    const { tables } = await replayed({ tables: ["int_eth_epoch"] });
    expect(tables).toEqual([{ name: "int_eth_epoch", rows: 3 }]);
    const tablesAfter = await fingerprint(warehouse.store);
    expect(tablesAfter.int_eth_epoch).toBe(prepared.expected.int_eth_epoch);
    expect(tablesAfter.fct_eth_validator_duty_epoch).not.toBe(prepared.expected.fct_eth_validator_duty_epoch);
    await replayed();
    expect(await fingerprint(warehouse.store)).toEqual(prepared.expected);
  });

  it("shows a reader the old rows, then the new ones, and nothing between; loses no row of a writer", async () => {
    await damageDuties(warehouse.store);
    const { store } = warehouse;
    const read = async () => {
      const [row] = await store.rows<{ state: string }>(
        `select concat(toString(count()), ':', toString(sum(source_reward_gwei)), ':', hex(groupBitXor(cityHash64(tuple(*))))) as state
        from fct_eth_validator_duty_epoch final where epoch between {from:UInt32} and {to:UInt32}`,
        damaged,
      );
      return row?.state ?? "";
    };
    const before = await read();
    let isOver = false;
    const states: string[] = [before];
    const reading = (async () => {
      while (!isOver) {
        const state = await read();
        if (states.at(-1) !== state) states.push(state);
        await setTimeout(10);
      }
    })();
    let written = 0;
    const farEpoch = 1_000_000;
    const writing = (async () => {
      for (; !isOver; written++) {
        await store.command(
          `insert into fct_eth_validator_duty_epoch select * replace ({epoch:UInt32} as epoch)
          from (select * from fct_eth_validator_duty_epoch final where epoch = {model:UInt32} limit 1)`,
          { epoch: farEpoch + written, model: history.from },
        );
        await setTimeout(10);
      }
    })();
    await replayed();
    isOver = true;
    await Promise.all([reading, writing]);
    states.push(await read());
    expect(written).toBeGreaterThan(10);
    const [far] = await store.rows<{ epochs: string }>(
      "select uniqExact(epoch) as epochs from fct_eth_validator_duty_epoch where epoch >= {from:UInt32}",
      { from: farEpoch },
    );
    expect(Number(far?.epochs)).toBe(written);
    expect([...new Set(states)]).toHaveLength(2);
    expect(states[0]).toBe(before);
    await store.command("delete from fct_eth_validator_duty_epoch where epoch >= {from:UInt32}", {
      from: farEpoch,
    });
    expect(await fingerprint(store)).toEqual(prepared.expected);
  });
}

/** The state after a replay that does not end. */
function interruptions(kind: Store["kind"]): void {
  let warehouse: ReplayWarehouse;
  let before: Record<string, string>;

  beforeAll(async () => {
    warehouse = await prepared.openFilled(kind);
    await damageDuties(warehouse.store);
    before = await fingerprint(warehouse.store);
  });
  afterAll(async () => {
    await warehouse.close();
  });

  it("leaves the live tables as they were and no shadow tables when it is interrupted", async () => {
    const interruption = new AbortController();
    const emit = () => interruption.abort(new Error("stopped"));
    await expect(replayIn(warehouse, damagedRange, { emit, signal: interruption.signal })).rejects.toThrow(
      "stopped",
    );
    expect(await fingerprint(warehouse.store)).toEqual(before);
    expect(await shadowsIn(warehouse)).toEqual([]);
  });

  it("refuses a second one at the same time", async () => {
    let second: Promise<unknown> | undefined;
    const emit = () => {
      second ??= replayIn(warehouse, damagedRange).catch((error: unknown) => error);
    };
    const first = await replayIn(warehouse, { ...damagedRange, isDryRun: true }, { emit });
    expect(first.tables).toHaveLength(2);
    expect(await second).toMatchObject({
      kind: "config",
      code: "replay_under_way",
      message: expect.stringContaining("Another replay of this warehouse is under way"),
    });
  });

  it("is removed by the next one after a kill", async () => {
    const database = { live: "default", shadow: "default_replay_killed" };
    await warehouse.store.command("create database default_replay_killed");
    await cloneTables(
      { live: warehouse.store, database, cluster: undefined, log },
      [{ name: "raw_eth_block", without: undefined, forward: "all" }],
      new AbortController().signal,
    );
    await replayIn(warehouse, damagedRange);
    expect(await shadowsIn(warehouse)).toEqual([]);
    expect(await fingerprint(warehouse.store)).toEqual(prepared.expected);
  });
}

/** The live consumer goes on meanwhile, and the final tables are the same. */
async function whileConsuming(kind: Store["kind"]): Promise<void> {
  const warehouse = await openReplayWarehouse(kind);
  const pipeline = await openPipeline(warehouse.store);
  try {
    await pipeline.bus.publish(prepared.messages.filter((message) => epochOf(message) < liveFrom));
    await damageDuties(warehouse.store);
    const later = prepared.messages.filter((message) => epochOf(message) >= liveFrom);
    const live = (async () => {
      for (let at = 0; at < later.length; at += 10) await pipeline.bus.publish(later.slice(at, at + 10));
    })();
    await replayIn(warehouse, damagedRange);
    await live;
    await pipeline.worker.settle();
    expect(await fingerprint(warehouse.store)).toEqual(prepared.expected);
  } finally {
    await pipeline.stop();
    await warehouse.close();
  }
}

/** Prepares the fixtures for the suites of a file. */
export function useHistory(): void {
  beforeAll(async () => {
    prepared = await prepareHistory();
  });
  afterAll(() => prepared.remove());
}

/** Every case of replays, in one kind of warehouse. */
export function replaySuite(kind: Store["kind"]): void {
  describe(`in the ${kind} warehouse`, () => ranges(kind));
  describe(`a replay of the ${kind} warehouse that does not end`, () => interruptions(kind));
  it(`ends with the same tables while the live consumer goes on (${kind})`, () => whileConsuming(kind));
}

/** The case that covers the most, alone. */
export function quickReplaySuite(kind: Store["kind"]): void {
  it(`rebuilds damaged records in the ${kind} warehouse`, async () => {
    const warehouse = await prepared.openFilled(kind);
    try {
      await rebuildsRecords(warehouse);
    } finally {
      await warehouse.close();
    }
  });
}
