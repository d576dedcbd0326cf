/**
 * An open connection to one network of Cardano. One height is an epoch, published once it can no longer be rolled back. Its
 * rewards are known when the epoch after next begins, so a unit has those of its own epoch, where they are known already,
 * and those of the two epochs before, unless the run has published them.
 */
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { ChainSession } from "../listener/session.ts";
import { tryProbes } from "../node/probes.ts";
import { createAnnouncements } from "./announcements.ts";
import type { Genesis } from "./api/answers.ts";
import { type CardanoClient, type CardanoClientOptions, createCardanoClient } from "./api/client.ts";
import { networkOf } from "./network.ts";
import { cardanoProbes } from "./probes.ts";
import { type Calendar, calendarOf, endOf } from "./range.ts";
import { type Head, openRun } from "./run.ts";

export type CardanoOptions = Omit<CardanoClientOptions, "log"> & {
  /** First epoch to follow without a cursor; default: the last final one. */
  startEpoch?: number | undefined;
  pollMs?: number;
};

export type CardanoInfo = { client: CardanoClient; calendar: () => Calendar };

const defaultPollMs = 60_000;

/** @throws SourceError `inconsistent` if the node lacks the epoch of its head */
async function readHead(
  client: CardanoClient,
  genesis: Genesis,
  signal: AbortSignal | undefined,
  isFollowing = false,
): Promise<Head> {
  const tip = await client.tip(signal, { isFollowing });
  const running = await client.epochInfo(tip.epoch_no, signal);
  // Some instances return an epoch only when it is over.
  const before = running === undefined ? await client.epochInfo(tip.epoch_no - 1, signal) : undefined;
  const start = running?.start_time ?? (before === undefined ? undefined : endOf(genesis, before));
  if (start === undefined)
    throw new SourceError(`the node has no epoch ${tip.epoch_no}, where its head is`, {
      code: "inconsistent",
    });
  return { tip, calendar: calendarOf(genesis, tip, start) };
}

export async function openCardanoSession(
  options: CardanoOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<CardanoInfo>> {
  const client = createCardanoClient({ ...options, log });
  const genesis = await client.genesis(openSignal);
  const network = networkOf(genesis.networkmagic);
  let head = await readHead(client, genesis, openSignal);
  const announcements = createAnnouncements(network, genesis);

  return {
    network,
    info: { client, calendar: () => head.calendar },
    positionUnit: "block",
    status: async (signal, kind) => {
      head = await readHead(client, genesis, signal, kind === "follow");
      const { tip, calendar } = head;
      const { block_time } = tip;
      return { head: calendar.current, final: calendar.final, headTime: () => block_time };
    },
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startEpoch,
    defaultStart: (final) => Math.max(0, final),
    probes: async (signal) => cardanoProbes(client, (await client.tip(signal)).epoch_no, signal),
    rootAt: (height, signal) => client.hashAt(height, signal),
    openRun: ({ from }) => openRun(from, { network, client, announcements, head: () => head, log }),
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
