/**
 * A walk over consecutive epochs. A unit publishes its epoch, and the rewards of the two epochs before unless the run has
 * published them.
 */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { SourceError } from "../../lib/errors.ts";
import { badRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { PreparedUnit, Publish, Run } from "../listener/session.ts";
import type { Announcements } from "./announcements.ts";
import type { EpochInfo, EpochParams, Tip } from "./api/answers.ts";
import type { CardanoClient } from "./api/client.ts";
import { checkMakers, checkSummed } from "./check.ts";
import { toBlocksMessage, toBusMessage } from "./decode.ts";
import { createDirectories, type Directory } from "./directory.ts";
import { createEpochReader, type EpochPlan, type ReadPart, type Wanted } from "./epochReader.ts";
import { payLag } from "./probes.ts";
import { type Calendar, startOf } from "./range.ts";

/** Where the chain is, as its nodes last reported it. */
export type Head = { tip: Tip; calendar: Calendar };

/** What the runs of a session share. */
type SessionParts = {
  network: string;
  client: CardanoClient;
  announcements: Announcements;
  head(): Head;
  log: Logger;
};

const blocksPerMessage = 10_000;

/** @throws ConfigError that names the first epoch that the node has, when it is a later one */
async function requireInfo(client: CardanoClient, epoch: number, signal: AbortSignal): Promise<EpochInfo> {
  const info = await client.epochInfo(epoch, signal);
  if (info !== undefined) return info;
  const first = await client.firstEpoch(signal);
  if (first !== undefined && epoch < first)
    throw badRange(`the node's history begins with epoch ${first}: use --from ${first}`, { epoch, first });
  throw new SourceError(`the node does not have epoch ${epoch} yet`, { code: "inconsistent" });
}

/** @throws ConfigError before Shelley, when there were no pools */
async function requireParams(
  client: CardanoClient,
  epoch: number,
  signal: AbortSignal,
): Promise<EpochParams> {
  const params = await client.epochParams(epoch, signal);
  if (params !== undefined) return params;
  throw badRange(`epoch ${epoch} has no protocol parameters: it is older than staking, use a later --from`, {
    epoch,
  });
}

export function openRun(from: number, { network, client, announcements, head, log }: SessionParts): Run {
  const startOfEpoch = (epoch: number) => startOf(head().calendar, epoch);
  const reader = createEpochReader(client, startOfEpoch);
  const directories = createDirectories(client, {
    firstEpoch: Math.max(0, from - payLag),
    startOf: startOfEpoch,
  });
  /** Epochs whose rewards this run has published. */
  const paid = new Set<number>();

  const isPaid = (epoch: number) => epoch >= 0 && epoch + payLag <= head().calendar.current;

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
    const { calendar } = head();
    return toBusMessage(announcements.toPayoutMessage(plan, { registry, read, params, calendar }));
  }

  /** Publishes the rewards of an epoch before the unit's own. */
  async function publishPayout(epoch: number, send: Publish, signal: AbortSignal): Promise<void> {
    const directory = await directories.at(head().calendar.current, signal);
    const info = await client.epochInfo(epoch, signal);
    if (info === undefined)
      log.warn({ network, epoch }, "the node has pruned this epoch; rewards are read from accounts only");
    const plan = await reader.plan({ network, epoch, read_at: head().tip.block_no }, directory, info, signal);
    orReadAgain(() => checkMakers(epoch, plan.blocks, plan.pools));
    if (info !== undefined) checkSummed(epoch, info, { isPaid: true, hasMakers: plan.makers.size > 0 });
    const read = await publishParts(plan, directory, { facts: false, rewards: true }, send, signal);
    const params = await client.epochParams(epoch, signal);
    await send([orReadAgain(() => payoutOf(plan, directory, read, params))]);
  }

  async function prepare(epoch: number, signal: AbortSignal): Promise<PreparedUnit> {
    const info = await requireInfo(client, epoch, signal);
    const [params, directory] = await Promise.all([
      requireParams(client, epoch, signal),
      directories.at(head().calendar.current, signal),
    ]);
    const of = { network, epoch, read_at: head().tip.block_no };
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
      const epochMessage = orReadAgain(() =>
        toBusMessage(announcements.toEpochMessage(plan, { params, reserves, read })),
      );
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
