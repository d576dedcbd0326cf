/**
 * Cosmos days with more than a thousand withdrawals, changed delegations (CIP-30) and messages run for others:
 * sums are exact, and both sources differ only by the fractions that withdrawals cut off.
 * Fast counterpart: test/cosmosTruth.test.ts
 */
import { describe, expect, it } from "vitest";
import { createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { backfillCosmos, cosmosOptions } from "./support/cosmos.ts";
import { expectedRewards, readRewards, sorted, trimmed } from "./support/cosmosTruth.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

describe.each(cosmosChains.map((chain) => [chain.id, chain] as const))("%s", (_, chain) => {
  it("counts every withdrawal of a busy day", async () => {
    const history = createCosmosHistory({
      chain,
      seed: 12,
      chainId: chain.mainNetwork,
      // Half of the blocks have a withdrawal of rewards, half one of commission.
      blocks: 6_500,
      validators: 12,
      delegators: 40,
      secondsPerBlock: 30,
    });
    const stub = await startCosmosStub(history, { encoding: "plain" });
    const { store, close } = await openTemporaryStore({ family: "cosmos" });
    const options = cosmosOptions([stub.url], { restUrls: [stub.url] });
    await backfillCosmos(chain, store, options, { from: 1, to: history.head });
    expect(sorted(await readRewards(store))).toEqual(sorted(expectedRewards(history)));
    const busy = await store.rows<{ day: string; withdrawals: string }>(
      `select toString(days.day) as day, countIf(event.kind = 'withdraw_rewards') as withdrawals
      from (select * from int_cosmos_day final) as days
      inner join (select * from raw_cosmos_event final) as event on event.network = days.network
      where event.height between days.from_block and days.to_block and days.is_complete = 1
      group by day`,
    );
    expect(busy.length).toBeGreaterThan(0);
    for (const { withdrawals } of busy) expect(Number(withdrawals)).toBeGreaterThan(1_000);
    const residuals = await store.rows<{
      day: string;
      validator: string;
      rewards: string | null;
      commission: string;
    }>(
      `select toString(day) as day, validator, toString(reward_residual) as rewards,
        toString(commission_residual) as commission
      from int_cosmos_validator_daily final where reward_residual is not null`,
    );
    expect(residuals.length).toBeGreaterThan(0);
    for (const { day, validator, rewards, commission } of residuals) {
      const dropped = history.days.find((one) => one.day === day)?.droppedRewards.get(validator) ?? 0n;
      expect([day, validator, rewards, commission]).toEqual([day, validator, trimmed(-dropped), "0"]);
    }
    await stub.close();
    await close();
  });
});
