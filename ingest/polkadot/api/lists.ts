/** Calls for lists of keys or values, split as needed: nodes limit the length of answers. */
import { createPortions } from "../../node/portions.ts";

/** Checks a result. @throws SourceError for a wrong one, so that the next node is requested */
export type Check<Value> = (result: unknown) => Value;

/** More than any reader requests at once. */
const listMax = 1_000;

type RequestList = <Value>(
  method: string,
  params: readonly unknown[],
  check: Check<Value>,
  options: { signal?: AbortSignal | undefined; rounds?: number | undefined },
) => Promise<Value>;

/** @param request makes one request */
export function createListCalls(request: RequestList) {
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
      // Checked per part, so that a wrong one fails over to the next node.
      const read = (result: unknown) => ({ checked: check(result), sets: result as unknown[] });
      const run = (rounds: number | undefined) => request(method, [part, ...rest], read, { signal, rounds });
      const answer = await values.attempt(part.length, run, signal);
      if (answer === undefined) continue;
      if (part.length === wanted.length) return answer.value.checked;
      sets.push(...answer.value.sets);
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
        request(method, [prefix, size, after, ...rest], read, { signal, rounds });
      const answer = await keys.attempt(size, run, signal);
      if (answer === undefined) continue;
      if (size === count) return answer.value.checked;
      all.push(...answer.value.keys);
      // A short page may have been cut by a gateway; only an empty one is the end.
      if (answer.value.keys.length === 0) break;
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
    return await request(method, params, check, { signal });
  };
}
