/** Accounts: rewards that were paid to them, and their stakes. A point is an epoch. */
import type { CardanoInfo } from "../../ingest/cardano/session.ts";
import type { Figure, Kind, ReadContext } from "../figure.ts";
import { lackOf, orMissing, paidEpochs, rewardNeeds, storedEpoch } from "./source.ts";

/** Some 13 accounts fit into a request of 1,000 bytes: these take 40 requests. */
const sampleSizes = { size: 384, pool_size: 128 };

async function sampleOf({ rows }: ReadContext): Promise<string[]> {
  const sample = await rows<{ account: string }>("cardano/verify_accounts", sampleSizes);
  return sample.map(({ account }) => account);
}

/** Accounts of the last sample of each point, which also has those that the node did not pay. */
function rememberedSamples() {
  const samples = new Map<number, string[]>();
  return {
    take: async (epoch: number, context: ReadContext) => {
      const accounts = await sampleOf(context);
      samples.set(epoch, accounts);
      return accounts;
    },
    values: (epoch: number) => ({ accounts: samples.get(epoch) ?? [] }),
  };
}

/** The pool of an item, such as `member_reward_lovelace from pool1…`. */
const poolOf = (item: string) => item.split(" ").at(-1) ?? "";

/**
 * Rewards by type and pool, as the node's ledger paid them, compared with the ledger's formulas on stakes, blocks and
 * parameters. Koios reads db-sync's table of the ledger's rewards (koios-artifacts 1.4.2, account_reward_history.sql).
 */
export function accountRewards(info: CardanoInfo): Kind {
  const samples = rememberedSamples();
  return {
    name: "account_rewards",
    title: "rewards of accounts",
    source: "POST /account_reward_history",
    pointsOf: paidEpochs(info),
    read: (epoch, context) =>
      orMissing(async () => {
        const missing = lackOf(epoch, await storedEpoch(context), [...rewardNeeds, "has_delegations"]);
        if (missing !== undefined) return { missing };
        const accounts = await samples.take(epoch, context);
        const rewards = await info.client.rewards(accounts, epoch, context.signal);
        return rewards.flatMap(({ stake_address: subject, type, amount, pool_id_bech32: pool }): Figure[] =>
          (type === "leader" || type === "member") && pool !== null && amount !== "0"
            ? [{ subject, item: `${type}_reward_lovelace from ${pool}`, value: amount }]
            : [],
        );
      }),
    own: { sql: "cardano/verify_account_rewards", values: samples.values },
    explain: ({ item }, date) => `/v1/cardano/validators/${poolOf(item)}/explain?date=${date}&kind=payout`,
  };
}
