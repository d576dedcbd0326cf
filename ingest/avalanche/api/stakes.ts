/** Stakes as `platform.getCurrentValidators` tells them. */
import { z } from "zod";
import { cb58Bytes, isNodeId } from "../../../lib/cb58.ts";
import { SourceError } from "../../../lib/errors.ts";
import type { ReportedStake } from "../../../schemas/avalanche/events.ts";

/** Nodes write 64 bits as text, other writers as numbers. */
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
  // A key in another form is none; the stake counts all the same.
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

/** Validators of an L1 have an id of their own, and a balance in the place of rewards. */
const entry = z.looseObject({ validationID: z.unknown().optional() });
const answer = z.object({ validators: z.array(entry).nullish() });

export type ReadStakes = {
  stakes: ReportedStake[];
  /** Validators whose delegations the answer leaves out. */
  withoutDelegators: string[];
  /** What is wrong with validators that can't be read: they are left out. */
  problems: string[];
};

/** The text of a percentage with four decimals is exact to the millionth. */
function sharesOf({ exactDelegationFee, delegationFee }: z.output<typeof validator>): number {
  const shares = exactDelegationFee ?? Math.round(Number(delegationFee ?? 0) * 10_000);
  return Math.min(1_000_000, Math.max(0, Number(shares)));
}

const commonOf = (told: z.output<typeof staker>) => ({
  tx_id: told.txID,
  node_id: told.nodeID,
  weight: told.weight,
  start: told.startTime,
  end: told.endTime,
  potential_reward: told.potentialReward,
});

function toValidator(told: z.output<typeof validator>): ReportedStake {
  const restaked = BigInt(told.restakedValidationRewards) + BigInt(told.restakedDelegateeRewards);
  return {
    ...commonOf(told),
    is_validator: true,
    pubkey: told.signer?.publicKey.replace(/^0x/, "").toLowerCase() ?? null,
    shares: sharesOf(told),
    period: Number(told.nextPeriod ?? 0),
    restake_shares: Number(told.autoCompoundRewardShares ?? 0),
    accrued_fee: told.accruedDelegateeReward,
    restaked: restaked.toString(),
  };
}

function toDelegator(told: z.output<typeof staker>): ReportedStake {
  return {
    ...commonOf(told),
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
 * Whether validators and their delegations can be those that were asked for.
 * @throws SourceError `lying`, `bad_answer`
 */
function checkAsked(validators: readonly z.output<typeof validator>[], nodeIds: readonly string[]): void {
  const other = validators.find(({ nodeID }) => nodeIds.length > 0 && !nodeIds.includes(nodeID));
  if (other !== undefined)
    throw new SourceError(`requested ${nodeIds.join(", ")}, received ${other.nodeID}`, {
      code: "lying",
    });
  for (const { nodeID, delegatorCount, delegators } of nodeIds.length === 1 ? validators : []) {
    const found = delegators?.length ?? 0;
    if (Number(delegatorCount ?? found) !== found)
      throw new SourceError(`${nodeID} has ${delegatorCount} delegations, but the answer lists ${found}`, {
        code: "bad_answer",
      });
  }
  const ids = validators.flatMap(({ txID, delegators }) => [
    txID,
    ...(delegators ?? []).map((one) => one.txID),
  ]);
  if (new Set(ids).size !== ids.length)
    throw new SourceError("a stake was returned twice", { code: "bad_answer" });
}

/**
 * Validators and delegations of an answer.
 * @param nodeIds what was asked for; delegations come only with one
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
  checkAsked(validators, nodeIds);
  // The network always has some, and a node that has left meanwhile is in no list that is read next.
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
    stakes: validators.flatMap((told) => [toValidator(told), ...(told.delegators ?? []).map(toDelegator)]),
    withoutDelegators: validators
      .filter((told) => !isListed(told) && told.delegatorCount !== "0")
      .map(({ nodeID }) => nodeID),
    problems,
  };
}
