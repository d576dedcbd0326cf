/** ethers provider over a node set, so that its calls get failover, rate caps and time limits. */
import type { JsonRpcProvider } from "ethers";
import { errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import { notJson, withoutResult } from "../node/jsonRpc.ts";
import type { Call, Node } from "../node/nodes.ts";
import { rpcStatuses } from "../node/statuses.ts";
import { toSourceError } from "./errors.ts";

type Request = <Value>(call: Call<Value>) => Promise<Value>;
type RpcRequest = { id: number; method: string };
type RpcAnswer = { id?: unknown; result?: unknown; error?: unknown };

/** Calls in one request, all answered by one node. */
export const callsMax = 100;
/** Ten thousand deposit logs have some 14 MB. */
const bodyBytesMax = 134_217_728;

/** Results in the order of their calls. @throws SourceError for an error, `bad_answer` if a result is missing */
function readResults(calls: readonly RpcRequest[], status: number, text: string): unknown[] {
  const method = calls[0]?.method ?? "";
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw notJson(method, status, text, error);
  }
  const answers = (Array.isArray(answer) ? answer : [answer]) as (RpcAnswer | null)[];
  // A batch that is refused as a whole gets one answer without an id.
  const whole = answers.length === 1 && answers[0]?.error ? answers[0] : undefined;
  return calls.map((call) => {
    const own = whole ?? answers.find((one) => one?.id === call.id || one?.id === String(call.id));
    if (own?.error !== undefined && own.error !== null) throw toSourceError(call.method, own.error);
    if (own?.result === undefined) throw withoutResult(call.method, status, text);
    return own.result;
  });
}

/** The answer for ethers, with the ids of its calls: not every gateway returns them unchanged. */
function answerOf(calls: RpcRequest | readonly RpcRequest[], results: readonly unknown[]): Uint8Array {
  const answerTo = ({ id }: RpcRequest, place: number) => ({
    jsonrpc: "2.0",
    id,
    result: results[place] ?? null,
  });
  const answers = Array.isArray(calls) ? calls.map(answerTo) : answerTo(calls as RpcRequest, 0);
  return Buffer.from(JSON.stringify(answers));
}

/**
 * Runs calls of ethers. Calls made in the same tick, up to `callsMax`, become one request to one node.
 * @param take receives the results of a request; ethers then gets none, so they are not parsed twice. A SourceError
 * makes that node back off, and the next one is requested
 * @throws SourceError of the node, or `bad_answer` for an answer that ethers refuses
 */
export async function provided<Value>(
  request: Request,
  run: (provider: JsonRpcProvider) => Promise<Value>,
  options: {
    chainId: bigint;
    signal?: AbortSignal | undefined;
    rounds?: number | undefined;
    take?: (results: readonly unknown[], node: Node) => void;
  },
): Promise<Value> {
  const { FetchRequest, JsonRpcProvider } = await import("ethers");
  const connection = new FetchRequest("http://node");
  connection.getUrlFunc = async ({ body }) => {
    const text = Buffer.from(body ?? []).toString("utf8");
    const payload = JSON.parse(text) as RpcRequest | RpcRequest[];
    return await request({
      path: "",
      method: "POST",
      body: text,
      bodyBytesMax,
      statuses: rpcStatuses,
      signal: options.signal,
      ...(options.rounds === undefined ? {} : { rounds: options.rounds }),
      read: async (response, node) => {
        const bytes = await response.bytes();
        // Parsed here, so that an error makes this node back off and the next one is requested.
        const calls = Array.isArray(payload) ? payload : [payload];
        const results = readResults(calls, response.status, bytes.toString("utf8"));
        options.take?.(results, node);
        const body = answerOf(payload, options.take === undefined ? results : []);
        return { statusCode: 200, statusMessage: "OK", headers: {}, body };
      },
    });
  };
  const provider = new JsonRpcProvider(connection, options.chainId, {
    staticNetwork: true,
    batchMaxCount: callsMax,
    batchStallTime: 0,
    cacheTimeout: -1,
  });
  try {
    return await run(provider);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isErrorOfKind(error, "source")) throw error;
    throw new SourceError(`the answer can't be read: ${errorMessage(error)}`, {
      code: "bad_answer",
      cause: error,
    });
  } finally {
    provider.destroy();
  }
}
