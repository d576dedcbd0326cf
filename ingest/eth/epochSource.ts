/**
 * Sources other than beacon nodes, read with each epoch. What they don't return stays unknown and delays nothing: it is
 * requested again with a later epoch.
 */

import { msPerDay } from "../../lib/days.ts";
import { errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { BlockMessage, EthMessage } from "../../schemas/eth/events.ts";

/** The payload of a canonical block, as the beacon chain has it. */
export type Payload = {
  slot: number;
  /** Number and hash of the execution block. */
  number: number;
  hash: string;
  /** In lower case. */
  feeRecipient: string;
  transactionCount: number;
  /** null: the message is of an older listener. */
  gasUsed: bigint | null;
  /** Wei per gas; null as above. */
  baseFeePerGas: bigint | null;
};

/** An epoch, and its payloads in slot order. */
export type EpochPayloads = { epoch: number; payloads: readonly Payload[] };

/** Some final epochs in the tables that lack facts of this source, from the newest one before `before` downwards. */
export type FindUnknown = (network: string, before: number) => Promise<EpochPayloads[]>;

export type EpochSourceOptions = {
  /** Its facts, in the plural, as a warning names them. */
  what: string;
  network: string;
  log: Logger;
  /** Reads an epoch, also one without payloads. What it yields before it fails counts. */
  read(epoch: EpochPayloads, signal: AbortSignal): AsyncIterable<EthMessage>;
  findUnknown?: FindUnknown | undefined;
  /** How long an epoch may take, and how long a turn of late ones. */
  patienceMs?: number | undefined;
  /** Time without requests after one failed, and between two searches for unknown epochs. */
  restMs?: number | undefined;
  /** How long published facts may take to the tables. Those missing after that were lost, and are read again. */
  writtenMs?: number | undefined;
  /** Time between two searches when nothing is known to be missing. */
  lookMs?: number | undefined;
};

export type EpochSource = {
  /** What the source returns now; the rest is unknown for now. Fails only by the signal. */
  fetch(epoch: EpochPayloads, signal: AbortSignal): Promise<EthMessage[]>;
  /** What the source returns by now of earlier epochs that stayed unknown. */
  late(signal: AbortSignal): Promise<EthMessage[]>;
};

/** A part of an epoch that no node returns, though they return the rest: other epochs may be known all the same. */
export function gapError(cause: unknown): SourceError {
  return new SourceError(errorMessage(cause), { code: "gap", retryable: false, cause });
}

const toBigint = (text: string | undefined) => (text === undefined ? null : BigInt(text));

/** The payloads of an epoch's canonical blocks. */
export function payloadsOf(epoch: number, blocks: readonly BlockMessage[]): EpochPayloads {
  const payloads = blocks.flatMap(({ status, slot, execution }): Payload[] =>
    status !== "canonical" || execution === null
      ? []
      : [
          {
            slot,
            number: Number(execution.block_number),
            hash: execution.block_hash,
            feeRecipient: execution.fee_recipient,
            transactionCount: execution.transaction_count,
            gasUsed: toBigint(execution.gas_used),
            baseFeePerGas: toBigint(execution.base_fee_per_gas),
          },
        ],
  );
  return { epoch, payloads };
}

export function createEpochSource(options: EpochSourceOptions): EpochSource {
  const { what, network, log, findUnknown, patienceMs = 20_000, restMs = 60_000 } = options;
  const { writtenMs = 600_000, lookMs = 3_600_000 } = options;
  let restUntil = 0;
  let lookAt = 0;
  /** Whether epochs may have stayed unknown, here or in an earlier process. */
  let isMissing = true;
  /** The next search is for epochs before this one. */
  let before = Number.POSITIVE_INFINITY;
  /** Published by this process: until a time, the tables may not have them yet. */
  const published = new Map<number, { until: number; waitMs: number }>();

  /** Waits twice as long each time: where no worker runs, the tables lack everything. */
  function notePublished(epoch: number): void {
    const before = published.get(epoch);
    const waitMs = before === undefined ? writtenMs : Math.min(2 * before.waitMs, msPerDay);
    published.set(epoch, { until: performance.now() + waitMs, waitMs });
  }

  const isOnItsWay = (epoch: number) => (published.get(epoch)?.until ?? 0) > performance.now();

  /** The next search waits no longer than after a failure. */
  function noteMissing(): void {
    if (!isMissing) lookAt = Math.min(lookAt, performance.now() + restMs);
    isMissing = true;
  }

  /**
   * @returns what the source returns of an epoch, whether that is all, and whether the rest is a gap of this epoch alone, so
   * that others are still worth a request
   */
  async function attempt(
    epoch: EpochPayloads,
    signal: AbortSignal,
  ): Promise<{ messages: EthMessage[]; isWhole: boolean; isGap: boolean }> {
    const messages: EthMessage[] = [];
    try {
      signal.throwIfAborted();
      const limited = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      for await (const message of options.read(epoch, limited)) messages.push(message);
      notePublished(epoch.epoch);
      return { messages, isWhole: true, isGap: false };
    } catch (error) {
      signal.throwIfAborted();
      const reason = errorMessage(error);
      const isGap = isErrorOfKind(error, "source") && error.code === "gap";
      const rest = isGap ? {} : { rest_ms: restMs };
      log.warn({ network, epoch: epoch.epoch, reason, ...rest }, `${what} are unknown for now`);
      // It lasts: it is requested again, but less and less often.
      if (isGap) notePublished(epoch.epoch);
      noteMissing();
      return { messages, isWhole: false, isGap };
    }
  }

  return {
    fetch: async (epoch, signal) => {
      if (performance.now() >= restUntil) {
        const { messages, isWhole, isGap } = await attempt(epoch, signal);
        if (isWhole) return messages;
        if (!isGap) restUntil = performance.now() + restMs;
        before = Number.POSITIVE_INFINITY;
        return messages;
      }
      noteMissing();
      before = Number.POSITIVE_INFINITY;
      return [];
    },
    late: async (signal) => {
      const now = performance.now();
      if (findUnknown === undefined || now < Math.max(restUntil, lookAt)) return [];
      const unknown = await findUnknown(network, Math.min(before, 2 ** 32 - 1));
      if (unknown.length === 0) {
        // Start again from the newest: those that failed may succeed then. Without any there is nothing left to search for.
        isMissing = before !== Number.POSITIVE_INFINITY;
        before = Number.POSITIVE_INFINITY;
        lookAt = now + (isMissing ? restMs : lookMs);
        if (!isMissing) published.clear();
        return [];
      }
      const messages: EthMessage[] = [];
      for (const epoch of unknown) {
        if (performance.now() - now > patienceMs) break;
        before = epoch.epoch;
        if (isOnItsWay(epoch.epoch)) continue;
        const attempted = await attempt(epoch, signal);
        messages.push(...attempted.messages);
        if (attempted.isWhole || attempted.isGap) continue;
        lookAt = performance.now() + restMs;
        break;
      }
      return messages;
    },
  };
}
