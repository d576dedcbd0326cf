import { describe, expect, it } from "vitest";
import { csvWriter, formatOf, linesBody, ndjsonWriter, sqlBody } from "./formats.ts";

describe("formatOf", () => {
  it.each([
    [null, "json"],
    ["*/*", "json"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "json"],
    ["text/csv", "csv"],
    ["TEXT/CSV; header=present", "csv"],
    ["application/json;q=0.5, application/x-ndjson", "ndjson"],
    ["text/csv;q=0, application/json", "json"],
    ["application/sql", "sql"],
    ["text/csv;q=x", "json"],
    [`${"a".repeat(2_000)},text/csv`, "json"],
  ])("%s is %s", (accept, format) => expect(formatOf(accept)).toBe(format));
});

describe("bodies", () => {
  const rows = [
    '{"a":1.000000000000000001,"b":"x, \\"y\\"","c":null}',
    '{"a":18446744073709551616,"b":"é","c":["d"]}',
  ];

  it("of CSV keep every digit, and quote what has to be", () => {
    expect(linesBody(csvWriter(["a", "b", "c"]), rows)).toBe(
      'a,b,c\r\n1.000000000000000001,"x, ""y""",\r\n18446744073709551616,é,"[""d""]"\r\n',
    );
  });

  it("of NDJSON are the rows as they are", () => {
    expect(linesBody(ndjsonWriter, rows)).toBe(`${rows[0]}\n${rows[1]}\n`);
  });

  it("of SQL have the values in them, which can end no literal", () => {
    const sql = "select {a:String}, {b:Nullable(Date)}, {c:UInt8}, {d:Array(String)} order by {e:Identifier}";
    expect(sqlBody(sql, { a: "it's \\", b: null, c: 7, d: ["x'"], e: "day" })).toBe(
      "select 'it\\'s \\\\', cast(null as Nullable(Date)), cast('7' as UInt8), cast('[\\'x\\\\\\'\\']' as Array(String)) order by `day`\n",
    );
  });
});
