/** Why a number of a validator's day on Ethereum is null. */
import { asIs, forAll, nothing, shareOf, unknown, type WhyNull, where } from "../../explain/nulls.ts";
import { balanceTable, dayTable, numbers } from "./numbers.ts";

const noDuties = where(
  "isDayComplete",
  nothing("the validator had no duties on the day"),
  unknown("the day has no record of the validator yet"),
);

/** For days with a record; `why` decides. */
const recorded = (why: WhyNull) => asIs("totalAttestationAssignments", why, noDuties);

const notCompared = unknown("balances around the day were not compared: states of both ends are needed");
const execution = where(
  "isExecutionKnown",
  unknown("the execution node did not return all of the validator's blocks"),
  unknown("no execution node has returned data of the network"),
);
const relays = where(
  "isRelayKnown",
  unknown("not all relays have answered for the validator's blocks"),
  unknown("no relay has returned data of the network"),
);

/** Names in a table; those of the day's record are null without duties. */
const ofTable = (table: string, why: WhyNull) =>
  forAll(
    numbers.filter((number) => number.table === table).map(({ name }) => name),
    why,
  );

const residual: WhyNull = (values) => {
  const missing = JSON.parse(values.get("missingInputs") ?? "null") as string | null;
  return missing === null || missing === ""
    ? notCompared(values)
    : { reason: `inputs that are missing: ${missing}`, isUnknown: true };
};

export const nulls: Readonly<Record<string, WhyNull>> = {
  ...ofTable(dayTable, recorded(unknown("not all facts that it is computed from are known"))),
  ...ofTable(balanceTable, notCompared),
  balanceResidual: residual,
  uptime: recorded(shareOf("totalAttestationAssignments")),
  avgCorrectness: recorded(shareOf("totalUniqueAttestations")),
  avgInclusionDelay: recorded(shareOf("totalUniqueAttestations")),
  attesterEffectiveness: recorded(shareOf("totalAttestationAssignments")),
  proposerEffectiveness: recorded(shareOf("proposerDutiesCount")),
  validatorEffectiveness: recorded(nothing("the validator had no rated duty on the day")),
  sumMissedSyncSignatures: recorded(nothing("the validator was in no sync committee on the day")),
  ...forAll(
    ["sumPriorityFeesWei", "sumBaselineMevWei", "sumMissedExecutionRewardsWei", "sumAllRewards"],
    recorded(execution),
  ),
  sumExternallySourcedExecutionRewardsWei: recorded(relays),
};
