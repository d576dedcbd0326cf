/**
 * How a process ends. `process.exit` runs the destructors of the embedded engine: while a connection is open or a statement
 * runs, they crash or wait forever. So the engine is closed first, or the process ends without them.
 */
import { constants } from "node:os";
import { openEngine } from "../../lib/store/openEngine.ts";

/** Minimum time for abandoned statements to end; then every connection is closed. */
const shortestDrainMs = 1_000;

/** Ends without destructors: the signal's default action. */
function endBySignal(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Ends now, as the signal would have ended a process that does not handle it. */
export function endAtOnce(signal: "SIGINT" | "SIGTERM"): never {
  if (openEngine.drain !== undefined) endBySignal(signal);
  // Without an engine; and the first process of a container, which the kernel spares its own signals.
  process.exit(128 + constants.signals[signal]);
}

/**
 * Ends with `process.exitCode` when all stores are closed. One that could not be closed in time is left as a kill would leave it.
 * @param leftMs of the time that a stop may take
 */
export async function endProcess(leftMs: number): Promise<never> {
  const drainMs = Math.max(shortestDrainMs, leftMs);
  const late = new Promise<"late">((resolve) => setTimeout(resolve, drainMs, "late"));
  if ((await Promise.race([openEngine.drain?.(), late])) === "late") {
    process.stderr.write("The warehouse did not close in time: ended without it\n");
    endBySignal("SIGKILL");
  }
  process.exit();
}
