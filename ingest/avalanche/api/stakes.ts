/** Stakes from `platform.getCurrentValidators`. */
import { z } from "zod";
import { cb58Bytes, isNodeId } from "../../../lib/cb58.ts";
import { SourceError } from "../../../lib/errors.ts";
import type { ReportedStake } from "../../../schemas/avalanche/events.ts";

/** Nodes write 64 bits as text, others as numbers. */
const integer = z.union([z.number().int().min(0), z.string().regex(/^\d{1,20}$/)]).transform(String);
const amount = integer.nullish().transform((text) => text ?? "0");
const seconds = integer.transform(Number);

/** An id in CB58, as hex. */
const id = z.string().transform((text, context) => {
  const bytes = cb58Bytes(text);
  if (bytes?.length === 32) return bytes.toString("hex");
  context.addIssue({ code: "custom", message: `"${text}" is no id` });
  return z.NEVER;
});

const staker = z.object({
  txID: id,
  startTime: seconds,
  endTime: seconds,
  weight: integer,
  nodeID: z.string().refine(isNodeId, "no node's id"),
  potentialReward: amount,
});

const validator = staker.extend({
  accruedDelegateeReward: amount,
  delegationFee: z.union([z.number(), z.string()]).nullish(),
  exactDelegationFee: z.union([z.number(), z.string()]).nullish(),
  // A key in another form is ignored; the stake still counts.
  signer: z
    .object({ publicKey: z.string().regex(/^(?:0x)?[0-9a-fA-F]{96}$/) })
    .nullish()
    .catch(null),
  nextPeriod: integer.nullish(),
  autoCompoundRewardShares: integer.nullish(),
  restakedValidationRewards: amount,
  restakedDelegateeRewards: amount,
  delegatorCount: integer.nullish(),
  delegators: z.array(staker).nullish(),
});

/** L1 validators have an id of their own, and a balance in place of rewards. */
const entry = z.looseObject({ validationID: z.unknown().optional() });
const answer = z.object({ validators: z.array(entry).nullish() });

export type ReadStakes = {
  stakes: ReportedStake[];
  /** Validators whose delegations the answer omits. */
  withoutDelegators: string[];
  /** Problems of unreadable validators, which are skipped. */
  problems: string[];
};

/** A percentage with four decimals is exact to the millionth. */
function sharesOf({ exactDelegationFee, delegationFee }: z.output<typeof validator>): number {
  const shares = exactDelegationFee ?? Math.round(Number(delegationFee ?? 0) * 10_000);
  return Math.min(1_000_000, Math.max(0, Number(shares)));
}

const commonOf = (raw: z.output<typeof staker>) => ({
  tx_id: raw.txID,
  node_id: raw.nodeID,
  weight: raw.weight,
  start: raw.startTime,
  end: raw.endTime,
  potential_reward: raw.potentialReward,
});

function toValidator(raw: z.output<typeof validator>): ReportedStake {
  const restaked = BigInt(raw.restakedValidationRewards) + BigInt(raw.restakedDelegateeRewards);
  return {
    ...commonOf(raw),
    is_validator: true,
    pubkey: raw.signer?.publicKey.replace(/^0x/, "").toLowerCase() ?? null,
    shares: sharesOf(raw),
    period: Number(raw.nextPeriod ?? 0),
    restake_shares: Number(raw.autoCompoundRewardShares ?? 0),
    accrued_fee: raw.accruedDelegateeReward,
    restaked: restaked.toString(),
  };
}

function toDelegator(raw: z.output<typeof staker>): ReportedStake {
  return {
    ...commonOf(raw),
    is_validator: false,
    pubkey: null,
    shares: 0,
    period: 0,
    restake_shares: 0,
    accrued_fee: "0",
    restaked: "0",
  };
}

/**
 * Whether validators and their delegations can be the requested ones.
 * @throws SourceError `lying`, `bad_answer`
 */
function checkRequested(validators: readonly z.output<typeof validator>[], nodeIds: readonly string[]): void {
  const other = validators.find(({ nodeID }) => nodeIds.length > 0 && !nodeIds.includes(nodeID));
  if (other !== undefined)
    throw new SourceError(`requested ${nodeIds.join(", ")}, received ${other.nodeID}`, {
      code: "lying",
    });
  for (const { nodeID, delegatorCount, delegators } of nodeIds.length === 1 ? validators : []) {
    const listedCount = delegators?.length ?? 0;
    if (Number(delegatorCount ?? listedCount) !== listedCount)
      throw new SourceError(
        `${nodeID} has ${delegatorCount} delegations, but the answer lists ${listedCount}`,
        {
          code: "bad_answer",
        },
      );
  }
  const ids = validators.flatMap(({ txID, delegators }) => [
    txID,
    ...(delegators ?? []).map((one) => one.txID),
  ]);
  if (new Set(ids).size !== ids.length)
    throw new SourceError("a stake was returned twice", { code: "bad_answer" });
}

/**
 * An answer's validators and delegations.
 * @param nodeIds the requested nodes; delegations are listed only for a single one
 * @throws SourceError `bad_answer`
 */
export function readStakes(result: unknown, nodeIds: readonly string[]): ReadStakes {
  const { success, data, error } = answer.safeParse(result);
  if (!success)
    throw new SourceError(`validators can't be read: ${z.prettifyError(error).slice(0, 500)}`, {
      code: "bad_answer",
    });
  const problems: string[] = [];
  const validators = (data.validators ?? []).flatMap((one) => {
    if (one.validationID !== undefined && one.validationID !== null) return [];
    const read = validator.safeParse(one);
    if (read.success) return [read.data];
    problems.push(z.prettifyError(read.error).slice(0, 500));
    return [];
  });
  checkRequested(validators, nodeIds);
  // The network always has validators, and a requested node that has left meanwhile is not in the next list.
  if (validators.length === 0)
    throw new SourceError(
      `the answer has no validator that can be read: ${problems[0] ?? "none is listed"}`,
      {
        code: "bad_answer",
      },
    );
  const isListed = ({ delegators }: z.output<typeof validator>) =>
    nodeIds.length === 1 || Array.isArray(delegators);
  return {
    stakes: validators.flatMap((raw) => [toValidator(raw), ...(raw.delegators ?? []).map(toDelegator)]),
    withoutDelegators: validators
      .filter((raw) => !isListed(raw) && raw.delegatorCount !== "0")
      .map(({ nodeID }) => nodeID),
    problems,
  };
}
