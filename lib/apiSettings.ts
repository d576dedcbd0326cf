/** Settings of the API: trusted proxies, and limits of requests. */
import ipaddr from "ipaddr.js";
import { z } from "zod";

const listOf = (isGood: (text: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    )
    .pipe(z.array(z.string().refine(isGood, { error: ({ input }) => `"${input}" is ${message}` })));

const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

const isOrigin = (text: string) => text === "*" || (URL.canParse(text) && new URL(text).origin === text);

export const apiSettings = {
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Public URL of the API for links, including the path under which a proxy serves it; default: the request's own",
    ),
  TRUSTED_PROXIES: listOf(
    (text) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text),
    "no address and no range such as 10.0.0.0/8",
  )
    .optional()
    .describe("Addresses or ranges of proxies whose X-Forwarded-* headers are trusted; default: none"),
  CORS_ORIGINS: listOf(isOrigin, "no origin such as https://example.com")
    .optional()
    .describe("Origins whose pages may call the API from browsers, comma separated, or *; default: none"),
  EXPLORER: z
    .enum(["off", "open", "key"])
    .default("key")
    .describe("Access to the explorer at `/`: key (API key required), open (anonymous access), or off"),
  ACCESS_LOG: z
    .enum(["on", "off"])
    .default("off")
    .describe("Log every API request: key, operation, status, time, compute units, address"),
  KEYLESS_REQUESTS_PER_MINUTE: whole(0, 1_000_000)
    .default(600)
    .describe("Requests per minute and address without a valid key (0 = unlimited)"),
  SHUTDOWN_DELAY_SECONDS: whole(0, 300)
    .default(0)
    .describe(
      "Seconds that the API continues to answer after SIGTERM while /readyz returns 503, so that load balancers drain it first",
    ),
  API_CONNECTIONS_PER_ADDRESS: whole(0, 1_000_000)
    .default(1_000)
    .describe("Connections per address; further ones are closed, except for trusted proxies (0 = unlimited)"),
  API_REQUESTS_AT_ONCE: whole(0, 100_000)
    .default(16)
    .describe(
      "Concurrent requests of one organization per `serve`; further ones wait; its tier may allow fewer (0 = the tier's limit)",
    ),
  USAGE_KEEP_DAYS: whole(0, 36_500)
    .default(400)
    .describe(
      "Days that daily usage by key and operation is kept; monthly usage is kept forever (0 = forever)",
    ),
  API_STATEMENT_SECONDS: whole(0, 3_600)
    .default(30)
    .describe("Time that one statement of the API may take (0 = unlimited)"),
  API_STATEMENT_MEMORY_MIB: whole(0, 1_048_576)
    .default(2_048)
    .describe("Memory that one statement of the API may take (MiB, 0 = unlimited)"),
  API_STATEMENT_ROWS: whole(0, Number.MAX_SAFE_INTEGER)
    .default(1_000_000_000)
    .describe("Rows that one statement of the API may read (0 = unlimited)"),
  API_STATEMENTS_MAX: whole(1, 100_000)
    .default(256)
    .describe("API statements that may run or wait at once; further requests are answered 503"),
};
