/** Days are UTC dates, `YYYY-MM-DD`. */
export const dayMs = 86_400_000;
export const daySeconds = 86_400;

export const dayTime = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
export const addDays = (day: string, days: number) => dayOf(dayTime(day) + days * dayMs);

/** Since the end of a day: "2 days", "5 hours". A day of the future, as generated chains have, is of now. */
export function ageOf(day: string, now: number): string {
  const ms = Math.max(0, now - (dayTime(day) + dayMs));
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 1) return "now";
  if (hours < 48) return `${hours} hour${hours === 1 ? "" : "s"}`;
  return `${Math.floor(hours / 24).toLocaleString("en")} days`;
}
