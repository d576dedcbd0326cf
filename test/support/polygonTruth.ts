/** The reference model's values, as the API returns them. */

import { turnOf } from "../../fixtures/polygon/bor.ts";
import type { PriorityFees } from "../../fixtures/polygon/fees.ts";
import type { PolygonHistory } from "../../fixtures/polygon/history.ts";
import { type Duty, dutiesIn, type Range } from "../../fixtures/polygon/truth.ts";
import { decimal } from "./decimal.ts";

export const pol = (wei: bigint) => decimal(wei, 18);
export const ratio = (part: number, whole: number) => (whole === 0 ? "null" : String(part / whole));
const sum = (duties: readonly Duty[], of: (duty: Duty) => bigint) =>
  duties.reduce((total, duty) => total + of(duty), 0n);
const count = (duties: readonly Duty[], of: (duty: Duty) => number | boolean) =>
  duties.reduce((total, duty) => total + Number(of(duty)), 0);

export type Text = Record<string, unknown>;

/** The fulfilled share of a validator's duties. */
export function performanceOf(duties: readonly Duty[]) {
  const signing = duties.length;
  const signed = count(duties, ({ isSigned }) => isSigned);
  const proposing = count(duties, ({ proposalDuties }) => proposalDuties);
  const proposed = count(duties, (duty) => duty.proposed);
  const rating = proposing === 0 ? signed / signing : 0.9 * (signed / signing) + 0.1 * (proposed / proposing);
  return { signing, signed, proposing, proposed, rating };
}

/** Blocks of the checkpoints that were a validator's turn, and those that it proposed. */
function borOf(duties: readonly Duty[]): [turns: number, made: number] {
  let [turns, made] = [0, 0];
  for (const { checkpoint, validator } of duties)
    for (let block = Number(checkpoint.start); block <= Number(checkpoint.end); block += 1) {
      const { order, author } = turnOf(checkpoint, block);
      if (order[0] !== validator.signer) continue;
      turns += 1;
      made += Number(author === validator.signer);
    }
  return [turns, made];
}

export function performanceFields(duties: readonly Duty[], hasBor: boolean): Text {
  const { signing, signed, proposing, proposed, rating } = performanceOf(duties);
  const [turns, made] = hasBor ? borOf(duties) : [undefined, undefined];
  return {
    checkpointSigningDuties: String(signing),
    checkpointsSigned: String(signed),
    checkpointSignerEffectiveness: ratio(signed, signing),
    checkpointProposalDuties: String(proposing),
    checkpointsProposed: String(proposed),
    checkpointProposerEffectiveness: ratio(proposed, proposing),
    unknownTurnCheckpoints: String(count(duties, ({ isTurnKnown }) => !isTurnKnown)),
    borProposalDuties: String(turns ?? null),
    borBlocksProposed: String(made ?? null),
    borProposerEffectiveness: turns === undefined ? "null" : ratio(made ?? 0, turns),
    effectiveness: String(rating),
    effectivenessVersion: "polygon-1",
  };
}

/** @param held the duty whose stakes count; without one it has no stake */
export function stakeFields({ validator }: Duty, held: Duty | undefined): Text {
  return {
    selfStake: pol(held?.validator.self ?? 0n),
    delegatedStake: pol(held?.validator.delegated ?? 0n),
    totalStake: pol(held?.stake ?? 0n),
    commissionRate: decimal(validator.commission, 2),
  };
}

export function rewardFields(duties: readonly Duty[]): Text {
  const signing = sum(duties, ({ earned }) => earned.signing);
  const proposer = sum(duties, ({ proposerReward }) => proposerReward);
  const delegators = sum(duties, ({ earned }) => earned.delegators);
  return {
    signingRewards: pol(signing),
    proposerRewards: pol(proposer),
    commissionRewards: pol(sum(duties, ({ earned }) => earned.commission)),
    delegatorRewards: pol(delegators),
    grossRewards: pol(signing + proposer),
    netRewards: pol(signing + proposer - delegators),
    missedRewards: pol(sum(duties, ({ missed }) => missed.signing)),
  };
}

/** Of a validator's days, wei. */
export const feeField = (wei: bigint | undefined): Text => ({
  priorityFees: wei === undefined ? "null" : pol(wei),
});

/** Facts from outside the Heimdall chain. */
export type Extras = { hasBor: boolean; fees: PriorityFees };

/** The fees of all validators with a duty in some days, wei; undefined when none are known. */
export function feesOf(
  fees: PriorityFees,
  { duties, days }: { duties: readonly Duty[]; days: readonly string[] },
): bigint | undefined {
  const ids = new Set(duties.map(({ validator }) => validator.id));
  const paidFees = [...ids].map((id) => fees.paid(id, days)).filter((wei) => wei !== undefined);
  return paidFees.length === 0 ? undefined : paidFees.reduce((total, wei) => total + wei, 0n);
}

export const lastOf = (duties: readonly Duty[]) => duties.at(-1) as Duty;

/** Records of one validator by period, newest first. */
export function expectedStats(
  history: PolygonHistory,
  range: Range,
  id: number,
  granularity: "checkpoint" | "day",
  { hasBor, fees }: Extras,
): Text[] {
  const all = dutiesIn(history, range);
  const own = all.filter(({ validator }) => validator.id === id);
  const keyOf = ({ checkpoint, day }: Duty) => (granularity === "day" ? day : String(checkpoint.number));
  const keys = [...new Set(own.map(keyOf))].reverse();
  return keys.map((key) => {
    const duties = own.filter((duty) => keyOf(duty) === key);
    const whole = all.filter((duty) => keyOf(duty) === key);
    const [first, last] = [whole[0] as Duty, lastOf(whole)];
    return {
      validatorId: String(id),
      validatorName: "null",
      fromCheckpoint: String(first.checkpoint.number),
      toCheckpoint: String(last.checkpoint.number),
      fromDate: first.day,
      toDate: last.day,
      ...performanceFields(duties, hasBor),
      ...stakeFields(lastOf(duties), lastOf(duties)),
      ...rewardFields(duties),
      ...feeField(granularity === "day" ? fees.paid(id, [key]) : undefined),
    };
  });
}

/** A body with its numbers as they were written. */
export function written(text: string): unknown {
  // The digits stay: no number of the text is parsed.
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e-?\d+)?|\bnull\b/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return JSON.parse(quoted);
}

/** Floats to twelve digits: sums may come in another order. */
export function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]));
  return /^-?\d+\.\d{13,}(e-?\d+)?$|e-/.test(String(value)) && Number(value) < 10
    ? Number(value).toPrecision(12)
    : value;
}
