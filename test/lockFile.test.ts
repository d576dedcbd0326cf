import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

type Package = {
  version?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
};

/** The registry of the lock file has none of them, so their hashes are not known. */
const withoutHash = ["darwin-arm64", "darwin-x64", "linux-arm64-gnu"].map(
  (platform) => `node_modules/@chdb/lib-${platform}`,
);

const root = join(import.meta.dirname, "..");
const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));

it("pins every dependency to one version", () => {
  const { dependencies, devDependencies } = read("package.json");
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  // Without its hash npm accepts any package that a registry returns for that name and version.
  const { packages } = read("package-lock.json") as { packages: Record<string, Package> };
  const fetched = Object.entries(packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && link !== true,
  );
  expect(fetched.length).toBeGreaterThan(100);
  const unhashed = fetched.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path);
  expect(unhashed).toEqual(withoutHash);
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
