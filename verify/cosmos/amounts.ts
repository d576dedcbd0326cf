/** Amounts with 18 decimals, as integers of 10^-18 base units. */
export const atto = 10n ** 18n;

/** Decimal text → 10^-18 units. */
export function toAtto(text: string): bigint {
  const isNegative = text.startsWith("-");
  const [whole = "0", fraction = ""] = text.slice(isNegative ? 1 : 0).split(".");
  const value = BigInt(whole + fraction.slice(0, 18).padEnd(18, "0"));
  return isNegative ? -value : value;
}

/** 10^-18 units → decimal text without zeros at the end, as the warehouse writes decimals. */
export function fromAtto(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(19, "0");
  const text = `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, "");
  return value < 0n ? `-${text}` : text;
}

/** The largest integer up to a value. */
export function floorAtto(value: bigint): bigint {
  const whole = value / atto;
  return value < 0n && whole * atto !== value ? whole - 1n : whole;
}
