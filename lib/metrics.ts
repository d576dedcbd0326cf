import { collectDefaultMetrics, Registry } from "prom-client";

/** One registry a process; each folder declares its own metrics on it, named validator_analytics_<area>_<what>_<unit>. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: "validator_analytics_" });
