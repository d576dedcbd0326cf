/** What a node doesn't tell is unknown, and the records that lack it say so. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { roles } from "../fixtures/eth/scenario/registry.ts";
import { openFilledWarehouse, type TestWarehouse } from "./support/ethPipeline.ts";

/** Chain days of four epochs. */
const shortDays = { validators: 64, preset: "minimal", spec: { SECONDS_PER_SLOT: "2700" } } as const;

describe("a node that doesn't tell balances of single validators", () => {
  const chain = generateChain({ ...shortDays, seed: 43, startEpoch: 40, epochs: 9 });
  let warehouse: TestWarehouse;

  beforeAll(async () => {
    warehouse = await openFilledWarehouse(
      chain,
      { from: 41, to: 48 },
      { rules: [{ kind: "status", status: 404, path: /validator_balances\?id=/ }] },
    );
  });
  afterAll(() => warehouse.close());

  it("leaves balances of withdrawn sync committee members unexplained", async () => {
    const rows = await warehouse.store.rows<{ validator_index: number; missing_inputs: string[] }>(
      `select validator_index, groupUniqArrayArray(missing_inputs) as missing_inputs, countIf(residual_gwei is null) as unknown
      from fct_eth_validator_reconciliation_daily final
      where day_type = 'chain' and day > 10
      group by validator_index
      having has(missing_inputs, 'sync_balances') or max(abs(residual_gwei)) > 0
      order by validator_index`,
    );
    expect(rows.map(({ validator_index, missing_inputs }) => [validator_index, missing_inputs])).toEqual([
      [roles.withdrawnWithSyncSeat, ["sync_balances"]],
      [roles.drainedWithSyncSeat, ["sync_balances"]],
    ]);
  });
});
