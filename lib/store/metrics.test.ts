import { describe, expect, it } from "vitest";
import { registry } from "../metrics.ts";
import { countInsert, countModel } from "./metrics.ts";

async function written(what: "rows" | "bytes"): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric(`validator_analytics_store_written_${what}_total`)?.get();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [`${labels.network}/${labels.table}`, value]),
  );
}

describe("rows and bytes written", () => {
  it("are counted by network and table; tables that are not the project's share one label", async () => {
    const network = { name: "network", type: "String" };
    const block = { rows: 4, chunks: [new Uint8Array(60), new Uint8Array(20)] };
    countInsert("raw_eth_block", [{ ...network, values: ["one", "two", "one", "one"] }], block);
    countInsert("raw_eth_epoch", [{ ...network, values: { kind: "repeated", text: "one", rows: 4 } }], block);
    countInsert("raw_eth_epoch_copy_17", [{ ...network, values: ["one", "one", "one", "one"] }], block);
    countInsert("app_usage", [{ name: "key_id", type: "String", values: ["a", "b", "c", "d"] }], block);
    expect(await written("rows")).toEqual({
      "one/raw_eth_block": 3,
      "two/raw_eth_block": 1,
      "one/raw_eth_epoch": 4,
      "one/other": 4,
      "/app_usage": 4,
    });
    expect(await written("bytes")).toMatchObject({ "one/raw_eth_block": 60, "two/raw_eth_block": 20 });
  });

  it("of a model are those of the server's summary; a statement without them counts nothing", async () => {
    const summary = { written_rows: "12", written_bytes: "345" };
    const none = { written_rows: "0", written_bytes: "0" };
    const sql = "insert into int_cosmos_day\nselect 1";
    countModel(sql, { network: "three" }, summary);
    countModel(sql, { network: "four" }, none);
    countModel(sql, { network: "four" }, undefined);
    countModel("create table a (b UInt8) engine = Memory", undefined, summary);
    expect(await written("rows")).toMatchObject({ "three/int_cosmos_day": 12 });
    expect(await written("bytes")).toMatchObject({ "three/int_cosmos_day": 345 });
    expect(Object.keys(await written("rows")).some((key) => key.startsWith("four/"))).toBe(false);
  });
});
