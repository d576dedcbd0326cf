/** Both kinds of warehouse on an empty folder, for suites that both must pass. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { StoreError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import { createServerStore } from "../../lib/store/server.ts";
import type { Store } from "../../lib/store/store.ts";
import { type ClickhouseFront, startClickhouseFront } from "./clickhouseFront.ts";

const log = createLogger("silent");

export const storeKinds = ["embedded", "server"] as const;

/** A store for the tests of a `describe`, closed after them. */
export function useStore(kind: Store["kind"]): { folder: string; store: () => Store } {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  let front: ClickhouseFront | undefined;
  let store: Store;
  beforeAll(async () => {
    if (kind === "server") {
      front = await startClickhouseFront({ path: folder });
      store = createServerStore({ url: front.url, log });
    } else store = createEmbeddedStore({ path: folder, log });
  });
  afterAll(async () => {
    await store.close();
    await front?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, store: () => store };
}

export async function failureOf(statement: Promise<unknown>): Promise<StoreError> {
  return statement.then(
    () => expect.unreachable("the statement should fail"),
    (error: unknown) => error as StoreError,
  );
}
