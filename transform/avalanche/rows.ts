/** Stakes as rows, with their known facts. */
import { createHash } from "node:crypto";
import { dateOfDay, dayOfSeconds } from "../../lib/days.ts";
import { packVersion } from "../../lib/version.ts";
import type { Cycle } from "./cycle.ts";

/** Raise it when the rules change: what is computed again replaces older rows then. */
export const modelRevision = 3;
/** Of equally known rows, the one computed with more earlier blocks wins. */
const version = { revision: 24, ended: 4, known: 4, blocksBefore: 32 } as const;

export type StakeRow = {
  tx_id: string;
  end_at: bigint;
  node_id: string;
  height: number;
  pubkey: string | null;
  weight_navax: bigint;
  is_validator: number;
  start_at: bigint | null;
  reward_navax: bigint | null;
  computed_reward_navax: bigint | null;
  own_navax: bigint | null;
  fee_navax: bigint | null;
  paid_own_navax: bigint;
  paid_fee_navax: bigint;
  is_committed: number | null;
  paid_on: string | null;
  version: bigint;
};

/** A stake's effect on days. Days since 1970. */
export type StakeDays = {
  /** First day of its duration, if known. */
  first: number | undefined;
  last: number;
  paid: number | undefined;
  /** Whether the parts of its days are known. */
  isKnown: boolean;
  /** Whether the payment at its end is known, if it has ended. */
  isPaidKnown: boolean;
  /** Changes with its row. */
  checksum: bigint;
};

function ownOf({ isValidator, reward, fee }: Cycle): bigint | undefined {
  if (isValidator) return reward;
  return reward === undefined || fee === undefined ? undefined : reward - fee;
}

/**
 * Its reward computed from blocks alone; null if they do not determine it, so that there is nothing to compare a node's
 * report with.
 */
function computedReward({ reward, isComputed, isExact, isReported, isSurplus }: Cycle): bigint | null {
  if (isSurplus) return 0n;
  return isComputed && isExact && !isReported && reward !== undefined ? reward : null;
}

/** @param first first of the blocks ingested without gaps up to it */
export function toRow(cycle: Cycle, first: number): StakeRow {
  const { outcome, reward, isValidator } = cycle;
  const own = ownOf(cycle);
  const fee = isValidator ? 0n : cycle.fee;
  const knownCount =
    [cycle.start, reward, fee].filter((value) => value !== undefined).length + Number(cycle.isComputed);
  return {
    tx_id: cycle.txId,
    end_at: BigInt(cycle.end),
    node_id: cycle.nodeId,
    height: cycle.height,
    pubkey: cycle.pubkey,
    weight_navax: cycle.weight,
    is_validator: Number(isValidator),
    // No days for an estimated start: their rows would have to be deleted once it is known better.
    start_at: cycle.start === undefined || !cycle.isStartKnown ? null : BigInt(cycle.start),
    reward_navax: reward ?? null,
    computed_reward_navax: computedReward(cycle),
    own_navax: own ?? null,
    fee_navax: fee ?? null,
    paid_own_navax: outcome?.paidOwn ?? 0n,
    paid_fee_navax: outcome === undefined ? 0n : isValidator ? cycle.accruedFee : (outcome.paidFee ?? 0n),
    is_committed: outcome === undefined ? null : Number(outcome.isCommitted),
    paid_on: outcome === undefined ? null : dateOfDay(dayOfSeconds(outcome.decidedAt)),
    version: packVersion(version, {
      revision: modelRevision,
      ended:
        Number(outcome !== undefined) + Number(outcome?.paidOwn !== undefined) + Number(cycle.isFeeKnown),
      known: knownCount,
      blocksBefore: Math.max(0, cycle.height - first),
    }),
  };
}

/** A stake's row as text: equal for equal rows. */
export const textOf = (row: StakeRow) => Object.values(row).join("|");

export function daysOf(cycle: Cycle, row: StakeRow): StakeDays {
  const { start, end, outcome, isValidator } = cycle;
  return {
    first: start === undefined || !cycle.isStartKnown ? undefined : dayOfSeconds(start),
    last: dayOfSeconds(end),
    paid: outcome === undefined ? undefined : dayOfSeconds(outcome.decidedAt),
    isKnown: cycle.isStartKnown && cycle.isExact && row.own_navax !== null && row.fee_navax !== null,
    isPaidKnown:
      outcome === undefined ||
      (cycle.isExact && outcome.paidOwn !== undefined && (!isValidator || cycle.isFeeKnown)),
    checksum: createHash("sha256").update(textOf(row)).digest().readBigUInt64BE(0),
  };
}
