/** Cases of real answers: Solana. */
import { afterEach, expect, it } from "vitest";
import { createSolanaHistory, type SolanaHistory } from "../../fixtures/solana/model.ts";
import { startSolanaStub } from "../../fixtures/solana/stubNode.ts";
import { createLogger } from "../../lib/logger.ts";
import type { SlotsMessage, SolanaMessage } from "../../schemas/solana/events.ts";
import { caseOf, createListeningLog, describeCases } from "../../test/support/cases.ts";
import { type Reply, type Rules, startInterceptor } from "../../test/support/interceptor.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { quickNodes } from "../../test/support/quickNodes.ts";
import { chain, solanaOptions } from "../../test/support/solana.ts";
import { createSolanaClient } from "../solana/api/client.ts";
import { checkSolanaNode, openSolanaSession, type SolanaOptions } from "../solana/session.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
const { signal } = new AbortController();

async function nodeOf(history: SolanaHistory, rules: Rules = {}): Promise<string> {
  const stub = await startSolanaStub(history);
  const node = await startInterceptor(stub.url, rules);
  closers.push(node.close, stub.close);
  return node.url;
}

async function published(
  url: string,
  range: { from: number; to: number },
  more: Partial<SolanaOptions> = {},
): Promise<{ messages: SolanaMessage[]; text(): string }> {
  const { log, text } = createListeningLog();
  const openSession = () => openSolanaSession(solanaOptions([url], { readsStakes: false, ...more }), { log });
  const busMessages = await publishedBy({ chain, openSession, range });
  return { messages: busMessages.map(({ value }) => JSON.parse(String(value)) as SolanaMessage), text };
}

describeCases("Solana", () => {
  const unknown = caseOf<{ answers?: Reply[]; control: Reply; stub: { history: object } }>(
    "02-solana-unknown-method-spellings",
  );
  it.each(unknown.answers ?? [])("02: a method is not offered: $body.error.message", async (answer) => {
    const history = createSolanaHistory({ seed: 5, ...unknown.stub.history });
    const range = { from: history.first, to: history.first + 49 };
    const refusing = (reply: Reply): Rules => ({
      rpc: ({ method }) => (method === "getAgGenesisCert" ? reply : undefined),
    });
    const url = await nodeOf(history, refusing(answer));
    const control = await nodeOf(history, refusing(unknown.control));
    expect((await published(url, range)).messages).toEqual((await published(control, range)).messages);
    const options = solanaOptions([url], { nodeOptions: quickNodes(1), maxHeadAgeS: 0 });
    const said = await checkSolanaNode(options, { log: createLogger("silent"), signal });
    expect(said).toContain("too old for Alpenglow");
  });

  it("17: a rate limit with the code of a skipped slot", async () => {
    const { answers } = caseOf<{ answers: Reply[] }>("17-solana-rate-limit-as-skipped");
    const history = createSolanaHistory({ seed: 5, slots: 300, slotsPerEpoch: 200 });
    let left = 3;
    const url = await nodeOf(history, {
      rpc: ({ method }) => {
        if (method !== "getBlock" || left === 0) return undefined;
        left -= 1;
        return answers[0];
      },
    });
    const client = createSolanaClient({
      ...solanaOptions([url], { nodeOptions: quickNodes(1) }),
      log: createLogger("silent"),
    } as Parameters<typeof createSolanaClient>[0]);
    await expect(client.block(history.first + 1, "rewards")).rejects.toMatchObject({ code: "rate_limited" });
    // At the start of a listener, where the cursor's block is looked up, and in a range.
    const session = await openSolanaSession(solanaOptions([url]), { log: createLogger("silent") });
    const first = history.first + 1;
    const slot = [first, first + 1, first + 2].find((one) => history.slot(one)?.block !== undefined) ?? first;
    expect(await session.rootAt(slot, signal)).toEqual(expect.any(String));
    left = 2;
    const range = { from: history.first, to: history.first + 49 };
    const right = await published(await nodeOf(history), range);
    expect((await published(url, range)).messages).toEqual(right.messages);
  });

  it("33: a transaction without metadata in a block", async () => {
    const { stub, answers } = caseOf<{ stub: { history: object }; answers: { when: string }[] }>(
      "33-solana-transaction-without-meta",
    );
    const slot = Number(/\d+/.exec(answers[0]?.when ?? "")?.[0]);
    const history = createSolanaHistory({ ...stub.history } as Parameters<typeof createSolanaHistory>[0]);
    const range = { from: 1040 * 200 + 150, to: 1040 * 200 + 299 };
    const url = await nodeOf(history, {
      change: (envelope, { call }) => {
        const isBlock = call?.method === "getBlock" && (call.params as [number])[0] === slot;
        const list = envelope.result?.transactions;
        if (!isBlock || !Array.isArray(list)) return envelope;
        return {
          ...envelope,
          result: { ...envelope.result, transactions: [{ ...list[0], meta: null }, ...list.slice(1)] },
        };
      },
    });
    const right = await published(await nodeOf(history), range);
    const { messages, text } = await published(url, range);
    expect(text()).toContain(`"slot":${slot}`);
    expect(text()).toContain("the metadata of transaction 0");
    const slotsOf = (all: readonly SolanaMessage[]) =>
      all.filter((one): one is SlotsMessage => one.type === "slots");
    const facts = slotsOf(messages).flatMap((one) => one.slots);
    const expected = slotsOf(right.messages).flatMap((one) => one.slots);
    expect(facts).toEqual(
      expected.map((one) =>
        one.slot === slot && one.block !== null ? { ...one, block: { ...one.block, content: null } } : one,
      ),
    );
    const without = slotsOf(messages).filter((one) => one.votes === null);
    expect(without.map((one) => one.slots.map(({ slot }) => slot))).toEqual([[slot]]);
    expect(without[0]?.depth).toBe("rewards");
    expect(messages.filter(({ type }) => type === "rewards")).toEqual(
      right.messages.filter(({ type }) => type === "rewards"),
    );
  });
});
