/** What HTTP statuses without an answer mean. The words count first, as in JSON-RPC errors. */
/** Words of rate limits, with any code or status. */
export const rateLimitWords =
  /rate.?limit|too many requests|request limit|(?:request|call)s? per (?:second|minute|day)|\d+ ?\/ ?(?:s|sec|second|minute)\b|request(?: count| rate)? exceeded|quota|throttl|reduce (?:calls|requests)/i;

/** Servers also return JSON-RPC errors with these statuses: the error counts before the status. */
export const rpcStatuses: readonly number[] = [400, 402, 403, 404, 405, 410, 413, 500, 501];

type Meaning = { code: string; retryable: boolean };

/** The same request never succeeds; a smaller one may. */
const tooLargeStatuses: ReadonlySet<number> = new Set([413, 414, 431]);
/** Temporary errors, though they are client error statuses. */
const lateStatuses: ReadonlySet<number> = new Set([408, 425]);

/** @param words of the body: headers report on every answer how many requests are left */
export function meaningOfStatus(status: number, words: string): Meaning {
  if (status < 300) return { code: "bad_json", retryable: true };
  if (status === 429 || (status < 500 && rateLimitWords.test(words)))
    return { code: "rate_limited", retryable: true };
  if (tooLargeStatuses.has(status)) return { code: "too_large", retryable: false };
  if (lateStatuses.has(status)) return { code: "timeout", retryable: true };
  if (status < 500 || status === 501) return { code: "refused", retryable: false };
  return { code: "server_error", retryable: true };
}
