/** The answers of test/ethSlashings.test.ts under the rules of earlier forks. */
import { describe } from "vitest";
import { ethSlashingSuite } from "./support/ethSlashingSuite.ts";

describe.each(["phase0", "altair", "bellatrix"] as const)("%s", ethSlashingSuite);
