/** Deposits of each epoch's payloads. */

import type { ExecutionClient } from "../../execution/client.ts";
import { createEpochSource, type EpochSource, type EpochSourceOptions } from "../epochSource.ts";
import { depositMessages } from "./depositMessages.ts";
import { readDeposits } from "./readDeposits.ts";

export function createEpochDeposits({
  client,
  contract,
  ...options
}: Omit<EpochSourceOptions, "what" | "read"> & {
  client: ExecutionClient;
  /** Address of the deposit contract, in lower case. */
  contract: string;
}): EpochSource {
  return createEpochSource({
    ...options,
    what: "deposits",
    read: async function* ({ epoch, payloads }, signal) {
      if (payloads.length === 0) return;
      const hashes = new Map(payloads.map(({ number, hash }) => [number, hash]));
      const run = { from: Math.min(...hashes.keys()), to: Math.max(...hashes.keys()) };
      const messages = [];
      for await (const piece of readDeposits({ client, contract }, run, { hashes, signal }))
        messages.push(...depositMessages(options.network, epoch, piece));
      // All or none: an epoch of which a part is known counts as read.
      yield* messages;
    },
  });
}
