import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { chains } from "../chains/index.ts";
import { projectRoot, type Running, startProcess, startVerb, temporaryFolder } from "./support/cli.ts";

const folder = temporaryFolder();
let demo: Running | undefined;

afterAll(async () => {
  await demo?.stop("SIGKILL");
  folder.remove();
});

/** What the demo made in a folder for temporary files; the loader of TypeScript keeps its cache there too. */
function made(path: string): string[] {
  return readdirSync(path).filter((name) => name.startsWith("validator-analytics"));
}

function startDemo(environment: Record<string, string>): Running {
  return startProcess(process.execPath, ["--import", "tsx", "cli/demo.ts"], environment, projectRoot);
}

it("prints requests that work, goes on, and leaves nothing behind", async () => {
  // Where the demo makes its temporary folder.
  const TMPDIR = join(folder.path, "..", "temporary");
  mkdirSync(TMPDIR);
  demo = startDemo({ TMPDIR });
  await demo.seen("Ctrl-C ends the demo");
  expect(made(TMPDIR)).toHaveLength(1);

  const text = await demo.seen(/Documentation: [\s\S]+Ctrl-C ends/);
  const docs = /Documentation: (\S+)/.exec(text)?.[1] ?? "";
  expect((await fetch(docs)).status).toBe(200);
  const requests = [...text.matchAll(/^ {2}curl -s -H '(Authorization): (Bearer \S+)' '(\S+)'$/gm)];
  const asked = new Set(requests.map(([, , , url = ""]) => new URL(url).pathname.split("/")[2]));
  expect([...asked].sort()).toEqual(chains.map(({ id }) => id).sort());
  for (const [, header = "", value = "", url = ""] of requests) {
    const response = await fetch(url, { headers: { [header]: value } });
    expect(response.status, url).toBe(200);
    const { data, results } = (await response.json()) as { data?: unknown[]; results?: unknown[] };
    expect(data ?? results, url).toHaveLength(2);
  }

  const { code } = await demo.stop("SIGINT");
  expect(code).toBe(0);
  expect(made(TMPDIR)).toEqual([]);
});

it("names a port that is in use, and leaves nothing behind", async () => {
  const TMPDIR = join(folder.path, "..", "other");
  mkdirSync(TMPDIR);
  const server = startVerb(["start"], { DATA_DIR: folder.path });
  const port = await server.seen(/127\.0\.0\.1:(\d+),/);
  const { code, stderr } = await startDemo({ TMPDIR, PORT: port }).finished;
  expect(code).toBe(78);
  expect(stderr).toContain(`127.0.0.1:${port} is in use by another process`);
  await server.stop();
  expect(made(TMPDIR)).toEqual([]);
  expect(existsSync(join(folder.path, "process.json"))).toBe(false);
});
