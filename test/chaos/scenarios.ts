import { killed } from "./killed.ts";
import type { Scenario } from "./scenario.ts";

/** Every scenario: one line each. */
export const scenarios: readonly Scenario[] = [killed];
