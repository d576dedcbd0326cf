/** States of Polygon's contracts that were read on earlier days. */
import { expect } from "vitest";
import type { Checkpoint, PolygonHistory } from "../../fixtures/polygon/history.ts";
import type { ValidatorAt } from "../../fixtures/polygon/validators.ts";
import type { StateMessage } from "../../schemas/polygon/events.ts";
import { createReconciliation } from "../../transform/polygon/reconciliation.ts";
import { createPolygonTransform } from "../../transform/polygon/transform.ts";
import { decimal } from "./decimal.ts";
import { log } from "./polygon.ts";
import type { ServeFixture } from "./serve.ts";

/** A state that was read while the chain was followed is kept next to the newest one, and its day is over. */
export async function expectStateOfEarlierDay(fixture: ServeFixture, history: PolygonHistory): Promise<void> {
  const { block = 0, time = 0 } = history.checkpoints[10] ?? {};
  const held = history.snapshots.findLast((state) => state.block <= block)?.validators ?? [];
  const message: StateMessage = {
    network: history.network,
    type: "state",
    block_number: block,
    at: time,
    epoch_offset: null,
    validators: held.map((one) => ({
      validator: one.id,
      ...{ contract: one.contract, owner: one.owner, signer: one.signer },
      self_stake: String(one.self),
      delegated_stake: String(one.delegated),
      activation_epoch: String(one.activation),
      deactivation_epoch: String(one.deactivation),
      commission_percent: Number(one.commission),
      ...{ heimdall_nonce: null, heimdall_power: null, reward: null, reward_per_share: null },
    })),
    rules: {
      ...{ checkpoint_reward: "1", proposer_bonus_percent: 10, block_interval: 1024 },
      ...{ decrease_percent: 5, intervals_max: 4, delta_percent: 5 },
    },
  };
  const transform = createPolygonTransform({ store: fixture.store, log });
  await transform.write([message]);
  const coverage = { coveredTo: async () => 4_294_967_295, forget: () => undefined };
  await createReconciliation(fixture.store, coverage).make(history.network);
  const day = new Date(time * 1000).toISOString().slice(0, 10);
  for (const { id } of held) {
    const path = `/v1/polygon/validators/${id}/reconciliation?fromDate=${day}&toDate=${day}`;
    const response = await fixture.get(path, { "x-service-network": history.network });
    const { results } = (await response.json()) as { results: Record<string, unknown>[] };
    const stakes = results.filter(({ quantity }) => quantity !== "heimdallStake");
    expect(stakes.map(({ date, residual, isComplete }) => [date, Number(residual), isComplete])).toEqual([
      [day, 0, true],
      [day, 0, true],
    ]);
  }
}

/** The API's answer for a validator at the end of the history, as text. */
export function expectedMetadata({ checkpoints }: PolygonHistory, one: ValidatorAt) {
  const last = checkpoints.at(-1) as Checkpoint;
  const firstOf = (epoch: number) =>
    String(checkpoints.find((each) => each.epoch >= epoch)?.number ?? epoch - (last.epoch - last.number));
  return {
    validatorId: String(one.id),
    validatorName: "null",
    signerAddress: one.signer,
    contractAddress: one.contract,
    ownerAddress: one.owner,
    commissionRate: decimal(one.commission, 2),
    status: last.active.has(one.id) ? "active" : "inactive",
    activationCheckpoint: firstOf(one.activation),
    deactivationCheckpoint: one.deactivation === 0 ? "null" : firstOf(one.deactivation),
  };
}
