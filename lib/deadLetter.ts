/** What becomes of messages that can never be processed: they go to a topic of their own, whole and with a reason. */
import type { z } from "zod";
import type { BusMessage, DeliveredMessage, TopicDeclaration } from "./bus.ts";

const suffix = ".dead-letter";
/** Room for the headers that a dead letter has more than its original. */
const headerBytesMax = 65_536;
const reasonLengthMax = 2_000;
const issuesMax = 3;

/** The topic for what can never be processed out of `topic`. */
export function deadLetterTopic(topic: string): string {
  return `${topic}${suffix}`;
}

export function isDeadLetterTopic(topic: string): boolean {
  return topic.endsWith(suffix);
}

/** The declaration of a topic's dead-letter topic: one partition, kept for ever, until somebody has looked. */
export function deadLetterDeclaration(topic: TopicDeclaration): TopicDeclaration {
  return {
    name: deadLetterTopic(topic.name),
    partitions: 1,
    retentionMs: -1,
    compression: topic.compression,
    messageBytesMax: topic.messageBytesMax + headerBytesMax,
  };
}

/** Names of the headers of a dead letter. The original's own headers are kept beside them. */
export const deadLetterHeaders = {
  reason: "dead-letter-reason",
  topic: "dead-letter-topic",
  partition: "dead-letter-partition",
  offset: "dead-letter-offset",
  schemaVersion: "dead-letter-schema-version",
  time: "dead-letter-time",
} as const;

/**
 * The original bytes, with where they stood and why they are here.
 * @param options.schemaVersion the version that the reader expects; default "1"
 */
export function toDeadLetter(
  message: DeliveredMessage,
  reason: string,
  options: { schemaVersion?: string; now?: Date } = {},
): BusMessage {
  return {
    topic: deadLetterTopic(message.topic),
    key: message.key,
    value: message.value,
    headers: {
      ...message.headers,
      [deadLetterHeaders.reason]: reason.slice(0, reasonLengthMax),
      [deadLetterHeaders.topic]: message.topic,
      [deadLetterHeaders.partition]: String(message.partition),
      [deadLetterHeaders.offset]: message.offset,
      [deadLetterHeaders.schemaVersion]: options.schemaVersion ?? "1",
      [deadLetterHeaders.time]: (options.now ?? new Date()).toISOString(),
    },
  };
}

export type ParsedMessage<Value> = { message: DeliveredMessage; value: Value };
export type DeadMessage = { message: DeliveredMessage; reason: string };

/** `attestations[3].slot` */
function fieldPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return text === "" ? "message" : text.replace(/^\./, "");
}

function schemaReason(issues: readonly z.core.$ZodIssue[]): string {
  const named = issues.slice(0, issuesMax).map((issue) => `${fieldPath(issue.path)}: ${issue.message}`);
  const more = issues.length > issuesMax ? ` (and ${issues.length - issuesMax} more)` : "";
  return `schema: ${named.join("; ")}${more}`;
}

function parseJson(value: Buffer): { json: unknown } | { reason: string } {
  try {
    return { json: JSON.parse(value.toString("utf8")) };
  } catch (error) {
    return { reason: `json: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Splits a batch into messages that follow the schema and those that never will, in order. Numbers beyond 2^53 must
 * be strings in the message: this is plain JSON.
 */
export function parseBatch<Schema extends z.ZodType>(
  batch: readonly DeliveredMessage[],
  schema: Schema,
): { parsed: ParsedMessage<z.output<Schema>>[]; dead: DeadMessage[] } {
  const parsed: ParsedMessage<z.output<Schema>>[] = [];
  const dead: DeadMessage[] = [];
  for (const message of batch) {
    const json = parseJson(message.value);
    if ("reason" in json) {
      dead.push({ message, reason: json.reason });
      continue;
    }
    const result = schema.safeParse(json.json);
    if (result.success) parsed.push({ message, value: result.data });
    else dead.push({ message, reason: schemaReason(result.error.issues) });
  }
  return { parsed, dead };
}
