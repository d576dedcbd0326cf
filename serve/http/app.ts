/** The HTTP application: every declared endpoint, and the pages around them. */
import { Hono } from "hono";
import { createReadiness, type Readiness } from "../../lib/readiness.ts";
import type { Endpoint } from "../endpoint.ts";
import { endpoints as allEndpoints } from "../endpoints.ts";
import { servedChains } from "../servedChains.ts";
import { createServices } from "../services.ts";
import { type Access, type AccessOptions, createAccess } from "./access.ts";
import { createSharing } from "./browsers.ts";
import { countErrors } from "./errorCounts.ts";
import { answerError, errorResponse } from "./errors.ts";
import { addExplorer, type ExplorerAccess } from "./explorer.ts";
import { guard, type Variables } from "./guard.ts";
import { createHandler } from "./handler.ts";
import { addPages } from "./pages.ts";
import { basePathOf, createPlaces } from "./place.ts";
import { createStatusPage } from "./statusPage.ts";

export type AppOptions = AccessOptions & {
  /** Default: keys and limits by the options. */
  access?: Access;
  /** Public address, with its path where there is one, for links; default: the request's own. */
  baseUrl?: string | undefined;
  /** Endpoints of chains. Default: all of serve/endpoints.ts. */
  endpoints?: readonly Endpoint[];
  /** Whether /metrics is a page of the API's own port. Default: true. */
  servesMetrics?: boolean;
  /** The answer of /readyz. Default: whether the warehouse answers. */
  readiness?: Readiness;
  /** Origins whose pages may call the API. Default: none. */
  corsOrigins?: readonly string[] | undefined;
  /** Who may open the explorer at `/`: off (the default), open to everyone, or only with a key. */
  explorer?: "off" | ExplorerAccess;
  /** Folder of its built files. Default: explorer/dist. */
  explorerFolder?: string;
  /** The version shown in the explorer. */
  version?: string;
  /** The port for analysts' SQL of the same process, shown in the explorer. Default: there is none. */
  sqlPort?: () => number | undefined;
  /** How long networks and last days are believed, in milliseconds. */
  factsTtlMs?: number;
};

export type App = { app: Hono<Variables>; access: Access; close(): Promise<void> };

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
  const explorer = options.explorer ?? "off";
  const access = options.access ?? createAccess({ ...options, isExplorerOpen: explorer === "open" });
  const services = createServices(store, { factsTtlMs: options.factsTtlMs, usedBy: access.usage.of });
  const deps = { services, log, ...access };
  const app = new Hono<Variables>();

  const placeOf = createPlaces(options.baseUrl);
  const sharing = createSharing(options.corsOrigins ?? []);
  app.use(guard({ ...access, knowsKey: access.authenticate.knows, placeOf, sharing }));
  app.use(countErrors(access.usage));
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
  const basePath = basePathOf(options.baseUrl);
  const readiness = options.readiness ?? createReadiness(() => store.ping());
  addPages(app, {
    endpoints,
    basePath,
    hasExplorer: explorer !== "off",
    readiness,
    log,
    servesMetrics: options.servesMetrics !== false,
    services,
    statusPage: createStatusPage(servedChains, services),
  });
  for (const [route, methods] of methodsByRoute) {
    app.all(route, () => errorResponse(405, "Method not allowed.", { allow: [...methods].join(", ") }));
  }
  const lost =
    explorer === "off"
      ? undefined
      : addExplorer(app, {
          access: explorer,
          basePath,
          chains: servedChains.map(({ id }) => id),
          version: options.version ?? "",
          sqlPort: options.sqlPort,
          ...(options.explorerFolder === undefined ? {} : { folder: options.explorerFolder }),
        });
  app.notFound((context) => lost?.(context) ?? errorResponse(404, "Not found."));
  app.onError((error, context) => answerError(error, context, log));
  return { app, access, close: access.close };
}
