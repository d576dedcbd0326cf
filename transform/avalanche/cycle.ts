/** A stake while the ledger goes over blocks: a delegation, a validator, or one cycle of a validator that renews itself. */
import type { Stake, Told } from "./facts.ts";

export type Cycle = {
  txId: string;
  nodeId: string;
  isValidator: boolean;
  pubkey: string | null;
  weight: bigint;
  shares: number;
  period: number;
  restakeShares: number;
  /** Block in which it began, or was first told. */
  height: number;
  /** Seconds; undefined when nothing tells it. */
  start: number | undefined;
  /** Whether that is a fact, and no guess. */
  isStartKnown: boolean;
  end: number;
  /** nAVAX, fee included; undefined when nothing tells it. */
  reward: bigint | undefined;
  /** Whether the reward follows from the supply, and not from what a node said. */
  isComputed: boolean;
  /** Whether a node is the source of it: of all of it, or of what its validator staked again. */
  isReported: boolean;
  /** Whether it should have begun in blocks that are read, and none of them has it. */
  isSurplus: boolean;
  /** Whether the reward is what the chain has it for; else it is near it. */
  isExact: boolean;
  /** Place of the event that made the reward; -1: none of the run. */
  madeAt: number;
  /** Of a delegation: what the validator keeps. */
  fee: bigint | undefined;
  /** Of a validator: fees of delegations of it that have ended; paid at its own end. */
  accruedFee: bigint;
  /** Whether these are all. */
  isFeeKnown: boolean;
  /** Block after which a node told `accruedFee`; 0: nobody did. */
  toldAt: number;
  /** What was decided at its end. */
  outcome:
    | {
        isCommitted: boolean;
        decidedAt: number;
        paidOwn: bigint | undefined;
        /** Of a delegation: the fee, where it was paid with it. */
        paidFee?: bigint | undefined;
      }
    | undefined;
};

type Begun = Pick<
  Cycle,
  "txId" | "nodeId" | "isValidator" | "pubkey" | "weight" | "shares" | "period" | "restakeShares" | "height"
>;

export function toCycle(
  { txId, nodeId, isValidator, pubkey, weight, shares, period, restakeShares, height }: Begun,
  more: Pick<Cycle, "start" | "end"> & Partial<Cycle>,
): Cycle {
  return {
    txId,
    nodeId,
    isValidator,
    pubkey,
    weight,
    shares,
    period,
    restakeShares,
    height,
    reward: undefined,
    isStartKnown: more.start !== undefined,
    isComputed: false,
    isReported: false,
    isSurplus: false,
    isExact: true,
    madeAt: -1,
    fee: undefined,
    accruedFee: 0n,
    isFeeKnown: true,
    toldAt: 0,
    outcome: undefined,
    ...more,
  };
}

export const cycleOfStake = (stake: Stake): Cycle => toCycle(stake, { start: stake.start, end: stake.end });

/** `accruedFee` is that of when it was told. */
export const cycleOfTold = (told: Told): Cycle =>
  toCycle(told, {
    start: told.start,
    end: told.end,
    reward: told.reward,
    isReported: true,
    accruedFee: told.accruedFee,
    toldAt: told.height,
  });
