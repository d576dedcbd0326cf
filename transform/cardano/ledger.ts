/**
 * Rewards by the formulas of the ledger (Shelley, `Rewards.hs`), in exact rationals: sums are lovelace, and every
 * division rounds down where the ledger rounds down, and nowhere else.
 */

/** The denominator is positive. */
export type Rational = { numerator: bigint; denominator: bigint };

export const one: Rational = { numerator: 1n, denominator: 1n };
const zero: Rational = { numerator: 0n, denominator: 1n };

export const ratio = (numerator: bigint, denominator: bigint): Rational => ({ numerator, denominator });

/** A decimal text, such as a parameter or a margin. */
export function rational(text: string): Rational {
  const [whole = "0", decimals = ""] = text.split(".");
  return ratio(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

const times = (a: Rational, b: Rational) => ratio(a.numerator * b.numerator, a.denominator * b.denominator);
const minus = (a: Rational, b: Rational) =>
  ratio(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);
const plus = (a: Rational, b: Rational) =>
  ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
const isLess = (a: Rational, b: Rational) => a.numerator * b.denominator < b.numerator * a.denominator;
const lesser = (a: Rational, b: Rational) => (isLess(b, a) ? b : a);
/** For numbers that are not negative. */
const floor = ({ numerator, denominator }: Rational) => numerator / denominator;
const over = (a: Rational, b: Rational) =>
  b.numerator === 0n ? zero : ratio(a.numerator * b.denominator, a.denominator * b.numerator);

/** If pools make at least this share of blocks less, all rewards are paid as if every block had been made. */
const fullDecentralisation = rational("0.8");

export type EpochLedger = {
  blocks: bigint;
  slots: bigint;
  activeSlotCoefficient: Rational;
  decentralisation: Rational;
  /** rho, tau, a0, k. */
  monetaryExpansion: Rational;
  treasuryGrowth: Rational;
  influence: Rational;
  optimalPoolCount: bigint;
  fees: bigint;
  /** The epoch in which the rewards are computed: the following one. */
  reserves: bigint;
  maxSupply: bigint;
  activeStake: bigint;
};

/** R: rewards that an epoch distributes to pools and delegators. */
export function rewardPot(epoch: EpochLedger): bigint {
  const { activeSlotCoefficient, decentralisation, slots } = epoch;
  const share = times(minus(one, lesser(one, decentralisation)), activeSlotCoefficient);
  const expected = floor(times(share, ratio(slots, 1n)));
  const isByBlocks = isLess(decentralisation, fullDecentralisation) && expected > 0n;
  const performance = isByBlocks ? lesser(one, ratio(epoch.blocks, expected)) : one;
  const expansion = floor(times(times(performance, epoch.monetaryExpansion), ratio(epoch.reserves, 1n)));
  const pot = expansion + epoch.fees;
  return pot - floor(times(lesser(one, epoch.treasuryGrowth), ratio(pot, 1n)));
}

export type PoolLedger = {
  blocks: bigint;
  /** In the snapshot used by the epoch. */
  stake: bigint;
  ownerStake: bigint;
  pledge: bigint;
  margin: Rational;
  fixedCost: bigint;
};

export type PoolRewards = {
  /** maxPool: 0 if the owners don't hold their pledge. */
  max: bigint;
  /** maxPool times apparent performance. */
  pool: bigint;
  leader: bigint;
  /** A member gets floor(stake times this). */
  memberShare: Rational;
};

/** Reward of a pool that makes the blocks expected of it. */
export function maxPool(
  pot: bigint,
  { influence, optimalPoolCount, maxSupply, reserves }: EpochLedger,
  { stake, pledge }: Pick<PoolLedger, "stake" | "pledge">,
): bigint {
  const total = maxSupply - reserves;
  // No ledger has that; an instance that returns it must not stop a worker.
  if (total <= 0n) return 0n;
  const saturation = ratio(1n, optimalPoolCount);
  const size = lesser(ratio(stake, total), saturation);
  const pledged = lesser(ratio(pledge, total), saturation);
  const room = over(minus(saturation, size), saturation);
  const bonus = over(minus(size, times(pledged, room)), saturation);
  const factor = plus(size, times(times(pledged, influence), bonus));
  return floor(times(over(ratio(pot, 1n), plus(one, influence)), factor));
}

/** Blocks made divided by blocks expected for the stake. */
function apparentPerformance(epoch: EpochLedger, pool: PoolLedger): Rational {
  if (pool.stake === 0n) return zero;
  if (!isLess(epoch.decentralisation, fullDecentralisation)) return one;
  const made = ratio(pool.blocks, epoch.blocks > 0n ? epoch.blocks : 1n);
  return over(made, ratio(pool.stake, epoch.activeStake > 0n ? epoch.activeStake : 1n));
}

/**
 * Division of a pool's reward: the leader gets the cost, the margin of the rest, and the owners' part of the remainder.
 */
export function shareReward(
  reward: bigint,
  { stake, ownerStake, margin: declaredMargin, fixedCost }: Omit<PoolLedger, "blocks" | "pledge">,
): Pick<PoolRewards, "leader" | "memberShare"> {
  if (reward <= fixedCost || stake === 0n) return { leader: reward, memberShare: zero };
  const above = ratio(reward - fixedCost, 1n);
  const margin = lesser(one, declaredMargin);
  const shared = times(above, minus(one, margin));
  const ofOwners = plus(times(above, margin), times(shared, ratio(ownerStake, stake)));
  return { leader: fixedCost + floor(ofOwners), memberShare: times(shared, ratio(1n, stake)) };
}

/** Reward of a pool that made a block, and its division. */
export function poolRewards(pot: bigint, epoch: EpochLedger, pool: PoolLedger): PoolRewards {
  const max = pool.ownerStake >= pool.pledge ? maxPool(pot, epoch, pool) : 0n;
  const reward = floor(times(apparentPerformance(epoch, pool), ratio(max, 1n)));
  return { max, pool: reward, ...shareReward(reward, pool) };
}
