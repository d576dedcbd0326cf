/** Files that share a process share what it counts and keeps secret: each begins with nothing of both. */
import { registry } from "../../lib/metrics.ts";
import { forgetSecrets } from "../../lib/secrets.ts";

registry.resetMetrics();
forgetSecrets();
