/** EigenLayer: what its contracts report at a block. */
import type { Verification } from "../figure.ts";
import { namesAndVersions } from "../refusals.ts";
import { delegations, maxMagnitudes } from "./operators.ts";
import { claimedRewards, distributionRoots } from "./rewards.ts";
import { deposits, podShares, withdrawableShares } from "./shares.ts";
import type { EigenlayerSource } from "./source.ts";

export function eigenlayerVerification(source: EigenlayerSource): Verification {
  return {
    software: async (signal) => namesAndVersions(await source.client.versions(signal)),
    kinds: [
      deposits(source),
      withdrawableShares(source),
      podShares(source),
      delegations(source),
      maxMagnitudes(source),
      claimedRewards(source),
      distributionRoots(source),
    ],
  };
}
