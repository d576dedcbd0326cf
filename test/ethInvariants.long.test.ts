/**
 * Conservation laws of the warehouse as queries that list violations. Each is run twice: on the tables that the
 * pipeline wrote, where it must find nothing, and on a copy (under another network's name) with one deliberate fault,
 * which it must find.
 * Fast counterpart: test/ethTruth.test.ts, test/solanaTruth.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { dutyTable, type Law } from "./support/ethInvariant.ts";
import { dayLaws } from "./support/ethInvariantsOfDays.ts";
import { epochLaws } from "./support/ethInvariantsOfEpochs.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import type { TestWarehouse } from "./support/warehouse.ts";

const laws: readonly Law[] = [...epochLaws, ...dayLaws];

describe("laws", () => {
  let warehouse: TestWarehouse;

  beforeAll(async () => {
    const chain = generateChain({
      seed: 31,
      validators: 96,
      preset: "minimal",
      startEpoch: 40,
      epochs: 13,
      spec: { SECONDS_PER_SLOT: "2700" },
    });
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    expect(to).toBeGreaterThan(48);
    const range = { from: chain.options.startEpoch + 1, to };
    const filled = await openFilledWarehouse(chain, range);
    expect(filled.network).toBe("generated");
    warehouse = filled;
    // Reads without FINAL below are what analysts see after merges.
    await warehouse.store.command(`optimize table ${dutyTable} final`);
  });
  afterAll(() => warehouse.close());

  const violations = (law: Law, name: string) => warehouse.store.rows(law.sql, { network: name });

  /** Copies the law's tables to a network of its own, with one row changed or left out. */
  async function copyDamaged({ tables, damage }: Law, name: string): Promise<void> {
    for (const table of tables) {
      const changes = [`'${name}' as network`];
      let [isHit, filter] = ["0", "1"];
      if (table === damage.table) {
        const first = `select min(${damage.key}) from ${table} final where network = 'generated' and (${damage.where ?? "1"})`;
        isHit = `${damage.key} = (${first})`;
        for (const [column, value] of Object.entries(damage.set ?? {}))
          changes.push(`if(is_hit, ${value}, ${column}) as ${column}`);
        if (damage.drop === true) filter = "not is_hit";
      }
      await warehouse.store.command(
        `insert into ${table}
        select * except (is_hit) replace (${changes.join(", ")})
        from (select *, ${isHit} as is_hit from ${table} final where network = 'generated')
        where ${filter}`,
      );
    }
  }

  it.each(laws)("$name", async (law) => {
    const name = `damaged-${laws.indexOf(law)}`;
    for (const table of law.tables) {
      const [row] = await warehouse.store.rows<{ rows: string }>(
        `select count() as rows from ${table} where network = 'generated'`,
      );
      expect([table, Number(row?.rows) > 0]).toEqual([table, true]);
    }
    expect(await violations(law, "generated")).toEqual([]);
    await copyDamaged(law, name);
    expect((await violations(law, name)).length).toBeGreaterThan(0);
  });
});
