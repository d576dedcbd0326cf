/** Every endpoint, one line each. Fixed paths precede those with a parameter in the same place. */
import { avalancheEndpoints } from "./avalanche/endpoints.ts";
import { avalancheExplainEndpoints } from "./avalanche/explain.ts";
import { cardanoEndpoints } from "./cardano/endpoints.ts";
import { cardanoExplainEndpoints } from "./cardano/explain.ts";
import { cosmosEndpoints } from "./cosmos/endpoints.ts";
import { eigenlayerEndpoints } from "./eigenlayer/endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import { ethExplainEndpoints } from "./eth/explain/endpoints.ts";
import { networksEndpoint } from "./networks.ts";
import { polkadotEndpoints } from "./polkadot/endpoints.ts";
import { polkadotExplainEndpoints } from "./polkadot/explain.ts";
import { polygonEndpoints } from "./polygon/endpoints.ts";
import { servedChains } from "./servedChains.ts";
import { solanaEndpoints } from "./solana/endpoints.ts";
import { solanaExplainEndpoints } from "./solana/explain.ts";
import { blockEndpoints } from "./v0/eth/blocks.ts";
import { movementEndpoints } from "./v0/eth/movements.ts";
import { networkEndpoints } from "./v0/eth/network.ts";
import { operatorEndpoints } from "./v0/eth/operators.ts";
import { p2pEndpoints } from "./v0/eth/p2p.ts";
import { reportOwnValidators } from "./v0/eth/selfReports.ts";
import { slashingEndpoints } from "./v0/eth/slashings.ts";
import { syncCommitteeRewards } from "./v0/eth/syncCommitteeRewards.ts";
import {
  validator,
  validatorApr,
  validatorEffectiveness,
  validators,
  validatorsEffectiveness,
} from "./v0/eth/validators.ts";
import { pricingPlans } from "./v0/pricingPlans.ts";
import { account } from "./v1/account/account.ts";
import { keyEndpoints } from "./v1/account/keys.ts";
import { accountTags } from "./v1/account/tags.ts";
import { accountUsage, accountUsageDaily } from "./v1/account/usage.ts";
import { consolidationEndpoints } from "./v1/eth/consolidations.ts";
import { entityEndpoints } from "./v1/eth/entities.ts";
import { networkEndpoints as networkRecords } from "./v1/eth/network.ts";
import { peerEndpoints } from "./v1/eth/peers.ts";
import { setEndpoints } from "./v1/eth/sets.ts";
import { ethSubjects } from "./v1/eth/subjects.ts";
import { tagEndpoints } from "./v1/eth/tags.ts";
import { validatorAprs } from "./v1/eth/validatorAprs.ts";
import { validatorRecords } from "./v1/eth/validatorPerformance.ts";
import { validatorEndpoints } from "./v1/eth/validators.ts";
import { verificationEndpoints } from "./verifications.ts";

const declared: readonly Endpoint[] = [
  validatorsEffectiveness,
  validatorEffectiveness,
  validators,
  validator,
  validatorApr,
  ...operatorEndpoints,
  ...networkEndpoints,
  ...movementEndpoints,
  ...slashingEndpoints,
  ...blockEndpoints,
  ...p2pEndpoints,
  ...peerEndpoints,
  syncCommitteeRewards,
  reportOwnValidators,
  ...consolidationEndpoints,
  ...validatorRecords,
  validatorAprs,
  ...validatorEndpoints,
  ...tagEndpoints,
  ...setEndpoints,
  ...entityEndpoints,
  ...networkRecords,
  ...ethExplainEndpoints,
  ...ethSubjects,
  ...cosmosEndpoints,
  ...solanaEndpoints,
  ...solanaExplainEndpoints,
  ...polkadotEndpoints,
  ...polkadotExplainEndpoints,
  ...cardanoEndpoints,
  ...cardanoExplainEndpoints,
  ...avalancheEndpoints,
  ...avalancheExplainEndpoints,
  ...eigenlayerEndpoints,
  ...polygonEndpoints,
];

/** Endpoints that are about no chain. */
export const commonEndpoints: readonly Endpoint[] = [
  networksEndpoint(servedChains),
  pricingPlans,
  account,
  ...keyEndpoints,
  accountTags,
  accountUsage,
  accountUsageDaily,
];

/** The chain of an endpoint: the one that it declares, or else the one in its path. */
const chainOf = (endpoint: Endpoint) =>
  (endpoint.kind === "gone" ? undefined : endpoint.chain?.id) ?? endpoint.path.split("/")[2];

/** By chain, each with those that every chain has. */
export const endpoints: readonly Endpoint[] = [
  ...servedChains.flatMap((chain) => [
    ...declared.filter((endpoint) => chainOf(endpoint) === chain.id),
    ...verificationEndpoints(chain),
  ]),
  ...commonEndpoints,
];

/** The endpoints of a chain: `/v0/<id>/…`, `/v1/<id>/…`, and a few with addresses of their own. */
export function endpointsOf(id: string): Endpoint[] {
  return endpoints.filter((endpoint) => chainOf(endpoint) === id);
}
