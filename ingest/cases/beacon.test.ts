/** Cases of real answers: beacon nodes, and execution nodes next to them. */
import { afterEach, beforeAll, expect, it } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { startStubExecutionNode } from "../../fixtures/eth/stubExecutionNode.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { type EthMessage, ethMessage } from "../../schemas/eth/events.ts";
import { caseOf, createListeningLog, describeCases } from "../../test/support/cases.ts";
import { type Answer, type Reply, type Rules, startInterceptor } from "../../test/support/interceptor.ts";
import { thinned } from "../../test/support/nightCases.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { openBeaconSession } from "../eth/index.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const chain = generateChain({ seed: 21, validators: 96, preset: "minimal", startEpoch: 6, epochs: 8 });
const slots = 8;
const range = { from: 7, to: 8 };
const nodeOptions = { restBaseMs: 2, restMaxMs: 8 };

async function published(
  rules: Rules,
  { to = range.to, executionUrl }: { to?: number; executionUrl?: string } = {},
): Promise<{ messages: EthMessage[]; text(): string }> {
  const stub = await startStubBeaconNode(chain);
  const node = await startInterceptor(stub.url, rules);
  const { log, text } = createListeningLog();
  try {
    const openSession = () =>
      openBeaconSession(
        {
          ...{
            urls: [node.url],
            requestsPerSecond: 10_000,
            maxHeadAgeS: 0,
            rewardCheckEpochs: 0,
            nodeOptions,
          },
          ...(executionUrl === undefined ? {} : { execution: { urls: [executionUrl], nodeOptions } }),
        },
        { log },
      );
    const busMessages = await publishedBy({ chain: { id: "eth" }, openSession, range: { ...range, to } });
    return { messages: busMessages.map(({ value }) => ethMessage.parse(decodeValue(value))), text };
  } finally {
    await node.close();
    await stub.close();
  }
}

describeCases("beacon nodes", () => {
  let right: EthMessage[];
  beforeAll(async () => {
    right = (await published({})).messages;
  });

  it.each([[/^\/eth\/v2\/beacon\/blocks\/(\d+)$/], [/^\/eth\/v1\/beacon\/headers\/(\d+)$/]])(
    "12: a missed slot that is answered with 500: %s",
    async (pattern) => {
      const { answers, stub } = caseOf<{ answers: Reply[]; stub: { missedSlots: number[] } }>(
        "12-beacon-missed-slot-500",
      );
      const missed = new Set(stub.missedSlots);
      let answered = 0;
      const { messages } = await published({
        http: ({ path }) => {
          const slot = pattern.exec(path)?.[1];
          if (slot === undefined || !missed.has(Number(slot)) || chain.canonicalRoots.has(Number(slot)))
            return undefined;
          answered += 1;
          return answers[0];
        },
      });
      expect(messages).toEqual(right);
      expect(String(pattern).includes("headers") ? answered : 1).toBeGreaterThan(0);
    },
  );

  it("13: a slot is answered with a block that was orphaned", async () => {
    const { stub } = caseOf<{ stub: { orphanedSlots: number[] } }>("13-beacon-orphan-by-slot");
    const orphans = [...chain.blocks.values()].filter(
      ({ isCanonical, block }) => !isCanonical && stub.orphanedSlots.includes(block.slot),
    );
    const bySlot = new Map(orphans.map(({ block, root }) => [block.slot, root]));
    const source = await startStubBeaconNode(chain);
    closers.push(source.close);
    const answers = new Map<string, Answer>();
    for (const [slot, root] of bySlot)
      for (const path of [`/eth/v1/beacon/headers/`, `/eth/v2/beacon/blocks/`]) {
        const answer = await fetch(`${source.url}${path}${root}`);
        if (answer.ok) answers.set(`${path}${slot}`, await answer.json());
      }
    expect([...answers.keys()].length).toBeGreaterThan(0);
    const { messages } = await published({
      http: ({ path }) => {
        const body = answers.get(path);
        return body === undefined ? undefined : { status: 200, body };
      },
    });
    const blocks = (all: readonly EthMessage[]) =>
      all.flatMap((one) => (one.type === "block" ? [[one.slot, one.status, one.block_root]] : [])).sort();
    expect(blocks(messages)).toEqual(blocks(right));
  });

  it("14: empty lists that are null", async () => {
    const empty = (body: Answer) =>
      Array.isArray(body?.data) && body.data.length === 0 ? { ...body, data: null } : body;
    const lists = caseOf<{ answers: { when: string }[] }>("14-beacon-empty-list-is-null").answers;
    expect(lists.map(({ when }) => /pending_\w+|headers/.exec(when)?.[0])).toEqual([
      ...["pending_consolidations", "pending_deposits", "headers"],
    ]);
    const { messages } = await published({
      change: (body, { path }) =>
        /pending_(?:consolidations|deposits)|headers\?slot=/.test(path) ? empty(body) : body,
    });
    expect(messages).toEqual(right);
  });

  it("15: one queue is answered with another", async () => {
    const { answers } = caseOf<{ answers: Reply[] }>("15-beacon-consolidations-hold-deposits");
    const isQueue = (path: string) => path.endsWith("/pending_consolidations");
    const unanswered = await published({ http: ({ path }) => (isQueue(path) ? answers[0] : undefined) });
    const refused = await published({ http: ({ path }) => (isQueue(path) ? { status: 405 } : undefined) });
    expect(unanswered.messages).toEqual(refused.messages);
    expect(unanswered.text().match(/an optional call failed/g)).toHaveLength(1);
    expect(unanswered.text()).toContain("pending_consolidations");
  });

  const gone = caseOf<{ answers?: Reply[]; control: Reply }>("39-beacon-state-gone-500-410");
  it.each(thinned(gone.answers ?? []))("39: a state that is gone: $status $body.message", async (answer) => {
    const below = (reply: Reply, limit: number): Rules => ({
      http: ({ path }) => {
        const slot = /^\/eth\/v\d\/(?:debug\/)?beacon\/states\/(\d+)/.exec(path)?.[1];
        return slot !== undefined && Number(slot) < limit ? reply : undefined;
      },
    });
    const first = range.from * slots;
    const complete = await published(below(answer, first));
    expect(complete.messages).toEqual((await published(below(gone.control, first))).messages);
    // The epoch that only supports the next one is left out.
    const epochs = complete.messages.flatMap((one) => (one.type === "epoch" ? [one.epoch] : []));
    expect(epochs[0]).toBe(range.from);
    await expect(published(below(answer, 10 ** 9))).rejects.toThrow(/pruned; needs an archive node/);
  });
});

describeCases("execution nodes next to them", () => {
  const wanted = (messages: readonly EthMessage[]) =>
    messages.flatMap((one) => (one.type === "execution_block" ? one.blocks : []));

  async function blocksThrough(rules: Rules): Promise<{ blocks: unknown[]; text(): string }> {
    const stub = await startStubExecutionNode(chain);
    const node = await startInterceptor(stub.url, rules);
    closers.push(node.close, stub.close);
    const { messages, text } = await published({}, { to: 9, executionUrl: node.url });
    return { blocks: wanted(messages), text };
  }

  it("35: receipts of a block that are an empty list, and others that are not kept", async () => {
    const { answers, variants } = caseOf<{ answers: { when: string }[]; variants: { when: string }[] }>(
      "35-evm-receipts-empty-list",
    );
    expect([answers.length, variants.length]).toEqual([1, 4]);
    const right = await blocksThrough({});
    expect(right.blocks.length).toBeGreaterThan(20);
    const ofFirst = (result: unknown): Rules => {
      let first: string | undefined;
      return {
        change: (envelope, { call }) => {
          if (call?.method !== "eth_getBlockReceipts") return envelope;
          first ??= JSON.stringify(call.params);
          return JSON.stringify(call.params) === first ? { ...envelope, result } : envelope;
        },
      };
    };
    expect((await blocksThrough(ofFirst([]))).blocks).toEqual(right.blocks);
    expect((await blocksThrough(ofFirst(null))).blocks).toEqual(right.blocks);
    const ofAll: Rules = {
      change: (envelope, { call }) =>
        call?.method === "eth_getBlockReceipts" ? { ...envelope, result: [] } : envelope,
    };
    expect((await blocksThrough(ofAll)).blocks).toEqual(right.blocks);
    const priceless: Rules = {
      change: (envelope, { call }) =>
        call?.method === "eth_getBlockReceipts" && envelope.result?.length > 0
          ? {
              ...envelope,
              result: envelope.result.map((one: object, place: number) =>
                place === 0 ? { ...one, effectiveGasPrice: null } : one,
              ),
            }
          : envelope,
    };
    expect((await blocksThrough(priceless)).blocks).toEqual(right.blocks);
    let emptied: string | undefined;
    const withoutTransactions = await blocksThrough({
      change: (envelope, { call }) => {
        const isBlock = call?.method === "eth_getBlockByNumber" && envelope.result?.transactions?.length > 0;
        if (!isBlock) return envelope;
        emptied ??= envelope.result.number;
        return envelope.result.number === emptied
          ? { ...envelope, result: { ...envelope.result, transactions: [] } }
          : envelope;
      },
    });
    // All but that one.
    expect(withoutTransactions.blocks).toHaveLength(right.blocks.length - 1);
    expect(withoutTransactions.text()).toContain("no longer has the transactions of block");
  });
});
