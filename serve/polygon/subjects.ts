/** Who is known on Polygon: what was once seen stays, so it is asked for once. */

import { LRUCache } from "lru-cache";
import { z } from "zod";
import { ApiError } from "../../lib/errors.ts";
import { wholeNumber } from "../../schemas/request.ts";
import { evmAddress } from "../addresses.ts";
import type { Services } from "../services.ts";

const createKnown = () => new LRUCache<string, true>({ max: 200_000 });

/** For examples; nobody has its key. */
export const exampleDelegator = `0x${"03".repeat(20)}`;

export const validatorPath = z.object({
  validator_id: wholeNumber().describe("Id of the validator").meta({ example: 7 }),
});

export const delegatorAddress = evmAddress.transform((text) => text.toLowerCase()).pipe(z.string());

export const delegatorPath = z.object({
  delegator_address: delegatorAddress
    .describe("Address of the delegator")
    .meta({ example: exampleDelegator }),
});

async function require(
  services: Services,
  network: string,
  subject: { what: string; name: string; sql: string },
  values: Record<string, string | number>,
): Promise<void> {
  const known = services.own(createKnown);
  const key = `${network}/${subject.what}/${subject.name}`;
  if (known.get(key) === true) return;
  const found = await services.lookup(subject.sql, { network, ...values });
  if (found.length === 0)
    throw new ApiError(404, `The ${subject.what} ${subject.name} was not found on ${network}`);
  known.set(key, true);
}

/** @throws ApiError 404 when no such validator has ever staked */
export function requireValidator(services: Services, network: string, validatorId: number): Promise<void> {
  const subject = { what: "validator", name: String(validatorId), sql: "lookup/polygon/validator.sql" };
  return require(services, network, subject, { validatorId });
}

/** @throws ApiError 404 when no share of a validator has ever been of this address */
export function requireDelegator(services: Services, network: string, address: string): Promise<void> {
  const subject = { what: "delegator", name: address, sql: "lookup/polygon/delegator.sql" };
  return require(services, network, subject, { delegatorAddress: address });
}
