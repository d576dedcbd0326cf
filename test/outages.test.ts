/** Processes whose warehouse or broker is not there when they begin. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runVerb, startVerb } from "./support/cli.ts";
import { type ClickhouseFront, startClickhouseFront } from "./support/clickhouseFront.ts";
import { freePorts } from "./support/kafka/ports.ts";

const folder = mkdtempSync(join(tmpdir(), "outages-"));
let front: ClickhouseFront | undefined;

afterAll(async () => {
  await front?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function readiness(port: number): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return { status: answer.status, body: await answer.json() };
  } catch {
    return undefined;
  }
}

describe("a process whose warehouse is not there", () => {
  it("waits, says so, and goes on by itself; of the running one readiness says when it is gone", async () => {
    const [port = 0, health = 0] = await freePorts(2);
    const serve = startVerb(["serve"], {
      CLICKHOUSE_URL: `http://127.0.0.1:${port}/default`,
      METRICS_PORT: String(health),
    });
    await expect
      .poll(() => readiness(health), { timeout: 60_000 })
      .toMatchObject({
        status: 503,
        body: { status: "starting", missing: [{ part: "warehouse", by: "tables" }] },
      });
    const metrics = await (await fetch(`http://127.0.0.1:${health}/metrics`)).text();
    expect(metrics).toMatch(/process_outage_seconds\{part="warehouse"\} \d/);

    front = await startClickhouseFront({ path: join(folder, "warehouse"), port });
    const url = await serve.seen(/is at (http:\S+),/);
    expect(await readiness(health)).toEqual({ status: 200, body: { status: "ready" } });
    front.setFaults({ refuse: true });
    await expect.poll(() => readiness(health)).toMatchObject({ status: 503 });
    expect((await fetch(`${url}/docs`)).status).toBe(200);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    front.setFaults({});
    await expect.poll(() => readiness(health)).toEqual({ status: 200, body: { status: "ready" } });
    expect((await serve.stop()).code).toBe(0);
  });

  it("ends with 1 when that lasts longer than OUTAGE_LIMIT_SECONDS; what is typed does not wait at all", async () => {
    const [port = 0] = await freePorts(1);
    const CLICKHOUSE_URL = `http://127.0.0.1:${port}/default`;
    const [waiting, typed] = await Promise.all([
      runVerb(["migrate"], { CLICKHOUSE_URL, OUTAGE_LIMIT_SECONDS: "1" }),
      runVerb(["keys", "list"], { CLICKHOUSE_URL }),
    ]);
    expect([waiting.code, typed.code]).toEqual([1, 1]);
    expect(waiting.stderr).toMatch(/tables: the warehouse did not answer for 1 s \(OUTAGE_LIMIT_SECONDS\): /);
    expect(typed.stderr).toContain("ECONNREFUSED");
  });
});
