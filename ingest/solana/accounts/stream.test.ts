import { afterEach, describe, expect, it, vi } from "vitest";
import type { Account } from "./account.ts";
import { type AccountsRequest, readAccounts, streamAccounts } from "./stream.ts";
import { accountJson, addressOf, answerJson, nodeSetOf, startTestNode, type TestNode } from "./testNode.ts";

const open: TestNode[] = [];
const start = async (answer: Parameters<typeof startTestNode>[0]) => {
  const node = await startTestNode(answer);
  open.push(node);
  return node;
};
afterEach(() => {
  for (const node of open.splice(0)) node.close();
});

const request: AccountsRequest = { program: addressOf(9), filters: [{ dataSize: 3 }] };
const account = (number: number) => accountJson(addressOf(number), Buffer.from([number, 2, 3]));
const whole = answerJson([account(1), account(2)]);
const error = (code: number) => JSON.stringify({ jsonrpc: "2.0", error: { code, message: "no" }, id: 1 });
const all = (read: Account) => read.address;
const addresses = [addressOf(1), addressOf(2)];

describe("accounts of a program", () => {
  it("are requested with filters and slices", async () => {
    const node = await start(() => whole);
    const wanted = { ...request, dataSlice: { offset: 0, length: 2 }, slots: { first: 90 } };
    expect(await readAccounts(nodeSetOf(node), wanted, all)).toEqual(addresses);
    await readAccounts(nodeSetOf(node), request, all);
    const options = {
      commitment: "finalized",
      encoding: "base64",
      withContext: true,
      filters: [{ dataSize: 3 }],
    };
    expect(node.requests.map(({ method, params }) => [method, params])).toEqual([
      [
        "getProgramAccounts",
        [addressOf(9), { ...options, dataSlice: { offset: 0, length: 2 }, minContextSlot: 90 }],
      ],
      ["getProgramAccounts", [addressOf(9), options]],
    ]);
  });

  it.each([
    ["an error", error(-32_005)],
    ["a refusal", error(-32_010)],
    ["a forbidden one", 403],
    ["too early a slot", answerJson([account(1)], 89)],
    ["too late a slot", answerJson([account(1)], 111)],
    ["an answer that breaks off", `cut:${whole.slice(0, 60)}`],
    ["an account twice", answerJson([account(1), account(2), account(1)])],
  ])("come from another node after %s", async (_, answer) => {
    const [bad, good] = [await start(() => answer), await start(() => whole)];
    const slots = { first: 90, last: 110 };
    const nodes = nodeSetOf(bad, good);
    expect(await readAccounts(nodes, { ...request, slots }, all)).toEqual(addresses);
    const runs = [];
    for await (const run of streamAccounts(nodeSetOf(bad, good), { ...request, slots }, all)) runs.push(run);
    expect(runs).toEqual([addresses]);
  });

  it.each([
    [error(-32_010), "refused", 1],
    [error(-32_601), "refused", 1],
    [410, "refused", 1],
    [403, "refused", 1],
    [answerJson([account(1)], 111), "too_late", 1],
    [answerJson([account(1)], 89), "not_yet", 2],
    [answerJson([account(1), account(1)]), "inconsistent", 2],
    [`cut:${whole.slice(0, -9)}`, "truncated", 2],
    [whole.slice(0, -9), "truncated", 2],
  ])("%s: %s after %d times", async (answer, code, times) => {
    const node = await start(() => answer);
    const reading = readAccounts(nodeSetOf(node), { ...request, slots: { first: 90, last: 110 } }, all);
    await expect(reading).rejects.toMatchObject({ kind: "source", code, retryable: times > 1 });
    expect(node.requests).toHaveLength(times);
  });

  it("that were yielded stay so when the answer breaks off later, and the stream fails", async () => {
    const large = Array.from({ length: 200 }, (_, number) =>
      accountJson(addressOf(number), Buffer.alloc(30_000, number)),
    );
    const text = answerJson(large);
    const node = await start(() => `cut:${text.slice(0, -100)}`);
    const reported: unknown[] = [];
    const set = nodeSetOf(node);
    const nodes = { ...set, report: (...args: Parameters<typeof set.report>) => void reported.push(args[1]) };
    let count = 0;
    const reading = (async () => {
      for await (const run of streamAccounts(nodes, request, all)) count += run.length;
    })();
    await expect(reading).rejects.toMatchObject({ code: "truncated" });
    expect(count).toBeGreaterThan(0);
    expect(reported).toEqual([expect.objectContaining({ code: "truncated" })]);
    expect(node.requests).toHaveLength(1);
  });

  it("are read no further, nor kept open, when the consumer stops", async () => {
    const large = Array.from({ length: 250 }, (_, number) =>
      accountJson(addressOf(number), Buffer.alloc(60_000)),
    );
    const node = await start(() => answerJson(large));
    for await (const run of streamAccounts(nodeSetOf(node), request, all)) {
      expect(run.length).toBeLessThan(250);
      break;
    }
    await vi.waitFor(async () => expect(await node.connections()).toBe(0));
  });

  it("end with their signal", async () => {
    const node = await start(() => whole);
    const reason = new Error("enough");
    const reading = readAccounts(nodeSetOf(node), request, all, AbortSignal.abort(reason));
    await expect(reading).rejects.toBe(reason);
  });
});
