import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  insertDay,
  insertNetwork,
  insertValidators,
  openServeFixture,
  pubkeyOf,
  type ServeFixture,
} from "../test/support/serve.ts";

let fixture: ServeFixture;

/** Validator 100 on chain day 803 of mainnet: counts of a published answer of the original service. */
const published = {
  validator_index: 100,
  day: 803,
  attestation_duty_count: 225,
  attested_count: 225,
  attestation_count: 237,
  correct_source_count: 225,
  correct_target_count: 224,
  correct_head_count: 221,
  inclusion_delay_sum: 226,
  attester_effectiveness: 98.82005899705014,
  validator_effectiveness: 98.82005899705014,
  attestation_reward_gwei: 2_965_823,
  attestation_penalty_gwei: -6_461,
  wrong_target_count: 1,
  wrong_target_penalty_gwei: -6_461,
  wrong_head_count: 4,
  missed_attestation_reward_gwei: 19_233,
  rating_version: "v3.0",
};

beforeAll(async () => {
  fixture = await openServeFixture();
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 120);
  await insertDay(fixture.store, published);
});
afterAll(() => fixture.close());

describe("GET /v0/eth/validators/{id}/effectiveness", () => {
  it("answers every field of the published record", async () => {
    const response = await fixture.get("/v0/eth/validators/100/effectiveness?from=803&size=1");
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(body).toEqual({
      page: { from: 803, to: null, size: 1, granularity: "day", filterType: "day" },
      total: 1,
      data: [
        {
          validatorIndex: 100,
          validatorPubkey: pubkeyOf(100),
          day: 803,
          hour: null,
          startDay: null,
          endDay: null,
          startEpoch: 180_899,
          endEpoch: 180_675,
          totalAttestations: 237,
          totalUniqueAttestations: 225,
          totalAttestationAssignments: 225,
          sumCorrectHead: 221,
          sumCorrectTarget: 224,
          sumCorrectSource: 225,
          sumInclusionDelay: 226,
          avgInclusionDelay: 1.0044444444444445,
          avgCorrectness: 0.9925925925925926,
          uptime: 1,
          attesterEffectiveness: 98.82005899705014,
          validatorEffectiveness: 98.82005899705014,
          proposerEffectiveness: null,
          proposedCount: 0,
          proposerDutiesCount: 0,
          executionProposedEmptyCount: 0,
          slashesCollected: 0,
          slashesReceived: 0,
          syncSignatureCount: 0,
          sumMissedSyncSignatures: null,
          earnings: 2_959_362,
          estimatedRewards: 2_965_823,
          estimatedPenalties: -6_461,
          sumPriorityFees: null,
          sumBaselineMev: null,
          sumExternallySourcedExecutionRewards: null,
          sumConsensusBlockRewards: 0,
          sumAttestationRewards: 2_965_823,
          sumMissedExecutionRewards: null,
          sumMissedConsensusBlockRewards: 0,
          sumMissedAttestationRewards: 19_233,
          sumMissedSyncCommitteeRewards: 0,
          sumLateSourceVotes: 0,
          sumLateSourcePenalties: 0,
          sumWrongTargetVotes: 1,
          sumWrongTargetPenalties: -6_461,
          sumLateTargetVotes: 0,
          sumLateTargetPenalties: 0,
          sumWrongHeadVotes: 4,
          sumWrongHeadPenalties: 0,
          sumMissedAttestations: 0,
          sumMissedAttestationPenalties: 0,
          sumSyncCommitteePenalties: 0,
          sumAllRewards: null,
        },
      ],
      next: null,
    });
  });
});
