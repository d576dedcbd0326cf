/** JSON-RPC of CometBFT behind a node set, so that Comet38Client gets failover, rate caps and time limits. */
import type { JsonRpcRequest, JsonRpcSuccessResponse } from "@cosmjs/json-rpc";
import type { RpcClient } from "@cosmjs/tendermint-rpc";
import { errorMessage, isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import { notJson, rpcErrorOf, unknownMethodWords, withoutResult } from "../../node/jsonRpc.ts";
import type { Call, Node, NodeSet } from "../../node/nodes.ts";
import { rateLimitWords, rpcStatuses } from "../../node/statuses.ts";

type Envelope = { result?: unknown; error?: unknown };

/** A day of full Celestia blocks has none above 20 MB. */
const bodyBytesMax = 268_435_456;

/** What CometBFT and the SDK say about heights that a node no longer keeps. */
const prunedPattern =
  /lowest height is (\d+)|could not find results for height|version does not exist|failed to load state at height|not available, lowest|no commit.* for height|pruned/i;
/** What they say where the configuration keeps no results of blocks. */
const notKeptPattern = /not persisting .{0,40}(?:responses|results)|discard_abci_responses/i;
/** What they say about heights that are still to come. */
const futurePattern =
  /must be less than or equal to the current blockchain height|min height .* can't be greater than max height|in the future|height .* is not yet/i;

/** The error of an answer, by what it means for the caller. */
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
 * The result in the body of an answer.
 * @throws SourceError for an error, `bad_answer` without a result, `bad_json` or `server_error` when it is no JSON
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

/** A query that failed is an answer too: its code tells. */
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

/** What Comet38Client needs of a transport; `answeredBy` is the node that answered last. */
export type NodeRpcClient = RpcClient & { answeredBy: Node | undefined };

export function createRpcClient(nodes: NodeSet, signal?: AbortSignal): NodeRpcClient {
  const client: NodeRpcClient = {
    answeredBy: undefined,
    execute: (request) => {
      const call = rpcCall(request, signal);
      return nodes.call({
        ...call,
        // Small, and hundreds of blocks may wait for their turn: a unit would be checked only behind those of the next ones.
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
 * Runs what Comet38Client decodes.
 * @throws SourceError `bad_answer` for an answer that it can't read
 */
export async function decoded<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
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
