/** The subjects that paths of Polygon name. */
import { z } from "zod";
import { wholeNumber } from "../../schemas/request.ts";
import { lowerEvmAddress } from "../addresses.ts";
import type { Subject } from "../dailyRecords.ts";
import { requireKnown } from "../known.ts";
import type { Services } from "../services.ts";

/** For examples; its key doesn't exist. */
export const exampleDelegator = `0x${"03".repeat(20)}`;

const validatorId = wholeNumber().describe("Id of the validator").meta({ example: 7 });

export const validatorPath = z.object({ validator_id: validatorId });

export const delegatorAddress = lowerEvmAddress;

export const delegatorPath = z.object({
  delegator_address: delegatorAddress
    .describe("Address of the delegator")
    .meta({ example: exampleDelegator }),
});

const validator = { what: "validator", sql: "lookup/polygon/validator.sql" };

/** The same of daily records. */
export const validatorSubject: Subject = {
  name: validator.what,
  value: "validatorId",
  parameter: validatorId,
  knownSql: validator.sql,
};
const delegator = { what: "delegator", sql: "lookup/polygon/delegator.sql" };

/** @throws ApiError 404 when no such validator has ever staked */
export const requireValidator = (services: Services, network: string, validatorId: number): Promise<void> =>
  requireKnown(services, network, validator, String(validatorId), { validatorId });

/** @throws ApiError 404 when no share of a validator has ever been of this address */
export const requireDelegator = (services: Services, network: string, address: string): Promise<void> =>
  requireKnown(services, network, delegator, address, { delegatorAddress: address });
