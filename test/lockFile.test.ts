import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

type Package = { version?: string; optionalDependencies?: Record<string, string> };

const root = join(import.meta.dirname, "..");
const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));

it("pins every dependency to one version", () => {
  const { dependencies, devDependencies } = read("package.json");
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
});

it("locks the optional packages of every platform: npm ci refuses a lock file without them", () => {
  const { packages } = read("package-lock.json") as { packages: Record<string, Package> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        packages[`node_modules/${name}`] === undefined &&
        packages[`${path}/node_modules/${name}`] === undefined,
    ),
  );
  expect(missing).toEqual([]);
});
