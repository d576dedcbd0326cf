/** Calls for lists of keys or values, in as many parts as nodes need: they limit how long an answer may be. */
import { createPortions } from "../../node/portions.ts";

/** Checks a result. @throws SourceError when it can't be, so that the next node is asked */
export type Check<Value> = (result: unknown) => Value;

/** More than any reader requests at once. */
const listMax = 1_000;

type Ask = <Value>(
  method: string,
  params: readonly unknown[],
  check: Check<Value>,
  options: { signal?: AbortSignal | undefined; rounds?: number | undefined },
) => Promise<Value>;

/** @param ask makes one request */
export function createListCalls(ask: Ask) {
  const [values, keys] = [createPortions(listMax), createPortions(listMax)];

  async function queryStorage<Value>(
    [wanted, ...rest]: readonly [readonly unknown[], ...unknown[]],
    check: Check<Value>,
    signal: AbortSignal | undefined,
  ): Promise<Value> {
    const method = "state_queryStorageAt";
    const sets: unknown[] = [];
    for (let first = 0; first < wanted.length; ) {
      const part = wanted.slice(first, first + values.size());
      // Of each part, so that the next node is requested for one that is wrong.
      const read = (result: unknown) => ({ checked: check(result), sets: result as unknown[] });
      const run = (rounds: number | undefined) => ask(method, [part, ...rest], read, { signal, rounds });
      const found = await values.attempt(part.length, run, signal);
      if (found === undefined) continue;
      if (part.length === wanted.length) return found.value.checked;
      sets.push(...found.value.sets);
      first += part.length;
    }
    return check(sets);
  }

  async function keysPaged<Value>(
    [prefix, count, start, ...rest]: readonly [unknown, number, ...unknown[]],
    check: Check<Value>,
    signal: AbortSignal | undefined,
  ): Promise<Value> {
    const method = "state_getKeysPaged";
    const all: unknown[] = [];
    for (let after = start; all.length < count; ) {
      const size = Math.min(count - all.length, keys.size());
      const read = (result: unknown) => ({ checked: check(result), keys: result as unknown[] });
      const run = (rounds: number | undefined) =>
        ask(method, [prefix, size, after, ...rest], read, { signal, rounds });
      const found = await keys.attempt(size, run, signal);
      if (found === undefined) continue;
      if (size === count) return found.value.checked;
      all.push(...found.value.keys);
      // Fewer than requested may be all that a gateway passes on.
      if (found.value.keys.length === 0) break;
      after = all.at(-1);
    }
    return check(all);
  }

  return async <Value>(
    method: string,
    params: readonly unknown[],
    check: Check<Value>,
    signal?: AbortSignal,
  ): Promise<Value> => {
    const [first, second] = params;
    if (method === "state_queryStorageAt" && Array.isArray(first) && first.length > 1)
      return await queryStorage([first, ...params.slice(1)], check, signal);
    if (method === "state_getKeysPaged" && typeof second === "number" && second > 1)
      return await keysPaged([first, second, ...params.slice(2)], check, signal);
    return await ask(method, params, check, { signal });
  };
}
