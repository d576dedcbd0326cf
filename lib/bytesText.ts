const units = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

/** A number of bytes to be read by people, such as 1.2 GB; in powers of 1,000. */
export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
