import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../lib/store/store.ts";
import { temporaryFolder } from "../../test/support/cli.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { type P2pArgs, runP2p } from "../verbs/p2p.ts";

const folder = temporaryFolder();
const file = `${folder.path}.csv`;
let store: Store;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, close } = await openTemporaryStore({ family: "eth" }));
});
afterAll(async () => {
  await close();
  folder.remove();
});

const header = "peer_id,ip,country_code,hosting_provider,validator_count";
const run = (args: Omit<P2pArgs, "network"> & Record<string, unknown>, network = "eth/mainnet") =>
  runP2p({ ...args, network } as P2pArgs, store);
const importText = (text: string, network?: string) => {
  writeFileSync(file, text);
  return run({ action: "import", file }, network);
};
const exported = (network?: string) => run({ action: "export" }, network);
const linesOf = (...lines: string[]) => `${[header, ...lines].join("\n")}\n`;

describe("p2p import", () => {
  it("takes quotes, IPv6, a byte order mark, lines of any end, columns in any order, and what is unknown", async () => {
    const text =
      "\ufeffip,peer_id,validator_count,hosting_provider,country_code\r\n" +
      '88.198.1.1,16Uiu2A,12,"Amazon.com, ""Inc.""",de\r\n' +
      "\r\n" +
      "2a01:4f8::1,16Uiu2B,0,,\r\n" +
      '"::ffff:10.0.0.1",16Uiu2C,4294967295,Café ☕,US';
    expect(await importText(text, "quoted")).toBe("3 peers in force\n");
    expect(await exported("quoted")).toBe(
      linesOf(
        '16Uiu2A,88.198.1.1,DE,"Amazon.com, ""Inc.""",12',
        "16Uiu2B,2a01:4f8::1,,,0",
        "16Uiu2C,::ffff:10.0.0.1,US,Café ☕,4294967295",
      ),
    );
    // An export can be imported again without a change.
    expect(await importText(await exported("quoted"), "again")).toBe("3 peers in force\n");
    expect(await exported("again")).toBe(await exported("quoted"));
  });

  it("replaces what was imported before, of its network alone", async () => {
    await importText(linesOf("a,1.1.1.1,AU,One,3", "b,1.1.1.2,AU,Two,4"));
    await importText(linesOf("z,9.9.9.9,CH,Nine,1"), "hoodi");
    expect(await importText(linesOf("b,8.8.8.8,US,Eight,5"))).toBe("1 peers in force\n");
    expect(await exported()).toBe(linesOf("b,8.8.8.8,US,Eight,5"));
    expect(await exported("eth/hoodi")).toBe(linesOf("z,9.9.9.9,CH,Nine,1"));
    expect(await run({ action: "list" })).toMatch(
      /^SOURCE +NAME +PEERS +VALIDATORS +REPORTED\nimport +2 +1 +5 +\d{4}-.+Z\n$/,
    );
  });

  it("takes nothing of an import that was killed before it was in force", async () => {
    await importText(linesOf("a,1.1.1.1,AU,One,3"), "killed");
    await store.command(
      "insert into raw_eth_imported_peer select 'killed', 2, 'left over', '1.1.1.1', 'AU', 'One', 1, 1",
    );
    expect(await exported("killed")).toBe(linesOf("a,1.1.1.1,AU,One,3"));
    await importText(linesOf("b,1.1.1.1,AU,One,3"), "killed");
    expect(await exported("killed")).toBe(linesOf("b,1.1.1.1,AU,One,3"));
  });

  it("is taken away, and may come back", async () => {
    await importText(linesOf("a,1.1.1.1,AU,One,3"), "away");
    await run({ action: "remove" }, "away");
    expect([await exported("away"), await run({ action: "list" }, "away")]).toEqual([
      `${header}\n`,
      "SOURCE  NAME  PEERS  VALIDATORS  REPORTED\n",
    ]);
    await importText(linesOf("b,1.1.1.1,AU,One,3"), "away");
    expect(await exported("away")).toBe(linesOf("b,1.1.1.1,AU,One,3"));
  });

  it.each([
    ["no peer", ",1.1.1.1,AU,One,3", "line 3: peer_id is empty"],
    ["an address that is none", "b,1.1.1.256,AU,One,3", "line 3: ip is no IPv4 or IPv6 address"],
    ["an unknown country", "b,1.1.1.1,ZZ,One,3", 'line 3: country_code "ZZ" is no country code'],
    ["a country's name", "b,1.1.1.1,Germany,One,3", 'line 3: country_code "GERMANY" is no country code'],
    ["a fraction", "b,1.1.1.1,AU,One,1.5", "line 3: validator_count is no whole number"],
    ["no count", "b,1.1.1.1,AU,One,", "line 3: validator_count is no whole number"],
    ["too high a count", "b,1.1.1.1,AU,One,4294967296", "line 3: validator_count is above 4294967295"],
    [
      "too long a name",
      `b,1.1.1.1,AU,${"x".repeat(201)},1`,
      "line 3: hosting_provider is longer than 200 characters",
    ],
    ["a peer twice", "a,1.1.1.2,AU,One,3", "line 3: peer_id a is on line 2, too"],
    ["too few columns", "b,1.1.1.1", "line 3: Invalid Record Length"],
    ["an open quote", '"b,1.1.1.1,AU,One,1', "line 3: Quote Not Closed"],
    ["an open quote before much", `"b,${"1.1.1.1,AU,One,1\n".repeat(9_000)}`, "Max Record Size"],
  ])("with %s is refused with its line, and changes nothing", async (_, line, problem) => {
    await importText(linesOf("before,1.1.1.1,AU,One,3"), "kept");
    await expect(importText(linesOf("a,1.1.1.1,AU,One,3", line), "kept")).rejects.toThrow(problem);
    expect(await exported("kept")).toBe(linesOf("before,1.1.1.1,AU,One,3"));
  });

  it("without peers, without a column or without a file says so", async () => {
    await expect(importText(linesOf(), "kept")).rejects.toThrow("it has no peers");
    await expect(importText("peer_id,ip,country,hosting_provider,validator_count\n")).rejects.toThrow(
      /line 1: the column country_code is missing[\s\S]*the column "country" is unknown/,
    );
    await expect(run({ action: "import", file: `${file}.none` })).rejects.toThrow("There is no file");
    await expect(run({ action: "list" }, "celestia/celestia")).rejects.toThrow("is no Ethereum network");
  });

  it("takes more peers than are written at once", async () => {
    const peers = Array.from({ length: 50_001 }, (_, at) => `peer ${at},10.0.0.1,DE,Host ${at % 50},1`);
    expect(await importText(linesOf(...peers), "many")).toBe("50001 peers in force\n");
    expect(await run({ action: "list" }, "many")).toContain("50001  50001");
  });
});
