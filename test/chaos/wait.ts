import { setTimeout as delay } from "node:timers/promises";

const lookEveryMs = 100;

/** Asks until the answer is yes. @throws Error that names what did not happen in time */
export async function until(
  what: string,
  limitMs: number,
  ask: () => boolean | Promise<boolean>,
): Promise<void> {
  const patienceEnds = performance.now() + limitMs;
  while (!(await ask())) {
    if (performance.now() > patienceEnds) throw new Error(`not within ${limitMs / 1000} s: ${what}`);
    await delay(lookEveryMs);
  }
}
