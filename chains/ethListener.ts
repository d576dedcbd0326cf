/** Ethereum's listener; loaded only when a node is used. */
import type { BeaconClient } from "../ingest/eth/api/beacon.ts";
import { createBeaconClient } from "../ingest/eth/api/client.ts";
import { type EthOptions, openBeaconSession } from "../ingest/eth/index.ts";
import { beaconProbes } from "../ingest/eth/probes.ts";
import { epochsOfDay, lastPublishableEpoch } from "../ingest/eth/range.ts";
import { tryProbes } from "../ingest/node/probes.ts";
import { type Config, type NodeSetting, variablesOf } from "../lib/config.ts";
import { isErrorOfKind } from "../lib/errors.ts";
import { parseHeightRange } from "../lib/heightRange.ts";
import { addressesOf } from "../lib/nodeVariables.ts";
import { refuseOtherChain } from "../lib/otherChain.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import type { Chain } from "./chain.ts";
import { checkExecution, openExecution } from "./ethExecution.ts";
import { checkRelay, relayOptions } from "./ethRelays.ts";
import { sanctionedAddresses } from "./ethSanctions.ts";
import { settings, variables } from "./ethSettings.ts";
import { findWithoutDeposits, findWithoutExecution } from "./ethUnknown.ts";

function optionsOf(config: Config, node: NodeSetting): EthOptions {
  const own = variablesOf(config, variables);
  const isMain = node.label === "";
  return {
    urls: addressesOf(node, settings, "beacon"),
    // The name and the start are the main network's; other networks are identified by their node's CONFIG_NAME.
    networkName: isMain ? own.ETH_NETWORK_NAME : undefined,
    startEpoch: isMain ? own.ETH_START_EPOCH : undefined,
    maxHeadAgeS: own.ETH_MAX_HEAD_AGE_S,
    requestsPerSecond: own.ETH_REQUESTS_PER_SECOND,
    rewardCheckEpochs: own.ETH_REWARD_CHECK_EPOCHS,
  };
}

/** How peers are requested from nodes. */
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
async function checkGenesis(store: Store, network: string, root: string): Promise<void> {
  const [row] = await store.rows<{ root: string }>(internalSql("eth/genesis"), { network });
  refuseOtherChain({
    network,
    source: "The node",
    name: "genesis_validators_root",
    found: root,
    pinned: row?.root,
    nameSetting: "ETH_NETWORK_NAME",
  });
}

/** The limits of a node without states older than finality: ingest/eth/early.ts. */
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

export const listener = {
  open: async (config, node, store, deps) => {
    const options = optionsOf(config, node);
    const findUnknown =
      store === undefined
        ? undefined
        : { deposits: findWithoutDeposits(store), blocks: findWithoutExecution(store) };
    const execution = {
      ...{ urls: addressesOf(node, settings, "execution"), findUnknown },
      listed: sanctionedAddresses(config),
    };
    const relay = relayOptions(config, node, store);
    const peers = peersOf(config, store);
    const session = await openBeaconSession({ ...options, execution, relay, peers }, deps);
    const { chain } = session.info;
    if (store !== undefined) await checkGenesis(store, session.network, chain.genesisValidatorsRoot);
    return {
      session,
      parseRange: (range) => parseHeightRange(range, "epoch", (day) => epochsOfDay(chain, day)),
      verification: async () => {
        const hasExecution = addressesOf(node, settings, "execution").length > 0;
        const executionClient = hasExecution
          ? openExecution(config, node, session.info, { what: "Blocks", log: deps.log })
          : undefined;
        return (await import("../verify/eth/kinds.ts")).ethVerification(session.info, executionClient);
      },
    };
  },
  checks: {
    beacon: async (config, node, url, { log, signal }) => {
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
      const state = `${chain.network}, head slot ${head.slot}, finalized epoch ${finalized.epoch}${note}`;
      return [state, ...(await tryProbes(beaconProbes(client, chain, finalized, signal), signal))].join("; ");
    },
    execution: async (config, node, url, { log, signal }) => {
      const client = createBeaconClient({ ...optionsOf(config, node), nodeOptions: { rounds: 1 }, log });
      return await checkExecution(config, node, url, { chain: await client.chain(signal), log, signal });
    },
    relay: checkRelay,
  },
} satisfies Chain["listener"];
