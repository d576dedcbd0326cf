import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { failureOf, storeKinds, useStore } from "../../test/support/stores.ts";
import { decodeNative } from "./native/read.ts";

describe.each(storeKinds)("streams of a %s store", (kind) => {
  const { folder, store } = useStore(kind);

  const pieces = (sql: string, format: string, params = {}) => store().stream(sql, params, { format });
  const running = async () =>
    Number(
      (
        await store().rows<{ n: string }>(
          "select count() as n from system.processes where query like '%sipHash64%' and query not like '%processes%'",
        )
      )[0]?.n,
    );

  it("streams one document of any format, with the digits of text()", async () => {
    const sql = `
      select number as n, repeat(toString(number), 20) as text, toDecimal128(number, 18) / 7 as amount
      from numbers({count:UInt64})
      settings max_block_size = 1000`;
    const count = 50_000;
    const lines = await buffer(pieces(sql, "JSONEachRow", { count }));
    expect(lines.toString()).toBe(await store().text(sql, { count }));
    const native = await buffer(pieces(`select n, text from (${sql})`, "Native", { count }));
    expect(decodeNative(native).rows).toBe(count);
    const csv = (await buffer(pieces(sql, "CSVWithNames", { count }))).toString().trimEnd().split("\n");
    expect([csv.length, csv.filter((line) => line.startsWith('"n"')).length]).toEqual([count + 1, 1]);
    // A Parquet file begins and ends with its mark, and has no other.
    const parquet = await buffer(pieces(sql, "Parquet", { count }));
    expect([parquet.subarray(0, 4).toString(), parquet.subarray(-4).toString()]).toEqual(["PAR1", "PAR1"]);
    writeFileSync(join(folder, "streamed.parquet"), parquet);
    const read = `select count() as rows, sum(n) as total from file('${join(folder, "streamed.parquet")}')`;
    expect(await store().rows(read)).toEqual([{ rows: "50000", total: "1249975000" }]);
    expect(String(await buffer(pieces("select 1 as a where 0", "CSVWithNames")))).toBe('"a"\n');
    expect(await buffer(pieces("select 1 as a where 0", "JSONEachRow"))).toHaveLength(0);
    // CSV is that of the API.
    const nulls = "select 1 as a, null as b, cast(null, 'Nullable(String)') as c, '' as d";
    expect(String(await buffer(pieces(nulls, "CSV")))).toBe('1,,,""\n');
    const budget = {
      seconds: 0,
      memoryMib: 0,
      rows: 0,
      foreign: { resultRows: 0, resultMib: 0, threads: 0 },
    };
    for (const reader of [store(), store().within({ budget })])
      expect(String((await reader.bytes(nulls, "CSV")).bytes)).toBe('1,,,""\n');
  });

  it("holds the engine up for a slow reader, so that little of a large answer is kept", async () => {
    const large =
      "select repeat('x', 1000) as slowly from numbers(1000000000) settings max_block_size = 1000";
    const rowsRead = async () => {
      const like = "query like '%slowly%' and query not like '%processes%'";
      const [row] = await store().rows<{ n: string }>(
        `select read_rows as n from system.processes where ${like}`,
      );
      return Number(row?.n);
    };
    for await (const _ of pieces(large, "CSV")) {
      let before = -1;
      const standsStill = async () => {
        const [last, now] = [before, await rowsRead()];
        before = now;
        return last === now;
      };
      await expect.poll(standsStill, { interval: 500 }).toBe(true);
      expect(before).toBeLessThan(100_000);
      break;
    }
  });

  it("throws errors after the first bytes, and hands none of them to other callers", async () => {
    const failsLate = `
      select throwIf(number = 400000, 'boom') as failed, 'SECRET' as leak, number
      from numbers(1000000)
      settings max_block_size = 1000, max_threads = 1`;
    for (let round = 0; round < 4; round += 1) {
      let bytes = 0;
      const error = await failureOf(
        (async () => {
          for await (const piece of pieces(failsLate, "JSONEachRow")) bytes += piece.length;
        })(),
      );
      expect(error.code).toBe("function_throw_if_value_is_non_zero");
      expect(bytes).toBeGreaterThan(1_000_000);
      expect(await store().text("select 1 as one")).toBe('{"one":1}\n');
      expect(String(await buffer(pieces("select 1 as one", "CSV")))).toBe("1\n");
    }
  });

  it.each([
    ["select nothing", "CSV", "unknown_identifier"],
    ["select 1 into outfile '/tmp/of-its-own.csv'", "CSV", "syntax_error"],
    ["select 1 format CSV", "CSV", "syntax_error"],
    ["select 1 --", "CSV'", "bad_format"],
    ["select 1; drop table written", "CSV", "multiple_statements"],
  ])("refuses to stream %s as %s", async (sql, format, code) => {
    const error = await failureOf((async () => buffer(pieces(sql, format)))());
    expect(error.code).toBe(code);
  });

  const endless = "select number, sipHash64(number) as hash from numbers(1000000000000)";

  it("ends a statement that is left early, and gives its connection back", async () => {
    for (let round = 0; round < 6; round += 1)
      for await (const piece of pieces(endless, "CSV")) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
    await expect.poll(running).toBe(0);
  });

  it.each(["its own signal", "the signal of within"])(
    "ends with %s, whether it waits or works",
    async (name) => {
      const silent = `select hash from (${endless}) where hash = 1`;
      for (const sql of [endless, silent]) {
        const controller = new AbortController();
        const { signal } = controller;
        const stream =
          name === "its own signal"
            ? store().stream(sql, {}, { format: "CSV", signal })
            : store().within({ signal }).stream(sql, {}, { format: "CSV" });
        const error = failureOf(
          (async () => {
            // Nothing is read after the first piece, so the engine waits.
            for await (const _ of stream) await new Promise((done) => signal.addEventListener("abort", done));
          })(),
        );
        await expect.poll(running).toBe(1);
        controller.abort();
        expect((await error).code).toBe("cancelled");
        await expect.poll(running).toBe(0);
      }
    },
  );

  it("holds a stream to its budget, with the time that its reader takes", async () => {
    const limited = store().within({ budget: { seconds: 1, memoryMib: 0, rows: 0 } });
    let pause = 0;
    const error = await failureOf(
      (async () => {
        for await (const _ of limited.stream(endless, {}, { format: "CSV" })) {
          await setTimeout(pause);
          pause = 200;
        }
      })(),
    );
    // A server breaks the connection, and why is lost with what wasn't read.
    expect(error.code).toMatch(
      kind === "embedded" ? /^timeout_exceeded$/ : /^(timeout_exceeded|econnreset)$/,
    );
    await expect.poll(running).toBe(0);
  });
});
