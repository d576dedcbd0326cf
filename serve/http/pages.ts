/** What is there beside the endpoints: the documentation, health and metrics. */
import type { Hono } from "hono";
import { errorMessage } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { listOutages } from "../../lib/outages.ts";
import type { Readiness } from "../../lib/readiness.ts";
import { addDocs } from "../docs/routes.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Variables } from "./guard.ts";
import { openApiDocument } from "./openapi.ts";
import type { StatusPage } from "./statusPage.ts";

type PageOptions = {
  endpoints: readonly Endpoint[];
  /** Path that a proxy serves the API under; "": the root. */
  basePath: string;
  readiness: Readiness;
  log: Logger;
  /** Whether /metrics is one of them. */
  servesMetrics: boolean;
  /** On /status, where /metrics is. */
  statusPage: StatusPage;
};

export function addPages(app: Hono<Variables>, options: PageOptions): void {
  const { basePath } = options;
  const document = JSON.stringify(openApiDocument(options.endpoints, basePath));
  app.get("/openapi.json", (context) =>
    context.body(document, 200, { "content-type": "application/json; charset=utf-8" }),
  );
  addDocs(app, { endpoints: options.endpoints, basePath });
  app.get("/", (context) => context.redirect(`${basePath}/docs`));
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    try {
      await options.readiness.check();
      // Answers come from the warehouse alone. Of what else is away, anybody may know that it is, not where.
      const missing = [...new Set(listOutages().map(({ part }) => part))];
      return context.json({ status: "ready", ...(missing.length === 0 ? {} : { missing }) });
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
