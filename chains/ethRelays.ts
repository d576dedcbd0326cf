/** Ethereum's MEV relays, beside its beacon nodes: who asks them, and what is read of them by itself. */
import type { FindUnknown } from "../ingest/eth/epochSource.ts";
import { relaysOf } from "../ingest/eth/relays/names.ts";
import type { RelayOptions } from "../ingest/eth/sources.ts";
import { type Config, type NodeSetting, variablesOf } from "../lib/config.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import { variables } from "./ethSettings.ts";

/** Epochs that a relay is asked for again at once. */
const lateEpochs = 32;

/** Epochs in the tables of which a relay has not told what it delivered. */
export function findWithoutRelay(store: Store, relay: string): FindUnknown {
  return async (network, before) => {
    const asked = { network, relay, before, epochs: lateEpochs };
    const rows = await store.rows<{ epoch: number }>(internalSql("eth/epochs_without_relay"), asked);
    return rows.map(({ epoch }) => ({ epoch, payloads: [] }));
  };
}

const relayVariable = (label: string) =>
  label === "" ? "ETH_RELAY_URLS" : `ETH_${label.toUpperCase()}_RELAY_URLS`;

/** @throws ConfigError when two addresses are those of one relay */
export function relayOptions(
  config: Config,
  { label, tertiaryUrls }: NodeSetting,
  store: Store | undefined,
): RelayOptions {
  return {
    relays: relaysOf(tertiaryUrls, relayVariable(label)),
    requestsPerSecond: variablesOf(config, variables).ETH_RELAY_REQUESTS_PER_SECOND,
    findUnknown: store === undefined ? undefined : (relay) => findWithoutRelay(store, relay),
  };
}
