/** JSON-RPC of Solana nodes over a node set. */
import { parseJsonWithBigInts } from "@solana/rpc-spec-types";
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import { readRpcResult } from "../../node/jsonRpc.ts";
import type { Call, Node, NodeSet } from "../../node/nodes.ts";
import { rpcStatuses } from "../../node/statuses.ts";
import { toSourceError } from "./errors.ts";

/** A full block of mainnet has some five megabytes. */
const bodyBytesMax = 268_435_456;

/** Body of a request. */
export function requestBody(method: string, params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

type Parse = (text: string) => unknown;

/**
 * An answer's result, with integers as bigints unless `parse` converts them otherwise.
 * @throws SourceError for an error, `bad_json` if it is not JSON, `bad_answer` without a result
 */
export function readResult(
  method: string,
  status: number,
  text: string,
  parse: Parse = parseJsonWithBigInts,
): unknown {
  return readRpcResult(method, { status, text }, toSourceError, parse);
}

type ReadOptions<Value> = Pick<Call<Value>, "read"> &
  Partial<Pick<Call<Value>, "signal" | "isUrgent" | "isBulk" | "idleTimeoutMs">>;

/** One call of a node set. */
export function rpcCall<Value>(
  method: string,
  params: readonly unknown[],
  options: ReadOptions<Value>,
): Call<Value> {
  return {
    path: "",
    method: "POST",
    body: requestBody(method, params),
    headers: { "content-type": "application/json" },
    bodyBytesMax,
    statuses: rpcStatuses,
    ...options,
  };
}

/** An answer's value, and the node that returned it. */
export type Answered<Value> = { value: Value; node: Node };

/** Requests a value and validates it. @throws SourceError */
export async function requestAnswer<Schema extends z.ZodType>(
  nodes: Pick<NodeSet, "call">,
  schema: Schema,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal | undefined,
  parse?: Parse,
): Promise<Answered<z.output<Schema>>> {
  return await nodes.call(
    rpcCall(method, params, {
      signal,
      isUrgent: true,
      read: async (response, node) => {
        const text = (await response.bytes()).toString("utf8");
        const parsed = schema.safeParse(readResult(method, response.status, text, parse));
        if (parsed.success) return { value: parsed.data, node };
        throw new SourceError(`${method}: unknown answer, ${z.prettifyError(parsed.error)}`, {
          code: "bad_answer",
          cause: parsed.error,
        });
      },
    }),
  );
}

/** The value alone. @throws SourceError */
export async function requestValue<Schema extends z.ZodType>(
  ...request: [
    nodes: Pick<NodeSet, "call">,
    schema: Schema,
    method: string,
    params: readonly unknown[],
    signal?: AbortSignal | undefined,
    parse?: Parse,
  ]
): Promise<z.output<Schema>> {
  return (await requestAnswer(...request)).value;
}
