/**
 * An open connection to one network of Polygon PoS. One height is a checkpoint, published once its block on the root chain is
 * final; a unit is a run of them, with all events of stakes and delegations since the one before. What happened before the
 * first of a run is read with it, since stakes follow from all events there ever were.
 */
import { dayOfSeconds } from "../../lib/days.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { BorCount, PriorityFee } from "../../schemas/polygon/events.ts";
import { createExecutionClient, readChainId } from "../execution/client.ts";
import { createEditionPublisher, type ReadEdition } from "../importedFile.ts";
import type { Cursor } from "../listener/cursor.ts";
import type { ChainSession, PreparedUnit, Publish, Run } from "../listener/session.ts";
import { checkHeadAge } from "../node/headAge.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import { createOptionalCalls } from "../node/optional.ts";
import { tryProbes } from "../node/probes.ts";
import { loadContracts } from "./api/contracts.ts";
import { createHeimdallClient } from "./api/heimdall.ts";
import { createBorClient } from "./bor.ts";
import { checkHeaders } from "./check.ts";
import { toCheckpointsMessage } from "./checkpoints.ts";
import { type Header, toBusMessage } from "./decode.ts";
import { gapsIn } from "./gaps.ts";
import { networkOf } from "./network.ts";
import { polygonProbes } from "./probes.ts";
import { createTurnPublisher } from "./publishTurns.ts";
import { openRootChain, type RootBlock } from "./rootChain.ts";
import { createScanner, toEventMessages } from "./scan.ts";
import { createThreadedNamer } from "./signerThreads.ts";
import { readState } from "./state.ts";

export type PolygonOptions = {
  /** Heimdall's REST gateways. */
  urls: readonly string[];
  executionUrls: readonly string[];
  /** Without any, who makes Bor blocks stays unknown. */
  borUrls: readonly string[];
  requestsPerSecond: number;
  networkName?: string | undefined;
  /** First checkpoint to follow without a cursor; default: the last final one. */
  startCheckpoint?: number | undefined;
  /** An older final block of the root chain is an error while following, seconds; 0 = off. */
  maxHeadAgeS: number;
  pollMs: number;
  /** Runs of blocks of the root chain whose events are in the warehouse; default: none. */
  knownBlocks?: ((network: string) => Promise<HeightRange[]>) | undefined;
  /** Reads the file of priority fees. */
  readPriorityFees?: ReadEdition<PriorityFee> | undefined;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

export type PolygonInfo = Pick<Connected, "root" | "heimdall"> & {
  /** Names and versions of the nodes that report them, by kind. */
  software(signal: AbortSignal): Promise<string[]>[];
  /** When a checkpoint came, seconds since 1970. */
  timeOf(checkpoint: number): Promise<number>;
  /** The last final checkpoint. */
  last(): number;
};

/** States of contracts that are older may be gone from a node: it keeps those of 25 minutes. */
const finalForMs = 300_000;
/** With the one before them, they go into one request. */
const checkpointsPerUnit = 99;

/** Connects to the nodes of a network and identifies them. */
async function connect(options: PolygonOptions, log: Logger, signal?: AbortSignal) {
  const { requestsPerSecond, nodeOptions } = options;
  const common = { requestsPerSecond, log, nodeOptions };
  const heimdall = createHeimdallClient({ ...common, urls: options.urls });
  const params = await heimdall.params(signal);
  const constants = networkOf(params.bor_chain_id);
  const executionOptions = { ...common, urls: options.executionUrls };
  const chainId = constants.rootChainId ?? (await readChainId(executionOptions, signal));
  const saidBy = "the root chain's";
  const execution = createExecutionClient({ ...executionOptions, chainId, saidBy });
  const root = await openRootChain(execution, await loadContracts(), params, signal);
  const borChainId = BigInt(params.bor_chain_id);
  const bor =
    options.borUrls.length === 0
      ? undefined
      : createBorClient({ ...common, urls: options.borUrls, borChainId });
  const network = options.networkName ?? constants.name;
  return { constants, heimdall, execution, root, bor, countBlocks: bor?.countBlocks, network };
}

type Connected = Awaited<ReturnType<typeof connect>>;

export async function openPolygonSession(
  options: PolygonOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<PolygonInfo>> {
  const opened = await connect(options, log, openSignal);
  const { constants, heimdall, execution, root, bor, countBlocks, network } = opened;
  const nameSigners = createThreadedNamer();
  let final = await root.block("finalized", openSignal);
  let readAt = performance.now();
  let last = await root.lastCheckpoint(final.number, openSignal);

  /** A final block whose state nodes have still. */
  async function recentFinal(signal?: AbortSignal): Promise<RootBlock> {
    if (performance.now() - readAt > finalForMs) {
      final = await root.block("finalized", signal);
      readAt = performance.now();
    }
    return final;
  }

  function openRun(range: { from: number }, cursor: Cursor | undefined): Run {
    /** Whether the events before this run are sent: the first unit that is published sends them. */
    let isHistorySent = cursor !== undefined;
    const scan = createScanner(root);
    const publishFees = createEditionPublisher(options.readPriorityFees);
    const publishTurns = createTurnPublisher(network, { states: heimdall.states, log });
    /** Day of the last state that this run has published. */
    let stateDay = -1;
    const callBor = createOptionalCalls({
      isRefused: () => true,
      warn: (_, { meta, message }) =>
        log.warn(
          { network, node: meta.node, reason: message },
          "Bor does not return block signers; block producers are unknown",
        ),
    });

    /** Events before the first unit, those that the warehouse does not have. */
    async function publishHistory(to: number, send: Publish, signal: AbortSignal): Promise<void> {
      const ranges = (await options.knownBlocks?.(network)) ?? [];
      for (const gap of gapsIn({ from: constants.firstBlock, to }, ranges)) {
        for await (const window of scan(gap, signal))
          await send(toEventMessages(network, publishedRange(window), window.found));
        log.info({ network, from: gap.from, to: gap.to }, "stakes before the range were read");
      }
    }
    /** The contracts' first block stands for all blocks before it. */
    const publishedRange = ({ from, to }: HeightRange) => ({
      from: from === constants.firstBlock ? 0 : from,
      to,
    });

    async function publishState(send: Publish, signal: AbortSignal): Promise<number> {
      const at = await recentFinal(signal);
      if (dayOfSeconds(at.time) === stateDay) return stateDay;
      await send([toBusMessage(await readState(network, { root, heimdall }, at, signal))]);
      return dayOfSeconds(at.time);
    }

    /** Optional: who made Bor's blocks stays unknown where its nodes do not say. */
    async function publishBor(headers: readonly Header[], send: Publish, signal: AbortSignal): Promise<void> {
      if (countBlocks === undefined) return;
      const checkpoints = await callBor("bor", async () => {
        const counts: BorCount[] = [];
        for (const { checkpoint, startBlock: start, endBlock: end } of headers)
          counts.push(await countBlocks({ checkpoint, start, end }, signal));
        return counts;
      });
      if (checkpoints !== null) await send([toBusMessage({ network, type: "bor", checkpoints })]);
      else signal.throwIfAborted();
    }

    async function prepare(height: number, signal: AbortSignal, to = height): Promise<PreparedUnit> {
      const numbers = Array.from({ length: to - height + 1 }, (_, place) => height + place);
      const wanted = height > 1 ? [height - 1, ...numbers] : numbers;
      const near = await recentFinal(signal);
      const records = await root.headerRecords(wanted, near.number, signal);
      const own = records.slice(wanted.length - numbers.length);
      const end = await root.blockAt(own.at(-1)?.time ?? 0, near, signal);
      const parent = height > 1 ? await root.blockAt(records[0]?.time ?? 0, end, signal) : undefined;
      const before = parent?.number ?? constants.firstBlock - 1;
      const events: ReturnType<typeof toEventMessages> = [];
      const headers: Header[] = [];
      for await (const window of scan({ from: before + 1, to: end.number }, signal)) {
        events.push(...toEventMessages(network, publishedRange(window), window.found));
        headers.push(...window.found.headers);
      }
      const listed = await heimdall.checkpoints(height, to, signal);
      checkHeaders({ from: height, to }, headers, own, listed);
      const signers = await nameSigners(await root.submissions(headers, signal));
      const epochs = await root.epochs(headers, signal);
      const message = toCheckpointsMessage(
        network,
        headers.map((header, place) => ({
          header,
          time: own[place]?.time ?? 0,
          epoch: epochs[place] ?? null,
          heimdall: listed.find(({ id }) => id === header.checkpoint),
          signers: signers[place] ?? [],
        })),
      );
      return {
        parent: parent && { position: parent.number, root: parent.hash },
        last: { position: end.number, root: end.hash },
        publish: async (send, unitSignal) => {
          await publishFees((file_version, fees) =>
            send([toBusMessage({ network, type: "priority_fees", file_version, fees })]),
          );
          if (!isHistorySent && height > 1) await publishHistory(before, send, unitSignal);
          isHistorySent = true;
          await send(events);
          await publishBor(headers, send, unitSignal);
          const keepTurns = await publishTurns(headers, send, unitSignal);
          const day = await publishState(send, unitSignal);
          await send([toBusMessage(message)]);
          return () => {
            stateDay = day;
            keepTurns();
          };
        },
      };
    }

    return {
      // The checkpoint before the range is a unit of its own: it is left out when no node has it any more.
      lastOf: (height, finalHeight) =>
        height < range.from ? range.from - 1 : Math.min(finalHeight, height + checkpointsPerUnit - 1),
      prepare: (height, signal, to) => prepare(height, signal, to),
    };
  }

  return {
    network,
    info: {
      ...{ root, heimdall },
      software: (signal) =>
        [execution, heimdall, bor].map(async (one) => (await one?.versions(signal)) ?? []),
      timeOf: async (checkpoint) =>
        (await root.headerRecords([checkpoint], (await recentFinal()).number))[0]?.time ?? 0,
      last: () => last,
    },
    positionUnit: "block",
    probes: async (signal) =>
      polygonProbes({ known: constants, heimdall, root, execution, signal }, await recentFinal(signal)),
    status: async (signal) => {
      final = await root.block("finalized", signal);
      const { time } = final;
      readAt = performance.now();
      last = await root.lastCheckpoint(final.number, signal);
      const head = await root.block("latest", signal);
      return {
        head: await root.lastCheckpoint(head.number, signal),
        final: last,
        headTime: () => time,
      };
    },
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startCheckpoint,
    defaultStart: (lastFinal) => Math.max(1, lastFinal),
    rootAt: async (block, signal) => (await execution.block(block, signal))?.hash,
    openRun,
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
