/** The messages that announce an epoch's facts and rewards, once their sums are those of the node. Pure. */
import type { EpochMessage, PayoutMessage } from "../../schemas/cardano/events.ts";
import type { EpochInfo, EpochParams, Genesis } from "./api/answers.ts";
import { checkActiveStake, checkRewards } from "./check.ts";
import type { EpochPlan, ReadPart } from "./epochReader.ts";
import { type Calendar, endOf, startOf } from "./range.ts";
import type { PoolRegistry } from "./registrations.ts";

/** Lovelace; where the node does not say it. */
const usualPoolDeposit = "500000000";

export type Announcements = ReturnType<typeof createAnnouncements>;

export function createAnnouncements(network: string, genesis: Genesis) {
  const slotSeconds = Number(genesis.slotlength);

  /**
   * @param epoch.reserves lovelace at the start of the next epoch; null if unknown
   * @throws SourceError if stakes do not add up to the epoch's
   */
  function toEpochMessage(
    plan: EpochPlan & { info: EpochInfo },
    epoch: { params: EpochParams; reserves: string | null; read: readonly ReadPart[] },
  ): EpochMessage {
    const { info } = plan;
    const { params, reserves, read } = epoch;
    const sum = (of: (part: ReadPart) => number) => read.reduce((total, part) => total + of(part), 0);
    const delegated = read.reduce((total, { activeStake }) => total + activeStake, 0n);
    checkActiveStake(plan.epoch, info.active_stake, delegated);
    const end = endOf(genesis, info);
    return {
      network,
      epoch: plan.epoch,
      read_at: plan.read_at,
      type: "epoch",
      start_at: info.start_time,
      end_at: end,
      slot_count: Math.round((end - info.start_time) / slotSeconds),
      active_slot_coefficient: genesis.activeslotcoeff,
      block_count: plan.blocks.length,
      pool_count: sum(({ pools }) => pools),
      delegation_count: sum(({ delegations }) => delegations),
      fees: info.fees ?? "0",
      reserves,
      max_supply: genesis.maxlovelacesupply,
      active_stake: info.active_stake ?? delegated.toString(),
      optimal_pool_count: params.optimal_pool_count ?? 1,
      influence: params.influence ?? "0",
      monetary_expansion: params.monetary_expand_rate ?? "0",
      treasury_growth: params.treasury_growth_rate ?? "0",
      decentralisation: params.decentralisation ?? "0",
    };
  }

  /**
   * @param payout.params undefined if the node has none
   * @param payout.calendar for the bounds of an epoch without a summary
   * @throws SourceError if rewards do not add up to the epoch's
   */
  function toPayoutMessage(
    { epoch, read_at, info }: EpochPlan,
    payout: {
      registry: PoolRegistry;
      read: readonly ReadPart[];
      params: EpochParams | undefined;
      calendar: Calendar;
    },
  ): PayoutMessage {
    const { registry, read, params, calendar } = payout;
    const count = read.reduce((sum, { rewardRows }) => sum + rewardRows, 0);
    checkRewards(epoch, {
      total: info?.total_rewards ?? null,
      read: read.reduce((sum, { rewardAmount }) => sum + rewardAmount, 0n),
      retired: registry.retiredIn(epoch),
      poolDeposit: BigInt(params?.pool_deposit ?? usualPoolDeposit),
    });
    return {
      network,
      epoch,
      read_at,
      type: "payout",
      start_at: info?.start_time ?? startOf(calendar, epoch),
      end_at: info === undefined ? startOf(calendar, epoch + 1) : endOf(genesis, info),
      reward_count: count,
    };
  }

  return { toEpochMessage, toPayoutMessage };
}
