/**
 * Every chain's listener tests its calls when it starts: missing features of its nodes are reported before anything is
 * read, with the required change (case 04 and its kind). Nodes of the demo serve all calls.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chain } from "../chains/chain.ts";
import { loadConfig } from "../chains/config.ts";
import type { DemoPart, RunningDemo } from "../chains/demoPart.ts";
import { chains } from "../chains/index.ts";
import { tryCalls } from "../ingest/listener/start.ts";
import { mainKindOf } from "../lib/nodeVariables.ts";
import { createListeningLog } from "./support/cases.ts";
import { type Reply, type Rules, startInterceptor } from "./support/interceptor.ts";
import { isNight } from "./support/nightCases.ts";

type Demo = { part: DemoPart; nodes: RunningDemo };

const unknownMethod: Reply = {
  body: { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } },
};
const rpc = (name: string): Rules => ({
  rpc: ({ method }) => (method === name ? unknownMethod : undefined),
});
const http = (pattern: RegExp): Rules => ({
  http: ({ path }) => (pattern.test(path) ? { status: 405, body: "not offered" } : undefined),
});
const noResults: Reply = {
  status: 500,
  body: {
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32603, message: "Internal error", data: "node is not persisting abci responses" },
  },
};
const noResultsOf: Rules = { rpc: ({ method }) => (method === "block_results" ? noResults : undefined) };

/** Of Koios: the epoch of the head is answered when the listener connects, those that it reads are not. */
function withoutPastEpochs(): Rules {
  let head: string | undefined;
  return {
    http: ({ path }) => {
      if (!path.startsWith("/epoch_info")) return undefined;
      head ??= path;
      return path === head ? undefined : { status: 405, body: "not offered" };
    },
  };
}

/** The calls that nodes of each family lack, the message, and whether the listener fails without them. */
const lacking: Record<string, { rules: Rules; says: RegExp; isRequired: boolean }> = {
  eth: {
    ...{ rules: http(/^\/eth\/v2\/beacon\/blocks\//), isRequired: true },
    says: /blocks of epoch \d+, the last finalized one: .*Nothing can be read without blocks/,
  },
  cosmos: {
    ...{ rules: noResultsOf, isRequired: true },
    says: /block_results of block \d+, a new one: .*discard_abci_responses = false/,
  },
  solana: {
    ...{ rules: rpc("getBlock"), isRequired: true },
    says: /getBlock of slot \d+, the last final one: .*Nothing can be read without blocks/,
  },
  polkadot: {
    ...{ rules: rpc("state_getKeysPaged"), isRequired: true },
    says: /lists of storage of block \d+, the newest: .*Eras are read from the node's storage/,
  },
  cardano: {
    ...{ rules: withoutPastEpochs(), isRequired: false },
    says: /epoch_info of epoch \d+: .*Epochs wait until the node has their sums/,
  },
  avalanche: {
    ...{ rules: rpc("platform.getCurrentSupply"), isRequired: false },
    says: /getCurrentSupply of the head: .*Rewards stay unknown/,
  },
  eigenlayer: {
    ...{ rules: rpc("eth_getLogs"), isRequired: true },
    says: /eth_getLogs of block \d+, the last final one: .*use a node that offers them/,
  },
  polygon: {
    ...{ rules: http(/^\/stake\/validators-set/), isRequired: true },
    says: /validators-set of the head: .*use another Heimdall/,
  },
};

/** The messages of a listener when it starts, and how it ends. */
async function started(chain: Chain, { part, nodes }: Demo, rules: Rules) {
  const main = mainKindOf(chain.settings);
  const between = await startInterceptor((nodes.urls[main]?.[0] ?? "").replace(/^ws/, "http"), rules);
  try {
    const config = loadConfig({ DATA_DIR: "/nonexistent", ...part.environment });
    const node = { chain: chain.id, label: "", urls: { ...nodes.urls, [main]: [between.url] } };
    const { log, text } = createListeningLog();
    const { signal } = new AbortController();
    const { session } = await chain.listener.open(config, node, undefined, { log, signal });
    expect(session.probes).toBeDefined();
    const error = await tryCalls(session, { listener: "this", log, signal }).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    return { error, text: text() };
  } finally {
    await between.close();
  }
}

/** By day one chain of each kind of interface: generating a history takes seconds. */
const byDay = ["babylon", "cardano"];
const tried = chains.filter(({ id }) => isNight || byDay.includes(id));

describe.each(tried.map((chain) => ({ id: chain.id, chain })))("a listener of $id", ({ chain }) => {
  let demo: Demo;
  beforeAll(async () => {
    const part = await chain.demo();
    demo = { part, nodes: await part.startNodes() };
  }, 60_000);
  afterAll(async () => void (await demo.nodes.close()));

  it("logs no warning when its nodes serve all calls", async () => {
    expect(await started(chain, demo, {})).toEqual({ error: undefined, text: "" });
  });

  const { rules, says, isRequired } = lacking[chain.family] ?? { rules: {}, says: /^$/, isRequired: true };
  it("logs the calls that its nodes do not serve, and what to do", { timeout: 30_000 }, async () => {
    const result = await started(chain, demo, rules);
    expect(result.text).toMatch(says);
    if (isRequired) expect(String(result.error)).toMatch(says);
    else expect(result.error).toBeUndefined();
  });
});
