/** Every endpoint, one line each. Fixed paths stand before those with a parameter in the same place. */
import type { Endpoint } from "./endpoint.ts";
import {
  validator,
  validatorEffectiveness,
  validators,
  validatorsEffectiveness,
} from "./v0/eth/validators.ts";
import { babylonNetworkRewards, babylonValidatorRewards } from "./v1/babylon/rewards.ts";
import { babylonDelegatorState, babylonValidatorState } from "./v1/babylon/state.ts";
import { celestiaNetworkRewards, celestiaValidatorRewards } from "./v1/celestia/rewards.ts";
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
  babylonValidatorRewards,
  babylonNetworkRewards,
  babylonValidatorState,
  babylonDelegatorState,
  celestiaValidatorRewards,
  celestiaNetworkRewards,
];
