/**
 * Requests to execution nodes, through ethers. One node answers all calls of a request, so what it reports about
 * blocks can be compared with the blocks that it has. Blocks and receipts are read in the same way, by a `read` that
 * compares them with the beacon chain's payload.
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
  /** Number of nodes. */
  readonly nodeCount: number;
  /** Backs off from a node whose answers turned out to be wrong later. */
  report(node: Node, error: unknown): void;
  /**
   * One request with up to 100 calls.
   * @param read parses the results; a SourceError makes the node back off, and the next one is requested
   * @param options.rounds attempts per node before it fails; default: the node set's
   * @param options.logsFrom the first requested block whose logs matter: only a node that has proven that it keeps
   * them is trusted
   */
  request<Value>(
    calls: readonly RpcCall[],
    read: (results: readonly unknown[], node: Node) => Value,
    signal?: AbortSignal,
    options?: { rounds?: number | undefined; logsFrom?: number | undefined },
  ): Promise<Value>;
  /** Checks whether the nodes keep logs from a block on. @throws SourceError `pruned` if none does */
  proveLogs(from: number, signal?: AbortSignal): Promise<void>;
  /** A block's number and hash, by its number or a tag such as `finalized`. null: the node has no such block. */
  block(tag: number | "finalized" | "latest", signal?: AbortSignal): Promise<ExecutionBlock | null>;
  /** The answer to web3_clientVersion of each node that has one: `Geth/v1.16.7-stable/linux-amd64/go1.24.9`. */
  versions(signal?: AbortSignal): Promise<string[]>;
  /** Runs calls of ethers itself, such as those of a contract. */
  use<Value>(run: (provider: JsonRpcProvider) => Promise<Value>, signal?: AbortSignal): Promise<Value>;
};

export type ExecutionClientOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  /** The nodes' eth_chainId. */
  chainId: bigint;
  /** Where the chain ID comes from, for messages; default: the beacon chain. */
  saidBy?: string;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

/** Some nodes and gateways write leading zeros or capitals. */
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

/** The chain ID of the first node that answers. @throws SourceError */
export async function readChainId(
  options: Omit<ExecutionClientOptions, "chainId" | "saidBy">,
  signal?: AbortSignal,
): Promise<bigint> {
  const set = createNodeSet({ ...options, ...options.nodeOptions });
  let reportedId: bigint | undefined;
  // Parsed here, so that an answer that is not a number fails over to the next node.
  const take = ([answer]: readonly unknown[]) => {
    reportedId = parsed(quantity, "eth_chainId", answer);
  };
  // A placeholder: only the call itself is sent, the chain is not checked.
  const chainId = 1n;
  await provided(set.call, (provider) => provider.send("eth_chainId", []), { chainId, signal, take });
  if (reportedId === undefined) throw new SourceError("eth_chainId: no answer", { code: "bad_answer" });
  return reportedId;
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
      const reportedId = parsed(quantity, "eth_chainId", answer);
      if (reportedId === chainId) return;
      throw new SourceError(
        `${node.name} is on another chain: its eth_chainId is ${reportedId}, ${saidBy} ${chainId}`,
        { code: "other_chain", retryable: false, meta: { node: node.name } },
      );
    },
  });

  /** @param only the node to request; undefined: any */
  const requestFrom =
    (only: Node | undefined): ExecutionClient["request"] =>
    async (calls, read, signal, { rounds } = {}) => {
      const except = only === undefined ? [] : set.nodes.filter(({ url }) => url !== only.url);
      let result: { value: ReturnType<typeof read> } | undefined;
      await provided(
        (call) => set.call(call, { except }),
        (provider) => Promise.all(calls.map(({ method, params }) => provider.send(method, [...params]))),
        {
          chainId,
          signal,
          rounds,
          take: (results, node) => {
            result = { value: read(results, node) };
          },
        },
      );
      if (result === undefined) throw new SourceError("nothing was requested", { code: "bad_answer" });
      return result.value;
    };
  const requestAny = requestFrom(undefined);
  const proofs = createLogProofs(requestFrom);

  /** Each node has to prove once that it keeps the logs. */
  const requestLogs =
    (from: number): ExecutionClient["request"] =>
    async (calls, read, signal, callOptions) => {
      if (!proofs.isAnyProven(from)) await proofs.prove(from, signal);
      let problem: unknown;
      for (let left = options.urls.length; ; left -= 1) {
        const result = await requestAny(
          calls,
          (results, node) =>
            proofs.isProven(node, from) ? { value: read(results, node) } : { unproven: node },
          signal,
          callOptions,
        );
        if ("value" in result) return result.value;
        if (left <= 0)
          throw problem ?? new SourceError(`no node keeps logs from block ${from}`, { code: "inconsistent" });
        await proofs.prove(from, signal, result.unproven).catch((error: unknown) => {
          signal?.throwIfAborted();
          // That node is now tried after the others, which may keep the logs.
          problem = error;
        });
      }
    };

  const client: ExecutionClient = {
    nodeCount: options.urls.length,
    report: set.report,
    request: (calls, read, signal, { logsFrom, ...rest } = {}) =>
      (logsFrom === undefined ? requestAny : requestLogs(logsFrom))(calls, read, signal, rest),
    proveLogs: proofs.prove,
    block: (tag, signal) => client.request([blockCall(tag)], ([result]) => readBlock(result), signal),
    versions: async (signal) => {
      const call = { method: "web3_clientVersion", params: [] };
      const read = ([result]: readonly unknown[]) => parsed(z.string(), call.method, result);
      const answers = await Promise.allSettled(
        set.nodes.map((node) => requestFrom(node)([call], read, signal, { rounds: 1 })),
      );
      signal?.throwIfAborted();
      return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    },
    use: (run, signal) => provided(set.call, run, { chainId, signal }),
  };
  return client;
}
