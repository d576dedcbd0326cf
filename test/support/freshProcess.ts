/** Files that share a process share what it counts and keeps secret: each begins with nothing of both. */
import { Registry } from "prom-client";
import { registry } from "../../lib/metrics.ts";
import { forgetSecrets } from "../../lib/secrets.ts";

registry.resetMetrics();
forgetSecrets();

// The runner now and then evaluates a module again in a process that files share. Its metrics then replace those of before.
registry.registerMetric = (metric) => {
  registry.removeSingleMetric((metric as { name?: string }).name ?? "");
  Registry.prototype.registerMetric.call(registry, metric);
};
