/** An open connection to one network of a CometBFT chain. One height is a block; a unit is a run of blocks. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { cosmosTopics } from "../../schemas/cosmos/events.ts";
import type { Cursor } from "../listener/cursor.ts";
import type { ChainSession, PreparedUnit, Publish, Run, RunKind, UnitCalls } from "../listener/session.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import { tryProbes } from "../node/probes.ts";
import { type CometClient, createCometClient } from "./api/client.ts";
import { createDistributionSource, type DistributionSource } from "./api/distribution.ts";
import { dayOf, toBlockFact, toBlocksMessage } from "./blocks.ts";
import type { BlockHeader } from "./header.ts";
import { cosmosProbes } from "./probes.ts";
import { createStateReader, toBusMessages } from "./state.ts";

export type CosmosOptions = {
  urls: readonly string[];
  /** REST gateways of the same network; without them nothing is reconciled. */
  restUrls: readonly string[];
  chainId?: string | undefined;
  /** First height to follow without a cursor; default: the last final block. */
  startHeight?: number | undefined;
  maxHeadAgeS: number;
  requestsPerSecond: number;
  pollMs?: number;
  prefetch?: number;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

export type CosmosInfo = {
  chain: CosmosChain;
  client: CometClient;
  distribution: DistributionSource | undefined;
};

/** Blocks in a unit: with a neighbour on each side they are five pages of headers. Fewer, and inserts cost more than blocks. */
const blocksPerUnit = 98;
/** Blocks in a message: some 200 KB. */
const blocksPerMessage = 16;
const defaultPollMs = 2_000;

type Range = { from: number; to?: number; kind: RunKind };

export async function openCosmosSession(
  chain: CosmosChain,
  options: CosmosOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<CosmosInfo>> {
  const client = createCometClient(chain, { ...options, log });
  let { head, chainId: network } = await client.status(openSignal);
  const distribution =
    options.restUrls.length === 0
      ? undefined
      : createDistributionSource(chain, { ...options, urls: options.restUrls, log });
  const states = createStateReader({ chain, client, distribution, log });
  const topics = cosmosTopics(chain.id);

  /** Headers of a range and, where they exist, of its neighbours. */
  async function headersAround(
    from: number,
    to: number,
    signal: AbortSignal,
  ): Promise<Map<number, BlockHeader>> {
    const last = Math.min(to + 1, Math.max(head, to));
    const read = (first: number) => client.headers(first, last, signal);
    const headers = await read(Math.max(1, from - 1)).catch((error: unknown) => {
      const isPruned = isErrorOfKind(error, "source") && error.code === "pruned" && from > 1;
      if (!isPruned) throw error;
      return read(from);
    });
    return new Map(headers.map((header) => [header.height, header]));
  }

  function openRun(range: Range, cursor: Cursor | undefined): Run {
    const start = cursor === undefined ? range.from : undefined;

    /** States that records need: at the end of each day, where a run ends, and around where it starts. */
    function statesOf(headers: ReadonlyMap<number, BlockHeader>, from: number, to: number) {
      const wanted: { height: number; withDelegations: boolean; isOptional: boolean }[] = [];
      const before = headers.get(from - 1);
      const first = headers.get(from);
      if (from === start && before && first && dayOf(before.time) !== dayOf(first.time))
        wanted.push({ height: from - 1, withDelegations: false, isOptional: true });
      for (let height = from; height <= to; height += 1) {
        const [own, next] = [headers.get(height), headers.get(height + 1)];
        const isDayEnd = own !== undefined && next !== undefined && dayOf(own.time) !== dayOf(next.time);
        const isFirstFollowed = range.kind === "follow" && height === start;
        if (isDayEnd || height === range.to || isFirstFollowed)
          wanted.push({ height, withDelegations: true, isOptional: false });
      }
      return wanted;
    }

    async function prepare(from: number, signal: AbortSignal, to = from): Promise<PreparedUnit> {
      const headers = await headersAround(from, to, signal);
      async function readBlock(height: number) {
        const header = headers.get(height) as BlockHeader;
        const fact = toBlockFact(header, headers.get(height - 1), headers.get(height + 1));
        const rewards = client.rewardEvents(height, signal, header.transactionCount);
        return { fact, ...(await rewards) };
      }

      /** Blocks as a serialized message, at once: thousands of events would burden the garbage collector. */
      async function readMessage(first: number): Promise<BusMessage[]> {
        const size = Math.min(blocksPerMessage, to - first + 1);
        const blocks = await Promise.all(Array.from({ length: size }, (_, i) => readBlock(first + i)));
        return toBusMessages(topics, [toBlocksMessage(network, blocks)]);
      }

      const parts: Promise<BusMessage[]>[] = [];
      for (let first = from; first <= to; first += blocksPerMessage) parts.push(readMessage(first));
      const messages = (await Promise.all(parts)).flat();

      const { hash } = headers.get(to) as BlockHeader;

      async function publish(
        send: Publish,
        unitSignal: AbortSignal,
        { confirm }: UnitCalls = {},
      ): Promise<undefined> {
        await send(messages);
        for (const { height, withDelegations, isOptional } of statesOf(headers, from, to)) {
          const day = dayOf((headers.get(height) as BlockHeader).time);
          try {
            const state = await states.read({ network, height, day }, { withDelegations }, unitSignal);
            await confirm?.();
            for (const message of toBusMessages(topics, state)) await send([message]);
          } catch (error) {
            const isPruned = isErrorOfKind(error, "source") && error.code === "pruned";
            if (!isPruned || !isOptional) throw error;
            log.warn({ network, height }, "no state before the first day; its residual is unknown");
          }
        }
      }

      const parent = { position: from - 1, root: (headers.get(from) as BlockHeader).parentHash };
      return { parent, last: { position: to, root: hash }, publish };
    }

    return {
      lastOf: (height, final) => Math.min(final, height + blocksPerUnit - 1),
      prepare,
    };
  }

  return {
    network,
    info: { chain, client, distribution },
    positionUnit: "block",
    probes: async (signal) =>
      cosmosProbes({ chain, client, distribution, signal }, await client.status(signal)),
    status: async (signal, kind) => {
      const status = await client.status(signal, { isFollowing: kind === "follow" });
      head = Math.max(head, status.head);
      // A block is final at once; the next one shows whether it ended its day.
      return {
        head: status.head,
        final: kind === "follow" ? status.head - 1 : status.head,
        headTime: () => status.headTime,
      };
    },
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startHeight,
    defaultStart: (final) => Math.max(1, final),
    rootAt: async (height, signal) => (await client.headers(height, height, signal))[0]?.hash,
    openRun,
    lowestHeight: () => ({ height: 1, reason: "the first block is 1" }),
    pollMs: options.pollMs ?? defaultPollMs,
    prefetch: options.prefetch ?? 3,
  };
}

/** Describes one node, with what it lacks. @throws SourceError when it can't be used */
export async function checkCosmosNode(
  chain: CosmosChain,
  options: CosmosOptions,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<string> {
  const client = createCometClient(chain, { ...options, log });
  const { chainId, head, earliest } = await client.status(signal, { isFollowing: true });
  const kept = earliest > 1 ? `blocks ${earliest} to ${head} (pruned)` : `${head} blocks`;
  const lacking = (distribution: DistributionSource | undefined) =>
    tryProbes(cosmosProbes({ chain, client, distribution, signal }, { head, earliest }), signal);
  if (options.restUrls.length === 0) {
    const noGateway = `no ${chain.id.toUpperCase()}_REST_URLS: rewards are not cross-checked, their residual stays empty`;
    return [`${chainId}, ${kept}`, ...(await lacking(undefined)), noGateway].join("; ");
  }
  const distribution = createDistributionSource(chain, { ...options, urls: options.restUrls, log });
  const gateway = await distribution.chainId(signal);
  if (gateway !== chainId)
    throw new SourceError(`the REST gateway is on chain "${gateway}", the node on ${chainId}`, {
      code: "other_chain",
    });
  return described(`${chainId}, ${kept}`, await lacking(distribution), "cross-checked through REST");
}

function described(what: string, lacking: readonly string[], otherwise: string): string {
  return [what, ...(lacking.length > 0 ? lacking : [otherwise])].join("; ");
}
