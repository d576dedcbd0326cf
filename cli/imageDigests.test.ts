import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "../test/support/cli.ts";
import { pinImages } from "./imageDigests.ts";

const folder = mkdtempSync(join(tmpdir(), "images-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = ["docker-compose.yml", "docker-compose.embedded.yml", "Dockerfile"];
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

/** `make image-digests` with a Docker that knows one digest. */
function pin(docker: string) {
  writeFileSync(join(folder, "docker"), `#!/bin/sh\n${docker}\n`);
  chmodSync(join(folder, "docker"), 0o700);
  const script = join(projectRoot, "cli/imageDigests.ts");
  return spawnSync(process.execPath, ["--import", "tsx", script, folder], {
    encoding: "utf8",
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
}

describe("make image-digests", () => {
  it("pins every image of others, and moves on when it is run again", () => {
    for (const name of files) copyFileSync(join(projectRoot, name), join(folder, name));
    expect(pin(`echo "$4" >> ${folder}/images; echo ${digest("a")}`)).toMatchObject({
      status: 0,
      stderr: "",
    });
    const inspected = readFileSync(join(folder, "images"), "utf8").trim().split("\n");
    const images = [
      "apache/kafka",
      "clickhouse/clickhouse-server",
      "redis",
      "prom/prometheus",
      "grafana/grafana",
    ];
    expect(inspected.map((image) => image.split(":")[0])).toEqual([...images, "node"]);
    for (const image of inspected) expect(files.map(read).join("\n")).toContain(`${image}@${digest("a")}`);
    expect(files.map(read).join("\n")).not.toMatch(/image: [\w./-]+:[\w.-]+$/m);
    expect(
      pin(`echo ${digest("b")}`)
        .stdout.trim()
        .split("\n"),
    ).toHaveLength(6);
    expect(files.map(read).join("\n")).not.toContain(digest("a"));
  });

  it("changes nothing when one registry does not answer", () => {
    const before = files.map(read);
    expect(pin(`case "$4" in redis*) exit 1;; *) echo ${digest("c")};; esac`).status).toBe(1);
    expect(files.map(read)).toEqual(before);
    expect(() => pinImages("  image: redis:8\n", () => "latest")).toThrow('redis:8: "latest" is no digest');
  });
});
