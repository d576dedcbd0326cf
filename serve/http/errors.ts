import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { type ApiError, isAppError, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { cancelledCode, isOverBudget, overloadedCode } from "../../lib/store/limits.ts";
import { limitedCount } from "./metrics.ts";

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

/** A warehouse that is away is rarely back within a second. */
const unavailableRetrySeconds = "5";

const overBudget =
  "The request exceeds its limits. Request less: a shorter range, fewer validators, a smaller page.";

/** Refusals by the limits of statements (lib/store/limits.ts): not a server error, so they are counted and not logged as one. */
function limitedResponse(error: unknown, context: Context): Response | undefined {
  if (!isErrorOfKind(error, "store")) return undefined;
  const refused = (reason: string, detail: string, headers: Record<string, string> = {}) => {
    limitedCount.inc({ operation: context.get("operation"), reason });
    return errorResponse(503, detail, headers);
  };
  if (error.code === overloadedCode)
    return refused(error.code, "Too many requests are being answered. Try again.", { "retry-after": "1" });
  if (isOverBudget(error)) return refused(error.code, overBudget);
  // The client has gone and doesn't read this answer.
  return error.code === cancelledCode ? refused(error.code, "The client has disconnected.") : undefined;
}

/** Converts any error to a response: an ApiError as it is, all others to a 5xx without internal details. */
export function answerError(error: unknown, context: Context, log: Logger): Response {
  if (isErrorOfKind(error, "api")) {
    const { status, detail, headers } = error as ApiError;
    return errorResponse(status, detail, headers);
  }
  const limited = limitedResponse(error, context);
  if (limited !== undefined) return limited;
  log.error({ err: error, requestId: context.get("requestId"), path: context.req.path }, "request failed");
  if (isAppError(error) && error.retryable)
    return errorResponse(503, "The service is not available. Try again later.", {
      "retry-after": unavailableRetrySeconds,
    });
  return errorResponse(500, "Internal server error.");
}

const sanePattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own request id when it is harmless, else a new one. */
export function requestIdOf(header: string | null): string {
  return header !== null && sanePattern.test(header) ? header : randomUUID();
}
