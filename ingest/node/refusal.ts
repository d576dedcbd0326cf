/** Errors of calls: the node's words, the node's name and the call. */
import { type AppError, errorMessage, isAppError, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import { type HttpResponse, retryAfterMs } from "./http.ts";
import { meaningOfStatus } from "./statuses.ts";

type CallOfNode = {
  node: { name: string };
  call: { path: string; method?: "GET" | "POST" };
};

/** Headers in which gateways give the reason for a refusal. */
const reasonHeader = /reason|error|message|limit|^location$/;

/** A refusal's words: the shortened body, followed by the headers that give a reason. */
export type Words = { body: string; all: string };

export async function wordsOf(response: HttpResponse): Promise<Words> {
  let body = "";
  try {
    body = (await response.bytes()).subarray(0, 300).toString("utf8").replaceAll(/\s+/g, " ").trim();
  } catch {
    response.discard();
  }
  const reasons = Object.entries(response.headers)
    .filter(([name]) => reasonHeader.test(name))
    .map(([name, value]) => `${name}: ${String(value).slice(0, 100)}`);
  return { body, all: [body, ...reasons].filter((text) => text !== "").join(", ") };
}

/** The error for a status that the call does not handle. */
export function refusal(
  node: CallOfNode["node"],
  call: CallOfNode["call"],
  response: HttpResponse,
  words: Words,
): SourceError {
  const { status } = response;
  const wait = status === 429 || status === 503 ? retryAfterMs(response.headers) : undefined;
  const { code, retryable } = meaningOfStatus(status, words.body);
  return new SourceError(
    `${node.name} answered ${status} to ${call.method ?? "GET"} ${call.path}${words.all === "" ? "" : `: ${words.all}`}`,
    {
      code,
      retryable,
      meta: { status, node: node.name, ...(wait === undefined ? {} : { retryAfterMs: wait }) },
    },
  );
}

/** What a reader of an answer threw; an unexpected error is the answer's fault, and may be retried. */
export function ofAnswer(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new SourceError(`the answer can't be read: ${errorMessage(error)}`, {
    code: "bad_answer",
    cause: error,
  });
}

/** The same error with the names of node and call. */
export function named(error: unknown, node: CallOfNode["node"], call: CallOfNode["call"]): unknown {
  if (!isErrorOfKind(error, "source") || error.meta.node !== undefined) return error;
  return new SourceError(`${node.name}, ${call.method ?? "GET"} ${call.path}: ${error.message}`, {
    code: error.code,
    retryable: error.retryable,
    meta: { ...error.meta, node: node.name },
    cause: error,
  });
}
