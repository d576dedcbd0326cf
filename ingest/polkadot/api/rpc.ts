/** JSON-RPC of one Substrate chain's nodes, over HTTP or WebSockets. */
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { readRpcResult, rpcErrorOf, unknownMethodWords } from "../../node/jsonRpc.ts";
import { type Call, createNodeSet, type Node, type NodeSetOptions } from "../../node/nodes.ts";
import { rateLimitWords, rpcStatuses } from "../../node/statuses.ts";
import { type Check, createListCalls } from "./lists.ts";

/** 250 pages of 512 nominators in hex are 20 MB. */
const bodyBytesMax = 134_217_728;
const unknownMethod = -32_601;

/** Errors for a block whose state is pruned, and for a block that the node doesn't have yet. */
const discarded = /discarded|pruned/i;
const tooLarge =
  /response is too (?:big|large)|exceeded max (?:limit|response size)|too (?:big|large) (?:a )?response/i;
const unknownBlock = /unknown ?block|header was not found|not found in (?:the )?database/i;

function toSourceError(method: string, error: unknown): SourceError {
  const { code, words } = rpcErrorOf(error);
  const message = `${method}: ${words}`;
  const meta = { rpcCode: code };
  if (rateLimitWords.test(words)) return new SourceError(message, { code: "rate_limited", meta });
  if (tooLarge.test(words)) return new SourceError(message, { code: "too_large", retryable: false, meta });
  if (discarded.test(message)) return new SourceError(message, { code: "pruned", retryable: false, meta });
  if (unknownBlock.test(message)) return new SourceError(message, { code: "stale", meta });
  if (code === unknownMethod || unknownMethodWords.test(words))
    return new SourceError(message, { code: "refused", retryable: false, meta });
  return new SourceError(message, { code: "server_error", meta });
}

export type RpcOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

export type Rpc = {
  request<Value>(
    method: string,
    params: readonly unknown[],
    check: Check<Value>,
    signal?: AbortSignal,
  ): Promise<Value>;
  /** Runs requests on each node by itself. Nodes that fail are left out. */
  each<Value>(run: (request: Rpc["request"]) => Promise<Value>): Promise<Value[]>;
  /** Answers contradicted each other: the node of the last one backs off, and the next node is requested. */
  blame(error: unknown): void;
};

type CallOptions = {
  signal?: AbortSignal | undefined;
  rounds?: number | undefined;
  onAnswer?: (node: Node) => void;
};

function callOf<Value>(
  method: string,
  params: readonly unknown[],
  check: Check<Value>,
  { signal, onAnswer, rounds }: CallOptions = {},
): Call<Value> {
  return {
    path: "",
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    bodyBytesMax,
    statuses: rpcStatuses,
    signal,
    ...(rounds === undefined ? {} : { rounds }),
    read: async (response, node) => {
      const text = (await response.bytes()).toString("utf8");
      const value = check(readRpcResult(method, { status: response.status, text }, toSourceError));
      onAnswer?.(node);
      return value;
    },
  };
}

/** @param checkNode runs before a node's first call, and again from time to time; a throw excludes the node */
export function createRpc(
  options: RpcOptions,
  checkNode: (request: Rpc["request"], node: string) => Promise<void>,
): Rpc {
  const { nodeOptions, ...rest } = options;
  const nodes = createNodeSet({
    ...rest,
    ...nodeOptions,
    check: (request, node) =>
      checkNode((method, params, check) => request(callOf(method, params, check)), node.name),
  });
  let answeredBy: Node | undefined;
  const onAnswer = (node: Node) => {
    answeredBy = node;
  };
  /** Requests to one node, once. */
  const requestTo =
    (node: Node): Rpc["request"] =>
    (method, params, check, signal) =>
      nodes.call(callOf(method, params, check, { signal, rounds: 1 }), {
        except: nodes.nodes.filter((other) => other !== node),
      });

  return {
    each: async (run) => {
      const answers = nodes.nodes.map(async (node) => {
        try {
          return [await run(requestTo(node))];
        } catch (error) {
          if (!isErrorOfKind(error, "source")) throw error;
          return [];
        }
      });
      return (await Promise.all(answers)).flat();
    },
    request: createListCalls((method, params, check, own) =>
      nodes.call(callOf(method, params, check, { ...own, onAnswer })),
    ),
    blame: (error) => {
      if (answeredBy !== undefined) nodes.report(answeredBy, error);
    },
  };
}
