/** The records of validators, of one or of up to 1,000: they differ in their fields only. */
import { z } from "zod";
import {
  type GroupSegment,
  groupRecord,
  validatorPenaltiesV1,
  validatorRewardsV1,
} from "../../../schemas/eth/groupRecords.ts";
import {
  validatorAttestationsV1,
  validatorEffectivenessV1,
  validatorProposalsV1,
} from "../../../schemas/eth/records.ts";
import { choice } from "../../../schemas/request.ts";
import { type Answer, defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { checkFields, periodQuery, periodValues } from "../../eth/periodRecords.ts";
import {
  needsOneOf,
  redirectsByPubkey,
  requestedValidators,
  validatorLists,
  validatorPath,
  withValidator,
} from "../../eth/validators.ts";

const shared = {
  method: "get",
  tag: "Ethereum performance (v1)",
  chain,
  kind: "list",
  weight: { bytes: 8, row: 10 },
  settles: { boundedBy: ["toDate", "toDay"] },
} as const;

type Segment = {
  segment: GroupSegment;
  /** Operations on one validator, and on several. */
  operations: readonly [string, string];
  summary: string;
  row: z.ZodObject;
  sql: string;
  /** The same for days, which are rows of the table. */
  daySql?: string;
  /** The same for all of them together: as for a private set from which no validator was removed. */
  togetherSql: string;
};

function recordsOf({ segment, operations, summary, row, sql, daySql, togetherSql }: Segment): Endpoint[] {
  const answer: Answer = {
    row,
    sql,
    ...(daySql && { cheaper: { value: "granularity", is: { day: { sql: daySql } } } }),
  };
  const together = groupRecord(segment, "Validators", "Requested validators");
  return [
    defineEndpoint({
      ...shared,
      operation: operations[1],
      path: `/v1/eth/validators/${segment}`,
      summary: `${summary} of up to 1,000 validators, each for itself or all together`,
      description: "Unknown validators add no records.",
      params: z.object({}),
      needsOneOf,
      query: z.object({
        ...validatorLists,
        ...periodQuery(row, together).shape,
        groupBy: choice(["validator", "granularity"])
          .default("validator")
          .describe("One record per validator and period, or one per period over all requested validators"),
      }),
      answer,
      variants: { field: "groupBy", answers: { granularity: { row: together, sql: togetherSql } } },
      prepare: async (request, services) => {
        checkFields(request.query, request.query.groupBy === "granularity" ? together : row);
        const validators = await requestedValidators(services, request.network, request.query);
        return {
          values: {
            ...(await periodValues(request, services, { segment })),
            indices: [...validators.keys()],
            ...(request.query.groupBy === "granularity" && { removedIndices: [], lastEpochs: [] }),
          },
        };
      },
    }),
    defineEndpoint({
      ...shared,
      operation: operations[0],
      path: `/v1/eth/validators/{validator_index_or_pubkey}/${segment}`,
      summary: `${summary} of one validator`,
      description: "A validator without a record in the range is answered with an empty list.",
      params: validatorPath,
      redirects: redirectsByPubkey,
      query: periodQuery(row),
      answer,
      prepare: (request, services) =>
        withValidator(request, services, async ({ validatorIndex }) => ({
          ...(await periodValues(request, services, { segment })),
          indices: [validatorIndex],
        })),
    }),
  ];
}

const segments: readonly Segment[] = [
  {
    segment: "effectiveness",
    operations: ["validatorEffectivenessRecords", "validatorsEffectivenessRecords"],
    summary: "Ratings",
    row: validatorEffectivenessV1,
    sql: "v1/eth/validator_effectiveness.sql",
    daySql: "v1/eth/validator_effectiveness_day.sql",
    togetherSql: "v1/eth/set_effectiveness.sql",
  },
  {
    segment: "attestations",
    operations: ["validatorAttestations", "validatorsAttestations"],
    summary: "Attestations and sync signatures",
    row: validatorAttestationsV1,
    sql: "v1/eth/validator_attestations.sql",
    daySql: "v1/eth/validator_attestations_day.sql",
    togetherSql: "v1/eth/set_attestations.sql",
  },
  {
    segment: "proposals",
    operations: ["validatorProposals", "validatorsProposals"],
    summary: "Proposals",
    row: validatorProposalsV1,
    sql: "v1/eth/validator_proposals.sql",
    daySql: "v1/eth/validator_proposals_day.sql",
    togetherSql: "v1/eth/set_proposals.sql",
  },
  {
    segment: "rewards",
    operations: ["validatorRewards", "validatorsRewards"],
    summary: "Rewards",
    row: validatorRewardsV1,
    sql: "v1/eth/validator_rewards.sql",
    togetherSql: "v1/eth/set_rewards.sql",
  },
  {
    segment: "penalties",
    operations: ["validatorPenalties", "validatorsPenalties"],
    summary: "Penalties",
    row: validatorPenaltiesV1,
    sql: "v1/eth/validator_penalties.sql",
    togetherSql: "v1/eth/set_penalties.sql",
  },
];

/** Fixed paths before those with a parameter. */
export const validatorRecords: readonly Endpoint[] = segments.flatMap(recordsOf);
