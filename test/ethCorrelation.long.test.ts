/** Correlation penalties by the rules of the earlier forks. */
import { describe } from "vitest";
import { ethCorrelationSuite } from "./support/ethCorrelationSuite.ts";

describe.each(["phase0", "altair"] as const)("%s", ethCorrelationSuite);
