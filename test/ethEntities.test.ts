/** Entities from a file: the owners of validators on each day, and every sum and mean of an entity's days. */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { runEntities } from "../cli/verbs/entities.ts";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { loadSql } from "../lib/sql/file.ts";
import { temporaryFolder } from "./support/cli.ts";
import { expectEntityAnswers, expectEntityWindows, expectValidatorAprs } from "./support/ethEntityAnswers.ts";
import { csvOf, entitySums, exampleKeys, expectEntityDays } from "./support/ethEntityRows.ts";
import { expectListed } from "./support/ethListedValidators.ts";
import { expectLists, listedEntities, listOfWindow } from "./support/ethLists.ts";
import { type ModelDay, modelDays } from "./support/ethModelDay.ts";
import { belongingsOf, type ModelKey, modelEntityDays, validatorsAt } from "./support/ethModelEntities.ts";
import { type ModelWindow, modelWindows } from "./support/ethModelWindows.ts";
import { expectMovements } from "./support/ethMovements.ts";
import { expectNetworkDays, expectOverview } from "./support/ethOverview.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import { atNight, thinned } from "./support/nightCases.ts";
import { type ServeFixture, serveStore } from "./support/serve.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

type Row = Record<string, number | string>;

const folder = temporaryFolder();
const file = `${folder.path}.csv`;
const never = new AbortController().signal;

describe("entities of a chain", () => {
  let chain: EthFixture;
  let warehouse: TestWarehouse & { network: string };
  let days: ModelDay[];
  let keys: ModelKey[];
  let served: ServeFixture;

  const run = (args: Parameters<typeof runEntities>[0]) =>
    runEntities(args, {
      store: warehouse.store,
      config: loadConfig({}),
      log,
      emit: () => undefined,
      signal: never,
    });
  const importKeys = async (rows: readonly ModelKey[], source?: string, isRewrite = false) => {
    writeFileSync(file, csvOf(rows, source));
    return run({ action: "import", network: warehouse.network, file, isRewrite });
  };

  beforeAll(async () => {
    chain = generateChain({
      ...{ validators: 64, preset: "minimal", spec: { SECONDS_PER_SLOT: "2700" } },
      ...{ seed: 41, startEpoch: 40, epochs: 13 },
    });
    const range = {
      from: chain.options.startEpoch + 1,
      to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2),
    };
    warehouse = await openFilledWarehouse(chain, range);
    days = (["chain", "utc"] as const).flatMap((dayType) => modelDays(chain, dayType, range));
    keys = exampleKeys(chain, days, range.to);
    served = await serveStore(warehouse.store);
  });
  afterAll(async () => {
    await served.close();
    await warehouse.close();
    folder.remove();
  });

  const expectModel = (rows: readonly ModelKey[]) =>
    expectEntityDays(warehouse.store, modelEntityDays(chain, days, rows));

  const expectList = async (type: string, rows: readonly ModelKey[]) =>
    expect(await listedEntities(warehouse, type, "all")).toEqual(
      listOfWindow(modelWindows(chain, days, rows, 7), type),
    );

  it("without any mapping are withdrawal addresses, and the network", () => expectModel([]));

  it("from a file are counted on the days that it covers", async () => {
    expect(await importKeys(keys)).toMatch(/^registry: 26 rows in force\n\d+ days recomputed\n$/);
    await expectModel(keys);
  });

  it("of one type add up to the network, field by field", async () => {
    const fields = Object.keys(entitySums).map((name) => `toInt64(sum(${name}))`);
    for (const type of ["pool", "dvtNetwork", "withdrawalAddress"]) {
      const of = (id: string) =>
        warehouse.store.rows(
          `select day_type, day, [${fields.join(", ")}, toInt64(sum(row_count)), toInt64(sum(validator_count)),
            toInt64(sum(active_balance_gwei))] as sums
          from fct_eth_entity_performance_daily final where id_type = {id:String}
          group by day_type, day order by day_type, day`,
          { id },
        );
      expect(await of(type)).toEqual(await of("network"));
    }
  });

  it.each([
    ["1d", 1],
    ["7d", 7],
    ["all", 1_000],
  ])("have means, stake and returns of the window %s", async (window, length) => {
    const expected = modelWindows(chain, days, keys, length);
    const rows = await warehouse.store.rows<Row>(
      `select *, concat(id_type, '/', entity) as name from fct_eth_entity_window final
      where time_window = {window:String} and day_count > 0 and (entity != '' or id_type = 'network')`,
      { window },
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...expected.keys()].sort());
    for (const row of rows) {
      const model = expected.get(String(row.name)) as ModelWindow;
      const rating = row.validator_effectiveness;
      if (model.rating === null) expect(rating, String(row.name)).toBeNull();
      else expect(rating, String(row.name)).toBeCloseTo(model.rating, 9);
      expect(
        [
          row.validator_count,
          row.active_balance_gwei,
          row.apr_validator_count,
          row.apr_earnings_gwei,
          row.apr_balance_sum_gwei,
        ].map(Number),
        String(row.name),
      ).toEqual([
        model.validators,
        model.stake,
        model.steady.validators,
        model.steady.earnings,
        model.steady.balanceSum,
      ]);
    }
    const listed = rows
      .filter((row) => row.is_listed === 1)
      .map(({ id_type, entity }) => `${id_type}/${entity}`);
    const active = rows.filter(({ entity, validator_count }) => entity !== "" && Number(validator_count) > 0);
    expect(listed.sort()).toEqual(active.map(({ id_type, entity }) => `${id_type}/${entity}`).sort());
  });

  it.each(thinned([true, false]))("answer all fields of v1's records (utc=%s)", async (utc) => {
    expect(await expectEntityAnswers({ chain, days, keys, served }, utc)).toBeGreaterThan(20);
  });

  it("and their validators are listed with the performance of a window", async () => {
    await expectListed({ chain, days, keys, served }, warehouse);
  });

  atNight("leave validators their own rates of return", async () => {
    expect(await expectValidatorAprs({ chain, days, served })).toBeGreaterThan(10);
  });

  it.each(["pool", "nodeOperator"])("answer v1's lists and summaries of the type %s", async (idType) => {
    expect(await expectEntityWindows({ chain, days, keys, served }, idType)).toBeGreaterThan(2);
  });

  it("are listed page by page: of a type, below a pool, an operator, and an unknown pool", () =>
    expectLists(warehouse, modelWindows(chain, days, keys, 7)));

  it("add up, with unattributed validators, to the network: on every day, in every column", async () => {
    const view = `view_eth_entity_remainder_daily(network = {network:String})`;
    const rows = await warehouse.store.rows<Row>(`select * from ${view} order by id_type, day`, {
      network: warehouse.network,
    });
    expect(new Set(rows.map(({ id_type }) => id_type)).size).toBe(3);
    expect(rows.some(({ entity_count }) => Number(entity_count) > 1)).toBe(true);
    for (const { day_type, day, id_type, entity_count, ...remainders } of rows)
      expect([
        day_type,
        day,
        id_type,
        ...Object.values(remainders).filter((value) => Number(value) !== 0),
      ]).toEqual([day_type, day, id_type]);
  });

  it("of the network have every field of the overview", () =>
    expectOverview(warehouse.store, warehouse.network, { chain, days, keys }));

  it.each([
    ["chain", "network_chain_daily_rewards"],
    ["utc", "network_daily_rewards"],
  ])("of the network have %s days with their stake and rewards", (dayType, name) =>
    expectNetworkDays(warehouse, { chain, days, keys }, dayType, name),
  );

  atNight("have the activations and exits of each window, and the limits of the rules", () =>
    expectMovements(warehouse, chain, days, keys),
  );

  atNight("of slashed validators are listed with the size that they had", async () => {
    const [slotsPerEpoch, epochsPerDay] = [8, 4];
    const recorded = new Map(
      days.filter(({ dayType }) => dayType === "chain").map(({ day, date }) => [day, date]),
    );
    const ofSlot = (slot: number) => Math.floor(slot / slotsPerEpoch / epochsPerDay);
    const slashed = chain.truth.slashings.filter(({ slot }) => recorded.has(ofSlot(slot)));
    const others = Array.from({ length: 14 }, (_, i) => 30 + i);
    const members = new Set([...slashed.map(({ validator }) => validator), ...others]);
    const pool = { kind: "index", idType: "pool", entity: "A Pool", from: "2000-01-01" } as const;
    const own = [...members].map((index) => ({ key: String(index), ...pool }));
    await importKeys(own, "slashed");
    const slotOf = new Map(slashed.map(({ validator, slot }) => [validator, slot]));
    const validators = validatorsAt(chain, 55);
    const count = [...slotOf].filter(([validator, slot]) =>
      belongingsOf(
        validators[validator] as (typeof validators)[number],
        [...keys, ...own],
        recorded.get(ofSlot(slot)) ?? "",
      ).some(({ entity }) => entity === "A Pool"),
    ).length;
    expect(count).toBeGreaterThan(0);
    const rows = (name: string, values: Record<string, string | number>) =>
      warehouse.store.rows<Record<string, string | number>>(loadSql(`queries/v0/eth/${name}.sql`).text, {
        network: warehouse.network,
        genesisTime: chain.options.genesisTime,
        secondsPerSlot: 2700,
        slotsPerEpoch,
        epochsPerDay,
        ...values,
      });
    const board = await rows("slashings_leaderboard", { slashingRole: "slashed", from: 0, size: 50 });
    expect(board.find(({ id }) => id === "A Pool")).toMatchObject({ idType: "pool", slashes: String(count) });
    expect(Number(board.find(({ id }) => id === "A Pool")?.validatorCount)).toBeGreaterThan(10);
    const cohorts = await rows("slashings_cohort_analysis", {});
    expect(Number(cohorts[1]?.allTime)).toBeGreaterThan(0);
    await run({ action: "remove", network: warehouse.network, source: "slashed", isRewrite: true });
  });

  atNight("that a source changes later leave complete days as they are, unless requested", async () => {
    const later = keys.map((key) => ({ ...key, entity: key.entity.replace("Pool Two", "Pool Three") }));
    const complete = days.filter(({ isComplete }) => isComplete);
    expect(await importKeys(later)).toContain("complete days keep the mapping");
    const [row] = await warehouse.store.rows<{ days: string }>(
      "select uniqExact(day_type, day) as days from fct_eth_entity_performance_daily final where entity = 'Pool Two' and row_count > 0",
    );
    expect(Number(row?.days)).toBeLessThanOrEqual(complete.length);
    expect(Number(row?.days)).toBeGreaterThan(0);
    await importKeys(later, "registry", true);
    await expectModel(later);
    await expectList("pool", later);
    await importKeys(keys, "registry", true);
    await expectModel(keys);
  });

  atNight("are exported as they were imported, listed, and removed", async () => {
    const network = warehouse.network;
    const exported = await run({ action: "export", network });
    const out = `${folder.path}.out.csv`;
    await run({ action: "export", network, source: "registry", out });
    expect(await run({ action: "import", network, file: out, isRewrite: true })).toContain("26 rows");
    expect(await run({ action: "export", network })).toBe(exported);
    expect(exported.split("\n")).toHaveLength(28);
    await expectModel(keys);
    expect(await run({ action: "list", network })).toMatch(
      /^SOURCE .*\nregistry +26 +open +open +20\d\d-.*Z\n$/,
    );
    await expect(run({ action: "remove", network, source: "Registry", isRewrite: false })).rejects.toThrow(
      'There are no entities from "Registry" on generated; there is "registry"',
    );
    await run({ action: "remove", network, source: "registry", isRewrite: true });
    await expectModel([]);
    // No rows of longer lists are left.
    await expectList("pool", []);
    await expectList("withdrawalAddress", []);
    expect(await run({ action: "list", network })).toBe("SOURCE  ROWS  FROM  TO  IMPORTED\n");
  });

  it("with a wrong line are not imported", async () => {
    writeFileSync(file, `${csvOf(keys.slice(0, 2), "wrong")}1,slot,pool,P,,,wrong,\n`);
    const args = { action: "import", network: warehouse.network, file, isRewrite: false } as const;
    await expect(run(args)).rejects.toThrow("line 4: key_kind must be one of pubkey, index");
    expect(await run({ action: "list", network: warehouse.network })).not.toContain("wrong");
  });

  atNight("come from operators' self reports where nothing is imported", async () => {
    const { store, network } = warehouse;
    const report = (index: number, organization: string, at: string, tag: string | null) =>
      store.command(
        `insert into raw_eth_self_report select network, pubkey, {organization:String}, concat('Operator of ', {organization:String}),
          {tag:Nullable(String)}, {at:DateTime64(6)}, toUnixTimestamp64Micro(now64(6))
        from dim_eth_validator final where network = {network:String} and validator_index = {index:UInt32}`,
        { network, index, organization, at, tag },
      );
    await report(12, "b", "2026-01-02 00:00:00", null);
    await report(12, "a", "2026-01-01 00:00:00", "Pool of a");
    await report(3, "a", "2026-01-01 00:00:00", null);
    // Complete days keep the earlier reports, unless they are rewritten.
    await importKeys(keys, "again", true);
    const [row] = await store.rows<{ own: string[][]; imported: string[][] }>(
      `select anyIf(entities, validator_index = 12) as own, anyIf(entities, validator_index = 3) as imported
      from int_eth_validator_entity_daily final where day_type = 'chain' and day = 12`,
    );
    const namesOf = (entities: unknown) => JSON.stringify(entities);
    expect(namesOf(row?.own)).toContain("Operator of a");
    expect(namesOf(row?.own)).toContain("Operator of a - Pool of a");
    expect(namesOf(row?.own)).not.toContain("Operator of b");
    expect(namesOf(row?.imported)).not.toContain("Operator of a");
  });
});
