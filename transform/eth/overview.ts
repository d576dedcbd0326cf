/** The network overview: recomputed when its time windows or its queues are. */
import type { Store } from "../../lib/store/store.ts";
import { loadModels, runModels } from "../frame/models.ts";

export async function writeOverview(store: Store, network: string): Promise<void> {
  await runModels(store, loadModels("eth").get("overview") ?? [], { network });
}
