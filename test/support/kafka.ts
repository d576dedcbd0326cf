/**
 * A real Apache Kafka for suites and benchmarks: broker and controller in one Java process on loopback. Needs Java
 * 17 or newer, and Maven once to fetch the jars (about 55 MB) into a cache folder.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const version = "4.1.0";
const pomFolder = join(import.meta.dirname, "kafka");
const startTimeoutMs = 60_000;

/** `KAFKA_CACHE` moves the folder, for example to a cache of the CI. */
function jarFolder(): string {
  const cache = process.env.KAFKA_CACHE ?? resolve(import.meta.dirname, "../../node_modules/.cache/kafka");
  return join(cache, version);
}

function commandWorks(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/**
 * Why no broker can be started here; undefined when one can. Prints the reason once. With CI=true a suite must not
 * be skipped silently, so it throws instead.
 */
export function kafkaMissing(): string | undefined {
  const missing = [
    ...(commandWorks("java", ["-version"]) ? [] : ["a Java runtime, 17 or newer (openjdk-17-jre-headless)"]),
    ...(existsSync(jarFolder()) || commandWorks("mvn", ["-version"]) ? [] : ["Maven (maven)"]),
  ];
  if (missing.length === 0) return undefined;
  const reason = `Kafka suites are skipped; to run them install ${missing.join(" and ")}`;
  if (process.env.CI === "true") throw new Error(reason);
  process.stderr.write(`${reason}\n`);
  return reason;
}

/** Fetches the jars unless they are there. Safe when several test processes do it at once. */
async function ensureJars(): Promise<string> {
  const folder = jarFolder();
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${randomUUID()}`;
  await mkdir(partial, { recursive: true });
  await run("mvn", [
    "-q",
    "-B",
    "-f",
    join(pomFolder, "pom.xml"),
    "dependency:copy-dependencies",
    `-DoutputDirectory=${partial}`,
  ]);
  // The slower of two processes finds the folder there: the content is the same.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }));
  return folder;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      await new Promise((done) => server.close(done));
      if (address === null || typeof address === "string") throw new Error("no port");
      return address.port;
    }),
  );
}

function serverProperties(folder: string, port: number, controllerPort: number): string {
  return [
    "process.roles=broker,controller",
    "node.id=1",
    `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
    "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "controller.listener.names=CONTROLLER",
    `log.dirs=${join(folder, "data")}`,
    "auto.create.topics.enable=false",
    "default.replication.factor=1",
    "offsets.topic.replication.factor=1",
    "offsets.topic.num.partitions=4",
    "transaction.state.log.replication.factor=1",
    "transaction.state.log.min.isr=1",
    "group.initial.rebalance.delay.ms=0",
    "group.min.session.timeout.ms=1000",
    "",
  ].join("\n");
}

type Guard = { watch(pid: number): void; end(): void };

/**
 * Ends the broker and removes its folder when this process goes away, however it dies: the pipe to the guard's
 * standard input then closes. Its lines are the process ids to watch; the last one counts.
 */
function startGuard(folder: string): Guard {
  const script = `
    let lines = "";
    process.stdin.on("data", (chunk) => { lines += chunk; }).on("end", () => {
      const pid = Number(lines.trim().split("\\n").at(-1));
      try { if (pid > 0) process.kill(pid, "SIGKILL"); } catch {}
      setTimeout(() => require("node:fs").rmSync(process.argv[1], { recursive: true, force: true }), 200);
    });`;
  const guard = spawn(process.execPath, ["-e", script, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return {
    watch: (pid) => void guard.stdin.write(`${pid}\n`),
    end: () => void guard.kill("SIGKILL"),
  };
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once("exit", () => done()));
}

export type KafkaBroker = {
  /** host:port of the broker; the same after a restart. */
  address: string;
  /** Folder with the jars, for the broker's own tools. */
  jars: string;
  start(): Promise<void>;
  /** Ends the broker in good order (SIGTERM). */
  stop(): Promise<void>;
  /** Ends it at once (SIGKILL), as a power failure would. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** kill, remove the data folder, start: the log and the groups' offsets are gone. */
  restartWithLostData(): Promise<void>;
  /** Ends the broker and removes its folder. */
  close(): Promise<void>;
  /** Runs a Java class of Kafka, such as a performance tool, and returns its output. */
  runTool(mainClass: string, args: readonly string[]): Promise<string>;
};

/** Starts a broker on free ports with an empty log in a temporary folder. */
export async function startKafka(): Promise<KafkaBroker> {
  const jars = await ensureJars();
  const classpath = join(jars, "*");
  const folder = mkdtempSync(join(tmpdir(), "kafka-test-"));
  const [port = 0, controllerPort = 0] = await freePorts(2);
  const propertiesFile = join(folder, "server.properties");
  const guard = startGuard(folder);
  let broker: ChildProcess | undefined;

  async function format(): Promise<void> {
    await writeFile(propertiesFile, serverProperties(folder, port, controllerPort));
    const clusterId = Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
    await run("java", [
      "-cp",
      classpath,
      "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
      "kafka.tools.StorageTool",
      "format",
      // One word: an identifier may begin with a dash.
      `--cluster-id=${clusterId}`,
      "-c",
      propertiesFile,
    ]);
  }

  async function start(): Promise<void> {
    if (broker !== undefined) return;
    const child = spawn(
      "java",
      [
        "-Xmx512m",
        "-Xms256m",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
        "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info",
        "-cp",
        classpath,
        "kafka.Kafka",
        propertiesFile,
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    broker = child;
    guard.watch(child.pid ?? 0);
    await waitUntilStarted(child);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (broker === undefined) return;
    const child = broker;
    broker = undefined;
    child.kill(signal);
    await exited(child);
    guard.watch(0);
  }

  async function restartWithLostData(): Promise<void> {
    await end("SIGKILL");
    await rm(join(folder, "data"), { recursive: true, force: true });
    await format();
    await start();
  }

  await format();
  await start();
  return {
    address: `127.0.0.1:${port}`,
    jars,
    start,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    restart: async () => {
      await end("SIGTERM");
      await start();
    },
    restartWithLostData,
    close: async () => {
      await end("SIGKILL");
      guard.end();
      await rm(folder, { recursive: true, force: true });
    },
    runTool: async (mainClass, args) => {
      const quiet = "-Dorg.slf4j.simpleLogger.defaultLogLevel=error";
      const { stdout } = await run("java", ["-Xmx512m", quiet, "-cp", classpath, mainClass, ...args], {
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout;
    },
  };
}

function waitUntilStarted(child: ChildProcess): Promise<void> {
  return new Promise((started, failed) => {
    let output = "";
    const timer = setTimeout(() => failed(new Error(`Kafka did not start:\n${output}`)), startTimeoutMs);
    const onData = (chunk: Buffer) => {
      if (output.length < 100_000) output += chunk.toString();
      if (!output.includes("Kafka Server started")) return;
      clearTimeout(timer);
      started();
    };
    child.stdout?.on("data", onData);
    child.stderr?.on("data", onData);
    child.once("exit", (code) => {
      clearTimeout(timer);
      failed(new Error(`Kafka ended with code ${code}:\n${output}`));
    });
  });
}
