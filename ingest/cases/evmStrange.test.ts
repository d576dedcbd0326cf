/** Answers of execution nodes and sidecars without a recorded case: another node's right one is used, or the data is unknown. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEigenlayerHistory } from "../../fixtures/eigenlayer/history.ts";
import { startEigenlayerStub } from "../../fixtures/eigenlayer/stubNode.ts";
import { startStubSidecar } from "../../fixtures/eigenlayer/stubSidecar.ts";
import { createListeningLog } from "../../test/support/cases.ts";
import { closedAfterEach } from "../../test/support/closing.ts";
import { allBlocks, eigenlayerChain, eigenlayerOptions } from "../../test/support/eigenlayer.ts";
import { type Answer, type Reply, type Rules, startInterceptor } from "../../test/support/interceptor.ts";
import { thinned } from "../../test/support/nightCases.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { quickNodes } from "../../test/support/quickNodes.ts";
import { openEigenlayerSession } from "../eigenlayer/session.ts";

const history = createEigenlayerHistory({ seed: 7, days: 3, gap: 6000 });
const range = allBlocks(history);

const kept = closedAfterEach();

let node: Awaited<ReturnType<typeof startEigenlayerStub>>;
let sidecar: Awaited<ReturnType<typeof startStubSidecar>>;
let right: Answer[];
beforeAll(async () => {
  [node, sidecar] = [await startEigenlayerStub(history), await startStubSidecar(history)];
  right = (await published([node.url], [sidecar.url])).messages;
});
afterAll(async () => {
  await node.close();
  await sidecar.close();
});

async function published(urls: string[], sidecarUrls: string[]) {
  const { log, text } = createListeningLog();
  const options = { ...eigenlayerOptions(urls), sidecarUrls, sidecarRetryMs: 0, nodeOptions: quickNodes(2) };
  const openSession = () => openEigenlayerSession(options, { log });
  const busMessages = await publishedBy({ chain: eigenlayerChain, openSession, range });
  return { messages: busMessages.map(({ value }): Answer => JSON.parse(String(value))), text };
}
const through = async (url: string, rules: Rules) => (await kept(startInterceptor(url, rules))).url;
const ofSidecar = ({ type }: Answer) => ["snapshot", "rewards", "leaves"].includes(type);

const resultOf =
  (method: string, change: (result: Answer) => unknown): NonNullable<Rules["change"]> =>
  (envelope, { call }) =>
    call?.method === method ? { ...envelope, result: change(envelope.result) } : envelope;

/** Answers every request with the first call of a method. */
function firstOf(method: string): NonNullable<Rules["change"]> {
  let first: unknown;
  return resultOf(method, (result) => {
    first ??= result;
    return first;
  });
}
const zeros = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/"0x([0-9a-f]{1,15})"/gi, (_, digits: string) => `"0x00${digits}"`),
  );

describe("the right answer of a second node is used where the first one returns", () => {
  it.each(
    thinned<[string, Rules]>(
      [
        ["no chain", { change: resultOf("eth_chainId", () => null) }],
        ["a list for its chain", { change: resultOf("eth_chainId", () => []) }],
        ["the header of another block", { change: firstOf("eth_getBlockByNumber") }],
        [
          "each log twice",
          { change: resultOf("eth_getLogs", (logs: Answer[]) => logs.flatMap((log) => [log, log])) },
        ],
        [
          "logs that were removed",
          {
            change: resultOf("eth_getLogs", (logs) => logs.map((log: object) => ({ ...log, removed: true }))),
          },
        ],
        [
          "only a limit, as -32005",
          { rpc: () => ({ body: { jsonrpc: "2.0", error: { code: -32005, message: "limit exceeded" } } }) },
        ],
        ["402 for what is used up", { http: () => ({ status: 402, body: "daily request count exceeded" }) }],
        ["a page", { http: () => ({ status: 200, body: "<html>maintenance</html>" }) }],
        ["nothing", { http: () => ({ status: 200, body: "" }) }],
        [
          "a way to a login",
          { http: () => ({ status: 302, headers: { location: "https://login.example/" } }) },
        ],
      ],
      4,
    ),
  )("%s", async (_, rules) => {
    const outcome = await published([await through(node.url, rules), node.url], [sidecar.url]);
    expect(outcome.messages).toEqual(right);
  });
});

describe("a single node is read that", () => {
  it.each<[string, Rules]>([
    ["writes leading zeros", { change: (envelope) => ({ ...envelope, result: zeros(envelope.result) }) }],
    ["repeats ids as text", { change: (envelope) => ({ ...envelope, id: String(envelope.id) }) }],
  ])("%s", async (_, rules) => {
    expect((await published([await through(node.url, rules)], [sidecar.url])).messages).toEqual(right);
  });

  it("refuses calls of contracts: what they say is unknown, and the log says why, once", async () => {
    const error = { code: -32601, message: "eth_call is not part of your plan" };
    const refusing = await through(node.url, {
      rpc: ({ method }) => (method === "eth_call" ? { body: { jsonrpc: "2.0", error } } : undefined),
    });
    const { messages, text } = await published([refusing], [sidecar.url]);
    const days = messages.filter(({ type }) => type === "day");
    expect(days.length).toBeGreaterThan(0);
    expect(days.flatMap(({ rates }) => rates).filter(({ underlying }) => underlying !== null)).toEqual([]);
    expect(text().match(/calls of contracts are not answered/g)).toHaveLength(1);
    expect(text()).toContain("not part of your plan");
  });

  it("returns the answer of another call: that is an error of the node, and not of the program", async () => {
    const confused = await through(node.url, { change: firstOf("eth_call") });
    const { messages } = await published([confused], []);
    const samples = messages.filter(({ type }) => type === "day").flatMap((day) => day.told);
    expect(samples).toEqual([]);
  });
});

describe("rewards of a sidecar", () => {
  const isOfRewards = (path: string) => path.endsWith("/rewards") || path.includes("/rewards/v1/rewards/");

  it.each(
    thinned<[string, Reply]>(
      [
        ["an empty object", { status: 200, body: {} }],
        ["an error with 200", { status: 200, body: { code: 12, message: "Not Implemented" } }],
        ["an empty list", { status: 200, body: { rewards: [] } }],
        ["null", { status: 200, body: "null" }],
        ["404", { status: 404, body: { code: 5, message: "not found" } }],
      ],
      2,
    ),
  )("that are %s are never nothing: unknown, or of another sidecar", async (_, reply) => {
    const bad = await through(sidecar.url, { http: ({ path }) => (isOfRewards(path) ? reply : undefined) });
    const alone = published([node.url], [bad]).catch((error: unknown) => {
      expect(error).toMatchObject({ kind: "source" });
      return { messages: [] as Answer[] };
    });
    expect((await alone).messages.filter(ofSidecar)).toEqual([]);
    expect((await published([node.url], [bad, sidecar.url])).messages).toEqual(right);
  });

  it.each([0, 1, 2, 3])(
    "that are left out once, at request %i of a day, are no beginning and no day without",
    async (place) => {
      let requests = -1;
      const slip = await through(sidecar.url, {
        http: ({ path }) => {
          if (!path.includes("/rewards/v1/rewards/")) return undefined;
          requests += 1;
          return requests === place ? { status: 200, body: {} } : undefined;
        },
      });
      const { messages } = await published([node.url], [slip]);
      // Anything that is not published now is published later.
      const expected = new Set(right.map((message) => JSON.stringify(message)));
      expect(messages.filter((message) => !expected.has(JSON.stringify(message)))).toEqual([]);
    },
  );

  it("that are the same for every day are not of those days", async () => {
    let first: unknown;
    const cached = await through(sidecar.url, {
      change: (body, { path }) => {
        if (!path.includes("/rewards/v1/rewards/")) return body;
        first ??= body;
        return first;
      },
    });
    expect((await published([node.url], [cached])).messages.filter(ofSidecar)).toEqual([]);
  });
});
