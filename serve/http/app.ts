/** The HTTP application: every declared endpoint, and the pages around them. */
import { Hono } from "hono";
import type { Logger } from "../../lib/logger.ts";
import { createReadiness, type Readiness } from "../../lib/readiness.ts";
import type { Store } from "../../lib/store/store.ts";
import { createAtOnce } from "../access/atOnce.ts";
import { createAuthenticator } from "../access/auth.ts";
import { createClients } from "../access/clients.ts";
import { createKeylessLimiter } from "../access/keyless.ts";
import { createLimiter } from "../access/limits.ts";
import { createRedisCounters } from "../access/redis.ts";
import { createUsage } from "../access/usage.ts";
import type { Endpoint } from "../endpoint.ts";
import { endpoints as allEndpoints, servedChains } from "../endpoints.ts";
import { createServices } from "../services.ts";
import { createSharing } from "./browsers.ts";
import { answerError, errorResponse } from "./errors.ts";
import { guard, type Variables } from "./guard.ts";
import { countErrors, createHandler } from "./handler.ts";
import { addPages } from "./pages.ts";
import { basePathOf, createPlaces } from "./place.ts";
import { createStatusPage } from "./statusPage.ts";

export type AppOptions = {
  store: Store;
  log: Logger;
  /** Public address, with its path where there is one, for links; default: the request's own. */
  baseUrl?: string | undefined;
  /** Those of chains. Default: all of serve/endpoints.ts. */
  endpoints?: readonly Endpoint[];
  /** Redis that several servers count limits in; default: each counts for itself. */
  redisUrl?: string | undefined;
  redisCaFile?: string | undefined;
  /** Whether /metrics is a page of the API's own port. Default: true. */
  servesMetrics?: boolean;
  /** What /readyz tells. Default: whether the warehouse answers. */
  readiness?: Readiness;
  /** Proxies whose X-Forwarded-* headers are believed. Default: nobody's. */
  trustedProxies?: readonly string[] | undefined;
  /** Origins whose pages may call the API. Default: none. */
  corsOrigins?: readonly string[] | undefined;
  /** Requests without a valid key that an address may make in a minute. Default: without limit. */
  keylessPerMinute?: number;
  /** Requests of one organization that may be in hand at once, whatever its tier. Default: as its tier says. */
  requestsAtOnce?: number;
  /** Days of which use by operation is kept. Default: all. */
  usageKeepDays?: number;
  /** Whether a line is logged for every request. Default: no. */
  logsAccess?: boolean;
  /** How long networks, last days and keys are believed, in milliseconds. */
  factsTtlMs?: number;
  keyTtlMs?: number;
};

export type App = { app: Hono<Variables>; close(): Promise<void> };

/** Hono writes `:name` where the specification writes `{name}`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/**
 * Builds the application on a warehouse whose tables exist.
 * @returns Hono's app (`app.request()` answers without a socket) and `close`, which writes the usage counters
 */
export function createApp(options: AppOptions): App {
  const endpoints = options.endpoints ?? allEndpoints;
  const { store, log } = options;
  const shared =
    options.redisUrl === undefined
      ? undefined
      : createRedisCounters(options.redisUrl, log, options.redisCaFile);
  const usage = createUsage({ store, log, shared, keepDays: options.usageKeepDays });
  const services = createServices(store, { factsTtlMs: options.factsTtlMs, usedBy: usage.of });
  const deps = {
    services,
    usage,
    authenticate: createAuthenticator(
      store,
      options.keyTtlMs === undefined ? {} : { ttlMs: options.keyTtlMs },
    ),
    atOnce: createAtOnce(options.requestsAtOnce ?? 0),
    limit: createLimiter(usage, shared?.createWindow),
  };
  const app = new Hono<Variables>();

  const clientOf = createClients(options.trustedProxies ?? []);
  const keyless = createKeylessLimiter(options.keylessPerMinute ?? 0);
  const placeOf = createPlaces(options.baseUrl);
  const sharing = createSharing(options.corsOrigins ?? []);
  const accessLog = options.logsAccess === true ? log : undefined;
  app.use(guard({ clientOf, knowsKey: deps.authenticate.knows, keyless, placeOf, sharing, accessLog }));
  app.use(countErrors(usage));
  const methodsByRoute = new Map<string, Set<string>>();
  for (const endpoint of endpoints) {
    const route = routeOf(endpoint.path);
    const handler = createHandler(endpoint, deps);
    app.on(endpoint.method.toUpperCase(), route, (context) => {
      context.set("operation", endpoint.operation);
      return handler(context);
    });
    const methods = methodsByRoute.get(route) ?? new Set<string>();
    methods.add(endpoint.method.toUpperCase());
    if (endpoint.method === "get") methods.add("HEAD");
    methodsByRoute.set(route, methods);
  }
  const readiness = options.readiness ?? createReadiness(() => store.ping());
  addPages(app, {
    endpoints,
    basePath: basePathOf(options.baseUrl),
    readiness,
    log,
    servesMetrics: options.servesMetrics !== false,
    statusPage: createStatusPage(servedChains, services),
  });
  for (const [route, methods] of methodsByRoute) {
    app.all(route, () => errorResponse(405, "Method not allowed.", { allow: [...methods].join(", ") }));
  }
  app.notFound(() => errorResponse(404, "Not found."));
  app.onError((error, context) => answerError(error, context, log));
  const close = async () => {
    await usage.close();
    await shared?.close();
  };
  return { app, close };
}
