/** JSON-RPC of the nodes of one Substrate chain behind a node set, over HTTP or WebSockets. */
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { readRpcResult, rpcErrorOf, unknownMethodWords } from "../../node/jsonRpc.ts";
import { type Call, createNodeSet, type Node, type NodeSetOptions } from "../../node/nodes.ts";
import { rateLimitWords, rpcStatuses } from "../../node/statuses.ts";
import { type Check, createListCalls } from "./lists.ts";

/** 250 pages of 512 nominators in hex are 20 MB. */
const bodyBytesMax = 134_217_728;
const unknownMethod = -32_601;

/** What a node says of a block whose state it has dropped, and of one that it doesn't know yet. */
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
  ask<Value>(
    method: string,
    params: readonly unknown[],
    check: Check<Value>,
    signal?: AbortSignal,
  ): Promise<Value>;
  /** Answers turned out to be wrong together: whoever gave the last one rests, and the next node is asked. */
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

/**
 * @param checkNode runs before a node's first call, and now and then again; a throw keeps the node out
 */
export function createRpc(
  options: RpcOptions,
  checkNode: (ask: Rpc["ask"], node: string) => Promise<void>,
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
  return {
    ask: createListCalls((method, params, check, own) =>
      nodes.call(callOf(method, params, check, { ...own, onAnswer })),
    ),
    blame: (error) => {
      if (answeredBy !== undefined) nodes.report(answeredBy, error);
    },
  };
}
