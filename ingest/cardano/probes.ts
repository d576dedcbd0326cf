/** What a listener needs of Koios, probed on the epochs that it reads next. */
import type { Probe } from "../node/probes.ts";
import type { CardanoClient } from "./api/client.ts";
import { checkSummed } from "./check.ts";

/** An epoch's rewards are paid at the start of the epoch this many later. */
export const payLag = 2;

/** @param now the epoch of the head */
export function cardanoProbes(
  client: Pick<CardanoClient, "epochInfo">,
  now: number,
  signal: AbortSignal,
): Probe[] {
  const summed = (epoch: number, isPaid: boolean): Probe => ({
    ...{ call: "epoch_info", on: `epoch ${epoch}`, isRequired: false },
    without: "Epochs wait until the node has their sums",
    run: async () => {
      const info = await client.epochInfo(epoch, signal);
      if (info !== undefined) checkSummed(epoch, info, { isPaid, hasMakers: true });
    },
  });
  return [summed(now - 1, false), summed(now - payLag - 1, true)];
}
