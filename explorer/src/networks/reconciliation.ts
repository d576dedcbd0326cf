/** Reconciliation: a day's number from two sources, and their difference. One section for all networks that have it. */

import type { ApiPath } from "../api/path.ts";
import { date, text, truth, type Unit } from "../format/units.ts";
import { type Section, section } from "./describe.ts";

type ReconciliationPath = Extract<ApiPath, `${string}/reconciliation`>;

/** @param unit of the network's records, which name it, too */
export const reconciliation = (path: ReconciliationPath, unit: Unit): Section =>
  section({
    id: "reconciliation",
    title: "Reconciliation",
    about:
      "The sum of the facts compared with the chain's own state. A residual of zero means that every unit is explained.",
    path,
    paging: "v1",
    day: "date",
    splitBy: "quantity",
    // A day has one record of each quantity.
    isCompared: false,
    columns: [
      { field: "date", label: "Day", unit: date },
      { field: "quantity", label: "Quantity", unit: text },
      { field: "expected", label: "Sum of facts", unit },
      { field: "actual", label: "Chain state", unit },
      { field: "residual", label: "Residual", unit },
      { field: "reason", label: "Reason", unit: text },
      { field: "isComplete", label: "Complete", unit: truth },
    ],
    charts: [{ id: "residual", title: "Residual", shape: "line", series: ["residual"] }],
  });
