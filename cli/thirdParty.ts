/** Third-party content of a package or an image: runtime packages, their bill of materials, and their licences. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `devOptional`: a development package that is also an optional dependency of a runtime package. */
type LockedPackage = {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: unknown;
  workspaces?: unknown;
};
export type LockFile = { packages: Record<string, LockedPackage> };

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The lock file, reduced to runtime packages. The project's own packages (`client/`) are published separately. */
export function lockOfRunning(): LockFile {
  const lock = JSON.parse(read("package-lock.json")) as LockFile;
  const isOfOthers = (path: string, { link }: LockedPackage) =>
    path === "" || (path.startsWith("node_modules/") && link !== true);
  const packages = Object.fromEntries(
    Object.entries(lock.packages).filter(
      ([path, locked]) => isOfOthers(path, locked) && !(locked.dev || locked.devOptional),
    ),
  );
  const { devDependencies: _dev, workspaces: _workspaces, ...own } = packages[""] ?? {};
  return { ...lock, packages: { ...packages, "": own } };
}

/** Packages of which the build copies a prebuilt file; their own dependencies are in that file. */
const copied = ["rapidoc"];

/** The lock file of all that a package contains: packages that npm installs with it, and those that are copied into it. */
export function lockOfContents(): LockFile {
  const running = lockOfRunning();
  const { packages } = JSON.parse(read("package-lock.json")) as LockFile;
  const own: LockedPackage = {
    ...running.packages[""],
    dependencies: { ...running.packages[""]?.dependencies },
  };
  const added: Record<string, LockedPackage> = {};
  for (const name of copied) {
    const { dependencies: _bundled, dev: _dev, ...locked } = packages[`node_modules/${name}`] ?? {};
    added[`node_modules/${name}`] = locked;
    Object.assign(own.dependencies ?? {}, { [name]: locked.version });
  }
  return { ...running, packages: { ...running.packages, ...added, "": own } };
}

/** @returns CycloneDX of the runtime packages, as npm reports it for a folder that depends on no others */
export function billOfMaterials(lock: LockFile): string {
  const folder = mkdtempSync(join(tmpdir(), "sbom-"));
  try {
    const { devDependencies: _dev, workspaces: _workspaces, ...own } = JSON.parse(read("package.json"));
    const { dependencies } = lock.packages[""] ?? {};
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...own, dependencies }));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    const args = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
    return execFileSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The licence that a package names, where it names one: newer packages by an expression, older ones by a list.
 * @param path its place in the lock file
 */
export function licenceOf(path: string, { license }: LockedPackage): string | undefined {
  if (license !== undefined) return license;
  const file = join(path, "package.json");
  if (!existsSync(join(root, file))) return undefined;
  const { licenses } = JSON.parse(read(file)) as { licenses?: (string | { type: string })[] };
  return licenses?.map((one) => (typeof one === "string" ? one : one.type)).join(" AND ");
}

/** @returns name, version, licence and the licence's own text of every package that runs and is installed here */
export function licenceTexts({ packages }: LockFile): string {
  const parts = Object.entries(packages).flatMap(([path, locked]) => {
    const folder = join(root, path);
    if (path === "" || !existsSync(folder)) return [];
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((file) => file.isFile() && /^(?:licen[cs]e|notice|copying|.+[-_]licen[cs]e$)/i.test(file.name))
      .map(({ name }) => name);
    const name = path.split("node_modules/").at(-1);
    const title = `${name} ${locked.version}: ${licenceOf(path, locked) ?? "see below"}`;
    return [[title, ...files.sort().map((file) => read(join(path, file)).trim())].join("\n\n")];
  });
  return `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

if (process.argv[1] === import.meta.filename) process.stdout.write(billOfMaterials(lockOfContents()));
