import { setTimeout as delay } from "node:timers/promises";

const lookEveryMs = 100;
/** No step takes as long, even on a busy machine. */
const patienceMs = 240_000;

/** Polls until the condition holds. @throws Error that names what did not happen in time */
export async function until(
  what: string,
  isDone: () => boolean | Promise<boolean>,
  limitMs = patienceMs,
): Promise<void> {
  const patienceEnds = performance.now() + limitMs;
  while (!(await isDone())) {
    if (performance.now() > patienceEnds) throw new Error(`not within ${limitMs / 1000} s: ${what}`);
    await delay(lookEveryMs);
  }
}
