import { Counter } from "prom-client";
import { registry } from "../../lib/metrics.ts";

export const shareDifferences = new Counter({
  name: "validator_analytics_transform_eigenlayer_share_differences_total",
  help: "Samples in which the contracts of EigenLayer say other shares than their logs add up to",
  labelNames: ["network"],
  registers: [registry],
});
