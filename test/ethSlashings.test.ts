/** What the API says of slashings and of sync committees: months of a generated chain, where each day costs. */
import { describe } from "vitest";
import { ethSlashingSuite } from "./support/ethSlashingSuite.ts";

describe.each(["electra"] as const)("%s", ethSlashingSuite);
