/**
 * An open connection to one network of Cardano. One height is an epoch, published once it can no longer be rolled back. Its
 * rewards are known when the epoch after next begins, so a unit has those of its own epoch, where they are known already,
 * and those of the two epochs before, unless the run has published them.
 */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { SourceError } from "../../lib/errors.ts";
import { badRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { EpochMessage, PayoutMessage } from "../../schemas/cardano/events.ts";
import type { ChainSession, PreparedUnit, Publish, Run } from "../listener/session.ts";
import { tryProbes } from "../node/probes.ts";
import type { EpochInfo, EpochParams } from "./api/answers.ts";
import { type CardanoClient, type CardanoClientOptions, createCardanoClient } from "./api/client.ts";
import { checkActiveStake, checkMakers, checkRewards, checkSummed } from "./check.ts";
import { toBlocksMessage, toBusMessage } from "./decode.ts";
import { createDirectories, type Directory } from "./directory.ts";
import { createEpochReader, type EpochPlan, type ReadPart, type Wanted } from "./epochReader.ts";
import { networkOf } from "./network.ts";
import { cardanoProbes, payLag } from "./probes.ts";
import { type Calendar, calendarOf, startOf } from "./range.ts";

export type CardanoOptions = Omit<CardanoClientOptions, "log"> & {
  /** First epoch to follow without a cursor; default: the last final one. */
  startEpoch?: number | undefined;
  pollMs?: number;
};

export type CardanoInfo = { client: CardanoClient; calendar: () => Calendar };

const defaultPollMs = 60_000;
const blocksPerMessage = 10_000;
/** Lovelace; where the node does not say it. */
const usualPoolDeposit = "500000000";

export async function openCardanoSession(
  options: CardanoOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<CardanoInfo>> {
  const client = createCardanoClient({ ...options, log });
  const genesis = await client.genesis(openSignal);
  const network = networkOf(genesis.networkmagic);
  const slotSeconds = Number(genesis.slotlength);

  /** First second of the next epoch. */
  const endOf = ({ start_time, end_time }: EpochInfo) =>
    end_time ?? start_time + genesis.epochlength * slotSeconds;

  async function readCalendar(signal: AbortSignal | undefined, isFollowing = false) {
    const tip = await client.tip(signal, { isFollowing });
    const running = await client.epochInfo(tip.epoch_no, signal);
    // Some instances return an epoch only when it is over.
    const before = running === undefined ? await client.epochInfo(tip.epoch_no - 1, signal) : undefined;
    const start = running?.start_time ?? (before === undefined ? undefined : endOf(before));
    if (start === undefined)
      throw new SourceError(`the node has no epoch ${tip.epoch_no}, where its head is`, {
        code: "inconsistent",
      });
    return { tip, calendar: calendarOf(genesis, tip, start) };
  }

  let { tip, calendar } = await readCalendar(openSignal);

  /** @throws ConfigError that names the first epoch that the node has, when it is a later one */
  async function requireInfo(epoch: number, signal: AbortSignal): Promise<EpochInfo> {
    const info = await client.epochInfo(epoch, signal);
    if (info !== undefined) return info;
    const first = await client.firstEpoch(signal);
    if (first !== undefined && epoch < first)
      throw badRange(`the node's history begins with epoch ${first}: use --from ${first}`, { epoch, first });
    throw new SourceError(`the node does not have epoch ${epoch} yet`, { code: "inconsistent" });
  }

  /** @throws ConfigError before Shelley, when there were no pools */
  async function requireParams(epoch: number, signal: AbortSignal): Promise<EpochParams> {
    const params = await client.epochParams(epoch, signal);
    if (params !== undefined) return params;
    throw badRange(
      `epoch ${epoch} has no protocol parameters: it is older than staking, use a later --from`,
      {
        epoch,
      },
    );
  }

  function toEpochMessage(
    plan: EpochPlan & { info: EpochInfo },
    params: EpochParams,
    reserves: string | null,
    read: readonly ReadPart[],
  ): EpochMessage {
    const { info } = plan;
    const sum = (of: (part: ReadPart) => number) => read.reduce((total, part) => total + of(part), 0);
    const delegated = read.reduce((total, { activeStake }) => total + activeStake, 0n);
    checkActiveStake(plan.epoch, info.active_stake, delegated);
    return {
      network,
      epoch: plan.epoch,
      read_at: plan.read_at,
      type: "epoch",
      start_at: info.start_time,
      end_at: endOf(info),
      slot_count: Math.round((endOf(info) - info.start_time) / slotSeconds),
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

  function openRun(range: { from: number }): Run {
    const startOfEpoch = (epoch: number) => startOf(calendar, epoch);
    const reader = createEpochReader(client, startOfEpoch);
    const directories = createDirectories(client, {
      firstEpoch: Math.max(0, range.from - payLag),
      startOf: startOfEpoch,
    });
    /** Epochs whose rewards this run has published. */
    const paid = new Set<number>();

    const isPaid = (epoch: number) => epoch >= 0 && epoch + payLag <= calendar.current;

    /** Contradictory answers are not kept: the next attempt reads them again. */
    function orReadAgain<Value>(check: () => Value): Value {
      try {
        return check();
      } catch (error) {
        reader.forget();
        directories.forget();
        throw error;
      }
    }

    /** Publishes an epoch part by part. @returns the parts */
    async function publishParts(
      plan: EpochPlan,
      directory: Directory,
      wanted: Wanted,
      send: Publish,
      signal: AbortSignal,
    ): Promise<ReadPart[]> {
      const read: ReadPart[] = [];
      for await (const part of reader.read(plan, directory, wanted, signal)) {
        await send([...part.facts, ...part.rewards]);
        // Its messages are with the bus.
        read.push({ ...part, facts: [], rewards: [] });
      }
      return read;
    }

    function payoutOf(
      plan: EpochPlan,
      { registry }: Directory,
      read: readonly ReadPart[],
      params: EpochParams | undefined,
    ): BusMessage {
      const { epoch, read_at, info } = plan;
      const count = read.reduce((sum, { rewardRows }) => sum + rewardRows, 0);
      checkRewards(epoch, {
        total: info?.total_rewards ?? null,
        read: read.reduce((sum, { rewardAmount }) => sum + rewardAmount, 0n),
        retired: registry.retiredIn(epoch),
        poolDeposit: BigInt(params?.pool_deposit ?? usualPoolDeposit),
      });
      const message: PayoutMessage = {
        network,
        epoch,
        read_at,
        type: "payout",
        start_at: info?.start_time ?? startOf(calendar, epoch),
        end_at: info === undefined ? startOf(calendar, epoch + 1) : endOf(info),
        reward_count: count,
      };
      return toBusMessage(message);
    }

    /** Publishes the rewards of an epoch before the unit's own. */
    async function publishPayout(epoch: number, send: Publish, signal: AbortSignal): Promise<void> {
      const directory = await directories.at(calendar.current, signal);
      const info = await client.epochInfo(epoch, signal);
      if (info === undefined)
        log.warn({ network, epoch }, "the node has pruned this epoch; rewards are read from accounts only");
      const plan = await reader.plan({ network, epoch, read_at: tip.block_no }, directory, info, signal);
      orReadAgain(() => checkMakers(epoch, plan.blocks, plan.pools));
      if (info !== undefined) checkSummed(epoch, info, { isPaid: true, hasMakers: plan.makers.size > 0 });
      const read = await publishParts(plan, directory, { facts: false, rewards: true }, send, signal);
      const params = await client.epochParams(epoch, signal);
      await send([orReadAgain(() => payoutOf(plan, directory, read, params))]);
    }

    async function prepare(epoch: number, signal: AbortSignal): Promise<PreparedUnit> {
      const info = await requireInfo(epoch, signal);
      const [params, directory] = await Promise.all([
        requireParams(epoch, signal),
        directories.at(calendar.current, signal),
      ]);
      const of = { network, epoch, read_at: tip.block_no };
      const plan = { ...(await reader.plan(of, directory, info, signal)), info };
      const last = plan.blocks.at(-1);
      if (last === undefined) throw new SourceError(`epoch ${epoch} has no blocks`, { code: "inconsistent" });
      orReadAgain(() => checkMakers(epoch, plan.blocks, plan.pools));
      checkSummed(epoch, info, { isPaid: isPaid(epoch), hasMakers: plan.makers.size > 0 });

      async function publish(send: Publish, unitSignal: AbortSignal): Promise<undefined> {
        const before = [epoch - 2, epoch - 1].filter((one) => isPaid(one) && !paid.has(one));
        for (const one of before) await publishPayout(one, send, unitSignal);
        const reserves = await client.reserves(epoch + 1, unitSignal);
        for (let start = 0; start < plan.blocks.length; start += blocksPerMessage) {
          const part = plan.blocks.slice(start, start + blocksPerMessage);
          await send([toBusMessage(toBlocksMessage(of, part))]);
        }
        const rewards = isPaid(epoch);
        const read = await publishParts(plan, directory, { facts: true, rewards }, send, unitSignal);
        const epochMessage = orReadAgain(() => toBusMessage(toEpochMessage(plan, params, reserves, read)));
        const payout = rewards ? [orReadAgain(() => payoutOf(plan, directory, read, params))] : [];
        await send([epochMessage, ...payout]);
        for (const one of rewards ? [...before, epoch] : before) paid.add(one);
        reader.forget();
      }

      // Koios may leave out the hash of a block's parent.
      const parent = { position: (plan.blocks[0] ?? last).block_height - 1 };
      return { parent, last: { position: last.block_height, root: last.hash }, publish };
    }

    return { prepare };
  }

  return {
    network,
    info: { client, calendar: () => calendar },
    positionUnit: "block",
    status: async (signal, kind) => {
      ({ tip, calendar } = await readCalendar(signal, kind === "follow"));
      const { block_time } = tip;
      return { head: calendar.current, final: calendar.final, headTime: () => block_time };
    },
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startEpoch,
    defaultStart: (final) => Math.max(0, final),
    probes: async (signal) => cardanoProbes(client, (await client.tip(signal)).epoch_no, signal),
    rootAt: (height, signal) => client.hashAt(height, signal),
    openRun,
    pollMs: options.pollMs ?? defaultPollMs,
    prefetch: 2,
  };
}

/** Describes one node. @throws SourceError when it can't be used */
export async function checkCardanoNode(
  options: CardanoOptions,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<string> {
  const client = createCardanoClient({ ...options, log });
  const { networkmagic } = await client.genesis(signal);
  const tip = await client.tip(signal, { isFollowing: true });
  const first = await client.firstEpoch(signal);
  const rate = `${options.requestsPer10S} requests in 10 s, bodies of ${options.bodyBytes} bytes`;
  const lacking = await tryProbes(cardanoProbes(client, tip.epoch_no, signal), signal);
  const kept = `${networkOf(networkmagic)}, epochs ${first ?? "?"} to ${tip.epoch_no}, head ${tip.block_no}; ${rate}`;
  return [kept, ...lacking].join("; ");
}
