/** Connection of @solana/web3.js over a node set, so that its calls get failover, rate caps and time limits. */
import type { Connection } from "@solana/web3.js";
import { errorMessage, isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Call, Node } from "../../node/nodes.ts";
import { rpcStatuses } from "../../node/statuses.ts";
import { readResult } from "./rpc.ts";

type Request = <Value>(call: Call<Value>) => Promise<Value>;

/** What Connection needs of `fetch`. */
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
        // Here, so that a node's error puts that node to rest and the next one is asked.
        readResult(method, response.status, text);
        onAnswer(node);
        return { ok: true, status: 200, statusText: "OK", text: async () => text };
      },
    });
  };
}

/** Nodes that are asked before an answer that web3.js refuses is an error. */
const answersMax = 3;

/**
 * Runs a call of web3.js, which checks the answer's shape itself.
 * @throws SourceError of the node, or `bad_answer` for an answer that web3.js refuses
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
    // It asks for no more of `fetch` than this.
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
      // That node rests now, so another one is asked.
      report(answeredBy, wrong);
    }
  }
}
