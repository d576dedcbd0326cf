/** Polygon: what its contracts on the root chain and Heimdall report. A point is a checkpoint. */
import type { PolygonInfo } from "../../ingest/polygon/session.ts";
import type { Verification } from "../figure.ts";
import { namesAndVersions, softwareOf } from "../refusals.ts";
import { checkpoints, heimdallCheckpoints } from "./checkpoints.ts";
import { votingPowers } from "./powers.ts";
import { rewardPerStake, signatures } from "./rewards.ts";
import { delegations, stakes, totalStake } from "./stakes.ts";

export function polygonVerification(info: PolygonInfo): Verification {
  return {
    software: async (signal) => namesAndVersions(await softwareOf(info.software(signal), signal)),
    kinds: [
      checkpoints(info),
      heimdallCheckpoints(info),
      stakes(info),
      totalStake(info),
      delegations(info),
      rewardPerStake(info),
      signatures(info),
      votingPowers(info),
    ],
  };
}
