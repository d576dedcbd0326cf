/** The pages besides the endpoints: the documentation, health and metrics. */
import type { Hono } from "hono";
import { errorMessage } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { listOutages, outageStart } from "../../lib/outages.ts";
import type { Readiness } from "../../lib/readiness.ts";
import type { ServedChain } from "../chain.ts";
import { addDocs } from "../docs/routes.ts";
import type { Endpoint } from "../endpoint.ts";
import { servedChains } from "../servedChains.ts";
import type { Services } from "../services.ts";
import type { Variables } from "./guard.ts";
import { withNetworks } from "./openapi/parameters.ts";
import { openApiDocument } from "./openapi.ts";
import type { StatusPage } from "./statusPage.ts";

type PageOptions = {
  endpoints: readonly Endpoint[];
  /** Path that a proxy serves the API under; "": the root. */
  basePath: string;
  /** Whether `/` is the explorer's. */
  hasExplorer: boolean;
  readiness: Readiness;
  log: Logger;
  /** Whether /metrics is one of them. */
  servesMetrics: boolean;
  /** Whether the document names networks, and which. */
  services: Pick<Services, "networksOf">;
  /** On /status, where /metrics is. */
  statusPage: StatusPage;
};

/**
 * The outages that this process waits for, with their parts and start times: the server keeps answering from older
 * data. Any client may learn that a part is away or that the warehouse takes no rows; details are on METRICS_PORT and in the log.
 */
function publicOutages(): { missing?: { part: string; since: string }[] } {
  // Outages are in order of their start: the first one of each part has lasted longest.
  const first = new Map<string, string>();
  for (const outage of listOutages())
    if (!first.has(outage.part)) first.set(outage.part, outageStart(outage).toISOString());
  const missing = [...first].map(([part, since]) => ({ part, since }));
  return missing.length === 0 ? {} : { missing };
}

export function addPages(app: Hono<Variables>, options: PageOptions): void {
  const { basePath, services } = options;
  const document = openApiDocument(options.endpoints, basePath);
  app.get("/openapi.json", async (context) => {
    // The document works without the warehouse, for client authors.
    const networksOf = (chain: ServedChain) => services.networksOf(chain).catch(() => []);
    const served = await withNetworks(document, servedChains, networksOf);
    return context.body(JSON.stringify(served), 200, { "content-type": "application/json; charset=utf-8" });
  });
  addDocs(app, { endpoints: options.endpoints, basePath });
  if (!options.hasExplorer) app.get("/", (context) => context.redirect(`${basePath}/docs`));
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    try {
      await options.readiness.check();
      return context.json({ status: "ready", ...publicOutages() });
    } catch (error) {
      const reason = errorMessage(error);
      options.log.warn({ reason }, "not ready");
      return context.json({ status: reason === "stopping" ? reason : "warehouse unreachable" }, 503);
    }
  });
  if (!options.servesMetrics) return;
  app.get("/status", async (context) => {
    const { status, body } = await options.statusPage();
    return context.html(body, status);
  });
  app.get("/metrics", async (context) =>
    context.body(await registry.metrics(), 200, { "content-type": registry.contentType }),
  );
}
