/** Which registration of a pool applies in which epoch. Pure. */
import type { ListedPool, PoolUpdate } from "./api/answers.ts";

export type Registration = {
  pool: string;
  /** First epoch in which it applies. */
  activeEpoch: number;
  /** Seconds since 1970; of two for the same epoch, the later one applies. */
  at: number;
  /** Hash of its transaction; null if only the list has the registration. */
  transaction: string | null;
  margin: string;
  fixedCost: string;
  pledge: string;
  rewardAddress: string;
  owners: string[];
  /** Epoch at which the pool retired from it, or will; null if another registration replaced it. */
  retiringEpoch: number | null;
};

/** A pool as it counts in an epoch. */
export type PoolInEpoch = Registration & {
  /** Of all its registrations: the rewards show which one was paid. */
  rewardAddresses: string[];
  /** Whether it may have active stake in the epoch. */
  mayBeActive: boolean;
};

export type PoolRegistry = {
  /** Pools by id that are registered in an epoch, or whose last rewards are paid by then. */
  inEpoch(epoch: number): PoolInEpoch[];
  /** Whether a pool may be in that epoch or in a later one. */
  isNeededSince(pool: string, epoch: number): boolean;
  /** Number of pools that retired at the start of an epoch. */
  retiredIn(epoch: number): number;
};

/** A pool that retires at an epoch is in the snapshot that the next one uses. */
const activeAfterRetiring = 1;
/** Its rewards of that epoch are paid two epochs later. */
const paidAfterRetiring = 3;

function registrationOf(row: ListedPool | PoolUpdate): Registration | undefined {
  const { pool_id_bech32: pool, active_epoch_no: activeEpoch, margin, fixed_cost, reward_addr } = row;
  if (activeEpoch === null || margin === null || fixed_cost === null) return undefined;
  return {
    pool,
    activeEpoch,
    at: "block_time" in row ? (row.block_time ?? 0) : 0,
    transaction: "tx_hash" in row ? row.tx_hash : null,
    margin,
    fixedCost: fixed_cost,
    pledge: row.pledge ?? "0",
    rewardAddress: reward_addr ?? "",
    // db-sync's joins repeat the row for each relay.
    owners: [...new Set((row.owners ?? []).flatMap((owner) => owner ?? []))],
    retiringEpoch: null,
  };
}

/**
 * Registrations of one pool in chain order, each with the epoch at which the pool retired from it. A later certificate
 * cancels a future retirement: another retirement, or a registration (cardano-ledger, eras/shelley/impl, Rules/Pool.hs
 * and Rules/PoolReap.hs).
 */
function registrationsOf(updates: readonly PoolUpdate[], startOf: (epoch: number) => number): Registration[] {
  const registrations: Registration[] = [];
  let announced: number | null = null;
  const retire = () => {
    for (const one of registrations) one.retiringEpoch ??= announced;
    announced = null;
  };
  // Sorting is stable: of equals the last one stays last.
  for (const update of [...updates].sort((a, b) => (a.block_time ?? 0) - (b.block_time ?? 0))) {
    if (announced !== null && startOf(announced) <= (update.block_time ?? 0)) retire();
    const registration = registrationOf(update);
    if (registration !== undefined) {
      announced = null;
      registrations.push(registration);
    } else if (update.retiring_epoch !== null) announced = update.retiring_epoch;
  }
  retire();
  return registrations.sort((a, b) => a.activeEpoch - b.activeEpoch || a.at - b.at);
}

/**
 * @param updates in chain order for rows with the same time. They have a pool's retirements; for pools without updates the
 * list has the first one (koios-artifacts 1.3, pool_info_cache.sql).
 * @param startOf first second of an epoch
 */
export function createPoolRegistry(
  listed: readonly ListedPool[],
  updates: readonly PoolUpdate[],
  startOf: (epoch: number) => number,
): PoolRegistry {
  const updatesOf = new Map<string, PoolUpdate[]>();
  for (const update of updates) {
    const own = updatesOf.get(update.pool_id_bech32);
    if (own === undefined) updatesOf.set(update.pool_id_bech32, [update]);
    else own.push(update);
  }
  const byPool = new Map<string, Registration[]>();
  for (const [pool, own] of updatesOf) {
    const registrations = registrationsOf(own, startOf);
    if (registrations.length > 0) byPool.set(pool, registrations);
  }
  for (const row of listed) {
    const own = updatesOf.get(row.pool_id_bech32) ?? [];
    const registrations = byPool.get(row.pool_id_bech32);
    const only = registrations === undefined ? registrationOf(row) : undefined;
    // The list has only the last registration.
    if (only !== undefined) byPool.set(row.pool_id_bech32, [only]);
    if (own.some(({ retiring_epoch }) => retiring_epoch !== null)) continue;
    const last = (registrations ?? byPool.get(row.pool_id_bech32))?.at(-1);
    if (last !== undefined) last.retiringEpoch ??= row.retiring_epoch;
  }

  return {
    inEpoch: (epoch) => {
      const pools: PoolInEpoch[] = [];
      for (const own of byPool.values()) {
        const inForce = own.findLast(({ activeEpoch }) => activeEpoch <= epoch);
        if (inForce === undefined) continue;
        const since = epoch - (inForce.retiringEpoch ?? epoch);
        if (since > paidAfterRetiring) continue;
        const rewardAddresses = [...new Set(own.map(({ rewardAddress }) => rewardAddress))];
        const mayBeActive = since <= activeAfterRetiring;
        pools.push({ ...inForce, rewardAddresses, mayBeActive });
      }
      return pools.sort((a, b) => (a.pool < b.pool ? -1 : 1));
    },
    isNeededSince: (pool, epoch) => {
      const retiring = byPool.get(pool)?.at(-1)?.retiringEpoch ?? epoch;
      return retiring + paidAfterRetiring >= epoch;
    },
    retiredIn: (epoch) =>
      [...byPool.values()].filter((own) => own.some(({ retiringEpoch }) => retiringEpoch === epoch)).length,
  };
}
