/** The explorer in a real browser on the demo: bytes of the first page, its first paint, and the first chart of a network. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bench } from "./report.ts";

export const explorer: Bench = {
  name: "explorer",
  run: async () => {
    const script = join(import.meta.dirname, "explorerPage.ts");
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script]);
    const measured = JSON.parse(stdout) as { bytes: number; homePaintMs: number; firstChartMs: number };
    const input = "the demo's nine networks, nothing cached";
    return [
      { metric: "bytes of the first page, gzip", value: measured.bytes, unit: "B", input },
      { metric: "first contentful paint of /", value: measured.homePaintMs, unit: "ms", input },
      { metric: "first chart of /celestia", value: measured.firstChartMs, unit: "ms", input },
    ];
  },
};
