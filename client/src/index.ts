/** A typed client of the Validator Analytics API. README.md shows how it is used. */
export { type Client, type ClientOptions, createClient } from "./client.ts";
export { ApiError, type FieldError } from "./errors.ts";
export { parseExact } from "./integers.ts";
export type * from "./openapi.ts";
export type {
  AnswerOf,
  CallOf,
  CallOptions,
  Exact,
  Integers,
  PagedPath,
  PathOf,
  RecordOf,
} from "./types.ts";
