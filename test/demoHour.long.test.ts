/**
 * The demo for an hour: every network keeps up with its nodes, days become complete, and nothing is logged above info.
 * Fast counterpart: test/demoChains.test.ts
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chains } from "../chains/index.ts";
import { type Running, temporaryFolder } from "./support/cli.ts";
import { servedByDemo, startDemo } from "./support/demo.ts";
import type { Served } from "./support/explorer/visits.ts";

const minutes = 60;
const everyMs = 20_000;
/** A network may lag by what became final in this time. */
const lagMinutes = 2;
/** pino's `info`. */
const infoLevel = 30;

const folder = temporaryFolder();
let demo: Running | undefined;
let served: Served;

beforeAll(async () => {
  demo = startDemo({ DATA_DIR: folder.path, LOG_LEVEL: "info" });
  served = await servedByDemo(demo);
});
afterAll(async () => {
  await demo?.stop("SIGINT");
  folder.remove();
});

type Look = { at: number; final: number; lag: number };

/** By listener, without those of a backfill. */
async function look(into: Map<string, Look[]>): Promise<void> {
  const text = await (await fetch(`${served.url}/metrics`)).text();
  const gauge = (name: string) =>
    new Map(
      [
        ...text.matchAll(
          new RegExp(`^validator_analytics_ingest_${name}\\{listener="([^"]+)"\\} (\\S+)$`, "gm"),
        ),
      ].map(([, listener = "", value]): [string, number] => [listener, Number(value)]),
    );
  const lags = gauge("lag_heights");
  for (const [listener, final] of gauge("final_height")) {
    if (listener.endsWith("/backfill")) continue;
    const looks = into.get(listener) ?? [];
    into.set(listener, looks);
    looks.push({ at: performance.now(), final, lag: lags.get(listener) ?? 0 });
  }
}

/** Looks at which a network lagged by more than became final in the minutes before. */
function late(looks: readonly Look[]): Look[] {
  return looks.filter(({ at, final, lag }) => {
    const before = looks.findLast((one) => at - one.at >= lagMinutes * 60_000);
    return before !== undefined && lag > final - before.final + 1;
  });
}

/** Lines of the log above info. */
function warnings(said: string): string[] {
  return said.split("\n").filter((line) => {
    if (!line.startsWith("{")) return false;
    const { level } = JSON.parse(line) as { level?: number };
    return level !== undefined && level > infoLevel;
  });
}

async function completeDays(): Promise<number> {
  const answer = await fetch(`${served.url}/v1/solana/network/effectiveness?limit=200`, {
    headers: { authorization: `Bearer ${served.key}` },
  });
  const { results } = (await answer.json()) as { results: { isComplete?: boolean }[] };
  return results.filter(({ isComplete }) => isComplete === true).length;
}

it("keeps up for an hour", { timeout: (minutes + 10) * 60_000 }, async () => {
  const looks = new Map<string, Look[]>();
  const end = performance.now() + minutes * 60_000;
  await expect.poll(completeDays, { timeout: 120_000, interval: 5_000 }).toBeGreaterThan(0);
  const daysBefore = await completeDays();
  while (performance.now() < end) {
    await look(looks);
    await delay(everyMs);
  }
  expect(warnings(demo?.said() ?? "")).toEqual([]);
  expect([...looks.keys()].map((name) => name.split("/")[0]).sort()).toEqual(
    chains.map(({ id }) => id).sort(),
  );
  for (const [listener, seen] of looks) {
    expect(late(seen), listener).toEqual([]);
    expect(seen.at(-1)?.final, `${listener} goes on`).toBeGreaterThan(
      seen[0]?.final ?? Number.POSITIVE_INFINITY,
    );
  }
  expect(await completeDays()).toBeGreaterThan(daysBefore);
});
