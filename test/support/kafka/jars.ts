import { execFile, spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const version = "4.1.0";

/** `KAFKA_CACHE` moves the folder, for example to a cache of the CI. */
function jarFolder(): string {
  const cache = process.env.KAFKA_CACHE ?? resolve(import.meta.dirname, "../../../node_modules/.cache/kafka");
  return join(cache, version);
}

function commandWorks(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** The packages to install before a broker can be started here; empty when one can. */
export function missingCommands(): string[] {
  return [
    ...(commandWorks("java", ["-version"]) ? [] : ["a Java runtime, 17 or newer (openjdk-17-jre-headless)"]),
    ...(existsSync(jarFolder()) || commandWorks("mvn", ["-version"]) ? [] : ["Maven (maven)"]),
  ];
}

/** Fetches the jars unless they are there. Safe when several test processes do it at once. */
export async function ensureJars(): Promise<string> {
  const folder = jarFolder();
  if (existsSync(folder)) return folder;
  return await copyDependencies(join(import.meta.dirname, "pom.xml"), folder);
}

async function copyDependencies(pom: string, folder: string): Promise<string> {
  const partial = `${folder}.${randomUUID()}`;
  await mkdir(partial, { recursive: true });
  await run("mvn", ["-q", "-B", "-f", pom, "dependency:copy-dependencies", `-DoutputDirectory=${partial}`]);
  // The slower of two processes finds the folder there: the content is the same.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }));
  return folder;
}

/** Downloads the dependencies of a pom of test/support. @returns the folder of the jars */
export async function fetchJars(pom: string): Promise<string> {
  const hash = createHash("sha256").update(readFileSync(pom)).digest("hex").slice(0, 12);
  const folder = resolve(import.meta.dirname, "../../../node_modules/.cache", `jars-${hash}`);
  if (existsSync(folder)) return folder;
  return await copyDependencies(pom, folder);
}

/** Options for Java's fastest start: the quick compiler and the plain collector. Not for measurements. */
export const quickJava = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/** Runs a Java class of Kafka, such as a performance tool, and returns its standard output. */
export async function runKafkaTool(
  jars: string,
  mainClass: string,
  args: readonly string[],
  javaOptions: readonly string[] = [],
): Promise<string> {
  const { stdout } = await run(
    "java",
    [
      "-Xmx512m",
      ...javaOptions,
      "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
      "-cp",
      join(jars, "*"),
      mainClass,
      ...args,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout;
}
