/** Records of Ethereum's entities. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { integerColumn, numberColumn, textColumn } from "../columns.ts";

const integerOrNull = integerColumn.nullable();
const numberOrNull = numberColumn.nullable();
const textOrNull = textColumn.nullable();

const entityId = {
  id: textColumn.describe("Name of the entity, in its original case; an address in lower case"),
  idType: textColumn.describe("Kind of the entity"),
};

const tags = z
  .array(
    z.object({
      name: textColumn,
      path: textOrNull.describe("Always null"),
      idType: textOrNull.describe("Kind of entity; null for the tag pool"),
    }),
  )
  .describe("Entities that this one is part of; for a pool, the first is the tag pool");

export const clientPercentage = z
  .object({
    client: textColumn.describe("Name of the client"),
    percentage: numberColumn.describe("Share of the entity's validators, 0 to 1"),
  })
  .meta({ id: "ClientPercentage" });

const meanOf = "mean over its validators and days";

const relayerShare = z.object({
  relayer: textColumn.describe("Name of the relay, or no_mev_boost"),
  percentage: numberColumn.describe("Its share of the blocks, 0 to 1"),
});
export const relayerPercentage = relayerShare.meta({ id: "RelayerPercentage" });

export const operatorSummary = z
  .object({
    ...entityId,
    displayName: textColumn.describe("Name to show"),
    timeWindow: textColumn.describe("1d, 7d, 30d or all: chain days that end with the last complete one"),
    validatorCount: integerColumn.describe("Validators active on the last day"),
    networkPenetration: numberOrNull.describe(
      "Stake / the network's stake on the last day, 0 to 1; null if the network has no stake",
    ),
    avgCorrectness: numberOrNull.describe(
      `Correct votes / votes, 0 to 1, ${meanOf}; null without an included attestation`,
    ),
    avgInclusionDelay: numberOrNull.describe(
      `Slots from duty to inclusion, ${meanOf}; null without an included attestation`,
    ),
    avgUptime: numberOrNull.describe(`Attested / duties, 0 to 1, ${meanOf}; null without a duty`),
    avgValidatorEffectiveness: numberOrNull.describe(`The rating, 0 to 100, ${meanOf}; null without a duty`),
    aprPercentage: numberOrNull.describe(
      "Annual rewards in percent of the stake; null without an execution node",
    ),
    nodeOperatorCount: integerOrNull.describe(
      "For pools, the number of operators of active validators; null while none is known",
    ),
    clientPercentages: z
      .array(z.object({ client: textColumn, percentage: numberColumn }))
      .describe("Empty: no source of client shares is imported"),
    relayerPercentages: z
      .array(relayerShare)
      .describe("Shares of relays in its blocks, largest first; empty without relays"),
    operatorTags: tags,
  })
  .meta({ id: "OperatorEffectivenessSummary" });

export const operator = z
  .object({
    ...entityId,
    displayName: textColumn.describe("Name to show"),
    nodeOperatorCount: integerOrNull.describe(
      "For pools, the number of operators of active validators; null while none is known",
    ),
    operatorTags: tags,
  })
  .meta({ id: "Operator" });

export const percentile = z
  .object({
    timeWindow: textColumn.describe("1d, 7d, 30d or all"),
    rank: integerColumn.describe("0 to 100"),
    value: numberColumn.describe("Effectiveness that `rank` percent of the entities do not exceed"),
  })
  .meta({ id: "Percentile" });

const apr = {
  timeWindow: textColumn.describe("1d, 7d, 30d or all (at most the last 90 days)"),
  aprType: textColumn.describe(
    "backward: earned rate; forward: current rate, at the effectiveness of the window",
  ),
  percentage: numberOrNull.describe("Annual rewards in percent of the stake; null without an execution node"),
  percentageConsensus: numberOrNull.describe(
    "Part from consensus rewards; null without validators that were active, and belonged to the entity, in every epoch of the window",
  ),
  percentageExecution: numberOrNull.describe("Part from execution rewards; null without an execution node"),
  activeStake: integerColumn.describe("Mean effective balance of the counted validators, gwei"),
  activeValidators: integerColumn.describe("Counted validators: those active in every epoch of the window"),
};

export const operatorApr = z.object({ ...entityId, ...apr }).meta({ id: "OperatorApr" });

export const validatorApr = z
  .object({
    id: integerColumn.describe("Index of the validator"),
    idType: textColumn.describe("Always validator"),
    ...apr,
  })
  .meta({ id: "ValidatorApr" });
