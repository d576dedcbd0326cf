/** Cases of real answers: execution nodes, as EigenLayer, Polygon and Ethereum read them. */
import { afterEach, beforeAll, expect, it } from "vitest";
import { createEigenlayerHistory, firstBlock } from "../../fixtures/eigenlayer/history.ts";
import { startEigenlayerStub } from "../../fixtures/eigenlayer/stubNode.ts";
import { startStubSidecar } from "../../fixtures/eigenlayer/stubSidecar.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { caseOf, createListeningLog, describeCases } from "../../test/support/cases.ts";
import {
  allBlocks,
  eigenlayerChain,
  eigenlayerOptions,
  openEigenlayer,
} from "../../test/support/eigenlayer.ts";
import { type Reply, type Rules, startInterceptor } from "../../test/support/interceptor.ts";
import { thinned } from "../../test/support/nightCases.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { quickNodes } from "../../test/support/quickNodes.ts";
import { checkEigenlayerNode } from "../eigenlayer/nodeCheck.ts";
import { type EigenlayerOptions, openEigenlayerSession } from "../eigenlayer/session.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
const kept = <Closable extends { close(): Promise<void> }>(one: Closable): Closable => {
  closers.push(one.close);
  return one;
};

const history = createEigenlayerHistory({ seed: 7, days: 4, gap: 6000 });
const all = allBlocks(history);
const { signal } = new AbortController();

/** The messages that a backfill publishes, in any windows: rows by type. */
async function published(urls: string[], more: Partial<EigenlayerOptions> = {}): Promise<BusMessage[]> {
  const openSession = () => openEigenlayer(eigenlayerOptions(urls, more));
  return await publishedBy({ chain: eigenlayerChain, openSession, range: all });
}
const days = (messages: readonly BusMessage[]) =>
  messages.map(({ value }) => JSON.parse(String(value))).filter(({ type }) => type === "day");
const logCount = (messages: readonly BusMessage[]) =>
  messages
    .map(({ value }) => JSON.parse(String(value)))
    .filter(({ type }) => type === "logs")
    .reduce((sum, { withdrawals, operators, roots, claims, others }) => {
      return sum + [withdrawals, operators, roots, claims, others].flat().length;
    }, 0);

async function nodeWith(rules: Rules) {
  const stub = kept(await startEigenlayerStub(history));
  return kept(await startInterceptor(stub.url, rules));
}

describeCases("execution nodes", () => {
  let right: BusMessage[];
  beforeAll(async () => {
    const stub = await startEigenlayerStub(history);
    right = await published([stub.url]);
    await stub.close();
  });

  const blocksOf = (call: { params: unknown }) => {
    const [filter] = call.params as [{ fromBlock: string; toBlock: string }];
    return Number(filter.toBlock) - Number(filter.fromBlock) + 1;
  };

  it.each(thinned(caseOf<{ answers?: Reply[] }>("08-evm-logs-too-much-without-words").answers ?? [], 2))(
    "08: windows that are too much, said with $status and $body",
    async (answer) => {
      const { log, text } = createListeningLog();
      const node = await nodeWith({
        rpc: (call) => (call.method === "eth_getLogs" && blocksOf(call) > 10 ? answer : undefined),
      });
      const openSession = () =>
        openEigenlayerSession(
          { ...eigenlayerOptions([node.url]), nodeOptions: quickNodes(2), unitBlocks: 16 },
          { log },
        );
      const messages = await publishedBy({ chain: eigenlayerChain, openSession, range: all });
      expect([days(messages), logCount(messages)]).toEqual([days(right), logCount(right)]);
      const { body } = answer as { body: { error?: { message?: string } | string } | string };
      const words =
        typeof body === "string" ? "504" : typeof body.error === "string" ? body.error : body.error?.message;
      expect(text()).toContain(words);
    },
  );

  it("07: a rate limit that counts the calls of a batch", async () => {
    const { limit, answers } = caseOf<{ limit: { callsPerSecond: number }; answers: Reply[] }>(
      "07-evm-batch-counted-singly",
    );
    let [second, used] = [0, 0];
    const node = await nodeWith({
      rpc: () => {
        // A second of the case is a tenth of one here.
        const now = Math.floor(Date.now() / 100);
        if (now !== second) [second, used] = [now, 0];
        used += 1;
        return used > limit.callsPerSecond ? { ...answers[0], body: answers[0]?.body } : undefined;
      },
    });
    // So are the times of backing off.
    const nodeOptions = { rounds: 3, restBaseMs: 100, restMaxMs: 1_000 };
    const messages = await published([node.url], { nodeOptions });
    expect([days(messages), logCount(messages)]).toEqual([days(right), logCount(right)]);
  });

  it.each(caseOf<{ answers?: object[] }>("36-evm-revert-spellings").answers ?? [])(
    "36: a call that the machine ends: $error.data",
    async (answer) => {
      const word = (2n ** 140n).toString(16).padStart(64, "0");
      const rulesFor = (body: object): Rules => ({
        rpc: ({ method, params }) =>
          method === "eth_call" && JSON.stringify(params).includes(word) ? { body } : undefined,
      });
      const [control] = caseOf<{ control: object[] }>("36-evm-revert-spellings").control;
      const expected = await published([(await nodeWith(rulesFor(control ?? {}))).url]);
      const messages = await published([(await nodeWith(rulesFor(answer))).url]);
      expect(messages).toEqual(expected);
    },
  );

  it("34: logs of pruned receipts are left out", async () => {
    const { answers } = caseOf<{ answers: { result: string }[] }>("34-evm-logs-of-pruned-receipts");
    expect(answers[0]?.result).toContain("the middle one");
    const middle = firstBlock + Math.floor(history.blocks.length / 2);
    const rules: Rules = {
      change: (envelope, { call }) =>
        call?.method === "eth_getLogs"
          ? {
              ...envelope,
              result: envelope.result.filter(({ blockNumber }: { blockNumber: string }) => {
                return Number(blockNumber) >= middle;
              }),
            }
          : envelope,
    };
    const node = await nodeWith(rules);
    const { log } = createListeningLog();
    const check = checkEigenlayerNode(eigenlayerOptions([node.url], { nodeOptions: quickNodes(1) }), {
      log,
      signal,
    });
    await expect(check).rejects.toMatchObject({ code: "pruned" });
    await expect(published([node.url])).rejects.toThrow(/pruned.*no logs before block/);
    // Another node that keeps them is read instead.
    const whole = kept(await startEigenlayerStub(history));
    expect(days(await published([node.url, whole.url]))).toEqual(days(right));
  });

  it("01: a sidecar that has not computed a reward day yet", async () => {
    const { stub, answers } = caseOf<{ stub: { history: object }; answers: Reply[] }>(
      "01-eigenlayer-sidecar-behind",
    );
    const longer = createEigenlayerHistory({ seed: 7, ...stub.history });
    const chain = kept(await startEigenlayerStub(longer));
    const sidecar = kept(await startStubSidecar(longer));
    // The last one that reveals a day.
    const root = longer.payouts.roots
      .filter(({ isDisabled }) => !isDisabled)
      .filter(({ lastDay }, place, valid) => valid.slice(0, place).every((one) => one.lastDay < lastDay))
      .at(-1);
    const day = new Date((root?.lastDay ?? 0) * 86_400_000).toISOString().slice(0, 10);
    const before = new Date(((root?.lastDay ?? 0) - 1) * 86_400_000).toISOString().slice(0, 10);
    let isComputed = false;
    const last = await (await fetch(`${sidecar.url}/rewards/v1/rewards/${before}`)).text();
    const node = kept(
      await startInterceptor(sidecar.url, {
        http: ({ path }) => {
          if (isComputed) return undefined;
          if (path === `/rewards/v1/rewards/${day}`) return { status: 200, body: last };
          const isLeaves = path === `/rewards/v1/distribution-roots/${root?.index}/rewards`;
          return isLeaves ? answers[1] : undefined;
        },
      }),
    );
    const { log, text } = createListeningLog();
    const read = async (url: string) => {
      const openSession = () =>
        openEigenlayerSession(
          { ...eigenlayerOptions([chain.url]), sidecarUrls: [url], sidecarRetryMs: 0 },
          { log },
        );
      return (await publishedBy({ chain: eigenlayerChain, openSession, range: allBlocks(longer) }))
        .map(({ value }) => JSON.parse(String(value)))
        .filter(({ type, root_index }) => root_index === root?.index && /snapshot|rewards|leaves/.test(type));
    };
    expect(await read(node.url)).toEqual([]);
    expect(text()).toContain(day);
    isComputed = true;
    const messages = await read(node.url);
    expect(messages).toEqual(await read(sidecar.url));
    expect(messages.some(({ type, reward_count }) => type === "snapshot" && reward_count > 0)).toBe(true);
  });
});
