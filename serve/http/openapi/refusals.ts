/** Every error response, with its operations and its body. */
import { z } from "zod";
import type { oas31, ZodOpenApiResponseObject } from "zod-openapi";
import type { Endpoint } from "../../endpoint.ts";
import { hasStatement } from "../statements.ts";

const fieldError = z
  .object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })
  .meta({ id: "FieldError" });
const errorBody = z
  .object({
    detail: z
      .union([z.string(), z.array(fieldError)])
      .describe("A sentence, or each wrong field with its place in the request"),
  })
  .meta({ id: "ErrorResponse" });

const integer = (description: string, example: number): oas31.HeaderObject => ({
  description,
  example,
  schema: { type: "integer" },
});
const text = (description: string, example: string): oas31.HeaderObject => ({
  description,
  example,
  schema: { type: "string" },
});

/** Headers of answers, each a component. */
export const headers = {
  RequestId: text(
    "Id of the request: the client's own, or a new one",
    "0f5a1c7e-2f0e-4a53-9a0c-6c3f2d6b8e11",
  ),
  ComputeUnits: integer("Compute units charged", 61),
  BytesConsumed: integer("Length of the body before compression", 488),
  RateLimitLimit: integer("Requests a second that the key's tier allows; absent where it has no rate", 10),
  RateLimitRemaining: integer("How many of them are left", 9),
  RateLimitReset: integer("Seconds until all of them are back", 1),
  RateLimitPolicy: text("The rate and its window in seconds", "10;w=1"),
  RetryAfter: integer("Seconds to wait; absent where waiting doesn't help", 1),
  WindowAge: integer("Seconds for which the window has been active", 0),
  ETag: text("Version of the answer, for If-None-Match", 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'),
  Location: text("The address to request instead", "/v0/eth/validators/1"),
  Authenticate: text("How to authenticate", "Bearer"),
  Deprecation: text("true: the operation will go", "true"),
} as const;

export type HeaderName = keyof typeof headers;
export const header = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

export const rateHeaders = {
  "RateLimit-Limit": header("RateLimitLimit"),
  "RateLimit-Remaining": header("RateLimitRemaining"),
  "RateLimit-Reset": header("RateLimitReset"),
  "RateLimit-Policy": header("RateLimitPolicy"),
};

type Refusal = {
  status: string;
  id: string;
  description: string;
  /** An example of `detail`. */
  detail: string | object[];
  headers?: Record<string, { $ref: string }>;
  /** Predicate of its operations; default: all. */
  of?: (endpoint: Endpoint) => boolean;
};

const answers = (endpoint: Endpoint) => endpoint.kind !== "gone";
const isOfSomething = (endpoint: Endpoint) =>
  endpoint.kind !== "gone" &&
  (endpoint.chain !== undefined || endpoint.kind === "one" || Object.keys(endpoint.params.shape).length > 0);
const hasBody = (endpoint: Endpoint) => endpoint.kind === "custom" && endpoint.body !== undefined;

const refusals: readonly Refusal[] = [
  {
    status: "400",
    id: "BadRequest",
    description: "A field is wrong; the list names each",
    detail: [
      {
        loc: ["query", "limit"],
        msg: "Input should be less than or equal to 200",
        type: "value_error.not_le",
      },
    ],
    of: answers,
  },
  {
    status: "401",
    id: "NotAuthenticated",
    description: "No valid key",
    detail: "Invalid authentication credentials",
    headers: { "WWW-Authenticate": header("Authenticate") },
  },
  {
    status: "403",
    id: "NotAllowed",
    description: "The key, its tier or its organization may not do that",
    detail: "You don't have permission to do that: the key lacks the scope read.",
  },
  {
    status: "404",
    id: "NotFound",
    description: "There is nothing of that name",
    detail: "Validator 4294967295 was not found on mainnet",
    of: isOfSomething,
  },
  {
    status: "406",
    id: "NotAcceptable",
    description: "Accept: application/sql, and no statement that others can run answers the request",
    detail: "No single statement answers this operation.",
    of: (endpoint) => answers(endpoint) && !hasStatement(endpoint),
  },
  {
    status: "408",
    id: "TooSlow",
    description: "The request has not come whole in time",
    detail: "The request took too long.",
    of: hasBody,
  },
  {
    status: "409",
    id: "Conflict",
    description: "The request conflicts with the current state; the detail says why",
    detail: "The key a1b2c3d4e5f6 is revoked or has expired. Create a new one.",
    of: (endpoint) => endpoint.kind === "custom" && endpoint.conflicts !== undefined,
  },
  {
    status: "410",
    id: "Gone",
    description: "Retired",
    detail: "Hourly records ended on 2024-07-24.",
    of: (endpoint) => !answers(endpoint),
  },
  {
    status: "413",
    id: "BodyTooLarge",
    description: "The body is too large",
    detail: "The body is too large.",
    of: hasBody,
  },
  {
    status: "414",
    id: "AddressTooLong",
    description: "The address has more than 120,000 characters",
    detail: "The address is too long.",
  },
  {
    status: "415",
    id: "NoJson",
    description: "The body is not JSON by its content type",
    detail: "The body should be JSON: Content-Type: application/json",
    of: hasBody,
  },
  {
    status: "429",
    id: "TooManyRequests",
    description: "Too many requests",
    detail: "Too many requests",
    headers: { "Retry-After": header("RetryAfter"), Age: header("WindowAge"), ...rateHeaders },
  },
  {
    status: "431",
    id: "HeadersTooLarge",
    description: "All headers together have more than 16 kB",
    detail: "The headers are too large.",
  },
  { status: "500", id: "InternalError", description: "Internal error", detail: "Internal server error." },
  {
    status: "503",
    id: "Overloaded",
    description:
      "The service is overloaded or not available, or the request exceeds its limits; the detail says which",
    detail: "Too many requests are being answered. Try again.",
    headers: { "Retry-After": header("RetryAfter") },
  },
];

const responses = refusals.map(
  ({ status, id, description, detail, headers: responseHeaders, of = () => true }) => {
    const response: ZodOpenApiResponseObject = {
      id,
      description,
      headers: { "x-request-id": header("RequestId"), ...responseHeaders },
      content: { "application/json": { schema: errorBody, example: { detail } } },
    };
    return { status, response, of };
  },
);

/** Error responses of an operation. */
export function refusalsOf(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    responses.filter(({ of }) => of(endpoint)).map(({ status, response }) => [status, response]),
  );
}
