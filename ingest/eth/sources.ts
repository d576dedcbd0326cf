/** Sources other than beacon nodes that are requested for each epoch. */
import type { Logger } from "../../lib/logger.ts";
import { createExecutionClient } from "../execution/client.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import type { EpochSource, EpochSourceOptions, FindUnknown } from "./epochSource.ts";
import { depositContract, executionChainId, gasSums } from "./execution/chain.ts";
import { createEpochBlocks } from "./execution/epochBlocks.ts";
import { createEpochDeposits } from "./execution/epochDeposits.ts";
import { createBlockReader } from "./execution/readBlocks.ts";
import { createRelayClient } from "./relays/client.ts";
import { createDeliveries } from "./relays/deliveries.ts";
import { createEpochReader, createEpochRelay, type EpochReader } from "./relays/epochRelay.ts";
import type { Relay } from "./relays/names.ts";
import type { EthChain } from "./spec.ts";

export type ExecutionOptions = Pick<EpochSourceOptions, "patienceMs" | "restMs"> & {
  urls: readonly string[];
  nodeOptions?: Partial<NodeSetOptions>;
  /** Without them nothing is requested again. */
  findUnknown?: { deposits: FindUnknown; blocks: FindUnknown } | undefined;
  /** Addresses, in lower case, whose transactions are counted; undefined: there is no list. */
  listed?: ReadonlySet<string> | undefined;
};

export type RelayOptions = Pick<EpochSourceOptions, "patienceMs" | "restMs"> & {
  relays: readonly Relay[];
  /** Limit per relay. */
  requestsPerSecond: number;
  nodeOptions?: Partial<NodeSetOptions>;
  /** By relay name. Without it nothing is requested again. */
  findUnknown?: ((relay: string) => FindUnknown) | undefined;
};

export type SourceOptions = {
  requestsPerSecond: number;
  /** Without it, or without addresses, deposits' senders and proposers' execution rewards are unknown. */
  execution?: ExecutionOptions | undefined;
  /** Without any, deliveries of payloads are unknown. */
  relay?: RelayOptions | undefined;
};

type SourceDeps = {
  /** The last known final epoch. */
  lastFinal: () => number;
  log: Logger;
};

function openExecutionSources(
  chain: EthChain,
  { execution, requestsPerSecond }: SourceOptions,
  log: Logger,
): EpochSource[] {
  if (execution === undefined || execution.urls.length === 0) return [];
  const { urls, nodeOptions, findUnknown, listed, ...options } = execution;
  const contract = depositContract(chain);
  const client = createExecutionClient({
    ...{ urls, requestsPerSecond, log },
    // Failed epochs are requested again with a later one.
    nodeOptions: { rounds: 3, ...nodeOptions },
    chainId: executionChainId(chain),
  });
  const common = { ...options, network: chain.network, log };
  const reader = createBlockReader(client, listed, gasSums(chain));
  return [
    createEpochDeposits({ ...common, client, contract, findUnknown: findUnknown?.deposits }),
    createEpochBlocks({ ...common, reader, findUnknown: findUnknown?.blocks }),
  ];
}

/** Opens a reader of one relay's epochs. */
export function openRelay(
  { network, slotsPerEpoch }: EthChain,
  relay: Relay,
  { relays, ...options }: Pick<RelayOptions, "relays" | "requestsPerSecond" | "nodeOptions">,
  { lastFinal, log }: SourceDeps,
): EpochReader {
  const client = createRelayClient({ ...options, ...relay, log });
  const lastSlot = () => (lastFinal() + 1) * slotsPerEpoch - 1;
  const deliveries = createDeliveries(client, { lastFinal: lastSlot, log });
  const requestedRelays = relays.map(({ name }) => name);
  return createEpochReader(deliveries, { network, relay: relay.name, requestedRelays, slotsPerEpoch });
}

/** There are many relays, and any may be down: none is waited for as long as a node. */
const relayPatienceMs = 8_000;

function openRelaySources(chain: EthChain, options: RelayOptions, deps: SourceDeps): EpochSource[] {
  const { relays, patienceMs = relayPatienceMs, restMs, findUnknown } = options;
  return relays.map((relay) =>
    createEpochRelay(openRelay(chain, relay, options, deps), {
      ...{ relay: relay.name, network: chain.network, log: deps.log, patienceMs, restMs },
      findUnknown: findUnknown?.(relay.name),
    }),
  );
}

export function openEpochSources(chain: EthChain, options: SourceOptions, deps: SourceDeps): EpochSource[] {
  const execution = openExecutionSources(chain, options, deps.log);
  return options.relay === undefined
    ? execution
    : [...execution, ...openRelaySources(chain, options.relay, deps)];
}
