/** The expected text of the page's tables: the API's own text, formatted by other means than the page's. */
import type { Page } from "playwright-core";
import type { Column } from "../../../explorer/src/networks/describe.ts";

export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Record_ = { [name: string]: Value };

/** JSON whose numbers are the text that they were. */
export function parseAsText(text: string): Value {
  const quoted = text.replace(
    /("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)/g,
    (_, string, number) => string ?? `"${number}"`,
  );
  return JSON.parse(quoted) as Value;
}

/** A decimal with its point elsewhere, by arithmetic of whole numbers. */
function moved(text: string, places: number): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [front = "", fraction = ""] = mantissa.split(".");
  const shift = places + Number(exponent) - fraction.length;
  const whole = BigInt(front + fraction);
  if (shift >= 0) return String(whole * 10n ** BigInt(shift));
  const size = 10n ** BigInt(-shift);
  const absolute = whole < 0n ? -whole : whole;
  const decimals = String(absolute % size)
    .padStart(-shift, "0")
    .replace(/0+$/, "");
  return `${whole < 0n ? "-" : ""}${absolute / size}${decimals === "" ? "" : `.${decimals}`}`;
}

const shiftOf = ({ unit }: Column) =>
  unit.kind === "share" ? 2 : unit.kind === "amount" ? (unit.shift ?? 0) : 0;

/** The text of a cell, without the commas between thousands. */
export function expectedCell(record: Record_, column: Column): string {
  let value: Value | undefined = record;
  for (const name of column.field.split("."))
    value = typeof value === "object" && value !== null && !Array.isArray(value) ? value[name] : undefined;
  if (value === null || value === undefined || value === "") return "–";
  if (column.unit.kind === "truth") return value === true ? "yes" : "no";
  if (column.unit.kind === "time") {
    const at = new Date(Number(value));
    return `${at.toISOString().slice(0, 10)} ${at.toISOString().slice(11, 16)} UTC`;
  }
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(String).join(", ");
  const text = String(value);
  const isNumber = ["amount", "share", "percent", "count", "decimal", "minutes"].includes(column.unit.kind);
  return isNumber ? moved(text, shiftOf(column)) : text;
}

/** A decimal with so many digits after the point, rounded half up, in whole-number arithmetic. */
function rounded(text: string, places: number): string {
  const isNegative = text.startsWith("-");
  const [front = "", fraction = ""] = text.replace("-", "").split(".");
  const scaled = BigInt(front + fraction.padEnd(places + 1, "0").slice(0, places + 1));
  const digits = String((scaled + 5n) / 10n).padStart(places + 1, "0");
  const result = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return isNegative && /[1-9]/.test(result) ? `-${result}` : result;
}

const shortPlaces: Readonly<Record<string, number>> = { amount: 4, share: 2, percent: 2 };

const placesMost = 6;

/** The text of a short cell in a list: two digits of small numbers, and never a rounded 0 or 100. */
export function expectedShort(record: Record_, column: Column): string {
  const text = expectedCell(record, column);
  const places = shortPlaces[column.unit.kind];
  if (text === "–" || places === undefined) return text;
  const zeros = /^-?0\.(0*)[1-9]/.exec(text)?.[1]?.length;
  const wanted = Math.min(placesMost, Math.max(places, zeros === undefined ? 0 : zeros + 2));
  const short = rounded(text, wanted);
  if (Number(short) === 0 && /[1-9]/.test(text)) return text.startsWith("-") ? ">-0.000001" : "<0.000001";
  if (column.unit.kind !== "amount" && Number(short) === 100 && Number(text) < 100) return ">99.99";
  return wanted === places ? short : short.replace(/0+$/, "");
}

/** The rows of a table, a cell each; numbers without commas. */
export function readTable(page: Page, selector: string): Promise<string[][]> {
  return page.locator(`${selector} tbody tr`).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll("td, th")].map((cell) => {
        const text = (cell.textContent ?? "").trim();
        return cell.classList.contains("number") ? text.replaceAll(",", "") : text;
      }),
    ),
  );
}

/** The records of an answer in any of the API's envelopes. */
export const recordsOf = (body: unknown): Record_[] => {
  if (Array.isArray(body)) return body as Record_[];
  const { results, data } = body as { results?: Record_[]; data?: Record_[] };
  return results ?? data ?? [];
};
