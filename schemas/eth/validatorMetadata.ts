/** Identity of a validator: the record of the metadata endpoints. */
import { z } from "zod";
import { integerColumn, textColumn, textListColumn } from "../columns.ts";

const epochOrNull = integerColumn.nullable();

export const validatorMetadata = z
  .object({
    validatorIndex: integerColumn.describe("Index"),
    validatorPubkey: textColumn.describe("BLS public key, 0x and 96 hex digits"),
    pool: textColumn.nullable().describe("Pool; null while unknown"),
    dvtNetwork: textColumn.nullable().describe("Network of a distributed validator; null while unknown"),
    nodeOperators: textListColumn.describe("Node operators; empty while unknown"),
    depositAddresses: textListColumn.describe("Addresses that deposited; empty while unknown"),
    dvtOperators: textListColumn.describe("Operators of a distributed validator; empty while unknown"),
    activationEpoch: epochOrNull.describe("Epoch of activation; null if not known yet"),
    activationEligibilityEpoch: epochOrNull.describe("Epoch of eligibility; null if not known yet"),
    exitEpoch: epochOrNull.describe("Epoch of the exit; null if none is scheduled"),
    withdrawableEpoch: epochOrNull.describe(
      "Epoch from which its balance can be withdrawn; null if none is scheduled",
    ),
    withdrawalAddress: textColumn.nullable().describe("0x address; null for BLS credentials"),
  })
  .meta({ id: "ValidatorMetadata" });
