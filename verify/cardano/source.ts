/** What comparisons with Koios share: epochs that both sides have, samples, and refusals as missing figures. */
import type { CardanoInfo } from "../../ingest/cardano/session.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Kind, ReadContext } from "../figure.ts";
import { missingOn } from "../refusals.ts";

/** Rewards are known when the epoch after next begins. */
const payLag = 2;

export const orMissing = missingOn(["pruned", "refused", "skipped", "too_large", "server_error"]);

/** What the warehouse has of an epoch. */
type StoredEpoch = {
  has_facts: boolean;
  has_delegations: boolean;
  has_blocks: boolean;
  is_paid: boolean;
  has_ledger: boolean;
  has_registrations: boolean;
  /** The UTC day of the payment, if its records are there; else null. */
  recorded_payment_day: string | null;
};

export async function storedEpoch({ rows }: ReadContext): Promise<StoredEpoch | undefined> {
  const [row] = await rows<StoredEpoch>("cardano/verify_epoch");
  return row;
}

type Need = Exclude<keyof StoredEpoch, "recorded_payment_day">;

const lacks: Record<Need, string> = {
  has_facts: "blocks and pools",
  has_delegations: "delegations, which are kept for a limited time,",
  has_blocks: "blocks, which are kept for a limited time,",
  is_paid: "rewards",
  has_ledger: "results of the ledger's formulas, which need the reserves,",
  has_registrations: "registrations of unpaid accounts",
};

/** Why the warehouse has nothing to compare; undefined if it has all of it. */
export function lackOf(
  epoch: number,
  stored: StoredEpoch | undefined,
  needs: readonly Need[],
): string | undefined {
  const lacking = needs.find((need) => !stored?.[need]);
  return lacking === undefined ? undefined : `the warehouse holds no ${lacks[lacking]} of epoch ${epoch}`;
}

/** What rewards by the ledger's formulas need. */
export const rewardNeeds = ["has_facts", "is_paid", "has_ledger", "has_registrations"] as const;

/**
 * Epochs whose rewards are known while those of a range are read: the range's own, and the one before it, whose rewards were
 * not known when it was read.
 */
export function paidEpochs({ calendar }: CardanoInfo): NonNullable<Kind["pointsOf"]> {
  return async ({ from, to }: HeightRange) => {
    const last = Math.min(to, calendar().current - payLag);
    const first = Math.max(0, from - 1);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  };
}
