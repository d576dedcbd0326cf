/**
 * Withdrawn rewards: the part of outstanding rewards that a block's other events do not explain.
 * Cosmos SDK 0.53.5, x/distribution/keeper/delegation.go, withdrawDelegationRewards: the delegator gets whole coins, and the
 * fraction moves to the community pool. So a single withdrawal is the whole part of the decrease; the fractions of several may
 * add up to a coin, so validators with more than one in the block are left out. Celestia (celestiaorg/cosmos-sdk 0.51.4, the same
 * file) moves the rewards of a changed delegation to a list of pending ones, whose sum is added to the outstanding rewards here.
 */
import { decodePending, pendingPath, pendingPrefix } from "../../ingest/cosmos/pending.ts";
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import { readValidators } from "../../ingest/cosmos/state.ts";
import type { Figure, Kind } from "../figure.ts";
import { forEach } from "../refusals.ts";
import { atto, floorAtto, toAtto } from "./amounts.ts";
import { orMissing } from "./source.ts";
import { changeOf, explainPath } from "./unclaimed.ts";

type Withdrawal = { validator: string; withdrawal_count: string; other_change: string };

/** Rewards that changed delegations left pending, whole coins by operator. */
async function pendingAt({ chain, client }: CosmosInfo, height: number, signal: AbortSignal) {
  if (!chain.keepsRewardsOnChange) return new Map<string, bigint>();
  return decodePending(chain, await client.query(pendingPath, pendingPrefix, height, signal));
}

export function withdrawnRewards(info: CosmosInfo): Kind {
  const item = `withdrawn_reward_${info.chain.denomination}`;
  return {
    name: "withdrawn_rewards",
    title: "withdrawn rewards",
    source: "GET /cosmos/distribution/v1beta1/validators/{validator}/outstanding_rewards",
    read: async (height, { rows, signal }) => {
      if (height <= 1) return { missing: "no block is before the first one" };
      const withdrawals = await rows<Withdrawal>("cosmos/verify_withdrawals");
      const single = withdrawals.filter(({ withdrawal_count }) => Number(withdrawal_count) === 1);
      if (single.length === 0) return { figures: [] };
      return await orMissing(async () => {
        const kept = new Set((await readValidators(info, height, signal)).map(({ validator }) => validator));
        const [before, after] = await Promise.all([
          pendingAt(info, height - 1, signal),
          pendingAt(info, height, signal),
        ]);
        const pendingChange = (validator: string) =>
          ((after.get(validator) ?? 0n) - (before.get(validator) ?? 0n)) * atto;
        return await forEach(
          single.filter(({ validator }) => kept.has(validator)),
          async ({ validator, other_change }): Promise<Figure> => {
            const change = await changeOf(info, "outstanding", { validator, isNew: false, height }, signal);
            const withdrawn = toAtto(other_change) - change - pendingChange(validator);
            return { subject: validator, item, value: String(floorAtto(withdrawn)) };
          },
        );
      });
    },
    own: {
      sql: "cosmos/verify_withdrawn_rewards",
      values: (_height, figures) => ({ item, validators: figures.map(({ subject }) => subject) }),
    },
    explain: ({ subject }, date) => explainPath(info, subject, date, "withdraw_rewards"),
  };
}
