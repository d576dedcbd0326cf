/**
 * Deployment files, checked by the validators of their readers, where these can be installed: the Compose
 * Specification's schema (neither a daemon nor the plugin can), systemd's own, and kubernetes-validate (deployment.long.test.ts).
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { isSetting, loadConfig } from "../chains/config.ts";
import { projectRoot } from "./support/cli.ts";
import { readArguments } from "./support/program.ts";

const run = promisify(execFile);
const read = (name: string) => readFileSync(join(projectRoot, name), "utf8");

type Service = Record<string, unknown> & {
  build?: string;
  command?: string[];
  read_only?: boolean;
  user?: string;
  mem_limit?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  logging?: { driver: string; options: Record<string, string> };
};
type Compose = { services: Record<string, Service> };

const composeFiles = ["docker-compose.yml", "docker-compose.embedded.yml"];
/** Servers of other projects whose start writes settings next to their programs. */
const writesRoot = ["kafka", "clickhouse"];
/** Settings of a process that isn't in a container, as a user copies them. */
const copied = parseEnv(read(".env.example")) as Record<string, string>;

describe.each(composeFiles)("%s", (name) => {
  const file = parse(read(name), { merge: true }) as Compose;
  const services = Object.entries(file.services);

  it("is what the Compose Specification describes", () => {
    const schema = JSON.parse(read("fixtures/spec/compose.json"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    // Anchors are the file's own.
    const isValid = validate(file);
    expect(validate.errors ?? []).toEqual([]);
    expect(isValid).toBe(true);
    expect(validate({ services: { x: { image: "x", restart: 3 } } })).toBe(false);
  });

  it.each(services)(
    "starts %s again, stops it in its own time, bounds its memory and its log",
    (_, service) => {
      expect(service.restart).toMatch(/^(?:unless-stopped|on-failure)$/);
      expect(service).toMatchObject({ init: true, stop_grace_period: expect.stringMatching(/^\d+[sm]$/) });
      expect(service.mem_limit).toMatch(/^\$\{[A-Z_]*MEMORY:-\d+[mg]\}$/);
      expect(service.pids_limit).toBeGreaterThan(0);
      expect(service.logging?.options).toEqual({
        "max-size": expect.stringMatching(/^\d+m$/),
        "max-file": expect.stringMatching(/^\d+$/),
      });
    },
  );

  it.each(services)("gives %s no rights and nothing to write but its data", (service, settings) => {
    expect(settings).toMatchObject({ cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    expect(settings.read_only === true).toBe(!writesRoot.includes(service));
    for (const right of ["privileged", "cap_add", "network_mode", "pid", "devices"])
      expect(settings).not.toHaveProperty(right);
    expect(JSON.stringify(settings.volumes ?? [])).not.toContain("docker.sock");
  });

  it("opens ports on the machine's own address only, unless configured otherwise", () => {
    const ports = services.flatMap(([, { ports: own = [] }]) => own);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^(?:127\.0\.0\.1|\$\{HOST:-127\.0\.0\.1\}):/);
  });

  it("goes on where .env is a copy of .env.example, which is of a process outside of a container", () => {
    const own = services.filter(([, { build }]) => build !== undefined);
    expect(own.length).toBeGreaterThan(0);
    for (const [service, { environment = {}, volumes = [] }] of own) {
      const config = loadConfig({ ...copied, ...environment });
      expect(config, service).toMatchObject({ HOST: "0.0.0.0", PORT: 8080, DATA_DIR: "/data" });
      if (config.CLICKHOUSE_URL === undefined) expect(volumes).toContain("data:/data");
    }
  });
});

type Probe = { httpGet: { path: string; port: string } };
type Container = {
  args: string[];
  env: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  resources: { limits: Record<string, string>; requests: Record<string, string> };
  volumeMounts: { mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
};
type PodSpec = { securityContext: object; containers: Container[] };

describe.each(["embedded", "cluster"])("ops/kubernetes/%s", (form) => {
  const folder = join("ops/kubernetes", form);
  const { resources, namespace } = parse(read(join(folder, "kustomization.yaml"))) as {
    resources: string[];
    namespace: string;
  };
  const objects = resources.flatMap((name) =>
    parseAllDocuments(read(join(folder, name))).map((document) => document.toJS()),
  );
  const pods: PodSpec[] = objects.flatMap(({ spec }) => spec.template?.spec ?? []);

  it("lists every file that is there", () => {
    const files = readdirSync(join(projectRoot, folder)).filter((name) => name !== "kustomization.yaml");
    expect([...resources].sort()).toEqual(files.sort());
    expect(namespace).toBe("validator-analytics");
  });

  it("gives pods no rights, a bound of memory, and nothing to write but their data", () => {
    expect(pods.length).toBeGreaterThan(0);
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: "RuntimeDefault" },
      });
      for (const { securityContext: own, resources: bounds } of containers) {
        expect(own).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(bounds.limits.memory).toMatch(/^\dGi$/);
      }
    }
  });

  it("runs verbs that exist, with valid settings for any secret, and probes ports that are open", async () => {
    const { stdout } = await readArguments(["--help"]);
    for (const { containers } of pods)
      for (const container of containers) {
        expect(stdout).toMatch(new RegExp(`^  ${container.args[0]} `, "m"));
        const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
        for (const name of Object.keys(environment)) expect(isSetting(name), name).toBe(true);
        const config = loadConfig({ ...copied, ...environment });
        expect(config).toMatchObject({ HOST: "0.0.0.0", PORT: 8080, METRICS_PORT: 9464 });
        expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain(config.DATA_DIR);
        const ports = new Map(container.ports?.map(({ name, containerPort }) => [name, containerPort]));
        for (const port of ports.values()) expect([config.PORT, config.METRICS_PORT]).toContain(port);
        const { startupProbe, livenessProbe, readinessProbe } = container;
        for (const probe of [startupProbe, livenessProbe, readinessProbe])
          if (probe !== undefined) expect([...ports.keys()]).toContain(probe.httpGet.port);
      }
  });
});

/** Whether systemd's own checks can't run here; in CI that is a failure. */
function systemdMissing(): boolean {
  if (spawnSync("systemd-analyze", ["--version"]).status === 0) return false;
  const reason = "The checks of the unit are skipped; to run them install systemd";
  if (process.env.CI === "true") throw new Error(reason);
  console.warn(reason);
  return true;
}
const isWithoutSystemd = systemdMissing();

describe("ops/systemd/validator-analytics.service", () => {
  const unit = read("ops/systemd/validator-analytics.service");
  const folder = mkdtempSync(join(tmpdir(), "unit-"));
  const file = join(folder, "validator-analytics.service");

  // The program isn't installed here.
  beforeAll(() => writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(isWithoutSystemd)("is what systemd takes, without a warning", async () => {
    expect(await run("systemd-analyze", ["verify", "--man=no", file])).toEqual({ stdout: "", stderr: "" });
  });

  it.skipIf(isWithoutSystemd)(
    "leaves the service little that it could do to the machine, by systemd's own measure",
    async () => {
      const { stdout } = await run("systemd-analyze", ["security", "--offline=yes", "--threshold=20", file]);
      expect(stdout).toMatch(/Overall exposure level .*: [01]\.\d OK/);
    },
  );

  it("starts again after a crash, not after a wrong setting", () => {
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^RestartPreventExitStatus=78$/m);
    expect(unit).toMatch(/^ExecStart=\S+\/validator-analytics start$/m);
  });

  it("keeps data in its own folder, also with a copy of .env.example", () => {
    const { DATA_DIR } = loadConfig(copied);
    expect(DATA_DIR).toMatch(/^\.\//);
    expect(unit).toMatch(/^WorkingDirectory=\/var\/lib\/validator-analytics$/m);
    expect(unit).toMatch(/^StateDirectory=validator-analytics$/m);
  });
});
