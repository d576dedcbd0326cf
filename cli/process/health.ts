/** /metrics, /healthz and /readyz on their own port, which can stay private where the API is public. */
import { setTimeout as delay } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { AppError, errorMessage } from "../../lib/errors.ts";
import { registry } from "../../lib/metrics.ts";
import { listOutages, outageSeconds, outageStart } from "../../lib/outages.ts";
import { readinessUntilStop } from "../../lib/readiness.ts";
import type { StatusPage } from "../../serve/http/statusPage.ts";
import type { Context } from "./context.ts";

/** Clients of the broker retry for long, but a readiness probe needs its answer at once. */
const answerWithinMs = 3_000;

export type Health = {
  /** Sets the readiness check: the process is ready when it resolves. */
  setReadiness(isReady: () => Promise<void>): void;
  /** Sets the page at /status. */
  shows(page: StatusPage): void;
};

async function soon(isReady: () => Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = delay(answerWithinMs, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new AppError("fatal", `no answer within ${answerWithinMs / 1_000} s`, { code: "late" });
  });
  late.catch(() => undefined);
  await Promise.race([isReady(), late]).finally(() => timer.abort());
}

/** The current outages, for /readyz. */
function missing(): { missing?: unknown[] } {
  const outages = listOutages().map((outage) => ({
    part: outage.part,
    by: outage.by,
    since: outageStart(outage).toISOString(),
    seconds: Math.round(outageSeconds(outage)),
    reason: outage.reason,
  }));
  return outages.length === 0 ? {} : { missing: outages };
}

/** Listens on METRICS_PORT if it is set, before anything else starts. */
export function openHealth({ config, log, shutdown }: Context): Health {
  let isReady = async (): Promise<void> => {
    throw new AppError("fatal", "starting", { code: "starting" });
  };
  const readiness = readinessUntilStop(shutdown.signal, () => soon(isReady));
  let statusPage: StatusPage | undefined;
  const health: Health = {
    setReadiness: (next) => {
      isReady = next;
    },
    shows: (page) => {
      statusPage = page;
    },
  };
  if (config.METRICS_PORT === undefined) return health;
  const app = new Hono();
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    try {
      await readiness.check();
      return context.json({ status: "ready", ...missing() });
    } catch (error) {
      return context.json({ status: errorMessage(error), ...missing() }, 503);
    }
  });
  app.get("/metrics", async (context) =>
    context.body(await registry.metrics(), 200, { "content-type": registry.contentType }),
  );
  app.get("/status", async (context) => {
    if (statusPage === undefined) return context.notFound();
    const { status, body } = await statusPage();
    return context.html(body, status);
  });
  const server = serve({ fetch: app.fetch, hostname: config.HOST, port: config.METRICS_PORT }, ({ port }) =>
    log.info({ port }, "metrics server started"),
  );
  server.on("error", (error) => log.error({ err: error }, "metrics server failed"));
  shutdown.onClose("metrics", () => new Promise((resolve) => server.close(() => resolve())));
  return health;
}
