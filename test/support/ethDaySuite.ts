/** From a generated node to day records in SQL: every column of every day equals one added up from the chain's truth. */

import { afterAll, beforeAll, expect, it } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { Faults } from "../../fixtures/eth/stub/faults.ts";
import { expectEthExplanations } from "./ethExplain.ts";
import { type ModelDay, modelDays } from "./ethModelDay.ts";
import { openFilledWarehouse } from "./ethPipeline.ts";
import type { TestWarehouse } from "./warehouse.ts";

export type EthDayCase = {
  name: string;
  chain: () => EthFixture;
  /** How the node misbehaves. */
  faults?: Partial<Faults>;
  /** Cases that the chain must contain for the test to be meaningful. */
  holds: (days: readonly ModelDay[], chain: EthFixture) => boolean;
  /** The share of the validators' days that are explained: one in so many. */
  explainedOneIn?: number;
};

/** Columns that are no amount, by their counter in the model. */
const counts = {
  attestation_duty_count: "duties",
  attested_count: "attested",
  attestation_count: "inclusions",
  correct_target_count: "rightTarget",
  correct_head_count: "rightHead",
  counted_vote_count: "countedVotes",
  correct_vote_count: "rightVotes",
  inclusion_delay_sum: "delay",
  late_source_count: "lateSource",
  late_target_count: "lateTarget",
  late_head_count: "lateHead",
  proposer_duty_count: "proposerDuties",
  proposed_count: "proposed",
  proposed_empty_count: "proposedEmpty",
  proposer_score_sum: "proposerScore",
  unknown_orphan_count: "unknownOrphans",
  sync_signature_count: "syncSigned",
  sync_missed_count: "syncMissed",
  slashes_received_count: "slashesReceived",
  unknown_slashing_count: "unknownSlashings",
  slashes_collected_count: "slashesCollected",
} as const satisfies Record<string, keyof ModelDay>;

const amounts = {
  attestation_reward_gwei: "attestationReward",
  attestation_penalty_gwei: "attestationPenalty",
  inactivity_penalty_gwei: "inactivityPenalty",
  sync_reward_gwei: "syncReward",
  sync_penalty_gwei: "syncPenalty",
  proposer_reward_gwei: "blockReward",
  slashing_penalty_gwei: "slashingPenalty",
  late_source_penalty_gwei: "lateSourcePenalty",
  late_target_penalty_gwei: "lateTargetPenalty",
  wrong_target_penalty_gwei: "wrongTargetPenalty",
  wrong_head_penalty_gwei: "wrongHeadPenalty",
  missed_attestation_penalty_gwei: "missedAttestationPenalty",
  missed_attestation_reward_gwei: "missedAttestationReward",
  missed_proposal_reward_gwei: "missedProposalReward",
} as const satisfies Record<string, keyof ModelDay>;

const balances = { effective_balance_gwei: "effectiveBalance" } as const satisfies Record<
  string,
  keyof ModelDay
>;

const ratings = {
  attester_effectiveness: "attester",
  proposer_effectiveness: "proposer",
  validator_effectiveness: "rating",
} as const satisfies Record<string, keyof ModelDay>;

type Row = Record<string, number | string | null>;

/** Fractions are the same to 12 digits: the model adds in another order. */
const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(12)));

export function ethDaySuite({ chain: generate, faults, holds, explainedOneIn = 29 }: EthDayCase): void {
  let chain: EthFixture;
  let warehouse: TestWarehouse & { network: string };
  let range: { from: number; to: number };

  beforeAll(async () => {
    chain = generate();
    const from = chain.options.startEpoch === 0 ? 0 : chain.options.startEpoch + 1;
    range = { from, to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2) };
    warehouse = await openFilledWarehouse(chain, range, { faults: faults ?? {} });
  });
  afterAll(() => warehouse.close());

  /** phase0 pays proposers at the end of the next epoch: the model books that at the duty, the product at the block. */
  const hasAmounts = (firstEpoch: number) => firstEpoch > (chain.options.forks.altair ?? 0);

  it.each(["chain", "utc"] as const)("%s days equal the model, column by column", async (dayType) => {
    const days = modelDays(chain, dayType, range);
    expect(holds(days, chain)).toBe(true);
    const names = Object.keys({ ...counts, ...amounts, ...balances, ...ratings });
    const dayRows = await warehouse.store.rows<Row & { start_epoch: number }>(
      `select validator_index, day, toString(date) as date, start_epoch, end_epoch, is_complete, ${names.join(", ")}
      from (
        select *, counted_vote_count, correct_vote_count, attestation_penalty_gwei, proposer_attestation_reward_gwei + proposer_sync_reward_gwei
          + proposer_slashing_reward_gwei as proposer_reward_gwei
        from fct_eth_validator_performance_daily final
        where network = {network:String} and day_type = {dayType:String}
      )
      order by day, validator_index`,
      { network: warehouse.network, dayType },
    );
    const numbers = (row: Row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) => {
          if (name in amounts && !hasAmounts(Number(row.start_epoch))) return [];
          return [[name, name === "date" || value === null ? value : rounded(Number(value))]];
        }),
      );
    const expected = days.map((day) => {
      const columns = Object.entries({ ...counts, ...amounts, ...balances, ...ratings });
      return numbers({
        validator_index: day.validator,
        day: day.day,
        date: day.date,
        start_epoch: day.firstEpoch,
        end_epoch: day.lastEpoch,
        is_complete: Number(day.isComplete),
        ...Object.fromEntries(columns.map(([column, name]) => [column, day[name]])),
      });
    });
    const keyOf = (row: Row) => `validator ${row.validator_index} on day ${row.day}`;
    const own = new Map(dayRows.map((row) => [keyOf(row), numbers(row)]));
    const wrong = expected.flatMap((row) =>
      Object.entries(row)
        .filter(([name, value]) => own.get(keyOf(row))?.[name] !== value)
        .map(([name, value]) => `${keyOf(row)}: ${name} ${own.get(keyOf(row))?.[name]} instead of ${value}`),
    );
    expect([wrong, dayRows.length]).toEqual([[], expected.length]);
  });

  it("explanations add up to every number of validators' days", async () => {
    await expectEthExplanations(warehouse.store, chain, warehouse.network, explainedOneIn);
  });
}
