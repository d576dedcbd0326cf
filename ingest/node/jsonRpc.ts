/** Answers of JSON-RPC. */
import { SourceError } from "../../lib/errors.ts";

/**
 * The result in an answer.
 * @param toSourceError what the chain's nodes mean by an error
 * @throws SourceError for an error, `bad_json` when it is no JSON, `bad_answer` without a result
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
    const start = text.slice(0, 200).replaceAll(/\s+/g, " ");
    throw new SourceError(`${method}: HTTP ${status}, not JSON: ${start}`, {
      code: status === 200 ? "bad_json" : "server_error",
      cause: error,
    });
  }
  if (envelope?.error !== undefined && envelope.error !== null) throw toSourceError(method, envelope.error);
  if (typeof envelope !== "object" || envelope === null || envelope.result === undefined)
    throw new SourceError(`${method}: an answer without a result`, { code: "bad_answer" });
  return envelope.result;
}
