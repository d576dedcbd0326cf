/** The HTTP application: every declared endpoint, and the pages around them. */
import { type Context, Hono } from "hono";
import type { Logger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { listOutages } from "../../lib/outages.ts";
import type { Store } from "../../lib/store/store.ts";
import { createAuthenticator } from "../access/auth.ts";
import { createLimiter } from "../access/limits.ts";
import { createRedisCounters } from "../access/redis.ts";
import { createUsage } from "../access/usage.ts";
import type { Endpoint } from "../endpoint.ts";
import { endpoints as allEndpoints, servedChains } from "../endpoints.ts";
import { createServices, type Services } from "../services.ts";
import { bodyBytesMax } from "./body.ts";
import { docsPage, docsScript } from "./docs.ts";
import { answerError, errorResponse, requestIdOf } from "./errors.ts";
import { createHandler } from "./handler.ts";
import { requestCount, requestDuration } from "./metrics.ts";
import { openApiDocument } from "./openapi.ts";
import { createStatusPage } from "./statusPage.ts";

export type AppOptions = {
  store: Store;
  log: Logger;
  /** Public address for absolute links; default: the request's own. */
  baseUrl?: string | undefined;
  /** Default: all of serve/endpoints.ts. */
  endpoints?: readonly Endpoint[];
  /** Redis that several servers count limits in; default: each counts for itself. */
  redisUrl?: string | undefined;
  redisCaFile?: string | undefined;
  /** Whether /metrics is a page of the API's own port. Default: true. */
  servesMetrics?: boolean;
  /** How long networks, last days and keys are believed, in milliseconds. */
  factsTtlMs?: number;
  keyTtlMs?: number;
};

type Variables = { Variables: { requestId: string; operation: string } };

export type App = { app: Hono<Variables>; close(): Promise<void> };

/** Longest address: 1,000 public keys as repeated parameters take 107 kB. */
export const urlCharactersMax = 120_000;
/** All headers together, names and values. */
export const headerBytesMax = 16_384;

/** Hono writes `:name` where the specification writes `{name}`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Refused before anything is parsed. */
function sizeRefusal(context: Context): Response | undefined {
  if (context.req.url.length > urlCharactersMax) return errorResponse(414, "The address is too long.");
  let headerBytes = 0;
  // Each is a line: a colon, a blank and the line's end come on top.
  for (const [name, value] of context.req.raw.headers) headerBytes += name.length + value.length + 4;
  if (headerBytes > headerBytesMax) return errorResponse(431, "The headers are too large.");
  const length = Number(context.req.header("content-length") ?? 0);
  if (length > bodyBytesMax) return errorResponse(413, "The body is too large.");
  return undefined;
}

function addPages(
  app: Hono<Variables>,
  options: AppOptions,
  { endpoints, services }: { endpoints: readonly Endpoint[]; services: Services },
): void {
  const document = JSON.stringify(openApiDocument(endpoints));
  app.get("/openapi.json", (context) =>
    context.body(document, 200, { "content-type": "application/json; charset=utf-8" }),
  );
  app.get("/docs", (context) => context.html(docsPage));
  app.get("/docs/rapidoc.js", async (context) =>
    context.body(await docsScript(), 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=86400",
    }),
  );
  app.get("/", (context) => context.redirect("/docs"));
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    try {
      await options.store.ping();
      // Answers come from the warehouse alone. Of what else is away, anybody may know that it is, not where.
      const missing = [...new Set(listOutages().map(({ part }) => part))];
      return context.json({ status: "ready", ...(missing.length === 0 ? {} : { missing }) });
    } catch (error) {
      options.log.warn({ err: error }, "not ready: the warehouse does not answer");
      return context.json({ status: "warehouse unreachable" }, 503);
    }
  });
  if (options.servesMetrics === false) return;
  const page = createStatusPage(servedChains, services);
  app.get("/status", async (context) => {
    const { status, body } = await page();
    return context.html(body, status);
  });
  app.get("/metrics", async (context) =>
    context.body(await registry.metrics(), 200, { "content-type": registry.contentType }),
  );
}

/**
 * Builds the application on a warehouse whose tables exist.
 * @returns Hono's app (`app.request()` answers without a socket) and `close`, which writes the usage counters
 */
export function createApp(options: AppOptions): App {
  const endpoints = options.endpoints ?? allEndpoints;
  const { store, log } = options;
  const services = createServices(
    store,
    options.factsTtlMs === undefined ? {} : { factsTtlMs: options.factsTtlMs },
  );
  const shared =
    options.redisUrl === undefined
      ? undefined
      : createRedisCounters(options.redisUrl, log, options.redisCaFile);
  const usage = createUsage({ store, log, shared });
  const deps = {
    services,
    usage,
    authenticate: createAuthenticator(
      store,
      options.keyTtlMs === undefined ? {} : { ttlMs: options.keyTtlMs },
    ),
    limit: createLimiter(usage, shared?.createWindow),
    baseUrl: options.baseUrl?.replace(/\/+$/, ""),
  };
  const app = new Hono<Variables>();

  app.use(async (context, next) => {
    const started = performance.now();
    const requestId = requestIdOf(context.req.header("x-request-id") ?? null);
    context.set("requestId", requestId);
    context.set("operation", "other");
    const refusal = sizeRefusal(context);
    if (refusal === undefined) await next();
    else context.res = refusal;
    // context.header() would copy the answer, and its body into a stream.
    const { headers } = context.res;
    headers.set("x-request-id", requestId);
    headers.set("x-content-type-options", "nosniff");
    const operation = context.get("operation");
    requestCount.inc({ operation, status: context.res.status });
    requestDuration.observe({ operation }, (performance.now() - started) / 1_000);
  });

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
  addPages(app, options, { endpoints, services });
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
