/** Stakes and rewards of blocks, which the node decodes itself: the listener reads the bytes. A point is a block. */
import { type BlockStake, readBlockStakes } from "../../ingest/avalanche/api/reported.ts";
import type { Figure, Kind } from "../figure.ts";
import { orMissing } from "../refusals.ts";
import { type AvalancheSource, explainPath } from "./source.ts";

function figuresOf({ txId, nodeId, weight, end, shares, period }: BlockStake): Figure[] {
  const items = {
    weight_navax: weight,
    end_time_s: end,
    delegation_fee_millionths: shares,
    period_s: period,
  };
  return Object.entries(items).flatMap(([item, value]) =>
    value === undefined ? [] : [{ subject: nodeId, item: `${item}/${txId}`, value: String(value) }],
  );
}

export function blockStakes({ client }: AvalancheSource): Kind {
  return {
    name: "block_stakes",
    title: "stakes and rewards of blocks",
    source: "platform.getBlockByHeight, encoding json",
    read: async (point, { signal }) =>
      await orMissing(async () => {
        const { stakes, rewardedTxIds, changedTxIds } = await readBlockStakes(client, point, signal);
        const counts = {
          stake_count: stakes.length,
          reward_count: rewardedTxIds.length,
          change_count: changedTxIds.length,
        };
        const ofChain = (item: string, value: number): Figure => ({
          subject: "",
          item,
          value: String(value),
        });
        return [
          ...Object.entries(counts).map(([item, value]) => ofChain(item, value)),
          ...rewardedTxIds.map((txId) => ofChain(`reward_count/${txId}`, 1)),
          ...changedTxIds.map((txId) => ofChain(`change_count/${txId}`, 1)),
          ...stakes.flatMap(figuresOf),
        ];
      }),
    own: { sql: "avalanche/verify_block_stakes" },
    explain: ({ subject }, date) => explainPath(subject, date, "stake"),
  };
}
