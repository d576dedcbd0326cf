/** Avalanche: what AvalancheGo reports itself about the P-chain. A point is a block. */
import { readNodeVersion } from "../../ingest/avalanche/api/reported.ts";
import type { Verification } from "../figure.ts";
import { softwareOf } from "../refusals.ts";
import { blockStakes } from "./blocks.ts";
import { currentStakes } from "./currentStakes.ts";
import { rewardUtxos } from "./rewardUtxos.ts";
import type { AvalancheSource } from "./source.ts";
import { supply } from "./supply.ts";

export function avalancheVerification(source: AvalancheSource): Verification {
  return {
    software: (signal) => softwareOf([readNodeVersion(source.client, signal)], signal),
    kinds: [blockStakes(source), rewardUtxos(source), currentStakes(source), supply(source)],
  };
}
