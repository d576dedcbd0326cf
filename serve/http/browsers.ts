/** Security headers for browsers, and which other origins may call the API. */
import type { Context } from "hono";

/** JSON is no page: nothing in it may run, load or be framed. */
const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Pages of the documentation have no script, and one form: their search. */
export const documentationPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");
/** The API reference has one script, ours, which calls the API and puts its own styles into the page. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The explorer is files of ours, and calls the API. */
export const explorerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const always: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
];

/** Security headers of every answer; pages that need more set their own policy before. */
export function secure(headers: Headers, isHttps: boolean): void {
  for (const [name, value] of always) headers.set(name, value);
  if (!headers.has("content-security-policy")) headers.set("content-security-policy", nothing);
  if (isHttps) headers.set("strict-transport-security", "max-age=31536000");
}

const methods = "GET, HEAD, POST, DELETE";
const allowedHeaders =
  "Authorization, Content-Type, If-None-Match, X-Service-Network, X-Rated-Network, X-Request-Id";
const exposedHeaders =
  "Age, Deprecation, ETag, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, X-Service-Bytes-Consumed, X-Service-Compute-Units";
/** Browsers send a preflight request for each address; Chrome caches its answer for two hours at most. */
const preflightMaxAgeS = 7_200;

export type Sharing = {
  /** The answer to a preflight request; undefined for other requests and origins that may not call. */
  preflight(context: Context): Response | undefined;
  /** Lets the page read the answer if it is one of those that may. */
  share(headers: Headers, origin: string | null): void;
};

/**
 * Calls from pages of other origins. Keys travel in a header that pages set themselves, so no credentials are shared.
 * Own code, because the middleware that Hono has copies every answer when it adds its headers.
 * @param origins that may call; "*": all
 */
export function createSharing(origins: readonly string[]): Sharing {
  const allowed = new Set(origins);
  const isForAll = allowed.has("*");
  const isAllowed = (origin: string | null): origin is string =>
    origin !== null && (isForAll || allowed.has(origin));

  function share(headers: Headers, origin: string | null): void {
    if (allowed.size === 0) return;
    if (!isForAll) headers.append("vary", "Origin");
    if (!isAllowed(origin)) return;
    headers.set("access-control-allow-origin", isForAll ? "*" : origin);
    headers.set("access-control-expose-headers", exposedHeaders);
  }

  return {
    share,
    preflight: ({ req }) => {
      const { headers } = req.raw;
      const isPreflight = req.method === "OPTIONS" && headers.has("access-control-request-method");
      if (!isPreflight || !isAllowed(headers.get("origin"))) return undefined;
      return new Response(null, {
        status: 204,
        headers: {
          "access-control-allow-methods": methods,
          "access-control-allow-headers": allowedHeaders,
          "access-control-max-age": String(preflightMaxAgeS),
        },
      });
    },
  };
}
