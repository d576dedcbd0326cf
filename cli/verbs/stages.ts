/** `listen`, `transform` and `serve`: one stage each, for clusters. */
import type { Context } from "../process/context.ts";
import { openHealth } from "../process/health.ts";
import { holdFolder } from "../process/hold.ts";
import { followAll, requireNodes } from "../process/listeners.ts";
import { limitOutages } from "../process/patience.ts";
import {
  openServer,
  openStore,
  requireKafka,
  requireSharedWarehouse,
  untilStopped,
} from "../process/pipeline.ts";
import { createParts, takeRequests } from "./requests.ts";

export async function listen(context: Context): Promise<void> {
  const { config, shutdown } = context;
  requireKafka(config, "listen");
  requireSharedWarehouse(config, "listen");
  requireNodes(config);
  const take = await takeRequests(context, holdFolder(context, "listen"));
  const health = openHealth(context);
  limitOutages(context);
  const store = await openStore(context, { isPatient: true });
  const parts = createParts(context, store, { transforms: false, isPatient: true });
  take(parts);
  const bus = await parts.bus();
  health.setReadiness(() => bus.ping());
  const listeners = followAll(context, store, bus);
  await untilStopped(shutdown.signal);
  await Promise.allSettled(listeners);
}

export async function transform(context: Context): Promise<void> {
  requireKafka(context.config, "transform");
  requireSharedWarehouse(context.config, "transform");
  const take = await takeRequests(context, holdFolder(context, "transform"));
  const health = openHealth(context);
  limitOutages(context);
  const store = await openStore(context, { isPatient: true });
  const parts = createParts(context, store, { transforms: true, isPatient: true });
  take(parts);
  const bus = await parts.bus();
  await parts.workers();
  health.setReadiness(async () => {
    await store.ping();
    await bus.ping();
  });
  context.log.info("workers are running");
  await untilStopped(context.shutdown.signal);
}

export async function serve(context: Context): Promise<void> {
  requireSharedWarehouse(context.config, "serve");
  const take = await takeRequests(context, holdFolder(context, "serve"));
  const health = openHealth(context);
  limitOutages(context);
  const store = await openStore(context, { isPatient: true });
  // A backfill or a replay opens the bus and workers that it needs.
  take(createParts(context, store, { transforms: false, isPatient: false }));
  health.setReadiness(() => store.ping());
  const url = await openServer(context, store, health);
  process.stdout.write(`Validator Analytics is at ${url}, its documentation at ${url}/docs\n`);
  await untilStopped(context.shutdown.signal);
}
