/** Shared by all answers about peers. */
import { countryNames } from "../../lib/countries.ts";
import { choice } from "../../schemas/request.ts";

/** Applies to all distributions. */
export const peersCounted =
  "Peers come from the import. Without one, they are the peers of the beacon nodes; each counts as one validator, and so none as `pros`. Shares relate to the validators of all peers that count; where something is unknown of a peer it is in no row, so that shares may add up to less than 1. Where the beacon nodes' peers are: [IP Geolocation by DB-IP](https://db-ip.com), networks by [RouteViews](https://www.routeviews.org/routeviews/) and [NRO](https://www.nro.net), CC BY 4.0.";

export const distributionType = choice(["all", "pros"])
  .default("pros")
  .describe("Peers that count: all, or those with ten or more validators");

/** The grouping, as a statement's values. */
export const byCountry = {
  place: "country",
  countryCodes: [...countryNames.keys()],
  countryNames: [...countryNames.values()],
};
export const byHost = { place: "host" };
