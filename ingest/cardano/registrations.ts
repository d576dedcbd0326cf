/** Which registration of a pool counts in which epoch. Pure. */
import type { ListedPool, PoolUpdate } from "./api/answers.ts";

export type Registration = {
  pool: string;
  /** From which epoch on it counts. */
  activeEpoch: number;
  /** Seconds since 1970; of two that count from the same epoch on, the later one does. */
  at: number;
  margin: string;
  fixedCost: string;
  pledge: string;
  rewardAddress: string;
  owners: string[];
};

/** A pool as it counts in an epoch. */
export type PoolInEpoch = Registration & {
  retiringEpoch: number | null;
  /** Of all its registrations: whom it pays is told by the rewards. */
  rewardAddresses: string[];
  /** Whether it may have active stake in the epoch. */
  mayBeActive: boolean;
};

export type PoolRegistry = {
  /** Pools that are registered in an epoch, or whose last rewards are paid by then, by their ids. */
  inEpoch(epoch: number): PoolInEpoch[];
};

/** A pool that retires at an epoch is in the snapshot that the next one uses. */
const activeAfterRetiring = 1;
/** What it earned then is paid two epochs later. */
const paidAfterRetiring = 3;

function registrationOf(row: ListedPool | PoolUpdate): Registration | undefined {
  const { pool_id_bech32: pool, active_epoch_no: activeEpoch, margin, fixed_cost, reward_addr } = row;
  if (activeEpoch === null || margin === null || fixed_cost === null) return undefined;
  return {
    pool,
    activeEpoch,
    at: "block_time" in row ? (row.block_time ?? 0) : 0,
    margin,
    fixedCost: fixed_cost,
    pledge: row.pledge ?? "0",
    rewardAddress: reward_addr ?? "",
    // One row of db-sync's joins for each relay.
    owners: [...new Set((row.owners ?? []).flatMap((owner) => owner ?? []))],
  };
}

/** When a pool retires or retired; of a node that leaves it out of its list, by what the chain says. */
function retirementsOf(
  listed: readonly ListedPool[],
  updates: readonly PoolUpdate[],
): ReadonlyMap<string, number | null> {
  const announced = new Map<string, number | null>();
  for (const { pool_id_bech32, retiring_epoch } of updates)
    if (retiring_epoch !== null) announced.set(pool_id_bech32, retiring_epoch);
  return new Map(
    listed.map(({ pool_id_bech32: pool, retiring_epoch, pool_status }) => {
      const known = pool_status === "retired" ? (announced.get(pool) ?? null) : null;
      return [pool, retiring_epoch ?? known];
    }),
  );
}

/** @param updates in the order of the chain, where rows have the same time */
export function createPoolRegistry(
  listed: readonly ListedPool[],
  updates: readonly PoolUpdate[],
): PoolRegistry {
  const byPool = new Map<string, Registration[]>();
  const add = (rows: readonly (ListedPool | PoolUpdate)[]) => {
    for (const row of rows) {
      const found = registrationOf(row);
      if (found !== undefined) byPool.set(found.pool, [...(byPool.get(found.pool) ?? []), found]);
    }
  };
  add(updates);
  // The list has the last registration only.
  add(listed.filter(({ pool_id_bech32 }) => !byPool.has(pool_id_bech32)));
  // Sorting is stable: of equals the last one stays last.
  for (const own of byPool.values()) own.sort((a, b) => a.activeEpoch - b.activeEpoch || a.at - b.at);
  const retirements = retirementsOf(listed, updates);

  return {
    inEpoch: (epoch) => {
      const found: PoolInEpoch[] = [];
      for (const [pool, own] of byPool) {
        const inForce = own.findLast(({ activeEpoch }) => activeEpoch <= epoch);
        const retiringEpoch = retirements.get(pool) ?? null;
        const since = epoch - (retiringEpoch ?? epoch);
        if (inForce === undefined || since > paidAfterRetiring) continue;
        const rewardAddresses = [...new Set(own.map(({ rewardAddress }) => rewardAddress))];
        const mayBeActive = since <= activeAfterRetiring;
        found.push({ ...inForce, retiringEpoch, rewardAddresses, mayBeActive });
      }
      return found.sort((a, b) => (a.pool < b.pool ? -1 : 1));
    },
  };
}
