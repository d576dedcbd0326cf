/**
 * An open connection to one network of Polygon PoS. One height is a checkpoint, published once its block on the root chain is
 * final; a unit is a run of them, with all events of stakes and delegations since the one before. What happened before the
 * first of a run is read with it, since stakes follow from all events there ever were.
 */
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { PriorityFee } from "../../schemas/polygon/events.ts";
import type { ReadEdition } from "../importedFile.ts";
import type { ChainSession } from "../listener/session.ts";
import { checkHeadAge } from "../node/headAge.ts";
import { tryProbes } from "../node/probes.ts";
import { connect, type NodeOptions } from "./connect.ts";
import { openFinality } from "./finality.ts";
import { polygonProbes } from "./probes.ts";
import { openRun, type RunDeps } from "./run.ts";
import { createThreadedNamer } from "./signerThreads.ts";

export type PolygonOptions = NodeOptions & {
  /** First checkpoint to follow without a cursor; default: the last final one. */
  startCheckpoint?: number | undefined;
  /** An older final block of the root chain is an error while following, seconds; 0 = off. */
  maxHeadAgeS: number;
  pollMs: number;
  /** Runs of blocks of the root chain whose events are in the warehouse; default: none. */
  knownBlocks?: ((network: string) => Promise<HeightRange[]>) | undefined;
  /** Reads the file of priority fees. */
  readPriorityFees?: ReadEdition<PriorityFee> | undefined;
};

export type PolygonInfo = {
  /** When a checkpoint came, seconds since 1970. */
  timeOf(checkpoint: number): Promise<number>;
  /** The last final checkpoint. */
  last(): number;
};

export async function openPolygonSession(
  options: PolygonOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<PolygonInfo>> {
  const connection = await connect(options, log, openSignal);
  const { constants, heimdall, execution, root, network } = connection;
  const nameSigners = createThreadedNamer();
  const finality = await openFinality(root, openSignal);
  const { knownBlocks, readPriorityFees } = options;
  const runDeps: RunDeps = { ...connection, nameSigners, finality, knownBlocks, readPriorityFees, log };

  return {
    network,
    info: {
      timeOf: async (checkpoint) =>
        (await root.headerRecords([checkpoint], (await finality.recent()).number))[0]?.time ?? 0,
      last: finality.last,
    },
    positionUnit: "block",
    probes: async (signal) =>
      polygonProbes({ known: constants, heimdall, root, execution, signal }, await finality.recent(signal)),
    status: (signal) => finality.status(signal),
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startCheckpoint,
    defaultStart: (lastFinal) => Math.max(1, lastFinal),
    rootAt: async (block, signal) => (await execution.block(block, signal))?.hash,
    openRun: (range, cursor) => openRun(runDeps, range, cursor),
    lowestHeight: () => ({ height: 1, reason: "the first checkpoint is 1" }),
    // Only its neighbours show that the first and the last day of a range are complete.
    heightsFor: ({ from, to }, lastFinal) => ({
      from: Math.max(1, from - 1),
      to: Math.min(lastFinal, to + 1),
    }),
    pollMs: options.pollMs,
    prefetch: 3,
  };
}

/** Describes what one Bor node returns of the last checkpoint. @throws SourceError when it can't be used */
export async function checkBorNode(
  options: PolygonOptions,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<string> {
  const { network, root, countBlocks } = await connect(options, log, signal);
  const final = await root.block("finalized", signal);
  const checkpoint = await root.lastCheckpoint(final.number, signal);
  const [record] = await root.headerRecords([checkpoint], final.number, signal);
  const end = record?.endBlock ?? 0n;
  const count = await countBlocks?.({ checkpoint, start: end, end }, signal);
  return `Bor of ${network}, block ${end} was the turn of ${count?.signers[0]?.[0] ?? "no producer"}`;
}

/** Describes one node of each kind. @throws SourceError when it can't be used */
export async function checkPolygonNode(
  options: PolygonOptions,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<string> {
  const { network, heimdall, root, constants, execution } = await connect(options, log, signal);
  const final = await root.block("finalized", signal);
  checkHeadAge({ name: `block ${final.number} of the root chain`, time: final.time }, options.maxHeadAgeS);
  const lacking = await tryProbes(
    polygonProbes({ known: constants, heimdall, root, execution, signal }, final),
    signal,
  );
  const [last, count] = await Promise.all([
    root.lastCheckpoint(final.number, signal),
    heimdall.count(signal),
  ]);
  const oldest = await heimdall.checkpoints(1, 1, signal);
  const history = oldest.length === 0 ? ", not all of history" : "";
  return `${network}, checkpoint ${count}${history}; final on the root chain: ${last}, block ${final.number}${lacking.map((text) => `; ${text}`).join("")}`;
}
