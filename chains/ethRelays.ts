/** Ethereum's MEV relays: their options, their check, and the payloads that are read from them as a part. */
import type { EthInfo } from "../ingest/eth/index.ts";
import { createRelayClient } from "../ingest/eth/relays/client.ts";
import { relaysOf } from "../ingest/eth/relays/names.ts";
import { createRelaySession } from "../ingest/eth/relays/relaySession.ts";
import { openRelay, type RelayOptions } from "../ingest/eth/sources.ts";
import { listenerName } from "../ingest/listener/session.ts";
import { type Config, type NodeSetting, variablesOf } from "../lib/config.ts";
import { ConfigError, SourceError } from "../lib/errors.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import { addressesOf, variableOf } from "../lib/nodeVariables.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import type { OpenDeps, OpenPart } from "./chain.ts";
import { ingestedRange } from "./ethIngested.ts";
import { settings, variables } from "./ethSettings.ts";
import { findWithoutRelay } from "./ethUnknown.ts";

/** Epochs that are searched at once for the first one that is not written. */
const epochsNamed = 10_000;

const relayVariable = (label: string) => variableOf("eth", label, "relay");

/** @throws ConfigError when two addresses are those of one relay */
export function relayOptions(config: Config, node: NodeSetting, store: Store | undefined): RelayOptions {
  return {
    relays: relaysOf(addressesOf(node, settings, "relay"), relayVariable(node.label)),
    requestsPerSecond: variablesOf(config, variables).ETH_RELAY_REQUESTS_PER_SECOND,
    findUnknown: store === undefined ? undefined : (relay) => findWithoutRelay(store, relay),
  };
}

/** The newest payload of one relay. @throws Error when it can't be used */
export async function checkRelay(
  config: Config,
  node: NodeSetting,
  url: string,
  { log, signal }: OpenDeps,
): Promise<string> {
  const only = { ...node, urls: { ...node.urls, relay: [url] } };
  const { relays, requestsPerSecond } = relayOptions(config, only, undefined);
  const [name = ""] = relays.map((relay) => relay.name);
  const client = createRelayClient({ name, url, requestsPerSecond, log, nodeOptions: { rounds: 1 } });
  const { payloads } = await client.page(2 ** 32 - 1, signal);
  const [newest] = payloads;
  return newest === undefined
    ? `relay ${name}, no payload yet`
    : `relay ${name}, newest payload of slot ${newest.slot}`;
}

/** The epochs that one relay has not reported: the first of them one by one. */
type Gap = { relay: string; count: number; first: number; last: number; epochs: number[] };

/** The gaps of relays in a range of epochs. */
function createFindGaps(store: Store, network: string, slotsPerEpoch: number, relays: readonly string[]) {
  return async ({ from, to }: HeightRange): Promise<Gap[]> => {
    const rows = await store.rows<{
      relay: string;
      epoch_count: string;
      first_epoch: number;
      last_epoch: number;
      epochs: number[];
    }>(internalSql("eth/relay_gaps"), {
      ...{ network, relays, epochs: epochsNamed },
      from_slot: from * slotsPerEpoch,
      to_slot: (to + 1) * slotsPerEpoch - 1,
    });
    return rows.map(({ relay, epoch_count, first_epoch, last_epoch, epochs }) => ({
      ...{ relay, count: Number(epoch_count), first: first_epoch, last: last_epoch, epochs },
    }));
  };
}

/** Epochs that relays don't report in this run: the part ends without them. */
function createMissing() {
  const byRelay = new Map<string, { epochs: Set<number>; reason: string }>();
  return {
    add: (relay: string, epoch: number, reason: string) => {
      const epochs = byRelay.get(relay)?.epochs ?? new Set();
      byRelay.set(relay, { epochs: epochs.add(epoch), reason });
    },
    /** Epochs of a gap that are still on their way into the tables. */
    without: ({ relay, count, epochs }: Gap) => {
      const own = byRelay.get(relay)?.epochs;
      return {
        count: Math.max(0, count - (own?.size ?? 0)),
        first: epochs.find((epoch) => own?.has(epoch) !== true),
      };
    },
    reasonOf: (relay: string) => byRelay.get(relay)?.reason ?? "it was not requested",
  };
}

/** Requests the epochs in the tables that relays have not reported. */
export const openRelaysPart: OpenPart = async (opened, node, { config, range: wanted, store, log }) => {
  const { chain } = opened.session.info as EthInfo;
  const { network, slotsPerEpoch } = chain;
  const options = relayOptions(config, node, store);
  const names = options.relays.map(({ name }) => name);
  if (names.length === 0)
    throw new ConfigError(`No relay is configured for ${network}; set ${relayVariable(node.label)}`, {
      code: "no_relay",
    });
  const ingested = await ingestedRange(store, opened, wanted, "known_epochs");
  const findGaps = createFindGaps(store, network, slotsPerEpoch, names);
  const gaps = await findGaps(ingested);
  const range = {
    from: Math.min(...gaps.map(({ first }) => first)),
    to: Math.max(...gaps.map(({ last }) => last)),
  };
  const missing = createMissing();
  const readers = options.relays.map(
    (relay) =>
      [
        relay.name,
        openRelay(
          chain,
          relay,
          { ...options, nodeOptions: { rounds: 4 } },
          { lastFinal: () => range.to, log },
        ),
      ] as const,
  );
  const session = createRelaySession({
    ...{ chain, range, log, onMissing: missing.add },
    readers: new Map(readers),
    findGaps: async (own) => new Map((await findGaps(own)).map(({ relay, epochs }) => [relay, epochs])),
  });
  return {
    session,
    // Names the gaps' range, so that a gap that appears later is not skipped.
    listener: `${listenerName(opened.chain, session)}/relays/${range.from}-${range.to}`,
    unit: "epoch",
    range: gaps.length === 0 ? ingested : range,
    isDone: gaps.length === 0,
    firstUnwritten: async (_, own) => {
      const left = (await findGaps(own)).map((gap) => missing.without(gap).first ?? own.to + 1);
      return Math.min(own.to + 1, ...left);
    },
    readable: async () => {
      const left = Math.max(0, ...(await findGaps(range)).map((gap) => missing.without(gap).count));
      return { done: range.to - range.from + 1 - left, isReadable: left === 0 };
    },
    end: async () => {
      const left = await findGaps(range);
      if (left.length === 0) return;
      const lines = left.map(
        ({ relay, count, first, last }) =>
          `  ${relay}: ${count} epochs between ${first} and ${last}: ${missing.reasonOf(relay)}`,
      );
      throw new SourceError(
        `Relays did not return all epochs. The other epochs can be queried. Run the same command again to request the missing ones:\n${lines.join("\n")}`,
        { code: "missing" },
      );
    },
  };
};
