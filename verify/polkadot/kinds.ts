/** Polkadot: what nodes of Asset Hub and, for older eras, of the relay chain report themselves. A point is an era. */
import type { PolkadotInfo } from "../../ingest/polkadot/session.ts";
import type { Verification } from "../figure.ts";
import { claims } from "./claims.ts";
import { electedValidators } from "./elected.ts";
import { payments } from "./payments.ts";
import { eraPoints } from "./points.ts";

export function polkadotVerification(info: PolkadotInfo): Verification {
  return {
    software: (signal) => info.eras.chainOf("asset_hub").software(signal),
    kinds: [payments(info), eraPoints(info), electedValidators(info), claims(info)],
  };
}
