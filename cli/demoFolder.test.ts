import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../test/support/cli.ts";

const script = `
  import { mkdirSync, writeFileSync } from "node:fs";
  import { demoFolder } from ${JSON.stringify(join(projectRoot, "cli/demoFolder.ts"))};
  const folder = demoFolder();
  mkdirSync(folder + "/warehouse");
  // As the engine does, to the last.
  const write = () => writeFileSync(folder + "/warehouse/" + Math.random(), "x");
  process.on("exit", write);
  setInterval(write, 5);
  process.on("SIGINT", () => process.exit(130));
  console.log(folder);
`;

it.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "the demo's folder goes with its process: %s",
  async (signal) => {
    const running = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const folder = await new Promise<string>((resolve) =>
      running.stdout.once("data", (text: Buffer) => resolve(text.toString().trim())),
    );
    expect(existsSync(join(folder, "warehouse"))).toBe(true);
    running.kill(signal);
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false);
  },
);
