/** @solana/web3.js connection over a node set, so that its calls get failover, rate caps and time limits. */
import type { Connection } from "@solana/web3.js";
import { errorMessage, isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Call, Node } from "../../node/nodes.ts";
import { rpcStatuses } from "../../node/statuses.ts";
import { readResult } from "./rpc.ts";

type Request = <Value>(call: Call<Value>) => Promise<Value>;

/** The part of `fetch` that Connection uses. */
type Fetched = { ok: boolean; status: number; statusText: string; text(): Promise<string> };

function createFetch(request: Request, signal: AbortSignal | undefined, onAnswer: (node: Node) => void) {
  return async (_url: unknown, init: { body: string }): Promise<Fetched> => {
    const { method } = JSON.parse(init.body) as { method: string };
    return await request({
      path: "",
      method: "POST",
      body: init.body,
      headers: { "content-type": "application/json" },
      isUrgent: true,
      statuses: rpcStatuses,
      signal,
      read: async (response, node) => {
        const text = (await response.bytes()).toString("utf8");
        // Parsed here, so that an error makes this node back off and the next one is requested.
        readResult(method, response.status, text);
        onAnswer(node);
        return { ok: true, status: 200, statusText: "OK", text: async () => text };
      },
    });
  };
}

/** Nodes requested before an answer that web3.js rejects is an error. */
const answersMax = 3;

/**
 * Runs a call of web3.js, which validates the answer itself.
 * @throws SourceError of the node, or `bad_answer` for an answer that web3.js rejects
 */
export async function connected<Value>(
  request: Request,
  run: (connection: Connection) => Promise<Value>,
  {
    signal,
    report,
  }: { signal?: AbortSignal | undefined; report?: (node: Node, error: unknown) => void } = {},
): Promise<Value> {
  const { Connection } = await import("@solana/web3.js");
  let answeredBy: Node | undefined;
  const fetch = createFetch(request, signal, (node) => {
    answeredBy = node;
  });
  const connection = new Connection("http://node", {
    commitment: "finalized",
    disableRetryOnRateLimit: true,
    httpAgent: false,
    // It uses no other part of `fetch`.
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  for (let answers = 1; ; answers += 1) {
    try {
      return await run(connection);
    } catch (error) {
      signal?.throwIfAborted();
      if (isErrorOfKind(error, "source")) throw error;
      const wrong = new SourceError(`the answer can't be read: ${errorMessage(error)}`, {
        code: "bad_answer",
        cause: error,
      });
      if (answeredBy === undefined || report === undefined || answers === answersMax) throw wrong;
      // That node now backs off, so another one is requested.
      report(answeredBy, wrong);
    }
  }
}
