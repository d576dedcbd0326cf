/**
 * The original service's Python SDK works against this server: only its base address is changed.
 * Fast counterpart: test/endpoints.test.ts
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import type { Store } from "../lib/store/store.ts";
import { createKey } from "../serve/access/keys.ts";
import { type RunningServer, startServer } from "../serve/http/server.ts";
import { runPythonOf } from "./support/documentation.ts";
import { installPython } from "./support/python.ts";
import {
  ethRows,
  insertDays,
  insertNetwork,
  insertSlashings,
  insertValidators,
  pubkeyOf,
} from "./support/serveEth.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const run = promisify(execFile);
let python: string;
/** The output of the documentation's example. */
let documented = "";
type Seen = Record<string, Record<string, unknown>[]> & {
  metadata: Record<string, unknown>;
  metadata_by_pubkey: Record<string, unknown>;
  slashing: Record<string, unknown>;
  never_slashed: number;
  reported: number;
  reported_without_pool: number;
  reported_malformed: number;
  unknown_validator: number;
  wrong_key: number;
};

async function insertHistory(store: Store): Promise<void> {
  await insertNetwork(store);
  await insertValidators(store, 12);
  await insertDays(store, { first: 0, last: 5, days: 12 });
  await insertSlashings(store, 1, 9);
  await store.command(
    "insert into int_eth_day select 'mainnet', 'chain', 25, '2020-12-27', 25 * 225, 26 * 225 - 1, 1, 0, 1",
  );
}

/** The SDK's answers from a server with some rows. */
async function seenOf<Answers>(insert: (store: Store) => Promise<void>, subject: string[]): Promise<Answers> {
  const { store, close } = await openTemporaryStore();
  let server: RunningServer | undefined;
  try {
    await insert(store);
    const { key } = await createKey(store, { name: "sdk" });
    server = await startServer({ store, log: createLogger("silent"), host: "127.0.0.1", port: 0 });
    const script = join(import.meta.dirname, "support", "sdk.py");
    const { stdout } = await run(python, [script, server.url, key, ...subject]);
    const named = { "http://127.0.0.1:8080": server.url, "va_…": key };
    if (subject.length === 0) documented = await runPythonOf("docs/clients.md", python, named);
    return JSON.parse(stdout) as Answers;
  } finally {
    await server?.close();
    await close();
  }
}

beforeAll(async () => {
  python = join(await installPython("rated-python", "0.0.2"), "python");
}, 300_000);

/** The return types that the SDK declares for its calls, and the models that calls have returned, by name. */
const promised: Record<string, string> = {};
const answered: Record<string, string[]> = {};
function noteCalls(seen: object): void {
  const noted = seen as { promised: Record<string, string>; answered: Record<string, string[]> };
  Object.assign(promised, noted.promised);
  for (const [call, types] of Object.entries(noted.answered))
    answered[call] = [...new Set([...(answered[call] ?? []), ...types])];
}

describe("rated-python 0.0.2", () => {
  let seen: Seen;

  beforeAll(async () => {
    seen = await seenOf<Seen>(insertHistory, []);
    noteCalls(seen);
  }, 300_000);

  it("reads metadata, by index and through the redirect by public key", () => {
    expect(seen.metadata).toMatchObject({
      validator_index: 2,
      validator_pubkey: pubkeyOf(2),
      pool: null,
      node_operators: [],
      activation_epoch: 0,
      exit_epoch: null,
      withdrawal_address: null,
    });
    expect(seen.metadata_by_pubkey).toEqual(seen.metadata);
  });

  it("runs the calls of docs/clients.md", () => {
    const days = documented.trim().split("\n");
    expect(days.length).toBeGreaterThan(10);
    for (const day of days) expect(day).toMatch(/^\d+ (?:\d+(?:\.\d+)?|None)$/);
  });

  it("walks lists of validators", () => {
    expect(seen.metadata_list?.map((item) => item.validator_index)).toEqual([1, 3, 5, 7, 9, 11]);
    expect(seen.metadata_of_operators).toEqual([]);
  });

  it("walks back through the days of a validator", () => {
    expect(seen.effectiveness?.map((item) => item.day)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(seen.effectiveness?.[0]).toMatchObject({
      validator_index: 2,
      start_epoch: 9 * 225 + 224,
      end_epoch: 9 * 225,
      total_attestations: 230,
      earnings: 2_009,
      uptime: 1,
      avg_correctness: 1,
      avg_inclusion_delay: 1,
      sum_all_rewards: null,
    });
  });

  it("sums validators over a range of days", () => {
    const summed = seen.by_validator?.map((item) => [
      item.validator_index,
      item.start_day,
      item.end_day,
      item.earnings,
    ]);
    // Each day earns 1000 · index + day: over days 5 to 9 that is 5000 · index + 35.
    expect(summed).toEqual([
      [1, 9, 5, 5_035],
      [2, 9, 5, 10_035],
      [3, 9, 5, 15_035],
    ]);
  });

  it("groups by time", () => {
    // Day 0 ends on Wednesday 2020-12-02, so the second week begins with day 5.
    expect(seen.by_time?.map((item) => [item.start_day, item.end_day, item.validator_index])).toEqual([
      [9, 5, null],
      [4, 0, null],
    ]);
  });

  it("reads slashings up to a day, and of one validator", () => {
    expect(seen.slashings?.map((item) => item.validator_index)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(seen.slashings_of_day?.map((item) => item.validator_index)).toEqual([2, 1]);
    expect(seen.slashing).toEqual(seen.slashings?.[7]);
    expect(seen.slashing).toMatchObject({
      validator_index: 2,
      validator_pubkey: pubkeyOf(2),
      slashing_epoch: 800,
      balance_before_slashing: 32_000_000_000 - 2,
      slashing_penalties: null,
    });
    expect(seen.never_slashed).toBe(404);
  });

  it("reads the totals of slashings", () => {
    expect(seen.slashings_overview?.map((item) => [item.time_window, item.validators_slashed])).toEqual([
      ["1d", 1],
      ["7d", 3],
      ["30d", 9],
      ["all", 9],
    ]);
    expect(seen.slashings_leaderboard).toHaveLength(5);
    expect(seen.slashings_leaderboard?.[0]).toEqual({
      id: `0x${"ab".repeat(20)}`,
      id_type: "withdrawalAddress",
      slashes: 5,
      median_slashed_month: "Dec 2020",
      slasher_pedigree: "NA",
      slashing_role: "slashed",
      validator_count: 5,
    });
    expect(seen.slashings_cohorts?.map((item) => [item.cohort, item.all_time])).toEqual([
      ["solos", 9],
      ["pros_between_10_to_100", 0],
      ["pros_between_100_to_1k", 0],
      ["pros_between_1k_to_5k", 0],
      ["pros_more_than_5k", 0],
    ]);
    expect(seen.slashings_months).toEqual([{ month: "2020-12-01", validators_slashed: 9 }]);
  });

  it("reports validators", () => {
    expect([seen.reported, seen.reported_without_pool, seen.reported_malformed]).toEqual([2, 1, 400]);
  });

  it("raises its own errors", () => {
    expect(seen.unknown_validator).toBe(404);
    expect(seen.wrong_key).toBe(401);
  });
});

describe("rated-python 0.0.2 about entities and the network", () => {
  let seen: Record<string, Record<string, unknown>[]>;

  beforeAll(async () => {
    seen = await seenOf(ethRows.insert, ["entities"]);
    noteCalls(seen);
  }, 300_000);

  const of = (call: string, field: string) => seen[call]?.map((item) => item[field]);
  const windows = ["1d", "7d", "30d", "all"];

  it("reads an operator: its metadata, days and months, returns, summary, clients, movements", () => {
    expect(seen.operator).toMatchObject([{ id: "Example Pool", id_type: "pool", node_operator_count: null }]);
    expect(of("operator_days", "day")).toEqual(Array.from({ length: 23 }, (_, at) => 22 - at));
    expect(of("operator_months", "start_day")).toHaveLength(1);
    expect(of("operator_aprs", "apr_type")).toEqual(["backward", "forward"]);
    expect(seen.operator_summary).toMatchObject([
      { id: "Example Pool", time_window: "7d", validator_count: 20 },
    ]);
    expect(seen.operator_clients).toEqual([]);
    expect(of("stake_movements", "stake_action")).toEqual(["activation", "exit"]);
    expect(of("stake_movements", "validator_count")).toEqual([3, 3]);
  });

  it("walks lists of operators, and their ranks", () => {
    expect(seen.summaries).toHaveLength(12);
    expect(seen.summaries?.[0]).toMatchObject({ id: "Example Pool", network_penetration: 0.1 });
    expect(of("percentiles", "rank")).toEqual(Array.from({ length: 101 }, (_, rank) => rank));
  });

  it("gets 404 for predicted withdrawals, which the specification no longer has", () => {
    expect([seen.withdrawals, seen.withdrawals_of_slot]).toEqual([404, 404]);
  });

  it("reads returns of a validator", () => {
    expect(of("validator_aprs", "time_window")).toEqual(["7d", "7d"]);
  });

  it("reads the network: days, windows, capacity", () => {
    expect(of("stats", "day")?.length).toBeGreaterThan(3);
    expect(of("overview", "time_window")).toEqual(windows);
    expect(of("overview", "latest_epoch")).toEqual([5852, 5852, 5852, 5852]);
    expect(of("capacity", "time_window")).toEqual(windows);
    expect(of("capacity_pools", "pool")).toEqual(["Example Pool"]);
  });

  it("walks blocks, reads one, and relays of an operator", () => {
    expect(of("blocks", "consensus_slot")).toEqual(Array.from({ length: 19 }, (_, at) => 3318 - at));
    expect(seen.blocks?.[0]).toMatchObject({
      relays: ["flashbots"],
      total_type0_tx_fees: 1e18,
      total_priority_fees: 1_000_000_000,
      execution_rewards: 1_000_000_000,
      total_rewards: 1_040_000_000,
    });
    expect(seen.block).toMatchObject([{ consensus_slot: 3319, consensus_proposer_duty: "missed" }]);
    expect(seen.relayers).toEqual([{ relayer: "flashbots", percentage: 1 }]);
  });

  it("reads the locations of peers, and walks their hosting providers", () => {
    // 10 to 21 validators, 186 together; each country has peers n and n + 6.
    expect(seen.peer_countries?.[0]).toEqual({
      country: "Finland",
      country_code: "FI",
      validator_share: 0.19355,
      dist_type: "pros",
    });
    expect(of("peer_countries", "country_code")).toEqual(["FI", "GB", "SG", "FR", "US", "DE"]);
    expect(of("peer_hosts", "hosting_provider")).toEqual(
      Array.from({ length: 11 }, (_, at) => `Host ${10 - at}`),
    );
    expect(of("peer_hosts_first", "dist_type")).toEqual(Array.from({ length: 10 }, () => "pros"));
  });
});

describe("the whole list of calls of rated-python 0.0.2", () => {
  /** Calls that the original has retired, and for which the specification has no operation. */
  const retired = ["Withdrawals.by_operator", "Withdrawals.by_slot"];
  /** Names that modules of the SDK use for models of other modules. */
  const models: Record<string, string> = { EthBlock: "Block", OperatorType: "Operator" };
  const empty = ["Operator.clients"];

  it("is covered completely", () => {
    expect(Object.keys(promised).length).toBeGreaterThan(20);
    expect(Object.keys(answered).sort()).toEqual(Object.keys(promised).sort());
  });

  it("returns the SDK's own models", () => {
    for (const [call, promise] of Object.entries(promised)) {
      if (retired.includes(call) || empty.includes(call)) continue;
      // `Iterator[Withdrawal]`, or the same with the names of modules before, or an int as Python shows the class.
      const model = /(\w+)(?:\]|'>)?$/.exec(promise)?.[1] ?? promise;
      expect([call, answered[call]]).toEqual([call, [models[model] ?? model]]);
    }
  });
});
