/** An open connection to EigenLayer's contracts on one network. One height is a block of Ethereum; a unit is a run of them. */
import type { AppError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { EigenlayerMessage } from "../../schemas/eigenlayer/events.ts";
import { createExecutionClient, type ExecutionClient, readChainId } from "../execution/client.ts";
import { createRunLength } from "../execution/runLength.ts";
import { createEditionPublisher, type ReadEdition } from "../importedFile.ts";
import type { ChainSession, PreparedUnit, Publish, Run, RunKind } from "../listener/session.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import { createViews, readDay, readStrategies, readTokens } from "./answers.ts";
import { type Header, readHeader, readHeaders } from "./calls.ts";
import { addCompletedM1 } from "./completionsM1.ts";
import { createLogDecoder } from "./decode.ts";
import { createKnown, type Known, note, noteQueuedM1 } from "./known.ts";
import { toBusMessage, toLogsMessages } from "./messages.ts";
import { type KnownNetwork, networkOf } from "./networks.ts";
import { checkPresupposed } from "./presupposed.ts";
import type { Price } from "./prices.ts";
import { eigenlayerProbes } from "./probes.ts";
import { createRewardReader } from "./rewards.ts";
import { createSidecar } from "./sidecar.ts";
import { type Piece, readWindow } from "./window.ts";

/** What the warehouse holds, for a listener that begins in the middle. */
export type Written = {
  /** Blocks that are read, as runs without a hole. */
  runs(network: string): Promise<readonly HeightRange[]>;
  /** What is known up to a block. */
  known(network: string, block: number): Promise<Known>;
};

export type EigenlayerOptions = {
  executionUrls: readonly string[];
  sidecarUrls: readonly string[];
  /** Name of the network instead of the one that its chain has. */
  networkName?: string | undefined;
  /** Seconds; an older head is an error while following; 0 = off. */
  maxHeadAgeS: number;
  requestsPerSecond: number;
  /** Reads the file of prices. */
  readPrices?: ReadEdition<Price> | undefined;
  written?: Written | undefined;
  pollMs?: number;
  prefetch?: number;
  /** Most blocks in a unit. */
  unitBlocks?: number;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
  /** Between two looks at a sidecar in trouble. */
  sidecarRetryMs?: number;
};

export type EigenlayerInfo = { client: ExecutionClient; known: KnownNetwork };

const defaultPollMs = 12_000;
/** Logs of a unit after which the next ones are smaller: some 6 MB of JSON. */
const logsWanted = 8_000;

export async function openEigenlayerSession(
  options: EigenlayerOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<EigenlayerInfo>> {
  const ethers = await import("ethers");
  const nodes = {
    urls: options.executionUrls,
    requestsPerSecond: options.requestsPerSecond,
    log,
    nodeOptions: { rounds: 3, ...options.nodeOptions },
  };
  const chainId = await readChainId(nodes, openSignal);
  const knownNetwork = networkOf(chainId);
  const network = options.networkName ?? knownNetwork.name;
  const client = createExecutionClient({ ...nodes, chainId, saidBy: `${network} is` });
  const { contracts, firstBlock } = knownNetwork;
  const addresses = Object.values(contracts);
  const decoder = createLogDecoder(ethers, contracts);
  const length = createRunLength({
    logsWanted,
    ...(options.unitBlocks === undefined ? {} : { max: options.unitBlocks }),
  });
  const windowDeps = {
    ...{ client, decoder, addresses },
    onRefused: ({ from, to }: HeightRange) => length.refused(to - from + 1),
  };
  const runs = (await options.written?.runs(network)) ?? [];
  const views = createViews(ethers);
  let isUnansweredSaid = false;
  const onUnanswered = ({ message: reason, code }: AppError) => {
    if (!isUnansweredSaid)
      log.warn({ network, code, reason }, "calls of contracts are not answered: what they say stays unknown");
    isUnansweredSaid = true;
  };

  const headerOf = async (tag: "latest" | "finalized" | number, signal: AbortSignal): Promise<Header> =>
    typeof tag === "number"
      ? ((await readHeaders(client, [tag], signal))[0] as Header)
      : await client.request(
          [{ method: "eth_getBlockByNumber", params: [tag, false] }],
          ([result]) => readHeader(result, tag),
          signal,
        );

  /** What is known before a block: from the tables, and from the logs of blocks that aren't there yet. */
  async function knownBefore(from: number, signal: AbortSignal): Promise<Known> {
    const written = runs.find((run) => run.from <= firstBlock && run.to >= firstBlock);
    const last = Math.min(written?.to ?? firstBlock - 1, from - 1);
    const state =
      (last >= firstBlock ? await options.written?.known(network, last) : undefined) ?? createKnown();
    // The length of the next run may change while one is read.
    for (let start = last + 1, end = last; start < from; start = end + 1) {
      end = Math.min(from - 1, start + length.get() - 1);
      const run = { from: start, to: end };
      for (const { facts } of await readWindow(windowDeps, run, signal)) {
        checkPresupposed(state, facts);
        note(state, facts);
      }
    }
    return state;
  }

  function openRun(range: { from: number; to?: number; kind: RunKind }): Run {
    let stateBefore: Promise<Known> | undefined;
    const publishPrices = createEditionPublisher(options.readPrices);
    const rewards =
      options.sidecarUrls.length === 0
        ? undefined
        : createRewardReader({
            ...{ network, log, retryMs: options.sidecarRetryMs },
            sidecar: createSidecar({ ...nodes, urls: options.sidecarUrls }),
            isPatient: range.kind === "follow",
          });

    async function publishPiece(
      piece: Piece,
      state: Known,
      {
        send,
        signal,
      }: { send: (messages: readonly EigenlayerMessage[]) => Promise<void>; signal: AbortSignal },
    ): Promise<void> {
      const { run, ends, firstDay, last } = piece;
      checkPresupposed(state, piece.facts);
      noteQueuedM1(state, piece.facts);
      const facts = await addCompletedM1(piece.facts, { client, log, queued: state.queuedM1, signal });
      const context = { network, first_block: firstBlock, run, ends, firstDay, lastTime: last.time };
      await send(toLogsMessages(facts, context));
      note(state, facts);
      const deps = { client, network, contracts, views, onUnanswered, signal };
      const tokens = ends.length === 0 ? undefined : await readStrategies(deps, state, last.number);
      if (tokens !== undefined) await send([tokens]);
      if (tokens !== undefined) for (const one of state.strategies.values()) one.isDescribed = true;
      for (const end of ends) if (end.lastBlock >= firstBlock) await send([await readDay(deps, state, end)]);
    }

    async function publishRewards(
      state: Known,
      block: number,
      send: (messages: readonly EigenlayerMessage[]) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void> {
      const deps = { client, network, contracts, views, onUnanswered, signal };
      await rewards?.catchUp(
        state,
        async (messages, wanted) => {
          const fresh = wanted.filter((token) => !state.tokens.has(token));
          const tokens = await readTokens(deps, fresh, block);
          if (tokens.length > 0) await send([{ type: "tokens", network, block, strategies: [], tokens }]);
          for (const token of fresh) state.tokens.add(token);
          await send(messages);
        },
        signal,
      );
    }

    async function prepare(from: number, signal: AbortSignal, to = from): Promise<PreparedUnit> {
      const pieces = await readWindow(windowDeps, { from, to }, signal);
      if (pieces.length === 1) length.answered(pieces[0]?.logCount ?? 0);
      const last = pieces.at(-1)?.last as Header;

      async function publish(publishTo: Publish, unitSignal: AbortSignal): Promise<undefined> {
        const send = async (messages: readonly EigenlayerMessage[]) => {
          for (const message of messages) await publishTo([toBusMessage(message)]);
        };
        stateBefore ??= knownBefore(from, unitSignal).catch((error: unknown) => {
          stateBefore = undefined;
          throw error;
        });
        const state = await stateBefore;
        await publishPrices((file_version, prices) =>
          send([{ type: "prices", network, file_version, prices }]),
        );
        for (const piece of pieces) await publishPiece(piece, state, { send, signal: unitSignal });
        await publishRewards(state, to, send, unitSignal);
      }

      const before = pieces[0]?.before;
      const parent = before && { position: before.number, root: before.hash };
      return { parent, last: { position: to, root: last.hash }, publish };
    }

    return {
      lastOf: (height, final) => Math.min(final, height + length.get() - 1),
      prepare,
    };
  }

  /** The first block that isn't read without a hole from the contracts' first one on. */
  function firstUnread(): number {
    const written = runs.find((run) => run.from <= firstBlock && run.to >= firstBlock);
    return written === undefined ? firstBlock : written.to + 1;
  }

  return {
    network,
    info: { client, known: knownNetwork },
    positionUnit: "block",
    probes: async (signal) =>
      eigenlayerProbes({ client, known: knownNetwork, signal }, (await headerOf("finalized", signal)).number),
    status: async (signal) => {
      const [head, final] = await Promise.all([headerOf("latest", signal), headerOf("finalized", signal)]);
      return { head: head.number, final: final.number, headTime: () => head.time };
    },
    maxHeadAgeS: options.maxHeadAgeS,
    defaultStart: (final) => Math.min(final, firstUnread()),
    rootAt: async (height, signal) => (await headerOf(height, signal)).hash,
    openRun,
    lowestHeight: () => ({
      height: firstBlock,
      reason: `the contracts have no logs before block ${firstBlock}`,
    }),
    // A state is the sum of all logs before it.
    heightsFor: ({ from, to }) => ({ from: Math.min(from, firstUnread()), to }),
    pollMs: options.pollMs ?? defaultPollMs,
    prefetch: options.prefetch ?? 2,
  };
}
