/** An era's facts from storage, after the block that paid it. */
import { elementAt } from "../../lib/elementAt.ts";
import { SourceError } from "../../lib/errors.ts";
import { accountBytes } from "../../schemas/polkadot/events.ts";
import type { StateAt } from "./api/chain.ts";
import { type Account, entryOf, readEntries, readValue, type Uint } from "./storage.ts";

const pallet = "staking";

/** The chain's event when it pays an era. */
export type EraPaid = { payout: bigint };

type EventRecord = { event: { section: string; method: string; data: readonly unknown[] } };

/** `EraPayout` before 2022, with the same fields. */
const paidEvents: ReadonlySet<string> = new Set(["EraPaid", "EraPayout"]);

/** The event of a block that paid an era; undefined if it has none. */
export async function readEraPaid(state: StateAt, era: number): Promise<EraPaid | undefined> {
  const records = (await readValue<readonly EventRecord[]>(state, "system", "events")) ?? [];
  for (const { event } of records) {
    if (event.section !== pallet || !paidEvents.has(event.method)) continue;
    const [index, payout] = event.data as readonly [Uint, Uint];
    if (index.toNumber() === era) return { payout: payout.toBigInt() };
  }
  return undefined;
}

export type ValidatorFacts = {
  account: Uint8Array;
  points: number;
  /** Billionths. */
  commission: number;
  totalStake: bigint;
  ownStake: bigint;
  nominatorCount: number;
  pageCount: number;
  incentiveWeight: bigint | null;
  /** Stake of the paid nominators, if these are not all. */
  paidNominatorStake: bigint | null;
};

/** One page of a validator's nominators. */
export type ExposureFacts = {
  account: Uint8Array;
  page: number;
  nominators: Uint8Array;
  stakes: bigint[];
};

export type EraFacts = {
  payout: bigint;
  pointTotal: number;
  incentiveBudget: bigint | null;
  incentiveWeightSum: bigint | null;
  weightedPointSum: bigint | null;
  weightedSinceEra: number | null;
  validators: ValidatorFacts[];
  exposures: ExposureFacts[];
  /** Whether nominators have pages. */
  isPaged: boolean;
};

/** Accounts as map keys. */
const keyOf = (account: Uint8Array) => Buffer.from(account).toString("latin1");

/** The validator of an entry: the second key of maps by era and validator. */
const accountOf = (keys: readonly unknown[]) => (elementAt(keys, 1) as Account).toU8a();

type Points = { total: Uint; individual: ReadonlyMap<Account, Uint> };
type Preferences = { commission: Uint };
type Overview = { total: Uint; own: Uint; nominatorCount: Uint; pageCount: Uint };
type Others = readonly { who: Account; value: Uint }[];
type Page = { others: Others };
type FullExposure = Page & { total: Uint; own: Uint };

const toBigInt = (value: Uint | undefined) => value?.toBigInt() ?? null;

async function readPoints(state: StateAt, era: number): Promise<{ total: number; of: Map<string, number> }> {
  const points = await readValue<Points>(state, pallet, "erasRewardPoints", era);
  const of = new Map<string, number>();
  let sum = 0;
  for (const [account, count] of points?.individual ?? []) {
    of.set(keyOf(account.toU8a()), count.toNumber());
    sum += count.toNumber();
  }
  const total = points?.total.toNumber() ?? 0;
  if (sum !== total)
    throw new SourceError(`era ${era}: points of validators are ${sum}, all of them ${total}`, {
      code: "inconsistent",
    });
  return { total, of };
}

/** Values of a map by era and validator. */
async function readByValidator<Value, Read>(
  state: StateAt,
  name: string,
  era: number,
  read: (value: Value) => Read,
): Promise<Map<string, Read>> {
  const values = new Map<string, Read>();
  for await (const { keys, value } of readEntries<Value>(state, pallet, name, era))
    values.set(keyOf(accountOf(keys)), read(value));
  return values;
}

function toExposure(account: Uint8Array, page: number, others: Others): ExposureFacts {
  const nominators = new Uint8Array(others.length * accountBytes);
  const stakes = others.map(({ who, value }, i) => {
    nominators.set(who.toU8a(), i * accountBytes);
    return value.toBigInt();
  });
  return { account, page, nominators, stakes };
}

type Exposed = Pick<
  ValidatorFacts,
  "account" | "totalStake" | "ownStake" | "nominatorCount" | "pageCount" | "paidNominatorStake"
>;

/** Exposures without pages, if the runtime has any. */
async function readWhole(state: StateAt, era: number, name: string) {
  const exposed: Exposed[] = [];
  const exposures: ExposureFacts[] = [];
  for await (const { keys, value } of readEntries<FullExposure>(state, pallet, name, era)) {
    const account = accountOf(keys);
    const nominatorCount = value.others.length;
    exposed.push({
      account,
      totalStake: value.total.toBigInt(),
      ownStake: value.own.toBigInt(),
      nominatorCount,
      pageCount: 0,
      paidNominatorStake: null,
    });
    if (nominatorCount > 0) exposures.push(toExposure(account, 0, value.others));
  }
  return { exposed, exposures };
}

async function readPaged(state: StateAt, era: number) {
  const exposed: Exposed[] = [];
  for await (const { keys, value } of readEntries<Overview>(state, pallet, "erasStakersOverview", era))
    exposed.push({
      account: accountOf(keys),
      totalStake: value.total.toBigInt(),
      ownStake: value.own.toBigInt(),
      nominatorCount: value.nominatorCount.toNumber(),
      pageCount: value.pageCount.toNumber(),
      paidNominatorStake: null,
    });
  const exposures: ExposureFacts[] = [];
  if (exposed.length === 0) return { exposed, exposures };
  for await (const { keys, value } of readEntries<Page>(state, pallet, "erasStakersPaged", era))
    exposures.push(toExposure(accountOf(keys), (elementAt(keys, 2) as Uint).toNumber(), value.others));
  return { exposed, exposures };
}

/** Exposures in the newest layout in which the era is stored. */
async function readExposures(state: StateAt, era: number) {
  const paged = await readPaged(state, era);
  if (paged.exposed.length > 0) return { ...paged, isPaged: true };
  const whole = await readWhole(state, era, "erasStakers");
  const clipped = await readWhole(state, era, "erasStakersClipped");
  const exposures = whole.exposed.length > 0 ? whole : clipped;
  return { ...exposures, exposed: withPaidStake(exposures.exposed, clipped), isPaged: false };
}

/**
 * Payouts were computed from the clipped exposure: the 512 nominators with the highest stake, by shares of the total stake
 * (substrate 3.0 to 1.0, frame/staking, do_payout_stakers and store_stakers_info).
 */
function withPaidStake(
  exposed: readonly Exposed[],
  clipped: { exposures: readonly ExposureFacts[] },
): Exposed[] {
  const paid = new Map(
    clipped.exposures.map(({ account, stakes }) => [
      keyOf(account),
      stakes.reduce((sum, one) => sum + one, 0n),
    ]),
  );
  return exposed.map((own) => {
    const stake = paid.get(keyOf(own.account));
    const isAll = stake === undefined || own.ownStake + stake === own.totalStake;
    return { ...own, paidNominatorStake: isAll ? null : stake };
  });
}

/** @throws SourceError if the node lacks the data, or the facts contradict each other */
export async function readFacts(state: StateAt, era: number, paid: EraPaid): Promise<EraFacts> {
  const value = <Value>(name: string, ...keys: readonly unknown[]) =>
    readValue<Value>(state, pallet, name, ...keys);
  const payout = await value<Uint>("erasValidatorReward", era);
  const points = await readPoints(state, era);
  const { exposed, exposures, isPaged } = await readExposures(state, era);
  const commissions = await readByValidator(state, "erasValidatorPrefs", era, (preferences: Preferences) =>
    preferences.commission.toNumber(),
  );
  const weights = await readByValidator(state, "erasValidatorIncentiveWeight", era, (weight: Uint) =>
    weight.toBigInt(),
  );
  const since = await value<Uint>("weightedPointsFormulaStartEra");
  return {
    payout: payout?.toBigInt() ?? paid.payout,
    pointTotal: points.total,
    incentiveBudget: toBigInt(await value<Uint>("erasValidatorIncentiveBudget", era)),
    incentiveWeightSum: toBigInt(await value<Uint>("erasSumValidatorIncentiveWeight", era)),
    weightedPointSum: toBigInt(await value<Uint>("erasSumWeightedPoints", era)),
    weightedSinceEra: since?.toNumber() ?? null,
    validators: exposed.map((own) => ({
      ...own,
      points: points.of.get(keyOf(own.account)) ?? 0,
      commission: commissions.get(keyOf(own.account)) ?? 0,
      incentiveWeight: weights.get(keyOf(own.account)) ?? null,
    })),
    exposures,
    isPaged,
  };
}

/** Claimed pages by validator; undefined if the runtime doesn't store them. */
export async function readClaims(
  state: StateAt,
  era: number,
): Promise<{ account: Uint8Array; pages: number[] }[] | undefined> {
  if (entryOf(state, pallet, "claimedRewards") === undefined) return undefined;
  const claims: { account: Uint8Array; pages: number[] }[] = [];
  for await (const { keys, value } of readEntries<readonly Uint[]>(state, pallet, "claimedRewards", era))
    claims.push({
      account: accountOf(keys),
      pages: value.map((page) => page.toNumber()).sort((a, b) => a - b),
    });
  return claims;
}
