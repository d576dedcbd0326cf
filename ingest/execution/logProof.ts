/**
 * Whether a node keeps the logs that it is requested for. One that has dropped old receipts answers eth_getLogs with what
 * is left, and without an error. A block whose bloom is not zero has logs, so a node that returns none of it has dropped
 * them, and those of all blocks before. This is tried once for each node, and again after a while or for an earlier block.
 */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Node } from "../node/nodes.ts";

/** Pruning goes on, but slower than reading. */
const provenMs = 600_000;
/** Blocks in which one with logs is looked for: on networks that anybody uses, the first one has some. */
const blocksLookedAt = 16;

type RpcCall = { method: string; params: readonly unknown[] };

const headerAnswer = z.object({ number: z.string().optional(), logsBloom: z.string().optional() });
const hasLogs = (bloom: string | undefined) => bloom !== undefined && /[1-9a-f]/i.test(bloom.slice(2));

const headerCall = (block: string): RpcCall => ({ method: "eth_getBlockByNumber", params: [block, false] });
const logsCall = (block: string): RpcCall => ({
  method: "eth_getLogs",
  params: [{ fromBlock: block, toBlock: block }],
});

type Ask = <Value>(
  calls: readonly RpcCall[],
  read: (results: readonly unknown[], node: Node) => Value,
  signal?: AbortSignal,
) => Promise<Value>;

export type LogProofs = {
  /** Whether a node has shown that it keeps logs from a block on. */
  isProven(node: Pick<Node, "url">, from: number): boolean;
  /** Whether any node has. */
  isAnyProven(from: number): boolean;
  /**
   * Tries it at one node, or at the first one that keeps them. Where it can't be tried, the node is believed.
   * @throws SourceError `pruned` when it does not keep them, or none does
   */
  prove(from: number, signal?: AbortSignal, node?: Node): Promise<void>;
};

/** @throws SourceError `lying` for the header of another block, whose bloom would say nothing of this one's logs */
function bloomOf(header: unknown, number: number): string | undefined {
  const { data } = headerAnswer.safeParse(header);
  if (data?.number !== undefined && Number(data.number) !== number)
    throw new SourceError(`its block ${number} is ${Number(data.number)}`, { code: "lying" });
  return data?.logsBloom;
}

/** The first block from one on that has logs, as far as it is looked for. */
async function blockWithLogs(ask: Ask, from: number, signal?: AbortSignal): Promise<string | undefined> {
  for (let number = from; number < from + blocksLookedAt; number += 1) {
    const block = `0x${number.toString(16)}`;
    const bloom = await ask(
      [headerCall(block)],
      ([header]) => {
        if (header !== null) return bloomOf(header, number);
        // The chain ends here: no block from the wanted one on has logs yet.
        if (number > from) return undefined;
        throw new SourceError(`it has no block ${number} yet`, { code: "stale" });
      },
      signal,
    );
    if (hasLogs(bloom)) return block;
    if (bloom === undefined) return undefined;
  }
  return undefined;
}

/** @param askOf requests of a client's nodes, or of one of them, without any proof */
export function createLogProofs(askOf: (node: Node | undefined) => Ask): LogProofs {
  const proofs = new Map<string, { from: number; until: number }>();

  async function tryLogs(ask: Ask, from: number, block: string, signal?: AbortSignal): Promise<void> {
    await ask(
      [logsCall(block)],
      ([logs], node) => {
        if (Array.isArray(logs) && logs.length === 0)
          throw new SourceError(
            `block ${Number(block)} has logs according to its bloom filter, but eth_getLogs returned none: pruned history, ` +
              "the node does not keep old receipts. Use a node that keeps all of them.",
            { code: "pruned", retryable: false, meta: { block: Number(block) } },
          );
        proofs.set(node.url, { from, until: performance.now() + provenMs });
      },
      signal,
    );
  }

  async function believe(ask: Ask, from: number, signal?: AbortSignal): Promise<void> {
    await ask(
      [headerCall("latest")],
      (_, node) => void proofs.set(node.url, { from, until: performance.now() + provenMs }),
      signal,
    );
  }

  function isProven({ url }: Pick<Node, "url">, from: number): boolean {
    const proof = proofs.get(url);
    return proof !== undefined && proof.from <= from && performance.now() < proof.until;
  }

  return {
    isProven,
    isAnyProven: (from) => [...proofs.keys()].some((url) => isProven({ url }, from)),
    prove: async (from, signal, node) => {
      const ask = askOf(node);
      const block = await blockWithLogs(ask, from, signal);
      if (block === undefined) return await believe(ask, from, signal);
      try {
        await tryLogs(ask, from, block, signal);
      } catch (error) {
        signal?.throwIfAborted();
        // Plans may refuse logs of all contracts.
        const isRefused = isErrorOfKind(error, "source") && ["refused", "too_large"].includes(error.code);
        if (!isRefused) throw error;
        await believe(ask, from, signal);
      }
    },
  };
}
