/**
 * Manifests that Kubernetes would refuse: its validator is a Python package that takes longer to install than to run.
 * Fast counterpart: test/deployment.test.ts
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { projectRoot } from "./support/cli.ts";
import { installPython } from "./support/python.ts";

const read = (name: string) => readFileSync(join(projectRoot, name), "utf8");

it.each(["embedded", "cluster"])("ops/kubernetes/%s is what Kubernetes takes, strictly", async (form) => {
  const folder = join("ops/kubernetes", form);
  const { resources } = parse(read(join(folder, "kustomization.yaml"))) as { resources: string[] };
  const files = resources.map((name) => join(folder, name));
  const objects = files.flatMap((name) => parseAllDocuments(read(name)));
  const programs = await installPython("kubernetes-validate", "1.37.0");
  const { stdout } = await promisify(execFile)(
    join(programs, "kubernetes-validate"),
    ["--strict", ...files],
    { cwd: projectRoot },
  );
  for (const name of files) expect(stdout).toContain(name);
  expect(stdout.match(/passed/g)).toHaveLength(objects.length);
});
