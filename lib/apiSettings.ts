/** Settings of the API: whom it believes, and what it gives to a request. */
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
      "Public address of the API, with its path where a proxy serves it under one, for links; default: the request's own",
    ),
  TRUSTED_PROXIES: listOf(
    (text) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text),
    "no address and no range such as 10.0.0.0/8",
  )
    .optional()
    .describe("Addresses or ranges of proxies whose X-Forwarded-* headers are believed; default: nobody's"),
  CORS_ORIGINS: listOf(isOrigin, "no origin such as https://example.com")
    .optional()
    .describe("Origins whose pages may call the API from browsers, comma separated, or *; default: none"),
  EXPLORER: z
    .enum(["off", "open", "key"])
    .default("key")
    .describe(
      "Who may look at the explorer, the web page at `/`: nobody, anybody (open), or whoever types a key of the API in",
    ),
  ACCESS_LOG: z
    .enum(["on", "off"])
    .default("off")
    .describe(
      "A log line for every request of the API: key, operation, status, time, compute units, address",
    ),
  KEYLESS_REQUESTS_PER_MINUTE: whole(0, 1_000_000)
    .default(600)
    .describe("Requests without a valid key that an address may make in a minute (0 = without limit)"),
  SHUTDOWN_DELAY_SECONDS: whole(0, 300)
    .default(0)
    .describe(
      "Seconds that the API goes on answering when it is asked to stop, while /readyz says 503, so that load balancers go elsewhere first",
    ),
  API_CONNECTIONS_PER_ADDRESS: whole(0, 1_000_000)
    .default(1_000)
    .describe(
      "Connections to the API that an address may have, unless it is a trusted proxy's; those beyond are closed (0 = without limit)",
    ),
  API_REQUESTS_AT_ONCE: whole(0, 100_000)
    .default(16)
    .describe(
      "Requests of one organization that are in hand at once, in each `serve`; more of them wait; its tier may allow less (0 = as its tier says)",
    ),
  USAGE_KEEP_DAYS: whole(0, 36_500)
    .default(400)
    .describe("Days of which what keys use is kept by day and operation; months stay (0 = for ever)"),
  API_STATEMENT_SECONDS: whole(0, 3_600)
    .default(30)
    .describe("Time that one statement of the API may take (0 = without limit)"),
  API_STATEMENT_MEMORY_MIB: whole(0, 1_048_576)
    .default(2_048)
    .describe("Memory that one statement of the API may take (MiB, 0 = without limit)"),
  API_STATEMENT_ROWS: whole(0, Number.MAX_SAFE_INTEGER)
    .default(1_000_000_000)
    .describe("Rows that one statement of the API may read (0 = without limit)"),
  API_STATEMENTS_MAX: whole(1, 100_000)
    .default(256)
    .describe("Statements of the API that may run or wait at once; requests beyond are answered 503"),
};
