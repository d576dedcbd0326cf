import { retryAfterSOf } from "./errors.ts";

export type Fetch = (request: Request) => Promise<Response>;

/** 429 is answered before anything is done; 503 may come in the middle, so only what changes nothing is asked again. */
function isWorthRetrying(request: Request, response: Response): boolean {
  if (response.status === 429) return true;
  return response.status === 503 && (request.method === "GET" || request.method === "HEAD");
}

/** Resolves after a while; rejects with the signal's reason as soon as it is aborted. */
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
 * A fetch that waits as long as a 429 or 503 asks for by `Retry-After`, and tries again. Without that header, waiting
 * doesn't help: the answer is returned as it is, and so is one that asks for more than `waitMaxS`.
 * @param retries how many more times
 */
export function retrying(fetch: Fetch, retries: number, waitMaxS: number): Fetch {
  return async (request) => {
    for (let left = retries; ; left -= 1) {
      // A body can be sent once: what may be tried again is sent as a copy.
      const response = await fetch(left > 0 ? request.clone() : request);
      if (left <= 0 || !isWorthRetrying(request, response)) return response;
      const waitS = retryAfterSOf(response.headers);
      if (waitS === null || waitS > waitMaxS) return response;
      await response.body?.cancel();
      await wait(waitS * 1_000, request.signal);
    }
  };
}
