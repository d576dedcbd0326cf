import { utimesSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../test/support/cli.ts";
import { pricesIn } from "./eigenlayer/prices.ts";
import { createEditionPublisher } from "./importedFile.ts";
import { priorityFeesIn } from "./polygon/priorityFees.ts";

const folder = temporaryFolder();
const path = `${folder.path}.csv`;
afterAll(() => folder.remove());

const token = `0x${"ab".repeat(20)}`;
const fees = (lines: string) => {
  writeFileSync(path, `date,validator_id,amount_pol\n${lines}`);
  return priorityFeesIn(path)();
};
const prices = (text: string) => {
  writeFileSync(path, text);
  return pricesIn(path)();
};

describe("a file", () => {
  it("of priority fees is read exactly, blanks as unknown", async () => {
    const edition = await fees(
      '2026-03-01,1,123456789012.000000000000000001\n\n"2026-03-02", 7 ,0.5\n2026-03-02,4294967295,\n',
    );
    expect(edition?.rows).toEqual([
      { date: "2026-03-01", validator: 1, amount: "123456789012.000000000000000001" },
      { date: "2026-03-02", validator: 7, amount: "0.5" },
      { date: "2026-03-02", validator: 4_294_967_295, amount: null },
    ]);
  });

  it("of prices is read with columns in any order and a byte order mark", async () => {
    const text = `\ufefftoken,usd_price,date,eth_price\n${token.toUpperCase().replace("X", "x")},,2026-03-01,0.25\n`;
    expect((await prices(text))?.rows).toEqual([{ day: 20_513, token, eth_price: "0.25", usd_price: null }]);
  });

  it.each([
    ["2026-02-30,1,1", "line 2: date is no date, such as 2026-11-20"],
    ["1969-12-31,1,1", "line 2: date is before 1970"],
    ["2026-03-01,1,1\n2026-03-01,x,1", "line 3: validator_id is no number of a validator"],
    ["2026-03-01,4294967296,1", "line 2: validator_id"],
    ["2026-03-01,1,-1", "line 2: amount_pol is no decimal number"],
    ["2026-03-01,1,1e18", "line 2: amount_pol is no decimal number"],
    ["2026-03-01,1,0.0000000000000000001", "line 2: amount_pol is no decimal number"],
    ["2026-03-01,1", "line 2: Invalid Record Length"],
    [
      "2026-03-01,1,1\n2026-03-02,1,2\n2026-03-01,01,3",
      "line 4: validator 1 of 2026-03-01 is on line 2, too",
    ],
  ])("with %j is refused with its line", async (lines, problem) => {
    const error = await fees(lines).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "config", code: "bad_priority_fees" });
    expect(String(error)).toContain(problem);
  });

  it("with other columns, wrong addresses or prices, or that isn't there is refused", async () => {
    await expect(prices("date,token,price\n")).rejects.toThrow(
      /column eth_price is missing[\s\S]*"price" is unknown/,
    );
    const head = "date,token,eth_price,usd_price\n";
    await expect(prices(`${head}2026-03-01,0xab,1,1\n`)).rejects.toThrow("line 2: token is no address");
    await expect(prices(`${head}2026-03-01,${token},1,one\n`)).rejects.toThrow(
      "line 2: usd_price is no decimal",
    );
    await expect(priorityFeesIn(`${path}.none`)()).rejects.toMatchObject({ kind: "config" });
  });
});

describe("an edition", () => {
  it("is published once, in parts, again only after a failure, and so is a later one", async () => {
    const lines = Array.from({ length: 8_001 }, (_, id) => `2026-03-01,${id},1`).join("\n");
    await fees(lines);
    utimesSync(path, 1_000, 1_000);
    const publish = createEditionPublisher(priorityFeesIn(path));
    const published: [version: number, rows: number][] = [];
    const note = async (version: number, rows: readonly unknown[]) =>
      void published.push([version, rows.length]);
    await expect(publish(() => Promise.reject(new Error("bus")))).rejects.toThrow("bus");
    await publish(note);
    await publish(note);
    expect(published.splice(0)).toEqual([
      [1_000_000, 8_000],
      [1_000_000, 1],
    ]);
    await fees("2026-03-01,1,2");
    utimesSync(path, 1_001, 1_001);
    await publish(note);
    expect(published).toEqual([[1_001_000, 1]]);
  });
});
