/** Closes what a test started, after the test. */
import { afterEach } from "vitest";

type Closable = { close(): Promise<void> };

/** @returns a function that keeps a resource, or one that is still starting, until the test has ended */
export function closedAfterEach(): <One extends Closable>(starting: One | Promise<One>) => Promise<One> {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (starting) => {
    const one = await starting;
    closers.push(one.close);
    return one;
  };
}
