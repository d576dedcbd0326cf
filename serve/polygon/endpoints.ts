/** The endpoints of Polygon. Fixed paths stand before those with a parameter in the same place. */
import type { Endpoint } from "../endpoint.ts";
import { lowerCase, subjectEndpoints } from "../subjects.ts";
import {
  polygonDelegatorRewardsOf,
  polygonDelegatorSummaryOf,
  polygonDelegators,
} from "../v0/polygon/delegators.ts";
import { polygonOverview } from "../v0/polygon/network.ts";
import {
  polygonEffectiveness,
  polygonValidator,
  polygonValidatorSummaryOf,
  polygonValidators,
} from "../v0/polygon/validators.ts";
import { polygon as chain } from "./chain.ts";
import { polygonExplainEndpoints } from "./explain.ts";

export const polygonEndpoints: readonly Endpoint[] = [
  polygonOverview,
  polygonValidators,
  polygonValidator,
  polygonValidatorSummaryOf,
  polygonEffectiveness,
  polygonDelegators,
  polygonDelegatorSummaryOf,
  polygonDelegatorRewardsOf,
  ...polygonExplainEndpoints,
  ...subjectEndpoints({
    chain,
    name: "Polygon",
    family: "polygon",
    token: "POL",
    kinds: [
      { kind: "validator", list: "subjects_validator", summary: "summary_validator" },
      { kind: "delegator", list: "subjects_delegator", summary: "summary_delegator" },
    ],
    statuses: ["active", "pending", "exiting", "exited"],
    toStored: lowerCase,
    note:
      "Duties are to sign and to propose checkpoints; rewards are of both, delegators' part included. Stakes are those of " +
      "active validators at the last checkpoint of lastDay; shares of a validator that has exited are none.",
  }),
];
