/**
 * The answers of test/ethSlashings.test.ts under the first rules; test/ethCorrelation.long.test.ts knows each fork's.
 * Fast counterpart: test/ethSlashings.test.ts
 */
import { describe } from "vitest";
import { ethSlashingSuite } from "./support/ethSlashingSuite.ts";

describe.each(["phase0"] as const)("%s", ethSlashingSuite);
