/** `start`: listen, transform and serve in one process. */

import { nodeVariables } from "../../chains/config.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Context } from "../process/context.ts";
import { openHealth } from "../process/health.ts";
import { holdFolder } from "../process/hold.ts";
import { followAll } from "../process/listeners.ts";
import { limitOutages } from "../process/patience.ts";
import { openServer, openStore, untilStopped, type Workers } from "../process/pipeline.ts";
import { createParts, takeRequests } from "./requests.ts";

export type Pipeline = { store: Store; bus: Bus; workers: Workers | undefined; url: string };

/** Opens everything but the listeners: local socket, warehouse, API, bus, worker. Closed at shutdown. */
export async function openPipeline(context: Context, verb: string): Promise<Pipeline> {
  const holder = holdFolder(context, verb);
  const take = await takeRequests(context, holder);
  const health = openHealth(context);
  limitOutages(context);
  const store = await openStore(context, { isPatient: true });
  health.setReadiness(() => store.ping());
  const parts = createParts(context, store, { transforms: true, isPatient: true });
  take(parts);
  // The API serves the warehouse's data even if the broker is down.
  const url = await openServer(context, store, health);
  return { store, bus: await parts.bus(), workers: await parts.workers(), url };
}

export async function start(context: Context): Promise<void> {
  const { config, log, shutdown } = context;
  const { store, bus, url } = await openPipeline(context, "start");
  if (config.nodes.length === 0)
    log.warn(`no node is configured, so no chain is followed; set one of ${nodeVariables}`);
  process.stdout.write(`Validator Analytics is at ${url}, its documentation at ${url}/docs\n`);
  const listeners = followAll(context, store, bus);
  await untilStopped(shutdown.signal);
  await Promise.allSettled(listeners);
}
