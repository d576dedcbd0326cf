/** Messages that can never be processed move to a topic of their own, whole and with a reason. */
import { createHash } from "node:crypto";
import type { z } from "zod";
import { withoutSecrets } from "../secrets.ts";
import type { BusMessage, DeliveredMessage, TopicDeclaration } from "./bus.ts";
import { isNewerSchema, schemaVersionHeader } from "./schemaVersion.ts";
import { decodeValue } from "./value.ts";

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

/** How long dead letters are kept by their topics, and by the table after they were requeued: thirty days. */
export const deadLetterKeepMs = 2_592_000_000;

/** The declaration of a topic's dead-letter topic: one partition. The table keeps open dead letters forever. */
export function deadLetterDeclaration(topic: TopicDeclaration): TopicDeclaration {
  return {
    name: deadLetterTopic(topic.name),
    partitions: 1,
    retentionMs: deadLetterKeepMs,
    compression: topic.compression,
    messageBytesMax: topic.messageBytesMax + headerBytesMax,
  };
}

/** Header names of a dead letter. The original's own headers are kept alongside. */
export const deadLetterHeaders = {
  reason: "dead-letter-reason",
  topic: "dead-letter-topic",
  partition: "dead-letter-partition",
  offset: "dead-letter-offset",
  schemaVersion: "dead-letter-schema-version",
  time: "dead-letter-time",
  requeued: "dead-letter-requeued",
} as const;

/**
 * The original bytes, with their position and the reason. The version of the message itself stays in its
 * own header, as does the count of a message that was requeued before.
 * @param options.schemaVersion the version that the reader expects
 */
export function toDeadLetter(
  message: DeliveredMessage,
  reason: string,
  options: { schemaVersion: number; now?: Date },
): BusMessage {
  return {
    topic: deadLetterTopic(message.topic),
    key: message.key,
    value: message.value,
    headers: {
      ...message.headers,
      [deadLetterHeaders.reason]: withoutSecrets(reason).slice(0, reasonLengthMax),
      [deadLetterHeaders.topic]: message.topic,
      [deadLetterHeaders.partition]: String(message.partition),
      [deadLetterHeaders.offset]: message.offset,
      [deadLetterHeaders.schemaVersion]: String(options.schemaVersion),
      [deadLetterHeaders.time]: (options.now ?? new Date()).toISOString(),
    },
  };
}

/** The fields of a dead letter. A field whose header is missing or malformed is null. */
export type DeadLetter = {
  /** SHA-256 of topic, key and value, in hex: a message that is delivered twice is one dead letter. */
  id: string;
  /** Topic of the original. */
  topic: string;
  partition: number | null;
  /** Decimal text (64 bits). */
  offset: string | null;
  key: string;
  value: Buffer;
  /** Headers of the original. */
  headers: Record<string, string>;
  reason: string;
  /** Version of the message; "" without one. */
  schemaVersion: string;
  /** Version that the reader expected. */
  expectedSchemaVersion: string;
  time: Date | null;
  /** How often the original had been requeued when it died. */
  requeueCount: number;
};

function headerNumber(text: string | undefined, max: bigint): bigint | null {
  if (text === undefined || !/^\d{1,20}$/.test(text)) return null;
  const value = BigInt(text);
  return value <= max ? value : null;
}

const year2200Ms = 7_258_118_400_000;

function headerTime(text: string | undefined): Date | null {
  const ms = Date.parse(text ?? "");
  return ms >= 0 && ms < year2200Ms ? new Date(ms) : null;
}

const ownHeaders = new Set<string>(Object.values(deadLetterHeaders));

/** Reads a message of a dead-letter topic. Any bytes and headers can be read. */
export function fromDeadLetter({ topic: name, key, value, headers }: DeliveredMessage): DeadLetter {
  const topic = isDeadLetterTopic(name) ? name.slice(0, -suffix.length) : name;
  const partition = headerNumber(headers[deadLetterHeaders.partition], 0x7fff_ffffn);
  const requeued = headerNumber(headers[deadLetterHeaders.requeued], 0x7fff_ffffn);
  return {
    id: createHash("sha256")
      .update(JSON.stringify([topic, key]))
      .update(value)
      .digest("hex"),
    topic,
    partition: partition === null ? null : Number(partition),
    offset: headerNumber(headers[deadLetterHeaders.offset], 0x7fff_ffff_ffff_ffffn)?.toString() ?? null,
    key,
    value,
    headers: Object.fromEntries(Object.entries(headers).filter(([header]) => !ownHeaders.has(header))),
    reason: headers[deadLetterHeaders.reason] ?? "",
    schemaVersion: headers[schemaVersionHeader] ?? "",
    expectedSchemaVersion: headers[deadLetterHeaders.schemaVersion] ?? "",
    time: headerTime(headers[deadLetterHeaders.time]),
    requeueCount: Number(requeued ?? 0n),
  };
}

/** The original message again, with one more in the count that it carries. */
export function toRequeued(
  letter: Pick<DeadLetter, "topic" | "key" | "value" | "headers" | "requeueCount">,
): BusMessage {
  const { topic, key, value, headers, requeueCount } = letter;
  return {
    topic,
    key,
    value,
    headers: { ...headers, [deadLetterHeaders.requeued]: String(requeueCount + 1) },
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
    return { json: decodeValue(value) };
  } catch (error) {
    return { reason: `json: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function newerReason({ headers }: DeliveredMessage, supported: number): string {
  const version = (headers[schemaVersionHeader] ?? "").slice(0, 20);
  return `schema version: ${version} is newer than ${supported}, which this worker knows: upgrade it, then requeue`;
}

/**
 * Splits a batch into messages that follow the schema and those that never will, in order. Numbers beyond 2^53 must
 * be strings in the message, or in columns: the rest is plain JSON. A message of a newer version is not parsed at all:
 * an old schema could misread it.
 */
export function parseBatch<Schema extends z.ZodType>(
  batch: readonly DeliveredMessage[],
  { schema, schemaVersion }: { schema: Schema; schemaVersion: number },
): { parsed: ParsedMessage<z.output<Schema>>[]; dead: DeadMessage[] } {
  const parsed: ParsedMessage<z.output<Schema>>[] = [];
  const dead: DeadMessage[] = [];
  for (const message of batch) {
    if (isNewerSchema(message, schemaVersion)) {
      dead.push({ message, reason: newerReason(message, schemaVersion) });
      continue;
    }
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
