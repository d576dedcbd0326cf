import { type DestinationStream, type Logger, pino } from "pino";
import { dataWithoutSecrets } from "./secrets.ts";

export type { Logger };

/**
 * JSON lines on standard error, so that standard output stays for what a command answers. Log data is an object,
 * the text is constant: `log.info({ network, unit: "epoch", height }, "epoch published")`.
 * No line holds a secret (secrets.ts).
 */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (data) => dataWithoutSecrets(data) as Record<string, unknown> },
      serializers: { err: (error: Error) => dataWithoutSecrets({ ...pino.stdSerializers.err(error) }) },
      redact: ["authorization", "*.authorization"],
    },
    destination,
  );
}
