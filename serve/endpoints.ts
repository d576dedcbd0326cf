/** Every endpoint, one line each. Fixed paths stand before those with a parameter in the same place. */
import { cosmosEndpoints } from "./cosmos/endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  validator,
  validatorEffectiveness,
  validators,
  validatorsEffectiveness,
} from "./v0/eth/validators.ts";
import {
  validatorAttestations,
  validatorEffectivenessRecords,
  validatorProposals,
} from "./v1/eth/validatorPerformance.ts";

export const endpoints: readonly Endpoint[] = [
  validatorsEffectiveness,
  validatorEffectiveness,
  validators,
  validator,
  validatorEffectivenessRecords,
  validatorAttestations,
  validatorProposals,
  ...cosmosEndpoints,
];

/** The endpoints of a chain: those below its id, `/v0/<id>/…` and `/v1/<id>/…`. */
export function endpointsOf(id: string): Endpoint[] {
  return endpoints.filter(({ path }) => path.split("/")[2] === id);
}
