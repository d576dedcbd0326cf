import { Counter } from "prom-client";
import { registry } from "../../lib/metrics.ts";

export const unknownTypes = new Counter({
  name: "validator_analytics_ingest_avalanche_unknown_types_total",
  help: "Blocks and transactions of types that the listener doesn't know",
  labelNames: ["network", "type"],
  registers: [registry],
});
