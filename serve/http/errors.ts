import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { type ApiError, isAppError, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";

/** A body is always `{detail}`: a sentence, or a list of wrong fields. */
export function errorBody(detail: unknown): string {
  return JSON.stringify({ detail });
}

export function errorResponse(
  status: number,
  detail: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(errorBody(detail), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

/** Anything thrown becomes an answer: an ApiError as it says, all else a 5xx that tells nothing of the inside. */
export function answerError(error: unknown, context: Context, log: Logger): Response {
  if (isErrorOfKind(error, "api")) {
    const { status, detail, headers } = error as ApiError;
    return errorResponse(status, detail, headers);
  }
  log.error({ err: error, requestId: context.get("requestId"), path: context.req.path }, "request failed");
  const status = isAppError(error) && error.retryable ? 503 : 500;
  return errorResponse(status, "Internal server error.");
}

const sanePattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own request id when it is harmless, else a new one. */
export function requestIdOf(header: string | null): string {
  return header !== null && sanePattern.test(header) ? header : randomUUID();
}
