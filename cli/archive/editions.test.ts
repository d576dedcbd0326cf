import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Chain } from "../../chains/chain.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import { createLogger } from "../../lib/logger.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { archiveInto } from "./editions.ts";
import { readArchive } from "./read.ts";

const log = createLogger("silent");
const range = { from: 0, to: 9 };

/** A chain whose facts are the rows of one small table. */
const chain = {
  id: "x",
  unit: "height",
  records: {
    heightsAtOnce: 100,
    factsOf: async () => new Map([["app_listener_cursor", { sql: "1", params: {} }]]),
  },
} as unknown as Chain;

it("keeps each edition of a window's facts: those of a better backfill, too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "editions-"));
  const { store, close } = await openTemporaryStore();
  const archive = archiveInto(folder, { store, chain, log });
  const heightsIn = async (file: string) => {
    const heights: unknown[] = [];
    for await (const { rows } of readArchive(join(folder, file)))
      heights.push(...rows.map((row) => Number(row.height)));
    return heights;
  };
  const write = (height: number) =>
    createCursorStore(store).write("x/main", { height, position: height, root: "r" });
  const names = ["x-main-0-9.facts.ndjson.zst", "x-main-0-9.2.facts.ndjson.zst"];
  try {
    await write(5);
    await archive("main", range);
    await archive("main", range);
    expect(readdirSync(folder)).toEqual(names.slice(0, 1));
    await write(7);
    await archive("main", range);
    await archive("main", range);
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
    expect(await Promise.all(names.map(heightsIn))).toEqual([[5], [7]]);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
});
