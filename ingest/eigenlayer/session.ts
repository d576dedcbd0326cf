/** An open connection to EigenLayer's contracts on one network. One height is a block of Ethereum; a unit is a run of them. */
import { elementAt } from "../../lib/elementAt.ts";
import type { AppError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { createExecutionClient, type ExecutionClient, readChainId } from "../execution/client.ts";
import { createRunLength } from "../execution/runLength.ts";
import type { ReadEdition } from "../importedFile.ts";
import type { ChainSession, RunKind } from "../listener/session.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import { createViews } from "./answers.ts";
import { type Header, readHeader, readHeaders } from "./calls.ts";
import { createLogDecoder } from "./decode.ts";
import { type KnownNetwork, networkOf } from "./networks.ts";
import type { Price } from "./prices.ts";
import { eigenlayerProbes } from "./probes.ts";
import { createRewardReader } from "./rewards.ts";
import { openRun, type RunDeps } from "./run.ts";
import { createSidecar } from "./sidecar.ts";
import { openWrittenBlocks, type Written } from "./written.ts";

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

/** Opens clients of the execution nodes, and identifies their network. */
async function connect(options: EigenlayerOptions, log: Logger, signal?: AbortSignal) {
  const nodes = {
    urls: options.executionUrls,
    requestsPerSecond: options.requestsPerSecond,
    log,
    nodeOptions: { rounds: 3, ...options.nodeOptions },
  };
  const chainId = await readChainId(nodes, signal);
  const constants = networkOf(chainId);
  const network = options.networkName ?? constants.name;
  const client = createExecutionClient({ ...nodes, chainId, saidBy: `${network} is` });
  const openRewards = (kind: RunKind) =>
    options.sidecarUrls.length === 0
      ? undefined
      : createRewardReader({
          ...{ network, log, retryMs: options.sidecarRetryMs },
          sidecar: createSidecar({ ...nodes, urls: options.sidecarUrls }),
          isPatient: kind === "follow",
        });
  return { constants, network, client, openRewards };
}

/** Warns of the first call of a contract that isn't answered. */
function createUnansweredWarning(network: string, log: Logger): (error: AppError) => void {
  let isSaid = false;
  return ({ message: reason, code }) => {
    if (!isSaid)
      log.warn({ network, code, reason }, "calls of contracts are not answered: what they say stays unknown");
    isSaid = true;
  };
}

async function headerOf(
  client: ExecutionClient,
  tag: "latest" | "finalized" | number,
  signal: AbortSignal,
): Promise<Header> {
  if (typeof tag === "number") return elementAt(await readHeaders(client, [tag], signal), 0);
  return await client.request(
    [{ method: "eth_getBlockByNumber", params: [tag, false] }],
    ([result]) => readHeader(result, tag),
    signal,
  );
}

export async function openEigenlayerSession(
  options: EigenlayerOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<EigenlayerInfo>> {
  const ethers = await import("ethers");
  const { constants, network, client, openRewards } = await connect(options, log, openSignal);
  const { contracts, firstBlock } = constants;
  const length = createRunLength({
    logsWanted,
    ...(options.unitBlocks === undefined ? {} : { max: options.unitBlocks }),
  });
  const window = {
    ...{ client, decoder: createLogDecoder(ethers, contracts), addresses: Object.values(contracts) },
    onRefused: ({ from, to }: HeightRange) => length.refused(to - from + 1),
  };
  const written = await openWrittenBlocks(options.written, { network, firstBlock, window, length });
  const runDeps: RunDeps = {
    ...{ network, firstBlock, contracts, client, window, length, written, openRewards, log },
    views: createViews(ethers),
    onUnanswered: createUnansweredWarning(network, log),
    readPrices: options.readPrices,
  };

  return {
    network,
    info: { client, known: constants },
    positionUnit: "block",
    probes: async (signal) =>
      eigenlayerProbes(
        { client, known: constants, signal },
        (await headerOf(client, "finalized", signal)).number,
      ),
    status: async (signal) => {
      const [head, final] = await Promise.all([
        headerOf(client, "latest", signal),
        headerOf(client, "finalized", signal),
      ]);
      return { head: head.number, final: final.number, headTime: () => head.time };
    },
    maxHeadAgeS: options.maxHeadAgeS,
    defaultStart: (final) => Math.min(final, written.firstUnread()),
    rootAt: async (height, signal) => (await headerOf(client, height, signal)).hash,
    openRun: (range) => openRun(runDeps, range),
    lowestHeight: () => ({
      height: firstBlock,
      reason: `the contracts have no logs before block ${firstBlock}`,
    }),
    // A state is the sum of all logs before it.
    heightsFor: ({ from, to }) => ({ from: Math.min(from, written.firstUnread()), to }),
    pollMs: options.pollMs ?? defaultPollMs,
    prefetch: options.prefetch ?? 2,
  };
}
