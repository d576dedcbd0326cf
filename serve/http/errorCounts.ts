/** Error responses count towards a key's usage. */
import type { MiddlewareHandler } from "hono";
import type { Usage } from "../access/usage.ts";
import type { Variables } from "./guard.ts";

/** Counts every error response for the calling key. */
export function countErrors(usage: Usage): MiddlewareHandler<Variables> {
  return async (context, next) => {
    await next();
    const caller = context.get("caller");
    const { status } = context.res;
    if (caller === undefined || status < 400) return;
    usage.add(caller, context.get("operation"), status < 500 ? { clientErrors: 1 } : { serverErrors: 1 });
  };
}
