/** Solana node calls of the listener: small answers through @solana/web3.js, others by JSON-RPC. */
import type { EpochSchedule } from "@solana/web3.js";
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { isOptionalRefused } from "../../node/jsonRpc.ts";
import { createNodeSet, type NodeSet, type NodeSetOptions } from "../../node/nodes.ts";
import { createBlockReader } from "./blocks.ts";
import { connected } from "./connection.ts";
import { type Leaders, readLeaders } from "./leaders.ts";
import { type Answered, requestAnswer, requestValue } from "./rpc.ts";

const finalized = { commitment: "finalized" } as const;

/** Few consecutive slots are skipped, except when the chain halts; nodes list no more than this at once. */
const slotsAhead = 1_000;
const slotsOfBlocksMax = 500_000;

const integer = z.union([z.number(), z.bigint()]).transform(Number).pipe(z.int().min(0));
const certificateAnswer = z.object({ block: z.object({ slot: integer }) }).nullable();

export type SolanaClientOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
  /** Genesis hash that the nodes must have; default: the first node's. */
  genesisHash?: string | undefined;
};

export type SolanaClient = ReturnType<typeof createSolanaClient>;

/** Nodes of one chain: that of the option, or of the first node that answers. */
function createNodes(options: SolanaClientOptions): NodeSet {
  let { genesisHash } = options;
  return createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log: options.log,
    ...options.nodeOptions,
    check: async (request, node) => {
      const reportedHash = await connected(request, (connection) => connection.getGenesisHash());
      if (genesisHash !== undefined && reportedHash !== genesisHash)
        throw new SourceError(
          `${node.name} is of another chain: its genesis hash is ${reportedHash}, not ${genesisHash}`,
          {
            code: "other_chain",
            retryable: false,
          },
        );
      genesisHash = reportedHash;
    },
  });
}

export function createSolanaClient(options: SolanaClientOptions) {
  const nodes = createNodes(options);
  const { report } = nodes;

  /** Slots of a range that have a finalized block, ascending, as far as the node keeps them; and that node. */
  const blocks = async (from: number, to: number, signal?: AbortSignal): Promise<Answered<number[]>> =>
    await requestAnswer(nodes, z.array(integer), "getBlocks", [from, to, finalized], signal);

  return {
    nodes,
    genesisHash: async (signal?: AbortSignal): Promise<string> =>
      await connected(nodes.call, (connection) => connection.getGenesisHash(), { signal, report }),

    epochSchedule: async (signal?: AbortSignal): Promise<EpochSchedule> =>
      await connected(nodes.call, (connection) => connection.getEpochSchedule(), { signal, report }),

    /** Last finalized slot. It has a block. */
    finalizedSlot: async (signal?: AbortSignal): Promise<number> =>
      await connected(nodes.call, (connection) => connection.getSlot("finalized"), { signal, report }),

    headSlot: async (signal?: AbortSignal): Promise<number> =>
      await connected(nodes.call, (connection) => connection.getSlot("confirmed"), { signal, report }),

    /** The node's first available block. */
    firstAvailableSlot: async (signal?: AbortSignal): Promise<number> =>
      await connected(nodes.call, (connection) => connection.getFirstAvailableBlock(), { signal, report }),

    blocks,

    /** The first slot from here on that has a finalized block; undefined if there is none yet. */
    nextBlock: async (from: number, signal?: AbortSignal): Promise<number | undefined> => {
      for (const span of [slotsAhead, slotsOfBlocksMax]) {
        const { value } = await blocks(from, from + span - 1, signal);
        const [next] = value;
        if (next !== undefined) return next;
      }
      return undefined;
    },

    /** Unix seconds; null when the node doesn't know. */
    blockTime: async (slot: number, signal?: AbortSignal): Promise<number | null> =>
      await requestValue(nodes, integer.nullable(), "getBlockTime", [slot], signal),

    clusterVersions: async (signal?: AbortSignal): Promise<Map<string, string>> => {
      const clusterNodes = await connected(nodes.call, (connection) => connection.getClusterNodes(), {
        signal,
        report,
      });
      return new Map(
        clusterNodes.flatMap(({ pubkey, version }) => (version === null ? [] : [[pubkey, version]])),
      );
    },

    /** undefined for epochs that all nodes have pruned. */
    leaders: (
      range: { first_slot: number; last_slot: number },
      signal?: AbortSignal,
    ): Promise<Leaders | undefined> => readLeaders(nodes, range, signal),

    /** First slot under Alpenglow; null before the migration, undefined when no node can report it. */
    alpenglowSlot: async (signal?: AbortSignal): Promise<number | null | undefined> => {
      try {
        return (
          (await requestValue(nodes, certificateAnswer, "getAgGenesisCert", [], signal))?.block.slot ?? null
        );
      } catch (error) {
        if (isOptionalRefused(error)) return undefined;
        throw error;
      }
    },

    block: createBlockReader(nodes, options.log),
  };
}
