/** Gauges of the API's warehouse, for alerts: the age of its data, and open dead letters. */
import { Gauge } from "prom-client";
import { msPerDay } from "../lib/days.ts";
import { errorMessage } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { registry } from "../lib/metrics.ts";
import type { ServedChain } from "./chain.ts";
import { loadNetworks, type ServedNetwork } from "./networks.ts";
import type { Services } from "./services.ts";

const completeUntil = new Gauge({
  name: "validator_analytics_serve_complete_until_timestamp_seconds",
  help: "End of the newest complete UTC day that the API has records of, in Unix seconds",
  labelNames: ["chain", "network"],
  registers: [registry],
});

const openLetters = new Gauge({
  name: "validator_analytics_serve_open_dead_letters",
  help: "Dead letters that were not requeued, by the topic of their messages",
  labelNames: ["topic"],
  registers: [registry],
});

const everyMs = 60_000;

/** The end of the newest complete day of any kind of record; undefined without one. */
function endOfRecords({ records }: ServedNetwork): number | undefined {
  const ends = records
    .filter(({ unit, completeUntil: day }) => unit === "day" && day !== null)
    .map(({ completeUntil: day }) => Date.parse(`${day}T00:00:00Z`) + msPerDay)
    .filter((end) => !Number.isNaN(end));
  return ends.length === 0 ? undefined : Math.max(...ends) / 1000;
}

/** Reads them once. Networks and topics without data are not shown. */
export async function readStatusGauges(chains: readonly ServedChain[], services: Services): Promise<void> {
  const networks = await loadNetworks(chains, services);
  const letters = await services.lookup<{ topic: string; open: string }>("app/dead_letter_topics.sql");
  completeUntil.reset();
  for (const network of networks) {
    const end = endOfRecords(network);
    if (end !== undefined) completeUntil.set({ chain: network.chain, network: network.network }, end);
  }
  openLetters.reset();
  for (const { topic, open } of letters) openLetters.set({ topic }, Number(open));
}

/** Updates them at an interval. @returns a function that stops it */
export function watchStatusGauges(
  chains: readonly ServedChain[],
  services: Services,
  log: Logger,
): () => void {
  let isReading = false;
  const read = async () => {
    if (isReading) return;
    isReading = true;
    await readStatusGauges(chains, services)
      .catch((error: unknown) => {
        // Unknown values are not shown.
        completeUntil.reset();
        openLetters.reset();
        log.debug({ reason: errorMessage(error) }, "the age of the data could not be read");
      })
      .finally(() => {
        isReading = false;
      });
  };
  const timer = setInterval(read, everyMs);
  timer.unref();
  void read();
  return () => clearInterval(timer);
}
