import { setMaxListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { failureOf, storeKinds, useStore } from "../../test/support/stores.ts";
import { cancelledCode, isOverBudget, limitStatements, overloadedCode } from "./limits.ts";

const none = { seconds: 0, memoryMib: 0, rows: 0 };
/** Runs for minutes in small blocks. */
const endless = "select count() from numbers(1000000000000) where sipHash64(number) = 1";
const running = `select count() as n from system.processes where query like '%sipHash64(number)%' and query not like '%processes%'`;

describe.each(storeKinds)("a limited %s store", (kind) => {
  const { store } = useStore(kind);
  const within = (budget: Partial<typeof none>) => store().within({ budget: { ...none, ...budget } });
  const settled = (count: string) =>
    expect.poll(async () => (await store().rows<{ n: string }>(running))[0]?.n).toBe(count);

  it.each([
    ["time", { seconds: 0.2 }, endless, "timeout_exceeded"],
    [
      "memory",
      { memoryMib: 16 },
      "select groupArray(number) as a from numbers(50000000)",
      "memory_limit_exceeded",
    ],
    ["rows", { rows: 1_000 }, "select sum(number) as a from numbers(2000000)", "too_many_rows"],
  ])("ends a statement over its %s", async (_, budget, sql, code) => {
    const limited = within(budget);
    const statements = [
      () => limited.text(sql),
      () => limited.page(`${sql} limit 1`),
      () => limited.rows(sql),
    ];
    for (const statement of statements) {
      const error = await failureOf(statement());
      expect([error.code, isOverBudget(error)]).toEqual([code, true]);
    }
  });

  it("limits no other caller", async () => {
    await failureOf(within({ rows: 1_000 }).text("select sum(number) as a from numbers(2000000)"));
    expect(await store().text("select count() as n from numbers(2000000)")).toBe('{"n":2000000}\n');
    expect(await within({ rows: 10 }).text("select 1 as one")).toBe('{"one":1}\n');
    expect(await within(none).rows("select toUInt64(1) as a")).toEqual([{ a: "1" }]);
    expect(await within(none).text("select toUInt64(1) as a")).toBe('{"a":1}\n');
  });

  it("reads by statements that can do nothing else", async () => {
    const limited = within({ rows: 1_000_000 });
    expect(await limited.rows("select toString(getSetting('readonly')) as a")).toEqual([{ a: "2" }]);
    await limited.command("create table t (a UInt8) engine = Memory");
    await limited.command("insert into t select 1");
    expect(await limited.text("select a from t")).toBe('{"a":1}\n');
  });

  it("ends a statement whose caller has gone", async () => {
    const controller = new AbortController();
    // The server looks for its client only where a statement can just read.
    const limited = within({ seconds: 60 }).within({ signal: controller.signal });
    const failed = failureOf(limited.text(endless));
    await settled("1");
    controller.abort();
    expect((await failed).code).toBe(cancelledCode);
    await settled("0");
    expect((await failureOf(limited.text("select 1 as one"))).code).toBe(cancelledCode);
    expect(await within({ seconds: 60 }).text("select 1 as one")).toBe('{"one":1}\n');
  });

  it("removes a statement from the queue when its caller has gone", async () => {
    const controller = new AbortController();
    const limited = within({ seconds: 60 }).within({ signal: controller.signal });
    setMaxListeners(0, controller.signal);
    const failures = Array.from({ length: 20 }, () => failureOf(limited.text(endless)));
    controller.abort();
    expect(new Set((await Promise.all(failures)).map(({ code }) => code))).toEqual(new Set([cancelledCode]));
    await settled("0");
  });

  it("refuses at once what has no place, until there is one", async () => {
    const limited = limitStatements(store(), none, 4);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, one) => limited.text("select {one:UInt8} as one", { one })),
    );
    const refused = answers.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused).toHaveLength(6);
    for (const { reason } of refused) expect([reason.code, reason.retryable]).toEqual([overloadedCode, true]);
    expect(await limited.text("select 1 as one")).toBe('{"one":1}\n');
  });
});
