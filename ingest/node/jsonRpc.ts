/** JSON-RPC answers. */
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import { meaningOfStatus } from "./statuses.ts";

const wordsMost = 300;

/** JSON of an error, which may hold integers beyond 2^53. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));

/** The beginning of a body, for messages. */
export const startOf = (text: string) => text.slice(0, 200).replaceAll(/\s+/g, " ").trim();

/**
 * An error's code and message, from whichever field: `message`, text in `data` (Nethermind and OpenEthereum put the
 * reason there), or an error that is itself text.
 * @param error the answer's `error` field
 */
export function rpcErrorOf(error: unknown): { code: number; words: string } {
  if (typeof error === "string") return { code: Number.NaN, words: error.slice(0, wordsMost) };
  const { code, message, data } = (typeof error === "object" && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const texts = [message, data].filter(
    (text): text is string => typeof text === "string" && text !== "" && !text.startsWith("0x"),
  );
  const words = texts.length > 0 ? texts.join(": ") : `unnamed error ${jsonOf(error)}`;
  const isNumber = typeof code === "number" || typeof code === "bigint";
  return { code: isNumber ? Number(code) : Number.NaN, words: words.slice(0, wordsMost) };
}

/** How nodes and plans word that they do not offer a method, regardless of the code. */
export const unknownMethodWords =
  /(?:unsupported|unknown|invalid) (?:rpc )?method|method (?:\S+ )?(?:is |was |does )?not (?:found|available|allowed|supported|enabled|exist|whitelisted|on the whitelist)|method .{0,40}(?:whitelist|does(?: not|n't) exist)|not (?:implemented|supported)|can't find (?:method|service)/i;

/** Whether a node does not offer an optional call, or answers it with something unreadable. */
export function isOptionalRefused(error: unknown): boolean {
  if (!isErrorOfKind(error, "source")) return false;
  if (error.meta.isUnknownMethod === true) return true;
  return ["refused", "too_large", "bad_answer", "bad_json", "malformed"].includes(error.code);
}

/** The error for a body that is not JSON, such as a gateway's page or line of text. */
export function notJson(method: string, status: number, text: string, cause?: unknown): SourceError {
  const { code, retryable } = meaningOfStatus(status, text.slice(0, wordsMost));
  return new SourceError(`${method}: HTTP ${status}, not JSON: ${startOf(text)}`, {
    ...{ code, retryable, meta: { status }, cause },
  });
}

/** The error for JSON with neither a result nor an error: it quotes the content instead. */
export function withoutResult(method: string, status: number, text: string): SourceError {
  const meaning = meaningOfStatus(status, text.slice(0, wordsMost));
  const { code, retryable } = status < 300 ? { code: "bad_answer", retryable: true } : meaning;
  const where = status === 200 ? "" : `HTTP ${status}, `;
  return new SourceError(`${method}: ${where}an answer without a result: ${startOf(text)}`, {
    ...{ code, retryable, meta: { status } },
  });
}

/**
 * The result of an answer.
 * @param toSourceError maps the chain's node errors
 * @throws SourceError for an error, `bad_json` if it is not JSON, `bad_answer` without a result
 */
export function readRpcResult(
  method: string,
  { status, text }: { status: number; text: string },
  toSourceError: (method: string, error: object) => SourceError,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  let envelope: { result?: unknown; error?: object | null } | null;
  try {
    envelope = parse(text) as typeof envelope;
  } catch (error) {
    throw notJson(method, status, text, error);
  }
  if (envelope?.error !== undefined && envelope.error !== null) throw toSourceError(method, envelope.error);
  if (typeof envelope !== "object" || envelope === null || envelope.result === undefined)
    throw withoutResult(method, status, text);
  return envelope.result;
}
