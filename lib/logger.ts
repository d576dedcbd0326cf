import { type Logger, pino } from "pino";

export type { Logger };

/**
 * JSON lines on standard error, so that standard output stays for what a command answers. Log data is an object,
 * the text is constant: `log.info({ network, unit: "epoch", height }, "epoch published")`.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ["authorization", "*.authorization"],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
