/** Ranges rebuilt beside the live tables: the same rows as before the damage, whatever happens meanwhile. */
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import type { ReplayArgs } from "../cli/replay/args.ts";
import type { ReplayDeps, ReplayResult } from "../cli/replay/run.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { createKafkaBus } from "../lib/bus/kafka/kafka.ts";
import { cloneTables } from "../lib/store/shadow.ts";
import type { Store } from "../lib/store/store.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import { ethRowsOf, loadCalendar } from "../transform/eth/heights.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { log, openPipeline, recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type KafkaBroker, kafkaMissing, startKafka } from "./support/kafka.ts";
import { openHouse, type ReplayHouse, replayIn, shadowsIn } from "./support/replay.ts";

/** Four epochs a day, so that days begin and end within a short chain. */
const chain = generateChain({
  seed: 23,
  validators: 96,
  preset: "minimal",
  startEpoch: 6,
  epochs: 14,
  spec: { SECONDS_PER_SLOT: "2700" },
});
const history = {
  from: chain.options.startEpoch + 1,
  to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2),
};
/** Begins and ends within a day. */
const damaged = { from: history.from + 2, to: history.from + 4 };
/** What a live consumer still has to take while the range is replayed. */
const liveFrom = damaged.to + 2;

/** Everything that the listener says about the chain, in order, and what becomes of it. */
let network: string;
let messages: BusMessage[];
let expected: Record<string, string>;
/** What the node said about the history. */
const folder = temporaryFolder();
const recording = `${folder.path}.ndjson.zst`;
const recordedConfig = loadConfig({ ETH_MAX_HEAD_AGE_S: "0", ETH_REWARD_CHECK_EPOCHS: "0" });

const epochOf = (message: BusMessage) =>
  (JSON.parse(message.value.toString("utf8")) as { epoch: number }).epoch;

beforeAll(async () => {
  ({ network, messages, expected } = await recordMessages(chain, history));
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
afterAll(() => folder.remove());

/** A warehouse with the whole history. */
async function openFilledHouse(kind: Store["kind"]): Promise<ReplayHouse> {
  const house = await openHouse(kind);
  const pipeline = await openPipeline(house.store);
  await pipeline.bus.publish(messages);
  await pipeline.worker.settle();
  await pipeline.stop();
  expect(await fingerprint(house.store)).toEqual(expected);
  return house;
}

/** Takes every row of the damaged range away, facts and records. */
async function loseRange({ store }: ReplayHouse): Promise<void> {
  for (const [table, { sql, params }] of ethRowsOf(await loadCalendar(store, network), damaged))
    await store.command(`delete from ${table} where ${sql}`, params);
}

async function openHouseWithLostRange(): Promise<ReplayHouse> {
  const house = await openFilledHouse("embedded");
  await loseRange(house);
  return house;
}

/** Wrong rows that stand above the right ones, rows too many, rows too few. */
async function damageDuties(store: Store): Promise<void> {
  await store.command(
    `insert into fct_eth_validator_duty_epoch select * replace (version + 1000000 as version, 1 as source_reward_gwei)
    from fct_eth_validator_duty_epoch final where epoch = {epoch:UInt32}`,
    { epoch: damaged.from },
  );
  await store.command(
    `insert into fct_eth_validator_duty_epoch select * replace (validator_index + 5000 as validator_index)
    from fct_eth_validator_duty_epoch final where epoch = {epoch:UInt32}`,
    { epoch: damaged.from + 1 },
  );
  for (const table of ["fct_eth_validator_duty_epoch", "int_eth_epoch"])
    await store.command(`delete from ${table} where epoch = {epoch:UInt32}`, { epoch: damaged.to });
}

describe.each(["embedded", "server"] as const)("in the %s warehouse", (kind) => {
  let house: ReplayHouse;
  const replayed = async (
    args: Partial<ReplayArgs> = {},
    deps: Partial<ReplayDeps> = {},
  ): Promise<ReplayResult> =>
    replayIn(house, { network: "eth", from: String(damaged.from), to: String(damaged.to), ...args }, deps);

  beforeAll(async () => {
    house = await openFilledHouse(kind);
  });
  afterAll(async () => {
    await house.close();
  });

  it("swaps nothing when no row differs", async () => {
    expect((await replayed()).tables).toEqual([]);
    expect(await fingerprint(house.store)).toEqual(expected);
    expect(await shadowsIn(house)).toEqual([]);
  });

  it("rebuilds damaged records from raw tables; a dry run only says which", async () => {
    await damageDuties(house.store);
    const before = await fingerprint(house.store);
    const dry = await replayed({ isDryRun: true });
    expect(dry.tables.map(({ name }) => name)).toEqual(["int_eth_epoch", "fct_eth_validator_duty_epoch"]);
    expect(await fingerprint(house.store)).toEqual(before);
    expect((await replayed()).tables).toEqual(dry.tables);
    expect(await fingerprint(house.store)).toEqual(expected);
    expect(await shadowsIn(house)).toEqual([]);
  });

  it("swaps only the tables that are asked for", async () => {
    await damageDuties(house.store);
    const { tables } = await replayed({ tables: ["int_eth_epoch"] });
    expect(tables).toEqual([{ name: "int_eth_epoch", rows: 3 }]);
    const found = await fingerprint(house.store);
    expect(found.int_eth_epoch).toBe(expected.int_eth_epoch);
    expect(found.fct_eth_validator_duty_epoch).not.toBe(expected.fct_eth_validator_duty_epoch);
    await replayed();
    expect(await fingerprint(house.store)).toEqual(expected);
  });

  it("shows a reader the old rows, then the new ones, and nothing between; loses no row of a writer", async () => {
    await damageDuties(house.store);
    const { store } = house;
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
    expect(await fingerprint(store)).toEqual(expected);
  });
});

describe.each(["embedded", "server"] as const)("a replay of the %s warehouse that does not end", (kind) => {
  let house: ReplayHouse;
  let before: Record<string, string>;
  const range = { network: "eth", from: String(damaged.from), to: String(damaged.to) };

  beforeAll(async () => {
    house = await openFilledHouse(kind);
    await damageDuties(house.store);
    before = await fingerprint(house.store);
  });
  afterAll(async () => {
    await house.close();
  });

  it("leaves the live tables as they were and nothing behind when it is interrupted", async () => {
    const interruption = new AbortController();
    const emit = () => interruption.abort(new Error("stopped"));
    await expect(replayIn(house, range, { emit, signal: interruption.signal })).rejects.toThrow("stopped");
    expect(await fingerprint(house.store)).toEqual(before);
    expect(await shadowsIn(house)).toEqual([]);
  });

  it("refuses a second one beside it", async () => {
    let second: Promise<unknown> | undefined;
    const emit = () => {
      second ??= replayIn(house, range).catch((error: unknown) => error);
    };
    const first = await replayIn(house, { ...range, isDryRun: true }, { emit });
    expect(first.tables).toHaveLength(2);
    expect(await second).toMatchObject({
      kind: "config",
      code: "replay_under_way",
      message: expect.stringContaining("Another replay of this warehouse is under way"),
    });
  });

  it("is cleared away by the next one when it was killed", async () => {
    const database = { live: "default", shadow: "default_replay_killed" };
    await house.store.command("create database default_replay_killed");
    await cloneTables(
      { live: house.store, database, cluster: undefined, log },
      [{ name: "raw_eth_block", without: undefined, forward: "all" }],
      new AbortController().signal,
    );
    await replayIn(house, range);
    expect(await shadowsIn(house)).toEqual([]);
    expect(await fingerprint(house.store)).toEqual(expected);
  });
});

describe("while the live consumer goes on", () => {
  it.each(["embedded", "server"] as const)("ends with the same tables (%s)", async (kind) => {
    const house = await openHouse(kind);
    const pipeline = await openPipeline(house.store);
    try {
      await pipeline.bus.publish(messages.filter((message) => epochOf(message) < liveFrom));
      await damageDuties(house.store);
      const later = messages.filter((message) => epochOf(message) >= liveFrom);
      const live = (async () => {
        for (let at = 0; at < later.length; at += 10) await pipeline.bus.publish(later.slice(at, at + 10));
      })();
      await replayIn(house, { network: "eth", from: String(damaged.from), to: String(damaged.to) });
      await live;
      await pipeline.worker.settle();
      expect(await fingerprint(house.store)).toEqual(expected);
    } finally {
      await pipeline.stop();
      await house.close();
    }
  });
});

describe("with facts that are lost, too", () => {
  const range = { network: "eth", from: String(damaged.from), to: String(damaged.to) };
  let house: ReplayHouse;
  beforeAll(async () => {
    house = await openHouseWithLostRange();
  });
  afterAll(async () => {
    await house.close();
  });

  it("says that the warehouse is not enough, and swaps nothing", async () => {
    const before = await fingerprint(house.store);
    await expect(replayIn(house, range)).rejects.toMatchObject({
      code: "replay_incomplete",
      message: expect.stringMatching(
        /^0 of 3 epochs from \d+ to \d+ could be rebuilt.*Nothing was swapped\.$/,
      ),
    });
    expect(await fingerprint(house.store)).toEqual(before);
  });

  it("takes them from the files of `record`", async () => {
    await replayIn(house, { ...range, source: "files", files: [recording] }, { config: recordedConfig });
    expect(await fingerprint(house.store)).toEqual(expected);
  });
});

describe("into a warehouse that holds nothing", () => {
  const whole = { from: String(history.from), to: String(history.to) };

  async function withEmptyHouse(run: (house: ReplayHouse) => Promise<void>): Promise<void> {
    const house = await openHouse("embedded");
    try {
      await run(house);
    } finally {
      await house.close();
    }
  }

  it.each(["generated", "eth/generated"])("files bring the network %s", (name) =>
    withEmptyHouse(async (house) => {
      const args = { ...whole, network: name, source: "files", files: [recording] };
      await replayIn(house, args, { config: recordedConfig });
      expect(await fingerprint(house.store)).toEqual(expected);
    }),
  );

  it("wants heights, and a network that the source can have", () =>
    withEmptyHouse(async (house) => {
      const files = { ...whole, source: "files", files: [recording] };
      await expect(
        replayIn(house, { ...files, network: "eth", from: "2020-12-03" }, { config: recordedConfig }),
      ).rejects.toThrow("give --from and --to as epochs");
      for (const name of ["mars", "celestia", "celestia/generated", "eth/mars"])
        await expect(
          replayIn(house, { ...files, network: name }, { config: recordedConfig }),
        ).rejects.toMatchObject({ code: "unknown_network" });
      await expect(replayIn(house, { ...whole, network: "generated", source: "topic" })).rejects.toThrow(
        "name the chain, too, such as eth/generated",
      );
      await expect(replayIn(house, { ...whole, network: "eth" })).rejects.toMatchObject({
        code: "unknown_network",
      });
    }));
});

describe.skipIf(kafkaMissing() !== undefined)("from a topic", () => {
  const range = { network: "eth", from: String(damaged.from), to: String(damaged.to), source: "topic" };
  let broker: KafkaBroker;
  let bus: Bus;

  beforeAll(async () => {
    broker = await startKafka();
    bus = createKafkaBus({ brokers: [broker.address], clientId: "test", log });
    await bus.ensureTopics(Object.values(ethTopics));
    for (const message of messages) await bus.publish([message]);
  });
  afterAll(async () => {
    await bus.close();
    await broker.stop();
  });

  it("fills a warehouse that holds nothing", async () => {
    const empty = await openHouse("embedded");
    try {
      const whole = { from: String(history.from), to: String(history.to), source: "topic" };
      await replayIn(empty, { ...whole, network: `eth/${network}` }, { bus });
      expect(await fingerprint(empty.store)).toEqual(expected);
    } finally {
      await empty.close();
    }
  });

  describe("facts that are lost", () => {
    let house: ReplayHouse;
    beforeAll(async () => {
      house = await openHouseWithLostRange();
    });
    afterAll(async () => {
      await house.close();
    });

    it("says so when the topic no longer holds what is needed, and swaps nothing", async () => {
      const before = await fingerprint(house.store);
      await expect(replayIn(house, { ...range, fromOffset: "1000000" }, { bus })).rejects.toMatchObject({
        code: "replay_incomplete",
        message: expect.stringContaining("retention"),
      });
      expect(await fingerprint(house.store)).toEqual(before);
    });

    it("rebuilds facts and records, and leaves no group behind", async () => {
      const { tables } = await replayIn(house, { ...range, fromTime: "2020-01-01" }, { bus });
      expect(tables.map(({ name }) => name)).toContain("raw_eth_block");
      expect(await fingerprint(house.store)).toEqual(expected);
      const kafka = new Kafka({ brokers: [broker.address], logLevel: logLevel.NOTHING });
      const admin = kafka.admin();
      await admin.connect();
      const { groups } = await admin.listGroups();
      await admin.disconnect();
      expect(groups).toEqual([]);
    });
  });
});
