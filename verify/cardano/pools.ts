/** Pools: their figures of an epoch, blocks and owners. A point is an epoch. */
import pMap from "p-map";
import type { PoolBlock, PoolHistory, PoolOwner } from "../../ingest/cardano/api/answers.ts";
import type { CardanoInfo } from "../../ingest/cardano/session.ts";
import { createChoices } from "../choices.ts";
import type { Figure, Kind, ReadContext } from "../figure.ts";
import { lackOf, orMissing, storedEpoch } from "./source.ts";

/** Pools with blocks, and as many others. Each takes a request, of which public instances allow 100 in 10 s. */
const blockPoolCount = 32;
const ownerPoolCount = 128;
const callsAtOnce = 8;

/** A sample of the pools with stake in an epoch. */
export async function samplePools({ rows }: ReadContext, size: number): Promise<string[]> {
  const sample = await rows<{ pool: string }>("cardano/verify_pools", { size });
  return sample.map(({ pool }) => pool);
}

/** Reads a row for each pool, a few at once; one first, because a node that refuses it refuses all. */
export async function forPools<Value>(
  pools: readonly string[],
  read: (pool: string) => Promise<Value>,
): Promise<Value[]> {
  const first = await Promise.all(pools.slice(0, 1).map(read));
  return [...first, ...(await pMap(pools.slice(1), read, { concurrency: callsAtOnce }))];
}

/** Blocks of the chain by pool, which the warehouse has from the list of an epoch's blocks (pool_blocks.sql). */
export function poolBlocks({ client }: CardanoInfo): Kind {
  const choices = createChoices<{ pools: string[] }>({ pools: [] });
  const figuresOf = (pool: string, blocks: readonly PoolBlock[]): Figure[] =>
    blocks.map(({ block_height, abs_slot }) => ({
      ...{ subject: pool, item: `slot of block ${block_height}`, value: String(abs_slot) },
    }));
  return {
    name: "pool_blocks",
    title: "blocks of pools",
    source: "GET /pool_blocks",
    read: (epoch, context) =>
      orMissing(async () => {
        const missing = lackOf(epoch, await storedEpoch(context), ["has_facts", "has_blocks"]);
        if (missing !== undefined) return { missing };
        const pools = await samplePools(context, blockPoolCount);
        choices.set(epoch, { pools });
        const figures = await forPools(pools, async (pool) =>
          figuresOf(pool, await client.poolBlocks(pool, epoch, context.signal)),
        );
        return figures.flat();
      }),
    own: { sql: "cardano/verify_pool_blocks", values: choices.of },
    explain: ({ subject }, date) => `/v1/cardano/validators/${subject}/explain?date=${date}&kind=block`,
  };
}

/** Sums over the owners of each pool. */
function ownerFigures(owners: readonly PoolOwner[]): Figure[] {
  const stakes = new Map<string, bigint>();
  const pledges = new Map<string, string>();
  for (const { pool_id_bech32: pool, active_stake, declared_pledge } of owners) {
    stakes.set(pool, (stakes.get(pool) ?? 0n) + BigInt(active_stake));
    if (declared_pledge !== null) pledges.set(pool, declared_pledge);
  }
  return [...stakes]
    .filter(([, stake]) => stake > 0n)
    .flatMap(([subject, stake]) => [
      { subject, item: "owner_stake_lovelace", value: String(stake) },
      { subject, item: "pledge_lovelace", value: pledges.get(subject) ?? "" },
    ]);
}

/** Owners that delegate to their own pool, by the registration in force (pool_owner_history.sql). */
export function poolOwners({ client }: CardanoInfo): Kind {
  const choices = createChoices<{ pools: string[] }>({ pools: [] });
  return {
    name: "pool_owners",
    title: "stakes of pools' owners, and pledges",
    source: "POST /pool_owner_history",
    read: (epoch, context) =>
      orMissing(async () => {
        const missing = lackOf(epoch, await storedEpoch(context), ["has_facts"]);
        if (missing !== undefined) return { missing };
        const pools = await samplePools(context, ownerPoolCount);
        choices.set(epoch, { pools });
        return ownerFigures(await client.poolOwners(pools, epoch, context.signal));
      }),
    own: { sql: "cardano/verify_pool_owners", values: choices.of },
  };
}

/** A pool's figures without those of rewards. */
export function baseFigures(subject: string, row: PoolHistory): Figure[] {
  const values = {
    active_stake_lovelace: row.active_stake,
    delegator_count: row.delegator_cnt,
    block_count: row.block_cnt,
    margin: row.margin,
    fixed_cost_lovelace: row.fixed_cost,
  };
  return Object.entries(values).map(([item, value]) => ({ subject, item, value: String(value ?? "") }));
}
