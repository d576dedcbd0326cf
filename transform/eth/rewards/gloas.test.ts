import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../../../fixtures/eth/generate.ts";
import { forksUntil } from "../../../fixtures/eth/scenario/presets.ts";
import { openFilledWarehouse } from "../../../test/support/ethPipeline.ts";
import type { TestWarehouse } from "../../../test/support/warehouse.ts";

describe("gloas: payloads revealed or withheld", () => {
  const chain = generateChain({
    seed: 7,
    validators: 96,
    preset: "minimal",
    startEpoch: 12,
    epochs: 9,
    forks: forksUntil("gloas"),
  });
  const from = chain.options.startEpoch + 1;
  const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
  let warehouse: TestWarehouse;

  beforeAll(async () => {
    warehouse = await openFilledWarehouse(chain, { from, to });
  });
  afterAll(() => warehouse.close());

  const inRange = ({ epoch }: { epoch: number }) => epoch >= from && epoch <= to;

  it("head flags and rewards equal the model", async () => {
    const rows = await warehouse.store.rows(
      `select epoch, validator_index, is_head_correct, is_head_timely, head_reward_gwei, missed_reward_gwei
      from fct_eth_validator_duty_epoch final order by epoch, validator_index`,
    );
    const expected = chain.truth.dutyEpochs
      .filter(inRange)
      .sort((a, b) => a.epoch - b.epoch || a.validator - b.validator)
      .map((duty) => ({
        epoch: duty.epoch,
        validator_index: duty.validator,
        is_head_correct: Number(duty.isHeadRight),
        is_head_timely: Number(duty.isTimelyHead),
        head_reward_gwei: Number(duty.headReward),
        missed_reward_gwei: Number(duty.missedReward),
      }));
    expect(rows).toEqual(expected);
  });

  it("proposals and their rewards equal the model, with payloads that are empty or missing", async () => {
    const rows = await warehouse.store.rows(
      `select slot, toString(status) as status, is_payload_empty, attestation_reward_gwei
      from fct_eth_proposal_slot final order by slot`,
    );
    const expected = chain.truth.proposals.filter(inRange).map((proposal) => ({
      slot: proposal.slot,
      status: proposal.status,
      is_payload_empty: Number(proposal.isPayloadEmpty),
      attestation_reward_gwei: String(proposal.attestationReward),
    }));
    expect(rows).toEqual(expected);
    expect(expected.some((proposal) => proposal.is_payload_empty === 1)).toBe(true);
  });

  it("shows no residual as if it were final: withheld payloads hide withdrawals", async () => {
    const rows = await warehouse.store.rows(
      `select countIf(residual_gwei is not null) as final_count, countIf(has(missing_inputs, 'withheld_payloads')) as missing_count,
        count() > 0 as has_rows
      from fct_eth_validator_reconciliation_daily final having final_count = 0 and missing_count = count()`,
    );
    expect(rows).toMatchObject([{ has_rows: 1 }]);
  });
});
