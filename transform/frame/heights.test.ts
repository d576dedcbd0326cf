/** Every table says in its front matter to which heights its rows belong, what feeds it, and what it announces. */
import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { listOf, listSql, loadSql } from "../../lib/sql/file.ts";
import { loadTable } from "../../lib/sql/table.ts";
import { avalancheTopics } from "../../schemas/avalanche/events.ts";
import { cardanoTopics } from "../../schemas/cardano/events.ts";
import { cosmosTopics } from "../../schemas/cosmos/events.ts";
import { eigenlayerTopics } from "../../schemas/eigenlayer/events.ts";
import { ethTopics } from "../../schemas/eth/events.ts";
import { polkadotTopics } from "../../schemas/polkadot/events.ts";
import { polygonTopics } from "../../schemas/polygon/events.ts";
import { solanaTopics } from "../../schemas/solana/events.ts";
import { cosmosRowsOf } from "../cosmos/heights.ts";
import { ethRowsOf } from "../eth/heights.ts";
import { heightColumns, rowsOfRange } from "./heights.ts";
import { sortedModels } from "./models.ts";
import { keepOf, parsePartitionKey } from "./retention/partitions.ts";
import { announcedBy, steadyTables } from "./tables.ts";

const paths = listSql("tables");
const names = paths.map((path) => basename(path, ".sql"));
const families = [...new Set(paths.map((path) => basename(dirname(path))))].filter((name) => name !== "app");
const models = new Set(sortedModels().map(({ table }) => table));
const topics = new Set(
  [
    ethTopics,
    cosmosTopics("celestia"),
    solanaTopics,
    polkadotTopics,
    cardanoTopics,
    avalancheTopics,
    eigenlayerTopics,
    polygonTopics,
  ].flatMap((declared) => Object.keys(declared)),
);
const stages = ["ingest", "transform", "serve", "cli"];
const keys = ["height", "fed_by", "steady", "announces", "swap", "keep", "view", "revision"];

describe.each(names)("front matter of %s", (name) => {
  const table = loadTable(name);
  const { frontMatter, family } = table;

  it("has no unused keys", () => {
    for (const [key, value] of Object.entries(frontMatter)) {
      expect(keys).toContain(key);
      expect(value).not.toBe("");
    }
  });

  it("names a column of heights that is there, or none", () => {
    const columns = table.columns.map((column) => column.name);
    expect([...columns, "none"]).toContain(frontMatter.height);
    if (family === "app" || name.startsWith("dim_")) expect(frontMatter.height).toBe("none");
    // A current state belongs to an epoch, for any range.
    else if (frontMatter.keep === "forever" && name.startsWith("raw_")) return;
    else expect(frontMatter.height).not.toBe("none");
  });

  it("names what feeds it", () => {
    const [kind = "", topic] = (frontMatter.fed_by ?? "").split(" ");
    expect(["topic", "model", ...stages]).toContain(kind);
    expect(kind === "model", "a model fills it").toBe(models.has(name));
    if (kind === "topic") expect(topics).toContain(topic);
    if (frontMatter.steady !== undefined) expect(topics).toContain(frontMatter.steady);
  });

  it("announces tables of its own family", () => {
    const announced = announcedBy(table);
    if (frontMatter.announces !== undefined) expect(announced.length).toBeGreaterThan(0);
    for (const other of announced) {
      expect(other).not.toBe(name);
      expect(loadTable(other).family).toBe(family);
    }
  });

  it("says how long its rows are kept, and is cut so that they can go", () => {
    const kind = keepOf(table);
    const { text } = loadSql(`tables/${family}/${name}.sql`);
    const key = parsePartitionKey(/\npartition by (.+)\n/.exec(text)?.[1] ?? "");
    if (kind === "forever") return;
    if (kind === "usage") {
      expect([family, text]).toEqual(["app", expect.stringMatching(/\npartition by toYYYYMM\(day\)\n/)]);
      return;
    }
    expect(family).not.toBe("app");
    expect(key).toBeDefined();
    // Every fact of a height goes at once.
    const widths: Record<string, number | "year"> = {
      slot: family === "solana" ? 300_000 : 32 * 675,
      // A month of Cardano's epochs of five days.
      epoch: family === "cardano" ? 6 : 675,
      start_epoch: 225,
      height: 50_000,
    };
    if (kind === "day") expect([366, "year"]).toContain(key?.width);
    else expect(key?.width).toBe(widths[key?.column ?? ""]);
  });

  it("swaps in its turn, or last", () => {
    expect([undefined, "last"]).toContain(frontMatter.swap);
  });
});

const isLast = (table: string) => loadTable(table).frontMatter.swap === "last";

describe("tables of a chain", () => {
  it.each(families)("change places when what they read has: %s", (family) => {
    const order = Object.keys(heightColumns(family));
    expect([...order].sort()).toEqual(listSql(`tables/${family}`).map((path) => basename(path, ".sql")));
    const layers = order
      .filter((table) => !isLast(table))
      .map((table) => ["raw", "dim", "int", "fct"].indexOf(table.slice(0, 3)));
    expect(layers).toEqual([...layers].sort());
    for (const { table, reads } of sortedModels())
      for (const read of reads.filter((one) => one !== table && !isLast(one)))
        if (order.includes(table))
          expect(order.indexOf(read), `${table} reads ${read}`).toBeLessThan(order.indexOf(table));
  });

  it("say at last that the rows of a day are there", () => {
    expect(Object.keys(heightColumns("eth")).slice(-3)).toEqual([
      "int_eth_day",
      "int_eth_entity_day",
      "int_eth_window",
    ]);
    expect(Object.keys(heightColumns("cosmos")).at(-1)).toBe("int_cosmos_day");
    expect(Object.keys(heightColumns("solana")).at(-1)).toBe("int_solana_interval_part");
    expect(Object.keys(heightColumns("avalanche")).at(-1)).toBe("int_avalanche_day");
    expect(Object.keys(heightColumns("cardano")).at(-1)).toBe("int_cardano_day");
    expect(Object.keys(heightColumns("eigenlayer")).at(-1)).toBe("int_eigenlayer_day");
  });

  it("are expected to fill with every height that a topic carries", () => {
    expect(steadyTables("eth", ethTopics)).toEqual({
      "eth.block": ["raw_eth_block"],
      "eth.committee": ["raw_eth_committee"],
      "eth.epoch": [
        "fct_eth_validator_duty_epoch",
        "int_eth_epoch",
        "raw_eth_epoch",
        "raw_eth_proposer_duty",
      ],
      "eth.execution": [],
      "eth.peer": [],
      "eth.registry": [],
    });
    expect(steadyTables("cosmos", cosmosTopics("celestia"))).toEqual({
      "celestia.block": ["raw_cosmos_block"],
      "celestia.state": [],
    });
  });
});

describe("rows of a range", () => {
  const calendar = { network: "n", genesisTime: 0, slotsPerEpoch: 8, secondsPerSlot: 2_700 };

  it("are found by epoch, slot and day on Ethereum; identities belong to none", () => {
    const rows = ethRowsOf(calendar, { from: 5, to: 9 });
    expect(rows.get("raw_eth_deposit")).toEqual({
      sql: "network = {network:String} and slot between {first:UInt32} and {last:UInt32}",
      params: { network: "n", first: 40, last: 79 },
    });
    expect(rows.get("int_eth_attestation_inclusion_slot")?.sql).toContain("target_epoch between");
    // Four epochs a day, from midnight on.
    expect(rows.get("int_eth_day")?.params).toEqual({
      network: "n",
      first_chain: 1,
      first_utc: 1,
      last_chain: 2,
      last_utc: 2,
    });
    expect(rows.has("dim_eth_validator")).toBe(false);
  });

  it("are found by height and day on a CometBFT chain", () => {
    const days = { first: "2026-01-01", last: "2026-01-02" };
    const rows = cosmosRowsOf("celestia", { from: 5, to: 9 }, days);
    expect(rows.get("raw_cosmos_event")?.params).toEqual({ network: "celestia", from: 5, to: 9 });
    expect(rows.get("int_cosmos_day")?.params).toEqual({ network: "celestia", ...days });
  });

  it("are requested for any column; one that the chain doesn't know is an error", () => {
    const era = { sql: "era = {era:UInt32}", params: { era: 7 } };
    expect(rowsOfRange({ fct_dot_era: "era", dim_dot_network: null }, { era })).toEqual(
      new Map([["fct_dot_era", era]]),
    );
    expect(() => rowsOfRange({ fct_dot_era: "era" }, {})).toThrow(
      "Table fct_dot_era: the chain knows no range of era",
    );
  });
});

it("a list is written with brackets or without", () => {
  expect([listOf("[a, b]"), listOf("a, b"), listOf("")]).toEqual([["a", "b"], ["a", "b"], []]);
});
