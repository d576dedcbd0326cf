/** A checkout's command line is current after every change, and runs where no bundle can be written. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { atNight, thinned } from "../test/support/nightCases.ts";

const project = join(import.meta.dirname, "..");
let root: string;

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const sayIs = (word: string) => write("lib/word.ts", `export const word: string = "${word}";\n`);

/** A small project with this one's packages, and a command line that prints a word and whether it runs as a bundle. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "checkout-"));
  mkdirSync(join(root, "cli"));
  for (const name of ["bin.mjs", "bundle.ts", "checkout.mjs", "checkoutBundle.ts"])
    copyFileSync(join(project, "cli", name), join(root, "cli", name));
  for (const name of ["package.json", "tsconfig.json"]) copyFileSync(join(project, name), join(root, name));
  mkdirSync(join(root, "node_modules"));
  for (const name of readdirSync(join(project, "node_modules")).filter((one) => !one.startsWith(".")))
    symlinkSync(join(project, "node_modules", name), join(root, "node_modules", name));
  write("node_modules/.package-lock.json", "{}");
  write("lib/later.ts", 'export const later: string = "later";\n');
  sayIs("first");
  const kind = 'import.meta.url.endsWith(".mjs") ? "bundle" : "sources"';
  write(
    "cli/index.ts",
    `import { word } from "../lib/word.ts";
    process.stdout.write(\`\${word} \${${kind}}\\n\`);
    if (process.argv[2] === "wait") {
      await new Promise((resolve) => process.stdin.once("data", resolve));
      process.stdout.write((await import("../lib/later.ts")).later);
      process.exit();
    }\n`,
  );
  write("cli/demo.ts", `process.stdout.write(\`demo \${${kind}}\\n\`);\n`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const cache = () => join(root, "node_modules/.cache/cli");
const current = () => join(cache(), "current.json");
const bundles = () => readdirSync(cache()).filter((name) => name.startsWith("bundle-"));
const bundleFolder = () => join(cache(), JSON.parse(readFileSync(current(), "utf8")).folder);

function start(...args: string[]) {
  return spawn(process.execPath, args, { cwd: tmpdir(), stdio: ["pipe", "pipe", "pipe"] });
}

/** Output of a script of the project, on stdout and stderr. */
async function run(script = "cli/bin.mjs", ...args: string[]): Promise<string> {
  const child = start(join(root, script), ...args);
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return out + error;
}

it("bundles when there is no bundle, and then no more", async () => {
  expect(await run()).toBe("first bundle\n");
  const { mtimeMs } = statSync(current());
  expect(await run()).toBe("first bundle\n");
  expect(await run("cli/checkout.mjs", "demo")).toBe("demo bundle\n");
  expect(statSync(current()).mtimeMs).toBe(mtimeMs);
  expect(bundles()).toHaveLength(1);
});

it("bundles for later runs without running anything", async () => {
  expect(await run("cli/checkout.mjs")).toBe("");
  expect(bundles()).toHaveLength(1);
});

it("runs what a source says now, and keeps few bundles", async () => {
  for (let count = 1; count <= 10; count += 1) write(`node_modules/.cache/cli/bundle-${count}/index.mjs`, "");
  expect(await run()).toBe("first bundle\n");
  sayIs("second");
  expect(await run()).toBe("second bundle\n");
  expect(bundles()).toHaveLength(8);
});

it("bundles again when packages were installed, and when a source has moved", async () => {
  await run();
  const first = bundleFolder();
  write("node_modules/.package-lock.json", '{ "packages": {} }');
  expect(await run()).toBe("first bundle\n");
  expect(bundleFolder()).not.toBe(first);
  rmSync(join(root, "lib/word.ts"));
  write("lib/word/index.ts", 'export const word = "moved";\n');
  write("cli/index.ts", 'import { word } from "../lib/word/index.ts";\nprocess.stdout.write(word);\n');
  expect(await run()).toBe("moved");
});

const spoiled: [string, () => void][] = [
  ["a part that is cut short", () => truncateSync(join(bundleFolder(), "index.mjs"), 20)],
  ["a part that is gone", () => rmSync(join(bundleFolder(), "index.mjs"))],
  ["no folder", () => rmSync(bundleFolder(), { recursive: true })],
  ["half a record", () => truncateSync(current(), 30)],
  ["a record of something else", () => writeFileSync(current(), '{ "folder": 7 }')],
];

it.each(thinned(spoiled))("bundles again where the bundle has %s", async (_, spoil) => {
  await run();
  spoil();
  expect(await run()).toBe("first bundle\n");
  expect(await run()).toBe("first bundle\n");
});

atNight("bundles in several processes at once", async () => {
  expect(await Promise.all(Array.from({ length: 4 }, () => run()))).toEqual(Array(4).fill("first bundle\n"));
  expect(await run()).toBe("first bundle\n");
});

it("lets a process read its own bundle to the end after a new one", async () => {
  const child = start(join(root, "cli/bin.mjs"), "wait");
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  await expect.poll(() => said).toBe("first bundle\n");
  sayIs("second");
  write("lib/later.ts", 'export const later: string = "too late";\n');
  expect(await run()).toBe("second bundle\n");
  child.stdin.end("go on\n");
  await once(child, "close");
  expect(said).toBe("first bundle\nlater");
});

it.each<[string, () => void]>([
  ["no bundler is installed", () => rmSync(join(root, "node_modules/esbuild"))],
  ["nothing can be written", () => write("node_modules/.cache", "a file in its place")],
])("runs from the sources where %s", async (_, spoil) => {
  spoil();
  expect(await run()).toBe("first sources\n");
  expect(await run("cli/checkout.mjs", "demo")).toBe("demo sources\n");
});

it("says what is wrong with a source, and runs it when that is right again", async () => {
  await run();
  write("lib/word.ts", "export const word = ;\n");
  expect(await run()).toMatch(/word\.ts.*Unexpected ";"/s);
  sayIs("right again");
  expect(await run()).toBe("right again bundle\n");
});
