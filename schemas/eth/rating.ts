import type { RatingVersion } from "../ratings.ts";
import { forkEpoch } from "./calendar.ts";

type Rules = {
  /** Of the proposer part; the attester part has the rest. */
  proposerWeight: number;
  /** Of a proposed block without transactions. */
  emptyPayloadScore: number;
  /** Of a block that was proposed and orphaned. */
  orphanedScore: number;
  /** Whether correctness counts source votes in addition to target and head. */
  isSourceCounted: boolean;
};

const v1: Rules = { proposerWeight: 1 / 8, emptyPayloadScore: 1, orphanedScore: 1, isSourceCounted: false };
const v2: Rules = { ...v1, isSourceCounted: true };

/** The original's versions (methodology: v1.0, v2.0, v2.1, v3.0). */
const rules = {
  "v1.0": v1,
  "v2.0": v2,
  "v2.1": { ...v2, orphanedScore: 0 },
  "v3.0": { ...v2, proposerWeight: 3 / 8, emptyPayloadScore: 0.25, orphanedScore: 0 },
} as const satisfies Record<string, Rules>;

export type EthRatingVersion = RatingVersion<Rules> & { version: string };

const from = (epoch: number, version: keyof typeof rules): EthRatingVersion => ({
  ...{ version, from: epoch },
  ...rules[version],
});

/**
 * Versions of the effectiveness rating of a network, oldest first; `from` is an epoch: the original's on mainnet, forks
 * elsewhere (v1.0 before Altair, v2.1 from Altair, v3.0 from Bellatrix). Of several from the same epoch the newest counts.
 */
export function ratingsOf(configName: string, spec: Readonly<Record<string, string>>): EthRatingVersion[] {
  const versions =
    configName === "mainnet"
      ? [from(0, "v1.0"), from(74_240, "v2.0"), from(96_750, "v2.1"), from(146_875, "v3.0")]
      : [
          from(0, "v1.0"),
          from(forkEpoch(spec, "altair"), "v2.1"),
          from(forkEpoch(spec, "bellatrix"), "v3.0"),
        ];
  return versions.filter((row, i) => Number.isFinite(row.from) && row.from !== versions[i + 1]?.from);
}
