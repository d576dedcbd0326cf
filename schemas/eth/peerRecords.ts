/** Records of shares of validators by country and hosting provider. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { integerColumn, numberColumn, textColumn } from "../columns.ts";

const validatorShare = numberColumn.describe(
  "Validators of these peers / validators of all peers, 0 to 1, five digits",
);
const distType = textColumn.describe("Counted peers: all, or pros");

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
    hostingProvider: textColumn.describe("Hosting provider of these peers"),
    validatorShare,
    distType,
  })
  .meta({ id: "P2PHostingProviderDistribution" });

const sample = {
  validatorShare,
  distributionType: distType,
  peerCount: integerColumn.describe("Peers of this record"),
  samplePeerCount: integerColumn.describe("Peers of the whole sample, including those with unknown data"),
  sampleValidatorCount: integerColumn.describe(
    "Validators of these peers: one per peer, unless a crawler's output was imported",
  ),
};

export const geographicalDistribution = z
  .object({ country: peerCountry.shape.country, countryCode: peerCountry.shape.countryCode, ...sample })
  .meta({ id: "GeographicalDistribution" });

export const hostDistribution = z
  .object({ hostingProvider: peerHost.shape.hostingProvider, ...sample })
  .meta({ id: "HostDistribution" });
