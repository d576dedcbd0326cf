/**
 * Accounts that were not paid because they were not registered: a reward of an account that is unregistered when it is
 * paid goes to the treasury, and before Babbage the reward of one that was unregistered when rewards were computed, in
 * the epoch before, is not computed at all (cardano-ledger, eras/shelley/impl: Rules/NewEpoch.hs and
 * LedgerState/PulsingReward.hs). Pure.
 */
import type { AccountUpdate } from "./api/answers.ts";
import type { PoolReward, ReadPool } from "./decode.ts";

/** Less stake earns no lovelace in an epoch. */
const dustLovelace = 1_000n;

export type Unpaid = { pool: string; account: string };

/** Accounts that pools might have paid and did not: reward accounts and members; owners' shares go to the leader. */
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

/** Accounts that were unregistered at some time between two seconds. */
export function unregisteredBetween(
  accounts: readonly string[],
  updates: readonly AccountUpdate[],
  [from, to]: readonly [number, number],
): ReadonlySet<string> {
  const certificates = updates
    .filter(({ action_type }) => action_type === "registration" || action_type === "deregistration")
    .sort((a, b) => a.absolute_slot - b.absolute_slot);
  const unregistered = new Set<string>();
  const registered = new Set<string>();
  for (const { stake_address: account, action_type, block_time } of certificates) {
    if (block_time > to) continue;
    // Until the period begins, only the state is tracked.
    if (block_time > from && !registered.has(account)) unregistered.add(account);
    if (action_type === "registration") registered.add(account);
    else registered.delete(account);
    if (block_time > from && action_type === "deregistration") unregistered.add(account);
  }
  for (const account of accounts) if (!registered.has(account)) unregistered.add(account);
  return unregistered;
}
