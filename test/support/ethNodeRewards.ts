/** Computed rewards of a chain, compared with those that its node returned, and the effects of a difference. */
import { expect } from "vitest";
import type { NodeRewardsMessage } from "../../schemas/eth/nodeRewards.ts";
import { createEthTransform } from "../../transform/eth/transform.ts";
import { metrics } from "../../transform/frame/metrics.ts";
import type { TestWarehouse } from "./warehouse.ts";
import { log } from "./warehouse.ts";

type Warehouse = TestWarehouse & { network: string };

async function countDifferences(network: string): Promise<number> {
  const { values } = await metrics.differences.get();
  const own = values.filter(({ labels }) => labels.network === network && labels.check === "rewards");
  return own.reduce((sum, { value }) => sum + value, 0);
}

/** A node that is honest, and a message of one that is not, which is taken back. */
export async function expectSameRewards(
  { store, network }: Warehouse,
  fork: string,
  range: { from: number; to: number },
): Promise<void> {
  const rows = <Row>(sql: string) => store.rows<Row>(sql, { network });
  const components = await rows<{ component: string }>(
    "select distinct toString(component) as component from raw_eth_node_reward order by component",
  );
  expect(components).toHaveLength(fork === "phase0" ? 4 : 8);
  const checks = await rows<{ epoch: number; compared_count: number; differences: unknown[] }>(
    "select epoch, compared_count, differences from fct_eth_reward_check_epoch final order by epoch",
  );
  expect(checks.map(({ epoch }) => epoch)).toEqual(
    Array.from({ length: range.to - range.from + 1 }, (_, place) => range.from + place),
  );
  for (const { epoch, compared_count, differences } of checks)
    expect([epoch, compared_count > 100, differences]).toEqual([epoch, true, []]);

  const before = await countDifferences(network);
  const epoch = range.from + 5;
  const [own] = await rows<{ validator_index: number; reward_gwei: string }>(
    `select validator_index, reward_gwei from raw_eth_node_reward final
    where epoch = ${epoch} and component = 'attestation_target' and reward_gwei > 0 order by validator_index limit 1`,
  );
  if (own === undefined) throw new Error("no reward");
  const transform = createEthTransform({ store, log });
  await transform.recover();
  const report = async (gwei: string) => {
    const reward = {
      component: "attestation_target",
      slot: 0,
      validator_index: own.validator_index,
      gwei,
    } as const;
    const message: NodeRewardsMessage = { type: "node_rewards", network, epoch, rewards: [reward] };
    await transform.write([message]);
    await transform.compute([message]);
  };
  const refuted = () =>
    rows<{ validator_index: number }>(
      `select distinct validator_index from fct_eth_validator_reconciliation_daily final
      where network = {network:String} and has(missing_inputs, 'node_rewards') and residual_gwei is null`,
    );
  const wrong = String(BigInt(own.reward_gwei) + 1n);
  await report(wrong);
  const computed = { reported_gwei: wrong, computed_gwei: own.reward_gwei };
  expect(
    await rows(`select differences from fct_eth_reward_check_epoch final where epoch = ${epoch}`),
  ).toEqual([
    {
      differences: [
        { component: "attestation_target", slot: 0, validator_index: own.validator_index, ...computed },
      ],
    },
  ]);
  expect(await countDifferences(network)).toBe(before + 1);
  const letters = await rows<{ topic: string; reason: string }>(
    "select topic, reason from app_dead_letter final",
  );
  expect(letters).toMatchObject([
    { topic: "eth.epoch", reason: expect.stringContaining(`validator ${own.validator_index}`) },
  ]);
  expect(await refuted()).toEqual([{ validator_index: own.validator_index }]);
  await report(own.reward_gwei);
  expect(await refuted()).toEqual([]);
}
