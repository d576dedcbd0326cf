/** Countries by ISO 3166-1, as the package iso-3166 lists them: codes of two capitals, English short names. */
import { iso31661 } from "iso-3166/1.js";

export const countryNames: ReadonlyMap<string, string> = new Map(
  iso31661.map(({ alpha2, name }) => [alpha2, name]),
);
