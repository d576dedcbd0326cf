/**
 * The one place where failures of the warehouse are classified. chDB's errors are no instances of the client's
 * ClickHouseError (two copies of the package), so the fields decide: `code` and `type`, or the errno of a lost
 * connection or a full disk.
 */
import { errorMessage, isErrorOfKind, StoreError } from "../errors.ts";
import { isUntrusted } from "../tls.ts";

/** ClickHouse's names of conditions that pass: load, memory, disk, network, replicas. Everything else is a mistake. */
const retryableTypes = new Set([
  "ABORTED",
  "ALL_CONNECTION_TRIES_FAILED",
  "ALL_REPLICAS_ARE_STALE",
  "ALL_REPLICAS_LOST",
  "CANNOT_ALLOCATE_MEMORY",
  "CANNOT_CLOSE_FILE",
  "CANNOT_CREATE_DIRECTORY",
  "CANNOT_FSYNC",
  "CANNOT_OPEN_FILE",
  "CANNOT_READ_ALL_DATA_FROM_SOCKET",
  "CANNOT_READ_FROM_SOCKET",
  "CANNOT_SCHEDULE_TASK",
  "CANNOT_WRITE_TO_FILE_DESCRIPTOR",
  "CANNOT_WRITE_TO_OSTREAM",
  "CANNOT_WRITE_TO_SOCKET",
  "DEADLOCK_AVOIDED",
  "DNS_ERROR",
  "KEEPER_EXCEPTION",
  "MEMORY_LIMIT_EXCEEDED",
  "NETWORK_ERROR",
  "NO_FREE_CONNECTION",
  "NO_ZOOKEEPER",
  "NOT_ENOUGH_SPACE",
  "QUERY_WAS_CANCELLED",
  "RECEIVED_ERROR_TOO_MANY_REQUESTS",
  "REPLICA_IS_NOT_IN_QUORUM",
  "S3_ERROR",
  "SERVER_OVERLOADED",
  "SESSION_IS_LOCKED",
  "SOCKET_TIMEOUT",
  "SYSTEM_ERROR",
  "TABLE_IS_READ_ONLY",
  "TIMEOUT_EXCEEDED",
  "TOO_FEW_LIVE_REPLICAS",
  "TOO_MANY_MUTATIONS",
  "TOO_MANY_PARTS",
  "TOO_MANY_SIMULTANEOUS_QUERIES",
  "TOO_SLOW",
  "UNEXPECTED_ZOOKEEPER_ERROR",
  "UNKNOWN_STATUS_OF_INSERT",
  "UNKNOWN_STATUS_OF_TRANSACTION",
  "UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE",
]);

/** Mistakes about access, not about the rows or their table. */
const accessTypes = new Set([
  "access_denied",
  "authentication_failed",
  "database_access_denied",
  "not_implemented",
  "readonly",
  "required_password",
  "unknown_database",
  "unknown_user",
  "wrong_password",
]);

/** Codes whose name an error may lack, such as one that a proxy cut short. */
const typeByCode: Readonly<Record<string, string>> = {
  "159": "TIMEOUT_EXCEEDED",
  "202": "TOO_MANY_SIMULTANEOUS_QUERIES",
  "210": "NETWORK_ERROR",
  "241": "MEMORY_LIMIT_EXCEEDED",
  "243": "NOT_ENOUGH_SPACE",
  "252": "TOO_MANY_PARTS",
};

const fullDisk = new Set(["ENOSPC", "EDQUOT"]);
const passingErrno = new Set([
  "EAGAIN",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "EIO",
  "EMFILE",
  "ENETUNREACH",
  "ENFILE",
  "ENOMEM",
  "ENOTFOUND",
  "EPIPE",
  "ERR_SOCKET_CONNECTION_TIMEOUT",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ETIMEDOUT",
]);

type Classified = { code: string; retryable: boolean; clickhouseCode?: number };

function field(error: unknown, name: "code" | "type" | "errno" | "syscall"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value = (error as Record<string, unknown>)[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function classify(error: unknown, transport: "embedded" | "http"): Classified {
  const code = field(error, "code");
  if (code !== undefined && /^\d+$/.test(code)) {
    const type = field(error, "type") ?? typeByCode[code] ?? `CLICKHOUSE_${code}`;
    // A write to a full disk arrives under several codes; the message always carries the errno.
    const isDiskFull = /\berrno: (28|122)\b|No space left on device|Disk quota exceeded/.test(
      errorMessage(error),
    );
    return {
      code: isDiskFull ? "not_enough_space" : type.toLowerCase(),
      retryable: isDiskFull || retryableTypes.has(type),
      clickhouseCode: Number(code),
    };
  }
  if (isUntrusted(code)) return { code: "untrusted_certificate", retryable: false };
  if (code !== undefined && fullDisk.has(code)) return { code: "not_enough_space", retryable: true };
  if (code !== undefined && passingErrno.has(code)) return { code: code.toLowerCase(), retryable: true };
  // Over HTTP anything that ClickHouse did not sign came from the network, the client's timer or a proxy.
  if (transport === "http") return { code: "network_error", retryable: true };
  return { code: "engine_failed", retryable: false };
}

/**
 * Converts any failure of a statement.
 * @param statement its text with placeholders, never with values: it goes into the log.
 */
export function toStoreError(
  error: unknown,
  context: { transport: "embedded" | "http"; statement: string },
): StoreError {
  if (isErrorOfKind(error, "store")) return error as StoreError;
  const { code, retryable, clickhouseCode } = classify(error, context.transport);
  return new StoreError(errorMessage(error).slice(0, 2_000), {
    code,
    retryable,
    cause: error,
    meta: {
      statement: context.statement.trim().slice(0, 300),
      ...(clickhouseCode === undefined ? {} : { clickhouseCode }),
    },
  });
}

/** Whether the warehouse will never take these rows into this table: other rows, or another table, may pass. */
export function isRejection(error: unknown): boolean {
  // A typed array over bytes that are no whole number of values.
  if (error instanceof RangeError) return true;
  if (!isErrorOfKind(error, "store") || error.retryable) return false;
  const isSigned = error.meta.clickhouseCode !== undefined || error.code === "bad_column";
  return isSigned && !accessTypes.has(error.code);
}
