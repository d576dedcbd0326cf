import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { type Calendar, daysOf } from "../../schemas/eth/calendar.ts";
import { ratingsOf } from "../../schemas/eth/rating.ts";
import { openFilledWarehouse } from "../../test/support/ethPipeline.ts";
import { atNight } from "../../test/support/nightCases.ts";
import { log, type TestWarehouse } from "../../test/support/warehouse.ts";
import { createDayRecords } from "./dayRecords.ts";
import { loadCalendar } from "./heights.ts";
import type { NetworkInfo } from "./networks.ts";
import { createSpans, loadKnownEpochs, looseEpochs, type Spans, spanOf } from "./spans.ts";

describe("spans", () => {
  const calendars = fc.record({
    network: fc.constant("n"),
    genesisTime: fc.integer({ min: 0, max: 2_000_000_000 }),
    slotsPerEpoch: fc.constantFrom(8, 16, 32),
    secondsPerSlot: fc.constantFrom(1, 5, 6, 12, 300, 1200, 20_000),
  });

  it("hold each epoch once, and cross no day's end", () => {
    fc.assert(
      fc.property(calendars, fc.nat(1_000_000), (calendar: Calendar, epoch) => {
        const span = spanOf(calendar, epoch);
        expect(epoch).toBeGreaterThanOrEqual(span.from);
        expect(epoch).toBeLessThanOrEqual(span.to);
        for (const other of [span.from, span.to]) {
          expect(spanOf(calendar, other)).toEqual(span);
          expect(daysOf(calendar, other)).toEqual(daysOf(calendar, epoch));
        }
        expect(spanOf(calendar, span.to + 1).from).toBe(span.to + 1);
      }),
    );
  });

  it("are of about two hours on mainnet, twelve a day", () => {
    const mainnet = { network: "mainnet", genesisTime: 1_606_824_023, slotsPerEpoch: 32, secondsPerSlot: 12 };
    const starts = new Set(Array.from({ length: 225 }, (_, i) => spanOf(mainnet, 225_000 + i).from));
    expect(starts.size).toBe(12);
  });

  it("leave over the epochs that no span holds", () => {
    const spans = [
      { from: 4, to: 6 },
      { from: 9, to: 9 },
    ];
    expect(looseEpochs({ from: 2, to: 10 }, spans)).toEqual([2, 3, 7, 8, 10]);
  });
});

describe("a day", () => {
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
  let info: NetworkInfo;
  beforeAll(async () => {
    warehouse = await openFilledWarehouse(chain, { from: 0, to: 9 });
    const { store, network } = warehouse;
    const spec = Object.fromEntries(Object.entries(chain.spec).map(([name, value]) => [name, String(value)]));
    info = {
      network,
      spec,
      calendar: await loadCalendar(store, network),
      ratings: ratingsOf("generated", spec),
      genesisValidatorsRoot: "",
    };
  });
  afterAll(() => warehouse.close());

  const spanTable = "fct_eth_validator_performance_span";
  const dayTables = ["fct_eth_validator_performance_daily", "fct_eth_validator_reconciliation_daily"];
  const rows = (tables: readonly string[], columns: string) =>
    Promise.all(
      tables.map((table) => warehouse.store.rows(`select ${columns} from ${table} final order by all`)),
    );

  it("is the same made of spans and made of epochs", async () => {
    const { store, network } = warehouse;
    const { calendar } = info;
    const spans = createSpans(store);
    const [day] = daysOf(calendar, 0);
    if (day === undefined) throw new Error("no day");
    const epochs = await loadKnownEpochs(store, network, { from: 0, to: 8 });
    const summed = await spans.current(info, { from: 0, to: 8 }, epochs);
    expect(looseEpochs({ from: 0, to: 8 }, summed)).toEqual([]);
    const changed = epochs.map((one) => (one.epoch === 4 ? { ...one, dutyChecksum: 1n } : one));
    const left = await spans.current(info, { from: 0, to: 8 }, changed);
    expect(left.some(({ from, to }) => from <= 4 && to >= 4)).toBe(false);
    expect(left).toHaveLength(summed.length - 1);

    const before = await rows(dayTables, "* except version");
    expect(before.map(({ length }) => length > 0)).toEqual([true, true]);
    const none: Spans = { ...spans, current: async () => [] };
    for (const table of dayTables) await store.command(`truncate table ${table}`);
    for (const epoch of [0, 9])
      for (const one of daysOf(calendar, epoch))
        await createDayRecords({ store, spans: none, log }).write(info, one);
    expect(await rows(dayTables, "* except version")).toEqual(before);
  });

  atNight("and its spans are the same made of some validators at a time", async () => {
    const { store } = warehouse;
    const tables = [spanTable, ...dayTables];
    const before = await rows(tables, "*");
    expect(before.map(({ length }) => length > 64)).toEqual([true, true, true]);
    for (const table of [...tables, "int_eth_span"]) await store.command(`truncate table ${table}`);
    const validatorsAtOnce = 10;
    const spans = createSpans(store, validatorsAtOnce);
    await spans.write(info, { from: 0, to: 9 });
    const records = createDayRecords({ store, spans, log, validatorsAtOnce });
    for (const epoch of [0, 9])
      for (const day of daysOf(info.calendar, epoch)) await records.write(info, day);
    expect(await rows(tables, "*")).toEqual(before);
  });
});
