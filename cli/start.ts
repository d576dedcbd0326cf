/** `start`: listen, transform and serve in one process. */
import { startServer } from "../serve/server.ts";
import { backfillArgs, runBackfill } from "./backfill.ts";
import type { Context } from "./context.ts";
import { serveControl } from "./control.ts";
import { checkParts } from "./doctor.ts";
import { holdFolder } from "./hold.ts";
import { keysArgs, runKeys } from "./keys.ts";
import { followAll, openBus, openStore, openWorker, untilStopped } from "./pipeline.ts";

export async function start(context: Context): Promise<void> {
  const { config, log, shutdown } = context;
  const holder = holdFolder(context, "start");
  const store = await openStore(context);
  const bus = await openBus(context);
  const worker = await openWorker(context, store, bus);
  if (holder !== undefined) {
    const control = await serveControl(
      holder.socket,
      {
        keys: (args) => runKeys(keysArgs.parse(args), store),
        backfill: (args, { emit, signal }) =>
          runBackfill(backfillArgs.parse(args), {
            config,
            log,
            store,
            bus,
            worker,
            emit,
            signal: AbortSignal.any([signal, shutdown.signal]),
          }),
        doctor: () => checkParts(context, { store, bus }),
      },
      log,
    );
    shutdown.onClose("local socket", () => control.close());
  }
  const server = await startServer({
    store,
    log,
    host: config.HOST,
    port: config.PORT,
    baseUrl: config.BASE_URL,
  });
  shutdown.onClose("API", () => server.close());
  if (config.nodes.length === 0)
    log.warn("no node is configured, so nothing is listened to; set ETH_BEACON_URLS");
  process.stdout.write(`Validator Analytics is at ${server.url}, its documentation at ${server.url}/docs\n`);
  const listeners = followAll(context, store, bus);
  await untilStopped(shutdown.signal);
  await Promise.allSettled(listeners);
}
