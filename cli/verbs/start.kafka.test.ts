/** `start` on a real broker that is missing at first, and down for longer than any client waits. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it, onTestFailed } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { startVerb, temporaryFolder } from "../../test/support/cli.ts";
import { freePorts } from "../../test/support/kafka/ports.ts";
import { kafkaMissing, startKafka } from "../../test/support/kafka.ts";

const awayMs = 60_000;
const firstEpoch = 100;
const slotsPerEpoch = 8;
const chain = generateChain({
  ...{ seed: 7, startEpoch: firstEpoch, epochs: 20, validators: 64 },
  ...{ preset: "minimal", networkName: "devnet" },
});
const folder = temporaryFolder();
const closers: (() => unknown)[] = [() => folder.remove()];

afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe.skipIf(kafkaMissing() !== undefined)("start without its broker", () => {
  it("serves what there is, waits for as long as it takes, and goes on by itself", async () => {
    const broker = await startKafka();
    closers.push(() => broker.close());
    await broker.kill();
    const node = await startStubBeaconNode(chain, { slot: (firstEpoch + 8) * slotsPerEpoch });
    closers.push(() => node.close());
    const [port = 0, health = 0] = await freePorts(2);
    const start = startVerb(["start"], {
      DATA_DIR: folder.path,
      KAFKA_BROKERS: broker.address,
      ETH_BEACON_URLS: node.url,
      ETH_MAX_HEAD_AGE_S: "0",
      ETH_START_EPOCH: String(firstEpoch + 1),
      PORT: String(port),
      METRICS_PORT: String(health),
      LOG_LEVEL: "info",
    });
    closers.push(() => start.stop("SIGKILL"));
    onTestFailed(() => console.error(start.said().slice(-10_000)));
    const url = `http://127.0.0.1:${port}`;
    const parts = async (): Promise<unknown> => {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      return answer === undefined ? undefined : [answer.status, await answer.json()];
    };
    const computed = (): number =>
      Math.max(
        ...[...start.said().matchAll(/"height":(\d+).*"msg":"epoch computed"/g)].map(([, text]) =>
          Number(text),
        ),
      );
    const timeout = 60_000;
    const withoutBus = [200, { status: "ready", missing: [{ part: "bus", since: expect.any(String) }] }];
    await expect.poll(parts, { timeout }).toEqual(withoutBus);
    await broker.start();
    await start.seen(/"msg":"epoch computed"/);
    await expect.poll(parts, { timeout }).toEqual([200, { status: "ready" }]);

    const before = computed();
    await broker.kill();
    const killedAt = Date.now();
    while (Date.now() - killedAt < awayMs) {
      node.advance(slotsPerEpoch / 4);
      expect((await fetch(`${url}/v0/eth/validators`)).status).toBe(401);
      await delay(3_000);
    }
    expect(await parts()).toEqual(withoutBus);
    const missing = (await (await fetch(`http://127.0.0.1:${health}/readyz`)).json()) as {
      missing: { part: string; by: string }[];
    };
    expect(missing.missing.map(({ by }) => by)).toContain("validator-analytics-eth");
    await broker.start();
    node.advance(4 * slotsPerEpoch);
    await expect.poll(parts, { timeout: 120_000 }).toEqual([200, { status: "ready" }]);
    await expect.poll(computed, { timeout: 60_000 }).toBeGreaterThan(before + 2);
    expect(start.said()).not.toMatch(/"level":60/);
    expect((await start.stop()).code).toBe(0);
  });
});
