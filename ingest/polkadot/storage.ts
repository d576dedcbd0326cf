/** Entries of pallets as @polkadot/api shows them, by the names that runtimes give them. What a runtime lacks is undefined. */
import { z } from "zod";
import { SourceError } from "../../lib/errors.ts";
import type { StateAt } from "./api/chain.ts";
import { sourced } from "./api/provider.ts";

/** What is asked of values: the library makes their classes from a runtime's metadata. */
export type Uint = { toBigInt(): bigint; toNumber(): number };
export type Account = { toU8a(): Uint8Array };
type Optional = { isSome: boolean; unwrap(): unknown };
type Meta = { type: { isPlain: boolean; asPlain: unknown; asMap: { value: unknown } } };
type StorageKey = { args: readonly unknown[]; setMeta(meta: Meta, section: string, method: string): unknown };
export type Entry = {
  (...args: readonly unknown[]): Promise<unknown>;
  creator: { meta: Meta };
  keyPrefix(...args: readonly unknown[]): string;
  multi(args: readonly unknown[]): Promise<readonly unknown[]>;
};

/** An entry of a pallet, where the runtime has it. */
export function entryOf({ runtime }: StateAt, pallet: string, name: string): Entry | undefined {
  return runtime.query[pallet]?.[name] as Entry | undefined;
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

/** Keys that a node tells at once. */
const keysMax = 1_000;
/** So few keys every node tells at once. */
const uncutKeys = 100;
/** Values that are read at once: each may hold 512 nominators. */
const valuesMax = 100;

const keyList = z.array(z.string().regex(/^0x[0-9a-f]+$/)).max(keysMax);
const changes = z
  .array(
    z.object({
      block: z.string().optional(),
      changes: z.array(z.tuple([z.string(), z.string().nullable()])),
    }),
  )
  .min(1);
type Changes = z.output<typeof changes>;

/** Keys that a node has listed have values in the same state. @throws SourceError */
function checkAnswered(sets: Changes, keys: readonly string[], { block }: Pick<StateAt, "block">): void {
  const other = sets.find((set) => set.block !== undefined && set.block !== block);
  if (other !== undefined)
    throw new SourceError(`values after block ${block} were requested, those after ${other.block} returned`, {
      code: "lying",
    });
  const found = new Set(
    sets.flatMap((set) => set.changes.flatMap(([key, value]) => (value === null ? [] : [key]))),
  );
  const missing = keys.filter((key) => !found.has(key));
  if (missing.length > 0)
    throw new SourceError(
      `of ${keys.length} keys that are listed after block ${block}, ${missing.length} have no value, such as ${missing[0]}`,
      { code: "inconsistent" },
    );
}

/**
 * Everything below the first keys of a map. The library would read it whole, and remember it for seconds: an era has
 * megabytes, and as the library's objects a hundred of them.
 */
export async function* readEntries<Value>(
  state: StateAt,
  pallet: string,
  name: string,
  ...keys: readonly unknown[]
): AsyncGenerator<{ keys: readonly unknown[]; value: Value }> {
  const entry = entryOf(state, pallet, name);
  if (entry === undefined) return;
  const { meta } = entry.creator;
  const { registry } = state.runtime;
  const type = registry.createLookupType(
    (meta.type.isPlain ? meta.type.asPlain : meta.type.asMap.value) as never,
  );

  function decode(key: string, value: string): { keys: readonly unknown[]; value: Value } {
    const stored = registry.createType("StorageKey", key) as unknown as StorageKey;
    stored.setMeta(meta, pallet, name);
    // As bytes: the library takes hex of a number for its digits.
    const bytes = Buffer.from(value.slice(2), "hex");
    return { keys: stored.args, value: registry.createType(type, bytes) as unknown as Value };
  }

  const prefix = entry.keyPrefix(...keys);
  for (let start = prefix; ; ) {
    const found = await state.ask("state_getKeysPaged", [prefix, keysMax, start], keyList);
    for (let first = 0; first < found.length; first += valuesMax) {
      const asked = found.slice(first, first + valuesMax);
      const sets = await state.ask("state_queryStorageAt", [asked], changes);
      checkAnswered(sets, asked, state);
      for (const [key, value] of sets.flatMap((set) => set.changes))
        if (value !== null) yield await sourced(`${pallet}.${name}`, async () => decode(key, value));
    }
    // Gateways cut lists of keys as well: one ends with a page that none would cut.
    if (found.length < uncutKeys) return;
    start = found.at(-1) ?? prefix;
  }
}
