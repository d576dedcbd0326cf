/** Progress of long work: a bar on a terminal, log lines elsewhere. */
import cliProgress from "cli-progress";
import type { Logger } from "../../lib/logger.ts";

export type Progress = { done: number; total: number; phase: string; unit: string };

const logEveryMs = 5_000;

/** A bar on a terminal, log lines elsewhere. */
export function createProgress(
  log: Logger,
  verb: string,
): {
  update: (progress: Progress) => void;
  stop: () => void;
} {
  if (process.stderr.isTTY !== true) {
    let loggedAt = Number.NEGATIVE_INFINITY;
    return {
      update: (progress) => {
        if (performance.now() - loggedAt < logEveryMs && progress.done < progress.total) return;
        loggedAt = performance.now();
        log.info({ ...progress }, verb);
      },
      stop: () => undefined,
    };
  }
  const bar = new cliProgress.SingleBar(
    { format: "{bar} {percentage}% {value}/{total} {unit}s {phase}, {eta_formatted} left" },
    cliProgress.Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update: ({ done, total, phase, unit }) => {
      if (isStarted) bar.update(done, { phase, unit });
      else bar.start(total, done, { phase, unit });
      isStarted = true;
    },
    stop: () => bar.stop(),
  };
}
