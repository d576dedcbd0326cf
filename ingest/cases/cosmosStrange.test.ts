/** Answers of CometBFT nodes without a recorded case: an unanswered call is replaced, and a gateway's status hides no words. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCosmosHistory } from "../../fixtures/cosmos/model.ts";
import { type StubNode, startCosmosStub } from "../../fixtures/cosmos/stubNode.ts";
import { cosmosChainOf } from "../../schemas/cosmos/chains.ts";
import { createListeningLog } from "../../test/support/cases.ts";
import { cosmosOptions } from "../../test/support/cosmos.ts";
import { type Answer, type Reply, startInterceptor } from "../../test/support/interceptor.ts";
import { thinned } from "../../test/support/nightCases.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { quickNodes } from "../../test/support/quickNodes.ts";
import { openCosmosSession } from "../cosmos/session.ts";

const babylon = cosmosChainOf("babylon");
const history = createCosmosHistory({
  chain: babylon,
  ...{ seed: 2026, chainId: "bbn-1", blocks: 40, validators: 4, secondsPerBlock: 3600 },
});
const range = { from: history.first + 5, to: history.first + 25 };

let stub: StubNode;
let right: unknown[];
beforeAll(async () => {
  stub = await startCosmosStub(history);
  right = (await published([stub.url])).messages;
});
afterAll(() => stub.close());

async function published(urls: string[]) {
  const { log, text } = createListeningLog();
  const openSession = () =>
    openCosmosSession(babylon, cosmosOptions(urls, { nodeOptions: quickNodes(1) }), { log });
  const messages = await publishedBy({ chain: babylon, openSession, range });
  return { messages: messages.map(({ value }) => JSON.parse(String(value))), text };
}
/** Replaces the answers of one method. */
async function through<Value>(
  method: string,
  reply: Reply,
  use: (url: string) => Promise<Value>,
): Promise<Value> {
  const node = await startInterceptor(stub.url, {
    rpc: (call) => (call.method === method ? reply : undefined),
  });
  try {
    return await use(node.url);
  } finally {
    await node.close();
  }
}

it.each(
  thinned<[string, Reply]>(
    [
      ["504", { status: 504, body: "<html>upstream request timeout</html>" }],
      ["an unnamed error", { body: { jsonrpc: "2.0", error: { code: -32603, message: "Internal error" } } }],
      ["404 of a gateway", { status: 404, body: "404 page not found" }],
      ["413", { status: 413, body: "Request Entity Too Large" }],
      ["a page", { status: 200, body: "<html>maintenance</html>" }],
    ],
    1,
  ),
)("lists of headers that are answered with %s are read block by block", async (_, reply) => {
  await through("blockchain", reply, async (url) => {
    expect((await published([url])).messages).toEqual(right);
  });
});

it.each(
  thinned(
    [
      [
        404,
        { code: -32603, message: "Internal error", data: "height 5 is not available, lowest height is 1000" },
      ],
      [500, { code: -32603, message: "Internal error", data: "could not find results for height #5" }],
      [400, "height 5 is not available, lowest height is 1000"],
    ],
    1,
  ),
)("pruned results are recognized with any status: %i %j", async (status, error) => {
  const reply = { status, body: { jsonrpc: "2.0", error } };
  await through("block_results", reply, async (url) => {
    // A backfill from a single node ends with advice on what to change.
    await expect(published([url])).rejects.toMatchObject({ code: "pruned" });
    expect((await published([url, stub.url])).messages).toEqual(right);
  });
});

it.each<[string, (result: Answer) => Answer]>([
  ["results of a block without those of its transactions", (result) => ({ ...result, txs_results: null })],
  ["state without a byte", ({ response }) => ({ response: { ...response, value: null } })],
])("%s are read from another node, and never nothing", async (what, change) => {
  const method = what.startsWith("results") ? "block_results" : "abci_query";
  const node = await startInterceptor(stub.url, {
    change: (envelope, { call }) =>
      call?.method === method ? { ...envelope, result: change(envelope.result) } : envelope,
  });
  try {
    expect((await published([node.url, stub.url])).messages).toEqual(right);
    await expect(published([node.url])).rejects.toMatchObject({ kind: "source" });
  } finally {
    await node.close();
  }
});
