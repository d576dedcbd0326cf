/** Known facts of each network: constants, calendar, rating versions. Written to dim tables when first announced. */
import { isDeepStrictEqual } from "node:util";
import { FatalError } from "../../lib/errors.ts";
import { refuseOtherChain } from "../../lib/otherChain.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Calendar, epochsPerDay } from "../../schemas/eth/calendar.ts";
import { type EthRatingVersion, ratingsOf } from "../../schemas/eth/rating.ts";
import { createRows } from "../frame/columns.ts";
import { ratingTable } from "../frame/ratings.ts";
import { writeTables } from "../frame/tables.ts";
import type { EpochRow } from "./announcements.ts";
import { constant, type Spec } from "./rewards/rules.ts";
import { modelRevision } from "./version.ts";

export type NetworkInfo = {
  network: string;
  spec: Spec;
  calendar: Calendar;
  ratings: readonly EthRatingVersion[];
  genesisValidatorsRoot: string;
};

export type Networks = {
  /**
   * Registers a network and writes its dimensions: once per process, and again when a newer epoch's spec differs,
   * because a release of the node has scheduled a fork or added constants. An older epoch's spec does not replace a
   * newer one.
   * @throws ConfigError `other_chain` if the warehouse holds another one under that name
   */
  announce(network: string, row: EpochRow): Promise<void>;
  get(network: string): NetworkInfo;
  /** undefined until an epoch of it was announced. */
  find(network: string): NetworkInfo | undefined;
};

export function createNetworks(store: Store): Networks {
  /** Each network, and the newest epoch from whose announcement it was read. */
  const networks = new Map<string, { info: NetworkInfo; epoch: number }>();

  async function checkGenesis({ network, genesisValidatorsRoot }: NetworkInfo): Promise<void> {
    const [row] = await store.rows<{ root: string }>(internalSql("eth/genesis"), { network });
    refuseOtherChain({
      network,
      source: "A message",
      name: "genesis_validators_root",
      found: genesisValidatorsRoot,
      pinned: row?.root,
      nameSetting: "ETH_NETWORK_NAME",
    });
  }

  async function writeDimensions(info: NetworkInfo): Promise<void> {
    const { network, spec, calendar } = info;
    const ratings = ratingTable(network, {
      family: "eth",
      heightColumn: "from_epoch",
      versions: info.ratings,
      modelRevision,
    });
    const networkRows = createRows("dim_eth_network");
    networkRows.push({
      network,
      genesis_time: calendar.genesisTime,
      genesis_validators_root: info.genesisValidatorsRoot,
      slots_per_epoch: calendar.slotsPerEpoch,
      seconds_per_slot: calendar.secondsPerSlot,
      epochs_per_day: epochsPerDay(calendar),
      config_name: spec.CONFIG_NAME ?? "",
      version: 1,
    });
    await writeTables(store, [ratings, networkRows.toTable()]);
  }

  return {
    announce: async (network, row) => {
      const before = networks.get(network);
      if (before !== undefined && before.info.genesisValidatorsRoot === row.genesis_validators_root) {
        if (row.epoch <= before.epoch) return;
        if (isDeepStrictEqual(before.info.spec, row.spec)) {
          before.epoch = row.epoch;
          return;
        }
      }
      const info: NetworkInfo = {
        network,
        spec: row.spec,
        calendar: {
          network,
          genesisTime: Number(row.genesis_time),
          slotsPerEpoch: constant(row.spec, "SLOTS_PER_EPOCH"),
          secondsPerSlot: constant(row.spec, "SECONDS_PER_SLOT"),
        },
        ratings: ratingsOf(row.spec.CONFIG_NAME ?? "", row.spec),
        genesisValidatorsRoot: row.genesis_validators_root,
      };
      await checkGenesis(info);
      await writeDimensions(info);
      // In place: days that wait to be computed hold the same object.
      networks.set(network, {
        info: before === undefined ? info : Object.assign(before.info, info),
        epoch: row.epoch,
      });
    },
    find: (network) => networks.get(network)?.info,
    get: (network) => {
      const info = networks.get(network)?.info;
      if (info === undefined)
        throw new FatalError(`${network} was not announced`, { code: "unknown_network" });
      return info;
    },
  };
}
