import { expect, it } from "vitest";
import { SourceError } from "../../lib/errors.ts";
import { createPortions } from "./portions.ts";

const error = (code: string) => new SourceError(code, { code });

/** A node that accepts up to `most` items at once. */
async function readAll(count: number, most: number, portions = createPortions(8), code = "server_error") {
  const sizes: number[] = [];
  for (let done = 0; done < count; ) {
    const size = Math.min(portions.size(), count - done);
    sizes.push(size);
    const result = await portions.attempt(size, async () => {
      if (size > most) throw error(code);
      return size;
    });
    done += result?.value ?? 0;
  }
  return sizes;
}

it("makes requests smaller, down to what is answered, and remembers that", async () => {
  const portions = createPortions(8);
  expect(await readAll(6, 2, portions)).toEqual([6, 3, 2, 2, 2]);
  expect(await readAll(4, 2, portions)).toEqual([2, 2]);
});

it.each(["too_large", "timeout", "bad_json"])("for any error of the node: %s", async (code) => {
  expect(await readAll(2, 1, createPortions(8), code)).toEqual([2, 1, 1]);
});

it("fails when one thing is too much, and with errors of another kind", async () => {
  await expect(readAll(2, 0)).rejects.toMatchObject({ code: "server_error" });
  await expect(readAll(2, 1, createPortions(8), "pruned")).rejects.toMatchObject({ code: "pruned" });
});

it("tries more at once after a while", async () => {
  const portions = createPortions(8);
  await readAll(8, 2, portions);
  for (let answered = 0; answered < 40; answered += 1) await portions.attempt(1, async () => 1);
  expect(portions.size()).toBeGreaterThan(2);
});

it("tries requests that may be too much twice, and single ones as usual", async () => {
  const portions = createPortions(8);
  const rounds: unknown[] = [];
  await portions.attempt(4, async (tries) => void rounds.push(tries));
  await portions.attempt(1, async (tries) => void rounds.push(tries));
  expect(rounds).toEqual([2, undefined]);
});
