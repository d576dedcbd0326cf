/**
 * Windows over 450 days of day records, with amounts of real size: sums are exact.
 * Fast counterpart: test/endpoints.test.ts
 */
import { afterAll, beforeAll, describe, it } from "vitest";
import { toNodeId } from "../lib/cb58.ts";
import { poolIdOf } from "../schemas/cardano/poolId.ts";
import { cosmosChainOf } from "../schemas/cosmos/chains.ts";
import { announceNetwork as announceCosmos } from "../transform/cosmos/networks.ts";
import { announceNetwork } from "../transform/frame/networks.ts";
import { decimal } from "./support/decimal.ts";
import {
  createAmounts,
  dayAt,
  dayCount,
  dayRows,
  edgeBytes,
  insertFields,
  inWindow,
  type LongDay,
  longDays,
  newestDay,
} from "./support/longWindows.ts";
import { addressOf } from "./support/polkadotTruth.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { inWindows, unknownSubject, windowLengths } from "./support/subjectDays.ts";
import { checkSubjects, type ExpectedSubject } from "./support/subjects.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
});
afterAll(() => fixture.close());

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const day = "toDate(field[2])";
const common = { day, is_complete: "toUInt8(field[3])", version: "1" };

type Held = { stake: bigint; status: string; commission: string; decimals: number };

/** The sum of a subject's days, for each window. */
const expected = (all: ReadonlyMap<string, readonly LongDay[]>, held: (id: string, place: number) => Held) =>
  inWindows((window) =>
    [...all].map(([id, days], place): ExpectedSubject => {
      const { stake, status, commission, decimals } = held(id, place);
      const own = inWindow(days, windowLengths[window]);
      return {
        ...unknownSubject,
        ...{ id, status, commission },
        stake: decimal(stake, decimals),
        rewards: decimal(sum(own.flatMap(({ amounts }) => amounts)), decimals),
        days: String(own.length),
        lastDay: newestDay,
      };
    }),
  );

describe("rewards of windows of 450 days", () => {
  it.each(["celestia", "babylon"])("of %s, with 18 decimals of a base unit", async (id) => {
    const chain = cosmosChainOf(id);
    const amounts = createAmounts(id);
    const { store } = fixture;
    await announceCosmos(store, chain, chain.mainNetwork);
    const validators = edgeBytes(20).map((bytes) => `${chain.prefix}valoper${bytes.toString("hex")}`);
    const all = longDays(validators, () => [amounts(13 + 18)]);
    const stakes = validators.map(() => amounts(16));
    const network = `'${chain.mainNetwork}'`;
    await insertFields(
      store,
      "fct_cosmos_validator_reward_daily",
      {
        ...{ network, validator: "field[1]", ...common },
        delegation_reward:
          "divideDecimal(toDecimal256(field[4], 0), toDecimal256('1000000000000000000', 0), 18)",
      },
      dayRows(all),
    );
    await insertFields(
      store,
      "raw_cosmos_validator",
      {
        ...{ network, validator: "field[1]", height: "1", version: "1", is_bonded: "1" },
        ...{ stake: "toDecimal256(field[2], 18)", commission_rate: "toDecimal128('0.1', 18)" },
      },
      validators.map((validator, place) => [validator, stakes[place] ?? 0n]),
    );
    await insertFields(store, "raw_cosmos_state", { network, height: "1", version: "1" }, [[1]]);
    await insertFields(
      store,
      "int_cosmos_day",
      { network, ...common },
      Array.from({ length: dayCount + 1 }, (_, place) => ["", dayAt(place), place < dayCount]),
    );
    const { decimals } = chain.token;
    const windows = expected(all, (_, place) => ({
      ...{ stake: (stakes[place] ?? 0n) * 10n ** 18n, status: "active", commission: "0.1" },
      decimals: decimals + 18,
    }));
    await checkSubjects(fixture, { chain: id, kind: "validator", token: chain.token.symbol, windows });
  });

  it("of Avalanche, by nodes whose ids begin and end in zeros", async () => {
    const { store } = fixture;
    const amounts = createAmounts("avalanche");
    await store.command("insert into dim_avalanche_network values ('mainnet', null, 1)");
    const nodes = edgeBytes(20).map(toNodeId);
    const all = longDays(nodes, () => [amounts(15), amounts(14), amounts(13)]);
    const stakes = nodes.map(() => amounts(17));
    const network = "'mainnet'";
    await insertFields(
      store,
      "fct_avalanche_validator_reward_daily",
      {
        ...{ network, node_id: "field[1]", ...common },
        ...{ delegator_reward_navax: "toUInt128(field[4])", validator_reward_navax: "toUInt128(field[5])" },
        fee_reward_navax: "toUInt128(field[6])",
      },
      dayRows(all),
    );
    await insertFields(
      store,
      "int_avalanche_stake",
      {
        ...{
          network,
          node_id: "field[1]",
          tx_id: "toFixedString(repeat('cd', 32), 64)",
          end_at: "2000000000",
        },
        ...{ weight_navax: "toUInt64(field[2])", is_validator: "1", version: "1" },
      },
      nodes.map((node, place) => [node, stakes[place] ?? 0n]),
    );
    await insertFields(
      store,
      "raw_avalanche_stake",
      {
        ...{ network, node_id: "field[1]", tx_id: "toFixedString(repeat('cd', 32), 64)", shares: "20000" },
        ...{ is_validator: "1", version: "1", position: "toUInt32(field[2])" },
      },
      nodes.map((node, place) => [node, place]),
    );
    await insertFields(store, "int_avalanche_day", { network, ...common }, [["", newestDay, true]]);
    const windows = expected(all, (_, place) => ({
      ...{ stake: stakes[place] ?? 0n, status: "active", commission: "0.02", decimals: 9 },
    }));
    await checkSubjects(fixture, { chain: "avalanche", kind: "validator", token: "AVAX", windows });
  });

  it("of Polkadot, by accounts that begin and end in zeros", async () => {
    const { store } = fixture;
    const amounts = createAmounts("polkadot");
    await announceNetwork(store, "polkadot", "polkadot");
    const validators = edgeBytes(32).map((bytes) => addressOf(`0x${bytes.toString("hex")}`));
    const all = longDays(validators, () => [amounts(16), amounts(17)]);
    const stakes = validators.map(() => amounts(18));
    const network = "'polkadot'";
    await insertFields(
      store,
      "fct_polkadot_validator_reward_daily",
      {
        ...{ network, validator: "field[1]", ...common },
        ...{ validator_planck: "toUInt128(field[4])", delegator_planck: "toUInt128(field[5])" },
      },
      dayRows(all),
    );
    await insertFields(
      store,
      "raw_polkadot_validator",
      {
        ...{ network, era: "100", validator: "field[1]", commission_ppb: "50000000", version: "1" },
        total_stake_planck: "toUInt128(field[2])",
      },
      validators.map((validator, place) => [validator, stakes[place] ?? 0n]),
    );
    await insertFields(store, "int_polkadot_network_era", { network, era: "100", day, version: "1" }, [
      ["", newestDay],
    ]);
    await insertFields(store, "int_polkadot_day", { network, ...common }, [["", newestDay, true]]);
    const windows = expected(all, (_, place) => ({
      ...{ stake: stakes[place] ?? 0n, status: "active", commission: "0.05", decimals: 10 },
    }));
    await checkSubjects(fixture, { chain: "polkadot", kind: "validator", token: "DOT", windows });
  });

  it("of Cardano, by pools whose hashes begin and end in zeros", async () => {
    const { store } = fixture;
    const amounts = createAmounts("cardano");
    await announceNetwork(store, "cardano", "mainnet");
    const hashes = edgeBytes(28).map((bytes) => bytes.toString("hex"));
    const pools = hashes.map(poolIdOf);
    const all = longDays(pools, () => [amounts(15), amounts(14)]);
    const stakes = pools.map(() => amounts(16));
    const network = "'mainnet'";
    await insertFields(
      store,
      "fct_cardano_pool_reward_daily",
      {
        ...{ network, pool: "field[1]", ...common },
        ...{ earned_member_reward: "toUInt64(field[4])", earned_leader_reward: "toUInt64(field[5])" },
      },
      dayRows(all),
    );
    await insertFields(
      store,
      "raw_cardano_pool",
      {
        ...{
          network,
          epoch: "500",
          pool: "field[1]",
          pool_hash: "toFixedString(field[2], 56)",
          margin: "0.01",
        },
        ...{ active_stake: "toUInt64(field[3])", version: "1" },
      },
      pools.map((pool, place) => [pool, hashes[place] ?? "", stakes[place] ?? 0n]),
    );
    await insertFields(store, "raw_cardano_epoch", { network, epoch: "500", pool_count: "5", version: "1" }, [
      [1],
    ]);
    await insertFields(store, "int_cardano_day", { network, ...common }, [["", newestDay, true]]);
    const windows = expected(all, (_, place) => ({
      ...{ stake: stakes[place] ?? 0n, status: "active", commission: "0.01", decimals: 6 },
    }));
    await checkSubjects(fixture, { chain: "cardano", kind: "pool", token: "ADA", windows });
  });
});
