/** The first step of every request: its id, its size, and the limit of its address for requests without a key. */
import type { Context, MiddlewareHandler } from "hono";
import { type ApiError, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Caller } from "../access/auth.ts";
import type { Client } from "../access/clients.ts";
import type { KeylessLimiter } from "../access/keyless.ts";
import type { RateHeaders } from "../access/limits.ts";
import { bodyBytesMax } from "./body.ts";
import { type Sharing, secure } from "./browsers.ts";
import { errorResponse, requestIdOf } from "./errors.ts";
import { requestCount, requestDuration } from "./metrics.ts";
import type { Place } from "./place.ts";

export type Variables = {
  Variables: {
    requestId: string;
    operation: string;
    client: Client;
    place: Place;
    /** Set once the key is known. */
    keyId?: string;
    /** Set once its limits have let the request pass. */
    caller?: Caller;
    rateHeaders?: RateHeaders;
  };
};

/** Longest address: 1,000 public keys as repeated parameters take 107 kB. */
export const urlCharactersMax = 120_000;
/** All headers together, names and values. */
export const headerBytesMax = 16_384;

/** These return nothing private, cost nothing, and are requested all the time. */
const freePaths = new Set(["/healthz", "/readyz"]);

/** Refused before anything is parsed. */
function sizeRefusal(context: Context, refuse: NonNullable<GuardDeps["refuse"]>): Response | undefined {
  if (context.req.url.length > urlCharactersMax) return refuse(414, "The address is too long.");
  let headerBytes = 0;
  // Each is a line: a colon, a blank and the line's end come on top.
  for (const [name, value] of context.req.raw.headers) headerBytes += name.length + value.length + 4;
  if (headerBytes > headerBytesMax) return refuse(431, "The headers are too large.");
  const length = Number(context.req.header("content-length") ?? 0);
  if (length > bodyBytesMax) return refuse(413, "The body is too large.");
  return undefined;
}

/** The peer address of the connection; none where a test has no connection. */
function peerOf(context: Context): string | undefined {
  const bindings = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return bindings?.incoming?.socket?.remoteAddress;
}

type GuardDeps = {
  clientOf: (peer: string | undefined, forwardedFor: string | null) => Client;
  knowsKey: (authorization: string | null) => boolean;
  keyless: KeylessLimiter;
  placeOf: (url: URL, headers: Headers, client: Client) => Place;
  sharing: Sharing;
  /** The log with a line per request; default: none. */
  accessLog: Logger | undefined;
  /** Reads the key of a request, in the form of `Authorization: Bearer`. Default: that header. */
  authorizationOf?: (request: Request) => string | null;
  /** How a refusal is written. Default: as all of the API's are. */
  refuse?: (status: number, detail: unknown, headers?: Record<string, string>) => Response;
};

export function guard({
  clientOf,
  knowsKey,
  keyless,
  placeOf,
  sharing,
  accessLog,
  authorizationOf = ({ headers }) => headers.get("authorization"),
  refuse = errorResponse,
}: GuardDeps): MiddlewareHandler<Variables> {
  /** Answers; what turns out to have come with a good key doesn't count against its address. */
  async function answer(context: Context<Variables>, next: () => Promise<void>): Promise<void> {
    const { address } = context.get("client");
    const isCounted =
      address !== undefined &&
      !freePaths.has(context.req.path) &&
      !knowsKey(authorizationOf(context.req.raw));
    if (isCounted) {
      try {
        await keyless.take(address);
      } catch (error) {
        if (!isErrorOfKind(error, "api")) throw error;
        const { status, detail, headers: errorHeaders } = error as ApiError;
        context.res = refuse(status, detail, errorHeaders);
        return;
      }
    }
    await next();
    if (isCounted && context.get("operation") !== "other" && context.res.status !== 401)
      await keyless.giveBack(address);
  }

  return async (context, next) => {
    const started = performance.now();
    const requestId = requestIdOf(context.req.header("x-request-id") ?? null);
    context.set("requestId", requestId);
    context.set("operation", "other");
    const requestHeaders = context.req.raw.headers;
    const client = clientOf(peerOf(context), requestHeaders.get("x-forwarded-for"));
    const place = placeOf(new URL(context.req.url), requestHeaders, client);
    context.set("client", client);
    context.set("place", place);
    const refusal = sizeRefusal(context, refuse) ?? sharing.preflight(context);
    if (refusal === undefined) await answer(context, next);
    else context.res = refusal;
    // context.header() would copy the answer, and its body into a stream.
    const { headers } = context.res;
    headers.set("x-request-id", requestId);
    for (const [name, value] of Object.entries(context.get("rateHeaders") ?? {})) headers.set(name, value);
    secure(headers, place.origin.startsWith("https:"));
    sharing.share(headers, requestHeaders.get("origin"));
    const operation = context.get("operation");
    requestCount.inc({ operation, status: context.res.status });
    const durationMs = performance.now() - started;
    requestDuration.observe({ operation }, durationMs / 1_000);
    accessLog?.info(
      {
        keyId: context.get("keyId"),
        operation,
        method: context.req.method,
        status: context.res.status,
        durationMs: Math.round(durationMs * 10) / 10,
        computeUnits: Number(headers.get("x-service-compute-units") ?? 0),
        bytes: Number(headers.get("x-service-bytes-consumed") ?? 0),
        address: client.address,
        requestId,
      },
      "request",
    );
  };
}
