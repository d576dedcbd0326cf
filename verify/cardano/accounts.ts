/** Accounts: rewards that were paid to them, and their stakes. A point is an epoch. */
import type { CardanoInfo } from "../../ingest/cardano/session.ts";
import { createChoices } from "../choices.ts";
import type { Kind, ReadContext } from "../figure.ts";
import { lackOf, orMissing, paidEpochs, rewardNeeds, storedEpoch } from "./source.ts";

/** Some 13 accounts fit into a request of 1,000 bytes: these take 40 requests. */
const delegatorCount = 384;
const poolCount = 128;

async function sampleOf({ rows }: ReadContext, statement: string): Promise<string[]> {
  const sizes = { size: delegatorCount, pool_size: poolCount };
  const sample = await rows<{ account: string }>(statement, sizes);
  return sample.map(({ account }) => account);
}

/** The pool of an item, such as `member_reward_lovelace from pool1…`. */
const poolOf = (item: string) => item.split(" ").at(-1) ?? "";

type RewardChoice = { accounts: string[]; day: string | null };

/**
 * Rewards by type and pool, as the node's ledger paid them, compared with the ledger's formulas on stakes, blocks and
 * parameters. Koios reads db-sync's table of the ledger's rewards (koios-artifacts 1.4.2, account_reward_history.sql).
 */
export function accountRewards(info: CardanoInfo): Kind {
  const choices = createChoices<RewardChoice>({ accounts: [], day: null });
  return {
    name: "account_rewards",
    title: "rewards of accounts",
    source: "POST /account_reward_history",
    pointsOf: paidEpochs(info),
    read: (epoch, context) =>
      orMissing(async () => {
        const stored = await storedEpoch(context);
        const missing = lackOf(epoch, stored, [...rewardNeeds, "has_delegations"]);
        if (missing !== undefined) return { missing };
        const accounts = await sampleOf(context, "cardano/verify_accounts");
        choices.set(epoch, { accounts, day: stored?.recorded_payment_day ?? null });
        const rewards = await info.client.rewards(accounts, epoch, context.signal);
        return rewards.flatMap(({ stake_address: subject, type, amount, pool_id_bech32: pool }) =>
          (type === "leader" || type === "member") && pool !== null && amount !== "0"
            ? [{ subject, item: `${type}_reward_lovelace from ${pool}`, value: amount }]
            : [],
        );
      }),
    own: { sql: "cardano/verify_account_rewards", values: choices.of },
    explain: ({ item }, date) => `/v1/cardano/validators/${poolOf(item)}/explain?date=${date}&kind=payout`,
  };
}

/** Stakes by pool, which the warehouse has from lists of pools' delegators (account_stake_history.sql). */
export function accountStakes({ client }: CardanoInfo): Kind {
  const choices = createChoices<{ accounts: string[] }>({ accounts: [] });
  return {
    name: "account_stakes",
    title: "active stakes of accounts",
    source: "POST /account_stake_history",
    read: (epoch, context) =>
      orMissing(async () => {
        const missing = lackOf(epoch, await storedEpoch(context), ["has_facts", "has_delegations"]);
        if (missing !== undefined) return { missing };
        const accounts = await sampleOf(context, "cardano/verify_delegators");
        choices.set(epoch, { accounts });
        const stakes = await client.accountStakes(accounts, epoch, context.signal);
        return stakes.map(({ stake_address: subject, pool_id_bech32, active_stake: value }) => ({
          ...{ subject, item: `stake_lovelace at ${pool_id_bech32}`, value },
        }));
      }),
    own: { sql: "cardano/verify_account_stakes", values: choices.of },
  };
}
