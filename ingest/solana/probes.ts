/** What a listener needs of Solana nodes, probed on an old and a new slot. */
import { isErrorOfKind } from "../../lib/errors.ts";
import type { Depth } from "../../schemas/solana/events.ts";
import type { Probe } from "../node/probes.ts";
import type { SolanaClient } from "./api/client.ts";

type Source = {
  client: Pick<SolanaClient, "block" | "firstAvailableSlot">;
  depth: Depth;
  signal: AbortSignal;
};

export function solanaProbes({ client, depth, signal }: Source, final: number): Probe[] {
  const block = (slot: number) =>
    client.block(slot, depth, signal).catch((error: unknown) => {
      // A skipped slot is a valid answer.
      if (!isErrorOfKind(error, "source") || error.code !== "skipped") throw error;
    });
  return [
    {
      ...{ call: "getBlock", on: `slot ${final}, the last final one`, isRequired: true },
      without: "Nothing can be read without blocks",
      run: () => block(final),
    },
    {
      ...{ call: "getBlock", on: "the first available slot", isRequired: false, isHistory: true },
      without: "A backfill of older slots needs another node",
      run: async () => block(await client.firstAvailableSlot(signal)),
    },
  ];
}
