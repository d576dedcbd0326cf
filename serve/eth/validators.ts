/** Shared by the endpoints of Ethereum validators: which validators, and which days. */
import { z } from "zod";
import { ApiError } from "../../lib/errors.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { type Calendar, daysOf, epochsPerDay } from "../../schemas/eth/calendar.ts";
import { listOf, wholeNumber } from "../../schemas/request.ts";
import type { EndpointRequest, Prepared } from "../endpoint.ts";
import type { Services } from "../services.ts";
import { type ValidatorIdentity, validatorsByIndex, validatorsByPubkey } from "./identities.ts";

const pubkeyPattern = /^(?:0x)?([0-9a-f]{96})$/i;

/** Every accepted spelling. */
const documentedPubkey = "^(?:0[xX])?[0-9a-fA-F]{96}$";

/** A BLS public key in any case, with or without 0x; parsed to 0x and lower case. */
export const validatorPubkey = z
  .string()
  .regex(pubkeyPattern, "Input should be a public key: 0x and 96 hexadecimal digits")
  .transform((text) => `0x${pubkeyPattern.exec(text)?.[1]?.toLowerCase()}`)
  .pipe(z.string().meta({ pattern: documentedPubkey }));

const index = wholeNumber();

/** The path parameter `validator_index_or_pubkey`: parsed to a number, or to a canonical public key. */
const validatorIndexOrPubkey = z
  .string()
  .transform((text, context) => {
    const parsed = pubkeyPattern.test(text) ? validatorPubkey.safeParse(text) : index.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: "custom",
      message:
        "Input should be the index of a validator (0 to 4294967295) or a public key (0x and 96 hexadecimal digits)",
    });
    return z.NEVER;
  })
  .pipe(
    z.union([
      z.number().int().min(0).max(4_294_967_295),
      z.string().meta({ pattern: documentedPubkey, example: `0x${"00000001".repeat(12)}` }),
    ]),
  )
  .describe("Index or public key of a validator. A public key is answered with a redirect (307) to the index")
  .meta({ example: 1 });

/** The redirect's description in the documentation. */
export const redirectsByPubkey = "Requested by public key: Location has the address with the index";

export const validatorPath = z.object({ validator_index_or_pubkey: validatorIndexOrPubkey });

type ValidatorRequest = EndpointRequest<{ validator_index_or_pubkey: number | string }>;

/**
 * Finds the validator that a path names and goes on with it; a public key redirects to the index.
 * @throws ApiError 404 that names the unknown validator
 */
export async function withValidator(
  request: ValidatorRequest,
  services: Services,
  values: (validator: ValidatorIdentity) => QueryParams | Promise<QueryParams>,
): Promise<Prepared> {
  const requested = request.params.validator_index_or_pubkey;
  const [validator] =
    typeof requested === "number"
      ? await validatorsByIndex(services, request.network, [requested])
      : await validatorsByPubkey(services, request.network, [requested]);
  if (validator === undefined) {
    throw new ApiError(404, `Validator ${requested} was not found on ${request.network}`);
  }
  if (typeof requested === "string") {
    return { redirect: { validator_index_or_pubkey: String(validator.validatorIndex) } };
  }
  return { values: await values(validator) };
}

/** Query fields of lists that name validators. */
export const validatorLists = {
  pubkeys: listOf(validatorPubkey).optional().describe("Public keys; repeat the parameter"),
  indices: listOf(wholeNumber())
    .optional()
    .describe("Indices; repeat the parameter")
    .meta({ example: [1, 2, 3] }),
};

/** Validators have to be named in one of these ways. */
export const needsOneOf = ["indices", "pubkeys"] as const;

/** Public keys of the requested validators by index; unknown validators are left out. */
export async function requestedValidators(
  services: Services,
  network: string,
  { indices, pubkeys }: { indices?: number[] | undefined; pubkeys?: string[] | undefined },
): Promise<Map<number, string>> {
  const [byIndex, byPubkey] = await Promise.all([
    validatorsByIndex(services, network, indices ?? []),
    validatorsByPubkey(services, network, pubkeys ?? []),
  ]);
  return new Map([...byIndex, ...byPubkey].map((one) => [one.validatorIndex, one.pubkey]));
}

/** Bounds of a range of days as SQL values: by number, by date, or not at all. Both ends belong to it. */
export type DayBounds = {
  dayMin: number | null;
  dayMax: number | null;
  dateMin: string | null;
  dateMax: string | null;
};

/** The date of a bound: a day's number has that of its last slot. */
const dateOf = (bound: number | string, calendar: Calendar) =>
  typeof bound === "string"
    ? bound
    : (daysOf(calendar, bound * epochsPerDay(calendar)).find(({ dayType }) => dayType === "chain")?.date ??
      "");

/**
 * The range of v0: `from` is the newest day, `to` the oldest; they may be in either order.
 * @param calendar compares a number with a date; without it there are no records
 */
export function boundsOf(
  from: number | string | undefined,
  to?: number | string,
  calendar?: Calendar,
): DayBounds {
  const isSwapped =
    from !== undefined &&
    to !== undefined &&
    (typeof from === "number" && typeof to === "number"
      ? from < to
      : calendar !== undefined && dateOf(from, calendar) < dateOf(to, calendar));
  const [upper, lower] = isSwapped ? [to, from] : [from, to];
  return {
    dayMin: typeof lower === "number" ? lower : null,
    dayMax: typeof upper === "number" ? upper : null,
    dateMin: typeof lower === "string" ? lower : null,
    dateMax: typeof upper === "string" ? upper : null,
  };
}
