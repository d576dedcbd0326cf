/** Entries of pallets as @polkadot/api returns them, by the runtimes' names. undefined if a runtime lacks one. */
import { z } from "zod";
import { SourceError } from "../../lib/errors.ts";
import type { StateAt } from "./api/chain.ts";
import { sourced } from "./api/provider.ts";

/** The used part of values, whose classes the library creates from a runtime's metadata. */
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

/** An entry of a pallet, if the runtime has it. */
export function entryOf({ runtime }: StateAt, pallet: string, name: string): Entry | undefined {
  return runtime.query[pallet]?.[name] as Entry | undefined;
}

/** The stored value, if any. */
export function storedIn<Value>(codec: unknown): Value | undefined {
  const optional = codec as Partial<Optional>;
  if (optional.isSome === undefined) return codec as Value;
  return optional.isSome ? (optional.unwrap?.() as Value) : undefined;
}

/** A value by its keys; undefined if the runtime has no such entry, or nothing is stored. */
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

/** Keys per request. */
const keysMax = 1_000;
/** No node cuts lists of this length. */
const uncutKeys = 100;
/** Values per request: each may hold 512 nominators. */
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

/** Keys that a node has listed must have values in the same state. @throws SourceError */
function checkAnswered(sets: Changes, keys: readonly string[], { block }: Pick<StateAt, "block">): void {
  const other = sets.find((set) => set.block !== undefined && set.block !== block);
  if (other !== undefined)
    throw new SourceError(`values after block ${block} were requested, those after ${other.block} returned`, {
      code: "lying",
    });
  const answered = new Set(
    sets.flatMap((set) => set.changes.flatMap(([key, value]) => (value === null ? [] : [key]))),
  );
  const missing = keys.filter((key) => !answered.has(key));
  if (missing.length > 0)
    throw new SourceError(
      `of ${keys.length} keys that are listed after block ${block}, ${missing.length} have no value, such as ${missing[0]}`,
      { code: "inconsistent" },
    );
}

/**
 * All entries below the first keys of a map. The library would read the map at once, and cache it for seconds: an era has
 * megabytes, and a hundred of them as the library's objects.
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
    // As bytes: the library mistakes a number's hex for its digits.
    const bytes = Buffer.from(value.slice(2), "hex");
    return { keys: stored.args, value: registry.createType(type, bytes) as unknown as Value };
  }

  const prefix = entry.keyPrefix(...keys);
  for (let start = prefix; ; ) {
    const listed = await state.request("state_getKeysPaged", [prefix, keysMax, start], keyList);
    for (let first = 0; first < listed.length; first += valuesMax) {
      const part = listed.slice(first, first + valuesMax);
      const sets = await state.request("state_queryStorageAt", [part], changes);
      checkAnswered(sets, part, state);
      for (const [key, value] of sets.flatMap((set) => set.changes))
        if (value !== null) yield await sourced(`${pallet}.${name}`, async () => decode(key, value));
    }
    // Gateways cut lists of keys as well, but none this short: the last page.
    if (listed.length < uncutKeys) return;
    start = listed.at(-1) ?? prefix;
  }
}
