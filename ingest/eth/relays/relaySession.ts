/**
 * Relays' deliveries in epochs that the tables already have, as a session of its own: one height is an epoch, a unit some of
 * them. A failing relay backs off, and delays none of the others.
 */
import { errorMessage } from "../../../lib/errors.ts";
import type { HeightRange } from "../../../lib/heightRange.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { RelayPayloadsMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import type { ChainSession, PreparedUnit } from "../../listener/session.ts";
import { toBusMessage } from "../busMessage.ts";
import type { EthChain } from "../spec.ts";
import type { EpochReader } from "./epochRelay.ts";

export type RelaySessionDeps = {
  chain: EthChain;
  range: HeightRange;
  /** By a relay's name. */
  readers: ReadonlyMap<string, EpochReader>;
  /** Epochs of a range without a relay's records, ascending, by relay name. */
  findGaps(range: HeightRange): Promise<ReadonlyMap<string, readonly number[]>>;
  /** Called for each epoch that a relay does not answer now, with the reason. */
  onMissing(relay: string, epoch: number, reason: string): void;
  log: Logger;
  /** How long a relay may take for an epoch. */
  patienceMs?: number | undefined;
  /** Time without requests after a failure. */
  restMs?: number | undefined;
};

/** On mainnet 1,024 slots: a page or two of each relay. */
const epochsAtOnce = 32;
/** Long enough to wait for a minute of Retry-After. */
const defaultPatienceMs = 90_000;
const defaultRestMs = 60_000;

export function createRelaySession(deps: RelaySessionDeps): ChainSession {
  const { chain, range, readers, log } = deps;
  const { patienceMs = defaultPatienceMs, restMs = defaultRestMs } = deps;
  const { network, genesisValidatorsRoot: root } = chain;
  /** By relay name: until when it backs off, and why. */
  const resting = new Map<string, { until: number; reason: string }>();
  /** The first epoch without a relay's records: the next backfill continues there. */
  let firstMissing = Number.POSITIVE_INFINITY;

  async function read(
    relay: string,
    epoch: number,
    signal: AbortSignal,
  ): Promise<RelayPayloadsMessage | undefined> {
    const rest = resting.get(relay);
    if (rest === undefined || performance.now() >= rest.until) {
      try {
        return await readers.get(relay)?.(epoch, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
      } catch (error) {
        signal.throwIfAborted();
        const reason = errorMessage(error);
        resting.set(relay, { until: performance.now() + restMs, reason });
        log.warn({ network, relay, epoch, reason, rest_ms: restMs }, "relay failed; other relays continue");
      }
    }
    firstMissing = Math.min(firstMissing, epoch);
    deps.onMissing(relay, epoch, resting.get(relay)?.reason ?? "");
    return undefined;
  }

  async function prepare(unit: HeightRange, signal: AbortSignal): Promise<PreparedUnit> {
    const gaps = await deps.findGaps(unit);
    const lists = await Promise.all(
      [...gaps].map(async ([relay, epochs]) => {
        const messages: RelayPayloadsMessage[] = [];
        for (const epoch of epochs) {
          const message = await read(relay, epoch, signal);
          if (message !== undefined) messages.push(message);
        }
        return messages;
      }),
    );
    return {
      last: { position: unit.to * chain.slotsPerEpoch, root },
      publish: async (publish): Promise<undefined> => {
        for (const messages of lists) if (messages.length > 0) await publish(messages.map(toBusMessage));
      },
      cursor: () => {
        const height = Math.min(unit.to, firstMissing - 1);
        if (height < range.from) return { height: range.from, position: 0, root: "" };
        return { height, position: height * chain.slotsPerEpoch, root };
      },
    };
  }

  return {
    network,
    info: undefined,
    positionUnit: "slot",
    status: async () => ({ head: range.to, final: range.to, headTime: () => undefined }),
    maxHeadAgeS: 0,
    defaultStart: (final) => final,
    // The position isn't one on a chain of the relay, but it belongs to this beacon chain.
    rootAt: async () => root,
    openRun: () => ({
      lastOf: (height, final) => Math.min(final, height + epochsAtOnce - 1),
      prepare: (height, signal, end = height) => prepare({ from: height, to: end }, signal),
    }),
    pollMs: chain.secondsPerSlot * 1000,
    prefetch: 2,
  };
}
