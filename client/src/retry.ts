import { retryAfterSOf } from "./errors.ts";

export type Fetch = (request: Request) => Promise<Response>;

/** 429 is returned before any work; 503 may interrupt it, so only requests without side effects are retried. */
function isWorthRetrying(request: Request, response: Response): boolean {
  if (response.status === 429) return true;
  return response.status === 503 && (request.method === "GET" || request.method === "HEAD");
}

/** Resolves after the given time; rejects with the signal's reason as soon as it is aborted. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", giveUp);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}

/**
 * A fetch that waits for the `Retry-After` of a 429 or 503, then retries. Without that header, waiting doesn't help: the
 * answer is returned unchanged, as is one with a wait above `waitMaxS`.
 * @param retries the number of retries
 */
export function retrying(fetch: Fetch, retries: number, waitMaxS: number): Fetch {
  return async (request) => {
    for (let left = retries; ; left -= 1) {
      // A body can be sent only once, so a request that may be retried is cloned.
      const response = await fetch(left > 0 ? request.clone() : request);
      if (left <= 0 || !isWorthRetrying(request, response)) return response;
      const waitS = retryAfterSOf(response.headers);
      if (waitS === null || waitS > waitMaxS) return response;
      await response.body?.cancel();
      await wait(waitS * 1_000, request.signal);
    }
  };
}
