/** The reference model's values, as records of the API. Amounts are text, as in JSON. */
import {
  earnedBy,
  type ModelEra,
  type ModelValidator,
  type PolkadotHistory,
  totalStake,
} from "../../fixtures/polkadot/model.ts";
import type { ChainView } from "../../fixtures/polkadot/view.ts";
import { toSs58 } from "../../lib/ss58.ts";

export const addressOf = (account: string): string => toSs58(0, Buffer.from(account.slice(2), "hex"));

/** Planck as whole DOT, without trailing zeros. */
export function dotText(planck: bigint): string {
  const digits = planck.toString().padStart(11, "0");
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/\.?0+$/, "");
}

export const dayOfEra = ({ endMs }: ModelEra): string => new Date(endMs).toISOString().slice(0, 10);

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** Eras by the day on which they ended. */
export function erasByDay(eras: readonly ModelEra[]): Map<string, ModelEra[]> {
  const days = new Map<string, ModelEra[]>();
  for (const era of eras) days.set(dayOfEra(era), [...(days.get(dayOfEra(era)) ?? []), era]);
  return days;
}

/** Payments for a validator's pages of an era, from the blocks of the generated chains. */
export type Paid = { pages: number; toValidator: bigint; toNominators: bigint; nominators: number };

const nothing: Paid = { pages: 0, toValidator: 0n, toNominators: 0n, nominators: 0 };

/** Payments of whole chains, by era and account. */
export function paymentsOf(views: readonly ChainView[]): (era: number, account: string) => Paid {
  const paidBy = new Map<string, Paid>();
  for (const view of views)
    for (let block = 0; block <= view.head; block += 1)
      for (const { era, stash, incentive, rewards } of view.payoutsAt(block)) {
        const paid = paidBy.get(`${era}/${stash}`) ?? nothing;
        const others = rewards.filter((reward) => reward.stash !== stash);
        const own = rewards.filter((reward) => reward.stash === stash);
        paidBy.set(`${era}/${stash}`, {
          pages: paid.pages + 1,
          toValidator: paid.toValidator + incentive + sum(own.map(({ amount }) => amount)),
          toNominators: paid.toNominators + sum(others.map(({ amount }) => amount)),
          nominators: paid.nominators + others.length,
        });
      }
  return (era, account) => paidBy.get(`${era}/${account}`) ?? nothing;
}

type Record = { [field: string]: unknown };
type Known = {
  /** Days whose records don't change any more. */
  isComplete: (day: string) => boolean;
  hasNames?: boolean;
};

export function validatorRecords(
  history: PolkadotHistory,
  eras: readonly ModelEra[],
  account: string,
  { isComplete, hasNames = true }: Known,
): Record[] {
  const records: Record[] = [];
  for (const [day, ended] of erasByDay(eras)) {
    const elected = ended.flatMap((era) => {
      const validator = era.validators.find((one) => one.account === account);
      return validator === undefined ? [] : [{ era, validator, earned: earnedBy(era, validator) }];
    });
    const last = elected.at(-1)?.validator;
    if (last === undefined) continue;
    records.push({
      day,
      stashAccountAddress: addressOf(account),
      validatorName: hasNames ? history.nameOf(account) : null,
      totalValidatorRewards: dotText(sum(elected.map(({ earned }) => earned.validator))),
      totalDelegatorRewards: dotText(sum(elected.map(({ earned }) => earned.delegators))),
      totalStake: dotText(totalStake(last)),
      ownStake: dotText(last.own),
      nominatorCount: String(last.pages.flat().length),
      totalGrossRewards: dotText(sum(elected.flatMap(({ earned }) => [earned.validator, earned.delegators]))),
      validatorIncentive: dotText(sum(elected.map(({ earned }) => earned.incentive))),
      isComplete: isComplete(day),
    });
  }
  return records;
}

const nominators = (validators: readonly ModelValidator[]) =>
  new Set(validators.flatMap(({ pages }) => pages.flat().map(({ account }) => account)));

export function networkRecords(eras: readonly ModelEra[], { isComplete }: Known): Record[] {
  return [...erasByDay(eras)].map(([day, ended]) => {
    const earned = ended.flatMap((era) => era.validators.map((validator) => earnedBy(era, validator)));
    const last = ended.at(-1) as ModelEra;
    const [toValidators, toDelegators, incentive] = [
      sum(earned.map(({ validator }) => validator)),
      sum(earned.map(({ delegators }) => delegators)),
      sum(earned.map((one) => one.incentive)),
    ];
    const payout = sum(ended.map((era) => era.payout));
    return {
      day,
      totalValidatorRewards: dotText(toValidators),
      totalDelegatorRewards: dotText(toDelegators),
      totalActiveValidators: String(last.validators.length),
      totalNominators: String(nominators(last.validators).size),
      totalGrossRewards: dotText(toValidators + toDelegators),
      validatorIncentives: dotText(incentive),
      payoutResidual: dotText(payout - (toValidators - incentive) - toDelegators),
      isComplete: isComplete(day),
    };
  });
}

/** The records of an answer, numbers as the text that they are. */
export async function recordsOf(response: Response): Promise<Record[]> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const quoted = text.replace(/:(-?\d+(?:\.\d+)?)(?=[,}\]])/g, ':"$1"');
  return (JSON.parse(quoted) as { results: Record[] }).results;
}
