/**
 * Who was not paid because its account was not registered: a reward of an account that is not registered when it is paid
 * goes to the treasury, and before Babbage one that was not registered when rewards were computed, in the epoch before,
 * is not computed at all (cardano-ledger, eras/shelley/impl: Rules/NewEpoch.hs and LedgerState/PulsingReward.hs). Pure.
 */
import type { AccountUpdate } from "./api/answers.ts";
import type { PoolReward, ReadPool } from "./decode.ts";

/** Below, no stake earns a lovelace in an epoch. */
const dustLovelace = 1_000n;

export type Unpaid = { pool: string; account: string };

/** Accounts that pools might have paid and did not: reward accounts and members, owners' shares are the leader's. */
export function unpaidOf(pools: readonly ReadPool[], rewards: readonly PoolReward[]): Unpaid[] {
  const paid = new Set(rewards.map(({ pool, account, type }) => `${pool}/${account}/${type}`));
  const leaders = new Set(rewards.flatMap(({ pool, type }) => (type === "leader" ? [pool] : [])));
  return pools.flatMap(({ pool: { pool, rewardAddress, owners }, delegators }) => {
    const owning = new Set(owners);
    const members = delegators.filter(
      ({ stake_address, amount }) =>
        !owning.has(stake_address) &&
        BigInt(amount) >= dustLovelace &&
        !paid.has(`${pool}/${stake_address}/member`),
    );
    const accounts = new Set(members.map(({ stake_address }) => stake_address));
    if (!leaders.has(pool) && rewardAddress !== "") accounts.add(rewardAddress);
    return [...accounts].map((account) => ({ pool, account }));
  });
}

/** Accounts that were not registered at some time between two seconds. */
export function unregisteredBetween(
  accounts: readonly string[],
  updates: readonly AccountUpdate[],
  [from, to]: readonly [number, number],
): ReadonlySet<string> {
  const certificates = updates
    .filter(({ action_type }) => action_type === "registration" || action_type === "deregistration")
    .sort((a, b) => a.absolute_slot - b.absolute_slot);
  const found = new Set<string>();
  const registered = new Set<string>();
  for (const { stake_address: account, action_type, block_time } of certificates) {
    if (block_time > to) continue;
    // What it was when the time began, until then.
    if (block_time > from && !registered.has(account)) found.add(account);
    if (action_type === "registration") registered.add(account);
    else registered.delete(account);
    if (block_time > from && action_type === "deregistration") found.add(account);
  }
  for (const account of accounts) if (!registered.has(account)) found.add(account);
  return found;
}
