/**
 * A process has ten seconds to stop, also while a server that it waits for never answers.
 * Fast counterpart: cli/process/stopping.test.ts
 */
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startVerb, temporaryFolder } from "./support/cli.ts";

const folder = temporaryFolder();
/** Accepts connections and never answers: the worst outage of a broker. */
const silent = createServer(() => undefined);
let broker = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  broker = `127.0.0.1:${(silent.address() as { port: number }).port}`;
});
afterAll(() => {
  silent.close();
  folder.remove();
});

it.each(["start", "transform", "listen"])(
  "%s ends within ten seconds while its broker says nothing",
  async (verb) => {
    const process = startVerb([verb], {
      DATA_DIR: `${folder.path}-${verb}`,
      KAFKA_BROKERS: broker,
      EMBEDDED_STAGES: "on",
      ETH_BEACON_URLS: "http://127.0.0.1:1",
      PORT: "0",
      LOG_LEVEL: "info",
    });
    const requested = new Promise<void>((resolve) => silent.once("connection", () => resolve()));
    await process.seen("warehouse migrated");
    await requested;
    const from = performance.now();
    expect((await process.stop()).code).toBe(0);
    expect(performance.now() - from).toBeLessThan(10_000);
  },
);
