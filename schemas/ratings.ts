/** Versions of the effectiveness ratings. */

/** A version, and the first height that it rates. It applies until the next one begins. */
export type RatingVersion<Rules extends object = Record<string, string | number | boolean>> = Readonly<
  { version: string | number; from: number } & Rules
>;
