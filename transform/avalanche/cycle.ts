/** A stake in the ledger: a delegation, a validator, or one cycle of an auto-renewed validator. */
import type { ReportedStake, Stake } from "./facts.ts";

export type Cycle = {
  txId: string;
  nodeId: string;
  isValidator: boolean;
  pubkey: string | null;
  weight: bigint;
  shares: number;
  period: number;
  restakeShares: number;
  /** Block in which it started, or at which it was first reported. */
  height: number;
  /** Seconds; undefined if unknown. */
  start: number | undefined;
  /** Whether the start is known, not estimated. */
  isStartKnown: boolean;
  end: number;
  /** nAVAX, fee included; undefined if unknown. */
  reward: bigint | undefined;
  /** Whether the reward is computed from the supply, not reported by a node. */
  isComputed: boolean;
  /** Whether a node is the source of it, in full or for the amount that its validator restaked. */
  isReported: boolean;
  /** Whether it should have started in ingested blocks, but none of them has it. */
  isSurplus: boolean;
  /** Whether the reward is exactly that of the chain; otherwise it is close to it. */
  isExact: boolean;
  /** Index of the event that set the reward; -1: none of the run. */
  madeAt: number;
  /** For a delegation, the fee kept by the validator. */
  fee: bigint | undefined;
  /** For a validator, the fees of its ended delegations, paid at its own end. */
  accruedFee: bigint;
  /** Whether the fees are complete. */
  isFeeKnown: boolean;
  /** Block after which a node reported `accruedFee`; 0: no node did. */
  reportedAt: number;
  /** The decision at its end. */
  outcome:
    | {
        isCommitted: boolean;
        decidedAt: number;
        paidOwn: bigint | undefined;
        /** For a delegation, the fee, if it was paid with it. */
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
    reportedAt: 0,
    outcome: undefined,
    ...more,
  };
}

export const cycleOfStake = (stake: Stake): Cycle => toCycle(stake, { start: stake.start, end: stake.end });

/** `accruedFee` is that of the time of the report. */
export const cycleOfReported = (reported: ReportedStake): Cycle =>
  toCycle(reported, {
    start: reported.start,
    end: reported.end,
    reward: reported.reward,
    isReported: true,
    accruedFee: reported.accruedFee,
    reportedAt: reported.height,
  });
