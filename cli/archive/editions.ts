/** Archives of windows that are about to be dropped: one file for each edition of a window's facts. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Chain } from "../../chains/chain.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { writeArchive } from "./write.ts";

const nameOf = (chain: Chain, network: string, { from, to }: HeightRange, edition: number) =>
  `${chain.id}-${network}-${from}-${to}${edition === 1 ? "" : `.${edition}`}.facts.ndjson.zst`;

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/**
 * Archives a window before it is dropped. An existing file stays, because it may hold more facts than a killed pass left
 * in the warehouse. Different facts, such as those of a later backfill, become the next edition. A replay reads all
 * editions, and of each fact the highest version.
 */
export function archiveInto(
  folder: string,
  { store, chain, log }: { store: Store; chain: Chain; log: Logger },
): (network: string, range: HeightRange) => Promise<void> {
  return async (network, range) => {
    const pathOf = (edition: number) => join(folder, nameOf(chain, network, range, edition));
    let edition = 1;
    while (existsSync(pathOf(edition))) edition += 1;
    const path = pathOf(edition);
    const written = edition === 1 ? path : `${path}.next`;
    const rows = await writeArchive(store, { chain, network, range, path: written });
    if (edition > 1) {
      const digest = await digestOf(written);
      for (let earlier = 1; earlier < edition; earlier += 1)
        if ((await digestOf(pathOf(earlier))) === digest) return await rm(written);
      await rename(written, path);
    }
    log.info({ chain: chain.id, network, ...range, rows, path }, "facts archived");
  };
}
