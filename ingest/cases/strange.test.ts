/** Answers of Solana, Polygon and Cardano without a recorded case: unknown or another node's, and never a wrong number. */
import { describe, expect, it } from "vitest";
import { createCardanoHistory } from "../../fixtures/cardano/model.ts";
import { startCardanoStub } from "../../fixtures/cardano/stubNode.ts";
import { createPolygonHistory } from "../../fixtures/polygon/history.ts";
import { startPolygonStub } from "../../fixtures/polygon/stubNodes.ts";
import { createSolanaHistory } from "../../fixtures/solana/model.ts";
import { startSolanaStub } from "../../fixtures/solana/stubNode.ts";
import { chain as cardano, cardanoOptions } from "../../test/support/cardano.ts";
import { createListeningLog } from "../../test/support/cases.ts";
import { closedAfterEach } from "../../test/support/closing.ts";
import { type Answer, type Rules, startInterceptor } from "../../test/support/interceptor.ts";
import { thinned } from "../../test/support/nightCases.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { chain as polygon, polygonOptions } from "../../test/support/polygon.ts";
import { quickNodes } from "../../test/support/quickNodes.ts";
import { chain as solana, solanaOptions } from "../../test/support/solana.ts";
import { openCardanoSession } from "../cardano/session.ts";
import type { ChainSession } from "../listener/session.ts";
import { openPolygonSession } from "../polygon/session.ts";
import { openSolanaSession } from "../solana/session.ts";

const kept = closedAfterEach();
const through = async (url: string, rules: Rules) => (await kept(startInterceptor(url, rules))).url;

type Log = ReturnType<typeof createListeningLog>["log"];
type Range = { from: number; to: number };
async function published(chain: { id: string }, range: Range, open: (log: Log) => Promise<ChainSession>) {
  const { log, text } = createListeningLog();
  const busMessages = await publishedBy({ chain, openSession: () => open(log), range });
  return { messages: busMessages.map(({ value }): Answer => JSON.parse(String(value))), text };
}
const resultOf =
  (method: string, change: (result: Answer, params: Answer) => unknown): NonNullable<Rules["change"]> =>
  (envelope, { call }) =>
    call?.method === method && envelope.result !== undefined
      ? { ...envelope, result: change(envelope.result, call.params) }
      : envelope;

describe("Solana", () => {
  const history = createSolanaHistory({ seed: 5, slots: 200, slotsPerEpoch: 200 });
  const range = { from: history.first, to: history.first + 49 };
  const read = async (urls: string[]) => {
    const options = solanaOptions(urls, { readsStakes: false, nodeOptions: quickNodes(1) });
    const { messages } = await published(solana, range, (log) => openSolanaSession(options, { log }));
    // States depend on the time of reading.
    return messages.filter(({ type }) => type === "slots" || type === "rewards");
  };

  it.each(
    thinned<[string, NonNullable<Rules["change"]>]>(
      [
        ["a schedule without one of the leaders", leadersBut((all) => all.slice(1))],
        [
          "a schedule with a slot left out",
          leadersBut(([[who, [, ...rest]] = ["", []], ...all]) => [[who, rest], ...all]),
        ],
        [
          "a schedule with a slot twice",
          leadersBut(([[who, own] = ["", []], ...all]) => [[who, [...own, own[0] ?? 0]], ...all]),
        ],
        [
          "each reward twice",
          resultOf("getBlock", (block) => ({ ...block, rewards: twice(block?.rewards ?? []) })),
        ],
      ],
      1,
    ),
  )("%s is taken from another node, and is an error without one", async (_, change) => {
    const { url } = await kept(startSolanaStub(history));
    const bad = await through(url, { change });
    const right = await read([url]);
    expect(right.length).toBeGreaterThan(1);
    expect(await read([bad, url])).toEqual(right);
    await expect(read([bad])).rejects.toMatchObject({ kind: "source", code: "bad_answer" });
  });

  it("a slot is skipped, as one node says, though another one refuses the call", async () => {
    const { url } = await kept(startSolanaStub(history));
    const error = { code: -32601, message: "getBlock is not part of your plan" };
    const refusing = await through(url, {
      rpc: ({ method }) => (method === "getBlock" ? { body: { jsonrpc: "2.0", error } } : undefined),
    });
    const right = await read([url]);
    expect(await read([refusing, url])).toEqual(right);
    expect(await read([url, refusing])).toEqual(right);
  });
});

function twice<Item>(list: readonly Item[]): Item[] {
  return list.flatMap((item) => [item, item]);
}
function leadersBut(
  change: (all: [string, number[]][]) => [string, number[]][],
): NonNullable<Rules["change"]> {
  return resultOf("getLeaderSchedule", (schedule) => Object.fromEntries(change(Object.entries(schedule))));
}

describe("Polygon", () => {
  const history = createPolygonHistory({ seed: 5, checkpoints: 12 });
  const range = { from: 3, to: 6 };

  async function read(change: { heimdall?: Rules; root?: Rules; isAlone?: boolean }) {
    const { heimdall, root, ...stub } = await kept(startPolygonStub(history));
    const through_ = async (url: string, rules: Rules | undefined) =>
      rules === undefined ? [url] : [await through(url, rules), ...(change.isAlone === true ? [] : [url])];
    const options = {
      ...polygonOptions({ heimdall, root, ...stub }),
      ...{ urls: await through_(heimdall.url, change.heimdall), nodeOptions: { rounds: 2, restBaseMs: 2 } },
      executionUrls: await through_(root.url, change.root),
    };
    const outcome = await published(polygon, range, (log) => openPolygonSession(options, { log }));
    // States depend on the time of reading, and windows of events on the ranges that nodes accept.
    const events = outcome.messages.filter(({ type }) => type === "events");
    return {
      stakes: events.flatMap(({ stakes }) => stakes),
      shares: events.flatMap(({ shares }) => shares),
      others: outcome.messages.filter(({ type }) => !["events", "scanned", "state"].includes(type)),
    };
  }
  /** Heimdalls with an empty list are requested for each checkpoint. */
  const unlisted = ({ path }: { path: string }) =>
    path.startsWith("/checkpoints/list") ? { status: 200, body: {} } : undefined;

  it("a checkpoint that is answered with another one is taken from another Heimdall", async () => {
    let first: unknown;
    const heimdall: Rules = {
      http: unlisted,
      change: (body, { path }) => {
        if (!/^\/checkpoints\/\d+$/.test(path)) return body;
        first ??= body;
        return first;
      },
    };
    expect(await read({ heimdall })).toEqual(await read({}));
  });

  it("a Heimdall whose list is missing is requested for each checkpoint", async () => {
    expect(await read({ heimdall: { http: unlisted }, isAlone: true })).toEqual(await read({}));
  });

  it("a rate limit with 400 is no checkpoint that is not there", async () => {
    let left = 3;
    const heimdall: Rules = {
      http: (seen) => {
        if (!/^\/checkpoints\/\d+$/.test(seen.path) || left === 0) return unlisted(seen);
        left -= 1;
        return { status: 400, body: '{"message":"API rate limit exceeded"}' };
      },
    };
    expect(await read({ heimdall })).toEqual(await read({}));
  });

  it("logs in another order are the same logs", async () => {
    const root: Rules = { change: resultOf("eth_getLogs", (logs: Answer[]) => [...logs].reverse()) };
    expect(await read({ root, isAlone: true })).toEqual(await read({}));
  });

  it("logs that are there twice are taken from another node", async () => {
    const root: Rules = { change: resultOf("eth_getLogs", (logs: Answer[]) => twice(logs)) };
    expect(await read({ root })).toEqual(await read({}));
  });
});

describe("Cardano", () => {
  it("an instance returns fewer rows than a page has: the rest is read, too", async () => {
    const history = createCardanoHistory({ seed: 5, epochs: 6, delegators: 130 });
    const { url } = await kept(startCardanoStub(history));
    const capped = await through(url, {
      change: (rows) => (Array.isArray(rows) ? rows.slice(0, 120) : rows),
    });
    const read = (one: string) =>
      published(cardano, { from: 501, to: 501 }, (log) => openCardanoSession(cardanoOptions([one]), { log }));
    expect((await read(capped)).messages).toEqual((await read(url)).messages);
  });

  it.each(
    thinned<[string, string, (rows: Answer[]) => Answer[]]>(
      [
        ["blocks without the first one", "/blocks", (rows) => (rows.length > 1 ? rows.slice(1) : rows)],
        ["a block twice", "/blocks", (rows) => (rows.length > 1 ? [...rows, ...rows.slice(-1)] : rows)],
      ],
      1,
    ),
  )("%s: another instance is read", async (_, call, change) => {
    const { url } = await kept(startCardanoStub(createCardanoHistory({ seed: 5, epochs: 6 })));
    const bad = await through(url, {
      change: (rows, { path }) => (path.startsWith(call) ? change(rows) : rows),
    });
    const read = (urls: string[]) =>
      published(cardano, { from: 501, to: 501 }, (log) => openCardanoSession(cardanoOptions(urls), { log }));
    expect((await read([bad, url])).messages).toEqual((await read([url])).messages);
    await expect(read([bad])).rejects.toMatchObject({ code: "inconsistent" });
  });
});
