/** A statement that fails returns its error, and changes no other caller's answer. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { createChdbConnection } from "chdb/connection";
import { describe, expect, it } from "vitest";
import { failureOf, storeKinds, useStore } from "../../test/support/stores.ts";

/** Fails only after it has produced rows, which chDB then keeps for the next answer on the connection. */
const failsLate = `
  select throwIf(number = 5000, 'boom') as failed, 'SECRET' as leak, number
  from numbers(100000)
  settings max_block_size = 1000, max_threads = 1`;

describe.each(storeKinds)("%s store", (kind) => {
  const { store } = useStore(kind);

  it.each([
    ["select 1 +", "syntax_error", false],
    ["select a from no_such_table", "unknown_table", false],
    ["select no_such_column from (select 1 as a)", "unknown_identifier", false],
    ["select 1 = [1]", "illegal_type_of_argument", false],
    ["select sum(number) from numbers(1e9) settings max_memory_usage = 10", "memory_limit_exceeded", true],
    [
      "select count() from numbers(1e12) where rand() = 1 settings max_execution_time = 0.2",
      "timeout_exceeded",
      true,
    ],
    ["select 1; drop table written", "multiple_statements", false],
  ])("classifies %s", async (sql, code, retryable) => {
    const error = await failureOf(store().command(sql));
    expect([error.kind, error.code, error.retryable]).toEqual(["store", code, retryable]);
  });

  it("keeps the rows of a failed query away from the next answer", async () => {
    for (let round = 0; round < 8; round += 1) {
      expect((await failureOf(store().text(failsLate))).code).toBe("function_throw_if_value_is_non_zero");
      expect(await store().text("select 1 as one")).toBe('{"one":1}\n');
      const failsAsPage = failsLate.replace("settings", "limit 90000 settings");
      expect((await failureOf(store().page(failsAsPage))).code).toBe("function_throw_if_value_is_non_zero");
      expect(await store().page("select 1 as one limit 1")).toEqual({ rows: ['{"one":1}'], total: 1 });
    }
  });

  it("keeps them away with 32 requests in flight, too", async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 96 }, (_, index) =>
        index % 3 === 0 ? store().text(failsLate) : store().text("select {index:UInt32} as i", { index }),
      ),
    );
    answers.forEach((answer, index) => {
      if (index % 3 === 0) expect(answer.status).toBe("rejected");
      else expect(answer).toEqual({ status: "fulfilled", value: `{"i":${index}}\n` });
    });
  });

  it("answers both ways of quoting at the same time", async () => {
    const sql = "select toUInt64(1) as a";
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? store().text(sql) : store().rows(sql))),
    );
    answers.forEach((answer, index) => {
      expect(answer).toEqual(index % 2 === 0 ? '{"a":1}\n' : [{ a: "1" }]);
    });
  });
});

describe("embedded engine without the pool", () => {
  it("does leak a failed query's rows, which is what the pool is for", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-bare-"));
    const connection = createChdbConnection({ path: folder });
    const bare = createClient({ connection: connection as never });
    await bare.query({ query: failsLate, format: "JSONEachRow" }).catch(() => undefined);
    const answer = await bare.query({ query: "select 1 as one", format: "JSONEachRow" });
    expect(await answer.text()).toContain("SECRET");
    await connection.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
