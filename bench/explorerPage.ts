/**
 * A process of `npm run bench -- explorer`: the demo, and a browser that opens its pages for the first time. Prints what the browser's own
 * clock says, as JSON.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "playwright-core";

const root = join(import.meta.dirname, "..");
const dist = join(root, "explorer/dist");

/** Everything that the first page loads, each file as gzip. */
function firstPageBytes(): number {
  const assets = join(dist, "assets");
  const files = readdirSync(assets).filter((name) => name.endsWith(".gz"));
  const page = gzipSync(readFileSync(join(dist, "index.html"))).byteLength;
  return files.reduce((sum, name) => sum + readFileSync(join(assets, name)).byteLength, page);
}

/** Milliseconds since the page was requested. */
async function paintOf(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: "networkidle" });
  return (await page.evaluate(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  )) as number;
}

/** The demo, once it has read its history. */
async function startDemo(): Promise<{ url: string; stop(): Promise<void> }> {
  const demo = spawn(process.execPath, [join(root, "cli/checkout.mjs"), "demo"], {
    env: { ...process.env, PORT: "0", DATA_DIR: "" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    demo.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      if (said.includes("Ctrl-C ends the demo")) resolve();
    });
    demo.once("exit", () => reject(new Error(`The demo ended:\n${said}`)));
  });
  const url = /Explorer: (\S+)\//.exec(said)?.[1] ?? "";
  const stop = () =>
    new Promise<void>((resolve) => {
      demo.removeAllListeners("exit").once("exit", () => resolve());
      demo.kill("SIGINT");
    });
  return { url, stop };
}

const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});
try {
  // Each page has its own context, so that nothing is cached.
  const fresh = async () => (await browser.newContext()).newPage();
  const homePaintMs = await paintOf(await fresh(), `${demo.url}/`);
  const network = await fresh();
  await network.goto(`${demo.url}/celestia`);
  await network.locator("canvas").first().waitFor();
  const firstChartMs = await network.evaluate("performance.getEntriesByName('first chart')[0].startTime");
  process.stdout.write(JSON.stringify({ bytes: firstPageBytes(), homePaintMs, firstChartMs }));
} finally {
  await browser.close();
  await demo.stop();
}
