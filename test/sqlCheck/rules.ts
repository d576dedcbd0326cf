/** The rules that `make sql` checks. */
import type { SqlRule } from "./rule.ts";
import { nullableExtreme } from "./rules/nullableExtreme.ts";
import { openWindow } from "./rules/openWindow.ts";
import { pageOrder } from "./rules/pageOrder.ts";
import { parses } from "./rules/parses.ts";

export const sqlRules: readonly SqlRule[] = [nullableExtreme, openWindow, pageOrder, parses];
