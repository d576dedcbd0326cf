/** Entries of pallets as @polkadot/api shows them, by the names that runtimes give them. What a runtime lacks is undefined. */
import type { StateAt } from "./api/chain.ts";
import { sourced } from "./api/provider.ts";

/** What is asked of values: the library makes their classes from a runtime's metadata. */
export type Uint = { toBigInt(): bigint; toNumber(): number };
export type Account = { toU8a(): Uint8Array };
type Optional = { isSome: boolean; unwrap(): unknown };
type StorageKey = { args: readonly unknown[]; toHex(): string };
export type Entry = {
  (...args: readonly unknown[]): Promise<unknown>;
  entriesPaged(page: {
    args: readonly unknown[];
    pageSize: number;
    startKey?: string;
  }): Promise<readonly (readonly [StorageKey, unknown])[]>;
  multi(args: readonly unknown[]): Promise<readonly unknown[]>;
};

/** An entry of a pallet, where the runtime has it. */
export function entryOf(state: StateAt, pallet: string, name: string): Entry | undefined {
  return state.query[pallet]?.[name] as Entry | undefined;
}

/** What is stored; undefined where nothing is. */
export function storedIn<Value>(codec: unknown): Value | undefined {
  const optional = codec as Partial<Optional>;
  if (optional.isSome === undefined) return codec as Value;
  return optional.isSome ? (optional.unwrap?.() as Value) : undefined;
}

/** A value by its keys; undefined where the runtime has no such entry, or nothing is stored. */
export async function readValue<Value>(
  state: StateAt,
  pallet: string,
  name: string,
  ...keys: readonly unknown[]
): Promise<Value | undefined> {
  const entry = entryOf(state, pallet, name);
  if (entry === undefined) return undefined;
  return storedIn<Value>(await sourced(`${pallet}.${name}`, () => entry(...keys)));
}

/** Values read at once: each may hold 512 nominators. */
const pageSize = 200;

/** Everything below the first keys of a map, page by page: an era has megabytes. */
export async function* readEntries<Value>(
  state: StateAt,
  pallet: string,
  name: string,
  ...keys: readonly unknown[]
): AsyncGenerator<{ keys: readonly unknown[]; value: Value }> {
  const entry = entryOf(state, pallet, name);
  if (entry === undefined) return;
  for (let startKey: string | undefined; ; ) {
    const from = startKey === undefined ? {} : { startKey };
    const page = await sourced(`${pallet}.${name}`, () =>
      entry.entriesPaged({ args: keys, pageSize, ...from }),
    );
    for (const [key, codec] of page) {
      const value = storedIn<Value>(codec);
      if (value !== undefined) yield { keys: key.args, value };
    }
    if (page.length < pageSize) return;
    startKey = page.at(-1)?.[0].toHex();
  }
}
