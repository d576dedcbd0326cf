/**
 * Rewards and signatures of a checkpoint, as StakeManager has counted them. 0xPolygon/pos-contracts ff11f0e, StakeManager.sol,
 * _increaseRewardAndAssertConsensus: rewardPerStake grows by what signers get per stake, times 10^25; _updateRewardsAndCommit
 * sets a validator that did not sign to the new value, so that it gets nothing. Validators that leave are set to it, too.
 */
import type { Figure, Kind } from "../figure.ts";
import { atCheckpoint, explainPath, ofChain, type PolygonSource } from "./source.ts";

const bigintOf = (value: unknown) => BigInt(String(value));

export function rewardPerStake({ root }: PolygonSource): Kind {
  return {
    name: "reward_per_stake",
    title: "rewards of signers per stake",
    source: "StakeManager.rewardPerStake",
    read: (_checkpoint, context) =>
      atCheckpoint(context, async ({ block_number }) => {
        const call = [{ to: root.stakeManager, name: "rewardPerStake" }];
        const [[before] = []] = await root.views(call, block_number - 1, context.signal);
        const [[after] = []] = await root.views(call, block_number, context.signal);
        return ofChain({ reward_per_stake_1e25: bigintOf(after) - bigintOf(before) });
      }),
    own: { sql: "polygon/verify_reward_per_stake" },
  };
}

export function signatures({ root }: PolygonSource): Kind {
  return {
    name: "signatures",
    title: "signatures of validators",
    source: "StakeManager.validators: initialRewardPerStake",
    read: (_checkpoint, context) =>
      atCheckpoint(context, async ({ block_number, validators, touched }) => {
        const { stakeManager: to } = root;
        const ids = validators.filter((id) => !touched.includes(id));
        const calls = ids.map((id) => ({ to, name: "validators", args: [id] }));
        const [[newest] = [], ...states] = await root.views(
          [{ to, name: "rewardPerStake" }, ...calls],
          block_number,
          context.signal,
        );
        return ids.flatMap((id, place): Figure[] => {
          const state = states[place] ?? [];
          const isLeaving = state[3] !== 0n;
          const value = state[12] === newest ? "0" : "1";
          return isLeaving ? [] : [{ subject: String(id), item: "is_signed", value }];
        });
      }),
    own: {
      sql: "polygon/verify_signatures",
      values: (_checkpoint, figures) => ({ validators: figures.map(({ subject }) => Number(subject)) }),
    },
    explain: (figure, date) => explainPath(figure, date, "signature"),
  };
}
