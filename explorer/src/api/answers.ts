/** Answers of the API with a short-lived cache, so that going back shows the previous page at once. */
import { type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError, createClient } from "validator-analytics-client";
import { basePath } from "../address.ts";
import { bearer } from "../session.ts";
import { type Call, callAddress } from "./call.ts";
import { exactJson } from "./exact.ts";
import { createPace } from "./pace.ts";
import { type Rows, readPages } from "./pages.ts";

export type Failure = {
  /** 0: the server did not answer. */
  status: number;
  detail: string;
  retryAfterS: number | null;
};

export type Answer<Body> =
  | { state: "loading" }
  | { state: "failed"; failure: Failure }
  | { state: "ready"; body: Body; at: number };

/** Going back within a minute shows the cached answer instead of requesting it again. */
const believedMs = 60_000;
const keptMost = 200;
/** A request refused by a rate limit is retried automatically if the wait is at most this long. */
const waitMaxS = 3;

type Kept = { answer: Signal<Answer<unknown>>; loadedAt: number };
const kept = new Map<string, Kept>();

const paced = createPace();

async function exactFetch(request: Request): Promise<Response> {
  const response = await paced(() => fetch(request));
  if (!response.ok || response.headers.get("content-type")?.includes("json") !== true) return response;
  const { status, headers } = response;
  return new Response(exactJson(await response.text()), { status, headers });
}

/** Returned without a request when no key is set. */
const missingKey = { status: 401, detail: "A key is needed.", retryAfterS: null };

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError))
    return { status: 0, detail: "The server can't be reached.", retryAfterS: null };
  const { status, detail, retryAfterS } = error;
  const text =
    typeof detail === "string" ? detail : detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
  return { status, detail: text, retryAfterS };
}

const clientOf = (network: string | undefined, retries: number) =>
  createClient({
    baseUrl: `${location.origin}${basePath}`,
    key: bearer.value ?? "",
    network,
    fetch: exactFetch,
    retries,
    retryAfterMaxS: waitMaxS,
  });

/** For requests that change something: they are never retried automatically; the caller decides. */
export const changingClient = () => clientOf(undefined, 0);

/** Calls the API. @throws ApiError unless it succeeds, TypeError if the server can't be reached */
export function callApi(call: Call, signal?: AbortSignal): Promise<unknown> {
  const client = clientOf(call.network, 2);
  // Paths and parameters come from the network descriptions, which are checked against the API's types.
  const get = client.get as (path: string, given: object) => Promise<unknown>;
  return get(call.path, { path: call.params ?? {}, query: call.query ?? {}, ...(signal && { signal }) });
}

async function load(load: () => Promise<unknown>, entry: Kept): Promise<void> {
  entry.loadedAt = Date.now();
  try {
    const body = await load();
    entry.answer.value = { state: "ready", body, at: Date.now() };
  } catch (error) {
    entry.loadedAt = 0;
    entry.answer.value = { state: "failed", failure: failureOf(error) };
  }
}

function entryOf(name: string): Kept {
  const cached = kept.get(name);
  const entry = cached ?? { answer: signal<Answer<unknown>>({ state: "loading" }), loadedAt: 0 };
  // Re-inserting keeps the map in order of use, so that the least recently used entry is evicted.
  kept.delete(name);
  kept.set(name, entry);
  const [first] = kept.keys();
  if (kept.size > keptMost && first !== undefined) kept.delete(first);
  return entry;
}

const loading: Answer<never> = { state: "loading" };

/**
 * The state of a loader's request, cached by name.
 * @param name identifies the whole request; undefined: there is nothing to request yet
 * @param isPublic the document needs no key
 */
function useLoaded<Body>(
  name: string | undefined,
  loader: () => Promise<Body>,
  isPublic = false,
): Answer<Body> & Again {
  const whole = name === undefined ? undefined : `${bearer.value} ${name}`;
  const isMissingKey = bearer.value === undefined && !isPublic;
  const start = (believes: boolean) => {
    if (whole === undefined || isMissingKey) return;
    const entry = entryOf(whole);
    if (believes && Date.now() - entry.loadedAt <= believedMs) return;
    if (!believes) entry.answer.value = loading;
    void load(loader, entry);
  };
  useEffect(() => start(true), [whole]);
  const again = () => start(false);
  if (whole === undefined) return { ...loading, again };
  if (isMissingKey) return { state: "failed", failure: missingKey, again };
  return { ...(entryOf(whole).answer.value as Answer<Body>), again };
}

/** Requests the answer again, ignoring the cache. */
type Again = { again(): void };
export type Reloadable<Body> = Answer<Body> & Again;

const nameOf = (call: Call) => `${call.network ?? ""} ${call.since?.day ?? ""} ${callAddress(call)}`;

/** A document served next to the API, without a key. @param path below the base */
export function usePublic<Body>(path: string): Reloadable<Body> {
  const load = async () => {
    const response = await fetch(`${basePath}${path}`);
    if (!response.ok) throw new ApiError(response, await response.text());
    return (await response.json()) as Body;
  };
  return useLoaded(`public ${path}`, load, true);
}

/** The answer to a call, unchanged. */
export function useAnswer<Body>(call: Call | undefined): Reloadable<Body> {
  return useLoaded(call && nameOf(call), () => callApi(call as Call) as Promise<Body>);
}

/** The first records of a list, across its pages. */
export function useRows(call: Call | undefined): Reloadable<Rows> {
  return useLoaded(call && `rows ${nameOf(call)}`, () => readPages(call as Call, callApi));
}

/** Records of several lists, in their order. */
export function useRowsOf(calls: readonly Call[]): Reloadable<Rows[]> {
  const name = calls.length === 0 ? undefined : `rows ${calls.map(nameOf).join(" ")}`;
  return useLoaded(name, () => Promise.all(calls.map((call) => readPages(call, callApi))));
}

/** Clears the cache: answers to one key must not be shown under another. */
export function forgetAnswers(): void {
  kept.clear();
}
