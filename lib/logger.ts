import { type DestinationStream, type Logger, pino } from "pino";
import { errorMessage } from "./errors.ts";
import { dataWithoutSecrets } from "./secrets.ts";

export type { Logger };

export type LogFormat = "json" | "pretty";

const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: true });

/** An error with its stack and its own fields. */
const wholeError = (error: Error) => dataWithoutSecrets({ ...pino.stdSerializers.err(error) });

/**
 * JSON lines on standard error, so that standard output is reserved for a command's result. Log data is an object,
 * the text is constant: `log.info({ network, unit: "epoch", height }, "epoch published")`.
 * No line holds a secret (secrets.ts).
 * @param toError the fields of an error in a line
 */
export function createLogger(
  level: string,
  destination: DestinationStream = standardError(),
  toError: (error: Error) => unknown = wholeError,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (data) => dataWithoutSecrets(data) as Record<string, unknown> },
      serializers: { err: toError },
      redact: ["authorization", "*.authorization"],
    },
    destination,
  );
}

/** Lines for people: the time in UTC, the level, the text, then the data. Stacks of errors only at debug and below. */
export async function createPrettyLogger(
  level: string,
  destination: number | NodeJS.WritableStream = 2,
): Promise<Logger> {
  const { default: pretty } = await import("pino-pretty");
  const isColored = process.stderr.isTTY === true && !process.env.NO_COLOR;
  const hasStacks = ["debug", "trace"].includes(level);
  const lines = pretty({
    destination,
    sync: true,
    singleLine: true,
    colorize: isColored,
    translateTime: "UTC:HH:MM:ss'Z'",
  });
  return createLogger(level, lines, hasStacks ? wholeError : errorMessage);
}

/** @param format default: readable lines at a terminal, else JSON */
export const openLogger = async (
  level: string,
  format: LogFormat = process.stderr.isTTY === true ? "pretty" : "json",
): Promise<Logger> => (format === "pretty" ? await createPrettyLogger(level) : createLogger(level));
