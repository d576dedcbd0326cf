/** What a Solana node's errors mean for the caller. */
import { SourceError } from "../../../lib/errors.ts";
import { rpcErrorOf, unknownMethodWords } from "../../node/jsonRpc.ts";
import { rateLimitWords } from "../../node/statuses.ts";

type Meaning = { code: string; retryable?: boolean; isUnknownMethod?: boolean };

const refused: Meaning = { code: "refused", retryable: false };
const unknownMethod = -32601;
const invalidParameters = -32602;

/** Codes of agave's rpc-client-api (custom_error.rs), JSON-RPC, and HTTP as hosted nodes repeat it. Others are faults of the node. */
const meanings = new Map<number, Meaning>([
  [-32001, { code: "pruned", retryable: false }],
  [-32004, { code: "not_yet" }],
  [-32005, { code: "stale" }],
  [-32007, { code: "skipped" }],
  [-32009, { code: "skipped" }],
  [-32010, refused],
  [-32011, refused],
  [-32014, { code: "not_yet" }],
  [-32015, refused],
  [-32016, { code: "not_yet" }],
  [-32017, { code: "not_yet" }],
  [-32429, { code: "rate_limited" }],
  [-32600, refused],
  [unknownMethod, refused],
  [invalidParameters, refused],
  [401, refused],
  [403, refused],
  [410, refused],
  [429, { code: "rate_limited" }],
]);
/** Messages of hosted nodes, with codes of their own. */
const patterns: readonly [RegExp, Meaning][] = [
  [
    /excluded from account secondary indexes|not (?:available|allowed|enabled|supported)|unavailable for|disabled|upgrade/i,
    refused,
  ],
];

/** Words count before codes: gateways return errors of their own with the chain's codes. */
function meaningOf(code: number, words: string): Meaning {
  if (rateLimitWords.test(words)) return { code: "rate_limited" };
  if (unknownMethodWords.test(words)) return { ...refused, isUnknownMethod: true };
  return (
    meanings.get(code) ?? patterns.find(([pattern]) => pattern.test(words))?.[1] ?? { code: "server_error" }
  );
}

/** @param error the answer's `error` field */
export function toSourceError(method: string, error: unknown): SourceError {
  const { code: number, words: said } = rpcErrorOf(error);
  const meaning = meaningOf(number, said);
  const advice =
    meaning.code === "pruned"
      ? ". The node no longer keeps it: use one with long-term storage, or a later --from."
      : "";
  return new SourceError(`${method}: ${said} (${number})${advice}`, {
    code: meaning.code,
    retryable: meaning.retryable ?? true,
    meta: { rpcCode: number, isUnknownMethod: meaning.isUnknownMethod ?? number === unknownMethod },
  });
}

const rpcCodeOf = (error: unknown) => (error instanceof SourceError ? error.meta.rpcCode : undefined);

/** Whether the node doesn't have the method, or not with these parameters. */
export function isUnsupported(error: unknown): boolean {
  const code = rpcCodeOf(error);
  return code === unknownMethod || code === invalidParameters;
}
