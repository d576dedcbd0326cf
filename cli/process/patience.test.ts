import { afterEach, expect, it } from "vitest";
import type { Config } from "../../lib/config.ts";
import { BusError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { noteOutage, noteReturn } from "../../lib/outages.ts";
import { createShutdown } from "../../lib/shutdown.ts";
import { limitOutages } from "./patience.ts";

const log = createLogger("silent");

afterEach(() => {
  process.exitCode = undefined;
  noteReturn("worker");
});

function watch(limit?: number) {
  const shutdown = createShutdown(log);
  const config = { OUTAGE_LIMIT_SECONDS: limit } as unknown as Config;
  limitOutages({ config, log, shutdown }, 1);
  noteOutage("worker", new BusError("Kafka is away", { code: "bus_unreachable" }));
  return shutdown;
}

it("ends the process with 1 when the limit is reached, and only where one is set", async () => {
  const [forEver, hours, short] = [watch(), watch(3_600), watch(0.05)];
  await expect.poll(() => short.signal.aborted).toBe(true);
  expect(process.exitCode).toBe(1);
  expect([forEver.signal.aborted, hours.signal.aborted]).toEqual([false, false]);
  await Promise.all([forEver.stop("end"), hours.stop("end"), short.stop("end")]);
});
