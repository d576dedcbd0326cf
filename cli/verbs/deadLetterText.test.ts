import { describe, expect, it } from "vitest";
import { encodeColumns } from "../../lib/bus/value.ts";
import { deadLetterList, deadLetterPage, type ListedLetter, type StoredLetter } from "./deadLetterText.ts";

const id = "0123456789abcdef".repeat(4);
const common = {
  id,
  topic: "eth.block",
  state: "open",
  key: "mainnet/7",
  partition: 3,
  offset: "9007199254740993",
  diedAtMs: "1767323045678",
  reason: "schema: slot: Invalid input",
} as const;
const listed: ListedLetter = { ...common, sizeBytes: 12, total: "1" };
const stored: StoredLetter = {
  ...common,
  valueBase64: Buffer.from('{"slot":12345678901234567890}').toString("base64"),
  headers: { type: "block", "schema-version": "2" },
  schemaVersion: "2",
  expectedSchemaVersion: "1",
  requeueCount: 2,
  requeuedAtMs: "1767323046000",
};

describe("deadLetterList", () => {
  it("is a table with a total", () => {
    expect(deadLetterList([listed], { state: "open", width: undefined })).toBe(
      [
        "ID            TOPIC      POSITION            KEY        TIME                      REASON",
        "0123456789ab  eth.block  3/9007199254740993  mainnet/7  2026-01-02T03:04:05.678Z  schema: slot: Invalid input",
        "1 open dead letter",
        "",
      ].join("\n"),
    );
  });

  it("cuts each line to the terminal, and says how many are not shown", () => {
    const letters = [listed, { ...listed, reason: "x" }].map((letter) => ({ ...letter, total: "1200" }));
    const lines = deadLetterList(letters, { state: "all", width: 92 }).split("\n");
    expect(lines[1]).toBe(
      "0123456789ab  eth.block  3/9007199254740993  mainnet/7  2026-01-02T03:04:05.678Z  open   sc…",
    );
    expect(lines[3]).toBe("1,200 dead letters, the newest 2");
  });

  it("says when there are none, and shows missing fields", () => {
    expect(deadLetterList([], { state: "requeued", width: 80 })).toBe("no requeued dead letters\n");
    const bare = { ...listed, partition: null, offset: null, diedAtMs: null, reason: "", key: "" };
    expect(deadLetterList([bare], { state: "open", width: 80 })).toMatch(
      /^0123456789ab {2}eth\.block {2}-\/- +-$/m,
    );
  });

  it("sends nothing to the terminal that could steer it", () => {
    const hostile = { ...listed, key: "\u001b[2J", reason: "a\nb\u009b1m\u202e\ud800" };
    const text = deadLetterList([hostile], { state: "open", width: undefined });
    expect(text).toContain("\\u001b[2J");
    expect(text).toContain("a\\u000ab\\u009b1m\\u202e\\ud800\n");
    expect(text.split("\n")).toHaveLength(4);
  });
});

describe("deadLetterPage", () => {
  it("shows everything, JSON on several lines with unchanged numbers", () => {
    expect(deadLetterPage(stored)).toBe(`id         ${id}
state      open
topic      eth.block
partition  3
offset     9007199254740993
key        mainnet/7
died       2026-01-02T03:04:05.678Z
reason     schema: slot: Invalid input
schema     2, expected 1
requeued   2 times, the last at 2026-01-02T03:04:06.000Z
header     type: block
header     schema-version: 2
value      29 bytes, JSON

{
  "slot": 12345678901234567890
}
`);
  });

  it("shows the head of other bytes in hex", () => {
    const bytes = Buffer.concat([Buffer.from("ab\u001b"), Buffer.alloc(600, 0xff)]);
    const page = deadLetterPage({ ...stored, valueBase64: bytes.toString("base64") });
    const lines = page.split("\n");
    expect(page).toContain("value      603 bytes, not JSON\n\n");
    expect(lines).toContain("00000000  61 62 1b ff ff ff ff ff ff ff ff ff ff ff ff ff  |ab..............|");
    expect(lines.at(-2)).toBe("… 91 bytes more; --raw writes them all");
    expect(lines.filter((line) => line.startsWith("000"))).toHaveLength(32);
  });

  it.each([
    ["cut JSON", Buffer.from('{"slot":'), "value      8 bytes, not JSON"],
    ["JSON in invalid UTF-8", Buffer.from([0x22, 0xff, 0x22]), "value      3 bytes, not JSON"],
    ["columns", encodeColumns({ a: 7 }, [["b", Buffer.alloc(9)]]), "value      52 bytes, JSON and columns\n"],
    ["the head of columns", encodeColumns({ a: 7 }, [["b", Buffer.alloc(9)]]), '"a": 7'],
    ["columns that are cut off", Buffer.from([0, 9, 0, 0, 0, 0x7b]), "value      6 bytes, not JSON"],
    ["nothing", Buffer.alloc(0), "value      0 bytes\n"],
    ["a control character in a JSON text", Buffer.from('"\u009b\u007f"'), '"\\u009b\\u007f"'],
  ])("takes %s", (_name, bytes, part) => {
    expect(deadLetterPage({ ...stored, valueBase64: bytes.toString("base64") })).toContain(part);
  });
});
