/**
 * Writes the pictures of docs/images from a demo whose chains have ended; needs Chromium.
 *   node --import tsx test/support/explorer/screenshots.ts
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../cli.ts";
import { servedByDemo, startDemo } from "../demo.ts";
import { openBrowser } from "./browser.ts";

/** File names in docs/images, and paths of the explorer. */
const pictures: readonly { name: string; path: string }[] = [
  { name: "explorer-home", path: "/" },
  { name: "explorer-network", path: "/eth" },
  { name: "explorer-validators", path: "/eth/validators" },
];

const folder = join(projectRoot, "docs/images");
mkdirSync(folder, { recursive: true });
const demo = startDemo({ PORT: "0", DATA_DIR: "", DEMO_STILL: "1" });
const { url } = await servedByDemo(demo);
const visitor = await openBrowser(url);
try {
  await visitor.page.setViewportSize({ width: 1280, height: 800 });
  for (const { name, path } of pictures) {
    await visitor.open(`${url}${path}`);
    await visitor.page.locator("main h1").first().waitFor();
    await visitor.page.waitForLoadState("networkidle");
    await visitor.page.screenshot({ path: join(folder, `${name}.png`) });
    process.stdout.write(`docs/images/${name}.png\n`);
  }
} finally {
  await visitor.close();
  await demo.stop("SIGINT");
}
