import createOpenApiClient from "openapi-fetch";
import { ApiError } from "./errors.ts";
import { parseExact } from "./integers.ts";
import { type Page, recordsOf, walk } from "./pages.ts";
import { type Fetch, retrying } from "./retry.ts";
import type {
  AnswerOf,
  CallArguments,
  CallOptions,
  Integers,
  Method,
  PagedPath,
  PathOf,
  RecordOf,
} from "./types.ts";

export type ClientOptions<As extends Integers = "number"> = {
  /** URL of the API, including the path that it is served under, if any. */
  baseUrl: string;
  /** A key of the API. */
  key: string;
  /** Network of calls that name none; default: the main one of the chain. */
  network?: string | undefined;
  /** Sends requests; default: the platform's `fetch`. */
  fetch?: Fetch | undefined;
  /** How many times a call refused with 429 or 503 is retried, after the wait that the answer requests. Default: 3. */
  retries?: number | undefined;
  /** The longest wait before a retry, in seconds; a longer `Retry-After` is an error at once. Default: 60. */
  retryAfterMaxS?: number | undefined;
  /** "exact": integers beyond 2^53, such as wei, are bigints with all of their digits. Default: "number". */
  integers?: As | undefined;
};

/** A client of one API with one key. Any answer other than a success is thrown as an ApiError. */
export type Client<As extends Integers = "number"> = {
  get<Path extends PathOf<"get">>(
    path: Path,
    ...call: CallArguments<Path, "get">
  ): Promise<AnswerOf<Path, "get", As>>;
  post<Path extends PathOf<"post">>(
    path: Path,
    ...call: CallArguments<Path, "post">
  ): Promise<AnswerOf<Path, "post", As>>;
  delete<Path extends PathOf<"delete">>(
    path: Path,
    ...call: CallArguments<Path, "delete">
  ): Promise<AnswerOf<Path, "delete", As>>;
  /** All pages, starting with the requested one. Each is fetched when the previous one has been consumed. */
  pages<Path extends PagedPath>(
    path: Path,
    ...call: CallArguments<Path, "get">
  ): AsyncGenerator<AnswerOf<Path, "get", As>, void, void>;
  /** The records of all pages, one by one. */
  records<Path extends PagedPath>(
    path: Path,
    ...call: CallArguments<Path, "get">
  ): AsyncGenerator<RecordOf<AnswerOf<Path, "get", As>>, void, void>;
};

/** A call after type checking. */
type Call = CallOptions & {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

const networkHeader = "X-Service-Network";

export function createClient<const As extends Integers = "number">(options: ClientOptions<As>): Client<As> {
  const { baseUrl, key, network, retries = 3, retryAfterMaxS = 60 } = options;
  const send: Fetch = options.fetch ?? ((request) => globalThis.fetch(request));
  const parse = options.integers === "exact" ? parseExact : (text: string): unknown => JSON.parse(text);
  const client = createOpenApiClient<Record<string, never>>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}`, Accept: "application/json" },
    fetch: retrying(send, retries, retryAfterMaxS),
  });

  async function call(method: Method, path: string, given: Call = {}): Promise<unknown> {
    const callNetwork = given.network ?? network;
    const init = {
      params: { path: given.path, query: given.query },
      headers: { ...(callNetwork === undefined ? {} : { [networkHeader]: callNetwork }), ...given.headers },
      parseAs: "text",
      ...(given.body === undefined ? {} : { body: given.body }),
      ...(given.signal === undefined ? {} : { signal: given.signal }),
    };
    const { data, error, response } = await client.request(method, path as never, init as never);
    if (!response.ok) throw new ApiError(response, error);
    return data === undefined ? undefined : parse(data);
  }

  function pages(path: string, given: Call = {}): AsyncGenerator<Page, void, void> {
    return walk(
      async (query) => (await call("get", path, { ...given, query: query ?? {} })) as Page,
      given.query,
    );
  }

  async function* records(path: string, given?: Call): AsyncGenerator<unknown, void, void> {
    for await (const page of pages(path, given)) yield* recordsOf(page);
  }

  const untyped = {
    get: (path: string, given?: Call) => call("get", path, given),
    post: (path: string, given?: Call) => call("post", path, given),
    delete: (path: string, given?: Call) => call("delete", path, given),
    pages,
    records,
  };
  // Types of answers come from the API's document. The server's tests check answers against it, so the client does not.
  return untyped as unknown as Client<As>;
}
