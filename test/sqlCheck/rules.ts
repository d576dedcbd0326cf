/** The rules that `make sql` checks. */
import type { SqlRule } from "./rule.ts";
import { cutBytes } from "./rules/cutBytes.ts";
import { narrowProduct } from "./rules/narrowProduct.ts";
import { nullableExtreme } from "./rules/nullableExtreme.ts";
import { openWindow } from "./rules/openWindow.ts";
import { optionalDefault } from "./rules/optionalDefault.ts";
import { pageOrder } from "./rules/pageOrder.ts";
import { parses } from "./rules/parses.ts";
import { unknownAsZero } from "./rules/unknownAsZero.ts";
import { zeroDivisor } from "./rules/zeroDivisor.ts";

export const sqlRules: readonly SqlRule[] = [
  cutBytes,
  narrowProduct,
  nullableExtreme,
  openWindow,
  optionalDefault,
  pageOrder,
  parses,
  unknownAsZero,
  zeroDivisor,
];
