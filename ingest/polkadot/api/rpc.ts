/** JSON-RPC of the nodes of one Substrate chain behind a node set, over HTTP or WebSockets. */
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { readRpcResult } from "../../node/jsonRpc.ts";
import { type Call, createNodeSet, type Node } from "../../node/nodes.ts";

/** 250 pages of 512 nominators in hex are 20 MB. */
const bodyBytesMax = 134_217_728;
/** Nodes say with these, too, what is wrong with a call. */
const statuses = [400, 500];
const unknownMethod = -32_601;

type RpcError = { code?: unknown; message?: unknown; data?: unknown };

/** What a node says of a block whose state it has dropped, and of one that it doesn't know yet. */
const discarded = /discarded|pruned/i;
const unknownBlock = /unknown ?block|header was not found|not found in (?:the )?database/i;

function toSourceError(method: string, error: RpcError): SourceError {
  const detail = typeof error.data === "string" ? `: ${error.data}` : "";
  const message = `${method}: ${String(error.message ?? "an error without a message")}${detail}`;
  const meta = { rpcCode: error.code };
  if (discarded.test(message)) return new SourceError(message, { code: "pruned", retryable: false, meta });
  if (unknownBlock.test(message)) return new SourceError(message, { code: "stale", meta });
  if (error.code === unknownMethod)
    return new SourceError(message, { code: "refused", retryable: false, meta });
  return new SourceError(message, { code: "server_error", meta });
}

export type RpcOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  rounds?: number | undefined;
};

/** Checks a result. @throws SourceError when it can't be, so that the next node is asked */
export type Check<Value> = (result: unknown) => Value;

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

function callOf<Value>(
  method: string,
  params: readonly unknown[],
  check: Check<Value>,
  { signal, onAnswer }: { signal?: AbortSignal | undefined; onAnswer?: (node: Node) => void } = {},
): Call<Value> {
  return {
    path: "",
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    bodyBytesMax,
    statuses,
    signal,
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
  const { rounds, ...rest } = options;
  const nodes = createNodeSet({
    ...rest,
    ...(rounds === undefined ? {} : { rounds }),
    check: (request, node) =>
      checkNode((method, params, check) => request(callOf(method, params, check)), node.name),
  });
  let answeredBy: Node | undefined;
  const onAnswer = (node: Node) => {
    answeredBy = node;
  };
  return {
    ask: (method, params, check, signal) => nodes.call(callOf(method, params, check, { signal, onAnswer })),
    blame: (error) => {
      if (answeredBy !== undefined) nodes.report(answeredBy, error);
    },
  };
}
