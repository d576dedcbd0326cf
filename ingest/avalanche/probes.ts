/** What a listener needs of AvalancheGo nodes, probed on an old and a new block. */
import { offered, type Probe } from "../node/probes.ts";
import type { AvalancheClient } from "./api/client.ts";

type Source = {
  client: Pick<AvalancheClient, "block" | "supply" | "stakes" | "heliconTime">;
  /** Whether all stakes have been read already: the answer has megabytes. */
  hasStakes: boolean;
  signal: AbortSignal;
};

/** @param blocks the first and the last that the nodes have */
export function avalancheProbes(
  { client, hasStakes, signal }: Source,
  { from, to }: { from: number; to: number },
): Probe[] {
  return [
    {
      ...{ call: "platform.getBlockByHeight", on: `block ${to}, the newest`, isRequired: true },
      without: "Nothing can be read without blocks",
      run: () => client.block(to, signal),
    },
    {
      ...{ call: "platform.getBlockByHeight", on: `block ${from}, the oldest`, isRequired: false },
      isHistory: true,
      without: "A backfill of older blocks needs another node",
      run: () => client.block(from, signal),
    },
    {
      ...{ call: "platform.getCurrentSupply", on: "the head", isRequired: false },
      without: "Rewards stay unknown",
      run: async () => offered("the supply", await client.supply(signal)),
    },
    {
      ...{ call: "platform.getCurrentValidators", on: "the head", isRequired: false },
      without: "Stakes that began before the first block stay unknown",
      run: async () => hasStakes || (await client.stakes([], signal)),
    },
    {
      ...{ call: "info.upgrades", on: "the head", isRequired: false },
      without: "The date of Helicon is the one of the known networks",
      run: async () => {
        const time = await client.heliconTime(signal);
        // null: it is in the schedule, without a date.
        offered("its schedule", time === null ? 0 : time);
      },
    },
  ];
}
