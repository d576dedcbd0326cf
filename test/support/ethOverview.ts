/** Every field of the network's overview against the model. */
import { expect } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { ModelDay } from "./ethModelDay.ts";
import type { ModelKey } from "./ethModelEntities.ts";
import { modelQueues } from "./ethModelQueues.ts";
import { modelOverview } from "./ethModelWindows.ts";
import type { TestWarehouse } from "./ethPipeline.ts";

export async function expectOverview(
  warehouse: TestWarehouse & { network: string },
  chain: EthFixture,
  days: readonly ModelDay[],
  keys: readonly ModelKey[],
): Promise<void> {
  const lengths = { "1d": 1, "7d": 7, "30d": 30, all: Number.POSITIVE_INFINITY };
  const [{ epoch = 0 } = {}] = await warehouse.store.rows<{ epoch: number }>(
    "select max(epoch) as epoch from int_eth_epoch",
  );
  const rows = await warehouse.store.rows<Record<string, unknown>>(
    loadSql("queries/v0/eth/network_overview.sql").text,
    { network: warehouse.network },
  );
  expect(rows.map(({ timeWindow }) => timeWindow)).toEqual(Object.keys(lengths));
  for (const [place, [name, length]] of Object.entries(lengths).entries()) {
    const expected: Record<string, number | null> = {
      ...modelOverview(chain, days, keys, length),
      ...modelQueues(chain, epoch),
    };
    for (const [field, value] of Object.entries(rows[place] ?? {})) {
      const known = expected[field];
      if (typeof known === "number" && !Number.isInteger(known))
        expect(value, `${name} ${field}`).toBeCloseTo(known, 9 - Math.ceil(Math.log10(Math.abs(known) + 1)));
      else if (typeof known === "number") expect(Number(value), `${name} ${field}`).toBe(known);
      else if (field.startsWith("client")) expect(value).toEqual([]);
      else if (field !== "timeWindow") expect(value, `${name} ${field}`).toBeNull();
    }
    expect(Object.keys(rows[place] ?? {})).toEqual(expect.arrayContaining(Object.keys(expected)));
  }
}
