/** /metrics, /healthz and /readyz on a port of their own, which need not be public where the API is. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { errorMessage } from "../../lib/errors.ts";
import { registry } from "../../lib/metrics.ts";
import type { StatusPage } from "../../serve/http/statusPage.ts";
import type { Context } from "./context.ts";

/** Listens on METRICS_PORT when it is set. `statusPage`: what is on /status, in processes that serve. */
export function openHealth(
  { config, log, shutdown }: Context,
  isReady: () => Promise<void>,
  statusPage?: StatusPage,
): void {
  if (config.METRICS_PORT === undefined) return;
  const app = new Hono();
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    try {
      await isReady();
      return context.json({ status: "ready" });
    } catch (error) {
      return context.json({ status: errorMessage(error) }, 503);
    }
  });
  app.get("/metrics", async (context) =>
    context.body(await registry.metrics(), 200, { "content-type": registry.contentType }),
  );
  if (statusPage !== undefined)
    app.get("/status", async (context) => {
      const { status, body } = await statusPage();
      return context.html(body, status);
    });
  const server = serve({ fetch: app.fetch, hostname: config.HOST, port: config.METRICS_PORT }, ({ port }) =>
    log.info({ port }, "metrics are served"),
  );
  server.on("error", (error) => log.error({ err: error }, "metrics can't be served"));
  shutdown.onClose("metrics", () => new Promise((resolve) => server.close(() => resolve())));
}
