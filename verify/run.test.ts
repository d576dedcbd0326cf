import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { type ServeFixture, serveStore } from "../test/support/serve.ts";
import { openTemporaryStore } from "../test/support/warehouse.ts";
import { compareFigures } from "./compare.ts";
import type { Figure, Kind } from "./figure.ts";
import { knownErrors, type NodeError } from "./nodeErrors.ts";
import { writeResult } from "./results.ts";
import { stepsOf, verifyPoint } from "./run.ts";

const figure = (subject: string, value: string): Figure => ({ subject, item: "reward_gwei", value });
const kind = (read: Kind["read"], more: Partial<Kind> = {}): Kind => ({
  name: "rewards",
  title: "rewards",
  source: "GET /rewards",
  read,
  own: { sql: "store/disks" },
  explain: ({ subject }, date) => `/v1/eth/validators/${subject}/explain?date=${date}`,
  ...more,
});
const silent = kind(async () => ({ missing: "pruned" }));
const { signal } = new AbortController();

describe("a comparison", () => {
  it("counts a figure that differs, or that one side lacks, and none that is equal", () => {
    const node = [figure("1", "5"), figure("2", "6"), figure("3", "7")];
    const own = [figure("1", "5"), { ...figure("2", "7"), date: "2026-03-02" }, figure("4", "8")];
    const { compared, differences } = compareFigures(silent, 9, { node, own }, []);
    expect(compared).toBe(4);
    const common = { kind: "rewards", point: 9, item: "reward_gwei", against: "warehouse", nodeError: null };
    expect(differences).toEqual([
      {
        ...common,
        subject: "2",
        node: "6",
        own: "7",
        explain: "/v1/eth/validators/2/explain?date=2026-03-02",
      },
      { ...common, subject: "3", node: "7", own: null, explain: null },
      { ...common, subject: "4", node: null, own: "8", explain: null },
    ]);
  });

  it("names a known error of the node's software, of the versions that have it and of no other", () => {
    const error: NodeError = {
      ...{ family: "eth", kind: "rewards", software: "prysm", from: "5.1.0", before: "6.0.2" },
      ...{ rule: "a reward is per validator", source: "issue 1" },
      matches: (node, own) => node !== undefined && own === undefined,
    };
    const known = (...software: string[]) => knownErrors("eth", "rewards", software, [error]);
    for (const name of ["Prysm/v5.1.0", "prysm/v5.10.3-rc.1 (linux amd64)", "Prysm/6.0.1"])
      expect(known("Geth/v1.17.10", name)).toEqual([error]);
    for (const name of ["Prysm/v5.0.9", "Prysm/v6.0.2", "Lighthouse/v5.1.0", "Prysm"])
      expect(known(name)).toEqual([]);
    const sides = { node: [figure("1", "5"), figure("2", "5")], own: [figure("2", "6")] };
    const { differences } = compareFigures(silent, 9, sides, known("Prysm/v5.1.0"));
    expect(differences.map(({ nodeError }) => nodeError)).toEqual([
      "a reward is per validator (issue 1)",
      null,
    ]);
  });

  it("takes each nth readable height, and the points of a kind that has its own", async () => {
    const days = kind(silent.read, { name: "days", pointsOf: async ({ from, to }) => [from / 10, to / 10] });
    const verification = { software: async () => [], kinds: [silent, days] };
    const sampling = {
      ...{ range: { from: 10, to: 20 }, every: 4 },
      isReadable: async (height: number) => height !== 14,
    };
    const steps = await stepsOf(verification, sampling, signal);
    expect(steps.map((step) => `${step.kind.name} ${step.point}`)).toEqual([
      "rewards 10",
      "rewards 18",
      "days 1",
      "days 2",
    ]);
  });
});

describe("a point", () => {
  let fixture: ServeFixture;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const opened = await openTemporaryStore({ family: "eth" });
    fixture = await serveStore(opened.store);
    close = opened.close;
  });
  afterAll(async () => {
    await fixture.close();
    await close();
  });

  const about = { chain: "eth", network: "mainnet", unit: "epoch", software: ["Prysm/v5.1.0"] };
  const verify = (one: Kind, point: number) =>
    verifyPoint(one, point, {
      ...{ ...about, family: "eth", store: fixture.store, log: createLogger("silent"), signal },
      api: async (path) => ({ value: path.endsWith("1") ? "5" : "6" }),
    });
  const api: Kind["api"] = ({ subject }) => ({
    path: `/figures/${subject}`,
    pick: (body) => (body as { value: string }).value,
  });
  const own = { sql: "eth/verify_validators", values: () => ({ size: 1 }) };
  const reading = (...figures: Figure[]) => kind(async () => ({ figures }), { own, api });

  it("compares the API as well, and a node that fails or returns nothing says why", async () => {
    expect(await verify(reading(figure("1", "5"), figure("2", "5")), 7)).toMatchObject({
      compared: 4,
      missing: null,
      differences: [
        { subject: "1", against: "warehouse", node: "5", own: null },
        { subject: "2", against: "warehouse" },
        { subject: "2", against: "API", node: "5", own: "6", explain: "/figures/2" },
      ],
    });
    expect(await verify(silent, 7)).toMatchObject({ compared: 0, differences: [], missing: "pruned" });
    const failing = kind(() => Promise.reject(new Error("the node is down")));
    expect(await verify(failing, 7)).toMatchObject({ compared: 0, missing: "the node is down" });
  });

  it("is listed by the API with its newest differences, each point once", async () => {
    const store = async (one: Kind, point: number, at: number) =>
      writeResult(fixture.store, about, one, await verify(one, point), at);
    const first = Date.parse("2026-03-02T10:00:00Z");
    await store(reading(figure("1", "5")), 7, first);
    await store(reading(), 8, first + 1_000);
    await store(silent, 9, first + 2_000);
    // The same point again replaces its result.
    await store(reading(figure("2", "6")), 7, first + 3_000);
    const list = await fixture.fetchBody<{ results: object[]; total: number }>("/v1/eth/verifications");
    expect(list.results).toEqual([
      {
        ...{ kind: "rewards", title: "rewards", source: "GET /rewards", unit: "epoch" },
        ...{ points: 2, firstPoint: 7, lastPoint: 8, compared: 2, differing: 1, nodeErrors: 0 },
        ...{ missingPoints: 1, missingReason: "pruned", software: ["Prysm/v5.1.0"] },
        verifiedAt: "2026-03-02T10:00:03Z",
      },
    ]);
    const differences = await fixture.fetchBody<{ results: object[] }>("/v1/eth/verifications/differences");
    expect(differences.results).toEqual([
      {
        ...{ kind: "rewards", title: "rewards", unit: "epoch", point: 7, verifiedAt: "2026-03-02T10:00:03Z" },
        ...{ subject: "2", item: "reward_gwei", against: "warehouse" },
        ...{ node: "6", own: null, explain: null, nodeError: null },
      },
    ]);
  });
});
