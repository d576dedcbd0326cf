/** What errors of an execution node mean for the caller. */
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import { rateLimitWords, rpcErrorOf, unknownMethodWords } from "../node/jsonRpc.ts";
import { isTooMuch } from "../node/portions.ts";

type Meaning = { code: string; retryable: boolean; isRange?: boolean; isBatch?: boolean };

const refused: Meaning = { code: "refused", retryable: false };
const pruned: Meaning = { code: "pruned", retryable: false };
const rateLimited: Meaning = { code: "rate_limited", retryable: true };
/** The same of fewer blocks may be answered. */
const refusedRange: Meaning = { ...refused, isRange: true };

/** What is said with codes that mean something else elsewhere; the first that fits. */
const patterns: readonly [RegExp, Meaning][] = [
  [/batch (?:is )?too|batch (?:size|limit)|too many calls/i, { ...refused, isBatch: true }],
  [rateLimitWords, rateLimited],
  [/compute units|capacity/i, rateLimited],
  [
    /query returned more than|(?:block|query) range|range (?:is )?too|too (?:many|large|wide|big)|more than \d+ (?:results|logs|blocks)|response size|limited to|exceeds? (?:the )?(?:max|limit|range)|query timeout|timed? ?out/i,
    refusedRange,
  ],
  [/pruned|histor\w+ (?:.{0,80} )?(?:is )?(?:not |un)available|missing trie node/i, pruned],
  [unknownMethodWords, refused],
  // The machine has ended the call, whatever ended it: EIP-140 and the exceptional halts of the yellow paper.
  [
    /revert(?:ed)?\b|invalid (?:opcode|instruction|jump)|bad (?:instruction|jump)|out of gas|gas required exceeds|stack (?:under|over)flow|VM execution error|VMExecutionError|EvmError|arithmetic/i,
    refused,
  ],
];
/** Codes of JSON-RPC, of EIP-1474, of EIP-4444, and of HTTP as hosted nodes repeat it. Others are the node's own trouble. */
const meanings = new Map<number, Meaning>([
  // A contract has reverted.
  [3, refused],
  // OpenEthereum's, and Nethermind's, of a call that the machine has ended.
  [-32015, refused],
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
  const { code: number, words: said } = rpcErrorOf(error);
  const meaning = patterns.find(([pattern]) => pattern.test(said))?.[1] ??
    meanings.get(number) ?? { code: "server_error", retryable: true };
  return new SourceError(`${method}: ${said} (${number})`, {
    code: meaning.code,
    retryable: meaning.retryable,
    meta: { rpcCode: number, isRange: meaning.isRange ?? false, isBatch: meaning.isBatch ?? false },
  });
}

/** Whether no node answers for so many blocks at once, though one may for fewer. */
export function isRangeRefused(error: unknown): boolean {
  if (!isErrorOfKind(error, "source")) return false;
  return error.meta.isRange === true || isTooMuch(error);
}

/** Whether no node takes so many calls in one request. Some count each of them in their rate limit. */
export function isBatchRefused(error: unknown): boolean {
  if (!isErrorOfKind(error, "source")) return false;
  return error.meta.isBatch === true || isTooMuch(error) || error.code === "rate_limited";
}
