/** Correlation penalties: the rule that takes most and the newest one; other forks and orders are in ethCorrelation.long.test.ts. */
import { describe } from "vitest";
import { ethCorrelationSuite } from "./support/ethCorrelationSuite.ts";

describe.each(["bellatrix", "electra"] as const)("%s", ethCorrelationSuite);
