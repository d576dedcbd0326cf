import { Counter, Histogram } from "prom-client";
import { registry } from "../../lib/metrics.ts";

export const requestCount = new Counter({
  name: "validator_analytics_serve_requests_total",
  help: "Requests answered, by operation and status",
  labelNames: ["operation", "status"],
  registers: [registry],
});

export const requestDuration = new Histogram({
  name: "validator_analytics_serve_request_duration_seconds",
  help: "Time from request to answer, by operation",
  labelNames: ["operation"],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

export const computeUnitCount = new Counter({
  name: "validator_analytics_serve_compute_units_total",
  help: "Compute units charged, by operation",
  labelNames: ["operation"],
  registers: [registry],
});

export const limitedCount = new Counter({
  name: "validator_analytics_serve_limited_total",
  help: "Requests that were abandoned, by operation and reason: statement over its limits (the engine's code), too many statements (overloaded), client disconnected (cancelled)",
  labelNames: ["operation", "reason"],
  registers: [registry],
});

export const refusedConnectionCount = new Counter({
  name: "validator_analytics_serve_refused_connections_total",
  help: "Connections closed as soon as they came, because their address had API_CONNECTIONS_PER_ADDRESS of them",
  registers: [registry],
});
