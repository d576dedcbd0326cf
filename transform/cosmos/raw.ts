/** Bus messages → rows of the raw tables. Bulk columns stay columns. */
import { unpackAll } from "../../lib/packed.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import type {
  BlocksMessage,
  CosmosMessage,
  DelegationsMessage,
  StateMessage,
} from "../../schemas/cosmos/events.ts";
import { bulkTable, createRows } from "../frame/columns.ts";
import { type TableColumns, writeTables } from "../frame/tables.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoder = 4;
/**
 * Of rows of one decoder, the one with more facts wins: a block's neighbours, a state's delegations, an event's
 * transaction.
 */
const factVersion = { decoder: 62, known: 2 } as const;

/** The events of messages of one network. */
function eventTable(network: string, messages: readonly BlocksMessage[]): TableColumns {
  const texts = (name: "height" | "section" | "transaction_index" | "event_index" | "kind" | "validator") =>
    messages.map(({ events }) => events[name]);
  const places = unpackAll(Uint16Array, texts("validator"));
  const rows = places.length;
  const validators: string[] = new Array(rows);
  const otherAmounts: string[] = new Array(rows).fill("");
  const amounts: string[] = [];
  const hashes: string[] = new Array(rows).fill("");
  const unknownHashes = new Uint8Array(rows).fill(1);
  const versions = new BigUint64Array(rows).fill(packVersion(factVersion, { decoder, known: 0 }));
  let start = 0;
  for (const { events, validators: names } of messages) {
    const count = events.amount.length;
    for (let row = start; row < start + count; row += 1) validators[row] = names[places[row] ?? -1] ?? "";
    for (const [row, text] of events.other_amounts) if (row < count) otherAmounts[start + row] = text;
    for (const [row, hash] of events.transaction_hashes) {
      if (row >= count) continue;
      hashes[start + row] = hash;
      unknownHashes[start + row] = 0;
      versions[start + row] = packVersion(factVersion, { decoder, known: 1 });
    }
    for (const amount of events.amount) amounts.push(amount);
    start += count;
  }
  return bulkTable("raw_cosmos_event", rows, {
    network,
    height: unpackAll(Uint32Array, texts("height")),
    section: unpackAll(Uint8Array, texts("section")),
    transaction_index: unpackAll(Uint32Array, texts("transaction_index")),
    event_index: unpackAll(Uint32Array, texts("event_index")),
    kind: unpackAll(Uint8Array, texts("kind")),
    validator: validators,
    other_amounts: otherAmounts,
    // The engine reads the decimal text: exact, and faster than bigints.
    amount: amounts,
    transaction_hash: { kind: "nullable", nulls: unknownHashes, values: hashes },
    version: versions,
  });
}

function blockTable(messages: readonly BlocksMessage[]): TableColumns {
  const rows = createRows("raw_cosmos_block");
  for (const { network, blocks } of messages) {
    for (const block of blocks) {
      rows.push({
        network,
        height: block.height,
        day: block.day,
        block_hash: block.hash,
        previous_day: block.previous_day,
        next_day: block.next_day,
        block_at: block.time.replace("T", " ").replace("Z", ""),
        version: packVersion(factVersion, {
          decoder,
          known: Number(block.previous_day !== null) + Number(block.next_day !== null),
        }),
      });
    }
  }
  return rows.toTable();
}

/** A state with delegations has more facts than one without. */
const stateVersion = (hasDelegations: boolean) =>
  packVersion(factVersion, { decoder, known: Number(hasDelegations) });

function validatorTable(messages: readonly StateMessage[]): TableColumns {
  const rows = createRows("raw_cosmos_validator");
  for (const { network, height, validators, delegation_count } of messages) {
    for (const validator of validators) {
      const { tokens, outstanding_rewards, pending_rewards, ...same } = validator;
      rows.push({
        ...same,
        network,
        height,
        stake: tokens,
        outstanding_reward: outstanding_rewards,
        pending_reward: pending_rewards,
        is_bonded: Number(validator.is_bonded),
        is_jailed: Number(validator.is_jailed),
        version: stateVersion(delegation_count !== null),
      });
    }
  }
  return rows.toTable();
}

function stateTable(messages: readonly StateMessage[]): TableColumns {
  const rows = createRows("raw_cosmos_state");
  for (const { network, height, day, validators, delegation_count } of messages) {
    rows.push({
      network,
      height,
      day,
      validator_count: validators.length,
      delegation_count,
      version: stateVersion(delegation_count !== null),
    });
  }
  return rows.toTable();
}

function delegationTable(messages: readonly DelegationsMessage[]): TableColumns {
  const rows = createRows("raw_cosmos_delegation");
  for (const { network, height, validators, delegations } of messages) {
    for (const [delegator, place, stake] of delegations) {
      const validator = validators[place] ?? "";
      rows.push({ network, height, delegator, validator, stake, version: decoder });
    }
  }
  return rows.toTable();
}

/** Writes a batch, what announces others last. Safe to repeat. */
export async function writeRaw(store: Store, messages: readonly CosmosMessage[]): Promise<void> {
  const blocks = messages.filter((message) => message.type === "blocks");
  const states = messages.filter((message) => message.type === "state");
  const delegations = messages.filter((message) => message.type === "delegations");
  const tables: TableColumns[] = [];
  for (const network of new Set(blocks.map((message) => message.network)))
    tables.push(
      eventTable(
        network,
        blocks.filter((message) => message.network === network),
      ),
    );
  tables.push(blockTable(blocks), delegationTable(delegations), validatorTable(states), stateTable(states));
  await writeTables(store, tables);
}
