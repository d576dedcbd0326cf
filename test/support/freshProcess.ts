/** Files that share a process share its engine, its counters and secrets: each begins with none of them. */
import { createRequire } from "node:module";
import { Registry } from "prom-client";
import { registry } from "../../lib/metrics.ts";
import { forgetSecrets } from "../../lib/secrets.ts";
import { openEngine } from "../../lib/store/openEngine.ts";

/** Resources that a timed-out hook has left open would block the folders of later files. */
async function closeEngine(): Promise<void> {
  if (openEngine.drain === undefined) return;
  // Only the package's own tests have a name for it.
  const { _closeAllSessions: closeAll } = createRequire(import.meta.url)("chdb") as {
    _closeAllSessions(): void;
  };
  // A statement of that hook may have opened another one meanwhile.
  for (let time = 0; time < 3; time += 1) {
    closeAll();
    await openEngine.drain();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

await closeEngine();
registry.resetMetrics();
forgetSecrets();

// The runner now and then evaluates a module again in a process that files share. Its metrics then replace those of before.
registry.registerMetric = (metric) => {
  registry.removeSingleMetric((metric as { name?: string }).name ?? "");
  Registry.prototype.registerMetric.call(registry, metric);
};
