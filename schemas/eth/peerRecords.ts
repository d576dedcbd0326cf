/** What shares of validators by place and host are answered with. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { numberColumn, textColumn } from "../columns.ts";

const validatorShare = numberColumn.describe(
  "Validators behind these peers / those behind all, 0 to 1, five digits",
);
const distType = textColumn.describe("Peers that count: all, or pros");

export const peerCountry = z
  .object({
    country: textColumn.describe("English short name by ISO 3166-1"),
    countryCode: textColumn.describe("ISO 3166-1, two capitals"),
    validatorShare,
    distType,
  })
  .meta({ id: "P2PGeographicalDistribution" });

export const peerHost = z
  .object({
    hostingProvider: textColumn.describe("Whose machines these peers run on"),
    validatorShare,
    distType,
  })
  .meta({ id: "P2PHostingProviderDistribution" });
