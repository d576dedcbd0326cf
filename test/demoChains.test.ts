/**
 * The chains of `make demo`, hours ahead of where it begins: their nodes still answer every request of a listener, so that
 * the demo runs for as long as needed. test/demoHour.long.test.ts runs the demo itself for an hour.
 */
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../chains/config.ts";
import type { RunningDemo } from "../chains/demoPart.ts";
import { chains } from "../chains/index.ts";
import { createLogger } from "../lib/logger.ts";
import { isNight } from "./support/nightCases.ts";

const hoursMs = 5_400_000;
/** Units that are read, evenly over the time. */
const samples = 9;

let running: RunningDemo | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await running?.close();
  running = undefined;
});

/** Networks whose amounts have decayed to nothing within minutes. */
const byDay = "babylon";
const tried = chains.filter(({ id }) => isNight || id === byDay);

describe.each(tried.map((chain) => ({ id: chain.id, chain })))("the demo's chain of $id", ({ id, chain }) => {
  it("is read without an error for an hour and a half, and does not end before", {
    timeout: 120_000,
  }, async () => {
    const part = await chain.demo();
    const nodes = await part.startNodes();
    running = nodes;
    const config = loadConfig({ DATA_DIR: "/nonexistent", ...part.environment });
    const node = { chain: id, label: "", urls: nodes.urls };
    const lines: string[] = [];
    const log = createLogger("warn", { write: (line) => void lines.push(line) });
    const { signal } = new AbortController();
    const { session } = await chain.listener.open(config, node, undefined, { log, signal });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    // Ethereum's nodes go on from the slot of the listener's cursor.
    nodes.goOn(id === "eth" ? (part.history.to + 1) * 8 : undefined);
    const published: number[] = [];
    const publish = async (messages: readonly unknown[]) => void published.push(messages.length);
    let before = part.history.to;
    for (let sample = 0; sample < samples; sample += 1) {
      // As while it is followed: what is final is looked at, and read when it has become older.
      const { final } = await session.status(signal, "follow");
      vi.advanceTimersByTime(hoursMs / samples);
      if (sample > 0) expect(final, "it goes on").toBeGreaterThan(before);
      before = final;
      if (final <= part.history.to) continue;
      const run = session.openRun({ from: final, kind: "follow" }, undefined);
      const unit = await run.prepare(final, signal, run.lastOf?.(final, final) ?? final);
      (await unit.publish(publish, signal))?.();
    }
    vi.useRealTimers();
    expect(published.length).toBeGreaterThanOrEqual(samples - 1);
    expect(lines).toEqual([]);
  });
});
