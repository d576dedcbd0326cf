import { afterEach, expect, it, vi } from "vitest";
import { BusError, ConfigError, SourceError, StoreError } from "./errors.ts";
import { createLogger } from "./logger.ts";
import { registry } from "./metrics.ts";
import { listOutages, noteOutage, noteReturn, outageSeconds, throughOutages } from "./outages.ts";

const log = createLogger("silent");
const { signal } = new AbortController();
const away = new StoreError("connection refused", { code: "econnrefused", retryable: true });

afterEach(() => {
  for (const { by } of listOutages()) noteReturn(by);
});

async function seconds(part: string): Promise<number> {
  const text = await registry.getSingleMetricAsString("validator_analytics_process_outage_seconds");
  return Number(new RegExp(`part="${part}"\\} (\\S+)`).exec(text)?.[1]);
}

it("waits for what passes, as long as it takes, and says so meanwhile", async () => {
  const heard: unknown[] = [];
  const run = async (): Promise<string> => {
    heard.push(listOutages().map(({ part, by, reason }) => ({ part, by, reason })));
    if (heard.length <= 40) throw away;
    expect(await seconds("warehouse")).toBeGreaterThan(0);
    expect(await seconds("bus")).toBe(0);
    return "there";
  };
  expect(await throughOutages(run, { by: "tables", log, signal, baseMs: 0, maxMs: 1 })).toBe("there");
  expect(heard[0]).toEqual([]);
  expect(heard[40]).toEqual([{ part: "warehouse", by: "tables", reason: "connection refused" }]);
  expect(listOutages()).toEqual([]);
  expect(await seconds("warehouse")).toBe(0);
});

it.each([
  new ConfigError("no such setting"),
  new SourceError("it is another chain's", { code: "other_chain" }),
  new BusError("too large", { code: "bus_message_too_large" }),
  new TypeError("a mistake"),
])("ends with %s", async (error) => {
  const run = () => Promise.reject(error);
  await expect(throughOutages(run, { by: "topics", log, signal })).rejects.toBe(error);
  expect(listOutages()).toEqual([]);
});

it("ends with the signal", async () => {
  const stopper = new AbortController();
  const run = async () => {
    setTimeout(() => stopper.abort(new Error("stopped")));
    throw away;
  };
  const waiting = throughOutages(run, { by: "topics", log, signal: stopper.signal, baseMs: 60_000 });
  await expect(waiting).rejects.toThrow("stopped");
  expect(listOutages()).toEqual([]);
});

it("counts from the first moment of an outage, and keeps its last reason", async () => {
  noteOutage("one", new BusError("first", { code: "bus_unreachable" }));
  const [{ since } = { since: undefined }] = listOutages();
  await new Promise((resolve) => setTimeout(resolve, 5));
  noteOutage("two", new SourceError("later", { code: "timeout" }));
  noteOutage("one", new BusError("second", { code: "bus_unreachable" }));
  expect(listOutages()).toMatchObject([
    { part: "bus", by: "one", reason: "second", since },
    { part: "nodes", by: "two", reason: "later" },
  ]);
});

it("lasts no longer or shorter when the clock is set", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  try {
    noteOutage("one", new BusError("away", { code: "bus_unreachable" }));
    for (const stepMs of [-3_600_000, 7_200_000]) {
      vi.setSystemTime(Date.now() + stepMs);
      const [outage] = listOutages();
      expect(outage && Math.round(outageSeconds(outage) / 60)).toBe(0);
    }
  } finally {
    vi.useRealTimers();
    noteReturn("one");
  }
});
