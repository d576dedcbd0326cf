/** Epochs: rewards of pools as paid and by the ledger's formulas. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { type EpochLedger, poolRewards, rational, rewardPot } from "./ledger.ts";
import { hasRegistrations, modelVersion, readAtOf } from "./versions.ts";

export type Epoch = { network: string; epoch: number };

type Facts = {
  active_slot_coefficient: string;
  influence: string;
  monetary_expansion: string;
  treasury_growth: string;
  decentralisation: string;
  optimal_pool_count: number;
  slot_count: number;
  block_count: number;
  fees: string;
  reserves: string | null;
  max_supply: string;
  active_stake: string;
  start_at: number;
  end_at: number;
  version: string;
  is_whole: boolean;
};
type Payout = { start_at: number; end_at: number; version: string; is_whole: boolean };
type Maker = {
  pool: string;
  block_count: number;
  active_stake: string;
  owner_stake: string;
  pledge: string;
  margin: string;
  fixed_cost: string;
};

/** First and last second of a computed epoch, and the second of its payment. */
export type MadeEpoch = { startAt: number; endAt: number; paidAt: number };

function ledgerOf(facts: Facts, reserves: string, blocks: number): EpochLedger {
  return {
    blocks: BigInt(blocks),
    slots: BigInt(facts.slot_count),
    activeSlotCoefficient: rational(facts.active_slot_coefficient),
    decentralisation: rational(facts.decentralisation),
    monetaryExpansion: rational(facts.monetary_expansion),
    treasuryGrowth: rational(facts.treasury_growth),
    influence: rational(facts.influence),
    optimalPoolCount: BigInt(Math.max(1, facts.optimal_pool_count)),
    fees: BigInt(facts.fees),
    reserves: BigInt(reserves),
    maxSupply: BigInt(facts.max_supply),
    activeStake: BigInt(facts.active_stake),
  };
}

/** Results of the formulas for every pool that made a block; empty while the reserves are unknown. */
async function writeLedger(
  store: Store,
  { network, epoch }: Epoch,
  facts: Facts,
  version: bigint,
): Promise<void> {
  if (facts.reserves === null) return;
  const makers = await store.rows<Maker>(internalSql("cardano/makers_of_epoch"), { network, epoch });
  const blocks = makers.reduce((sum, { block_count }) => sum + Number(block_count), 0);
  const ledger = ledgerOf(facts, facts.reserves, blocks);
  const pot = rewardPot(ledger);
  const rows = createRows("int_cardano_pool_ledger_epoch");
  for (const maker of makers) {
    const rewards = poolRewards(pot, ledger, {
      blocks: BigInt(maker.block_count),
      stake: BigInt(maker.active_stake),
      ownerStake: BigInt(maker.owner_stake),
      pledge: BigInt(maker.pledge),
      margin: rational(maker.margin),
      fixedCost: BigInt(maker.fixed_cost),
    });
    rows.push({
      network,
      epoch,
      pool: maker.pool,
      block_count: Number(maker.block_count),
      max_reward: rewards.max,
      pool_reward: rewards.pool,
      leader_reward: rewards.leader,
      member_share_numerator: rewards.memberShare.numerator,
      member_share_denominator: rewards.memberShare.denominator,
      version,
    });
  }
  await writeTables(store, [rows.toTable()]);
}

export function createEpochs(store: Store) {
  const models = loadModels("cardano").get("epoch") ?? [];

  return {
    /**
     * Computes the complete parts of an epoch: its facts, its rewards.
     * @returns undefined if none is complete, as while it is being ingested, or after retention has dropped a part
     */
    make: async ({ network, epoch }: Epoch): Promise<MadeEpoch | undefined> => {
      const params = { network, epoch };
      const [[stored], [payout]] = await Promise.all([
        store.rows<Facts>(internalSql("cardano/facts_of_epoch"), params),
        store.rows<Payout>(internalSql("cardano/payout_of_epoch"), params),
      ]);
      const facts = stored?.is_whole ? stored : undefined;
      const paid = payout?.is_whole ? payout : undefined;
      const times = facts ?? paid;
      if (times === undefined) return undefined;
      const read = [facts, paid].flatMap((one) => (one === undefined ? [] : [readAtOf(one.version)]));
      const readAt = Math.max(...read);
      const version = modelVersion(read.length, readAt);
      if (facts !== undefined) await writeLedger(store, { network, epoch }, facts, version);
      await runModels(store, models, {
        ...params,
        is_paid: paid !== undefined,
        has_registrations: paid !== undefined && hasRegistrations(paid.version),
        version,
      });
      const rows = createRows("int_cardano_epoch");
      rows.push({
        ...params,
        block_count: facts?.block_count ?? 0,
        has_facts: Number(facts !== undefined),
        is_paid: Number(paid !== undefined),
        start_at: String(times.start_at),
        end_at: String(times.end_at),
        read_at: BigInt(readAt),
        version,
      });
      await writeTables(store, [rows.toTable()]);
      const { start_at: startAt, end_at: endAt } = times;
      return { startAt, endAt: endAt - 1, paidAt: endAt + (endAt - startAt) };
    },
  };
}
