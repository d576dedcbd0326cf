/** Solana node calls of the listener: small answers through @solana/web3.js, others by JSON-RPC. */
import type { EpochSchedule } from "@solana/web3.js";
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { Depth } from "../../../schemas/solana/events.ts";
import { isOptionalRefused } from "../../node/jsonRpc.ts";
import { createNodeSet, type NodeSet, type NodeSetOptions } from "../../node/nodes.ts";
import { type DecodedBlock, decodeBlock, decodeHeader } from "../decode/block.ts";
import { scanBlock } from "../decode/scan.ts";
import { connected } from "./connection.ts";
import { isUnsupported } from "./errors.ts";
import { type Answered, readResult, requestAnswer, requestValue, rpcCall } from "./rpc.ts";

const finalized = { commitment: "finalized" } as const;
/** Version 1 transactions are live: with 0 most blocks would be an error. */
const maxSupportedTransactionVersion = 1;

/** Few consecutive slots are skipped, except when the chain halts; nodes list no more than this at once. */
const slotsAhead = 1_000;
const slotsOfBlocksMax = 500_000;

const integer = z.union([z.number(), z.bigint()]).transform(Number).pipe(z.int().min(0));
/**
 * 432,000 small integers: a bigint for each would take seconds. Errors are thrown where the answer is read, so that the
 * next node is requested.
 */
const scheduleAnswer = (slots: number) =>
  z
    .record(z.string(), z.array(z.number()))
    .nullable()
    .transform((schedule) => {
      if (schedule === null || Object.keys(schedule).length === 0)
        throw new SourceError("getLeaderSchedule: the node has dropped the schedule of this epoch", {
          code: "pruned",
          retryable: false,
        });
      return toLeaders(schedule, slots);
    });
/** Place of a slot without a leader. */
const noLeader = 65_535;

const certificateAnswer = z.object({ block: z.object({ slot: integer }) }).nullable();

export type SolanaClientOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
  /** Genesis hash that the nodes must have; default: the first node's. */
  genesisHash?: string | undefined;
};

/** An epoch's leaders: `of` maps a slot's index in the epoch to a place in `identities`. */
export type Leaders = { identities: string[]; of: Uint16Array };

export type SolanaClient = ReturnType<typeof createSolanaClient>;

/** @throws SourceError `bad_answer` when a slot of the epoch has no leader, or two */
function toLeaders(schedule: Readonly<Record<string, number[]>>, slots: number): Leaders {
  const identities = Object.keys(schedule);
  const of = new Uint16Array(slots).fill(noLeader);
  let length = 0;
  identities.forEach((identity, place) => {
    for (const slot of schedule[identity] ?? []) {
      if (of[slot] === noLeader) length += 1;
      of[slot] = place;
    }
  });
  const total = Object.values(schedule).reduce((sum, own) => sum + own.length, 0);
  if (length === slots && total === slots) return { identities, of };
  throw new SourceError(
    `getLeaderSchedule: ${total} leaders for ${length} slots, but the epoch has ${slots} slots`,
    { code: "bad_answer" },
  );
}

export function createSolanaClient(options: SolanaClientOptions) {
  let genesisHash = options.genesisHash;
  const nodes: NodeSet = createNodeSet({
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
  const report = nodes.report;
  /** Bytes, until a node reports that it doesn't offer them. */
  let encoding: "base64" | "json" = "base64";

  const client = {
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

    /** Slots of a range that have a finalized block, ascending, as far as the node keeps them; and that node. */
    blocks: async (from: number, to: number, signal?: AbortSignal): Promise<Answered<number[]>> =>
      await requestAnswer(nodes, z.array(integer), "getBlocks", [from, to, finalized], signal),

    /** The first slot from here on that has a finalized block; undefined if there is none yet. */
    nextBlock: async (from: number, signal?: AbortSignal): Promise<number | undefined> => {
      for (const span of [slotsAhead, slotsOfBlocksMax]) {
        const { value } = await client.blocks(from, from + span - 1, signal);
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
    leaders: async (
      { first_slot, last_slot }: { first_slot: number; last_slot: number },
      signal?: AbortSignal,
    ): Promise<Leaders | undefined> => {
      const schema = scheduleAnswer(last_slot - first_slot + 1);
      try {
        return await requestValue(
          nodes,
          schema,
          "getLeaderSchedule",
          [first_slot, finalized],
          signal,
          JSON.parse,
        );
      } catch (error) {
        // The last node requested may be on another chain.
        if (isErrorOfKind(error, "source") && ["pruned", "other_chain"].includes(error.code))
          return undefined;
        throw error;
      }
    },

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

    block,
  };

  /**
   * The block of a slot. At depth `rewards` its transactions are not requested; at depth `votes` they are missing if every
   * node that has the block lacks one of them.
   * @throws SourceError `skipped` if the node has none there, `pruned` if it no longer keeps it
   */
  async function block(slot: number, depth: Depth, signal?: AbortSignal): Promise<DecodedBlock> {
    const used = encoding;
    let partial: DecodedBlock | undefined;
    const isFull = depth === "votes";
    const parameters = {
      ...finalized,
      ...(isFull ? { encoding: used, transactionDetails: "full" } : { transactionDetails: "none" }),
      rewards: true,
      maxSupportedTransactionVersion,
    };
    try {
      return await nodes.call(
        rpcCall("getBlock", [slot, parameters], {
          signal,
          read: async (response) => {
            const bytes = await response.bytes();
            const scanned = isFull && used === "base64" ? scanBlock(slot, bytes) : undefined;
            if (scanned !== undefined) return scanned;
            const raw = readResult("getBlock", response.status, bytes.toString("utf8"));
            if (raw === null) throw new SourceError(`getBlock ${slot}: not there yet`, { code: "not_yet" });
            const decoded = isFull ? decodeBlock(slot, raw) : decodeHeader(slot, raw);
            if (decoded.lack === undefined) return decoded;
            partial = decoded;
            throw new SourceError(`getBlock ${slot}: the block lacks ${decoded.lack}`, {
              code: "incomplete",
              retryable: false,
            });
          },
        }),
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (partial !== undefined && isErrorOfKind(error, "source")) {
        options.log.warn(
          { slot, lack: partial.lack, reason: error.message },
          "no node has the full block; its counts, fees and votes are unknown",
        );
        return partial;
      }
      if (!isFull || used === "json" || !isUnsupported(error)) throw error;
      encoding = "json";
      return await block(slot, depth, signal);
    }
  }

  return client;
}
