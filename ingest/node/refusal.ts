/** Errors of calls: what a node said, which node it was, and what it was called for. */
import { type AppError, errorMessage, isAppError, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import { type HttpResponse, retryAfterMs } from "./http.ts";
import { meaningOfStatus } from "./statuses.ts";

type Asked = {
  node: { name: string };
  call: { path: string; method?: "GET" | "POST" };
};

/** Headers in which gateways give the reason of a refusal. */
const reasonHeader = /reason|error|message|limit|^location$/;

/** What a refusal says: its body, shortened, and behind it the headers that give a reason. */
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

/** The error of a status that the call doesn't understand. */
export function refusal(
  node: Asked["node"],
  call: Asked["call"],
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

/** What a reader of an answer threw: of an answer that it did not expect, an error of its own would pass all retries. */
export function ofAnswer(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new SourceError(`the answer can't be read: ${errorMessage(error)}`, {
    code: "bad_answer",
    cause: error,
  });
}

/** The same error, saying which node and call it was. */
export function named(error: unknown, node: Asked["node"], call: Asked["call"]): unknown {
  if (!isErrorOfKind(error, "source") || error.meta.node !== undefined) return error;
  return new SourceError(`${node.name}, ${call.method ?? "GET"} ${call.path}: ${error.message}`, {
    code: error.code,
    retryable: error.retryable,
    meta: { ...error.meta, node: node.name },
    cause: error,
  });
}
