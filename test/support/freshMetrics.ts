/** Files that share a process share the registry of metrics: each begins with none counted. */
import { registry } from "../../lib/metrics.ts";

registry.resetMetrics();
