/** The listener with nodes that lie, lag, lack data and break. */
import { describe, expect, it } from "vitest";
import { createSolanaHistory } from "../fixtures/solana/model.ts";
import type { Fault } from "../fixtures/solana/settings.ts";
import { readStatus } from "../ingest/listener/session.ts";
import { checkSolanaNode, openSolanaSession, type SolanaOptions } from "../ingest/solana/session.ts";
import type { SolanaMessage } from "../schemas/solana/events.ts";
import { thinned } from "./support/nightCases.ts";
import { quickNodes } from "./support/quickNodes.ts";
import { log, solanaOptions } from "./support/solana.ts";
import { listenSolana, ofType, slotFacts, useStubs } from "./support/solanaMessages.ts";

const history = createSolanaHistory({ seed: 9, slots: 260 });
const { first, head } = history;
const range = { from: first, to: head };
const { signal } = new AbortController();
const stub = useStubs();

const produced = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
    (slot) => history.slot(slot)?.block !== undefined,
  );

const said = new Map<string, SolanaMessage[]>();

/** A good node's messages, read once. */
async function expectedMessages(more: Partial<SolanaOptions> = {}): Promise<SolanaMessage[]> {
  const name = JSON.stringify(more);
  const earlier = said.get(name);
  if (earlier !== undefined) return earlier;
  const node = await stub(history);
  const messages = await listenSolana([node.url], range, more);
  said.set(name, messages);
  return messages;
}

describe("trouble during a backfill", () => {
  const methods = [
    ...["getBlock", "getBlocks", "getBlocksWithLimit", "getBlockTime", "getLeaderSchedule", "getSlot"],
    ...["getVoteAccounts", "getClusterNodes", "getSupply", "getInflationReward", "getProgramAccounts"],
  ];
  it.each(thinned<Fault>(["429", "truncated", "500", "disconnect", "garbage"], 2))(
    "on %s another node is used",
    async (fault) => {
      const broken = await stub(history, {
        faults: new Map([...methods, "getAgGenesisCert"].map((method) => [method, [fault, fault]])),
      });
      const good = await stub(history);
      expect(await listenSolana([broken.url, good.url], range)).toEqual(await expectedMessages());
      expect([...broken.settings.faults.values()].some((left) => left.length < 2)).toBe(true);
    },
  );

  it.each(thinned<Fault>(["truncated", "429"]))(
    "on occasional %s the only node is retried",
    async (fault) => {
      const node = await stub(history, {
        faults: new Map([
          ["getBlock", [fault]],
          ["getVoteAccounts", [fault]],
        ]),
      });
      expect(await listenSolana([node.url], range)).toEqual(await expectedMessages());
    },
  );

  // A null is an answer where a node may not know: for leaders, block times, certificates.
  const nulls = [
    "getBlock",
    "getVoteAccounts",
    "getBlocks",
    "getBlocksWithLimit",
    "getSlot",
    "getProgramAccounts",
  ];
  it.each(thinned(nulls, 2))("null to %s is no answer", async (method) => {
    const broken = await stub(history, { faults: new Map([[method, ["null result", "null result"]]]) });
    const good = await stub(history);
    expect(await listenSolana([broken.url, good.url], range)).toEqual(await expectedMessages());
  });

  it("when a node has no leaders any more, the paid validator is the leader", async () => {
    const node = await stub(history, { schedulesFrom: Number.POSITIVE_INFINITY });
    const facts = slotFacts(await listenSolana([node.url], range));
    for (const { slot, leader, block } of facts) {
      const isPaid = block !== null && block.fee_reward_lamports !== "0";
      expect(leader, String(slot)).toBe(isPaid ? history.slot(slot)?.leader : null);
    }
    expect(facts.some(({ leader }) => leader === null)).toBe(true);
  });

  it("a schedule that one node has dropped is read from another", async () => {
    const recent = await stub(history, { schedulesFrom: Number.POSITIVE_INFINITY });
    const good = await stub(history);
    expect(await listenSolana([recent.url, good.url], range)).toEqual(await expectedMessages());
  });
});

describe("a node that lags", () => {
  it("is passed over", async () => {
    const lagging = await stub(history, { healthLagSlots: 200 });
    const good = await stub(history);
    expect(await listenSolana([lagging.url, good.url], range)).toEqual(await expectedMessages());
  });

  it("is not followed when its head is old", async () => {
    const node = await stub(history);
    const session = await openSolanaSession(solanaOptions([node.url], { maxHeadAgeS: 60 }), { log });
    await expect(readStatus(session, signal, "follow")).rejects.toMatchObject({ code: "stale" });
    await expect(session.status(signal, "backfill")).resolves.toMatchObject({ final: head });
  });

  it("refuses a range after its last final slot, and names that slot", async () => {
    const node = await stub(history, { head: first + 99 });
    await expect(listenSolana([node.url], range)).rejects.toThrow(/is not final yet.*use --to/);
  });

  it("doesn't skip slots that it has not reached", async () => {
    const end = produced(first + 100, first + 199).at(-1) ?? 0;
    const ahead = await stub(history);
    const session = await openSolanaSession(solanaOptions([ahead.url], { nodeOptions: quickNodes(1) }), {
      log,
    });
    const run = session.openRun({ ...range, kind: "backfill" }, undefined);
    ahead.settings.head = end - 3;
    await expect(run.prepare(first + 100, signal, first + 199)).rejects.toMatchObject({ code: "not_yet" });
  });

  it("waits for a block that is listed and not there yet", async () => {
    const [slot = 0] = produced(first + 60, first + 70);
    const node = await stub(history, { notYet: new Set() });
    const session = await openSolanaSession(solanaOptions([node.url], { nodeOptions: quickNodes(1) }), {
      log,
    });
    const run = session.openRun({ ...range, kind: "backfill" }, undefined);
    node.settings.notYet.add(slot);
    // Its child names it.
    await expect(run.prepare(first + 50, signal, first + 99)).rejects.toMatchObject({ code: "pruned" });
    const last = produced(first + 50, first + 99).at(-1) ?? 0;
    node.settings.notYet = new Set(produced(last, head));
    await expect(run.prepare(first + 50, signal, first + 99)).rejects.toMatchObject({ code: "not_yet" });
  });
});

describe("what a node lacks", () => {
  const pruned = { prunedBelow: first + 120 };

  it("ends a backfill from it alone, with a remedy", async () => {
    const node = await stub(history, pruned);
    await expect(listenSolana([node.url], range)).rejects.toThrow(
      /long-term storage|Use a node with all blocks/,
    );
  });

  it("is requested from another node", async () => {
    const node = await stub(history, pruned);
    const archive = await stub(history);
    expect(await listenSolana([node.url, archive.url], range)).toEqual(await expectedMessages());
  });

  it.each(thinned([-32007, -32009] as const))(
    "is never counted as skipped, error %i",
    async (skippedCode) => {
      const missing = new Set(produced(first + 110, first + 140).slice(4, 7));
      const node = await stub(history, { missing, skippedCode });
      await expect(listenSolana([node.url], range)).rejects.toThrow(
        new RegExp(
          `slot ${[...missing].at(-1)} has a block according to slot \\d+, but the node does not have it`,
        ),
      );
      const whole = await stub(history);
      expect(await listenSolana([node.url, whole.url], range)).toEqual(await expectedMessages());
    },
  );

  it("is not counted as skipped at the end of a run, either", async () => {
    const end = first + 149;
    const missing = new Set(produced(end - 6, end));
    const node = await stub(history, { missing });
    await expect(listenSolana([node.url], { from: first, to: end })).rejects.toThrow(
      /has a block according to/,
    );
  });

  it("is noticed when the first blocks of a run are missing", async () => {
    const missing = new Set(produced(first + 50, first + 54));
    const node = await stub(history, { missing });
    await expect(listenSolana([node.url], { from: first + 50, to: head })).rejects.toThrow(
      /does not have it/,
    );
  });

  it("before a range affects only the time of skipped slots", async () => {
    const skipped = first + 5;
    expect(history.slot(skipped)?.block).toBeUndefined();
    const node = await stub(history, { prunedBelow: skipped });
    const [fact] = slotFacts(await listenSolana([node.url], { from: skipped, to: first + 99 }));
    expect(fact).toMatchObject({ slot: skipped, block: null, time: history.slot(first + 6)?.time });
  });
});

describe("another chain", () => {
  it("is refused", async () => {
    const other = await stub(history, {
      genesisHash: createSolanaHistory({ seed: 1, slots: 120 }).genesisHash,
    });
    const good = await stub(history);
    expect(await listenSolana([good.url, other.url], range)).toEqual(await expectedMessages());
    expect(other.requests.every((request) => request === "getGenesisHash")).toBe(true);
  });

  it("names unnamed networks by the genesis hash", async () => {
    const node = await stub(history);
    const open = (networkName?: string) =>
      openSolanaSession(solanaOptions([node.url], { networkName }), { log });
    expect((await open()).network).toBe(`genesis-${history.genesisHash.slice(0, 8).toLowerCase()}`);
    expect((await open("mainnet")).network).toBe("mainnet");
    const testnet = await stub(history, { genesisHash: "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY" });
    const session = await openSolanaSession(solanaOptions([testnet.url], { networkName: undefined }), {
      log,
    });
    expect(session.network).toBe("testnet");
  });
});

describe("what a node doesn't serve", () => {
  it("of Alpenglow leaves unknown whether a slot is under it", async () => {
    const node = await stub(history, { hasCertificateMethod: false });
    const facts = slotFacts(await listenSolana([node.url], range));
    expect(new Set(facts.map(({ is_alpenglow }) => is_alpenglow))).toEqual(new Set([null]));
  });

  it.each(["-32010", "403"] as const)("of accounts (%s) stays empty, with a warning", async (refusal) => {
    const node = await stub(history, { refusesProgramAccounts: refusal });
    const messages = await listenSolana([node.url], range);
    const expected = await expectedMessages();
    expect(slotFacts(messages)).toEqual(slotFacts(expected));
    for (const type of ["stakes", "stake_count", "tips", "pools"] as const) {
      // The fee of the tip router is no account of a program's list.
      expect(ofType(messages, type).filter((one) => !("fees" in one && one.tips.length === 0))).toEqual([]);
      expect(ofType(expected, type)).not.toEqual([]);
    }
    const [voters] = ofType(messages, "voters");
    expect(voters?.voters.length).toBe(history.validators.length);
    expect(voters?.voters.every(({ name }) => name === null)).toBe(true);
  });

  it("of blocks as bytes is read as JSON", async () => {
    const node = await stub(history, { refusesBase64: true });
    expect(await listenSolana([node.url], range)).toEqual(await expectedMessages());
  });

  it("has no stake accounts when they are off", async () => {
    const messages = await expectedMessages({ readsStakes: false });
    expect(ofType(messages, "stake_count")).toEqual([]);
  });
});

describe("rewards only", () => {
  it("has null for votes and transactions", async () => {
    const messages = await expectedMessages({ depth: "rewards" });
    const whole = await expectedMessages();
    // For a block without a fee the transactions are read: only they show whether it is empty.
    const without = (facts: ReturnType<typeof slotFacts>) =>
      facts.map((fact) => ({
        ...fact,
        block: fact.block && {
          ...fact.block,
          content: fact.block.fee_reward_lamports === "0" ? fact.block.content : null,
        },
      }));
    expect(slotFacts(messages)).toEqual(without(slotFacts(whole)));
    const free = slotFacts(messages).filter(({ block }) => block?.fee_reward_lamports === "0");
    expect(free.length).toBeGreaterThan(0);
    for (const { block } of free) expect(block?.content?.transaction_count).toBe(0);
    expect(ofType(messages, "slots").every(({ votes, depth }) => votes === null && depth === "rewards")).toBe(
      true,
    );
    expect(ofType(messages, "rewards")).toEqual(ofType(whole, "rewards"));
  });
});

describe("doctor", () => {
  it("reports the history that a node keeps, and its consensus", async () => {
    const node = await stub(history, { prunedBelow: first + 20 });
    const [earliest = 0] = produced(first + 20, head);
    const check = (url: string) => checkSolanaNode(solanaOptions([url]), { log, signal });
    expect(await check(node.url)).toBe(`mainnet, slots ${earliest} to ${head}, votes on chain`);
    node.settings.hasCertificateMethod = false;
    expect(await check(node.url)).toMatch(/too old for Alpenglow/);
    const after = createSolanaHistory({ seed: 2, slots: 120, alpenglowSlot: 74_960 });
    const migrated = await stub(after);
    expect(await check(migrated.url)).toMatch(/Alpenglow from slot 74960/);
  });
});
