/** Decimals as text: an amount of 27 digits keeps them all, because it is never converted to a number. */

type Parts = { sign: "" | "-"; whole: string; fraction: string };

/** The parts of a decimal in plain or scientific notation; undefined: it is not a decimal. */
function partsOf(value: unknown): Parts | undefined {
  const text = typeof value === "bigint" || typeof value === "number" ? String(value) : value;
  const match = typeof text === "string" ? /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) : null;
  if (match === null) return undefined;
  const [, sign = "", whole = "0", fraction = "", exponent = "0"] = match;
  return shifted({ sign: sign as "" | "-", whole, fraction }, Number(exponent));
}

/** Moves the point by a number of places to the right (or left, if negative). */
function shifted({ sign, whole, fraction }: Parts, places: number): Parts {
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), "0").padEnd(point, "0");
  const at = Math.max(1, point);
  return {
    sign,
    whole: padded.slice(0, at).replace(/^0+(?=\d)/, ""),
    fraction: padded.slice(at).replace(/0+$/, ""),
  };
}

/** Rounded half up, away from zero. */
function rounded(parts: Parts, places: number): Parts {
  const { sign, whole, fraction } = parts;
  if (fraction.length <= places) return parts;
  const kept = BigInt(whole + fraction.slice(0, places));
  const next = Number(fraction[places]) >= 5 ? kept + 1n : kept;
  const digits = String(next).padStart(places + 1, "0");
  const at = digits.length - places;
  const result = { whole: digits.slice(0, at), fraction: digits.slice(at).replace(/0+$/, "") };
  return { sign: next === 0n ? "" : sign, ...result };
}

const textOf = ({ sign, whole, fraction }: Parts, isGrouped: boolean) => {
  const front = isGrouped ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return `${sign}${front}${fraction === "" ? "" : `.${fraction}`}`;
};

/**
 * The decimal places that a number below 1 needs to show a number of significant digits.
 * @returns 0 for 0, for 1 or more, and for no decimal
 */
export function placesOf(value: unknown, shift: number, digits: number): number {
  const parts = partsOf(value);
  if (parts === undefined) return 0;
  const { whole, fraction } = shifted(parts, shift);
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return whole === "0" && zeros < fraction.length ? zeros + digits : 0;
}

export type DecimalFormat = {
  /** Places that the point moves to the right, as -9 from gwei to ether. */
  shift?: number;
  /** Maximum number of decimal places; default: all. */
  places?: number;
  /** Pads to that many decimal places, so that columns are aligned. */
  isPadded?: boolean;
};

/** A decimal for people, with thousands separators and all digits or the given number. undefined: it is not a decimal. */
export function formatDecimal(
  value: unknown,
  { shift = 0, places, isPadded = false }: DecimalFormat = {},
): string | undefined {
  const parts = partsOf(value);
  if (parts === undefined) return undefined;
  const moved = shifted(parts, shift);
  if (places === undefined) return textOf(moved, true);
  const short = rounded(moved, places);
  return textOf(isPadded ? { ...short, fraction: short.fraction.padEnd(places, "0") } : short, true);
}

/** A decimal for programs. */
export function plainDecimal(value: unknown, shift = 0): string | undefined {
  const parts = partsOf(value);
  return parts === undefined ? undefined : textOf(shifted(parts, shift), false);
}

/** The sum, with all digits; undefined: a value is not a decimal. */
export function sumOfDecimals(values: readonly unknown[]): string | undefined {
  const all = values.map(partsOf);
  const places = Math.max(0, ...all.map((parts) => parts?.fraction.length ?? 0));
  let total = 0n;
  for (const parts of all) {
    if (parts === undefined) return undefined;
    total += BigInt(parts.sign + parts.whole + parts.fraction.padEnd(places, "0"));
  }
  return plainDecimal(total, -places);
}

const steps = [
  [12, "T"],
  [9, "B"],
  [6, "M"],
  [3, "k"],
] as const;

/** Wholes with more digits have no name that is shorter than their power of ten. */
const namedDigits = 15;

const wholeDigitsOf = ({ whole }: Parts) => (whole === "0" ? 0 : whole.length);

/** Rounded to a number of significant digits; unchanged below 1. */
function significant(parts: Parts, digits: number): Parts {
  const length = wholeDigitsOf(parts);
  return length === 0 ? parts : shifted(rounded(shifted(parts, -length), digits), length);
}

/** A decimal of about a number of digits, for axes and tiles: 1.234M, 1.234e20. */
export function compactDecimal(value: unknown, shift = 0, digits = 4): string | undefined {
  const parts = partsOf(value);
  if (parts === undefined) return undefined;
  // Rounded before its unit is chosen: 999,999 is 1M, not 1,000k.
  const moved = significant(shifted(parts, shift), digits);
  const length = wholeDigitsOf(moved);
  if (length > namedDigits)
    return `${textOf(rounded(shifted(moved, 1 - length), digits - 1), true)}e${length - 1}`;
  const step = steps.find(([places]) => length > places + (places === 3 ? 1 : 0));
  const short = step === undefined ? moved : shifted(moved, -step[0]);
  const wholeDigits = wholeDigitsOf(short);
  const leadingZeros = wholeDigits > 0 ? 0 : (/^0*/.exec(short.fraction)?.[0].length ?? 0);
  const places = Math.min(12, Math.max(0, digits - wholeDigits) + (leadingZeros < 6 ? leadingZeros : 0));
  return `${textOf(rounded(short, places), true)}${step?.[1] ?? ""}`;
}
