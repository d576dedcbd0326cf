/** What errors of an execution node mean for the caller. */
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";

type Meaning = { code: string; retryable: boolean; isRange?: boolean; isBatch?: boolean };

const refused: Meaning = { code: "refused", retryable: false };
const pruned: Meaning = { code: "pruned", retryable: false };
const rateLimited: Meaning = { code: "rate_limited", retryable: true };
/** The same of fewer blocks may be answered. */
const refusedRange: Meaning = { ...refused, isRange: true };

/** What is said with codes that mean something else elsewhere; the first that fits. */
const patterns: readonly [RegExp, Meaning][] = [
  [/batch (?:is )?too|batch (?:size|limit)|too many calls/i, { ...refused, isBatch: true }],
  [/rate limit|too many requests|request(?: count)? exceeded|compute units|capacity/i, rateLimited],
  [
    /query returned more than|(?:block|query) range|range (?:is )?too|too (?:many|large|wide|big)|more than \d+ (?:results|logs|blocks)|response size|limited to|exceeds? (?:the )?(?:max|limit|range)|query timeout|timed? ?out/i,
    refusedRange,
  ],
  [/pruned|history (?:is )?(?:not|un)available|missing trie node/i, pruned],
];
/** Codes of JSON-RPC, of EIP-1474, of EIP-4444, and of HTTP as hosted nodes repeat it. Others are the node's own trouble. */
const meanings = new Map<number, Meaning>([
  // A contract has reverted.
  [3, refused],
  [-32005, refusedRange],
  [-32429, rateLimited],
  [-32600, refused],
  [-32601, refused],
  [-32602, refused],
  [4444, pruned],
  [401, refused],
  [403, refused],
  [429, rateLimited],
]);

/** @param error the `error` field of an answer */
export function toSourceError(method: string, error: unknown): SourceError {
  const { code, message } = (typeof error === "object" && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const number = typeof code === "number" ? code : Number.NaN;
  const said = typeof message === "string" ? message.slice(0, 300) : "unnamed error";
  const meaning = patterns.find(([pattern]) => pattern.test(said))?.[1] ??
    meanings.get(number) ?? { code: "server_error", retryable: true };
  return new SourceError(`${method}: ${said} (${String(code)})`, {
    code: meaning.code,
    retryable: meaning.retryable,
    meta: { rpcCode: number, isRange: meaning.isRange ?? false, isBatch: meaning.isBatch ?? false },
  });
}

/** Too much for one answer, or for the time that it may take. */
const tooMuch = new Set(["too_large", "timeout"]);

/** Whether no node answers for so many blocks at once, though one may for fewer. */
export function isRangeRefused(error: unknown): boolean {
  return isErrorOfKind(error, "source") && (error.meta.isRange === true || tooMuch.has(error.code));
}

/** Whether no node takes so many calls in one request. */
export function isBatchRefused(error: unknown): boolean {
  return isErrorOfKind(error, "source") && error.meta.isBatch === true;
}
