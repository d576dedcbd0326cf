/** Units of values, and their formats. */
import { compactDecimal, formatDecimal, placesOf } from "./decimal.ts";

export type Unit =
  /** Coins: whole ones, or a smaller unit with a number of decimals (`shift: -9`, gwei). */
  | { kind: "amount"; symbol: string; shift?: number }
  /** From 0 to 1. */
  | { kind: "share" }
  /** From 0 to 100. */
  | { kind: "percent" }
  | { kind: "count" }
  /** Heights, epochs, slots: whole numbers without thousands apart. */
  | { kind: "height" }
  | { kind: "decimal"; unit?: string }
  | { kind: "minutes" }
  | { kind: "date" }
  | { kind: "time" }
  | { kind: "text" }
  | { kind: "truth" }
  /** An identifier: long, and copied rather than read. */
  | { kind: "id" };

export const amount = (symbol: string, shift = 0): Unit => ({ kind: "amount", symbol, shift });
export const share: Unit = { kind: "share" };
export const percent: Unit = { kind: "percent" };
export const count: Unit = { kind: "count" };
export const height: Unit = { kind: "height" };
export const decimal: Unit = { kind: "decimal" };
export const minutes: Unit = { kind: "minutes" };
export const date: Unit = { kind: "date" };
export const time: Unit = { kind: "time" };
export const text: Unit = { kind: "text" };
export const truth: Unit = { kind: "truth" };
export const id: Unit = { kind: "id" };

/** The placeholder of an unknown value. */
export const unknown = "–";

const shiftOf = (unit: Unit) => (unit.kind === "amount" ? (unit.shift ?? 0) : unit.kind === "share" ? 2 : 0);

/** The unit's text after the number, or in the head of its column. */
export function unitText(unit: Unit): string {
  switch (unit.kind) {
    case "amount":
      return unit.symbol;
    case "share":
    case "percent":
      return "%";
    case "decimal":
      return unit.unit ?? "";
    case "minutes":
      return "min";
    default:
      return "";
  }
}

export const isNumeric = ({ kind }: Unit) =>
  ["amount", "share", "percent", "count", "height", "decimal", "minutes"].includes(kind);

const placesShort: Partial<Record<Unit["kind"], number>> = {
  amount: 4,
  share: 2,
  percent: 2,
  decimal: 3,
  minutes: 1,
};
/** Numbers too small for these places keep two digits, up to this number of places. */
const placesMost = 6;

/** A value with all its digits, without its unit. */
export function exactText(value: unknown, unit: Unit): string {
  if (value === null || value === undefined || value === "") return unknown;
  if (unit.kind === "truth") return value === true ? "yes" : "no";
  if (unit.kind === "height") return String(value);
  if (unit.kind === "time") return timeText(value);
  if (isNumeric(unit)) return formatDecimal(value, { shift: shiftOf(unit) }) ?? String(value);
  if (Array.isArray(value)) return value.length === 0 ? unknown : value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * A shorter text, for lists.
 * @param isAligned with the same number of decimal places in each row
 */
export function shortText(value: unknown, unit: Unit, isAligned = false): string {
  if (value === null || value === undefined) return unknown;
  const usual = placesShort[unit.kind];
  if (usual === undefined) return exactText(value, unit);
  const shift = shiftOf(unit);
  const places = Math.min(placesMost, Math.max(usual, placesOf(value, shift, 2)));
  const text = formatDecimal(value, { shift, places, isPadded: isAligned && places === usual });
  if (text === undefined) return exactText(value, unit);
  const number = Number(value) * 10 ** shift;
  // Only 0 is shown as 0, and only the whole as 100 %.
  if (Number(text) === 0 && number !== 0) return `${number < 0 ? ">-" : "<"}0.${"1".padStart(places, "0")}`;
  const isWhole = (unit.kind === "share" || unit.kind === "percent") && Number(text) === 100;
  return isWhole && number < 100 ? ">99.99" : text;
}

/** As short as axes and tiles need it. */
export function compactText(value: unknown, unit: Unit): string {
  if (value === null || value === undefined) return unknown;
  if (unit.kind === "share" || unit.kind === "percent") return shortText(value, unit);
  if (!isNumeric(unit) || unit.kind === "height") return exactText(value, unit);
  return compactDecimal(value, shiftOf(unit)) ?? exactText(value, unit);
}

/** A duration of more than a few hours, in days and hours. */
function durationText(value: unknown): string | undefined {
  const whole = Math.round(Number(value));
  if (!Number.isFinite(whole) || whole < hoursFromMinutes) return undefined;
  const days = Math.floor(whole / 1_440);
  const hours = Math.floor((whole % 1_440) / 60);
  const parts = [
    days > 0 ? `${days.toLocaleString("en")} d` : "",
    days < daysWhole && hours > 0 ? `${hours} h` : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}
const hoursFromMinutes = 180;
const daysWhole = 10;

/** A value for a tile and its suffix: empty if the value is unknown or already includes its unit. */
export function tileText(value: unknown, unit: Unit): { text: string; suffix: string } {
  const text = compactText(value, unit);
  if (text === unknown) return { text, suffix: "" };
  const duration = unit.kind === "minutes" ? durationText(value) : undefined;
  return duration === undefined ? { text, suffix: unitText(unit) } : { text: duration, suffix: "" };
}

/** For charts only, whose pixels are fewer than a number's digits. */
export function chartNumber(value: unknown, unit: Unit): number | null {
  if (value === null || value === undefined || value === "") return null;
  const number = Number(value) * 10 ** shiftOf(unit);
  return Number.isFinite(number) ? number : null;
}

/** Milliseconds, or ISO 8601; UTC. */
function timeText(value: unknown): string {
  const at = new Date(typeof value === "number" ? value : String(value));
  return Number.isNaN(at.getTime())
    ? String(value)
    : `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
