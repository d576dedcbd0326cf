/** Shared by every verb: settings, a logger, signals, exit codes. */
import { existsSync } from "node:fs";
import type { Config } from "../../lib/config.ts";
import { errorMessage, isErrorOfKind } from "../../lib/errors.ts";
import { createLogger, type Logger, openLogger } from "../../lib/logger.ts";
import { createShutdown, finished, type Shutdown } from "../../lib/shutdown.ts";
import { endAtOnce, endProcess } from "./ending.ts";

/** EX_CONFIG of sysexits.h: the operator has to change a setting. */
const exitConfig = 78;
/** 128 + SIGPIPE, as shells report programs whose reader, such as `head`, has ended. */
const readerGone = 141;

let firstSignalAt = Number.NEGATIVE_INFINITY;

export type Context = { config: Config; log: Logger; shutdown: Shutdown };

/** The environment, with the variables that a file .env in the working folder adds. */
function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}

/** A terminal's Ctrl-C reaches a process more than once where something runs it: that is one wish, not two. */
const sameWishMs = 300;

/** The first signal stops the process in order; a second one ends it at once, like a kill. */
function stopper(shutdown: Shutdown, signal: "SIGINT" | "SIGTERM"): () => void {
  return () => {
    if (shutdown.signal.aborted && performance.now() - firstSignalAt >= sameWishMs) {
      process.stderr.write(`${signal} again: ended at once\n`);
      endAtOnce(signal);
    }
    if (!shutdown.signal.aborted) firstSignalAt = performance.now();
    void shutdown.stop(signal);
  };
}

/** Uncaught errors also stop the verb in order: the embedded engine has to be closed before the process ends. */
function stopOnErrors(shutdown: Shutdown, log: Logger): void {
  process.on("uncaughtException", (error) => {
    process.exitCode = 1;
    log.fatal({ err: error }, "unhandled error");
    void shutdown.stop("unhandled error");
  });
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exitCode = readerGone;
    void shutdown.stop("standard output was closed");
  });
}

/**
 * Runs a verb to its end and sets the exit code: 0, 1, or 78 for settings. Ctrl-C and SIGTERM stop it in order; a second
 * one ends it at once.
 * @param verb returns text or bytes, which are printed last, after all logs
 * @param environment default: the process's, with .env
 */
export async function runVerb(
  verb: (context: Context) => Promise<unknown>,
  environment?: NodeJS.ProcessEnv,
): Promise<void> {
  let log = createLogger("info");
  let shutdown: Shutdown | undefined;
  let answer: unknown;
  try {
    // Brings every chain along, which `--help` does without.
    const { loadConfig, settingWarnings } = await import("../../chains/config.ts");
    const variables = environment ?? readEnvironment();
    const config = loadConfig(variables);
    log = await openLogger(config.LOG_LEVEL, config.LOG_FORMAT);
    for (const warning of settingWarnings(variables)) log.warn(warning);
    const current = createShutdown(log);
    shutdown = current;
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stopper(current, signal));
    stopOnErrors(current, log);
    answer = await Promise.race([verb({ config, log, shutdown: current }), current.overdue]);
  } catch (error) {
    if (shutdown?.signal.aborted !== true) {
      process.exitCode = isErrorOfKind(error, "config") ? exitConfig : 1;
      process.stderr.write(`${errorMessage(error)}\n`);
      log.debug({ err: error }, "failed");
    }
  }
  await shutdown?.stop(finished);
  if (typeof answer === "string" || Buffer.isBuffer(answer)) process.stdout.write(answer);
  // The embedded engine keeps threads alive that would hold the process open.
  await endProcess(shutdown?.leftMs() ?? 0);
}
