/** Which errors of the Kafka client mean what. In one place, by name and type, because the client wraps freely. */

import { isUntrusted } from "../../tls.ts";

type ClientError = {
  name?: string;
  type?: string;
  code?: string;
  retriable?: boolean;
  cause?: unknown;
  /** Errors of a call with several topics. */
  errors?: readonly ClientError[];
};

function chain(error: unknown): ClientError[] {
  const errors: ClientError[] = [];
  let current = error;
  while (typeof current === "object" && current !== null && errors.length < 10) {
    errors.push(current);
    current = (current as ClientError).cause;
  }
  return errors;
}

/** Refusals that a retry does not change: the operator has to change a setting. */
const refusals = new Set([
  "KafkaJSSASLAuthenticationError",
  "KafkaJSServerDoesNotSupportApiKey",
  "SASL_AUTHENTICATION_FAILED",
  "UNSUPPORTED_SASL_MECHANISM",
  "ILLEGAL_SASL_STATE",
  "TOPIC_AUTHORIZATION_FAILED",
  "GROUP_AUTHORIZATION_FAILED",
  "CLUSTER_AUTHORIZATION_FAILED",
  "TRANSACTIONAL_ID_AUTHORIZATION_FAILED",
  "UNSUPPORTED_VERSION",
]);

/** Wrong settings of the connection: credentials, or limits of the group or topic. */
export function isRefusal(error: unknown): boolean {
  return chain(error).some(
    (part) =>
      refusals.has(part.name ?? "") ||
      refusals.has(part.type ?? "") ||
      isUntrusted(part.code) ||
      (part.errors ?? []).some((each) => refusals.has(each.type ?? "")),
  );
}

const connectionErrors = new Set([
  "KafkaJSConnectionError",
  "KafkaJSConnectionClosedError",
  "KafkaJSRequestTimeoutError",
  "KafkaJSBrokerNotFound",
  "KafkaJSNoBrokerAvailableError",
  "KafkaJSMetadataNotLoaded",
  "KafkaJSTopicMetadataNotLoaded",
  "KafkaJSStaleTopicMetadataAssignment",
  "KafkaJSGroupCoordinatorNotFound",
  "KafkaJSTimeout",
  "KafkaJSLockTimeout",
  "KafkaJSPartialMessageError",
]);

/** Network errors of the system that the client did not wrap. */
const networkCodes = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** The broker is away, moving or not ready: the same call may succeed later. */
export function isConnectionLoss(error: unknown): boolean {
  if (isRefusal(error)) return false;
  return chain(error).some(
    (part) =>
      connectionErrors.has(part.name ?? "") ||
      networkCodes.has(part.code ?? "") ||
      (part.name === "KafkaJSProtocolError" && part.retriable === true) ||
      // The sequence of a producer that the broker does not know any more: a new producer can send.
      ["OUT_OF_ORDER_SEQUENCE_NUMBER", "UNKNOWN_PRODUCER_ID", "INVALID_PRODUCER_EPOCH"].includes(
        part.type ?? "",
      ),
  );
}

export function hasErrorType(error: unknown, type: string): boolean {
  return chain(error).some(
    (part) => part.type === type || (part.errors ?? []).some((each) => each.type === type),
  );
}

/** The broker does not know the topic: not created yet, or lost with the broker's data. */
export function isTopicMissing(error: unknown): boolean {
  return hasErrorType(error, "UNKNOWN_TOPIC_OR_PARTITION");
}

/** The group gave this worker's partitions away: a commit would be wrong and is refused. */
export function isClaimLost(error: unknown): boolean {
  return chain(error).some((part) =>
    ["UNKNOWN_MEMBER_ID", "ILLEGAL_GENERATION", "FENCED_INSTANCE_ID"].includes(part.type ?? ""),
  );
}

/** The group is about to rebalance; until this worker joins again its claim holds. */
export function isRebalanceAhead(error: unknown): boolean {
  return chain(error).some((part) =>
    ["REBALANCE_IN_PROGRESS", "NOT_COORDINATOR_FOR_GROUP"].includes(part.type ?? ""),
  );
}
