/** Bus messages → rows of the raw tables. */
import { dateOfSeconds } from "../../lib/days.ts";
import type { Store } from "../../lib/store/store.ts";
import {
  type BorMessage,
  type CheckpointsMessage,
  type EventsMessage,
  type PolygonMessage,
  type PriorityFeesMessage,
  positionOf,
  type ScannedMessage,
  type StateMessage,
  type TurnsMessage,
} from "../../schemas/polygon/events.ts";
import { collectRows, type RowsOf } from "../frame/columns.ts";
import { writeTables } from "../frame/tables.ts";
import { factVersion } from "./versions.ts";

function pushCheckpoints(rows: RowsOf, { network, signers: names, checkpoints }: CheckpointsMessage): void {
  for (const { at, signers, ...fact } of checkpoints)
    rows("raw_polygon_checkpoint").push({
      ...fact,
      network,
      checkpoint_at: String(at),
      signers: signers.map((place) => names[place] ?? ""),
      position: positionOf(fact.block_number, fact.log_index),
      version: factVersion(fact.block_number, fact.heimdall_proposer !== null),
    });
}

function pushEvents(rows: RowsOf, { network, stakes, shares }: EventsMessage): void {
  const version = factVersion(0);
  for (const { account, ...event } of stakes)
    rows("raw_polygon_stake_event").push({
      ...event,
      network,
      account: account ?? "",
      position: positionOf(event.block_number, event.log_index),
      version,
    });
  for (const { log_index, ...event } of shares)
    rows("raw_polygon_share_event").push({
      ...event,
      network,
      position: positionOf(event.block_number, log_index),
      version,
    });
}

function pushScan(rows: RowsOf, { type: _, ...scan }: ScannedMessage): void {
  rows("raw_polygon_scan").push({ ...scan, version: factVersion(0) });
}

function pushState(
  rows: RowsOf,
  { network, block_number, at, epoch_offset, validators, rules }: StateMessage,
): void {
  const version = factVersion(block_number);
  const day = dateOfSeconds(at);
  for (const validator of validators)
    rows("raw_polygon_validator").push({ ...validator, network, day, block_number, version });
  rows("raw_polygon_rule").push({
    ...rules,
    network,
    epoch_offset,
    validator_count: validators.length,
    block_number,
    block_at: String(at),
    version,
  });
}

function pushBor(rows: RowsOf, { network, checkpoints }: BorMessage): void {
  for (const { checkpoint, signers } of checkpoints)
    for (const [signer, duty_count, made_count] of signers)
      rows("raw_polygon_bor").push({
        network,
        checkpoint,
        signer,
        duty_count,
        made_count,
        version: factVersion(0),
      });
}

function pushTurns(rows: RowsOf, { network, checkpoints }: TurnsMessage): void {
  for (const { passed, ...turns } of checkpoints)
    rows("raw_polygon_turn").push({
      ...turns,
      network,
      passed_heights: passed.map(({ height }) => height),
      passed_validators: passed.map(({ validator }) => validator),
      passed_at: passed.map(({ at }) => String(at)),
      waiting_proposers: passed.map(({ waiting }) => waiting ?? ""),
      version: factVersion(0),
    });
}

function pushPriorityFees(rows: RowsOf, { network, file_version, fees }: PriorityFeesMessage): void {
  for (const { date, validator, amount } of fees)
    rows("dim_polygon_priority_fee").push({
      network,
      day: date,
      validator,
      amount,
      version: BigInt(file_version),
    });
}

/** Writes a batch, what announces others last. Safe to repeat. */
export async function writeRaw(store: Store, messages: readonly PolygonMessage[]): Promise<void> {
  const { rows, toTables } = collectRows();
  for (const message of messages) {
    if (message.type === "checkpoints") pushCheckpoints(rows, message);
    else if (message.type === "events") pushEvents(rows, message);
    else if (message.type === "scanned") pushScan(rows, message);
    else if (message.type === "state") pushState(rows, message);
    else if (message.type === "bor") pushBor(rows, message);
    else if (message.type === "turns") pushTurns(rows, message);
    else pushPriorityFees(rows, message);
  }
  await writeTables(store, toTables());
}
