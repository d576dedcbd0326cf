/** The endpoints of Polygon. Fixed paths stand before those with a parameter in the same place. */
import type { Endpoint } from "../endpoint.ts";
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

export const polygonEndpoints: readonly Endpoint[] = [
  polygonOverview,
  polygonValidators,
  polygonValidator,
  polygonValidatorSummaryOf,
  polygonEffectiveness,
  polygonDelegators,
  polygonDelegatorSummaryOf,
  polygonDelegatorRewardsOf,
];
