/**
 * Sends a few requests at a time, within the key's rate limit as answers report it
 * (`RateLimit-Limit`, `-Remaining`, `-Reset`). A page with many charts loads slower with a small key, but is never refused.
 */

/** Browsers have six connections for a server; the page's own files need one, too. */
const atOnceMost = 4;

export type Pace = <Answer extends Pick<Response, "headers">>(send: () => Promise<Answer>) => Promise<Answer>;

const numberIn = (headers: Headers, name: string) => {
  const text = headers.get(name);
  return text === null ? undefined : Number(text);
};

/** @param now milliseconds; @param wait calls back after a number of them */
export function createPace(
  now: () => number = () => performance.now(),
  wait: (run: () => void, ms: number) => void = (run, ms) => void setTimeout(run, ms),
): Pace {
  const waiting: (() => void)[] = [];
  let inHand = 0;
  /** Requests left until `resetAt`; unknown before the first answer. */
  let left = Number.POSITIVE_INFINITY;
  let limit = Number.POSITIVE_INFINITY;
  let resetAt = 0;

  function next(): void {
    if (now() >= resetAt) left = limit;
    while (inHand < Math.min(atOnceMost, limit) && left > 0) {
      const begin = waiting.shift();
      if (begin === undefined) return;
      left -= 1;
      inHand += 1;
      begin();
    }
    if (left <= 0 && waiting.length > 0) wait(next, Math.max(1, resetAt - now()));
  }

  function learn(headers: Headers): void {
    const limitNow = numberIn(headers, "ratelimit-limit");
    const remaining = numberIn(headers, "ratelimit-remaining");
    const resetS = numberIn(headers, "ratelimit-reset");
    if (limitNow === undefined || remaining === undefined || resetS === undefined) return;
    limit = limitNow;
    // Requests in flight may not be counted yet.
    left = Math.min(left, remaining, limit);
    resetAt = Math.max(resetAt, now() + resetS * 1_000);
  }

  return async (send) => {
    await new Promise<void>((begin) => {
      waiting.push(begin);
      next();
    });
    try {
      const answer = await send();
      learn(answer.headers);
      return answer;
    } finally {
      inHand -= 1;
      next();
    }
  };
}
