/**
 * What the API says of slashings and of sync committees: months of a generated chain, where each day costs.
 * Fast counterpart: transform/eth/correlations.test.ts, test/endpoints.test.ts
 */
import { describe } from "vitest";
import { ethSlashingSuite } from "./support/ethSlashingSuite.ts";

describe.each(["electra", "phase0"] as const)("%s", ethSlashingSuite);
