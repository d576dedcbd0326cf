/** JSON-RPC of AvalancheGo. It accepts no batches: one request per call, many in parallel over kept connections. */
import { SourceError } from "../../../lib/errors.ts";
import { notJson, rpcErrorOf, unknownMethodWords, withoutResult } from "../../node/jsonRpc.ts";
import type { Call } from "../../node/nodes.ts";
import { rateLimitWords, rpcStatuses } from "../../node/statuses.ts";

/** Paths of the services, below a node's address. */
export const paths = { chain: "/ext/bc/P", info: "/ext/info" } as const;

type Envelope = { result?: unknown; error?: unknown };

const bodyBytesMax = 268_435_456;
/** Errors for a height or transaction that the node doesn't have. */
const missingPattern = /not found|missing|no such|pruned|doesn't exist|does not exist/i;
const notReadyPattern = /not (?:done )?bootstrap|bootstrapping|API call rejected because chain is not/i;

/** Maps a node's error to its meaning for the caller. */
function toSourceError(method: string, error: unknown): SourceError {
  const { code, words: message } = rpcErrorOf(error);
  const text = `${method}: ${message}`;
  // Words count before codes: gateways return errors of their own with the chain's codes.
  if (rateLimitWords.test(message)) return new SourceError(text, { code: "rate_limited" });
  if (code === -32601 || unknownMethodWords.test(message))
    return new SourceError(text, { code: "refused", retryable: false, meta: { isUnknownMethod: true } });
  if (notReadyPattern.test(message)) return new SourceError(text, { code: "syncing" });
  if (missingPattern.test(message)) return new SourceError(text, { code: "skipped", retryable: false });
  return new SourceError(text, { code: "server_error" });
}

/**
 * The result in an answer's body.
 * @throws SourceError for an error, `bad_answer` without a result, `bad_json` or `server_error` if it is not JSON
 */
function readResult(method: string, status: number, bytes: Buffer): Record<string, unknown> {
  let envelope: Envelope;
  try {
    envelope = JSON.parse(bytes.toString("latin1")) as Envelope;
  } catch (error) {
    throw notJson(method, status, bytes.subarray(0, 200).toString("utf8"), error);
  }
  if (envelope?.error) throw toSourceError(method, envelope.error);
  if (typeof envelope?.result !== "object" || envelope.result === null)
    throw withoutResult(method, status, bytes.subarray(0, 300).toString("utf8"));
  return envelope.result as Record<string, unknown>;
}

/** A call of one method. `read` converts its result, or throws a SourceError to fail over to the next node. */
export function rpcCall<Value>(
  path: string,
  method: string,
  params: Record<string, unknown>,
  {
    read,
    signal,
    isUrgent,
  }: {
    read: (result: Record<string, unknown>) => Value;
    signal?: AbortSignal | undefined;
    isUrgent?: boolean;
  },
): Call<Value> {
  return {
    path,
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    statuses: rpcStatuses,
    bodyBytesMax,
    ...(signal === undefined ? {} : { signal }),
    ...(isUrgent === undefined ? {} : { isUrgent }),
    read: async (response) => read(readResult(method, response.status, await response.bytes())),
  };
}
