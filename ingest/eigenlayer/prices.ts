/** The price file: `date,token,eth_price,usd_price`, one line per token and UTC day; a price may be blank. */
import { z } from "zod";
import { dateOfDay, msPerDay } from "../../lib/days.ts";
import type { PricesMessage } from "../../schemas/eigenlayer/events.ts";
import { dateCell, decimalCell, type ReadEdition, readEdition } from "../importedFile.ts";

export type Price = PricesMessage["prices"][number];

const token = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^0x[0-9a-f]{40}$/, "is no address");

const format = {
  columns: ["date", "token", "eth_price", "usd_price"],
  row: z
    .strictObject({ date: dateCell, token, eth_price: decimalCell, usd_price: decimalCell })
    .transform(({ date, ...price }): Price => ({ day: Date.parse(date) / msPerDay, ...price })),
  code: "bad_prices",
  keyOf: ({ day, token: address }: Price) => `token ${address} of ${dateOfDay(day)}`,
};

export const pricesIn =
  (path: string): ReadEdition<Price> =>
  (previous) =>
    readEdition(path, previous, format);
