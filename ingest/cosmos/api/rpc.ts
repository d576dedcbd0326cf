/** CometBFT JSON-RPC over a node set, so that Comet38Client gets failover, rate caps and time limits. */
import type { JsonRpcRequest, JsonRpcSuccessResponse } from "@cosmjs/json-rpc";
import { Comet38Client, type RpcClient } from "@cosmjs/tendermint-rpc";
import { errorMessage, isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import { notJson, rpcErrorOf, unknownMethodWords, withoutResult } from "../../node/jsonRpc.ts";
import type { Call, Node, NodeSet } from "../../node/nodes.ts";
import { rateLimitWords, rpcStatuses } from "../../node/statuses.ts";

type Envelope = { result?: unknown; error?: unknown };

/** A day of full Celestia blocks has none above 20 MB. */
const bodyBytesMax = 268_435_456;

/** Errors of CometBFT and the SDK for heights that a node no longer keeps. */
const prunedPattern =
  /lowest height is (\d+)|could not find results for height|version does not exist|failed to load state at height|not available, lowest|no commit.* for height|pruned/i;
/** Errors if the configuration keeps no block results. */
const notKeptPattern = /not persisting .{0,40}(?:responses|results)|discard_abci_responses/i;
/** Errors for future heights. */
const futurePattern =
  /must be less than or equal to the current blockchain height|min height .* can't be greater than max height|in the future|height .* is not yet/i;

/** Maps a node's error to its meaning for the caller. */
export function toSourceError(method: string, text: string): SourceError {
  if (notKeptPattern.test(text))
    return new SourceError(
      `${method}: the node keeps no block results (it returned: ${text}). Set \`discard_abci_responses = false\` in the section ` +
        "[storage] of its config.toml, or use another node.",
      { code: "unfit", retryable: false },
    );
  if (rateLimitWords.test(text)) return new SourceError(`${method}: ${text}`, { code: "rate_limited" });
  const lowest = /lowest height is (\d+)/i.exec(text)?.[1];
  if (futurePattern.test(text)) return new SourceError(`${method}: ${text}`, { code: "not_yet" });
  if (prunedPattern.test(text)) {
    const from = lowest === undefined ? "" : ` from height ${lowest}`;
    return new SourceError(
      `${method}: the node is pruned, it keeps blocks${from || " of recent heights"} only (it returned: ${text}). Use an archive node, or a later --from.`,
      { code: "pruned", retryable: false, meta: { lowest } },
    );
  }
  if (/unknown query path/i.test(text))
    return new SourceError(`${method}: ${text}`, { code: "refused", retryable: false });
  if (/method not found/i.test(text) || unknownMethodWords.test(text))
    return new SourceError(`${method}: ${text}`, {
      code: "refused",
      retryable: false,
      meta: { isUnknownMethod: true },
    });
  return new SourceError(`${method}: ${text}`, { code: "server_error" });
}

/**
 * The result in an answer's body.
 * @throws SourceError for an error, `bad_answer` without a result, `bad_json` or `server_error` if it is not JSON
 */
export function readResult(method: string, status: number, bytes: Buffer): object {
  let envelope: Envelope;
  try {
    envelope = JSON.parse(bytes.toString("utf8")) as Envelope;
  } catch (error) {
    throw notJson(method, status, bytes.subarray(0, 300).toString("utf8"), error);
  }
  if (envelope?.error) throw toSourceError(method, rpcErrorOf(envelope.error).words);
  if (typeof envelope?.result !== "object" || envelope.result === null)
    throw withoutResult(method, status, bytes.subarray(0, 300).toString("utf8"));
  return envelope.result;
}

/** A failed query is an answer, too, whose code names the error. */
function checkQuery(method: string, result: unknown): void {
  const response = (result as { response?: { code?: number; log?: string } }).response;
  if (method !== "abci_query" || !response?.code) return;
  throw toSourceError(method, `code ${response.code}: ${response.log ?? ""}`);
}

/** The node call of one JSON-RPC request. */
export function rpcCall(
  request: JsonRpcRequest,
  signal?: AbortSignal,
): Omit<Call<JsonRpcSuccessResponse>, "absent"> {
  return {
    path: "",
    method: "POST",
    body: JSON.stringify(request),
    statuses: rpcStatuses,
    bodyBytesMax,
    ...(signal === undefined ? {} : { signal }),
    read: async (response) => {
      const result = readResult(request.method, response.status, await response.bytes());
      checkQuery(request.method, result);
      return { jsonrpc: "2.0", id: request.id, result };
    },
  };
}

/** The transport of Comet38Client; `answeredBy` is the node that answered last. */
export type NodeRpcClient = RpcClient & { answeredBy: Node | undefined };

function createRpcClient(nodes: NodeSet, signal?: AbortSignal): NodeRpcClient {
  const client: NodeRpcClient = {
    answeredBy: undefined,
    execute: (request) => {
      const call = rpcCall(request, signal);
      return nodes.call({
        ...call,
        // Small, and hundreds of blocks may be queued: otherwise a unit would be checked only after those of the next ones.
        isUrgent: true,
        read: async (response, node) => {
          const answer = await call.read(response, node);
          client.answeredBy = node;
          return answer;
        },
      });
    },
    disconnect: () => undefined,
  };
  return client;
}

/**
 * Runs a decoding call of Comet38Client.
 * @throws SourceError `bad_answer` for an answer that it can't decode
 */
async function decoded<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (isErrorOfKind(error, "source") || (error as { name?: string }).name === "AbortError") throw error;
    throw new SourceError(`${what}: the answer can't be read: ${errorMessage(error)}`, {
      code: "bad_answer",
      cause: error,
    });
  }
}

/** One typed call. A node whose answer can't be read or is refused by `run` backs off, and the next one is requested. */
export type RequestNode = <Value>(
  what: string,
  signal: AbortSignal | undefined,
  run: (client: Comet38Client, rpc: NodeRpcClient) => Promise<Value>,
) => Promise<Value>;

export function createNodeRequests(nodes: NodeSet): RequestNode {
  return async (what, signal, run) => {
    for (let left = nodes.nodes.length; ; left -= 1) {
      const rpc = createRpcClient(nodes, signal);
      try {
        return await decoded(what, () => run(Comet38Client.create(rpc), rpc));
      } catch (error) {
        signal?.throwIfAborted();
        // Errors that name their node come from the node set, which has handled them.
        const isOfAnswer = isErrorOfKind(error, "source") && error.meta.node === undefined && rpc.answeredBy;
        if (!isOfAnswer) throw error;
        nodes.report(isOfAnswer, error);
        if (left <= 1) throw error;
      }
    }
  };
}
