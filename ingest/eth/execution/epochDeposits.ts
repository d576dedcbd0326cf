/**
 * Deposits of the payloads of each epoch, read with it. What execution nodes don't tell stays unknown and keeps nothing
 * back: it is asked for again with a later epoch.
 */
import { errorMessage } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { BlockMessage, DepositLogMessage } from "../../../schemas/eth/events.ts";
import type { ExecutionClient } from "./client.ts";
import { depositMessages } from "./depositMessages.ts";
import { readDeposits } from "./readDeposits.ts";

/** The execution blocks of an epoch: number and hash. */
export type EpochPayloads = { epoch: number; hashes: ReadonlyMap<number, string> };

export type EpochDepositsOptions = {
  client: ExecutionClient;
  contract: string;
  network: string;
  log: Logger;
  /** The first of those final epochs in the tables whose deposits are not. */
  findUnknown?: ((network: string) => Promise<EpochPayloads[]>) | undefined;
  /** How long nodes may take with an epoch. */
  patienceMs?: number | undefined;
  /** Time without questions after they failed, and between two looks for what is unknown. */
  restMs?: number | undefined;
};

export type EpochDeposits = {
  /** null: unknown for now. Never fails but by the signal. */
  fetch(payloads: EpochPayloads, signal: AbortSignal): Promise<DepositLogMessage[] | null>;
  /** Those of earlier epochs that have stayed unknown, as far as they are told now. */
  late(signal: AbortSignal): Promise<DepositLogMessage[]>;
};

/** The payloads of an epoch's canonical blocks. */
export function payloadsOf(epoch: number, blocks: readonly BlockMessage[]): EpochPayloads {
  const hashes = new Map<number, string>();
  for (const { status, execution } of blocks)
    if (status === "canonical" && execution !== null)
      hashes.set(Number(execution.block_number), execution.block_hash);
  return { epoch, hashes };
}

export function createEpochDeposits(options: EpochDepositsOptions): EpochDeposits {
  const { client, contract, network, log, findUnknown, patienceMs = 20_000, restMs = 60_000 } = options;
  let restUntil = 0;
  let lookAt = 0;
  /** Whether epochs may have stayed unknown, here or in an earlier process. */
  let isMissing = true;
  /** Handed over by this process; the tables may not have them yet. */
  const told = new Set<number>();

  async function read({ epoch, hashes }: EpochPayloads, signal: AbortSignal): Promise<DepositLogMessage[]> {
    const numbers = [...hashes.keys()];
    const run = { from: Math.min(...numbers), to: Math.max(...numbers) };
    const messages: DepositLogMessage[] = [];
    for await (const piece of readDeposits({ client, contract }, run, { hashes, signal }))
      messages.push(...depositMessages(network, epoch, piece));
    return messages;
  }

  async function fetch(payloads: EpochPayloads, signal: AbortSignal): Promise<DepositLogMessage[] | null> {
    const { epoch, hashes } = payloads;
    if (hashes.size === 0) return [];
    if (Date.now() >= restUntil) {
      try {
        const messages = await read(payloads, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
        told.add(epoch);
        return messages;
      } catch (error) {
        signal.throwIfAborted();
        restUntil = Date.now() + restMs;
        log.warn(
          { network, epoch, reason: errorMessage(error), rest_ms: restMs },
          "deposits are unknown for now: the execution node failed",
        );
      }
    }
    isMissing = true;
    return null;
  }

  return {
    fetch,
    late: async (signal) => {
      const now = Date.now();
      if (!isMissing || findUnknown === undefined || now < Math.max(restUntil, lookAt)) return [];
      lookAt = now + restMs;
      const unknown = await findUnknown(network);
      isMissing = unknown.length > 0;
      const messages: DepositLogMessage[] = [];
      for (const payloads of unknown) {
        if (told.has(payloads.epoch)) continue;
        const found = await fetch(payloads, signal);
        if (found === null) break;
        messages.push(...found);
      }
      // More may be left; those that are on their way are in the tables soon.
      if (messages.length > 0) lookAt = now;
      if (!isMissing) told.clear();
      return messages;
    },
  };
}
