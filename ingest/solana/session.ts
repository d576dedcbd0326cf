/** An open connection to one Solana network. A height is a slot; a unit is a run of slots, a message. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Depth } from "../../schemas/solana/events.ts";
import { runSlots } from "../../schemas/solana/slots.ts";
import type { Cursor } from "../listener/cursor.ts";
import type { ChainSession, PreparedUnit, Publish, Run, RunKind } from "../listener/session.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import { tryProbes } from "../node/probes.ts";
import { createSolanaClient, type SolanaClient } from "./api/client.ts";
import { createEpochs, type Epochs } from "./epochs.ts";
import { networkOf } from "./network.ts";
import { solanaProbes } from "./probes.ts";
import { createRunReader } from "./runReader.ts";
import { toBusMessage, toRewardsMessages, toSlotsMessages } from "./slots.ts";
import { createStateReader } from "./state.ts";

export type SolanaOptions = {
  urls: readonly string[];
  depth: Depth;
  networkName?: string | undefined;
  /** First slot to follow without a cursor; default: the last final run of slots. */
  startSlot?: number | undefined;
  maxHeadAgeS: number;
  requestsPerSecond: number;
  readsStakes: boolean;
  pollMs?: number;
  prefetch?: number;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

export type SolanaInfo = { client: SolanaClient; epochs: Epochs; genesisHash: string };

/**
 * Slots in a unit, and the multiples at which units end: 15 s of mainnet. Votes name the last 31 slots each time, so a message of
 * fewer slots would say most of it again.
 */
export const slotsPerUnit = runSlots;
const defaultPollMs = 2_000;

type Range = { from: number; to?: number; kind: RunKind };

export async function openSolanaSession(
  options: SolanaOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<SolanaInfo>> {
  const client = createSolanaClient({ ...options, log });
  const genesisHash = await client.genesisHash(openSignal);
  const network = networkOf(genesisHash, options.networkName);
  const epochs = createEpochs(client, await client.epochSchedule(openSignal));
  const { epochOf, lastSlotOf } = epochs;
  const states = createStateReader({ network, client, epochOf, lastSlotOf, log, ...options });
  const readRun = createRunReader({ client, epochs, network, depth: options.depth });

  function openRun(range: Range, cursor: Cursor | undefined): Run {
    const start = cursor === undefined ? range.from : undefined;
    const reader = states.openRun();

    /** Epochs whose rewards are in the run's blocks: those before the epochs that begin in it. */
    function paidEpochs(from: number, to: number): number[] {
      return epochs
        .rangesOf(from, to)
        .flatMap(({ epoch, first_slot }) => (first_slot >= from && epoch > 0 ? [epoch - 1] : []));
    }

    /** State is of now: it is read where a run begins to follow, at each epoch's begin, and at the end of a backfill. */
    function stateOf(from: number, to: number): { paid: number[] } | undefined {
      if (range.kind === "backfill")
        return to === range.to ? { paid: paidEpochs(range.from, range.to) } : undefined;
      const paid = paidEpochs(from, to);
      return from === start || paid.length > 0 ? { paid } : undefined;
    }

    async function prepare(from: number, signal: AbortSignal, to = from): Promise<PreparedUnit> {
      const { run, first } = await readRun(from, to, signal);
      const messages: BusMessage[] = [
        ...toRewardsMessages(network, run.blocks).map(toBusMessage),
        ...toSlotsMessages(run).map(toBusMessage),
      ];
      const own = run.blocks.at(-1);
      const before = { position: first.parentSlot, root: first.previousHash };
      // The first block of a chain is its own parent.
      const parent = first.slot === first.parentSlot ? undefined : before;
      const last = own === undefined ? before : { position: own.slot, root: own.hash };

      async function publish(send: Publish, unitSignal: AbortSignal): Promise<() => void> {
        for (const message of messages) await send([message]);
        const state = stateOf(from, to);
        if (state !== undefined)
          for await (const message of reader.read(state.paid, unitSignal))
            await send([toBusMessage(message)]);
        return reader.handedOver();
      }

      return { parent, last, publish };
    }

    const unitEnd = (slot: number) => slot - (slot % slotsPerUnit) + slotsPerUnit - 1;
    return { lastOf: (height, final) => Math.min(final, unitEnd(height)), prepare };
  }

  async function status(signal: AbortSignal, kind: RunKind) {
    const final = await client.finalizedSlot(signal);
    const headTime = async () => (await client.blockTime(final, signal)) ?? undefined;
    if (kind === "backfill") return { head: final, final, headTime };
    // Whole units only: their messages are the same for every listener.
    return { head: final, final: final - ((final + 1) % slotsPerUnit), headTime };
  }

  return {
    network,
    info: { client, epochs, genesisHash },
    positionUnit: "slot",
    probes: async (signal) => {
      const final = await client.finalizedSlot(signal);
      return solanaProbes({ client, depth: options.depth, signal }, final);
    },
    status,
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startSlot,
    defaultStart: (final) => Math.max(0, final - slotsPerUnit + 1),
    rootAt: async (slot, signal) => {
      try {
        return (await client.block(slot, "rewards", signal)).hash;
      } catch (error) {
        if (isErrorOfKind(error, "source") && error.code === "skipped") return undefined;
        throw error;
      }
    },
    openRun,
    pollMs: options.pollMs ?? defaultPollMs,
    prefetch: options.prefetch ?? 3,
  };
}

/** Describes one node. @throws SourceError when it can't be used */
export async function checkSolanaNode(
  options: SolanaOptions,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<string> {
  const session = await openSolanaSession(options, { log, signal });
  const { final } = await session.status(signal, "backfill");
  const { client } = session.info;
  const [earliest, alpenglowSlot] = await Promise.all([
    client.firstAvailableSlot(signal),
    client.alpenglowSlot(signal),
  ]);
  const lacking = await tryProbes(solanaProbes({ client, depth: options.depth, signal }, final), signal);
  const consensus =
    alpenglowSlot === undefined
      ? "too old for Alpenglow"
      : alpenglowSlot === null
        ? "votes on chain"
        : `Alpenglow from slot ${alpenglowSlot}`;
  return [`${session.network}, slots ${earliest} to ${final}, ${consensus}`, ...lacking].join("; ");
}
