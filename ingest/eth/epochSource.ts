/**
 * What others than beacon nodes tell of each epoch, read with it. What they don't tell stays unknown and keeps nothing
 * back: it is asked for again with a later epoch.
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
  /** null: an older listener didn't say. */
  gasUsed: bigint | null;
  /** Wei per gas; null as above. */
  baseFeePerGas: bigint | null;
};

/** An epoch, and its payloads in slot order. */
export type EpochPayloads = { epoch: number; payloads: readonly Payload[] };

/** Final epochs in the tables of which something is not known, the newest before `before` first: some at a time. */
export type FindUnknown = (network: string, before: number) => Promise<EpochPayloads[]>;

export type EpochSourceOptions = {
  /** What it tells, in the plural, as a warning names it. */
  what: string;
  network: string;
  log: Logger;
  /** Tells of an epoch, also of one without payloads. What it has yielded before it fails counts. */
  read(epoch: EpochPayloads, signal: AbortSignal): AsyncIterable<EthMessage>;
  findUnknown?: FindUnknown | undefined;
  /** How long an epoch may take, and how long a turn of late ones. */
  patienceMs?: number | undefined;
  /** Time without questions after they failed, and between two looks for what is unknown. */
  restMs?: number | undefined;
  /** How long what was handed over may take to the tables. What they lack then was lost on the way, and is read again. */
  writtenMs?: number | undefined;
  /** Time between two looks at the tables when nothing is known to be missing. */
  lookMs?: number | undefined;
};

export type EpochSource = {
  /** What is told now; all else is unknown for now. Never fails but by the signal. */
  fetch(epoch: EpochPayloads, signal: AbortSignal): Promise<EthMessage[]>;
  /** Of earlier epochs that have stayed unknown, what is told by now. */
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
  /** The next look is for epochs before this one. */
  let before = Number.POSITIVE_INFINITY;
  /** Handed over by this process: the tables may not have them yet, and are believed from a time on. */
  const told = new Map<number, { until: number; waitMs: number }>();

  /** Waits twice as long each time: where no worker runs, the tables lack everything. */
  function noteTold(epoch: number): void {
    const before = told.get(epoch);
    const waitMs = before === undefined ? writtenMs : Math.min(2 * before.waitMs, msPerDay);
    told.set(epoch, { until: performance.now() + waitMs, waitMs });
  }

  const isOnItsWay = (epoch: number) => (told.get(epoch)?.until ?? 0) > performance.now();

  /** The next look waits no longer than after a failure. */
  function noteMissing(): void {
    if (!isMissing) lookAt = Math.min(lookAt, performance.now() + restMs);
    isMissing = true;
  }

  /**
   * @returns what is told of an epoch, whether that is all, and whether what is missing is a gap of this epoch, so that
   * others may be told all the same
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
      noteTold(epoch.epoch);
      return { messages, isWhole: true, isGap: false };
    } catch (error) {
      signal.throwIfAborted();
      const reason = errorMessage(error);
      const isGap = isErrorOfKind(error, "source") && error.code === "gap";
      const rest = isGap ? {} : { rest_ms: restMs };
      log.warn({ network, epoch: epoch.epoch, reason, ...rest }, `${what} are unknown for now`);
      // It lasts: it is requested again, but less and less often.
      if (isGap) noteTold(epoch.epoch);
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
        // From the newest on again: those that failed may be told then. Without any there is nothing more to look for.
        isMissing = before !== Number.POSITIVE_INFINITY;
        before = Number.POSITIVE_INFINITY;
        lookAt = now + (isMissing ? restMs : lookMs);
        if (!isMissing) told.clear();
        return [];
      }
      const messages: EthMessage[] = [];
      for (const epoch of unknown) {
        if (performance.now() - now > patienceMs) break;
        before = epoch.epoch;
        if (isOnItsWay(epoch.epoch)) continue;
        const found = await attempt(epoch, signal);
        messages.push(...found.messages);
        if (found.isWhole || found.isGap) continue;
        lookAt = performance.now() + restMs;
        break;
      }
      return messages;
    },
  };
}
