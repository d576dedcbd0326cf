/** Sums over an epoch: /epoch_info. */
import type { CardanoInfo } from "../../ingest/cardano/session.ts";
import type { Kind, ReadContext } from "../figure.ts";
import { lackOf, orMissing, paidEpochs, rewardNeeds, storedEpoch } from "./source.ts";

type RetiredPool = { pool: string; reward_address: string };

/** Deposits of retired pools, which the table of rewards lists as well. */
async function refundsOf(
  { client }: CardanoInfo,
  epoch: number,
  { rows, signal }: ReadContext,
): Promise<bigint> {
  const retired = await rows<RetiredPool>("cardano/verify_retired_pools");
  const pools = new Set(retired.map(({ pool }) => pool));
  const accounts = [...new Set(retired.map(({ reward_address }) => reward_address))];
  if (accounts.length === 0) return 0n;
  const rewards = await client.rewards(accounts, epoch, signal);
  return rewards
    .filter(({ type, pool_id_bech32: pool }) => type === "refund" && pool !== null && pools.has(pool))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/**
 * Blocks, stake and rewards. Koios adds up all rewards of db-sync's table that an epoch earned, deposits of pools that retired
 * in it included (koios-artifacts 1.4.2, epoch_info_cache.sql). The warehouse adds up pools' stakes, and rewards by the
 * ledger's formulas.
 */
export function epochSums(info: CardanoInfo): Kind {
  return {
    name: "epoch_sums",
    title: "blocks, stake and rewards of the network",
    source: "GET /epoch_info",
    pointsOf: paidEpochs(info),
    read: (epoch, context) =>
      orMissing(async () => {
        const missing = lackOf(epoch, await storedEpoch(context), rewardNeeds);
        if (missing !== undefined) return { missing };
        const sums = await info.client.epochInfo(epoch, context.signal);
        if (sums === undefined) return { missing: `epoch_info: no epoch ${epoch}` };
        const { blk_count, active_stake, total_rewards } = sums;
        const refunds = total_rewards === null ? 0n : await refundsOf(info, epoch, context);
        const values = {
          block_count: blk_count,
          active_stake_lovelace: active_stake,
          // Not summed up yet.
          pool_reward_lovelace: total_rewards === null ? null : BigInt(total_rewards) - refunds,
        };
        return Object.entries(values).flatMap(([item, value]) =>
          value === null ? [] : [{ subject: "", item, value: String(value) }],
        );
      }),
    own: {
      sql: "cardano/verify_epoch_sums",
      values: (_epoch, figures) => ({ items: figures.map(({ item }) => item) }),
    },
  };
}
