/** Output of `dead-letters`. Message content is escaped, because control characters could drive the terminal. */

import { jsonOf } from "../../lib/bus/value.ts";
import { tableLines } from "../process/tableLines.ts";
import { indentJson } from "./jsonIndent.ts";

/** A row of sql/queries/app/dead_letters.sql. Times are milliseconds since 1970, as text. */
export type ListedLetter = {
  id: string;
  topic: string;
  state: "open" | "requeued";
  key: string;
  partition: number | null;
  offset: string | null;
  sizeBytes: number;
  diedAtMs: string | null;
  reason: string;
  total: string;
};

/** A row of sql/queries/app/dead_letter_messages.sql. */
export type StoredLetter = Omit<ListedLetter, "sizeBytes" | "total"> & {
  valueBase64: string;
  headers: Record<string, string>;
  schemaVersion: string;
  expectedSchemaVersion: string;
  requeueCount: number;
  requeuedAtMs: string | null;
};

const idLength = 12;
const keyLengthMax = 40;
const headBytes = 512;

/** Control and other invisible characters as \uXXXX; line breaks too, unless they are kept. */
function printable(text: string, keep = ""): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (characters) =>
    keep.includes(characters)
      ? characters
      : Array.from({ length: characters.length }, (_, i) => {
          return `\\u${characters.charCodeAt(i).toString(16).padStart(4, "0")}`;
        }).join(""),
  );
}

function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join("")}…`;
}

const timeText = (ms: string | null) => (ms === null ? "-" : new Date(Number(ms)).toISOString());

const counted = (count: number, one: string) =>
  `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** @param options.width columns of the terminal; undefined: lines are as long as they are */
export function deadLetterList(
  letters: readonly ListedLetter[],
  { state, width }: { state: "open" | "requeued" | "all"; width: number | undefined },
): string {
  const name = state === "all" ? "dead letter" : `${state} dead letter`;
  const total = Number(letters[0]?.total ?? 0);
  if (total === 0) return `no ${name}s\n`;
  const rows = [
    ["ID", "TOPIC", "POSITION", "KEY", "TIME", ...(state === "all" ? ["STATE"] : []), "REASON"],
    ...letters.map((letter) => [
      letter.id.slice(0, idLength),
      printable(letter.topic),
      `${letter.partition ?? "-"}/${letter.offset ?? "-"}`,
      cut(printable(letter.key), keyLengthMax),
      timeText(letter.diedAtMs),
      ...(state === "all" ? [letter.state] : []),
      printable(letter.reason),
    ]),
  ];
  const lines = tableLines(rows).map((line) => `${cut(line, width ?? Number.POSITIVE_INFINITY)}\n`);
  const shown = letters.length < total ? `, the newest ${letters.length.toLocaleString("en")}` : "";
  return `${lines.join("")}${counted(total, name)}${shown}\n`;
}

/** Bytes as `hexdump -C` prints them. */
function hexLines(bytes: Buffer): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += 16) {
    const part = bytes.subarray(start, start + 16);
    const hex = Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = Array.from(part, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".",
    ).join("");
    lines.push(`${start.toString(16).padStart(8, "0")}  ${hex.padEnd(47)}  |${text}|\n`);
  }
  return lines.join("");
}

/** Undefined unless the bytes are JSON in valid UTF-8, optionally followed by columns. */
function jsonText(bytes: Buffer): { text: string; hasColumns: boolean } | undefined {
  try {
    const json = jsonOf(bytes);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(json);
    JSON.parse(text);
    return { text, hasColumns: json !== bytes };
  } catch {
    return undefined;
  }
}

function describeValue(bytes: Buffer): { kind: string; lines: string } {
  if (bytes.length === 0) return { kind: "", lines: "" };
  const json = jsonText(bytes);
  if (json !== undefined) {
    const kind = json.hasColumns ? ", JSON and columns" : ", JSON";
    return { kind, lines: `${printable(indentJson(json.text), "\n")}\n` };
  }
  const kind = ", not JSON";
  if (bytes.length <= headBytes) return { kind, lines: hexLines(bytes) };
  const rest = counted(bytes.length - headBytes, "byte");
  return { kind, lines: `${hexLines(bytes.subarray(0, headBytes))}… ${rest} more; --raw writes them all\n` };
}

/** Everything that is known of a dead letter. */
export function deadLetterPage(letter: StoredLetter): string {
  const bytes = Buffer.from(letter.valueBase64, "base64");
  const { kind, lines } = describeValue(bytes);
  const requeues = letter.requeueCount === 0 ? "never" : counted(letter.requeueCount, "time");
  const last = letter.requeuedAtMs === null ? "" : `, the last at ${timeText(letter.requeuedAtMs)}`;
  const fields: [string, string][] = [
    ["id", letter.id],
    ["state", letter.state],
    ["topic", letter.topic],
    ["partition", String(letter.partition ?? "-")],
    ["offset", letter.offset ?? "-"],
    ["key", letter.key],
    ["died", timeText(letter.diedAtMs)],
    ["reason", letter.reason],
    ["schema", `${letter.schemaVersion || "-"}, expected ${letter.expectedSchemaVersion || "-"}`],
    ["requeued", `${requeues}${last}`],
    ...Object.entries(letter.headers).map(([name, value]): [string, string] => [
      "header",
      `${name}: ${value}`,
    ]),
    ["value", `${counted(bytes.length, "byte")}${kind}`],
  ];
  const head = fields.map(([name, text]) => `${name.padEnd(9)}  ${printable(text)}`.trimEnd());
  return `${head.join("\n")}\n${lines === "" ? "" : "\n"}${lines}`;
}
