/**
 * Every error that this project throws on purpose. `kind` names the part at fault, `code` is stable and searchable,
 * `retryable` means that a retry may succeed later, `meta` carries data for the log. No message holds a secret. Guards
 * test a marker field, not `instanceof`, so that two copies of this module still agree.
 */

import { withoutSecrets } from "./secrets.ts";

type AppErrorKind = "api" | "source" | "config" | "store" | "bus" | "facts" | "fatal";

type AppErrorOptions = {
  code: string;
  retryable?: boolean;
  meta?: Record<string, unknown>;
  cause?: unknown;
};

export class AppError extends Error {
  readonly isAppError = true;
  readonly kind: AppErrorKind;
  readonly code: string;
  readonly retryable: boolean;
  readonly meta: Record<string, unknown>;

  constructor(kind: AppErrorKind, message: string, options: AppErrorOptions) {
    super(withoutSecrets(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.kind = kind;
    this.code = options.code;
    this.retryable = options.retryable ?? false;
    this.meta = options.meta ?? {};
  }
}

/** A 4xx that the caller of the API sees. `detail` is the body's `detail`: a sentence, or a list of field errors. */
export class ApiError extends AppError {
  readonly status: number;
  readonly detail: unknown;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: unknown,
    options?: { headers?: Record<string, string>; cause?: unknown },
  ) {
    super("api", typeof detail === "string" ? detail : `HTTP ${status}`, {
      code: `http_${status}`,
      ...(options?.cause === undefined ? {} : { cause: options.cause }),
    });
    this.status = status;
    this.detail = detail;
    this.headers = options?.headers ?? {};
  }
}

/**
 * A chain node failed or returned wrong data, so the next node is tried. Retryable by default: when all nodes have
 * failed, they are tried again.
 */
export class SourceError extends AppError {
  constructor(message: string, options: AppErrorOptions) {
    super("source", message, { retryable: true, ...options });
  }
}

/** The operator has to change a setting. The process ends with exit code 78 (EX_CONFIG). */
export class ConfigError extends AppError {
  constructor(message: string, options: Partial<AppErrorOptions> = {}) {
    super("config", message, { code: "bad_config", ...options });
  }
}

/** The warehouse refused or lost a statement. Only lib/store/errors.ts classifies the engine's errors. */
export class StoreError extends AppError {
  constructor(message: string, options: AppErrorOptions) {
    super("store", message, options);
  }
}

/** The bus refused or lost messages. What Kafka's client threw is classified in lib/bus/kafka/errors.ts and nowhere else. */
export class BusError extends AppError {
  constructor(message: string, options: AppErrorOptions) {
    super("bus", message, options);
  }
}

/**
 * Stored facts, each readable by itself, that contradict one another or lack an input of a computation. Dependent
 * results stay uncomputed until other facts replace them; the worker continues with the rest.
 */
export class FactsError extends AppError {
  constructor(message: string, options: AppErrorOptions) {
    super("facts", message, options);
  }
}

/** Going on would corrupt data, such as a hash mismatch at the cursor: the process ends, with exit code 1. */
export class FatalError extends AppError {
  constructor(message: string, options: AppErrorOptions) {
    super("fatal", message, options);
  }
}

export function isAppError(error: unknown): error is AppError {
  return (
    typeof error === "object" && error !== null && (error as { isAppError?: boolean }).isAppError === true
  );
}

export function isErrorOfKind(error: unknown, kind: AppErrorKind): error is AppError {
  return isAppError(error) && error.kind === kind;
}

/** The message of anything that was thrown, without secrets. */
export function errorMessage(error: unknown): string {
  return withoutSecrets(error instanceof Error ? error.message : String(error));
}
