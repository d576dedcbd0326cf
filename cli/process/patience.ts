/** How long a process waits through an outage: forever, or as long as is set. */
import { listOutages, type Outage, outageSeconds } from "../../lib/outages.ts";
import type { Context } from "./context.ts";

const lookEveryMs = 1_000;

function endText({ by, part, reason }: Outage, limit: number): string {
  return `${by}: the ${part} did not answer for ${limit} s (OUTAGE_LIMIT_SECONDS): ${reason}`;
}

/** Ends the process with exit code 1 when OUTAGE_LIMIT_SECONDS is set and something is away for longer. */
export function limitOutages({ config, log, shutdown }: Context, everyMs: number = lookEveryMs): void {
  const limit = config.OUTAGE_LIMIT_SECONDS;
  if (limit === undefined) return;
  const timer = setInterval(() => {
    const [longest] = listOutages();
    if (longest === undefined || outageSeconds(longest) < limit) return;
    clearInterval(timer);
    const text = endText(longest, limit);
    const { by, part, reason } = longest;
    log.fatal({ by, part, reason, seconds: Math.round(outageSeconds(longest)) }, text);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
    void shutdown.stop("outage exceeded OUTAGE_LIMIT_SECONDS");
  }, everyMs);
  timer.unref();
  shutdown.onClose("limit of outages", () => clearInterval(timer));
}
