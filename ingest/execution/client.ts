/**
 * What is asked of execution nodes, through ethers. Several calls of one request are answered by one node, so
 * that what it says of blocks can be held against the blocks that it has. Blocks and receipts go the same way: `ask`
 * with their calls, and a `read` that compares them with the beacon chain's payload.
 */
import type { JsonRpcProvider } from "ethers";
import { z } from "zod";
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { root } from "../../schemas/common.ts";
import { createNodeSet, type Node, type NodeSetOptions } from "../node/nodes.ts";
import { createLogProofs } from "./logProof.ts";
import { provided } from "./provider.ts";

export type RpcCall = { method: string; params: readonly unknown[] };

export type ExecutionBlock = { number: number; hash: string };

export type ExecutionClient = {
  /** How many nodes there are. */
  readonly nodeCount: number;
  /** Puts a node to rest whose answers turned out to be wrong later. */
  report(node: Node, error: unknown): void;
  /**
   * One request with up to 100 calls.
   * @param read makes something of their results; a SourceError puts the node to rest, and the next one is asked
   * @param options.rounds tries of each node before it fails; default: as the nodes' set has it
   * @param options.logsFrom the first block whose logs are among what is requested: only a node that has shown that it
   * keeps them is taken at its word
   */
  ask<Value>(
    calls: readonly RpcCall[],
    read: (results: readonly unknown[], node: Node) => Value,
    signal?: AbortSignal,
    options?: { rounds?: number | undefined; logsFrom?: number | undefined },
  ): Promise<Value>;
  /** Tries whether nodes keep logs from a block on. @throws SourceError `pruned` when none does */
  proveLogs(from: number, signal?: AbortSignal): Promise<void>;
  /** A block's number and hash, by its number or a name such as `finalized`. null: the node has none there. */
  block(tag: number | "finalized" | "latest", signal?: AbortSignal): Promise<ExecutionBlock | null>;
  /** Calls of ethers itself, such as of a contract. */
  use<Value>(run: (provider: JsonRpcProvider) => Promise<Value>, signal?: AbortSignal): Promise<Value>;
};

export type ExecutionClientOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  /** eth_chainId of the nodes. */
  chainId: bigint;
  /** Who says so, for messages; default: the beacon chain. */
  saidBy?: string;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

/** Some nodes and gateways write leading zeros, or capitals. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
export const blockNumber = quantity.transform(Number).pipe(z.int().min(0).max(4_294_967_295));
export const codeAnswer = z.string().regex(/^0x[0-9a-f]*$/i);
export const hashAnswer = z.string().toLowerCase().pipe(root);
const blockAnswer = z.object({ number: blockNumber, hash: hashAnswer }).nullable();

export const toQuantity = (value: number) => `0x${value.toString(16)}`;

/** @throws SourceError `bad_answer` */
export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  result: unknown,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(result);
  if (success) return data;
  throw new SourceError(`${method}: unknown answer, ${z.prettifyError(error)}`, { code: "bad_answer" });
}

export const blockCall = (tag: number | string): RpcCall => ({
  method: "eth_getBlockByNumber",
  params: [typeof tag === "number" ? toQuantity(tag) : tag, false],
});

export const readBlock = (result: unknown): ExecutionBlock | null =>
  parsed(blockAnswer, "eth_getBlockByNumber", result);

/** The chain of the first node that answers. @throws SourceError */
export async function readChainId(
  options: Omit<ExecutionClientOptions, "chainId" | "saidBy">,
  signal?: AbortSignal,
): Promise<bigint> {
  const set = createNodeSet({ ...options, ...options.nodeOptions });
  let found: bigint | undefined;
  // Where the answer is read, so that the next node is asked for one that is no number.
  const take = ([answer]: readonly unknown[]) => {
    found = parsed(quantity, "eth_chainId", answer);
  };
  // The chain is not looked at: nothing but the call itself is sent.
  const chainId = 1n;
  await provided(set.call, (provider) => provider.send("eth_chainId", []), { chainId, signal, take });
  if (found === undefined) throw new SourceError("eth_chainId: no answer", { code: "bad_answer" });
  return found;
}

export function createExecutionClient(options: ExecutionClientOptions): ExecutionClient {
  const { chainId, saidBy = "the beacon chain's DEPOSIT_CHAIN_ID" } = options;
  const set = createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log: options.log,
    ...options.nodeOptions,
    check: async (request, node) => {
      const answer = await provided(request, (provider) => provider.send("eth_chainId", []), { chainId });
      const found = parsed(quantity, "eth_chainId", answer);
      if (found === chainId) return;
      throw new SourceError(
        `${node.name} is on another chain: its eth_chainId is ${found}, ${saidBy} ${chainId}`,
        { code: "other_chain", retryable: false, meta: { node: node.name } },
      );
    },
  });

  /** @param only the node that is requested; undefined: any */
  const askOf =
    (only: Node | undefined): ExecutionClient["ask"] =>
    async (calls, read, signal, { rounds } = {}) => {
      const except = only === undefined ? [] : set.nodes.filter(({ url }) => url !== only.url);
      let found: { value: ReturnType<typeof read> } | undefined;
      await provided(
        (call) => set.call(call, { except }),
        (provider) => Promise.all(calls.map(({ method, params }) => provider.send(method, [...params]))),
        {
          chainId,
          signal,
          rounds,
          take: (results, node) => {
            found = { value: read(results, node) };
          },
        },
      );
      if (found === undefined) throw new SourceError("nothing was requested", { code: "bad_answer" });
      return found.value;
    };
  const ask = askOf(undefined);
  const proofs = createLogProofs(askOf);

  /** Each node has to show once that it keeps the logs. */
  const askLogs =
    (from: number): ExecutionClient["ask"] =>
    async (calls, read, signal, asked) => {
      if (!proofs.isAnyProven(from)) await proofs.prove(from, signal);
      let problem: unknown;
      for (let left = options.urls.length; ; left -= 1) {
        const found = await ask(
          calls,
          (results, node) =>
            proofs.isProven(node, from) ? { value: read(results, node) } : { unproven: node },
          signal,
          asked,
        );
        if ("value" in found) return found.value;
        if (left <= 0)
          throw problem ?? new SourceError(`no node keeps logs from block ${from}`, { code: "inconsistent" });
        await proofs.prove(from, signal, found.unproven).catch((error: unknown) => {
          signal?.throwIfAborted();
          // It goes behind the others, which may keep them.
          problem = error;
        });
      }
    };

  const client: ExecutionClient = {
    nodeCount: options.urls.length,
    report: set.report,
    ask: (calls, read, signal, { logsFrom, ...asked } = {}) =>
      (logsFrom === undefined ? ask : askLogs(logsFrom))(calls, read, signal, asked),
    proveLogs: proofs.prove,
    block: (tag, signal) => client.ask([blockCall(tag)], ([result]) => readBlock(result), signal),
    use: (run, signal) => provided(set.call, run, { chainId, signal }),
  };
  return client;
}
