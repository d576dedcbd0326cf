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
import { ratingWeights } from "./query.ts";

export const polygonEndpoints: readonly Endpoint[] = [
  polygonOverview,
  polygonValidators,
  polygonValidator,
  polygonValidatorSummaryOf,
  polygonEffectiveness,
  polygonDelegators,
  polygonDelegatorSummaryOf,
  polygonDelegatorRewardsOf,
  ...subjectEndpoints({
    chain,
    name: "Polygon",
    family: "polygon",
    token: "POL",
    kinds: [
      { kind: "validator", file: "validator", values: ratingWeights },
      { kind: "delegator", file: "delegator" },
    ],
    statuses: ["active", "pending", "exiting", "exited"],
    toStored: lowerCase,
    note: "Duties are to sign and to propose checkpoints; rewards are of both, delegators' part included.",
  }),
];
