/** The stored facts of a network, as input of the ledger. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { upgradesOf } from "./upgrades.ts";

type StakeTerms = {
  txId: string;
  nodeId: string;
  isValidator: boolean;
  pubkey: string | null;
  weight: bigint;
  /** Millionths of its delegators' rewards that a validator keeps. */
  shares: number;
  /** Seconds of a cycle; 0 for a stake that is not auto-renewed. */
  period: number;
  restakeShares: number;
};

/** A stake started by a block. */
export type Stake = StakeTerms & {
  height: number;
  position: number;
  /** Seconds. */
  start: number;
  end: number;
  /** The first block at or after its start, if the start is later than its block and counts there. */
  pendingUntil: number | undefined;
  /**
   * Of stakes that start at the same time, the lower comes first: delegations before Banff, validators, later
   * delegations.
   */
  pendingPriority: number;
};

/** A stake as a node reported it after a block. */
export type ReportedStake = StakeTerms & {
  height: number;
  start: number;
  end: number;
  reward: bigint;
  accruedFee: bigint;
};

/** A stake that was read when it ended. `start` is undefined if unknown; `nodeId` is "" if no node had it. */
export type Ended = StakeTerms & {
  height: number;
  start: number | undefined;
  /** From the transaction; the chain has ignored it since Durango. */
  saidStart: number;
  end: number;
  paid: readonly bigint[] | undefined;
};

export type Config = {
  height: number;
  position: number;
  txId: string;
  period: number;
  restakeShares: number;
};

/** The decided end of a stake. */
export type Outcome = {
  /** Of the proposal. */
  height: number;
  txId: string;
  isRenewal: boolean;
  /** Seconds of the proposal: a cycle's end. */
  proposedAt: number;
  isCommitted: boolean;
  /** Seconds of the block that decided. */
  decidedAt: number;
};

/** Blocks without gaps; times in seconds. */
export type BlockRun = { from: number; to: number; firstAt: number; lastAt: number };
export type StateFact = { height: number; supply: bigint | undefined };

export type Facts = {
  runs: BlockRun[];
  stakes: Stake[];
  configs: Config[];
  outcomes: Outcome[];
  states: StateFact[];
  ended: Ended[];
  /** Heights of blocks with transactions that could not be read. */
  unread: number[];
  /** Time of Helicon in seconds; null: never. */
  helicon: number | null;
  /** Time of Cortina in seconds. */
  cortina: number;
  /** Seconds: stakes of later blocks start with their block. */
  durango: number;
};

type TermsRow = {
  tx_id: string;
  node_id: string;
  is_validator: number;
  pubkey: string | null;
  weight_navax: string;
  shares: number;
  period: string;
};

const toTerms = (row: TermsRow & { restake_shares?: number }): StakeTerms => ({
  txId: row.tx_id,
  nodeId: row.node_id,
  isValidator: row.is_validator === 1,
  pubkey: row.pubkey,
  weight: BigInt(row.weight_navax),
  shares: row.shares,
  period: Number(row.period),
  restakeShares: row.restake_shares ?? 0,
});

/** Types from before Banff, whose start is always that of the transaction. */
const ownStart = new Set([12, 14]);

type StakeRow = TermsRow & {
  height: number;
  position: number;
  type_id: number;
  restake_shares: number;
  start_at: string;
  end_at: string;
  block_at: string;
  start_height: number;
};

function toStake(row: StakeRow, durango: number): Stake {
  const terms = toTerms(row);
  // An auto-renewed validator has no start of its own; it is newer than Durango.
  const hasOwnStart = ownStart.has(row.type_id) || (terms.period === 0 && Number(row.block_at) < durango);
  const start = Number(hasOwnStart ? row.start_at : row.block_at);
  const isPending = hasOwnStart && start > Number(row.block_at);
  return {
    ...terms,
    height: row.height,
    position: row.position,
    start,
    end: terms.period > 0 ? start + terms.period : Number(row.end_at),
    // A height of 0: no block has reached it yet.
    pendingUntil: isPending ? row.start_height || Number.POSITIVE_INFINITY : undefined,
    pendingPriority: row.type_id === 14 ? 0 : terms.isValidator ? 1 : 2,
  };
}

type ReportedStakeRow = TermsRow & {
  height: number;
  restake_shares: number;
  start_at: string;
  end_at: string;
  potential_reward_navax: string;
  accrued_fee_navax: string;
};

type EndedRow = TermsRow & {
  height: number;
  type_id: number;
  start_at: string;
  end_at: string;
  first_paid_navax: string | null;
  second_paid_navax: string | null;
};

function toEnded(row: EndedRow): Ended {
  const paid = [row.first_paid_navax, row.second_paid_navax].filter((text) => text !== null).map(BigInt);
  return {
    ...toTerms(row),
    height: row.height,
    start: ownStart.has(row.type_id) ? Number(row.start_at) : undefined,
    saidStart: Number(row.start_at),
    end: Number(row.end_at),
    paid: paid.length === 0 ? undefined : paid,
  };
}

type OutcomeRow = {
  height: number;
  type_id: number;
  tx_id: string;
  proposed_at: string;
  is_committed: number;
  decided_at: string;
};

const toOutcome = (row: OutcomeRow): Outcome => ({
  height: row.height,
  txId: row.tx_id,
  isRenewal: row.type_id === 42,
  proposedAt: Number(row.proposed_at),
  isCommitted: row.is_committed === 1,
  decidedAt: Number(row.decided_at),
});

type RunRow = { from_block: number; to_block: number; first_at: string; last_at: string };

const toRun = (row: RunRow): BlockRun => ({
  from: row.from_block,
  to: row.to_block,
  firstAt: Number(row.first_at),
  lastAt: Number(row.last_at),
});

/** Usually there is one; numbering all blocks only pays off with gaps. */
async function readRuns(store: Store, network: string): Promise<BlockRun[]> {
  const [span] = await store.rows<RunRow & { blocks: string }>(internalSql("avalanche/block_span"), {
    network,
  });
  if (span === undefined || Number(span.blocks) === 0) return [];
  if (Number(span.blocks) === span.to_block - span.from_block + 1) return [toRun(span)];
  const rows = await store.rows<RunRow>(internalSql("avalanche/runs"), { network });
  return rows.map(toRun);
}

/** All facts about the stakes of a network and their outcomes. */
export async function readFacts(store: Store, network: string): Promise<Facts> {
  const read = <Row>(name: string) => store.rows<Row>(internalSql(`avalanche/${name}`), { network });
  const configs = await read<{
    height: number;
    position: number;
    tx_id: string;
    period: string;
    restake_shares: number;
  }>("configs");
  const states = await read<{ height: number; supply_navax: string | null }>("states");
  const [upgrade] = await read<{ helicon: string | null }>("helicon");
  const { cortina, durango } = upgradesOf(network);
  const stakes = await store.rows<StakeRow>(internalSql("avalanche/stakes"), { network, durango });
  return {
    runs: await readRuns(store, network),
    stakes: stakes.map((row) => toStake(row, durango)),
    configs: configs.map((row) => ({
      height: row.height,
      position: row.position,
      txId: row.tx_id,
      period: Number(row.period),
      restakeShares: row.restake_shares,
    })),
    outcomes: (await read<OutcomeRow>("outcomes")).map(toOutcome),
    states: states.map((row) => ({
      height: row.height,
      supply: row.supply_navax === null ? undefined : BigInt(row.supply_navax),
    })),
    ended: (await read<EndedRow>("ended")).map(toEnded),
    unread: (await read<{ height: number }>("unread")).map(({ height }) => height),
    helicon: upgrade?.helicon == null ? null : Number(upgrade.helicon),
    cortina,
    durango,
  };
}

/** Stakes reported by nodes after blocks of a run: the first report of each. */
export async function readReportedStakes(
  store: Store,
  network: string,
  { from, to }: BlockRun,
): Promise<ReportedStake[]> {
  const rows = await store.rows<ReportedStakeRow>(internalSql("avalanche/reported_stakes"), {
    network,
    from,
    to,
  });
  return rows.map((row) => ({
    ...toTerms(row),
    height: row.height,
    start: Number(row.start_at),
    end: Number(row.end_at),
    reward: BigInt(row.potential_reward_navax),
    accruedFee: BigInt(row.accrued_fee_navax),
  }));
}
