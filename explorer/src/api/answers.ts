/** Answers of the API, kept for a while, so that going back shows at once what was there. */
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
  /** 0: there was no answer at all. */
  status: number;
  detail: string;
  retryAfterS: number | null;
};

export type Answer<Body> =
  | { state: "loading" }
  | { state: "failed"; failure: Failure }
  | { state: "ready"; body: Body; at: number };

/** Rather an answer of a minute ago than a new one each time that somebody goes back. */
const believedMs = 60_000;
const keptMost = 200;
/** A page that is refused by a limit waits and tries again by itself, if the wait is short. */
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

/** Nobody is asked: a key is missing. */
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

/** For what changes something: it is asked once, and whoever asked decides whether to ask again. */
export const changingClient = () => clientOf(undefined, 0);

/** Asks the API. @throws ApiError for whatever isn't a success, TypeError where the server isn't reached */
export function ask(call: Call, signal?: AbortSignal): Promise<unknown> {
  const client = clientOf(call.network, 2);
  // Which path has which parameters is told by the descriptions, whose fields are checked against the API's types.
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
  const known = kept.get(name);
  const entry = known ?? { answer: signal<Answer<unknown>>({ state: "loading" }), loadedAt: 0 };
  // Last used is last in order, and the first goes.
  kept.delete(name);
  kept.set(name, entry);
  const [first] = kept.keys();
  if (kept.size > keptMost && first !== undefined) kept.delete(first);
  return entry;
}

const loading: Answer<never> = { state: "loading" };

/**
 * What a loader brings.
 * @param name says all of what it asks; undefined: there is nothing to be asked yet
 * @param isPublic without a key, too
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

/** Asks once more, whatever is known. */
type Again = { again(): void };
export type Asked<Body> = Answer<Body> & Again;

const nameOf = (call: Call) => `${call.network ?? ""} ${call.since?.day ?? ""} ${callAddress(call)}`;

/** A document beside the API, which asks for no key. @param path below the base */
export function usePublic<Body>(path: string): Asked<Body> {
  const load = async () => {
    const response = await fetch(`${basePath}${path}`);
    if (!response.ok) throw new ApiError(response, await response.text());
    return (await response.json()) as Body;
  };
  return useLoaded(`public ${path}`, load, true);
}

/** The answer to a call, as it comes. */
export function useAnswer<Body>(call: Call | undefined): Asked<Body> {
  return useLoaded(call && nameOf(call), () => ask(call as Call) as Promise<Body>);
}

/** Records of all pages of a list, the first ones of them. */
export function useRows(call: Call | undefined): Asked<Rows> {
  return useLoaded(call && `rows ${nameOf(call)}`, () => readPages(call as Call, ask));
}

/** Records of several lists, in their order. */
export function useRowsOf(calls: readonly Call[]): Asked<Rows[]> {
  const name = calls.length === 0 ? undefined : `rows ${calls.map(nameOf).join(" ")}`;
  return useLoaded(name, () => Promise.all(calls.map((call) => readPages(call, ask))));
}

/** What was known under another key is nothing of this one's. */
export function forgetAnswers(): void {
  kept.clear();
}
