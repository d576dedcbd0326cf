/** The file of priority fees, while Polygon is followed. */
import { expect, it } from "vitest";
import { createPriorityFees, type FeeEdition } from "../fixtures/polygon/fees.ts";
import { createPolygonHistory } from "../fixtures/polygon/history.ts";
import { startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { priorityFeesIn } from "../ingest/polygon/priorityFees.ts";
import { polygonMessage } from "../schemas/polygon/events.ts";
import { createListeningBus } from "./support/pipeline.ts";
import { chain, log, openPolygon, polygonOptions } from "./support/polygon.ts";
import { createFeesFile } from "./support/polygonFees.ts";

const history = createPolygonHistory({ seed: 9, checkpoints: 7 });

it("reads the file of priority fees at the next checkpoint after an edit, and stops at a line it can't read", async () => {
  const nodes = await startPolygonStub(history);
  const file = createFeesFile();
  const [first, second] = createPriorityFees(history).editions;
  file.edit(first);
  const { bus, published } = createListeningBus();
  const options = polygonOptions(nodes, {
    startCheckpoint: 3,
    readPriorityFees: priorityFeesIn(file.path),
  });
  const goTo = (number: number) => {
    const now = (history.checkpoints[number - 1]?.time ?? 0) + 3_600;
    nodes.root.settings.now = now;
    nodes.heimdall.settings.now = now;
  };
  goTo(4);
  const edits: Readonly<Record<number, () => void>> = {
    4: () => file.edit(second),
    5: () => file.edit({ version: second.version + 1_000, text: `${second.text}2026-03-01,1,lots\n` }),
  };
  const onPublished = (last: number) => {
    edits[last]?.();
    goTo(last + 1);
  };
  const deps = { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 1 };
  const following = followChain(chain, await openPolygon(options), deps, {
    onPublished,
    signal: new AbortController().signal,
  });
  await expect(following).rejects.toMatchObject({
    kind: "config",
    code: "bad_priority_fees",
    message: expect.stringContaining("amount_pol is no decimal number"),
  });
  file.remove();
  await nodes.close();
  const messages = published.map(({ value }) => polygonMessage.parse(JSON.parse(value.toString())));
  const editions = messages.flatMap((message) =>
    message.type === "priority_fees" ? [[message.file_version, message.fees.length]] : [],
  );
  const lines = ({ version, text }: FeeEdition) => [version, text.trim().split("\n").length - 1];
  expect(editions).toEqual([lines(first), lines(second)]);
});
