/** `status`: from the process that holds the warehouse, or from the warehouse alone. */
import type { Store } from "../../lib/store/store.ts";
import { servedChains } from "../../serve/servedChains.ts";
import { createServices } from "../../serve/services.ts";
import { loadStatus, type Status, statusTables } from "../../serve/status.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openUntouchedStore } from "../process/pipeline.ts";
import { textTable } from "../process/tableLines.ts";

export const runStatus = (store: Store): Promise<Status> => loadStatus(servedChains, createServices(store));

export async function status(context: Context, { isJson }: { isJson: boolean }): Promise<string> {
  const answer = (await forwardOrRun(
    context,
    "status",
    {},
    {
      run: () => runStatus(openUntouchedStore(context)),
    },
  )) as Status;
  if (isJson) return `${JSON.stringify(answer, null, 2)}\n`;
  return statusTables(answer)
    .map(({ header, rows }) => textTable([header, ...rows]))
    .join("\n");
}
