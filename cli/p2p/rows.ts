/** Rows of imported peers: valid values of a line, and their meaning. */
import { z } from "zod";
import { countryNames } from "../../lib/countries.ts";

/** Columns of the file, in any order. */
export const peerColumns = ["peer_id", "ip", "country_code", "hosting_provider", "validator_count"] as const;

const textMax = 200;
const uint32Max = 0xffff_ffff;
const text = z.string().trim().max(textMax, `is longer than ${textMax} characters`);

export const peerRow = z.strictObject({
  peer_id: text.min(1, "is empty"),
  ip: z
    .string()
    .trim()
    .pipe(z.union([z.ipv4(), z.ipv6()], "is no IPv4 or IPv6 address")),
  // Empty is unknown.
  country_code: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === "" || countryNames.has(code), {
      error: ({ input }) => `"${String(input)}" is no country code of ISO 3166-1, such as DE, nor empty`,
    }),
  hosting_provider: text,
  validator_count: z
    .string()
    .trim()
    .regex(/^(?:0|[1-9]\d{0,9})$/, "is no whole number")
    .transform(Number)
    .refine((count) => count <= uint32Max, `is above ${uint32Max}`),
});
export type PeerRow = z.output<typeof peerRow>;
