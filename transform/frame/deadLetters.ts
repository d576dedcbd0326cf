/**
 * Stores the dead letters of all topics in a table, where an operator finds them with any bus. It publishes nothing, so
 * that a worker may wait for it while it handles a batch of its own.
 */
import type { Bus, DeliveredMessage } from "../../lib/bus/bus.ts";
import {
  type DeadLetter,
  deadLetterKeepMs,
  deadLetterTopic,
  fromDeadLetter,
} from "../../lib/bus/deadLetter.ts";
import type { Logger } from "../../lib/logger.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Column, NullableValues, Store } from "../../lib/store/store.ts";
import { type Patience, writePatiently } from "./patience.ts";
import type { Worker } from "./worker.ts";

export type DeadLetterRow = DeadLetter & {
  state: "open" | "requeued";
  requeuedAt: Date | null;
};

/** Redelivery of a dead letter keeps its version; requeueing it, and another failure, raise it by one each. */
function versionOf({ state, requeueCount }: DeadLetterRow): bigint {
  return 2n * BigInt(requeueCount) - (state === "requeued" ? 1n : 0n);
}

function nullable<Cell, Values extends NullableValues["values"]>(
  cells: readonly (Cell | null)[],
  pack: (cells: readonly (Cell | null)[]) => Values,
): NullableValues {
  return {
    kind: "nullable",
    nulls: Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)),
    values: pack(cells),
  };
}

const nullableTimes = (times: readonly (Date | null)[]): NullableValues =>
  nullable(times, (cells) => BigInt64Array.from(cells, (time) => BigInt(time?.getTime() ?? 0)));

function headerMaps(rows: readonly DeadLetterRow[]): Column["values"] {
  const pairs = rows.map(({ headers }) => Object.entries(headers));
  let end = 0n;
  const offsets = BigUint64Array.from(pairs, ({ length }) => {
    end += BigInt(length);
    return end;
  });
  const flat = pairs.flat();
  return { kind: "map", offsets, keys: flat.map(([name]) => name), values: flat.map(([, value]) => value) };
}

/** Writes rows of `app_dead_letter`; of several of one id the highest version stays. */
export async function writeDeadLetters(store: Store, rows: readonly DeadLetterRow[]): Promise<void> {
  const text = (name: string, of: (row: DeadLetterRow) => string): Column => ({
    name,
    type: "String",
    values: rows.map(of),
  });
  await store.insert("app_dead_letter", [
    text("dead_letter_id", ({ id }) => id),
    text("topic", ({ topic }) => topic),
    text("state", ({ state }) => state),
    text("message_key", ({ key }) => key),
    text("value_base64", ({ value }) => value.toString("base64")),
    { name: "headers", type: "Map(String, String)", values: headerMaps(rows) },
    text("reason", ({ reason }) => reason),
    text("schema_version", ({ schemaVersion }) => schemaVersion),
    text("expected_schema_version", ({ expectedSchemaVersion }) => expectedSchemaVersion),
    {
      name: "source_partition",
      type: "Nullable(UInt32)",
      values: nullable(
        rows.map(({ partition }) => partition),
        (cells) => Uint32Array.from(cells, (cell) => cell ?? 0),
      ),
    },
    {
      name: "source_offset",
      type: "Nullable(UInt64)",
      values: nullable(
        rows.map(({ offset }) => offset),
        (cells) => BigUint64Array.from(cells, (cell) => BigInt(cell ?? 0)),
      ),
    },
    { name: "size_bytes", type: "UInt32", values: Uint32Array.from(rows, ({ value }) => value.length) },
    { name: "requeue_count", type: "UInt32", values: Uint32Array.from(rows, (row) => row.requeueCount) },
    {
      name: "died_at",
      type: "Nullable(DateTime64(3, 'UTC'))",
      values: nullableTimes(rows.map(({ time }) => time)),
    },
    {
      name: "requeued_at",
      type: "Nullable(DateTime64(3, 'UTC'))",
      values: nullableTimes(rows.map(({ requeuedAt }) => requeuedAt)),
    },
    { name: "version", type: "UInt64", values: BigUint64Array.from(rows, versionOf) },
  ]);
}

/** Letters per pass; the next pass takes the others. */
const droppedAtOnce = 10_000;

/**
 * Drops dead letters that were requeued long ago and have not failed again. The topic no longer has their copies, so
 * none returns as an open one.
 */
export async function dropRequeuedLetters(store: Store, now: Date = new Date()): Promise<number> {
  const before = new Date(now.getTime() - deadLetterKeepMs).toISOString().replace("T", " ").replace("Z", "");
  const params = { before, limit: droppedAtOnce };
  const expired = await store.rows<{ id: string }>(
    loadSql("queries/app/requeued_dead_letters.sql").text,
    params,
  );
  const ids = expired.map(({ id }) => id);
  if (ids.length > 0) await store.command(loadSql("queries/app/drop_dead_letters.sql").text, { before, ids });
  return ids.length;
}

export type DeadLetterWorkerOptions = {
  bus: Bus;
  store: Store;
  /** The topics whose dead letters are kept. */
  topics: readonly { name: string }[];
  group: string;
  log: Logger;
  patience?: Patience;
};

/**
 * Rejects `done` if the warehouse refuses a batch permanently: nothing of it is committed, and the process should end.
 */
export async function startDeadLetterWorker({
  bus,
  store,
  topics,
  group,
  log,
  patience,
}: DeadLetterWorkerOptions): Promise<Pick<Worker, "done" | "stop">> {
  const stopper = new AbortController();
  async function onBatch(batch: readonly DeliveredMessage[], { signal }: { signal: AbortSignal }) {
    const rows = batch.map(
      (message): DeadLetterRow => ({ ...fromDeadLetter(message), state: "open", requeuedAt: null }),
    );
    await writePatiently(() => writeDeadLetters(store, rows), {
      patience,
      group,
      what: "dead letters",
      log,
      signal,
      stopping: stopper.signal,
    });
  }

  const names = topics.map(({ name }) => deadLetterTopic(name));
  const subscription = await bus.subscribe({ group, topics: names, onBatch });
  return {
    done: subscription.done,
    stop: async () => {
      stopper.abort(new Error("the worker stops"));
      await subscription.stop();
    },
  };
}
