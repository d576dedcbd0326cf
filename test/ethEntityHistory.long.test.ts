/**
 * Complete days keep the mapping of validators to entities that they were computed with, despite later imports.
 * Fast counterpart: test/ethEntities.test.ts
 */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { runEntities } from "../cli/verbs/entities.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { rewriteEntityDays } from "../transform/eth/entityDays.ts";
import { temporaryFolder } from "./support/cli.ts";
import { csvOf } from "./support/ethEntityRows.ts";
import type { ModelKey } from "./support/ethModelEntities.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

const folder = temporaryFolder();
const poolOf = (index: number, entity: string): ModelKey => ({
  ...{ key: String(index), kind: "index", idType: "pool", entity },
});

describe("the mapping of complete days", () => {
  let warehouse: TestWarehouse & { network: string };

  const run = (args: Parameters<typeof runEntities>[0]) =>
    runEntities(args, {
      store: warehouse.store,
      config: loadConfig({}),
      log,
      emit: () => undefined,
      signal: new AbortController().signal,
    });
  const importKeys = (rows: readonly ModelKey[], source: string, isRewrite = false) => {
    const file = `${folder.path}.csv`;
    writeFileSync(file, csvOf(rows, source));
    return run({ action: "import", network: warehouse.network, file, isRewrite });
  };
  const remove = (source: string) =>
    run({ action: "remove", network: warehouse.network, source, isRewrite: false });

  /** Names of the pools on complete days, or on those that are not. */
  async function pools(isComplete: boolean): Promise<string[]> {
    const rows = await warehouse.store.rows<{ entity: string }>(
      `select distinct entity
      from fct_eth_entity_performance_daily final
      where id_type = 'pool' and entity != '' and row_count > 0 and (day_type, day) in (
        select day_type, day from int_eth_day final where is_complete = {complete:UInt8}
      )
      order by entity`,
      { complete: isComplete ? 1 : 0 },
    );
    return rows.map(({ entity }) => entity);
  }

  beforeAll(async () => {
    const chain = generateChain({
      ...{ validators: 64, preset: "minimal", spec: { SECONDS_PER_SLOT: "2700" } },
      ...{ seed: 41, startEpoch: 40, epochs: 13 },
    });
    warehouse = await openFilledWarehouse(chain, {
      from: chain.options.startEpoch + 1,
      to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2),
    });
  });
  afterAll(async () => {
    await warehouse.close();
    folder.remove();
  });

  it("is that of the first import, although its source has changed", async () => {
    await importKeys([poolOf(30, "Before"), poolOf(31, "Before")], "a");
    expect(await importKeys([poolOf(30, "After"), poolOf(31, "After")], "a")).toContain("complete days");
    expect(await pools(true)).toEqual(["Before"]);
    expect(await pools(false)).toEqual(["After"]);
  });

  it("includes the additions of a new source, and no other change", async () => {
    expect(await importKeys([poolOf(40, "Unrelated")], "b")).not.toContain("keep the mapping");
    expect(await pools(true)).toEqual(["Before", "Unrelated"]);
    expect(await pools(false)).toEqual(["After", "Unrelated"]);
  });

  it("stays when a source is removed and imported again", async () => {
    await remove("b");
    expect(await pools(true)).toEqual(["Before", "Unrelated"]);
    expect(await pools(false)).toEqual(["After"]);
    await importKeys([poolOf(40, "Renamed")], "b");
    expect(await pools(true)).toEqual(["Before", "Unrelated"]);
    expect(await pools(false)).toEqual(["After", "Renamed"]);
  });

  it("stays when days are recomputed for other reasons", async () => {
    await warehouse.store.command(
      `insert into raw_eth_self_report select network, pubkey, 'o', 'Operator', 'Reported', now64(6),
        toUnixTimestamp64Micro(now64(6))
      from dim_eth_validator final where network = {network:String} and validator_index = 50`,
      { network: warehouse.network },
    );
    await rewriteEntityDays(warehouse.store, warehouse.network, { first: null, last: null });
    expect(await pools(true)).toEqual(["Before", "Unrelated"]);
    expect(await pools(false)).toEqual(["After", "Renamed", "Reported"]);
  });

  it("is the current one on request, and is kept then", async () => {
    await importKeys([poolOf(40, "Renamed")], "b", true);
    const now = ["After", "Renamed", "Reported"];
    expect(await pools(true)).toEqual(now);
    await importKeys([poolOf(40, "Last")], "b");
    expect(await pools(true)).toEqual(now);
  });
});
