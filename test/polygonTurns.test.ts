/** Nodes of Polygon that do not return Heimdall's old states: turns to propose stay unknown, and nothing else changes. */
import { afterEach, describe, expect, it } from "vitest";
import { createPolygonHistory } from "../fixtures/polygon/history.ts";
import { type PolygonStub, startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { turnsIn } from "../fixtures/polygon/turns.ts";
import { checkPolygonNode } from "../ingest/polygon/session.ts";
import { polygonMessage } from "../schemas/polygon/events.ts";
import { publishedBy } from "./support/pipeline.ts";
import { chain, log, openPolygon, polygonOptions } from "./support/polygon.ts";

const history = createPolygonHistory({ seed: 9, checkpoints: 12 });
const { signal } = new AbortController();
let stub: PolygonStub | undefined;
afterEach(async () => await stub?.close());

async function published(states: "served" | "ignored" | "unnamed") {
  stub = await startPolygonStub(history, { states });
  const nodes = stub;
  const openSession = () => openPolygon(polygonOptions(nodes));
  const messages = await publishedBy({ chain, openSession, range: { from: 3, to: 12 } });
  const parsed = messages.map(({ value }) => polygonMessage.parse(JSON.parse(value.toString())));
  return {
    turns: parsed.flatMap((message) => (message.type === "turns" ? message.checkpoints : [])),
    others: parsed.filter(({ type }) => type !== "turns"),
    doctor: await checkPolygonNode(polygonOptions(nodes), { log, signal }),
  };
}

describe("a gateway of Heimdall", () => {
  const served = (async () => {
    const result = await published("served");
    await stub?.close();
    return result;
  })();

  it("that returns old states has the turns of each checkpoint of a range", async () => {
    const { turns, doctor } = await served;
    expect(turns.map(({ checkpoint, passed }) => [checkpoint, passed.map((one) => one.validator)])).toEqual(
      turnsIn(history)
        .slice(1)
        .map(({ checkpoint, passed }) => [checkpoint.number, passed.map(({ validator }) => validator.id)]),
    );
    expect(doctor).not.toContain("turns");
  });

  it.each(["ignored", "unnamed"] as const)("with a height that is %s holds nothing up", async (states) => {
    const { others } = await served;
    const result = await published(states);
    expect(result.turns).toEqual([]);
    expect(result.others).toEqual(others);
    expect(result.doctor).toMatch(
      /\/checkpoints\/last-no-ack of its state 2000 blocks ago: .+\. Which turns to propose a checkpoint were passed on stays unknown/,
    );
  });
});
