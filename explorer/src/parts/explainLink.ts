/** Where the numbers of a day are explained: the page of who it is about, with `explain` in its address. */
import { hrefWith, query } from "../address.ts";

/** @param number only what counts for it; undefined: everything */
export const explainAddress = (day: string | undefined, number?: string) =>
  hrefWith({ explain: day, number, offset: undefined });

/** The day that the address asks about; whether there is such a day, the API says. */
export const explainedDay = () => query.value.get("explain") || undefined;
