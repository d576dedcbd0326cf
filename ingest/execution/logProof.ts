/**
 * Whether a node keeps the logs that are requested from it. A node that has dropped old receipts answers eth_getLogs with
 * the remaining logs, and without an error. A block with a nonzero bloom has logs, so a node that returns none has dropped
 * them, and those of all earlier blocks. Each node is checked once, and again after a while or for an earlier block.
 */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Node } from "../node/nodes.ts";

/** Pruning goes on, but more slowly than reading. */
const provenMs = 600_000;
/** Blocks searched for one with logs: on networks in use, the first block has some. */
const blocksSearchedMax = 16;

type RpcCall = { method: string; params: readonly unknown[] };

const headerAnswer = z.object({ number: z.string().optional(), logsBloom: z.string().optional() });
const hasLogs = (bloom: string | undefined) => bloom !== undefined && /[1-9a-f]/i.test(bloom.slice(2));

const headerCall = (block: string): RpcCall => ({ method: "eth_getBlockByNumber", params: [block, false] });
const logsCall = (block: string): RpcCall => ({
  method: "eth_getLogs",
  params: [{ fromBlock: block, toBlock: block }],
});

type RequestCalls = <Value>(
  calls: readonly RpcCall[],
  read: (results: readonly unknown[], node: Node) => Value,
  signal?: AbortSignal,
) => Promise<Value>;

export type LogProofs = {
  /** Whether a node has proven that it keeps logs from a block on. */
  isProven(node: Pick<Node, "url">, from: number): boolean;
  /** Whether any node has. */
  isAnyProven(from: number): boolean;
  /**
   * Checks one node, or finds the first one that keeps them. A node that can't be checked is trusted.
   * @throws SourceError `pruned` if it does not keep them, or none does
   */
  prove(from: number, signal?: AbortSignal, node?: Node): Promise<void>;
};

/** @throws SourceError `lying` for the header of another block, whose bloom says nothing about this block's logs */
function bloomOf(header: unknown, number: number): string | undefined {
  const { data } = headerAnswer.safeParse(header);
  if (data?.number !== undefined && Number(data.number) !== number)
    throw new SourceError(`its block ${number} is ${Number(data.number)}`, { code: "lying" });
  return data?.logsBloom;
}

/** The first block from `from` on that has logs, within the searched blocks. */
async function blockWithLogs(
  request: RequestCalls,
  from: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  for (let number = from; number < from + blocksSearchedMax; number += 1) {
    const block = `0x${number.toString(16)}`;
    const bloom = await request(
      [headerCall(block)],
      ([header]) => {
        if (header !== null) return bloomOf(header, number);
        // The chain ends here: no block from `from` on has logs yet.
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

/** @param requestFrom requests to a client's nodes, or to one of them, without any proof */
export function createLogProofs(requestFrom: (node: Node | undefined) => RequestCalls): LogProofs {
  const proofs = new Map<string, { from: number; until: number }>();

  async function tryLogs(
    request: RequestCalls,
    from: number,
    block: string,
    signal?: AbortSignal,
  ): Promise<void> {
    await request(
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

  async function believe(request: RequestCalls, from: number, signal?: AbortSignal): Promise<void> {
    await request(
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
      const request = requestFrom(node);
      const block = await blockWithLogs(request, from, signal);
      if (block === undefined) return await believe(request, from, signal);
      try {
        await tryLogs(request, from, block, signal);
      } catch (error) {
        signal?.throwIfAborted();
        // Plans may refuse logs without an address filter.
        const isRefused = isErrorOfKind(error, "source") && ["refused", "too_large"].includes(error.code);
        if (!isRefused) throw error;
        await believe(request, from, signal);
      }
    },
  };
}
