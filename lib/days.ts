/** UTC days. */

export const secondsPerDay = 86_400;
export const msPerDay = 86_400_000;

/** Days since 1970 at a time in seconds. */
export const dayOfSeconds = (seconds: number): number => Math.floor(seconds / secondsPerDay);

/** The date (YYYY-MM-DD) of a time in seconds. */
export const dateOfSeconds = (seconds: number): string => dateOfDay(dayOfSeconds(seconds));

/** The date (YYYY-MM-DD) of a day since 1970. */
export const dateOfDay = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);
