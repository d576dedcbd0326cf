/** `status`: what the process that holds the warehouse knows of it, or the warehouse alone. */
import type { Store } from "../../lib/store/store.ts";
import { loadStatus, type Status, statusTables } from "../../serve/status.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openUntouchedStore } from "../process/pipeline.ts";
import { textTable } from "../process/tableLines.ts";

/** Loaded here only, since another process often answers: hundreds of schemas stand behind the list of chains. */
export async function runStatus(store: Store): Promise<Status> {
  const { servedChains } = await import("../../serve/endpoints.ts");
  const { createServices } = await import("../../serve/services.ts");
  return await loadStatus(servedChains, createServices(store));
}

export async function status(context: Context, { isJson }: { isJson: boolean }): Promise<string> {
  const found = (await forwardOrRun(
    context,
    "status",
    {},
    {
      run: () => runStatus(openUntouchedStore(context)),
    },
  )) as Status;
  if (isJson) return `${JSON.stringify(found, null, 2)}\n`;
  return statusTables(found)
    .map(({ header, rows }) => textTable([header, ...rows]))
    .join("\n");
}
