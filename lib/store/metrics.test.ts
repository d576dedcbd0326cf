import { describe, expect, it } from "vitest";
import { registry } from "../metrics.ts";
import { countInsert, countModel } from "./metrics.ts";

async function written(what: "rows" | "bytes"): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric(`validator_analytics_store_written_${what}_total`)?.get();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [
      [labels.chain, labels.network, labels.table].join("/"),
      value,
    ]),
  );
}

describe("rows and bytes written", () => {
  it("are counted by chain, network and table; tables that are not the project's share one label", async () => {
    const network = { name: "network", type: "String" };
    const block = { rows: 4, chunks: [new Uint8Array(60), new Uint8Array(20)] };
    countInsert("raw_eth_block", [{ ...network, values: ["one", "two", "one", "one"] }], block, "eth");
    countInsert(
      "raw_eth_epoch",
      [{ ...network, values: { kind: "repeated", value: "one", rows: 4 } }],
      block,
      "eth",
    );
    countInsert(
      "raw_eth_epoch_copy_17",
      [{ ...network, values: ["one", "one", "one", "one"] }],
      block,
      "eth",
    );
    countInsert("app_usage", [{ name: "key_id", type: "String", values: ["a", "b", "c", "d"] }], block);
    expect(await written("rows")).toEqual({
      "eth/one/raw_eth_block": 3,
      "eth/two/raw_eth_block": 1,
      "eth/one/raw_eth_epoch": 4,
      "eth/one/other": 4,
      "//app_usage": 4,
    });
    expect(await written("bytes")).toMatchObject({
      "eth/one/raw_eth_block": 60,
      "eth/two/raw_eth_block": 20,
    });
  });

  it("of a model are those of the server's summary; a statement without them counts nothing", async () => {
    const summary = { written_rows: "12", written_bytes: "345" };
    const none = { written_rows: "0", written_bytes: "0" };
    const sql = "insert into int_cosmos_day\nselect 1";
    countModel(sql, { network: "three" }, summary, "celestia");
    countModel(sql, { network: "four" }, none, "celestia");
    countModel(sql, { network: "four" }, undefined, "celestia");
    countModel("create table a (b UInt8) engine = Memory", undefined, summary);
    expect(await written("rows")).toMatchObject({ "celestia/three/int_cosmos_day": 12 });
    expect(await written("bytes")).toMatchObject({ "celestia/three/int_cosmos_day": 345 });
    expect(Object.keys(await written("rows")).some((key) => key.includes("/four/"))).toBe(false);
  });
});
