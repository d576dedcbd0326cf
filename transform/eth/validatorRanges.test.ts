import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { daysOf } from "../../schemas/eth/calendar.ts";
import { log, openFilledWarehouse, type TestWarehouse } from "../../test/support/ethPipeline.ts";
import { createDayRecords } from "./dayRecords.ts";
import { loadCalendar } from "./heights.ts";
import type { NetworkInfo } from "./networks.ts";
import { ratingVersions } from "./rewards/rules.ts";
import { createSpans } from "./spans.ts";
import { validatorRanges } from "./validatorRanges.ts";

describe("ranges of validators", () => {
  it("hold each index once, and those that nobody has counted", () => {
    expect(validatorRanges(20, 10)).toEqual([
      { first: 0, last: 9 },
      { first: 10, last: 0xffff_ffff },
    ]);
    expect(validatorRanges(21, 10).map(({ first }) => first)).toEqual([0, 10, 20]);
    expect(validatorRanges(0, 10)).toEqual([{ first: 0, last: 0xffff_ffff }]);
  });
});

describe("spans, days and their reconciliation", () => {
  /** Days of nine epochs. */
  const chain = generateChain({
    seed: 3,
    startEpoch: 0,
    epochs: 13,
    validators: 64,
    preset: "minimal",
    spec: { SECONDS_PER_SLOT: "1200" },
  });
  let warehouse: TestWarehouse & { network: string };
  beforeAll(async () => {
    warehouse = await openFilledWarehouse(chain, { from: 0, to: 9 });
  });
  afterAll(() => warehouse.close());

  const tables = [
    "fct_eth_validator_performance_span",
    "fct_eth_validator_performance_daily",
    "fct_eth_validator_reconciliation_daily",
  ];
  const rows = () =>
    Promise.all(tables.map((table) => warehouse.store.rows(`select * from ${table} final order by all`)));

  it("are the same made of some validators at a time", async () => {
    const { store, network } = warehouse;
    const calendar = await loadCalendar(store, network);
    const spec = Object.fromEntries(Object.entries(chain.spec).map(([name, value]) => [name, String(value)]));
    const info: NetworkInfo = {
      network,
      spec,
      calendar,
      ratings: ratingVersions("generated", spec),
      genesisValidatorsRoot: "",
    };
    const before = await rows();
    expect(before.map(({ length }) => length > 64)).toEqual([true, true, true]);
    for (const table of [...tables, "int_eth_span"]) await store.command(`truncate table ${table}`);
    const validatorsAtOnce = 10;
    const spans = createSpans(store, validatorsAtOnce);
    await spans.write(info, { from: 0, to: 9 });
    const records = createDayRecords({ store, spans, log, validatorsAtOnce });
    for (const epoch of [0, 9]) for (const day of daysOf(calendar, epoch)) await records.write(info, day);
    expect(await rows()).toEqual(before);
  });
});
