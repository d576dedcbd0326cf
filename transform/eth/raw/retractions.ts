/**
 * Retracted registry changes of an epoch: a corrected message names fewer or other validators, and the rows of those
 * that it does not name would stay.
 */
import { type Packed, unpack } from "../../../lib/packed.ts";
import { internalSql } from "../../../lib/sql/internal.ts";
import type { Store } from "../../../lib/store/store.ts";
import type { EthMessage } from "../../../schemas/eth/events.ts";

/** Epochs waited for: changes and announcements come in separate batches. */
const epochsKept = 64;

/** Validators named by changes, by epoch. */
type Said = Map<number, Set<number>>;

export type Retractions = {
  /** Removes the rows of retracted changes, once the messages are written. */
  remove(messages: readonly EthMessage[]): Promise<void>;
};

/**
 * Epochs with changes or an announcement among the messages, by network; for an announcement, the validators may be
 * empty.
 */
function saidIn(messages: readonly EthMessage[]): Map<string, Said> {
  const byNetwork = new Map<string, Said>();
  for (const message of messages) {
    const isChanges = message.type === "registry" && message.kind === "changes";
    if (!isChanges && !(message.type === "epoch" && message.registry_epoch < message.epoch)) continue;
    const epochs: Said = byNetwork.get(message.network) ?? new Map();
    byNetwork.set(message.network, epochs);
    const validators = epochs.get(message.epoch) ?? new Set();
    epochs.set(message.epoch, validators);
    if (isChanges)
      for (const one of unpack(Uint32Array, message.validator_index as Packed)) validators.add(one);
  }
  return byNetwork;
}

export function createRetractions(store: Store): Retractions {
  /** Changes that are not complete yet. */
  const pending = new Map<string, Said>();

  async function removeFrom(network: string, reported: Said, touched: readonly number[]): Promise<void> {
    type Row = { epoch: number; registry_epoch: number; registry_rows: number; has_more: number };
    const announced = await store.rows<Row>(internalSql("eth/unsaid_changes"), { network, epochs: touched });
    for (const { epoch, registry_epoch, registry_rows, has_more } of announced) {
      const validators = reported.get(epoch);
      // Other changes were announced, or more of these are to come.
      if (validators?.size !== registry_rows) continue;
      reported.delete(epoch);
      if (has_more === 0) continue;
      const values = { network, epoch, registry_epoch };
      await store.command(
        `delete from raw_eth_registry
        where network = {network:String} and epoch = {epoch:UInt32} and is_snapshot = 0
          and not has({said:Array(UInt32)}, validator_index)`,
        { ...values, said: [...validators] },
      );
      await store.command(internalSql("eth/restate_validators"), values);
    }
  }

  return {
    remove: async (messages) => {
      for (const [network, epochs] of saidIn(messages)) {
        const reported: Said = pending.get(network) ?? new Map();
        pending.set(network, reported);
        for (const [epoch, validators] of epochs)
          reported.set(epoch, new Set([...(reported.get(epoch) ?? []), ...validators]));
        await removeFrom(network, reported, [...epochs.keys()]);
        for (const epoch of [...reported.keys()].slice(0, -epochsKept)) reported.delete(epoch);
      }
    },
  };
}
