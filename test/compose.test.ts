/** Docker can't be started where the tests run, so the files are compared with their sources. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { isSetting, loadConfig } from "../chains/config.ts";
import { projectRoot } from "./support/cli.ts";
import { readArguments } from "./support/program.ts";

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  healthcheck?: { test?: string[]; disable?: boolean };
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
};

const read = (name: string) => readFileSync(join(projectRoot, name), "utf8");
/** Docker's result when .env sets nothing. */
const expanded = (text: string) => text.replaceAll(/\$\{(\w+):-([^}]*)\}/g, "$2");
const compose = parse(expanded(read("docker-compose.yml")), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const { services } = compose;
const stages = ["listen", "transform", "serve", "migrate"];
const parts = ["kafka", "clickhouse", "redis"];
const monitors = ["prometheus", "grafana"];

describe("docker-compose.yml", () => {
  it("has the three servers, a container for each stage, and their monitoring", () => {
    expect(Object.keys(services).sort()).toEqual([...parts, ...stages, ...monitors].sort());
    for (const part of [...parts, ...monitors])
      expect(services[part]?.image, part).toMatch(/^[\w./-]+:[\w.]*\d[\w.]*(?:@sha256:[0-9a-f]{64})?$/);
    for (const stage of stages) expect(services[stage]?.build, stage).toBe(".");
  });

  it.each(stages)("gives %s only variables that are settings, with values that are right", (stage) => {
    const { environment = {} } = services[stage] as Service;
    for (const name of Object.keys(environment)) expect(isSetting(name), name).toBe(true);
    expect(loadConfig(environment)).toMatchObject({
      KAFKA_BROKERS: ["kafka:9092"],
      CLICKHOUSE_URL: expect.stringMatching(/^http:\/\/[^@]+@clickhouse:8123\/\w+$/),
      REDIS_URL: "redis://redis:6379",
    });
  });

  it("gives the stages the user and database that ClickHouse is made with", () => {
    const url = new URL(services.serve?.environment?.CLICKHOUSE_URL as string);
    expect(services.clickhouse?.environment).toMatchObject({
      CLICKHOUSE_USER: url.username,
      CLICKHOUSE_PASSWORD: url.password,
      CLICKHOUSE_DB: url.pathname.slice(1),
    });
  });

  it("has one password of ClickHouse, set in .env with a note to change it", () => {
    const [first, ...others] = read("docker-compose.yml").match(/\$\{CLICKHOUSE_PASSWORD[^}]*\}/g) ?? [];
    expect(first).toBe("$" + "{CLICKHOUSE_PASSWORD:-change-this-password}");
    expect(others).toEqual([first]);
    const names = read("docker-compose.yml").match(/(?<=\$\{)\w+/g) ?? [];
    expect(() => loadConfig(Object.fromEntries(names.map((name) => [name, "1234"])))).not.toThrow();
  });

  it("runs verbs that exist", async () => {
    const { stdout } = await readArguments(["--help"]);
    for (const stage of stages) {
      expect(services[stage]?.command, stage).toEqual([stage]);
      expect(stdout, `verbs of --help, which hold ${stage} of docker-compose.yml`).toMatch(
        new RegExp(`^  ${stage} `, "m"),
      );
    }
  });

  it("checks the health of everything that stays up", () => {
    for (const [name, { healthcheck }] of Object.entries(services)) {
      if (name === "migrate")
        expect(healthcheck?.disable, `docker-compose.yml: healthcheck of ${name}`).toBe(true);
      else expect(healthcheck?.test?.length, name).toBeGreaterThan(1);
    }
    const ports = (name: string) =>
      /127\.0\.0\.1:(\d+)\/readyz/.exec(services[name]?.healthcheck?.test?.join(" ") ?? "")?.[1];
    for (const stage of ["listen", "transform"])
      expect(
        ports(stage),
        `docker-compose.yml: port of the healthcheck of ${stage}, against METRICS_PORT`,
      ).toBe(services[stage]?.environment?.METRICS_PORT);
    expect(ports("serve")).toBe(services.serve?.environment?.PORT);
    expect(services.serve?.ports).toEqual([expect.stringContaining(`:${ports("serve")}`)]);
  });

  it("starts stages after migrations, and migrations when the servers are healthy", () => {
    for (const stage of ["listen", "transform", "serve"])
      expect(services[stage]?.depends_on, `docker-compose.yml: depends_on of ${stage}`).toEqual({
        migrate: { condition: "service_completed_successfully" },
      });
    expect(services.migrate?.depends_on).toEqual(
      Object.fromEntries(parts.map((part) => [part, { condition: "service_healthy" }])),
    );
  });

  it("keeps the data of every server in a declared volume", () => {
    const servers = [...parts, "prometheus"];
    expect(Object.keys(compose.volumes).sort()).toEqual([...servers].sort());
    for (const name of servers)
      expect(services[name]?.volumes, name).toContainEqual(expect.stringMatching(`^${name}:/`));
  });

  it("mounts files of the project that exist, read-only", () => {
    const mounts = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.filter((volume) => volume.startsWith("./")),
    );
    expect(mounts).toHaveLength(3);
    for (const mount of mounts) {
      const [source = "", , mode] = mount.split(":");
      expect(existsSync(join(projectRoot, source)), source).toBe(true);
      expect(mode, `docker-compose.yml: mode of the mount ${mount}`).toBe("ro");
    }
  });

  it("shows alerts and dashboard on this machine only, read-only and without a login", () => {
    for (const name of monitors)
      expect(services[name]?.ports, name).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect(services.grafana?.environment).toMatchObject({
      GF_AUTH_ANONYMOUS_ORG_ROLE: "Viewer",
      GF_AUTH_BASIC_ENABLED: "false",
      GF_AUTH_DISABLE_LOGIN_FORM: "true",
    });
  });
});

describe("foreign images", () => {
  it("are all pinned by digest once one is, as `make image-digests` does it", () => {
    const images = [...parts, ...monitors].map((part) => services[part]?.image ?? "");
    const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(read("Dockerfile"))?.[1] ?? "";
    const pinned = [...images, base].filter((image) => image.includes("@sha256:"));
    expect([0, images.length + 1]).toContain(pinned.length);
  });
});

describe("Dockerfile", () => {
  const lines = read("Dockerfile").split("\n");
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
  const text = last.join("\n");

  it("makes the package and runs it, on one base that can be given by digest: the recommended Node", () => {
    expect(read("Dockerfile")).toMatch(/^ARG NODE_IMAGE=node:24-[a-z]+-slim(?:@sha256:[0-9a-f]{64})?$/m);
    const bases = lines.filter((line) => line.startsWith("FROM "));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Docker's own notation
    expect(bases).toEqual(["FROM ${NODE_IMAGE} AS build", "FROM ${NODE_IMAGE}"]);
    const steps = lines.filter((line) => line.startsWith("RUN npm "));
    expect(steps).toEqual([
      expect.stringMatching(/^RUN npm ci /),
      expect.stringMatching(/^RUN npm pack && .*\.tgz -C \/opt\/app /),
      expect.stringMatching(/^RUN npm pkg delete devDependencies scripts workspaces && npm ci /),
    ]);
    expect(last.filter((line) => /^(?:COPY|ADD) /.test(line))).toEqual([
      "COPY --from=build /opt/app /opt/validator-analytics",
    ]);
    expect(text).toContain('ENTRYPOINT ["node", "/opt/validator-analytics/cli/bin.mjs"]');
  });

  it("runs a verb as a user without rights, whom Kubernetes knows by number, with its data in a volume", () => {
    expect(last.find((line) => line.startsWith("USER "))).toBe("USER 1000:1000");
    expect(text.indexOf("USER 1000")).toBeLessThan(text.indexOf("ENTRYPOINT"));
    expect(text).toMatch(/CMD \["start"\]/);
    expect(text).toMatch(/DATA_DIR=\/data[\s\S]*VOLUME \/data/);
    for (const [, name = ""] of text.matchAll(/^ENV (.+)$/gm))
      for (const pair of name.split(" "))
        expect(
          isSetting(pair.split("=")[0] as string) || pair.startsWith("NODE_ENV="),
          `Dockerfile: ${pair} is a setting`,
        ).toBe(true);
  });

  it("leaves no shell and no package manager to who gets in, and needs none after that", () => {
    const removal = last.findIndex((line) => line.startsWith('RUN ["rm", '));
    for (const name of ["/bin/sh", "/bin/bash", "/usr/local/bin/npm", "/usr/bin/apt-get"])
      expect(last[removal], `Dockerfile: files that the last stage removes`).toContain(`"${name}"`);
    expect(last.slice(removal + 1).filter((line) => line.startsWith("RUN"))).toEqual([]);
  });

  it("leaves out what .dockerignore names: packages, history, data, secrets", () => {
    expect(read(".dockerignore").trim().split("\n")).toEqual(
      expect.arrayContaining(["node_modules", ".git", "data", ".env"]),
    );
  });
});
