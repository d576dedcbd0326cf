/** What an execution node's errors mean for the caller. */
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import { rpcErrorOf, unknownMethodWords } from "../node/jsonRpc.ts";
import { isTooMuch } from "../node/portions.ts";
import { rateLimitWords } from "../node/statuses.ts";

type Meaning = {
  code: string;
  retryable: boolean;
  isRange?: boolean;
  isBatch?: boolean;
  /** The EVM has halted the call: a valid answer, the same from every node. */
  isHalted?: boolean;
};

const refused: Meaning = { code: "refused", retryable: false };
const pruned: Meaning = { code: "pruned", retryable: false };
const rateLimited: Meaning = { code: "rate_limited", retryable: true };
const halted: Meaning = { ...refused, isHalted: true };
/** A request for fewer blocks may be answered. */
const refusedRange: Meaning = { ...refused, isRange: true };
/** Calls over a range of blocks. "Too much" of any other call is temporary, or means too many calls at once. */
const isRangeMethod = (method: string) => method === "eth_getLogs";

/** Messages whose codes are ambiguous; the first match counts. */
const patterns: readonly [RegExp, Meaning][] = [
  // A contract gives its own reasons, in any words.
  [/execution reverted/i, halted],
  [/batch (?:is )?too|batch (?:size|limit)|too many calls/i, { ...refused, isBatch: true }],
  [rateLimitWords, rateLimited],
  [/compute units|capacity/i, rateLimited],
  [
    /query returned more than|(?:block|query) range|range (?:is )?too|too (?:many|large|wide|big)|more than \d+ (?:results|logs|blocks)|response size|limited to|exceeds? (?:the )?(?:max|limit|range)|query timeout/i,
    refusedRange,
  ],
  [/time(?:d ?|-)?out|deadline exceeded/i, { code: "timeout", retryable: true, isRange: true }],
  [
    /prun(?:ed|ing)|histor\w+ (?:.{0,80} )?(?:is )?(?:not |un)available|missing trie node|state (?:is )?(?:not |un)available|no state available|archive/i,
    pruned,
  ],
  [unknownMethodWords, refused],
  // The EVM has halted the call, for any reason: EIP-140 and the exceptional halts of the yellow paper.
  [
    /revert(?:ed)?\b|invalid (?:opcode|instruction|jump)|bad (?:instruction|jump)|out of gas|gas required exceeds|stack (?:under|over)flow|VM execution error|VMExecutionError|EvmError|arithmetic/i,
    halted,
  ],
];
/** Codes of JSON-RPC, EIP-1474, EIP-4444, and HTTP as hosted nodes repeat it. Any other is a fault of the node. */
const meanings = new Map<number, Meaning>([
  // A contract has reverted.
  [3, halted],
  // OpenEthereum and Nethermind: the EVM has halted the call.
  [-32015, halted],
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

/** @param error the answer's `error` field */
export function toSourceError(method: string, error: unknown): SourceError {
  const { code: number, words: said } = rpcErrorOf(error);
  const named = patterns.find(([pattern]) => pattern.test(said))?.[1];
  const meaning = named ??
    // EIP-1474, limit exceeded: blocks or results for logs, requests for anything else.
    (number === -32005 && !isRangeMethod(method) ? rateLimited : meanings.get(number)) ?? {
      ...{ code: "server_error", retryable: true },
    };
  return new SourceError(`${method}: ${said} (${number})`, {
    code: meaning.code,
    retryable: meaning.retryable,
    meta: {
      rpcCode: number,
      isRange: meaning.isRange ?? false,
      isBatch: meaning.isBatch ?? false,
      isHalted: meaning.isHalted ?? false,
    },
  });
}

/** Whether no node accepts this many blocks at once, though one may accept fewer. */
export function isRangeRefused(error: unknown): boolean {
  if (!isErrorOfKind(error, "source")) return false;
  return error.meta.isRange === true || isTooMuch(error);
}

/** Whether no node accepts this many calls in one request. Some count each call against their rate limit. */
export function isBatchRefused(error: unknown): boolean {
  if (!isErrorOfKind(error, "source")) return false;
  return error.meta.isBatch === true || isTooMuch(error) || error.code === "rate_limited";
}
