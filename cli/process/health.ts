/** /metrics, /healthz and /readyz on a port of their own, which need not be public where the API is. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { errorMessage } from "../../lib/errors.ts";
import { registry } from "../../lib/metrics.ts";
import { createReadiness, type Readiness } from "../../lib/readiness.ts";
import type { Context } from "./context.ts";

/** What a process tells of itself until it is asked to stop; from then on it is not ready. */
export function readinessUntilStop(signal: AbortSignal, ask: () => Promise<void>): Readiness {
  const readiness = createReadiness(ask);
  signal.addEventListener("abort", () => readiness.stop(), { once: true });
  return readiness;
}

/**
 * Listens on METRICS_PORT when it is set.
 * @param ask fails while something is missing
 */
export function openHealth({ config, log, shutdown }: Context, ask: () => Promise<void>): void {
  const readiness = readinessUntilStop(shutdown.signal, ask);
  if (config.METRICS_PORT === undefined) return;
  const app = new Hono();
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    try {
      await readiness.check();
      return context.json({ status: "ready" });
    } catch (error) {
      return context.json({ status: errorMessage(error) }, 503);
    }
  });
  app.get("/metrics", async (context) =>
    context.body(await registry.metrics(), 200, { "content-type": registry.contentType }),
  );
  const server = serve({ fetch: app.fetch, hostname: config.HOST, port: config.METRICS_PORT }, ({ port }) =>
    log.info({ port }, "metrics are served"),
  );
  server.on("error", (error) => log.error({ err: error }, "metrics can't be served"));
  shutdown.onClose("metrics", () => new Promise((resolve) => server.close(() => resolve())));
}
