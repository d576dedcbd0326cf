import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/cli.ts";
import { readEntityFile } from "./file.ts";

const folder = temporaryFolder();
const file = `${folder.path}.csv`;
afterAll(() => folder.remove());

const header = "key,key_kind,id_type,entity,from_date,to_date,source,pool_type";
const read = (text: string) => {
  writeFileSync(file, text);
  return readEntityFile(file);
};

describe("a file of entities", () => {
  it("is read with quotes, a byte order mark, columns in any order and lines of any end", async () => {
    const text =
      "\ufeffsource,key,key_kind,id_type,entity,from_date,to_date,pool_type\r\n" +
      `s,0x${"AB".repeat(48)},pubkey,pool,"One, ""two""\nthree",2024-02-29,,lst\r\n` +
      `s,7,index,depositAddress,0x${"Cd".repeat(20)},,2024-03-01,cex\r\n`;
    expect(await read(text)).toEqual([
      {
        line: 2,
        key: `0x${"ab".repeat(48)}`,
        key_kind: "pubkey",
        id_type: "pool",
        entity: 'One, "two"\nthree',
        from_date: "2024-02-29",
        to_date: null,
        source: "s",
        pool_type: "lst",
      },
      {
        line: 4,
        key: "7",
        key_kind: "index",
        id_type: "depositAddress",
        entity: `0x${"cd".repeat(20)}`,
        from_date: null,
        to_date: "2024-03-01",
        source: "s",
        // Read on rows of pools only.
        pool_type: "",
      },
    ]);
  });

  it.each([
    ["an unknown kind", "1,slot,pool,P,,,s,", "line 3: key_kind must be one of pubkey, index"],
    ["an index that is none", "-1,index,pool,P,,,s,", 'line 3: key "-1" is not an index'],
    ["a key that is too short", "0xab,pubkey,pool,P,,,s,", "line 3: key"],
    ["no date", "1,index,pool,P,2026-02-30,,s,", "line 3: from_date"],
    [
      "dates in the wrong order",
      "1,index,pool,P,2026-02-03,2026-02-02,s,",
      "line 3: to_date is before from_date",
    ],
    ["no name", "1,index,pool,,,,s,", "line 3: entity is empty"],
    ["no source", "1,index,pool,P,,,,", "line 3: source is empty"],
    ["too few columns", "1,index,pool", "line 3: Invalid Record Length"],
    ["an open quote", '1,index,pool,"P,,,s,', "line"],
  ])("with %s is refused with its line", async (_, line, problem) => {
    await expect(read(`${header}\n1,index,pool,P,,,s,\n${line}\n`)).rejects.toThrow(problem);
  });

  it("without a column, or with an unknown one, is refused", async () => {
    await expect(read("key,key_kind,id_type,entity,from_date,to_date,origin\n")).rejects.toThrow(
      /line 1: the column source is missing[\s\S]*the column "origin" is unknown/,
    );
  });

  it("that isn't there is named", async () => {
    await expect(readEntityFile(`${file}.none`)).rejects.toThrow("There is no file");
  });

  it("with many wrong lines shows the first twenty", async () => {
    const lines = Array.from({ length: 30 }, () => "x,index,pool,P,,,s,");
    await expect(read(`${header}\n${lines.join("\n")}\n`)).rejects.toThrow("and 10 more");
  });
});
