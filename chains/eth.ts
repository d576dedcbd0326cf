/** Ethereum's consensus layer: one height is an epoch. */
import type { BeaconClient } from "../ingest/eth/api/beacon.ts";
import { createBeaconClient } from "../ingest/eth/api/client.ts";
import { type EthOptions, openBeaconSession } from "../ingest/eth/index.ts";
import { beaconProbes } from "../ingest/eth/probes.ts";
import { epochsOfDay, lastPublishableEpoch } from "../ingest/eth/range.ts";
import { tryProbes } from "../ingest/node/probes.ts";
import { type Config, type NodeSetting, variablesOf } from "../lib/config.ts";
import { isErrorOfKind } from "../lib/errors.ts";
import { type HeightRange, parseHeightRange } from "../lib/heightRange.ts";
import { refuseOtherChain } from "../lib/otherChain.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import { daysBehind } from "../transform/eth/daysBehind.ts";
import { ethRowsOf, isEthMessageOf, loadCalendar } from "../transform/eth/heights.ts";
import { ethFactsOf, ethRebuildable, ethRecordedDays } from "../transform/eth/kept.ts";
import { ethRetentionRules } from "../transform/eth/retention.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import { type Chain, type ChainRecords, newestHeights } from "./chain.ts";
import { executionPart } from "./ethBlocksPart.ts";
import { checkExecution, depositsPart } from "./ethExecution.ts";
import { checkRelay, relayOptions, relaysPart } from "./ethRelays.ts";
import { sanctionedAddresses } from "./ethSanctions.ts";
import { settings, variables } from "./ethSettings.ts";
import { findWithoutDeposits, findWithoutExecution } from "./ethUnknown.ts";

const unit = "epoch";

function optionsOf(config: Config, node: NodeSetting): EthOptions {
  const own = variablesOf(config, variables);
  const isMain = node.label === "";
  return {
    urls: node.urls,
    // The name and the start belong to the main node set; other sets go by their node's CONFIG_NAME.
    networkName: isMain ? own.ETH_NETWORK_NAME : undefined,
    startEpoch: isMain ? own.ETH_START_EPOCH : undefined,
    maxHeadAgeS: own.ETH_MAX_HEAD_AGE_S,
    requestsPerSecond: own.ETH_REQUESTS_PER_SECOND,
    rewardCheckEpochs: own.ETH_REWARD_CHECK_EPOCHS,
  };
}

/** How nodes are asked for their peers. */
function peersOf(config: Config, store: Store | undefined): EthOptions["peers"] {
  const everyMs = variablesOf(config, variables).ETH_PEER_POLL_S * 1000;
  if (everyMs === 0) return undefined;
  return {
    everyMs,
    isImported: async (network) => {
      const [row] =
        (await store?.rows<{ peers: number }>(internalSql("eth/imported_peer_count"), { network })) ?? [];
      return (row?.peers ?? 0) > 0;
    },
  };
}

/** @throws ConfigError `other_chain` when the warehouse holds another genesis under the network's name */
async function checkGenesis(store: Store, network: string, found: string): Promise<void> {
  const [row] = await store.rows<{ root: string }>(internalSql("eth/genesis"), { network });
  refuseOtherChain({
    network,
    source: "The node",
    name: "genesis_validators_root",
    found,
    pinned: row?.root,
    nameSetting: "ETH_NETWORK_NAME",
  });
}

/** What a node without states older than finality is good for: ingest/eth/early.ts. */
async function statesNote(
  client: BeaconClient,
  { slotsPerEpoch }: { slotsPerEpoch: number },
  finalizedEpoch: number,
  signal: AbortSignal,
): Promise<string> {
  const epoch = lastPublishableEpoch(finalizedEpoch);
  if (epoch < 0) return "";
  try {
    await client.finalized(epoch * slotsPerEpoch, signal);
    return "";
  } catch (error) {
    if (!isErrorOfKind(error, "source") || error.code !== "pruned") throw error;
    return "; it serves no states older than finality, so it can be followed, and nothing be backfilled from it";
  }
}

const listener: Chain["listener"] = {
  open: async (config, node, store, deps) => {
    const options = optionsOf(config, node);
    const findUnknown =
      store === undefined
        ? undefined
        : { deposits: findWithoutDeposits(store), blocks: findWithoutExecution(store) };
    const execution = { urls: node.secondaryUrls, findUnknown, listed: sanctionedAddresses(config) };
    const relay = relayOptions(config, node, store);
    const peers = peersOf(config, store);
    const session = await openBeaconSession({ ...options, execution, relay, peers }, deps);
    const { chain } = session.info;
    if (store !== undefined) await checkGenesis(store, session.network, chain.genesisValidatorsRoot);
    return {
      session,
      parseRange: (range) => parseHeightRange(range, unit, (day) => epochsOfDay(chain, day)),
    };
  },
  check: async (config, node, url, { log, signal }) => {
    const client = createBeaconClient({
      ...optionsOf(config, node),
      urls: [url],
      nodeOptions: { rounds: 1 },
      log,
    });
    const chain = await client.chain(signal);
    const head = await client.head(signal, { isFollowing: true });
    const finalized = await client.finalized("head", signal);
    const note = await statesNote(client, chain, finalized.epoch, signal);
    const what = `${chain.network}, head slot ${head.slot}, finalized epoch ${finalized.epoch}${note}`;
    return [what, ...(await tryProbes(beaconProbes(client, chain, finalized, signal), signal))].join("; ");
  },
  checkSecondary: async (config, node, url, { log, signal }) => {
    const client = createBeaconClient({ ...optionsOf(config, node), nodeOptions: { rounds: 1 }, log });
    return await checkExecution(config, node, url, { chain: await client.chain(signal), log, signal });
  },
  checkTertiary: checkRelay,
};

type UnknownOrphans = { network: string; slots: string; from_epoch: number; to_epoch: number };

async function writtenEpochs(store: Store, network: string, { from, to }: HeightRange): Promise<Set<number>> {
  const rows = await store.rows<{ epoch: number }>(internalSql("eth/written_epochs"), { network, from, to });
  return new Set(rows.map(({ epoch }) => epoch));
}

const records: ChainRecords = {
  get tables() {
    return Object.keys(heightColumns("eth"));
  },
  networks: async (store) => {
    const rows = await store.rows<{ network: string }>(internalSql("eth/networks"));
    return rows.map(({ network }) => network);
  },
  describe: async (store) => {
    const [row] = await store.rows<{ epochs: string; networks: string }>(internalSql("eth/content"));
    const orphans = await store.rows<UnknownOrphans>(internalSql("eth/unknown_orphans"));
    return [
      `${row?.epochs} epochs of ${row?.networks} networks computed`,
      ...orphans.map(
        ({ network, slots, from_epoch, to_epoch }) =>
          `orphans unknown in epochs ${from_epoch} to ${to_epoch} of ${network}, where they would score: ${slots} slots count as missed`,
      ),
    ].join(", ");
  },
  readable: async (store, network, { from, to }) => {
    const range = { network, from, to };
    const [row] = await store.rows<{ epochs: string }>(internalSql("eth/readable_epochs"), range);
    const done = Number(row?.epochs ?? 0);
    if (done < to - from + 1) return { done, isReadable: false };
    const calendar = await loadCalendar(store, network);
    return { done, isReadable: (await daysBehind(store, { network, calendar }, { from, to })).length === 0 };
  },
  firstUnwritten: async (store, network, range) => {
    const epochs = await writtenEpochs(store, network, range);
    let next = range.from;
    while (epochs.has(next)) next += 1;
    return next;
  },
  nextWritten: async (store, network, range) =>
    Math.min(range.to + 1, ...(await writtenEpochs(store, network, range))),
  parseRange: async (store, network, range) => {
    const calendar = await loadCalendar(store, network);
    return await parseHeightRange(range, unit, (day) => epochsOfDay(calendar, day));
  },
  rowsOf: async (store, network, range) => ethRowsOf(await loadCalendar(store, network), range),
  factsOf: ethFactsOf,
  rebuildable: ethRebuildable,
  recordedDays: ethRecordedDays,
  newest: (store, network) => newestHeights(store, internalSql("eth/newest_height"), network, 4),
  isNeeded: isEthMessageOf,
  heightsAtOnce: 8,
};

export const eth: Chain = {
  id: "eth",
  family: "eth",
  unit,
  secondsPerHeight: 384,
  mainNetwork: "mainnet",
  settings,
  topics: Object.values(ethTopics),
  listener,
  parts: { deposits: depositsPart, execution: executionPart, relays: relaysPart },
  createTransform: (deps) => createEthTransform(deps) as ChainTransform<ChainMessage>,
  retentionRules: ethRetentionRules,
  records,
  endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf("eth"),
  demo: async () => (await import("../fixtures/eth/demo.ts")).ethDemo,
};
