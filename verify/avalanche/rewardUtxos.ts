/**
 * Rewards paid for ended stakes, as UTXOs that the node keeps. A point is a block with a proposal to reward a stake.
 * AvalancheGo 1.14.2, vms/platformvm/txs/executor/proposal_tx_executor.go: rewardValidatorTx and rewardDelegatorTx store the
 * validator's own reward and its delegations' fees, or the delegation's reward after the fee, under the stake's transaction.
 * Those of auto-renewed validators are stored under the transaction of the proposal, and are left out.
 */
import type { Kind } from "../figure.ts";
import { forEach, orMissing } from "../refusals.ts";
import { type AvalancheSource, explainPath } from "./source.ts";

type EndedStake = { subject: string; tx_id: string; value: string };

export function rewardUtxos({ client, rewardHeights }: AvalancheSource): Kind {
  return {
    name: "reward_utxos",
    title: "rewards of ended stakes",
    source: "platform.getRewardUTXOs",
    pointsOf: rewardHeights,
    read: async (_point, { rows, signal }) =>
      await orMissing(async () => {
        const ended = await rows<EndedStake>("avalanche/verify_reward_utxos");
        const paid = await forEach(ended, async ({ tx_id }) => await client.rewardUtxos(tx_id, signal));
        // Before AvalancheGo stored them, and at gateways without them, the list is empty.
        if (ended.some(({ value }, i) => value !== "0" && (paid[i] ?? []).length === 0))
          return { missing: "the node returned no UTXO of a stake whose reward was committed" };
        return ended.map(({ subject, tx_id }, i) => ({
          subject,
          item: `paid_navax/${tx_id}`,
          value: String((paid[i] ?? []).reduce((sum, { amount }) => sum + amount, 0n)),
        }));
      }),
    own: { sql: "avalanche/verify_reward_utxos" },
    explain: ({ subject }, date) => explainPath(subject, date, "payout"),
  };
}
