/** Reads the execution layer's facts of payloads: blocks with all transactions, and their receipts. */
import pMap from "p-map";
import { isErrorOfKind } from "../../../lib/errors.ts";
import type { ExecutionBlockFact } from "../../../schemas/eth/facts.ts";
import { type ExecutionClient, parsed, quantity, type RpcCall } from "../../execution/client.ts";
import { isBatchRefused } from "../../execution/errors.ts";
import { callsMax } from "../../execution/provider.ts";
import type { Node } from "../../node/nodes.ts";
import { isTooMuch } from "../../node/portions.ts";
import type { Payload } from "../epochSource.ts";
import {
  blockCall,
  executionBlockOf,
  type FullBlock,
  readFullBlock,
  readReceipts,
  receiptCall,
  receiptsCall,
} from "./blockFacts.ts";

/** Errors of a single block: other blocks may still be readable. */
const ofBlock: ReadonlySet<string> = new Set(["pruned", "lying", "bad_answer", "refused", "too_large"]);
/** Errors of one way of reading: another way may lead to an answer. */
const ofWay: ReadonlySet<string> = new Set(["pruned", "lying", "bad_answer", "refused", "too_large"]);
/** Blocks in memory at once, some megabytes each. */
const blocksAtOnce = 4;
/**
 * How a block is read: all in one request, or call by call; with the receipts of the block, or one for each of its
 * transactions.
 */
type Way = "whole" | "calls" | "transactions";
/** How long a failed way is not tried again. */
const wayMs = 600_000;

function nextWay(way: Way, error: unknown): Way | undefined {
  if (way === "whole" && isBatchRefused(error)) return "calls";
  // A node that never answers one call does not word its refusal in a known way.
  const isOfWay = isErrorOfKind(error, "source") && (ofWay.has(error.code) || isTooMuch(error));
  return isOfWay && way !== "transactions" ? "transactions" : undefined;
}

/** Errors of a node about one block, whose next block may be right. */
const isOfOneBlock = (error: unknown) =>
  isErrorOfKind(error, "source") && ["lying", "bad_answer"].includes(error.code);

const headCall: RpcCall = { method: "eth_blockNumber", params: [] };
const readHead = (result: unknown) => parsed(quantity, "eth_blockNumber", result);

export type BlockReader = {
  /**
   * The facts of all readable payloads, in order, and the error of one that isn't.
   * @returns isOver: the nodes can't be requested now, so that the rest was skipped
   */
  read(
    payloads: readonly Payload[],
    signal: AbortSignal,
  ): Promise<{ blocks: ExecutionBlockFact[]; error?: unknown; isOver: boolean }>;
};

export function createBlockReader(
  client: ExecutionClient,
  /** Addresses in lower case; undefined: there is no list. */
  listed: ReadonlySet<string> | undefined,
  /** Whether the receipts' gas of a slot's block adds up to the block's. */
  isGasSum: (slot: number) => boolean,
): BlockReader {
  /** The way of the last answers, and until when it is tried first. */
  let knownWay: Way = "whole";
  let wayUntil = 0;
  let batchSize = callsMax;
  const rulesOf = ({ slot }: Payload) => ({ listed, isGasSum: isGasSum(slot) });

  /** Block and receipts in one request, answered by one node. */
  const readWhole = (payload: Payload, signal: AbortSignal) =>
    client.request(
      [blockCall(payload), receiptsCall(payload), headCall],
      ([block, receipts, head]) => {
        const full = readFullBlock(block, payload, readHead(head));
        return executionBlockOf(
          payload,
          full,
          readReceipts(receipts, payload, full.hashes),
          rulesOf(payload),
        );
      },
      signal,
    );

  const requestBlockReceipts = (
    payload: Payload,
    { hashes }: FullBlock,
    answering: Set<Node>,
    signal: AbortSignal,
  ) =>
    client.request(
      [receiptsCall(payload)],
      ([receipts], node) => {
        answering.add(node);
        return readReceipts(receipts, payload, hashes);
      },
      signal,
    );

  async function requestReceipts(
    payload: Payload,
    { hashes }: FullBlock,
    answering: Set<Node>,
    signal: AbortSignal,
  ): Promise<ReturnType<typeof readReceipts>> {
    const receipts = [];
    for (let start = 0; start < hashes.length; ) {
      const part = hashes.slice(start, start + batchSize);
      try {
        const batch = await client.request(
          part.map(receiptCall),
          (results, node) => {
            answering.add(node);
            return readReceipts(results, payload, part);
          },
          signal,
        );
        receipts.push(...batch);
        start += part.length;
      } catch (error) {
        if (part.length === 1 || !isBatchRefused(error)) throw error;
        batchSize = Math.floor(part.length / 2);
      }
    }
    return receipts;
  }

  /** Calls of a block one by one, which several nodes may answer. */
  async function readPieces(payload: Payload, way: Way, signal: AbortSignal): Promise<ExecutionBlockFact> {
    for (let tries = client.nodeCount; ; tries -= 1) {
      const answering = new Set<Node>();
      const head = await client.request([headCall], ([result]) => readHead(result), signal);
      const block = await client.request(
        [blockCall(payload)],
        ([result]) => readFullBlock(result, payload, head),
        signal,
      );
      const receipts = await (way === "calls" ? requestBlockReceipts : requestReceipts)(
        payload,
        block,
        answering,
        signal,
      );
      try {
        return executionBlockOf(payload, block, receipts, rulesOf(payload));
      } catch (error) {
        // Which one was wrong is unknown, but usually a single one: from now on these nodes are tried last.
        for (const node of answering) client.report(node, error);
        if (tries <= 1) throw error;
      }
    }
  }

  async function readBlock(payload: Payload, signal: AbortSignal): Promise<ExecutionBlockFact> {
    let way: Way = performance.now() < wayUntil ? knownWay : "whole";
    let failed: unknown;
    for (;;) {
      try {
        const fact = await (way === "whole" ? readWhole(payload, signal) : readPieces(payload, way, signal));
        const isOwn = way === "transactions" && isOfOneBlock(failed);
        if (failed !== undefined && !isOwn) [knownWay, wayUntil] = [way, performance.now() + wayMs];
        return fact;
      } catch (error) {
        signal.throwIfAborted();
        const next = nextWay(way, error);
        // The first way's error is the most informative, unless this one failed only temporarily.
        if (next === undefined)
          throw isErrorOfKind(error, "source") && error.retryable ? error : (failed ?? error);
        failed ??= error;
        way = next;
      }
    }
  }

  return {
    read: async (payloads, signal) => {
      let error: unknown;
      let isOver = false;
      const facts = await pMap(
        payloads,
        async (payload) => {
          if (isOver) return undefined;
          try {
            return await readBlock(payload, signal);
          } catch (caught) {
            const isOwn = isErrorOfKind(caught, "source") && ofBlock.has(caught.code);
            // The error that ends the reading is the most informative.
            if (error === undefined || (!isOwn && !isOver)) error = caught;
            isOver ||= !isOwn;
            return undefined;
          }
        },
        { concurrency: blocksAtOnce },
      );
      return { blocks: facts.filter((block) => block !== undefined), error, isOver };
    },
  };
}
