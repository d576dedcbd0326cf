/** What is known of each network: constants, calendar, rating versions. Written to dim tables when first announced. */
import { FatalError } from "../../lib/errors.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Calendar, epochsPerDay } from "../../schemas/eth/calendar.ts";
import { createRows } from "../frame/columns.ts";
import type { EpochRow } from "./load.ts";
import { constant, type RatingVersion, ratingVersions, type Spec } from "./rewards/rules.ts";

export type NetworkInfo = {
  network: string;
  spec: Spec;
  calendar: Calendar;
  ratings: RatingVersion[];
  genesisValidatorsRoot: string;
};

export type Networks = {
  /**
   * Remembers a network and writes its dimensions once a process.
   * @throws FatalError when the chain is another one
   */
  announce(network: string, row: EpochRow): Promise<void>;
  get(network: string): NetworkInfo;
};

export function createNetworks(store: Store): Networks {
  const known = new Map<string, NetworkInfo>();

  async function checkGenesis(info: NetworkInfo): Promise<void> {
    const rows = await store.rows<{ genesis_validators_root: string }>(
      `select toString(genesis_validators_root) as genesis_validators_root from dim_eth_network final where network = {network:String}`,
      { network: info.network },
    );
    const pinned = rows[0]?.genesis_validators_root;
    if (pinned !== undefined && pinned !== info.genesisValidatorsRoot) {
      throw new FatalError(
        `Messages of ${info.network} are from another chain: genesis ${info.genesisValidatorsRoot}, the warehouse holds ${pinned}`,
        { code: "other_chain" },
      );
    }
  }

  async function writeDimensions(info: NetworkInfo): Promise<void> {
    const { network, spec, calendar } = info;
    const ratings = createRows({
      network: "String",
      from_epoch: "UInt32",
      rating_version: "String",
      proposer_weight: "Float64",
      empty_payload_score: "Float64",
      orphaned_score: "Float64",
      version: "UInt64",
    } as const);
    for (const rating of info.ratings) ratings.push({ network, ...rating, version: 1 });
    await store.insert("dim_eth_rating_version", ratings.columns());
    const networks = createRows({
      network: "String",
      genesis_time: "UInt64",
      genesis_validators_root: "FixedString(66)",
      slots_per_epoch: "UInt32",
      seconds_per_slot: "UInt32",
      epochs_per_day: "UInt32",
      config_name: "String",
      version: "UInt64",
    } as const);
    networks.push({
      network,
      genesis_time: calendar.genesisTime,
      genesis_validators_root: info.genesisValidatorsRoot,
      slots_per_epoch: calendar.slotsPerEpoch,
      seconds_per_slot: calendar.secondsPerSlot,
      epochs_per_day: epochsPerDay(calendar),
      config_name: spec.CONFIG_NAME ?? "",
      version: 1,
    });
    await store.insert("dim_eth_network", networks.columns());
  }

  return {
    announce: async (network, row) => {
      const before = known.get(network);
      if (before !== undefined && before.genesisValidatorsRoot === row.genesis_validators_root) return;
      const info: NetworkInfo = {
        network,
        spec: row.spec,
        calendar: {
          network,
          genesisTime: Number(row.genesis_time),
          slotsPerEpoch: constant(row.spec, "SLOTS_PER_EPOCH"),
          secondsPerSlot: constant(row.spec, "SECONDS_PER_SLOT"),
        },
        ratings: ratingVersions(row.spec.CONFIG_NAME ?? "", row.spec),
        genesisValidatorsRoot: row.genesis_validators_root,
      };
      await checkGenesis(info);
      await writeDimensions(info);
      known.set(network, info);
    },
    get: (network) => {
      const info = known.get(network);
      if (info === undefined)
        throw new FatalError(`${network} was not announced`, { code: "unknown_network" });
      return info;
    },
  };
}
