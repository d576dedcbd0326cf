/** The subjects that paths of EigenLayer name. */
import { evmAddress } from "../addresses.ts";
import type { Subject } from "../dailyRecords.ts";

/** Accounts for examples; their keys don't exist. */
export const exampleAccounts = {
  delegator: `0x${"d".repeat(40)}`,
  eigenpod: `0x${"e".repeat(40)}`,
  operator: `0x${"0f".repeat(20)}`,
};

export type Role = keyof typeof exampleAccounts;

const knownSql: Readonly<Record<Role, string>> = {
  delegator: "lookup/eigenlayer/delegator.sql",
  eigenpod: "lookup/eigenlayer/eigenpod.sql",
  operator: "lookup/eigenlayer/operator.sql",
};

export const subjectOf = (role: Role): Subject => ({
  name: role,
  value: "account",
  parameter: evmAddress.meta({ example: exampleAccounts[role] }).describe(`Address of the ${role}`),
  toStored: (text) => text.toLowerCase(),
  knownSql: knownSql[role],
});

/** The pseudo-address of native ETH, whose share is a wei. */
export const nativeStrategy = "0xbeac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0";

/** A token for examples. */
export const exampleToken = `0x${"a1".repeat(20)}`;
