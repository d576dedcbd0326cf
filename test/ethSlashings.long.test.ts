/**
 * The API's answers about slashings and sync committees: months of a generated chain, of which each day is slow.
 * Fast counterpart: transform/eth/correlations.test.ts, test/endpoints.test.ts
 */
import { describe } from "vitest";
import { ethSlashingSuite } from "./support/ethSlashingSuite.ts";

describe.each(["electra", "phase0"] as const)("%s", ethSlashingSuite);
